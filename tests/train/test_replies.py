"""What repeats without end is seen, and nothing that a sound reply may hold is taken for it."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from envs.episode import ToolCall
from envs.reply import History, format_reply
from train.replies import FEWEST_REPEATS, LONGEST_UNIT, SHORTEST_DRAWN_RUN, SHORTEST_RUN, repeats

WORDS = "the lamp stands left of kettle so I press its button and look again at where red light was before".split()
CHINESE = (
    "我先看一下台灯。开关在左边,需要按下去。",
    "水壶已经插上电源了,盖子还开着。",
    "现在把苹果放进冰箱里,然后关门。",
    "用户想要红色的杯子,我得先问一问。",
    "哈哈哈,这不是我要找的东西!",
)
prose = st.lists(st.sampled_from(WORDS), unique=True, min_size=1).map(" ".join)
numbers = st.integers(0, 1000)
unhurried = settings(deadline=None)


@pytest.mark.parametrize(
    "text",
    [
        "!" * 40,
        "<think>I look at the lamp" + "!" * 60,
        "the " * 12,
        "I press the button. " * 8,
        "</think>" * 10,
        "哈" * 50,
        "好的好的" * 10,
        "\u0000" * 96,
        "-" * 500,
        "0" * 500,
        "[500, 500], " * 40,
        "?\n" * 30,
    ],
)
def test_collapsed_replies_are_seen(text: str) -> None:
    assert repeats(text)


@unhurried
@given(prose, st.text(st.characters(categories=("L", "Po", "So")), min_size=1, max_size=LONGEST_UNIT), prose)
def test_a_long_run_is_seen_wherever_it_stands(before: str, unit: str, after: str) -> None:
    assert repeats(before + unit * SHORTEST_DRAWN_RUN + after)


@unhurried
@given(st.text("abcd!?", min_size=1, max_size=LONGEST_UNIT), st.integers(0, 40))
def test_the_shortest_run_is_seen_wherever_it_stands(unit: str, offset: int) -> None:
    run = unit * max(FEWEST_REPEATS, math.ceil(SHORTEST_RUN / len(unit)))
    assert repeats("".join(WORDS)[:offset] + run)


@unhurried
@given(st.lists(st.tuples(numbers, numbers), max_size=20), st.sampled_from([None, 1]))
def test_coordinates_are_no_repetition(points: list[tuple[int, int]], indent: int | None) -> None:
    assert not repeats(json.dumps(points))
    assert not repeats(json.dumps([{"x": x, "y": y} for x, y in points[:16]], indent=indent))


@unhurried
@given(st.integers(0, 10 ** (SHORTEST_DRAWN_RUN - 1) - 1), prose)
def test_long_numbers_are_no_repetition(number: int, words: str) -> None:
    assert not repeats(f"{words} {number} {words}")
    assert not repeats(str(10 ** (SHORTEST_DRAWN_RUN - 2)))


@unhurried
@given(
    st.lists(st.lists(st.sampled_from(["", "yes", "no", "0", "lamp"]), min_size=4, max_size=4), max_size=12),
    st.integers(3, 30),
)
def test_tables_are_no_repetition(cells: list[list[str]], width: int) -> None:
    rule = "+" + "+".join("-" * width for _ in range(4)) + "+"
    lines = ["|" + "|".join(f"{cell:^{width}}" for cell in row) + "|" for row in cells[: SHORTEST_DRAWN_RUN // 130]]
    assert not repeats("\n".join([rule, *lines, rule]))
    assert not repeats("| " + " | ".join(["---"] * 20) + " |\n")


@unhurried
@given(st.lists(st.sampled_from(CHINESE), unique=True, min_size=1))
def test_chinese_is_no_repetition(sentences: list[str]) -> None:
    assert not repeats("".join(sentences))


@unhurried
@given(prose, prose, prose, numbers, numbers)
def test_what_a_good_policy_says_is_no_repetition(thought: str, done: str, task: str, x: int, y: int) -> None:
    call = ToolCall("click", {"coordinate": [x, y], "times": 1})
    assert not repeats(format_reply(f"{thought}.", History(summary=done, task=task), call))


@unhurried
@given(st.text("ab!", max_size=SHORTEST_RUN - 1))
def test_a_short_reply_is_no_repetition(text: str) -> None:
    assert not repeats(text)
