"""Shortest plans on a device: how far a goal is, what it costs at best, and one best sequence of actions.

The cost of a goal (VGEBench equation 2) is lexicographic: first the fewest actions that change the device until it
*enters* the goal's state (what follows at once costs nothing), then the fewest view switches along such a path, the
dashboard's active unlock being one. Only what can be triggered counts: a box hidden under others leads nowhere.
A passive unlock is never planned, since the agent that knows where the panel is looks closer on purpose.

Budgets and distances take the machine as it is (equation 2), so a way through the Error state, which resets the device,
counts like any other. Demonstrations should not drive a device into Error: `Distances.safe` knows only ways around it.

Where a device comes to rest after it entered a goal depends on the goal alone. So the costs of ordered goals add up,
and several best ways differ only in the view that they end in; `costs` carries all of those ends on to the next goal.
"""

from __future__ import annotations

import random
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from envs.devices.dynamics import Configuration, Dynamics, Move, Touch
from envs.devices.machine import ERROR_STATE, TIMED_WAIT, Box, StateMachine, Transition
from envs.devices.views import DASHBOARD
from envs.episode import ToolCall


class Cost(NamedTuple):
    """Best cost of one goal; compares by transitions first, then by switches."""

    transitions: int
    switches: int

    @property
    def steps(self) -> int:
        """Actions in all."""
        return self.transitions + self.switches


@dataclass(frozen=True, slots=True)
class PlanItem:
    """One action of a plan.

    view: where it happens; for a switch, the view that it leads to. box, point: for an act, what to touch and a point
    of it (0 to 1000) that is sure to trigger the transition; for a switch that opens the dashboard, its region.
    after: the configuration once it is done. visited: states that it enters.
    """

    kind: Literal["act", "wait", "switch"]
    view: str
    after: Configuration
    component: str | None = None
    transition: Transition | None = None
    box: Box | None = None
    point: tuple[int, int] | None = None
    visited: tuple[str, ...] = ()

    def call(self) -> ToolCall:
        """The item as a tool call, with its own `point`."""
        if self.kind == "wait":
            return ToolCall("timed_wait", {})
        if self.kind == "switch":
            where = {} if self.point is None else {"coordinate": list(self.point)}
            return ToolCall("switch_view", {"view": self.view, **where})
        assert self.transition is not None and self.point is not None
        arguments = {"coordinate": list(self.point), "parameter": list(self.transition.parameter)}
        return ToolCall(str(self.transition.atomic_action), arguments)


class _Place(NamedTuple):
    """A view from which a move can be triggered, and how; a wait needs neither."""

    view: str
    unlocked: bool
    touch: Touch | None


class _Option(NamedTuple):
    """A best next change of the device: the move, the view to be in for it, and what it costs in switches in all."""

    move: Move
    view: str
    unlocked: bool
    touch: Touch | None
    switches: int


class Distances:
    """Distances on one device, each table made once when first asked for.

    avoid_error leaves out every move that enters the Error state, unless Error itself is the goal.
    """

    def __init__(self, dynamics: Dynamics, avoid_error: bool = False) -> None:
        self.dynamics = dynamics
        self.avoid_error = avoid_error
        self._openers = tuple(v for v in dynamics.views if dynamics.unlock_point(v) is not None)
        flags = (False, True) if self._openers else (False,)
        self._places = [(v, u) for u in flags for v in dynamics.offered(u)]
        self._ways = {state: list(self._possible(state)) for state in dynamics.machine.states}
        self._moves = {state: tuple(m for m, _ in ways) for state, ways in self._ways.items()}
        self._entries: dict[str, dict[str, int]] = {}
        self._switches: dict[str, dict[Configuration, int]] = {}
        self._options: dict[tuple[Configuration, str], tuple[_Option, ...]] = {}

    @cached_property
    def safe(self) -> Distances:
        """The same device without the ways through Error; a cost may then be higher, or None."""
        return self if self.avoid_error else Distances(self.dynamics, avoid_error=True)

    def transitions(self, goal: str) -> dict[str, int]:
        """State -> fewest actions from rest there until the device enters `goal`; a state without a way is left out."""
        if goal not in self._entries:
            found: dict[str, int] = {}
            usable = {s: [m for m in moves if self._allowed(m, goal)] for s, moves in self._moves.items()}
            frontier = {s for s, moves in usable.items() if any(goal in m.visited for m in moves)}
            distance = 0
            while frontier:
                distance += 1
                found.update(dict.fromkeys(frontier, distance))
                near = frontier
                frontier = {s for s, moves in usable.items() if s not in found and any(m.rest in near for m in moves)}
            self._entries[goal] = found
        return self._entries[goal]

    def reachable(self, state: str) -> set[str]:
        """States in which the device can come to rest, `state` among them."""
        seen, todo = {state}, [state]
        while todo:
            for move in self._moves[todo.pop()]:
                if move.rest not in seen:
                    seen.add(move.rest)
                    todo.append(move.rest)
        return seen

    def cost(self, at: Configuration, goal: str) -> Cost | None:
        """Best cost of entering `goal` from `at`; None when no way leads there."""
        transitions = self.transitions(goal).get(at.state)
        return None if transitions is None else Cost(transitions, self._table(goal)[at])

    def costs(self, at: Configuration, goals: Sequence[str]) -> list[Cost] | None:
        """Best cost of each goal in order, from the best ends of the one before; None when one cannot be reached.

        A goal that the chain behind the one before reaches by itself costs (0, 0).
        """
        ends, costs = {at}, []
        while len(costs) < len(goals):
            goal = goals[len(costs)]
            found = {end: self.cost(end, goal) for end in ends}
            known = [cost for cost in found.values() if cost is not None]
            if not known:
                return None
            best = min(known)
            ends = set().union(*(self._ends(end, goal) for end, cost in found.items() if cost == best))
            costs.append(best)
            costs += [Cost(0, 0)] * (self.goals_after(goals, len(costs) - 1) - len(costs))
        return costs

    def goals_after(self, goals: Sequence[str], index: int) -> int:
        """How many goals are done once goal `index` is entered: it, and those that the chain behind it enters."""
        done = index + 1
        for state in self.dynamics.settled[goals[index]][0][1:]:
            if done < len(goals) and state == goals[done]:
                done += 1
        return done

    def plan(self, at: Configuration, goal: str, rng: random.Random | None = None) -> list[PlanItem] | None:
        """One best sequence of actions that enters `goal`; `rng` breaks ties, else the machine's own order does."""
        if self.cost(at, goal) is None:
            return None
        items: list[PlanItem] = []
        while True:
            options = self._best(at, goal)
            option = options[0] if rng is None else rng.choice(options)
            move = option.move
            for item in self._route(at, option.view, option.unlocked, rng):
                items.append(item)
                at = item.after
            at = at._replace(state=move.rest)
            if option.touch is None:
                items.append(PlanItem("wait", at.view, at, move.component, move.transition, visited=move.visited))
            else:
                box, x, y = option.touch
                items.append(PlanItem("act", at.view, at, move.component, move.transition, box, (x, y), move.visited))
            if goal in move.visited:
                return items

    def _allowed(self, move: Move, goal: str) -> bool:
        return not self.avoid_error or goal == ERROR_STATE or ERROR_STATE not in move.visited

    def _possible(self, state: str) -> Iterator[tuple[Move, list[_Place]]]:
        """Moves that the agent can trigger and, unless it is a wait, the places from which it can."""
        for move in self.dynamics.moves[state]:
            key = (move.component, move.number)
            places = []
            for view, unlocked in self._places:
                touch = self.dynamics.touches(Configuration(state, view, unlocked)).get(key)
                if touch is not None:
                    places.append(_Place(view, unlocked, touch))
            if places or move.component == TIMED_WAIT:
                yield move, places

    def _hops(self, view: str, unlocked: bool, to: str, then: bool) -> int | None:
        """Fewest switches from one view to another that end with the dashboard unlocked or not, as `then` says."""
        if unlocked == then:
            return int(view != to)
        if unlocked:
            return None
        opened = 1 if view in self._openers else 2
        return opened if to == DASHBOARD else opened + 1

    def _route(self, at: Configuration, view: str, unlocked: bool, rng: random.Random | None) -> list[PlanItem]:
        items: list[PlanItem] = []
        if unlocked and not at.unlocked:
            if at.view not in self._openers:
                opener = self._openers[0] if rng is None else rng.choice(self._openers)
                at = at._replace(view=opener)
                items.append(PlanItem("switch", opener, at))
            touch = self.dynamics.unlock_point(at.view)
            assert touch is not None
            at = at._replace(view=DASHBOARD, unlocked=True)
            items.append(PlanItem("switch", DASHBOARD, at, box=touch.box, point=(touch.x, touch.y)))
        if at.view != view:
            items.append(PlanItem("switch", view, at._replace(view=view)))
        return items

    def _table(self, goal: str) -> dict[Configuration, int]:
        """Configuration -> fewest switches along a way of the fewest transitions; nearer states come first."""
        if goal not in self._switches:
            table = self._switches[goal] = {}
            for state in sorted(self.transitions(goal), key=self.transitions(goal).__getitem__):
                for view, unlocked in self._places:
                    at = Configuration(state, view, unlocked)
                    table[at] = min(option.switches for option in self._all_options(at, goal))
        return self._switches[goal]

    def _all_options(self, at: Configuration, goal: str) -> Iterator[_Option]:
        """Every next change on a way of the fewest transitions, in every view in which it can be made."""
        left, table = self.transitions(goal), self._switches[goal]
        for move, places in self._ways[at.state]:
            enters = goal in move.visited
            if not self._allowed(move, goal) or not (enters or left.get(move.rest) == left[at.state] - 1):
                continue
            for view, unlocked, touch in places or [_Place(at.view, at.unlocked, None)]:
                hops = self._hops(at.view, at.unlocked, view, unlocked)
                if hops is not None:
                    tail = 0 if enters else table[Configuration(move.rest, view, unlocked)]
                    yield _Option(move, view, unlocked, touch, hops + tail)

    def _best(self, at: Configuration, goal: str) -> tuple[_Option, ...]:
        key = (at, goal)
        if key not in self._options:
            fewest = self._table(goal)[at]
            self._options[key] = tuple(o for o in self._all_options(at, goal) if o.switches == fewest)
        return self._options[key]

    def _ends(self, at: Configuration, goal: str) -> set[Configuration]:
        """Where the best ways to `goal` from `at` leave the device and the view."""
        ends: set[Configuration] = set()
        seen, todo = {at}, [at]
        while todo:
            for option in self._best(todo.pop(), goal):
                to = Configuration(option.move.rest, option.view, option.unlocked)
                if goal in option.move.visited:
                    ends.add(to)
                elif to not in seen:
                    seen.add(to)
                    todo.append(to)
        return ends


_KEPT = 64
_recent: OrderedDict[int, tuple[StateMachine, Distances]] = OrderedDict()


def distances_of(machine: StateMachine) -> Distances:
    """Distances of a machine object, shared by its last users."""
    kept = _recent.get(id(machine))
    if kept is None or kept[0] is not machine:
        kept = _recent[id(machine)] = (machine, Distances(Dynamics(machine)))
    _recent.move_to_end(id(machine))
    while len(_recent) > _KEPT:
        _recent.popitem(last=False)
    return kept[1]


def plan(
    machine: StateMachine,
    state: str,
    view: str,
    unlocked: bool,
    goal: str,
    rng: random.Random | None = None,
    avoid_error: bool = False,
) -> list[PlanItem] | None:
    """One best sequence of actions that enters `goal` from rest in `state`; None when no way leads there."""
    distances = distances_of(machine)
    return (distances.safe if avoid_error else distances).plan(Configuration(state, view, unlocked), goal, rng)
