"""What a recipe is: lines in plating order, each with its food and preparation, and side tasks that a plan may hold."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, model_validator

from envs.assist.cook.foods import FOODS, MOST, Food, portion_id
from envs.assist.plain_text import NameText

Ticks = Annotated[StrictInt, Field(ge=1, le=200)]


class _Checked(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Line(_Checked):
    """One portion of the dish. chopped, cooked: how it is prepared, chopped first; with neither it is used as it is.

    done: ticks on the heat until it is done; burns: ticks from then until it is burnt; None: as the food has it.
    """

    food: NameText
    chopped: StrictBool = False
    cooked: StrictBool = False
    done: Ticks | None = None
    burns: Ticks | None = None

    @model_validator(mode="after")
    def _possible(self) -> Line:
        if self.food not in FOODS:
            raise ValueError(f"food: no food {self.food!r}")
        if self.chopped and not self.kind.chop:
            raise ValueError(f"chopped: {self.food!r} cannot be chopped")
        if self.cooked and not self.kind.cook:
            raise ValueError(f"cooked: {self.food!r} cannot be cooked")
        return self

    @property
    def kind(self) -> Food:
        """What the catalogue says of the food."""
        return FOODS[self.food]


class Carry(_Checked):
    """Side task: take one portion of a food to a station, as it is."""

    type: Literal["carry"] = "carry"
    food: NameText
    place: NameText

    @property
    def condition(self) -> str:
        """Id of its goal condition."""
        return f"{self.food}_at_{self.place}"


class Clear(_Checked):
    """Side task: leave nothing on a station."""

    type: Literal["clear"] = "clear"
    place: NameText

    @property
    def condition(self) -> str:
        """Id of its goal condition."""
        return f"{self.place}_clear"


Side = Annotated[Carry | Clear, Field(discriminator="type")]


class Recipe(_Checked):
    """A dish. name: id. title: as it is spoken of. lines: in plating order, which is binding where `ordered`.

    One food stands in up to three lines, prepared in one way. A side task's food stands in no line.
    """

    name: NameText
    title: NameText
    lines: Annotated[tuple[Line, ...], Field(min_length=1, max_length=6)]
    ordered: StrictBool = True
    sides: Annotated[tuple[Side, ...], Field(max_length=3)] = ()

    @model_validator(mode="after")
    def _sound(self) -> Recipe:
        for line in self.lines:
            same = [other for other in self.lines if other.food == line.food]
            if len(same) > MOST:
                raise ValueError(f"lines: {len(same)} portions of {line.food!r}, at most {MOST}")
            if any(other != line for other in same):
                raise ValueError(f"lines: {line.food!r} is prepared in two ways")
        for side in self.sides:
            if isinstance(side, Carry) and side.food not in FOODS:
                raise ValueError(f"sides: no food {side.food!r}")
            if isinstance(side, Carry) and side.food in {line.food for line in self.lines}:
                raise ValueError(f"sides: {side.food!r} is part of the dish")
        conditions = [side.condition for side in self.sides]
        if len(set(conditions)) < len(conditions):
            raise ValueError(f"sides: one of {conditions} stands twice")
        return self

    @property
    def items(self) -> tuple[str, ...]:
        """Of each line: the food's id, numbered from its second portion on ("chips", "chips_2")."""
        foods = [line.food for line in self.lines]
        return tuple(portion_id(food, foods[: i + 1].count(food)) for i, food in enumerate(foods))
