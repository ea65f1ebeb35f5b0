"""Each item of the rubric on hand-worked logs: pass, fail, not applicable, undecided."""

from __future__ import annotations

import pytest

from envs.assist.action import WAIT, Action
from envs.assist.grounding.act import Act, ActKind
from envs.assist.log import EntryKind, Response, UserAct
from envs.assist.persona import Persona
from envs.assist.quality import Category, Item, Verdict
from tests.envs.assist.quality.kitchen_logs import (
    CHOP,
    EARLY,
    PLATE_STEAK,
    PLATE_TOMATO,
    Kitchen,
    advise,
    claim,
    did,
    number,
    plain,
    warn,
)

PASS, FAIL, NOT_APPLICABLE, UNDECIDED = Verdict.PASS, Verdict.FAIL, Verdict.NOT_APPLICABLE, Verdict.UNDECIDED
GO = Action("go_to", "prep")
COUNT = {"action": ["go_to", "stove", ""]}
YES, NO, PRAISE, GREET = (plain(kind) for kind in (ActKind.YES, ActKind.NO, ActKind.PRAISE, ActKind.GREET))
ACKNOWLEDGE, PROMISE = plain(ActKind.ACKNOWLEDGE), plain(ActKind.PROMISE)


def said(*acts: Act, unknown: tuple[str, ...] = ()) -> Kitchen:
    """One message at tick 5 of a kitchen in which nothing else happens."""
    return Kitchen().hears(5, "Well.", *acts, unknown=unknown)


# -- T1: claims are true -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("act", "verdict"),
    [
        (claim("steak", "state", "raw"), PASS),
        (claim("steak", "state", "done"), FAIL),
        (claim("steak", "state", "done", negated=True), PASS),
        (claim("steak", "state", "raw", negated=True), FAIL),
        (claim("steak", "at", "pan_1"), PASS),
        (claim("steak", "at", "stove"), PASS),
        (claim("steak", "at", "prep"), FAIL),
        (claim("plate_1", "state", "done"), FAIL),
        (claim("person", "hand", "nothing"), PASS),
        (claim("steak", "colour", "brown"), UNDECIDED),
        (claim("steak", "", "brown"), UNDECIDED),
        (did(CHOP), FAIL),
        (did(CHOP, negated=True), PASS),
        (number(3), UNDECIDED),
        (advise(CHOP), NOT_APPLICABLE),
        (PRAISE, NOT_APPLICABLE),
        (YES, NOT_APPLICABLE),
    ],
)
def test_a_claim_is_held_against_the_facts(act, verdict):
    assert said(act).last(Item.T1) == verdict


def test_a_claim_is_judged_by_the_tick_of_its_message_not_by_later_facts():
    kitchen = Kitchen().hears(5, "It is done.", claim("steak", "state", "done"))
    assert kitchen.changes(6, ("steak", "state", "done")).last(Item.T1) == FAIL
    assert kitchen.hears(6, "Now it is.", claim("steak", "state", "done")).last(Item.T1) == PASS
    assert (
        kitchen.changes(7, ("steak", "state", None)).hears(8, "Still.", claim("steak", "state", "done")).last(Item.T1)
        == FAIL
    )


def test_what_was_done_counts_from_its_completion_with_what_is_left_open():
    kitchen = Kitchen().begins(1, PLATE_TOMATO).hears(2, "You plated it.", did(Action("put", "tomato")))
    assert kitchen.last(Item.T1) == FAIL
    assert kitchen.does(3, PLATE_TOMATO).hears(4, "You plated it.", did(Action("put", "tomato"))).last(Item.T1) == PASS
    assert kitchen.hears(5, "Onto the stove.", did(Action("put", "tomato", "stove"))).last(Item.T1) == FAIL


def test_one_false_claim_among_true_ones_fails():
    acts = claim("steak", "state", "raw"), claim("rice", "state", "done"), claim("tomato", "form", "whole")
    assert said(*acts).last(Item.T1) == FAIL


def test_a_clause_that_is_not_understood_leaves_truth_open_but_hides_no_falsehood():
    clause = ("the pan looks rather lonely today",)
    assert said(claim("steak", "state", "raw"), unknown=clause).last(Item.T1) == UNDECIDED
    assert said(claim("steak", "state", "done"), unknown=clause).last(Item.T1) == FAIL
    assert said(unknown=clause).last(Item.T1) == UNDECIDED


@pytest.mark.parametrize(("value", "verdict"), [(2, PASS), (3, FAIL)])
def test_a_number_is_judged_as_the_answer_to_the_open_question(value, verdict):
    visit = Action("go_to", "stove")
    kitchen = Kitchen().does(1, visit).does(3, visit).asks(4, "count", COUNT, "How often was I at the stove?")
    assert kitchen.hears(4, "So many.", number(value)).last(Item.T1) == verdict
    assert kitchen.hears(5, "So many.", number(value)).last(Item.T1) == UNDECIDED  # nothing is open any more


@pytest.mark.parametrize(("act", "verdict"), [(YES, FAIL), (NO, PASS)])
def test_yes_and_no_are_judged_as_the_answer_to_the_open_question(act, verdict):
    kitchen = Kitchen().asks(4, "recall", {"action": CHOP.to_json()}, "Did I chop the tomato?")
    assert kitchen.hears(4, "Well.", act).last(Item.T1) == verdict


def test_yes_to_a_question_that_no_schedule_asks_is_undecided_and_to_a_request_no_claim():
    assert Kitchen().says(4, UserAct.QUESTION, "Is it hot?").hears(4, "Yes.", YES).last(Item.T1) == UNDECIDED
    asked = Kitchen().requests(4, "steak", "done", "Tell me when the steak is done.")
    assert asked.hears(4, "Yes.", YES).last(Item.T1) == NOT_APPLICABLE


# -- T2: what is spoken of exists ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kitchen", "verdict"),
    [
        (said(advise(CHOP)), PASS),
        (said(advise(GO)), PASS),
        (said(advise(Action(WAIT))), PASS),
        (said(claim("steak", "state", "raw")), PASS),
        (said(claim("steak", "state", "frozen")), FAIL),
        (said(claim("steak", "at", "balcony")), FAIL),
        (said(advise(Action("take", "oven_9"))), FAIL),
        (said(advise(Action("chop", "onion"))), FAIL),
        (said(advise(Action("set", "timer"))), UNDECIDED),
        (said(unknown=("dragon fruit",)), FAIL),
        (said(unknown=("the way you did it yesterday",)), UNDECIDED),
        (said(PRAISE), NOT_APPLICABLE),
    ],
)
def test_names_and_values_are_of_this_world_and_advice_is_of_this_task(kitchen, verdict):
    assert kitchen.last(Item.T2) == verdict


def test_a_thing_that_the_person_or_a_live_error_speaks_of_is_of_the_task():
    onion = advise(Action("trash", "onion"))
    asked = Kitchen().says(4, UserAct.ASK_BACK, "What about the onion?").hears(5, "Away with it.", onion)
    assert asked.last(Item.T2) == PASS
    error = Kitchen().strays(4, type(EARLY)("e2", "unwanted_thing", (), ("onion",), ())).hears(5, "Away.", onion)
    assert error.last(Item.T2) == PASS


def test_a_name_that_the_person_brought_up_is_no_invention_of_the_assistant():
    kitchen = Kitchen().asks(4, "recall", {"thing": "saffron"}, "Is there any saffron?")
    kitchen.hears(4, "No, no saffron.", NO, unknown=("saffron",))
    assert kitchen.last(Item.T2) == PASS and kitchen.last(Item.T1) == PASS


@pytest.mark.parametrize(
    ("act", "truth", "existence"),
    [
        (claim("saffron", "exists", "no"), PASS, PASS),
        (claim("saffron", "exists", "", negated=True), PASS, PASS),
        (claim("saffron", "exists", "yes"), FAIL, FAIL),
        (claim("onion", "exists", "no"), FAIL, PASS),
        (claim("onion", "needed", "no"), NOT_APPLICABLE, PASS),
        (claim("onion", "needed", "yes"), NOT_APPLICABLE, FAIL),
        (claim("steak", "needed", "yes"), NOT_APPLICABLE, PASS),
        (claim("steak", "needed", "no"), NOT_APPLICABLE, FAIL),
        (claim("timer", "needed", "yes"), NOT_APPLICABLE, UNDECIDED),
        (claim("", "fulfilled", "yes"), FAIL, NOT_APPLICABLE),
        (claim("", "fulfilled", "no"), PASS, NOT_APPLICABLE),
        (claim("onion", "is", "that"), UNDECIDED, PASS),
    ],
)
def test_what_there_is_and_what_the_task_needs_can_be_claimed(act, truth, existence):
    assert (said(act).last(Item.T1), said(act).last(Item.T2)) == (truth, existence)


@pytest.mark.parametrize(("first", "second", "verdict"), [(1, 2, PASS), (2, 1, FAIL), (1, 0, FAIL)])
def test_the_order_of_what_was_done_can_be_claimed(first, second, verdict):
    kitchen = Kitchen()
    for tick in (1, 2):
        for thing, at in (("tomato", first), ("onion", second)):
            if at == tick:
                kitchen.does(tick, Action("chop", thing))
    before = Act(ActKind.CLAIM, verb="chop", target="tomato", prop="before", value="onion")
    assert kitchen.hears(5, "In that order.", before).last(Item.T1) == verdict


def test_further_portions_of_what_the_sheet_names_are_of_the_task():
    assert said(advise(Action("chop", "tomato_2"))).last(Item.T2) == PASS


def test_a_control_that_the_sheet_does_not_name_is_settled_by_what_it_led_to():
    set_timer = Action("set", "timer")
    kitchen = said(advise(set_timer)).does(9, set_timer, ("timer", "value", "5"), meets="steak_plated")
    assert kitchen.last(Item.T2) == PASS


# -- S1: about what matters now ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kitchen", "verdict"),
    [
        (said(advise(CHOP)), PASS),
        (said(advise(GO)), PASS),
        (said(claim("onion", "form", "whole")), FAIL),
        (said(PRAISE), FAIL),
        (said(GREET), NOT_APPLICABLE),
        (said(unknown=("lovely weather for it today",)), UNDECIDED),
        (said(), UNDECIDED),
        (said(warn()), FAIL),
        (Kitchen().strays(4).hears(5, "Stop.", warn()), UNDECIDED),
        (Kitchen().strays(4).hears(5, "Not yet.", warn(PLATE_TOMATO)), PASS),
        (Kitchen().does(4, CHOP).hears(5, "Good.", PRAISE), PASS),
        (Kitchen().does(4, CHOP).hears(25, "Good.", PRAISE), FAIL),
        (Kitchen().begins(4, Action("chop", "onion")).hears(5, "x", claim("onion", "form", "whole")), PASS),
        (Kitchen().changes(4, ("onion", "form", "chopped")).hears(5, "x", claim("onion", "form", "chopped")), PASS),
        (Kitchen().changes(4, ("onion", "form", "chopped")).hears(25, "x", claim("onion", "form", "chopped")), FAIL),
        (Kitchen().says(4, UserAct.ANNOUNCE, "I chop the onion").hears(5, "x", claim("onion", "form", "whole")), PASS),
        (Kitchen().says(4, UserAct.ANNOUNCE, "I chop the onion").hears(25, "x", claim("onion", "form", "whole")), FAIL),
        (Kitchen().requests(4, "rice", "done", "Rice?").hears(60, "x", claim("rice", "state", "raw")), PASS),
        (Kitchen().says(4, UserAct.QUESTION, "Is it hot?").hears(5, "Yes.", YES), PASS),
        (Kitchen(facts={("person", "hand"): "onion"}).hears(5, "x", claim("onion", "form", "whole")), PASS),
    ],
)
def test_a_message_is_about_what_matters_now(kitchen, verdict):
    assert kitchen.last(Item.S1) == verdict


# -- S2: what is pending is met ------------------------------------------------------------------------------------

HOT = {("steak", "state"): "done", ("stove", "power"): "on"}
BURNS = claim("steak", "state", "done")


def open_word(act: UserAct, text: str, facts: dict[tuple[str, str], str] | None = None) -> Kitchen:
    """The person says something at tick 4, in reply to the advice to chop."""
    return Kitchen(facts=facts).hears(1, "Chop the tomato.", advise(CHOP)).says(4, act, text, reply_to=0)


@pytest.mark.parametrize(
    ("act", "text", "reply", "verdict"),
    [
        (UserAct.ASK_NEXT, "What next?", [advise(CHOP)], PASS),
        (UserAct.ASK_NEXT, "What next?", [claim("tomato", "form", "whole")], PASS),
        (UserAct.ASK_NEXT, "What next?", [advise(Action("turn_left"))], PASS),
        (UserAct.ASK_NEXT, "What next?", [advise(Action("chop", "onion"))], FAIL),
        (UserAct.ASK_NEXT, "What next?", [PRAISE], FAIL),
        (UserAct.QUESTION, "Is the steak hot?", [YES], PASS),
        (UserAct.QUESTION, "Is the steak hot?", [claim("steak", "state", "raw")], PASS),
        (UserAct.QUESTION, "Is the steak hot?", [claim("rice", "state", "raw")], FAIL),
        (UserAct.QUESTION, "Is the steak hot?", [ACKNOWLEDGE], FAIL),
        (UserAct.REQUEST, "Tell me when the rice is done.", [PROMISE], PASS),
        (UserAct.REQUEST, "Tell me when the rice is done.", [NO], FAIL),
        (UserAct.REQUEST, "Tell me when the rice is done.", [NO, claim("steak", "state", "raw")], PASS),
        (UserAct.REQUEST, "Tell me when the rice is done.", [advise(CHOP)], FAIL),
        (UserAct.OBJECT, "Why the tomato?", [claim("tomato", "form", "whole")], PASS),
        (UserAct.OBJECT, "Why the tomato?", [claim("rice", "state", "raw")], FAIL),
        (UserAct.OBJECT, "Why?", [claim("tomato", "form", "whole")], PASS),
        (UserAct.OBJECT, "Why?", [claim("rice", "state", "raw")], FAIL),
        (UserAct.OBJECT, "Why the tomato?", [advise(PLATE_STEAK)], PASS),
        (UserAct.OBJECT, "Why the tomato?", [advise(Action("chop", "onion"))], FAIL),
        (UserAct.OBJECT, "Why the tomato?", [advise(CHOP)], FAIL),
        (UserAct.OBJECT, "Why the tomato?", [NO], FAIL),
        (UserAct.OBJECT, "Why the tomato?", [warn(CHOP)], PASS),
        (UserAct.DOUBT, "Really?", [ACKNOWLEDGE], PASS),
        (UserAct.DOUBT, "Really?", [NO, claim("tomato", "form", "whole")], PASS),
        (UserAct.DOUBT, "Really?", [PRAISE], FAIL),
        (UserAct.ASK_BACK, "Which one?", [advise(CHOP)], PASS),
        (UserAct.ASK_BACK, "Which one?", [PRAISE], FAIL),
        (UserAct.PLAN_CHANGE, "I want the onion, too.", [advise(Action("chop", "onion"))], PASS),
        (UserAct.PLAN_CHANGE, "I want the onion, too.", [ACKNOWLEDGE], PASS),
        (UserAct.PLAN_CHANGE, "I want the onion, too.", [PRAISE], FAIL),
        (UserAct.DONE, "Done.", [NO], PASS),
        (UserAct.DONE, "Done.", [GREET], FAIL),
        (UserAct.COMMENT, "Nice day.", [PRAISE], NOT_APPLICABLE),
    ],
)
def test_a_pending_word_is_answered_accepted_or_rejected_with_a_reason(act, text, reply, verdict):
    assert open_word(act, text).hears(5, "Well.", *reply).last(Item.S2) == verdict


def test_a_pending_word_may_wait_for_a_live_error_or_for_food_that_would_burn():
    urgent = open_word(UserAct.ASK_NEXT, "What next?").strays(5).hears(5, "Stop!", warn(PLATE_TOMATO))
    assert urgent.last(Item.S2) == PASS
    burning = open_word(UserAct.QUESTION, "Is the rice good?", HOT).hears(5, "The steak!", BURNS)
    assert burning.last(Item.S2) == PASS
    assert [intent.judgement.verdict for intent in burning.ends(60).intents] == [FAIL]  # it was never taken up
    calm = open_word(UserAct.QUESTION, "Is the rice good?").hears(5, "The steak!", claim("steak", "state", "raw"))
    assert calm.last(Item.S2) == FAIL


def test_nothing_is_pending_once_it_was_taken_up_or_forgotten():
    kitchen = open_word(UserAct.QUESTION, "Is the steak hot?").hears(5, "Yes.", YES)
    assert kitchen.hears(8, "Good.", PRAISE).last(Item.S2) == NOT_APPLICABLE
    assert open_word(UserAct.QUESTION, "Hot?").hears(35, "Good.", PRAISE).last(Item.S2) == NOT_APPLICABLE
    unclear = open_word(UserAct.QUESTION, "Hot?").hears(5, "Hm.", unknown=("as my grandmother used to say",))
    assert unclear.last(Item.S2) == UNDECIDED


# -- H1: it can be started now -------------------------------------------------------------------------------------

TAKE = Action("pick", "tomato")


@pytest.mark.parametrize(
    ("kitchen", "verdict"),
    [
        (said(PRAISE), NOT_APPLICABLE),
        (said(advise(CHOP, later=True)), NOT_APPLICABLE),
        (said(advise(Action(WAIT))), PASS),
        (said(advise(CHOP)), UNDECIDED),
        (said(advise(CHOP)).begins(8, CHOP), PASS),
        (said(advise(CHOP)).begins(22, CHOP), PASS),
        (said(advise(CHOP)).begins(8, Action("take", "rice")).begins(23, CHOP), UNDECIDED),
        (said(advise(CHOP)).begins(8, TAKE).begins(12, GO).begins(30, CHOP), PASS),
        (said(advise(CHOP)).begins(40, CHOP), UNDECIDED),
        (said(advise(Action(""))).begins(8, CHOP), UNDECIDED),
        (said(advise(CHOP)).refused(8, CHOP), FAIL),
        (said(advise(CHOP)).begins(8, CHOP).refused(12, CHOP), PASS),
        (said(advise(TAKE), advise(CHOP)).begins(8, TAKE).refused(12, CHOP), PASS),
        (Kitchen().begins(4, CHOP).hears(5, "Chop.", advise(CHOP)), PASS),
        (Kitchen().refused(4, CHOP).hears(5, "Chop.", advise(CHOP)), FAIL),
        (Kitchen().refused(3, CHOP).changes(4, ("tomato", "at", "prep")).hears(5, "Chop.", advise(CHOP)), UNDECIDED),
    ],
)
def test_the_first_advised_action_can_be_started(kitchen, verdict):
    assert kitchen.last(Item.H1) == verdict


# -- H2: it helps --------------------------------------------------------------------------------------------------

PLATED = ("tomato", "at", "plate_1")


@pytest.mark.parametrize(
    ("kitchen", "verdict"),
    [
        (said(claim("steak", "state", "raw")), NOT_APPLICABLE),
        (said(advise(CHOP)), UNDECIDED),
        (said(advise(CHOP)).does(9, CHOP), UNDECIDED),
        (said(advise(CHOP)).does(9, CHOP).does(15, PLATE_TOMATO, PLATED, meets="tomato_plated"), PASS),
        (said(advise(CHOP)).does(9, CHOP).does(15, PLATE_STEAK, meets="steak_plated"), UNDECIDED),
        (said(advise(GO)).does(7, GO).does(9, CHOP).does(15, PLATE_TOMATO, meets="tomato_plated"), PASS),
        (said(advise(GO)).does(7, GO).does(9, CHOP).does(15, PLATE_STEAK, meets="steak_plated"), UNDECIDED),
        (Kitchen().does(1, CHOP, meets="tomato_plated").hears(5, "Chop.", advise(CHOP)), UNDECIDED),
        (Kitchen().does(1, CHOP, meets="tomato_plated").hears(5, "Chop.", advise(CHOP)).does(9, CHOP), UNDECIDED),
        (said(advise(PLATE_TOMATO)).strays(8), FAIL),
        (said(advise(PLATE_TOMATO)).does(9, PLATE_TOMATO, PLATED, meets="tomato_plated").strays(12), PASS),
        (Kitchen().strays(4).hears(5, "Plate it.", advise(PLATE_TOMATO)), FAIL),
        (Kitchen().strays(4).hears(5, "The steak first.", advise(PLATE_STEAK)), PASS),
        (Kitchen().strays(4).hears(5, "Not the tomato.", warn(PLATE_TOMATO)), PASS),
        (said(warn(PLATE_TOMATO)).strays(20), PASS),
        (said(warn(PLATE_TOMATO)).strays(60), UNDECIDED),
        (said(warn(CHOP)).does(9, CHOP).does(15, PLATE_TOMATO, meets="tomato_plated"), FAIL),
        (said(warn(Action("", "tomato"))).does(9, CHOP).does(15, PLATE_TOMATO, meets="tomato_plated"), UNDECIDED),
        (said(advise(Action("", "tomato"))).does(9, CHOP).does(15, PLATE_TOMATO, meets="tomato_plated"), PASS),
        (said(warn()), FAIL),
        (Kitchen().strays(4).hears(5, "Stop.", warn()), UNDECIDED),
        (Kitchen(facts=HOT).hears(5, "It burns.", warn(Action("", "steak"))), PASS),
        (Kitchen().says(4, UserAct.ASK_BACK, "Which?").hears(5, "Chop.", advise(CHOP)), PASS),
        (Kitchen().says(4, UserAct.ASK_NEXT, "What next?").hears(5, "Chop.", advise(CHOP)), UNDECIDED),
    ],
)
def test_advice_brings_the_plan_forward_or_prevents_an_error(kitchen, verdict):
    assert kitchen.last(Item.H2) == verdict


def test_an_error_that_is_over_is_no_error_any_more():
    for kind in (EntryKind.AVERTED, EntryKind.REPAIRED, EntryKind.VOID):
        kitchen = Kitchen().strays(3).note(4, kind, event="e1", message=0)
        assert kitchen.hears(5, "Plate it.", advise(PLATE_TOMATO)).last(Item.H2) == UNDECIDED


# -- C1: concise ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("wish", "most"), [("necessary_only", 15), ("moderate", 25), ("step_by_step", 40)])
def test_length_is_measured_by_what_the_person_likes(wish, most):
    kitchen = Kitchen(Persona(interruption=wish))
    assert kitchen.hears(1, " ".join(["word"] * most), PRAISE).last(Item.C1) == PASS
    assert kitchen.hears(2, " ".join(["more"] * (most + 1)), PRAISE).last(Item.C1) == FAIL


def test_three_actions_are_enough():
    four = [advise(Action("pick", thing)) for thing in ("tomato", "steak", "rice", "onion")]
    assert said(*four[:3]).last(Item.C1) == PASS
    assert said(*four).last(Item.C1) == FAIL


def test_what_was_said_lately_is_not_repeated():
    kitchen = Kitchen().hears(1, "Chop the tomato.", advise(CHOP)).hears(10, "Now chop it.", advise(CHOP))
    assert kitchen.last(Item.C1) == FAIL
    assert kitchen.hears(26, "Now chop it, please.", advise(CHOP)).last(Item.C1) == PASS
    assert Kitchen().hears(1, "Well done!", PRAISE).hears(4, "well  done!", PRAISE).last(Item.C1) == FAIL
    assert Kitchen().hears(1, "Well done!", PRAISE).hears(4, "Very good!", PRAISE).last(Item.C1) == PASS


def test_to_repeat_is_right_when_the_person_asks_or_did_not_listen():
    asked = Kitchen().hears(1, "Chop.", advise(CHOP)).says(4, UserAct.ASK_NEXT, "What next?")
    assert asked.hears(4, "Chop it.", advise(CHOP)).last(Item.C1) == PASS
    for response in (Response.IGNORE, Response.FOLLOW):
        heard = Kitchen().hears(1, "Chop.", advise(CHOP)).note(3, EntryKind.HEARD, message=0, response=response.value)
        wanted = PASS if response == Response.IGNORE else FAIL
        assert heard.hears(6, "Chop it.", advise(CHOP)).last(Item.C1) == wanted


# -- every judgement -----------------------------------------------------------------------------------------------


def test_every_judgement_gives_its_reason():
    kitchen = open_word(UserAct.OBJECT, "Why the tomato?").hears(
        5, "Well.", advise(CHOP), claim("rice", "state", "raw")
    )
    for verdict in kitchen.verdicts:
        assert set(verdict.items) == set(Item)
        assert all(judged.reason for judged in verdict.items.values())
        assert all(isinstance(verdict.category(category), Verdict) for category in Category)
