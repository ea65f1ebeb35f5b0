"""Names of things as they stand in a sentence, and what "it", "there", "the other one" refer to.

A name is looked up with what stands around it: "the left board", "stove 2", "the second plate", "both plates". Where
several things fit and nothing singles one out, the last named of them is meant; where none was named, the name stays
ambiguous: it is never guessed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from envs.assist.grounding import vocabulary as voc
from envs.assist.grounding.compiled import CUES, Compiled, Noun

Fit = Literal["thing", "place", "any"]
_SINGULAR_PRONOUNS = frozenset(("it", "itself", "that", "this"))
_PLURAL_PRONOUNS = frozenset(("them", "they", "these", "those", "both"))
_POINTING = frozenset(("that", "this", "these", "those", "both", "all", "each"))
_LONGEST = 10
"""Words before a noun at most."""
_BEFORE_ONE = frozenset(("the", "that", "this", "other", "another", "same", "only"))


@dataclass(frozen=True, slots=True)
class Name:
    """A name that was read, up to word `end`.

    kind: "things" with their ids; "open", a pronoun without anything that it could mean; "ambiguous", "unknown" and
    "unreal" with the words in `label`; "person", the listener's hand; "vague", such as "everything".
    denied: after "no", as in "no onion". quantity: a number before it.
    """

    kind: Literal["things", "open", "ambiguous", "unknown", "unreal", "person", "vague"]
    end: int
    ids: tuple[str, ...] = ()
    label: str = ""
    denied: bool = False
    quantity: int | None = None
    pronoun: bool = False

    @property
    def firm(self) -> bool:
        """Whether it is known what is meant."""
        return self.kind == "things"


@dataclass(slots=True)
class _Before:
    """What stands before a name: articles, adjectives, numbers. strange: words that nothing is known of."""

    marks: list[str] = field(default_factory=list)
    strange: list[str] = field(default_factory=list)
    index: int | None = None
    quantity: int | None = None
    article: bool = False
    denied: bool = False
    other: bool = False
    both: bool = False


class Names:
    """Reads names in one sentence after the other and remembers what was named."""

    def __init__(self, grammar: Compiled, words: list[str], recent: Sequence[str] = ()) -> None:
        self.grammar = grammar
        self.words = words
        self.named: list[str] = list(recent)
        """Everything named so far, the last last."""
        self.group: tuple[str, ...] = ()
        """What was last named together."""
        self.things: dict[str, None] = {}
        """Everything named in this text, once each."""

    def note(self, name: Name) -> None:
        """Remember a name that counts."""
        if name.kind == "things":
            self.named.extend(name.ids)
            if not name.pronoun:
                self.things.update(dict.fromkeys(name.ids))

    def mention(self, things: tuple[str, ...]) -> None:
        """Remember things that were spoken of without a name of their own."""
        self.named.extend(things)
        self.things.update(dict.fromkeys(things))

    def last(self, fit: Fit, but: Sequence[str] = ()) -> str | None:
        """What a singular pronoun means."""
        places = self.grammar.places
        recent = [thing for thing in reversed(self.named[-24:]) if thing not in but]
        if fit != "any":
            wanted = next((thing for thing in recent if (thing in places) == (fit == "place")), None)
            if wanted is not None:
                return wanted
        return recent[0] if recent else None

    def set_back(self, name: Name) -> None:
        """What is only said to be needed is not what "it" means, where something else was named before."""
        if name.ids and self.named[-len(name.ids) :] == list(name.ids):
            rest = self.named[: -len(name.ids)]
            if rest:
                self.named = [*rest[:-1], *name.ids, rest[-1]]

    def starts(self, at: int, stop: int) -> bool:
        """Whether a name seems to begin there."""
        if at >= stop:
            return False
        word = self.words[at]
        return (
            word in voc.DETERMINERS
            or word in _SINGULAR_PRONOUNS
            or word in _PLURAL_PRONOUNS
            or word in ("one", "everything")
            or word in voc.NUMBERS
            or self.grammar.noun(self.words, at) is not None
        )

    def read(
        self, at: int, stop: int, fit: Fit = "any", but: Sequence[str] = (), subject: bool = False, bare: bool = True
    ) -> Name | None:
        """The name that begins at a word, or None.

        but: what a pronoun cannot mean. subject: it opens a clause, so a strange word behind it may be a verb. bare:
        strange words count as an unknown name without an article, too.
        """
        if at >= stop:
            return None
        words, noun_at = self.words, self.grammar.noun
        word = words[at]
        if word == "it" or word == "itself":
            return self._pronoun(at + 1, fit, but)
        if word == "there":
            place = self.last("place", but)
            known = place if place in self.grammar.places else None
            return Name("things" if known else "open", at + 1, (known,) if known else (), pronoun=True)
        if word == "them" or word == "they":
            return self._plural(at + 1, fit, but)
        if word in voc.COUNTLESS_PRONOUNS:
            return Name("vague", at + 1)
        k = at
        before = _Before()
        noun: Noun | None = None
        while k < stop and k - at < _LONGEST:
            word = words[k]
            noun = noun_at(words, k, stop)
            if noun is not None and not (before.strange and not before.article):
                break
            noun = None
            after_article = k > at and (before.marks or before.other or before.index or words[k - 1] in _BEFORE_ONE)
            if word in ("one", "ones") and after_article:
                return self._one(k + 1, before, fit)
            if word in ("hand", "hands") and k > at and (words[k - 1] in ("your", "my", "free") or before.marks):
                return Name("person", k + 1)
            if word in voc.PARTITIVES and k + 1 < stop and words[k + 1] == "of":
                k += 2
            elif word in voc.HEATS and k + 2 < stop and words[k + 1] in ("on", "under", "of", "for", "at"):
                k += 2
            elif self._takes(k, before, bare):
                k += 1
            else:
                break
        if noun is None:
            return self._without_noun(at, k, fit, but, before)
        return self._with_noun(k, stop, noun, before, subject)

    def _takes(self, k: int, before: _Before, bare: bool) -> bool:
        """Whether a word can stand before a name; what it says of it is noted."""
        word = self.words[k]
        if word in voc.DETERMINERS:
            before.article = before.article or word not in ("more", "of")
            before.denied = before.denied or word == "no"
            before.other = before.other or word in ("other", "another")
            before.both = before.both or word in ("both", "all")
        elif word == "other":
            before.other = True
        elif word in voc.ORDINALS:
            before.index = voc.ORDINALS[word]
        elif word in voc.SIDES:
            before.marks.append(word)
        elif word.isdigit() or word in voc.NUMBERS:
            before.quantity = int(word) if word.isdigit() and len(word) < 6 else voc.NUMBERS.get(word)
        elif word in voc.ADJECTIVES or self._describes(k):
            before.marks.append(word)
        elif self.strange(k) and len(before.strange) < 3 and (before.article or bare):
            before.strange.append(word)
        else:
            return word == "'s" or (word == "hand" and bool(before.marks))
        return True

    def strange(self, at: int) -> bool:
        """Whether a word is none that the grammar or English's frame knows: the name of something, or a verb."""
        word = self.words[at]
        if (
            word in voc.FILLERS
            or word in voc.UNITS
            or word in voc.NUMBERS
            or word in voc.ORDINALS
            or word in voc.TRANSPARENT
            or word in voc.FREQUENCIES
            or len(word) < 2
            or not word.isalpha()
            or word in voc.DETERMINERS
        ):
            return False
        if word in CUES and any(len(found.words) == 1 for found in CUES[word]):
            return False
        return word not in self.grammar.verbs and word not in self.grammar.values and not word.endswith("ly")

    def _describes(self, at: int) -> bool:
        """Whether a word is a participle or a state before a name: "the chopped tomato"."""
        word = self.words[at]
        if word in voc.PARTICLES or word in voc.PLACE_PREPOSITIONS:
            return False
        senses = self.grammar.verbs.get(word, ())
        return any(s.form == "past" and not s.rest for s in senses) or any(
            len(value.words) == 1 for value in self.grammar.values.get(word, ())
        )

    def _pronoun(self, end: int, fit: Fit, but: Sequence[str]) -> Name:
        thing = self.last(fit, but)
        return Name("things" if thing else "open", end, (thing,) if thing else (), pronoun=True)

    def _plural(self, end: int, fit: Fit, but: Sequence[str]) -> Name:
        if len(self.group) > 1 and not set(self.group) & set(but):
            return Name("things", end, self.group, pronoun=True)
        return self._pronoun(end, fit, but)

    def _without_noun(self, at: int, k: int, fit: Fit, but: Sequence[str], before: _Before) -> Name | None:
        word = self.words[at]
        if before.strange:
            while self.words[at] in voc.DETERMINERS and at < k - 1:
                at += 1
            label = " ".join(w for w in self.words[at:k] if w != "'s")
            return Name("unknown", k, label=label, denied=before.denied, quantity=before.quantity)
        if word in ("that", "this") and k == at + 1:
            if k < len(self.words) and any(
                c.code == "recipe" and len(c.words) == 1 for c in CUES.get(self.words[k], ())
            ):
                return None
            return self._pronoun(k, fit, but)
        if word in _PLURAL_PRONOUNS and k == at + 1:
            return self._plural(k, fit, but)
        return None

    def _one(self, end: int, before: _Before, fit: Fit) -> Name:
        """ "the other one", "the left one", "that one"."""
        grammar = self.grammar
        last = self.last(fit) if fit == "any" else (self.named[-1] if self.named else None)
        if before.other or before.index or any(mark in voc.SIDES or mark in voc.ADJECTIVES for mark in before.marks):
            last = next((thing for thing in reversed(self.named) if thing in grammar.groups), None)
            group = grammar.groups.get(last, ()) if last else tuple(grammar.attributes)
            if before.other:
                group = tuple(thing for thing in group if thing != last) if last and len(group) == 2 else ()
            found = self._single_out(group, before.marks, before.index)
            if len(found) != 1 or (not last and found == group):
                return Name("ambiguous" if last else "open", end, label="one", pronoun=True)
            return Name("things", end, found)
        return Name("things" if last else "open", end, (last,) if last else (), pronoun=True)

    def _single_out(self, ids: tuple[str, ...], marks: Sequence[str], index: int | None) -> tuple[str, ...]:
        """Those of the candidates that the words around the name fit."""
        attributes = self.grammar.attributes
        for mark in marks:
            fitting = tuple(thing for thing in ids if mark in attributes[thing])
            ids = fitting or ids
        if index is not None:
            ids = tuple(thing for thing in ids if self.grammar.index.get(thing) == index) or ids
        return ids

    def _with_noun(self, k: int, stop: int, noun: Noun, before: _Before, subject: bool) -> Name:
        """The name whose noun stands at word k."""
        words, grammar = self.words, self.grammar
        start, end = k, k + len(noun.words)
        # "the rice pot": what stands before another name describes it.
        while end < stop:
            end += words[end] == "'s" and end + 1 < stop and grammar.noun(words, end + 1) is not None
            second = grammar.noun(words, end)
            if second is None or self._joins(end) or end + len(second.words) > stop:
                break
            if second.weak and not any(
                word in grammar.attributes[thing] for thing in second.ids for word in noun.words
            ):
                end += len(second.words)
                if words[end - 1] in voc.PARTS:
                    break  # "the fridge door"
                return Name("unknown", end, label=" ".join(words[start:end]), denied=before.denied)
            before.marks.extend(noun.words)
            noun, end = second, end + len(second.words)
        numbered: int | None = None
        if end < stop:
            after = end + (words[end] in ("number", "no") and end + 1 < stop)
            word = words[after]
            value = int(word) if word.isdigit() and len(word) < 4 else voc.NUMBERS.get(word)
            unit = after + 1 < stop and words[after + 1] in voc.UNITS
            if value is not None and not unit and noun.ids and word != "one":
                numbered, end = value, after + 1
        if end + 1 < stop and words[end] in ("on", "to") and len(noun.ids) > 1:
            after = end + 1 + (words[end + 1] in ("the", "your"))
            if after < stop and words[after] in ("left", "right"):
                before.marks.append(words[after])
                end = after + 1 + (words[after + 1 : after + 2] == ["side"])
        while end < stop and words[end] in voc.TRANSPARENT and grammar.noun(words, end) is None:
            end += 1
        if end < stop and self._compounds(end, stop, subject):
            return Name("unknown", end + 1, label=" ".join(words[start : end + 1]), denied=before.denied)
        if noun.unreal:
            return Name("unreal", end, label=noun.unreal, denied=before.denied, quantity=before.quantity)
        ids, label = noun.ids, " ".join(words[start:end])
        if numbered is not None:
            ids = tuple(thing for thing in ids if grammar.index.get(thing) == numbered)
            if not ids:
                return Name("unknown", end, label=label, denied=before.denied)
        ids = self._single_out(ids, before.marks, before.index)
        group = grammar.groups.get(ids[0], ids) if before.other and len(ids) == 1 else ids
        if len(group) > 1:
            ids = self._chosen(group, noun, before)
        if not ids:
            return Name("ambiguous", end, label=label, denied=before.denied)
        return Name("things", end, ids, label=label, denied=before.denied, quantity=before.quantity)

    def _chosen(self, ids: tuple[str, ...], noun: Noun, before: _Before) -> tuple[str, ...]:
        """Which of several candidates are meant; () when that cannot be told."""
        last = next((thing for thing in reversed(self.named) if thing in ids), None)
        if before.other:
            return tuple(thing for thing in ids if thing != last) if last and len(ids) == 2 else ()
        if noun.many or before.both:
            meant = tuple(thing for thing in ids if thing in self.grammar.meant)
            if before.quantity == len(meant) or (before.quantity is None and len(meant) > 1):
                return meant
            if before.quantity in (None, len(ids)):
                return ids
        if noun.many or before.quantity not in (None, 1):
            return ()
        return (last,) if last else ()

    def _joins(self, at: int) -> bool:
        """Whether the word behind a name begins something new rather than a compound."""
        word = self.words[at]
        if word in voc.FILLERS or word in CUES or word in voc.PARTICLES or word in voc.DETERMINERS:
            return True
        return any(s.form == "base" and not s.rest for s in self.grammar.verbs.get(word, ()))

    def _compounds(self, at: int, stop: int, subject: bool) -> bool:
        """Whether a strange word makes something else of the name before it: "tomato sauce"."""
        if not self.strange(at) or self.words[at].endswith(("ing", "ed")):
            return False
        if not subject:
            return True
        return at + 1 < stop and any(
            found.code in ("be", "have", "modal", "will") for found in CUES.get(self.words[at + 1], ())
        )
