"""Ended episodes of the rollout that is under way, on disk: a run that is killed in it plays only the rest again.

A checkpoint holds everything up to its update, and a rollout after it follows from it: tasks from the task source,
draws from seeds. So episodes that were played from the same checkpoint under the same settings are those that would be
played again. Each process keeps its own file, begun anew with every rollout.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from envs.episode import Episode, EpisodeError, Outcome, episode_from_json, episode_to_json
from train.rollout import Job


class RolloutJournal:
    """The journal in one file. settings: all that an episode depends on beside weights and job, as plain data."""

    def __init__(self, path: str | Path, settings: Mapping[str, Any]) -> None:
        self.path = Path(path)
        self.settings = json.loads(json.dumps(settings, default=str))
        self._known: dict[tuple[str, int], Episode] = {}

    def begin(self, step: int, resumed: bool) -> int:
        """Start the rollout before update `step`; how many episodes of it are known already.

        resumed: whether the weights are those of a checkpoint of this very step, so that the file of an earlier process
        may be used. A last line that was cut is left out.
        """
        self._known = self._read(step) if resumed else {}
        self.path.parent.mkdir(parents=True, exist_ok=True)
        part = self.path.with_name(f".{self.path.name}.part")
        lines = [self._head(step), *(_line(key, episode) for key, episode in self._known.items())]
        part.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        part.replace(self.path)
        return len(self._known)

    def known(self, job: Job) -> Episode | None:
        """The episode of a job that has ended already; none where another task bears the job's id by now."""
        episode = self._known.get((job.task.id, job.seed))
        return episode if episode is not None and episode.task == job.task else None

    def add(self, job: Job, episode: Episode) -> None:
        """Keep an ended episode. One that ended as infra_error is worth another try and is not kept."""
        if episode.outcome == Outcome.INFRA_ERROR:
            return
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(_line((job.task.id, job.seed), episode)) + "\n")

    def _head(self, step: int) -> dict[str, Any]:
        return {"step": step, "settings": self.settings}

    def _read(self, step: int) -> dict[tuple[str, int], Episode]:
        known: dict[tuple[str, int], Episode] = {}
        try:
            lines = self.path.read_text(encoding="utf-8").splitlines()
            if json.loads(lines[0]) != self._head(step):
                return {}
            for line in lines[1:]:
                data = json.loads(line)
                known[data["task"], data["seed"]] = episode_from_json(data["episode"], str(self.path))
        except (OSError, ValueError, IndexError, KeyError, TypeError, EpisodeError):
            return known  # nothing is there, or a kill cut the last line
        return known


def _line(key: tuple[str, int], episode: Episode) -> dict[str, Any]:
    return {"task": key[0], "seed": key[1], "episode": episode_to_json(episode)}
