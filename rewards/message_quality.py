"""Interaction quality as a cost: what a message fails of the rubric (IVG Table 21).

A message that fails factual grounding (T1, T2) costs 1, as the paper's gate has it; any other the share that it fails
of the items that are decided when it is sent. A good message costs nothing and none earns, so that there is nothing to
be had by saying more good things. What the rules cannot decide, or only hindsight can, costs nothing.
"""

from __future__ import annotations

from envs.assist.log import Entry
from envs.assist.quality import MessageVerdict, QualityFold, Verdict
from envs.assist.quality.rubric import DECIDED
from rewards.log_term import LogTerm


class MessageQuality(LogTerm):
    """Minus the failed share of each message, 0 to 1."""

    name = "message_quality"

    def begin(self) -> None:
        self._fold = QualityFold()

    def value(self, entry: Entry) -> float:
        return -sum((failed_share(verdict) for verdict in self._fold.add(entry)), 0.0)


def failed_share(verdict: MessageVerdict) -> float:
    """What a message fails, 0 to 1."""
    if verdict.gated:
        return 1.0
    decided = [item.verdict for item in verdict.items.values() if item.verdict in DECIDED]
    return decided.count(Verdict.FAIL) / len(decided) if decided else 0.0
