"""What a contact sheet of a household task shows: a whole episode in a few frames, with words for the reader."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from envs.assist.domain import Motion
from envs.assist.household.domain import HouseholdDomain
from envs.assist.household.painter import HouseholdPainter
from envs.assist.household.rules import WALKS
from envs.assist.household.state import HouseholdState

TURNS = frozenset({"turn_to", "turn_left", "turn_right", "look_up", "look_down"})
"""Verbs that a sheet leaves out."""
WALKED = 4
"""One in so many frames shows a walk."""
ON_THE_WAY = {"go_to": 0.97, "go_through": 0.6}
"""Share of a walk that is done in its frame: one sees where it leads."""


@dataclass(frozen=True)
class Moment:
    """A frame of an episode in the midst of an action, and what it shows."""

    state: HouseholdState
    tick: int
    motion: Motion
    caption: str


def episode(domain: HouseholdDomain) -> list[Moment]:
    """The undisturbed plan at balanced pace: a moment of each action, and one of the end."""
    state, tick, found = domain.start(), 0, []
    for step in domain.plan(state, 0):
        action, ticks = step.action, domain.duration(state, step.action)
        done = ON_THE_WAY.get(action.verb, 0.5)
        words = domain.lexicon.say(action, "ing")
        found.append(Moment(state, tick, Motion(action, done), f"{tick}: {words}"))
        tick += ticks
        state = domain.apply(state, action, tick).state
    found.append(Moment(state, tick, Motion(), f"{tick}: done"))
    return found


def contact_sheet(domain: HouseholdDomain, shown: int, size: int) -> list[tuple[np.ndarray, str]]:
    """An episode in `shown` frames at most, uint8 (size, size, 3), each with its caption: evenly chosen of the walks
    and of what is done by hand, the end among them; turns are left out."""
    moments = [m for m in episode(domain) if m.motion.action is None or m.motion.action.verb not in TURNS]
    walks = [m for m in moments if m.motion.action is not None and m.motion.action.verb in WALKS]
    others = [m for m in moments if m not in walks]
    chosen = _even(walks, shown // WALKED) + _even(others, shown - shown // WALKED)
    chosen.sort(key=lambda moment: moment.tick)
    with HouseholdPainter(domain, size) as painter:
        return [(painter.frame(m.state, m.tick, m.motion), m.caption) for m in chosen]


def _even(moments: list[Moment], count: int) -> list[Moment]:
    """So many of them, evenly chosen, the last one among them."""
    if len(moments) <= count:
        return moments
    return [moments[round((i + 1) * len(moments) / count) - 1] for i in range(count)]
