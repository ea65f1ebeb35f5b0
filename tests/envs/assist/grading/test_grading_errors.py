"""Errors by hand: detected, prevented, corrected, missed. The lettuce is taken in place of the tomato unless told."""

from __future__ import annotations

import pytest

from envs.assist.action import Action
from envs.assist.grading import ErrorCounts, Grades, Verdict, VerdictKind, grade
from envs.assist.grading.detections import WINDOW
from tests.envs.assist.grading.logs import Story, advise, claim, warn

ABOUT = warn("pick_up", "lettuce")


def verdicts(grades: Grades, *kinds: VerdictKind) -> list[Verdict]:
    return [verdict for verdict in grades.verdicts if verdict.kind in kinds]


def test_a_warning_in_time_detects_and_prevents() -> None:
    # Begins at 10; warned at 13, three ticks later; heard at 15, given up.
    story = Story().at(10).deviating().at(13).sent(ABOUT).at(15).heard().averted(0).at(40).ended()
    grades = grade(story.log)
    assert grades.errors == ErrorCounts(begun=1, detected=1, prevented=1, corrected=0)
    assert grades.by_kind == {"wrong_thing": ErrorCounts(1, 1, 1, 0)}
    assert verdicts(grades, VerdictKind.DETECTED) == [
        Verdict(VerdictKind.DETECTED, 13, "e1", message=0, delay=3, family="wrong_thing")
    ]
    assert verdicts(grades, VerdictKind.PREVENTED)[0].tick == 15
    assert grades.false_alarms == 0


def test_a_warning_after_the_commit_detects_and_corrects_but_does_not_prevent() -> None:
    story = Story().at(10).deviating().at(20).committed().at(22).sent(ABOUT).at(24).heard().corrected(0)
    story.at(30).repaired().at(40).ended()
    assert grade(story.log).errors == ErrorCounts(begun=1, detected=1, prevented=0, corrected=1)


@pytest.mark.parametrize(
    "act",
    [advise("pick_up", "tomato"), claim("lettuce", "state", "raw"), warn(target="lettuce")],
    ids=["advice of the remedy", "a claim of the wrong thing", "a warning of the wrong thing"],
)
def test_whatever_addresses_the_error_detects_it(act) -> None:
    assert grade(Story().at(10).deviating().at(12).sent(act).at(90).ended().log).errors.detected == 1


@pytest.mark.parametrize(
    "act",
    [warn(), advise("chop", "steak"), advise("pick_up", "tomato", later=True), warn("pick_up", "steak")],
    ids=["a bare stop", "advice of something else", "advice for later", "a warning of the wrong thing"],
)
def test_what_does_not_address_it_detects_nothing(act) -> None:
    grades = grade(Story().at(10).deviating().at(12).sent(act).at(20).committed().at(90).ended().log)
    assert grades.errors == ErrorCounts(begun=1)
    # Missed at the end of the window: 20 + 30.
    assert verdicts(grades, VerdictKind.MISSED) == [Verdict(VerdictKind.MISSED, 50, "e1", family="wrong_thing")]


@pytest.mark.parametrize(("late", "detected"), [(0, 1), (1, 0)], ids=["last tick", "one tick later"])
def test_the_window_ends_thirty_ticks_after_the_commit(late: int, detected: int) -> None:
    story = Story().at(10).deviating().at(20).committed().at(20 + WINDOW + late).sent(ABOUT).at(90).ended()
    assert grade(story.log).errors.detected == detected
    assert len(verdicts(grade(story.log), VerdictKind.MISSED)) == 1 - detected


def test_a_message_from_before_the_error_detects_nothing_but_may_prevent() -> None:
    # Sent at 9, the error begins at 10, the message is heard at 11 and taken to heart.
    story = Story().at(9).sent(ABOUT).at(10).deviating().at(11).heard().averted(0).at(90).ended()
    grades = grade(story.log)
    assert grades.errors == ErrorCounts(begun=1, detected=0, prevented=1, corrected=0)
    assert verdicts(grades, VerdictKind.MISSED) == []
    assert grades.false_alarms == 0, "it saw the error coming"


def test_what_the_person_has_seen_alone_is_detected_no_more() -> None:
    story = Story().at(10).deviating().at(20).committed().at(30).noticed().at(31).sent(ABOUT).at(90).ended()
    grades = grade(story.log)
    assert grades.errors == ErrorCounts(begun=1)
    assert verdicts(grades, VerdictKind.MISSED)[0].tick == 30


def test_of_two_errors_at_once_a_message_detects_those_that_it_is_about() -> None:
    # The second is done at 30 while the first, done at 20, is still open.
    rice = {"actions": (Action("put", "rice", "plate"),), "wrong": ("rice",), "remedy": ()}
    story = Story().at(10).deviating().at(20).committed()
    story.at(22).deviating("e2", "unfinished", **rice).at(25).sent(warn("put", "rice")).at(30).committed("e2")
    one = grade(story.log)
    assert one.errors == ErrorCounts(begun=2, detected=1)
    assert [verdict.event for verdict in verdicts(one, VerdictKind.DETECTED)] == ["e2"]
    # A message about both, and each counts once however often it is said.
    story.at(40).sent(ABOUT, warn(target="rice")).at(41).sent(ABOUT).at(99).ended()
    both = grade(story.log)
    assert both.errors == ErrorCounts(begun=2, detected=2)
    assert both.by_kind == {"wrong_thing": ErrorCounts(1, 1), "unfinished": ErrorCounts(1, 1)}
    assert both.false_alarms == 0


def test_an_error_that_the_world_made_impossible_leaves_all_counts() -> None:
    story = Story().at(10).deviating().at(12).sent(ABOUT).at(14).changed_plan().void("e1").at(90).ended()
    assert grade(story.log).errors == ErrorCounts()


def test_an_error_survives_a_change_of_plan() -> None:
    story = Story().at(10).deviating().at(12).changed_plan().at(16).sent(ABOUT).at(18).heard().averted(0).at(90).ended()
    assert grade(story.log).errors == ErrorCounts(begun=1, detected=1, prevented=1)


def test_an_error_that_the_end_cuts_short_was_missed() -> None:
    grades = grade(Story().at(10).deviating().at(20).committed().at(25).ended().log)
    assert verdicts(grades, VerdictKind.MISSED)[0].tick == 25


def test_success_is_in_time_or_late() -> None:
    early, late, never = (
        grade(Story(deadline=100).at(tick).ended(fulfilled, in_time).log)
        for tick, fulfilled, in_time in ((100, True, True), (101, True, False), (300, False, False))
    )
    assert (early.in_time, early.any_success, early.deadline, early.ticks) == (True, True, 100, 100)
    assert (late.in_time, late.any_success) == (False, True)
    assert (never.in_time, never.any_success) == (False, False)
