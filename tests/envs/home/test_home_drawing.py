"""Numbered marks on pictures: an outline round every marked thing that is seen, and its number, nothing else."""

from __future__ import annotations

import numpy as np
import pytest

from envs.home.drawing import COLOURS, draw_marks
from envs.home.exploration import Mark
from envs.home.sight import Sight
from envs.rendering import Perspective

EYE = Perspective((0.0, 0.0, 1.0), (0.0, 1.0, 1.0), 60.0)
GREY = 90


def sight(side: int, **boxes: tuple[int, int, int, int]) -> Sight:
    """Boxes: name -> left, top, right, bottom in pixels."""
    owner = np.full((side, side), -1, np.int16)
    for i, (left, top, right, bottom) in enumerate(boxes.values()):
        owner[top:bottom, left:right] = i
    return Sight(tuple(boxes), owner, np.ones((side, side), np.float32), EYE)


def mark(number: int, target: str) -> Mark:
    return Mark(number, "cup", (0.0, 0.0, 0.0), "table_1", target)


def plain(side: int) -> np.ndarray:
    return np.full((side, side, 3), GREY, np.uint8)


def digits(drawn: np.ndarray) -> np.ndarray:
    """Where the pale strokes of numbers are."""
    return drawn.min(axis=2) > 180


def changed(side: int, marks: list[Mark], where: Sight) -> np.ndarray:
    return (draw_marks(plain(side), marks, where) != GREY).any(axis=2)


def test_without_marks_the_picture_is_as_it_was():
    picture = plain(64)
    assert np.array_equal(draw_marks(picture, [], sight(64, a=(10, 10, 20, 20))), plain(64))


def test_the_picture_that_is_given_stays_as_it_is():
    picture = plain(256)
    picture.flags.writeable = False
    drawn = draw_marks(picture, [mark(1, "a")], sight(256, a=(60, 60, 120, 120)))
    assert (picture == GREY).all() and drawn.shape == picture.shape and drawn.dtype == np.uint8


def test_a_mark_is_an_outline_in_its_colour_and_a_number_above():
    drawn = draw_marks(plain(256), [mark(2, "a")], sight(256, a=(60, 100, 160, 200)))
    inside = drawn[120:200, 60:160]
    assert (inside == GREY).all()  # the thing itself can be seen, to its edge
    for edge in (drawn[200, 60:160], drawn[120:200, 59], drawn[120:200, 160]):
        assert (edge == COLOURS[1]).all()
    rows, columns = np.nonzero((drawn != GREY).any(axis=2))
    assert columns.min() == 59 and columns.max() == 160 and rows.min() >= 80 and rows.max() == 200
    assert digits(drawn).any()


def test_things_without_a_mark_are_left_alone():
    where = sight(256, a=(10, 60, 60, 120), b=(120, 60, 200, 120))
    assert not changed(256, [mark(1, "a")], where)[:, 100:].any()


@pytest.mark.parametrize("side", [16, 64, 256, 512])
def test_the_same_marks_give_the_same_bytes_at_any_size(side):
    where = sight(256, a=(60, 60, 120, 120), b=(130, 60, 190, 120))
    marks = [mark(1, "a"), mark(12, "b")]
    first, again = (draw_marks(plain(side), marks, where) for _ in range(2))
    assert np.array_equal(first, again) and (first != GREY).any() and first.shape == (side, side, 3)


@pytest.mark.parametrize("side", [32, 512])
def test_a_thing_of_one_pixel_is_marked_in_a_picture_of_any_size(side):
    for box in ((0, 0, 1, 1), (255, 255, 256, 256), (129, 77, 130, 78)):
        assert changed(side, [mark(1, "a")], sight(256, a=box)).any()


def test_neighbouring_numbers_have_different_colours():
    for number in range(1, 30):
        one, other = COLOURS[(number - 1) % len(COLOURS)], COLOURS[number % len(COLOURS)]
        assert one != other
        drawn = draw_marks(plain(256), [mark(number, "a")], sight(256, a=(60, 100, 160, 200)))
        assert tuple(drawn[200, 100]) == one


def test_no_outline_runs_over_a_thing_that_is_marked():
    where = sight(256, a=(60, 60, 120, 120), b=(120, 60, 124, 120))
    drawn = draw_marks(plain(256), [mark(1, "a"), mark(2, "b")], where)
    assert (drawn[90:120, 60:124] == GREY).all()


def test_numbers_of_things_close_together_keep_off_each_other():
    """Both numbers can be read: neither's plate covers the other's digit."""
    where = sight(512, a=(200, 200, 215, 300), b=(216, 200, 230, 300))
    drawn = draw_marks(plain(512), [mark(1, "a"), mark(2, "b")], where)
    alone = [draw_marks(plain(512), [m], where) for m in (mark(1, "a"), mark(2, "b"))]
    assert digits(drawn).sum() == sum(digits(picture).sum() for picture in alone) > 20
