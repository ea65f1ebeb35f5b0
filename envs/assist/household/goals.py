"""Goal conditions of household tasks as short sentences, and what each asks for.

    plate_1 in dishwasher_1        book_1 on desk_1      (the joint follows from the furniture)
    fridge_1 closed                washer_1 on           table_lamp_1 off
    water_glass_1 drunk            person on sofa_1

Two conditions stand in every task, so that doing too much is a mistake like doing too little: MOVED and LEFT.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

MOVED = "nothing else moved"
"""Everything that no other condition is about is where it was."""
LEFT = "nothing else left open or on"
"""Every door and every switch that no other condition is about is as it was."""
PERSON = "person"


class GoalKind(StrEnum):
    """What a condition is about."""

    IN = "in"
    CLOSED = "closed"
    ON = "on"
    OFF = "off"
    DRUNK = "drunk"
    SEATED = "seated"
    MOVED = "moved"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class Goal:
    """One condition. thing: what it is about; place: where that shall be (IN, SEATED)."""

    kind: GoalKind
    thing: str = ""
    place: str = ""


def parse(text: str) -> Goal:
    """The goal that a sentence states. ValueError for one that is none of the forms above."""
    if text == MOVED:
        return Goal(GoalKind.MOVED)
    if text == LEFT:
        return Goal(GoalKind.LEFT)
    found = re.fullmatch(r"(\w+) (?:in|on) (\w+)", text)
    if found:
        thing, place = found.groups()
        return Goal(GoalKind.SEATED if thing == PERSON else GoalKind.IN, thing, place)
    found = re.fullmatch(r"(\w+) (closed|on|off|drunk)", text)
    if found:
        return Goal(GoalKind(found.group(2)), found.group(1))
    raise ValueError(f"{text!r} is no condition such as 'plate_1 in dishwasher_1', 'fridge_1 closed' or 'radio_1 on'")


INSIDE = frozenset({"crate"})
"""Categories of furniture that one puts things into, whether they close or not."""


def joint(category: str, opens: bool) -> str:
    """The preposition before a piece of furniture."""
    return "in" if opens or category in INSIDE else "on"
