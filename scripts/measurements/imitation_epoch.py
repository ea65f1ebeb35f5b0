"""Epochs of a real `SFTTrainer` on the rows of recorded episodes, under one way of looking at pictures after another.

The learning rate is 0 and the rows stand in one order, so that every epoch is the same work on the same numbers.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from typing import Any

import torch
from transformers import PrinterCallback, TrainerCallback
from trl.trainer.sft_config import SFTConfig
from trl.trainer.sft_trainer import SFTTrainer

from scripts.measurements.recorded import Recording
from scripts.measurements.timed import Timed, machine, start_clock
from scripts.measurements.towers import Tower
from train.model import lora
from train.pictures import PictureInputs
from train.rows import TurnCollator, turn_rows


class EpochClock(TrainerCallback):
    """Fits the next way of looking before every epoch and notes its time and losses.

    order: a way and where its time goes, for each epoch.
    """

    def __init__(self, model: Any, inputs: PictureInputs, order: Sequence[tuple[Tower, Timed]]) -> None:
        self.model, self.inputs, self.order = model, inputs, list(order)[::-1]
        self.now: Timed | None = None
        self._start = 0.0

    def on_epoch_begin(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        """The clock runs from here."""
        tower, self.now = self.order.pop()
        self.now.memory = tower(self.model, self.inputs)
        self._start = start_clock()

    def on_epoch_end(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        """To here."""
        assert self.now is not None
        self.now.stop(self._start)

    def on_log(self, args: Any, state: Any, control: Any, logs: dict[str, Any] | None = None, **kwargs: Any) -> None:
        """One update."""
        if self.now is not None:
            self.now.note(logs)


def imitate(
    model: Any, recording: Recording, towers: Mapping[str, Tower], repeats: int, batch: int, lora_rank: int = 0
) -> tuple[dict[str, Timed], int]:
    """Times of an epoch by way of looking, and the tokens of the rows. Ways take turns; a first round is not counted.

    batch: rows of one pass, which is one update.
    """
    timed = {name: Timed() for name in towers}
    rounds = [timed if repeat else {name: Timed() for name in towers} for repeat in range(repeats + 1)]
    order = [(towers[name], times[name]) for times in rounds for name in towers]
    encoder = recording.encoder
    rows = turn_rows(recording.episodes, encoder, recording.context)
    with tempfile.TemporaryDirectory() as output:
        trainer = SFTTrainer(
            model=model,
            args=SFTConfig(
                output_dir=output,
                num_train_epochs=len(order),
                per_device_train_batch_size=batch,
                learning_rate=0.0,
                max_length=None,
                gradient_checkpointing=torch.cuda.is_available(),
                train_sampling_strategy="sequential",
                dataset_kwargs={"skip_prepare_dataset": True},
                **machine(),
            ),
            train_dataset=rows.dataset(),
            data_collator=TurnCollator(encoder),
            processing_class=encoder.processor,
            callbacks=[EpochClock(model, encoder.picture_inputs, order)],
            peft_config=lora(lora_rank, 2 * lora_rank) if lora_rank else None,
        )
        trainer.remove_callback(PrinterCallback)
        trainer.model_accepts_loss_kwargs = True  # as in train/sft.py
        trainer.train()
    return timed, sum(map(len, rows.rows))
