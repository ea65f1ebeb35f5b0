"""The assist worlds' metrics: an episode's ratios are what its log comes to, and columns and ratios agree."""

from __future__ import annotations

from envs.assist.metrics import COUNTS, METRICS, TABLES, assist_ratios
from envs.assist.schedule import ERROR_KINDS
from envs.episode import Episode, Outcome, Task
from envs.metrics import pooled
from tests.envs.assist.grading.logs import NO, PRAISE, YES, Story, advise, claim, warn


def played() -> Episode:
    """One error prevented and one missed, a right and a wrong answer, a notification, praise, a false alarm."""
    story = Story(deadline=150).at(5).did("chop", "tomato")
    story.at(10).deviating().at(12).sent(warn("pick_up", "lettuce"), text="Not the lettuce!").at(14).heard().averted(0)
    story.at(20).deviating("e2", "misstep", wrong=("steak",)).at(30).committed("e2")
    story.at(40).asked("q1", "recall", {"action": ["chop", "tomato", ""]}).at(41).sent(YES, text="Yes, you did.")
    story.at(50).asked("q2", "elapsed", {"action": ["chop", "rice", ""]}).at(51).sent(NO, text="No.")
    story.at(52).asked("q3", "count", {"action": ["chop", "", ""]}).at(53).sent(NO, text="No, never.")
    story.at(60).requested("r1").at(70).changed(("rice", "state", "done"))
    story.sent(claim("rice", "state", "done"), text="The rice is done.").at(72).heard()
    story.at(90).sent(PRAISE, text="Well done!").at(95).began("put", "rice", "plate")
    story.at(96).sent(warn("put", "rice"), text="Stop, not the rice.").at(98).sent(
        advise("chop", "lettuce"), text="Go on."
    )
    return story.at(100).ended(True, True).episode(cuts=4)


def test_ratios_by_hand() -> None:
    found = assist_ratios(played())
    assert found["in_time"] == found["any_success"] == (1, 1)
    assert found["detected"] == found["prevented"] == (1, 2)
    assert found["corrected"] == (0, 2)
    assert (found["detected_wrong_thing"], found["detected_misstep"]) == ((1, 1), (0, 1))
    assert found["detected_unattended"] == (0, 0)
    assert found["question_recall"] == found["question_duration"] == (1, 1)
    assert (found["question_count"], found["question_order"]) == ((0, 1), (0, 0))
    assert found["requests"] == (1, 1)
    assert found["answered"] == (3, 4)
    assert (found["false_alarms"], found["unneeded"]) == ((1, 8), (1, 8))
    assert found["messages"] == (800, 100)
    assert found["message_words"] == (3 + 3 + 1 + 2 + 4 + 2 + 4 + 2, 8)


def test_columns_are_measured_and_stand_in_one_table_each() -> None:
    found = assist_ratios(played())
    columns = [name for table in TABLES.values() for name in table]
    assert len(set(columns)) == len(columns)
    assert list(METRICS.rates) == columns
    assert set(columns) | {f"detected_{kind}" for kind in ERROR_KINDS} == set(found)
    assert METRICS.counts == COUNTS <= set(columns)


def test_shares_are_shares() -> None:
    found = assist_ratios(played())
    assert all(0 <= part <= whole for name, (part, whole) in found.items() if name not in COUNTS)


def test_recall_pools_over_errors() -> None:
    # One of two in the first episode, none of one in the second: one of three, not a quarter.
    other = Story().at(10).deviating().at(20).committed().at(60).ended().episode()
    rate = pooled([assist_ratios(played()), assist_ratios(other)], COUNTS)["detected"]
    assert (rate.value, rate.count) == (1 / 3, 3)


def test_an_episode_without_a_log_says_nothing() -> None:
    assert assist_ratios(Episode(Task("cook", "none", 0, {}), (), Outcome.INFRA_ERROR)) == {}
