"""How clauses hang together: conditions, order in time, "and", "but", "instead of"."""

from __future__ import annotations

from envs.assist.grounding.act import ActKind
from envs.assist.grounding.reader.clause import CONDITIONAL
from envs.assist.grounding.reader.interjections import Interjections
from envs.assist.grounding.reader.questions import SUBJECTS


class Joints(Interjections):
    """How clauses hang together: conditions, order in time, "and", "but", "instead of"."""

    def _on_then(self, at: int, end: int) -> int | None:
        clause = self.clause
        if self.words[at - 1 : at] in (["the"], ["your"], ["my"]) and self.words[at] == "next":
            return None
        if clause.subject or clause.group or clause.settled or clause.content:
            self._open(at)
        if self.clause.frame in CONDITIONAL:
            self.clause.frame = "main"
        self.record.follow()
        return None

    def _on_afterwards(self, at: int, end: int) -> int | None:
        clause = self.clause
        if clause.kind == ActKind.ADVISE and len(self.record.acts) > clause.acts:
            self.record.postpone(clause.acts)
        elif clause.fresh:
            self.record.after = True
        return None

    def _on_now(self, at: int, end: int) -> int | None:
        clause = self.clause
        if clause.fresh or clause.frame != "main":
            self.record.then = self.record.sequel = self.record.after = False
            if clause.frame in ("when", "if", "while") and clause.settled:
                self._open(at, "main")
        return None

    def _on_first(self, at: int, end: int) -> int | None:
        clause = self.clause
        if clause.aux == "be" and clause.name is not None and clause.name.firm and not clause.settled:
            return self._claim_first(clause.name, at, end)
        if self.names.starts(at - 1, self.stop) and self.words[at - 1] in ("the", "your"):
            return self._other(at)
        clause.first = True
        return None

    def _on_instead(self, at: int, end: int) -> None:
        self.clause.instead = True

    def _on_rather(self, at: int, end: int) -> int | None:
        clause = self.clause
        k = end
        if self._is_gerund(k):
            clause.gerund = "stop"
            return None
        name = self.names.read(k, self.stop)
        if name is None:
            return None
        return self._contrast(at, end, name)

    def _on_and(self, at: int, end: int) -> int | None:
        clause = self.clause
        if self.words[end - 1] == "also":
            return None
        if clause.frame == "promise" and not clause.settled:
            self._open(at, "main")
        return None

    def _on_but(self, at: int, end: int) -> int | None:
        clause = self.clause
        warned = self.contrast is None and clause.kind == ActKind.WARN
        self._open(at, "main")
        self.clause.start = min(end, self.stop - 1)
        self.clause.instead = warned or (self.contrast is not None and self.contrast[0] == ActKind.WARN)
        return None

    def _on_so(self, at: int, end: int) -> int | None:
        if self.clause.fresh:
            self.clause.claimed = False
            return None
        self._open(at, "main")
        self.clause.start = min(end, self.stop - 1)
        return None

    def _subordinate(self, at: int, code: str, end: int) -> int | None:
        """A conjunction: what follows is no wish and no fact, and what depends on it may be for later."""
        clause, record = self.clause, self.record
        following = self._next(end)
        if code == "because":
            if self.words[at] == "as" and following not in SUBJECTS:
                return end
            self._open(at)
            return end
        if clause.frame == "promise":
            return end
        if code == "before" and clause.kind == ActKind.CLAIM:
            self._open(at, "until")  # orders in time are read with their claim; this is none
            return end
        if code in ("when", "once", "after", "if"):
            advised = [a for a in record.acts[self.sentence_acts :] if a.kind == ActKind.ADVISE]
            possible = (
                code == "if"
                and following in ("you", "needed", "possible", "necessary", "it", "that")
                and self.words[end + 1 : end + 2] not in (["are"], ["is"], ["have"])
            )
            if not possible and clause.frame != "ask":
                if advised and not clause.fresh:
                    record.postpone(clause.acts)
                else:
                    record.after = record.after or not (code == "if" and "not" in self.words[end : end + 4])
        frame = {"once": "when", "after": "when"}.get(code, code)
        if clause.frame == "ask" and code != "before":
            return end
        self._open(at, frame)
        return end
