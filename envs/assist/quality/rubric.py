"""The interaction-quality rubric and what it makes of one message (IVG Table 21 and the quality columns of Table 2).

Six items are the paper's, in our words. C1 is ours: the paper names guidance conciseness and says no more. An item's
verdict is pass, fail, not applicable (the message has nothing of the kind) or undecided (it has, and this judge cannot
tell). Categories and scores:

- a category fails with any of its items, is undecided when one of them is, passes when one at least passes and the
  others pass or do not apply, and does not apply when none applies;
- a message that fails T1 or T2 is gated: its overall score is 0;
- otherwise overall is the share of passed categories among those of the four that pass or fail. It is undecided when
  factual grounding is, since nobody knows then whether the gate is shut.

User intent uptake counts the person's utterances, not messages (`envs.assist.quality.uptake`): what nobody answers has
no message to blame. So it has no part in a message's overall score; the paper does not say whether its own has.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Item(StrEnum):
    """An item of the rubric."""

    T1 = "T1"
    T2 = "T2"
    S1 = "S1"
    S2 = "S2"
    H1 = "H1"
    H2 = "H2"
    C1 = "C1"


class Category(StrEnum):
    """What items are about; the names are those of the metrics."""

    FACTUAL = "factual"
    SITUATIONAL = "situational"
    ACTIONABLE = "actionable"
    CONCISE = "concise"


CATEGORIES: dict[Category, tuple[Item, ...]] = {
    Category.FACTUAL: (Item.T1, Item.T2),
    Category.SITUATIONAL: (Item.S1, Item.S2),
    Category.ACTIONABLE: (Item.H1, Item.H2),
    Category.CONCISE: (Item.C1,),
}
TEXTS: dict[Item, str] = {
    Item.T1: "Whatever the message says of the present state, or of what the person has done, is true when it is sent.",
    Item.T2: (
        "Every thing, place, control, rule and requirement that the message speaks of exists: it is there in this "
        "world, or it is part of this task."
    ),
    Item.S1: (
        "The message is about what matters now: the action under way, the part of the task in hand, a problem that is "
        "live, something the person has asked for, or something the person has said they are about to do."
    ),
    Item.S2: (
        "If a question, request or objection of the person is still open, the message answers it, accepts it, rejects "
        "it with a reason, or puts it off for a stated reason that is urgent."
    ),
    Item.H1: "The first thing that the message advises can be started now, or the message says what must come before.",
    Item.H2: (
        "What the message advises brings the task's present plan forward, gives the person what they asked for, or "
        "prevents or repairs an error."
    ),
    Item.C1: (
        "The message is no longer than this person likes, advises three actions at most, and repeats nothing that was "
        "said shortly before."
    ),
}
"""Pass criterion of each item."""


class Verdict(StrEnum):
    """What a judge says of an item or a category."""

    PASS = "pass"
    FAIL = "fail"
    NOT_APPLICABLE = "not_applicable"
    UNDECIDED = "undecided"


DECIDED = frozenset({Verdict.PASS, Verdict.FAIL})


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict and why, in a few words."""

    verdict: Verdict
    reason: str = ""


def passed(reason: str) -> Judgement:
    """A pass."""
    return Judgement(Verdict.PASS, reason)


def failed(reason: str) -> Judgement:
    """A fail."""
    return Judgement(Verdict.FAIL, reason)


def undecided(reason: str) -> Judgement:
    """It applies, and cannot be told."""
    return Judgement(Verdict.UNDECIDED, reason)


def not_applicable(reason: str) -> Judgement:
    """There is nothing to judge."""
    return Judgement(Verdict.NOT_APPLICABLE, reason)


def all_of(parts: Iterable[Judgement], nothing: str) -> Judgement:
    """One judgement of several parts that all have to pass, with the reason of the part that tells.

    nothing: why it does not apply when no part does.
    """
    first: dict[Verdict, Judgement] = {}
    for part in parts:
        first.setdefault(part.verdict, part)
    for verdict in (Verdict.FAIL, Verdict.UNDECIDED, Verdict.PASS):
        if verdict in first:
            return first[verdict]
    return not_applicable(nothing)


@dataclass(frozen=True)
class MessageVerdict:
    """One message judged. message: its number; tick: when it was sent; items: every item's judgement."""

    message: int
    tick: int
    text: str
    items: Mapping[Item, Judgement]

    def category(self, category: Category) -> Verdict:
        """The verdict on a category."""
        return all_of((self.items[item] for item in CATEGORIES[category]), "").verdict

    @property
    def gated(self) -> bool:
        """Whether T1 or T2 fails."""
        return self.category(Category.FACTUAL) == Verdict.FAIL

    @property
    def overall(self) -> float | None:
        """0 to 1; None when undecided, or when no category applies."""
        if self.gated:
            return 0.0
        verdicts = [self.category(category) for category in Category]
        if verdicts[0] == Verdict.UNDECIDED:
            return None
        decided = [verdict for verdict in verdicts if verdict in DECIDED]
        return sum(verdict == Verdict.PASS for verdict in decided) / len(decided) if decided else None

    def to_json(self) -> dict[str, Any]:
        """Plain data, with categories and score spelled out."""
        return {
            "message": self.message,
            "tick": self.tick,
            "text": self.text,
            "items": {item.value: [judged.verdict.value, judged.reason] for item, judged in self.items.items()},
            "categories": {category.value: self.category(category).value for category in Category},
            "overall": self.overall,
        }
