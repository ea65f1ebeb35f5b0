"""How the kitchen's things, verbs and values are called."""

from __future__ import annotations

from collections.abc import Mapping

from envs.assist.action import Action
from envs.assist.cook.foods import FOODS, MOST, portion_id
from envs.assist.cook.layout import COOKERS, SOURCES, Layout, Station
from envs.assist.lexicon import Lexicon, VerbForms

PLATES = ("plate", "plate_2", "plate_3")
"""Ids of the plates."""
COOK = "cook"
"""To put food on the heat, and all that comes before that: people's word, no action of the kitchen."""
NTH = ("first", "second", "third", "fourth", "fifth", "sixth")
VERBS: dict[str, VerbForms] = {
    "go_to": VerbForms(
        ("go to", "walk to", "head to", "move to"),
        ("went to", "walked to", "visited", "gone to", "been to", "moved to"),
        ("going to", "walking to", "heading to", "moving to"),
        takes="place",
    ),
    "pick_up": VerbForms(
        ("pick up", "take", "grab", "get", "fetch", "take out", "take off"),
        ("picked up", "took", "taken", "grabbed", "got", "fetched"),
        ("picking up", "taking", "grabbing", "getting", "fetching"),
    ),
    "put_down": VerbForms(
        ("put", "put down", "place", "set", "lay", "put back"),
        ("put", "put down", "placed", "set", "laid"),
        ("putting", "putting down", "placing", "setting"),
        takes="both",
        joint="on",
    ),
    "scoop": VerbForms(
        ("scoop", "plate", "dish up", "ladle"),
        ("scooped", "plated", "dished up", "ladled"),
        ("scooping", "plating", "dishing up"),
        takes="both",
        joint="onto",
    ),
    "chop": VerbForms(
        ("chop", "cut", "slice", "dice", "cut up"),
        ("chopped", "cut", "sliced", "diced", "cut up"),
        ("chopping", "cutting", "slicing", "dicing"),
    ),
    "turn_on": VerbForms(
        ("turn on", "switch on", "start", "light"),
        ("turned on", "switched on", "started", "lit"),
        ("turning on", "switching on", "starting"),
    ),
    "turn_off": VerbForms(
        ("turn off", "switch off", "shut off"),
        ("turned off", "switched off", "shut off"),
        ("turning off", "switching off"),
    ),
    "trash": VerbForms(
        ("trash", "throw away", "throw out", "discard", "bin", "scrape off"),
        ("trashed", "threw away", "thrown away", "threw out", "discarded", "scraped off"),
        ("trashing", "throwing away", "throwing out", "discarding"),
    ),
    "serve": VerbForms(("serve", "hand out"), ("served", "handed out"), ("serving", "handing out")),
    COOK: VerbForms(
        ("cook", "fry", "boil", "heat up"),
        ("cooked", "fried", "boiled"),
        ("cooking", "frying", "boiling"),
        said=True,
    ),
}
"""Verb -> forms. `turn_off` is ours; the others are the paper's (Table 19), but for COOK, which is only said."""
VALUES: dict[tuple[str, str], tuple[str, ...]] = {
    ("state", "raw"): ("raw", "uncooked", "undercooked"),
    ("state", "cooking"): ("cooking", "still cooking", "on the heat", "not done yet"),
    ("state", "done"): ("done", "ready", "cooked", "cooked through", "finished"),
    ("state", "burnt"): ("burnt", "burned", "charred", "overcooked"),
    ("form", "whole"): ("whole", "uncut", "unchopped", "in one piece"),
    ("form", "chopped"): ("chopped", "cut", "cut up", "sliced", "diced"),
    ("power", "on"): ("on", "switched on", "turned on", "lit"),
    ("power", "off"): ("off", "switched off", "turned off"),
}
SYNONYMS: dict[str, tuple[str, ...]] = {
    "fridge": ("refrigerator", "cooler"),
    "pantry": ("cupboard", "larder"),
    "crate": ("vegetable crate", "vegetable box", "vegetables"),
    "pan": ("pan", "frying pan", "pan stove"),
    "pot": ("pot", "cooking pot", "pot stove"),
    "fryer": ("deep fryer", "frying basket"),
    "board": ("cutting board", "chopping board"),
    "counter": ("worktop",),
    "plates": ("plate stack", "stack of plates", "clean plates"),
    "pass": ("serving pass", "serving hatch", "hatch"),
    "trash": ("bin", "trash can", "trash bin", "rubbish"),
}
"""Kind -> other names, for a station that is the only one of its kind."""


def lexicon(
    layout: Layout,
    stock: Mapping[str, tuple[str, ...]],
    sentences: Mapping[str, tuple[Action, ...]] | None = None,
) -> Lexicon:
    """Names of one kitchen. stock: source -> the foods that it holds. sentences: of the task sheet, see `Lexicon`."""
    things = {id: _station(station, layout) for id, station in layout.stations.items()}
    held = [food for foods in stock.values() for food in foods]
    for food in held:
        things[food] = FOODS[food].names
        for number in range(2, MOST + 1):
            nth, name = NTH[number - 1], FOODS[food].names[0]
            other = (f"other {name}",) if number == 2 else ()
            things[portion_id(food, number)] = (portion_name(food, number), f"{nth} {name}", *other)
    things["plate"] = ("plate", "dish")
    things["plate_2"] = ("second plate", "other plate", "new plate", "fresh plate")
    things["plate_3"] = ("third plate",)
    unreal = tuple(food.names[0] for food in FOODS.values() if food.id not in held)
    joints = {id: "in" for id in layout.of_kind(*SOURCES, *COOKERS, "trash")}
    return Lexicon(things, frozenset(layout.stations), VERBS, VALUES, unreal, joints=joints, sentences=sentences or {})


def portion_name(food: str, number: int) -> str:
    """A portion's spoken name without article: "chips", "second portion of chips"."""
    name = FOODS[food].names[0]
    return name if number == 1 else f"{NTH[number - 1]} portion of {name}"


def _station(station: Station, layout: Layout) -> tuple[str, ...]:
    names = [station.label]
    word, _, number = station.label.rpartition(" ")
    if number.isdigit() and 1 <= int(number) <= len(NTH):
        names.append(f"{NTH[int(number) - 1]} {word}")
    if station.kind == "board":
        names += [station.label.replace("board", name) for name in SYNONYMS["board"] if "board" in station.label]
    elif len(layout.of_kind(station.kind)) == 1:
        names += SYNONYMS[station.kind]
    return tuple(dict.fromkeys(names))
