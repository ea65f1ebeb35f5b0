"""Trying out actions ahead of time: what they lead to and how long they take, without anything happening."""

from __future__ import annotations

from envs.assist.action import WAIT, Action
from envs.assist.cook.heat import elapse, next_change
from envs.assist.cook.planner import Planner
from envs.assist.cook.state import CookState
from envs.assist.cook.words import PLATES


class Impossible(Exception):
    """What is tried cannot be done."""


class Rehearsal:
    """A course of actions from a state on. actions: those tried so far; state, tick: where they lead at the pace."""

    def __init__(self, planner: Planner, state: CookState, tick: int, pace: float = 1.0) -> None:
        self.planner, self.kitchen = planner, planner.kitchen
        self.state, self.tick, self.start, self.pace = state, tick, tick, pace
        self.actions: list[Action] = []

    @property
    def took(self) -> int:
        """Ticks so far."""
        return self.tick - self.start

    def do(self, *actions: Action) -> None:
        """Try actions. Impossible when one is refused."""
        for action in actions:
            self.tick += max(1, round(self.kitchen.duration(self.state, action) * self.pace))
            if action.verb == WAIT:
                self.tick = max(self.tick, next_change(self.state, self.kitchen.times) or 0)
            now = elapse(self.state, self.tick, self.kitchen.times)
            done = self.kitchen.do(now, action, self.tick)
            if isinstance(done, str):
                raise Impossible(done)
            self.state = done
            self.actions.append(action)

    def go(self, place: str) -> None:
        """Walk to a station, unless the person is there."""
        if self.state.at != place:
            self.do(Action("go_to", place))

    def where(self, id: str) -> str:
        """The station at which a thing can be got; the person's own for what they carry. Impossible for the unknown."""
        thing = self.state.plate(id) or self.state.portion(id)
        if thing is None:
            for food, source in self.kitchen.source.items():
                if id.startswith(food) and id == self.kitchen.next_id(self.state, food):
                    return source
            raise Impossible(f"no {id}")
        if thing.at in PLATES:
            return self.where(thing.at)
        return thing.at if thing.at in self.kitchen.kinds else self.state.at

    def free_hands(self) -> None:
        """Lay down what is held on the nearest free surface."""
        if self.state.hand:
            steps = self.planner.stash(self.planner.outlook(self.state), self.state.hand, "")
            self.do(*(step.action for step in steps))
            if self.state.hand:
                raise Impossible("nowhere to lay it down")

    def get(self, id: str) -> None:
        """Have a thing in hand, whatever was held before."""
        if self.state.hand == id:
            return
        self.free_hands()
        self.go(self.where(id))
        self.do(Action("pick_up", id))

    def free(self, places: tuple[str, ...]) -> str:
        """The nearest of these stations on which nothing lies. Impossible where there is none."""
        view = self.planner.outlook(self.state)
        place = self.planner.nearest(self.state, filter(view.lies_free, places))
        if place is None:
            raise Impossible("no room")
        return place

    def onto_heat(self, id: str, vessel: str) -> None:
        """Put what is held into a vessel that is heated."""
        self.go(vessel)
        self.do(Action("put_down", id, vessel))
        if vessel not in self.state.on:
            self.do(Action("turn_on", vessel))

    def scoop(self, id: str, plate: str) -> None:
        """With the plate in hand or fetched first, scoop a portion onto it."""
        self.get(plate)
        self.go(self.where(id))
        self.do(Action("scoop", id, plate))
