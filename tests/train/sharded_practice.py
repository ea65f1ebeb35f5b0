"""The practice of tests/train/practice.py with an engine that holds a copy of the weights, in one process or several.

    accelerate launch --config_file CONFIG tests/sharding_on_cpus.py tests/train/sharded_practice.py OUTPUT [uneven]

Rows pass in pieces, and features of pictures are kept. `uneven`: two tasks, one whose episodes have one turn and one
whose episodes have eight, a group of four each, so that of two processes one always has four rows and the other
thirty-two; all of them pass at once, and no features are kept. A run goes on from the last complete checkpoint in
OUTPUT. Each process leaves `rank_N.pt` there: what it pushed, played, trained on and looked at.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import torch

from envs.environment import ReplyError
from envs.episode import Outcome, Step, Task, ToolCall
from tests.spots import SpotWorld
from tests.train.practice import HatEngine, config, make_trainer
from train.encoding import Encoder
from train.row_batch import RowBatch

UPDATES = 4
SAVE_EVERY = 2


class CopyEngine(HatEngine):
    """Replies from a hat, and a copy of the weights that takes every push."""

    def __init__(self, encoder: Encoder) -> None:
        super().__init__(encoder)
        self.pushes: list[dict[str, torch.Tensor]] = []

    def load_weights(self, weights: Iterable[tuple[str, torch.Tensor]]) -> None:
        """Keep a copy of every parameter under its name."""
        # all of them are held before the first is copied, as vLLM holds a layer's until it is complete
        held = list(weights)
        self.pushes.append({name: tensor.detach().clone() for name, tensor in held})


class UnevenWorld(SpotWorld):
    """One turn in the first task, eight in the second, whatever the replies."""

    def reset(self, task: Task) -> Any:
        """As SpotWorld."""
        self.turns = 1 if task.seed == 0 else 8
        return super().reset(task)

    def step(self, call: ToolCall | ReplyError) -> Step:
        """The last turn succeeds or is truncated as SpotWorld says; no earlier one ends the episode."""
        before, self.tried = str(self.tried), self.tried + 1
        event, outcome = self._judge(call)
        done = int(outcome == Outcome.SUCCESS)
        info = {"distance_before": 1, "distance": 1 - done, "distance_bound": 1, "goals_done": done, "goals_total": 1}
        outcome = (outcome or Outcome.TRUNCATED) if self.tried == self.turns else None
        return Step(self._look(event.text), before, str(self.tried), (event,), outcome=outcome, info=info)


def main(output: Path, uneven: bool = False) -> None:
    """Four updates, a checkpoint after each second one, and what happened in `output`."""
    from train.metrics_log import MetricsLog
    from train.resume import last_complete_checkpoint

    played = trained = 0

    def count(_: int, episodes: list[Any]) -> None:
        nonlocal played
        played += sum(len(episode.turns) for episode in episodes)

    processes = int(os.environ.get("WORLD_SIZE", "1"))
    training = config(
        output,
        max_steps=UPDATES,
        save_strategy="steps",
        save_steps=SAVE_EVERY,
        per_device_train_batch_size=8 // processes,
        gradient_accumulation_steps=1 if uneven else 2,
        ddp_find_unused_parameters=False,
    )
    more: dict[str, Any] = (
        {"world": UnevenWorld, "tasks": 2} if uneven else {"rows_per_forward": 4, "picture_memory_mb": 64}
    )
    trainer = make_trainer(
        training,
        engine=CopyEngine,
        correction="none",  # a hat's log-probabilities mean nothing
        on_episodes=count,
        callbacks=[MetricsLog(output / "metrics.jsonl")],
        **more,
    )
    compute_loss = trainer.compute_loss

    def counted(model: Any, inputs: RowBatch, *rest: Any, **more: Any) -> torch.Tensor:
        nonlocal trained
        trained += int((inputs.loss_mask.sum(1) > 0).sum())
        return compute_loss(model, inputs, *rest, **more)

    trainer.compute_loss = counted
    checkpoint = last_complete_checkpoint(output)
    trainer.train(resume_from_checkpoint=str(checkpoint) if checkpoint else None)
    trainer.push.sync_weights()  # the weights that the run ends with, beside those that it saves
    trainer.save_model(str(output))
    memory = trainer.picture_memory
    found = {"pushes": trainer.rollouts.engine.pushes, "played": played, "trained": trained}
    found |= {"shown": memory.shown, "looked": memory.looked}
    torch.save(found, output / f"rank_{training.process_index}.pt")


if __name__ == "__main__":
    main(Path(sys.argv[1]), "uneven" in sys.argv[2:])
