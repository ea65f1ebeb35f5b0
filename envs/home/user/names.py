"""What things and furniture are called: words that fit a name, and words that single one out. No ids in, none out.

Words are compared by their stems, so that "stripes" finds what is striped and "shelves" a shelf.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Protocol

FILLERS = frozenset(
    "a an the it its this that these those one ones thing things item items object objects please do does did you your "
    "i me my we us is are am be being was were want wants need needs like likes mean means meant prefer would should "
    "shall could can may might will must go goes going put puts putting place placed placing bring bringing fetch get "
    "take taken pick picked picking up grab give deliver move moved set leave left store return drop carry hold "
    "holding held have has had got to for of on in into onto at inside upon from by with and or so then right correct "
    "there here them they now just really maybe perhaps rather instead exactly kind sort type which what where who "
    "whose talking referring about if not no yes ok okay hi hello called labelled labeled looking look looks back down "
    "over out off away say says said word written print printed colour color target mark marked number still stay "
    "stand keep kept belong belongs other another same piece furniture supposed choose chosen choice select selected "
    "desired wanted first last next too also as".split()
)
"""Words that tell no thing from another."""
SPELLINGS = {"gray": "grey", "color": "colour", "colored": "coloured"}
CONTAINERS = frozenset(
    "fridge refrigerator freezer microwave oven dishwasher washer dryer sink bathtub cabinet cupboard wardrobe closet "
    "drawer crate basket box bin chest".split()
)
"""Last words of categories into which one puts things."""
PRINTED = frozenset({"label", "print", "mark", "word", "text"})
"""Traits that are written on a thing."""
OUTDOORS = frozenset({"balcony", "terrace", "patio", "porch"})


class Thing(Protocol):
    """What the user knows of an object: `ObjectModel` has it."""

    @property
    def label(self) -> str: ...
    @property
    def phrase(self) -> str: ...
    @property
    def traits(self) -> tuple[tuple[str, str], ...]: ...


class Furniture(Protocol):
    """What the user knows of a receptacle: `Receptacle` has it."""

    @property
    def category(self) -> str: ...
    @property
    def room(self) -> str: ...
    @property
    def use(self) -> str: ...
    @property
    def looks(self) -> str: ...


@lru_cache(maxsize=4096)
def stem(word: str) -> str:
    """The part of a lower-case word that its forms share, roughly: plural s, past ed and last e are cut."""
    word = SPELLINGS.get(word, word)
    if len(word) > 4 and word.endswith("ves"):
        word = word[:-3] + "f"
    elif len(word) > 4 and word.endswith("ies"):
        word = word[:-3] + "y"
    elif re.search(r"(s|x|z|ch|sh)es$", word):
        word = word[:-2]
    elif len(word) > 3 and word.endswith("s") and word[-2] not in "su":
        word = word[:-1]
    if len(word) > 4 and word.endswith("ed"):
        word = word[:-3] if word[-3] == word[-4] else word[:-2]
    return word[:-1] if len(word) > 3 and word.endswith("e") else word


def stems(text: str) -> frozenset[str]:
    """Stems of all the words of a text that tell things apart."""
    return frozenset(stem(word) for word in re.findall(r"[a-z]+", text.lower()) if word not in FILLERS)


def plain(name: str) -> str:
    """A name from the simulator in plain words, without its number: `living_room_2` is "living room"."""
    return re.sub(r"_\d+$", "", name).replace("_", " ").replace("children room", "children's room")


@dataclass(frozen=True)
class Description:
    """Words that single an object out. full: "the blue striped coffee mug"; short: "the blue striped one"."""

    full: str
    short: str


@dataclass(frozen=True)
class Names:
    """The words of one task's objects and one scene's receptacles, each by its name."""

    objects: Mapping[str, Thing]
    receptacles: Mapping[str, Furniture]

    @cached_property
    def words(self) -> Mapping[str, frozenset[str]]:
        """Name -> stems of all that may be said of it."""
        found = {
            name: stems(" ".join((thing.label, thing.phrase, *(value for _, value in thing.traits))))
            for name, thing in self.objects.items()
        }
        for name, piece in self.receptacles.items():
            found[name] = stems(" ".join((plain(piece.category), piece.use, piece.looks, plain(piece.room))))
        return found

    @cached_property
    def thing_words(self) -> frozenset[str]:
        """Stems that fit some object."""
        return frozenset().union(*(self.words[name] for name in self.objects))

    @cached_property
    def furniture_words(self) -> frozenset[str]:
        """Stems that fit some receptacle or room."""
        return frozenset().union(*(self.words[name] for name in self.receptacles))

    @cached_property
    def open_looks(self) -> tuple[str, ...]:
        """Words of furniture that begin with "open" or "closed", "closed sides", each with the word that follows."""
        said = " . ".join(f"{piece.looks} . {piece.use}" for piece in self.receptacles.values()).lower()
        return tuple(sorted(set(re.findall(r"\b(?:open|closed) [a-z]+", said))))

    @cached_property
    def _nouns(self) -> Mapping[str, frozenset[str]]:
        """Name -> stems of what it is: the last word of an object's label, all of a receptacle's category."""
        found = {name: stems(thing.label.split()[-1]) for name, thing in self.objects.items()}
        return found | {name: stems(plain(piece.category)) for name, piece in self.receptacles.items()}

    def matching(self, words: frozenset[str], among: Iterable[str]) -> frozenset[str]:
        """Those of `among` which all of the stems fit; none for no stems. Where the stems hold what some of these are,
        only those: "the fridge" is not the cabinet beside the fridge.
        """
        fitting = frozenset(name for name in among if words and self.words[name] >= words)
        named = frozenset(name for name in fitting if self._nouns[name] & words)
        return named or fitting

    def is_furniture(self, words: frozenset[str]) -> bool | None:
        """Whether stems speak of furniture rather than of things; None when no name is known by any of them."""
        things, pieces = self.matching(words, self.objects), self.matching(words, self.receptacles)
        if things and pieces:  # "table" is a piece of furniture although there is a table lamp
            return any(self._nouns[name] & words for name in pieces) and not any(
                self._nouns[name] & words for name in things
            )
        if things or pieces:
            return not things
        in_things, in_pieces = len(words & self.thing_words), len(words & self.furniture_words)
        return in_pieces > in_things if in_things or in_pieces else None

    def take_ids(self, text: str) -> tuple[tuple[str, ...], str]:
        """The receptacles named by id (`shelf_2`, "shelf 2") in a lower-case text, and the text without them."""
        found: list[str] = []

        def take(match: re.Match[str]) -> str:
            parts = re.split("[ _]", match[1])
            for i in range(len(parts)):
                name = "_".join((*parts[i:], match[2]))
                if name in self.receptacles:
                    found.append(name)
                    return " ".join(parts[:i]) + " "
            return match[0]

        rest = re.sub(r"((?:[a-z]+[ _])*[a-z]+)[ _]?#?(\d+)(?![\w])", take, text)
        return tuple(dict.fromkeys(found)), rest

    def describe(self, name: str, candidates: Collection[str]) -> Description | None:
        """The fewest traits that tell an object from the other candidates and, where that can be done, from all other
        objects of its label, found or not, so that it stays right. None when nothing tells it from a candidate.
        """
        thing = self.objects[name]
        near = [other for other in candidates if other != name]
        alike = [other for other in self.objects if other != name and _same_label(self.objects[other].label, thing)]
        chosen = self._telling(thing, {*near, *alike})
        if chosen is None:
            chosen = self._telling(thing, near)
        if chosen is None:
            if any(self.objects[other].phrase == thing.phrase for other in near):
                return None
            return Description(f"the {thing.phrase}", f"the {thing.phrase}")
        before, after = _sorted_traits(thing, chosen)
        full = " ".join(("the", *before, thing.label, *after))
        one_label = all(self.objects[other].label == thing.label for other in near)
        return Description(full, " ".join(("the", *before, "one", *after)) if chosen and one_label else full)

    def _telling(self, thing: Thing, others: Iterable[str]) -> tuple[tuple[str, str], ...] | None:
        rivals = [dict(self.objects[o].traits) for o in others if _same_label(self.objects[o].label, thing)]
        traits = [trait for trait in thing.traits if trait[1]]
        for size in range(len(traits) + 1):
            for chosen in combinations(traits, size):
                if not any(all(_fits(rival, *trait) for trait in chosen) for rival in rivals):
                    return chosen
        return None

    def looks(self, name: str) -> str:
        """A receptacle by what it looks like and its room: "the tall white cabinet with two doors in the kitchen"."""
        piece = self.receptacles[name]
        looks = piece.looks if piece.looks.startswith("the ") else f"the {piece.looks}"
        return looks if plain(piece.room) in looks else f"{looks} {self.within(name)}"

    def kept(self, name: str) -> str:
        """A receptacle by its category and room where that singles it out, else by its looks."""
        piece = self.receptacles[name]
        there = [
            p for p in self.receptacles.values() if (p.category, plain(p.room)) == (piece.category, plain(piece.room))
        ]
        return f"the {plain(piece.category)} {self.within(name)}" if len(there) == 1 else self.looks(name)

    def within(self, name: str) -> str:
        """The room of a receptacle, with its preposition: "in the kitchen"."""
        room = plain(self.receptacles[name].room)
        return f"{'on' if room in OUTDOORS else 'in'} the {room}"

    def preposition(self, name: str) -> str:
        """Whether one puts things "in" or "on" a receptacle."""
        return "in" if plain(self.receptacles[name].category).split()[-1] in CONTAINERS else "on"


def _fits(traits: Mapping[str, str], kind: str, value: str) -> bool:
    """Whether a trait may be said of a thing with these. Every thing has a size, even one of which none is told."""
    return traits.get(kind, value if kind == "size" else None) == value


def _same_label(label: str, thing: Thing) -> bool:
    """Whether a thing of this label could be meant by the label of `thing`: "mug" may mean a tea mug, too."""
    return label == thing.label or label.endswith(" " + thing.label)


def _sorted_traits(thing: Thing, chosen: Collection[tuple[str, str]]) -> tuple[list[str], list[str]]:
    """Words before and after the noun, in the order in which the object's own phrase has them."""
    phrase = thing.phrase.lower()
    label = thing.label.lower()
    noun = phrase.find(label)
    tail = phrase[noun + len(label) :].strip() if noun >= 0 else ""
    in_tail = [value for _, value in thing.traits if value and value.lower() in tail]
    before: list[tuple[int, str]] = []
    after: list[str] = []
    for kind, value in chosen:
        at = phrase.find(value.lower())
        if at > noun >= 0:
            after.append(tail if len(in_tail) == 1 else f"with {value}")
        elif kind in PRINTED:
            after.append(f'with "{value}" on it')
        elif value.startswith(("with ", "without ")):
            after.append(value)
        else:
            before.append((at, value))
    return [value for _, value in sorted(before, key=lambda pair: pair[0])], after
