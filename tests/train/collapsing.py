"""A real run whose policy breaks: from one update on every reply is "!!!!!!". Run as a script it is one of several
processes, all but the first of which log numbers that would keep them going.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from transformers import TrainerCallback

from envs.episode import Completion
from tests.train import practice
from train.collapse import CollapseGuard
from train.engines import Request
from train.episode_trainer import EpisodeTrainer
from train.metrics_log import MetricsLog
from train.rails import Collapsed, Rails

RAILS = {"invalid_replies": {"alarm": 0.5, "stop": 0.6, "patience": 2}, "repeated_characters": None}


class BreakingHat(practice.HatEngine):
    """A HatEngine that is broken when told so."""

    broken = False

    def _draw(self, request: Request) -> Completion:
        if not BreakingHat.broken:
            return super()._draw(request)
        ids = self.encoder.encode_reply("!" * 60)
        return Completion(request.prompt.expanded, ids, (0.0,) * len(ids))


class Liar(TrainerCallback):
    """Makes a rank log that all is well."""

    def on_log(self, args: Any, state: Any, control: Any, logs: Any = None, **kwargs: Any) -> None:
        if "episodes/invalid_replies" in logs:
            logs["episodes/invalid_replies"] = 0.0


def breaking_trainer(
    output: Path, broken_from: int, first: int = 0, rails: Any = RAILS, liar: bool = False, **more: Any
) -> tuple[EpisodeTrainer, CollapseGuard]:
    """A trainer whose rollouts from update `broken_from` + 1 on are broken, and its guard; `first` is the update that a
    resumed run goes on from.
    """
    BreakingHat.broken = first >= broken_from

    def played(step: int, _: Any) -> None:
        BreakingHat.broken = step + 1 >= broken_from

    guard = Rails.of(rails).watch(output)
    callbacks = [*([Liar()] if liar else []), guard, MetricsLog(output / "metrics.jsonl")]
    training = practice.config(output, **{"save_strategy": "steps", "save_steps": 1, "save_total_limit": 2, **more})
    trainer = practice.make_trainer(training, 2, engine=BreakingHat, on_episodes=played, callbacks=callbacks)
    return trainer, guard


def main(output: Path) -> int:
    rank, size = int(os.environ["RANK"]), 8 // int(os.environ["WORLD_SIZE"])
    more = {"per_device_train_batch_size": size, "ddp_find_unused_parameters": False}
    trainer, guard = breaking_trainer(output, 1, liar=rank > 0, max_steps=6, **more)
    try:
        trainer.train()
        guard.raise_if_collapsed()
    except Collapsed as error:
        (output / f"rank_{rank}.txt").write_text(str(error))
        return 3
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
