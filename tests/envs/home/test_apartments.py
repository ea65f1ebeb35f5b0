"""Apartments: the standard set's counts, purity, floor space, words that single out, and what one sees."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from envs.home.apartments import CATEGORIES, ROOM_KINDS, STANDARD, load_scene
from envs.home.apartments.describe import Standing, looks, phrase
from envs.home.apartments.furniture import COLOURS, FINISHES, Piece, build
from envs.home.apartments.placing import spot
from envs.home.apartments.programme import WANTED
from envs.home.apartments.purposes import purposes
from envs.home.scene import EYE_HEIGHT, Receptacle, Scene, Surface
from envs.home.stage import Stage
from envs.rendering import SceneRenderer

OBJECT = 0.15
"""Metres: the side of a thing of common size."""
EASY = range(50)


def _apartments(seeds: range) -> Iterator[Scene]:
    for seed in seeds:
        yield load_scene(f"apartment_{seed}")


def _scenes() -> list[Scene]:
    return [*map(load_scene, STANDARD), *_apartments(EASY)]


def _pieces(number: int = 12) -> Iterator[tuple[str, Piece]]:
    """Some pieces of every category: (main colour, piece)."""
    for category in CATEGORIES:
        rng = Random(category)
        for i in range(number):
            colour = FINISHES[category][i % len(FINISHES[category])]
            yield colour, build(category, f"{category}_{i + 1}", colour, rng)


def _mjcf(scene: Scene) -> str:
    materials = "".join(f'<material name="{name}"/>' for name in ("matte", "gloss", "soft", "glow"))
    bodies = "".join(receptacle.xml for receptacle in scene.receptacles.values())
    return (
        f'<mujoco><compiler angle="radian"/><asset>{materials}</asset>'
        f"<worldbody>{scene.backdrop}{bodies}</worldbody></mujoco>"
    )


def _open(scene: Scene) -> tuple[tuple[str, float], ...]:
    return tuple(j for r in scene.receptacles.values() if r.articulation for j in r.articulation.joints)


def _boxes(scene: Scene, joints: tuple[tuple[str, float], ...]) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Receptacle -> lower and upper corners of the axis-aligned boxes of its shapes, each (n, 3)."""
    with SceneRenderer(_mjcf(scene), 8) as drawn:
        for joint, value in joints:
            drawn.set_joint(joint, value)
        low, high = drawn.bounds()
        names = [n for n in drawn.geom_names if n.partition("/")[0] not in ("floor", "wall")]
    owners = np.array([re.split(r"[./]", name)[0] for name in names])
    return {ident: (low[owners == ident], high[owners == ident]) for ident in scene.receptacles}


# -- what there is ------------------------------------------------------------------------------------------------


def test_the_standard_set_has_100_receptacles_of_all_categories_in_11_kinds_of_room() -> None:
    scenes = [load_scene(name) for name in STANDARD]
    assert len(scenes) == 7
    assert sum(len(scene.receptacles) for scene in scenes) == 100
    kinds = {room.kind for scene in scenes for room in scene.rooms}
    assert kinds == set(ROOM_KINDS) and len(kinds) == 11
    assert {r.category for scene in scenes for r in scene.receptacles.values()} == set(CATEGORIES)
    assert len(CATEGORIES) >= 20


def test_an_apartment_has_4_to_7_rooms_and_12_to_16_receptacles_with_some_of_one_category() -> None:
    for scene in _scenes():
        assert 4 <= len(scene.rooms) <= 7, scene.name
        assert 12 <= len(scene.receptacles) <= 16, scene.name
        assert {r.room for r in scene.receptacles.values()} <= {room.id for room in scene.rooms}
        count = Counter(r.category for r in scene.receptacles.values())
        assert sum(n > 1 for n in count.values()) >= 2 and max(count.values()) <= 3, scene.name
        assert all(re.fullmatch(rf"{r.category}_\d+", r.id) for r in scene.receptacles.values())


def test_equal_names_give_equal_scenes() -> None:
    names = ["standard_2", "apartment_5", "apartment_0"]
    first = [load_scene(name) for name in names]
    load_scene.cache_clear()
    assert [load_scene(name) for name in reversed(names)] == first[::-1]
    assert load_scene("apartment_0") is load_scene("apartment_0")
    assert load_scene("apartment_0").receptacles != load_scene("apartment_1").receptacles


@pytest.mark.parametrize(
    "name", ["standard_0", "standard_8", "apartment_-1", "apartment_01", "apartment_", "flat_1", ""]
)
def test_a_wrong_name_is_named(name: str) -> None:
    with pytest.raises(ValueError, match=f"scene: '{name}'"):
        load_scene(name)


def test_every_category_in_every_room_has_as_many_purposes_as_it_may_come_there() -> None:
    for kind, (always, may) in WANTED.items():
        for category in {*always, *may}:
            assert len(set(purposes(category, kind))) >= min(3, [*always, *may].count(category)), (kind, category)


# -- surfaces -----------------------------------------------------------------------------------------------------


def _room_for(surface: Surface) -> int:
    return math.prod(math.floor(2 * half / OBJECT + 1e-6) for half in surface.half)


def test_surfaces_are_in_reach_and_hold_things_enough() -> None:
    for _, piece in _pieces():
        what = piece.node.name
        assert sum(map(_room_for, piece.surfaces)) >= (6 if piece.category == "table" else 3), what
        for surface in piece.surfaces:
            assert surface.clearance >= 0.25, what
            moved = 0.0 if surface.body == what else piece.node.children[0].pos[2]
            assert 0.3 <= surface.centre[2] + moved <= 1.5, what


def test_what_opens_has_all_its_surfaces_inside_and_the_rest_has_none() -> None:
    for _, piece in _pieces():
        assert {s.inside for s in piece.surfaces} == {piece.articulation is not None}, piece.node.name


def test_things_stand_on_shapes_of_the_body_and_in_free_space() -> None:
    """Under each surface's middle and near its corners lies a shape's top; above it, up to its free height, nothing."""
    for scene in map(load_scene, STANDARD):
        with SceneRenderer(_mjcf(scene), 8) as drawn:
            low, high = drawn.bounds()
            names = [n for n in drawn.geom_names if n.partition("/")[0] not in ("floor", "wall")]
            owners = np.array([name.partition("/")[0] for name in names])
            for receptacle in scene.receptacles.values():
                mine = np.array([re.split(r"[./]", name)[0] == receptacle.id for name in names])
                for surface in receptacle.surfaces:
                    where, turn = drawn.body_pose(surface.body)
                    assert np.isfinite(turn).all()
                    for i, j in ((0, 0), (-0.8, -0.8), (0.8, -0.8), (-0.8, 0.8), (0.8, 0.8)):
                        at = (surface.centre[0] + i * surface.half[0], surface.centre[1] + j * surface.half[1], 0.0)
                        x, y, _ = receptacle.to_world(at)
                        z = where[2] + surface.centre[2]
                        over = (
                            mine
                            & (low[:, :2] < (x + 0.006, y + 0.006)).all(1)
                            & (high[:, :2] > (x - 0.006, y - 0.006)).all(1)
                        )
                        carried = over & (owners == surface.body)
                        assert np.abs(high[carried, 2] - z).min() < 0.006, (scene.name, surface)
                        blocked = (
                            over & (low[:, 2] < z + min(surface.clearance, 0.5) - 0.005) & (high[:, 2] > z + 0.012)
                        )
                        assert not blocked.any(), (scene.name, surface, np.array(names)[blocked])


# -- floor space --------------------------------------------------------------------------------------------------


def _overlaps(a: tuple[np.ndarray, np.ndarray], b: tuple[np.ndarray, np.ndarray]) -> bool:
    """Whether any box of a and any of b share space (5 mm of touch allowed)."""
    if (a[0].min(0) >= b[1].max(0) - 0.005).any() or (b[0].min(0) >= a[1].max(0) - 0.005).any():
        return False
    apart = (a[0][:, None] >= b[1][None] - 0.005) | (b[0][None] >= a[1][:, None] - 0.005)
    return bool((~apart.any(axis=2)).any())


@pytest.mark.parametrize("joints", ["closed", "open"])
def test_bodies_are_clear_of_each_other_and_in_their_rooms(joints: str) -> None:
    for scene in [*map(load_scene, STANDARD), *_apartments(range(15))]:
        boxes = _boxes(scene, _open(scene) if joints == "open" else ())
        rooms = {room.id: room for room in scene.rooms}
        names = list(boxes)
        for i, one in enumerate(names):
            room = rooms[scene.receptacles[one].room]
            low, high = boxes[one][0].min(axis=0), boxes[one][1].max(axis=0)
            assert (low[:2] > np.add(room.corner, 0.05)).all(), (scene.name, one)
            assert (high[:2] < np.add(room.corner, room.size) - 0.05).all(), (scene.name, one)
            assert low[2] > -0.02, (scene.name, one)
            for other in names[i + 1 :]:
                assert not _overlaps(boxes[one], boxes[other]), (scene.name, one, other)


def test_stands_are_free_floor_before_the_front_edge() -> None:
    for scene in [*map(load_scene, STANDARD), *_apartments(range(15))]:
        closed = _boxes(scene, ())
        rooms = {room.id: room for room in scene.rooms}
        for receptacle in scene.receptacles.values():
            room, stand = rooms[receptacle.room], np.array(receptacle.stand)
            away = stand - receptacle.position
            c, s = math.cos(receptacle.yaw), math.sin(receptacle.yaw)
            across, ahead = c * away[0] + s * away[1], s * away[0] - c * away[1]
            low, high = closed[receptacle.id]
            mine = np.concatenate([low, high])[:, :2] - receptacle.position
            front = (s * mine[:, 0] - c * mine[:, 1]).max()
            assert abs(across) < 1e-3 and 0.83 <= ahead - front <= 1.21, (scene.name, receptacle.id)
            assert (stand > np.add(room.corner, 0.25)).all(), (scene.name, receptacle.id)
            assert (stand < np.add(room.corner, room.size) - 0.25).all(), (scene.name, receptacle.id)
            for other, (low, high) in closed.items():
                near = (low[:, :2] < stand + 0.2).all(axis=1) & (high[:, :2] > stand - 0.2).all(axis=1)
                assert not near.any(), (scene.name, receptacle.id, other)


def test_eyes_are_in_the_room_and_in_no_furniture_and_the_first_is_at_the_stand() -> None:
    for scene in [*map(load_scene, STANDARD), *_apartments(range(15))]:
        rooms = {room.id: room for room in scene.rooms}
        boxes = list(_boxes(scene, _open(scene)).values())
        low, high = np.concatenate([b[0] for b in boxes]), np.concatenate([b[1] for b in boxes])
        for receptacle in scene.receptacles.values():
            room = rooms[receptacle.room]
            first = receptacle.viewpoints[0].eye
            assert first == pytest.approx((*receptacle.stand, EYE_HEIGHT), abs=1e-3)
            assert 3 <= len(receptacle.viewpoints) <= 5
            assert len(set(receptacle.viewpoints)) == len(receptacle.viewpoints)
            for view in receptacle.viewpoints:
                eye = np.array(view.eye)
                assert (eye[:2] > np.add(room.corner, 0.15)).all(), (scene.name, receptacle.id)
                assert (eye[:2] < np.add(room.corner, room.size) - 0.15).all(), (scene.name, receptacle.id)
                assert not ((low < eye + 0.05) & (high > eye - 0.05)).all(axis=1).any(), (scene.name, receptacle.id)


# -- bodies -------------------------------------------------------------------------------------------------------


def test_a_piece_has_6_to_26_shapes_and_a_scene_less_than_450() -> None:
    for _, piece in _pieces():
        assert 6 <= piece.node.xml().count("<geom") <= 26, piece.node.name
    for scene in _scenes():
        assert _mjcf(scene).count("<geom") < 450, scene.name


def test_opening_moves_the_named_bodies_and_nothing_else() -> None:
    for scene in map(load_scene, STANDARD):
        closed, opened = _boxes(scene, ()), _boxes(scene, _open(scene))
        for receptacle in scene.receptacles.values():
            moved = np.abs(opened[receptacle.id][0] - closed[receptacle.id][0]).max(axis=1) > 1e-4
            names = np.array(re.findall(r'<geom name="([^"]+)"', receptacle.xml))
            parts = {name.partition("/")[0] for name in names[moved]}
            articulation = receptacle.articulation
            assert parts == ({joint for joint, _ in articulation.joints} if articulation else set()), receptacle.id
            if articulation:
                assert articulation.kind in ("door", "drawer", "lid") and articulation.body in parts
                # The joints' values may be taken on one by one: more of a joint is more open.
                assert all(value > 0.3 for _, value in articulation.joints)


# -- words --------------------------------------------------------------------------------------------------------


def _check_words(scene: Scene) -> None:
    for words in ("use", "looks"):
        said = [getattr(r, words) for r in scene.receptacles.values()]
        assert len(set(said)) == len(said), (scene.name, words)
        for text in said:
            assert re.fullmatch(r"the [a-zA-Z'\- ]+", text) and "  " not in text, text
    nouns = {r.category: r.category.replace("_", " ").replace("drawer", "chest of drawers") for r in _all(scene)}
    for r in scene.receptacles.values():
        assert nouns[r.category] in r.use and nouns[r.category] in r.looks, (scene.name, r.id)


def _all(scene: Scene) -> list[Receptacle]:
    return list(scene.receptacles.values())


def test_uses_and_looks_single_a_receptacle_out_over_50_seeds() -> None:
    for scene in _scenes():
        _check_words(scene)


def test_looks_are_true_of_no_other_receptacle_of_the_category() -> None:
    """Twins that differ in one thing only are told apart by it; the words hold for one of them alone."""
    for category in CATEGORIES:
        rng = Random(category)
        for _ in range(8):
            pieces: list[Piece] = []
            while len(pieces) < 3:
                new = build(category, f"{category}_{len(pieces) + 1}", FINISHES[category][0], rng)
                if all(new.apart(other) for other in pieces):
                    pieces.append(new)
            spots = [spot(piece, (4.0 * i, 0.0), 0, False) for i, piece in enumerate(pieces)]
            standing = [Standing(p.node.name, p, "study", s) for p, s in zip(pieces, spots, strict=True)]
            for ident, words in looks(standing, rng).items():
                holds = [s.id for s in standing if _true_of(words, s.piece)]
                assert holds == [ident], (words, holds)


def _true_of(words: str, piece: Piece) -> bool:
    """Whether every trait in the words is one of the piece's."""
    rest = words.removeprefix("the ").removesuffix(" in the study")
    for fact in sorted(piece.facts, key=lambda fact: -len(fact.text)):
        rest = rest.replace(fact.text.removeprefix("with "), "", 1)
    rest = rest.replace(piece.noun, "", 1)
    return not set(rest.split()) - {"with", "and", "on", "in"}


def test_stated_colours_are_those_of_the_model() -> None:
    stated = 0
    for colour, piece in _pieces():
        painted = dict(re.findall(r'<geom name="([^"]+)"[^>]* rgba="([^"]+)"', piece.node.xml()))
        for fact in piece.facts:
            words = [word for word in COLOURS if re.search(rf"\b{word}\b", fact.text)]
            lit = fact.key == "display"
            assert words == ([fact.colour] if fact.colour and fact.colour in fact.text else words if lit else [])
            if fact.colour and words:
                rgba = [float(v) for v in painted[fact.shape or ""].split()]
                assert rgba[:3] == pytest.approx(COLOURS[fact.colour], abs=1e-3), (piece.node.name, fact)
                stated += 1
        main = next(fact for fact in piece.facts if fact.key == "colour")
        assert main.colour == colour
    assert stated > 500


def test_phrases_read_well() -> None:
    piece = build("cabinet", "cabinet_1", "white", Random(3))
    words = phrase(piece.noun, piece.facts, "in the study")
    assert words.startswith("the ") and words.endswith(" in the study") and words.count("with") == 1


# -- sight --------------------------------------------------------------------------------------------------------


def _with_probes(receptacle: Receptacle) -> Receptacle:
    """The receptacle with a box of 12 cm on the middle of each surface, drawn as parts of it named probe."""
    xml = receptacle.xml
    for i, surface in enumerate(receptacle.surfaces):
        x, y, z = surface.centre
        name = f'name="{receptacle.id}.probe{i}/0"'
        box = f'<geom {name} type="box" size=".06 .06 .06" pos="{x} {y} {z + 0.061}" material="matte"/>'
        xml = re.sub(rf'(<body name="{re.escape(surface.body)}"[^>]*>)', rf"\1{box}", xml)
    return replace(receptacle, xml=xml)


def _check_sight(scene: Scene) -> None:
    scene = replace(scene, receptacles={name: _with_probes(r) for name, r in scene.receptacles.items()})
    with Stage(scene, {}, 128) as stage:
        for receptacle in scene.receptacles.values():
            probes = {f"{receptacle.id}.probe{i}" for i in range(len(receptacle.surfaces))}
            opens = receptacle.articulation is not None
            if opens:
                stage.show({}, {})
                for view in receptacle.viewpoints:
                    assert not probes & set(stage.sight(view).names), (scene.name, receptacle.id)
            stage.show({receptacle.id: True} if opens else {}, {})
            first = stage.sight(receptacle.viewpoints[0])
            for probe in probes:
                assert probe in first.names, (scene.name, probe)
                assert (first.owner == first.names.index(probe)).sum() >= 25, (scene.name, probe)
            mine = [i for i, name in enumerate(first.names) if name.partition(".")[0] == receptacle.id]
            assert np.isin(first.owner, mine).mean() > 0.1, (scene.name, receptacle.id)


@pytest.mark.parametrize("name", ["standard_1", "standard_3", "standard_4"])
def test_insides_are_hidden_while_closed_and_plain_from_the_stand_when_open(name: str) -> None:
    _check_sight(load_scene(name))


@pytest.mark.slow
def test_insides_are_hidden_and_seen_in_many_apartments() -> None:
    for scene in [*map(load_scene, STANDARD), *_apartments(range(40))]:
        _check_sight(scene)


@pytest.mark.slow
def test_500_apartments_keep_the_rules() -> None:
    for scene in _apartments(range(500)):
        _check_words(scene)
        assert 4 <= len(scene.rooms) <= 7 and 12 <= len(scene.receptacles) <= 16
        assert all(3 <= len(r.viewpoints) <= 5 for r in scene.receptacles.values())
        boxes = _boxes(scene, _open(scene))
        names = list(boxes)
        for i, one in enumerate(names):
            assert not any(_overlaps(boxes[one], boxes[other]) for other in names[i + 1 :]), (scene.name, one)
