"""Grading from the event log alone: scheduled errors, questions, requests, false alarms (IVG Tables 2, 3 and 12)."""

from envs.assist.grading.grader import Grader, grade
from envs.assist.grading.grades import ErrorCounts, Grades
from envs.assist.grading.verdict import Verdict, VerdictKind

__all__ = ["ErrorCounts", "Grader", "Grades", "Verdict", "VerdictKind", "grade"]
