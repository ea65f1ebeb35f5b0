"""What an action was aimed at, beside what would have brought the present goal nearer: the facts that the metrics of
VGEBench need (appendices B and F). All of it is privileged.

A **target** is a component with a transition, from the present state, to one that is strictly nearer to the present
goal, or that enters it (F.3, Target Interaction Rate). It counts as visible where one of its boxes is in the view.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from envs.devices.distance import Distances
from envs.devices.dynamics import Configuration
from envs.devices.faces import RANGE, span
from envs.devices.machine import UNTOUCHED, Box
from envs.devices.views import AXONOMETRIC_VIEWS


class Situation(NamedTuple):
    """What a step tells of one configuration with so many goals done; the same in every episode of a task.

    key: names it. distance, actions: what is left until all goals are done. goal: the present one, None when there is
    none. goal_actions, target: actions until it is reached, and whether this view shows a target.
    """

    at: Configuration
    key: str
    distance: int | None
    actions: int | None
    goal: str | None
    goal_actions: int | None
    target: bool


class Touched(NamedTuple):
    """What a touch met. component: the one whose box holds the point, the smallest box's if several; None beside all.

    on_target: whether a target's box holds the point. right_action: whether one of those targets is worked by this
    action, whatever the parameter. gap: distance to the nearest target's box, on a scale of 1000 a side, 0 inside; None
    when no target is in the view, or the point outside the picture.
    """

    component: str | None
    on_target: bool
    right_action: bool
    gap: float | None


class _Spot(NamedTuple):
    """A box in whole coordinates, its edges included."""

    component: str
    left: int
    top: int
    right: int
    bottom: int


class _Aim(NamedTuple):
    """spots: of every component in this view, smallest first. targets: those of `actions`' components.

    actions: component that is a target -> the actions that work it well.
    """

    spots: tuple[_Spot, ...]
    targets: tuple[_Spot, ...]
    actions: dict[str, frozenset[str]]


class Grounding:
    """Aims on one device, each worked out once."""

    def __init__(self, distances: Distances) -> None:
        self.distances = distances
        self._aims: dict[tuple[str, str, str], _Aim] = {}
        self._outlooks: dict[tuple[Configuration, str], tuple[int | None, bool]] = {}

    def outlook(self, at: Configuration, goal: str) -> tuple[int | None, bool]:
        """Actions of the best plan that enters `goal`, None without a way, and whether this view shows a target."""
        key = (at, goal)
        found = self._outlooks.get(key)
        if found is None:
            cost = self.distances.cost(at, goal)
            seen = bool(self._aim(at, goal).targets)
            found = self._outlooks[key] = (None if cost is None else cost.steps, seen)
        return found

    def touch(self, at: Configuration, goal: str, action: str, x: int, y: int) -> Touched:
        """What an action at (x, y), any integers, met in this view."""
        if not (0 <= x <= RANGE and 0 <= y <= RANGE):
            return Touched(None, False, False, None)
        spots, targets, actions = self._aim(at, goal)
        hit = [c for c, left, top, right, bottom in spots if left <= x <= right and top <= y <= bottom]
        good = [c for c in hit if c in actions]
        gap: float | None = None
        if good:
            gap = 0.0
        elif targets:
            gap = min(
                math.hypot(max(left - x, x - right, 0), max(top - y, y - bottom, 0))
                for _, left, top, right, bottom in targets
            )
        return Touched(hit[0] if hit else None, bool(good), any(action in actions[c] for c in good), gap)

    def _aim(self, at: Configuration, goal: str) -> _Aim:
        key = (at.state, at.view, goal)
        found = self._aims.get(key)
        if found is None:
            found = self._aims[key] = self._find(at, goal)
        return found

    def _find(self, at: Configuration, goal: str) -> _Aim:
        dynamics, left = self.distances.dynamics, self.distances.transitions(goal)
        boxes = {
            (component, box)
            for component, transitions in dynamics.machine.states[at.state].on.items()
            if component not in UNTOUCHED and at.view not in AXONOMETRIC_VIEWS
            for transition in transitions
            for box in transition.bbox
            if box.view == at.view
        }
        actions: dict[str, set[str]] = {}
        for move in dynamics.moves[at.state]:
            nearer = left.get(move.rest, math.inf) < left.get(at.state, math.inf)
            if move.component not in UNTOUCHED and (nearer or goal in move.visited):
                actions.setdefault(move.component, set()).add(str(move.transition.atomic_action))
        ordered = sorted(boxes, key=lambda pair: (pair[1].relative_area, pair[0], pair[1].coordinate))
        spots = tuple(_spot(component, box) for component, box in ordered)
        targets = tuple(spot for spot in spots if spot.component in actions)
        return _Aim(spots, targets, {name: frozenset(names) for name, names in actions.items()})


def _spot(component: str, box: Box) -> _Spot:
    x, y, w, h, width, height = box.coordinate
    (left, right), (top, bottom) = span(x, w, width), span(y, h, height)
    return _Spot(component, left, top, right, bottom)
