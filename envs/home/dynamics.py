"""What each tool does, as a pure function of the state: the next state, and what is told (REAL 3.1).

Nothing here is an oracle. Going needs an id that the map knows; looking finds what the camera sees; everything that
moves a thing refers to a mark of the latest exploration and fails as a robot would: out of reach, behind a closed door,
with full hands, without room, behind other things, or for a mark that there is not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from envs.episode import Event, EventKind, Severity, ToolCall
from envs.home import tools
from envs.home.exploration import Mark, find_mark, merge, number_marks
from envs.home.eyes import Eyes
from envs.home.objects import ObjectModel
from envs.home.placement import Placement
from envs.home.scene import EYE_HEIGHT, Receptacle, Scene, Viewpoint
from envs.home.settle import NoRoomError, settle
from envs.home.state import HomeState, View
from envs.rendering.node import Vector

CLEAR_SHARE = 0.35
"""Least share of a thing that must be seen from where one looks to grasp it."""
CLOSE_UP = 0.75
"""Metres between the eye and what it gazes at."""
NUMBER = re.compile(r"\s*[0-9]{1,9}\s*")
"""A mark's number that was given as a text."""
SPOTS_KEPT = 256
"""Spots on which things were put down that are remembered."""
MOST_TOLD = 24
"""Things that one exploration lists; a person would not read more."""


@dataclass(frozen=True)
class Change:
    """The state after an action, and the events that tell of it."""

    to: HomeState
    events: tuple[Event, ...]


class Failed(Exception):
    """An action that did not work. code: for metrics. severity: how bad. The message is told to the policy."""

    def __init__(self, code: str, severity: Severity, text: str) -> None:
        super().__init__(text)
        self.code, self.severity = code, severity


class HomeDynamics:
    """The tools but for `ask`, which is the simulated user's, on one scene with one task's objects."""

    def __init__(self, scene: Scene, objects: Mapping[str, ObjectModel], eyes: Eyes, seed: int) -> None:
        self.scene, self.objects, self.eyes, self.seed = scene, dict(objects), eyes, seed
        self._spot = lru_cache(SPOTS_KEPT)(self._find_spot)  # planner and players put the same things down again
        self._tools: dict[str, Callable[[HomeState, ToolCall], Change]] = {
            tools.NAV_TO: self._go,
            tools.WALK_AROUND: self._walk_around,
            tools.SHOW: self._show,
            tools.GAZE_AT: self._gaze,
            tools.PICK: self._pick,
            tools.PLACE: self._place,
            tools.OPEN: lambda state, call: self._turn(state, call, True),
            tools.CLOSE: lambda state, call: self._turn(state, call, False),
        }

    def act(self, state: HomeState, call: ToolCall) -> Change:
        """Apply a call whose arguments fit their schema; KeyError for a tool that is not of these."""
        try:
            return self._tools[call.name](state, call)
        except Failed as failed:
            data = {"code": failed.code, "tool": call.name, **call.arguments}
            text = f"{call.name} failed ({failed.severity.value}): {failed}"
            return Change(state, (Event(EventKind.FAILED, text, failed.severity, data),))

    # -- going and looking ----------------------------------------------------------------------------------------

    def _go(self, state: HomeState, call: ToolCall) -> Change:
        name = str(call.arguments["receptacle"])
        if name not in self.scene.receptacles:
            raise Failed("unknown_receptacle", Severity.MINOR, f"the map has no receptacle {name[:40]!r}.")
        view = front(self.scene.receptacles[name])
        if state.at == name and state.view == view:
            return Change(
                state, (Event(EventKind.NULL, f"You stand before {name} already.", data={"tool": call.name}),)
            )
        after = replace(state, at=name, view=view, seen=_with(state.seen, [name]))
        return Change(after, (Event(EventKind.VIEW, f"You stand before {name}."),))

    def _walk_around(self, state: HomeState, call: ToolCall) -> Change:
        receptacle = self._here(state)
        views = [around(receptacle, i) for i in range(len(receptacle.viewpoints))]
        found = [[d for d in self.eyes.found(state, view) if self._belongs(state, d.owner)] for view in views]
        marks = number_marks(merge(found), receptacle.id)
        best = max(range(len(views)), key=lambda i: (len(found[i]), -i))
        after = self._explored(state, marks, views[best])
        return Change(after, (Event(EventKind.VIEW, self._listed(after, f"at {receptacle.id}")),))

    def _show(self, state: HomeState, call: ToolCall) -> Change:
        receptacle = self._here(state)
        asked = str(call.arguments["category"])
        seen = [d for d in self.eyes.found(state, state.view) if self._belongs(state, d.owner)]
        marks = number_marks([d for d in seen if answers_to(d.label, asked)], receptacle.id)
        after = self._explored(state, marks, state.view)
        if not marks:
            return Change(after, (Event(EventKind.VIEW, f"No {asked} was found in this view."),))
        return Change(after, (Event(EventKind.VIEW, self._listed(after, "in this view")),))

    def _gaze(self, state: HomeState, call: ToolCall) -> Change:
        mark = self._mark(state, call.arguments["mark"])
        self._in_reach(state, mark)
        view = self._close_up(state, mark)
        if view == state.view:
            return Change(state, (Event(EventKind.NULL, "You look at it already.", data={"tool": call.name}),))
        return Change(replace(state, view=view), (Event(EventKind.VIEW, f"You look closely at mark {mark.number}."),))

    def _explored(self, state: HomeState, marks: tuple[Mark, ...], view: View) -> HomeState:
        return replace(state, marks=marks, view=view, seen=_with(state.seen, [m.target for m in marks]))

    def _listed(self, state: HomeState, where: str) -> str:
        """What an exploration tells: labels by number, and which of them the picture does not show."""
        if not state.marks:
            return f"Nothing was found {where}."
        told = ", ".join(f"{mark.number} {mark.label}" for mark in state.marks[:MOST_TOLD])
        visible = {mark.number for mark in self.eyes.visible(state)}
        hidden = [str(mark.number) for mark in state.marks if mark.number not in visible]
        more = f" Not in this view: {', '.join(hidden)}." if hidden else ""
        return f"Found {where}: {told}.{more}"

    def _belongs(self, state: HomeState, owner: str) -> bool:
        """Whether a thing is of the receptacle before the robot; what is seen beyond it is left alone."""
        return owner.partition(".")[0] == state.at or state.graph.places.get(owner) == state.at

    def _close_up(self, state: HomeState, mark: Mark) -> View:
        """From the side of the receptacle from which most of the thing is seen."""
        receptacle = self._here(state)
        views = [
            View(f"{receptacle.id}:{i}>{mark.target}", _nearer(viewpoint, mark.anchor))
            for i, viewpoint in enumerate(receptacle.viewpoints)
        ]
        if mark.target not in self.objects:
            return views[0]
        shares = [round(self.eyes.share(state, view, mark.target), 2) for view in views]
        return views[max(range(len(views)), key=lambda i: (shares[i], -i))]

    # -- moving things --------------------------------------------------------------------------------------------

    def _pick(self, state: HomeState, call: ToolCall) -> Change:
        mark = self._mark(state, call.arguments["mark"])
        if state.graph.held is not None:
            raise Failed("hands_full", Severity.MODERATE, f"the gripper holds the {state.held_label} already.")
        if mark.target not in self.objects:
            raise Failed("not_graspable", Severity.MINOR, f"mark {mark.number} is no thing that can be taken away.")
        self._in_reach(state, mark)
        self._reach_into(state, mark.receptacle)
        if self.eyes.share(state, state.view, mark.target) < CLEAR_SHARE:
            text = f"mark {mark.number} is not in clear sight from here; gaze_at it first."
            raise Failed("occluded", Severity.MINOR, text)
        after = replace(
            state,
            graph=state.graph.picked(mark.target),
            placements=tuple(pair for pair in state.placements if pair[0] != mark.target),
            # No mark of it is left, so that what a mark stands for lies where it was found.
            marks=tuple(other for other in state.marks if other.target != mark.target),
            held_label=mark.label,
        )
        text = f"The gripper holds the {mark.label}."
        return Change(after, (Event(EventKind.TRANSITION, text, data={"object": mark.target}),))

    def _place(self, state: HomeState, call: ToolCall) -> Change:
        target = call.arguments["target"]
        name = self._named(state, target)
        held = state.graph.held
        if held is None:
            raise Failed("hands_empty", Severity.MODERATE, "the gripper is empty.")
        if name != state.at:
            raise Failed("out_of_reach", Severity.MINOR, f"{name} is out of reach; nav_to it first.")
        self._reach_into(state, name)
        places = state.graph.places
        spot = self._spot(name, held, tuple(pair for pair in state.placements if places[pair[0]] == name))
        if spot is None:
            raise Failed("no_room", Severity.MODERATE, f"there is no room left on or in {name}.")
        after = replace(
            state,
            graph=state.graph.placed(name),
            placements=tuple(sorted((*state.placements, (held, spot)))),
            held_label=None,
        )
        text = f"The {state.held_label} is at {name} now."
        return Change(after, (Event(EventKind.TRANSITION, text, data={"object": held, "receptacle": name}),))

    def _turn(self, state: HomeState, call: ToolCall, opening: bool) -> Change:
        mark = self._mark(state, call.arguments["mark"])
        name, _, part = mark.target.partition(".")
        if not part:
            raise Failed("no_handle", Severity.MINOR, f"mark {mark.number} has nothing to open or close.")
        self._in_reach(state, mark)
        if state.graph.held is not None:
            text = "the gripper is needed for the handle, but it holds something; place that first."
            raise Failed("hands_full", Severity.MODERATE, text)
        word = "open" if opening else "closed"
        if state.graph.is_open(name) == opening:
            raise Failed("no_change", Severity.MINOR, f"it is {word} already.")
        # The view from the front shows what one did, whatever one looked at before.
        after = replace(state, graph=state.graph.turned(name, opening), view=front(self.scene.receptacles[name]))
        text = f"The {mark.label} is {word} now."
        return Change(after, (Event(EventKind.TRANSITION, text, data={"receptacle": name, "open": opening}),))

    def _find_spot(self, name: str, held: str, standing: tuple[tuple[str, Placement], ...]) -> Placement | None:
        """Where a thing comes to rest beside what stands there; None without room."""
        try:
            return settle(self.scene.receptacles[name], self.objects, dict(standing), held, self.seed)[held]
        except NoRoomError:
            return None

    # -- what must hold -------------------------------------------------------------------------------------------

    def _here(self, state: HomeState) -> Receptacle:
        if state.at is None:
            raise Failed("nowhere", Severity.MINOR, "you stand before no receptacle yet; nav_to one first.")
        return self.scene.receptacles[state.at]

    def _mark(self, state: HomeState, number: int) -> Mark:
        mark = find_mark(state.marks, number)
        if mark is None:
            told = number if abs(number) < 10**9 else "of that number"
            raise Failed("unknown_mark", Severity.MINOR, f"there is no mark {told}; explore first.")
        return mark

    def _named(self, state: HomeState, target: str | int) -> str:
        """The receptacle that `place` means: named by its id, or by the mark of itself or of a thing in it."""
        if isinstance(target, str) and NUMBER.fullmatch(target):
            target = int(target)
        if isinstance(target, int):
            mark = self._mark(state, target)
            return mark.receptacle
        if target not in self.scene.receptacles:
            raise Failed("unknown_receptacle", Severity.MINOR, f"the map has no receptacle {target[:40]!r}.")
        return target

    def _in_reach(self, state: HomeState, mark: Mark) -> None:
        if mark.receptacle != state.at:
            text = f"mark {mark.number} is at {mark.receptacle}, out of reach; nav_to it first."
            raise Failed("out_of_reach", Severity.MINOR, text)

    def _reach_into(self, state: HomeState, name: str) -> None:
        if not state.graph.is_open(name):
            raise Failed("closed", Severity.MODERATE, f"{name} is closed.")


def front(receptacle: Receptacle) -> View:
    """The view from where the robot arrives."""
    return around(receptacle, 0)


def around(receptacle: Receptacle, number: int) -> View:
    """One of the views around a receptacle."""
    return View(f"{receptacle.id}:{number}", receptacle.viewpoints[number])


def answers_to(label: str, asked: str) -> bool:
    """Whether an open-vocabulary detector asked for `asked` finds a thing that it calls `label`.

    It does when the words asked for are the label's last: "mug" finds a coffee mug, "coffee mug" no tea mug. A plural s
    is forgiven, and an underscore is a space.
    """
    wanted = asked.lower().replace("_", " ").split()
    words = label.lower().split()
    if not wanted or len(wanted) > len(words):
        return False
    end = words[len(words) - len(wanted) :]
    return end[:-1] == wanted[:-1] and wanted[-1] in (end[-1], f"{end[-1]}s", f"{end[-1]}es")


def _nearer(viewpoint: Viewpoint, anchor: Vector) -> Viewpoint:
    """A close-up of a point from the viewpoint's side, from above rather than from below."""
    x, y, z = (e - a for e, a in zip(viewpoint.eye, anchor, strict=True))
    z = max(z, 0.2)
    length = (x * x + y * y + z * z) ** 0.5
    scale = min(1.0, CLOSE_UP / max(length, 1e-6))
    eye = (anchor[0] + scale * x, anchor[1] + scale * y, min(anchor[2] + scale * z, EYE_HEIGHT + 0.3))
    return Viewpoint(eye, anchor)


def _with(known: tuple[str, ...], more: list[str]) -> tuple[str, ...]:
    return tuple(sorted({*known, *more}))
