"""Proactive requests: told in the window, too early, too late, or never (IVG Table 12). Saying "I will" pays nothing.

Requests come by the schedule, each is settled once, and a claim before it is so settles it as early: to say "it is
done" at every turn is a cost.
"""

from __future__ import annotations

from envs.assist.grading import VerdictKind
from rewards.graded import Graded
from rewards.term import Size, TermSettings


class NotificationSettings(TermSettings):
    """Values before the weight; costs are given as sizes."""

    notified: Size = 1.0
    early: Size = 0.5
    late: Size = 0.25
    unnotified: Size = 0.5
    late_by: Size = 0.0
    """Off `notified`, for each tick from the fact to the person's hearing of it."""


class Notification(Graded):
    """+ notified; - early, late, unnotified."""

    name = "notification"
    settings = NotificationSettings
    signs = {
        VerdictKind.NOTIFIED: 1,
        VerdictKind.EARLY: -1,
        VerdictKind.LATE: -1,
        VerdictKind.UNNOTIFIED: -1,
    }
