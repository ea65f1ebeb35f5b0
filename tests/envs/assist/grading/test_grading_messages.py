"""False alarms and messages that give the person nothing, by hand."""

from __future__ import annotations

import pytest

from envs.assist.action import Action
from envs.assist.grading import Verdict, VerdictKind, grade
from envs.assist.grounding.act import Act
from envs.assist.log import UserAct
from tests.envs.assist.grading.logs import ACK, PRAISE, YES, Story, advise, claim, did, warn

ABOUT = warn("pick_up", "lettuce")


def alarms(story: Story) -> list[tuple[int, int | None]]:
    """(tick, message) of each false alarm."""
    found = grade(story.log).verdicts
    return [(verdict.tick, verdict.message) for verdict in found if verdict.kind == VerdictKind.FALSE_ALARM]


def unneeded(story: Story) -> list[int | None]:
    return [verdict.message for verdict in grade(story.log).verdicts if verdict.kind == VerdictKind.UNNEEDED]


# -- false alarms ------------------------------------------------------------------------------------------------------


def test_to_warn_of_the_right_action_that_is_being_done_is_a_false_alarm_at_once() -> None:
    story = Story().at(10).began("chop", "tomato").at(12).sent(warn("chop", "tomato"))
    assert alarms(story) == [(12, 0)]


def test_to_warn_of_the_right_action_is_one_also_while_another_thing_goes_wrong() -> None:
    # The error is about the lettuce; "do not chop the tomato" is wrong beside it.
    story = Story().at(8).deviating().began("chop", "tomato").at(9).sent(ABOUT, warn("chop", "tomato")).at(60).ended()
    assert alarms(story) == [(9, 0)]
    assert grade(story.log).errors.detected == 1


def test_a_warning_that_names_the_wrong_thing_is_one_when_no_such_error_comes() -> None:
    # Settled fifteen ticks later, as an error might have been about to begin.
    story = Story().at(10).deviating().at(12).sent(warn("pick_up", "steak")).at(60).ended()
    assert alarms(story) == [(27, 0)]


@pytest.mark.parametrize(("begins", "false"), [(25, 0), (26, 1)], ids=["just in time", "too late"])
def test_to_see_an_error_coming_is_no_false_alarm(begins: int, false: int) -> None:
    story = Story().at(10).sent(ABOUT).at(begins).deviating().at(90).ended()
    assert len(alarms(story)) == false
    assert grade(story.log).errors.detected == 0


def test_a_warning_that_crosses_the_insight_is_no_false_alarm() -> None:
    # Averted at 14 by message 0; message 1, about the same, was sent at 16. At 40 the error is long gone.
    story = Story().at(10).deviating().at(12).sent(ABOUT).at(14).heard().averted(0).at(16).sent(ABOUT)
    assert alarms(story) == []
    assert alarms(story.at(40).sent(ABOUT).at(99).ended()) == [(55, 2)]


def test_what_was_wrong_before_may_be_right_now() -> None:
    # Averted at 14; at 18 the lettuce's turn has come.
    story = Story().at(10).deviating().at(12).sent(ABOUT).at(14).heard().averted(0)
    assert alarms(story.at(18).began("pick_up", "lettuce").at(19).sent(ABOUT)) == [(19, 1)]


def test_an_understood_error_may_be_warned_of_until_it_is_repaired() -> None:
    story = Story().at(10).deviating().at(20).committed().at(24).noticed().at(60).sent(ABOUT).at(99).ended()
    assert alarms(story) == []


def test_to_warn_on_the_way_to_an_error_is_no_false_alarm() -> None:
    actions = (Action("go_to", "fridge"), Action("pick_up", "lettuce"))
    story = Story().at(10).deviating(actions=actions).began("go_to", "fridge").at(12).sent(warn("go_to", "fridge"))
    assert alarms(story.at(99).ended()) == []


@pytest.mark.parametrize("open_error", [True, False])
def test_a_bare_stop_is_a_false_alarm_unless_something_is_wrong(open_error: bool) -> None:
    story = Story().at(10)
    story = story.deviating() if open_error else story
    assert alarms(story.at(12).sent(warn())) == ([] if open_error else [(12, 0)])


@pytest.mark.parametrize(
    "facts",
    [
        [("stove_1", "power", "on")],
        [("rice", "state", "burnt")],
        [("stove_1", "power", "on"), ("rice", "at", "stove_1"), ("rice", "state", "cooking")],
    ],
    ids=["it is on", "it is burnt", "it is on the heat"],
)
def test_a_thing_that_wants_care_may_be_warned_of(facts) -> None:
    thing = facts[-1][0]
    assert alarms(Story().at(10).changed(*facts).at(12).sent(warn(target=thing)).at(99).ended()) == []
    assert alarms(Story().at(12).sent(warn(target=thing)).at(99).ended()) == [(27, 0)]


def test_to_deny_what_was_done_is_a_false_alarm_and_to_remind_of_what_was_not_is_none() -> None:
    story = Story().at(10).did("chop", "tomato").at(12).sent(did("chop", "tomato", negated=True))
    assert alarms(story) == [(12, 0)]
    assert alarms(Story().at(12).sent(did("chop", "tomato", negated=True)).at(99).ended()) == []


def test_a_wrong_answer_is_no_false_alarm_beside() -> None:
    about = {"action": ["chop", "tomato", ""]}
    story = Story().at(10).did("chop", "tomato").at(11).asked("q1", "recall", about)
    story.at(12).sent(did("chop", "tomato", negated=True)).at(99).ended()
    assert alarms(story) == []
    assert grade(story.log).questions == {"recall": (0, 1)}


def test_several_false_warnings_in_one_message_are_one_false_alarm() -> None:
    story = Story().at(10).sent(warn("chop", "tomato"), warn("chop", "steak"), warn("chop", "rice")).at(99).ended()
    assert alarms(story) == [(25, 0)]


# -- unneeded messages -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("after", "repeats"), [(15, [1]), (16, [])], ids=["fifteen ticks later", "sixteen"])
def test_the_same_acts_within_fifteen_ticks_are_a_repeat(after: int, repeats: list[int]) -> None:
    act = advise("chop", "tomato")
    assert unneeded(Story().at(10).sent(act, text="Chop it.").at(10 + after).sent(act, text="Chop, please.")) == repeats


def test_a_repeat_that_the_person_asked_for_is_none() -> None:
    act = advise("chop", "tomato")
    assert unneeded(Story().at(10).sent(act).at(12).said(UserAct.ASK_NEXT).at(14).sent(act)) == []


@pytest.mark.parametrize("acts", [(PRAISE,), (ACK,), ()], ids=["praise", "an okay", "nothing understood"])
def test_talk_without_a_point_is_unneeded_unless_the_person_has_spoken(acts: tuple[Act, ...]) -> None:
    assert unneeded(Story().at(10).sent(*acts)) == [0]
    assert unneeded(Story().at(9).said(UserAct.ANNOUNCE).at(10).sent(*acts)) == []


def test_advice_for_what_is_being_done_is_unneeded_and_for_what_comes_next_is_not() -> None:
    story = Story().at(10).began("chop", "tomato")
    assert unneeded(story.at(11).sent(PRAISE, advise("chop", "tomato"))) == [0]
    assert unneeded(story.at(12).sent(advise("chop", "lettuce"))) == [0]
    assert unneeded(story.at(13).sent(advise("chop", "tomato"), advise("pick_up", "rice"))) == [0]


def test_what_detects_or_answers_is_needed() -> None:
    # The remedy is what is being done, as it happens: still it addresses the error.
    story = Story().at(10).deviating().began("pick_up", "tomato").at(11).sent(advise("pick_up", "tomato"))
    assert unneeded(story) == []
    story = Story().at(10).asked("q1", "recall", {"thing": "rice"}).at(11).sent(YES, claim("rice", "at", "fridge"))
    assert unneeded(story) == []


def test_counts_are_of_messages() -> None:
    story = Story().at(10).sent(PRAISE).at(20).sent(advise("chop", "rice")).at(30).sent(warn("chop", "rice")).at(99)
    grades = grade(story.ended().log)
    assert (grades.messages, grades.unneeded, grades.false_alarms) == (3, 1, 1)
    assert grades.verdicts[-1] == Verdict(VerdictKind.FALSE_ALARM, 45, message=2)
