"""Questions by hand: right, wrong or unanswered, for every kind and with premises that do not hold.

The day: stove 1 is turned on at 10, the tomato chopped at 20, the fridge visited at 25 and 40. The rice cooks from 12
and is done at 45; the steak cooks from 30.
"""

from __future__ import annotations

from typing import Any

import pytest

from envs.assist.grading import VerdictKind, grade
from envs.assist.grading.answers import answers
from envs.assist.grading.truth import truth
from envs.assist.grounding.act import Act
from tests.envs.assist.grading.logs import (
    ACK,
    NO,
    PROMISE,
    YES,
    Story,
    advise,
    claim,
    did,
    number,
    understood,
    warn,
)

TOMATO, LETTUCE, STOVE = ["chop", "tomato", ""], ["chop", "lettuce", ""], ["turn_on", "stove_1", ""]
FRIDGE = ["go_to", "fridge", ""]
CHOPPED, DENIED = did("chop", "tomato"), did("chop", "lettuce", negated=True)


def day(until: int = 60) -> Story:
    story = Story()
    happens: list[tuple[int, Any]] = [
        (10, lambda: story.did(*STOVE).changed(("stove_1", "power", "on"))),
        (12, lambda: story.changed(("rice", "at", "stove_1"), ("rice", "state", "cooking"))),
        (20, lambda: story.did(*TOMATO).changed(("tomato", "form", "chopped"))),
        (25, lambda: story.did(*FRIDGE).changed(("person", "at", "fridge"))),
        (28, lambda: story.changed(("stove_2", "power", "on"))),
        (30, lambda: story.changed(("steak", "at", "stove_2"), ("steak", "state", "cooking"))),
        (40, lambda: story.did(*FRIDGE)),
        (45, lambda: story.changed(("rice", "state", "done"))),
    ]
    for tick, event in happens:
        if tick <= until:
            story.at(tick)
            event()
    return story.at(until)


def judged(kind: str, about: dict[str, Any], *acts: Act, asked: int = 59, sent: int = 60) -> bool | None:
    """Whether a message answers rightly; None when the question stays without an answer."""
    story = day(asked).asked("q1", kind, about).at(sent).sent(*acts).at(sent + 100).ended()
    (verdict,) = [verdict for verdict in grade(story.log).verdicts if verdict.event == "q1"]
    assert verdict.family == kind
    return {VerdictKind.RIGHT: True, VerdictKind.WRONG: False, VerdictKind.UNANSWERED: None}[verdict.kind]


# -- each kind ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "acts", "right"),
    [
        (STOVE, TOMATO, (YES,), True),  # 10 before 20
        (STOVE, TOMATO, (NO,), False),
        (TOMATO, STOVE, (NO,), True),
        (TOMATO, STOVE, (YES, CHOPPED), False),
        (STOVE, TOMATO, (YES, NO), False),  # both ways
        (LETTUCE, STOVE, (NO,), True),  # a false premise
        (LETTUCE, STOVE, (DENIED,), True),
        (LETTUCE, STOVE, (YES,), False),
        (STOVE, TOMATO, (claim("stove_1", "before", "tomato"),), True),
        (STOVE, TOMATO, (claim("tomato", "before", "stove_1"),), False),
        (TOMATO, STOVE, (claim("stove_1", "before", ""),), True),  # "stove 1 came first"
        (
            TOMATO,
            STOVE,
            (
                YES,
                claim("stove_1", "before", ""),
            ),
            False,
        ),  # both ways
        (STOVE, TOMATO, (claim("stove_1", "before", "rice"),), None),  # another order
        (STOVE, TOMATO, (CHOPPED,), None),  # that it was done says nothing of the order
        (STOVE, TOMATO, (ACK,), None),
    ],
)
def test_order(first, second, acts, right) -> None:
    assert judged("order", {"first": first, "second": second}, *acts) is right


@pytest.mark.parametrize(
    ("action", "acts", "right"),
    [
        (FRIDGE, (number(2),), True),
        (FRIDGE, (number(2, "fridge"),), True),
        (FRIDGE, (number(1),), False),  # the integer must match exactly
        (FRIDGE, (number(2), number(3)), False),  # no fishing
        (FRIDGE, (number(2, "rice"),), None),  # of something else
        (FRIDGE, (number(2, unit="time"), number(20, unit="tick")), True),  # the second is no count
        (FRIDGE, (number(2, unit="tick"),), None),
        (FRIDGE, (NO,), False),
        (["go_to", "pantry", ""], (number(0),), True),
        (["go_to", "pantry", ""], (NO,), True),
        (["go_to", "pantry", ""], (number(1),), False),
        (LETTUCE, (DENIED,), True),
        (["chop", "", ""], (number(1),), True),  # anything chopped
    ],
)
def test_count(action, acts, right) -> None:
    assert judged("count", {"action": action}, *acts) is right


@pytest.mark.parametrize(
    ("about", "acts", "right"),
    [
        ({"action": TOMATO}, (number(40),), True),  # 20 to 60
        ({"action": TOMATO}, (number(45),), True),
        ({"action": TOMATO}, (number(46),), False),
        ({"action": TOMATO}, (number(35),), True),
        ({"action": TOMATO}, (number(34),), False),
        ({"action": TOMATO}, (number(40, unit="second"),), True),  # a tick is a second
        ({"action": TOMATO}, (number(40, unit="minute"),), False),
        ({"since": "start"}, (number(1, unit="minute"),), True),
        ({"action": TOMATO}, (number(40, unit="time"),), None),
        ({"action": FRIDGE}, (number(20),), True),  # since the last visit, at 40
        ({"since": "start"}, (number(62),), True),
        ({"since": "start"}, (number(66),), False),
        ({"action": LETTUCE}, (DENIED,), True),  # a false premise
        ({"action": LETTUCE}, (number(12),), False),
        ({"action": LETTUCE}, (NO, number(12)), False),
        ({"action": LETTUCE}, (YES,), None),
        ({"action": TOMATO}, (NO,), False),
    ],
)
def test_elapsed(about, acts, right) -> None:
    assert judged("elapsed", about, *acts) is right


@pytest.mark.parametrize(
    ("about", "acts", "right"),
    [
        ({"thing": "steak", "of": "cooking"}, (number(30),), True),  # 30 to 60
        ({"thing": "steak", "of": "cooking"}, (number(36),), False),
        ({"thing": "rice", "of": "cooked"}, (number(33),), True),  # 12 to 45
        ({"thing": "rice", "of": "cooked"}, (number(48),), False),  # and not to now
        ({"thing": "steak", "of": "cooked"}, (NO,), True),  # not done yet
        ({"thing": "steak", "of": "cooked"}, (claim("steak", "state", "cooking"),), True),
        ({"thing": "steak", "of": "cooked"}, (number(30),), False),
        ({"thing": "lettuce", "of": "cooking"}, (claim("lettuce", "state", "cooking", negated=True),), True),
        ({"thing": "lettuce", "of": "cooking"}, (number(5),), False),
        ({"thing": "waffles", "of": "cooking"}, (NO,), True),  # not even there
        ({"thing": "steak", "of": "cooking"}, (claim("rice", "state", "done"),), None),  # news of something else
        ({"of": "longest"}, (claim("rice", "place", "heat"),), True),  # done, but still on the heat since 12
        ({"of": "longest"}, (claim("steak", "place", "heat"),), False),
        ({"of": "longest"}, (claim("steak", "state", "done"),), None),  # news, not an answer
        ({"of": "longest"}, (advise("pick_up", "rice"),), None),
        ({"of": "longest"}, (NO,), False),
    ],
)
def test_duration(about, acts, right) -> None:
    assert judged("duration", about, *acts) is right


@pytest.mark.parametrize(
    ("about", "acts", "right"),
    [
        ({"action": TOMATO}, (YES,), True),
        ({"action": TOMATO}, (CHOPPED,), True),
        ({"action": TOMATO}, (NO,), False),
        ({"action": LETTUCE}, (NO,), True),
        ({"action": LETTUCE}, (DENIED,), True),
        ({"action": LETTUCE}, (YES,), False),
        ({"action": LETTUCE}, (YES, DENIED), False),  # both ways
        ({"action": LETTUCE}, (CHOPPED,), None),  # another action
        ({"action": LETTUCE}, (NO, warn("pick_up", "rice")), None),  # the "no" of a warning
        ({"thing": "rice"}, (YES,), True),
        ({"thing": "rice"}, (claim("rice", "at", "stove_1"),), True),
        ({"thing": "rice"}, (claim("rice", "exists", "no"),), False),
        ({"thing": "avocado"}, (claim("avocado", "exists", "no"),), True),
        ({"thing": "avocado"}, (NO, claim("avocado", "exists", "no")), True),
        ({"thing": "avocado"}, (claim("avocado", "exists", "yes"),), False),
        ({"thing": "avocado"}, (NO,), True),
        ({"thing": "avocado"}, (YES,), False),
        ({"thing": "avocado"}, (PROMISE,), None),
    ],
)
def test_recall(about, acts, right) -> None:
    assert judged("recall", about, *acts) is right


def test_the_longest_on_the_heat_is_the_first_that_is_named() -> None:
    found = truth("duration", {"of": "longest"}, day().log)
    assert answers(understood(things=("rice", "steak")), found) is True
    assert answers(understood(things=("steak", "rice")), found) is False
    assert answers(understood(things=("fridge",)), found) is None
    nothing = truth("duration", {"of": "longest"}, day(11).log)
    assert nothing.thing is None and nothing.yes is False
    assert answers(understood(NO), nothing) is True
    assert answers(understood(things=("rice",)), nothing) is False


# -- which message counts ----------------------------------------------------------------------------------------------


def test_the_first_answer_counts_and_acknowledgements_are_none() -> None:
    about = {"action": TOMATO}
    story = day().asked("q1", "recall", about).at(61).sent(ACK).at(62).sent(YES).at(64).sent(NO).at(99).ended()
    (verdict,) = [verdict for verdict in grade(story.log).verdicts if verdict.event == "q1"]
    assert (verdict.kind, verdict.tick, verdict.message, verdict.delay) == (VerdictKind.RIGHT, 62, 1, 2)
    story = day().asked("q1", "recall", about).at(61).sent(NO).at(62).sent(YES).at(99).ended()
    assert grade(story.log).questions == {"recall": (0, 1)}, "no second guess"


@pytest.mark.parametrize(("sent", "right"), [(78, True), (79, None)], ids=["heard at the last tick", "too late"])
def test_an_answer_is_heard_within_twenty_ticks(sent: int, right: bool | None) -> None:
    # Asked at 60, so heard at 80 at the latest; a message takes two ticks.
    assert judged("recall", {"action": TOMATO}, YES, asked=60, sent=sent) is right


def test_a_message_from_before_the_question_is_no_answer() -> None:
    story = day(60).sent(YES).asked("q1", "recall", {"action": TOMATO}).at(62).heard().at(99).ended()
    assert grade(story.log).questions == {"recall": (0, 1)}


def test_the_next_question_closes_the_last_but_a_change_of_plan_does_not() -> None:
    story = day(50).asked("q1", "recall", {"action": TOMATO}).at(55).changed_plan()
    story.at(60).asked("q2", "recall", {"action": LETTUCE}).at(61).sent(NO).at(99).ended()
    assert grade(story.log).questions == {"recall": (1, 2)}
    story = day(50).asked("q1", "recall", {"action": TOMATO}).at(55).changed_plan().at(60).sent(YES).at(99).ended()
    assert grade(story.log).questions == {"recall": (1, 1)}


def test_what_moves_is_taken_when_the_answer_is_sent() -> None:
    # Asked at 38 after one visit; the second is made at 40.
    for sent, count in ((39, 1), (41, 2)):
        story = day(38).asked("q1", "count", {"action": FRIDGE}).at(39)
        story = story.sent(number(count)) if sent == 39 else story.at(40).did(*FRIDGE).at(41).sent(number(count))
        assert grade(story.log).questions == {"count": (1, 1)}


def test_a_question_that_is_asked_with_the_last_tick_is_not_judged() -> None:
    assert grade(day(60).asked("q1", "recall", {"action": TOMATO}).ended().log).questions == {}
    assert grade(day(60).asked("q1", "recall", {"action": TOMATO}).at(61).ended().log).questions == {"recall": (0, 1)}


def test_elapsed_and_duration_are_one_family() -> None:
    story = day(60).asked("q1", "elapsed", {"action": TOMATO}).sent(number(40)).at(70)
    story.asked("q2", "duration", {"thing": "rice", "of": "cooked"}).sent(number(1)).at(99).ended()
    grades = grade(story.log)
    assert grades.questions == {"duration": (1, 2)}
    assert grades.answers == (1, 2)


# -- truth from the log up to a tick -----------------------------------------------------------------------------------


def test_truth_of_a_tick_does_not_know_what_came_later() -> None:
    whole = day(60).log
    asks: list[tuple[str, dict[str, Any]]] = [
        ("order", {"first": STOVE, "second": TOMATO}),
        ("count", {"action": FRIDGE}),
        ("elapsed", {"action": TOMATO}),
        ("duration", {"thing": "rice", "of": "cooking"}),
        ("duration", {"thing": "rice", "of": "cooked"}),
        ("duration", {"of": "longest"}),
        ("recall", {"action": TOMATO}),
    ]
    for tick in range(0, 61):
        for kind, about in asks:
            assert truth(kind, about, whole, tick) == truth(kind, about, day(tick).log, tick), (tick, kind, about)  # type: ignore[arg-type]


def test_food_that_is_taken_off_too_soon_is_not_cooking() -> None:
    story = Story().at(10).changed(("rice", "state", "cooking")).at(20).changed(("rice", "state", "raw")).at(30)
    assert truth("duration", {"thing": "rice", "of": "cooking"}, story.log).number is None
    story.changed(("rice", "state", "cooking")).at(37)
    story.changed(("steak", "state", "raw"))
    assert truth("duration", {"thing": "rice", "of": "cooking"}, story.log).number == 7


def test_what_was_taken_off_the_heat_is_not_on_it() -> None:
    story = day(60)
    assert truth("duration", {"of": "longest"}, story.log).thing == "rice"
    story.at(61).changed(("rice", "at", "plate"))
    assert truth("duration", {"of": "longest"}, story.log).thing == "steak"
    off = day(60).at(61).changed(("stove_1", "power", "off"))
    assert truth("duration", {"of": "longest"}, off.log).thing == "steak"


def test_no_answer_is_right_for_everything() -> None:
    # Whatever is always said is wrong for some question of every kind.
    for acts in ((YES,), (NO,), (YES, NO), (number(5),), (YES, number(5)), (NO, number(5)), (YES, NO, number(5))):
        for kind, abouts in {
            "order": [{"first": STOVE, "second": TOMATO}, {"first": TOMATO, "second": STOVE}],
            "recall": [{"action": TOMATO}, {"action": LETTUCE}],
            "elapsed": [{"action": TOMATO}, {"action": LETTUCE}],
        }.items():
            assert not all(judged(kind, about, *acts) for about in abouts), (acts, kind)
