"""A device's state machine, compiled: a pure function (configuration, call) -> change, with no JSON and no drawing.

`Dynamics(machine).act(at, action, x, y, parameter)` answers by the hierarchical check of VGEBench 3.4:
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

from collections.abc import Iterator, Sequence

from envs.devices.faces import (
    ACTIVE_UNLOCK_TEXT,
    HINT_TEXT,
    LOOK_ONLY_TEXT,
    NO_REGION_TEXT,
    PASSIVE_UNLOCK_TEXT,
    RANGE,
    Area,
    Change,
    Configuration,
    Face,
    Move,
    Touch,
    points_of,
    span,
)
from envs.devices.machine import (
    ERROR_STATE,
    IMMEDIATE,
    TIMED_WAIT,
    UNTOUCHED,
    Box,
    MachineError,
    StateMachine,
    require_operable,
)
from envs.devices.views import AXONOMETRIC_VIEWS, DASHBOARD, STANDARD_VIEWS
from envs.episode import Event, EventKind

__all__ = ["Change", "Configuration", "Dynamics", "Move", "Touch", "sentences"]


class Dynamics:
    """One device's compiled state machine. Raises MachineError, naming the field, for one that cannot be operated."""

    def __init__(self, machine: StateMachine) -> None:
        self.machine = require_operable(machine)
        self.views: tuple[str, ...] = (*STANDARD_VIEWS, *AXONOMETRIC_VIEWS)
        if not machine.dashboard and _uses_dashboard(machine):
            # VGEBench's files do not say where the small panel is seen from afar, so there is nothing to unlock it by.
            self.views = (*self.views, DASHBOARD)
        self.all_views = (*self.views, DASHBOARD) if machine.dashboard else self.views
        self._check_views()
        self.settled = {state: self._settle(state) for state in machine.states}
        self.rest = self.settled[machine.initial_state][0][-1]
        self.moves: dict[str, tuple[Move, ...]] = {s: tuple(self._moves_from(s)) for s in machine.states}
        self._faces: dict[Configuration, Face] = {}

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
                        return face.closer
                return face.no_region
        return face.switches.get(view) or face.no_view

    def touches(self, at: Configuration) -> dict[tuple[str, int], Touch]:
        """Moves that can be triggered right here, as (component, number) -> a point that does, near the box's centre.

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
                left, right = span(box.coordinate[0], box.coordinate[2], box.coordinate[4])
                top, bottom = span(box.coordinate[1], box.coordinate[3], box.coordinate[5])
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
                left, right = span(box.coordinate[0], box.coordinate[2], box.coordinate[4])
                top, bottom = span(box.coordinate[1], box.coordinate[3], box.coordinate[5])
                spans.append((left, top, right, bottom))
        return spans

    def _compile(self, at: Configuration) -> Face:
        face = Face(at)
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
        face.no_view = Change(at, Event(EventKind.SYSTEM, notice))
        face.no_region = Change(at, Event(EventKind.SYSTEM, NO_REGION_TEXT))
        face.closer = Change(opened._replace(view=DASHBOARD), Event(EventKind.UNLOCK, ACTIVE_UNLOCK_TEXT))
        boxes: dict[tuple[str, Box], Area] = {}
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
                area = boxes.setdefault((move.component, box), Area(box, miss))
                if parameter:
                    area.exact.setdefault((action, parameter), change)
                else:
                    area.any.setdefault(action, change)
        face.areas = sorted(boxes.values(), key=lambda area: area.share)
        self._faces[at] = face
        return face

    def _find_touches(self, at: Configuration, face: Face) -> Iterator[tuple[tuple[str, int], Touch]]:
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
                points = points_of(area, edges_x, edges_y)
                point = next((p for p in points if face.touch(action, *p, parameter).move is move), None)
                if point is not None:
                    yield (move.component, move.number), Touch(area.box, *point)
                    break


def _uses_dashboard(machine: StateMachine) -> bool:
    transitions = (t for state in machine.states.values() for ts in state.on.values() for t in ts)
    return any(box.view == DASHBOARD for transition in transitions for box in transition.bbox)


def sentences(parts: Sequence[str]) -> str:
    """Descriptions as running text, each part as it is, set apart by full stops where it has none of its own."""
    kept = [part.strip() for part in parts if part.strip()]
    return " ".join(part if part[-1] in ".!?" else part + "." for part in kept)
