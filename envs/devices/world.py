"""The device world: a household device as a state machine, seen in nine views (VGEBench 3.4 and appendix D).

The world is symbolic first: a `WorldState`, dynamics that are a pure function, and a picture that is a function of
(device, state, view). With `render=False` and a device from a file or the cache, MuJoCo is never imported.
Each picture is rendered and encoded once in the life of its library; `Step.info` holds the privileged numbers:

    distance, distance_before   changes of the device until all goals are done, after and before the step
    distance_bound              the largest finite distance from any state within reach; no way left is bound + 1
    actions, actions_before     actions of the best plan until all goals are done, switches of the view included
    actions_bound               twice those of the best plan at the start
    goals_done, goals_total, global, local, state, view

With goals, also what metrics need (`envs.devices.grounding`):

    goal_actions_before         actions of the best plan for the present goal alone, before the step
    target_before, target_after whether the view shows a part that brings the present goal nearer
    touched, on_target, right_action, target_gap    for a touch of the picture: what it met
    plan_states                 in the first step: the states of one best plan, the start's among them

Distances and budgets are None in free play (a task without goals), which never ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StrictStr, ValidationError, model_validator

from envs.devices.budget import Objective, WorldState
from envs.devices.distance import Distances
from envs.devices.dynamics import Change, Configuration
from envs.devices.grounding import Situation
from envs.devices.machine import ATOMIC_ACTIONS, first_error
from envs.devices.sources import DeviceLibrary, DeviceSource, LoadedDevice
from envs.devices.tools import SWITCH, TOOLS, WAIT
from envs.environment import ReplyError, TaskError, ToolSpec
from envs.episode import FAILURES, Event, EventKind, Observation, Outcome, Step, Task, ToolCall
from envs.images import ImageStore
from envs.perturbation import Perturbation
from envs.reply import check_arguments

_ACTIONS = frozenset(ATOMIC_ACTIONS)


class DeviceTask(BaseModel):
    """`Task.parameters` of the device world. instructions: one for each goal, shown when it is the next."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    device: DeviceSource
    goals: tuple[StrictStr, ...] = ()
    instructions: tuple[StrictStr, ...] = ()
    start_view: StrictStr = "front"
    budget_factor: Annotated[float, Field(strict=True, gt=0, le=1_000_000, allow_inf_nan=False)] = 5

    @model_validator(mode="after")
    def _paired(self) -> DeviceTask:
        if len(self.goals) != len(self.instructions):
            raise ValueError(f"instructions: {len(self.instructions)} for {len(self.goals)} goals; one each is needed")
        return self


class DeviceWorld:
    """Environment over household devices.

    library: devices and pictures to share with other worlds; without one, the other options make a library
    of its own.
    """

    def __init__(
        self,
        images: ImageStore | None = None,
        picture_size: int = 512,
        render: bool = True,
        cache: str | Path | None = None,
        library: DeviceLibrary | None = None,
    ) -> None:
        self._own = library is None
        self.library = library if library is not None else DeviceLibrary(images, picture_size, render, cache)
        self._device: LoadedDevice | None = None
        self._objective: Objective | None = None
        self._outcome: Outcome | None = None

    @classmethod
    def share(
        cls, images: ImageStore, picture_size: int, cache: str | Path | None, perturbation: Perturbation | None
    ) -> dict[str, Any]:
        """Options under which the worlds of one process share devices, renderers and pictures."""
        return {"library": DeviceLibrary(images, picture_size, cache=cache, perturbation=perturbation)}

    @property
    def tools(self) -> Sequence[ToolSpec]:
        """The seven tools; the same for every device."""
        return TOOLS

    @property
    def state(self) -> WorldState:
        """The present world state; privileged."""
        return self._now

    @property
    def distances(self) -> Distances:
        """Distances of the present device, for planners; privileged."""
        assert self._device is not None, "reset first"
        return self._device.distances

    @property
    def objective(self) -> Objective:
        """The present task's goals, costs and budgets; privileged."""
        assert self._objective is not None, "reset first"
        return self._objective

    @staticmethod
    def check(task: Task) -> DeviceTask:
        """The parameters of a task; TaskError for what cannot be, as far as that shows without the device."""
        try:
            return DeviceTask.model_validate(dict(task.parameters))
        except ValidationError as error:
            raise TaskError(f"task {task.id}: {first_error(error)}") from error

    def reset(self, task: Task) -> Observation:
        """Start a task. TaskError names the field and its value; so does a broken device file."""
        asked = self.check(task)
        try:
            device = self.library.device(asked.device)
        except ValueError as error:
            raise TaskError(f"task {task.id}: device: {error}") from error
        dynamics = device.dynamics
        for i, goal in enumerate(asked.goals):
            if goal not in dynamics.machine.states:
                raise TaskError(f"task {task.id}: goals[{i}]: {goal!r} is no state of this device")
        if asked.start_view not in dynamics.views:
            known = ", ".join(dynamics.views)
            raise TaskError(f"task {task.id}: start_view: {asked.start_view!r} is no view to start in ({known})")
        at = dynamics.start(asked.start_view)
        try:
            objective = device.objective(at, asked.goals, asked.budget_factor)
        except ValueError as error:
            raise TaskError(f"task {task.id}: {error}") from error
        self._device, self._objective, self._source = device, objective, asked.device
        self._dynamics, self._instructions = dynamics, (*asked.instructions, "")
        self._now, self._outcome = objective.start, None
        self._here = self._situate(at, 0)
        self._observations: dict[tuple[str, Configuration, int], Observation] = {}
        return self._observe("", at, 0)

    def step(self, call: ToolCall | ReplyError) -> Step:
        """Advance by one action. A call that its tool's schema refuses is answered like an invalid reply."""
        if self._objective is None:
            raise RuntimeError("step before reset")
        if self._outcome is not None:
            raise RuntimeError(f"the episode has ended ({self._outcome}); reset first")
        before, here, objective = self._now, self._here, self._objective
        change = self._apply(here.at, call)
        after = objective.advance(before, change)
        there = self._situate(change.to, after.goals_done)
        outcome = objective.outcome(after)
        events = (_with_call(change.event, call),)
        if after.goals_done != before.goals_done:
            reached = range(before.goals_done, after.goals_done)
            events += tuple(Event(EventKind.GOAL, data={"index": i, "state": objective.goals[i]}) for i in reached)
        total = len(objective.goals)
        info = {
            "distance": there.distance,
            "distance_before": here.distance,
            "distance_bound": objective.bound,
            "actions": there.actions,
            "actions_before": here.actions,
            "actions_bound": objective.actions_bound,
            "goals_done": after.goals_done,
            "goals_total": total,
            "global": after.remaining_global,
            "local": after.remaining_local,
            "state": after.state,
            "view": after.view,
        }
        if here.goal is not None:
            self._ground(info, call, change, here)
            if before is objective.start:
                info["plan_states"] = list(objective.plan_states)  # as JSON has it
        observation = self._observe(change.event.text, change.to, after.goals_done, change.event.kind)
        self._now, self._here, self._outcome = after, there, outcome
        return Step(observation, here.key, there.key, events, change.visited, outcome, info)

    def close(self) -> None:
        """Release the renderers, unless the library is shared; the world can be reset again afterwards."""
        if self._own:
            self.library.close()
        self._objective = None

    def _apply(self, at: Configuration, call: ToolCall | ReplyError) -> Change:
        if isinstance(call, ReplyError):
            return Change(at, Event(EventKind.INVALID_REPLY, str(call), data={"kind": call.kind}))
        name, arguments = call.name, call.arguments
        if not _well_formed(name, arguments):
            try:
                arguments = check_arguments(name, arguments, TOOLS)
            except ReplyError as error:
                return self._apply(at, error)
        if name in _ACTIONS:
            x, y = arguments["coordinate"]
            return self._dynamics.act(at, name, x, y, tuple(arguments.get("parameter", ())))
        if name == WAIT:
            return self._dynamics.wait(at)
        assert name == SWITCH
        coordinate = arguments.get("coordinate")
        return self._dynamics.switch(at, arguments["view"], *(coordinate or ()))

    def _situate(self, at: Configuration, done: int) -> Situation:
        """The situation, worked out once for each task."""
        assert self._objective is not None
        assert self._device is not None
        objective = self._objective
        found = objective.situations.get((at, done))
        if found is None:
            key = WorldState(*at, done).key
            left = (objective.distance(at.state, done), objective.actions(at, done))
            goal = objective.goals[done] if done < len(objective.goals) else None
            outlook = (None, False) if goal is None else self._device.grounding.outlook(at, goal)
            found = objective.situations[at, done] = Situation(at, key, *left, goal, *outlook)
        return found

    def _ground(self, info: dict[str, Any], call: ToolCall | ReplyError, change: Change, here: Situation) -> None:
        """Add what the action was aimed at, beside what would have helped."""
        assert self._device is not None
        assert here.goal is not None
        grounding = self._device.grounding
        info["goal_actions_before"] = here.goal_actions
        info["target_before"] = here.target
        info["target_after"] = here.target if change.to is here.at else grounding.outlook(change.to, here.goal)[1]
        if isinstance(call, ToolCall) and call.name in _ACTIONS and change.event.kind != EventKind.INVALID_REPLY:
            met = grounding.touch(here.at, here.goal, call.name, *call.arguments["coordinate"])
            info["touched"], info["on_target"], info["right_action"], info["target_gap"] = met

    def _observe(self, text: str, at: Configuration, goals_done: int, kind: EventKind = EventKind.NULL) -> Observation:
        key = (text, at, goals_done)
        known = self._observations.get(key)
        if known is not None:
            return known
        views, library = ", ".join(self._dynamics.offered(at.unlocked)), self.library
        images = (library.picture(self._source, at.state, at.view),) if library.render else ()
        facts = (("View", at.view), ("Views", views))
        observation = Observation(self._instructions[goals_done], text, facts, images)
        # The texts of invalid replies have no end, so they are not kept; all others are the device's own.
        if kind != EventKind.INVALID_REPLY:
            self._observations[key] = observation
        return observation


def _well_formed(name: str, arguments: Any) -> bool:
    """Whether a call is surely valid: a quick look at the usual shape that spares the schema."""
    try:
        if name in _ACTIONS:
            x, y = arguments["coordinate"]
            parameter = arguments.get("parameter", ())
            plain = type(x) is int and type(y) is int and type(parameter) in (list, tuple)
            fits = len(arguments) == 1 + ("parameter" in arguments)
            return plain and fits and all(type(p) is str for p in parameter)
        if name == SWITCH:
            return type(arguments["view"]) is str and len(arguments) == 1
        return name == WAIT and not arguments
    except (KeyError, TypeError, ValueError, AttributeError):
        return False


def _with_call(event: Event, call: ToolCall | ReplyError) -> Event:
    """A failed action's event with what was tried, so that a step tells a repetition from a new attempt."""
    if event.kind not in FAILURES or isinstance(call, ReplyError):
        return event
    return Event(event.kind, event.text, event.severity, {**event.data, "tool": call.name, **call.arguments})
