"""TensorBoard without an account or a network: `report_to: tensorboard` writes to OUTPUT/tensorboard.

    tensorboard --logdir runs

transformers' own callback opens a folder by time and host at every start, so that a run which was stopped shows as two
that overlap. Here all starts of a run share one folder, and a resumed one hides what was logged after its checkpoint.
"""

from __future__ import annotations

import os
from typing import Any

from transformers import Trainer, TrainerControl, TrainerState, TrainingArguments
from transformers.integrations import TensorBoardCallback


class TensorBoardLog(TensorBoardCallback):
    """transformers' callback with a writer of our own. TENSORBOARD_LOGGING_DIR, if set, is the folder, as there."""

    def on_train_begin(
        self, args: TrainingArguments, state: TrainerState, control: TrainerControl, **kwargs: Any
    ) -> None:
        """Open the run's folder, with everything after `state.global_step` hidden."""
        if state.is_world_process_zero and self.tb_writer is None:
            from torch.utils.tensorboard import SummaryWriter  # a second to import, for those who ask for it

            folder = self.logging_dir or os.path.join(args.output_dir, "tensorboard")
            self.tb_writer = SummaryWriter(log_dir=folder, purge_step=state.global_step + 1)
        super().on_train_begin(args, state, control, **kwargs)


def use_tensorboard_log(trainer: Trainer) -> None:
    """Put it in the place of transformers' own, where `report_to` has asked for that."""
    if trainer.pop_callback(TensorBoardCallback) is not None:
        trainer.add_callback(TensorBoardLog)
