"""A rollout that was cut goes on where it was: what has ended is not played again, and nothing else is taken for it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from accelerate import Accelerator

from envs.episode import Completion, Episode, Outcome
from envs.images import ImageStore
from envs.simulators import LocalSimulators
from tests.spots import SpotWorld
from tests.train.practice import CONTEXT, TINY, HatEngine, rewards, spot_tasks
from train.encoding import Encoder
from train.engines import Sampling
from train.group_rollouts import GroupRollouts
from train.model import load_processor
from train.rollout import Job, Rollouts
from train.rollout_journal import RolloutJournal
from train.task_source import TaskSource

SETTINGS = {"temperature": 1.0}


@pytest.fixture(scope="module")
def encoder() -> Encoder:
    return Encoder(load_processor(TINY), ImageStore(None))


class DyingEngine(HatEngine):
    """Answers so many requests, and then takes the run with it."""

    def __init__(self, encoder: Encoder, lives: int) -> None:
        super().__init__(encoder)
        self.lives, self.answered = lives, 0

    def collect(self, wait: bool = True) -> list[tuple[int, Completion]]:
        done = super().collect(wait)
        self.answered += len(done)
        if self.answered > self.lives:
            raise KeyboardInterrupt
        return done


def play(encoder: Encoder, engine: Any, journal: RolloutJournal | None, resumed: bool = False) -> list[Episode]:
    """A generation batch of two groups of four, one episode at a time."""
    driver = Rollouts(
        LocalSimulators(lambda: SpotWorld(encoder.store)),
        encoder,
        engine,
        CONTEXT,
        Sampling(1.0, 64),
        rewards().copy,
        max_turns=4,
        concurrency=1,
    )
    groups = GroupRollouts(driver, TaskSource(spot_tasks(), 0), Accelerator(cpu=True), 4, seed=0, journal=journal)
    return groups.play(step=3, count=8, resumed=resumed).episodes


def test_what_has_ended_is_not_played_again(encoder: Encoder, tmp_path: Path) -> None:
    whole = HatEngine(encoder)
    expected = play(encoder, whole, None)
    turns = [len(episode.turns) for episode in expected]
    path = tmp_path / "journal.jsonl"
    with pytest.raises(KeyboardInterrupt):
        play(encoder, DyingEngine(encoder, sum(turns[:5])), RolloutJournal(path, SETTINGS))
    rest = DyingEngine(encoder, 1000)
    assert play(encoder, rest, RolloutJournal(path, SETTINGS), resumed=True) == expected
    assert rest.answered == sum(turns[5:])


def kept(path: Path, encoder: Encoder) -> tuple[Job, Episode]:
    """A journal of step 3 with one episode."""
    journal = RolloutJournal(path, SETTINGS)
    journal.begin(3, resumed=False)
    episode = play(encoder, HatEngine(encoder), None)[0]
    job = Job(episode.task, 7)
    journal.add(job, episode)
    return job, episode


def test_only_the_same_step_under_the_same_settings_goes_on(encoder: Encoder, tmp_path: Path) -> None:
    job, episode = kept(tmp_path / "a", encoder)
    for number, (step, resumed, settings) in enumerate(
        [(4, True, SETTINGS), (3, False, SETTINGS), (3, True, {"temperature": 0.5})]
    ):
        path = tmp_path / str(number)
        path.write_bytes((tmp_path / "a").read_bytes())
        other = RolloutJournal(path, settings)
        assert other.begin(step, resumed) == 0
        assert other.known(job) is None
        assert len(path.read_text().splitlines()) == 1
    again = RolloutJournal(tmp_path / "a", SETTINGS)
    assert again.begin(3, resumed=True) == 1
    assert again.known(job) == episode
    assert again.known(Job(job.task, 8)) is None
    assert again.known(Job(replace(job.task, parameters={"colour": "beige"}), 7)) is None  # a new task of the old name


@pytest.mark.parametrize("rest", ['{"task": "spots', "null", "\x00\x00"])
def test_a_line_that_was_cut_is_left_out(encoder: Encoder, tmp_path: Path, rest: str) -> None:
    path = tmp_path / "journal.jsonl"
    kept(path, encoder)
    with path.open("a") as file:
        file.write(rest)
    assert RolloutJournal(path, SETTINGS).begin(3, resumed=True) == 1
    assert all(json.loads(line) for line in path.read_text().splitlines())


def test_a_fault_is_worth_another_try(tmp_path: Path) -> None:
    journal = RolloutJournal(tmp_path / "journal.jsonl", SETTINGS)
    journal.begin(0, resumed=False)
    job = Job(spot_tasks()[0], 1)
    journal.add(job, Episode(job.task, (), Outcome.INFRA_ERROR, None, "gone"))
    again = RolloutJournal(tmp_path / "journal.jsonl", SETTINGS)
    assert again.begin(0, resumed=True) == 0
