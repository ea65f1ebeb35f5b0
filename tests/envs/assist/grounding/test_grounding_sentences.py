"""Sentences and what they do: tables, names that are not understood, and sentences that nothing was tuned on."""

from __future__ import annotations

from collections import Counter

import pytest

from envs.assist.grounding import Act, ActKind, Understood, ground
from tests.envs.assist.grounding.heldout import HELDOUT
from tests.envs.assist.grounding.lexicons import HOME, KITCHEN, LEXICONS, PHONE, short
from tests.envs.assist.grounding.sentences import SENTENCES

BLIND = 45
"""Of the sixty held-out sentences, those that were read wholly right before anybody looked at the others."""


def acts(world: str, sentence: str) -> tuple[str, ...]:
    return tuple(short(act) for act in ground(sentence, LEXICONS[world]).acts)


@pytest.mark.parametrize(("world", "sentence", "expected"), SENTENCES)
def test_a_sentence_does_what_a_reader_says(world: str, sentence: str, expected: tuple[str, ...]) -> None:
    assert acts(world, sentence) == expected


def test_the_sentences_are_many_and_of_all_worlds_and_kinds() -> None:
    assert len(SENTENCES) >= 150
    assert {world for world, _, _ in SENTENCES} == set(LEXICONS)
    assert {act.split()[0] for _, _, expected in SENTENCES for act in expected} == {kind.value for kind in ActKind}


def test_held_out_sentences_are_understood_at_least_as_often_as_when_measured_blind() -> None:
    right, wanted, found, common = 0, 0, 0, 0
    for world, sentence, expected in HELDOUT:
        got = acts(world, sentence)
        right += got == expected
        shared = Counter(got) & Counter(expected)
        wanted, found, common = wanted + len(expected), found + len(got), common + shared.total()
    assert len(HELDOUT) == 60
    assert right >= BLIND
    assert common / found >= 0.89 and common / wanted >= 0.87


@pytest.mark.parametrize(
    ("sentence", "unknown"),
    [
        ("Add the oregano.", "oregano"),
        ("Blend the tomato.", "blend"),
        ("Put the tomato in the blender.", "blender"),
        ("Chop the purple carrot.", "purple carrot"),
        ("Pour the tomato sauce into the pot.", "tomato sauce"),
        ("Pick up the plate.", "plate"),
        ("Turn the stove on.", "stove"),
        ("Use plate 7.", "plate 7"),
        ("Don't add basil!", "basil"),
        ("The avocado is done.", "avocado"),
        ("The sky is blue today.", "The sky is blue today"),
    ],
)
def test_what_is_not_known_or_not_unique_is_said_to_be_unknown(sentence: str, unknown: str) -> None:
    understood = ground(sentence, KITCHEN)
    assert understood.unknown == (unknown,)
    assert all(not act.target for act in understood.acts)


def test_of_unknown_things_nothing_is_advised_or_claimed() -> None:
    for sentence in ("Add the oregano.", "Blend the tomato.", "Don't add basil!", "The avocado is done."):
        assert not ground(sentence, KITCHEN).acts, sentence


def test_to_deny_an_unreal_thing_is_understood() -> None:
    understood = ground("There is no oregano here.", KITCHEN)
    assert understood.acts[0].target == "oregano" and not understood.unknown


def test_context_singles_out_what_a_name_alone_does_not() -> None:
    assert acts("kitchen", "Take plate 2 and put the plate on the counter.")[1] == "advise put plate_2 counter"
    assert ground("Put the plate on the counter.", KITCHEN, recent=("plate_1",)).acts[0].target == "plate_1"
    assert ground("Put it on the counter.", KITCHEN, recent=("rice", "pan")).acts[0].target == "rice"
    assert ground("Take the other one.", HOME, recent=("glass_1",)).acts[0].target == "glass_2"


def test_things_are_all_that_is_named_once_in_order() -> None:
    understood = ground("Put the rice in the pot. The pot is on the left stove, next to the fridge.", KITCHEN)
    assert understood.things == ("rice", "pot", "stove_1", "fridge")


def test_a_promise_and_a_question_say_what_they_are_about() -> None:
    promise = ground("I'll let you know when the rice is done.", KITCHEN).acts[0]
    assert (promise.target, promise.prop, promise.value) == ("rice", "state", "done")
    asked = ground("Did you chop the tomato?", KITCHEN).acts[0]
    assert (asked.verb, asked.target) == ("chop", "tomato")


def test_an_act_keeps_the_words_it_was_read_from() -> None:
    texts = [act.text for act in ground("Great! Now chop the Tomato, then turn off stove 2.", KITCHEN).acts]
    assert texts == ["Great", "Now chop the Tomato", "then turn off stove 2"]


def test_understood_survives_json() -> None:
    for world, sentence, _ in SENTENCES:
        understood = ground(sentence, LEXICONS[world])
        assert Understood.from_json(understood.to_json()) == understood
        assert all(Act.from_json(act.to_json()) == act for act in understood.acts)


def test_labels_that_look_like_english_are_read_as_labels_after_a_verb() -> None:
    assert acts("phone", "Tap Don't Allow, then tap Search.") == ("advise tap deny", "advise tap search later")
    assert ground("Don't allow tracking.", PHONE).acts == ()
