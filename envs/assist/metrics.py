"""Metrics of the assist worlds beside in-time success (IVG Tables 2, 3, 6, 13 and 20), from the event log alone.

Three parts make them up, each with its columns: what the grader finds, how the person behaves, and the quality of what
was said. Ratios pool over episodes, so detection recall is over errors, not over episodes.
"""

from __future__ import annotations

from collections.abc import Mapping

from envs.assist.behaviour import MEASURES, behaviour
from envs.assist.grading import Grades, grade
from envs.assist.log import EntryKind, Log
from envs.assist.quality import QUALITY_RATES, quality_ratios
from envs.assist.schedule import ERROR_KINDS
from envs.episode import Episode
from envs.metric_set import MetricSet, Ratios

FAMILIES: Mapping[str, str] = {
    "order": "temporal order",
    "count": "action count",
    "duration": "time duration",
    "recall": "event recall",
}
"""Family of questions -> the name of its column (Table 3)."""
GRADE_RATES: dict[str, str] = {
    "in_time": "in-time success",
    "any_success": "any success",
    "detected": "detection recall",
    "prevented": "error prevention",
    "corrected": "errors corrected",
    "false_alarms": "false alarms",
    "unneeded": "unneeded messages",
    "messages": "messages per 100 ticks",
    "message_words": "words per message",
}
ANSWER_RATES: dict[str, str] = {
    **{f"question_{family}": name for family, name in FAMILIES.items()},
    "requests": "proactive request",
    "answered": "overall",
}
TABLES: Mapping[str, Mapping[str, str]] = {
    "guiding": GRADE_RATES,
    "questions and proactive requests": ANSWER_RATES,
    "interaction quality": QUALITY_RATES,
    "the person's behaviour": MEASURES,
}
"""Title -> (metric -> the column's name): the parts as tables of a width that a terminal bears."""
COUNTS = frozenset(("messages", "message_words", "utterance_words", "speech_rate", "ignoring"))
"""Those that are means, not shares."""


def assist_ratios(episode: Episode) -> Ratios:
    """Every metric's part of one episode; empty for an episode without a log."""
    log = Log.of(episode)
    if not log.entries:
        return {}
    return {**grade_ratios(grade(log), log), **quality_ratios(episode), **behaviour(log)}


def grade_ratios(grades: Grades, log: Log) -> Ratios:
    """What the grader finds. false_alarms, unneeded: of all messages. answered: questions of all families and requests
    together, the overall column of Table 3. detected_<kind>, beside the columns: detection recall of one kind of error.
    """
    errors = grades.errors
    right, asked = grades.answers
    notified, judged = grades.requests
    sent = log.of_kind(EntryKind.SENT)
    found: Ratios = {
        "in_time": (grades.in_time, 1),
        "any_success": (grades.any_success, 1),
        "detected": (errors.detected, errors.begun),
        "prevented": (errors.prevented, errors.begun),
        "corrected": (errors.corrected, errors.begun),
        "requests": grades.requests,
        "answered": (right + notified, asked + judged),
        "false_alarms": (grades.false_alarms, grades.messages),
        "unneeded": (grades.unneeded, grades.messages),
        "messages": (100 * grades.messages, grades.ticks),
        "message_words": (sum(len(entry.data["text"].split()) for entry in sent), len(sent)),
    }
    found |= {f"question_{family}": grades.questions.get(family, (0, 0)) for family in FAMILIES}
    for kind in ERROR_KINDS:
        counts = grades.by_kind.get(kind)
        found[f"detected_{kind}"] = (counts.detected, counts.begun) if counts is not None else (0, 0)
    return found


METRICS = MetricSet(
    ratios=assist_ratios,
    tables=TABLES,
    counts=COUNTS,
)
