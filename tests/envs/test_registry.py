"""A registry finds what is built in, added or plugged in, and refuses a name twice."""

from __future__ import annotations

import pytest

from envs import registry as module
from envs.registry import Registry


class Point:
    name = "plugged"

    def load(self) -> str:
        return "from a package"


@pytest.fixture
def words(monkeypatch) -> Registry[str]:
    monkeypatch.setattr(module, "entry_points", lambda group: [Point()] if group == "tests.words" else [])
    return Registry("word", "tests.words", {"letters": "string:ascii_lowercase"})


def test_each_way_in_leads_to_the_thing(words: Registry[str]) -> None:
    words.register("mine", "own")
    assert words.names() == ("letters", "mine", "plugged")
    assert [words.get(name) for name in words.names()] == ["abcdefghijklmnopqrstuvwxyz", "own", "from a package"]


@pytest.mark.parametrize("name", ["letters", "plugged"])
def test_a_name_is_given_once(words: Registry[str], name: str) -> None:
    with pytest.raises(ValueError, match=f"word '{name}' is registered already"):
        words.register(name, "other")


def test_an_unknown_name_is_told_with_the_known(words: Registry[str]) -> None:
    with pytest.raises(ValueError, match="unknown word 'none'; known: letters, plugged"):
        words.get("none")
