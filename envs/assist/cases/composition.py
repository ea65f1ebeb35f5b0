"""What the frozen benchmark is composed of: cases, events and personas (IVG Tables 17 and 18).

The tables give sums: 50, 25 and 30 cases; 140 errors, 88 questions, 29 requests and 3 changes of plan in the kitchen;
2, 3, 4, 5, 6 or 7 events in 55, 12, 1, 11, 16 and 10 cases of all three worlds. The one way to deal these out among
cases that the papers' means and ranges allow is not unique; PATTERNS is ours. So are the personas of each case.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from envs.assist.persona import PROFILES
from envs.assist.schedule import QUESTION_KINDS, QuestionKind


@dataclass(frozen=True)
class Pattern:
    """How many events of each type one case schedules."""

    errors: int
    questions: int = 0
    requests: int = 0
    changes: int = 0

    @property
    def events(self) -> int:
        """All of them."""
        return self.errors + self.questions + self.requests + self.changes


PATTERNS: Mapping[str, tuple[tuple[Pattern, int], ...]] = {
    "cook": (
        (Pattern(3, 3, 1), 10),
        (Pattern(3, 2, 1), 16),
        (Pattern(3, 2), 8),
        (Pattern(2, 2, 0, 1), 3),
        (Pattern(2, 1, 1), 1),
        (Pattern(3), 6),
        (Pattern(2, 1), 3),
        (Pattern(2, 0, 1), 2),
        (Pattern(2), 1),
    ),
    "household": ((Pattern(2), 24), (Pattern(3), 1)),
    "phone": ((Pattern(2), 30),),
}
"""World -> (pattern, number of cases)."""
PERSONAS_A_CASE = 3
COOK_PERSONAS = ("novice", "home_cook", "skeptical_expert")
"""The kitchen's three, the same in every case; the other worlds draw three of the nine profiles."""


def patterns(world: str) -> list[Pattern]:
    """One pattern a case, the kinds spread over the list, so that consecutive cases differ."""
    dealt = [
        ((place + 0.5) / count, number, pattern)
        for number, (pattern, count) in enumerate(PATTERNS[world])
        for place in range(count)
    ]
    return [pattern for _, _, pattern in sorted(dealt, key=lambda item: item[:2])]


def personas(world: str, case: int) -> Sequence[str]:
    """Names of the three personas of a case; over nine cases each of the nine profiles is drawn three times."""
    if world == "cook":
        return COOK_PERSONAS
    names = list(PROFILES)
    return [names[(case + 3 * place + case // 3) % len(names)] for place in range(PERSONAS_A_CASE)]


def question_kinds(first: int, count: int) -> list[tuple[QuestionKind, bool]]:
    """Kinds of `count` questions from number `first` of a world's on, and whether the premise is false: the five kinds
    in turn, and of each fifth round of the kinds that can have one, a false one.
    """
    found: list[tuple[QuestionKind, bool]] = []
    for number in range(first, first + count):
        kind = QUESTION_KINDS[number % len(QUESTION_KINDS)]
        found.append((kind, kind == "recall" and number // len(QUESTION_KINDS) % 2 == 1))
    return found
