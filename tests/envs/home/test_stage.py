"""Rules of the stage: exact owners and depths, back-projection, things that move with what they lie in, and pictures
that depend on what is shown and nothing else.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass

import numpy as np
import pytest

from envs.home.apartments import load_scene
from envs.home.objects import CATEGORIES, ObjectModel, homes, instances, make_object
from envs.home.placement import Placement
from envs.home.scene import Articulation, Receptacle, Room, Scene, Surface, Viewpoint
from envs.home.settle import NoRoomError, settle
from envs.home.stage import Stage
from envs.rendering.node import Node, Vector

UPRIGHT = (1.0, 0.0, 0.0, 0.0)
FRONT = Viewpoint((0.0, -2.9, 1.5), (0.0, 0.2, 0.6))
ABOVE_TABLE = Viewpoint((-1.5, -0.9, 1.5), (-1.5, 0.0, 0.7))
BEFORE_CABINET = Viewpoint((0.0, -1.2, 1.0), (0.0, 0.0, 0.5))
OVER_DRAWER = Viewpoint((1.5, -1.3, 1.5), (1.5, -0.3, 0.4))


@dataclass(frozen=True)
class Block:
    """A hand-made object: a box with a printed square on its front."""

    half: Vector
    colour: tuple[float, float, float]
    label: str = "block"
    mass: float = 0.2

    def node(self, name: str) -> Node:
        node = Node(name)
        node.box(self.half, (0.0, 0.0, self.half[2]), self.colour)
        square = (0.5 * self.half[0], 0.001, 0.5 * self.half[2])
        node.box(square, (0.0, -self.half[1], self.half[2]), (0.95, 0.95, 0.9), decor=True)
        return node


OBJECTS = {
    "cube_1": Block((0.05, 0.05, 0.05), (0.8, 0.2, 0.2)),
    "cube_2": Block((0.05, 0.05, 0.05), (0.2, 0.3, 0.8)),
    "brick_1": Block((0.1, 0.06, 0.04), (0.2, 0.7, 0.3)),
}


def receptacle(name: str, node: Node, position: tuple[float, float], yaw: float, *surfaces: Surface, opens=None):
    return Receptacle(
        name, name[:-2], "kitchen_1", position, yaw, node.xml(), surfaces, (position[0], -1.0), (), name, name, opens
    )


def at(name: str, x: float, y: float, yaw: float = 0.0) -> Node:
    c, s = math.cos(yaw), math.sin(yaw)
    return Node(name, (x, y, 0.0), ((c, s, 0.0), (-s, c, 0.0)))


def make_scene() -> Scene:
    wood, white = (0.6, 0.45, 0.3), (0.85, 0.85, 0.82)
    yaw = 0.3
    table = at("table_1", -1.5, 0.0, yaw)
    table.box((0.5, 0.3, 0.02), (0.0, 0.0, 0.68), wood)
    for x, y in itertools.product((-0.46, 0.46), (-0.26, 0.26)):
        table.box((0.03, 0.03, 0.33), (x, y, 0.33), wood)

    cabinet = at("cabinet_1", 0.0, 0.0)
    for x in (-0.39, 0.39):
        cabinet.box((0.01, 0.2, 0.5), (x, 0.0, 0.5), white)
    for z in (0.01, 0.5, 0.99):
        cabinet.box((0.4, 0.2, 0.01), (0.0, 0.0, z), white)
    cabinet.box((0.4, 0.01, 0.5), (0.0, 0.19, 0.5), white)
    door = cabinet.child("cabinet_1.door", (-0.4, -0.21, 0.5), joint=("hinge", (0.0, 0.0, 1.0), (0.0, 0.0, 0.0)))
    door.box((0.4, 0.01, 0.5), (0.4, 0.0, 0.0), wood)

    drawer = at("drawer_1", 1.5, 0.0)
    drawer.box((0.3, 0.25, 0.01), (0.0, 0.0, 0.6), wood)
    for x in (-0.29, 0.29):
        drawer.box((0.01, 0.25, 0.3), (x, 0.0, 0.3), wood)
    tray = drawer.child("drawer_1.drawer", (0.0, 0.0, 0.4), joint=("slide", (0.0, -1.0, 0.0), (0.0, 0.0, 0.0)))
    tray.box((0.27, 0.24, 0.01), (0.0, 0.0, 0.0), white)
    tray.box((0.28, 0.01, 0.1), (0.0, -0.25, 0.08), white)

    room = Node("backdrop")
    room.box((3.0, 3.0, 0.05), (0.0, 0.0, -0.05), (0.7, 0.66, 0.6), decor=True)
    room.box((3.0, 0.05, 1.3), (0.0, 1.0, 1.3), (0.8, 0.8, 0.75), decor=True)
    items = [
        receptacle("table_1", table, (-1.5, 0.0), yaw, Surface("table_1", (0.0, 0.0, 0.7), (0.5, 0.3), 2.0)),
        receptacle(
            "cabinet_1",
            cabinet,
            (0.0, 0.0),
            0.0,
            Surface("cabinet_1", (0.0, 0.0, 0.02), (0.36, 0.17), 0.45, inside=True),
            Surface("cabinet_1", (0.0, 0.0, 0.51), (0.36, 0.17), 0.45, inside=True),
            Surface("cabinet_1", (0.0, 0.0, 1.0), (0.4, 0.2), 1.0),
            opens=Articulation("door", (("cabinet_1.door", -1.9),), "cabinet_1.door"),
        ),
        receptacle(
            "drawer_1",
            drawer,
            (1.5, 0.0),
            0.0,
            Surface("drawer_1.drawer", (0.0, 0.0, 0.01), (0.26, 0.22), 0.15, inside=True),
            opens=Articulation("drawer", (("drawer_1.drawer", 0.4),), "drawer_1.drawer"),
        ),
    ]
    rooms = (Room("kitchen_1", "kitchen", (-3.0, -3.0), (6.0, 4.0)),)
    return Scene("hand_made", rooms, {item.id: item for item in items}, room.xml())


SCENE = make_scene()


def on(surface: int = 0, x: float = 0.0, y: float = 0.0, turn: float = 0.0) -> Placement:
    return Placement(surface, (x, y, 0.0), (math.cos(turn / 2), 0.0, 0.0, math.sin(turn / 2)))


PLACES = {
    "cube_1": ("table_1", on(0, 0.1, -0.05, 0.4)),
    "cube_2": ("cabinet_1", on(1, 0.1, 0.0)),
    "brick_1": ("drawer_1", on(0, 0.05, 0.0)),
}


@pytest.fixture(scope="module")
def stage():
    with Stage(SCENE, OBJECTS, 128) as made:
        yield made


def middle(sight, name: str) -> tuple[int, int]:
    rows, columns = np.nonzero(sight.owner == sight.names.index(name))
    best = np.argmin((rows - rows.mean()) ** 2 + (columns - columns.mean()) ** 2)
    return int(rows[best]), int(columns[best])


def test_back_projection_gives_the_worlds_points_of_a_boxs_top(stage):
    """Every pixel of the cube's top lies in the plane of the top and within its outline, to 5 mm."""
    stage.show({}, PLACES)
    sight = stage.sight(ABOVE_TABLE)
    centre = stage.world_point("cube_1", (0.0, 0.0, 0.1))
    expected = SCENE.receptacles["table_1"].to_world((0.1, -0.05, 0.8))
    assert math.dist(centre, expected) < 0.001
    row, column = (int(v / 1000 * 128) for v in reversed(sight.project(centre)))
    assert sight.owner_at(row, column) == "cube_1"
    assert math.dist(sight.point(row, column), centre) < 0.02  # within a pixel's footprint
    rows, columns = np.nonzero(sight.owner == sight.names.index("cube_1"))
    points = np.array([sight.point(int(r), int(c)) for r, c in zip(rows, columns, strict=True)])
    top = points[points[:, 2] > 0.75 + 0.047]
    assert len(top) > 30
    assert np.abs(top[:, 2] - 0.8).max() < 0.005
    c, s = math.cos(0.7), math.sin(0.7)
    local = (top - centre) @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    assert np.abs(local[:, :2]).max() < 0.055


def test_projection_inverts_back_projection(stage):
    stage.show({"cabinet_1": True}, PLACES)
    for view in (FRONT, ABOVE_TABLE, BEFORE_CABINET, OVER_DRAWER):
        sight = stage.sight(view)
        for row, column in itertools.product(range(1, 128, 17), repeat=2):
            if np.isinf(sight.depth[row, column]):
                with pytest.raises(ValueError, match="nothing is seen"):
                    sight.point(row, column)
                continue
            x, y = sight.project(sight.point(row, column))
            assert math.isclose(x, (column + 0.5) / 128 * 1000, abs_tol=1e-3)
            assert math.isclose(y, (row + 0.5) / 128 * 1000, abs_tol=1e-3)
        assert sight.project(tuple(2 * e - t for e, t in zip(view.eye, view.target, strict=True))) is None


def test_the_middle_of_a_picture_is_its_target_and_depth_is_along_the_view_axis(stage):
    stage.show({}, {})
    view = Viewpoint((0.0, -2.0, 0.5), (0.0, -0.22, 0.5))  # square to the closed door, whose face is 1.78 m away
    sight = stage.sight(view)
    door = sight.depth[sight.owner == sight.names.index("cabinet_1.door")]
    assert np.abs(door - 1.78).max() < 0.001
    x, y = sight.project(view.target)
    assert (x, y) == pytest.approx((500, 500))


def test_owners_are_objects_bodies_of_receptacles_or_nobody(stage):
    stage.show({"drawer_1": True}, PLACES)
    names = stage.sight(FRONT).names
    assert {"table_1", "cabinet_1", "cabinet_1.door", "drawer_1", "drawer_1.drawer"} <= set(names)
    sight = stage.sight(OVER_DRAWER)
    assert sight.owner_at(*middle(sight, "brick_1")) == "brick_1"
    assert set(np.unique(sight.owner)) == set(range(-1, len(sight.names)))
    assert sight.owner_at(2, 2) == "" and np.isfinite(sight.depth[2, 2])  # the wall: seen, nobody's
    assert not any(name.startswith("backdrop") for name in names)


def test_a_wall_hides_what_is_behind_it(stage):
    stage.show({}, PLACES)
    assert stage.sight(Viewpoint((-1.5, 2.5, 1.2), (-1.5, 0.0, 0.7))).names == ()


def test_print_on_an_object_is_the_objects(stage):
    stage.show({}, {"cube_1": ("cabinet_1", on(2))})
    sight = stage.sight(Viewpoint((0.0, -1.0, 1.05), (0.0, 0.0, 1.05)))
    assert sight.owner_at(64, 64) == "cube_1"
    assert sight.depth[64, 64] == pytest.approx(0.949, abs=0.002)  # the printed square's face


def test_a_closed_cabinet_hides_what_is_inside_and_an_open_one_shows_it(stage):
    stage.show({"cabinet_1": False}, PLACES)
    closed, empty = stage.sight(BEFORE_CABINET), stage.picture(BEFORE_CABINET)
    assert "cube_2" not in closed.names and "cabinet_1.door" in closed.names
    stage.show({"cabinet_1": False}, {})
    assert np.array_equal(stage.picture(BEFORE_CABINET), empty)
    stage.show({"cabinet_1": True}, PLACES)
    assert "cube_2" in stage.sight(BEFORE_CABINET).names
    on_top = {"cube_2": ("cabinet_1", on(2))}
    stage.show({"cabinet_1": False}, on_top)
    assert "cube_2" in stage.sight(BEFORE_CABINET).names


def test_a_drawers_contents_move_with_it(stage):
    stage.show({}, PLACES)
    inside = np.array(stage.world_point("brick_1", (0.0, 0.0, 0.0)))
    assert inside == pytest.approx((1.55, 0.0, 0.41), abs=1e-6)
    stage.show({"drawer_1": True}, PLACES)
    assert np.array(stage.world_point("brick_1", (0.0, 0.0, 0.0))) - inside == pytest.approx((0, -0.4, 0), abs=1e-6)
    sight = stage.sight(OVER_DRAWER)
    x, y, z = sight.point(*middle(sight, "brick_1"))
    assert abs(x - 1.55) < 0.11 and abs(y + 0.4) < 0.07 and abs(z - 0.49) < 0.005


def test_a_held_object_is_not_seen_and_has_no_place(stage):
    stage.show({}, {name: place for name, place in PLACES.items() if name != "cube_1"})
    assert "cube_1" not in stage.sight(ABOVE_TABLE).names
    with pytest.raises(ValueError, match="name: 'cube_1' has no place"):
        stage.world_point("cube_1", (0.0, 0.0, 0.0))


def test_pictures_and_sights_depend_on_what_is_shown_and_not_on_what_was(stage):
    """Also: showing twice changes nothing, and a fresh stage draws the same bytes."""
    moved = {**PLACES, "cube_1": ("drawer_1", on(0, -0.15, 0.1)), "cube_2": ("table_1", on(0, 0.3, 0.1, 1.0))}
    states = [({}, PLACES), ({"cabinet_1": True}, PLACES), ({"drawer_1": True}, moved), ({}, {}), ({}, moved)]

    def looks(on_stage: Stage, state) -> list[bytes]:
        on_stage.show(*state)
        sights = [on_stage.sight(view) for view in (FRONT, OVER_DRAWER)]
        return [
            *(on_stage.picture(view).tobytes() for view in (FRONT, OVER_DRAWER)),
            *(s.owner.tobytes() + s.depth.tobytes() + repr(s.names).encode() for s in sights),
        ]

    expected = []
    for state in states:
        with Stage(SCENE, OBJECTS, 128) as fresh:
            expected.append(looks(fresh, state))
    assert len({repr(looks_of) for looks_of in expected}) == len(states)
    for i in (0, 1, 2, 3, 4, 4, 2, 0, 3, 1, 4):
        assert looks(stage, states[i]) == expected[i], i


def test_pictures_come_in_any_size_beside_the_stages(stage):
    stage.show({}, PLACES)
    assert stage.picture(FRONT).shape == (128, 128, 3)
    small = stage.picture(FRONT, 32)
    assert small.shape == (32, 32, 3) and small.dtype == np.uint8
    whole = stage.picture(FRONT, 64).astype(float).reshape(32, 2, 32, 2, 3).mean((1, 3))
    assert np.abs(whole - small).mean() < 4  # the same view
    assert stage.sight(FRONT).size == 128


def test_a_sights_arrays_cannot_be_written(stage):
    sight = stage.sight(FRONT)
    with pytest.raises(ValueError, match="read-only"):
        sight.owner[0, 0] = 1
    with pytest.raises(ValueError, match="read-only"):
        sight.depth[0, 0] = 1


@pytest.mark.parametrize(
    ("opened", "places", "message"),
    [
        ({"table_1": True}, {}, "opened: 'table_1' is no receptacle of hand_made that opens"),
        ({}, {"mug_9": ("table_1", on())}, "places: 'mug_9' is none of the objects"),
        ({}, {"cube_1": ("shelf_1", on())}, "places.cube_1: 'shelf_1' is no receptacle of hand_made"),
        ({}, {"cube_1": ("table_1", on(3))}, "places.cube_1.surface: table_1 has no surface 3"),
    ],
)
def test_unknown_names_are_refused_by_field_and_change_nothing(stage, opened, places, message):
    stage.show({}, PLACES)
    before = stage.picture(FRONT)
    with pytest.raises(ValueError, match=message):
        stage.show(opened, places)
    assert np.array_equal(stage.picture(FRONT), before)


def test_an_object_cannot_bear_a_receptacles_name():
    with pytest.raises(ValueError, match="'table_1' is a receptacle"):
        Stage(SCENE, {"table_1": OBJECTS["cube_1"]}, 16)


def test_a_closed_stage_draws_no_more():
    with Stage(SCENE, OBJECTS, 16) as made:
        made.show({}, PLACES)
    with pytest.raises(ValueError, match="closed"):
        made.picture(FRONT)
    with pytest.raises(ValueError, match="closed"):
        made.sight(FRONT)


def test_in_an_apartment_every_seen_pixel_lies_on_its_object_and_shut_ones_are_not_seen():
    """Two things settled in every receptacle of a real scene, seen from all of its viewpoints."""
    scene = load_scene("standard_1")
    objects: dict[str, ObjectModel] = {}
    places: dict[str, tuple[str, Placement]] = {}
    for i, receptacle in enumerate(scene.receptacles.values()):
        kept = [category for category in CATEGORIES if receptacle.category in homes(category)]
        for category in kept[i % 5 :: max(len(kept) // 2, 1)][:2]:
            name = f"{category}_{len(objects)}"
            model = make_object(category, i % instances(category))
            there = {other: spot for other, (home, spot) in places.items() if home == receptacle.id}
            try:
                spot = settle(receptacle, {**objects, name: model}, there, name, i)[name]
            except NoRoomError:
                continue  # too large for this one
            objects[name], places[name] = model, (receptacle.id, spot)
    assert len(objects) >= 1.5 * len(scene.receptacles)
    with Stage(scene, objects, 128) as stage:
        seen = set()
        for opened in (True, False):
            stage.show(dict.fromkeys(scene.opening, opened), places)
            for receptacle in scene.receptacles.values():
                for view in receptacle.viewpoints:
                    sight = stage.sight(view)
                    for name in sight.names:
                        if name in objects:
                            assert opened or not shut_in(scene, *places[name]), name
                            assert outside(stage, sight, name, objects[name].half) < 0.005, name
                            seen |= {name} if places[name][0] == receptacle.id else set()
    assert len(seen) >= 0.9 * len(objects), sorted(set(objects) - seen)


def shut_in(scene: Scene, receptacle: str, placement: Placement) -> bool:
    item = scene.receptacles[receptacle]
    return item.articulation is not None and item.surfaces[placement.surface].inside


def outside(stage: Stage, sight, name: str, half: Vector) -> float:
    """How far the farthest of the pixels that are said to show an object lies outside its bounding box, metres."""
    origin = np.array(stage.world_point(name, (0.0, 0.0, 0.0)))
    ends = [np.subtract(stage.world_point(name, e), origin) for e in ((1.0, 0, 0), (0, 1.0, 0), (0, 0, 1.0))]
    rows, columns = np.nonzero(sight.owner == sight.names.index(name))
    points = np.array([sight.point(int(r), int(c)) for r, c in zip(rows, columns, strict=True)])
    local = (points - origin) @ np.array(ends).T - (0.0, 0.0, half[2])
    return float((np.abs(local) - half).max())
