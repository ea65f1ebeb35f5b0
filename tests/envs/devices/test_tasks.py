"""Sampled tasks: fixed by their arguments, on disjoint devices, in words that give nothing away."""

from __future__ import annotations

import itertools
import random
import re

import pytest

from envs.devices.category import load_category
from envs.devices.instructions import instruct, load_words
from envs.devices.machine import ERROR_STATE
from envs.devices.mix import CATEGORIES, TaskMix
from envs.devices.tasks import SPLITS, list_tasks, playable, sample_task, task_at


@pytest.fixture(scope="module")
def drawn():
    return list_tasks("validation", 36, TaskMix(tasks_per_device=6))


def test_a_task_is_fixed_by_its_arguments(drawn):
    playable.cache_clear()
    assert [task_at("validation", n, TaskMix(tasks_per_device=6)) for n in (7, 3)] == [drawn[7], drawn[3]]


def test_ids_are_unique_and_say_the_device(drawn):
    assert len({task.id for task in drawn}) == len(drawn)
    for task in drawn:
        source = task.parameters["device"]
        assert task.id.startswith(f"{source['category']}-{source['seed']}-{task.seed}-")


def test_tasks_of_another_mix_bear_other_ids():
    one = sample_task("Lamp", 300_000, 0)
    assert sample_task("Lamp", 300_000, 0, budget_factor=6).id != one.id


def test_splits_share_no_device():
    for a, b in itertools.combinations(SPLITS.values(), 2):
        assert set(a).isdisjoint(b)


def test_goals_are_new_reachable_and_no_error(drawn):
    for task in drawn:
        goals = task.parameters["goals"]
        machine = playable(**{k: task.parameters["device"][k] for k in ("category", "seed")}).device.machine
        assert 1 <= len(goals) <= 2
        assert len(set(goals)) == len(goals)
        assert ERROR_STATE not in goals
        assert machine.initial_state not in goals


def test_best_costs_spread_up_to_the_limit(drawn):
    costs = [task.optimal_steps for task in drawn]
    assert max(costs) <= 6
    assert min(costs) >= 1
    assert len(set(costs)) >= 4


def test_limits_are_kept():
    for seed in range(5):
        task = sample_task("Microwave", 300_000, seed, goals=(3, 3), most_steps=12, budget_factor=4)
        assert len(task.parameters["goals"]) == 3
        assert task.optimal_steps <= 12
        assert task.parameters["budget_factor"] == 4


@pytest.mark.parametrize("category", CATEGORIES)
def test_every_change_and_every_goal_has_words_and_none_is_an_id(category):
    ucsm, words = load_category(category).ucsm, load_words(category)
    assert set(words.goals) <= set(ucsm.states)
    for name, state in ucsm.states.items():
        for component, transitions in state.on.items():
            for transition in transitions:
                if component != "immediate" and transition.next_state != ERROR_STATE:
                    assert f"{name}>{transition.next_state}" in words.steps
    pairs = [*words.steps, *words.goals_from]
    assert all(state in ucsm.states for pair in pairs for state in pair.split(">"))
    phrases = [*words.steps.values(), *itertools.chain(*words.goals.values(), *words.goals_from.values())]
    for phrase in phrases:
        assert re.fullmatch("[a-z ]+", phrase), phrase
        assert not set(ucsm.components()) & set(phrase.split())


def test_nobody_asks_for_an_error():
    with pytest.raises(ValueError, match="Error"):
        instruct(load_words("Lamp"), "Off", ERROR_STATE, True, random.Random(0))


def test_wrong_asks_name_what_is_wrong():
    with pytest.raises(ValueError, match="no such split: 'exam'"):
        task_at("exam", 0)
    with pytest.raises(ValueError, match="used up"):
        task_at("test", 10**9)
