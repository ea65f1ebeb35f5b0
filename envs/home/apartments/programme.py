"""Which rooms an apartment has and what stands in each: drawn for a seed, written down for the standard set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random

Programme = tuple[tuple[str, tuple[str, ...]], ...]
"""(room kind, the categories in it), in a fixed order; no kind comes twice."""

WANTED: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "kitchen": (
        ("fridge", "oven"),
        ("sink", "counter", "microwave", "dishwasher", "cabinet", "cabinet", "table", "counter", "drawer"),
    ),
    "living_room": (("sofa", "coffee_table"), ("bookcase", "cabinet", "shelf", "sofa", "crate", "drawer")),
    "dining_room": (("table", "cabinet"), ("bench", "bookcase", "drawer", "cabinet", "shelf", "bench")),
    "bedroom": (("bed", "nightstand"), ("nightstand", "wardrobe", "dresser", "drawer", "bench", "crate")),
    "children_room": (("bed", "crate"), ("desk", "bookcase", "drawer", "shelf", "wardrobe", "crate", "nightstand")),
    "study": (("desk", "bookcase"), ("drawer", "cabinet", "shelf", "sofa", "desk", "bookcase")),
    "bathroom": (("sink", "cabinet"), ("washer", "rack", "shelf", "drawer")),
    "hallway": (("rack", "bench"), ("cabinet", "drawer", "wardrobe")),
    "laundry_room": (("washer", "rack"), ("sink", "shelf", "crate", "counter", "washer", "cabinet")),
    "pantry": (("shelf", "crate"), ("shelf", "rack", "cabinet", "fridge", "counter")),
    "garage": (("shelf", "crate"), ("table", "rack", "cabinet", "shelf", "bench")),
}
"""Room kind -> (what it always has, what it may have)."""

ROOM_KINDS: tuple[str, ...] = tuple(WANTED)
FEWEST, MOST = 12, 16
"""Receptacles in an apartment."""
ROOM_MOST = {"hallway": 3, "bathroom": 3, "pantry": 4, "laundry_room": 4}
"""Receptacles in one room; 5 where it is not said."""
ALIKE_MOST = 3
"""Receptacles of one category in an apartment."""


def _listed(rooms: Mapping[str, str]) -> Programme:
    return tuple((kind, tuple(words.split())) for kind, words in rooms.items())


STANDARD_PROGRAMMES: dict[str, Programme] = {
    "standard_1": _listed(
        {
            "kitchen": "fridge oven sink counter cabinet",
            "living_room": "sofa coffee_table bookcase",
            "bedroom": "bed nightstand wardrobe",
            "bathroom": "sink cabinet",
            "hallway": "rack",
        }
    ),
    "standard_2": _listed(
        {
            "kitchen": "fridge microwave dishwasher counter",
            "dining_room": "table cabinet cabinet bench",
            "bedroom": "bed nightstand nightstand dresser",
            "study": "desk bookcase",
        }
    ),
    "standard_3": _listed(
        {
            "kitchen": "fridge oven table",
            "living_room": "sofa sofa coffee_table",
            "children_room": "bed crate desk",
            "bathroom": "sink washer",
            "hallway": "bench drawer",
            "bedroom": "bed wardrobe",
        }
    ),
    "standard_4": _listed(
        {
            "kitchen": "fridge oven microwave cabinet",
            "pantry": "shelf shelf crate",
            "dining_room": "table bench drawer",
            "laundry_room": "washer washer rack",
            "study": "desk",
        }
    ),
    "standard_5": _listed(
        {
            "kitchen": "fridge sink counter",
            "living_room": "sofa coffee_table shelf",
            "bedroom": "bed nightstand",
            "children_room": "bed drawer",
            "study": "desk bookcase",
            "hallway": "cabinet rack",
            "bathroom": "cabinet",
        }
    ),
    "standard_6": _listed(
        {
            "kitchen": "oven dishwasher fridge cabinet",
            "garage": "shelf shelf crate table",
            "living_room": "sofa bookcase bookcase",
            "laundry_room": "washer sink rack",
        }
    ),
    "standard_7": _listed(
        {
            "kitchen": "fridge microwave counter",
            "dining_room": "table cabinet",
            "children_room": "bed crate crate",
            "bedroom": "wardrobe dresser drawer",
            "pantry": "shelf",
            "garage": "rack shelf",
        }
    ),
}
"""The standard set: 11 room kinds, every category of receptacle, 100 receptacles."""


def draw_programme(rng: Random) -> Programme:
    """4 to 7 rooms with 12 to 16 receptacles; at least two categories come more than once, none more than thrice."""
    while True:
        kinds = ["kitchen", rng.choice(("living_room", "dining_room")), rng.choice(("bedroom", "children_room"))]
        others = [kind for kind in ROOM_KINDS if kind not in kinds]
        kinds += rng.sample(others, rng.randint(1, 4))
        rooms = {kind: list(WANTED[kind][0]) for kind in kinds}
        count = Counter(category for has in rooms.values() for category in has)
        may = [(kind, category) for kind in kinds for category in WANTED[kind][1]]
        rng.shuffle(may)
        total = rng.randint(max(FEWEST, count.total()), MOST)
        for kind, category in may:
            if count.total() == total:
                break
            if len(rooms[kind]) < ROOM_MOST.get(kind, 5) and count[category] < ALIKE_MOST:
                rooms[kind].append(category)
                count[category] += 1
        if count.total() == total and sum(n > 1 for n in count.values()) >= 2 and max(count.values()) <= ALIKE_MOST:
            return tuple((kind, tuple(has)) for kind, has in rooms.items())
