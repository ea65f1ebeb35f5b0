"""Two loops of rollouts over one engine: ours, and one with a barrier at every turn as most peers have it.

Both play the same jobs with the same prompts, sampling and simulators; they differ in when an episode may go on. Each
is a context that makes its simulators and yields what plays the jobs, so that only playing is on the clock.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from envs.context import ContextSettings
from envs.environment import ReplyError
from envs.episode import Completion, Observation, Task, ToolCall, Turn
from envs.reply import parse_reply
from envs.simulators import LocalSimulators, Simulators, WorkerSimulators, WorldRecipe
from scripts.measurements.planned_world import Plans
from train.encoding import Encoder
from train.engines import Request, Sampling
from train.engines.vllm_engine import VllmEngine
from train.rollout import Job, Rollouts, turn_seed

Play = Callable[[], list[int]]
"""Plays every job of a bench; turns of every episode."""


@dataclass(frozen=True)
class Bench:
    """What all loops share.

    jobs: the episodes to play. spare: a task of none of them, with a plan too. slots: most episodes in the engine at
    once. max_model_len: longest transcript, in tokens. workers: processes for simulators; 0 for none.
    """

    jobs: Sequence[Job]
    spare: Task
    plans: Plans
    engine: VllmEngine
    encoder: Encoder
    sampling: Sampling
    slots: int
    picture_size: int
    max_model_len: int
    workers: int = 0

    def fresh_encoder(self) -> Encoder:
        """An encoder that remembers nothing of earlier passes over the jobs."""
        return Encoder(self.encoder.processor, self.encoder.store)

    @property
    def turns(self) -> list[int]:
        """Turns of every episode."""
        return [len(self.plans[job.task.id]) for job in self.jobs]

    def recipe(self) -> WorldRecipe:
        """Of the worlds. Those of one maker share devices and pictures and know none from earlier passes over the
        jobs: what a simulator makes and draws, every loop pays for.
        """
        module = "scripts.measurements.planned_world"
        return WorldRecipe("planned", self.picture_size, own={"plans": self.plans}, imports=(module,))

    def simulators(self) -> Simulators:
        """Fresh ones; processes have started and imported what they need."""
        if not self.workers:
            return LocalSimulators(self.recipe().maker(self.encoder.store))
        simulators = WorkerSimulators(self.recipe(), self.encoder.store, self.workers)
        for key in range(self.workers):
            simulators.start(key, self.spare)
        gather(simulators, self.workers)
        for key in range(self.workers):
            simulators.release(key)
        return simulators


@contextmanager
def driver(bench: Bench, context: ContextSettings) -> Iterator[Play]:
    """Our driver: an episode goes on when its own reply is there."""
    simulators = bench.simulators()
    rollouts = Rollouts(
        simulators,
        bench.fresh_encoder(),
        bench.engine,
        context,
        bench.sampling,
        max_turns=max(bench.turns),
        concurrency=bench.slots,
    )
    try:
        yield lambda: [len(episode.turns) for episode in rollouts.run(bench.jobs)]
    finally:
        simulators.close()


@contextmanager
def barrier(bench: Bench, context: ContextSettings) -> Iterator[Play]:
    """All episodes side by side: every reply of a turn is awaited before any simulator steps, and every simulator
    before the next turn is asked for. The engine gets all requests of a turn at once and fills its slots by itself.
    """
    simulators = bench.simulators()
    try:
        yield lambda: _turn_by_turn(bench, context, simulators)
    finally:
        simulators.close()


def _turn_by_turn(bench: Bench, context: ContextSettings, simulators: Simulators) -> list[int]:
    engine, encoder, tools = bench.engine, bench.fresh_encoder(), simulators.tools
    for i, job in enumerate(bench.jobs):
        simulators.start(i, job.task)
    seen: dict[int, Observation] = gather(simulators, len(bench.jobs))
    turns: list[list[Turn]] = [[] for _ in bench.jobs]
    while seen:
        for i, observation in seen.items():
            prompt = encoder.encode_turns(tools, turns[i], observation, context)
            engine.submit(Request(i, prompt, turn_seed(bench.jobs[i].seed, len(turns[i]))), bench.sampling)
        replies: dict[int, Completion] = {}
        while len(replies) < len(seen):
            replies.update(engine.collect())
        texts = {i: encoder.decode(reply.ids) for i, reply in replies.items()}
        said: dict[int, ToolCall | ReplyError] = {}
        for i, text in texts.items():
            try:
                said[i] = parse_reply(text, tools, context.history_required).call
            except ReplyError as error:
                said[i] = error
            simulators.step(i, said[i])
        for i, step in gather(simulators, len(seen)).items():
            call = said[i]
            valid = call if isinstance(call, ToolCall) else None
            turns[i].append(Turn(seen[i], texts[i], step, valid, completion=replies[i]))
            if step.outcome is not None:
                simulators.release(i)
        seen = {i: turns[i][-1].step.observation for i in seen if turns[i][-1].step.outcome is None}
    return [len(line) for line in turns]


def gather(simulators: Simulators, count: int) -> dict[int, Any]:
    """The next `count` answers by key; a fault is raised."""
    answers: dict[int, Any] = {}
    while len(answers) < count:
        answers.update(simulators.collect(math.inf))
    for answer in answers.values():
        if isinstance(answer, Exception):
            raise answer
    return answers
