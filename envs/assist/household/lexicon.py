"""How household things, verbs and values are called."""

from __future__ import annotations

from envs.assist.action import Action
from envs.assist.household.goals import Goal, GoalKind, parse
from envs.assist.household.parameters import condition
from envs.assist.household.setting import KEEP_REST_WORDS, Setting
from envs.assist.lexicon import Lexicon, VerbForms

VERBS: dict[str, VerbForms] = {
    "turn_left": VerbForms(("turn left", "look left"), ("turned left",), ("turning left",), "nothing"),
    "turn_right": VerbForms(("turn right", "look right"), ("turned right",), ("turning right",), "nothing"),
    "go_straight": VerbForms(
        ("go straight", "go straight ahead", "go forward", "walk forward", "step forward"),
        ("went straight", "walked forward"),
        ("going straight", "walking forward"),
        "nothing",
    ),
    "look_up": VerbForms(("look up",), ("looked up",), ("looking up",), "nothing"),
    "look_down": VerbForms(("look down",), ("looked down",), ("looking down",), "nothing"),
    "go_through": VerbForms(
        ("go through", "walk through", "leave through", "take"),
        ("went through", "walked through"),
        ("going through", "walking through"),
        "place",
    ),
    "turn_to": VerbForms(
        ("turn to", "turn towards", "face", "look at"),
        ("turned to", "faced", "looked at"),
        ("turning to", "facing", "looking at"),
        "thing",
    ),
    "go_to": VerbForms(
        ("go to", "walk to", "head to", "go over to", "move to", "go into", "return to"),
        ("went to", "walked to"),
        ("going to", "walking to"),
        "place",
    ),
    "pick_up": VerbForms(
        ("pick up", "take", "grab", "get", "fetch", "take out", "collect"),
        ("picked up", "took", "grabbed"),
        ("picking up", "taking", "grabbing"),
        "thing",
    ),
    "put": VerbForms(
        ("put", "place", "set", "load", "return", "bring", "put back", "put down", "lay"),
        ("put", "placed", "loaded", "returned"),
        ("putting", "placing", "loading", "returning"),
        "both",
        "in",
    ),
    "open": VerbForms(("open", "open up"), ("opened",), ("opening",)),
    "close": VerbForms(("close", "shut"), ("closed", "shut"), ("closing", "shutting")),
    "switch_on": VerbForms(
        ("switch on", "turn on", "start", "run"), ("switched on", "turned on"), ("switching on", "turning on")
    ),
    "switch_off": VerbForms(
        ("switch off", "turn off", "stop"), ("switched off", "turned off"), ("switching off", "turning off")
    ),
    "drink": VerbForms(
        ("drink from", "drink", "drink up", "empty"), ("drank from", "drank"), ("drinking from", "drinking")
    ),
    "sit_on": VerbForms(
        ("sit on", "sit down on", "sit"), ("sat on", "sat down on"), ("sitting on", "sitting down on"), "thing"
    ),
    "stand_up": VerbForms(("stand up", "get up"), ("stood up", "got up"), ("standing up", "getting up"), "nothing"),
}
VALUES: dict[tuple[str, str], tuple[str, ...]] = {
    ("open", "open"): ("open",),
    ("open", "closed"): ("closed", "shut"),
    ("power", "on"): ("on", "running", "switched on"),
    ("power", "off"): ("off", "switched off"),
    ("content", "full"): ("full",),
    ("content", "empty"): ("empty", "drunk up"),
    ("hand", "nothing"): ("nothing",),
    ("posture", "standing"): ("standing",),
    ("at", "person"): ("in your hand",),
}
UNREAL = (
    "aquarium",
    "piano",
    "bathtub",
    "fireplace",
    "hammock",
    "treadmill",
    "birdcage",
    "sewing machine",
    "surfboard",
    "chandelier",
    "rocking chair",
    "globe",
)


def lexicon_of(setting: Setting) -> Lexicon:
    """The names of one task's world."""
    places = {*setting.scene.receptacles, *setting.floor.doors, *setting.floor.rooms}
    names = {name for names in setting.names.values() for name in names}
    unreal = tuple(word for word in UNREAL if not any(word in name for name in names))
    joints = {place: setting.joint(place) for place in setting.scene.receptacles}
    meant = frozenset((*setting.destination, *setting.drinking, *setting.switching)) & setting.index.keys()
    return Lexicon(
        dict(setting.names),
        frozenset(places),
        VERBS,
        VALUES,
        unreal,
        joints=joints,
        meant=meant,
        sentences=_sentences(setting),
    )


def _sentences(setting: Setting) -> dict[str, tuple[Action, ...]]:
    """The sheet's parts, which may call things as no lexicon does ("load the dishes"), and what their goals ask for.

    To leave all else as it was asks for nothing, so that nobody looks for a thing in it.
    """
    found: dict[str, tuple[Action, ...]] = {KEEP_REST_WORDS: ()}
    for part in setting.parameters.parts:
        goals = (setting.goals[condition(setting.scene, parse(text))] for text in part.goals)
        found[part.text] = tuple(map(_asked, goals))
    return found


def _asked(goal: Goal) -> Action:
    """The action that makes a goal's condition true."""
    if goal.kind == GoalKind.IN:
        return Action("put", goal.thing, goal.place)
    if goal.kind == GoalKind.SEATED:
        return Action("sit_on", goal.place)
    verbs = {
        GoalKind.CLOSED: "close",
        GoalKind.ON: "switch_on",
        GoalKind.OFF: "switch_off",
        GoalKind.DRUNK: "drink",
    }
    return Action(verbs[goal.kind], goal.thing)
