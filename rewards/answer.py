"""Questions of the person, answered rightly, wrongly or not at all (IVG Table 12).

The schedule asks them, each once, and the first answer alone counts, so that guessing on gains nothing. A wrong answer
that is dearer than none makes a guess out of the air a loss.
"""

from __future__ import annotations

from envs.assist.grading import VerdictKind
from rewards.graded import Graded
from rewards.term import Size, TermSettings


class AnswerSettings(TermSettings):
    """Values before the weight; costs are given as sizes."""

    right: Size = 1.0
    wrong: Size = 0.5
    unanswered: Size = 0.25
    late_by: Size = 0.0
    """Off `right`, for each tick from the question to the answer."""


class Answer(Graded):
    """+ right; - wrong, unanswered."""

    name = "answer"
    settings = AnswerSettings
    signs = {VerdictKind.RIGHT: 1, VerdictKind.WRONG: -1, VerdictKind.UNANSWERED: -1}
