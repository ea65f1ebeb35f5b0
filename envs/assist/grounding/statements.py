"""The reader's part for statements: states, places, order, numbers, contrasts, what exists and what is needed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from envs.assist.grounding import vocabulary as voc
from envs.assist.grounding.act import Act, ActKind
from envs.assist.grounding.arguments import VerbGroup, read_verb
from envs.assist.grounding.compiled import CUES, Compiled, Value
from envs.assist.grounding.names import Name, Names
from envs.assist.grounding.record import UNTOLD, Record

if TYPE_CHECKING:
    from envs.assist.grounding.clauses import Clause

_CONDITIONS = frozenset(("when", "if", "until", "while", "before", "ensure"))
_BY = frozenset("at in on by near over inside".split())


class Statements:
    """Methods of `Reader` that turn what is stated into acts."""

    grammar: Compiled
    words: list[str]
    names: Names
    record: Record
    clause: Clause
    stop: int
    contrast: tuple[ActKind, VerbGroup | None] | None

    def _text(self, start: int, end: int) -> str:
        raise NotImplementedError

    def _open(self, at: int, frame: str | None = None) -> Clause:
        raise NotImplementedError

    def _is_verbal(self, at: int) -> bool:
        raise NotImplementedError

    # States.

    def _value(self, at: int, value: Value) -> int | None:
        """Words for a state, where they are said of something; None where they are something else."""
        clause, words = self.clause, self.words
        end = at + len(value.words)
        if end > self.stop:
            return None
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
        if clause.frame == "ensure":
            self._wish_state(value.prop, value.value, end)
            return end
        if clause.frame in _CONDITIONS or clause.frame == "self":
            clause.settled = True
            return end
        self._claim_state(name, value.prop, value.value, clause.neg or clause.soon, end)
        order = self._order(end)
        if order is not None and name is not None and name.ids and len(value.words) == 1:
            sense = next((s for s in senses if s.form == "past" and not s.rest), None)
            done = self._claim_order(name.ids, sense.verb if sense else "", order)
            if done is not None:
                return done
        return end

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
            recipe = next(
                (c for c in CUES.get(words[k + 1] if k + 1 < self.stop else "", ()) if c.code == "recipe"), None
            )
            if recipe is not None and clause.name is not None and words[k] in ("the", "this", "your"):
                clause.recipe = True
                self._claim_needed(clause.name, not clause.neg, k + 2)
                return k + 2
            return None
        self.names.note(place)
        if clause.frame != "main":
            clause.settled = clause.settled or clause.frame in _CONDITIONS
            return place.end
        value = "person" if place.kind == "person" else place.ids[0] if place.ids else ""
        self.record.of_name(place)
        if not value:
            clause.settled = place.kind != "open"
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

    # Names.

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
        if clause.kind in (ActKind.ADVISE, ActKind.WARN) and name.ids and before in ("and", "or", "but"):
            if (sense := self.grammar.switches.get(self.words[end] if end < self.stop else "")) is not None:
                self.names.note(name)
                group = VerbGroup(sense, end + 1, (name,))
                self.record.of_group(clause.kind, group, self._text(at, end + 1))
                return end + 1
        if clause.frame == "main" and not aside:
            taken = self._awaited(at, name)
            if taken is not None:
                if not clause.need:
                    self.names.note(name)
                return taken
        verbal = self._is_verbal(end) or (end < self.stop and self.words[end] == "'s")
        if clause.settled and (verbal or clause.frame in _CONDITIONS) and clause.frame != "ask":
            frame = clause.frame if clause.frame in _CONDITIONS and self.words[at - 1] in ("and", "or") else "main"
            clause = self._open(at, frame)
        elif clause.name is not None and clause.group is None and not clause.aux and verbal and not aside:
            clause = self._open(at, clause.frame)
        elif clause.subject == "you" and verbal and clause.frame not in ("ask",):
            clause = self._open(at, clause.frame)
        elif (
            clause.name is not None and clause.name.firm and not clause.settled and self.words[at - 1] in ("and", "or")
        ):
            both = (*clause.name.ids, *name.ids)
            self.names.note(name)
            self.names.group = both
            clause.name = replace(clause.name, ids=both)
            return end
        self.names.note(name)
        if (
            name.kind in UNTOLD
            and clause.frame == "main"
            and (name.kind == "unreal" or not aside)
            and clause.subject != "i"
        ):
            if name.kind == "unreal":
                record.of_name(name)
            elif verbal and not clause.subject:
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
        elif clause.need and clause.subject in ("you", "recipe", "", "i") and not name.pronoun:
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
            c.code == "recipe" and len(c.words) == 1 for word in self.words[at : self.stop] for c in CUES.get(word, ())
        )

    def _exists(self, name: Name) -> int:
        clause = self.clause
        no = clause.neg or name.denied
        k = name.end
        if self._of_recipe(k) or clause.recipe:
            self._claim_needed(name, not no, k)
        elif k < self.stop and self.words[k] in _BY and (place := self.names.read(k + 1, self.stop, "place", name.ids)):
            if place.ids:
                self.names.note(place)
                for thing in name.ids:
                    text = self._text(clause.start, place.end)
                    self.record.add(Act(ActKind.CLAIM, text, target=thing, prop="at", value=place.ids[0], negated=no))
                clause.settled, clause.kind = True, ActKind.CLAIM
                self.record.of_name(name)
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

    def _contrast(self, at: int, end: int, name: Name) -> int:
        """ "not the lettuce", "instead of the lettuce", after an act or before one."""
        clause, record = self.clause, self.record
        kind, group = clause.kind, clause.group
        if kind is None and self.contrast is not None:
            kind, group = self.contrast
        self.names.note(name)
        record.of_name(name)
        text = self._text(at, name.end)
        sense = group.sense if group is not None else None
        place = name.ids and group is not None and group.place is not None and self.words[end] in voc.PLACE_PREPOSITIONS
        for thing in name.ids:
            if kind == ActKind.CLAIM:
                last = record.acts[-1]
                prop = "did" if group is not None else last.prop
                value, verb = "" if prop == "did" else last.value, sense.verb if sense is not None else ""
                if prop in ("needed", "exists"):
                    record.add(Act(ActKind.CLAIM, text, target=thing, prop=prop, value="no"))
                    continue
                record.add(Act(ActKind.CLAIM, text, verb, thing, prop=prop, value=value, negated=True))
            else:
                of_place = place or (
                    group is not None and group.place is not None and thing in self.grammar.places and group.targets
                )
                if of_place and group is not None:
                    target = group.targets[0].ids[0] if group.targets and group.targets[0].ids else ""
                    record.add(Act(ActKind.WARN, text, group.sense.verb, target, thing))
                else:
                    record.add(Act(ActKind.WARN, text, sense.verb if sense is not None else "", thing))
        clause.settled = True
        if clause.kind is None:
            self.contrast = (kind if kind == ActKind.CLAIM else ActKind.WARN, group)
            clause.kind = self.contrast[0]
        return name.end

    # What was done.

    def _claim_group(self, mood: str, group: VerbGroup, text: str) -> None:
        """did, undone or doing, of the person."""
        clause, record = self.clause, self.record
        prop = "doing" if mood == "doing" else "did"
        negated = clause.neg or mood == "undone"
        if clause.never and mood == "did":
            clause.numbers.append((0.0, "time", ""))
        clause.kind = ActKind.CLAIM
        clause.group = group
        since = len(record.acts)
        record.of_group(ActKind.CLAIM, group, text, prop=prop, negated=negated)
        if any(act.target == "" for act in record.acts[since:]) and not group.targets and prop == "did" and negated:
            pass

    def _passive(self, mood: str, group: VerbGroup, text: str) -> None:
        """ "the tomato was put on plate 1", "the tomato needs to be chopped"."""
        clause = self.clause
        name = clause.name
        if name is None:
            return
        takes_place = group.sense.takes == "both"
        where = group.place or (group.others[0] if takes_place and group.others else None)
        moved = VerbGroup(group.sense, group.end, (name,), where if takes_place else None)
        if mood.startswith("did"):
            clause.kind = ActKind.CLAIM
            self.record.of_group(ActKind.CLAIM, moved, text, prop="did", negated=clause.neg or clause.soon)
        elif mood.startswith("doing"):
            clause.kind = ActKind.CLAIM
            self.record.of_group(ActKind.CLAIM, moved, text, prop="doing", negated=clause.neg)
        elif mood.startswith("warn"):
            clause.kind = ActKind.WARN
            self.record.of_group(ActKind.WARN, moved, text)
        else:
            clause.kind = ActKind.ADVISE
            self.record.of_group(ActKind.ADVISE, moved, text)
        clause.group = moved

    # Order.

    def _order(self, at: int) -> _Order | None:
        """ "before the lettuce", "after you chopped the lettuce", "first, then the lettuce"."""
        words, stop = self.words, self.stop
        k = at
        while k < stop and words[k] in ("just", "right", "only", "earlier", "shortly", "immediately"):
            k += 1
        if k >= stop:
            return None
        if words[k] == "first":
            end = k + 1
            j = end
            while j < stop and words[j] in (",", "and", "then", "next"):
                j += 1
            if j > end and "then" in words[end:j]:
                name, verb, after = self._other_side(j)
                if name is not None:
                    return _Order("before", name, verb, after)
            return _Order("before", None, "", end)
        if words[k] in ("before", "after", "and") and k + 1 < stop:
            if words[k] == "and":
                return None
            name, verb, end = self._other_side(k + 1)
            if name is not None:
                return _Order(words[k], name, verb, end)
        return None

    def _other_side(self, k: int) -> tuple[Name | None, str, int]:
        """The second thing of an order: a name, or a clause or -ing verb with one."""
        while k < self.stop and self.words[k] in ("you", "have", "had", "then", "the" if False else "did", "it"):
            k += 1
        if k >= self.stop:
            return None, "", k
        forms = {sense.form for sense in self.grammar.verbs.get(self.words[k], ())}
        if forms & {"past", "ing"} and self.grammar.noun(self.words, k) is None:
            group = read_verb(self.names, k, self.stop, ("past", "ing"))
            if group is not None and group.targets:
                return group.targets[0], group.sense.verb, group.end
            return None, "", k
        name = self.names.read(k, self.stop, bare=False)
        if name is None or not name.firm:
            return None, "", k
        self.names.note(name)
        return name, "", name.end

    def _order_of(self, group: VerbGroup) -> int:
        """After "you chopped the tomato": an order makes of the claim one of "before"."""
        clause, record = self.clause, self.record
        order = self._order(group.end)
        if order is None and clause.first:
            end = group.end
            while end < self.stop and self.words[end] in (",", "and"):
                end += 1
            if end < self.stop and self.words[end] == "then":
                name, verb, after = self._other_side(end + 1)
                if name is not None:
                    order = _Order("before", name, verb, after)
            order = order or _Order("before", None, "", group.end)
        made = record.acts[clause.acts :]
        if order is None or not made or made[-1].prop != "did" or not made[-1].target:
            return group.end
        last = made[-1]
        record.acts.pop()
        verb = last.verb
        if order.verb and order.verb != verb:
            verb = ""
        self._claim_order((last.target,), verb, order)
        return order.end

    def _claim_order(self, first: tuple[str, ...], verb: str, order: _Order) -> int | None:
        """One claim: target came before value."""
        clause = self.clause
        second = order.name.ids[0] if order.name is not None and order.name.ids else ""
        if order.name is not None and not second:
            return None
        made = self.record.acts[clause.acts :]
        if made and made[-1].prop in ("form", "state") and made[-1].target in first:
            self.record.acts.pop()
        target = first[0]
        if order.relation == "after":
            target, second = second, target
        text = self._text(clause.start, order.end)
        self.record.add(Act(ActKind.CLAIM, text, verb, target, prop="before", value=second, negated=clause.neg))
        clause.settled, clause.kind, clause.group = True, ActKind.CLAIM, None
        return order.end

    def _claim_first(self, name: Name, at: int, end: int) -> int:
        order = self._order(at) or _Order("before", None, "", end)
        self._claim_order(name.ids, "", order)
        return order.end

    def _with_value(self, act: Act, value: str) -> Act:
        return replace(act, value=value)

    # Numbers.

    def _number(self, at: int) -> int | None:
        """A number with or without a unit; None where the word is none here."""
        words, stop, clause = self.words, self.stop, self.clause
        word = words[at]
        if word == "a":
            if words[at + 1 : at + 4] == ["couple", "of", "times"]:
                clause.numbers.append((2.0, "time", ""))
                return min(at + 4, stop)
            return None
        if word in voc.FREQUENCIES:
            if word == "once" and not self._is_frequency(at):
                return None
            clause.numbers.append((float(voc.FREQUENCIES[word]), "time", ""))
            return at + 1
        value, k = self._numeral(at)
        if value is None:
            return None
        j = k
        while j < stop and words[j] in ("more", "or", "so", "full", "whole", "different", "separate", "game", "game's"):
            j += 1
        unit = voc.UNITS.get(words[j], "") if j < stop else ""
        if unit:
            target = self._counted(j + 1)
            clause.numbers.append((value, unit, target))
            return j + 1
        if at > clause.start and words[at - 1] in ("step", "number", "no", "part", "level"):
            return k
        if word == "one" and not clause.fresh:
            return None
        if clause.group is None and (k >= stop or words[k] == ","):
            clause.numbers.append((value, "", ""))
            return k
        if clause.aux in ("have", "be", "did") or clause.kind == ActKind.CLAIM:
            name = self.names.read(k, stop, bare=False)
            if name is not None and name.ids:
                clause.numbers.append((value, "", name.ids[0]))
        return None

    def _counted(self, at: int) -> str:
        """The thing after "three times for": none is guessed."""
        if at < self.stop and self.words[at] in ("for", "of"):
            name = self.names.read(at + 1, self.stop, bare=False)
            if name is not None and name.ids:
                return name.ids[0]
        return ""

    def _numeral(self, at: int) -> tuple[float | None, int]:
        """A number in digits or words up to a few hundred."""
        words = self.words
        if words[at][0].isdigit():
            try:
                return float(words[at][:15]), at + 1
            except ValueError:
                return None, at
        total, k = 0, at
        while k < self.stop and words[k] in voc.NUMBERS:
            value = voc.NUMBERS[words[k]]
            if k > at and not (value == 100 or (value < 10 and total % 10 == 0 and total)):
                break
            total = total * 100 if value == 100 and total else total + value
            k += 1
            if k + 1 < self.stop and words[k] == "and" and total >= 100 and words[k + 1] in voc.NUMBERS:
                k += 1
        return float(total), k

    def _is_frequency(self, at: int) -> bool:
        """Whether "once" is a number rather than a conjunction."""
        nxt = self.words[at + 1] if at + 1 < self.stop else ""
        if self.clause.fresh and at == self.clause.start and nxt:
            return nxt in (",",)
        return nxt in ("", ",", "so", "before", "already", "and", "at", "in", "on")

    def _flush_numbers(self) -> None:
        """Numbers of the clause, about what its act is about."""
        clause = self.clause
        if not clause.numbers:
            return
        made = self.record.acts[clause.acts :]
        about = next(
            (a.target or a.place for a in reversed(made) if a.kind == ActKind.CLAIM and (a.target or a.place)), ""
        )
        if not about and clause.name is not None and clause.name.ids and clause.kind != ActKind.ADVISE:
            about = clause.name.ids[0]
        if clause.frame in ("main", "unsure", "told", "until"):
            for number, unit, target in clause.numbers:
                text = self._text(clause.start, min(self.stop, clause.start + 40))
                self.record.add(Act(ActKind.NUMBER, text, target=target or about, value=unit, number=number))
            clause.settled = True
        clause.numbers = []


class _Order:
    """A relation in time to something else; name None: to everything."""

    __slots__ = ("relation", "name", "verb", "end")

    def __init__(self, relation: str, name: Name | None, verb: str, end: int) -> None:
        self.relation, self.name, self.verb, self.end = relation, name, verb, end


from envs.assist.grounding.compiled import Sense  # noqa: E402

_NO_SENSE = Sense("", "base", (), "both", "")
