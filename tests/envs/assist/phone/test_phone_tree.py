"""The phone as data: ids, labels, where things are found, and what is no sound phone."""

from __future__ import annotations

import pytest

from envs.assist.phone.benchmark_phone import BENCHMARK_PHONE
from envs.assist.phone.spec import choice, field_of, form, home, page, search, slider, toggle
from envs.assist.phone.tree import Phone, slug

PHONE = Phone(BENCHMARK_PHONE)


def test_every_element_stands_on_the_page_that_its_id_says():
    for page_id, path in PHONE.path.items():
        for row in PHONE.rows[page_id]:
            assert PHONE.holder(row) == page_id
        assert path[-1] == page_id
        assert path[0] == "home_screen"


def test_a_label_that_occurs_once_is_its_own_id_and_others_are_shared():
    for node in PHONE.nodes.values():
        if node.kind in ("note", "dialog", "home"):
            continue
        label = slug(node.label)
        assert (node.id == label) == (label not in PHONE.shared)
        assert node.id == label or node.id in PHONE.shared[label]


def test_the_search_finds_pages_by_their_label_and_by_what_stands_on_them():
    assert "motion" in PHONE.find("motion")
    assert "motion" in PHONE.find("BLINKING")
    assert PHONE.find("no such words") == ()
    assert all(PHONE.path[found][1] == "settings" for found in PHONE.find("e"))


@pytest.mark.parametrize(
    ("rows", "named"),
    [
        ((toggle("Light"), toggle("Light")), "light"),
        ((field_of("Name"),), "name"),
        ((slider("Sound", "50%"),), "sound"),
        ((choice("Tone", "Loud", ("Low", "High")),), "tone"),
        ((form("Card", choice("Tone", "Low", ("Low", "High"))),), "tone"),
        ((form("Card", toggle("Light", asks="off")),), "light"),
        ((choice("Mode", "A", ("A", "B"), presets={"A": {"Light": "off"}}),), "mode"),
        ((toggle("A"), slider("One", "5", ("5", "6")), slider("Two", "5%", ("5%", "6%"))), "5%"),
    ],
)
def test_an_unsound_phone_is_refused_by_name(rows, named):
    with pytest.raises(ValueError, match=named):
        Phone(home(page("Settings", search("Search"), *rows)))
