"""Names outside a verb's arguments: subjects, and what a clause waits for."""

from __future__ import annotations

from dataclasses import replace

from envs.assist.grounding import vocabulary as voc
from envs.assist.grounding.act import Act, ActKind
from envs.assist.grounding.arguments import VerbGroup
from envs.assist.grounding.compiled import CUES, Sense
from envs.assist.grounding.names import Name
from envs.assist.grounding.reader.clause import CONDITIONAL
from envs.assist.grounding.reader.states import States
from envs.assist.grounding.record import UNTOLD

_BY = frozenset("at in on by near over inside".split())
_NO_SENSE = Sense("", "base", (), "both", "")


class Mentions(States):
    """Names outside a verb's arguments: subjects, and what a clause waits for."""

    def _name(self, at: int, name: Name) -> int | None:
        """A name outside a verb's arguments: a subject, or what a frame waits for."""
        clause, record = self.clause, self.record
        end = name.end
        if name.kind == "vague":
            return end
        if clause.frame == "promise":
            self.names.note(name)
            clause.name = name
            return end
        if name.kind == "person":
            clause.content += 1
            return end
        if clause.frame == "told":
            self.names.note(name)
            return end
        before = self.words[at - 1] if at > clause.start else ""
        aside = before in voc.OTHER_PREPOSITIONS and before != "of" and at != clause.expects
        if clause.kind is not None and clause.kind != ActKind.CLAIM and name.ids and before in ("and", "or", "but"):
            if (sense := self.grammar.switches.get(self._next(end))) is not None:
                self.names.note(name)
                group = VerbGroup(sense, end + 1, (name,))
                self.record.of_group(clause.kind, group, self._text(at, end + 1))
                return end + 1
        if clause.subject == "name" and before in voc.PLACE_PREPOSITIONS and not clause.aux and clause.group is None:
            self.names.note(name)  # "the steak on the left stove is done"
            return end
        if clause.frame == "main" and not aside:
            taken = self._awaited(at, name)
            if taken is not None:
                if not clause.need:
                    self.names.note(name)
                return taken
        if clause.group is not None and clause.group.place is not None and clause.kind is not None and before == "and":
            moved = self._gapped(at, name)
            if moved is not None:
                return moved
        verbal = self._is_verbal(end) or (end < self.stop and self.words[end] == "'s")
        if clause.name is not None and clause.name.firm and not clause.settled and before in ("and", "or") and name.ids:
            if clause.group is None and not clause.aux:
                self.names.note(name)
                self.names.group = (*clause.name.ids, *name.ids)
                clause.name = replace(clause.name, ids=self.names.group)
                return end
        if clause.settled and (verbal or clause.frame in CONDITIONAL) and clause.frame != "ask":
            frame = clause.frame if clause.frame in CONDITIONAL and self.words[at - 1] in ("and", "or") else "main"
            clause = self._open(at, frame)
        elif clause.name is not None and clause.group is None and not clause.aux and verbal and not aside:
            clause = self._open(at, clause.frame)
        elif clause.subject == "you" and verbal and clause.frame not in ("ask",):
            clause = self._open(at, clause.frame)
        self.names.note(name)
        if clause.frame == "main" and clause.subject != "i":
            if name.kind == "unreal":
                record.of_name(name)
            elif name.kind == "unknown" and verbal and not clause.subject and not aside:
                clause.content += 1
        if not clause.subject and not aside:
            clause.subject = "that" if self.words[at] in ("that", "this") and name.pronoun else "name"
            if name.pronoun and self.words[at] in ("that", "this"):
                clause.name = name if verbal and name.firm else None
            else:
                clause.name = name
        elif clause.name is None and not aside:
            clause.name = name
        if clause.frame in ("ask", "unsure"):
            clause.content += 1
        return end

    def _gapped(self, at: int, name: Name) -> int | None:
        """ "the book to the desk and the pillow to the bed": the verb stands once."""
        clause, end = self.clause, name.end
        if (
            end + 1 >= self.stop
            or self.words[end] not in voc.PLACE_PREPOSITIONS
            or not name.ids
            or clause.group is None
        ):
            return None
        place = self.names.read(end + 1, self.stop, "place", name.ids, bare=False)
        if place is None or not place.firm or clause.kind is None or clause.kind == ActKind.CLAIM:
            return None
        self.names.note(name)
        self.names.note(place)
        group = VerbGroup(clause.group.sense, place.end, (name,), place)
        self.record.of_group(clause.kind, group, self._text(at, place.end))
        return place.end

    def _awaited(self, at: int, name: Name) -> int | None:
        """A name that the clause so far asks for; where it ends, or None."""
        clause, record = self.clause, self.record
        text = self._text(clause.start, name.end)
        if clause.exist and not name.pronoun:
            return self._exists(name)
        if clause.forgot:
            record.of_name(name)
            for thing in name.ids:
                record.add(Act(ActKind.CLAIM, text, target=thing, prop="did", negated=True))
        elif clause.remember:
            record.of_name(name)
            for thing in name.ids:
                record.advise(thing, text)
            clause.kind = ActKind.ADVISE
        elif clause.need and clause.subject in ("you", "recipe", "", "i", "other") and not name.pronoun:
            listed = self._listed(name)
            for one in listed:
                self._claim_needed(one, not (clause.neg or one.denied), one.end)
                self.names.note(one)
                self.names.set_back(one)
            return listed[-1].end
        elif clause.subject == "recipe" and clause.aux in ("have", "do", "be") and not name.pronoun:
            self._claim_needed(name, not (clause.neg or name.denied), name.end)
        elif clause.hold or (
            clause.subject == "you" and clause.aux == "have" and clause.group is None and not name.pronoun
        ):
            return self._holding(name)
        elif clause.use and clause.subject in ("", "you"):
            if name.pronoun and not name.ids:
                return None
            record.of_name(name)
            for thing in name.ids:
                if clause.neg:
                    record.add(Act(ActKind.WARN, text, target=thing))
                else:
                    record.advise(thing, text)
            clause.kind, clause.use = (ActKind.WARN if clause.neg else ActKind.ADVISE), ""
            clause.settled = bool(name.ids) or name.kind in UNTOLD
            clause.group = VerbGroup(_NO_SENSE, name.end, (name,))
            return name.end
        elif clause.subject == "that" and clause.aux == "be" and not name.pronoun:
            record.of_name(name)
            for thing in name.ids:
                record.add(
                    Act(ActKind.CLAIM, text, target=thing, prop="is", value="that", negated=clause.neg or name.denied)
                )
            clause.kind = ActKind.CLAIM
            clause.group = None
        elif name.denied and clause.fresh and not self._is_verbal(name.end):
            self._claim_of_existence(name, "needed" if self._of_recipe(name.end) else "exists", False, name.end)
        else:
            return None
        clause.settled = True
        return name.end

    def _of_recipe(self, at: int) -> bool:
        """Whether the recipe or the task is spoken of further on."""
        return any(
            c.code == "recipe" and len(c.words) == 1
            for word in self.words[at : min(self.stop, at + 12)]
            for c in CUES.get(word, ())
        )

    def _exists(self, name: Name) -> int:
        clause = self.clause
        no = clause.neg or name.denied
        k = name.end
        clause.exist = False
        if name.kind == "ambiguous":
            self.record.of_name(name)
        if self._of_recipe(k) or clause.recipe:
            self._claim_needed(name, not no, k)
        elif k < self.stop and self.words[k] in _BY and (place := self.names.read(k + 1, self.stop, "place", name.ids)):
            if place.ids:
                self.names.note(place)
                for thing in name.ids:
                    text = self._text(clause.start, place.end)
                    self.record.add(Act(ActKind.CLAIM, text, target=thing, prop="at", value=place.ids[0], negated=no))
                if not name.ids:
                    self._claim_of_existence(name, "exists", not no, place.end)
                clause.settled, clause.kind = True, ActKind.CLAIM
                return place.end
            self._claim_of_existence(name, "exists", not no, k)
        else:
            self._claim_of_existence(name, "exists", not no, k)
        return k

    def _holding(self, name: Name) -> int:
        """ "you are holding the rice", "you have the rice in your hand"."""
        clause, record = self.clause, self.record
        end, value, negated = name.end, "person", clause.neg or name.denied
        if name.denied and not name.ids:
            self._claim_of_existence(name, "exists", False, end)
            return end
        if end < self.stop and self.words[end] in _BY:
            place = self.names.read(end + 1, self.stop, "place", name.ids, bare=False)
            if place is not None and (place.ids or place.kind == "person"):
                self.names.note(place)
                end, value = place.end, place.ids[0] if place.ids else "person"
        record.of_name(name)
        for thing in name.ids:
            record.add(
                Act(ActKind.CLAIM, self._text(clause.start, end), target=thing, prop="at", value=value, negated=negated)
            )
        clause.settled, clause.kind = True, ActKind.CLAIM
        return end

    def _listed(self, name: Name) -> list[Name]:
        """A name and those that are listed with it."""
        found, k = [name], name.end
        while k < self.stop and self.words[k] in (",", "and", "or"):
            k += 1 + (self.words[k] == "," and self.words[k + 1 : k + 2] in (["and"], ["or"]))
            another = self.names.read(k, self.stop, bare=False)
            if another is None or another.pronoun or self._is_verbal(another.end):
                break
            found.append(another)
            k = another.end
        return found

    def _belongs(self, at: int, end: int) -> int | None:
        """ "the apple goes in the fridge", "the rice goes first": advice without a verb of the world."""
        clause, record = self.clause, self.record
        name = clause.name
        if name is None or not name.firm or clause.frame not in ("main",):
            return None
        past = self.words[end - 1] in ("went", "came")
        order = self._order(end)
        if order is not None:
            if past or clause.aux in ("did", "have"):
                return self._claim_order(name.ids, "", order)
            first, last = (name.ids, order.name.ids if order.name else ())
            if order.relation == "after":
                first, last = last, first
            for thing in first:
                record.advise(thing, self._text(clause.start, order.end))
            for thing in last:
                record.advise(thing, self._text(clause.start, order.end), later=True)
            clause.settled, clause.kind = True, ActKind.ADVISE
            return order.end
        k = end
        while k < self.stop and self.words[k] in ("back", "over", "now", "first", "right", "directly", "all"):
            k += 1
        if past or k >= self.stop or self.words[k] not in voc.PLACE_PREPOSITIONS:
            return None
        place = self.names.read(k + 1, self.stop, "place", name.ids, bare=False)
        if place is None or not place.firm:
            return None
        self.names.note(place)
        text = self._text(clause.start, place.end)
        order = self._order(place.end)
        if order is not None and order.name is not None and order.name.firm:
            pair = (name.ids, order.name.ids) if order.relation == "before" else (order.name.ids, name.ids)
            for later, things in enumerate(pair):
                for thing in things:
                    record.advise(thing, text, later=bool(later))
            clause.settled, clause.kind = True, ActKind.ADVISE
            return order.end
        for thing in name.ids:
            if clause.neg:
                record.add(Act(ActKind.WARN, text, target=thing, place=place.ids[0]))
            else:
                record.advise(thing, text, place.ids[0])
        clause.settled, clause.kind = True, ActKind.WARN if clause.neg else ActKind.ADVISE
        clause.group = VerbGroup(_NO_SENSE, place.end, (name,), place)
        return place.end
