"""Proactive requests: told in the window, too early, too late, or never (IVG Table 12). Saying "I will" pays nothing."""

from __future__ import annotations

from envs.assist.grading import VerdictKind
from rewards.graded import Graded
from rewards.term import Size, TermSettings


class NotificationSettings(TermSettings):
    """Values before the weight; costs are given as sizes. late_by: a tick after the fact, off a notification."""

    notified: Size = 1.0
    early: Size = 0.5
    late: Size = 0.25
    unnotified: Size = 0.5
    late_by: Size = 0.0


class Notification(Graded):
    """+ notified; - early, late, unnotified."""

    settings = NotificationSettings
    signs = {
        VerdictKind.NOTIFIED: 1,
        VerdictKind.EARLY: -1,
        VerdictKind.LATE: -1,
        VerdictKind.UNNOTIFIED: -1,
    }
