"""Counts over demonstrated episodes: categories, goals, best costs, mistakes, and the words that they use.

A world may count more: it offers a subclass of `Statistics` (`Demonstrator.statistics`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from rich.table import Table

from envs.episode import Episode
from envs.task_kind import category, goals

_WORD = re.compile(r"[A-Za-z_]+")


@dataclass
class Statistics:
    """Counters by value; `add` takes one episode after another. categories: kinds of device, or families of tasks."""

    episodes: int = 0
    turns: Counter[int] = field(default_factory=Counter)
    categories: Counter[str] = field(default_factory=Counter)
    goals: Counter[int] = field(default_factory=Counter)
    optimal_steps: Counter[int] = field(default_factory=Counter)
    wrong_turns: Counter[int] = field(default_factory=Counter)
    mistakes: Counter[str] = field(default_factory=Counter)
    """Wrong turns by what they were answered with."""
    tools: Counter[str] = field(default_factory=Counter)
    words: Counter[str] = field(default_factory=Counter)
    """Distinct words, in lower case, of instructions, feedback and replies."""
    images: set[str] = field(default_factory=set)

    def add(self, episode: Episode) -> None:
        """Count one episode."""
        wrong = [turn for turn in episode.turns if not turn.trainable]
        self.episodes += 1
        self.turns[len(episode.turns)] += 1
        self.categories[category(episode.task) or episode.task.world] += 1
        self.goals[goals(episode)] += 1
        self.optimal_steps[episode.task.optimal_steps or 0] += 1
        self.wrong_turns[len(wrong)] += 1
        self.mistakes.update(turn.step.events[0].kind.value if turn.step.events else "nothing" for turn in wrong)
        self.tools.update(turn.call.name for turn in episode.turns if turn.call)
        self.images |= episode.images
        for turn in episode.turns:
            for text in (turn.observation.instruction, turn.observation.feedback, turn.reply):
                self.words.update(word.lower() for word in _WORD.findall(text))

    @property
    def mean_turns(self) -> float:
        """Turns an episode, on average."""
        return sum(n * count for n, count in self.turns.items()) / max(1, self.episodes)

    def rows(self) -> Iterator[tuple[str, str]]:
        """(what, counts) as text, in the order to print."""
        yield "episodes", str(self.episodes)
        yield "turns an episode", f"{self.mean_turns:.2f}"
        for name in ("categories", "goals", "optimal_steps", "wrong_turns", "mistakes", "tools"):
            counts = sorted(getattr(self, name).items())
            yield name.replace("_", " "), ", ".join(f"{value}: {count}" for value, count in counts)
        yield from self.own_rows()
        yield "distinct words", str(len(self.words))
        yield "pictures", str(len(self.images))

    def own_rows(self) -> Iterator[tuple[str, str]]:
        """Rows that a world adds."""
        yield from ()

    def tables(self, workers: int) -> list[Table]:
        """Tables that a world adds, with `workers` processes to count for them."""
        return []


def count(episodes: Iterable[Episode], statistics: Statistics | None = None) -> Statistics:
    """Statistics of some episodes, added to those given."""
    statistics = statistics if statistics is not None else Statistics()
    for episode in episodes:
        statistics.add(episode)
    return statistics
