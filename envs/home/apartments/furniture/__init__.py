"""Receptacles as bodies of primitive shapes: a builder a category, and the colours that each may have."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from envs.home.apartments.furniture import appliances, cabinets, chests, fixtures, shelves, tables
from envs.home.apartments.furniture.piece import COLOURS, ENAMELS, FABRICS, PAINTS, WOODS, Fact, Piece

__all__ = ["CATEGORIES", "COLOURS", "FINISHES", "Fact", "Piece", "build"]

_FURNITURE = (*WOODS, *PAINTS)
_TABLES = (*WOODS, "white", "black", "grey", "red", "blue")
_CHILDS = (*WOODS, *PAINTS, "pink", "orange")

_BUILDERS: dict[str, tuple[Callable[[str, str, Random], Piece], tuple[str, ...]]] = {
    "table": (tables.table, _TABLES),
    "coffee_table": (tables.coffee_table, _TABLES),
    "desk": (tables.desk, (*WOODS, "white", "grey", "blue", "green")),
    "counter": (fixtures.counter, _FURNITURE),
    "shelf": (shelves.shelf, _TABLES),
    "bookcase": (shelves.bookcase, _FURNITURE),
    "cabinet": (cabinets.cabinet, _FURNITURE),
    "wardrobe": (cabinets.wardrobe, (*WOODS, "white", "grey", "blue", "green")),
    "drawer": (chests.drawer, _CHILDS),
    "nightstand": (chests.nightstand, _FURNITURE),
    "dresser": (chests.dresser, (*_FURNITURE, "pink")),
    "fridge": (cabinets.fridge, (*ENAMELS, "blue", "green")),
    "microwave": (appliances.microwave, (*ENAMELS, "yellow")),
    "oven": (appliances.oven, ENAMELS),
    "dishwasher": (appliances.dishwasher, ENAMELS),
    "washer": (appliances.washer, (*ENAMELS, "blue")),
    "sink": (fixtures.sink, _FURNITURE),
    "sofa": (fixtures.sofa, FABRICS),
    "bed": (fixtures.bed, FABRICS),
    "bench": (tables.bench, _CHILDS),
    "rack": (shelves.rack, ("black", "white", "red", "green", "blue", "yellow")),
    "crate": (chests.crate, _CHILDS),
}

CATEGORIES: tuple[str, ...] = tuple(_BUILDERS)
"""Every category of receptacle."""

FINISHES: dict[str, tuple[str, ...]] = {category: words for category, (_, words) in _BUILDERS.items()}
"""Category -> the main colours that it comes in."""


def build(category: str, name: str, colour: str, rng: Random) -> Piece:
    """A piece of a category in a main colour; its other traits are drawn. KeyError for an unknown category."""
    return _BUILDERS[category][0](name, colour, rng)
