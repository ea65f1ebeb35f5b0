"""Apartments by name: `standard_1` to `standard_7`, and `apartment_<seed>` for any seed.

    scene = load_scene("standard_1")
    scene.receptacles["fridge_1"].looks    # "the white fridge with two doors side by side and black handles"

The promise: a scene is a function of its name. Bodies lie clear of each other with doors closed and open, every stand
point is free, and every receptacle's use and looks single it out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from random import Random

from envs.home.apartments.backdrop import backdrop, start
from envs.home.apartments.describe import Standing, looks, uses
from envs.home.apartments.furniture import FINISHES, Piece, build
from envs.home.apartments.placing import place_all
from envs.home.apartments.plan import DOORWAY, WALL, Plan, Rect, draw_plan
from envs.home.apartments.programme import STANDARD_PROGRAMMES, Programme, draw_programme
from envs.home.apartments.views import viewpoints
from envs.home.scene import Doorway, Receptacle, Room, Scene, Viewpoint

STANDARD: tuple[str, ...] = tuple(STANDARD_PROGRAMMES)
"""Names of the standard set: 11 room kinds and 100 receptacles in all."""
SCENES_KEPT = 256
ATTEMPTS = 60
"""Plans drawn, each a little larger, before an apartment is given up; some three are needed."""
GROWTH = 0.015
_FRAMES = {
    0: ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0)),
    1: ((0.0, 1.0, 0.0), (-1.0, 0.0, 0.0)),
    2: ((-1.0, 0.0, 0.0), (0.0, -1.0, 0.0)),
    3: ((0.0, -1.0, 0.0), (1.0, 0.0, 0.0)),
}


@lru_cache(maxsize=SCENES_KEPT)
def load_scene(name: str) -> Scene:
    """The apartment of a name. ValueError for a name that is none."""
    if name in STANDARD_PROGRAMMES:
        rng = Random(name)
        return _furnish(name, STANDARD_PROGRAMMES[name], rng)
    if not re.fullmatch(r"apartment_(0|[1-9]\d{0,18})", name):
        raise ValueError(f"scene: {name!r} is none of {', '.join(STANDARD)}, and not apartment_<seed>")
    rng = Random(name)
    return _furnish(name, draw_programme(rng), rng)


def _furnish(name: str, programme: Programme, rng: Random) -> Scene:
    pieces = _pieces(programme, rng)
    for attempt in range(ATTEMPTS):
        plan = draw_plan({kind: _need(kind, [p for _, p in has], attempt) for kind, has in pieces.items()}, rng)
        found = _arranged(pieces, plan, rng)
        if found is not None:
            return _scene(name, plan, *found, rng)
    raise RuntimeError(f"scene: the furniture of {name} found no place in {ATTEMPTS} plans")


def _pieces(programme: Programme, rng: Random) -> dict[str, list[tuple[str, Piece]]]:
    """Room kind -> (id, piece): those of one category differ in their main colour, or else in two other things."""
    count: Counter[str] = Counter()
    made: dict[str, list[Piece]] = {}
    rooms: dict[str, list[tuple[str, Piece]]] = {}
    for kind, categories in programme:
        rooms[kind] = []
        for category in categories:
            count[category] += 1
            ident = f"{category}_{count[category]}"
            piece = _unlike(category, ident, made.setdefault(category, []), rng)
            made[category].append(piece)
            rooms[kind].append((ident, piece))
    return rooms


def _unlike(category: str, ident: str, others: list[Piece], rng: Random) -> Piece:
    """A piece that one can tell from the others of its category."""
    taken = {fact.text for piece in others for fact in piece.facts if fact.key == "colour"}
    same_colour = rng.random() < 0.2
    while True:
        piece = build(category, ident, rng.choice(FINISHES[category]), rng)
        colour = next(fact.text for fact in piece.facts if fact.key == "colour")
        if all(piece.apart(other) >= 2 for other in others) and (same_colour or colour not in taken):
            return piece


def _need(kind: str, pieces: list[Piece], attempt: int) -> tuple[float, float]:
    """Length and depth that a room needs for its furniture, a little more with each attempt."""
    at_walls = sum(2 * p.half[0] + 0.3 for p in pieces if not p.free)
    free = sum(2 * max(p.half) + 0.6 for p in pieces if p.free)
    widest = max(2 * p.half[0] for p in pieces) + 1.2
    deepest = max(2 * p.half[1] + p.stand for p in pieces) + 1.1
    grown = 1 + GROWTH * attempt
    length = max(2.5, widest, 0.34 * at_walls + 0.45 * free + 1.1)
    depth = max(3.1, deepest, 2.9 + 0.55 * free)
    return round(grown * length, 2), round(grown * min(depth, 4.6), 2)


def _arranged(
    pieces: dict[str, list[tuple[str, Piece]]], plan: Plan, rng: Random
) -> tuple[list[Standing], dict[str, tuple[Viewpoint, ...]]] | None:
    """All pieces where they stand and how they are seen; None where a room does not work out."""
    standings: list[Standing] = []
    views: dict[str, tuple[Viewpoint, ...]] = {}
    for kind, has in pieces.items():
        for _ in range(8):
            here = _room(kind, has, plan.rooms[kind], plan.doorways, rng)
            if here is not None:
                break
        else:
            return None
        standings += here[0]
        views |= here[1]
    return standings, views


def _room(
    kind: str, has: list[tuple[str, Piece]], room: Rect, doorways: tuple[Rect, ...], rng: Random
) -> tuple[list[Standing], dict[str, tuple[Viewpoint, ...]]] | None:
    spots = place_all(room, [piece for _, piece in has], doorways, rng)
    if spots is None:
        return None
    views: dict[str, tuple[Viewpoint, ...]] = {}
    for (ident, piece), spot in zip(has, spots, strict=True):
        others = [(s.body, p.height) for (o, p), s in zip(has, spots, strict=True) if o != ident]
        swept = [(s.swept, p.height) for (o, p), s in zip(has, spots, strict=True) if o != ident and p.articulation]
        seen = viewpoints(piece, spot, room, others, swept)
        if seen is None:
            return None
        views[ident] = seen
    return [Standing(i, p, kind, s) for (i, p), s in zip(has, spots, strict=True)], views


def _scene(
    name: str, plan: Plan, standings: list[Standing], views: dict[str, tuple[Viewpoint, ...]], rng: Random
) -> Scene:
    use, look = uses(standings, rng), looks(standings, rng)
    receptacles = {}
    for standing in standings:
        piece, spot = standing.piece, standing.spot
        piece.node.pos = (*spot.position, 0.0)
        piece.node.frame = _FRAMES[spot.quarter]
        stand = spot.place(0.0, -piece.half[1] - piece.stand)
        receptacles[standing.id] = Receptacle(
            id=standing.id,
            category=piece.category,
            room=standing.room,
            position=spot.position,
            yaw=spot.yaw,
            xml=piece.node.xml(),
            surfaces=piece.surfaces,
            stand=(round(stand[0], 4), round(stand[1], 4)),
            viewpoints=views[standing.id],
            use=use[standing.id],
            looks=look[standing.id],
            articulation=piece.articulation,
            half=piece.half,
            height=piece.height,
        )
    rooms = tuple(Room(kind, kind, (r.x0, r.y0), (r.x1 - r.x0, r.y1 - r.y0)) for kind, r in plan.rooms.items())
    return Scene(name, rooms, receptacles, backdrop(plan, rng), start(plan), tuple(_doorways(plan)))


def _doorways(plan: Plan) -> Iterator[Doorway]:
    """The openings between two rooms."""
    for wall in plan.walls:
        for middle in wall.doorways:
            x, y = (wall.at, middle) if wall.upright else (middle, wall.at)
            step = (WALL, 0.0) if wall.upright else (0.0, WALL)
            sides = [(x - step[0], y - step[1]), (x + step[0], y + step[1])]
            rooms = [kind for side in sides for kind, room in plan.rooms.items() if room.holds(*side)]
            if len(rooms) == 2:
                yield Doorway((x, y), DOORWAY, (rooms[0], rooms[1]), wall.upright)
