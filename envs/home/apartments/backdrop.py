"""Floors and walls, and where one comes in: what an apartment is without its furniture, as MJCF."""

from __future__ import annotations

from random import Random

from envs.home.apartments.plan import DOORWAY, WALL, Plan, Rect, Wall
from envs.home.scene import EYE_HEIGHT, Viewpoint
from envs.rendering.node import Colour, Node

HEIGHT = 2.4
LINTEL = 2.05

FLOORS: dict[str, tuple[Colour, ...]] = {
    "kitchen": ((0.72, 0.72, 0.7), (0.62, 0.66, 0.66), (0.78, 0.74, 0.66)),
    "living_room": ((0.66, 0.52, 0.38), (0.58, 0.46, 0.34), (0.72, 0.62, 0.5)),
    "dining_room": ((0.6, 0.47, 0.36), (0.7, 0.58, 0.45), (0.55, 0.5, 0.44)),
    "bedroom": ((0.64, 0.6, 0.64), (0.68, 0.6, 0.52), (0.56, 0.6, 0.66)),
    "children_room": ((0.62, 0.72, 0.64), (0.74, 0.68, 0.52), (0.6, 0.68, 0.76)),
    "study": ((0.5, 0.44, 0.4), (0.54, 0.52, 0.44), (0.48, 0.5, 0.52)),
    "bathroom": ((0.6, 0.72, 0.76), (0.66, 0.74, 0.72), (0.7, 0.74, 0.8)),
    "hallway": ((0.56, 0.54, 0.5), (0.62, 0.56, 0.48), (0.52, 0.5, 0.5)),
    "laundry_room": ((0.64, 0.66, 0.72), (0.7, 0.72, 0.7), (0.58, 0.66, 0.68)),
    "pantry": ((0.66, 0.56, 0.46), (0.6, 0.58, 0.52), (0.7, 0.62, 0.48)),
    "garage": ((0.46, 0.46, 0.48), (0.5, 0.5, 0.48), (0.42, 0.44, 0.46)),
}
"""Room kind -> the colours that its floor may have, none of them a colour word's."""
WALLS: tuple[Colour, ...] = ((0.86, 0.84, 0.79), (0.83, 0.85, 0.86), (0.87, 0.83, 0.8), (0.82, 0.85, 0.8))


def backdrop(plan: Plan, rng: Random) -> str:
    """One body with a floor a room and the walls' pieces, all decor."""
    floors, walls = Node("floor"), Node("wall")
    for kind, room in plan.rooms.items():
        _slab(floors, room, (-0.06, 0.0), rng.choice(FLOORS[kind]))
    colour = rng.choice(WALLS)
    for wall in plan.walls:
        for a, b in _solid(wall):
            _slab(walls, _strip(wall, a, b), (0.0, HEIGHT), colour)
        for middle in wall.doorways:
            _slab(walls, _strip(wall, middle - DOORWAY / 2, middle + DOORWAY / 2), (LINTEL, HEIGHT), colour)
    return floors.xml() + walls.xml()


def start(plan: Plan) -> Viewpoint:
    """From inside the entrance, looking across the room."""
    kind, doorway = plan.entrance
    room = plan.rooms[kind]
    inside = Rect(*(max(doorway[i], room[i]) if i < 2 else min(doorway[i], room[i]) for i in range(4)))
    eye = ((inside.x0 + inside.x1) / 2, (inside.y0 + inside.y1) / 2, EYE_HEIGHT)
    return Viewpoint(eye, ((room.x0 + room.x1) / 2, (room.y0 + room.y1) / 2, 0.9))


def _solid(wall: Wall) -> list[tuple[float, float]]:
    """The stretches of a wall between its doorways; ends reach into the corner."""
    cuts = sorted(wall.doorways)
    starts = [wall.a - WALL / 2, *(middle + DOORWAY / 2 for middle in cuts)]
    ends = [*(middle - DOORWAY / 2 for middle in cuts), wall.b + WALL / 2]
    return list(zip(starts, ends, strict=True))


def _strip(wall: Wall, a: float, b: float) -> Rect:
    near, far = wall.at - WALL / 2, wall.at + WALL / 2
    return Rect(near, a, far, b) if wall.upright else Rect(a, near, b, far)


def _slab(node: Node, r: Rect, z: tuple[float, float], colour: Colour) -> None:
    half = ((r.x1 - r.x0) / 2, (r.y1 - r.y0) / 2, (z[1] - z[0]) / 2)
    node.box(half, ((r.x0 + r.x1) / 2, (r.y0 + r.y1) / 2, (z[0] + z[1]) / 2), colour, decor=True)
