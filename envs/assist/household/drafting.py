"""Drafts of household tasks: an apartment that is searched for furniture and gets things one after the other."""

from __future__ import annotations

import string
from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random

from envs.assist.household.floor import floor_of
from envs.assist.household.names import SHORT, names_of
from envs.assist.household.packing import free_spot
from envs.assist.household.parameters import HouseholdParameters, Item, Part
from envs.assist.household.state import Spot
from envs.home.apartments import load_scene
from envs.home.objects import instances, make_object

TABLES = ("table", "coffee_table", "counter", "desk", "bench")
"""Where people leave things."""
OPEN_TOPS = (*TABLES, "nightstand", "dresser", "shelf", "bookcase", "rack", "sofa", "bed")
ID_NOUNS = {
    "dinner_plate": "plate",
    "square_plate": "plate",
    "water_glass": "glass",
    "coffee_mug": "mug",
    "tea_cup": "cup",
    "cereal_bowl": "bowl",
    "bed_pillow": "pillow",
    "throw_cushion": "cushion",
    "bath_towel": "towel",
    "novel": "book",
    "table_lamp": "lamp",
}
"""Category -> the noun of its ids where that is shorter."""


class UnfitError(ValueError):
    """An apartment lacks what a task needs."""


@dataclass
class Draft:
    """A task that is being put together. Methods raise UnfitError where the apartment does not have what is asked."""

    scene_name: str
    rng: Random
    things: dict[str, Item] = field(default_factory=dict)
    parts: list[Part] = field(default_factory=list)
    on: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    filled: set[str] = field(default_factory=set)
    """Furniture that something is to be put on or in; its names depend on it, so goals are made before words."""

    def __post_init__(self) -> None:
        self.scene, self.floor = load_scene(self.scene_name), floor_of(self.scene_name)
        self._spots: dict[str, Spot] = {}

    def all_of(
        self, *categories: str, rooms: Iterable[str] = (), but: Iterable[str] = (), shut: bool = False
    ) -> list[str]:
        """Furniture of these categories, in drawn order; only what one reaches without opening unless `shut`."""
        rooms, but = set(rooms), set(but)
        found = [
            name
            for name, piece in self.scene.receptacles.items()
            if piece.category in categories and (not rooms or piece.room in rooms) and name not in but
        ]
        found = [name for name in found if shut or not self.scene.receptacles[name].surfaces[0].inside]
        self.rng.shuffle(found)
        return found

    def one_of(self, *categories: str, rooms: Iterable[str] = (), but: Iterable[str] = (), shut: bool = True) -> str:
        """One of them; earlier categories are preferred."""
        found = self.all_of(*categories, rooms=rooms, but=but, shut=shut)
        if not found:
            raise UnfitError(f"scene: {self.scene_name} has no {' or '.join(categories)}")
        return min(found, key=lambda name: categories.index(self.scene.receptacles[name].category))

    def add(self, category: str, *places: str) -> str:
        """One more thing at the first of the places with room, unlike the others of its kind; returns its id."""
        noun = ID_NOUNS.get(category, category)
        name = next(f"{noun}_{i}" for i in range(1, 99) if f"{noun}_{i}" not in self.things)
        called = set(SHORT.get(category, (category,)))
        kin = [item for item in self.things.values() if called & set(SHORT.get(item.category, (item.category,)))]
        seen = {dict(make_object(item.category, item.instance).traits)["colour"] for item in kin}
        free = [i for i in range(instances(category)) if dict(make_object(category, i).traits)["colour"] not in seen]
        if not free:
            raise UnfitError(f"things: no {noun} is left that looks different")
        instance = self.rng.choice(free)
        model = make_object(category, instance)
        for place in places:
            there = [
                (spot, make_object(self.things[other].category, self.things[other].instance))
                for other, spot in self._spots.items()
                if spot.place == place
            ]
            spot = free_spot(self.scene.receptacles[place], model, there)
            if spot is not None:
                self._spots[name] = spot
                self.things[name] = Item(category=category, instance=instance, at=place)
                return name
        raise UnfitError(f"things: no room for {noun} at {', '.join(places) or 'any place'}")

    def part(self, ident: str, text: str, *goals: str) -> None:
        """One more part."""
        self.parts.append(Part(id=ident, text=self._said(text), goals=goals))

    def goal_in(self, thing: str, place: str) -> str:
        """The condition that a thing is at a place."""
        self.filled.add(place)
        return f"{thing} in {place}"

    def done(self, task: str, text: str) -> HouseholdParameters:
        """The parameters. {ids} in the text become names, with article; the person starts in a drawn room."""
        start = self.rng.choice(sorted(self.floor.rooms))
        return HouseholdParameters(
            task=task,
            scene=self.scene_name,
            text=self._said(text),
            start=start,
            things=self.things,
            parts=tuple(self.parts),
            on=tuple(self.on),
            open=tuple(self.open),
        )

    def _said(self, text: str) -> str:
        models = {name: make_object(item.category, item.instance) for name, item in self.things.items()}
        names = names_of(self.floor, models, self.filled)
        wanted = {field for _, field, _, _ in string.Formatter().parse(text) if field}
        return text.format(**{name: f"the {names[name][0]}" for name in wanted})


def listed(words: Iterable[str]) -> str:
    """ "a, b and c" """
    words = list(words)
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def braced(names: Iterable[str]) -> str:
    """Ids for a text: "{plate_1}, {plate_2} and {glass_1}"."""
    return listed(f"{{{name}}}" for name in names)
