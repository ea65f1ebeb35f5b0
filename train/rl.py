"""Practice: GSPO or GRPO over episodes in a simulator.

    accelerate launch train/rl.py --config configs/rl/demo.yaml
    accelerate launch --config_file configs/accelerate/zero3.yaml train/rl.py --config configs/rl/qwen3vl_8b.yaml

Every field of `RlArguments` and of TRL's `GRPOConfig` may stand in the YAML file or on the command line. GSPO is
`importance_sampling_level: sequence` with `loss_type: grpo`; GRPO is `token`.
"""

from __future__ import annotations

import json
import math
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")

from datasets import Dataset
from transformers.trainer_utils import SaveStrategy
from trl import GRPOConfig

from envs.episode import Episode, Task, save_episodes
from envs.images import ImageError, ImageStore
from envs.settings import SettingsError
from envs.task_list import load_task_list, task_from_json, task_to_json
from rewards import RewardSet, load_rewards
from train.arguments import PolicyArguments, check_training
from train.choices import check_choices
from train.command_line import parse_command_line, report_and_exit
from train.encoding import Encoder, EncodingError
from train.engines import Engine, Sampling
from train.engines.transformers_engine import TransformersEngine
from train.engines.vllm_engine import VllmEngine
from train.episode_trainer import EpisodeTrainer
from train.metrics_log import MetricsLog
from train.model import check_vision, load_model, load_processor, lora, vision_digest
from train.resume import checkpoint_to_resume
from train.rollout import Job, Rollouts, without_tokens
from train.run_record import update_run_record, write_run_record
from train.shared_pictures import share_pictures
from train.worlds import world_maker


@dataclass(kw_only=True)
class RlArguments(PolicyArguments):
    """What is practised, and how episodes are played."""

    tasks: str = field(metadata={"help": "Task list, a YAML file (see configs/tasks)."})
    rewards: str = field(default="configs/rewards/devices.yaml", metadata={"help": "Reward composition, YAML."})
    rollout_engine: str = field(default="vllm", metadata={"help": "vllm (in this process) or transformers."})
    max_prompt_tokens: int = field(default=2048, metadata={"help": "Longest prompt, pictures included."})
    concurrency: int = field(default=64, metadata={"help": "Episodes in flight on one process."})
    max_turns: int = field(default=64, metadata={"help": "Bound on turns in worlds without a budget."})
    row_weight: str = field(default="turn", metadata={"help": "turn or episode: what weighs alike in the loss."})
    credit: str = field(
        default="episode",
        metadata={
            "help": "episode: its return for every turn. turn, state: what followed, against that turn or state."
        },
    )
    discount: float = field(
        default=1.0, metadata={"help": "Of a reward one turn later, from 0 to 1; not with credit: episode."}
    )
    negative_weight: float = field(default=1.0, metadata={"help": "Factor on advantages below 0, from 0 to 1."})
    rows_per_forward: int | None = field(default=None, metadata={"help": "Most rows in one pass; all if unset."})
    save_episodes: bool = field(default=True, metadata={"help": "Keep every rollout under episodes/."})
    engine_options: dict[str, Any] = field(default_factory=dict, metadata={"help": "Further arguments of vLLM."})
    device_cache: str | None = field(default=None, metadata={"help": "Folder for generated devices."})
    world_options: dict[str, Any] = field(
        default_factory=dict, metadata={"help": "Further options of the world, such as `user` of the home world."}
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.rollout_engine not in ("vllm", "transformers"):
            raise ValueError(f"rollout_engine: {self.rollout_engine!r} is neither 'vllm' nor 'transformers'")
        for name in ("max_prompt_tokens", "concurrency", "max_turns"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name}: {getattr(self, name)} is less than 1")


def check(arguments: RlArguments, training: GRPOConfig) -> None:
    """Refuse what cannot work and what a resumed run could not repeat; set what our rows need.

    ValueError names field and value.
    """
    check_training(training, "steps_per_generation", "num_iterations", "num_generations", "max_completion_length")
    if not 0 < training.temperature < math.inf:
        raise ValueError(f"temperature: {training.temperature} is not above 0; a greedy group teaches nothing")
    options = (arguments.row_weight, arguments.credit, arguments.discount, arguments.negative_weight)
    check_choices(training, *options, arguments.rows_per_forward)
    every = training.steps_per_generation * training.num_iterations
    if training.save_strategy == SaveStrategy.STEPS:
        passes = int(training.save_steps) * training.gradient_accumulation_steps
        if passes % every:
            raise ValueError(
                f"save_steps: {training.save_steps} falls inside a generation batch ({every} passes), so a resumed run "
                "could not go on with it"
            )
    training.remove_unused_columns = False  # a row's task is no argument of the model


def train(arguments: RlArguments, training: GRPOConfig) -> None:
    """Practise to the end, from the last complete checkpoint if that is asked for."""
    check(arguments, training)
    world, tasks = load_task_list(arguments.tasks)
    rewards = load_rewards(arguments.rewards)
    rewards.copy().start(tasks[0])  # a term that cannot score this world says so now, not once for every episode
    checkpoint = checkpoint_to_resume(training.output_dir, training.resume_from_checkpoint)
    output = Path(training.output_dir)
    encoder = Encoder(load_processor(arguments.model), ImageStore(output / "images"))
    model = load_model(arguments.model, arguments.dtype)
    digest = vision_digest(model)
    if arguments.picture_memory_mb:
        share_pictures(model, arguments.picture_memory_mb)

    def keep(step: int, episodes: list[Episode]) -> None:
        path = output / "episodes" / f"step_{step:06d}_rank_{training.process_index}.jsonl"
        path.unlink(missing_ok=True)  # a resumed run plays the step again
        save_episodes(path, map(without_tokens, episodes))

    trainer = EpisodeTrainer(
        model=model,
        args=training,
        train_dataset=task_dataset(tasks),
        processing_class=encoder.processor,
        peft_config=lora(arguments.lora_rank, arguments.lora_alpha, arguments.lora_dropout)
        if arguments.lora_rank
        else None,
        rollouts=lambda policy: make_rollouts(arguments, training, world, rewards, policy, encoder),
        job_of=job_of,
        row_weight=arguments.row_weight,
        credit=arguments.credit,
        discount=arguments.discount,
        negative_weight=arguments.negative_weight,
        rows_per_forward=arguments.rows_per_forward,
        on_episodes=keep if arguments.save_episodes else None,
        callbacks=[MetricsLog(output / "metrics.jsonl")],
    )
    try:
        if training.process_index == 0:
            step = int(checkpoint.name.rpartition("-")[2]) if checkpoint else 0
            details = {"rewards": rewards.describe(), "world": world, "tasks": len(tasks)}
            write_run_record(output, "rl", arguments, training, step, details)
        result = trainer.train(resume_from_checkpoint=str(checkpoint) if checkpoint else None)
        after = check_vision(trainer.accelerator.unwrap_model(trainer.model), digest)
        trainer.save_model(training.output_dir)
        trainer.save_state()
        if training.process_index == 0:
            update_run_record(output, vision_digest=after, result=result.metrics)
    finally:
        trainer.rollouts.engine.close()
        trainer.rollouts.close()


def make_rollouts(
    arguments: RlArguments, training: GRPOConfig, world: str, rewards: RewardSet, policy: Any, encoder: Encoder
) -> Rollouts:
    """The driver of this run's episodes, with the engine that the arguments choose."""
    limit = training.max_completion_length
    engine: Engine
    if arguments.rollout_engine == "transformers":
        engine = TransformersEngine(policy, encoder, batch_size=arguments.concurrency)
    else:
        engine = VllmEngine(
            arguments.model,
            encoder,
            dtype=arguments.dtype,
            max_model_len=arguments.max_prompt_tokens + limit,
            max_num_seqs=arguments.concurrency,
            images_per_prompt=arguments.context().pictures_per_prompt,
            options=arguments.engine_options,
        )
    return Rollouts(
        make_world=world_maker(
            world, encoder.store, arguments.picture_size, arguments.device_cache, own=arguments.world_options
        ),
        encoder=encoder,
        engine=engine,
        context=arguments.context(),
        sampling=Sampling(training.temperature, limit),
        make_rewards=rewards.copy,
        max_turns=arguments.max_turns,
        concurrency=arguments.concurrency,
        max_prompt_tokens=arguments.max_prompt_tokens,
        policy=arguments.model,
    )


def task_dataset(tasks: list[Task]) -> Dataset:
    """One row a task. TRL wants a `prompt` column; the real prompt exists only once the world has been seen."""
    rows = [
        {"prompt": [{"role": "user", "content": task.id}], "task": json.dumps(task_to_json(task))} for task in tasks
    ]
    return Dataset.from_list(rows)


def job_of(row: dict[str, Any], seed: int) -> Job:
    """The job of a dataset row."""
    return Job(task_from_json(json.loads(row["task"])), seed)


def main(argv: Sequence[str] | None = None) -> int:
    """The command; returns its exit status: 0, or 2 for bad input."""
    try:
        arguments, training = parse_command_line((RlArguments, GRPOConfig), argv, check)
        if arguments.dry_run:
            from train.dry_run import dry_run

            dry_run(arguments, training, "rl")
            return 0
        train(arguments, training)
    except (SettingsError, ImageError, EncodingError) as error:
        return report_and_exit(error)
    return 0


if __name__ == "__main__":
    sys.exit(main())
