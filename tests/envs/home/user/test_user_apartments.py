"""The user in real apartments: what it says of furniture and things is understood when it is said back."""

from __future__ import annotations

from random import Random

import pytest

from envs.home.apartments import load_scene
from envs.home.objects import CATEGORIES, instances, make_object
from envs.home.user import Ambiguity, Names, RuleBasedUser, SharedContext, UserProfile


@pytest.mark.parametrize("scene", ["standard_2", "standard_7", "apartment_5"])
def test_furniture_is_known_by_its_looks_and_its_use(scene):
    names = Names({}, load_scene(scene).receptacles)
    everything = tuple(names.receptacles)
    for i, truth in enumerate(everything):
        other = everything[i - 1]
        pair = Ambiguity(id="destination", candidates=everything, truth=truth)
        user = RuleBasedUser(UserProfile(ambiguities=(pair,), known=everything), names, i)
        piece = names.receptacles[truth]
        for words in (truth, piece.looks, piece.use, names.looks(truth)):
            for question in (f"Should I put it {names.preposition(truth)} {words}?", f"Do you mean {words}?"):
                assert user.answer(question, SharedContext()).settles == ("destination",), question
        for words in (other, names.receptacles[other].looks, names.receptacles[other].use):
            answer = user.answer(f"Should it go to {words}?", SharedContext())
            assert answer.settles == () and "no" in answer.text.lower(), (words, answer)


def test_a_thing_is_known_by_its_phrase_and_by_what_the_user_says():
    rng = Random(0)
    for category in rng.sample(sorted(CATEGORIES), 25):
        chosen = rng.sample(range(instances(category)), min(4, instances(category)))
        things = {f"{category}_{i}": make_object(category, number) for i, number in enumerate(chosen, 1)}
        seen = SharedContext(seen=tuple(things))
        for truth, thing in things.items():
            wish = Ambiguity(id="target", candidates=tuple(things), truth=truth)
            user = RuleBasedUser(UserProfile(ambiguities=(wish,)), Names(things, {}), 3)
            described = user.names.describe(truth, tuple(things))
            assert described is not None
            assert user.answer(f"Which {thing.label} do you want?", seen).settles == ("target",)
            for words in (thing.phrase, described.full, described.short):
                answer = user.answer(f"Do you mean {words}?", seen)
                assert answer.settles == ("target",), (words, answer)
