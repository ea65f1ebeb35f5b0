"""The driver: every job comes back once, in order; a fault ends one episode as infra_error and nothing else."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from envs.environment import ReplyError
from envs.episode import Completion, Episode, Outcome, Step, Task, ToolCall
from envs.images import ImageStore
from tests.spots import SpotWorld
from tests.train.practice import CONTEXT, TINY, HatEngine, rewards, spot_tasks
from train.encoding import Encoder
from train.engines import Request, Sampling
from train.model import load_processor
from train.rollout import Job, Rollouts, turn_seed


@pytest.fixture(scope="module")
def encoder() -> Encoder:
    return Encoder(load_processor(TINY), ImageStore(None))


def play(encoder: Encoder, engine: Any = None, world: type = SpotWorld, **more: Any) -> list[Episode]:
    settings: dict[str, Any] = {"make_rewards": rewards().copy} | more
    tasks = settings.pop("tasks", spot_tasks())
    runs = Rollouts(
        lambda: world(encoder.store), encoder, engine or HatEngine(encoder), CONTEXT, Sampling(1.0, 64), **settings
    )
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

    def collect(self) -> list[tuple[int, Completion]]:
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
