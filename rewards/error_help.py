"""Errors of the person that the assistant prevents, sees and mends, and alarms that are false (IVG, error prevention).

An error pays at most once as detected and once as prevented or corrected, and errors come by the schedule alone: there
is nothing to farm. Whoever warns of everything pays for each false alarm.
"""

from __future__ import annotations

from envs.assist.grading import VerdictKind
from rewards.graded import Graded
from rewards.term import Size, TermSettings


class ErrorHelpSettings(TermSettings):
    """Values before the weight; costs are given as sizes. late_by: a tick of delay, off what is paid, never below 0."""

    prevented: Size = 1.0
    corrected: Size = 0.5
    detected: Size = 0.25
    missed: Size = 0.0
    false_alarm: Size = 0.5
    late_by: Size = 0.0


class ErrorHelp(Graded):
    """+ prevented, corrected, detected; - missed, false alarms."""

    settings = ErrorHelpSettings
    signs = {
        VerdictKind.PREVENTED: 1,
        VerdictKind.CORRECTED: 1,
        VerdictKind.DETECTED: 1,
        VerdictKind.MISSED: -1,
        VerdictKind.FALSE_ALARM: -1,
    }
