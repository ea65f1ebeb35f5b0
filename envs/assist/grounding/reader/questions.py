"""Which part of a sentence asks."""

from __future__ import annotations

from envs.assist.grounding.compiled import Compiled

_REQUESTS = (
    *(("can", "you"), ("could", "you"), ("would", "you"), ("will", "you"), ("why", "do", "not"), ("how", "about")),
    *(("shall", "we"), ("can", "we"), ("could", "we"), ("do", "you", "mind"), ("want", "to"), ("why", "not")),
)
"""Questions by their form that ask for an action."""
_INVERTED = frozenset("have has had did do does are is was were should can could would will may shall am".split())
_SURELY_INVERTED = frozenset("have has did do does are is was were".split())
_QUESTIONING = frozenset("what where which who why how when whose".split())
_BEFORE_QUESTION = frozenset((",", "and", "so", "now", "ok", "okay", "also", "wait", "but"))
SUBJECTS = frozenset("you the it i we there any your they that this these those a an he she".split())
"""Words that can open a subject."""
_OPENS = frozenset((",", "and", "but", "so", "or", "because", "then"))


def asks_from(grammar: Compiled, words: list[str], first: int, stop: int, mark: str) -> int:
    """The word from which on a sentence asks, -1 when it does not."""
    while first < stop and words[first] in _BEFORE_QUESTION:
        first += 1
    asking = mark == "?"
    if not asking:
        inverted = first + 1 < stop and words[first] in _SURELY_INVERTED
        return first if inverted and words[first + 1] in SUBJECTS else -1
    if stop - first > 1 and words[stop - 1] in ("ok", "okay", "please") and words[stop - 2] == ",":
        return -1
    found = -1
    for at in range(first, stop):
        opens = at == first or words[at - 1] in _OPENS
        if not opens or at + 1 >= stop:
            continue
        if any(tuple(words[at : at + len(request)]) == request for request in _REQUESTS):
            return -1
        inverted = words[at] in _INVERTED and (words[at + 1] in SUBJECTS or grammar.noun(words, at + 1))
        if inverted or (words[at] in _QUESTIONING and (at == first or words[at] != "when")):
            found = at
    return found if found >= 0 else first
