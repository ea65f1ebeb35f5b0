"""The expert: one best next action for where the device, the view and the goals are now.

It knows what the policy never sees: the state machine, the boxes, all goals. It plans anew at every step, so
a recovery after a mistake is a plan like any other. Along its actions the cost of equation 2, summed over the
goals left, falls by 1 a step; so an episode without mistakes takes exactly the task's `optimal_steps`.

Several best actions are told apart by a fixed rule, not by chance, since a policy that imitates cannot learn
a coin: what can be done here before a look from elsewhere, then the first view in their usual order in which the
part is not much smaller than in the best one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from data_synth.demonstrator import NoDemonstrationError
from envs.devices.distance import Distances, PlanItem
from envs.devices.dynamics import Change, Configuration, Dynamics
from envs.devices.machine import ERROR_STATE, Box
from envs.devices.tasks import playable
from envs.devices.views import DASHBOARD, VIEWS
from envs.episode import Task

LARGE_ENOUGH = 0.4
"""A part is seen well enough in a view where its box has this share of its largest box's area."""


class PlanError(NoDemonstrationError):
    """No plan leads to the goals, or the simulator did something else than the plan foresaw."""

    reason = "plan failed"


@dataclass(frozen=True)
class Cost:
    """Steps that a best plan still takes: to the present goal, and to all goals that are left."""

    goal: int
    all: int


class Planner:
    """Plans for one task on one device.

    dynamics: the device as it is. distances: of the device without its ways into Error, so that no plan leads
    there, not even a recovery. visual_names: component -> what a person would call the part.
    """

    def __init__(
        self,
        category: str,
        dynamics: Dynamics,
        distances: Distances,
        goals: Sequence[str],
        visual_names: Mapping[str, str],
    ) -> None:
        self.category = category
        self.dynamics = dynamics
        self.distances = distances
        self.goals = tuple(goals)
        self.visual_names = dict(visual_names)
        self._costs: dict[tuple[Configuration, int], Cost] = {}
        self._next: dict[tuple[Configuration, int], PlanItem] = {}

    @classmethod
    def of(cls, task: Task) -> Planner:
        """The planner of a task on a generated device."""
        source = task.parameters["device"]
        here = playable(source["category"], source["seed"])
        names, dynamics = here.device.visual_names, here.distances.dynamics
        return cls(source["category"], dynamics, here.careful, task.parameters["goals"], names)

    def done_after(self, done: int, visited: Sequence[str]) -> int:
        """How many goals are reached, in order, once these states were entered."""
        for state in visited:
            if done < len(self.goals) and state == self.goals[done]:
                done += 1
        return done

    def cost(self, at: Configuration, done: int) -> Cost:
        """What is left from `at` with `done` goals reached. PlanError when no way leads to a goal."""
        key = (at, done)
        if key not in self._costs:
            costs = self.distances.costs(at, self.goals[done:])
            if costs is None:
                raise PlanError(f"no way leads from {at} to the goals {self.goals[done:]}")
            steps = [cost.steps for cost in costs]
            self._costs[key] = Cost(steps[0] if steps else 0, sum(steps))
        return self._costs[key]

    def next(self, at: Configuration, done: int) -> PlanItem:
        """The best next action. PlanError when nothing is left to do."""
        key = (at, done)
        if key not in self._next:
            if done == len(self.goals):
                raise PlanError("every goal is reached; nothing is left to plan")
            best = [item for item in self.options(at) if self._on_a_best_way(at, done, item)]
            if not best:
                raise PlanError(f"no action at {at} leads on to the goals {self.goals[done:]}")
            self._next[key] = self._prefer(best, done)
        return self._next[key]

    def next_change(self, at: Configuration, done: int) -> PlanItem:
        """The next item of the plan that changes the device: what a switch of the view is for."""
        item = self.next(at, done)
        while item.kind == "switch":
            item = self.next(item.after, done)
        return item

    def options(self, at: Configuration) -> Iterator[PlanItem]:
        """All that does something here: touches that trigger a change, useful waiting, other views."""
        dynamics = self.dynamics
        moves = {(m.component, m.number): m for m in dynamics.moves[at.state]}
        for key, touch in dynamics.touches(at).items():
            move = moves[key]
            change = dynamics.act(at, str(move.transition.atomic_action), touch.x, touch.y, move.transition.parameter)
            yield _item("act", at.view, change, touch.box, (touch.x, touch.y))
        waited = dynamics.wait(at)
        if waited.move is not None:
            yield _item("wait", at.view, waited)
        for view in dynamics.offered(at.unlocked):
            if view != at.view:
                yield _item("switch", view, dynamics.switch(at, view))
        touch = None if at.unlocked else dynamics.unlock_point(at.view)
        if touch is not None:
            yield _item(
                "switch",
                DASHBOARD,
                dynamics.switch(at, DASHBOARD, touch.x, touch.y),
                touch.box,
                (touch.x, touch.y),
            )

    def _on_a_best_way(self, at: Configuration, done: int, item: PlanItem) -> bool:
        """Whether the cost falls by a step: of the present goal as a pair, of all goals as a sum."""
        now, goal = self.distances.cost(at, self.goals[done]), self.goals[done]
        if now is None or ERROR_STATE in item.visited:
            return False
        after = self.done_after(done, item.visited)
        if after == done:
            then = self.distances.cost(item.after, goal)
            if then is None:
                return False
            fallen = (now.transitions - then.transitions, now.switches - then.switches)
            if fallen != ((0, 1) if item.kind == "switch" else (1, 0)):
                return False
        elif now.steps != 1:
            return False
        return self.cost(item.after, after).all == self.cost(at, done).all - 1

    def _prefer(self, items: Sequence[PlanItem], done: int) -> PlanItem:
        """The one item of several equally good ones that the rule picks."""
        aims = [item if item.kind != "switch" else self.next_change(item.after, done) for item in items]
        areas = [aim.box.relative_area if aim.box else 0.0 for aim in aims]
        enough = max(areas) * LARGE_ENOUGH

        def rank(i: int) -> tuple[bool, bool, int, float]:
            view = VIEWS.index(items[i].view)
            return (items[i].kind == "switch", areas[i] < enough, view, -areas[i])

        return items[min(range(len(items)), key=rank)]


def _item(
    kind: Literal["act", "wait", "switch"],
    view: str,
    change: Change,
    box: Box | None = None,
    point: tuple[int, int] | None = None,
) -> PlanItem:
    move = change.move
    return PlanItem(
        kind,
        view,
        change.to,
        move.component if move else None,
        move.transition if move else None,
        box,
        point,
        change.visited,
    )
