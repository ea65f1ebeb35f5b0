"""What is true in the kitchen as a flat table, what differs between two states, and what can be seen of it.

Beside the properties that all domains share, (plate, "holds") lists the portions on a plate, the first plated first,
comma-separated. Of food that nobody has taken the table knows one portion, in its source, raw and whole.
"""

from __future__ import annotations

from envs.assist.cook.kitchen import Kitchen
from envs.assist.cook.state import NOTHING, PERSON, CookState, Portion
from envs.assist.cook.words import PLATES
from envs.assist.domain import FactTable


def facts(kitchen: Kitchen, state: CookState) -> FactTable:
    """Everything that is true."""
    table: FactTable = {(PERSON, "at"): state.at, (PERSON, "hand"): state.hand or NOTHING}
    for station in kitchen.cookers:
        table[station, "power"] = "on" if station in state.on else "off"
    for plate in state.plates:
        table[plate.id, "at"] = plate.at
        table[plate.id, "holds"] = ",".join(plate.holds) or NOTHING
    for food, source in kitchen.source.items():
        table[food, "at"], table[food, "state"], table[food, "form"] = source, "raw", "whole"
    for portion in state.portions:
        table[portion.id, "at"] = portion.at
        table[portion.id, "state"] = portion.state
        table[portion.id, "form"] = portion.form
    return table


def difference(kitchen: Kitchen, old: CookState, new: CookState) -> dict[tuple[str, str], str | None]:
    """The facts of `new` that are not those of `old`; None for what is gone."""
    found: dict[tuple[str, str], str | None] = {}
    if old.at != new.at:
        found[PERSON, "at"] = new.at
    if old.hand != new.hand:
        found[PERSON, "hand"] = new.hand or NOTHING
    if old.on != new.on:
        for station in {*old.on} ^ {*new.on}:
            found[station, "power"] = "on" if station in new.on else "off"
    if old.plates is not new.plates:
        for a, b in zip(old.plates, new.plates, strict=True):
            if a.at != b.at:
                found[a.id, "at"] = b.at
            if a.holds != b.holds:
                found[a.id, "holds"] = ",".join(b.holds) or NOTHING
    if old.portions is not new.portions:
        before = {portion.id: portion for portion in old.portions}
        for portion in new.portions:
            was = before.pop(portion.id, None)
            if was is portion:
                continue
            _differ(was or _in_source(kitchen, portion.id, portion.food), portion, found)
        for gone in before.values():
            _differ(gone, _in_source(kitchen, gone.id, gone.food), found)
    return found


def _in_source(kitchen: Kitchen, id: str, food: str) -> Portion | None:
    """What the facts say of a portion that has not been taken: they know of the first one only."""
    return Portion(id, food, kitchen.source[food]) if id == food else None


def _differ(was: Portion | None, now: Portion | None, found: dict[tuple[str, str], str | None]) -> None:
    portion = now or was
    assert portion is not None
    for prop in ("at", "state", "form"):
        value = getattr(now, prop) if now else None
        if was is None or now is None or getattr(was, prop) != value:
            found[portion.id, prop] = value


def visible(kitchen: Kitchen, state: CookState) -> frozenset[str]:
    """Stations, plates, all food that has been taken, and what open or opened sources hold."""
    seen = {*kitchen.kinds, *PLATES, *(portion.id for portion in state.portions)}
    for source in kitchen.sources:
        if kitchen.kinds[source] == "crate" or source == state.at:
            seen.update(kitchen.stock[source])
    return frozenset(seen)
