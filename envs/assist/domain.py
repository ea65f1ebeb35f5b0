"""What the harness needs of a task's world: one protocol that the kitchen, the home and the phone keep.

A domain is one task's: made from its parameters, it never changes, and all its methods are pure functions of a state,
so that an episode is replayed from its calls alone. A state is a small frozen value. What is true in it is a flat table
of facts, (thing, property) -> value, all strings; every change names the facts that changed, and the event log's facts
always equal `facts(state)` (a test of every domain). Properties that all domains share:

    ("person", "at")     id of the place where the person stands, or of the screen that the phone shows
    ("person", "hand")   id of what the person holds, "nothing" otherwise
    (thing, "at")        where a thing is: a place, another thing that holds it, or "person"
    (thing, "state")     of food: raw, cooking, done, burnt
    (thing, "form")      of food: whole, chopped
    (thing, "power")     on, off
    (thing, "open")      open, closed
    (thing, "value")     of a setting

Time runs in ticks, 1 the shortest action. Facts that time alone changes (food on the heat) come by `elapse`.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

import numpy as np

from envs.assist.action import Action
from envs.assist.condition import Condition
from envs.assist.lexicon import Lexicon
from envs.assist.schedule import ErrorKind, ScheduledChange, ScheduledError, ScheduledEvent

LEAD = 8
"""Ticks between a deviation's start and its commit at least: one turn (3), the fixed delay (2) and some to spare."""
FactTable = dict[tuple[str, str], str]
"""(thing, property) -> value."""


class State(Protocol):
    """A frozen value."""

    @property
    def key(self) -> str:
        """Equal for equal states, and only for them."""
        ...


S = TypeVar("S", bound=State)


@dataclass(frozen=True, slots=True)
class Change(Generic[S]):
    """The state after something, and the facts that are new or different by it (value None: the fact is gone)."""

    state: S
    facts: Mapping[tuple[str, str], str | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlanStep:
    """One action of a plan. part: id of the part of the task that it serves, one of the sheet's."""

    action: Action
    part: str


@dataclass(frozen=True)
class TaskSheet:
    """What is to be done, as the person and the assistant both know it.

    text: in full sentences; a rule that a case is graded by must stand in it. parts: id -> a few words for it, in the
    order in which they are best begun ("cook the rice").
    """

    text: str
    parts: Mapping[str, str]


@dataclass(frozen=True)
class Deviation:
    """A scheduled error as the person will make it.

    actions: what is done instead of the plan, visible to an eye; the last one commits the error unless `commit` says
    otherwise. Empty for an omission, which needs `commit`. commit: the condition that makes the error a fact. blind:
    goal conditions that the person takes for met from the deviation's start until told or until noticed. wrong: ids
    that a warning can name. remedy: actions that are right instead, of which advice to do any is a warning too.
    From the start to the commit at least LEAD ticks pass at any pace: a warning must have time.
    """

    kind: ErrorKind
    actions: tuple[Action, ...] = ()
    commit: Condition | None = None
    blind: frozenset[str] = frozenset()
    wrong: tuple[str, ...] = ()
    remedy: tuple[Action, ...] = ()


@dataclass(frozen=True, slots=True)
class Motion:
    """What the person is doing in a frame: the action, and its share that is done, 0 to 1; None while idle."""

    action: Action | None = None
    done: float = 0.0


class Domain(Protocol[S]):
    """One task's world without its person."""

    @property
    def sheet(self) -> TaskSheet:
        """The task sheet; after a change of plan the new one."""
        ...

    @property
    def lexicon(self) -> Lexicon:
        """How things are called."""
        ...

    @property
    def conditions(self) -> tuple[str, ...]:
        """Ids of the goal's conditions, in the order in which they are best met. The goal is all of them together."""
        ...

    def check(self, event: ScheduledEvent) -> None:
        """TaskError for an event that this task can never have: it names the event's id, the field and its value.

        It finds all that can be known at the start. What then depends on the state is no error: `deviate` gives None,
        and `revise` raises TaskError.
        """
        ...

    def start(self) -> S:
        """The state at tick 0."""
        ...

    def facts(self, state: S) -> FactTable:
        """Everything that is true, anew. Slow; for the start and for tests."""
        ...

    def met(self, state: S) -> frozenset[str]:
        """The conditions that hold."""
        ...

    def refusal(self, state: S, action: Action) -> str | None:
        """Why the action cannot be done now, in a person's words; None when it can. Any action may be asked about."""
        ...

    def duration(self, state: S, action: Action) -> int:
        """Ticks that a possible action takes at balanced pace, at least 1."""
        ...

    def apply(self, state: S, action: Action, tick: int) -> Change[S]:
        """The action's effect, at the tick at which it ends. It is possible then, or nothing changes."""
        ...

    def next_change(self, state: S) -> int | None:
        """The tick at which time alone changes something next, if nobody acts; None: never."""
        ...

    def elapse(self, state: S, tick: int) -> Change[S]:
        """What time alone has changed up to and including this tick."""
        ...

    def plan(self, state: S, tick: int, regarded: frozenset[str] = frozenset()) -> tuple[PlanStep, ...]:
        """A good way from any reachable state to the goal, repairs among it; conditions in `regarded` count as met.

        Empty when nothing is left to do. It may hold WAIT where nothing can be done but to wait. At least its first
        step is possible now. Only the first steps need be right in detail: the person plans again after each action.
        """
        ...

    def towards(self, state: S, tick: int, action: Action) -> tuple[Action, ...]:
        """The actions by which a person carries out advice, `action` last; () when it cannot be carried out.

        `chop tomato` may take: go to the food source, pick up, go to the prep station, put down, chop. An action
        without its target or place is completed in the one natural way, if there is one.
        """
        ...

    def deviate(self, state: S, tick: int, error: ScheduledError, pace: float) -> Deviation | None:
        """How the error is made now; None when it cannot be made in this state (it may be asked again later)."""
        ...

    def revise(self, state: S, change: ScheduledChange) -> tuple[Domain[S], S, str]:
        """The domain under a changed plan, the state in it, and what the person says: the new wish in full.

        TaskError when the plan cannot be changed so in this state.
        """
        ...

    def visible(self, state: S) -> frozenset[str]:
        """Ids of the things that the person sees from where they are, and the camera with them."""
        ...


class Painter(Protocol[S]):
    """Draws one task's frames. Holds buffers or an OpenGL scene: close it."""

    def key(self, state: S, tick: int, motion: Motion) -> Hashable:
        """Equal for frames that look equal."""
        ...

    def frame(self, state: S, tick: int, motion: Motion) -> np.ndarray:
        """The camera's picture, uint8 (size, size, 3)."""
        ...

    def close(self) -> None:
        """Free what it holds; safe to call twice."""
        ...


Parameters = Mapping[str, Any]
"""The part of a task's parameters that is the domain's own."""
