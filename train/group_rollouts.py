"""One generation batch of episodes: groups of one task each, spread over all processes.

Every process draws the same tasks and plays its own share of the episodes; members of a group are adjacent, and a group
may straddle processes. With dynamic sampling (DAPO, arXiv 2503.14476, section 3.2) a group whose members all had the
same return is played again on a new task, for a bounded number of rounds: it would teach nothing.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from accelerate import Accelerator
from accelerate.utils import gather_object

from envs.episode import Episode, Outcome, Task
from train.algorithms.dynamic_sampling import equal_groups
from train.rollout import Job, Rollouts
from train.rollout_journal import RolloutJournal
from train.task_source import TaskSource


@dataclass(frozen=True)
class Played:
    """This process's episodes, in order, and what is known of everybody's."""

    episodes: list[Episode]
    returns: torch.Tensor
    """(episodes of all processes,) float32, on the accelerator's device; NaN for an infra_error."""
    equal: list[bool]
    """For every group, whether its members' returns are equal, so that comparing them teaches nothing."""
    replaced: int
    """Groups that dynamic sampling threw away."""


class GroupRollouts:
    """Plays generation batches.

    group: episodes of one task. rounds: how often equal groups may be replaced in one batch; 0 never. seed: of the run.
    An episode's seed is a function of it, the update, the place in the batch and the round alone, so a resumed run
    repeats it.
    """

    def __init__(
        self,
        rollouts: Rollouts,
        source: TaskSource,
        accelerator: Accelerator,
        group: int,
        seed: int,
        rounds: int = 0,
        journal: RolloutJournal | None = None,
    ) -> None:
        self.rollouts, self.source, self.accelerator = rollouts, source, accelerator
        self.group, self.seed, self.rounds, self.journal = group, seed, rounds, journal

    def play(self, step: int, count: int, resumed: bool = False) -> Played:
        """`count` episodes in this process, as many in every other, before update `step`.

        resumed: whether the weights are those of a checkpoint of this step; then ended episodes of the journal count.
        """
        if self.journal is not None:
            self.journal.begin(step, resumed)
        total = count * self.accelerator.num_processes
        tasks = self.source.draw(total // self.group)
        first = self.accelerator.process_index * count
        places = range(first, first + count)
        episodes = self._run(step, 0, total, places, tasks)
        returns = self._returns(episodes)
        equal = equal_groups(returns, self.group).tolist()
        replaced = 0
        for number in range(1, self.rounds + 1):
            if not any(equal):
                break
            again = [group for group, same in enumerate(equal) if same]
            replaced += len(again)
            for group, task in zip(again, self.source.draw(len(again)), strict=True):
                tasks[group] = task
            mine = [place for place in places if equal[place // self.group]]
            for place, episode in zip(mine, self._run(step, number, total, mine, tasks), strict=True):
                episodes[place - first] = episode
            returns = self._returns(episodes)
            equal = equal_groups(returns, self.group).tolist()
        return Played(episodes, returns, equal, replaced)

    def _run(self, step: int, number: int, total: int, places: Sequence[int], tasks: Sequence[Task]) -> list[Episode]:
        seeds = [(self.seed * 1_000_003 + step) * 100_003 + number * total + place for place in places]
        jobs = [Job(tasks[place // self.group], seed) for place, seed in zip(places, seeds, strict=True)]
        episodes = self._played(jobs)
        self.source.record(
            gather_object(
                [(e.task.id, float(e.outcome == Outcome.SUCCESS)) for e in episodes if e.outcome != Outcome.INFRA_ERROR]
            )
        )
        return episodes

    def _played(self, jobs: Sequence[Job]) -> list[Episode]:
        """The jobs' episodes, in order; those that the journal knows are not played again."""
        if self.journal is None:
            return self.rollouts.run(jobs)
        found = [self.journal.known(job) for job in jobs]
        rest = iter(self.rollouts.run([j for j, known in zip(jobs, found, strict=True) if not known], self.journal.add))
        return [known or next(rest) for known in found]

    def _returns(self, episodes: Sequence[Episode]) -> torch.Tensor:
        local = [math.nan if e.outcome == Outcome.INFRA_ERROR else e.trajectory_return for e in episodes]
        return self.accelerator.gather(torch.tensor(local, dtype=torch.float32, device=self.accelerator.device))
