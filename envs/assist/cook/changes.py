"""Changes of plan: the recipe is modified, or a side task comes on top (IVG Table 1A).

`about` says what: {"leave_out": item}, {"add": food}, {"swap": [place, place]} (counted from 1) for modify;
{"carry": food, "to": station} or {"clear": station} for side_task. Empty, the state decides: a line that is not begun
is left out, else something is added on top; a drink is to go to the pass.
"""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError

from envs.assist.cook.foods import DRINKS, FOODS
from envs.assist.cook.goal import Goal
from envs.assist.cook.kitchen import Kitchen
from envs.assist.cook.recipe import Carry, Clear, Line, Recipe
from envs.assist.cook.sheet import wish
from envs.assist.cook.state import CookState
from envs.assist.event_check import check_name, refuse
from envs.assist.schedule import ScheduledChange
from envs.environment import TaskError

EXTRAS = ("cheese", "ketchup", "bun")


WISHES = {"modify": (("leave_out",), ("add",), ("swap",)), "side_task": (("carry", "to"), ("clear",))}
"""The forms of `about`."""


def check(kitchen: Kitchen, change: ScheduledChange) -> None:
    """TaskError for an `about` that no state of this kitchen fits."""
    about, forms = change.about, WISHES[change.kind]
    if about and not any(set(about) == set(form) for form in forms):
        known = " or ".join(" and ".join(form) for form in forms)
        refuse(change, "about", dict(about), f"does not name {known} alone")
    check_name(change, "leave_out", kitchen.portions, "portion of a food of this kitchen")
    for field in ("add", "carry"):
        check_name(change, field, kitchen.source, "food of this kitchen")
    places = {"to": kitchen.layout.of_kind("counter", "pass"), "clear": kitchen.layout.of_kind("counter", "board")}
    for field, known in places.items():
        check_name(change, field, known, f"place for that here: {', '.join(known)}")
    swap = about.get("swap")
    if "swap" in about and not (isinstance(swap, list | tuple) and len(swap) == 2 and set(map(type, swap)) == {int}):
        refuse(change, "about.swap", swap, "is not two places on the plate, counted from 1")


def revised(kitchen: Kitchen, goal: Goal, state: CookState, change: ScheduledChange) -> tuple[Recipe, str]:
    """The recipe after the change, and the wish in the person's words. TaskError for an `about` that is impossible."""
    about = dict(change.about) or _natural(kitchen, goal, state, change.kind)
    try:
        if change.kind == "side_task":
            return _side_task(kitchen, goal.recipe, about)
        return _modified(kitchen, goal.recipe, about)
    except (KeyError, IndexError, TypeError, ValueError, ValidationError) as error:
        raise TaskError(f"plan change {change.id!r}: about cannot be {about!r} here") from error


def _natural(kitchen: Kitchen, goal: Goal, state: CookState, kind: str) -> dict[str, Any]:
    if kind == "side_task":
        drink = next(drink for drink in (*DRINKS, "") if not any(p.food == drink for p in state.portions))
        return {"carry": drink, "to": kitchen.hatch}
    out = [portion.food for portion in state.portions]
    for need in reversed(goal.by_work):
        if len(goal.needs) > 2 and out.count(need.food) < need.number:
            return {"leave_out": need.item}
    extra = next(food for food in (*EXTRAS, "") if food not in goal.foods)
    return {"add": extra}


def _modified(kitchen: Kitchen, recipe: Recipe, about: dict[str, Any]) -> tuple[Recipe, str]:
    lines = list(recipe.lines)
    if "leave_out" in about:
        i = recipe.items.index(about["leave_out"])
        gone = lines.pop(i)
        words = f"leave out {'one portion of ' if gone in lines else 'the '}{gone.kind.names[0]}"
    elif "add" in about:
        kind = FOODS[about["add"]]
        if kind.id not in kitchen.source:
            raise ValueError(kind.id)
        lines.append(Line(food=kind.id, chopped=bool(kind.chop), cooked=kind.cook is not None))
        how = "chopped " * bool(kind.chop) + "cooked " * (kind.cook is not None)
        words = f"add {how}{kind.names[0]} on top"
    else:
        one, two = (int(place) - 1 for place in about["swap"])
        if one < 0 or two < 0 or one == two:
            raise ValueError(about["swap"])
        lines[one], lines[two] = lines[two], lines[one]
        words = f"swap the {lines[two].kind.names[0]} and the {lines[one].kind.names[0]} on the plate"
    changed = Recipe(
        name=recipe.name, title=recipe.title, lines=tuple(lines), ordered=recipe.ordered, sides=recipe.sides
    )
    dish = ", ".join(line.kind.names[0] for line in lines)
    order = ", in this order from the bottom up" if changed.ordered and len(lines) > 1 else ""
    return changed, f"I have changed my mind: {words}, please. The dish is then {dish}{order}."


def _side_task(kitchen: Kitchen, recipe: Recipe, about: dict[str, Any]) -> tuple[Recipe, str]:
    if "clear" in about:
        side = Clear(place=about["clear"])
        kinds = ("counter", "board")
    else:
        side = Carry(food=about["carry"], place=about["to"])
        kinds = ("counter", "pass")
        if side.food not in kitchen.source:
            raise ValueError(side.food)
    if kitchen.kinds[side.place] not in kinds:
        raise ValueError(side.place)
    changed = Recipe(
        name=recipe.name,
        title=recipe.title,
        lines=recipe.lines,
        ordered=recipe.ordered,
        sides=(*recipe.sides, side),
    )
    return changed, f"One more thing for this order: {wish(kitchen, side)} as well, please."
