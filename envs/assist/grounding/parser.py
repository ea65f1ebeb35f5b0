"""The door of the grounding module: text in, acts or actions out, by rules alone; the same text gives the same acts.

`ground` reads an assistant's free English, `command` a person's own words. Neither raises, whatever the text. Names
are matched longest first, with plurals, shortened names, sides, numbers and ordinals; verbs in all their forms, with
usual synonyms that the lexicon leaves free. What an act says, beyond `act.py`:

* ADVISE without a verb: the thing is meant, the action is left open ("use the tomato", "the rice goes on plate 1").
* WARN: also "instead of X", "X, not Y", "before you do it", "you are about to do it", "no need to do it".
* CLAIM, by `prop`: a property of the domain ("state", "power", ...; the lexicon's first where words fit several), "at"
  (value "person": in the hand), "did", "doing", "before" (`target` came before `value`; value "": it came first),
  "exists" and "needed" (value "yes" or "no"; an unreal thing stands by its name), "is" (what is being handled is
  `target`), "fulfilled" (the task is done). "Almost done" and "done soon" are negated claims.
* NUMBER: `value` is the unit (tick, second, minute, time, percent, ...), "" without one. "Never" is 0 times.
* PROMISE: `target`, `prop` and `value` of what is waited for. ASK: `verb` and `target` of what is asked.

A pronoun without anything that it could mean leaves its target open. A name that fits several things, or none, is never
guessed: the act's target is empty (several), or there is no act (none), and the words stand in `unknown`. A plural
means those of the things that the task is about (`Lexicon.meant`), where there are several or the number says so.
`Lexicon.sentences` are understood as a whole: advice or a warning of all that they ask for; one that asks for nothing
is an ACKNOWLEDGE. A claim with a verb that is only said (`VerbForms.said`) is a claim without a verb.

These forms are always understood, with A and B as `Lexicon.say(action)` and X as `Lexicon.name(thing)` say them:

    A.  Please A.  Now A.  Next, A.  You should A.  You need to A.  You can now A.  Let's A.  It is time to A.
    A and B.  A, then B.  A, and then B.  Next, A. Then B.  After that, A.  Once X is VALUE, A.  A instead.
    Don't A.  Do not A.  Stop, don't A.  Wait, do not A.  Please don't A.  Before you A, B.
    You have PAST.  You already PAST.  You have not PAST yet.  You did not A yet.  You are ING.
    X is VALUE.  X is not VALUE yet.  X is VALUE now.  I see that X is VALUE.  You don't need X.  There is no X.
    Yes.  No.  Not yet.  N times.  About N ticks.  I will tell you when X is VALUE.  Okay.  Well done.  Hello.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from envs.assist.action import Action
from envs.assist.grounding.act import ActKind, Understood
from envs.assist.grounding.compiled import Compiled
from envs.assist.grounding.reader import Reader
from envs.assist.grounding.words import split
from envs.assist.lexicon import Lexicon

_KEPT = 256
"""Lexicons whose grammars are kept."""
_REMEMBERED = 4096
"""Texts that each grammar remembers."""


class Grammar:
    """Reads texts over one lexicon. Immutable but for its memory of texts; made once for all equal lexicons (`of`)."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._compiled = Compiled(lexicon)
        self._ground = lru_cache(_REMEMBERED)(self._ground_anew)
        self._command = lru_cache(_REMEMBERED)(self._command_anew)

    @staticmethod
    def of(lexicon: Lexicon) -> Grammar:
        """The grammar of a lexicon, by what it holds."""
        known = _BY_ID.get(id(lexicon))
        if known is not None and known[0] is lexicon:
            return known[1]
        grammar = _made(_Content(lexicon))
        if len(_BY_ID) >= _KEPT:
            _BY_ID.clear()
        _BY_ID[id(lexicon)] = (lexicon, grammar)
        return grammar

    def ground(self, text: str, recent: Sequence[str] = ()) -> Understood:
        """See `ground`."""
        return self._ground(text, tuple(recent))

    def command(self, text: str, recent: Sequence[str] = ()) -> tuple[Action, ...]:
        """See `command`."""
        return self._command(text, tuple(recent))

    def _ground_anew(self, text: str, recent: tuple[str, ...]) -> Understood:
        reading = Reader(self._compiled, split(text), recent).read()
        return Understood(reading.acts, reading.things, reading.unknown)

    def _command_anew(self, text: str, recent: tuple[str, ...]) -> tuple[Action, ...]:
        reading = Reader(self._compiled, split(text), recent, own=True).read()
        return tuple(
            act.action
            for n, act in enumerate(reading.acts)
            if act.kind == ActKind.ADVISE and act.verb and not act.later and n not in reading.lacking
        )


def ground(text: str, lexicon: Lexicon, recent: Sequence[str] = ()) -> Understood:
    """What an assistant's message does. recent: ids that were named before it, the last last, for its pronouns."""
    return Grammar.of(lexicon).ground(text, recent)


def command(text: str, lexicon: Lexicon, recent: Sequence[str] = ()) -> tuple[Action, ...]:
    """The actions that a person's own words announce or ask for, in order; empty when they are not understood.

    Only what is for now counts: of "go to the fridge, then open it" the walk. An action that lacks a thing because its
    name is unknown or ambiguous is left out.
    """
    return Grammar.of(lexicon).command(text, recent)


class _Content:
    """A lexicon hashed by what it holds, its mappings' order included."""

    __slots__ = ("lexicon", "key", "_hash")

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.key = (
            tuple(lexicon.things.items()),
            lexicon.places,
            tuple(lexicon.verbs.items()),
            tuple(lexicon.values.items()),
            lexicon.unreal,
            lexicon.meant,
            tuple(lexicon.sentences.items()),
        )
        self._hash = hash(repr(self.key[0])) ^ hash(self.key[1]) ^ hash(repr(self.key[2:]))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Content) and self.key == other.key


_BY_ID: dict[int, tuple[Lexicon, Grammar]] = {}
"""The lexicons seen of late. They are kept alive, so that no other lexicon can come to have one's id."""


@lru_cache(maxsize=_KEPT)
def _made(content: _Content) -> Grammar:
    return Grammar(content.lexicon)
