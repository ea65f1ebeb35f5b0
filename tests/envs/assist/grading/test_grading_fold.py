"""The grader is a fold: entry by entry, step by step or whole, live or from a saved episode, it finds the same."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from envs.assist.grading import Grader, VerdictKind, grade
from envs.assist.log import EntryKind, Response, UserAct
from envs.episode import episode_from_json, episode_to_json
from tests.envs.assist.grading.logs import (
    ACK,
    FOODS,
    NO,
    PLACES,
    PRAISE,
    PROMISE,
    YES,
    Story,
    advise,
    claim,
    did,
    number,
    warn,
)

ERRORS = (VerdictKind.DETECTED, VerdictKind.MISSED)


def random_story(seed: int) -> Story:
    """A lively log that keeps the harness's order: errors begin, are done, are understood; questions come between."""
    rng = random.Random(seed)
    story = Story()
    begun: dict[str, str] = {}
    waiting: list[tuple[int, int]] = []
    serial = 0
    for _ in range(rng.randrange(5, 80)):
        story.at(story.tick + rng.choice((0, 1, 2, 3, 9)))
        for arrives, message in [entry for entry in waiting if entry[0] <= story.tick]:
            waiting.remove((arrives, message))
            story.heard(message, rng.choice(list(Response)))
        food, place = rng.choice(FOODS), rng.choice(PLACES)
        what = rng.randrange(12)
        serial += 1
        if what == 0:
            story.began("chop", food)
        elif what == 1:
            story.did(*rng.choice((("chop", food, ""), ("go_to", place, ""))))
        elif what == 2:
            story.changed((food, "state", rng.choice(("raw", "cooking", "done", "burnt"))))
        elif what == 3 and "begun" not in begun.values():
            begun[f"e{serial}"] = "begun"
            story.deviating(f"e{serial}", rng.choice(("misstep", "wrong_thing")))
        elif what == 4 and begun:
            event = rng.choice(list(begun))
            if begun[event] == "begun":
                follow = rng.choice(("committed", "averted", "void"))
                begun[event] = follow
                story.committed(event) if follow == "committed" else None
                story.averted(0, event) if follow == "averted" else None
                story.void(event) if follow == "void" else None
            elif begun[event] == "committed":
                begun[event] = "understood"
                story.noticed(event) if rng.random() < 0.5 else story.corrected(0, event)
            elif begun[event] == "understood":
                begun[event] = "repaired"
                story.repaired(event)
        elif what == 5:
            about = {"action": ["chop", food, ""]}
            story.asked(f"q{serial}", rng.choice(("recall", "count", "elapsed")), about)
        elif what == 6:
            story.requested(f"r{serial}", food)
        elif what == 7:
            story.said(rng.choice(list(UserAct)))
        else:
            acts = rng.choices(
                (
                    ACK,
                    NO,
                    PRAISE,
                    PROMISE,
                    YES,
                    advise("chop", food),
                    claim(food, "state", "done"),
                    did("chop", food, negated=True),
                    number(rng.randrange(4)),
                    warn("pick_up", "lettuce"),
                    warn("chop", food),
                    warn(),
                ),
                k=rng.randrange(3),
            )
            delay = rng.randrange(5)
            story.sent(*acts, delay=delay)
            waiting.append((story.tick + delay, story.messages - 1))
    return story.at(story.tick + rng.randrange(40)).ended(rng.random() < 0.5)


stories = st.integers(0, 2**32).map(random_story)


@given(stories)
def test_step_by_step_finds_the_same_as_whole(story: Story) -> None:
    grader = Grader()
    found = [verdict for entry in story.entries for verdict in grader.add(entry)]
    whole = grade(story.log)
    assert tuple(found) == whole.verdicts
    assert grader.grades == whole


@given(stories, st.integers(1, 9))
def test_a_saved_episode_grades_like_its_log(story: Story, cuts: int) -> None:
    episode = story.episode(cuts)
    assert grade(episode) == grade(story.log)
    assert grade(episode_from_json(episode_to_json(episode))) == grade(story.log)


@given(stories, st.data())
def test_findings_never_change_as_the_log_grows(story: Story, data: st.DataObject) -> None:
    cut = data.draw(st.integers(1, len(story.entries)))
    part = Grader()
    part.extend(story.entries[:cut])
    whole = grade(story.log)
    assert whole.verdicts[: len(part.grades.verdicts)] == part.grades.verdicts


@given(stories)
def test_every_event_is_settled_once(story: Story) -> None:
    grades = grade(story.log)
    log = story.log
    answered = [v for v in grades.verdicts if v.kind in (VerdictKind.RIGHT, VerdictKind.WRONG, VerdictKind.UNANSWERED)]
    asked = [entry for entry in log.of_kind(EntryKind.ASKED) if entry.tick < log.tick]
    assert {entry.data["event"] for entry in asked} <= {verdict.event for verdict in answered}
    assert len({verdict.event for verdict in answered}) == len(answered)
    settled = [v.event for v in grades.verdicts if v.kind in ERRORS]
    assert len(set(settled)) == len(settled)
    told = [(v.kind, v.message) for v in grades.verdicts if not v.event]
    assert len(set(told)) == len(told), "one false alarm a message at most, and one unneeded"


@given(stories)
def test_counts_stay_in_their_bounds(story: Story) -> None:
    grades = grade(story.log)
    withdrawn = {entry.data["event"] for entry in story.log.of_kind(EntryKind.VOID)}
    begun = {entry.data["event"] for entry in story.log.of_kind(EntryKind.DEVIATING)} - withdrawn
    errors = grades.errors
    assert errors.begun == len(begun)
    assert errors.detected <= errors.begun and errors.prevented + errors.corrected <= errors.begun
    assert grades.false_alarms <= grades.messages and grades.unneeded <= grades.messages
    assert all(right <= asked for right, asked in (*grades.questions.values(), grades.requests))


@given(stories)
def test_the_silent_assistant_gets_nothing_and_raises_no_alarm(story: Story) -> None:
    mute = (EntryKind.SENT, EntryKind.HEARD, EntryKind.AVERTED, EntryKind.CORRECTED)
    silent = Grader()
    silent.extend(entry for entry in story.entries if entry.kind not in mute)
    grades = silent.grades
    assert grades.errors.detected == 0 == grades.errors.prevented
    assert grades.answers[0] == 0 == grades.requests[0]
    assert (grades.messages, grades.false_alarms, grades.unneeded) == (0, 0, 0)
