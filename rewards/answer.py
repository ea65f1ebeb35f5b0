"""Questions of the person, answered rightly, wrongly or not at all (IVG Table 12). The first answer alone counts."""

from __future__ import annotations

from envs.assist.grading import VerdictKind
from rewards.graded import Graded
from rewards.term import Size, TermSettings


class AnswerSettings(TermSettings):
    """Values before the weight; costs are given as sizes. late_by: a tick of delay, off a right answer."""

    right: Size = 1.0
    wrong: Size = 0.5
    unanswered: Size = 0.5
    late_by: Size = 0.0


class Answer(Graded):
    """+ right; - wrong, unanswered."""

    settings = AnswerSettings
    signs = {VerdictKind.RIGHT: 1, VerdictKind.WRONG: -1, VerdictKind.UNANSWERED: -1}
