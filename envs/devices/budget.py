"""Ordered goals and the two interaction budgets (VGEBench D.2, equations 1 to 3), as a pure function over world states.

A goal counts when the device enters its state, also in passing through a chain, and one step may reach several in
order; each entering counts for one goal. Every step takes 1 from both budgets. The global one starts at factor x the
sum of best costs; the local one at factor x the first goal's, and on a reached goal it becomes
max(local, factor x best cost of the next from where the agent really is). A step that reaches the last goal succeeds
even with the last unit; otherwise a budget at 0 truncates.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from envs.devices.distance import Cost, Distances
from envs.devices.dynamics import Change, Configuration
from envs.devices.grounding import Situation
from envs.episode import Outcome


class WorldState(NamedTuple):
    """All that changes in an episode of the device world. Budgets are None in free play."""

    state: str
    view: str
    unlocked: bool = False
    goals_done: int = 0
    remaining_global: int | None = None
    remaining_local: int | None = None

    @property
    def configuration(self) -> Configuration:
        """The part that the dynamics depend on."""
        return Configuration(self.state, self.view, self.unlocked)

    @property
    def key(self) -> str:
        """Names the state without its budgets: "state|view|unlocked|goals_done"."""
        return f"{self.state}|{self.view}|{int(self.unlocked)}|{self.goals_done}"


def budget(factor: float, steps: int) -> int:
    """Steps allowed for a best cost of `steps` (equations 1 and 3), rounded up where the factor is no whole number."""
    return math.ceil(round(factor * steps, 9))


class Objective:
    """The goals of one task on one device, from one start. Raises ValueError naming a goal that cannot be reached.

    costs: best cost of each goal. start: the world state to begin in.
    bound: the largest finite distance to all goals from any state within reach; `distance` gives bound + 1 where no
    way leads.
    """

    def __init__(self, distances: Distances, at: Configuration, goals: Sequence[str], factor: float) -> None:
        self.distances = distances
        self.goals = tuple(goals)
        self.factor = factor
        self.costs: list[Cost] = self._costs(at)
        self.bound: int | None = None
        self._left: list[dict[str, int]] = []
        self._actions: dict[tuple[Configuration, int], int | None] = {}
        self.situations: dict[tuple[Configuration, int], Situation] = {}
        """What the world keeps of each configuration and number of goals done."""
        self.actions_bound = 2 * self.optimal_steps if goals else None
        """Twice the best plan's actions: what is farther counts as equally far. None in free play."""
        self.start = WorldState(*at)
        if goals:
            self._left = self._distances_left()
            within = distances.reachable(at.state)
            self.bound = max(d for state, d in self._left[0].items() if state in within)
            total = self._budget(sum(cost.steps for cost in self.costs))
            self.start = WorldState(*at, 0, total, self._budget(self.costs[0].steps))

    @property
    def optimal_steps(self) -> int:
        """Sum of the goals' best costs, in steps."""
        return sum(cost.steps for cost in self.costs)

    @cached_property
    def plan_states(self) -> tuple[str, ...]:
        """The states of a best plan to all goals, in order, the start's first; of several plans the machine's first."""
        at, states, done = self.start.configuration, [self.start.state], 0
        while done < len(self.goals):
            items = self.distances.plan(at, self.goals[done])
            assert items is not None  # `_costs` found a way
            states += [state for item in items for state in item.visited]
            at, done = items[-1].after, self.distances.goals_after(self.goals, done)
        return tuple(states)

    def advance(self, now: WorldState, change: Change) -> WorldState:
        """The world after `change` (which for an invalid reply leads nowhere): goals reached, budgets spent."""
        state, view, unlocked = change.to
        if now.remaining_global is None or now.remaining_local is None:
            return WorldState(state, view, unlocked)
        done, local, goals = now.goals_done, now.remaining_local - 1, self.goals
        for entered in change.visited:
            if done < len(goals) and entered == goals[done]:
                done += 1
        if now.goals_done < done < len(goals):
            following = self.distances.cost(change.to, goals[done])
            # Where a device rests after a goal depends on the goal alone, and `_costs` found the way on from there.
            assert following is not None
            local = max(local, self._budget(following.steps))
        return WorldState(state, view, unlocked, done, now.remaining_global - 1, local)

    def outcome(self, now: WorldState) -> Outcome | None:
        """How the episode ended, or None while it goes on; free play always goes on."""
        if now.remaining_global is None or now.remaining_local is None:
            return None
        if now.goals_done == len(self.goals):
            return Outcome.SUCCESS
        return Outcome.TRUNCATED if min(now.remaining_global, now.remaining_local) <= 0 else None

    def distance(self, state: str, goals_done: int) -> int | None:
        """Fewest changes of the device until all goals are done; None in free play."""
        if self.bound is None:
            return None
        return 0 if goals_done == len(self.goals) else self._left[goals_done].get(state, self.bound + 1)

    def actions(self, at: Configuration, goals_done: int) -> int | None:
        """Actions of the best plan until all goals are done, switches of the view included; None without a way.

        In free play None, too. Best as in equation 2: fewest changes of the device, then fewest switches.
        """
        key = (at, goals_done)
        if key not in self._actions:
            costs = self.distances.costs(at, self.goals[goals_done:]) if self.goals else None
            self._actions[key] = None if costs is None else sum(cost.steps for cost in costs)
        return self._actions[key]

    def _budget(self, steps: int) -> int:
        return budget(self.factor, steps)

    def _costs(self, at: Configuration) -> list[Cost]:
        costs = self.distances.costs(at, self.goals)
        if costs is None:
            for i in range(len(self.goals)):
                if self.distances.costs(at, self.goals[: i + 1]) is None:
                    origin = self.goals[i - 1] if i else at.state
                    raise ValueError(f"goals[{i}]: {self.goals[i]!r} cannot be reached from {origin!r}")
        assert costs is not None
        return costs

    def _distances_left(self) -> list[dict[str, int]]:
        """For each number of goals done: state -> fewest changes of the device until all are done."""
        left: list[dict[str, int]] = [{} for _ in self.goals]
        for i in reversed(range(len(self.goals))):
            after = self.distances.goals_after(self.goals, i)
            rest = self.distances.dynamics.settled[self.goals[i]][0][-1]
            tail = 0 if after == len(self.goals) else left[after][rest]
            left[i] = {s: d + tail for s, d in self.distances.transitions(self.goals[i]).items()}
        return left
