"""The terms of the assist worlds on logs written by hand."""

from __future__ import annotations

import pytest

from envs.assist.action import Action
from envs.assist.grounding.act import Act
from envs.assist.log import EntryKind, Response, UserAct
from envs.episode import Observation, Step, Task
from rewards import build_rewards
from tests.envs.assist.grading.logs import ACK, PRAISE, PROMISE, Story, advise, claim, number, warn

TASK = Task("cook", "by-hand", 0, {"domain": {}, "persona": {}, "deadline": 200})
RIGHT = advise("chop", "tomato")


class Told(Story):
    """A story whose sheet names the tomato, cut into turns where `turn` stands."""

    def __init__(self) -> None:
        super().__init__()
        self.cuts: list[tuple[int, int]] = []
        sheet = self.entries[0].data["sheet"]
        sheet["text"] = "Chop the tomato and the lettuce and serve them with rice."  # type: ignore[index]

    def says(self, act: UserAct, event: str | None = None) -> Told:
        data = {"utterance": self.utterances, "text": "Well?", "act": act.value}
        self.utterances += 1
        self._add(EntryKind.SAID, **data, **({"event": event} if event else {}))
        return self

    def turn(self) -> Told:
        self.cuts.append((len(self.entries), self.tick))
        return self


def paid(story: Story, term: str, /, **settings: object) -> list[float]:
    """What each turn is worth; without cuts there is one."""
    rewards = build_rewards({"terms": {term: settings}})
    rewards.start(TASK)
    ends = [*getattr(story, "cuts", []), (len(story.entries), story.tick)]
    values, first = [], 0
    for end, tick in ends:
        info = {"log": [entry.to_json() for entry in story.entries[first:end]], "tick": tick}
        values.append(rewards.score(Step(Observation("x"), "a", "b", (), info=info))[term])
        first = end
    return [round(value, 9) for value in values]


# -- uptake ------------------------------------------------------------------------------------------------------------


def asked() -> Told:
    story = Told()
    story.at(10)
    return story.says(UserAct.ASK_NEXT)


def guided(*acts: Act, response: Response = Response.FOLLOW) -> Story:
    return asked().told(*acts, response=response)


def test_advice_that_is_asked_for_pays_when_the_person_carries_it_out_and_once():
    story = guided(RIGHT).at(14).began("go_to", "board").at(20).began("chop", "tomato")
    assert paid(story, "uptake") == [1]
    assert paid(story.at(30).began("chop", "tomato"), "uptake") == [1]
    assert paid(guided(RIGHT), "uptake") == [0]
    assert paid(guided(RIGHT), "uptake", guidance="accepted") == [1]


@pytest.mark.parametrize("response", [Response.OBJECT, Response.DOUBT, Response.ASK_BACK, Response.IGNORE])
def test_advice_that_is_not_accepted_does_not_pay(response):
    story = guided(RIGHT, response=response).at(14).began("chop", "tomato")
    assert paid(story, "uptake") == paid(story, "uptake", guidance="accepted") == [0]


def test_to_say_how_the_task_stands_is_no_answer_to_what_is_next():
    story = guided(claim("tomato", "form", "whole")).at(14).began("chop", "tomato")
    assert paid(story, "uptake") == paid(story, "uptake", guidance="accepted") == [0]


def test_advice_does_not_pay_when_the_person_does_something_else_first():
    story = guided(RIGHT).at(14).did("pick_up", "rice").changed(("rice", "at", "counter"))
    assert paid(story.at(20).began("chop", "tomato"), "uptake") == [0]
    walked = guided(RIGHT).at(14).did("go_to", "board").changed(("person", "at", "board"))
    assert paid(walked.at(20).began("chop", "tomato"), "uptake") == [1]


def test_chatter_that_comes_first_forfeits_what_follows():
    story = asked().told(PRAISE).told(RIGHT, response=Response.FOLLOW).at(20).began("chop", "tomato")
    assert paid(story, "uptake") == [0]


def test_a_message_that_fails_the_rubric_takes_nothing_up():
    wrong = claim("tomato", "form", "chopped")
    story = guided(wrong, RIGHT).at(14).began("chop", "tomato")
    assert paid(story, "uptake") == [0]


def test_a_late_word_does_not_pay():
    story = asked().at(30).told(RIGHT, response=Response.FOLLOW).at(40).began("chop", "tomato")
    assert paid(story, "uptake") == [0]


def test_what_a_warning_brings_about_does_not_pay():
    story = Told()
    story.at(5).told(warn("chop", "lettuce")).at(10)
    story.says(UserAct.ASK_NEXT).told(RIGHT, response=Response.FOLLOW).at(14).began("chop", "tomato")
    assert paid(story, "uptake") == [0]


@pytest.mark.parametrize("act", [UserAct.OBJECT, UserAct.DOUBT, UserAct.ASK_BACK, UserAct.COMPLAIN])
def test_what_nonsense_provokes_never_pays(act):
    story = Told()
    story.at(10)
    story.says(act).told(RIGHT, ACK, response=Response.FOLLOW).at(14).began("chop", "tomato")
    assert paid(story, "uptake") == paid(story, "uptake", guidance="accepted") == [0]


def test_a_request_and_a_change_of_plan_pay_once_each_when_the_schedule_has_them_said():
    for act, word in ((UserAct.REQUEST, PROMISE), (UserAct.PLAN_CHANGE, ACK)):
        story = Told()
        story.at(10)
        assert paid(story.says(act, "s1").told(word).told(word), "uptake") == [1]
        free = Told()
        free.at(10)
        assert paid(free.says(act).told(word), "uptake") == [0]


def test_who_thinks_all_is_done_is_taken_up_by_what_brings_the_error_to_light_alone():
    def done() -> Told:
        story = Told()
        story.at(5).deviating().at(10).committed().at(40)
        return story.says(UserAct.DONE)

    assert paid(done().told(ACK), "uptake") == [0]
    assert paid(done().told(advise("pick_up", "rice"), response=Response.FOLLOW), "uptake") == [0]
    helped = done().sent(advise("pick_up", "tomato")).at(42).heard(response=Response.FOLLOW).corrected(0)
    assert paid(helped, "uptake") == [1]


# -- errors, answers, notifications ------------------------------------------------------------------------------------


def test_lateness_is_taken_off_what_pays_and_never_turns_it_into_a_cost():
    story = Story().at(10).deviating().at(18).sent(warn("pick_up", "lettuce")).at(20).heard().averted(0)
    assert paid(story, "error_help") == [1.25]
    assert paid(story, "error_help", late_by=0.01) == [1.25 - 8 * 0.01]
    assert paid(story, "error_help", late_by=1.0) == [1.0]
    question = Story().at(10).asked("q1", "elapsed", {"since": "start"}).at(16).sent(number(16))
    assert paid(question, "answer", late_by=0.05) == [1 - 6 * 0.05]
    wrong = Story().at(10).asked("q1", "elapsed", {"since": "start"}).at(16).sent(number(99))
    assert paid(wrong, "answer", late_by=0.05) == [-0.5]


def test_a_warning_of_what_is_not_wrong_is_a_false_alarm_later_or_without_foresight_at_once():
    story = Told()
    story.turn().at(10).sent(warn("chop", "lettuce"))
    story.turn().at(40).ended()
    assert paid(story, "error_help") == [0, 0, -0.5]
    assert paid(story, "error_help", foresight=False) == [0, -0.5, 0]


def test_a_right_warning_and_an_obvious_false_one_cost_the_same_with_and_without_foresight():
    right = Story().at(10).deviating().at(12).sent(warn("pick_up", "lettuce")).at(60).ended()
    false = Story().at(10).began("chop", "tomato").at(12).sent(warn("chop", "tomato")).at(60).ended()
    for story, value in ((right, 0.25), (false, -0.5)):
        assert paid(story, "error_help") == paid(story, "error_help", foresight=False) == [value]


# -- quality and chatter -----------------------------------------------------------------------------------------------


def test_a_false_claim_costs_one_and_a_true_one_nothing():
    assert paid(Told().at(10).sent(claim("tomato", "form", "chopped")), "message_quality") == [-1]
    assert paid(Told().at(10).sent(claim("tomato", "form", "whole")), "message_quality") == [0]


def test_a_message_costs_by_the_persons_wish_and_more_when_it_gives_nothing():
    story = Told().at(10).sent(RIGHT)
    assert paid(story, "chatter") == [-0.5]
    assert paid(story.at(13).sent(RIGHT), "chatter") == [-2.0]
    assert paid(Told().at(10).sent(RIGHT, text="Chop it now."), "chatter", word=0.1) == [-0.8]


# -- neglect -----------------------------------------------------------------------------------------------------------


def test_an_error_costs_every_turn_that_begins_with_it_until_it_is_addressed():
    story = Told()
    story.at(5).deviating()
    story.turn().at(8)
    story.turn().sent(PRAISE).at(11)
    story.turn().sent(warn("pick_up", "lettuce")).at(14)
    story.turn().at(17)
    assert paid(story, "neglect") == [0, -1, -1, 0, 0]


def test_an_error_that_goes_by_itself_costs_until_then():
    story = Told()
    story.at(5).deviating()
    story.turn().at(8).void("e1")
    story.turn().at(11)
    assert paid(story, "neglect") == [0, -1, 0]


def test_a_question_costs_until_it_is_answered_rightly_or_wrongly():
    for answer in (number(11), number(99)):
        story = Told()
        story.at(5).asked("q1", "elapsed", {"since": "start"})
        story.turn().sent(ACK).at(8)
        story.turn().at(11).sent(answer)
        story.turn().at(14)
        assert paid(story, "neglect") == [0, -1, 0, 0]


def test_a_request_costs_from_the_fact_on_until_it_is_told():
    story = Told()
    story.at(5).requested("r1")
    story.turn().sent(PROMISE).at(8)
    story.turn().at(20).changed(("rice", "state", "done"))
    story.turn().at(23)
    story.turn().sent(claim("rice", "state", "done")).at(26)
    story.turn().at(29)
    assert paid(story, "neglect") == [0, 0, 0, -1, 0, 0]


def test_a_person_who_asks_what_is_next_waits_for_a_word_and_not_for_ever():
    story = Told()
    story.at(5)
    story.says(UserAct.ASK_NEXT).turn().at(8)
    story.turn().sent(RIGHT).at(11)
    story.turn().at(14)
    assert paid(story, "neglect") == [0, -0.5, 0, 0]
    late = asked()
    late.turn().at(40)
    late.turn().at(43)
    assert paid(late, "neglect") == [0, -0.5, 0]


def test_actions_of_an_error_are_read_from_the_log_alone():
    story = Told()
    story.at(5).deviating(actions=(Action("go_to", "pantry"), Action("pick_up", "lettuce")))
    story.turn().sent(advise("pick_up", "tomato")).at(8)
    assert paid(story, "neglect") == [0, 0]
