"""The judge by rules: every message of a log against what the log says (IVG Table 21).

It checks the acts that the grounding heard in a message. What it cannot parse, and what the log does not show, it calls
undecided, with the reason; how much that is, `quality_ratios` reports.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from envs.assist.log import Entry, Log
from envs.assist.quality.fold import QualityFold
from envs.assist.quality.hindsight import settle
from envs.assist.quality.rubric import MessageVerdict
from envs.assist.quality.uptake import IntentVerdict


class RuleJudge:
    """Judges a whole log. It keeps nothing between logs."""

    def judge(self, log: Log) -> list[MessageVerdict]:
        """A verdict for every message, in the order in which they were sent."""
        return self.judge_all(log.entries)[0]

    def judge_all(self, entries: Iterable[Entry]) -> tuple[list[MessageVerdict], tuple[IntentVerdict, ...]]:
        """Verdicts on the messages, and on the uptake of the person's intents."""
        fold = QualityFold()
        for entry in entries:
            fold.add(entry)
        settled = [
            replace(verdict, items=settle(verdict.items, case, fold.situation))
            for verdict, case in zip(fold.verdicts, fold.cases, strict=True)
        ]
        return settled, fold.intents()
