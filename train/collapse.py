"""The end of a run that collapses: no further checkpoint, and the name of the last good one.

`CollapseGuard` is the trainer's callback over `train.rail_watch.Watch`. The logs of rank 0 go to all ranks before
anybody judges them, so all stop after the same update. Where the rails stand is no state of its own: it follows from
the log history that every checkpoint holds, and a resumed run looks at it again.

Which checkpoint is good: the log of update n shows what the weights of update n - 1 do. Weights have therefore been
seen to be good when a log AFTER their checkpoint was on the good side of the alarm.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from accelerate.utils import broadcast_object_list
from transformers import TrainerCallback, TrainerControl, TrainerState, TrainingArguments

from train.rail_watch import METRICS, Crossing, Rail, Watch
from train.resume import checkpoints, is_complete

logger = logging.getLogger(__name__)


class Collapsed(RuntimeError):
    """The run was stopped by a rail. checkpoint: the last good one; None when none was written or kept."""

    def __init__(self, crossing: Crossing, checkpoint: Path | None) -> None:
        self.crossing = crossing
        self.checkpoint = checkpoint
        clean = "no log was" if crossing.clean is None else f"the log of step {crossing.clean} was the last"
        after = (
            f"the last good checkpoint is {checkpoint} (to go on from it: --resume_from_checkpoint {checkpoint})"
            if checkpoint
            else "there is no good checkpoint; only what the run started from"
        )
        super().__init__(
            f"the run collapsed: {crossing}, at or beyond the stop threshold {crossing.threshold:g} of "
            f"rails.{crossing.rail}; {clean} on the good side of its alarm; these weights were not saved; {after}"
        )


class CollapseGuard(TrainerCallback):
    """Stands before `MetricsLog` among the callbacks, so that its counts are written with the metrics it has read.

    Every log of an update gets `rails/alarms`, how many rails are beyond their alarm, and `rails/<name>: 1` for each.
    A run that is stopped leaves `Trainer.train` as a finished one does, on every rank after the same update;
    `raise_if_collapsed` then tells which it was.
    """

    def __init__(self, rails: Mapping[str, Rail], output_dir: str | Path) -> None:
        self.rails = rails
        self.output_dir = Path(output_dir)
        self.watch = Watch(rails)
        self.stop: Crossing | None = None

    def raise_if_collapsed(self) -> None:
        """Collapsed, on every rank, if a rail has stopped the run: nothing may be saved of it."""
        if self.stop:
            [checkpoint] = broadcast_object_list([last_good_checkpoint(self.output_dir, self.stop.clean)])
            raise Collapsed(self.stop, checkpoint)

    def on_train_begin(
        self, args: TrainingArguments, state: TrainerState, control: TrainerControl, **kwargs: Any
    ) -> None:
        """Look again at the history of a resumed run, without a word."""
        self.watch, self.stop = Watch(self.rails), None
        for logs in state.log_history:
            if "loss" in logs:
                self.watch.look(logs["step"], logs)
        # By default a loss that is not finite is replaced by a mean of earlier ones before anybody sees it.
        args.logging_nan_inf_filter = False
        self._release(state)

    def on_step_end(self, args: TrainingArguments, state: TrainerState, control: TrainerControl, **kwargs: Any) -> None:
        """Keep the last good checkpoint from rotation where no log stands between this update and its checkpoint."""
        if control.should_save and not control.should_log:
            self._protect(args, state)

    def on_log(
        self,
        args: TrainingArguments,
        state: TrainerState,
        control: TrainerControl,
        logs: dict[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        """Judge the log of an update."""
        if logs is None or "loss" not in logs:
            return
        names = [name for rail in self.watch.rails for name in METRICS[rail]]
        # Every rank logs at the same place; rank 0's numbers count for all, or one rank might stop alone.
        [metrics] = broadcast_object_list([{name: _plain(logs.get(name)) for name in names}])
        sight = self.watch.look(state.global_step, metrics)
        logs["rails/alarms"] = len(sight.alarmed)
        logs.update({f"rails/{name}": 1 for name in sight.alarmed})
        if state.is_world_process_zero:
            for crossing in sight.new:
                logger.warning("%s is at or beyond its alarm threshold %g", crossing, crossing.threshold)
        self.stop = self.stop or sight.stop
        if self.stop:
            self._end(control)
        elif control.should_save:
            self._protect(args, state)

    def on_epoch_end(
        self, args: TrainingArguments, state: TrainerState, control: TrainerControl, **kwargs: Any
    ) -> None:
        """`save_strategy: epoch` asks for a checkpoint here, after the stop."""
        if self.stop:
            self._end(control)

    def on_save(self, args: TrainingArguments, state: TrainerState, control: TrainerControl, **kwargs: Any) -> None:
        """The rotation is over."""
        self._release(state)

    def _end(self, control: TrainerControl) -> None:
        control.should_training_stop = True
        control.should_save = control.should_evaluate = False

    def _protect(self, args: TrainingArguments, state: TrainerState) -> None:
        """`save_total_limit` spares the checkpoint that is said to be the best."""
        if state.best_global_step is None and args.save_total_limit:
            good = last_good_checkpoint(self.output_dir, self.watch.clean)
            state.best_model_checkpoint = str(good) if good else None

    def _release(self, state: TrainerState) -> None:
        if state.best_global_step is None:  # otherwise the name is that of a run with a metric for its best model
            state.best_model_checkpoint = None


def last_good_checkpoint(output_dir: str | Path, clean: int | None) -> Path | None:
    """The newest complete checkpoint from before the log of step `clean`, which saw its weights do well.

    None when there is none, or when no log was clean.
    """
    if clean is None:
        return None
    good = (path for step, path in reversed(checkpoints(output_dir)) if step < clean and is_complete(path, step))
    return next(good, None)


def _plain(value: Any) -> float | None:
    return None if value is None else float(value)
