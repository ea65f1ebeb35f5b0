"""YAML at the border: whatever a file holds, one line names the file, and the line or the field."""

from __future__ import annotations

from pathlib import Path

import pytest

from envs.settings import SettingsError, read_yaml


@pytest.mark.parametrize(
    "text",
    [
        "a: 2001-99-99",
        "a: 0x_",
        "a: !!int abc",
        "a: " + "9" * 5000,
        "[" * 5000,
        "a: \x00",
        "a: [",
        "- 1",
        "",
        "a: \t- b:",
    ],
    ids=["date", "hex", "tag", "digits", "nesting", "control", "open", "list", "empty", "tab"],
)
def test_what_is_no_mapping_is_one_line(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(text)
    with pytest.raises(SettingsError, match="x.yaml") as caught:
        read_yaml(path)
    assert "\n" not in str(caught.value)


def test_a_key_that_stands_twice_is_named_with_its_own_line(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text("a: 1\nb: 2\na: 3\n")
    with pytest.raises(SettingsError, match="line 3: .*a: stands twice"):
        read_yaml(path)


def test_a_path_that_cannot_be_is_refused() -> None:
    with pytest.raises(SettingsError, match="cannot be read"):
        read_yaml("a\0b")


def test_numbers_with_an_exponent_are_numbers(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text("a: 1e-2\nb: 2.5E+3\nc: 1e\nd: -3e4\ne: 12\n")
    assert read_yaml(path) == {"a": 0.01, "b": 2500.0, "c": "1e", "d": -30000.0, "e": 12}
