"""A policy that is ready to play: a model folder on vLLM or transformers, a server, or a baseline without a model.

Its engine starts once and plays as many task lists as one likes, each under its own conditions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from envs.chat_endpoint import ChatEndpoint
from envs.environment import Environment
from envs.episode import Episode, Task
from envs.images import ImageStore
from envs.simulators import LocalSimulators
from rewards import RewardSet
from train.engines import Sampling
from train.evaluation.policy_folder import PromptSettings
from train.rollout import Job, Rollouts


@dataclass(frozen=True)
class PolicyChoice:
    """Who plays: exactly one of a model folder, an OpenAI-compatible endpoint with the name of a model there, and a
    baseline.
    """

    model: str | None = None
    engine: Literal["vllm", "transformers"] = "vllm"
    endpoint: str | None = None
    served_model: str | None = None
    baseline: str | None = None
    """random, planner, or planner:VARIANT, one of the world's demonstrator."""
    name: str | None = None
    timeout: float = 120.0
    """Seconds for one request to an endpoint."""

    @property
    def called(self) -> str:
        """What reports call it."""
        return self.name or self.baseline or self.served_model or Path(self.model or "").name

    @property
    def kind(self) -> str:
        """folder, endpoint or baseline."""
        return "folder" if self.model else "endpoint" if self.endpoint else "baseline"


@dataclass(frozen=True)
class Round:
    """How one list of tasks is played. make_world: of worlds that draw into the player's store.

    seed: of the replies that are drawn. max_turns: bound in worlds without a budget. on_end: called with each episode.
    """

    tasks: Sequence[Task]
    make_world: Callable[[], Environment]
    rewards: RewardSet | None = None
    seed: int = 0
    max_turns: int = 64
    on_end: Callable[[Episode], Any] = lambda episode: None


class Player:
    """A policy with its engine running; `close` shuts it down.

    settings: how it is prompted; concurrency: episodes at once; store: where its pictures are.
    """

    def __init__(
        self, choice: PolicyChoice, settings: PromptSettings, store: ImageStore, concurrency: int = 64
    ) -> None:
        self.choice, self.settings, self.store, self.concurrency = choice, settings, store, concurrency
        self._engine: Any = None
        self._encoder: Any = None
        if choice.model:
            self._start_model(choice.model)

    def play(self, this: Round) -> list[Episode]:
        """Every task's episode, in order; a fault in one is that one's infra_error, and the others go on."""
        baseline, _, variant = (self.choice.baseline or "").partition(":")
        if baseline == "planner":
            from train.evaluation.baselines import planner_episodes

            context = self.settings.context
            return planner_episodes(this.tasks, this.make_world, context, this.rewards, this.seed, this.on_end, variant)
        if self._engine is None:
            self._start_text(this.make_world)
        rollouts = Rollouts(
            simulators=LocalSimulators(this.make_world),
            encoder=self._encoder,
            engine=self._engine,
            context=self.settings.context,
            sampling=Sampling(self.settings.temperature, self.settings.max_tokens),
            make_rewards=this.rewards.copy if this.rewards else None,
            max_turns=this.max_turns,
            concurrency=self.concurrency,
            max_prompt_tokens=self.settings.max_prompt_tokens if self.choice.model else None,
            on_end=this.on_end,
            policy=self.choice.called,
        )
        try:
            return rollouts.run([Job(task, _seed(this.seed, number)) for number, task in enumerate(this.tasks)])
        finally:
            rollouts.close()

    def close(self) -> None:
        """Shut the engine down."""
        if self._engine is not None:
            self._engine.close()
            self._engine = None

    def _start_model(self, folder: str) -> None:
        from train.encoding import Encoder
        from train.model import load_model, load_processor

        settings = self.settings
        self._encoder = Encoder(load_processor(folder), self.store)
        if self.choice.engine == "transformers":
            import torch

            from train.engines.transformers_engine import TransformersEngine

            model = load_model(folder, settings.dtype).to("cuda" if torch.cuda.is_available() else "cpu")
            self._engine = TransformersEngine(model, self._encoder, self.concurrency)
            return
        from train.engines.vllm_engine import VllmEngine

        self._engine = VllmEngine(
            folder,
            self._encoder,
            settings.dtype,
            max_model_len=settings.max_prompt_tokens + settings.max_tokens,
            max_num_seqs=self.concurrency,
            images_per_prompt=settings.context.pictures_per_prompt,
        )

    def _start_text(self, make_world: Callable[[], Environment]) -> None:
        from train.evaluation.baselines import RandomPolicy
        from train.evaluation.endpoint import EndpointPolicy
        from train.evaluation.text_engine import ByteEncoder, TextEngine, TextPolicy

        policy: TextPolicy
        if self.choice.baseline == "random":
            world = make_world()
            policy = RandomPolicy(world.tools, self.settings.context)
            world.close()
        else:
            assert self.choice.endpoint is not None
            assert self.choice.served_model is not None
            endpoint = ChatEndpoint(self.choice.endpoint, self.choice.served_model, self.choice.timeout)
            policy = EndpointPolicy(endpoint, self.store)
        self._encoder, self._engine = ByteEncoder(self.store), TextEngine(policy, self.concurrency)


def _seed(seed: int, number: int) -> int:
    return seed * 1_000_003 + number
