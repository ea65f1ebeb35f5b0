"""Supervised fine-tuning on a planner's episodes: loss on the replies alone, the vision path frozen whole.

    python train/sft.py --config configs/sft/demo.yaml
    accelerate launch --config_file configs/accelerate/zero3.yaml train/sft.py --config configs/sft/qwen3vl_8b.yaml

Promises: the ids trained on are those a rollout would see; the vision path is hashed before and after, and one
changed bit is an error; `--resume_from_checkpoint true` goes on from the last complete checkpoint as if never
stopped. The output folder holds the model (or LoRA adapter) with its processor, `run.json` and `metrics.jsonl`.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")

from tqdm.auto import tqdm
from trl.trainer.sft_config import SFTConfig
from trl.trainer.sft_trainer import SFTTrainer

from data_synth.dataset import DatasetError, DatasetFolder
from envs.images import ImageError
from envs.settings import SettingsError
from train.arguments import PolicyArguments, check_training
from train.command_line import parse_command_line, report_and_exit
from train.encoding import Encoder, EncodingError
from train.metrics_log import MetricsLog
from train.model import check_vision, load_model, load_processor, lora, vision_digest
from train.pictures import PictureMemory, show_by_name
from train.resume import checkpoint_to_resume
from train.rows import RowError, Rows, TurnCollator, turn_rows
from train.run_record import update_run_record, write_run_record
from train.tensorboard_log import use_tensorboard_log

logger = logging.getLogger(__name__)


@dataclass(kw_only=True)
class SftArguments(PolicyArguments):
    """What is imitated. Everything else is TRL's `SFTConfig`; its `max_length` drops longer rows whole instead of
    cutting.
    """

    data: str = field(metadata={"help": "Folder of demonstrated episodes, written by scripts/synthesize.py."})
    data_episodes: int | None = field(default=None, metadata={"help": "Use only the first so many episodes."})


def load_rows(arguments: SftArguments, encoder: Encoder, max_length: int | None, quiet: bool = False) -> Rows:
    """Every row of the data folder. SettingsError when none is left."""
    folder = DatasetFolder(arguments.data)
    manifest = folder.read_manifest()
    total = sum(shard.rows for shard in manifest.shards) if manifest else 0
    episodes = folder.episodes()
    if arguments.data_episodes is not None:
        total = min(total, arguments.data_episodes)
        episodes = (episode for _, episode in zip(range(total), episodes, strict=False))
    bar = tqdm(episodes, total=total, desc="encoding episodes", unit=" episodes", disable=quiet)
    rows = turn_rows(
        bar,
        encoder,
        arguments.context(),
        max_length,
        picture_size=arguments.picture_size,
        rows_per=arguments.rows_per,  # type: ignore[arg-type]  # checked with the arguments
    )
    if not rows.rows:
        raise SettingsError(f"data: {arguments.data} gives no row to train on (left out: {dict(rows.left_out)})")
    return rows


def prepare(training: SFTConfig) -> None:
    """Settings that must hold for our rows, whatever the file says."""
    check_training(training)
    training.remove_unused_columns = False  # the collator's columns are no arguments of the model
    training.dataset_kwargs = {"skip_prepare_dataset": True}  # its only key
    if training.packing or training.padding_free:
        raise ValueError("packing: rows with pictures cannot be packed")


def train(arguments: SftArguments, training: SFTConfig) -> dict[str, Any]:
    """Run SFT to its end; returns the trainer's metrics."""
    prepare(training)
    output = Path(str(training.output_dir))
    checkpoint = checkpoint_to_resume(output, training.resume_from_checkpoint)
    main = training.process_index == 0
    processor = load_processor(arguments.model)
    encoder = Encoder(processor, DatasetFolder(arguments.data).image_store())
    rows = load_rows(arguments, encoder, training.max_length, quiet=not main)
    model: Any = load_model(arguments.model, arguments.dtype)
    digest = vision_digest(model)
    show_by_name(model, encoder.picture_inputs, PictureMemory(arguments.picture_memory_mb))
    trainer = SFTTrainer(
        model=model,
        args=training,
        train_dataset=rows.dataset(),
        data_collator=TurnCollator(encoder),
        processing_class=processor,
        peft_config=lora(arguments.lora_rank, arguments.lora_alpha, arguments.lora_dropout)
        if arguments.lora_rank
        else None,
        callbacks=[MetricsLog(output / "metrics.jsonl")],
    )
    use_tensorboard_log(trainer)
    # Qwen3-VL's own loss cannot count tokens over micro-batches; TRL's, which is used, can. Every token weighs
    # alike, however a batch is split.
    trainer.model_accepts_loss_kwargs = True
    if main:
        step = int(checkpoint.name.rpartition("-")[2]) if checkpoint else 0
        counts = {"rows": len(rows.rows), "left_out": dict(rows.left_out)}
        write_run_record(output, "sft", arguments, training, step, {**counts, **_data(arguments)})
        start = f"from {checkpoint}" if checkpoint else "from the start"
        print(f"SFT {start}: {len(rows.rows)} rows, left out {dict(rows.left_out)}, vision {digest[:12]} frozen")
    result = trainer.train(resume_from_checkpoint=str(checkpoint) if checkpoint else None)
    after = check_vision(trainer.accelerator.unwrap_model(trainer.model), digest)
    trainer.save_model(str(output))
    trainer.save_state()
    if main:
        update_run_record(output, vision_digest=after, result=result.metrics)
        print(f"vision path unchanged ({after[:12]}); model saved in {training.output_dir}")
    return result.metrics


def main(argv: Sequence[str] | None = None) -> int:
    """The command; returns its exit status: 0, or 2 for bad input."""
    try:
        arguments, training = parse_command_line((SftArguments, SFTConfig), argv, lambda _, training: prepare(training))
        if arguments.dry_run:
            from train.dry_run import dry_run

            dry_run(arguments, training, "sft")
            return 0
        train(arguments, training)
    except (SettingsError, DatasetError, RowError, ImageError, EncodingError) as error:
        return report_and_exit(error)
    return 0


def _data(arguments: SftArguments) -> dict[str, Any]:
    manifest = DatasetFolder(arguments.data).read_manifest()
    return {"data": manifest.to_json() if manifest else None}


if __name__ == "__main__":
    sys.exit(main())
