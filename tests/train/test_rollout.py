"""The driver: every job comes back once, in order; a fault ends one episode as infra_error and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from envs.environment import ReplyError
from envs.episode import Completion, Episode, Outcome, Step, Task, ToolCall
from envs.images import ImageStore
from envs.simulators import LocalSimulators, WorkerSimulators, WorldRecipe
from tests.faulty_spots import faulty_task
from tests.spots import SpotWorld
from tests.train.practice import CONTEXT, TINY, HatEngine, rewards, spot_tasks
from train.encoding import Encoder
from train.engines import Engine, Request, Sampling
from train.evaluation.baselines import RandomPolicy
from train.evaluation.text_engine import ByteEncoder, TextEngine
from train.model import load_processor
from train.rollout import Job, Rollouts, turn_seed
from train.stopwatch import Stopwatch


@pytest.fixture(scope="module")
def encoder() -> Encoder:
    return Encoder(load_processor(TINY), ImageStore(None))


def play(encoder: Encoder, engine: Any = None, world: type = SpotWorld, **more: Any) -> list[Episode]:
    settings: dict[str, Any] = {"make_rewards": rewards().copy} | more
    tasks = settings.pop("tasks", spot_tasks())
    simulators = settings.pop("simulators", None) or LocalSimulators(lambda: world(encoder.store))
    runs = Rollouts(simulators, encoder, engine or HatEngine(encoder), CONTEXT, Sampling(1.0, 64), **settings)
    try:
        return runs.run([Job(task, seed) for seed, task in enumerate(tasks)])
    finally:
        runs.close()


def test_every_job_comes_back_once_and_in_order(encoder: Encoder) -> None:
    for concurrency in (1, 3, 64):
        episodes = play(encoder, concurrency=concurrency)
        assert [e.task.id for e in episodes] == [t.id for t in spot_tasks()]
        assert all(e.outcome in (Outcome.SUCCESS, Outcome.TRUNCATED) for e in episodes)


def test_an_episode_depends_on_its_job_alone(encoder: Encoder) -> None:
    """Not on how many others are in flight beside it."""
    assert play(encoder, concurrency=1) == play(encoder, concurrency=64)


def test_rescored_rewards_equal_the_live_ones(encoder: Encoder) -> None:
    for episode in play(encoder):
        assert rewards().rescore(episode) == episode


def test_turn_seeds_differ_by_episode_and_turn() -> None:
    seeds = {turn_seed(episode, turn) for episode in range(30) for turn in range(30)}
    assert len(seeds) == 900


class Breaks(SpotWorld):
    """A simulator that dies in the first step of one task."""

    def step(self, call: ToolCall | ReplyError) -> Step:
        if self.wanted == "blue":
            raise ConnectionError("gone")
        return super().step(call)


def test_a_dying_simulator_ends_its_own_episode_alone(encoder: Encoder) -> None:
    episodes = play(encoder, world=Breaks)
    for episode in episodes:
        if episode.task.parameters["colour"] == "blue":
            assert episode.outcome == Outcome.INFRA_ERROR
            assert "gone" in (episode.error or "")
        else:
            assert episode.outcome != Outcome.INFRA_ERROR


def test_a_task_that_cannot_start_is_an_infra_error(encoder: Encoder) -> None:
    bad = Task("spots", "bad", 0, {"colour": "beige"})
    first, second = play(encoder, tasks=[bad, spot_tasks(1)[0]])
    assert first.outcome == Outcome.INFRA_ERROR
    assert "beige" in (first.error or "")
    assert second.outcome != Outcome.INFRA_ERROR


class Sees(HatEngine):
    """An engine that slips a picture token into every reply of one request."""

    def _draw(self, request: Request) -> Completion:
        completion = super()._draw(request)
        if request.id != 0:
            return completion
        ids = (self.encoder.image_token_id, *completion.ids)
        return replace(completion, ids=ids, logprobs=(0.0, *completion.logprobs))


class Retokenises(HatEngine):
    """An engine that answers for other prompt ids than it was given."""

    def _draw(self, request: Request) -> Completion:
        completion = super()._draw(request)
        return replace(completion, prompt_ids=completion.prompt_ids[1:]) if request.id == 0 else completion


@pytest.mark.parametrize("engine", [Sees, Retokenises])
def test_tokens_that_cannot_be_trained_on_never_are(encoder: Encoder, engine: type[HatEngine]) -> None:
    episodes = play(encoder, engine(encoder))
    assert episodes[0].outcome == Outcome.INFRA_ERROR
    assert all(e.outcome != Outcome.INFRA_ERROR for e in episodes[1:])


class Loses(HatEngine):
    """An engine that forgets its requests."""

    def collect(self, wait: bool = True) -> list[tuple[int, Completion]]:
        return []


def test_an_engine_that_loses_requests_is_an_error_not_a_hang(encoder: Encoder) -> None:
    with pytest.raises(RuntimeError, match="lost"):
        play(encoder, Loses(encoder))


def test_a_prompt_over_the_limit_is_refused_whole(encoder: Encoder) -> None:
    episodes = play(encoder, max_prompt_tokens=10)
    assert all(e.outcome == Outcome.INFRA_ERROR and "tokens" in (e.error or "") for e in episodes)


def test_a_policy_that_outgrows_its_prompt_is_truncated_not_excused(encoder: Encoder) -> None:
    """Only the first prompt is nobody's fault; leaving the rates by talking would flatter a rambling policy."""
    first = max(len(e.turns[0].completion.prompt_ids) for e in play(encoder, max_turns=1) if e.turns[0].completion)
    episodes = play(encoder, max_prompt_tokens=first)
    assert all(e.outcome in (Outcome.SUCCESS, Outcome.TRUNCATED) for e in episodes)
    assert any(e.outcome == Outcome.TRUNCATED and len(e.turns) == 1 for e in episodes)


def test_max_turns_truncates(encoder: Encoder) -> None:
    episodes = play(encoder, max_turns=1)
    assert all(len(e.turns) == 1 for e in episodes)
    assert {e.outcome for e in episodes} <= {Outcome.SUCCESS, Outcome.TRUNCATED}


# ---- simulators in other processes ---------------------------------------------------------------------------------

RECIPE = WorldRecipe("faulty_spots", 128, imports=("tests.faulty_spots",))


@pytest.fixture(scope="module")
def folder_encoder(encoder: Encoder, tmp_path_factory: pytest.TempPathFactory) -> Encoder:
    """An encoder whose pictures other processes can write."""
    return Encoder(encoder.processor, ImageStore(tmp_path_factory.mktemp("images")))


@pytest.fixture(scope="module")
def workers(folder_encoder: Encoder) -> Iterator[WorkerSimulators]:
    simulators = WorkerSimulators(RECIPE, folder_encoder.store, processes=2)
    yield simulators
    simulators.close()


class Borrowed:
    """Simulators that outlive the Rollouts that use them."""

    def __init__(self, simulators: WorkerSimulators) -> None:
        self.simulators = simulators

    def __getattr__(self, name: str) -> Any:
        return getattr(self.simulators, name)

    def close(self) -> None: ...


class Stepping(HatEngine):
    """An engine in this thread that completes one request a step, the last one first."""

    @property
    def working(self) -> bool:
        return bool(self.queue)

    def collect(self, wait: bool = True) -> list[tuple[int, Completion]]:
        return [(request.id, self._draw(request)) for request in self.queue[-1:] if self.queue.pop()]


class LockStep(HatEngine):
    """An engine that completes all or nothing; it writes down how many were there."""

    def __init__(self, encoder: Encoder) -> None:
        super().__init__(encoder)
        self.batches: list[int] = []

    def collect(self, wait: bool = True) -> list[tuple[int, Completion]]:
        if not wait:
            return []
        self.batches.append(len(self.queue))
        return super().collect()


SOUND = [faulty_task(number) for number in range(8)]


@pytest.mark.parametrize("engine", [HatEngine, Stepping, LockStep])
def test_episodes_are_the_same_wherever_simulators_run_and_in_whatever_order_replies_come(
    folder_encoder: Encoder, workers: WorkerSimulators, engine: type[HatEngine]
) -> None:
    make_world = RECIPE.maker(folder_encoder.store)
    here = play(folder_encoder, simulators=LocalSimulators(make_world), tasks=SOUND)
    for concurrency in (1, 3, 64):
        more = {"simulators": Borrowed(workers), "tasks": SOUND, "concurrency": concurrency}
        assert play(folder_encoder, engine(folder_encoder), **more) == here


def test_a_lock_step_engine_gets_every_episode_in_one_batch(folder_encoder: Encoder, workers: WorkerSimulators) -> None:
    """It waits for the simulators, since what comes too late waits for a whole batch."""
    engine = LockStep(folder_encoder)
    episodes = play(folder_encoder, engine, simulators=Borrowed(workers), tasks=SOUND)
    lengths = [len(episode.turns) for episode in episodes]
    assert engine.batches == [sum(length > turn for length in lengths) for turn in range(max(lengths))]


def test_a_simulator_that_takes_its_process_along_ends_its_own_episode_alone(
    folder_encoder: Encoder, workers: WorkerSimulators
) -> None:
    undisturbed = play(folder_encoder, simulators=Borrowed(workers), tasks=SOUND)
    tasks = [*SOUND, faulty_task(8, "dies", 1), faulty_task(9, "raises")]
    *episodes, dead, broken = play(folder_encoder, simulators=Borrowed(workers), tasks=tasks)
    assert episodes == undisturbed
    for episode, turns, reason in ((dead, 1, "exit status 7"), (broken, 0, "ConnectionError: gone")):
        assert episode.outcome == Outcome.INFRA_ERROR
        assert len(episode.turns) == turns and reason in (episode.error or "")


@pytest.mark.parametrize("kind", ["this thread", "threads"])
def test_no_episode_waits_for_a_slow_simulator(
    folder_encoder: Encoder, workers: WorkerSimulators, tmp_path: Path, kind: str
) -> None:
    """The slow one answers only when all others have ended, so a driver that waited for it would wait for ever."""
    end, ended = tmp_path / "end", []
    first = 200 if kind == "threads" else 100
    slow = faulty_task(first, "waits", file=str(end))
    others = [faulty_task(number) for number in range(first, first + 8)]

    def on_end(episode: Episode) -> None:
        ended.append(episode.task.id)
        if len(ended) == len(others):
            end.touch()

    engine: Engine = Stepping(folder_encoder)
    encoder: Any = folder_encoder
    if kind == "threads":
        encoder = ByteEncoder(folder_encoder.store)
        engine = TextEngine(RandomPolicy(workers.tools, CONTEXT), threads=2)
    # two episodes at a time in two processes, and none has been seen before: no other shares the slow one's
    more = {"simulators": Borrowed(workers), "tasks": [slow, *others], "concurrency": 2, "on_end": on_end}
    episodes = play(encoder, engine, **more)
    engine.close()
    assert all(episode.outcome in (Outcome.SUCCESS, Outcome.TRUNCATED) for episode in episodes)
    assert ended[-1] == slow.id


def test_seconds_are_told_by_name_and_the_engine_is_idle_while_others_work(encoder: Encoder) -> None:
    stopwatch = Stopwatch()
    simulators = LocalSimulators(lambda: SpotWorld(encoder.store))
    runs = Rollouts(simulators, encoder, HatEngine(encoder), CONTEXT, Sampling(), rewards().copy, stopwatch=stopwatch)
    assert runs.engine_use.idle_share == 0.0
    runs.run([Job(task, 0) for task in spot_tasks()])
    seconds = stopwatch.take()
    assert seconds.keys() == {"generate", "simulate", "render", "tokenize"}
    assert seconds["render"] == 0.0, "the spot world draws without the renderer"
    assert min(seconds["generate"], seconds["simulate"], seconds["tokenize"]) > 0
    assert sum(seconds.values()) <= runs.engine_use.seconds
    assert seconds["tokenize"] + seconds["simulate"] <= runs.engine_use.idle < runs.engine_use.seconds
