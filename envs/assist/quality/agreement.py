"""How far two judges agree, item by item and category by category."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from envs.assist.quality.rubric import DECIDED, Category, Item, MessageVerdict, Verdict

Pairs = Sequence[tuple[MessageVerdict, MessageVerdict]]
"""The same messages by the first judge and by the second."""


@dataclass(frozen=True)
class Agreement:
    """Of one item or category. applies: pairs where at least one judge finds it applies. both: pairs that both decided,
    pass or fail. equal: those on which they agree. undecided: of the pairs, those that the first, and the second, left
    undecided. kappa: Cohen's, over the pairs that both decided; None without such pairs, or when chance alone would
    agree fully (both always said the same one thing).
    """

    name: str
    applies: int
    both: int
    equal: int
    undecided: tuple[int, int]
    kappa: float | None

    @property
    def share(self) -> float | None:
        """Equal verdicts over pairs that both decided; None without such."""
        return self.equal / self.both if self.both else None

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {**asdict(self), "undecided": list(self.undecided), "share": self.share}


def agreement(pairs: Pairs) -> list[Agreement]:
    """For every item, then for every category. ValueError when a pair is of two messages."""
    for first, second in pairs:
        if (first.message, first.tick) != (second.message, second.tick):
            raise ValueError(f"message {first.message} is paired with message {second.message}")
    found = [_of(item.value, [(a.items[item].verdict, b.items[item].verdict) for a, b in pairs]) for item in Item]
    return found + [_of(each.value, [(a.category(each), b.category(each)) for a, b in pairs]) for each in Category]


def _of(name: str, pairs: Sequence[tuple[Verdict, Verdict]]) -> Agreement:
    applies = sum(pair != (Verdict.NOT_APPLICABLE, Verdict.NOT_APPLICABLE) for pair in pairs)
    both = [pair for pair in pairs if DECIDED.issuperset(pair)]
    undecided = tuple(sum(pair[judge] == Verdict.UNDECIDED for pair in pairs) for judge in (0, 1))
    equal = sum(a == b for a, b in both)
    return Agreement(name, applies, len(both), equal, (undecided[0], undecided[1]), cohens_kappa(both))


def cohens_kappa(pairs: Sequence[tuple[Verdict, Verdict]]) -> float | None:
    """(observed - expected) / (1 - expected) agreement, expected from each judge's own shares; None where undefined."""
    if not pairs:
        return None
    n = len(pairs)
    observed = sum(a == b for a, b in pairs)
    # Over n * n, in whole numbers, so that an expected agreement of 1 is seen exactly.
    expected = sum(
        sum(a == verdict for a, _ in pairs) * sum(b == verdict for _, b in pairs)
        for verdict in dict.fromkeys(verdict for pair in pairs for verdict in pair)
    )
    return None if expected == n * n else (observed * n - expected) / (n * n - expected)
