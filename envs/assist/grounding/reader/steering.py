"""What each cue of the vocabulary does to its clause."""

from __future__ import annotations

from envs.assist.grounding import vocabulary as voc
from envs.assist.grounding.act import Act, ActKind
from envs.assist.grounding.names import Name
from envs.assist.grounding.reader.clause import CONDITIONAL
from envs.assist.grounding.reader.joints import Joints

_BEFORE_OBJECT = frozenset("for with to of near around let tell help beside".split())
"""After these, "you" is nobody who does something."""


class Steering(Joints):
    """What each cue of the vocabulary does to its clause."""

    def _on_you(self, at: int, end: int) -> int | None:
        clause = self.clause
        before = self.words[at - 1] if at > clause.start else ""
        if clause.frame == "ask":
            clause.subject = "you"
            return end
        if clause.frame == "promise" or before in _BEFORE_OBJECT:
            return end
        if clause.subject or clause.group or clause.settled or clause.numbers:
            if clause.frame in CONDITIONAL and not clause.settled:
                frame = clause.frame
            elif clause.frame in ("ask", "told"):
                frame = clause.frame
            else:
                frame = "main"
            neg = clause.neg and clause.subject == "i"
            self._open(at, frame).neg = neg
        self.clause.modal = self.clause.modal or before in ("recommend", "suggest", "advise", "need", "want", "ask")
        self.clause.subject = "you"
        if self.clause.aux in ("modal", "do"):
            self.clause.aux = ""
        return end

    def _on_i(self, at: int, end: int) -> None:
        if self.clause.subject or self.clause.group or self.clause.settled:
            self._open(at)
        self.clause.subject = "i"

    def _on_be(self, at: int, end: int) -> None:
        clause = self.clause
        if clause.frame == "self":
            return
        if clause.need and clause.subject == "you":
            clause.subject = "other"
        if not clause.subject and not clause.aux and self.words[at] in ("look", "stay", "gets", "remain"):
            return
        clause.passive = clause.passive or clause.aux in ("modal", "to") or clause.to
        clause.soon = clause.soon or self.words[end - 1] == "gets"
        if not clause.subject and clause.name is None and clause.frame != "ask" and clause.content and not clause.neg:
            clause.subject = "other"
        clause.aux = "be"

    def _on_have(self, at: int, end: int) -> None:
        if self.clause.aux != "did":
            self.clause.aux = "have"

    def _on_do(self, at: int, end: int) -> None:
        if self.clause.subject or self.clause.frame == "ask" or self.words[end : end + 1] == ["not"]:
            self.clause.aux = self.clause.aux or "do"

    def _on_did(self, at: int, end: int) -> None:
        self.clause.aux = "did"

    def _on_will(self, at: int, end: int) -> int | None:
        clause = self.clause
        if self.words[end - 1] == "to" and self.names.starts(end, self.stop):
            clause.aux = "be"
            return end - 2
        if self.words[end - 1] == "be":
            clause.aux, clause.soon = "be", True
            return None
        clause.aux = "will"
        if clause.subject == "i":
            clause.frame = "self"
        elif clause.subject != "you":
            clause.soon = True
        return None

    def _on_modal(self, at: int, end: int) -> None:
        clause = self.clause
        clause.aux, clause.modal = "modal", True
        clause.to = False

    def _on_to(self, at: int, end: int) -> None:
        if self.clause.fresh and at == self.clause.start and "," in self.words[at : self.stop]:
            self.clause.frame = "until"  # "to cook the rice, put it in the pot" says what for
        self.clause.to = True

    def _on_not(self, at: int, end: int) -> int | None:
        clause = self.clause
        self_standing = not clause.aux and not clause.to and clause.subject not in ("i", "that")
        if (
            self_standing
            and self.words[at] != "never"
            and clause.frame != "ask"
            and (clause.group is not None or clause.fresh)
        ):
            name = self.names.read(end, self.stop, bare=False)
            if name is not None and name.pronoun and self.words[end] == "that" and clause.fresh:
                self.record.add(Act(ActKind.WARN, self._text(at, name.end), target=name.ids[0] if name.ids else ""))
                self.contrast = (ActKind.WARN, None)
                return self._after_word(name.end)
            if name is not None and not name.pronoun and not self._is_verbal(name.end):
                return self._contrast(at, end, name)
            if end < self.stop and self.words[end] in voc.PLACE_PREPOSITIONS and clause.group is None:
                place = self.names.read(end + 1, self.stop, "place", bare=False)
                if place is not None and place.firm and not place.pronoun:
                    self.names.note(place)
                    group = self.contrast[1] if self.contrast is not None else None
                    verb = group.sense.verb if group is not None else ""
                    target = next((thing for name in group.targets for thing in name.ids), "") if group else ""
                    self.record.add(Act(ActKind.WARN, self._text(at, place.end), verb, target, place.ids[0]))
                    return self._after_word(place.end)
        clause.never = clause.never or self.words[at] == "never"
        clause.neg = True
        return None

    def _on_unneeded(self, at: int, end: int) -> int | None:
        clause = self.clause
        clause.neg, clause.aux, clause.exist = True, "modal", False
        if self.words[end - 1] == "for":
            clause.need = True
        elif end < self.stop and self.words[end] in ("do", "repeat", "worry", "rush", "hurry"):
            self.record.add(Act(ActKind.WARN, self._text(clause.start, min(end + 3, self.stop))))
            clause.frame, clause.settled = "told", True
        return None

    def _on_remember(self, at: int, end: int) -> int | None:
        clause = self.clause
        if not clause.fresh and clause.subject != "you":
            return None
        clause.aux, clause.modal, clause.remember, clause.neg = "modal", True, True, False
        return None

    def _on_which(self, at: int, end: int) -> None:
        """ "the onion, which is not needed"."""
        last = self.names.last("any")
        if self.clause.frame == "main" and self.clause.fresh and last is not None:
            self.clause.subject, self.clause.name = "name", Name("things", end, (last,), pronoun=True)

    def _on_verify(self, at: int, end: int) -> None:
        if self.clause.frame in ("main", "self") and (self.clause.fresh or self.clause.subject == "you"):
            self._open(at, "verify")

    def _on_need(self, at: int, end: int) -> None:
        clause = self.clause
        if self.words[at] in ("uses", "includes", "include") and clause.subject != "recipe":
            return
        clause.need, clause.expects = True, end
        if clause.name is not None and clause.name.firm and self._more_time(end):
            self._claim_state(clause.name, "state", "done", True, at)

    def _on_needed(self, at: int, end: int) -> None:
        clause = self.clause
        if clause.name is not None and clause.aux == "be":
            self._claim_needed(clause.name, not clause.neg, end)

    def _on_recipe(self, at: int, end: int) -> None:
        clause = self.clause
        clause.recipe = True
        if clause.name is not None and clause.aux in ("be", "do") and not clause.settled:
            self._claim_needed(clause.name, not (clause.neg or clause.name.denied), end)
        elif not clause.subject and not clause.exist:
            clause.subject = "recipe"

    def _on_forgot(self, at: int, end: int) -> None:
        if self.clause.subject in ("you", "") and self.clause.aux != "modal":
            self.clause.forgot, self.clause.expects = True, end

    def _on_there(self, at: int, end: int) -> None:
        clause = self.clause
        if clause.subject or clause.group:
            clause = self._open(at)
        clause.exist, clause.aux = True, "be"
        clause.neg = clause.neg or self.words[end - 1] == "no"

    def _on_see(self, at: int, end: int) -> None:
        if end < self.stop and self.words[end] in ("the", "your", "it", "that", "them"):
            self.clause.frame = "unsure"
            return
        self.clause.exist = self.clause.neg = True

    def _on_idiom(self, at: int, end: int) -> None:
        """Says nothing."""

    def _on_ensure(self, at: int, end: int) -> int | None:
        clause = self.clause
        if clause.frame in ("main", "self") and (clause.fresh or clause.subject == "you" or clause.modal):
            if end < self.stop and self.words[end] != "to":
                self._open(at, "ensure")
        return None

    def _on_hold(self, at: int, end: int) -> None:
        clause = self.clause
        if clause.subject or clause.group or clause.settled:
            clause = self._open(at)
        clause.subject = "you"
        if end < self.stop and self.words[end] == "to":
            clause.aux, clause.modal = "modal", True
        elif self.words[end - 1] == "have" and end < self.stop and not self.names.starts(end, self.stop):
            clause.aux = "have"
        else:
            clause.hold, clause.aux = True, "have"

    def _on_almost(self, at: int, end: int) -> int | None:
        clause = self.clause
        if self.words[end - 1] == "to" and end < self.stop and clause.subject == "you":
            clause.frame = "before"
            return None
        clause.soon = True
        return None

    def _on_burn(self, at: int, end: int) -> int | None:
        clause = self.clause
        name = clause.name
        clause.settled = True
        if clause.frame == "main" and not clause.neg and name is not None and name.ids:
            self.record.add(Act(ActKind.WARN, self._text(clause.start, end), target=name.ids[0]))
        return None

    def _on_unsure(self, at: int, end: int) -> None:
        self.clause.frame = "unsure"
        self.clause.content += 1

    def _on_think(self, at: int, end: int) -> int | None:
        clause = self.clause
        words = self.words[at:end]
        if words[0] in ("looks", "seems") and (clause.subject in ("that", "you") or clause.name is not None):
            clause.aux = "be"
            return None
        if end >= self.stop or self.words[end] == ",":
            if words == ["i", "see"]:
                self.record.add(Act(ActKind.ACKNOWLEDGE, self._text(at, end)))
                return self._after_word(end)
        if clause.subject or clause.group or clause.settled:
            self._open(at)
        if words[-1] == "see" and "not" not in words and self.names.starts(end, self.stop):
            self.clause.start = at
            return self._seen(end)
        if "not" in words:
            self.clause.neg = True
        if self.clause.frame == "self":
            self.clause.frame = "main"
        self.clause.start = min(end, self.stop - 1)
        return None

    def _seen(self, at: int) -> int:
        """ "I can see the plate on the table" claims where it is; more is not read here."""
        name = self.names.read(at, self.stop, bare=False)
        if name is None or not name.firm or self._next(name.end) not in voc.PLACE_PREPOSITIONS:
            return at
        place = self.names.read(name.end + 1, self.stop, "place", name.ids, bare=False)
        if place is None or not (place.firm or place.kind == "person"):
            return at
        self.names.note(place)
        self.names.note(name)
        for thing in name.ids:
            text, where = self._text(self.clause.start, place.end), place.ids[0] if place.ids else "person"
            self.record.add(Act(ActKind.CLAIM, text, target=thing, prop="at", value=where))
        self.clause.settled, self.clause.kind = True, ActKind.CLAIM
        return place.end

    def _on_self(self, at: int, end: int) -> int | None:
        if not self.clause.fresh:
            self._open(at)
        if self.words[end - 1] == "to" and self.names.starts(end, self.stop) and "going" in self.words[at:end]:
            self.clause.frame, self.clause.subject = "self", "i"
            return end - 2
        self.clause.frame, self.clause.subject = "self", "i"
        return None

    def _on_use(self, at: int, end: int) -> int | None:
        clause = self.clause
        if clause.subject == "name" or (clause.frame not in ("main",) and not self.own):
            return None
        clause.use, clause.expects = self.words[at], end
        if self._is_gerund(end):
            clause.gerund = "stop" if clause.neg else "do"
        return None

    def _on_skip(self, at: int, end: int) -> int | None:
        clause = self.clause
        if clause.subject not in ("", "you"):
            return None
        if self._is_gerund(end):
            clause.gerund = "stop"
            return None
        name = self.names.read(end, self.stop)
        if name is None:
            return None
        self.names.note(name)
        self.record.of_name(name)
        for thing in name.ids:
            if clause.frame == "main":
                self.record.add(Act(ActKind.WARN, self._text(clause.start, name.end), target=thing))
        clause.settled, clause.kind = True, ActKind.WARN
        return name.end

    def _on_leave(self, at: int, end: int) -> int | None:
        """ "leave the onion out", "leave it alone"; "keep the lid closed" says nothing to do."""
        clause = self.clause
        if self._is_gerund(end):
            clause.gerund = "stop" if clause.neg else "do"
            return None
        name = self.names.read(end, self.stop, bare=False)
        if name is None:
            return None
        self.names.note(name)
        if clause.neg and clause.frame == "main" and self.words[at] == "leave":
            self.record.of_name(name)
            for thing in name.ids:
                self.record.add(Act(ActKind.WARN, self._text(clause.start, name.end), target=thing))
            clause.settled = True
            return name.end
        after = self._next(name.end)
        if after in ("out", "alone", "off", "aside", "be", "untouched", "behind") and clause.frame == "main":
            if not (after == "off" and self.words[at] == "keep"):
                for thing in name.ids:
                    self.record.add(Act(ActKind.WARN, self._text(clause.start, name.end + 1), target=thing))
                clause.settled, clause.kind = True, ActKind.WARN
                return name.end + 1
        clause.content += 1
        clause.claimed = True
        clause.name = clause.name or name
        return name.end

    def _on_begin(self, at: int, end: int) -> int | None:
        clause = self.clause
        if self._is_gerund(end):
            clause.gerund = "stop" if clause.neg else "do"
            return None
        if self.words[at:end] == ["go", "on"]:
            return self._belongs(at, at + 1)
        if self.words[at] == "get" and self.names.starts(end, self.stop):
            clause.gerund = "do"
        return None

    def _on_quit(self, at: int, end: int) -> int | None:
        clause = self.clause
        if self._is_gerund(end):
            clause.gerund = "stop"
            return None
        if self.words[at] in ("avoid",):
            return self._on_skip(at, end)
        if self.words[at:end] == ["no", "more"]:
            return self._other(at)
        return None

    def _on_goes(self, at: int, end: int) -> int | None:
        return self._belongs(at, end)

    def _on_left(self, at: int, end: int) -> int | None:
        clause = self.clause
        if clause.subject != "you":
            return self._other(at)
        name = self.names.read(end, self.stop, bare=False)
        if name is None or not name.firm:
            return None
        self.names.note(name)
        clause.name, clause.aux = name, "be"
        if name.end < self.stop and self.words[name.end] in ("out", "behind"):
            self.record.add(
                Act(ActKind.CLAIM, self._text(clause.start, name.end + 1), target=name.ids[0], prop="did", negated=True)
            )
            clause.settled = True
        return name.end

    def _plain(self, at: int, end: int) -> int:
        """A cue that does nothing here; its words may still be a name's, and "not quite" still denies."""
        if self.words[at] == "not":
            self.clause.neg = True
        if end == at + 1:
            return self._other(at)
        return end
