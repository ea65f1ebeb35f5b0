"""What the heat does to food: the one thing that time alone changes in the kitchen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from envs.assist.cook.state import CookState, Portion

Times = Mapping[str, tuple[int, int]]
"""food -> ticks on the heat until it is done, and from then until it is burnt."""


def moved_to(portion: Portion, at: str, tick: int, on: tuple[str, ...]) -> Portion:
    """The portion at a place, of which the heat is on if it is in `on`, with its heat accounted for up to `tick`."""
    heat = portion.heat if portion.since is None else portion.heat + tick - portion.since
    hot, state = at in on, portion.state
    if hot and state == "raw":
        state = "cooking"
    elif not hot and state == "cooking":
        state = "raw"
    return Portion(portion.id, portion.food, at, portion.chopped, state, heat, tick if hot else None)


def next_turn(portion: Portion, times: Times) -> int | None:
    """The tick at which the portion turns done or burnt; None when it does not."""
    if portion.since is None or portion.state == "burnt":
        return None
    done, burns = times[portion.food]
    return portion.since - portion.heat + (done if portion.state == "cooking" else done + burns)


def next_change(state: CookState, times: Times) -> int | None:
    """The tick at which any food turns done or burnt next; None: never."""
    first = None
    for portion in state.portions:
        if portion.since is not None:
            tick = next_turn(portion, times)
            if tick is not None and (first is None or tick < first):
                first = tick
    return first


def elapse(state: CookState, tick: int, times: Times) -> CookState:
    """What the heat has done up to and including the tick; the same state when that is nothing."""
    first = next_change(state, times)
    if first is None or first > tick:
        return state
    portions = []
    for portion in state.portions:
        while (turns := next_turn(portion, times)) is not None and turns <= tick:
            portion = replace(portion, state="done" if portion.state == "cooking" else "burnt")
        portions.append(portion)
    return replace(state, portions=tuple(portions))
