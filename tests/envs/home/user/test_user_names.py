"""Words that single a thing out, the fewest that do, and words that fit."""

from __future__ import annotations

from itertools import combinations

import pytest

from envs.home.user.names import Names, stem, stems
from tests.envs.home.user.people import MUGS, NAMES, OBJECTS, Thing


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("stripes", "striped"),
        ("shelves", "shelf"),
        ("knives", "knife"),
        ("boxes", "box"),
        ("glasses", "glass"),
        ("vases", "vase"),
        ("dots", "dotted"),
        ("gray", "grey"),
        ("cherries", "cherry"),
        ("dishes", "dish"),
        ("tables", "table"),
    ],
)
def test_forms_of_a_word_have_one_stem(one, other):
    assert stem(one) == stem(other)


def test_different_words_keep_apart():
    words = "mug cup bus glass bowl plate red blue bed shelf table cabinet dress press".split()
    assert len({stem(word) for word in words}) == len(words)


@pytest.mark.parametrize("name", OBJECTS)
def test_a_description_fits_one_candidate_alone_and_is_as_short_as_can_be(name):
    described = NAMES.describe(name, MUGS)
    assert described is not None
    assert NAMES.matching(stems(described.full), OBJECTS) == {name}
    used = [value for _, value in OBJECTS[name].traits if value in described.full]
    for size in range(len(used)):
        for fewer in combinations(used, size):
            text = " ".join((*fewer, OBJECTS[name].label))
            assert NAMES.matching(stems(text), OBJECTS) != {name} or "size" in dict(OBJECTS[name].traits)


def test_a_thing_that_looks_like_another_has_no_description():
    twins = Names({**OBJECTS, "coffee_mug_5": OBJECTS["coffee_mug_1"]}, {})
    assert twins.describe("coffee_mug_1", (*MUGS, "coffee_mug_5")) is None
    assert twins.describe("coffee_mug_1", MUGS) is not None


def test_a_size_tells_nothing_from_a_thing_of_which_none_is_told():
    described = NAMES.describe("coffee_mug_2", ("coffee_mug_2", "coffee_mug_3"))
    assert described is not None and described.full == "the small striped coffee mug"


def test_words_stand_in_the_order_of_the_things_own_phrase():
    twin = Thing(
        "coffee mug", "small red dotted coffee mug", (("colour", "red"), ("pattern", "dotted"), ("size", "small"))
    )
    near = {
        f"m_{i}": Thing("coffee mug", "mug", traits)
        for i, traits in enumerate([(*twin.traits[:2], ("size", "large")), twin.traits[1:], twin.traits[::2]])
    }
    described = Names({"m": twin, **near}, {}).describe("m", ("m", *near))
    assert described is not None and described.full == "the small red dotted coffee mug"
    assert described.short == "the small red dotted one"


@pytest.mark.parametrize(
    ("words", "among", "wanted"),
    [
        ("the fridge", "receptacles", {"fridge_1"}),
        ("the cabinet beside the fridge", "receptacles", {"cabinet_1"}),
        ("cabinets", "receptacles", {"cabinet_1", "cabinet_2"}),
        ("kitchen", "receptacles", {"shelf_2", "table_1", "cabinet_1", "fridge_1"}),
        ("blue mugs with stripes", "objects", {"coffee_mug_2", "coffee_mug_4"}),
        ("green mug", "objects", set()),
        ("the one", "objects", set()),
    ],
)
def test_words_fit_what_they_are_said_of(words, among, wanted):
    assert NAMES.matching(stems(words), getattr(NAMES, among)) == wanted


def test_a_piece_of_furniture_is_not_taken_for_a_thing_named_after_it():
    assert NAMES.is_furniture(stems("the table")) is True
    assert NAMES.is_furniture(stems("the table lamp")) is False
    assert NAMES.is_furniture(stems("the weather")) is None


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("to shelf_2", ("shelf_2",)),
        ("on shelf 2 or coffee table 1", ("shelf_2", "coffee_table_1")),
        ("mark 2", ()),
        ("shelf_22", ()),
        ("coffee_mug_2", ()),
    ],
)
def test_receptacles_are_found_by_id(text, ids):
    assert NAMES.take_ids(text)[0] == ids
