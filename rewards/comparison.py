"""Saved episodes under one reward composition or two: means of every term, and whether both rank episodes alike.

Ranks are compared within groups, the episodes of one task, since it is within groups that returns become advantages
(GRPO), and over all episodes. Episodes that ended in `infra_error` or never ended are left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from envs.episode import Episode, Outcome
from envs.settings import SettingsError
from rewards.composition import RewardSet


@dataclass(frozen=True)
class Scored:
    """One episode under one composition. group: its world and task. terms: each term's sum over the episode."""

    group: tuple[str, str]
    outcome: Outcome
    steps: int
    terms: dict[str, float]

    @property
    def total(self) -> float:
        """The episode's return, undiscounted."""
        return sum(self.terms.values())


@dataclass(frozen=True)
class RankCorrelation:
    """Spearman's, of two scores of the same episodes; None where nothing can be said.

    overall: over all episodes. within: mean over the groups that can be ranked. groups: how many these are. constant:
    groups in which one of the scores is the same for all. single: groups of one episode.
    """

    overall: float | None
    within: float | None
    groups: int
    constant: int
    single: int


def counts(episode: Episode) -> bool:
    """Whether the episode is one to score: it ended, and not by the simulator's fault."""
    return episode.outcome is not None and episode.outcome != Outcome.INFRA_ERROR


def score(rewards: RewardSet, episodes: Iterable[Episode]) -> list[Scored]:
    """Score episodes that `counts` anew, whatever rewards they were saved with.

    SettingsError names the task that a term cannot read.
    """
    scored = []
    for episode in episodes:
        assert episode.outcome is not None
        rewards.start(episode.task)
        terms = dict.fromkeys(rewards.names, 0.0)
        for number, turn in enumerate(episode.turns, 1):
            try:
                values = rewards.score(turn.step)
            except (TypeError, ValueError, KeyError, AttributeError) as error:  # a file may hold anything
                raise SettingsError(f"task {episode.task.id}: turn {number}: cannot be scored: {error}") from error
            for name, value in values.items():
                terms[name] += value
        scored.append(Scored((episode.task.world, episode.task.id), episode.outcome, len(episode.turns), terms))
    return scored


def term_means(scored: Sequence[Scored]) -> dict[str, tuple[float, float]]:
    """Term -> its mean an episode and a step, of one episode or more. Their sums are the mean returns."""
    steps = sum(one.steps for one in scored)
    sums = {name: sum(one.terms[name] for one in scored) for name in scored[0].terms}
    return {name: (value / len(scored), value / max(steps, 1)) for name, value in sums.items()}


def compare_ranks(groups: Sequence[Hashable], first: Sequence[float], second: Sequence[float]) -> RankCorrelation:
    """Rank correlation of two scores of the same episodes, in the same order; `groups` says which belong together."""
    members: defaultdict[Hashable, list[int]] = defaultdict(list)
    for place, group in enumerate(groups):
        members[group].append(place)
    found = [spearman([first[i] for i in m], [second[i] for i in m]) for m in members.values() if len(m) > 1]
    ranked = [value for value in found if value is not None]
    return RankCorrelation(
        overall=spearman(first, second),
        within=float(np.mean(ranked)) if ranked else None,
        groups=len(ranked),
        constant=len(found) - len(ranked),
        single=sum(len(m) == 1 for m in members.values()),
    )


def spearman(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Spearman's rank correlation, -1 to 1, ties at their average rank; None when a score is the same for all."""
    if len(first) < 2:
        return None
    a, b = (ranks(values) for values in (first, second))
    a, b = a - a.mean(), b - b.mean()
    size = float(np.sqrt((a * a).sum() * (b * b).sum()))
    return float(np.clip((a * b).sum() / size, -1, 1)) if size else None


def ranks(values: Sequence[float]) -> np.ndarray:
    """Rank of each value from 1, float (n,); equal ones share their average.

    Values are compared at nine decimals: what differs by less does so by the rounding of its sum.
    """
    _, inverse, count = np.unique(np.round(np.asarray(values, float), 9), return_inverse=True, return_counts=True)
    last = np.cumsum(count)
    return ((last - count + 1 + last) / 2)[inverse]
