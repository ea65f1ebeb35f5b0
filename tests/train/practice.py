"""Real trainer, real model, real checkpoints on the spot world; only the replies are drawn from a hat, by seed.

The tiny model has not learnt the reply format, so its own replies would all score alike and teach nothing; with
replies drawn from a hat the returns differ and every update moves the weights. Run as a script it is the run that
tests kill.
"""

from __future__ import annotations

import os
import random
import signal
import sys
from collections.abc import Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import torch
from transformers import TrainerCallback
from trl import GRPOConfig

from envs.context import ContextSettings
from envs.episode import Completion, Task, ToolCall
from envs.images import ImageStore
from envs.reply import History, format_reply
from envs.simulators import LocalSimulators
from rewards import RewardSet, load_rewards
from tests.spots import COLOURS, SpotWorld
from train.choices import OWN, Choices
from train.curriculum import check_curriculum
from train.encoding import Encoder
from train.engines import Request, Sampling
from train.episode_trainer import EpisodeTrainer
from train.model import load_model, load_processor
from train.rollout import Rollouts
from train.rollout_journal import RolloutJournal
from train.task_source import TaskSource

ROOT = Path(__file__).resolve().parents[2]
TINY = ROOT / "models" / "tiny"
CONTEXT = ContextSettings(tools="names", previous_image=False)


class HatEngine:
    """An Engine whose replies are drawn by the request's seed: touches at nine places, and now and then nonsense."""

    runs_alone = working = False

    def __init__(self, encoder: Encoder) -> None:
        self.encoder = encoder
        self.queue: list[Request] = []

    def submit(self, request: Request, sampling: Sampling) -> None:
        self.queue.append(request)

    def collect(self, wait: bool = True) -> list[tuple[int, Completion]]:
        done, self.queue = self.queue, []
        return [(request.id, self._draw(request)) for request in done]

    def abort(self) -> None:
        self.queue.clear()

    def close(self) -> None:
        self.abort()

    def _draw(self, request: Request) -> Completion:
        rng = random.Random(request.seed)
        if rng.random() < 0.1:
            text = "nothing of the kind"
        else:
            point = [rng.choice((170, 500, 830)), rng.choice((170, 500, 830))]
            history = History(summary="nothing", task="touch")
            text = format_reply("I try here.", history, ToolCall("touch", {"coordinate": point}))
        ids = self.encoder.encode_reply(text)
        return Completion(request.prompt.expanded, ids, (0.0,) * len(ids))


def spot_tasks(count: int = 8) -> list[Task]:
    colours = list(COLOURS)
    return [Task("spots", f"spots-{i}", i, {"colour": colours[i % len(colours)]}) for i in range(count)]


def rewards() -> RewardSet:
    return load_rewards(ROOT / "configs" / "rewards" / "devices.yaml")


def config(output: Path, **more: Any) -> GRPOConfig:
    settings: dict[str, Any] = dict(
        output_dir=str(output),
        use_cpu=True,
        bf16=False,
        gradient_checkpointing=False,
        per_device_train_batch_size=8,
        num_generations=4,
        max_completion_length=64,
        learning_rate=1e-3,
        lr_scheduler_type="linear",
        logging_steps=1,
        save_strategy="no",
        report_to="none",
        remove_unused_columns=False,
        disable_tqdm=True,
    )
    return GRPOConfig(**(settings | more))


class PushedHatEngine(HatEngine):
    """The same with weights of its own, that is, one that counts pushes."""

    pushes = 0

    def load_weights(self, weights: Iterable[tuple[str, torch.Tensor]]) -> None:
        self.pushes += len(list(weights)) > 0


def make_trainer(
    training: GRPOConfig,
    max_turns: int = 8,
    world: type = SpotWorld,
    engine: type[HatEngine] = HatEngine,
    tasks: int = 8,
    **more: Any,
) -> EpisodeTrainer:
    """An EpisodeTrainer on spots. The caller seeds nothing: everything follows from `training.seed`.

    more: keys of `train/choices.py`, `curriculum` (train/curriculum.py), and further arguments of the trainer.
    """
    curriculum = more.pop("curriculum", None)
    chosen = SimpleNamespace(**{name: more.pop(name) for name in OWN if name in more})
    torch.manual_seed(0)
    encoder = Encoder(load_processor(TINY), ImageStore(None))

    def rollouts(_: Any) -> Rollouts:
        return Rollouts(
            simulators=LocalSimulators(lambda: world(encoder.store)),
            encoder=encoder,
            engine=engine(encoder),
            context=CONTEXT,
            sampling=Sampling(1.0, 64),
            make_rewards=rewards().copy,
            max_turns=max_turns,
        )

    return EpisodeTrainer(
        model=load_model(TINY, "float32"),
        args=training,
        processing_class=encoder.processor,
        source=TaskSource(spot_tasks(tasks), training.seed, check_curriculum(curriculum) if curriculum else None),
        rollouts=rollouts,
        choices=Choices.of(chosen, training),
        **more,
    )


class Killer(TrainerCallback):
    """Kills the process (SIGKILL) at one place of the run: `rollout:3` in the middle of the rollout before update 3,
    `update:3` between its gradients and its step, `save:4` in the middle of writing checkpoint 4; `never:0`.
    """

    def __init__(self, where: str) -> None:
        self.place, _, step = where.partition(":")
        self.step = int(step)
        self.trainer: EpisodeTrainer | None = None
        self._ended = 0

    def watch(self, trainer: EpisodeTrainer) -> None:
        """Stand at the places that callbacks do not reach."""
        self.trainer = trainer
        trainer.rollouts.on_end = self._on_end
        save = trainer._save_rng_state

        def saving(folder: str) -> None:
            self._at("save")
            save(folder)

        trainer._save_rng_state = saving

    def on_pre_optimizer_step(self, *_: Any, **__: Any) -> None:
        self._at("update")

    def _on_end(self, _: Any) -> None:
        self._ended += 1
        if self._ended % 8 == 5:
            self._at("rollout")

    def _at(self, place: str) -> None:
        assert self.trainer is not None
        if place == self.place and self.trainer.state.global_step == self.step:
            os.kill(os.getpid(), signal.SIGKILL)


def main(output: Path, kill_at: str) -> None:
    """Five updates, more than two epochs, with a checkpoint after each second one, killed where `Killer` says.
    Several processes share the batch.
    """
    from train.metrics_log import MetricsLog
    from train.resume import last_complete_checkpoint

    size = 8 // int(os.environ.get("WORLD_SIZE", "1"))
    saving = {"save_strategy": "steps", "save_steps": 2}
    more = {"per_device_train_batch_size": size, "gradient_accumulation_steps": 2, "ddp_find_unused_parameters": False}
    training = config(output, max_steps=5, **saving, **more)
    killer = Killer(kill_at)
    trainer = make_trainer(
        training,
        credit="state",
        curriculum={"by": "colour"},
        callbacks=[MetricsLog(output / "metrics.jsonl"), killer],
        journal=RolloutJournal(output / f"rollout_rank_{training.process_index}.jsonl", {}),
    )
    killer.watch(trainer)
    checkpoint = last_complete_checkpoint(output)
    trainer.train(resume_from_checkpoint=str(checkpoint) if checkpoint else None)
    trainer.save_model(str(output))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
