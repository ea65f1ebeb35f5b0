"""Lexicons of a kitchen, a home and a phone, as their worlds might give them, and acts in short for tables."""

from __future__ import annotations

from envs.assist.grounding.act import Act, ActKind
from envs.assist.lexicon import Lexicon, VerbForms

_FOOD = {
    "tomato": ("tomato",),
    "lettuce": ("lettuce",),
    "onion": ("onion",),
    "rice": ("rice",),
    "steak": ("steak",),
    "noodles": ("noodles", "pasta"),
    "shrimp": ("shrimp", "prawns"),
    "chips": ("chips", "fries"),
    "cheese": ("cheese", "grated cheese"),
}
_STATIONS = {
    "fridge": ("fridge", "refrigerator"),
    "rice_bin": ("rice bin",),
    "board_1": ("cutting board 1", "left board"),
    "board_2": ("cutting board 2", "right board"),
    "stove_1": ("left stove", "stove 1"),
    "stove_2": ("right stove", "stove 2"),
    "pot": ("pot", "cooking pot"),
    "pan": ("pan", "frying pan", "skillet"),
    "counter": ("counter", "worktop"),
    "plate_1": ("plate 1",),
    "plate_2": ("plate 2",),
    "pass": ("pass", "serving hatch"),
    "trash": ("trash", "trash can"),
}
KITCHEN = Lexicon(
    things={**_FOOD, **_STATIONS},
    places=frozenset(_STATIONS),
    verbs={
        "go": VerbForms(("go to", "walk to"), ("went to", "walked to"), ("going to", "walking to"), "place"),
        "pick_up": VerbForms(("pick up", "take", "grab"), ("picked up", "taken", "took"), ("picking up", "taking")),
        "put_down": VerbForms(("put down", "set down"), ("put down", "set down"), ("putting down",)),
        "put": VerbForms(("put", "place", "add"), ("put", "placed", "added"), ("putting", "adding"), "both", "in"),
        "chop": VerbForms(("chop", "cut up", "slice"), ("chopped", "cut up", "sliced"), ("chopping",)),
        "scoop": VerbForms(("scoop",), ("scooped",), ("scooping",)),
        "cook": VerbForms(("cook", "boil", "fry", "sear"), ("cooked", "boiled", "fried"), ("cooking", "boiling")),
        "turn_on": VerbForms(("turn on",), ("turned on",), ("turning on",)),
        "turn_off": VerbForms(("turn off",), ("turned off",), ("turning off",)),
        "open": VerbForms(("open",), ("opened",), ("opening",)),
        "close": VerbForms(("close",), ("closed",), ("closing",)),
        "trash": VerbForms(("throw away", "trash"), ("thrown away", "trashed"), ("throwing away",)),
        "plate": VerbForms(("plate",), ("plated",), ("plating",), "both", "on"),
        "serve": VerbForms(("serve",), ("served",), ("serving",)),
    },
    values={
        ("state", "raw"): ("raw", "uncooked"),
        ("state", "cooking"): ("cooking", "on the heat"),
        ("state", "done"): ("done", "ready", "cooked"),
        ("state", "burnt"): ("burnt", "burned"),
        ("form", "whole"): ("whole",),
        ("form", "chopped"): ("chopped", "cut up"),
        ("power", "on"): ("on", "running"),
        ("power", "off"): ("off",),
        ("open", "open"): ("open",),
        ("open", "closed"): ("closed", "shut"),
    },
    unreal=("oregano", "basil", "avocado", "microwave"),
    bare=frozenset({"rice", "lettuce", "cheese", "shrimp"}),
)

_ROOMS = {
    "kitchen": ("kitchen",),
    "bedroom": ("bedroom",),
    "bathroom": ("bathroom",),
    "living_room": ("living room", "lounge"),
}
_FURNITURE = {
    "fridge_1": ("fridge",),
    "dishwasher_1": ("dishwasher",),
    "sink_1": ("sink",),
    "kitchen_counter": ("kitchen counter",),
    "bathroom_counter": ("bathroom counter",),
    "desk_1": ("desk",),
    "bed_1": ("bed",),
    "sofa_1": ("sofa", "couch"),
    "coffee_table": ("coffee table",),
}
_OBJECTS = {
    "apple_1": ("apple",),
    "plate_1": ("white plate",),
    "plate_2": ("blue plate",),
    "plate_3": ("red plate",),
    "glass_1": ("glass 1", "left glass"),
    "glass_2": ("glass 2", "right glass"),
    "book_1": ("book",),
    "pillow_1": ("pillow", "cushion"),
    "toilet_paper_1": ("toilet paper", "roll of toilet paper"),
    "lamp_1": ("desk lamp",),
    "tv_1": ("TV", "television"),
    "door_1": ("bathroom door",),
    "water_1": ("glass of water", "water"),
}
HOME = Lexicon(
    things={**_ROOMS, **_FURNITURE, **_OBJECTS},
    places=frozenset({**_ROOMS, **_FURNITURE}),
    verbs={
        "go_to": VerbForms(("go to", "walk to"), ("gone to", "went to"), ("going to",), "place"),
        "turn_left": VerbForms(("turn left",), ("turned left",), ("turning left",), "nothing"),
        "turn_right": VerbForms(("turn right",), ("turned right",), ("turning right",), "nothing"),
        "go_straight": VerbForms(("go straight",), ("gone straight",), ("going straight",), "nothing"),
        "look_up": VerbForms(("look up",), ("looked up",), ("looking up",), "nothing"),
        "look_down": VerbForms(("look down",), ("looked down",), ("looking down",), "nothing"),
        "go_through": VerbForms(("go through",), ("gone through",), ("going through",)),
        "turn_to": VerbForms(("turn to", "face"), ("turned to", "faced"), ("turning to", "facing")),
        "pick_up": VerbForms(("pick up",), ("picked up",), ("picking up",)),
        "put_in": VerbForms(("put",), ("put",), ("putting",), "both", "in"),
        "put_on": VerbForms(("put",), ("put",), ("putting",), "both", "on"),
        "open": VerbForms(("open",), ("opened",), ("opening",)),
        "close": VerbForms(("close",), ("closed",), ("closing",)),
        "switch_on": VerbForms(("switch on",), ("switched on",), ("switching on",)),
        "switch_off": VerbForms(("switch off",), ("switched off",), ("switching off",)),
        "drink": VerbForms(("drink",), ("drunk", "drank"), ("drinking",)),
        "sit_on": VerbForms(("sit on", "sit down on"), ("sat on",), ("sitting on",)),
        "stand_up": VerbForms(("stand up",), ("stood up",), ("standing up",), "nothing"),
    },
    values={
        ("open", "open"): ("open",),
        ("open", "closed"): ("closed",),
        ("power", "on"): ("on", "running"),
        ("power", "off"): ("off",),
    },
    unreal=("banana", "washing machine", "microwave"),
)

_SCREENS = {
    "settings": ("Settings",),
    "privacy": ("Privacy & Security", "Privacy"),
    "face_id": ("Face ID & Passcode",),
    "accessibility": ("Accessibility",),
    "display": ("Display & Text Size",),
    "general": ("General",),
}
_CONTROLS = {
    "tracking": ("Tracking",),
    "location": ("Location Services",),
    "background_refresh": ("background refresh", "Background App Refresh"),
    "control_center": ("Control Center",),
    "today_view": ("Today View",),
    "wallet": ("Wallet",),
    "missed_calls": ("Return Missed Calls",),
    "bold_text": ("Bold Text",),
    "contrast": ("Increase Contrast",),
    "motion": ("Reduce Motion",),
    "shapes": ("Button Shapes",),
    "size": ("text size slider",),
    "deny": ("Don't Allow",),
    "search": ("search field", "Search"),
    "maps": ("Maps",),
    "weather": ("Weather",),
    "word_wallet": ("wallet as text",),
}
PHONE = Lexicon(
    things={**_SCREENS, **_CONTROLS},
    places=frozenset(_SCREENS),
    verbs={
        "tap": VerbForms(("tap", "tap on"), ("tapped",), ("tapping",)),
        "turn_on": VerbForms(("turn on", "enable"), ("turned on", "enabled"), ("turning on", "enabling")),
        "turn_off": VerbForms(("turn off", "disable"), ("turned off", "disabled"), ("turning off", "disabling")),
        "type": VerbForms(("type", "enter"), ("typed", "entered"), ("typing",)),
        "swipe_up": VerbForms(("swipe up", "scroll down"), ("swiped up",), ("swiping up",), "nothing"),
        "swipe_down": VerbForms(("swipe down", "scroll up"), ("swiped down",), ("swiping down",), "nothing"),
        "swipe_left": VerbForms(("swipe left on",), ("swiped left on",), ("swiping left on",)),
        "swipe_right": VerbForms(("swipe right on",), ("swiped right on",), ("swiping right on",)),
        "back": VerbForms(("press back", "go back"), ("pressed back", "gone back"), ("pressing back",), "nothing"),
        "home": VerbForms(("press home",), ("pressed home",), ("pressing home",), "nothing"),
    },
    values={("value", "on"): ("on", "enabled"), ("value", "off"): ("off", "disabled")},
    unreal=("Dark Mode", "Airplane Mode"),
    bare=frozenset({**_SCREENS, **_CONTROLS}.keys() - {"size", "search"}),
)
LEXICONS = {"kitchen": KITCHEN, "home": HOME, "phone": PHONE}


def short(act: Act) -> str:
    """An act without its words: "advise put rice pot later", "claim not rice state done", "number 3 time fridge"."""
    words = [act.kind.value]
    words += ["not"] if act.negated else []
    if act.kind == ActKind.CLAIM:
        words += [act.prop, act.verb, act.target, act.place, act.value]
    elif act.kind == ActKind.NUMBER:
        words += [f"{act.number:g}", act.value, act.target]
    elif act.kind in (ActKind.ADVISE, ActKind.WARN):
        words += [act.verb or "-", act.target or ("-" if act.place else ""), act.place]
    words += ["later"] if act.later else []
    return " ".join(filter(None, words))
