"""Questions are bound to what the episode holds, have an answer, and are put in a person's words."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from envs.assist.action import Action
from envs.assist.grounding.parser import ground
from envs.assist.questions import BoundQuestion, answers, bind, truth
from envs.assist.schedule import QUESTION_KINDS, QuestionKind, ScheduledQuestion
from envs.environment import TaskError
from tests.envs.assist.grading.logs import FOODS, LEXICON, NO, PLACES, YES, Story, number, understood
from tests.envs.assist.grading.test_grading_answers import day

NOW = {"type": "since", "tick": 0}


def question(kind: QuestionKind, false_premise: bool = False, **about: object) -> ScheduledQuestion:
    return ScheduledQuestion.model_validate(
        {"id": "q1", "kind": kind, "when": NOW, "about": about, "false_premise": false_premise}
    )


def bound(kind: QuestionKind, seed: int, false_premise: bool = False, story: Story | None = None) -> BoundQuestion:
    log = (day() if story is None else story).log
    found = bind(question(kind, false_premise), log, LEXICON, random.Random(seed))
    assert found is not None
    return found


kinds, seeds = st.sampled_from(QUESTION_KINDS), st.integers(0, 10_000)


@given(kinds, seeds)
def test_a_bound_question_has_an_answer_that_keeps_its_premise(kind: QuestionKind, seed: int) -> None:
    asked = bound(kind, seed)
    right = truth(kind, asked.about, day().log)
    if kind in ("order", "recall"):
        assert right.yes is not None and right.undone is None
        assert kind == "order" or right.yes
    elif kind == "duration" and asked.about["of"] == "longest":
        assert right.thing in FOODS
    else:
        assert right.number is not None and right.number > 0


@given(kinds, seeds)
def test_a_false_premise_is_not_so(kind: QuestionKind, seed: int) -> None:
    asked = bound(kind, seed, false_premise=True)
    right = truth(kind, asked.about, day().log)
    assert asked.false_premise
    assert right.number == 0 if kind == "count" else right.yes is False and right.number is None
    assert answers(understood(NO), right) is True


@given(kinds, seeds, st.booleans())
def test_it_is_plain_json_drawn_by_the_seed_and_asks_in_words(kind: QuestionKind, seed: int, false: bool) -> None:
    asked = bound(kind, seed, false)
    assert json.loads(json.dumps(asked.about)) == asked.about
    assert asked == bound(kind, seed, false)
    assert asked.text.endswith("?") and "_" not in asked.text


@given(kinds, seeds, st.booleans())
def test_words_of_the_truth_say_it(kind: QuestionKind, seed: int, false: bool) -> None:
    # Read with the plainest of ears: numbers as numbers, yes and no by the first word, foods by name.
    asked = bound(kind, seed, false)
    right = truth(kind, asked.about, day().log)
    words = right.words(LEXICON, random.Random(seed))
    assert words[0].isupper() and words.endswith(".") and "_" not in words
    if right.yes is True:
        assert words.startswith("Yes")
    if right.number:
        spoken = words.lower().replace("once", "1 times").replace("twice", "2 times")
        assert str(right.number) in spoken.split()
    if right.thing is not None:
        assert right.thing in words.lower()
    if right.yes is False or right.number == 0:
        assert words.startswith("No") or " not " in words


@given(kinds, seeds, st.booleans())
def test_words_of_the_truth_are_understood_as_the_right_answer(kind: QuestionKind, seed: int, false: bool) -> None:
    asked = bound(kind, seed, false)
    right = truth(kind, asked.about, day().log)
    for words in {right.words(LEXICON), right.words(LEXICON, random.Random(seed))}:
        assert answers(ground(words, LEXICON), right) is True, words


def test_every_kind_has_several_wordings_and_several_subjects() -> None:
    for kind in QUESTION_KINDS:
        asked = [bound(kind, seed) for seed in range(60)]
        assert len({one.text for one in asked}) >= 4, kind
        assert len({json.dumps(one.about) for one in asked}) >= 2, kind


def test_order_is_put_both_ways_round() -> None:
    answers_given = {truth("order", bound("order", seed).about, day().log).yes for seed in range(30)}
    assert answers_given == {True, False}


def test_nothing_is_asked_before_there_is_something_to_ask_about() -> None:
    log = Story().log
    for kind in QUESTION_KINDS:
        if kind != "recall":
            assert bind(question(kind), log, LEXICON, random.Random(0)) is None, kind
    for kind in ("order", "elapsed", "count"):
        assert bind(question(kind, True), log, LEXICON, random.Random(0)) is None, kind


def test_which_is_longest_is_asked_only_where_it_is_clear() -> None:
    def abouts(second: int) -> set[str]:
        story = Story().at(10).changed(("rice", "at", "stove_1"), ("rice", "state", "cooking")).at(10 + second)
        story.changed(("steak", "at", "stove_2"), ("steak", "state", "cooking")).at(30)
        return {bound("duration", seed, story=story).about["of"] for seed in range(30)}

    assert "longest" in abouts(5)
    assert "longest" not in abouts(4)


def test_what_is_being_done_is_no_false_premise() -> None:
    story = day().began("chop", "lettuce")
    for seed in range(60):
        asked = bound("recall", seed, True, story)
        assert asked.about.get("action", ["", "", ""])[:2] != ["chop", "lettuce"]


@pytest.mark.parametrize("place_as", ["target", "place"])
def test_visits_are_asked_for_however_the_walk_names_its_place(place_as: str) -> None:
    walk = Action("go_to", "fridge") if place_as == "target" else Action("go_to", "", "fridge")
    story = Story().at(4).did(*walk.to_json()).at(9).did(*walk.to_json()).at(12)
    asked = bound("count", 1, story=story)
    assert truth("count", asked.about, story.log).number == 2
    never = bound("count", 1, True, story)
    named = set(never.about["action"][1:]) - {""}
    assert named <= set(PLACES) - {"fridge", "board"}, "neither visited nor where the person stands"


def test_a_given_subject_is_asked_as_it_stands() -> None:
    asked = bind(question("count", action=["go_to", "fridge", ""]), day().log, LEXICON, random.Random(3))
    assert asked is not None and asked.about == {"action": ["go_to", "fridge", ""]}
    assert "fridge" in asked.text
    assert truth("count", asked.about, day().log).number == 2
    assert answers(understood(number(2)), truth("count", asked.about, day().log)) is True


def test_a_thing_that_is_not_there_is_spoken_of_by_its_name() -> None:
    asked = bind(question("recall", True, thing="waffles"), day().log, LEXICON, random.Random(0))
    assert asked is not None and "waffles" in asked.text
    right = truth("recall", asked.about, day().log)
    assert right.words(LEXICON) == "No, there are no waffles here."
    assert answers(understood(YES), right) is False


@pytest.mark.parametrize(
    ("kind", "about", "part"),
    [
        ("order", {"first": ["chop", "tomato", ""]}, "first"),
        ("order", {"first": ["chop", "tomato", ""], "second": "chop rice"}, "about.second"),
        ("count", {"action": ["chop", "tomato"]}, "about.action"),
        ("elapsed", {"since": "noon"}, "noon"),
        ("duration", {"thing": "rice", "of": "longest"}, "longest"),
        ("recall", {"thing": 4}, "4"),
    ],
)
def test_a_wrong_subject_is_refused_by_field_and_value(kind, about, part) -> None:
    with pytest.raises(TaskError, match="question q1") as error:
        bind(question(kind, **about), day().log, LEXICON, random.Random(0))
    assert part in str(error.value)
