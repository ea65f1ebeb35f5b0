"""What came before what, and contrasts: "X before Y", "X first", "X, not Y"."""

from __future__ import annotations

from dataclasses import dataclass

from envs.assist.grounding import vocabulary as voc
from envs.assist.grounding.act import Act, ActKind
from envs.assist.grounding.arguments import VerbGroup, read_verb
from envs.assist.grounding.names import Name
from envs.assist.grounding.reader.closing import Closing


@dataclass(frozen=True, slots=True)
class _Order:
    """A relation in time, "before" or "after", to something else; name None: before everything."""

    relation: str
    name: Name | None
    verb: str
    end: int


class Orders(Closing):
    """What came before what, and contrasts: "X before Y", "X first", "X, not Y"."""

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
        if words[k] in ("before", "after") and k + 1 < stop:
            name, verb, end = self._other_side(k + 1)
            if name is not None:
                return _Order(words[k], name, verb, end)
        return None

    def _other_side(self, k: int) -> tuple[Name | None, str, int]:
        """The second thing of an order: a name, or a clause or -ing verb with one."""
        while k < self.stop and self.words[k] in ("you", "have", "had", "then", "did", "it"):
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
        record.take_back()
        verb = "" if order.verb not in ("", last.verb) else last.verb
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
            self.record.take_back()
        target = first[0]
        if order.relation == "after":
            target, second = second, target
        text = self._text(clause.start, order.end)
        self.record.add(Act(ActKind.CLAIM, text, verb, target, prop="before", value=second, negated=clause.neg))
        clause.settled, clause.kind, clause.group = True, ActKind.CLAIM, None
        return order.end

    def _claim_first(self, name: Name, at: int, end: int) -> int:
        """ "the tomato was first"."""
        order = self._order(at) or _Order("before", None, "", end)
        self._claim_order(name.ids, "", order)
        return order.end

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
            if kind == ActKind.CLAIM and record.acts:
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
