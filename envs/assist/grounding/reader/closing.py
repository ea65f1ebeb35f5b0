"""Where clauses begin and end, and what is made of one that made no act."""

from __future__ import annotations

from dataclasses import replace

from envs.assist.grounding.act import Act, ActKind
from envs.assist.grounding.reader.clause import Clause
from envs.assist.grounding.reader.counting import Numbers

_OPENS = frozenset((",", "and", "but", "so", "or", "because", "then"))
_SHORT = frozenset(
    "you we it that this they did do does have has are is was not yet already indeed so now still just".split()
)
"""A clause of nothing else answers yes or no: "you did", "it is not"."""
_WISHING = frozenset(("please", "now", "instead"))
"""With one of these a name alone is advice: "the tomato, please"."""
_AHEAD = 16
"""Words that are looked at for those."""


class Closing(Numbers):
    """Where clauses begin and end, and what is made of one that made no act."""

    def _open(self, at: int, frame: str | None = None) -> Clause:
        """Close the clause and begin another."""
        old = self.clause
        self._close(at)
        keeps = old.frame in ("ask", "promise", "unsure", "self") and self.words[at] not in _OPENS
        self.clause = Clause(at, len(self.record.acts), frame or (old.frame if keeps else "main"))
        return self.clause

    def _close(self, at: int) -> None:
        """Settle what is left of the clause that ends before a word."""
        clause, record = self.clause, self.record
        self._flush_numbers()
        made = len(record.acts) > clause.acts or clause.settled
        if clause.frame == "promise":
            if not clause.settled:
                target, prop, value = clause.promised
                record.add(Act(ActKind.PROMISE, self._text(clause.start, at), target=target, prop=prop, value=value))
                clause.settled = True
        elif clause.frame == "ask":
            if not clause.settled and (clause.subject or clause.content or clause.group or clause.aux):
                group = clause.group
                target = group.targets[0] if group is not None and group.targets else clause.name
                record.add(
                    Act(
                        ActKind.ASK,
                        self._text(clause.start, at),
                        verb=group.sense.verb if group is not None else "",
                        target=target.ids[0] if target is not None and target.ids else "",
                    )
                )
                clause.settled = True
        elif clause.frame in ("main", "unsure", "self") and not made:
            self._leftover(clause, at)
        if clause.kind is not None:
            self.contrast = (clause.kind, clause.group)

    def _leftover(self, clause: Clause, at: int) -> None:
        """A clause that has made no act: a short answer, a fragment, or something not understood."""
        record, name = self.record, clause.name
        text = self._text(clause.start, at)
        rest = self.words[clause.start : at]
        plain = clause.subject in ("you", "that", "name") and clause.aux and _SHORT.issuperset(rest)
        wished = not _WISHING.isdisjoint(self.words[clause.start : min(self.stop, clause.start + _AHEAD)])
        wished = wished or self.words[at : at + 1] == ["not"]
        if clause.neg and clause.aux == "do" and not clause.subject and not clause.content and at - clause.start < 5:
            record.add(Act(ActKind.WARN, text))
        elif plain and clause.frame == "main":
            record.add(Act(ActKind.NO if clause.neg else ActKind.YES, text))
        elif name is not None and name.kind == "things" and not clause.aux and not clause.content:
            if (
                self.contrast is not None
                and self.contrast[0] == ActKind.WARN
                or clause.first
                or clause.instead
                or wished
            ):
                said = clause.first and any(a.kind in (ActKind.YES, ActKind.NO) for a in record.acts)
                if said:
                    record.add(Act(ActKind.CLAIM, text, target=name.ids[0], prop="before"))
                else:
                    for thing in name.ids:
                        record.advise(thing, text)
            elif record.then and record.acts and record.acts[-1].prop == "before" and not record.acts[-1].value:
                record.acts[-1] = replace(record.acts[-1], value=name.ids[0])
            elif record.then and record.acts and record.acts[-1].prop == "did":
                for thing in name.ids:
                    record.add(Act(ActKind.CLAIM, text, record.acts[-1].verb, thing, prop="did"))
            elif record.then and record.acts and record.acts[-1].kind == ActKind.ADVISE:
                for thing in name.ids:
                    record.add(
                        Act(ActKind.ADVISE, text, record.acts[-1].verb, thing, record.acts[-1].place, later=True)
                    )
            elif at - clause.start > len(name.label.split()) + 3:
                record.miss(text)
        elif clause.subject or clause.content or clause.aux == "have":
            said = clause.content or clause.name is not None or clause.group is not None or clause.frame != "main"
            if said or (clause.aux and clause.subject != "i" and at - clause.start > 3):
                record.miss(text)

    def _after_word(self, end: int) -> int:
        """Begin anew behind a whole act, its comma left out."""
        if end < self.stop and self.words[end] == ",":
            end += 1
        self._close_quietly(end)
        return end

    def _close_quietly(self, at: int) -> None:
        self.clause = Clause(min(at, self.stop - 1), len(self.record.acts))
