"""Proactive requests by hand: "tell me when the rice is done" is asked at 10, and the rice is done at 50."""

from __future__ import annotations

import pytest

from envs.assist.grading import Verdict, VerdictKind, grade
from envs.assist.grounding.act import Act
from tests.envs.assist.grading.logs import ACK, PROMISE, YES, Story, advise, claim, warn

DONE = claim("rice", "state", "done")


def requested() -> Story:
    return Story().at(5).changed(("rice", "state", "cooking")).at(10).requested("r1")


def told_at(heard: int, act: Act = DONE, ceases: int | None = None) -> list[Verdict]:
    """Findings when a message is heard at a tick, sent two ticks before."""
    story = requested()
    events = [(50, lambda: story.changed(("rice", "state", "done")))]
    events += [(ceases, lambda: story.changed(("rice", "state", "burnt")))] if ceases is not None else []
    events += [(heard - 2, lambda: story.sent(act)), (heard, lambda: story.heard())]
    for tick, happens in sorted(events, key=lambda event: event[0]):
        story.at(tick)
        happens()
    return [verdict for verdict in grade(story.at(200).ended().log).verdicts if verdict.event == "r1"]


@pytest.mark.parametrize(
    ("heard", "kind"),
    [
        (49, VerdictKind.EARLY),
        (50, VerdictKind.NOTIFIED),
        (65, VerdictKind.NOTIFIED),
        (66, VerdictKind.LATE),
        (80, VerdictKind.LATE),
        (81, VerdictKind.UNNOTIFIED),
    ],
)
def test_the_window_is_from_the_fact_to_fifteen_ticks_later(heard: int, kind: VerdictKind) -> None:
    # Open 50 to 65, late 66 to 80; what is heard counts, so a message sent at 48 is in time at 50.
    (verdict,) = told_at(heard)
    assert verdict.kind == kind
    assert verdict.delay == (heard - 50 if kind in (VerdictKind.NOTIFIED, VerdictKind.LATE) else None)


@pytest.mark.parametrize(("heard", "kind"), [(57, VerdictKind.NOTIFIED), (58, VerdictKind.LATE)])
def test_the_window_closes_when_the_fact_ceases(heard: int, kind: VerdictKind) -> None:
    # Burnt at 58: the rice is done no more.
    assert [verdict.kind for verdict in told_at(heard, ceases=58)] == [kind]


@pytest.mark.parametrize("act", [ACK, PROMISE, YES, warn(target="rice"), claim("rice", "state", "done", negated=True)])
def test_what_does_not_tell_it_is_no_notification(act: Act) -> None:
    assert [verdict.kind for verdict in told_at(52, act)] == [VerdictKind.UNNOTIFIED]


def test_advice_that_follows_from_it_tells_it_but_advice_for_later_does_not() -> None:
    assert told_at(52, advise("pick_up", "rice"))[0].kind == VerdictKind.NOTIFIED
    assert told_at(52, advise("pick_up", "rice", later=True))[0].kind == VerdictKind.UNNOTIFIED
    assert told_at(52, advise("pick_up", "steak"))[0].kind == VerdictKind.UNNOTIFIED


def test_advice_before_it_is_so_settles_nothing() -> None:
    assert [verdict.kind for verdict in told_at(40, advise("put", "rice", "stove_1"))] == [VerdictKind.UNNOTIFIED]


def test_an_early_claim_cannot_be_made_good() -> None:
    story = requested().at(30).told(DONE).at(50).changed(("rice", "state", "done")).told(DONE).at(200).ended()
    grades = grade(story.log)
    assert [verdict.kind for verdict in grades.verdicts if verdict.event == "r1"] == [VerdictKind.EARLY]
    assert grades.requests == (0, 1)


def test_a_message_from_before_the_request_counts_for_nothing() -> None:
    story = Story().at(9).sent(DONE).at(10).requested("r1").at(11).heard().at(50).changed(("rice", "state", "done"))
    grades = grade(story.told(DONE).at(200).ended().log)
    assert [verdict.kind for verdict in grades.verdicts if verdict.event == "r1"] == [VerdictKind.NOTIFIED]


def test_a_request_is_not_judged_when_nothing_came_true_or_the_end_cut_the_window() -> None:
    assert grade(requested().at(200).ended().log).requests == (0, 0)
    assert grade(requested().at(50).changed(("rice", "state", "done")).at(65).ended().log).requests == (0, 0)
    assert grade(requested().at(50).changed(("rice", "state", "done")).at(66).ended().log).requests == (0, 1)


def test_two_requests_are_told_each_for_itself() -> None:
    story = requested().at(12).requested("r2", "steak").at(50).changed(("rice", "state", "done"))
    story.changed(("steak", "state", "done")).at(52).told(DONE).at(200).ended()
    found = {verdict.event: verdict.kind for verdict in grade(story.log).verdicts if verdict.event}
    assert found == {"r1": VerdictKind.NOTIFIED, "r2": VerdictKind.UNNOTIFIED}
    assert grade(story.log).requests == (1, 2)
