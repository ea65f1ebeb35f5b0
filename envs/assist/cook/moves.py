"""The small moves that plans are made of: to walk somewhere and act there, to lift, to lay down, what is nearest."""

from __future__ import annotations

from collections.abc import Iterable

from envs.assist.action import Action
from envs.assist.cook.foods import FOODS
from envs.assist.cook.kitchen import Kitchen
from envs.assist.cook.outline import Steps
from envs.assist.cook.outlook import Outlook
from envs.assist.cook.state import CookState
from envs.assist.domain import PlanStep


class Moves:
    """Moves in one kitchen. boards, counters: ids, row by row. vessels: food -> the stations that cook it."""

    def __init__(self, kitchen: Kitchen) -> None:
        self.kitchen = kitchen
        self.boards = kitchen.layout.of_kind("board")
        self.counters = kitchen.layout.of_kind("counter")
        self.vessels = {food: kitchen.layout.of_kind(kind) for food in kitchen.source if (kind := FOODS[food].cook)}

    def stash(self, view: Outlook, held: str, part: str) -> Steps:
        """Lay what is held on a free surface, counters first; where there is none, give it up."""
        state = view.state
        for places in (self.counters, self.boards):
            place = self.nearest(state, filter(view.lies_free, places))
            if place is not None:
                return self._at(state, place, Action("put_down", held, place), part=part)
        plate = state.plate(held)
        if plate is not None and not plate.holds:
            return self._at(state, self.kitchen.stack, Action("put_down", held, self.kitchen.stack), part=part)
        return self._at(state, self.kitchen.bin, Action("trash", held), part=part)

    # hands free

    def _lift(self, state: CookState, id: str, part: str) -> Steps:
        """Go and pick up what lies loose."""
        thing = state.plate(id) or state.portion(id)
        assert thing is not None
        return self._at(state, thing.at, Action("pick_up", id), part=part)

    def _onto_heat(self, state: CookState, id: str, vessel: str) -> tuple[Action, ...]:
        put = Action("put_down", id, vessel)
        return (put,) if vessel in state.on else (put, Action("turn_on", vessel))

    def _distance(self, state: CookState, place: str) -> int:
        return self.kitchen.distance[state.at, place]

    def nearest(self, state: CookState, places: Iterable[str], start: str = "") -> str | None:
        """The place with the shortest way from `start`, or from the person; the first of equal ones."""
        here = start if start in self.kitchen.kinds else state.at
        return min(places, key=lambda place: self.kitchen.distance[here, place], default=None)

    def _at(self, state: CookState, place: str, *actions: Action, part: str, start: str | None = None) -> Steps:
        """The actions, after the walk to their place from `start` or from where the person stands."""
        steps = [PlanStep(action, part) for action in actions]
        if place != (state.at if start is None else start):
            steps.insert(0, PlanStep(Action("go_to", place), part))
        return steps
