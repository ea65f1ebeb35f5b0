"""JSON as the standard has it: no NaN or infinity, no key twice, no half characters, no nesting beyond the stack.

Files and model replies are read through `loads`, so that nothing odd gets further than the border.
"""

from __future__ import annotations

import json
from typing import Any


class JsonError(ValueError):
    """Text that is not JSON. `line` is where reading stopped, counted from 1, when that is known."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line


def loads(text: str) -> Any:
    """The value that `text` holds; JsonError says in one line what was wrong."""
    try:
        value = json.loads(text, parse_constant=_refuse, parse_float=_finite, object_pairs_hook=_unique_keys)
        # An escape can name half of a surrogate pair, which no UTF-8 file and no tokenizer takes.
        json.dumps(value, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise JsonError(f"{error.msg} (line {error.lineno}, column {error.colno})", error.lineno) from error
    except RecursionError as error:
        raise JsonError("nested too deeply") from error
    except UnicodeEncodeError as error:
        raise JsonError("a string holds half of a surrogate pair") from error
    except ValueError as error:
        raise JsonError(str(error)) from error
    return value


def _refuse(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _finite(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise ValueError(f"{text[:40]} is too large a number")
    return number


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in value if keys.count(key) > 1)
        raise ValueError(f"the key {twice[:80]!r} stands twice")
    return value
