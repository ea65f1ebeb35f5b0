"""Episodes of a policy: the driver that lets each one advance on its own, with no barrier between turns.

An episode hands its request to the engine the moment its simulator has answered, and its call to the simulator the
moment its reply is complete; neither waits for any other episode, whatever the engine is and wherever the simulators
run. Any fault of a simulator or engine ends that one episode as `infra_error`; a bad rollout is data and never ends a
run.
"""

from __future__ import annotations

import hashlib
import logging
import math
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from typing import Any

from envs.context import ContextSettings
from envs.environment import InfraError, ReplyError, ToolSpec
from envs.episode import Completion, Episode, Observation, Outcome, Step, Task, ToolCall, Turn
from envs.reply import parse_reply
from envs.simulators import Answer, Simulators
from rewards import RewardSet
from train.encoding import EncodedPrompt, Encoder
from train.engine_use import EngineUse
from train.engines import Engine, Request, Sampling
from train.progress import EpisodeBar
from train.stopwatch import Stopwatch

logger = logging.getLogger(__name__)

POLL = 0.005
"""Seconds that simulators are waited for while an engine that runs alone may finish a reply."""


@dataclass(frozen=True)
class Job:
    """One episode to play. `seed` fixes every draw of it."""

    task: Task
    seed: int


def turn_seed(seed: int, turn: int) -> int:
    """The sampling seed of an episode's turn: a function of both alone, so a resumed run repeats it."""
    return int.from_bytes(hashlib.sha256(f"{seed}:{turn}".encode()).digest()[:7], "big")


class Rollouts:
    """Plays jobs with one engine and one set of simulators.

    max_turns bounds worlds that set no budget. concurrency bounds the episodes in flight. max_prompt_tokens: a first
    prompt that is longer is nobody's fault (infra_error), a later one truncates its episode. on_end: called with each
    episode as it ends. bar: shows how many have. policy: what episodes call the player. stopwatch: gets the seconds of
    generate, simulate, render and tokenize.
    """

    def __init__(
        self,
        simulators: Simulators,
        encoder: Encoder,
        engine: Engine,
        context: ContextSettings,
        sampling: Sampling,
        make_rewards: Callable[[], RewardSet] | None = None,
        max_turns: int = 64,
        concurrency: int = 64,
        max_prompt_tokens: int | None = None,
        on_end: Callable[[Episode], Any] | None = None,
        bar: EpisodeBar | None = None,
        policy: str = "",
        stopwatch: Stopwatch | None = None,
    ) -> None:
        self.simulators, self.make_rewards = simulators, make_rewards
        self.encoder, self.engine = encoder, engine
        self.context, self.sampling = context, sampling
        self.max_turns, self.concurrency, self.max_prompt_tokens = max_turns, concurrency, max_prompt_tokens
        self.on_end, self.bar, self.policy = on_end, bar, policy
        self.stopwatch = stopwatch or Stopwatch()
        self.engine_use = EngineUse(engine.runs_alone)
        """Of all runs so far: how long they took, and how long the engine stood idle."""

    @property
    def tools(self) -> Sequence[ToolSpec]:
        """The tools that the world offers."""
        return self.simulators.tools

    def run(self, jobs: Sequence[Job], ended: Callable[[Job, Episode], None] | None = None) -> list[Episode]:
        """Play every job; episodes in the order of the jobs. ended: called with each as it ends."""
        with self.bar.over(len(jobs)) if self.bar else nullcontext(), self.engine_use.rollout():
            return _Run(self, jobs, ended).play()

    def close(self) -> None:
        """Close the simulators."""
        self.simulators.close()


@dataclass(frozen=True)
class _Reply:
    completion: Completion
    text: str
    call: ToolCall | None
    error: ReplyError | None


@dataclass
class _Running:
    job: Job
    rewards: RewardSet | None = None
    initial: Observation | None = None
    observation: Observation | None = None
    prompt: EncodedPrompt | None = None
    reply: _Reply | None = None
    turns: list[Turn] = field(default_factory=list)


class _Run:
    """One list of jobs on its way. An episode is at the engine (`asked`), at its simulator, or being moved on."""

    def __init__(
        self, rollouts: Rollouts, jobs: Sequence[Job], told: Callable[[Job, Episode], None] | None = None
    ) -> None:
        self.rollouts, self.jobs, self.told = rollouts, jobs, told
        self.engine, self.simulators, self.stopwatch = rollouts.engine, rollouts.simulators, rollouts.stopwatch
        self.waiting = list(enumerate(jobs))[::-1]
        self.running: dict[int, _Running] = {}
        self.asked: set[int] = set()
        self.ended: dict[int, Episode] = {}

    def play(self) -> list[Episode]:
        """Until every job has ended."""
        try:
            while self.waiting or self.running:
                while self._has_room():
                    index, job = self.waiting.pop()
                    self.running[index] = _Running(job)
                    self.simulators.start(index, job.task)
                    self._hear_simulators(0.0)
                if self.simulators.pending:
                    self._hear_simulators(self._patience())
                elif self.running and not self.asked:
                    raise RuntimeError(f"the simulators lost {len(self.running)} episodes")
                if self.asked and not self._has_room():
                    self._hear_engine()
        finally:
            self.engine.abort()
            for index in self.running:
                self.simulators.release(index)
            self._count_worlds()
        return [self.ended[index] for index in range(len(self.jobs))]

    def _has_room(self) -> bool:
        return bool(self.waiting) and len(self.running) < self.rollouts.concurrency

    def _patience(self) -> float:
        """How long the simulators may be waited for: not while anything else could go on."""
        if self.engine.working:
            return 0.0
        return POLL if self.asked and self.engine.runs_alone else math.inf

    def _hear_simulators(self, wait: float) -> None:
        answers = self.simulators.collect(wait)
        self._count_worlds()
        for index, answer in answers:
            self._guard(index, lambda state, i=index, a=answer: self._answered(i, state, a))

    def _hear_engine(self) -> None:
        """Take what the engine has; wait for it only when no simulator is at work."""
        wait = not self.simulators.pending
        with self.stopwatch.during("generate"), self.rollouts.engine_use.collecting():
            done = self.engine.collect(wait)
        if wait and not done:
            raise RuntimeError(f"the engine lost {len(self.asked)} requests")
        self.asked.difference_update(index for index, _ in done)
        self.rollouts.engine_use.in_flight(len(self.asked))
        for index, completion in done:
            self._guard(index, lambda state, i=index, c=completion: self._said(i, state, c))
            self._hear_simulators(0.0)

    def _answered(self, index: int, state: _Running, answer: Answer) -> Outcome | None:
        """A simulator's answer: the episode's start, or the end of a turn."""
        if isinstance(answer, InfraError):
            raise answer
        if isinstance(answer, Observation):
            state.initial = state.observation = answer
            if self.rollouts.make_rewards is not None:
                state.rewards = self.rollouts.make_rewards()
                state.rewards.start(state.job.task)
            return self._ask(index, state)
        state.turns.append(self._turn(state, answer))
        state.observation = answer.observation
        if answer.outcome is not None:
            return answer.outcome
        if len(state.turns) >= self.rollouts.max_turns:
            return Outcome.TRUNCATED
        return self._ask(index, state)

    def _turn(self, state: _Running, step: Step) -> Turn:
        observation, reply = state.observation, state.reply
        assert observation is not None and reply is not None
        with self.stopwatch.during("simulate"):
            rewards = state.rewards.score(step) if state.rewards else {}
        return Turn(
            observation=observation,
            reply=reply.text,
            step=step,
            call=reply.call,
            reply_error=None if reply.error is None else f"{reply.error.kind}: {reply.error}",
            rewards=rewards,
            completion=reply.completion,
        )

    def _ask(self, index: int, state: _Running) -> Outcome | None:
        """Hand the next request to the engine; TRUNCATED when the policy's turns have outgrown the prompt's bound."""
        of = self.rollouts
        assert state.observation is not None
        with self.stopwatch.during("tokenize"):
            prompt = of.encoder.encode_turns(of.tools, state.turns, state.observation, of.context)
        longest = of.max_prompt_tokens
        if longest is not None and len(prompt.expanded) > longest:
            if state.turns:  # a rambling policy must not leave the rates by it
                return Outcome.TRUNCATED
            raise InfraError(f"the prompt has {len(prompt.expanded)} tokens, more than {longest}")
        state.prompt = prompt
        seed = turn_seed(state.job.seed, len(state.turns))
        with self.stopwatch.during("generate"):
            self.engine.submit(Request(index, prompt, seed), of.sampling)
        self.asked.add(index)
        of.engine_use.in_flight(len(self.asked))
        return None

    def _said(self, index: int, state: _Running, completion: Completion | InfraError) -> None:
        """A reply of the policy: hand its call to the simulator."""
        if isinstance(completion, InfraError):
            raise completion
        encoder = self.rollouts.encoder
        assert state.prompt is not None
        if completion.prompt_ids != state.prompt.expanded:
            raise InfraError("the engine's prompt ids differ from the trainer's")
        if set(completion.ids) & set(encoder.forbidden_ids):
            raise InfraError("the engine sampled a picture token")
        with self.stopwatch.during("tokenize"):
            text = encoder.decode(completion.ids)
            said = self._parse(text, completion)
        call, error = (said, None) if isinstance(said, ToolCall) else (None, said)
        state.reply = _Reply(completion, text, call, error)
        self.simulators.step(index, said)

    def _parse(self, text: str, completion: Completion) -> ToolCall | ReplyError:
        if not completion.finished:
            return ReplyError("not_json", f"the reply was cut at {len(completion.ids)} tokens")
        try:
            return parse_reply(text, self.rollouts.tools, self.rollouts.context.history_required).call
        except ReplyError as error:
            return error

    def _guard(self, index: int, move: Callable[[_Running], Outcome | None]) -> None:
        """One episode's next move; whatever it raises is that episode's infra_error."""
        state, reason = self.running[index], None
        try:
            outcome = move(state)
        except Exception as error:  # the boundary of an episode: everything behind it is somebody else's code
            outcome, reason = Outcome.INFRA_ERROR, f"{type(error).__name__}: {error}"
            logger.warning("episode %d ends as infra_error: %s", index, reason)
        if outcome is None:
            return
        of = self.rollouts
        del self.running[index]
        self.simulators.release(index)
        episode = Episode(state.job.task, tuple(state.turns), outcome, state.initial, reason, of.policy)
        self.ended[index] = episode
        if self.told is not None:
            self.told(state.job, episode)
        for told in (of.on_end, of.bar):
            if told is not None:
                told(episode)

    def _count_worlds(self) -> None:
        seconds = self.simulators.take_seconds()
        self.stopwatch.add("simulate", seconds.simulate)
        self.stopwatch.add("render", seconds.render)


def without_tokens(episode: Episode) -> Episode:
    """The episode without its token ids, for records that need no training."""
    return replace(episode, turns=tuple(replace(turn, completion=None) for turn in episode.turns))
