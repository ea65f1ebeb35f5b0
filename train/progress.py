"""A progress bar over the episodes of a rollout: how many have ended, and how many of them well."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from tqdm.auto import tqdm
from transformers import TrainingArguments

from envs.episode import Episode, Outcome


class EpisodeBar:
    """Called with every ended episode, it moves the bar of the rollout that is under way (`Rollouts(bar=...)`):

        with bar.over(len(jobs)):
            ...  # bar(episode) as each one ends

    shown: whether there is a bar at all. Outside of `over` an episode moves nothing.
    """

    def __init__(self, shown: bool = True) -> None:
        self.shown = shown
        self._bar: tqdm | None = None
        self._successes = 0

    @contextmanager
    def over(self, episodes: int) -> Iterator[tqdm]:
        """A bar over so many episodes, gone when they have ended; the bar of the updates stays."""
        self._successes = 0
        with tqdm(total=episodes, desc="episodes", unit=" ep", leave=False, disable=not self.shown) as self._bar:
            try:
                yield self._bar
            finally:
                self._bar = None

    def __call__(self, episode: Episode) -> None:
        """Count an ended episode."""
        if self._bar is not None:
            self._successes += episode.outcome == Outcome.SUCCESS
            self._bar.set_postfix(success=self._successes, refresh=False)
            self._bar.update()


def wants_bar(training: TrainingArguments) -> bool:
    """Whether this process shows bars: rank 0 of a run on a terminal that has not turned them off."""
    return training.process_index == 0 and not training.disable_tqdm and sys.stderr.isatty()
