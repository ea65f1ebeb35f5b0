"""Pages to look at while RL runs: now and then a group of episodes as HTML, and an index with the run's curves.

    OUTPUT/pages/index.html          success and return over the steps, links to the pages
    OUTPUT/pages/step_000010.html    a group of the rollout at step 10, its best and its worst side by side

Pictures are not copied: pages show the files of the run's image store, which lies beside them (`OUTPUT/images`), so a
page weighs some 100 KB whatever the size of its pictures, and shows every click in full resolution. A page to send to
somebody is made from `OUTPUT/episodes` by `scripts/view.py`, which puts the pictures in. A store without a folder has
no files; its pictures stand in the page.

Only rank 0 writes, of the episodes that it has played itself. A run that goes on from a checkpoint drops the pages of
what it plays again. A page that cannot be written is a warning and never ends a run.
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from transformers import TrainerCallback, TrainerControl, TrainerState, TrainingArguments
from trl import GRPOConfig

from envs.episode import Episode, Outcome
from envs.images import ImageError, ImageStore
from envs.page import render_page
from envs.run_page import Curve, render_run_page
from train.metrics_log import read_metrics

logger = logging.getLogger(__name__)

MOST = 8
"""Episodes on one page."""
COLUMNS = {"success": "episodes/success", "return": "episodes/return", "invalid replies": "episodes/invalid_replies"}
"""Heads of the index's table, and the metrics under them."""


class EpisodePages(TrainerCallback):
    """A callback of the trainer, whose `on_episodes` is also the trainer's hook after a rollout.

    every: rollouts from one page to the next, the first of the run included; 0 for no pages at all. ValueError when it
    is negative.
    """

    def __init__(self, training: GRPOConfig, images: ImageStore, every: int = 10) -> None:
        if every < 0:
            raise ValueError(f"pages_every: {every} is negative")
        self.output = Path(str(training.output_dir))
        self.folder = self.output / "pages"
        self.images = images
        self.every = every if training.process_index == 0 else 0
        self._passes = training.gradient_accumulation_steps
        self._passes_per_rollout = training.steps_per_generation * training.num_iterations
        self._index_is_old = False

    def on_train_begin(
        self, args: TrainingArguments, state: TrainerState, control: TrainerControl, **kwargs: Any
    ) -> None:
        """Drop the pages of steps that this run plays again; all of an earlier run's when it starts anew."""
        if self.every:
            for step, page in self._pages():
                if step >= state.global_step:
                    page.unlink(missing_ok=True)

    def on_episodes(self, step: int, episodes: Sequence[Episode]) -> None:
        """Write the page of the rollout at this step, if it is its turn."""
        rollout = -(-step * self._passes // self._passes_per_rollout)  # rounded up: how many came before
        if not self.every or not episodes or rollout % self.every:
            return
        chosen = telling_group(episodes)
        counted = [episode for episode in episodes if episode.outcome != Outcome.INFRA_ERROR]
        success = sum(episode.outcome == Outcome.SUCCESS for episode in counted)
        returns = sum(episode.trajectory_return for episode in counted) / max(len(counted), 1)
        lead = (
            f"{len(episodes)} episodes of one process at step {step}: {success} successful, "
            f"{len(episodes) - len(counted)} ended by a fault of the set-up, mean return {returns:.2f}. "
            f"Below, {len(chosen)} of them: the task on which returns differ most."
        )
        beside = ("Highest return", "Lowest return") if len(chosen) > 1 else None
        name = f"step_{step:06d}.html"
        try:
            self._write(name, render_page(chosen, self.images, f"Step {step}", lead, beside, self._link()))
            self._write_index()
        except (ImageError, OSError) as error:
            logger.warning("no page %s: %s", name, error)
        self._index_is_old = True

    def on_log(self, args: TrainingArguments, state: TrainerState, control: TrainerControl, **kwargs: Any) -> None:
        """Enter what the metrics say of the last page's rollout, which they do only after it."""
        self._renew_index()

    def on_train_end(
        self, args: TrainingArguments, state: TrainerState, control: TrainerControl, **kwargs: Any
    ) -> None:
        """The index with the whole curve."""
        self._index_is_old = self.every > 0
        self._renew_index()

    def _renew_index(self) -> None:
        if self._index_is_old:
            self._index_is_old = False
            try:
                self._write_index()
            except OSError as error:
                logger.warning("no index of pages: %s", error)

    def _write_index(self) -> None:
        metrics = read_metrics(self.output / "metrics.jsonl")
        logged = [line for line in metrics if line.get("episodes/return") is not None]
        rows = []
        for step, page in sorted(self._pages(), reverse=True):
            # a rollout at step N is logged with the update that it feeds, N + 1 at the earliest
            line = next((line for line in logged if line["step"] > step), {})
            rows.append((page.name, [str(step), *(_number(line.get(key)) for key in COLUMNS.values())]))
        curves = [
            Curve("Success of its own episodes", _points(metrics, "episodes/success"), 0.0, 1.0),
            Curve("Return", _points(metrics, "episodes/return")),
        ]
        lead = f"{len(rows)} pages of episodes, the newest first; one for every {self.every} rollouts."
        self._write("index.html", render_run_page(self.output.resolve().name, lead, curves, ["step", *COLUMNS], rows))

    def _pages(self) -> list[tuple[int, Path]]:
        found = [(re.fullmatch(r"step_(\d+)\.html", path.name), path) for path in self.folder.glob("step_*.html")]
        return [(int(match[1]), path) for match, path in found if match]

    def _link(self) -> Any:
        if self.images.folder is None:
            return None
        store = quote(os.path.relpath(self.images.folder, self.folder))
        return lambda name: f"{store}/{name[:2]}/{name}.png"

    def _write(self, name: str, page: str) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        part = self.folder / f".{name}.part"
        part.write_text(page, encoding="utf-8")
        os.replace(part, self.folder / name)


def telling_group(episodes: Sequence[Episode], most: int = MOST) -> list[Episode]:
    """The episodes of the task on which returns differ most, at most `most` of them: the best, the worst, then the
    others from the best on. Infra errors come last, and only when they are all that there is do they decide.
    """
    groups: dict[tuple[str, int], list[Episode]] = {}
    for episode in episodes:
        groups.setdefault((episode.task.id, episode.task.seed), []).append(episode)
    group = max(groups.values(), key=_spread)
    faults = [episode for episode in group if episode.outcome == Outcome.INFRA_ERROR]
    ranked = sorted(
        (episode for episode in group if episode.outcome != Outcome.INFRA_ERROR),
        key=lambda episode: -episode.trajectory_return,
    )
    return [*ranked[:1], *ranked[1:][-1:], *ranked[1:-1], *faults][:most]


def _spread(group: Sequence[Episode]) -> float:
    returns = [episode.trajectory_return for episode in group if episode.outcome != Outcome.INFRA_ERROR]
    return max(returns) - min(returns) if returns else -1.0


def _points(metrics: Sequence[dict[str, Any]], key: str) -> list[tuple[float, float]]:
    return [(line["step"], line[key]) for line in metrics if line.get(key) is not None]


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"
