"""Every kind of part is built, is used in one way, and bears what is printed on it."""

from __future__ import annotations

import json

import numpy as np
import pytest

from envs.devices.body import LookBuilder
from envs.devices.category import Component, load_category
from envs.devices.generate import CATEGORIES
from envs.devices.machine import MachineError
from envs.devices.parts import PART_TYPES, PART_WORDS, build_part, check_mark, use
from envs.devices.parts.build import LABELLED, MARKED_THEMSELVES
from envs.rendering.marks import _cut, _rasterise, rectangles
from envs.rendering.node import Node


def built(word: str, mark: str = "", half: tuple[float, float] = (0.2, 0.2), style: float = 0.3):
    root = Node("root")
    return root, build_part(root, "it", word, "blue", "front", (0, 0, 0), half, style, mark)


@pytest.mark.parametrize("word", PART_WORDS)
def test_each_word_is_built_and_moves_its_own_joint(word: str) -> None:
    for style in (0.1, 0.9):
        root, part = built(word, style=style)
        assert part.visual_name == f"blue {word}"
        looks = []
        for value in (0.0, 1.0):
            look = LookBuilder()
            part.show(look, value, lit=True)
            looks.append(look.build())
        assert (looks[0] != looks[1]) == (part.joint is not None)
        assert part.joint is None or f'<joint name="{part.joint}"' in root.xml()


@pytest.mark.parametrize("word", PART_WORDS)
def test_marks_stand_on_the_part_or_on_a_label_beside_it(word: str) -> None:
    bare, _ = built(word)
    root, part = built(word, "@power")
    assert (part.mark == "@power") == (word in MARKED_THEMSELVES | LABELLED)
    assert (root.xml() != bare.xml()) == bool(part.mark)
    labels = [child.name for child in root.children if child.name.startswith("it:")]
    assert labels == (["it:label"] if word in LABELLED else [])  # not below "it/", so that a touch of it is none of it
    assert part.visual_name == ("blue " + word + (" with a power symbol" if part.mark else ""))


def test_a_word_that_is_printed_is_told_as_it_stands() -> None:
    assert built("key", "START")[1].visual_name == "blue key marked START"


def test_the_two_ways_of_a_part_differ_unless_it_knows_one() -> None:
    alike = {word for word in PART_WORDS if use(word, True) == use(word, False)}
    assert alike == {"button", "key", "pad", "bar", "trigger", "cord"}
    assert {action for word in PART_TYPES for action, _ in (use(word, True), use(word, False))} == {
        *("press", "push", "pull", "rotate", "grasp")
    }


@pytest.mark.parametrize("mark", ["@power", "@fan", "@weather_night", "START", "+", "8"])
def test_rectangles_cover_exactly_the_glyph(mark: str) -> None:
    inked = _rasterise(mark)
    drawn = np.zeros_like(inked, dtype=int)
    for left, top, right, bottom in _cut(inked):
        drawn[top:bottom, left:right] += 1
    assert (drawn == inked).all()
    wide, cut = rectangles(mark)
    assert wide == pytest.approx(inked.shape[1] / inked.shape[0])
    assert sum(4 * w * h for _, _, w, h in cut) == pytest.approx(inked.sum() * 4 / inked.shape[0] ** 2)
    assert all(abs(x) + w <= wide + 1e-9 and abs(y) + h <= 1 + 1e-9 for x, y, w, h in cut)


@pytest.mark.parametrize(
    ("mark", "message"), [("@no_such_thing", "no icon"), ("", "1 to 5"), ("TOOLONG", "1 to 5"), (" A", "1 to 5")]
)
def test_a_mark_that_cannot_be_printed_is_refused(mark: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        check_mark(mark)
    with pytest.raises(ValueError, match=message):
        Component(presence=1, parts={"key": 1}, colours=("red",), marks=(mark,))


def test_a_broken_category_file_is_named(tmp_path, monkeypatch) -> None:
    import envs.devices.category as module

    for name in ("Lamp.json", "Lamp.parts.json"):
        (tmp_path / name).write_text((module.FOLDER / name).read_text())
    raw = json.loads((tmp_path / "Lamp.parts.json").read_text())
    raw["components"]["power_switch"]["marks"] = ["@nothing_like_it"]
    (tmp_path / "Lamp.parts.json").write_text(json.dumps(raw))
    monkeypatch.setattr(module, "FOLDER", tmp_path)
    with pytest.raises(MachineError, match=r"Lamp\.parts\.json: components\.power_switch.*@nothing_like_it"):
        load_category.__wrapped__("Lamp")


def test_the_categories_are_as_many_and_as_large_as_vgebenchs() -> None:
    machines = [load_category(name).ucsm for name in CATEGORIES]
    states = sum(len(machine.states) for machine in machines)
    transitions = sum(len(ts) for m in machines for state in m.states.values() for ts in state.on.values())
    kinds = {(machine.name, component) for machine in machines for component in machine.components()}
    assert len(machines) == 26
    assert 0.8 * 302 <= states <= 1.2 * 302
    assert 0.8 * 1206 <= transitions <= 1.2 * 1206
    assert len(kinds) >= 150
