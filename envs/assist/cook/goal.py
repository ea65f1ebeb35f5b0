"""When a dish is right: a recipe's goal conditions, and which of them hold in a state.

Of each line of the recipe, by its item's id (`Recipe.items`):

    X_chopped    there are as many chopped portions of the food, none burnt, as the line needs (the dish's among them)
    X_cooked     the same of done ones in the right form
    plate_K      some plate bears the dish's first K lines in order, and nothing that does not belong (without an order:
                 its K-th line among others)
    served       the dish is on the pass: the right portions in the right order and nothing else, nothing raw or burnt
    F_at_S       side task: a portion of the food F is at the station S
    S_clear      side task: nothing lies on the station S, and the dish is served

In normal work a condition that holds goes on to hold; it ceases when food burns, is thrown away or is buried under what
does not belong.
"""

from __future__ import annotations

from dataclasses import dataclass

from envs.assist.cook.foods import FOODS
from envs.assist.cook.recipe import Carry, Recipe
from envs.assist.cook.state import CookState, Plate, Portion

SERVED = "served"


@dataclass(frozen=True, slots=True, eq=False)
class Need:
    """One line of the recipe as the goal sees it, equal to itself alone. number: of how many portions of its food it is
    the last.

    place: 1 for the lowest on the plate. chopped_condition, cooked_condition: ids, "" where the line has none.
    """

    item: str
    food: str
    chopped: bool
    cooked: bool
    place: int
    number: int
    chopped_condition: str
    cooked_condition: str
    plate_condition: str

    def right(self, portion: Portion) -> bool:
        """Whether the portion is prepared as this line has it."""
        return (
            portion.food == self.food
            and portion.chopped == self.chopped
            and portion.state == ("done" if self.cooked else "raw")
        )


class Goal:
    """The conditions of one recipe; its side tasks' stations are ids of the layout. hatch: id of the pass."""

    def __init__(self, recipe: Recipe, hatch: str) -> None:
        self.recipe, self.hatch, self.ordered = recipe, hatch, recipe.ordered
        foods = [line.food for line in recipe.lines]
        self.needs = tuple(
            Need(
                item,
                line.food,
                line.chopped,
                line.cooked,
                i + 1,
                foods[: i + 1].count(line.food),
                f"{item}_chopped" if line.chopped else "",
                f"{item}_cooked" if line.cooked else "",
                f"plate_{i + 1}",
            )
            for i, (item, line) in enumerate(zip(recipe.items, recipe.lines, strict=True))
        )
        self.foods = frozenset(foods)
        self.by_work = tuple(sorted(self.needs, key=lambda need: (-self._cooking(need), need.place)))
        """The lines in the order in which they are best begun: what keeps its vessel busy longest first."""
        prepared = [name for need in self.by_work for name in (need.chopped_condition, need.cooked_condition) if name]
        plated = [need.plate_condition for need in self.needs]
        self.conditions = (*prepared, *plated, SERVED, *(side.condition for side in recipe.sides))

    def _cooking(self, need: Need) -> int:
        """Ticks on the heat of this line and of those that come after it in a vessel of the same kind."""
        lines = [line for line in self.recipe.lines[need.place - 1 :] if line.cooked and need.cooked]
        kind = FOODS[need.food].cook
        return sum(line.done or line.kind.done for line in lines if line.kind.cook == kind)

    def met(self, state: CookState) -> frozenset[str]:
        """The conditions that hold."""
        found: list[str] = []
        portions = {portion.id: portion for portion in state.portions}
        for need in self.needs:
            chopped = cooked = 0
            for portion in state.portions:
                if portion.food == need.food and portion.chopped == need.chopped and portion.state != "burnt":
                    chopped += 1
                    cooked += portion.state == "done"
            if need.chopped and chopped >= need.number:
                found.append(need.chopped_condition)
            if need.cooked and cooked >= need.number:
                found.append(need.cooked_condition)
        served = False
        for plate in state.plates:
            matched = self.matched(plate, portions) if plate.holds else None
            if matched:
                found += [need.plate_condition for need in matched]
                served = served or (plate.at == self.hatch and len(matched) == len(self.needs))
        if served:
            found.append(SERVED)
        for side in self.recipe.sides:
            if isinstance(side, Carry):
                holds = any(portion.at == side.place and portion.food == side.food for portion in state.portions)
            else:
                holds = served and not state.on_station(side.place)
            if holds:
                found.append(side.condition)
        return frozenset(found)

    def matched(self, plate: Plate, portions: dict[str, Portion]) -> list[Need] | None:
        """The lines that the plate's portions fulfil; None when anything on it does not belong there."""
        left = list(self.needs)
        matched: list[Need] = []
        for id in plate.holds:
            portion = portions[id]
            choice = left[:1] if self.ordered else left
            need = next((need for need in choice if need.right(portion)), None)
            if need is None:
                return None
            left.remove(need)
            matched.append(need)
        return matched
