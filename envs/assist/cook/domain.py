"""CookSim as a `Domain`: one recipe in one kitchen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError

from envs.assist.action import Action
from envs.assist.cook import advice, changes, facts, heat, mistakes
from envs.assist.cook.foods import ALWAYS, FOODS
from envs.assist.cook.goal import Goal
from envs.assist.cook.heat import Times
from envs.assist.cook.kitchen import Kitchen
from envs.assist.cook.layout import SOURCES, Layout
from envs.assist.cook.layouts import LAYOUTS
from envs.assist.cook.planner import Planner
from envs.assist.cook.recipe import Carry, Recipe
from envs.assist.cook.recipes import RECIPES
from envs.assist.cook.sheet import sentences, sheet
from envs.assist.cook.state import CookState
from envs.assist.cook.words import lexicon
from envs.assist.domain import Change, Deviation, FactTable, Parameters, PlanStep, TaskSheet
from envs.assist.event_check import check_said
from envs.assist.lexicon import Lexicon
from envs.assist.schedule import ScheduledChange, ScheduledError, ScheduledEvent
from envs.environment import TaskError

Stock = dict[str, tuple[str, ...]]
"""source -> the foods that it holds."""


def _named(known: Mapping[str, Any], what: str) -> BeforeValidator:
    """Lets a name stand for what it names."""

    def find(given: Any) -> Any:
        if isinstance(given, str) and given not in known:
            raise ValueError(f"no {what} {given!r}; there are {', '.join(known)}")
        return known[given] if isinstance(given, str) else given

    return BeforeValidator(find)


class CookParameters(BaseModel):
    """What a CookSim task is made from: a recipe and a layout, each by its name or in full data."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    recipe: Annotated[Recipe, _named(RECIPES, "recipe")]
    layout: Annotated[Layout, _named(LAYOUTS, "layout")]


class CookDomain:
    """One task's kitchen, see `envs.assist.domain.Domain`. TaskError names the parameter that is wrong, and its value.

    Public beside the protocol: recipe, layout, kitchen (rules, stock), goal, planner.
    """

    def __init__(self, parameters: Parameters) -> None:
        self.recipe, self.layout = _checked(parameters)
        self._build(stocked(self.recipe, self.layout), {})

    @classmethod
    def under(cls, recipe: Recipe, layout: Layout, stock: Stock, times: Times | None = None) -> CookDomain:
        """The domain of a plan in a kitchen that is already stocked. times: those that go before the recipe's."""
        domain = cls.__new__(cls)
        domain.recipe, domain.layout = recipe, layout
        domain._build(stock, times or {})
        return domain

    def _build(self, stock: Stock, given: Times) -> None:
        times = {food: (FOODS[food].done, FOODS[food].burns) for foods in stock.values() for food in foods}
        for line in self.recipe.lines:
            done, burns = times[line.food]
            times[line.food] = (line.done or done, line.burns or burns)
        times |= given
        self.goal = Goal(self.recipe, self.layout.of_kind("pass")[0])
        self.kitchen = Kitchen(self.layout, stock, times, lexicon(self.layout, stock, sentences(self.goal)))
        self.planner = Planner(self.kitchen, self.goal)
        self._sheet = sheet(self.kitchen, self.goal)
        # The harness, the person and the assistant ask about one state again and again: the last answers are kept.
        self._met: tuple[CookState | None, frozenset[str]] = (None, frozenset())
        self._ways: tuple[CookState | None, int, dict[Action, tuple[Action, ...]]] = (None, 0, {})

    @property
    def sheet(self) -> TaskSheet:
        """The task sheet."""
        return self._sheet

    @property
    def lexicon(self) -> Lexicon:
        """How things are called."""
        return self.kitchen.lexicon

    @property
    def conditions(self) -> tuple[str, ...]:
        """Ids of the goal's conditions, see `envs.assist.cook.goal`."""
        return self.goal.conditions

    def check(self, event: ScheduledEvent) -> None:
        """TaskError for an event that cannot be in this kitchen: it names the event's id, the field and its value."""
        if isinstance(event, ScheduledError):
            mistakes.check(self.kitchen, event)
        elif isinstance(event, ScheduledChange):
            changes.check(self.kitchen, event)
        else:
            check_said(event, self.lexicon)

    def start(self) -> CookState:
        """The state at tick 0."""
        return self.kitchen.start()

    def facts(self, state: CookState) -> FactTable:
        """Everything that is true."""
        return facts.facts(self.kitchen, state)

    def met(self, state: CookState) -> frozenset[str]:
        """The conditions that hold."""
        last, met = self._met
        if last is not state:
            met = self.goal.met(state)
            self._met = (state, met)
        return met

    def refusal(self, state: CookState, action: Action) -> str | None:
        """Why the action cannot be done now; None when it can."""
        done = self.kitchen.do(state, action, 0)
        return done if isinstance(done, str) else None

    def duration(self, state: CookState, action: Action) -> int:
        """Ticks at balanced pace."""
        return self.kitchen.duration(state, action)

    def apply(self, state: CookState, action: Action, tick: int) -> Change[CookState]:
        """The action's effect; what the heat has done until then comes with it."""
        now = heat.elapse(state, tick, self.kitchen.times)
        done = self.kitchen.do(now, action, tick)
        return self._change(state, now if isinstance(done, str) else done)

    def next_change(self, state: CookState) -> int | None:
        """The tick at which food on the heat turns next."""
        return heat.next_change(state, self.kitchen.times)

    def elapse(self, state: CookState, tick: int) -> Change[CookState]:
        """What the heat has done up to and including the tick."""
        return self._change(state, heat.elapse(state, tick, self.kitchen.times))

    def _change(self, old: CookState, new: CookState) -> Change[CookState]:
        return Change(new, facts.difference(self.kitchen, old, new) if new is not old else {})

    def plan(self, state: CookState, tick: int, regarded: frozenset[str] = frozenset()) -> tuple[PlanStep, ...]:
        """The next job in detail and the main steps after it, see `envs.assist.cook.planner`."""
        return self.planner.plan(state, tick, regarded)

    def towards(self, state: CookState, tick: int, action: Action) -> tuple[Action, ...]:
        """The actions by which advice is carried out, see `envs.assist.cook.advice`."""
        last, when, ways = self._ways
        if last is not state or when != tick:
            ways = {}
            self._ways = (state, tick, ways)
        way = ways.get(action)
        if way is None:
            way = ways[action] = advice.towards(self.planner, state, tick, action)
        return way

    def deviate(self, state: CookState, tick: int, error: ScheduledError, pace: float) -> Deviation | None:
        """How the error is made now, see `envs.assist.cook.mistakes`."""
        return mistakes.deviate(self.planner, state, tick, error, pace)

    def revise(self, state: CookState, change: ScheduledChange) -> tuple[CookDomain, CookState, str]:
        """The kitchen under a changed plan, see `envs.assist.cook.changes`."""
        recipe, words = changes.revised(self.kitchen, self.goal, state, change)
        return CookDomain.under(recipe, self.layout, self.kitchen.stock, self.kitchen.times), state, words

    def visible(self, state: CookState) -> frozenset[str]:
        """Everything but what fridge and pantry hold, unless the person stands there: a camera hangs over the room."""
        return facts.visible(self.kitchen, state)


def stocked(recipe: Recipe, layout: Layout) -> Stock:
    """What the sources of a kitchen hold for a recipe: its foods, those that look alike, and some more.

    Sources of one kind share their foods alternately, in the order of the foods' ids.
    """
    foods = {line.food for line in recipe.lines} | {side.food for side in recipe.sides if isinstance(side, Carry)}
    foods |= {like for food in foods for like in FOODS[food].like} | set(ALWAYS)
    stock: dict[str, list[str]] = {source: [] for source in layout.of_kind(*SOURCES)}
    for kind in SOURCES:
        sources = layout.of_kind(kind)
        for i, food in enumerate(sorted(food for food in foods if FOODS[food].store == kind)):
            stock[sources[i % len(sources)]].append(food)
    return {source: tuple(held) for source, held in stock.items()}


def _checked(parameters: Parameters) -> tuple[Recipe, Layout]:
    try:
        found = CookParameters.model_validate(dict(parameters))
    except ValidationError as error:
        item = error.errors()[0]
        field = ".".join(str(part) for part in item["loc"])
        message = item["msg"].removeprefix("Value error, ")
        raise TaskError(f"domain.{field}: {message} (got {str(item['input'])[:80]!r})") from error
    recipe, layout = found.recipe, found.layout
    for side in recipe.sides:
        kinds = ("counter", "pass") if isinstance(side, Carry) else ("counter", "board")
        if side.place not in layout.of_kind(*kinds):
            raise TaskError(f"domain.recipe.sides: {side.place!r} is no {' or '.join(kinds)} of layout {layout.name!r}")
    return recipe, layout
