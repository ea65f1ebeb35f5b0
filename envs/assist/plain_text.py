"""Text of task files that people and prompts get to see: bounded, and without characters that cannot be seen."""

from __future__ import annotations

import unicodedata
from typing import Annotated

from pydantic import AfterValidator, Field, StrictStr

NAME_LENGTH = 120
"""Characters of an id, a title or a label at most."""
WISH_LENGTH = 400
"""Characters of a part of a task sheet at most."""
SHEET_LENGTH = 2000
"""Characters of a task sheet at most."""
_UNSEEN = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
"""Unicode categories of control and format characters (bidirectional overrides among them), surrogates, characters of
no meaning, and breaks of lines."""


def unseen(text: str) -> str | None:
    """The first character that is a control, a format or no character; None where there is none."""
    return next((sign for sign in text if unicodedata.category(sign) in _UNSEEN), None)


def plain(text: str) -> str:
    """The text itself. ValueError when it holds characters that cannot be seen."""
    sign = unseen(text)
    if sign is not None:
        raise ValueError(f"holds the character U+{ord(sign):04X}, which cannot be seen")
    return text


NameText = Annotated[StrictStr, Field(min_length=1, max_length=NAME_LENGTH), AfterValidator(plain)]
WishText = Annotated[StrictStr, Field(min_length=1, max_length=WISH_LENGTH), AfterValidator(plain)]
SheetText = Annotated[StrictStr, Field(min_length=1, max_length=SHEET_LENGTH), AfterValidator(plain)]
