"""The classifier behind Table 15."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from envs.assist.grounding.speech import SpeechAct, classify
from tests.envs.assist.grounding.utterances import UTTERANCES

ALL = [(text, act) for act, texts in UTTERANCES.items() for text in texts]


@pytest.mark.parametrize(("text", "act"), ALL)
def test_an_utterance_gets_the_class_that_a_reader_gives_it(text: str, act: SpeechAct) -> None:
    assert classify(text) == act


def test_there_are_sixty_utterances_of_all_classes() -> None:
    assert len(ALL) >= 60 and set(UTTERANCES) == set(SpeechAct)


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("Hi, you idiot, where is the pan?", SpeechAct.FRUSTRATION),
        ("Where is the pan? Tell me when the rice is done.", SpeechAct.NOTIFICATION),
        ("Hello, where is the pan?", SpeechAct.NEXT),
        ("Hello, what is the best order?", SpeechAct.STRATEGY),
        ("Hey, are you there?", SpeechAct.COMMENT),
    ],
)
def test_the_first_class_that_fits_wins(text: str, act: SpeechAct) -> None:
    assert classify(text) == act


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=300))
def test_any_text_has_a_class(text: str) -> None:
    assert classify(text) in SpeechAct
