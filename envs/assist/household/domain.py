"""VHSim's domain: household tasks, as `envs.assist.domain` wants a world. Time alone changes nothing here.

Facts beside the shared ones: ("person", "room"); ("person", "posture"), standing or the furniture one sits on;
(drink, "content"), full or empty.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from envs.assist.action import Action
from envs.assist.domain import Change, Deviation, FactTable, PlanStep, TaskSheet
from envs.assist.event_check import check_said
from envs.assist.household import changes, deviations
from envs.assist.household.goals import Goal, GoalKind
from envs.assist.household.lexicon import lexicon_of
from envs.assist.household.parameters import DRINKS, HouseholdParameters
from envs.assist.household.planner import Planner
from envs.assist.household.rules import Rules, posture
from envs.assist.household.setting import KEEP_REST, KEEP_REST_WORDS, Setting
from envs.assist.household.state import HouseholdState
from envs.assist.lexicon import Lexicon
from envs.assist.schedule import ScheduledChange, ScheduledError, ScheduledEvent

RULE = "Nothing else is moved, and nothing else is left open or switched on."
SHARED = 64
"""Domains that are kept for the next episode of their task."""
REMEMBERED = 20_000
"""States of which is remembered what is met and seen."""


class HouseholdDomain:
    """One household task. TaskError names the field and its value when the parameters do not hold together.

    setting: what the painter and whoever makes cases read. The same parameters give the same domain.
    """

    def __init__(self, parameters: HouseholdParameters | Mapping[str, Any]) -> None:
        self.setting = Setting(parameters)
        self.rules = Rules(self.setting)
        self._tests = [(text, self._test(goal)) for text, goal in self.setting.goals.items()]
        self._met: dict[HouseholdState, frozenset[str]] = {}
        self._seen: dict[HouseholdState, frozenset[str]] = {}
        self._planner = Planner(self.setting, self.rules, self.met)
        self._deviator = deviations.Deviator(self.setting, self.rules, self._planner, self.met)
        asked = self.setting.parameters
        parts = {part.id: part.text for part in asked.parts} | {KEEP_REST: KEEP_REST_WORDS}
        self._sheet = TaskSheet(f"{asked.text} {RULE}", parts)
        self._lexicon = lexicon_of(self.setting)

    @classmethod
    def shared(cls, parameters: HouseholdParameters | Mapping[str, Any]) -> HouseholdDomain:
        """The same as making one, but episodes of one task share what it remembers: plans, ways and what is seen."""
        if isinstance(parameters, HouseholdParameters):
            parameters = parameters.model_dump()
        return _shared(json.dumps(parameters, default=_plain))

    @property
    def parameters(self) -> HouseholdParameters:
        """What it is made from; after a change of plan the new ones."""
        return self.setting.parameters

    @property
    def sheet(self) -> TaskSheet:
        """The task sheet; after a change of plan the new one."""
        return self._sheet

    @property
    def lexicon(self) -> Lexicon:
        """How things are called."""
        return self._lexicon

    @property
    def conditions(self) -> tuple[str, ...]:
        """The goal's conditions, in the order in which they are best met; the two rules of every task are last."""
        return tuple(self.setting.goals)

    def check(self, event: ScheduledEvent) -> None:
        """TaskError for an event that cannot be in this home: it names the event's id, the field and its value."""
        if isinstance(event, ScheduledError):
            deviations.check(self.setting, event)
        elif isinstance(event, ScheduledChange):
            changes.check(self.setting, event)
        else:
            check_said(event, self.lexicon)

    def start(self) -> HouseholdState:
        """The state at tick 0."""
        return self.setting.start

    def facts(self, state: HouseholdState) -> FactTable:
        """Everything that is true."""
        here = self.setting
        found = {
            ("person", "at"): state.pose.at,
            ("person", "room"): state.pose.room,
            ("person", "hand"): state.hand or "nothing",
            ("person", "posture"): posture(state.pose),
        }
        for name, spot in zip(here.things, state.things, strict=True):
            found[name, "at"] = spot.place
            if here.category[name] in DRINKS:
                found[name, "content"] = "empty" if name in state.drunk else "full"
        for name in here.scene.opening:
            found[name, "open"] = "open" if name in state.opened else "closed"
        for name in here.switches:
            found[name, "power"] = "on" if name in state.on else "off"
        return found

    def met(self, state: HouseholdState) -> frozenset[str]:
        """The conditions that hold."""
        known = self._met.get(state)
        if known is None:
            if len(self._met) > REMEMBERED:
                self._met.clear()
            known = self._met[state] = frozenset([text for text, holds in self._tests if holds(state)])
        return known

    def _test(self, goal: Goal) -> Callable[[HouseholdState], bool]:
        """Tells of a state whether one condition holds."""
        here, kind, thing, place = self.setting, goal.kind, goal.thing, goal.place
        if kind == GoalKind.IN:
            number = here.index[thing]
            return lambda state: state.things[number].place == place
        if kind == GoalKind.CLOSED:
            return lambda state: thing not in state.opened
        if kind == GoalKind.ON:
            return lambda state: thing in state.on
        if kind == GoalKind.OFF:
            return lambda state: thing not in state.on
        if kind == GoalKind.DRUNK:
            return lambda state: thing in state.drunk
        if kind == GoalKind.SEATED:
            return lambda state: state.pose.seat == place
        if kind == GoalKind.MOVED:
            stay = [(i, here.homes[i]) for i in here.others]
            return lambda state: all([state.things[i].place == home for i, home in stay])
        return self._left

    def _left(self, state: HouseholdState) -> bool:
        """Whether every door and switch that no condition names is as it was."""
        here = self.setting
        start = here.start
        return all(name in start.opened or name in here.closing for name in state.opened) and not any(
            name not in here.switching for name in set(state.on) ^ set(start.on)
        )

    def refusal(self, state: HouseholdState, action: Action) -> str | None:
        """Why the action cannot be done now, in a person's words; None when it can."""
        return self.rules.refusal(state, action)

    def duration(self, state: HouseholdState, action: Action) -> int:
        """Ticks at balanced pace."""
        return self.rules.duration(state, action)

    def apply(self, state: HouseholdState, action: Action, tick: int) -> Change[HouseholdState]:
        """The action's effect; none where it is not possible."""
        if self.rules.refusal(state, action) is not None:
            return Change(state)
        return self.rules.apply(state, action)

    def next_change(self, state: HouseholdState) -> int | None:
        """Never: nothing changes by itself."""
        return None

    def elapse(self, state: HouseholdState, tick: int) -> Change[HouseholdState]:
        """Nothing."""
        return Change(state)

    def plan(self, state: HouseholdState, tick: int, regarded: frozenset[str] = frozenset()) -> tuple[PlanStep, ...]:
        """A way from any reachable state to the goal; conditions in `regarded` count as met."""
        return self._planner.plan(state, regarded)

    def towards(self, state: HouseholdState, tick: int, action: Action) -> tuple[Action, ...]:
        """The actions by which advice is carried out, `action` last; () when it cannot be."""
        return self._planner.towards(state, action)

    def deviate(self, state: HouseholdState, tick: int, error: ScheduledError, pace: float) -> Deviation | None:
        """How the error is made now; None when it cannot be. `about` is explained in `deviations`."""
        return self._deviator.deviate(state, tick, error.kind, dict(error.about), pace)

    def revise(self, state: HouseholdState, change: ScheduledChange) -> tuple[HouseholdDomain, HouseholdState, str]:
        """The domain under a changed plan, the same state, and what the person says. TaskError where that cannot be."""
        parameters, words = changes.revised(self.setting, self._planner, state, self.met(state), change)
        return HouseholdDomain(parameters), state, words

    def visible(self, state: HouseholdState) -> frozenset[str]:
        """Ids of the furniture, doorways and things that the person sees; see `sight`."""
        known = self._seen.get(state)
        if known is None:
            if len(self._seen) > REMEMBERED:
                self._seen.clear()
            known = self._seen[state] = self.setting.eyesight.visible(state)
        return known


def _plain(value: Any) -> Any:
    """What JSON does not know, as it does; what is no plain data is refused when the parameters are checked."""
    return dict(value) if isinstance(value, Mapping) else str(value)


@lru_cache(SHARED)
def _shared(parameters: str) -> HouseholdDomain:
    return HouseholdDomain(json.loads(parameters))
