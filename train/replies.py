"""Replies that have collapsed into repetition: "!!!!!!!!" or "the the the the" to the end of the token limit.

It is how a policy that was broken by an update speaks (verl#891, RAGEN#52), and a share of such replies among all says
so at once, in any world and under any reward.
"""

from __future__ import annotations

import re

LONGEST_UNIT = 48
"""Characters: what is looked for is one character, a word, or a short sentence, over and over."""
FEWEST_REPEATS = 8
SHORTEST_RUN = 32
"""Characters: "Zzzzzz", "no, no, no!" and "......" are things one may say."""
SHORTEST_DRAWN_RUN = 400
"""Characters, for what repeats in sound replies too: the rules and columns of a table, the digits of a number, equal
points or records of JSON. 400 are twenty equal points, or five lines of one drawn rule.
"""

_RUN = re.compile(rf"(?s)(?=((.{{1,{LONGEST_UNIT}}}?)\2{{{FEWEST_REPEATS - 1},}}))")
"""At every place, the run that starts there and its shortest unit."""
_START = re.compile(rf"(?s)(.{{1,{LONGEST_UNIT}}}?)\1{{3}}")
_APART = SHORTEST_RUN // 2
"""Of the places looked at first: from the first of them inside a run, half of it is still to come, so four units."""
_RULE = re.compile(r"[\s\d\-=_*#~.+|:\u2500-\u257f]+")
_NUMBERS = re.compile(r"[\s\d\-=_*#~.+|:\u2500-\u257f,;/()]{2,}")
_RECORD = re.compile(r"[\[\]{}|\"]")


def repeats(text: str) -> bool:
    """Whether a reply holds a long run of one character or of one short unit.

    Some 50 us for a reply of 300 characters without repetition; at most 0.3 s for one of 20,000.
    """
    if not any(_START.match(text, place) for place in range(0, len(text), _APART)):
        return False
    return any(len(run[1]) >= _shortest_run(run[2]) for run in _RUN.finditer(text))


def _shortest_run(unit: str) -> int:
    single = len(unit) == 1
    drawn = _RULE.fullmatch(unit) if single else _NUMBERS.fullmatch(unit) or _RECORD.search(unit)
    return SHORTEST_DRAWN_RUN if drawn else SHORTEST_RUN
