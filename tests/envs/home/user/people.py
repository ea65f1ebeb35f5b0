"""A small apartment with mugs that are hard to tell apart, and the person who lives there."""

from __future__ import annotations

from dataclasses import dataclass

from envs.home.scene import Receptacle
from envs.home.user import Ambiguity, Names, SharedContext, UserProfile


@dataclass(frozen=True)
class Thing:
    label: str
    phrase: str
    traits: tuple[tuple[str, str], ...]


def mug(phrase: str, **traits: str) -> Thing:
    return Thing("coffee mug", phrase, tuple(traits.items()))


OBJECTS = {
    "coffee_mug_1": mug("large red coffee mug", colour="red", pattern="plain", size="large"),
    "coffee_mug_2": mug("small blue striped coffee mug", colour="blue", pattern="striped", size="small"),
    "coffee_mug_3": mug("blue dotted coffee mug with a star", colour="blue", pattern="dotted", label="star"),
    "coffee_mug_4": mug("blue striped coffee mug", colour="blue", pattern="striped", size="medium"),
    "book_1": Thing("book", "green book", (("colour", "green"),)),
    "table_lamp_1": Thing("table lamp", "black table lamp", (("colour", "black"),)),
}


def piece(name: str, room: str, use: str, looks: str) -> Receptacle:
    category = name.rpartition("_")[0]
    return Receptacle(name, category, room, (0.0, 0.0), 0.0, "", (), (0.0, 0.0), (), use, looks)


RECEPTACLES = {
    r.id: r
    for r in (
        piece("shelf_1", "living_room", "the shelf for the games", "the low brown shelf with three boards"),
        piece("shelf_2", "kitchen", "the shelf for the plates", "the tall white shelf with five boards"),
        piece("shelf_3", "bathroom", "the shelf for the soap", "the narrow steel shelf"),
        piece("table_1", "kitchen", "the table where we eat", "the round wooden table"),
        piece("cabinet_1", "kitchen", "the cabinet for the dishes", "the tall grey cabinet beside the fridge"),
        piece("cabinet_2", "bathroom", "the cabinet for the towels", "the low white cabinet with one door"),
        piece("coffee_table_1", "living_room", "the table before the sofa", "the low glass coffee table"),
        piece("fridge_1", "kitchen", "the fridge for the food", "the silver fridge"),
    )
}
MUGS = tuple(name for name in OBJECTS if "mug" in name)
SHELVES = ("shelf_1", "shelf_2", "shelf_3")
KNOWN = ("shelf_1", "shelf_2", "table_1", "cabinet_1", "cabinet_2", "fridge_1")
NAMES = Names(OBJECTS, RECEPTACLES)


def profile_of(*ambiguities: Ambiguity, known: tuple[str, ...] = KNOWN, prefers: str | None = None) -> UserProfile:
    remembers = {"coffee_mug_2": "table_1", "book_1": "cabinet_1"}
    return UserProfile(ambiguities=ambiguities, known=known, remembers=remembers, prefers=prefers)


def target(truth: str = "coffee_mug_2", candidates: tuple[str, ...] = MUGS) -> Ambiguity:
    return Ambiguity(id="target", candidates=candidates, truth=truth)


def destination(truth: str = "shelf_2", candidates: tuple[str, ...] = SHELVES) -> Ambiguity:
    return Ambiguity(id="destination", candidates=candidates, truth=truth)


ALL_SEEN = SharedContext(seen=(*OBJECTS, "table_1"), marks={1: "coffee_mug_1", 3: "coffee_mug_2", 4: "shelf_1"})
