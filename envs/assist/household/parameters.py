"""A household task as data: apartment, things, and what is to become of them. Checked when a domain is made of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StrictInt, ValidationError

from envs.assist.household.goals import Goal, GoalKind, joint, parse
from envs.assist.plain_text import NameText, SheetText, WishText
from envs.environment import TaskError
from envs.home.apartments import load_scene
from envs.home.objects import instances
from envs.home.scene import Scene

LAMPS = frozenset({"table_lamp", "lava_lamp", "camping_lantern"})
APPARATUS = frozenset({"radio", "digital_clock"})
SWITCHED = LAMPS | APPARATUS
"""Categories of things that one switches on and off."""
FIXTURES: Mapping[str, str] = {"sink": "tap", "washer": "", "dishwasher": "", "microwave": "", "oven": ""}
"""Categories of furniture that one switches on and off -> what of them that is."""
SHUT_TO_RUN = frozenset({"washer", "dishwasher", "microwave"})
"""They start only while they are closed."""
DRINKS = frozenset({"water_glass", "coffee_mug", "tea_cup", "milkshake_glass", "wine_glass"})
"""Categories of things with a drink in them."""
SEATS = frozenset({"sofa", "bed", "bench"})


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Item(_Model):
    """A thing: an instance of the home world's object library, and the furniture where it is at the start."""

    category: NameText
    instance: Annotated[StrictInt, Field(ge=0)]
    at: NameText


class Part(_Model):
    """A part of the task. text: a few words for it ("load the dishes"); goals: conditions, see `goals`, in the order in
    which they are best met."""

    id: NameText
    text: WishText
    goals: Annotated[tuple[WishText, ...], Field(min_length=1)]


class HouseholdParameters(_Model):
    """Everything that a household task is made of.

    task: its name, for people. scene: an apartment of the home world. text: the sheet, without the rule that nothing
    else may change, which is added. start: the room in which the person begins. things: id -> item; ids are made like
    `plate_2`. on, open: ids of what is switched on and what stands open at the start.
    """

    task: NameText
    scene: NameText
    text: SheetText
    start: NameText
    things: dict[NameText, Item]
    parts: Annotated[tuple[Part, ...], Field(min_length=1)]
    on: tuple[NameText, ...] = ()
    open: tuple[NameText, ...] = ()

    def goals(self, scene: Scene) -> dict[str, tuple[Goal, str]]:
        """Condition -> what it asks for, and the part that it belongs to, in the order of the parts."""
        found: dict[str, tuple[Goal, str]] = {}
        for part in self.parts:
            for text in part.goals:
                goal = parse(text)
                found[condition(scene, goal)] = goal, part.id
        return found


def condition(scene: Scene, goal: Goal) -> str:
    """A goal's sentence, which is the condition's id."""
    if goal.kind in (GoalKind.IN, GoalKind.SEATED):
        furniture = scene.receptacles[goal.place]
        return f"{goal.thing} {joint(furniture.category, furniture.articulation is not None)} {goal.place}"
    return f"{goal.thing} {goal.kind.value}"


def checked(parameters: HouseholdParameters | Mapping[str, Any]) -> tuple[HouseholdParameters, Scene]:
    """Parameters that hold together, and their apartment. TaskError names the field and its value."""
    if not isinstance(parameters, HouseholdParameters):
        try:
            parameters = HouseholdParameters.model_validate(dict(parameters))
        except ValidationError as error:
            item = error.errors()[0]
            where = ".".join(map(str, item["loc"]))
            raise TaskError(f"domain.{where}: {item['msg']} (got {str(item['input'])[:80]!r})") from error
    try:
        scene = load_scene(parameters.scene)
    except ValueError as error:
        raise TaskError(f"domain.{error}") from error
    fault = _fault(parameters, scene)
    if fault:
        raise TaskError(f"domain.{fault}")
    return parameters, scene


def _fault(asked: HouseholdParameters, scene: Scene) -> str | None:
    """What is wrong with the parameters, field and value, if anything is."""
    rooms = {room.id for room in scene.rooms}
    if asked.start not in rooms:
        return f"start: {asked.start!r} is no room of {scene.name}, which has {', '.join(sorted(rooms))}"
    for name, item in asked.things.items():
        if name in scene.receptacles or name in rooms:
            return f"things: {name!r} is a place of {scene.name}"
        if not name.isidentifier():
            return f"things: {name!r} is not made of letters, digits and _"
        if item.at not in scene.receptacles:
            return f"things.{name}.at: {item.at!r} is no furniture of {scene.name}"
        try:
            count = instances(item.category)
        except ValueError as error:
            return f"things.{name}.{error}"
        if item.instance >= count:
            return f"things.{name}.instance: {item.instance} is not one of the {count} of {item.category!r}"
    for field, names, may in (("on", asked.on, switchable(asked, scene)), ("open", asked.open, scene.opening)):
        for name in names:
            if name not in may:
                return f"{field}: {name!r} cannot be {field}"
    ids = [part.id for part in asked.parts]
    for i, part in enumerate(asked.parts):
        if ids.count(part.id) > 1:
            return f"parts.{i}.id: {part.id!r} stands twice"
        for text in part.goals:
            fault = _goal_fault(text, asked, scene)
            if fault:
                return f"parts.{i}.goals: {text!r}: {fault}"
    placed = [goal.thing for goal, _ in asked.goals(scene).values() if goal.kind == GoalKind.IN]
    twice = next((thing for thing in placed if placed.count(thing) > 1), None)
    return f"parts: {twice!r} shall be in two places" if twice else None


def _goal_fault(text: str, asked: HouseholdParameters, scene: Scene) -> str | None:
    try:
        goal = parse(text)
    except ValueError as error:
        return str(error)
    furniture = scene.receptacles
    if goal.kind in (GoalKind.MOVED, GoalKind.LEFT):
        return "it is part of every task and not to be named"
    if goal.kind == GoalKind.IN and (goal.thing not in asked.things or goal.place not in furniture):
        return f"{goal.thing if goal.thing not in asked.things else goal.place!r} is not there"
    if goal.kind == GoalKind.CLOSED and goal.thing not in scene.opening:
        return f"{goal.thing!r} does not close"
    if goal.kind in (GoalKind.ON, GoalKind.OFF) and goal.thing not in switchable(asked, scene):
        return f"{goal.thing!r} has no switch"
    if goal.kind == GoalKind.DRUNK and (
        goal.thing not in asked.things or asked.things[goal.thing].category not in DRINKS
    ):
        return f"{goal.thing!r} holds no drink"
    if goal.kind == GoalKind.SEATED and (goal.place not in furniture or furniture[goal.place].category not in SEATS):
        return f"{goal.place!r} is nothing to sit on"
    return None


def switchable(asked: HouseholdParameters, scene: Scene) -> frozenset[str]:
    """Ids of the things and the furniture that one switches on and off."""
    things = {name for name, item in asked.things.items() if item.category in SWITCHED}
    return frozenset(things | {name for name, piece in scene.receptacles.items() if piece.category in FIXTURES})
