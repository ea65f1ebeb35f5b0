"""The order of tasks as a function of seed and epoch alone, so that a resumed run meets the tasks that an unbroken
one would.

TRL's `RepeatSampler` draws each epoch's order from one running generator, which a new process starts over: resumed in
its second epoch, a run would practise on the first epoch's order again.
"""

from __future__ import annotations

from collections.abc import Iterator

from trl.trainer.utils import RepeatSampler

EPOCH_STRIDE = 1_000_003
"""Keeps the seeds of one run's epochs apart from those of runs with nearby seeds."""


class TaskSampler(RepeatSampler):
    """RepeatSampler with `set_epoch`, which the trainer calls before each epoch, resumed or not."""

    epoch = 0

    def set_epoch(self, epoch: int) -> None:
        """The epoch whose order is drawn next."""
        self.epoch = epoch

    def __iter__(self) -> Iterator[int]:
        if self.shuffle:
            self.generator.manual_seed((self.seed or 0) * EPOCH_STRIDE + self.epoch)
        return super().__iter__()
