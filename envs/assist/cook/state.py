"""CookSim's state: where the person, the portions of food and the plates are, and what is on the heat.

A small frozen value without a clock: food on the heat stores the tick at which its heating began, so nothing has to be
updated while time passes. Its `state` is a fact like any other, which `heat.elapse` changes when it turns.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

FoodState = Literal["raw", "cooking", "done", "burnt"]
PERSON = "person"
"""Where a thing is that the person holds."""
NOTHING = "nothing"
"""What an empty hand or plate holds, as a fact."""


@dataclass(frozen=True, slots=True)
class Portion:
    """One portion of food that has been taken from its source.

    id: "tomato", the second one "tomato_2". at: id of a station, of a plate, or PERSON. state: "raw" also of food that
    was taken off the heat too soon. heat: ticks that it was heated for before `since`. since: the tick at which it came
    onto the heat; None off it.
    """

    id: str
    food: str
    at: str
    chopped: bool = False
    state: FoodState = "raw"
    heat: int = 0
    since: int | None = None

    @property
    def form(self) -> str:
        """Value of the fact "form"."""
        return "chopped" if self.chopped else "whole"

    @property
    def pristine(self) -> bool:
        """Whether it is as it was taken: it can be put back."""
        return not self.chopped and self.state == "raw" and self.heat == 0


@dataclass(frozen=True, slots=True)
class Plate:
    """One plate. at: id of a station (of the stack, the plates, while clean and unused) or PERSON; on the pass: served.

    holds: ids of portions, the first plated (lowest) first.
    """

    id: str
    at: str
    holds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CookState:
    """The kitchen at one moment.

    at: id of the station where the person stands. hand: id of what the person holds, "" for nothing. portions, plates:
    in order of ids; food in its source is no portion yet. on: ids of the cook stations that are switched on, in order.
    """

    at: str
    hand: str
    portions: tuple[Portion, ...]
    plates: tuple[Plate, ...]
    on: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """Equal for equal states, and only for them."""
        foods = ",".join(f"{p.id}@{p.at}:{p.form[0]}{p.state}{p.heat}/{p.since}" for p in self.portions)
        plates = ",".join(f"{p.id}@{p.at}:{'+'.join(p.holds)}" for p in self.plates)
        return f"{self.at}|{self.hand}|{foods}|{plates}|{','.join(self.on)}"

    def portion(self, id: str) -> Portion | None:
        """The portion with this id, if it is out of its source."""
        for portion in self.portions:
            if portion.id == id:
                return portion
        return None

    def plate(self, id: str) -> Plate | None:
        """The plate with this id."""
        for plate in self.plates:
            if plate.id == id:
                return plate
        return None

    def on_station(self, station: str) -> tuple[str, ...]:
        """Ids of the portions and plates that lie at a station itself, not on a plate there."""
        found = [portion.id for portion in self.portions if portion.at == station]
        return tuple(found + [plate.id for plate in self.plates if plate.at == station])
