"""Measurements: each prints figures, and what a clock counts is what was done."""

from __future__ import annotations

import random
import re
from pkgutil import resolve_name

import pytest

from envs.episode import EventKind
from envs.home.tasks import task_at
from envs.home.world import HomeWorld
from envs.images import ImageStore
from scripts.measurements.clock import Clock
from scripts.measurements.home import random_call
from tests.loading import script

speed = script("speed")


@pytest.mark.long
def test_the_assist_worlds_are_measured(capsys: pytest.CaptureFixture[str]):
    assert speed.main(["assist", "--seconds", "0.01"]) == 0
    lines = capsys.readouterr().out.splitlines()
    figures = [re.fullmatch(r"assist: (cook|household|phone)(.+): ([\d.,]+)", line) for line in lines]
    assert len(figures) == 18 and all(figure and float(figure[3].replace(",", "")) > 0 for figure in figures)


@pytest.mark.long
def test_the_home_world_is_measured(capsys: pytest.CaptureFixture[str]):
    assert speed.main(["home", "--seconds", "0.01"]) == 0
    lines = capsys.readouterr().out.splitlines()
    figures = {}
    for line in lines:
        label, value = re.fullmatch(r"home: (.+): ([\d.,]+)", line).groups()
        figures[label] = float(value.replace(",", ""))
    assert len(figures) == len(lines) == 19
    shares = {label: value for label, value in figures.items() if "percent" in label}
    assert len(shares) == 2
    assert all(0 <= value <= 100 for value in shares.values())
    assert all(value > 0 for label, value in figures.items() if label not in shares)
    assert figures["reset a task just played: ms"] < figures["reset a fresh task: ms"]


def test_symbolic_steps_are_measured_without_what_draws(capsys: pytest.CaptureFixture[str]):
    assert speed.main(["symbolic", "--seconds", "0.01"]) == 0
    assert re.fullmatch(r"(symbolic: .+: [\d,]+\n){2}", capsys.readouterr().out)


@pytest.mark.parametrize("target", [*speed.FIGURES.values(), *speed.TABLES.values()])
def test_every_name_leads_to_a_measurement(target: str):
    assert callable(resolve_name(target))


def test_random_calls_are_understood_and_go_beyond_looking():
    world, rng, tools = HomeWorld(ImageStore(None), 32), random.Random(0), set()
    world.reset(task_at("validation", 0))
    for _ in range(25):
        call = random_call(world, rng)
        step = world.step(call)
        assert all(event.kind != EventKind.INVALID_REPLY for event in step.events)
        tools.add(call.name)
        if step.outcome is not None:
            break
    world.close()
    assert len(tools) > 5


def test_a_clock_counts_what_ended_and_nothing_that_failed():
    clock = Clock()
    for rounds in (1, 2):
        with clock.during("sum"):
            sum(range(rounds * 100_000))
    with pytest.raises(ZeroDivisionError), clock.during("sum"):
        raise ZeroDivisionError
    assert 0 < clock.each("sum") == clock.spent["sum"] / 2
