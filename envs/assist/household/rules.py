"""What a person can do in a home, how long it takes, and what it changes. Pure functions of a task's setting and state.

Ticks are those of balanced pace: 1 to turn or look, about 1 a metre to walk, 1 to 3 to handle something. Ours are: one
thing is held at a time; doors can be opened and closed with it in hand; handling needs one to stand before the place
and to face it; a machine starts only while it is closed.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from envs.assist.action import Action
from envs.assist.domain import Change
from envs.assist.household.floor import heading_to
from envs.assist.household.packing import free_spot
from envs.assist.household.parameters import DRINKS, SEATS, SHUT_TO_RUN
from envs.assist.household.setting import Setting
from envs.assist.household.sight import before, eye, pitch_for
from envs.assist.household.state import (
    DOWN,
    HEADINGS,
    HELD,
    IN_HAND,
    UP,
    HouseholdState,
    Point,
    Pose,
    Spot,
    with_name,
    without_name,
)
from envs.rendering.node import Vector

TICKS: Mapping[str, int] = {
    **dict.fromkeys(("turn_left", "turn_right", "turn_to", "look_up", "look_down", "go_straight"), 1),
    **{"pick_up": 2, "put": 2, "open": 2, "close": 2, "switch_on": 1, "switch_off": 1},
    **{"drink": 3, "sit_on": 2, "stand_up": 1},
}
"""Verb -> ticks, walks aside."""
METRES_A_TICK = 1.0
WALKS = frozenset({"go_to", "go_through"})
ON_THE_FLOOR = frozenset({"turn_left", "turn_right", "go_straight", "turn_to", *WALKS})
"""Verbs that need one to stand."""
AT_THE_PLACE = frozenset({"pick_up", "put", "open", "close", "switch_on", "switch_off", "sit_on"})
"""Verbs that need one to stand before the place and to face it."""
VERBS = frozenset({*TICKS, *WALKS})
SPOTS_KEPT = 20_000
UNKNOWN = object()
Moves = tuple[tuple[int, Spot], ...]
"""(number of a thing, its spot)."""
Facts = dict[tuple[str, str], str | None]


class Rules:
    """The verbs of one task."""

    def __init__(self, setting: Setting) -> None:
        self._set = setting

    # -- whether ------------------------------------------------------------------------------------------------------

    def refusal(self, state: HouseholdState, action: Action) -> str | None:
        """Why the action cannot be done now; None when it can."""
        verb, target = action.verb, action.target
        if verb not in VERBS:
            return "I do not know how to do that."
        if verb in ON_THE_FLOOR and state.pose.seat:
            return "I am sitting."
        if verb in ("turn_left", "turn_right"):
            return None
        if verb in AT_THE_PLACE and not (verb == "put" and not target):
            return self._not_at_hand(state, action)
        return getattr(self, f"_refuse_{verb}")(state, target)

    def _refuse_look_up(self, state: HouseholdState, _: str) -> str | None:
        return "I am looking up already." if state.pose.pitch == UP else None

    def _refuse_look_down(self, state: HouseholdState, _: str) -> str | None:
        return "I am looking down already." if state.pose.pitch == DOWN else None

    def _refuse_go_straight(self, state: HouseholdState, _: str) -> str | None:
        pose = state.pose
        free = self._set.floor.ahead(pose.room, pose.point, pose.heading)
        return "Something is in the way." if free is None else None

    def _refuse_turn_to(self, state: HouseholdState, target: str) -> str | None:
        return self._not_here(state, target)

    def _refuse_go_to(self, state: HouseholdState, target: str) -> str | None:
        if target in self._set.floor.rooms:
            return None if target == state.pose.room else f"I am not in {self._set.name(target)}."
        why = self._not_here(state, target)
        if why is None and not before(state.pose, self._set.where(state, target)[:2]):
            return f"I do not see {self._set.name(target)} from here; I have to turn."
        return why

    def _refuse_go_through(self, state: HouseholdState, target: str) -> str | None:
        if target not in self._set.floor.doors:
            return "That is no door to another room."
        return self._refuse_go_to(state, target)

    def _refuse_drink(self, state: HouseholdState, target: str) -> str | None:
        if self._set.category.get(target) not in DRINKS:
            return "I cannot drink that."
        if state.hand != target:
            return f"I do not have {self._set.name(target)} in my hand."
        return f"{self._set.name(target)} is empty.".capitalize() if target in state.drunk else None

    def _refuse_stand_up(self, state: HouseholdState, _: str) -> str | None:
        return None if state.pose.seat else "I am standing."

    def _refuse_put(self, state: HouseholdState, _: str) -> str | None:
        return "I do not know what to put there."

    def _not_here(self, state: HouseholdState, target: str) -> str | None:
        """Why one cannot turn to something: it is elsewhere, shut away or unknown."""
        here, room = self._set, state.pose.room
        if target == state.hand and target:
            return f"I have {here.name(target)} in my hand."
        if target in here.floor.doors:
            return None if room in here.floor.doors[target].rooms else f"I do not see {here.name(target)} from here."
        place = here.place_of(state, target)
        if not place:
            return "I do not know where that is."
        if here.floor.room_of[place] != room or (target != place and here.shut_in(state, target)):
            return f"I do not see {here.name(target)} here."
        return None

    def _not_at_hand(self, state: HouseholdState, action: Action) -> str | None:
        """Why one cannot handle something now."""
        here, verb, target = self._set, action.verb, action.target
        why = self._impossible(state, action)
        if why is not None:
            return why
        place = action.place if verb == "put" else here.place_of(state, target)
        if state.pose.seat:
            return "I am sitting."
        if state.pose.at != place:
            return f"I am not at {here.name(place)}."
        if not before(state.pose, here.where(state, place)[:2]):
            return f"I am not facing {here.name(place)}."
        if verb in ("pick_up", "switch_on", "switch_off") and target != place and here.shut_in(state, target):
            return f"{here.name(place)} is closed.".capitalize()
        if verb == "put":
            if here.is_inside(place) and place not in state.opened:
                return f"{here.name(place)} is closed.".capitalize()
            if self.room_for(state, target, place) is None:
                return f"There is no room {here.joint(place)} {here.name(place)}."
        return None

    def _impossible(self, state: HouseholdState, action: Action) -> str | None:
        """What is wrong with the action wherever one stands."""
        here, verb, target = self._set, action.verb, action.target
        if verb == "pick_up":
            if target not in here.index:
                return "I cannot pick that up."
            if state.hand:
                return f"I have {here.name(state.hand)} in my hand."
        elif verb == "put":
            if state.hand != target:
                return (
                    f"I do not have {here.name(target)} in my hand."
                    if target in here.index
                    else "I have no such thing."
                )
            if action.place not in here.scene.receptacles:
                return "I cannot put it there."
        elif verb in ("open", "close"):
            if target not in here.scene.opening:
                return "That does not open and close."
            if (target in state.opened) == (verb == "open"):
                return f"{here.name(target)} is {'open' if verb == 'open' else 'closed'} already.".capitalize()
        elif verb in ("switch_on", "switch_off"):
            if target not in here.switches:
                return "That has no switch."
            if (target in state.on) == (verb == "switch_on"):
                return f"{here.name(target)} is {'on' if verb == 'switch_on' else 'off'} already.".capitalize()
            if state.hand == target:
                return f"I have {here.name(target)} in my hand; I have to put it down first."
            shut = here.scene.receptacles[target].category in SHUT_TO_RUN if target in here.scene.receptacles else False
            if verb == "switch_on" and shut and target in state.opened:
                return f"{here.name(target)} is open.".capitalize()
        elif verb == "sit_on":
            if target not in here.scene.receptacles or here.scene.receptacles[target].category not in SEATS:
                return "One cannot sit on that."
        return None

    def room_for(self, state: HouseholdState, thing: str, place: str) -> Moves | None:
        """Where a thing goes when it is put there; None where there is no room.

        What is there stays as it is, or is pushed aside where that makes room.
        """
        here = self._set
        there = tuple([(i, spot) for i, spot in enumerate(state.things) if spot[0] == place])
        key = thing, place, there
        known = here.spots.get(key, UNKNOWN)
        if known is UNKNOWN:
            if len(here.spots) > SPOTS_KEPT:
                here.spots.clear()
            known = here.spots[key] = self._make_room(thing, place, there)
        return known

    def _make_room(self, thing: str, place: str, there: Moves) -> Moves | None:
        here, piece = self._set, self._set.scene.receptacles[place]
        new = here.index[thing]
        spot = free_spot(piece, here.models[new], [(spot, here.models[i]) for i, spot in there])
        if spot is not None:
            return ((new, spot),)
        numbers = [new, *(i for i, _ in there)]
        numbers.sort(key=lambda i: (-here.models[i].half[0] * here.models[i].half[1], i))
        found: list[tuple[int, Spot]] = []
        for i in numbers:
            spot = free_spot(piece, here.models[i], [(spot, here.models[j]) for j, spot in found])
            if spot is None:
                return None
            found.append((i, spot))
        return tuple(found)

    # -- how long and to what effect ----------------------------------------------------------------------------------

    def duration(self, state: HouseholdState, action: Action) -> int:
        """Ticks at balanced pace."""
        ticks = TICKS.get(action.verb)
        if ticks is not None:
            return ticks
        way = self.way(state, action)
        metres = sum(math.dist(a, b) for a, b in zip(way, way[1:], strict=False))
        return max(1, math.ceil(metres / METRES_A_TICK - 0.01))

    def way(self, state: HouseholdState, action: Action) -> tuple[Point, ...]:
        """The corners of a walk, from where one is; one point for what is no walk."""
        pose, floor = state.pose, self._set.floor
        if action.verb == "go_straight":
            return pose.point, floor.ahead(pose.room, pose.point, pose.heading) or pose.point
        if action.verb not in WALKS:
            return (pose.point,)
        if action.verb == "go_through":
            door = floor.doors[action.target]
            way = floor.way(pose.room, pose.point, door.sides[pose.room])
            return *way, door.sides[door.beyond(pose.room)]
        return floor.way(pose.room, pose.point, self._stand(state, action.target)[1])

    def pose_after(self, state: HouseholdState, action: Action) -> Pose:
        """Where one is and looks after an action that is possible."""
        pose, floor, verb = state.pose, self._set.floor, action.verb
        if verb in ("turn_left", "turn_right"):
            return pose._replace(heading=(pose.heading + (1 if verb == "turn_left" else -1)) % HEADINGS)
        if verb in ("look_up", "look_down"):
            return pose._replace(pitch=pose.pitch + (1 if verb == "look_up" else -1))
        if verb == "turn_to":
            return self._looking(pose, self._set.where(state, action.target))
        if verb == "sit_on":
            return pose._replace(seat=action.target, heading=(floor.facing[action.target] + 4) % HEADINGS, pitch=0)
        if verb == "stand_up":
            return pose._replace(seat="")
        way = self.way(state, action)
        if verb == "go_straight":
            return pose._replace(at=pose.room, point=way[-1])
        if verb == "go_through":
            door = floor.doors[action.target]
            beyond = door.beyond(pose.room)
            return Pose(beyond, door.id, way[-1], (door.ahead[beyond] + 4) % HEADINGS)
        if verb == "go_to":
            at, point = self._stand(state, action.target)
            if at in floor.rooms:
                last = way[-2] if len(way) > 1 else pose.point
                return Pose(pose.room, at, point, heading_to(last, point) if last != point else pose.heading)
            standing = Pose(pose.room, at, point, pose.heading, pose.pitch, pose.seat)
            return self._looking(standing, self._set.where(state, action.target))
        return pose

    def apply(self, state: HouseholdState, action: Action) -> Change[HouseholdState]:
        """The state after an action that is possible, and the facts that it changed."""
        verb, target, here = action.verb, action.target, self._set
        pose = self.pose_after(state, action)
        hand, things, opened, on, drunk = state.hand, state.things, state.opened, state.on, state.drunk
        facts: Facts = {}
        if pose.at != state.pose.at:
            facts["person", "at"] = pose.at
        if pose.room != state.pose.room:
            facts["person", "room"] = pose.room
        if pose.seat != state.pose.seat:
            facts["person", "posture"] = posture(pose)
        if verb == "pick_up":
            hand, things = target, here.placed(things, target, HELD)
            facts["person", "hand"], facts[target, "at"] = target, IN_HAND
        elif verb == "put":
            moves = dict(self.room_for(state, target, action.place) or ())
            hand, things = "", tuple(moves.get(i, spot) for i, spot in enumerate(things))
            facts["person", "hand"], facts[target, "at"] = "nothing", action.place
        elif verb in ("open", "close"):
            opened = (with_name if verb == "open" else without_name)(opened, target)
            facts[target, "open"] = "open" if verb == "open" else "closed"
        elif verb in ("switch_on", "switch_off"):
            on = (with_name if verb == "switch_on" else without_name)(on, target)
            facts[target, "power"] = "on" if verb == "switch_on" else "off"
        elif verb == "drink":
            drunk = with_name(drunk, target)
            facts[target, "content"] = "empty"
        return Change(HouseholdState(pose, hand, things, opened, on, drunk), facts)

    def _stand(self, state: HouseholdState, target: str) -> tuple[str, Point]:
        """(where one is then, the point) after going to something."""
        floor = self._set.floor
        if target in floor.doors:
            return target, floor.doors[target].sides[state.pose.room]
        if target in floor.rooms:
            return target, floor.centres[target]
        place = self._set.place_of(state, target)
        return place, floor.stands[place]

    def _looking(self, pose: Pose, point: Vector) -> Pose:
        """The pose turned to a point."""
        heading = heading_to(pose.point, point[:2])
        return Pose(pose.room, pose.at, pose.point, heading, pitch_for(eye(self._set.floor, pose), point), pose.seat)


def posture(pose: Pose) -> str:
    """The value of ("person", "posture"): standing, or what one sits on."""
    return pose.seat or "standing"
