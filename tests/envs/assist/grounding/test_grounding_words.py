"""Text to words, and the forms of words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from envs.assist.grounding.inflect import ing_form, past_forms, plural, singular, third_person
from envs.assist.grounding.words import split


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Don’t chop!", "do not chop !"),
        ("You've can't I'll it's", "you have can not i will it is"),
        ("The steak's done — plate it…", "the steak 's done ; plate it ;"),
        ("**Next:** `chop` the _tomato_ 🍅", "next : chop the tomato"),
        ("Wi-Fi, half-cooked; 12.5 ticks", "wi fi , half cooked ; 12.5 ticks"),
        ("Settings → Privacy -> Tracking > Off", "settings > privacy > tracking > off"),
        ("1. Chop.\n2) Cook.", "chop . ; cook ."),
        ("sauté the jalapeño", "saute the jalapeno"),
        ("into the pot, onto the plate, towards it", "in the pot , on the plate , to it"),
    ],
)
def test_typography_markdown_and_contractions_are_levelled(text: str, words: str) -> None:
    assert split(text).words == words.split()


@given(st.text(max_size=200))
def test_words_know_their_places_in_order(text: str) -> None:
    found = split(text)
    assert found.starts == sorted(found.starts)
    assert all(start < end <= len(found.text) for start, end in zip(found.starts, found.ends, strict=True))
    assert found.between(0, len(found.words)) in found.text


@pytest.mark.parametrize(
    ("verb", "past", "ing", "third"),
    [
        ("chop", "chopped", "chopping", "chops"),
        ("slice", "sliced", "slicing", "slices"),
        ("fry", "fried", "frying", "fries"),
        ("take", "took", "taking", "takes"),
        ("put", "put", "putting", "puts"),
        ("open", "opened", "opening", "opens"),
        ("visit", "visited", "visiting", "visits"),
        ("press", "pressed", "pressing", "presses"),
        ("boil", "boiled", "boiling", "boils"),
        ("sit", "sat", "sitting", "sits"),
        ("go", "went", "going", "goes"),
    ],
)
def test_verbs_are_inflected(verb: str, past: str, ing: str, third: str) -> None:
    assert past_forms(verb)[0] == past
    assert ing_form(verb) == ing
    assert third_person(verb) == third


@pytest.mark.parametrize(
    "pair",
    ["tomato tomatoes", "plate plates", "glass glasses", "dish dishes", "knife knives", "berry berries", "box boxes"],
)
def test_plurals_and_singulars_are_inverse(pair: str) -> None:
    one, many = pair.split()
    assert plural(one) == many and singular(many) == one
