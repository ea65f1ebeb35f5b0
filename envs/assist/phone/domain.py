"""ScreenSim: one task on a phone, as the harness needs it (IVG Table 19).

A state is what the phone shows and which settings differ from the start. Verbs are those of `dynamics`. Facts:

    (setting, "value")    of every toggle ("on", "off"), slider, choice and text
    (setting, "draft")    what is entered on the form shown and not yet saved
    (label, "value")      of a label that several settings bear: the value of the one on the page shown, none elsewhere
    ("person", "at")      the page that the phone shows
    ("person", "focus")   the text field with the cursor, or "nothing"

Time alone changes nothing on a phone.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from envs.assist.action import Action
from envs.assist.domain import Change, Deviation, FactTable, PlanStep, TaskSheet
from envs.assist.event_check import check_said
from envs.assist.lexicon import Lexicon
from envs.assist.phone.advice import Advice
from envs.assist.phone.deviations import Deviations
from envs.assist.phone.dynamics import Dynamics
from envs.assist.phone.goal import Goal
from envs.assist.phone.parameters import PhoneParameters, checked_parameters, phone_of
from envs.assist.phone.planner import Planner
from envs.assist.phone.revisions import check_change, revised
from envs.assist.phone.state import PhoneState
from envs.assist.phone.steps import Steps
from envs.assist.phone.words import lexicon_of
from envs.assist.schedule import ScheduledChange, ScheduledError, ScheduledEvent

REMEMBERED = 20_000
"""States and advice of which the way is kept."""


class PhoneDomain:
    """A phone and what is wanted of it; keeps `Domain[PhoneState]`. TaskError names field and value.

    Made once for a task: `phone_domain` keeps those that were made, and with them the plans that they remember.
    """

    def __init__(self, parameters: Mapping[str, Any] | PhoneParameters) -> None:
        self.parameters = checked_parameters(parameters)
        self.phone = phone_of(self.parameters.phone)
        self.dynamics = Dynamics(self.phone, self.phone.start | dict(self.parameters.start))
        self.steps = Steps(self.dynamics)
        self.goal = Goal(self.dynamics, self.parameters.wanted)
        self.goal = Goal(self.dynamics, self.parameters.wanted, Planner(self.steps, self.goal).order(self.start()))
        self._planner = Planner(self.steps, self.goal)
        self._advice = Advice(self.steps, self.goal)
        self._deviations = Deviations(self.steps, self.goal)
        self._lexicon = lexicon_of(self.phone, tuple(sorted(self.goal.wanted.values())))
        self._sheet = TaskSheet(self.goal.text(), self.goal.parts())
        self._visible: dict[frozenset[str], frozenset[str]] = {}
        self._ways: dict[tuple[PhoneState, Action], tuple[Action, ...]] = {}

    @property
    def sheet(self) -> TaskSheet:
        """The task sheet."""
        return self._sheet

    @property
    def lexicon(self) -> Lexicon:
        """How elements, values and verbs are called."""
        return self._lexicon

    @property
    def conditions(self) -> tuple[str, ...]:
        """The wanted settings, then the two that say that nothing else has been changed."""
        return self.goal.conditions

    def check(self, event: ScheduledEvent) -> None:
        """TaskError for an event that cannot be on this phone: it names the event's id, the field and its value."""
        if isinstance(event, ScheduledError):
            self._deviations.check(event)
        elif isinstance(event, ScheduledChange):
            check_change(self.steps, event)
        else:
            check_said(event, self.lexicon)

    def start(self) -> PhoneState:
        """The home screen, nothing changed."""
        return PhoneState()

    def facts(self, state: PhoneState) -> FactTable:
        """Everything that is true."""
        return self.dynamics.facts(state)

    def met(self, state: PhoneState) -> frozenset[str]:
        """The conditions that hold."""
        return self.goal.met(state.changed)

    def refusal(self, state: PhoneState, action: Action) -> str | None:
        """Why an action cannot be done now; None when it can."""
        return self.dynamics.refusal(state, action)

    def duration(self, state: PhoneState, action: Action) -> int:
        """Ticks at balanced pace."""
        return self.dynamics.duration(state, action)

    def apply(self, state: PhoneState, action: Action, tick: int) -> Change[PhoneState]:
        """What an action does."""
        new = self.dynamics.after(state, action)
        return Change(new, {} if new is state else self.dynamics.difference(state, new))

    def next_change(self, state: PhoneState) -> int | None:
        """Never: nothing happens by itself."""
        return None

    def elapse(self, state: PhoneState, tick: int) -> Change[PhoneState]:
        """Nothing."""
        return Change(state)

    def plan(self, state: PhoneState, tick: int, regarded: frozenset[str] = frozenset()) -> tuple[PlanStep, ...]:
        """All the way to the goal from any state."""
        return self._planner.plan(state, regarded)

    def towards(self, state: PhoneState, tick: int, action: Action) -> tuple[Action, ...]:
        """How advice is carried out, also that of `words.SPOKEN`: to turn on or off, to set, to open."""
        way = self._ways.get((state, action))
        if way is None:
            if len(self._ways) > REMEMBERED:
                self._ways.clear()
            way = self._ways[state, action] = self._advice.towards(state, action)
        return way

    def deviate(self, state: PhoneState, tick: int, error: ScheduledError, pace: float) -> Deviation | None:
        """How an error is made now, see `deviations`."""
        return self._deviations.deviate(state, tick, error, pace)

    def revise(self, state: PhoneState, change: ScheduledChange) -> tuple[PhoneDomain, PhoneState, str]:
        """The task with another value, or with one setting more; see `revisions`."""
        wanted, text = revised(self.steps, self.goal, state, change)
        return PhoneDomain(self.parameters.model_copy(update={"wanted": wanted})), state, text

    def visible(self, state: PhoneState) -> frozenset[str]:
        """Elements on the screen, the page itself, and the bare labels of those that share one."""
        shown = self.dynamics.on_screen(state)
        key = shown | {state.page}
        found = self._visible.get(key)
        if found is None:
            if len(self._visible) > 5000:
                self._visible.clear()
            labels = {label for label, ids in self.phone.shared.items() if not shown.isdisjoint(ids)}
            found = self._visible[key] = key | labels
        return found


def phone_domain(parameters: Mapping[str, Any]) -> PhoneDomain:
    """The domain of these parameters, made anew or kept from before. TaskError names field and value."""
    return _kept(json.dumps(dict(parameters), sort_keys=True, default=repr))


@lru_cache(maxsize=64)
def _kept(text: str) -> PhoneDomain:
    return PhoneDomain(json.loads(text))
