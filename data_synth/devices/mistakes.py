"""Deliberate mistakes, each of which leaves the task solvable within its budgets.

Kinds: `beside` (a point next to the part), `wrong_way` (the right part, used wrongly), `wrong_part` (another
part that does something), `wrong_view` (a view that does not help), `too_small` (a panel that one must first
look at closely), `looking_only` (a view where one can only look). The loss leaves them out; what is learnt is
the turn after one.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from data_synth.devices.planner import PlanError, Planner
from envs.devices.budget import WorldState
from envs.devices.distance import PlanItem
from envs.devices.dynamics import RANGE, Change
from envs.devices.machine import ATOMIC_ACTIONS
from envs.devices.views import AXONOMETRIC_VIEWS, DASHBOARD
from envs.episode import EventKind, ToolCall

REACH = 140
"""How far from a part's middle a click may miss it, of RANGE."""
TRIES = 40


@dataclass(frozen=True)
class Mistake:
    """A wrong call; `item` is what it does where that is a change or a switch, else what was meant."""

    kind: str
    call: ToolCall
    item: PlanItem


def choose_mistake(planner: Planner, now: WorldState, rng: random.Random) -> Mistake | None:
    """A mistake to make now, each possible kind equally often; None when none is affordable."""
    by_kind: dict[str, list[tuple[Mistake, Change]]] = {}
    for mistake, change in _candidates(planner, now, rng):
        if _affordable(planner, now, change):
            by_kind.setdefault(mistake.kind, []).append((mistake, change))
    if not by_kind:
        return None
    return rng.choice(by_kind[rng.choice(sorted(by_kind))])[0]


def _affordable(planner: Planner, now: WorldState, change: Change) -> bool:
    """Whether the change brings the goals no nearer and a best plan after it fits in both budgets."""
    if planner.done_after(now.goals_done, change.visited) != now.goals_done:
        return False
    before = planner.cost(now.configuration, now.goals_done)
    try:
        after = planner.cost(change.to, now.goals_done)
    except PlanError:
        return False
    assert now.remaining_global is not None
    assert now.remaining_local is not None
    fits = after.all <= now.remaining_global - 1 and after.goal <= now.remaining_local - 1
    return after.all >= before.all and fits


def _candidates(planner: Planner, now: WorldState, rng: random.Random) -> Iterator[tuple[Mistake, Change]]:
    dynamics, at = planner.dynamics, now.configuration
    meant = planner.next(at, now.goals_done)
    for item in planner.options(at):
        if item == meant or (item.kind, item.component) == ("act", meant.component):
            continue
        if item.kind == "act":
            assert item.transition is not None
            assert item.point is not None
            action, parameter = str(item.transition.atomic_action), item.transition.parameter
            yield Mistake("wrong_part", item.call(), item), dynamics.act(at, action, *item.point, parameter)
        elif item.kind == "switch" and item.point is None and meant.kind != "wait":
            yield Mistake("wrong_view", item.call(), item), dynamics.switch(at, item.view)
    yield from _too_soon(planner, now, rng)
    if meant.kind == "act":
        yield from _misuses(planner, now, meant, rng)


def _too_soon(planner: Planner, now: WorldState, rng: random.Random) -> Iterator[tuple[Mistake, Change]]:
    """The next part, worked before a view was found in which that is possible."""
    dynamics, at = planner.dynamics, now.configuration
    target = planner.next_change(at, now.goals_done)
    if target.kind != "act" or target.transition is None:
        return
    action, parameter = str(target.transition.atomic_action), target.transition.parameter
    panel = None if at.unlocked else dynamics.unlock_point(at.view)
    if panel is not None and target.view == DASHBOARD:
        point = (panel.x, panel.y)
        yield (
            Mistake("too_small", _touch(action, point, parameter), target),
            dynamics.act(at, action, *point, parameter),
        )
    if at.view in AXONOMETRIC_VIEWS:
        point = (rng.randint(RANGE // 4, RANGE * 3 // 4), rng.randint(RANGE // 4, RANGE * 3 // 4))
        yield (
            Mistake("looking_only", _touch(action, point, parameter), target),
            dynamics.act(at, action, *point, parameter),
        )


def _misuses(
    planner: Planner, now: WorldState, meant: PlanItem, rng: random.Random
) -> Iterator[tuple[Mistake, Change]]:
    """The part that is meant, missed or used wrongly."""
    dynamics, at = planner.dynamics, now.configuration
    assert meant.transition is not None
    assert meant.point is not None
    action, parameter = str(meant.transition.atomic_action), meant.transition.parameter
    x, y = meant.point
    for _ in range(TRIES):
        point = (x + rng.randint(-REACH, REACH), y + rng.randint(-REACH, REACH))
        if not all(0 <= value <= RANGE for value in point):
            continue
        change = dynamics.act(at, action, *point, parameter)
        if change.event.kind == EventKind.NULL:
            yield Mistake("beside", _touch(action, point, parameter), meant), change
            break
    others = [(action, ("0",) if parameter == ("1",) else ("1",))] if parameter else []
    others += [(a, p) for a in ATOMIC_ACTIONS[:4] if a != action for p in ((), ("1",), ("0",))]
    for other, way in others:
        change = dynamics.act(at, other, x, y, way)
        if change.event.kind == EventKind.OPERATIONAL_ERROR:
            yield Mistake("wrong_way", _touch(other, (x, y), way), meant), change


def _touch(action: str, point: tuple[int, int], parameter: tuple[str, ...]) -> ToolCall:
    return ToolCall(action, {"coordinate": list(point), "parameter": list(parameter)})
