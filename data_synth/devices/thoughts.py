"""What the expert says: a thought that names aim and visible part (REAL 4.1).

Short and from few templates, since a small model learns from them; without a generator (None) always from the first
template, for a model so small that a choice of words costs it dear. Parts are named as a person would ("red
button"), never by an id.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from envs.devices.views import DASHBOARD
from envs.episode import EventKind, Step

VERBS = {"press": "press", "push": "push", "pull": "pull", "rotate": "turn", "grasp": "grasp"}
DIRECTIONS: dict[str, tuple[str, str]] = {
    "switch": ("up", "down"),
    "slider": ("up", "down"),
    "lever": ("up", "down"),
    "knob": ("right", "left"),
    "dial": ("right", "left"),
    "ring": ("right", "left"),
    "crank": ("right", "left"),
    "cap": ("right", "left"),
    "wheel": ("up", "down"),
}
"""Part word -> how its parameters "1" and "0" look; parts that know one way are left out."""

ACT_STYLES = (
    "To {step} I {verb} the {part}{direction}.",
    "I {verb} the {part}{direction} to {step}.",
    "I want to {step}. I {verb} the {part}{direction}.",
)
# A part that is not in view is not named: who follows the expert cannot know how it looks.
SWITCH_STYLES = (
    "To {step} I look {where}.",
    "I do not see here how to {step}. I look {where}.",
)
CLOSER_STYLES = ("I need the {part}. It is small here. I look closer.",)
LOOKING_ONLY_STYLES = ("Here I can only look. To {step} I look {where}.",)
WAIT_STYLES = ("To {step} I wait.", "I want to {step}. I wait.")

AFTER: dict[EventKind, str] = {
    EventKind.NULL: "Nothing happened.",
    EventKind.OPERATIONAL_ERROR: "It works another way.",
    EventKind.SYSTEM: "",
    EventKind.TRANSITION: "Wrong part.",
    EventKind.VIEW: "",
    EventKind.UNLOCK: "",
}
"""What opens the thought after a mistake, by its feedback; "" where the thought itself says enough."""


def act_thought(rng: random.Random | None, step: str, part: str, action: str, parameter: Sequence[str]) -> str:
    """Thought before working a part."""
    way = direction(part, parameter)
    return _pick(rng, ACT_STYLES).format(step=step, verb=VERBS[action], part=part, direction=way)


def switch_thought(rng: random.Random | None, step: str, part: str, view: str, looking_only: bool) -> str:
    """Thought before looking from elsewhere. looking_only: nothing can be worked from here. part: named if in view."""
    styles = CLOSER_STYLES if view == DASHBOARD else LOOKING_ONLY_STYLES if looking_only else SWITCH_STYLES
    return _pick(rng, styles).format(step=step, part=part, where=where(view))


def wait_thought(rng: random.Random | None, step: str) -> str:
    """Thought before waiting."""
    return _pick(rng, WAIT_STYLES).format(step=step)


def recovery(step: Step) -> str:
    """What opens the thought after a mistake with this answer; "" where looking needs no comment."""
    return AFTER.get(step.events[0].kind, "")


def direction(part: str, parameter: Sequence[str]) -> str:
    """ " up", " left" and so on, as the part's parameter looks; "" where there is one way.

    part: what a person would call it, colour and word first ("white knob with a fan symbol").
    """
    ways = DIRECTIONS.get(part.split()[1])
    if ways is None or not parameter:
        return ""
    return " " + ways[0 if parameter[0] == "1" else 1]


def where(view: str) -> str:
    """A view as a direction to look from."""
    return "closer" if view == DASHBOARD else f"from the {view}"


def _pick(rng: random.Random | None, templates: Sequence[str]) -> str:
    return templates[0] if rng is None else rng.choice(templates)
