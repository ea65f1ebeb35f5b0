"""What the person sees, by geometry alone: what lies in the field of view, is not too small, and has nothing before it.

It leans to the safe side: what it names is drawn in the person's frame (a test), while a frame may show a little more,
such as a strip of the next room through a doorway. Walls hide other rooms; closed furniture hides what is in it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from envs.assist.household.floor import Floor
from envs.assist.household.packing import size_at
from envs.assist.household.state import HEADINGS, LEVEL, HouseholdState, Pose, Spot
from envs.home.objects import ObjectModel
from envs.home.scene import Receptacle
from envs.home.stage import FIELD_OF_VIEW
from envs.rendering.node import Vector

EYES = 1.6
"""Metres above the floor, standing."""
EYES_SEATED = 1.15
TILT = {-1: math.radians(-38.0), 0: math.radians(-12.0), 1: math.radians(18.0)}
"""Pitch -> how far above the horizon the person looks: down at a table or into a dishwasher, level, up."""
SIDEWAYS = math.radians(FIELD_OF_VIEW / 2)
SLOPE = math.tan(SIDEWAYS)
WITHIN = 0.94
"""Share of the picture in which a thing's middle must lie."""
LEAST = 0.011
"""A thing's half width and height, of its distance: smaller is not made out. About five pixels of 256."""
SIDES: Mapping[str, tuple[float, float, float]] = {"sofa": (0.55, 0.78, 0.84), "bed": (0.05, 0.97, 0.0)}
"""Category -> metres: how far its sides and pillows reach in, how high (a headboard may be on either), its back."""
COVERED = 0.9
"""A surface with less free height has something over it and is looked at from its front."""
TOPLESS = frozenset({"sink", "crate"})
"""Categories that are looked into from above although they have little free height."""
FLAPS = frozenset({"dishwasher", "oven"})
"""Categories whose door drops forward and stands in nobody's way."""
JAMB = 0.03
"""Metres that a line of sight keeps from a doorway's sides."""
LINTEL = 2.0
LOOKS_INTO = 1.9
"""Metres from which one can look into something that stands open."""
LOOKS_KEPT = 1 << 16
"""Answers of each question about poses that are kept: people stand and look in few ways."""
Box = tuple[float, float, float, float, float]
"""x0, y0, x1, y1 and how high it reaches from the floor."""


def eye(floor: Floor, pose: Pose) -> Vector:
    """Where the person's eyes are."""
    if not pose.seat:
        return pose.point[0], pose.point[1], EYES
    piece = floor.scene.receptacles[pose.seat]
    x, y, _ = piece.to_world((0.0, 0.22 - piece.half[1], 0.0))
    return x, y, EYES_SEATED


def gaze(heading: int, pitch: int) -> Vector:
    """The unit vector of the view axis."""
    a, e = heading * math.tau / HEADINGS, TILT[pitch]
    return math.cos(e) * math.cos(a), math.cos(e) * math.sin(a), math.sin(e)


@lru_cache(LOOKS_KEPT)
def pitch_for(start: Vector, point: Vector) -> int:
    """How a person looks at a point: the pitch that has it nearest to the middle."""
    rise = math.atan2(point[2] - start[2], math.dist(start[:2], point[:2]))
    return min(TILT, key=lambda pitch: (abs(TILT[pitch] - rise), pitch != LEVEL))


@lru_cache(LOOKS_KEPT)
def before(pose: Pose, point: tuple[float, float]) -> bool:
    """Whether a point of the floor lies ahead, within the picture's left and right edge, whatever the pitch."""
    dx, dy = point[0] - pose.point[0], point[1] - pose.point[1]
    if math.hypot(dx, dy) < 0.05:
        return True
    turn = math.atan2(dy, dx) - pose.heading * math.tau / HEADINGS
    turn = (turn + math.pi) % math.tau - math.pi
    return abs(turn) <= SIDEWAYS


class Eyesight:
    """One task's things on one floor. models: of the things, in the state's order."""

    def __init__(self, floor: Floor, names: Sequence[str], models: Sequence[ObjectModel]) -> None:
        self.floor, self._names, self._models = floor, names, models
        self._boxes: dict[str, Box] = {
            name: (*floor.bodies[name], piece.height) for name, piece in floor.scene.receptacles.items()
        }
        self._in_room: Mapping[str, list[str]] = {
            room: [name for name, where in floor.room_of.items() if where == room] for room in floor.rooms
        }
        self._panels = {name: _panels(piece) for name, piece in floor.scene.receptacles.items()}
        self._places: dict[Pose, frozenset[str]] = {}

    def point(self, state: HouseholdState, number: int) -> Vector:
        """The middle of a thing that is not held, in the world."""
        spot = state.things[number]
        piece = self.floor.scene.receptacles[spot.place]
        surface = piece.surfaces[spot.surface]
        x, y = surface.centre[0] + spot.x, surface.centre[1] + spot.y - _slid(piece, surface.body, state)
        return piece.to_world((x, y, surface.centre[2] + size_at(piece, self._models[number])[2]))

    def visible(self, state: HouseholdState) -> frozenset[str]:
        """Ids of furniture, doorways and things that are seen; what is held is."""
        pose = state.pose
        found = set(self.places(pose))
        start, forward = eye(self.floor, pose), gaze(pose.heading, pose.pitch)
        for number, spot in enumerate(state.things):
            room = self.floor.room_of.get(spot.place)
            if room is None or (room != pose.room and self.floor.rooms_between(pose.room, room) > 1):
                continue
            if self._sees_thing(state, number, start, forward):
                found.add(self._names[number])
        if state.hand:
            found.add(state.hand)
        return frozenset(found)

    def places(self, pose: Pose) -> frozenset[str]:
        """Furniture and doorways that are seen."""
        if pose not in self._places:
            if len(self._places) > 4096:
                self._places.clear()
            self._places[pose] = frozenset(self._find_places(pose))
        return self._places[pose]

    def _find_places(self, pose: Pose) -> Iterator[str]:
        start, forward = eye(self.floor, pose), gaze(pose.heading, pose.pitch)
        for name in self._in_room[pose.room]:
            piece = self.floor.scene.receptacles[name]
            x, y = piece.half
            shown = [(i * 0.8 * x, -y, share * piece.height) for i in (-1, 0, 1) for share in (0.35, 0.92)]
            if pose.seat != name and any(
                _in_picture(start, forward, point) and not self._blocked(pose.room, start, point, name)
                for point in map(piece.to_world, shown)
            ):
                yield name
        for door in self.floor.doors.values():
            if pose.room in door.rooms:
                points = [(door.middle[0], door.middle[1], z) for z in (0.3, 1.0, 1.7)]
                if any(_in_picture(start, forward, p) and not self._blocked(pose.room, start, p, "") for p in points):
                    yield door.id

    def _sees_thing(self, state: HouseholdState, number: int, start: Vector, forward: Vector) -> bool:
        spot, model = state.things[number], self._models[number]
        point, room = self.point(state, number), self.floor.room_of[spot.place]
        if not any(_in_picture(start, forward, p) for p in self._points(spot, number, point)):
            return False
        if _tiny(size_at(self.floor.scene.receptacles[spot.place], model), start, point):
            return False
        piece = self.floor.scene.receptacles[spot.place]
        if not self._open_to(state, piece, spot, start, point):
            return False
        if room != state.pose.room and not self._through_door(state.pose.room, room, start, point):
            return False
        return not (
            any(self._blocked(where, start, point, piece.id) for where in {room, state.pose.room})
            or self._behind_another(state, number, start, point)
            or any(
                _through(panel, start, point)
                for name in state.opened
                if name != piece.id
                for panel in self._panels[name]
            )
        )

    def _points(self, spot: Spot, number: int, point: Vector) -> Iterator[Vector]:
        """A thing's middle, and points halfway to its sides."""
        yield point
        x, y, _ = self._extent(spot, number)
        for dx, dy in ((0.5 * x, 0.0), (-0.5 * x, 0.0), (0.0, 0.5 * y), (0.0, -0.5 * y)):
            yield point[0] + dx, point[1] + dy, point[2]

    def _extent(self, spot: Spot, number: int) -> Vector:
        """Half extents of a thing where it stands, along the world's axes."""
        piece = self.floor.scene.receptacles[spot.place]
        x, y, z = size_at(piece, self._models[number])
        return (y, x, z) if abs(math.sin(piece.yaw)) > 0.5 else (x, y, z)

    def _through_door(self, room: str, other: str, start: Vector, point: Vector) -> bool:
        """Whether the line from an eye in one room to a point in the next one passes through their doorway."""
        door = self.floor.doors[self.floor.next_door(room, other)]
        x0, y0, x1, y1 = door.opening
        along = 0 if x1 - x0 < y1 - y0 else 1  # the axis square to the wall
        step = point[along] - start[along]
        if abs(step) < 1e-6:
            return False
        for wall in ((x0, y0)[along], (x1, y1)[along]):
            share = (wall - start[along]) / step
            across, z = (start[i] + share * (point[i] - start[i]) for i in (1 - along, 2))
            if not ((x0, y0)[1 - along] + JAMB < across < (x1, y1)[1 - along] - JAMB and z < LINTEL):
                return False
        return True

    def _open_to(self, state: HouseholdState, piece: Receptacle, spot: Spot, start: Vector, point: Vector) -> bool:
        """Whether the piece itself lets the eye see what is in or on it."""
        surface = piece.surfaces[spot.surface]
        if surface.inside and piece.id not in state.opened:
            return False
        sx, sy, _ = _own(piece, start)
        px, py, _ = _own(piece, point)
        drops = piece.category in FLAPS
        if surface.inside and not (
            (drops or abs(sx) <= piece.half[0])
            and sy < -piece.half[1]
            and math.dist(start[:2], point[:2]) <= LOOKS_INTO
        ):
            return False  # an opened door may stand between, and it is dark in there
        kind = piece.articulation.kind if piece.articulation and surface.inside else ""
        if piece.category in SIDES:
            return _over(SIDES[piece.category], piece.half, (sx, sy, start[2]), (px, py, point[2]))
        if surface.clearance >= COVERED or piece.category in TOPLESS or kind in ("drawer", "lid"):
            return True
        if sy >= -piece.half[1]:
            return False
        edge = surface.centre[1] - surface.half[1]
        share = (edge - sy) / (py - sy)  # of the way at which the line passes the surface's front edge
        x, z = sx + share * (px - sx), start[2] + share * (point[2] - start[2])
        low, high = surface.centre[2], surface.centre[2] + surface.clearance
        return abs(x - surface.centre[0]) <= surface.half[0] + 0.02 and low <= z <= high - 0.01

    def _behind_another(self, state: HouseholdState, number: int, start: Vector, point: Vector) -> bool:
        """Whether another thing at the same place stands in the way."""
        spot = state.things[number]
        for other, there in enumerate(state.things):
            if other != number and there.place == spot.place and there.surface == spot.surface:
                x, y, z = self.point(state, other)
                a, b, c = (
                    share * half for share, half in zip((0.9, 0.9, 1.0), self._extent(there, other), strict=True)
                )
                if _through((x - a, y - b, x + a, y + b, z + c), start, point, z - c):
                    return True
        return False

    def _blocked(self, room: str, start: Vector, point: Vector, own: str) -> bool:
        """Whether a piece of furniture other than `own` stands between."""
        return any(name != own and _through(self._boxes[name], start, point) for name in self._in_room[room])


def _panels(piece: Receptacle) -> list[Box]:
    """Where opened doors may stand out from a piece, on either side: upright boards before its front."""
    if piece.articulation is None or piece.articulation.kind != "door" or piece.category in FLAPS:
        return []
    x, y = piece.half
    found = []
    for side in (-x, x):
        ends = [piece.to_world((side + i * 0.06, -y - depth, 0.0)) for i in (-1, 1) for depth in (0.0, 2 * x)]
        xs, ys = [p[0] for p in ends], [p[1] for p in ends]
        found.append((min(xs), min(ys), max(xs), max(ys), piece.height))
    return found


def _slid(piece: Receptacle, body: str, state: HouseholdState) -> float:
    """How far a surface has come forward: that of an opened drawer."""
    articulation = piece.articulation
    if articulation is None or articulation.kind != "drawer" or piece.id not in state.opened:
        return 0.0
    return next((value for joint, value in articulation.joints if joint == body), 0.0)


def _own(piece: Receptacle, point: Vector) -> Vector:
    """A point of the world in the piece's own frame."""
    c, s = math.cos(piece.yaw), math.sin(piece.yaw)
    dx, dy = point[0] - piece.position[0], point[1] - piece.position[1]
    return c * dx + s * dy, c * dy - s * dx, point[2]


def _in_picture(start: Vector, forward: Vector, point: Vector) -> bool:
    """Whether a point lies within the field of view, away from its edges."""
    d = (point[0] - start[0], point[1] - start[1], point[2] - start[2])
    depth = d[0] * forward[0] + d[1] * forward[1] + d[2] * forward[2]
    if depth < 0.2:
        return False
    level = math.hypot(forward[0], forward[1])
    across = (d[0] * forward[1] - d[1] * forward[0]) / level
    rise = (d[2] - depth * forward[2]) / level
    return max(abs(across), abs(rise)) <= WITHIN * SLOPE * depth


def _over(sides: tuple[float, float, float], half: tuple[float, float], start: Vector, point: Vector) -> bool:
    """Whether a line in a piece's frame passes over its sides and its back, not through them."""
    thick, side, back = sides
    for axis, at, high in ((0, half[0] - thick, side), (0, thick - half[0], side), (1, half[1] - 0.2, back)):
        if (start[axis] - at) * (point[axis] - at) < 0:
            share = (at - start[axis]) / (point[axis] - start[axis])
            if start[2] + share * (point[2] - start[2]) < high:
                return False
    return True


def _tiny(half: Vector, start: Vector, point: Vector) -> bool:
    """Whether a thing of such half extents is not made out; a flat one is low from afar."""
    away = math.dist(start, point)
    down = min(1.0, abs(start[2] - point[2]) / away)
    wide, high = min(half[0], half[1]), half[2] * math.sqrt(1 - down * down) + half[1] * down
    if half[2] > wide:
        wide, high = max(wide, 0.5 * half[1]), half[2]
    return min(wide, high) < 0.5 * LEAST * away or wide * high < (LEAST * away) ** 2


def _through(box: Box, start: Vector, end: Vector, bottom: float = 0.0) -> bool:
    """Whether a straight line passes through a box before it ends."""
    low, high = 0.0, 0.999
    for i, (near, far) in enumerate(((box[0], box[2]), (box[1], box[3]), (bottom, box[4]))):
        step = end[i] - start[i]
        if abs(step) < 1e-9:
            if not near <= start[i] <= far:
                return False
            continue
        enter, leave = (near - start[i]) / step, (far - start[i]) / step
        if enter > leave:
            enter, leave = leave, enter
        low, high = max(low, enter), min(high, leave)
        if low > high:
            return False
    return True
