"""What all parts of the reader share: the words, what was named, the record, and the clause that is being read.

The reader is one class in layers, a file each; a layer knows those under it:
`Base` < `Numbers` < `Closing` < `Orders` < `States` < `Mentions` < `Deeds` < `Interjections` < `Joints` < `Steering`
< `Reader`.
"""

from __future__ import annotations

from collections.abc import Sequence

from envs.assist.grounding.act import ActKind
from envs.assist.grounding.arguments import VerbGroup
from envs.assist.grounding.compiled import CUES, Compiled
from envs.assist.grounding.names import Names
from envs.assist.grounding.reader.clause import Clause
from envs.assist.grounding.record import Record
from envs.assist.grounding.words import Words


class Base:
    """One text over one lexicon. own: the words are a person's own: "I will chop the tomato" announces an action."""

    def __init__(self, grammar: Compiled, text: Words, recent: Sequence[str] = (), own: bool = False) -> None:
        if grammar.marked:
            grammar.unmarked(text)
        self.grammar = grammar
        self.text = text
        self.words = text.words
        self.names = Names(grammar, text.words, recent)
        self.record = Record()
        self.own = own
        self.clause = Clause(0, 0)
        self.stop = 0
        """End of the sentence, excluded."""
        self.mark = ""
        """What the sentence ends with."""
        self.sentence_acts = 0
        """How many acts there were before the sentence."""
        self.contrast: tuple[ActKind, VerbGroup | None] | None = None
        """What the clause before did; "not X" refers to it."""

    def _next(self, at: int) -> str:
        """The word there, "" behind the sentence."""
        return self.words[at] if at < self.stop else ""

    def _is_gerund(self, at: int) -> bool:
        """Whether an -ing form of the world's verbs stands there."""
        return any(sense.form == "ing" for sense in self.grammar.verbs.get(self._next(at), ()))

    def _text(self, start: int, end: int) -> str:
        return self.text.between(start, end).strip()

    def _is_verbal(self, at: int) -> bool:
        """Whether a name that ends there is a clause's subject."""
        if at >= self.stop:
            return False
        return any(c.code in ("be", "have", "modal", "will", "did", "do") for c in CUES.get(self.words[at], ()))
