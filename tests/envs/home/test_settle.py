"""Rules of settling: stable, apart, pure, and honest about a full surface."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass

import pytest

from envs.home.placement import Placement
from envs.home.scene import Receptacle, Surface
from envs.home.settle import NoRoomError, settle
from envs.rendering.node import Node, Vector


@dataclass(frozen=True)
class Thing:
    """A hand-made object: a box, a can, a ball, a mug with a handle, or a nail on its tip that no one can stand up."""

    kind: str
    half: Vector
    mass: float = 0.3

    @property
    def label(self) -> str:
        return self.kind

    def node(self, name: str) -> Node:
        node = Node(name)
        x, _, z = self.half
        middle = (0.0, 0.0, z)
        if self.kind == "box":
            node.box(self.half, middle)
            node.box((0.01, 0.01, 0.01), (0.0, 0.0, 2 * z), decor=True)
        elif self.kind == "can":
            node.disc(x, z, middle)
        elif self.kind == "ball":
            node.shape("sphere", (x,), middle)
        elif self.kind == "mug":
            node.disc(0.7 * x, z, (-0.3 * x, 0.0, z))
            node.rod(0.006, (0.4 * x, 0.0, 1.5 * z), (0.9 * x, 0.0, z))
        elif self.kind == "nail":
            node.rod(0.004, (0.0, 0.0, 0.004), (0.0, 0.0, 2 * z))
        return node


THINGS = {
    "box_1": Thing("box", (0.1, 0.05, 0.08)),
    "box_2": Thing("box", (0.06, 0.06, 0.02)),
    "can_1": Thing("can", (0.035, 0.035, 0.06)),
    "can_2": Thing("can", (0.04, 0.04, 0.15)),
    "ball_1": Thing("ball", (0.05, 0.05, 0.05)),
    "mug_1": Thing("mug", (0.06, 0.042, 0.05)),
    "mug_2": Thing("mug", (0.06, 0.042, 0.05)),
    "tray_1": Thing("box", (0.19, 0.14, 0.01)),
    "nail_1": Thing("nail", (0.004, 0.004, 0.15)),
}


def furniture(*surfaces: Surface) -> Receptacle:
    return Receptacle("table_1", "table", "kitchen", (0, 0), 0.0, "", surfaces, (0, -1), (), "the table", "the table")


TABLE = furniture(Surface("table_1", (0.0, 0.0, 0.7), (0.5, 0.3), 2.0))
MANY = [name for name in THINGS if name != "nail_1"]


def corners(thing: Thing, placement: Placement) -> list[tuple[float, float]]:
    w, x, y, z = placement.quaternion
    turn = math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))
    c, s = math.cos(turn), math.sin(turn)
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    flat = [(i * thing.half[0], j * thing.half[1]) for i, j in signs]
    return [(placement.position[0] + c * a - s * b, placement.position[1] + s * a + c * b) for a, b in flat]


def overlap(a: list[tuple[float, float]], b: list[tuple[float, float]]) -> bool:
    """Whether two convex outlines overlap: no side of either separates them."""
    for ring in (a, b):
        for (x0, y0), (x1, y1) in zip(ring, ring[1:] + ring[:1], strict=True):
            across = (y0 - y1, x1 - x0)
            spans = [[across[0] * x + across[1] * y for x, y in other] for other in (a, b)]
            if max(spans[0]) < min(spans[1]) or max(spans[1]) < min(spans[0]):
                return False
    return True


@pytest.mark.parametrize("seed", range(4))
def test_objects_rest_upright_whole_on_the_surface_and_apart(seed):
    found = settle(TABLE, THINGS, {}, MANY, seed)
    assert sorted(found) == sorted(MANY)
    for name, placement in found.items():
        w, x, y, z = placement.quaternion
        assert math.isclose(w * w + x * x + y * y + z * z, 1.0, abs_tol=1e-6)
        assert 1 - 2 * (x * x + y * y) > math.cos(math.radians(10))
        assert abs(placement.position[2]) < 0.003
        for corner in corners(THINGS[name], placement):
            assert abs(corner[0]) <= 0.5 and abs(corner[1]) <= 0.3
    outlines = {name: corners(THINGS[name], placement) for name, placement in found.items()}
    assert not any(overlap(outlines[a], outlines[b]) for a, b in itertools.combinations(outlines, 2))


def test_what_came_to_rest_stays_at_rest_when_it_is_let_down_again():
    """Stability by the physics itself: a second fall from the found pose does not move it."""
    import mujoco

    from envs.home.settle import _mjcf  # the model of the physics, not a copy of it

    for name in MANY:
        placement = settle(TABLE, THINGS, {}, name, 3)[name]
        model = mujoco.MjModel.from_xml_string(_mjcf(THINGS, {}, name))
        data = mujoco.MjData(model)
        data.qpos[:] = (*placement.position, *placement.quaternion)
        for _ in range(250):
            mujoco.mj_step(model, data)
        assert math.dist(data.qpos[:3], placement.position) < 0.002, name


def test_settling_is_pure_and_seeds_differ():
    standing = settle(TABLE, THINGS, {}, ["box_1", "can_2"], 0)
    before = dict(standing)
    a, b = (settle(TABLE, THINGS, standing, "mug_1", seed) for seed in (1, 2))
    settle(TABLE, THINGS, {}, MANY, 5)
    assert a == settle(TABLE, THINGS, standing, "mug_1", 1) == settle(TABLE, THINGS, standing, ["mug_1"], 1)
    assert a == settle(TABLE, THINGS, dict(reversed(standing.items())), "mug_1", 1)
    assert a != b
    assert list(a) == ["mug_1"]
    assert standing == before


def test_a_spot_is_found_while_there_is_one_and_then_the_error_names_receptacle_and_object():
    small = furniture(Surface("table_1", (0.0, 0.0, 0.7), (0.2, 0.15), 2.0))
    things = {f"box_{i}": Thing("box", (0.05, 0.05, 0.05)) for i in range(12)}
    standing: dict[str, Placement] = {}
    with pytest.raises(NoRoomError, match=r"^table_1: no room for box_\d+ \(box\)"):
        for name in things:
            standing |= settle(small, things, standing, name, 11)
    assert 3 <= len(standing) <= 8
    assert issubclass(NoRoomError, ValueError)


def test_a_tray_finds_the_only_way_it_fits():
    narrow = furniture(Surface("table_1", (0.0, 0.0, 0.7), (0.205, 0.15), 2.0))
    found = settle(narrow, THINGS, {}, "tray_1", 0)["tray_1"]
    assert all(abs(x) <= 0.205 and abs(y) <= 0.15 for x, y in corners(THINGS["tray_1"], found))
    beside = furniture(Surface("table_1", (0.0, 0.0, 0.7), (0.205, 0.28), 2.0))
    can = {"can_1": Placement(0, (0.0, 0.23, 0.0), (1.0, 0.0, 0.0, 0.0))}
    assert settle(beside, THINGS, can, "tray_1", 0)["tray_1"].position[1] < 0.1


def test_what_is_too_high_goes_to_a_surface_with_room_above_it():
    shelves = furniture(
        Surface("table_1", (0.0, 0.0, 0.3), (0.4, 0.2), 0.2), Surface("table_1", (0.0, 0.0, 0.8), (0.2, 0.2), 0.4)
    )
    assert {settle(shelves, THINGS, {}, "can_2", seed)["can_2"].surface for seed in range(8)} == {1}
    assert {settle(shelves, THINGS, {}, "can_1", seed)["can_1"].surface for seed in range(8)} == {0, 1}
    low = furniture(Surface("table_1", (0.0, 0.0, 0.3), (0.4, 0.2), 0.2))
    with pytest.raises(NoRoomError, match="table_1: no room for can_2"):
        settle(low, THINGS, {}, "can_2", 0)


def test_things_on_one_surface_take_no_room_on_another():
    shelves = furniture(
        Surface("table_1", (0.0, 0.0, 0.3), (0.2, 0.15), 0.4), Surface("table_1", (0.0, 0.0, 0.8), (0.2, 0.15), 0.4)
    )
    tray = {"tray_1": Placement(0, (0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0))}
    assert {settle(shelves, THINGS, tray, "box_1", seed)["box_1"].surface for seed in range(6)} == {1}


def test_what_cannot_stand_is_refused():
    with pytest.raises(NoRoomError, match="nail_1"):
        settle(TABLE, THINGS, {}, "nail_1", 0)


def test_what_has_no_surface_has_no_room():
    with pytest.raises(NoRoomError, match="table_1: no room for can_1"):
        settle(furniture(), THINGS, {}, "can_1", 0)
