"""Episodes of a policy: the driver that lets each one advance on its own, with no barrier between turns.

An episode hands its request to the engine the moment its simulator has answered, and steps the moment its reply is
complete. Any fault of a simulator or engine ends that one episode as `infra_error`; a bad rollout is data and never
ends a run.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from envs.context import ContextSettings, build_prompt
from envs.environment import Environment, InfraError, ReplyError, ToolSpec
from envs.episode import Completion, Episode, Observation, Outcome, Task, ToolCall, Turn
from envs.reply import parse_reply
from rewards import RewardSet
from train.encoding import EncodedPrompt, Encoder
from train.engines import Engine, Request, Sampling

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Job:
    """One episode to play. `seed` fixes every draw of it."""

    task: Task
    seed: int


def turn_seed(seed: int, turn: int) -> int:
    """The sampling seed of an episode's turn: a function of both alone, so a resumed run repeats it."""
    return int.from_bytes(hashlib.sha256(f"{seed}:{turn}".encode()).digest()[:7], "big")


@dataclass
class _Running:
    job: Job
    world: Environment
    observation: Observation
    initial: Observation
    rewards: RewardSet | None
    turns: list[Turn] = field(default_factory=list)
    prompt: EncodedPrompt | None = None


class Rollouts:
    """Plays jobs with one engine. Worlds are made by `make_world` and reused; `close` closes them.

    max_turns bounds worlds that set no budget. concurrency bounds the episodes in flight.
    """

    def __init__(
        self,
        make_world: Callable[[], Environment],
        encoder: Encoder,
        engine: Engine,
        context: ContextSettings,
        sampling: Sampling,
        make_rewards: Callable[[], RewardSet] | None = None,
        max_turns: int = 64,
        concurrency: int = 64,
        max_prompt_tokens: int | None = None,
        on_end: Callable[[Episode], Any] | None = None,
        policy: str = "",
    ) -> None:
        self.make_world, self.make_rewards = make_world, make_rewards
        self.encoder, self.engine = encoder, engine
        self.context, self.sampling = context, sampling
        self.max_turns, self.concurrency, self.max_prompt_tokens = max_turns, concurrency, max_prompt_tokens
        self.on_end, self.policy = on_end, policy
        self._idle: list[Environment] = []

    @property
    def tools(self) -> Sequence[ToolSpec]:
        """The tools that the world offers."""
        if not self._idle:
            self._idle.append(self.make_world())
        return self._idle[-1].tools

    def run(self, jobs: Sequence[Job]) -> list[Episode]:
        """Play every job; episodes in the order of the jobs."""
        ended: dict[int, Episode] = {}
        running: dict[int, _Running] = {}
        waiting = list(enumerate(jobs))[::-1]
        try:
            while waiting or running:
                while waiting and len(running) < self.concurrency:
                    index, job = waiting.pop()
                    self._guard(index, running, ended, lambda i=index, j=job: self._start(i, j, running), job)
                done = self.engine.collect()
                if running and not done:
                    raise RuntimeError(f"the engine lost {len(running)} requests")
                for index, completion in done:
                    self._guard(
                        index, running, ended, lambda i=index, c=completion: self._advance(i, c, running, ended)
                    )
        finally:
            self.engine.abort()
            for state in running.values():
                state.world.close()
        return [ended[index] for index in range(len(jobs))]

    def close(self) -> None:
        """Close every idle world."""
        for world in self._idle:
            world.close()
        self._idle.clear()

    def _start(self, index: int, job: Job, running: dict[int, _Running]) -> None:
        world = self._idle.pop() if self._idle else self.make_world()
        try:
            observation = world.reset(job.task)
        except BaseException:
            world.close()
            raise
        rewards = self.make_rewards() if self.make_rewards else None
        if rewards is not None:
            rewards.start(job.task)
        running[index] = _Running(job, world, observation, observation, rewards)
        self._ask(index, running[index])

    def _ask(self, index: int, state: _Running) -> bool:
        """Hand the next request to the engine; False when the policy's own turns have outgrown the prompt's bound."""
        prompt = build_prompt(state.world.tools, state.turns, state.observation, self.context)
        state.prompt = self.encoder.encode_prompt(prompt)
        longest = self.max_prompt_tokens
        if longest is not None and len(state.prompt.expanded) > longest:
            if state.turns:  # a rambling policy must not leave the rates by it
                return False
            raise InfraError(f"the prompt has {len(state.prompt.expanded)} tokens, more than {longest}")
        seed = turn_seed(state.job.seed, len(state.turns))
        self.engine.submit(Request(index, state.prompt, seed), self.sampling)
        return True

    def _advance(
        self,
        index: int,
        completion: Completion | InfraError,
        running: dict[int, _Running],
        ended: dict[int, Episode],
    ) -> None:
        if isinstance(completion, InfraError):
            raise completion
        state = running[index]
        assert state.prompt is not None
        if completion.prompt_ids != state.prompt.expanded:
            raise InfraError("the engine's prompt ids differ from the trainer's")
        if set(completion.ids) & set(self.encoder.forbidden_ids):
            raise InfraError("the engine sampled a picture token")
        text = self.encoder.decode(completion.ids)
        call, error = self._parse(text, completion, state.world)
        step = state.world.step(call if call is not None else error)  # type: ignore[arg-type]
        turn = Turn(
            observation=state.observation,
            reply=text,
            step=step,
            call=call,
            reply_error=None if error is None else f"{error.kind}: {error}",
            rewards=state.rewards.score(step) if state.rewards else {},
            completion=completion,
        )
        state.turns.append(turn)
        state.observation = step.observation
        outcome = step.outcome
        if outcome is None and len(state.turns) >= self.max_turns:
            outcome = Outcome.TRUNCATED
        if outcome is None:
            if self._ask(index, state):
                return
            outcome = Outcome.TRUNCATED
        del running[index]
        self._end(index, state, outcome, ended)
        self._idle.append(state.world)

    def _parse(
        self, text: str, completion: Completion, world: Environment
    ) -> tuple[ToolCall | None, ReplyError | None]:
        if not completion.finished:
            return None, ReplyError("not_json", f"the reply was cut at {len(completion.ids)} tokens")
        try:
            return parse_reply(text, world.tools, self.context.history_required).call, None
        except ReplyError as error:
            return None, error

    def _end(
        self, index: int, state: _Running, outcome: Outcome, ended: dict[int, Episode], error: str | None = None
    ) -> None:
        ended[index] = Episode(state.job.task, tuple(state.turns), outcome, state.initial, error, self.policy)
        if self.on_end is not None:
            self.on_end(ended[index])

    def _guard(
        self,
        index: int,
        running: dict[int, _Running],
        ended: dict[int, Episode],
        action: Callable[[], None],
        job: Job | None = None,
    ) -> None:
        """Run one episode's next move; whatever it raises is that episode's infra_error, with its world thrown away."""
        try:
            action()
        except Exception as error:  # the boundary of an episode: everything behind it is somebody else's code
            reason = f"{type(error).__name__}: {error}"
            logger.warning("episode %d ends as infra_error: %s", index, reason)
            state = running.pop(index, None)
            if state is None:
                assert job is not None
                ended[index] = Episode(job.task, (), Outcome.INFRA_ERROR, None, reason, self.policy)
                if self.on_end is not None:
                    self.on_end(ended[index])
                return
            state.world.close()
            self._end(index, state, Outcome.INFRA_ERROR, ended, reason)


def without_tokens(episode: Episode) -> Episode:
    """The episode without its token ids, for records that need no training."""
    return replace(episode, turns=tuple(replace(turn, completion=None) for turn in episode.turns))
