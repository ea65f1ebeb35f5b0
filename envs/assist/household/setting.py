"""A household task made ready: its parameters and all that follows from them, by id. It never changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from envs.assist.household.floor import floor_of
from envs.assist.household.goals import LEFT, MOVED, Goal, GoalKind, joint
from envs.assist.household.names import names_of
from envs.assist.household.packing import free_spot
from envs.assist.household.parameters import HouseholdParameters, checked, switchable
from envs.assist.household.sight import Eyesight
from envs.assist.household.state import HouseholdState, Pose, Spot
from envs.environment import TaskError
from envs.home.objects import make_object
from envs.home.scene import Receptacle
from envs.rendering.node import Vector

KEEP_REST = "rest"
"""Id of the part that every task has: to leave everything else as it was."""
KEEP_REST_WORDS = "leave everything else as it was"


class Setting:
    """TaskError names the field and its value when the parameters do not hold together."""

    def __init__(self, parameters: HouseholdParameters | Mapping[str, Any]) -> None:
        self.parameters, self.scene = checked(parameters)
        asked = self.parameters
        self.floor = floor_of(self.scene.name)
        self.things: tuple[str, ...] = tuple(asked.things)
        self.index: dict[str, int] = {name: i for i, name in enumerate(self.things)}
        self.models = tuple(make_object(item.category, item.instance) for item in asked.things.values())
        self.category: dict[str, str] = {name: item.category for name, item in asked.things.items()}
        self.homes: tuple[str, ...] = tuple(item.at for item in asked.things.values())
        self.switches = switchable(asked, self.scene)
        self.eyesight = Eyesight(self.floor, self.things, self.models)
        self.spots: dict[Any, Any] = {}
        """Where there is room, as far as it was asked; kept by `rules`."""
        goals = asked.goals(self.scene)
        self.goals: dict[str, Goal] = {text: goal for text, (goal, _) in goals.items()}
        self.goals |= {MOVED: Goal(GoalKind.MOVED), LEFT: Goal(GoalKind.LEFT)}
        self.part: dict[str, str] = {text: part for text, (_, part) in goals.items()} | {
            MOVED: KEEP_REST,
            LEFT: KEEP_REST,
        }
        self.ordered = sorted(self.goals, key=lambda text: self.goals[text].kind == GoalKind.SEATED)
        """Conditions as they are best met: one sits down when all else is done."""
        kinds = {GoalKind.IN, GoalKind.DRUNK}
        about = {goal.thing for goal in self.goals.values() if goal.kind in kinds}
        self.others: tuple[int, ...] = tuple(i for i, name in enumerate(self.things) if name not in about)
        """Numbers of the things that are to stay."""
        self.destination: dict[str, tuple[str, str]] = {
            goal.thing: (goal.place, text) for text, goal in self.goals.items() if goal.kind == GoalKind.IN
        }
        """Thing -> where it is to go, and the condition that says so."""
        filled = {place for place, _ in self.destination.values()}
        models = dict(zip(self.things, self.models, strict=True))
        self.names: Mapping[str, tuple[str, ...]] = names_of(self.floor, models, filled)
        self.closing = {goal.thing: text for text, goal in self.goals.items() if goal.kind == GoalKind.CLOSED}
        """Furniture -> the condition that it is closed."""
        self.switching = {
            goal.thing: text for text, goal in self.goals.items() if goal.kind in (GoalKind.ON, GoalKind.OFF)
        }
        self.drinking = {goal.thing: text for text, goal in self.goals.items() if goal.kind == GoalKind.DRUNK}
        self._middles: dict[str, Vector] = {name: _middle(piece) for name, piece in self.scene.receptacles.items()}
        self.start = self._start()

    def name(self, name: str) -> str:
        """A thing or place as it is spoken of: "the blue plate"."""
        return f"the {self.names[name][0]}" if name in self.names else f"the {name}"

    def joint(self, place: str) -> str:
        """ "in" or "on"."""
        piece = self.scene.receptacles[place]
        return joint(piece.category, piece.articulation is not None)

    def is_inside(self, place: str) -> bool:
        """Whether what is there is within reach only while it stands open."""
        return self.scene.receptacles[place].surfaces[0].inside

    def place_of(self, state: HouseholdState, target: str) -> str:
        """The furniture at which a thing is, or the furniture itself; "" for what is held and for anything else."""
        if target in self.index:
            place = state.things[self.index[target]].place
            return place if place in self.floor.room_of else ""
        return target if target in self.floor.room_of else ""

    def shut_in(self, state: HouseholdState, thing: str) -> bool:
        """Whether a thing is in something closed."""
        place = self.place_of(state, thing)
        return bool(place) and self.is_inside(place) and place not in state.opened

    def where(self, state: HouseholdState, target: str) -> Vector:
        """The point at which one looks to look at something that is not held."""
        if target in self.floor.doors:
            return *self.floor.doors[target].middle, 1.2
        if target in self.index and not self.shut_in(state, target):
            return self.eyesight.point(state, self.index[target])
        return self._middles[self.place_of(state, target)]

    def placed(self, things: tuple[Spot, ...], thing: str, spot: Spot) -> tuple[Spot, ...]:
        """Spots with one thing moved."""
        i = self.index[thing]
        return *things[:i], spot, *things[i + 1 :]

    def _start(self) -> HouseholdState:
        """The state at tick 0: the person stands in the middle of the first room and looks across it."""
        asked, spots = self.parameters, list[Spot]()
        for i, place in enumerate(self.homes):
            there = [(spot, self.models[j]) for j, spot in enumerate(spots) if spot.place == place]
            spot = free_spot(self.scene.receptacles[place], self.models[i], there)
            if spot is None:
                raise TaskError(f"domain.things.{self.things[i]}.at: there is no room left at {place!r}")
            spots.append(spot)
        x0, y0, x1, y1 = self.floor.rooms[asked.start]
        x, y = self.floor.centres[asked.start]
        far = max(((x1 - x, 0), (y1 - y, 2), (x - x0, 4), (y - y0, 6)))
        pose = Pose(asked.start, asked.start, (x, y), far[1])
        return HouseholdState(pose, "", tuple(spots), tuple(sorted(set(asked.open))), tuple(sorted(set(asked.on))))


def _middle(piece: Receptacle) -> Vector:
    """The middle of a piece of furniture, at the mean height of its surfaces."""
    heights = [surface.centre[2] for surface in piece.surfaces]
    return *piece.position, sum(heights) / len(heights)
