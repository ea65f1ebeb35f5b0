"""A profile is plain data; what cannot be is one error naming field and value."""

from __future__ import annotations

import json

import pytest
from pydantic import ValidationError

from envs.home.user import Ambiguity, UserProfile
from tests.envs.home.user.people import MUGS, OBJECTS, RECEPTACLES, SHELVES, destination, profile_of, target


def test_a_profile_survives_json():
    profile = profile_of(target(), destination(), prefers="I like stripes")
    assert UserProfile.model_validate(json.loads(json.dumps(profile.model_dump(mode="json")))) == profile
    profile.check(OBJECTS, RECEPTACLES)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"truth": "coffee_mug_9"}, ("truth", "coffee_mug_9")),
        ({"candidates": ["coffee_mug_1"], "truth": "coffee_mug_1"}, ("candidates",)),
        ({"candidates": ["coffee_mug_1", "coffee_mug_1"], "truth": "coffee_mug_1"}, ("candidates", "coffee_mug_1")),
        ({"id": "Which?"}, ("id", "Which?")),
        ({"id": "source"}, ("id", "source")),
        ({"hint": "blue"}, ("hint", "blue")),
    ],
    ids=lambda value: str(value)[:30],
)
def test_an_ambiguity_that_cannot_be_is_refused(change, words):
    with pytest.raises(ValidationError) as caught:
        Ambiguity.model_validate({"id": "target", "candidates": list(MUGS), "truth": MUGS[0], **change})
    assert all(word in str(caught.value) for word in words)


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ({"ambiguities": [target().model_dump(), target().model_dump()]}, ("ambiguities", "target")),
        ({"prefers": "I like coffee_mug_2"}, ("prefers", "coffee_mug_2")),
        ({"wants": "tea"}, ("wants", "tea")),
        ({"known": [3]}, ("known", "3")),
    ],
    ids=lambda value: str(value)[:30],
)
def test_a_profile_that_cannot_be_is_refused(raw, words):
    with pytest.raises(ValidationError) as caught:
        UserProfile.model_validate(raw)
    assert all(word in str(caught.value) for word in words)


@pytest.mark.parametrize(
    ("profile", "words"),
    [
        (profile_of(target("mug_7", ("mug_7", "mug_8"))), ("user.ambiguities.0.candidates", "mug_7")),
        (
            profile_of(target(), destination("book_1", ("book_1", *SHELVES))),
            ("user.ambiguities.1.candidates", "book_1"),
        ),
        (profile_of(target("shelf_1", ("shelf_1", "book_1"))), ("user.ambiguities.0.candidates", "book_1")),
        (UserProfile(known=("sofa_1",)), ("user.known", "sofa_1")),
        (UserProfile(remembers={"mug_7": "shelf_1"}), ("user.remembers", "mug_7")),
        (UserProfile(remembers={"book_1": "sofa_1"}), ("user.remembers.book_1", "sofa_1")),
    ],
    ids=lambda value: str(value)[:30],
)
def test_names_that_the_task_has_not_are_refused(profile, words):
    with pytest.raises(ValueError) as caught:
        profile.check(OBJECTS, RECEPTACLES)
    assert all(word in str(caught.value) for word in words)


def test_a_state_may_be_left_open():
    state = Ambiguity(id="state", candidates=("open", "closed"), truth="closed")
    profile_of(state).check(OBJECTS, RECEPTACLES)
    assert state.is_state and not Ambiguity(id="state_2", candidates=SHELVES, truth="shelf_1").is_state
