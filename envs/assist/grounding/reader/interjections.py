"""Whole acts of a few words: "yes", "got it", "well done", "stop", "careful with the pan"."""

from __future__ import annotations

from envs.assist.grounding.act import Act, ActKind
from envs.assist.grounding.reader.deeds import Deeds
from envs.assist.grounding.reader.questions import SUBJECTS

_CAUTIOUS = frozenset(("right", "correct", "true", "false", "wrong", "incorrect", "negative", "fine", "sure", "mind"))
"""Interjections only where nothing follows them."""
_ADJECTIVAL = frozenset(
    "great good nice perfect excellent awesome fantastic amazing wonderful brilliant lovely".split()
)


class Interjections(Deeds):
    """Whole acts of a few words: "yes", "got it", "well done", "stop", "careful with the pan"."""

    def _interjection(self, at: int, code: str, end: int) -> int | None:
        """The act of such words, where they stand alone enough; the word to go on with, or None."""
        words, clause, record = self.words, self.clause, self.record
        boundary = end >= self.stop or words[end] in (",", "and", "but", "so", "then", "now")
        text = self._text(at, end)
        if code == "ask":
            if clause.frame == "promise" or clause.subject == "i":
                return None
            record.add(Act(ActKind.ASK, self._text(at, self.stop)))
            clause.frame, clause.settled = "told", True
            return end
        if not clause.fresh and not (code == "praise" and clause.aux == "be"):
            return None
        if code == "fulfilled":
            if clause.frame != "main":
                return None
            after = self._next(end)
            if self._is_gerund(end):
                clause.subject, clause.gerund = "you", "did"
                return end
            if after in ("with", "on", "in"):
                return None
            record.add(Act(ActKind.CLAIM, text, prop="fulfilled", value="yes"))
            return self._after_word(end)
        if clause.frame not in ("main",):
            return None
        first = words[at]
        if code == "careful":
            k = end + (end < self.stop and words[end] in ("with", "of", "for", "about", "the"))
            if first == "mind" and not self.names.starts(end, self.stop):
                return None
            name = self.names.read(end if words[end : end + 1] == ["the"] else k, self.stop, bare=False)
            record.of_name(name)
            target = name.ids[0] if name is not None and name.ids and not name.pronoun else ""
            if target and name is not None and not self._is_verbal(name.end):
                self.names.note(name)
                record.add(Act(ActKind.WARN, self._text(at, name.end), target=target))
                return self._after_word(name.end)
            record.add(Act(ActKind.WARN, text))
            return self._after_word(end)
        if code == "stop":
            if self._is_gerund(end):
                clause.gerund = "stop"
                return end
            name = self.names.read(end, self.stop, bare=False)
            if name is not None and name.firm and not name.pronoun and not self._is_verbal(name.end):
                self.names.note(name)
                record.add(Act(ActKind.WARN, self._text(at, name.end), target=name.ids[0]))
                return self._after_word(name.end)
            record.add(Act(ActKind.WARN, text))
            return self._after_word(end)
        if end == at + 1 and first in _CAUTIOUS and not boundary:
            return None
        if code == "praise":
            return self._praise(at, end, boundary)
        if code == "no" and end == at + 1 and not boundary and words[end] not in (*SUBJECTS, "not", "do", "need"):
            return None
        kinds = {"yes": ActKind.YES, "no": ActKind.NO, "ack": ActKind.ACKNOWLEDGE, "greet": ActKind.GREET}
        if not (record.acts[self.sentence_acts :] and record.acts[-1].kind == kinds[code]):
            record.add(Act(kinds[code], text))
        return self._after_word(end)

    def _praise(self, at: int, end: int, boundary: bool) -> int | None:
        """ "great job", "that looks perfect", "well done chopping the tomato"."""
        words, clause = self.words, self.clause
        lone = end == at + 1 and words[at] in _ADJECTIVAL
        if clause.aux == "be":
            if (
                clause.exist
                or clause.neg
                or clause.modal
                or not (boundary or words[end] in ("to", "so", "for", "on", "there"))
            ):
                return None
            if clause.subject not in ("that", "name", "you"):
                return None
        elif lone and not boundary:
            return None
        self.record.add(Act(ActKind.PRAISE, self._text(at, end)))
        clause.settled = True
        if self._is_gerund(end):
            self._after_word(end)
            self.clause.subject, self.clause.gerund = "you", "did"
            return end
        if end + 1 < self.stop and words[end] in ("on", "with"):
            self._after_word(end + 1)
            self.clause.subject, self.clause.gerund = "you", "did"
            self.clause.frame = "told"
            if self._is_gerund(end + 1):
                self.clause.frame = "main"
            return end + 1
        return self._after_word(end)
