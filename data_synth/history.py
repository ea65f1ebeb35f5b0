"""The compact history of an expert's replies (REAL 4.1): confirmed successes alone; failures stay out, its length is
bounded.
"""

from __future__ import annotations

from collections.abc import Sequence

from envs.reply import History

SUMMARY_WORDS = 12
NOTHING_YET = "nothing yet"


def history(done: Sequence[str], task: str) -> History:
    """The history: the latest successes that fit in SUMMARY_WORDS words, and what is being done now."""
    kept: list[str] = []
    for phrase in reversed([p for p, before in zip(done, ["", *done], strict=False) if p != before]):
        if sum(len(p.split()) for p in (phrase, *kept)) > SUMMARY_WORDS:
            break
        kept.insert(0, phrase)
    return History(summary=", ".join(kept) or NOTHING_YET, task=task)
