"""The planner that never asks: as good as the other where the wish is clear, by chance alone where it is not."""

from __future__ import annotations

import pytest

from data_synth.home.demonstrator import HomeDemonstrator
from envs.context import ContextSettings
from envs.episode import Outcome
from envs.home import tools
from envs.home.tasks import NoTaskError, TaskOptions, chance, task_at

WISHES = TaskOptions(families=["SUL"])
UNLIKELY = 0.002


def wishes(count: int):
    """Tasks that leave something open; where an apartment offers none, the next one's."""
    found, number = [], 0
    while len(found) < count:
        try:
            found.append(task_at("validation", number, WISHES))
        except NoTaskError:
            assert number < 3 * count
        number += 1
    return found


def tails(chances: list[float], successes: int) -> tuple[float, float]:
    """How likely guesses with these chances succeed at most, and at least, so many times."""
    weights = [1.0]
    for p in chances:
        weights = [a * (1 - p) + b * p for a, b in zip([*weights, 0.0], [0.0, *weights], strict=True)]
    return sum(weights[: successes + 1]), sum(weights[successes:])


def check(count: int, seeds: int, world) -> None:
    chances, successes = [], 0
    for task in wishes(count):
        assert chance(task) <= 1 / 3
        for seed in range(seeds):
            episode = HomeDemonstrator(asks=False).demonstrate(task, world, seed, ContextSettings())
            assert episode.outcome in (Outcome.SUCCESS, Outcome.FAILURE, Outcome.TRUNCATED), episode.error
            assert all(turn.call.name != tools.ASK for turn in episode.turns)
            chances.append(chance(task))
            successes += episode.outcome == Outcome.SUCCESS
    few, many = tails(chances, successes)
    assert many > UNLIKELY, f"{successes} of {len(chances)}, where chance gives {sum(chances):.1f}"
    assert few > UNLIKELY, f"{successes} of {len(chances)}, where chance gives {sum(chances):.1f}"


def test_the_tails_are_those_of_the_binomial():
    few, many = tails([0.5, 0.5, 0.5], 1)
    assert (few, many) == (0.5, 0.875)


def test_who_never_asks_is_right_by_chance(home_world):
    check(12, 2, home_world)


@pytest.mark.slow
def test_who_never_asks_is_right_by_chance_over_many_wishes(home_world):
    check(80, 3, home_world)


def test_where_the_wish_is_clear_not_asking_changes_nothing(flawless, home_world):
    clear = [episode for episode in flawless if chance(episode.task) == 1]
    assert {episode.task.parameters["family"] for episode in clear} == {"FDP", "FODP", "FDO"}
    for episode in clear:
        again = HomeDemonstrator(asks=False).demonstrate(episode.task, home_world, 0, ContextSettings())
        assert again.outcome == Outcome.SUCCESS
        assert [turn.reply for turn in again.turns] == [turn.reply for turn in episode.turns]
