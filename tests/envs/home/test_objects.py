"""The object library: enough of everything, every phrase true of one instance alone, bodies that stand, pictures that
differ. What holds for all instances is checked on all where that is quick, and on the first ones where it is not.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
import zlib
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from envs.home.objects import CATEGORIES, ObjectModel, alike, homes, instances, make_object
from envs.home.objects.catalogue import RECEPTACLES, CatalogueError, all_categories, read_folder, read_group
from envs.home.objects.families import FAMILIES
from envs.home.objects.portrait import portrait
from envs.home.objects.sculptor import Sculptor
from envs.rendering.context import load_mujoco
from envs.rendering.node import MATERIALS
from tests.loading import script

contact_sheet = script("contact_sheet")

MUG = {"family": "mug", "colours": ["red", "blue"], "patterns": ["plain", "dotted"], "homes": ["cabinet"]}


def every_model() -> list[ObjectModel]:
    return [make_object(category, i) for category in CATEGORIES for i in range(instances(category))]


def scene(models: list[ObjectModel], free: bool) -> str:
    """The models in a row on a plane, two metres from each other."""
    bodies = []
    for i, model in enumerate(models):
        node = model.node(f"object_{i}")
        node.pos = (2.0 * i, 0.0, 0.0)
        head, rest = node.xml().split(">", 1)
        bodies.append(f"{head}>{'<freejoint/>' if free else ''}{rest}")
    materials = "".join(f'<material name="{name}" {kind}/>' for name, kind in MATERIALS.items())
    return (
        f'<mujoco><compiler angle="radian"/><asset>{materials}</asset><worldbody>'
        f'<geom type="plane" size="9 9 1"/>{"".join(bodies)}</worldbody></mujoco>'
    )


def surface(kind: int, size: np.ndarray) -> np.ndarray:
    """Points of a MuJoCo geom's surface in its own frame, (n, 3), with its extreme ones among them."""
    names = {3: "capsule", 4: "ellipsoid", 5: "cylinder", 6: "box"}
    turn, rise = np.meshgrid(np.linspace(0, 2 * math.pi, 49), np.linspace(-math.pi / 2, math.pi / 2, 25))
    c, s, up = np.cos(rise) * np.cos(turn), np.cos(rise) * np.sin(turn), np.sin(rise)
    ball = np.stack([c, s, up], -1).reshape(-1, 3)
    match names[kind]:
        case "ellipsoid":
            return ball * size
        case "capsule":
            return ball * size[0] + np.where(ball[:, 2:] > 0, 1, -1) * [0, 0, size[1]]
        case "cylinder":
            ring = np.stack([np.cos(turn[0]) * size[0], np.sin(turn[0]) * size[0], np.full(49, size[1])], -1)
            return np.concatenate([ring, ring * [1, 1, -1]])
        case _:
            return np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * size


def assert_stands(models: list[ObjectModel]) -> None:
    """A second of physics tilts none by 5 degrees nor moves it by 5 mm."""
    mujoco = load_mujoco()
    for start in range(0, len(models), 10):
        some = models[start : start + 10]
        model = mujoco.MjModel.from_xml_string(scene(some, free=True))
        data = mujoco.MjData(model)
        while data.time < 1.0:
            mujoco.mj_step(model, data)
        moved = data.qpos.reshape(-1, 7)
        for thing, pose, at in zip(some, moved, model.qpos0.reshape(-1, 7), strict=True):
            tilt = math.degrees(math.acos(min(1.0, 1 - 2 * (pose[4] ** 2 + pose[5] ** 2))))
            drift = float(np.linalg.norm(pose[:3] - at[:3]))
            assert tilt < 5 and drift < 0.005, f"{thing.category} {thing.instance}: {tilt:.1f} degrees, {drift:.4f} m"


def test_there_are_enough_categories_instances_and_families() -> None:
    assert len(set(CATEGORIES)) == len(CATEGORIES) >= 300
    assert sum(instances(category) for category in CATEGORIES) >= 2500
    assert all(7 <= instances(category) <= 12 for category in CATEGORIES)
    assert {category.family for category in all_categories().values()} == set(FAMILIES)
    assert len(FAMILIES) >= 25


def test_names_are_snake_case_nouns_and_no_receptacles() -> None:
    assert not set(CATEGORIES) & set(RECEPTACLES)
    assert all(name.replace("_", "").isalpha() and name.islower() for name in CATEGORIES)
    assert not any(name.rsplit("_", 1)[-1].isdigit() for name in CATEGORIES)


def test_every_receptacle_that_holds_small_things_is_some_categorys_home() -> None:
    used = Counter(home for category in CATEGORIES for home in homes(category))
    assert set(used) <= set(RECEPTACLES)
    assert all(used[name] >= 8 for name in RECEPTACLES if name not in ("microwave", "oven")), used
    assert used["microwave"] and used["oven"]


def test_phrases_and_traits_single_out_each_instance() -> None:
    for category in CATEGORIES:
        models = [make_object(category, i) for i in range(instances(category))]
        assert len({model.phrase for model in models}) == len(models), category
        assert len({model.traits for model in models}) == len(models), category


def test_what_a_phrase_says_is_true_of_no_other_instance() -> None:
    """Read as words: no other instance has all the trait values that the phrase names."""
    for category in CATEGORIES:
        models = [make_object(category, i) for i in range(instances(category))]
        for model in models:
            before, _, after = model.phrase.rpartition(model.label)
            words = {*before.split(), after.removeprefix(" with ").removesuffix(" on it")}
            printed = after.removeprefix(" with a ").removeprefix(" with an ").removesuffix(" on it").strip('"')
            said = [(n, v) for n, v in model.traits if v in words or (n == "label" and v == printed.split('"')[-1])]
            plain_label = "without print" in after
            fits = [
                other
                for other in models
                if set(said) <= set(other.traits) and not (plain_label and "label" in dict(other.traits))
            ]
            assert fits == [model], (model.phrase, [other.phrase for other in fits])


def test_sizes_are_those_of_things_that_a_hand_can_hold() -> None:
    for model in every_model():
        assert 0.035 <= 2 * max(model.half) <= 0.365, (model.category, model.half)
        assert 0.005 < model.mass < 15, (model.category, model.mass)


def test_bodies_are_made_of_few_shapes() -> None:
    counts = [len(model.shapes) for model in every_model()]
    assert min(counts) >= 2 and max(counts) <= 45
    assert np.mean(counts) < 14


@pytest.mark.parametrize("every", [6, pytest.param(2, marks=pytest.mark.long)])
def test_half_is_what_mujoco_compiles_with_the_base_at_zero(every: int) -> None:
    mujoco = load_mujoco()
    models = [make_object(category, i) for i in (0, 3) for category in CATEGORIES[i::every]]
    compiled = mujoco.MjModel.from_xml_string(scene(models, free=False))
    data = mujoco.MjData(compiled)
    mujoco.mj_kinematics(compiled, data)
    for i, model in enumerate(models):
        body = compiled.body(f"object_{i}").id
        points = [
            data.geom_xpos[g]
            + surface(int(compiled.geom_type[g]), compiled.geom_size[g]) @ data.geom_xmat[g].reshape(3, 3).T
            for g in range(compiled.ngeom)
            if compiled.geom_bodyid[g] == body
        ]
        low, high = np.concatenate(points).min(axis=0), np.concatenate(points).max(axis=0)
        assert np.allclose(high - low, 2 * np.array(model.half), atol=0.002), model.category
        assert np.allclose((low + high) / 2, (2.0 * i, 0, model.half[2]), atol=0.002), model.category


def test_nodes_are_named_after_the_object_and_bear_no_joint() -> None:
    node = make_object("coffee_mug", 1).node("coffee_mug_4")
    assert node.name == "coffee_mug_4" and node.joint is None and not node.children
    assert all(f'name="coffee_mug_4/{i}"' in shape for i, shape in enumerate(node.shapes))


def drawn() -> str:
    return str(zlib.crc32("".join(make_object(name, 2).node("x").xml() for name in CATEGORIES[::7]).encode()))


def test_an_object_is_a_function_of_its_arguments() -> None:
    """Another process, whose strings hash otherwise, writes the same XML."""
    code = "from tests.envs.home.test_objects import drawn; print(drawn())"
    seed = {**os.environ, "PYTHONHASHSEED": "7", "PYTHONPATH": str(Path(__file__).resolve().parents[3])}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=seed)
    assert done.stdout.strip() == drawn()


def test_alike_things_are_of_one_family_and_not_the_thing_itself() -> None:
    family = {name: category.family for name, category in all_categories().items()}
    for category in CATEGORIES:
        assert category not in alike(category)
        assert {family[other] for other in alike(category)} <= {family[category]}
    assert "tea_cup" in alike("coffee_mug")
    assert sum(not alike(category) for category in CATEGORIES) <= 3


@pytest.mark.long
def test_the_first_instance_of_each_category_stands_still() -> None:
    assert_stands([make_object(category, 0) for category in CATEGORIES])


def test_one_instance_of_each_family_stands_still() -> None:
    of = {category.family: name for name, category in all_categories().items()}
    assert_stands([make_object(name, 0) for name in of.values()])


@pytest.mark.slow
def test_every_instance_stands_still() -> None:
    assert_stands(every_model())


def assert_all_look_different(category: str) -> None:
    """Mean absolute difference of at least 6 of 255 over the pixels where either of two instances is seen."""
    models = [make_object(category, i) for i in range(instances(category))]
    reach = 1.15 * max(max(m.half[0], 0.62 * m.half[1] + 0.8 * m.half[2]) for m in models)
    pictures = [portrait([model], 72, 72, reach).astype(float) for model in models]
    seen = [np.abs(picture - picture[0, 0]).max(axis=-1) > 4 for picture in pictures]
    for i in range(len(models)):
        for j in range(i):
            either = seen[i] | seen[j]
            difference = np.abs(pictures[i] - pictures[j]).mean(axis=-1)[either].mean()
            assert difference > 6, (models[i].phrase, models[j].phrase, difference)


@pytest.mark.parametrize("category", CATEGORIES[::60])
def test_two_instances_never_look_the_same(category: str) -> None:
    assert_all_look_different(category)


@pytest.mark.slow
def test_no_two_instances_of_any_category_look_the_same() -> None:
    for category in CATEGORIES:
        assert_all_look_different(category)


def test_an_unknown_category_or_instance_is_named() -> None:
    for ask in (instances, homes, alike):
        with pytest.raises(ValueError, match="category: 'unicorn'"):
            ask("unicorn")
    with pytest.raises(ValueError, match="instance: 99 is not one of the 12 of 'coffee_mug'"):
        make_object("coffee_mug", 99)


@pytest.mark.parametrize(
    ("own", "message"),
    [
        ({"colours": ["mauve"]}, r"mugs.json: mug.colours: .*'mauve' is not one of red"),
        ({"homes": ["garage"]}, r"mug.homes: .*'garage' is not one of table"),
        ({"family": "mugg"}, r"family: 'mugg' is not one of mug"),
        ({"shape": {"handles": "two"}}, r"shape.handles: Input should be a valid integer \(got 'two'\)"),
        ({"shape": {"content": "mud"}}, r"shape.content: Input should be '', 'red'.*\(got 'mud'\)"),
        ({"family": "tray", "shape": {"cells": "3by2"}}, r"shape.cells: String should match .*\(got '3by2'\)"),
        ({"shape": {"radios": 1.0}}, r"shape.radios: not a parameter of 'mug', which has radius, height"),
        ({"marks": ["TOOLONG"]}, r"mug.marks: .*'TOOLONG' has not 1 to 5 printable letters"),
        ({"instances": 40}, r"mug.instances: .*less than or equal to 12 \(got 40\)"),
        ({"instances": 12}, r"instances: 12 cannot all differ in colour, pattern, size or print \(8\)"),
        ({"colour": "red"}, r"mug.colour: Extra inputs"),
    ],
)
def test_a_wrong_category_is_told_by_file_field_and_value(own: dict, message: str, tmp_path: Path) -> None:
    shared = {key: value for key, value in MUG.items() if key != "family"}
    path = tmp_path / "mugs.json"
    path.write_text(json.dumps({"mug": {**shared, "instances": 8, "categories": {"mug": own}}}))
    with pytest.raises(CatalogueError) as caught:
        read_group(path)
    assert caught.match(message if message.startswith("mugs") else ".*" + message)


@pytest.mark.parametrize("text", ["[]", "{", '{"mug": 3}', '{"mug": {"colours": []}}'])
def test_a_file_that_is_no_catalogue_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "odd.json").write_text(text)
    with pytest.raises(CatalogueError, match="odd.json: not a catalogue"):
        read_group(tmp_path / "odd.json")


def test_a_print_that_has_no_place_is_refused() -> None:
    sculptor = Sculptor("red", "white", mark="@star")
    FAMILIES["fruit"](sculptor)
    with pytest.raises(ValueError, match="mark: '@star' has no place"):
        sculptor.done()


def test_a_name_can_be_taken_once(tmp_path: Path) -> None:
    shared = {key: value for key, value in MUG.items() if key != "family"}
    for name in ("a.json", "b.json"):
        (tmp_path / name).write_text(json.dumps({"mug": {**shared, "categories": {"cup": {}}}}))
    with pytest.raises(CatalogueError, match="b.json: cup: the name is taken"):
        read_folder(tmp_path)


def test_the_contact_sheet_draws_the_chosen_categories(tmp_path: Path) -> None:
    path = tmp_path / "sheet.png"
    words = ["objects", "--output", str(path), "--categories", "apple", "toy_car", "novel", "--columns", "2"]
    assert contact_sheet.main([*words, "--size", "100", "--instances", "2"]) == 0
    pixels = np.asarray(Image.open(path).convert("RGB"))
    assert pixels.shape == (2 * (60 + 16), 200, 3)
    assert (pixels[76:, 100:] == 255).all() and len(np.unique(pixels[:60, :100].reshape(-1, 3), axis=0)) > 10


def test_the_contact_sheet_of_devices_is_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "devices.png"
    words = ["--output", str(path), "--categories", "Lamp", "--views", "front", "top", "--size", "64", "--captions"]
    assert contact_sheet.main(words) == 0
    assert np.asarray(Image.open(path)).shape == (64 + contact_sheet.CAPTION, 128)
