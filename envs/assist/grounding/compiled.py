"""A lexicon made ready for reading: its names, verbs and values in all their forms, found by their first word.

A name is found under what the lexicon calls it, in singular and plural, and under what people shorten it to: without a
number or a side ("the board" for "cutting board 1"), without a word such as "button", and by its last word alone, as
far as no other name is spelt so. A shortened name that fits several things stands for all of them as candidates.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from envs.assist.action import WAIT, Action
from envs.assist.grounding import vocabulary as voc
from envs.assist.grounding.inflect import ing_form, past_forms, plural, singular, third_person
from envs.assist.grounding.words import STOPS, Words, split
from envs.assist.lexicon import Lexicon, VerbForms

Phrase = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Noun:
    """A name. ids: the things that it fits; empty for an unreal thing. many: a plural."""

    words: Phrase
    ids: tuple[str, ...]
    many: bool = False
    unreal: str = ""
    weak: bool = False
    """The last word of a longer name, or so."""


@dataclass(frozen=True, slots=True)
class Sense:
    """One meaning of a verb's word. form: base, past, ing or s. rest: the words that go with it, such as ("up",)."""

    verb: str
    form: str
    rest: Phrase
    takes: str
    joint: str
    spoken: bool = True
    lemma: str = ""
    """The base form of its first word."""
    said: bool = False
    """No action of the world, see `VerbForms`."""


@dataclass(frozen=True, slots=True)
class Value:
    """Words for a property's value."""

    words: Phrase
    prop: str
    value: str


@dataclass(frozen=True, slots=True)
class Sentence:
    """Words of the task sheet, understood as a whole. last_later: the last action waits for something ("when ...")."""

    words: Phrase
    actions: tuple[Action, ...]
    last_later: bool = False


@dataclass(frozen=True, slots=True)
class Cue:
    """A phrase that steers the sentence."""

    words: Phrase
    code: str


def _by_first_word(entries: Iterable[tuple[Phrase, object]]) -> dict[str, list]:
    table: dict[str, list] = {}
    for words, entry in entries:
        if words:
            table.setdefault(words[0], []).append(entry)
    for found in table.values():
        found.sort(key=lambda entry: -len(entry.words))
    return table


CUES: dict[str, list[Cue]] = _by_first_word(
    (tuple(phrase.split()), Cue(tuple(phrase.split()), code))
    for code, phrases in reversed(voc.CUES.items())
    for phrase in phrases
)


@lru_cache(maxsize=16384)
def phrase(text: str) -> Phrase:
    """A lexicon's words as they are found in a sentence."""
    return tuple(word for word in split(text).words if word.isalnum() or word == "'s")


class Compiled:
    """One lexicon, compiled. Immutable."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.places = lexicon.places
        self.verb_ids = frozenset(lexicon.verbs)
        self.verbs = _verbs(tuple(lexicon.verbs.items()))
        self.nouns = _nouns(lexicon, self.verbs)
        self.values = _values(tuple(lexicon.values.items()))
        self.marked = _marked(lexicon)
        self.attributes, self.index = _attributes(lexicon)
        self.groups = _groups(self.nouns)
        self.meant = lexicon.meant
        self.sentences = _sentences(lexicon)
        self.switches = {
            sense.rest[0]: sense
            for senses in self.verbs.values()
            for sense in senses
            if sense.form == "base" and sense.spoken and sense.rest in (("on",), ("off",)) and sense.takes == "thing"
        }
        """The verbs behind "on" and "off" alone, as in "turn this on and that off"."""

    def unmarked(self, text: Words) -> None:
        """Take the marks out of names that hold some ("Turn off?"), so that no sentence ends there."""
        for before, after in self.marked:
            size = len(before)
            for at in range(len(text.words) - 1, size - 1, -1):
                if text.words[at] in STOPS and tuple(text.words[at - size : at]) == before:
                    if tuple(text.words[at + 1 : at + 1 + len(after)]) == after:
                        del text.words[at], text.starts[at], text.ends[at]

    def noun(self, words: list[str], at: int, stop: int | None = None) -> Noun | None:
        """The longest name that begins there, and ends before word `stop`."""
        for noun in self.nouns.get(words[at], ()):
            size = len(noun.words)
            if (stop is None or at + size <= stop) and (size == 1 or tuple(words[at : at + size]) == noun.words):
                return noun
        return None

    def value(self, words: list[str], at: int) -> Value | None:
        """The longest phrase for a value that begins there."""
        return _longest(self.values, words, at)

    def sentence(self, words: list[str], at: int, stop: int) -> Sentence | None:
        """The longest of the sheet's sentences that begins there and ends before word `stop`."""
        found = _longest(self.sentences, words, at)
        return found if found is not None and at + len(found.words) <= stop else None


def cue(words: list[str], at: int) -> Cue | None:
    """The longest steering phrase that begins there."""
    return _longest(CUES, words, at)


def _longest(table: dict[str, list], words: list[str], at: int):
    for entry in table.get(words[at], ()):
        size = len(entry.words)
        if size == 1 or tuple(words[at : at + size]) == entry.words:
            return entry
    return None


def _nouns(lexicon: Lexicon, verbs: dict[str, list[Sense]]) -> dict[str, list[Noun]]:
    """All names. What a lexicon spells out goes before what is derived."""
    exact: dict[Phrase, dict[str, None]] = {}
    for thing, spoken in lexicon.things.items():
        for name in spoken:
            exact.setdefault(phrase(name), {})[thing] = None
    exact.pop((), None)
    levels = [exact, _derived(exact, _without_marks), _derived(exact, _without_tail), _derived(exact, _head)]
    names: dict[Phrase, Noun] = {}
    for level, shortened in enumerate(levels):
        weak = level > 1
        for words, ids in shortened.items():
            if not (weak and len(words) == 1 and _means_else(words[0], verbs)):
                names.setdefault(words, Noun(words, tuple(ids), weak=weak))
        for words, ids in shortened.items():
            for form, many in _numbers(words):
                if form not in names and not (len(form) == 1 and _means_else(form[0], verbs)):
                    names[form] = Noun(form, tuple(ids), many, weak=weak)
    nouns = list(names.items())
    for unreal in lexicon.unreal:
        words = phrase(unreal)
        for form in (words, *(form for form, _ in _numbers(words))):
            if form not in names:
                nouns.append((form, Noun(form, (), unreal=unreal)))
    return _by_first_word(nouns)


def _marked(lexicon: Lexicon) -> tuple[tuple[Phrase, Phrase], ...]:
    """Names with a mark inside: the words before it and behind it."""
    found: dict[tuple[Phrase, Phrase], None] = {}
    for names in lexicon.things.values():
        for name in names:
            if any(mark in name for mark in STOPS):
                words = split(name).words
                for at, word in enumerate(words):
                    if word in STOPS and 0 < at < len(words) - 1:
                        found[tuple(words[:at]), tuple(words[at + 1 :])] = None
    return tuple(found)


def _derived(exact: dict[Phrase, dict[str, None]], shorten) -> dict[Phrase, dict[str, None]]:
    found: dict[Phrase, dict[str, None]] = {}
    for words, ids in exact.items():
        if (short := shorten(words)) and short != words:
            found.setdefault(short, {}).update(ids)
    return found


def _without_marks(words: Phrase) -> Phrase:
    """Without a number behind and a side or ordinal before: "left stove" -> "stove"."""
    if len(words) > 1 and (words[-1].isdigit() or words[-1] in voc.NUMBERS):
        words = words[:-1]
    if len(words) > 1 and (words[0] in voc.SIDES or words[0] in voc.ORDINALS):
        words = words[1:]
    return words


def _without_tail(words: Phrase) -> Phrase:
    """Without a transparent noun behind: "search field" -> "search"."""
    words = _without_marks(words)
    return words[:-1] if len(words) > 1 and words[-1] in voc.TRANSPARENT else words


_JOINTS = voc.PLACE_PREPOSITIONS | voc.OTHER_PREPOSITIONS | {"where", "and"}
"""A name with one of these does not end in its noun."""


def _head(words: Phrase) -> Phrase:
    """The last word alone: "cutting board" -> "board"."""
    words = _without_marks(words)
    if len(words) < 2 or not _JOINTS.isdisjoint(words) or words[-1] in voc.TRANSPARENT or words[-1] in voc.FILLERS:
        return ()
    return words[-1:]


def _means_else(word: str, verbs: dict[str, list[Sense]]) -> bool:
    """Whether a word is better read as something other than a shortened name."""
    return word in voc.FILLERS or word in CUES or any(s.form == "base" for s in verbs.get(word, ()))


def _numbers(words: Phrase) -> list[tuple[Phrase, bool]]:
    """The other grammatical numbers of a name, and whether they are plurals."""
    last = words[-1]
    if last.isdigit():
        return []
    one = singular(last)
    return [((*words[:-1], one), False)] if one else [((*words[:-1], plural(last)), True)]


@lru_cache(maxsize=64)
def _verbs(given: tuple[tuple[str, VerbForms], ...]) -> dict[str, list[Sense]]:
    """Head word -> its senses, those that the lexicon spells out first."""
    table: dict[str, dict[Sense, None]] = {}

    def add(verb: str, forms: VerbForms, words: Phrase, form: str, spoken: bool, lemma: str) -> None:
        sense = Sense(verb, form, words[1:], forms.takes, forms.joint, spoken, lemma, forms.said)
        table.setdefault(words[0], {}).setdefault(sense)

    def inflect(verb: str, forms: VerbForms, words: Phrase, spoken: bool) -> None:
        head, rest = words[0], words[1:]
        add(verb, forms, words, "base", spoken, head)
        for past in past_forms(head):
            add(verb, forms, (past, *rest), "past", spoken, head)
        add(verb, forms, (ing_form(head), *rest), "ing", spoken, head)
        add(verb, forms, (third_person(head), *rest), "s", spoken, head)

    verbs = dict(given)
    claimed = {phrase(base) for forms in verbs.values() for base in forms.base}
    verbs.setdefault(WAIT, VerbForms(("wait",), ("waited",), ("waiting",), "nothing"))
    for verb, forms in verbs.items():
        for base in filter(None, map(phrase, forms.base)):
            inflect(verb, forms, base, True)
            if base == ("go", "to"):
                add(verb, forms, ("been", "to"), "past", True, "go")
        for form, texts in (("past", forms.past), ("ing", forms.ing)):
            for words in filter(None, map(phrase, texts)):
                add(verb, forms, words, form, True, (phrase(forms.base[0]) or words)[0])
    for verb, forms in verbs.items():
        own = {phrase(base) for base in forms.base}
        for usual in _SYNONYMS:
            if not own.isdisjoint(usual[:2]) or phrase(forms.base[0]) in usual[:4]:
                for words in usual:
                    if words not in claimed:
                        inflect(verb, forms, words, False)
    return {head: list(senses) for head, senses in table.items()}


_SYNONYMS = tuple(tuple(phrase(one) for one in same) for same in voc.SYNONYMS)


@lru_cache(maxsize=64)
def _values(given: tuple[tuple[tuple[str, str], tuple[str, ...]], ...]) -> dict[str, list[Value]]:
    known: dict[Phrase, Value] = {}
    for own, table in ((True, given), (False, voc.STATES.items())):
        for (prop, value), spoken in table:
            for words in map(phrase, (*spoken, value) if own else spoken):
                if words:
                    known.setdefault(words, Value(words, prop, value))
    return _by_first_word(known.items())


def _attributes(lexicon: Lexicon) -> tuple[dict[str, frozenset[str]], dict[str, int]]:
    """For every thing the words that may single it out, and its number where it has one."""
    attributes: dict[str, frozenset[str]] = {}
    index: dict[str, int] = {}
    for thing, names in lexicon.things.items():
        words = {word for name in names for word in phrase(name)}
        from_id = thing.lower().replace("-", "_").split("_")
        attributes[thing] = frozenset(words.union(from_id))
        for word in [*(w for name in names for w in phrase(name)[-1:]), from_id[-1]]:
            if word.isdigit():
                index.setdefault(thing, int(word))
    return attributes, index


def _sentences(lexicon: Lexicon) -> dict[str, list[Sentence]]:
    """The sheet's sentences by their first word; one with a mark that ends a sentence is left to the other rules."""
    found: list[tuple[Phrase, Sentence]] = []
    for text, actions in lexicon.sentences.items():
        words = tuple(split(text).words)
        if words and STOPS.isdisjoint(words):
            found.append((words, Sentence(words, actions, not {"when", "once", "after"}.isdisjoint(words))))
    return _by_first_word(found)


def _groups(nouns: dict[str, list[Noun]]) -> dict[str, tuple[str, ...]]:
    """For every thing the smallest group of things that share a name with it."""
    groups: dict[str, tuple[str, ...]] = {}
    for found in nouns.values():
        for noun in found:
            for thing in noun.ids if len(noun.ids) > 1 else ():
                if len(noun.ids) < len(groups.get(thing, noun.ids + ("",))):
                    groups[thing] = noun.ids
    return groups
