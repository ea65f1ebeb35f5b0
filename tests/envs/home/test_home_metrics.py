"""The home world's metrics, each worked out by hand on short episodes, and one class for every failure."""

from __future__ import annotations

import json
from dataclasses import asdict, replace

import pytest

from envs.environment import ReplyError
from envs.episode import Episode, Outcome
from envs.home.metrics import CLASSES, METRICS, RATES, failure_class, home_ratios
from envs.home.shortest_plan import shortest_plan
from envs.home.tasks import sample_task
from envs.home.world import HomeWorld
from envs.metric_set import metrics_of
from envs.metrics import summarize, task_result
from tests.home_play import APPLE, BOX, MUG, WALK, ask, episode, gaze, home_task, mark_of, nav, pick, place, play, turn
from tests.loading import script

THINGS = {
    "coffee_mug_1": (*MUG, "counter_1"),
    "coffee_mug_2": ("coffee_mug", 5, "counter_1"),
    "cereal_box_1": (*BOX, "coffee_table_1"),
    "apple_1": (*APPLE, "nightstand_1"),
}
GOAL = {"coffee_mug_1": "bed_1"}
MOVE = home_task(THINGS, GOAL)
WISH = home_task(
    THINGS,
    GOAL,
    family="SUL",
    ask_budget=1,
    most_wrong=1,
    user={
        "ambiguities": [{"id": "target", "candidates": ["coffee_mug_1", "coffee_mug_2"], "truth": "coffee_mug_1"}],
    },
)


@pytest.fixture(scope="module")
def world():
    made = HomeWorld(picture_size=16)
    yield made
    made.close()


@pytest.fixture(scope="module")
def marks(world) -> dict[str, int]:
    """What numbers the mugs on the counter bear."""
    play(world, MOVE, [nav("counter_1"), WALK])
    return {name: mark_of(world, name) for name in ("coffee_mug_1", "coffee_mug_2")}


def cut(world: HomeWorld, task, calls) -> Episode:
    """The episode of these calls, which runs out of steps with the last one."""
    return episode(world, replace(task, parameters={**task.parameters, "budget": len(calls)}), calls)


# -- ratios -----------------------------------------------------------------------------------------------------------


def test_every_ratio_of_an_episode_that_succeeds(world, marks):
    mug = marks["coffee_mug_1"]
    calls = [
        *(WALK, ask("Which one?"), nav("counter_1"), ReplyError("no_json", "what?"), WALK, gaze(mug), pick(mug)),
        *(pick(marks["coffee_mug_2"]), nav("bed_1"), nav("bed_1"), place("bed_1")),
    ]
    played = episode(world, MOVE, calls)
    assert played.outcome == Outcome.SUCCESS and len(played.turns) == len(calls) == 11
    ratios = home_ratios(played)
    assert {name: ratios[name] for name in RATES} == {
        "asks": (1, 1),
        "asks_resolving": (0, 1),
        "asks_over": (1, 1),  # there was no ask in the budget
        "failed_actions": (3, 10),  # looking at nothing, full hands, going where one is; the invalid reply is no action
        "looks": (3, 1),
        "wrong": (0, 1),
        "required": (4, 4),  # pick, place and two ways
    }
    assert {name: ratios[f"severity_{name}"] for name in ("minor", "moderate", "severe")} == {
        "minor": (1, 2),
        "moderate": (1, 2),
        "severe": (0, 2),
    }
    assert all(ratios[f"failure_{name}"] == (0, 0) for name in CLASSES)


def test_asks_over_the_budget_and_those_that_resolve(world):
    calls = [nav("counter_1"), WALK, ask("Which mug do you want?"), ask("Which mug do you want?"), ask("Which mug?")]
    ratios = home_ratios(cut(world, WISH, calls))
    assert (ratios["asks"], ratios["asks_resolving"], ratios["asks_over"]) == ((3, 1), (1, 3), (2, 3))


def test_a_wrong_delivery_is_a_severe_failed_action(world, marks):
    mug = marks["coffee_mug_2"]
    played = episode(world, WISH, [nav("counter_1"), WALK, gaze(mug), pick(mug), nav("bed_1"), place("bed_1")])
    assert played.outcome == Outcome.FAILURE
    ratios = home_ratios(played)
    assert (ratios["wrong"], ratios["severity_severe"], ratios["failed_actions"]) == ((1, 1), (1, 1), (1, 6))


def test_required_changes_count_as_far_as_they_were_brought_about(world, marks):
    for count, done in ((1, 1), (2, 1), (4, 2)):
        calls = [nav("counter_1"), WALK, gaze(marks["coffee_mug_1"]), pick(marks["coffee_mug_1"])][:count]
        assert home_ratios(cut(world, MOVE, calls))["required"] == (done, 4)


def test_an_episode_without_a_turn_says_nothing():
    assert home_ratios(Episode(MOVE, outcome=Outcome.INFRA_ERROR)) == {}


# -- classes ----------------------------------------------------------------------------------------------------------


def in_class(world: HomeWorld, task, calls) -> str | None:
    played = cut(world, task, calls)
    kind = failure_class(played)
    ratios = home_ratios(played)
    assert {name: ratios[f"failure_{name}"] for name in CLASSES} == {n: (float(n == kind), 1.0) for n in CLASSES}
    return kind


def test_taking_something_else_is_object_confusion(world, marks):
    mug = marks["coffee_mug_2"]
    assert in_class(world, MOVE, [nav("counter_1"), WALK, gaze(mug), pick(mug)]) == "confusion"


def test_opening_something_else_is_object_confusion(world):
    assert in_class(world, MOVE, [nav("wardrobe_1"), WALK, turn(1)]) == "confusion"


def test_a_delivery_to_another_receptacle_of_the_kind_is_object_confusion(world, marks):
    mug = marks["coffee_mug_1"]
    sinks = home_task(THINGS, {"coffee_mug_1": "sink_1"})
    calls = [nav("counter_1"), WALK, gaze(mug), pick(mug), nav("sink_2"), place("sink_2")]
    assert in_class(world, sinks, calls) == "confusion"
    assert in_class(world, sinks, [*calls[:4], nav("bed_1"), place("bed_1")]) != "confusion"  # laid down on the way


def test_a_wrong_delivery_is_object_confusion(world, marks):
    mug = marks["coffee_mug_2"]
    played = episode(world, WISH, [nav("counter_1"), WALK, gaze(mug), pick(mug), nav("bed_1"), place("bed_1")])
    assert failure_class(played) == "confusion"


@pytest.mark.parametrize(
    "calls",
    [
        [ask("Which one?"), ask("which  ONE")],
        [nav("bed_1"), nav("bed_1"), nav("bed_1"), nav("bed_1")],
        [nav("bed_1"), WALK, WALK, WALK],
    ],
    ids=["asked twice", "went to where one is", "looked again and again"],
)
def test_doing_again_what_was_done_is_lost_memory(world, calls):
    assert in_class(world, MOVE, calls) == "memory"
    assert in_class(world, MOVE, calls[:-1]) == "missing"  # once less is no loop


def test_undoing_what_was_reached_is_lost_memory(world, marks):
    mug = marks["coffee_mug_1"]
    task = home_task(THINGS, {**GOAL, "apple_1": "counter_1"})
    calls = [nav("counter_1"), WALK, gaze(mug), pick(mug), nav("bed_1"), place("bed_1"), WALK, pick(1)]
    assert in_class(world, task, calls) == "memory"


def test_what_was_never_tried_is_missing(world):
    assert in_class(world, MOVE, [nav("counter_1"), WALK]) == "missing"
    assert in_class(world, MOVE, [ReplyError("no_json", "what?")] * 3) == "missing"


def test_a_wish_of_which_nobody_asked_is_missing_the_question(world, marks):
    mug = marks["coffee_mug_1"]
    calls = [nav("counter_1"), WALK, gaze(mug), pick(mug), nav("bookcase_1"), place("bookcase_1")]
    assert in_class(world, WISH, calls) == "missing"


def test_what_was_tried_in_vain_is_another_error(world):
    """The cereal box is too high for the drawer."""
    task = home_task(THINGS, {"cereal_box_1": "nightstand_1"}, opened=["nightstand_1"])
    play(world, task, [nav("coffee_table_1"), WALK])
    box = mark_of(world, "cereal_box_1")
    calls = [nav("coffee_table_1"), WALK, gaze(box), pick(box), nav("nightstand_1"), place("nightstand_1")]
    assert in_class(world, task, calls) == "other"
    assert in_class(world, task, calls[:-1]) == "missing"


def test_a_full_gripper_before_the_door_that_is_to_be_opened_is_another_error(world, marks):
    mug = marks["coffee_mug_1"]
    task = home_task(THINGS, {"coffee_mug_1": "nightstand_1"})
    calls = [nav("counter_1"), WALK, gaze(mug), pick(mug), nav("nightstand_1"), WALK, turn(1)]
    assert in_class(world, task, calls) == "other"


def test_the_first_class_that_fits_is_taken(world, marks):
    """Confusion before lost memory, lost memory before a missing action."""
    mug = marks["coffee_mug_2"]
    loop = [nav("bed_1")] * 4
    wrong = [nav("counter_1"), WALK, gaze(mug), pick(mug)]
    assert in_class(world, MOVE, loop) == "memory"
    assert in_class(world, MOVE, [*loop, *wrong]) == "confusion" == in_class(world, MOVE, [*wrong, *loop])


def test_successes_and_faults_of_the_simulator_have_no_class(world, marks):
    mug = marks["coffee_mug_2"]
    confused = cut(world, MOVE, [nav("counter_1"), WALK, gaze(mug), pick(mug)])
    assert failure_class(confused) == "confusion"
    for outcome in (Outcome.SUCCESS, Outcome.INFRA_ERROR, None):
        assert failure_class(replace(confused, outcome=outcome)) is None


@pytest.mark.parametrize("family", ["FDP", "FDO", "SUL"])
def test_the_planner_has_no_class_and_brings_about_all_that_is_required(world, family):
    task = sample_task("standard_1", family, 0)
    world.reset(task)
    played = episode(world, task, shortest_plan(world.site))
    ratios = home_ratios(played)
    assert failure_class(played) is None and ratios["failed_actions"][0] == 0 and ratios["wrong"] == (0, 1)
    assert ratios["required"][0] == ratios["required"][1] > 0
    resolving, asks = ratios["asks_resolving"]
    assert resolving == asks and (asks > 0) == (family == "SUL") and ratios["asks_over"][0] == 0


# -- reports ----------------------------------------------------------------------------------------------------------


def test_results_and_summaries_take_home_episodes(world, marks):
    mug, other = marks["coffee_mug_1"], marks["coffee_mug_2"]
    good = [nav("counter_1"), WALK, gaze(mug), pick(mug), nav("bed_1"), place("bed_1")]
    best = replace(MOVE, optimal_steps=5)
    episodes = [
        episode(world, best, good),
        cut(world, best, [*good[:2], gaze(other), pick(other)]),
        cut(world, best, [nav("bed_1"), WALK]),
        Episode(best, outcome=Outcome.INFRA_ERROR, error="the server fell over"),
    ]
    results = [task_result(played) for played in episodes]
    assert [(r.goals_done, r.goals_total, r.category, r.group, r.world) for r in results[:3]] == [
        (done, 1, "FDP", "standard_1", "home") for done in (1, 0, 0)
    ]
    summary = summarize(results)
    assert (summary.episodes, summary.sr.value, summary.spl) == (3, 1 / 3, pytest.approx(5 / 18))
    assert summary.outcomes == {"success": 1, "failure": 0, "truncated": 2, "infra_error": 1}
    rates = {name: rate.value for name, rate in summary.ratios.items()}
    assert (rates["failure_confusion"], rates["failure_missing"], rates["failure_memory"]) == (0.5, 0.5, 0)
    assert rates["looks"] == pytest.approx((2 + 2 + 1) / 3) and rates["required"] == pytest.approx((4 + 1 + 0) / 12)


def test_the_set_of_metrics_is_entered_and_names_only_what_there_is(world):
    assert metrics_of("home") is METRICS
    ratios = home_ratios(cut(world, MOVE, [nav("counter_1")]))
    named = [*METRICS.rates, *(name for shares in METRICS.shares.values() for name in shares)]
    assert sorted(named) == sorted(ratios) and METRICS.counts <= set(ratios)


@pytest.mark.long
def test_the_benchmark_plays_a_file_of_home_tasks(tmp_path):
    tasks = [replace(sample_task("standard_1", family, 1), id=family) for family in ("FDP", "SUL")]
    (tmp_path / "tasks.jsonl").write_text("".join(json.dumps(asdict(task)) + "\n" for task in tasks))
    (tmp_path / "list.yaml").write_text("world: home\nfile: tasks.jsonl\n")
    words = ["--policy", "planner", "--tasks", str(tmp_path / "list.yaml"), "--picture-size", "32"]
    words += ["--output", str(tmp_path / "report.json"), "--save-episodes", str(tmp_path / "played")]
    assert script("benchmark").main(words) == 0
    report = json.loads((tmp_path / "report.json").read_text())
    assert report["summary"]["sr"]["value"] == 1 == report["summary"]["spl"]
    assert report["summary"]["ratios"]["required"]["value"] == 1
    assert report["summary"]["ratios"]["asks_resolving"]["value"] == 1
    again = ["--episodes", str(tmp_path / "played" / "episodes.jsonl"), "--output", str(tmp_path / "again.json")]
    assert script("benchmark").main(again) == 0
    assert json.loads((tmp_path / "again.json").read_text())["summary"]["ratios"] == report["summary"]["ratios"]
