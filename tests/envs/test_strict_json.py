"""JSON at the border: what the standard allows is read as ever; what it does not is one JsonError."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from envs.strict_json import JsonError, loads

leaves = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
leaves |= st.text(st.characters(exclude_categories=["Cs"]))
values = st.recursive(leaves, lambda v: st.lists(v) | st.dictionaries(st.text("abc"), v), max_leaves=20)


@given(values)
def test_json_is_read_as_it_is(value):
    assert loads(json.dumps(value)) == value


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            " ",
            "{",
            "[1,]",
            "{'a': 1}",
            "NaN",
            "[-Infinity]",
            "1e400",
            "-1e400",
            "9" * 5000,
            "[1] 2",
            "01",
        ),
        *(
            '{"a": 1, "a": 1}',
            '{"b": {"a": 1, "a": 2}}',
            '"\\ud800"',
            '{"\\ud800": 1}',
            "[" * 10**5,
            '{"a":' * 10**5,
        ),
    ],
    ids=lambda text: text[:20],
)
def test_what_is_not_json_is_one_short_error(text):
    with pytest.raises(JsonError) as caught:
        loads(text)
    assert 0 < len(str(caught.value)) < 300 and "\n" not in str(caught.value)


def test_the_line_is_known_where_reading_stopped():
    with pytest.raises(JsonError) as caught:
        loads('{\n"a": 1,\n"b": }')
    assert caught.value.line == 3
