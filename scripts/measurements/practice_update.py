"""Updates of a real `EpisodeTrainer` on a recorded group rollout, under one way of looking at pictures after another.

Everything from rows to optimizer runs as in practice; only the episodes are recorded, and the learning rate is 0, so
that every update is the same work on the same numbers. Its loss then tells whether the ways agree.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import torch
from transformers import PrinterCallback, TrainerCallback
from trl import GRPOConfig

from envs.devices.world import DeviceWorld
from envs.simulators import LocalSimulators
from scripts.measurements.recorded import Recording
from scripts.measurements.timed import Timed, machine, start_clock
from scripts.measurements.towers import Tower
from train.choices import Choices
from train.engines import Sampling
from train.engines.transformers_engine import TransformersEngine
from train.episode_trainer import EpisodeTrainer
from train.group_rollouts import Played
from train.model import lora
from train.rollout import Rollouts
from train.task_source import TaskSource

CHUNKS, UPDATES = 4, 2
"""Passes over a generation batch and optimizer steps taken on it: so the old policy's pass is there too."""


class RecordedRollouts:
    """In the place of a trainer's `GroupRollouts`: the same episodes every time, and another way of looking.

    order: a way and where its time goes, for each generation batch.
    """

    def __init__(self, trainer: EpisodeTrainer, recording: Recording, order: Sequence[tuple[Tower, Timed]]) -> None:
        self.trainer, self.recording = trainer, recording
        self.order = list(order)[::-1]
        self.now: Timed | None = None
        self._start = 0.0

    def play(self, step: int, count: int, resumed: bool = False) -> Played:
        """The recorded episodes; from now on the clock runs."""
        self.stop()
        tower, self.now = self.order.pop()
        model: Any = self.trainer.model
        self.now.memory = tower(model, self.trainer.picture_inputs)
        played = self.recording.played(self.trainer.accelerator.device)
        self._start = start_clock()
        return played

    def stop(self) -> None:
        """Add what has passed to the present way's time."""
        if self.now is not None:
            self.now.stop(self._start)


class LossLog(TrainerCallback):
    """Notes the loss of every update with the way of looking that it was taken in."""

    def __init__(self) -> None:
        self.rollouts: RecordedRollouts | None = None

    def on_log(self, args: Any, state: Any, control: Any, logs: dict[str, Any] | None = None, **kwargs: Any) -> None:
        """One update."""
        if self.rollouts is not None and self.rollouts.now is not None:
            self.rollouts.now.note(logs)


def practise(
    model: Any,
    recording: Recording,
    towers: Mapping[str, Tower],
    repeats: int,
    rows_per_forward: int | None = None,
    lora_rank: int = 0,
) -> tuple[dict[str, Timed], int]:
    """Times by way of looking, and the tokens of the rows. Ways take turns; a first round is not counted."""
    timed = {name: Timed() for name in towers}
    rounds = [timed if repeat else {name: Timed() for name in towers} for repeat in range(repeats + 1)]
    order = [(towers[name], times[name]) for times in rounds for name in towers]
    log = LossLog()
    with tempfile.TemporaryDirectory() as output:
        training = GRPOConfig(
            output_dir=output,
            max_steps=UPDATES * len(order),
            per_device_train_batch_size=len(recording.episodes) // CHUNKS,
            steps_per_generation=CHUNKS,
            gradient_accumulation_steps=CHUNKS // UPDATES,
            num_generations=recording.group,
            max_completion_length=1024,
            learning_rate=0.0,
            gradient_checkpointing=torch.cuda.is_available(),
            **machine(),
        )
        trainer = EpisodeTrainer(
            model=model,
            args=training,
            processing_class=recording.encoder.processor,
            source=TaskSource(recording.tasks, 0),
            rollouts=lambda policy: _no_rollouts(policy, recording),
            choices=Choices.of(SimpleNamespace(rows_per_forward=rows_per_forward), training),
            callbacks=[log],
            peft_config=lora(lora_rank, 2 * lora_rank) if lora_rank else None,
        )
        rollouts = log.rollouts = RecordedRollouts(trainer, recording, order)
        # recorded episodes in the place of a driver: updates are measured, and must all be of the same rows
        trainer.group_rollouts = rollouts  # type: ignore[assignment]
        trainer.remove_callback(PrinterCallback)
        trainer.train()
        rollouts.stop()
        return timed, int(trainer.state.num_input_tokens_seen) // len(order)


def _no_rollouts(policy: Any, recording: Recording) -> Rollouts:
    """A driver that is asked for its tools, context and encoder alone."""
    encoder = recording.encoder
    simulators = LocalSimulators(lambda: DeviceWorld(render=False))
    return Rollouts(simulators, encoder, TransformersEngine(policy, encoder), recording.context, Sampling())
