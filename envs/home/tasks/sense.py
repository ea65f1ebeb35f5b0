"""Where things belong and where they may be found: what makes a (source, destination, object) triplet sensible.

A thing is kept at receptacles of the categories in its `homes`, in rooms that fit. Cabinets, shelves, sinks and the
like stand in many rooms, and no salad bowl is kept in the bathroom cabinet: a thing's homes together tell its rooms.
"""

from __future__ import annotations

from functools import cache

from envs.home.objects import CATEGORIES, homes
from envs.home.scene import Receptacle

LEFT_AT = ("table", "coffee_table", "counter", "desk", "bench")
"""Receptacles where people leave what they had in their hands. What is kept on one of them may be left on any."""

_KITCHEN = ("kitchen", "dining_room", "pantry")
_SLEEPING = ("bedroom", "children_room", "hallway")
ROOMS: dict[str, tuple[str, ...]] = {
    "fridge": _KITCHEN,
    "oven": _KITCHEN,
    "microwave": _KITCHEN,
    "dishwasher": _KITCHEN,
    "counter": _KITCHEN,
    "table": ("dining_room", "kitchen", "living_room"),
    "sink": ("bathroom", "laundry_room"),
    "washer": ("laundry_room", "bathroom"),
    "wardrobe": _SLEEPING,
    "dresser": _SLEEPING,
    "bed": _SLEEPING,
    "nightstand": _SLEEPING,
    "desk": ("study", "children_room"),
    "coffee_table": ("living_room",),
    "sofa": ("living_room", "study"),
    "bookcase": ("living_room", "study", "children_room"),
    "bench": ("hallway", "garage"),
    "rack": ("hallway", "garage", "laundry_room"),
}
"""Category of receptacles that tells of rooms -> where what is kept there is kept at furniture of ANYWHERE, too."""
ANYWHERE = ("cabinet", "shelf", "drawer", "crate", "sink", "rack", "counter", "bench", "table")
"""Categories of receptacles that stand in rooms of many kinds."""


@cache
def kept_at(receptacle_category: str, room: str) -> tuple[str, ...]:
    """Categories of things that are kept at receptacles of a category in a room."""
    return tuple(name for name in CATEGORIES if _kept(name, receptacle_category, room))


def is_kept(category: str, receptacle: Receptacle) -> bool:
    """Whether such a thing belongs there."""
    return _kept(category, receptacle.category, receptacle.room)


def is_found(category: str, receptacle: Receptacle) -> bool:
    """Whether such a thing may lie there: where it belongs, or where it was left."""
    left = receptacle.category in LEFT_AT and not set(homes(category)).isdisjoint(LEFT_AT)
    return left or is_kept(category, receptacle)


@cache
def _kept(category: str, receptacle_category: str, room: str) -> bool:
    kept = homes(category)
    if receptacle_category not in kept:
        return False
    rooms = {name for home in kept for name in ROOMS.get(home, ())}
    return receptacle_category not in ANYWHERE or not rooms or room in rooms
