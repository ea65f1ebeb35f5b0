"""The device world on generated devices: pictures once, the cache, and nothing secret in any text."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from envs.devices.sources import DeviceLibrary, DeviceSource, LoadedDevice, fingerprint, load_generated
from envs.devices.views import VIEWS
from envs.devices.world import DeviceWorld
from envs.environment import InfraError, TaskError
from envs.episode import Outcome, Task, ToolCall
from envs.images import ImageStore
from tests.machines import KETTLE

DEVICES = [("Lamp", 7), ("ElectricKettle", 7), ("Microwave", 7), ("Microwave", 11)]


def task(category: str, seed: int, *goals: str, **more) -> Task:
    told = [f"wish {i}" for i in range(len(goals))]
    device = {"category": category, "seed": seed}
    return Task("devices", "t", seed, {"device": device, "goals": list(goals), "instructions": told, **more})


@pytest.fixture(scope="module")
def cache(tmp_path_factory) -> Path:
    """A cache that knows every device of this module."""
    folder = tmp_path_factory.mktemp("devices")
    for category, seed in DEVICES:
        load_generated(category, seed, body=False, cache=folder)
    return folder


@pytest.fixture(scope="module")
def library():
    shared = DeviceLibrary(ImageStore(None), picture_size=64)
    yield shared
    shared.close()


@pytest.mark.parametrize(("category", "seed"), DEVICES)
def test_every_state_is_reached_by_its_plan_within_budget(cache, category, seed):
    world = DeviceWorld(render=False, cache=cache)
    world.reset(task(category, seed))
    for goal in world.distances.dynamics.machine.states:
        world.reset(task(category, seed, goal, start_view="back_bottom"))
        items = world.distances.plan(world.state.configuration, goal, random.Random(seed))
        assert items is not None and len(items) == world.objective.optimal_steps
        steps = [world.step(item.call()) for item in items]
        assert [step.outcome for step in steps] == [None] * (len(items) - 1) + [Outcome.SUCCESS]


@pytest.mark.parametrize(("category", "seed"), DEVICES)
def test_neither_part_names_nor_state_names_reach_the_policy(cache, category, seed):
    world = DeviceWorld(render=False, cache=cache)
    seen = [world.reset(task(category, seed))]
    dynamics = world.distances.dynamics
    secret = {c for c in dynamics.machine.components() if "_" in c}
    secret |= {s for s in dynamics.machine.states if re.search(r"[a-z][A-Z]", s)}
    assert secret
    rng = random.Random(seed)
    for _ in range(400):
        at = world.state.configuration
        moves = {(m.component, m.number): m for m in dynamics.moves[at.state]}
        touches = list(dynamics.touches(at).items())
        if touches and rng.random() < 0.6:
            key, (_, x, y) = rng.choice(touches)
            transition = moves[key].transition
            name = rng.choice([str(transition.atomic_action)] * 3 + ["grasp"])
            call = ToolCall(name, {"coordinate": [x, y], "parameter": list(transition.parameter)})
        else:
            point = [rng.randint(0, 1000), rng.randint(0, 1000)]
            view = {"view": rng.choice(VIEWS), **({"coordinate": point} if rng.random() < 0.5 else {})}
            call = rng.choice([ToolCall("timed_wait", {}), ToolCall("switch_view", view)])
        seen.append(world.step(call).observation)
    for observation in seen:
        text = "\n".join([observation.instruction, observation.feedback, *map(": ".join, observation.facts)])
        assert not [name for name in secret if name in text]
        assert not set(re.findall(r"\w+_\w+", text)) - set(VIEWS)
        assert not re.search(r"[a-z][A-Z]", text)


def test_a_picture_is_rendered_and_stored_once_however_many_worlds_share_it(library, monkeypatch):
    from envs.devices.pictures import DevicePictures

    drawn, put = [], []
    draw, store = DevicePictures.picture, library.images.put
    monkeypatch.setattr(DevicePictures, "picture", lambda self, *at: drawn.append(at) or draw(self, *at))
    monkeypatch.setattr(library.images, "put", lambda pixels: put.append(1) or store(pixels))
    one, other = DeviceWorld(library=library), DeviceWorld(library=library)
    calls = [ToolCall("switch_view", {"view": view}) for view in ("back", "top", "front", "back", "top")]
    shown = []
    for world in (one, other, one):
        shown.append([world.reset(task("Lamp", 7)), *(world.step(call).observation for call in calls)])
    assert shown[0] == shown[1] == shown[2]
    assert len(drawn) == len(set(drawn)) == len(put) == 3
    for observation in shown[0]:
        assert len(observation.images) == 1 and library.images.get(observation.images[0]).size == (64, 64)


def test_closing_a_world_leaves_a_shared_library_alone_and_its_own_reusable(library):
    world = DeviceWorld(library=library)
    world.reset(task("Lamp", 7))
    world.close()
    assert library._devices
    own = DeviceWorld(picture_size=32)
    first = own.reset(task("Lamp", 7))
    own.close()
    own.close()
    assert own.reset(task("Lamp", 7)) == first
    own.close()


def test_a_renderers_fault_is_an_infrastructure_error(library, monkeypatch):
    world = DeviceWorld(library=library)
    world.reset(task("Lamp", 7))

    def broken(self, size):
        raise OSError("no GL")

    monkeypatch.setattr(LoadedDevice, "pictures", broken)
    with pytest.raises(InfraError, match="no GL"):
        world.step(ToolCall("switch_view", {"view": "bottom"}))


def test_a_library_keeps_only_so_many_devices(cache):
    small = DeviceLibrary(render=False, cache=cache, devices_at_once=2)
    sources = [DeviceSource(category=c, seed=s) for c, s in DEVICES]
    first = small.device(sources[0])
    assert small.device(sources[0]) is first
    for source in sources[1:]:
        small.device(source)
    assert len(small._devices) == 2 and small.device(sources[0]) is not first


def test_a_cached_device_equals_a_generated_one_and_needs_no_mujoco(cache):
    for category, seed in DEVICES[:2]:
        cached = load_generated(category, seed, body=False, cache=cache)
        assert cached.machine == load_generated(category, seed, body=True).machine
    code = f"""
import sys
from envs.devices.world import DeviceWorld
from envs.episode import Task
world = DeviceWorld(render=False, cache={str(cache)!r})
world.reset(Task("devices", "t", 0, {{"device": {{"category": "Lamp", "seed": 7}}}}))
print("mujoco" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_the_cache_lies_under_the_generators_fingerprint(cache):
    assert {path.name for path in cache.iterdir()} == {fingerprint()}
    assert len(list(cache.rglob("*.json"))) == len(DEVICES) == len([p for p in cache.rglob("*") if p.is_file()])


@pytest.mark.parametrize(
    ("device", "named"),
    [
        ({"category": "Toaster", "seed": 1}, "Toaster"),
        ({"category": "../../x", "seed": 1}, "../../x"),
        ({"category": "Lamp", "seed": -1}, "-1"),
    ],
)
def test_a_device_that_cannot_be_generated_is_named(cache, device, named):
    for world in (DeviceWorld(render=False), DeviceWorld(render=False, cache=cache)):
        with pytest.raises(TaskError, match=re.escape(named)):
            world.reset(Task("devices", "t", 0, {"device": device}))


def test_a_file_without_pictures_says_so(written):
    raw = json.loads(KETTLE.read_text()) | {"path": None}
    with pytest.raises(TaskError, match="render=False"):
        DeviceWorld().reset(Task("devices", "t", 0, {"device": {"file": str(written(raw))}}))
