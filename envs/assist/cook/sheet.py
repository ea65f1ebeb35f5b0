"""The task sheet: the recipe in full sentences, with every rule by which the dish is judged."""

from __future__ import annotations

from envs.assist.action import Action
from envs.assist.cook.foods import FOODS
from envs.assist.cook.goal import Goal, Need
from envs.assist.cook.kitchen import Kitchen
from envs.assist.cook.outline import PLATE, SERVE
from envs.assist.cook.recipe import Carry, Side
from envs.assist.cook.words import COOK, PLATES, portion_name
from envs.assist.domain import TaskSheet

PLATING = ("plate the dish in order", "plate the dish")
"""How the plating is called where its order is binding, and where it is not."""
COUNTS = {2: "two portions of ", 3: "three portions of "}


def sheet(kitchen: Kitchen, goal: Goal) -> TaskSheet:
    """The sheet of one goal. Parts: each line's item, PLATE, SERVE, and the side tasks' conditions."""
    parts = {need.item: part(need) for need in goal.by_work}
    parts[PLATE] = PLATING[0] if goal.ordered else PLATING[1]
    parts[SERVE] = f"serve the dish at {kitchen.name(kitchen.hatch)}"
    parts |= {side.condition: wish(kitchen, side) for side in goal.recipe.sides}
    title = goal.recipe.title
    sentences = [f"Make one dish: {title}."]
    foods = list(dict.fromkeys(need.food for need in goal.needs))
    sentences += [_prepared(kitchen, goal, food) for food in foods]
    dish = _listed([_portion(need) for need in goal.needs])
    order = " in this order, from the bottom up:" if goal.ordered and len(goal.needs) > 1 else ":"
    sentences.append(f"Put on one plate{order} {dish}. Nothing else belongs on it, and nothing raw or burnt.")
    sentences.append(f"Then serve the plate at {kitchen.name(kitchen.hatch)}.")
    sentences += [f"Also {wish(kitchen, side)}." for side in goal.recipe.sides]
    for source in kitchen.sources:
        held = sorted({need.food for need in goal.needs} & set(kitchen.stock[source]))
        if held:
            sentences.append(f"{kitchen.name(source).capitalize()} holds {_listed([FOODS[f].names[0] for f in held])}.")
    return TaskSheet(" ".join(sentences), parts)


def sentences(goal: Goal) -> dict[str, tuple[Action, ...]]:
    """The sheet's parts that are understood as a whole -> what they ask for: both verbs of "chop and cook the steak"
    are about the steak, and the dish is what food is plated on.
    """
    lines = {need: part(need) for need in goal.needs if need.chopped and need.cooked}
    found = {words: (Action("chop", need.item), Action(COOK, need.item)) for need, words in lines.items()}
    return found | dict.fromkeys(PLATING, (Action("scoop", "", PLATES[0]),))


def wish(kitchen: Kitchen, side: Side) -> str:
    """A side task in words, without a subject."""
    if isinstance(side, Carry):
        return f"put {kitchen.name(side.food)} on {kitchen.name(side.place)}"
    return f"leave nothing on {kitchen.name(side.place)} when the dish is served"


def part(need: Need) -> str:
    """A line's preparation in a few words: "chop and cook the steak"."""
    verbs = [verb for verb, wanted in (("chop", need.chopped), ("cook", need.cooked)) if wanted]
    return f"{' and '.join(verbs) or 'get'} the {portion_name(need.food, need.number)}"


def _prepared(kitchen: Kitchen, goal: Goal, food: str) -> str:
    need = next(need for need in goal.needs if need.food == food)
    count = COUNTS.get(sum(other.food == food for other in goal.needs), "the ")
    what = count + FOODS[food].names[0]
    if not need.cooked:
        return f"Chop {what} on a board." if need.chopped else f"Take {what} as it is."
    done, burns = kitchen.times[food]
    vessel = FOODS[food].cook
    each = ", each" if count in COUNTS.values() else ""
    first = f"Chop {what} on a board, then cook it" if need.chopped else f"Cook {what}"
    return f"{first}{each} in a {vessel}: it is done after {done} ticks and burns {burns} ticks later."


def _portion(need: Need) -> str:
    words = [word for word, wanted in (("chopped", need.chopped), ("cooked", need.cooked)) if wanted]
    return " ".join([*words, FOODS[need.food].names[0]])


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
