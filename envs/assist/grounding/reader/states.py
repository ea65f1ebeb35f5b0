"""States and places: "the rice is done", "it is on the stove", "the recipe needs no onion"."""

from __future__ import annotations

from dataclasses import replace

from envs.assist.grounding import vocabulary as voc
from envs.assist.grounding.act import Act, ActKind
from envs.assist.grounding.arguments import read_verb
from envs.assist.grounding.compiled import CUES, Value
from envs.assist.grounding.names import Name
from envs.assist.grounding.reader.clause import CONDITIONAL
from envs.assist.grounding.reader.order import Orders
from envs.assist.grounding.record import UNTOLD


class States(Orders):
    """States and places: "the rice is done", "it is on the stove", "the recipe needs no onion"."""

    def _value(self, at: int, value: Value) -> int | None:
        """Words for a state, where they are said of something; None where they are something else."""
        clause, words = self.clause, self.words
        end = at + len(value.words)
        if end > self.stop or self._next(end) in voc.UNITS and words[at].isdigit() and words[end] != "%":
            return None
        end += self._next(end) == "%"
        if at and words[at - 1] == "to" and any(s.form == "base" for s in self.grammar.verbs.get(words[at], ())):
            return None  # "it is time to open"
        named = clause.name is not None
        if clause.subject in ("you", "i", "recipe", "other", "") and not named:
            if not (clause.aux == "be" and clause.subject == "that"):
                return None
        if clause.aux not in ("be", "have", "") or (not clause.aux and not self._elliptic(at, end)):
            return None
        if words[at] in voc.PLACE_PREPOSITIONS and len(value.words) == 1 and self.names.starts(end, self.stop):
            return None
        senses = self.grammar.verbs.get(words[at], ())
        if clause.passive and clause.modal and any(s.form == "past" for s in senses):
            return None
        if clause.subject == "you" and clause.aux != "be":
            return None
        if len(value.words) == 1 and any(s.form == "past" and len(s.rest) for s in senses):
            group = read_verb(self.names, at, self.stop, ("past",))
            if group is not None and group.sense.rest and words[at + 1 : at + 2] == [group.sense.rest[0]]:
                return None
        if clause.frame in ("ask", "unsure", "told"):
            clause.content += 1
            return end
        name = clause.name
        if clause.frame == "promise":
            target = name.ids[0] if name is not None and name.ids else ""
            clause.promised = (target, value.prop, value.value)
            return end
        if clause.frame == "verify":
            for thing in name.ids if name is not None else ():
                self.record.advise(thing, self._text(clause.start, end))
            clause.settled, clause.kind = True, ActKind.ADVISE
            return end
        if clause.frame == "ensure":
            self._wish_state(value.prop, value.value, end)
            return end
        if clause.frame in CONDITIONAL or clause.frame == "self":
            clause.settled = True
            return end
        soon = clause.soon or (end + 1 < self.stop and words[end] in ("in", "within") and self._counts(end + 1))
        self._claim_state(name, value.prop, value.value, clause.neg or soon, end)
        order = self._order(end)
        if order is not None and name is not None and name.ids and len(value.words) == 1:
            sense = next((s for s in senses if s.form == "past" and not s.rest), None)
            done = self._claim_order(name.ids, sense.verb if sense else "", order)
            if done is not None:
                return done
        return end

    def _counts(self, at: int) -> bool:
        """Whether a number follows: "done in about five ticks"."""
        ahead = self.words[at : min(at + 3, self.stop)]
        return any(word[0].isdigit() or word in voc.NUMBERS or word in ("few", "couple") for word in ahead)

    def _elliptic(self, at: int, end: int) -> bool:
        """Whether a state without "is" is a whole statement: "Rice done!", "you left the fridge open"."""
        clause = self.clause
        if clause.group is not None or clause.name is None or clause.name.pronoun:
            return False
        return end >= self.stop or self.words[end] in (",", "and", "so", "now")

    def _claim_state(self, name: Name | None, prop: str, value: str, negated: bool, end: int) -> None:
        clause = self.clause
        text = self._text(clause.start, end)
        if name is not None and name.kind in (*UNTOLD, "ambiguous"):
            self.record.of_name(name)
            if name.kind in UNTOLD:
                clause.settled = True
                return
        for thing in name.ids if name is not None and name.ids else ("",):
            self.record.add(Act(ActKind.CLAIM, text, target=thing, prop=prop, value=value, negated=negated))
        clause.settled, clause.kind = True, ActKind.CLAIM

    def _wish_state(self, prop: str, value: str, end: int) -> None:
        """ "make sure the stove is off" is advice; that food is done is nothing that one does."""
        clause = self.clause
        clause.settled = True
        if prop in ("state", "at") or clause.name is None:
            return
        heads = {"open": "open", "closed": "close", "chopped": "chop"}
        sense = self.grammar.switches.get(value)
        if sense is None:
            known = self.grammar.verbs.get(heads.get(value, ""), ())
            sense = next((s for s in known if s.form == "base" and not s.rest), None)
        for thing in clause.name.ids:
            act = Act(ActKind.ADVISE, self._text(clause.start, end), sense.verb if sense else "", thing)
            self.record.wish(act)
        clause.kind = ActKind.ADVISE

    def _claim_needed(self, name: Name, needed: bool, end: int) -> None:
        if name.pronoun and (thing := self.names.last("thing")) is not None:
            name = replace(name, ids=(thing,))  # places are not what a task needs
        self._claim_of_existence(name, "needed", needed, end)

    def _claim_of_existence(self, name: Name, prop: str, yes: bool, end: int) -> None:
        """That a thing exists or is needed, or not. An unreal thing is told by its name then."""
        clause = self.clause
        text = self._text(clause.start, end)
        targets = name.ids
        if name.kind in UNTOLD:
            if yes:
                self.record.of_name(name)
            else:
                targets = (name.label,)
        for thing in targets:
            self.record.add(Act(ActKind.CLAIM, text, target=thing, prop=prop, value="yes" if yes else "no"))
        clause.settled, clause.kind = True, ActKind.CLAIM

    def _more_time(self, at: int) -> bool:
        """Whether "needs" is followed by more time."""
        ahead = self.words[at : min(at + 7, self.stop)]
        return any(word in ("time", "longer", "cooking") or voc.UNITS.get(word) in ("tick", "second") for word in ahead)

    def _location(self, at: int) -> int | None:
        """ "is on the stove", "is in your hand", "you are at the fridge"."""
        clause, words = self.clause, self.words
        if clause.subject not in ("name", "you", "that") or (clause.subject == "name" and clause.name is None):
            return None
        k = at + 1
        if words[k : k + 2] in (["front", "of"], ["top", "of"]):
            k += 2
        but = clause.name.ids if clause.name is not None else ()
        place = self.names.read(k, self.stop, "place", but, bare=False)
        if place is None or place.kind == "vague":
            recipe = next((c for c in CUES.get(self._next(k + 1), ()) if c.code == "recipe"), None)
            if recipe is not None and clause.name is not None and words[k] in ("the", "this", "your"):
                clause.recipe = True
                self._claim_needed(clause.name, not clause.neg, k + 2)
                return k + 2
            return None
        self.names.note(place)
        if clause.frame != "main":
            clause.settled = clause.settled or clause.frame in CONDITIONAL
            return place.end
        value = "person" if place.kind == "person" else place.ids[0] if place.ids else ""
        self.record.of_name(place)
        if not value:
            clause.settled = place.kind != "open"
            return place.end
        if clause.name is not None and clause.name.pronoun and clause.subject == "name":
            moved = self.names.last("thing", place.ids)
            clause.name = replace(clause.name, ids=(moved,) if moved else ())
        if clause.modal and clause.name is not None and clause.name.ids and clause.subject == "name" and place.ids:
            for thing in clause.name.ids:
                if clause.neg:
                    self.record.add(Act(ActKind.WARN, self._text(clause.start, place.end), "", thing, value))
                else:
                    self.record.advise(thing, self._text(clause.start, place.end), value)
            clause.settled, clause.kind = True, ActKind.WARN if clause.neg else ActKind.ADVISE
            return place.end
        subjects = ("person",) if clause.subject == "you" else clause.name.ids if clause.name is not None else ("",)
        text = self._text(clause.start, place.end)
        if clause.name is not None and clause.name.kind in UNTOLD and clause.subject == "name":
            self.record.of_name(clause.name)
        for thing in subjects:
            negated = clause.neg or clause.soon or (clause.name is not None and clause.name.denied)
            self.record.add(Act(ActKind.CLAIM, text, target=thing, prop="at", value=value, negated=negated))
        clause.settled, clause.kind = True, ActKind.CLAIM
        return place.end
