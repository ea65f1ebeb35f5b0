"""Cases: the frozen benchmark is composed as Tables 17 and 18 say, and lists to train on hold none of it."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from envs.assist.cases import SPLITS, CookOptions, NoCaseError, bench, case_at
from envs.assist.cases.composition import COOK_PERSONAS, PATTERNS, patterns, personas, question_kinds
from envs.assist.cases.makers import MAKERS
from envs.assist.cases.making import OVERTIME
from envs.assist.cases.rehearsal import rehearse
from envs.assist.cook.layouts import BENCHMARK_LAYOUTS, LAYOUTS
from envs.assist.cook.recipes import BENCHMARK_RECIPES, RECIPES
from envs.assist.household import benchmark as household_benchmark
from envs.assist.persona import PROFILES, Persona
from envs.assist.schedule import ERROR_KINDS
from envs.assist.task import AssistTask, checked
from envs.episode import Task
from envs.settings import SettingsError
from envs.task_list import load_task_list, task_to_json
from tests.envs.assist.assist_play import OPTIONS, WORLDS, frozen, some_cases
from tests.loading import ROOT

CASES = {"cook": 50, "household": 25, "phone": 30}
TYPES = ("error", "question", "request", "plan_change")
EVENTS = {"cook": (140, 88, 29, 3), "household": (51, 0, 0, 0), "phone": (60, 0, 0, 0)}
"""World -> events by TYPES (Table 18)."""
MEANS = {"cook": (5.20, 2, 7), "household": (2.04, 2, 3), "phone": (2.00, 2, 2)}
"""World -> mean, fewest and most events of a case."""
SPREAD = {2: 55, 3: 12, 4: 1, 5: 11, 6: 16, 7: 10}
"""Number of events -> cases of all worlds."""
NAMES = {persona.model_dump_json(): name for name, persona in PROFILES.items()}
DRAWN = 150


def asked(task: Task) -> AssistTask:
    return checked(task)


def by_case(world: str) -> Mapping[int, list[Task]]:
    found: dict[int, list[Task]] = {}
    for task in frozen(world):
        found.setdefault(task.seed, []).append(task)
    return found


def counts(task: Task) -> tuple[int, ...]:
    kinds = Counter(event.type for event in asked(task).schedule)
    return tuple(kinds[kind] for kind in TYPES)  # pyright: ignore[reportArgumentType]


# -- the frozen benchmark ---------------------------------------------------------------------------------------------


def test_there_are_315_scenarios_of_105_cases():
    assert {world: len(by_case(world)) for world in WORLDS} == CASES
    assert {world: len(frozen(world)) for world in WORLDS} == {"cook": 150, "household": 75, "phone": 90}
    assert len({task.id for world in WORLDS for task in frozen(world)}) == 315


@pytest.mark.parametrize("world", WORLDS)
def test_events_are_as_many_as_table_18_says(world):
    cases = [tasks[0] for tasks in by_case(world).values()]
    assert tuple(map(sum, zip(*map(counts, cases), strict=True))) == EVENTS[world]
    numbers = [sum(counts(task)) for task in cases]
    assert (round(sum(numbers) / len(numbers), 2), min(numbers), max(numbers)) == MEANS[world]


def test_cases_have_as_many_events_as_table_18_says():
    cases = [tasks[0] for world in WORLDS for tasks in by_case(world).values()]
    assert Counter(sum(counts(task)) for task in cases) == SPREAD
    assert round(sum(sum(counts(task)) for task in cases) / len(cases), 2) == 3.53


@pytest.mark.parametrize("world", WORLDS)
def test_three_persons_share_a_case(world):
    """They differ, and only they do, and the deadline that their speed gives."""
    for tasks in by_case(world).values():
        assert len({asked(task).persona for task in tasks}) == len(tasks) == 3
        assert len({json.dumps(task.parameters["schedule"]) for task in tasks}) == 1
        assert len({json.dumps(task.parameters["domain"]) for task in tasks}) == 1
        assert len({asked(task).scene for task in tasks}) == 1


def test_all_nine_profiles_occur_and_the_kitchen_has_the_same_three():
    used = {world: Counter(NAMES[asked(task).persona.model_dump_json()] for task in frozen(world)) for world in WORLDS}
    assert used["cook"] == dict.fromkeys(COOK_PERSONAS, 50)
    assert used["household"].keys() == used["phone"].keys() == PROFILES.keys()
    for world in ("household", "phone"):
        assert max(used[world].values()) - min(used[world].values()) <= 1
    levels = {level for name in COOK_PERSONAS for level in (PROFILES[name].skill, PROFILES[name].trust)}
    assert levels == {"low", "medium", "high"}


def test_the_kitchen_has_five_schedules_for_each_dish_in_each_layout():
    pairs = Counter(
        (asked(tasks[0]).domain["recipe"], asked(tasks[0]).domain["layout"]) for tasks in by_case("cook").values()
    )
    assert len({recipe for recipe, _ in pairs}) == 5 and len({layout for _, layout in pairs}) == 2
    assert set(pairs.values()) == {5} and len(pairs) == 10
    assert {"loaded_burrito", "shrimp_pasta", "steak_frites"} <= {recipe for recipe, _ in pairs}
    assert len({json.dumps(tasks[0].parameters["schedule"]) for tasks in by_case("cook").values()}) == 50


def test_all_kinds_of_errors_and_questions_occur():
    kinds = {world: Counter[str]() for world in WORLDS}
    for world in WORLDS:
        for tasks in by_case(world).values():
            kinds[world].update(event.kind for event in asked(tasks[0]).schedule if event.type in ("error", "question"))
    assert set(ERROR_KINDS) <= kinds["cook"].keys() and set(ERROR_KINDS) == kinds["household"].keys()
    assert set(ERROR_KINDS) - {"unattended"} == kinds["phone"].keys()
    asked_about = [kinds["cook"][kind] for kind in ("order", "count", "elapsed", "duration", "recall")]
    assert sum(asked_about) == 88 and max(asked_about) - min(asked_about) <= 1


@pytest.mark.parametrize("world", WORLDS)
def test_every_scheduled_event_comes_about_in_a_rehearsal(world):
    maker = MAKERS[world]
    for tasks in by_case(world).values():
        domain = maker.domain(tasks[0].parameters["domain"])
        for task in {asked(task).persona.speed: task for task in tasks}.values():
            rehearsal = rehearse(world, domain, asked(task), task.seed)
            assert rehearsal.happened == {event.id for event in asked(task).schedule}, task.id
            assert rehearsal.ticks is not None and rehearsal.ticks < asked(task).deadline


@pytest.mark.parametrize("world", [*(pytest.param(w, marks=pytest.mark.long) for w in WORLDS[:2]), "phone"])
def test_the_frozen_list_is_what_its_maker_draws(world):
    path = ROOT / f"configs/benchmarks/ivg_{world}.jsonl"
    assert "".join(json.dumps(task_to_json(task)) + "\n" for task in bench(world)) == path.read_text()


def test_the_patterns_deal_out_what_the_tables_sum():
    for world in WORLDS:
        dealt = patterns(world)
        assert len(dealt) == CASES[world] and Counter(dealt) == dict(PATTERNS[world])
    assert [len(set(personas(world, case))) for world in WORLDS for case in range(30)] == [3] * 90
    kinds = question_kinds(0, 88)
    assert question_kinds(3, 20) == kinds[3:23] and any(false for _, false in kinds)


# -- lists to train on ------------------------------------------------------------------------------------------------


def test_splits_share_no_case():
    seeds = [seed for split in SPLITS.values() for seed in (split.start, split.stop - 1)]
    assert seeds == sorted(seeds) and len(set(seeds)) == len(seeds)
    assert not {task.seed for world in WORLDS for task in frozen(world)} & {
        s for split in SPLITS.values() for s in split
    }
    drawn = [case_at("phone", split, n, OPTIONS["phone"]()) for split in SPLITS for n in range(4)]
    assert len({task.id for task in drawn}) == len({json.dumps(task.parameters["domain"]) for task in drawn}) == 16


@pytest.mark.parametrize("world", WORLDS)
def test_an_entry_depends_on_its_number_alone(world):
    for number, task in enumerate(some_cases(world)[-3:]):
        assert case_at(world, "sft", number, OPTIONS[world]()) == task
        assert (task.world, task.seed) == (world, SPLITS["sft"][number])
        assert task.id == f"{world}-sft-{number}"


@pytest.mark.parametrize("evaluated", [False, True])
@pytest.mark.parametrize("recipes", ["full", "short"])
def test_no_drawn_kitchen_cooks_a_dish_of_the_benchmark_or_stands_as_one(recipes, evaluated):
    options = CookOptions(recipes=recipes)
    dishes = {name: dish(RECIPES[name].model_dump(mode="json")) for name in BENCHMARK_RECIPES}
    assert len(dishes) == 5 and len(BENCHMARK_LAYOUTS) == 2
    for seed in range(DRAWN):
        drawn = MAKERS["cook"].drawn(random.Random(seed), options, evaluated)
        assert dish(drawn["recipe"]) not in dishes.values()
        layout = drawn["layout"]
        rows = LAYOUTS[layout].rows if isinstance(layout, str) else layout["rows"]
        assert tuple(rows) not in {tuple(LAYOUTS[name].rows) for name in BENCHMARK_LAYOUTS}


def dish(recipe: Mapping[str, Any]) -> list[tuple[str, bool, bool]]:
    """A recipe without names and times."""
    return sorted((line["food"], line["chopped"], line["cooked"]) for line in recipe["lines"])


def test_dishes_that_are_evaluated_are_never_taught():
    def foods(evaluated: bool) -> set[frozenset[str]]:
        drawn = (MAKERS["cook"].drawn(random.Random(seed), CookOptions(), evaluated) for seed in range(DRAWN))
        return {frozenset(line["food"] for line in one["recipe"]["lines"]) for one in drawn}

    assert not foods(True) & foods(False)


def test_no_drawn_home_is_one_of_the_benchmarks():
    scenes = {parameters.scene for parameters in household_benchmark().values()}
    drawn = {MAKERS["household"].drawn(random.Random(seed), None, False)["scene"] for seed in range(12)}
    assert len(drawn) == 12 and not drawn & scenes


def test_no_drawn_phone_is_the_benchmarks():
    benchmarks = {json.dumps(dict(base["wanted"]), sort_keys=True) for _, base in MAKERS["phone"].bases()}
    for seed in range(40):
        drawn = MAKERS["phone"].drawn(random.Random(seed), None, False)
        assert isinstance(drawn["phone"], int)
        assert json.dumps(dict(drawn["wanted"]), sort_keys=True) not in benchmarks


@pytest.mark.parametrize("world", WORLDS)
def test_options_bound_what_is_drawn(world):
    narrow = {"personas": ["checker"], "errors": [2, 2], "slack": 2.0, "ticks_per_turn": 4}
    options = OPTIONS[world].model_validate(narrow)
    task = case_at(world, "rl", 0, options)
    found = asked(task)
    assert found.persona == PROFILES["checker"] and found.ticks_per_turn == 4 and counts(task)[0] == 2
    tight = asked(case_at(world, "rl", 0, OPTIONS[world].model_validate({**narrow, "slack": 1.0})))
    assert tight.deadline < found.deadline and tight.domain == found.domain
    assert found.last == round(OVERTIME * found.deadline)


def test_a_split_ends():
    with pytest.raises(ValueError, match="split 'test' holds 100000 cases, 100000 is past its end"):
        case_at("phone", "test", 100_000, OPTIONS["phone"]())


def test_what_cannot_be_scheduled_is_no_case():
    options = OPTIONS["phone"].model_validate({"kinds": ["unattended"], "errors": [1, 1]})
    with pytest.raises(NoCaseError, match="phone: split sft: entry 0: .*no schedule"):
        case_at("phone", "sft", 0, options)


# -- files ------------------------------------------------------------------------------------------------------------


def written(folder, lines: list[str], world: str = "phone"):
    (folder / "cases.jsonl").write_text("".join(f"{line}\n" for line in lines))
    path = folder / "cases.yaml"
    path.write_text(f"world: {world}\nfile: cases.jsonl\n")
    return path


def test_a_sampled_list_draws_the_same_cases(tmp_path):
    path = tmp_path / "list.yaml"
    path.write_text("world: phone\nsplit: sft\ncount: 2\nfirst: 1\n")
    assert load_task_list(path) == ("phone", list(some_cases("phone")[-2:]))


BAD: list[tuple[dict[str, Any], list[str]]] = [
    ({"deadline": 0}, ["parameters.deadline", "(got '0')"]),
    ({"last": 1}, ["last: 1 is before the deadline"]),
    ({"persona": {"trust": "blind"}}, ["parameters.persona.trust", "'blind'"]),
    ({"schedule": [{"type": "party", "id": "p", "when": {"type": "since", "tick": 1}}]}, ["parameters.schedule.0"]),
    ({"domain": {"phone": "brick", "wanted": {"wi_fi": "off"}}}, ["phone", "'brick'"]),
]


@pytest.mark.parametrize(("changes", "words"), BAD)
def test_a_file_with_a_bad_case_is_refused_with_its_line(tmp_path, changes, words):
    good, other = (task_to_json(task) for task in frozen("phone")[:2])
    bad = {**other, "parameters": {**other["parameters"], **changes}}
    path = written(tmp_path, [json.dumps(good), json.dumps(bad)])
    with pytest.raises(SettingsError) as error:
        load_task_list(path)
    text = str(error.value)
    assert "\n" not in text and f"{tmp_path / 'cases.jsonl'}: line 2" in text
    assert all(word in text for word in words), text


def test_a_list_of_another_world_is_refused(tmp_path):
    path = written(tmp_path, [json.dumps(task_to_json(frozen("phone")[0]))], "cook")
    with pytest.raises(SettingsError, match="line 1: world: 'phone' in a list for 'cook'"):
        load_task_list(path)


def test_a_persona_that_is_written_short_is_the_same():
    task = frozen("phone")[0]
    short = Task(task.world, task.id, task.seed, {**task.parameters, "persona": {}})
    assert asked(short).persona == Persona() == PROFILES["home_cook"]
