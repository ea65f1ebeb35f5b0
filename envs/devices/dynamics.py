"""A device's state machine, compiled: a pure function (configuration, call) -> change, with no JSON and no drawing.

`Dynamics(machine).apply(at, name, x, y, parameter)` answers one action by the hierarchical check of VGEBench 3.4:
view allows interaction, coordinate inside the picture, locked dashboard, box hit, action type, parameters. It keeps no
state of its own; every change is built once for each configuration and then looked up.

Decided here, where the paper is silent:
* The smallest box wins, by its share of the picture. Where several tie, all of their transitions stay candidates, and
  one whose parameter is named exactly goes before one that accepts any.
* `Error` without an immediate transition returns to the initial state. A chain that would never end is refused.
* An initial state that is immediate settles at once: a device never rests in a state that it leaves by itself.
* Notices say the same whether a device has no dashboard or a locked one, so that asking does not give it away.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from envs.devices.machine import (
    ERROR_STATE,
    IMMEDIATE,
    TIMED_WAIT,
    UNTOUCHED,
    Box,
    MachineError,
    StateMachine,
    Transition,
    require_operable,
)
from envs.devices.views import AXONOMETRIC_VIEWS, DASHBOARD, STANDARD_VIEWS
from envs.episode import Event, EventKind

RANGE = 1000
"""Coordinates are integers from 0 to RANGE, relative to the picture."""

NULL_TEXT = "Nothing happened: no part responds there."
WAIT_TEXT = "Waiting had no effect."
HINT_TEXT = "It seems that this component can be operated, but not in this way."
LOOK_ONLY_TEXT = "This view is for looking only. Switch to another view to operate the device."
RANGE_TEXT = f"The coordinate lies outside the picture: both numbers must be from 0 to {RANGE}."
NO_REGION_TEXT = "There is nothing at that point to look at more closely."
ACTIVE_UNLOCK_TEXT = "You moved closer: this is the dashboard view."
PASSIVE_UNLOCK_TEXT = "The controls here are too small to operate from this view. The dashboard view is now available."


class Configuration(NamedTuple):
    """What the dynamics depend on: the machine's state, the view, and whether the dashboard is unlocked."""

    state: str
    view: str
    unlocked: bool = False


class Move(NamedTuple):
    """One way to change the device: a transition of `component` (or of timed_wait) and all that follows at once.

    visited: states entered, in order, the last of which is where the device rests.
    """

    component: str
    index: int
    transition: Transition
    visited: tuple[str, ...]
    text: str

    @property
    def rest(self) -> str:
        """The state in which the device comes to rest."""
        return self.visited[-1]


class Change(NamedTuple):
    """What one action did: where it led, what is told, which states were entered, and by which move, if any."""

    to: Configuration
    event: Event
    visited: tuple[str, ...] = ()
    move: Move | None = None


class Touch(NamedTuple):
    """A point, integers 0 to RANGE, that triggers a move in some configuration; it lies in `box`."""

    box: Box
    x: int
    y: int


class _Area:
    """One box of a face and what each (action, parameter) on it does."""

    __slots__ = ("box", "left", "top", "right", "bottom", "share", "exact", "any", "miss")

    def __init__(self, box: Box, miss: Change) -> None:
        self.box = box
        self.left, self.right = _span(box.coordinate[0], box.coordinate[2], box.coordinate[4])
        self.top, self.bottom = _span(box.coordinate[1], box.coordinate[3], box.coordinate[5])
        self.share = box.relative_area
        self.exact: dict[tuple[str, tuple[str, ...]], Change] = {}
        self.any: dict[str, Change] = {}
        self.miss = miss


class _Face:
    """A configuration, compiled: what can be touched, and the ready-made answers."""

    __slots__ = ("looking_only", "out_of_range", "null", "wait", "regions", "unlock", "areas", "switches", "touches")

    def __init__(self, at: Configuration) -> None:
        self.looking_only: Change | None = None
        self.out_of_range = Change(at, Event(EventKind.SYSTEM, RANGE_TEXT))
        self.null = Change(at, Event(EventKind.NULL, NULL_TEXT))
        self.wait = Change(at, Event(EventKind.NULL, WAIT_TEXT))
        self.regions: list[tuple[int, int, int, int]] = []
        self.unlock = self.null
        self.areas: list[_Area] = []
        self.switches: dict[str, Change] = {}
        self.touches: dict[tuple[str, int], Touch] | None = None

    def touch(self, action: str, x: int, y: int, parameter: tuple[str, ...]) -> Change:
        if self.looking_only is not None:
            return self.looking_only
        if not (0 <= x <= RANGE and 0 <= y <= RANGE):
            return self.out_of_range
        for left, top, right, bottom in self.regions:
            if left <= x <= right and top <= y <= bottom:
                return self.unlock
        hits: list[_Area] = []
        share = 0.0
        for area in self.areas:  # smallest first
            if hits and area.share > share:
                break
            if area.left <= x <= area.right and area.top <= y <= area.bottom:
                hits.append(area)
                share = area.share
        if not hits:
            return self.null
        for area in hits:
            if change := area.exact.get((action, parameter)):
                return change
        for area in hits:
            if change := area.any.get(action):
                return change
        return hits[0].miss


class Dynamics:
    """One device's compiled state machine. Raises MachineError, naming the field, for one that cannot be operated."""

    def __init__(self, machine: StateMachine) -> None:
        self.machine = require_operable(machine)
        self.views: tuple[str, ...] = (*STANDARD_VIEWS, *AXONOMETRIC_VIEWS)
        self.all_views = (*self.views, DASHBOARD) if machine.dashboard else self.views
        self._check_views()
        self.settled = {state: self._settle(state) for state in machine.states}
        self.rest = self.settled[machine.initial_state][0][-1]
        self.moves: dict[str, tuple[Move, ...]] = {s: tuple(self._moves_from(s)) for s in machine.states}
        self._faces: dict[Configuration, _Face] = {}

    def start(self, view: str = "front") -> Configuration:
        """Where a device stands before anyone touched it."""
        return Configuration(self.rest, view, False)

    def offered(self, unlocked: bool) -> tuple[str, ...]:
        """Views that the policy may name."""
        return self.all_views if unlocked else self.views

    def act(self, at: Configuration, action: str, x: int, y: int, parameter: tuple[str, ...] = ()) -> Change:
        """A physical action at (x, y); any integers are answered."""
        return (self._faces.get(at) or self._compile(at)).touch(action, x, y, parameter)

    def wait(self, at: Configuration) -> Change:
        """timed_wait: a transition where the state has a temporal one, else a null event."""
        return (self._faces.get(at) or self._compile(at)).wait

    def switch(self, at: Configuration, view: str, x: int | None = None, y: int | None = None) -> Change:
        """switch_view; with (x, y) a closer look at that point, which is how the dashboard is opened."""
        face = self._faces.get(at) or self._compile(at)
        if x is not None and y is not None:
            if not (0 <= x <= RANGE and 0 <= y <= RANGE):
                return face.out_of_range
            if view == DASHBOARD and not at.unlocked:
                for left, top, right, bottom in self._regions(at.view):
                    if left <= x <= right and top <= y <= bottom:
                        return face.switches["+"]
                return face.switches["-"]
        return face.switches.get(view) or face.switches["?"]

    def touches(self, at: Configuration) -> dict[tuple[str, int], Touch]:
        """Moves that can be triggered right here, as (component, index) -> a point that does, near the box's centre.

        A box that smaller ones or the locked dashboard cover wholly is not among them.
        """
        face = self._faces.get(at) or self._compile(at)
        if face.touches is None:
            face.touches = {} if face.looking_only else dict(self._find_touches(at, face))
        return face.touches

    def unlock_point(self, view: str) -> Touch | None:
        """A point of `view` at which a closer look opens the dashboard."""
        for box in self.machine.dashboard:
            if box.view == view:
                left, right = _span(box.coordinate[0], box.coordinate[2], box.coordinate[4])
                top, bottom = _span(box.coordinate[1], box.coordinate[3], box.coordinate[5])
                if left <= right and top <= bottom:
                    return Touch(box, (left + right) // 2, (top + bottom) // 2)
        return None

    def _check_views(self) -> None:
        known = (*self.views, DASHBOARD)
        for name, state in self.machine.states.items():
            for component, transitions in state.on.items():
                for i, transition in enumerate(transitions):
                    for j, box in enumerate(transition.bbox):
                        if box.view not in known:
                            where = f"states.{name}.on.{component}[{i}].bbox[{j}].view"
                            raise MachineError(f"{where}: {box.view!r} is no view ({', '.join(known)})")
        for j, box in enumerate(self.machine.dashboard):
            if box.view not in self.views:
                raise MachineError(f"dashboard[{j}].view: {box.view!r} is no view ({', '.join(self.views)})")

    def _settle(self, state: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """States entered from `state` on, itself first, and what the immediate transitions on the way tell."""
        visited, told = [state], []
        initial = self.machine.initial_state
        while True:
            on = self.machine.states[visited[-1]].on
            if IMMEDIATE in on:
                told.append(on[IMMEDIATE][0].transition_description)
                following = on[IMMEDIATE][0].next_state
            elif visited[-1] == ERROR_STATE and initial != ERROR_STATE:
                following = initial
            else:
                return tuple(visited), tuple(told)
            if following in visited:
                raise MachineError(f"states.{state}: the chain of states that follow at once never ends")
            visited.append(following)

    def _moves_from(self, state: str) -> Iterator[Move]:
        for component, transitions in self.machine.states[state].on.items():
            if component == IMMEDIATE:
                continue
            for i, transition in enumerate(transitions):
                visited, told = self.settled[transition.next_state]
                ending = self.machine.states[visited[-1]].description
                text = sentences((transition.transition_description, *told, ending))
                yield Move(component, i, transition, visited, text)

    def _regions(self, view: str) -> list[tuple[int, int, int, int]]:
        spans = []
        for box in self.machine.dashboard:
            if box.view == view:
                left, right = _span(box.coordinate[0], box.coordinate[2], box.coordinate[4])
                top, bottom = _span(box.coordinate[1], box.coordinate[3], box.coordinate[5])
                spans.append((left, top, right, bottom))
        return spans

    def _compile(self, at: Configuration) -> _Face:
        face = _Face(at)
        if at.view in AXONOMETRIC_VIEWS:
            face.looking_only = Change(at, Event(EventKind.SYSTEM, LOOK_ONLY_TEXT))
        opened = at._replace(unlocked=True)
        if not at.unlocked:
            face.regions = self._regions(at.view)
            face.unlock = Change(opened, Event(EventKind.UNLOCK, PASSIVE_UNLOCK_TEXT))
        offered = self.offered(at.unlocked)
        for view in offered:
            face.switches[view] = Change(at._replace(view=view), Event(EventKind.VIEW, f"This is the {view} view."))
        notice = f"There is no such view to switch to. The views are: {', '.join(offered)}."
        face.switches["?"] = Change(at, Event(EventKind.SYSTEM, notice))  # no view bears these three names
        face.switches["-"] = Change(at, Event(EventKind.SYSTEM, NO_REGION_TEXT))
        closer = opened._replace(view=DASHBOARD)
        face.switches["+"] = Change(closer, Event(EventKind.UNLOCK, ACTIVE_UNLOCK_TEXT))
        boxes: dict[tuple[str, Box], _Area] = {}
        for move in self.moves[at.state]:
            data = {"component": move.component}
            event = Event(EventKind.TRANSITION, move.text, data=data)
            change = Change(at._replace(state=move.rest), event, move.visited, move)
            if move.component == TIMED_WAIT:
                face.wait = change
                continue
            action, parameter = str(move.transition.atomic_action), move.transition.parameter
            for box in move.transition.bbox:
                if box.view != at.view:
                    continue
                miss = Change(at, Event(EventKind.OPERATIONAL_ERROR, HINT_TEXT, data=data))
                area = boxes.setdefault((move.component, box), _Area(box, miss))
                if parameter:
                    area.exact.setdefault((action, parameter), change)
                else:
                    area.any.setdefault(action, change)
        face.areas = sorted(boxes.values(), key=lambda area: area.share)
        self._faces[at] = face
        return face

    def _find_touches(self, at: Configuration, face: _Face) -> Iterator[tuple[tuple[str, int], Touch]]:
        spans = [(a.left, a.top, a.right, a.bottom) for a in face.areas] + face.regions
        edges_x = [edge for left, _, right, _ in spans for edge in (left, right + 1)]
        edges_y = [edge for _, top, _, bottom in spans for edge in (top, bottom + 1)]
        for move in self.moves[at.state]:
            if move.component in UNTOUCHED:
                continue
            action, parameter = str(move.transition.atomic_action), move.transition.parameter
            for area in face.areas:
                if area.box not in move.transition.bbox:
                    continue
                points = _points(area, edges_x, edges_y)
                point = next((p for p in points if face.touch(action, *p, parameter).move is move), None)
                if point is not None:
                    yield (move.component, move.index), Touch(area.box, *point)
                    break


def sentences(parts: Sequence[str]) -> str:
    """Descriptions as running text, each part as it is, set apart by full stops where it has none of its own."""
    kept = [part.strip() for part in parts if part.strip()]
    return " ".join(part if part[-1] in ".!?" else part + "." for part in kept)


def _span(start: float, length: float, whole: float) -> tuple[int, int]:
    """First and last integer of 0..RANGE whose pixel start <= i * whole / RANGE <= start + length, as `Box.contains`."""
    low, high = math.ceil(start * RANGE / whole), math.floor((start + length) * RANGE / whole)
    # Dividing the other way round may be off by one; the box's own arithmetic decides.
    low += low * whole / RANGE < start
    low -= low > 0 and (low - 1) * whole / RANGE >= start
    high -= high * whole / RANGE > start + length
    high += high < RANGE and (high + 1) * whole / RANGE <= start + length
    return max(low, 0), min(high, RANGE)


def _points(area: _Area, edges_x: list[int], edges_y: list[int]) -> list[tuple[int, int]]:
    """Points of an area, its centre first, one at least in every cell that the edges of all boxes cut out of it."""
    middle = ((area.left + area.right) // 2, (area.top + area.bottom) // 2)
    if area.left > area.right or area.top > area.bottom:
        return []
    xs, ys = _cells(area.left, area.right, edges_x), _cells(area.top, area.bottom, edges_y)
    rest = ((x, y) for x in xs for y in ys)
    return [middle, *sorted(rest, key=lambda p: (p[0] - middle[0]) ** 2 + (p[1] - middle[1]) ** 2)]


def _cells(low: int, high: int, edges: list[int]) -> list[int]:
    """The middle of each stretch into which `edges` (first integers of a new stretch) cut low..high."""
    starts = sorted({low, *(e for e in edges if low < e <= high)})
    return [(a + b - 1) // 2 for a, b in zip(starts, [*starts[1:], high + 1], strict=True)]
