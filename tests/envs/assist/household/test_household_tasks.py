"""Household tasks as data: the benchmark's, drawn ones, and what is said of parameters that cannot be."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from envs.assist.condition import Met
from envs.assist.grounding import ActKind, Grammar
from envs.assist.harness import Harness
from envs.assist.household import BENCHMARK, TASKS, HouseholdDomain, HouseholdParameters, benchmark, generate, make
from envs.assist.household.events import undisturbed
from envs.assist.household.tasks import FIRST_TRAINING
from envs.assist.persona import Persona
from envs.assist.task import AssistTask
from envs.assist.user import make_person
from envs.environment import TaskError
from tests.envs.assist.household.household_plays import NAMES, domain_of


def test_the_benchmark_has_a_setting_for_each_case_and_every_task_of_the_paper() -> None:
    assert len(BENCHMARK) == 25 and {task for task, _, _ in BENCHMARK} == set(TASKS)
    assert {"post_meal_cleanup", "collect_dishes", "return_belongings"} <= set(TASKS)


@pytest.mark.parametrize("name", NAMES)
def test_benchmark_tasks_take_60_to_150_ticks(name: str) -> None:
    assert 60 <= undisturbed(domain_of(name)) <= 150


def test_the_same_seed_gives_the_same_task() -> None:
    assert make("laundry", "standard_4", 7) == make("laundry", "standard_4", 7) != make("laundry", "standard_4", 8)
    assert generate(Random(5)) == generate(Random(5)) != generate(Random(6))


def test_drawn_tasks_are_in_no_benchmark_apartment_and_can_be_done() -> None:
    rng = Random(12)
    drawn = [generate(rng) for _ in range(25)]
    assert not {task.scene for task in drawn} & {scene for _, scene, _ in BENCHMARK}
    assert all(int(task.scene.removeprefix("apartment_")) >= FIRST_TRAINING for task in drawn)
    assert len(Counter(task.task for task in drawn)) >= 4
    for task in drawn:
        domain = HouseholdDomain(HouseholdParameters.model_validate_json(task.model_dump_json()))
        state = domain.start()
        assert domain.met(state) != set(domain.conditions)
        for step in domain.plan(state, 0):
            state = domain.apply(state, step.action, 0).state
        assert domain.met(state) == set(domain.conditions)


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"scene": "castle_1"}, "scene: 'castle_1'"),
        ({"start": "cellar"}, "start: 'cellar'"),
        ({"on": ("plate_1",)}, "on: 'plate_1'"),
        ({"open": ("table_1",)}, "open: 'table_1'"),
        ({"things": {"plate_1": {"category": "saucer", "instance": 0, "at": "table_1"}}}, "category: 'saucer'"),
        ({"things": {"plate_1": {"category": "dinner_plate", "instance": 99, "at": "table_1"}}}, "instance: 99"),
        ({"things": {"plate_1": {"category": "dinner_plate", "instance": 0, "at": "moon"}}}, "at: 'moon'"),
        ({"things": {"fridge_1": {"category": "dinner_plate", "instance": 0, "at": "table_1"}}}, "'fridge_1'"),
        ({"parts": ({"id": "a", "text": "b", "goals": ("the plate flies",)},)}, "'the plate flies'"),
        ({"parts": ({"id": "a", "text": "b", "goals": ("table_1 closed",)},)}, "'table_1' does not close"),
        ({"parts": ({"id": "a", "text": "b", "goals": ("person on fridge_1",)},)}, "'fridge_1' is nothing to sit on"),
        ({"parts": ({"id": "a", "text": "b", "goals": ("plate_1 drunk",)},)}, "'plate_1' holds no drink"),
        ({"text": ""}, "text"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_a_task_that_cannot_be_is_refused_by_field_and_value(change: dict, named: str) -> None:
    sound = domain_of("post_meal_cleanup/standard_2/0").parameters.model_dump()
    with pytest.raises(TaskError, match="domain") as refusal:
        HouseholdDomain({**sound, **change})
    assert named in str(refusal.value)


def test_things_without_room_are_refused() -> None:
    sound = domain_of("post_meal_cleanup/standard_2/0").parameters.model_dump()
    many = {f"bin_{i}": {"category": "waste_basket", "instance": i % 7, "at": "nightstand_1"} for i in range(9)}
    with pytest.raises(TaskError, match="no room left at 'nightstand_1'"):
        HouseholdDomain({**sound, "things": {**sound["things"], **many}})


@pytest.mark.parametrize("name", NAMES[::3])
def test_names_tell_things_apart_and_commands_are_understood(name: str) -> None:
    domain = domain_of(name)
    lexicon = domain.lexicon
    said = [word for names in lexicon.things.values() for word in names]
    assert len(said) == len(set(said)) and not set(said) & set(lexicon.unreal) and lexicon.unreal
    grammar = Grammar.of(lexicon)
    for action in {step.action for step in domain.plan(domain.start(), 0)}:
        act = grammar.ground(f"{lexicon.say(action).capitalize()}.").acts[0]
        assert (act.kind, act.action) == (ActKind.ADVISE, action)


def test_the_sheet_names_the_things_and_the_rule_that_nothing_else_changes() -> None:
    for name, parameters in benchmark().items():
        domain = domain_of(name)
        assert "Nothing else is moved" in domain.sheet.text and parameters.text in domain.sheet.text
        for goal in domain.setting.destination:
            assert domain.lexicon.name(goal) in domain.sheet.text
        assert set(domain.setting.part.values()) == set(domain.sheet.parts)


def test_a_person_who_makes_no_error_does_the_task_alone_in_the_harness() -> None:
    parameters = domain_of("quiet_evening/standard_1/0").parameters.model_dump()
    asked = AssistTask(domain=parameters, persona=Persona(skill="high"), deadline=120, last=200)
    domain = HouseholdDomain.shared(parameters)
    assert domain is HouseholdDomain.shared(domain.parameters)
    harness = Harness("household", asked, domain, make_person(asked.persona, 1), 1, "fixed")
    while not harness.over:
        harness.advance(3)
    assert harness.in_time and harness.log.facts == domain.facts(harness.state)
    assert all(Met(condition=text).holds(harness.log) for text in domain.conditions)
