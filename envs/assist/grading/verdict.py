"""One finding of the grader about one event of the schedule or one message."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class VerdictKind(StrEnum):
    """What was found."""

    DETECTED = "detected"
    """An error was addressed while it was under way or fresh. At most once an error."""
    PREVENTED = "prevented"
    """An error was given up before it was done, because of a message."""
    CORRECTED = "corrected"
    """A done error was understood because of a message."""
    MISSED = "missed"
    """An error was neither detected nor prevented."""
    FALSE_ALARM = "false_alarm"
    """A message warned of what is not wrong. At most once a message."""
    RIGHT = "right"
    WRONG = "wrong"
    UNANSWERED = "unanswered"
    NOTIFIED = "notified"
    EARLY = "early"
    """It was claimed before it was so."""
    LATE = "late"
    UNNOTIFIED = "unnotified"
    UNNEEDED = "unneeded"
    """A message gave the person nothing. At most once a message."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """One finding.

    tick: at which it was fixed; where something did not happen, the last tick at which it could have. event: id of the
    schedule's event, "" for findings about a message alone. message: number of the message, None where there is none.
    delay: ticks from when there was something to say (the error's begin, the question, the fact that was waited for) to
    the message's sending for errors and answers, to its arrival for notifications. family: an error's kind or a
    question's kind.
    """

    kind: VerdictKind
    tick: int
    event: str = ""
    message: int | None = None
    delay: int | None = None
    family: str = ""
