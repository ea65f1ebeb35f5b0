"""Practice: GSPO or GRPO over episodes in a simulator.

    accelerate launch train/rl.py --config configs/rl/demo.yaml
    accelerate launch --config_file configs/accelerate/zero3.yaml train/rl.py --config configs/rl/qwen3vl_8b.yaml

Every field of `RlArguments` and of TRL's `GRPOConfig` may stand in the YAML file or on the command line. Algorithm,
credit and weights of the loss are the keys of `train/choices.py`.
"""

from __future__ import annotations

import dataclasses
import math
import os
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")

import torch
from transformers.integrations import is_deepspeed_zero3_enabled
from transformers.modeling_utils import is_fsdp_enabled
from transformers.trainer_utils import SaveStrategy
from trl import GRPOConfig

from envs.episode import Episode, Observation, save_episodes
from envs.images import ImageError, ImageStore
from envs.settings import SettingsError
from envs.simulators import LocalSimulators, Simulators, WorkerSimulators, WorldRecipe
from envs.task_list import load_task_list
from rewards import load_rewards
from train.arguments import PolicyArguments, check_training
from train.choices import Choices, own
from train.command_line import parse_command_line, report_and_exit
from train.curriculum import check_curriculum
from train.encoding import Encoder, EncodingError
from train.engines import Engine, Sampling
from train.engines.policy_server import ServerGone
from train.engines.server_engine import ServerEngine
from train.engines.transformers_engine import TransformersEngine
from train.engines.vllm_engine import VllmEngine
from train.episode_pages import EpisodePages
from train.episode_trainer import EpisodeTrainer
from train.metrics_log import MetricsLog
from train.model import check_model_folder, check_vision, load_model, load_processor, lora, vision_digest
from train.progress import EpisodeBar, wants_bar
from train.rails import Collapsed, Rails
from train.resume import checkpoint_to_resume
from train.rollout import Rollouts, without_tokens
from train.rollout_journal import RolloutJournal
from train.run_record import update_run_record, write_run_record
from train.stopwatch import Stopwatch
from train.task_source import TaskSource
from train.tensorboard_log import use_tensorboard_log

ENGINES = ("vllm", "server", "transformers")
COLLAPSED = 3
"""Exit status of a run that a safety rail has stopped."""


@dataclass(kw_only=True)
class RlArguments(PolicyArguments):
    """What is practised, and how episodes are played."""

    tasks: str = field(metadata={"help": "Task list, a YAML file (see configs/tasks)."})
    rewards: str = field(default="configs/rewards/devices.yaml", metadata={"help": "Reward composition, YAML."})
    curriculum: dict[str, Any] = field(
        default_factory=dict, metadata={"help": "Tasks by measured success (train/curriculum.py); empty: all alike."}
    )

    algorithm: str = own("algorithm")
    normaliser: str = own("normaliser")
    row_weight: str = own("row_weight")
    constant_turns: float | None = own("constant_turns")
    credit: str = own("credit")
    step_weight: float = own("step_weight")
    solver_centred: bool = own("solver_centred")
    discount: float = own("discount")
    negative_weight: float = own("negative_weight")
    dynamic_sampling: int = own("dynamic_sampling")
    old_logps: str = own("old_logps")
    correction: str = own("correction")
    correction_cap: float = own("correction_cap")
    rows_per_forward: int | None = own("rows_per_forward")

    rollout_engine: str = field(
        default="vllm", metadata={"help": "vllm (in this process), server (a vLLM elsewhere) or transformers."}
    )
    engine_options: dict[str, Any] = field(default_factory=dict, metadata={"help": "Further arguments of vLLM."})
    servers: list[str] = field(
        default_factory=list, metadata={"help": "Addresses of vLLM servers, http://host:port, with engine: server."}
    )
    server_seconds: float = field(default=600.0, metadata={"help": "Time-out of one request to a server."})
    max_prompt_tokens: int = field(default=2048, metadata={"help": "Longest prompt, pictures included."})
    concurrency: int = field(default=64, metadata={"help": "Episodes in flight on one process."})
    max_turns: int = field(default=64, metadata={"help": "Bound on turns in worlds without a budget."})
    simulator_processes: int = field(
        default=0, metadata={"help": "Processes that run a rank's simulators; 0: they run in the rank itself."}
    )
    simulator_seconds: float = field(default=120.0, metadata={"help": "A simulator that takes longer is restarted."})
    simulator_memory_mb: int = field(default=4096, metadata={"help": "Most memory of one simulator process."})
    device_cache: str | None = field(default=None, metadata={"help": "Folder for generated devices."})
    world_options: dict[str, Any] = field(
        default_factory=dict, metadata={"help": "Further options of the world, such as `user` of the home world."}
    )

    rails: dict[str, Any] = field(
        default_factory=dict, metadata={"help": "Safety rails other than the defaults (train/rails.py)."}
    )
    save_episodes: bool = field(default=True, metadata={"help": "Keep every rollout under episodes/."})
    pages_every: int = field(default=10, metadata={"help": "Rollouts from one page of episodes to the next; 0: none."})

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.rollout_engine not in ENGINES:
            raise ValueError(f"rollout_engine: {self.rollout_engine!r} is none of {', '.join(ENGINES)}")
        if (self.rollout_engine == "server") != bool(self.servers):
            raise ValueError(f"servers: {self.servers} does not go with rollout_engine {self.rollout_engine!r}")
        for server in self.servers:
            check_address(server)
        for name in ("max_prompt_tokens", "concurrency", "max_turns", "simulator_memory_mb"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name}: {getattr(self, name)} is less than 1")
        for name in ("simulator_processes", "pages_every"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name}: {getattr(self, name)} is negative")
        for name in ("simulator_seconds", "server_seconds"):
            if not 0 < getattr(self, name) < math.inf:
                raise ValueError(f"{name}: {getattr(self, name)} is not above 0")


def fingerprint(model: str) -> list[tuple[str, int, int]]:
    """Name, size and time of every file of weights: a model that was trained anew in its place is another one."""
    files = sorted(Path(model).glob("*.safetensors"))
    return [(file.name, file.stat().st_size, file.stat().st_mtime_ns) for file in files]


def check_address(server: str) -> None:
    """ValueError for what is no http://host:port."""
    try:
        parts = urlsplit(server)
        good = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a port that is no number, or too large
        good = False
    if not good or len(server.split()) != 1:
        raise ValueError(f"servers: {server!r} is no address of the form http://host:port")


def check(arguments: RlArguments, training: GRPOConfig) -> None:
    """Refuse what cannot work and what a resumed run could not repeat; set what our rows need.

    ValueError names field and value.
    """
    check_training(training, "steps_per_generation", "num_iterations", "num_generations", "max_completion_length")
    if not 0 < training.temperature < math.inf:
        raise ValueError(f"temperature: {training.temperature} is not above 0; a greedy group teaches nothing")
    choices = Choices.of(arguments, training)
    if choices.row_weight == "constant" and arguments.rows_per == "episode":
        raise ValueError("row_weight: 'constant' counts rows that are turns; with rows_per 'episode' use normaliser")
    if training.mask_truncated_completions:
        raise ValueError("mask_truncated_completions: a reply that was cut is an invalid turn here, and is learnt from")
    Rails.of(arguments.rails)
    if arguments.curriculum:
        check_curriculum(arguments.curriculum)
    if training.eval_strategy != "no":
        raise ValueError(f"eval_strategy: {training.eval_strategy} has no effect here, use scripts/benchmark.py")
    if training.log_completions:
        raise ValueError("log_completions: episodes are kept under episodes/ and pages/ instead")
    every = training.steps_per_generation * training.num_iterations
    if training.save_strategy == SaveStrategy.STEPS:
        passes = int(training.save_steps) * training.gradient_accumulation_steps
        if passes % every:
            raise ValueError(
                f"save_steps: {training.save_steps} falls inside a generation batch ({every} passes), so a resumed run "
                "could not go on with it"
            )


def train(arguments: RlArguments, training: GRPOConfig) -> None:
    """Practise to the end, from the last complete checkpoint if that is asked for. Raises Collapsed."""
    check(arguments, training)
    check_model_folder(arguments.model)
    rewards = load_rewards(arguments.rewards)
    checkpoint = checkpoint_to_resume(training.output_dir, training.resume_from_checkpoint)
    world, tasks = load_task_list(arguments.tasks)  # drawing them may take minutes, so all else is checked before
    rewards.copy().start(tasks[0])  # a term that cannot score this world says so now, not once for every episode
    source = TaskSource(tasks, training.seed, check_curriculum(arguments.curriculum) if arguments.curriculum else None)
    output = Path(training.output_dir)
    images = ImageStore(output / "images")
    pages = EpisodePages(training, images, arguments.pages_every)
    metrics = MetricsLog(output / "metrics.jsonl")
    rails = Rails.of(arguments.rails).watch(output)
    with ExitStack() as opened:
        encoder = Encoder(load_processor(arguments.model), images)
        if arguments.context().mode == "transcript":
            encoder.following(Observation("."))  # a chat template that cannot write transcripts says so now
        model = load_model(arguments.model, arguments.dtype)
        digest = vision_digest(model)
        stopwatch = Stopwatch(torch.cuda.synchronize if torch.cuda.is_available() else None)

        def make_rollouts(policy: Any) -> Rollouts:
            engine = make_engine(arguments, training, policy, encoder)
            opened.callback(engine.close)
            simulators = make_simulators(arguments, world, images)
            opened.callback(simulators.close)
            return Rollouts(
                simulators=simulators,
                encoder=encoder,
                engine=engine,
                context=arguments.context(),
                sampling=Sampling(training.temperature, training.max_completion_length),
                make_rewards=rewards.copy,
                max_turns=arguments.max_turns,
                concurrency=arguments.concurrency,
                max_prompt_tokens=arguments.max_prompt_tokens,
                bar=EpisodeBar(wants_bar(training)),
                policy=arguments.model,
                stopwatch=stopwatch,
            )

        def keep(step: int, episodes: list[Episode]) -> None:
            if arguments.save_episodes:
                path = output / "episodes" / f"step_{step:06d}_rank_{training.process_index}.jsonl"
                path.unlink(missing_ok=True)  # a resumed run plays the step again
                save_episodes(path, map(without_tokens, episodes))
            pages.on_episodes(step, episodes)

        journal = RolloutJournal(
            output / f"rollout_rank_{training.process_index}.jsonl",
            {
                "model": [arguments.model, *fingerprint(arguments.model)],
                "world": world,
                "picture_size": arguments.picture_size,
                "world_options": arguments.world_options,
                "context": dataclasses.asdict(arguments.context()),
                "sampling": [training.temperature, training.max_completion_length, arguments.max_prompt_tokens],
                "max_turns": arguments.max_turns,
                "rewards": rewards.describe(),
            },
        )
        trainer = EpisodeTrainer(
            model=model,
            args=training,
            processing_class=encoder.processor,
            peft_config=lora(arguments.lora_rank, arguments.lora_alpha, arguments.lora_dropout)
            if arguments.lora_rank
            else None,
            source=source,
            rollouts=make_rollouts,
            choices=Choices.of(arguments, training),
            rows_per=arguments.rows_per,
            picture_memory_mb=arguments.picture_memory_mb,
            on_episodes=keep,
            stopwatch=stopwatch,
            journal=journal,
            callbacks=[rails, metrics, pages],
        )
        use_tensorboard_log(trainer)
        if training.process_index == 0:
            step = int(checkpoint.name.rpartition("-")[2]) if checkpoint else 0
            details = {"rewards": rewards.describe(), "world": world, "tasks": len(tasks)}
            write_run_record(output, "rl", arguments, training, step, details)
        result = trainer.train(resume_from_checkpoint=str(checkpoint) if checkpoint else None)
        rails.raise_if_collapsed()
        after = check_vision(trainer.accelerator.unwrap_model(trainer.model), digest)
        trainer.save_model(training.output_dir)
        trainer.save_state()
        journal.path.unlink(missing_ok=True)  # the run is over
        if training.process_index == 0:
            update_run_record(output, vision_digest=after, result=result.metrics)


def make_engine(arguments: RlArguments, training: GRPOConfig, policy: Any, encoder: Encoder) -> Engine:
    """The engine that the arguments choose; `policy` is the model that is trained."""
    if arguments.rollout_engine == "transformers":
        if is_deepspeed_zero3_enabled() or is_fsdp_enabled():
            raise SettingsError(
                "rollout_engine: 'transformers' needs whole weights in every process; ZeRO-3 and FSDP spread them over "
                "all; use vllm or server"
            )
        return TransformersEngine(policy, encoder, batch_size=arguments.concurrency)
    if arguments.rollout_engine == "server":
        return ServerEngine(arguments.servers, encoder, seconds=arguments.server_seconds)
    return VllmEngine(
        arguments.model,
        encoder,
        dtype=arguments.dtype,
        max_model_len=arguments.max_prompt_tokens + training.max_completion_length,
        max_num_seqs=arguments.concurrency,
        images_per_prompt=arguments.context().pictures_per_prompt,
        options=arguments.engine_options,
    )


def make_simulators(arguments: RlArguments, world: str, images: ImageStore) -> Simulators:
    """Simulators in this process, or in others."""
    recipe = WorldRecipe(world, arguments.picture_size, arguments.device_cache, own=arguments.world_options)
    if not arguments.simulator_processes:
        return LocalSimulators(recipe.maker(images))
    return WorkerSimulators(
        recipe,
        images,
        processes=arguments.simulator_processes,
        seconds=arguments.simulator_seconds,
        memory_mb=arguments.simulator_memory_mb,
    )


def main(argv: Sequence[str] | None = None) -> int:
    """The command; returns its exit status: 0, 2 for bad input, 3 where a safety rail has stopped the run."""
    try:
        arguments, training = parse_command_line((RlArguments, GRPOConfig), argv, check)
        if arguments.dry_run:
            from train.dry_run import dry_run

            dry_run(arguments, training, "rl")
            return 0
        train(arguments, training)
    except (SettingsError, ImageError, EncodingError, ServerGone) as error:
        return report_and_exit(error)
    except Collapsed as error:
        print(f"stopped: {error}", file=sys.stderr)
        return COLLAPSED
    return 0


if __name__ == "__main__":
    sys.exit(main())
