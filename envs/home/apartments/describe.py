"""Words for receptacles: what each is for and how it looks, so that either singles it out in its apartment.

Looks are made of facts (`furniture.piece.Fact`) that the model is built from, of the room, and of a neighbour: as many
as it takes that no other receptacle of the category has them all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from envs.home.apartments.furniture import Fact, Piece
from envs.home.apartments.placing import Spot
from envs.home.apartments.purposes import purposes

BESIDE = 0.45
"""Metres between two pieces at one wall that stand beside each other."""
_FIRST = ("size", "shape")
"""Facts that come before the colour, in speech."""


@dataclass(frozen=True)
class Standing:
    """A piece where it stands."""

    id: str
    piece: Piece
    room: str
    spot: Spot


def uses(all_of_them: Sequence[Standing], rng: Random) -> dict[str, str]:
    """Id -> "the cabinet for the good china"; no two are equal."""
    said: dict[str, str] = {}
    for standing in all_of_them:
        free = [
            f"the {standing.piece.noun} {text}"
            for text in purposes(standing.piece.category, standing.room)
            if f"the {standing.piece.noun} {text}" not in said.values()
        ]
        said[standing.id] = rng.choice(free)
    return said


def looks(all_of_them: Sequence[Standing], rng: Random) -> dict[str, str]:
    """Id -> "the tall white cabinet with two doors and brass handles"; true of no other receptacle there."""
    return {standing.id: _look(standing, all_of_them, rng) for standing in all_of_them}


def _look(one: Standing, all_of_them: Sequence[Standing], rng: Random) -> str:
    others = [_seen(s.piece) for s in all_of_them if s.piece.category == one.piece.category and s.id != one.id]
    facts = {fact.key: fact for fact in one.piece.facts}
    rest = sorted(key for key in facts if key != "colour")
    rng.shuffle(rest)
    chosen = ["colour", rest.pop()]
    while rest and not _single(chosen, facts, others):
        # The fact that sets it apart from most of those that are still like it.
        alike = [seen for seen in others if all(seen.get(key) == facts[key].text for key in chosen)]
        best = max(rest, key=lambda key: sum(seen.get(key) != facts[key].text for seen in alike))
        rest.remove(best)
        chosen.append(best)
    place = ""
    if not _single(chosen, facts, others) or rng.random() < 0.3:
        place = _place(one, all_of_them)
    return phrase(one.piece.noun, [facts[key] for key in chosen], place)


def _seen(piece: Piece) -> Mapping[str, str]:
    return {fact.key: fact.text for fact in piece.facts}


def _single(chosen: Sequence[str], facts: Mapping[str, Fact], others: Sequence[Mapping[str, str]]) -> bool:
    return not any(all(seen.get(key) == facts[key].text for key in chosen) for seen in others)


def _place(one: Standing, all_of_them: Sequence[Standing]) -> str:
    """Beside what it stands, where that is one of a kind; else its room, which no two of a kind share."""
    nouns = [s.piece.noun for s in all_of_them]
    for other in all_of_them:
        if other.id != one.id and nouns.count(other.piece.noun) == 1 and beside(one, other):
            return f"beside the {other.piece.noun}"
    room = one.room.replace("_", " ").replace("children room", "children's room")
    return f"in the {room}"


def beside(one: Standing, other: Standing) -> bool:
    """Whether two pieces stand at one wall with little between them."""
    if one.room != other.room or one.spot.quarter != other.spot.quarter or one.spot.free or other.spot.free:
        return False
    a, b = one.spot.body, other.spot.body
    if one.spot.quarter in (0, 2):
        return max(a.x0, b.x0) - min(a.x1, b.x1) < BESIDE
    return max(a.y0, b.y0) - min(a.y1, b.y1) < BESIDE


def phrase(noun: str, facts: Sequence[Fact], place: str = "") -> str:
    """A noun phrase: adjectives, noun, then what it is with and on, then where."""
    before = sorted((f for f in facts if not f.after), key=lambda f: (f.key not in _FIRST, f.key))
    words = ["the", *(fact.text for fact in before), noun]
    extras = [fact.text for fact in facts if fact.after and fact.text.startswith("with ")]
    if extras:
        words.append("with " + " and ".join(text.removeprefix("with ") for text in extras))
    words += [fact.text for fact in facts if fact.after and not fact.text.startswith("with ")]
    return " ".join([*words, place]).strip()
