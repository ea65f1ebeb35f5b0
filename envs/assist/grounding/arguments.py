"""A verb with what belongs to it: "pick the left plate up", "put the rice and the steak on plate 2"."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from envs.assist.grounding import vocabulary as voc
from envs.assist.grounding.compiled import CUES, Sense
from envs.assist.grounding.names import Fit, Name, Names

_HELD = frozenset(
    "pick take grab put place chop cut slice scoop serve plate drink eat throw cook fry boil drop".split()
)
"""Verbs that are done to things rather than to places: what their "it" means."""
_SKIPPED = frozenset(
    "back just also again both carefully quickly please right straight directly then ahead together".split()
)
_STATIVE = frozenset(("be", "have", "modal", "will", "did"))
_ALWAYS_PARTICLES = frozenset(("up", "down", "away", "back"))


@dataclass(frozen=True, slots=True)
class VerbGroup:
    """A verb's sense and arguments, up to word `end`. chained: the targets are to be done one after the other.

    others: names that stand with it and are no part of its action, such as where something is taken from.
    """

    sense: Sense
    end: int
    targets: tuple[Name, ...] = ()
    place: Name | None = None
    others: tuple[Name, ...] = ()
    chained: bool = False
    blank: str = ""
    """Words in a target's place that name nothing: "the thing"."""


def read_verb(names: Names, at: int, stop: int, forms: Collection[str]) -> VerbGroup | None:
    """The verb at a word in one of these forms, with its arguments; None where no sense fits."""
    words = names.words
    known = [sense for sense in names.grammar.verbs.get(words[at], ()) if sense.form in forms]
    if not known:
        return None
    ends = {}
    named = names.grammar.noun(words, at + 1) if at + 1 < stop else None
    if named is not None:  # "tap On and off marks" is no "tap on"
        known = [
            sense
            for sense in known
            if not sense.rest or len(named.words) <= len(sense.rest) or named.words[: len(sense.rest)] != sense.rest
        ]
    for sense in known:
        end = with_rest(words, at + 1, stop, sense)
        if end is not None:
            ends[sense] = end
    apart = [
        s for s in known if s not in ends and len(s.rest) == 1 and s.rest[0] in voc.PARTICLES and s.takes != "nothing"
    ]
    if not ends and not apart:
        return None
    start = max(ends.values(), default=at + 1)
    nearest = [sense for sense, end in ends.items() if end == start]
    if nearest and not apart and all(sense.takes == "nothing" for sense in nearest):
        return VerbGroup(nearest[0], start)
    fit: Fit = "place" if any(s.takes == "place" for s in nearest) else "any"
    if fit == "any" and any(s.takes == "both" or s.lemma in _HELD for s in nearest or apart):
        fit = "thing"
    arguments = _Arguments(names, stop, fit, {s.rest[0] for s in apart})
    arguments.places = any(sense.takes == "both" for sense in nearest)
    end = arguments.read(start)
    if not arguments.particle and not ends:
        return None
    if arguments.joint == "to" and any(sense.lemma == "take" for sense in nearest):
        # To take something somewhere is to put it there.
        form = nearest[0].form
        moving = names.grammar.verbs.get({"base": "bring", "ing": "bringing", "s": "brings"}.get(form, "brought"), ())
        ends |= {sense: start for sense in moving if sense.takes == "both" and not sense.rest and sense.form == form}
    return _chosen(arguments, ends, apart, start, end)


def with_rest(words: list[str], k: int, stop: int, sense: Sense) -> int | None:
    """Where the verb's own words end, adverbs between them left out; None when they are not there."""
    for part in sense.rest:
        skipped = 0
        while k < stop and words[k] != part and words[k] in voc.VERB_ADVERBS and skipped < 2:
            k += 1
            skipped += 1
        if k < stop and part == "to" and words[k] == "there":
            return k
        if k >= stop or words[k] != part:
            return None
        k += 1
    return k


class _Arguments:
    """Reads targets, place and particle behind a verb."""

    def __init__(self, names: Names, stop: int, fit: Fit, particles: set[str]) -> None:
        self.names, self.words, self.stop, self.particles = names, names.words, stop, particles
        self.fit: Fit = fit
        self.targets: list[Name] = []
        self.place: Name | None = None
        self.joint = ""
        self.particle = ""
        self.others: list[Name] = []
        self.chained = False
        self.blank = ""
        self.places = False
        """Whether the verb wants a place."""

    def read(self, k: int) -> int:
        """Read from a word on; where it ends."""
        words, names, stop = self.words, self.names, self.stop
        end = k
        while k < stop:
            word = words[k]
            if word in self.particles and not self.particle and names.grammar.noun(words, k, stop) is None:
                if word in _ALWAYS_PARTICLES or not names.starts(k + 1, stop) or words[k + 1] == "then":
                    self.particle, k = word, k + 1
                    end = k
                    continue
            if not self.targets and self.place is None:
                name = self._before_place(k) if self.places else None
                name = name or names.read(k, stop, self.fit)
                if name is not None:
                    if word == "there" and self.fit != "place":
                        self.place = name
                        k = end = name.end
                        names.note(name)
                        continue
                    k = end = self._list(name)
                    continue
            if word in voc.PLACE_PREPOSITIONS or word in voc.OTHER_PREPOSITIONS or word == "next":
                after = self._preposition(k)
                if after is None:
                    break
                k = end = after
                continue
            if word == "there" and self.place is None and self.targets:
                name = names.read(k, stop, "place", self._ids())
                if name is not None:
                    self.place, k = name, name.end
                    end = k
                    continue
            if not self.targets and self.place is None and word in ("the", "a", "an", "your", "that") and k + 1 < stop:
                self.blank, k = words[k + 1], k + 2
                end = k
                continue
            if word in _SKIPPED or (word.endswith("ly") and word not in names.grammar.verbs):
                k += 1
                continue
            break
        return end

    def _before_place(self, k: int) -> Name | None:
        """A target of a verb that wants a place, where its name would swallow that: "the plate on the table"."""
        noun_at, words = self.names.grammar.noun, self.words
        while k < self.stop and words[k] in voc.DETERMINERS and noun_at(words, k) is None:
            k += 1
        noun = noun_at(words, k) if k < self.stop else None
        if noun is None or len(noun.words) < 3:
            return None
        for at in range(k + 1, k + len(noun.words)):
            if words[at] in voc.PLACE_PREPOSITIONS:
                after = k + len(noun.words)
                if after < self.stop and words[after] in voc.PLACE_PREPOSITIONS:
                    return None
                short, place = self.names.read(k, at, self.fit), self.names.read(at + 1, self.stop, "place", bare=False)
                return short if short is not None and short.firm and place is not None and place.firm else None
        return None

    def _ids(self) -> tuple[str, ...]:
        return tuple(thing for name in self.targets for thing in name.ids)

    def _list(self, name: Name) -> int:
        """The first target and those that are listed with it."""
        names, words, stop = self.names, self.words, self.stop
        self.targets.append(name)
        names.note(name)
        k = name.end
        while k < stop:
            j = k
            chain = words[j] == ">"
            if words[j] in (",", ">"):
                j += 1
            if j < stop and words[j] in ("and", "or", "plus", "nor"):
                j += 1
            if j == k or j >= stop or not self._begins(j, chain):
                break
            another = names.read(j, stop, self.fit, bare=False)
            if another is None or another.pronoun or self._is_subject(another.end):
                break
            self.targets.append(another)
            names.note(another)
            self.chained = self.chained or chain
            k = another.end
        if len(self.targets) > 1 or len(name.ids) > 1:
            names.group = self._ids()
        return k

    def _begins(self, at: int, chain: bool) -> bool:
        """Whether a list goes on there, rather than a clause."""
        word = self.words[at]
        if word in voc.DETERMINERS or chain:
            return True
        noun = self.names.grammar.noun(self.words, at)
        if noun is None:
            return False
        base = any(sense.form == "base" for sense in self.names.grammar.verbs.get(word, ()))
        cue = any(len(found.words) >= len(noun.words) and found.words[0] == word for found in CUES.get(word, ()))
        return not cue and not (base and len(noun.words) == 1 and self.names.starts(at + 1, self.stop))

    def _is_subject(self, end: int) -> bool:
        """Whether a name is followed by what makes it a clause's subject."""
        if end >= self.stop:
            return False
        return any(len(c.words) == 1 and c.code in _STATIVE for c in CUES.get(self.words[end], ()))

    def _preposition(self, k: int) -> int | None:
        """A preposition with its name; None where none follows."""
        words, names, stop = self.words, self.names, self.stop
        word, k = words[k], k + 1
        if word in ("in", "on") and words[k : k + 2] in (["front", "of"], ["top", "of"]):
            k += 2
        elif word == "over" and words[k : k + 1] in (["to"], ["in"], ["on"], ["at"]):
            k += 1
        elif word == "next":
            if words[k : k + 1] != ["to"]:
                return None
            k += 1
        elif word in ("out", "off") and words[k : k + 1] == ["of"]:
            k += 1
        if k >= stop or (word == "to" and self._infinitive(k)):
            return None
        senses = names.grammar.verbs.get(words[k], ())
        if any(sense.form == "ing" for sense in senses) and names.grammar.noun(words, k) is None:
            return None
        place = word in voc.PLACE_PREPOSITIONS or word == "next"
        name = names.read(k, stop, "place" if place else "any", self._ids(), bare=False)
        if name is None:
            return None
        if place and self.place is None and name.kind not in ("vague", "person"):
            self.place, self.joint = name, word
        else:
            self.others.append(name)
        names.note(name)
        return name.end

    def _infinitive(self, at: int) -> bool:
        """Whether "to" stands before a verb."""
        word = self.words[at]
        if word == "be":
            return True
        noun = self.names.grammar.noun(self.words, at)
        return noun is None and any(sense.form == "base" for sense in self.names.grammar.verbs.get(word, ()))


def _chosen(arguments: _Arguments, ends: dict[Sense, int], apart: list[Sense], start: int, end: int) -> VerbGroup:
    """The sense that fits the arguments best."""
    target, place = bool(arguments.targets), arguments.place is not None
    at_place = all(thing in arguments.names.grammar.places for name in arguments.targets for thing in name.ids)

    def fitness(sense: Sense) -> tuple[int, int, int, int]:
        if sense.takes == "both":
            fits = 3 if place else 1 if target else 0
        elif sense.takes == "thing":
            fits = 2 if target else 1
        elif sense.takes == "place":
            fits = (2 if at_place else 1) if target or place else 0
        else:
            fits = 0 if target else 2
        if len(sense.rest) == 0 and sense.takes == "thing" and target and at_place and arguments.targets[0].ids:
            return 2, -1, False, sense.spoken  # "take the door" goes through it, where a world says so
        return fits, len(sense.rest), sense.joint == arguments.joint, sense.spoken

    possible = [
        sense
        for sense, own in ends.items()
        if own == start or (sense.takes == "both" and place and arguments.words[own] in _ALWAYS_PARTICLES)
    ]
    if arguments.particle:
        possible += [sense for sense in apart if sense.rest[0] == arguments.particle]
        if any(sense.rest for sense in possible) and not place:
            possible = [sense for sense in possible if sense.rest]
    best = max(possible, key=fitness)
    targets, where = tuple(arguments.targets), arguments.place
    others = tuple(arguments.others)
    if best.takes == "place" and not targets and where is not None:
        targets, where = (where,), None
    if best.takes != "both" and where is not None:
        where, others = None, (*others, where)
    return VerbGroup(best, end, targets, where, others, arguments.chained, "" if targets else arguments.blank)
