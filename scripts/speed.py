"""Measurements, by name: `python scripts/speed.py symbolic` prints device steps per second on one core, `devices` how
fast devices and their pictures are made, `episodes` what demonstrated episodes cost, on the clock and on the disk.

Nothing here is asserted by a test: times depend on the machine. Each measurement prints one line a figure.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

from envs.devices.world import DeviceWorld
from envs.episode import Task, ToolCall

FIRST_SEED = 1_900_000
"""Of the devices that are made for a measurement, from the pre-training split's end."""
KETTLE = Path(__file__).resolve().parent.parent / "tests" / "envs" / "devices" / "kettle_ssm.json"


def symbolic(seconds: float) -> Iterator[tuple[str, float]]:
    """World steps per second on the paper's kettle without rendering, observations, infos and resets included."""
    yield "random policy, free play: steps/s", _rate(_random_steps, seconds)
    yield "expert policy, two goals, a reset every episode: steps/s", _rate(_expert_steps, seconds)


def _random_steps() -> Iterator[int]:
    """Anywhere and anything, in views that allow it or not."""
    rng = random.Random(0)
    calls: list[ToolCall] = []
    for _ in range(5000):
        kind = rng.random()
        if kind < 0.2:
            view = rng.choice(["front", "back", "left", "right", "top", "bottom", "front_top", "dashboard"])
            calls.append(ToolCall("switch_view", {"view": view}))
        elif kind < 0.25:
            calls.append(ToolCall("timed_wait", {}))
        else:
            point = [rng.randint(0, 1000), rng.randint(0, 1000)]
            arguments = {"coordinate": point, "parameter": [rng.choice("01")]}
            calls.append(ToolCall(rng.choice(["press", "push", "pull", "rotate", "grasp"]), arguments))
    world = DeviceWorld(render=False)
    world.reset(Task("devices", "speed", 0, {"device": {"file": str(KETTLE)}}))
    while True:
        for call in calls:
            world.step(call)
        yield len(calls)


def _expert_steps() -> Iterator[int]:
    """The planner's way, replayed: boil water, open the lid, from the left view."""
    world = DeviceWorld(render=False)
    goals = ["BoilingComplete", "LidOpen"]
    parameters = {
        "device": {"file": str(KETTLE)},
        "goals": goals,
        "instructions": goals,
        "start_view": "left",
    }
    task = Task("devices", "speed", 0, parameters)
    world.reset(task)
    calls: list[ToolCall] = []
    for goal in goals:
        for item in world.distances.plan(world.state.configuration, goal) or []:
            calls.append(item.call())
            world.step(calls[-1])
    while True:
        world.reset(task)
        for call in calls:
            world.step(call)
        yield len(calls)


def devices(seconds: float) -> Iterator[tuple[str, float]]:
    """New devices of all categories per second, boxes measured, and their pictures of 128 pixels, each another one."""
    yield "generated, boxes measured: devices/s", _rate(_new_devices, seconds)
    yield "drawn at 128 pixels: pictures/s", _rate(_new_pictures, seconds)


def _new_devices() -> Iterator[int]:
    from envs.devices.generate import CATEGORIES, generate  # MuJoCo, which symbolic steps do without

    for seed in count(FIRST_SEED):
        for category in CATEGORIES:
            generate(category, seed)
        yield len(CATEGORIES)


def _new_pictures() -> Iterator[int]:
    from envs.devices.generate import CATEGORIES, generate
    from envs.devices.pictures import DevicePictures

    made = [generate(category, seed) for seed in range(FIRST_SEED, FIRST_SEED + 8) for category in CATEGORIES]
    while True:
        for device in made:
            with DevicePictures(device, 128) as pictures:
                for state in device.body.looks:
                    for view in device.body.views:
                        pictures.picture(state, view)
                yield pictures.renders


def episodes(seconds: float) -> Iterator[tuple[str, float]]:
    """The planner on new devices, three tasks each, with pictures of 128 pixels, kept as a run keeps them."""
    from data_synth.devices.expert import demonstrate
    from data_synth.devices.planner import Planner
    from envs.context import ContextSettings
    from envs.devices.tasks import task_at
    from envs.episode import save_episodes
    from envs.images import ImageStore

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        world = DeviceWorld(ImageStore(folder / "images"), 128)
        played, asked, start = 0, 0, time.process_time()
        while (passed := time.process_time() - start) < seconds:
            task = task_at("pretrain", played)
            episode = demonstrate(task, world, Planner.of(task), 0, ContextSettings())
            save_episodes(folder / "episodes.jsonl", [episode])
            played, asked = played + 1, asked + 1 + len(episode.turns)
        world.close()
        pictures = [path.stat().st_size for path in folder.glob("images/*/*.png")]
        yield "planned, drawn and kept: episodes/s", played / passed
        yield "pictures served from the store, percent of those shown", 100 * (1 - len(pictures) / asked)
        yield "on disk, text: bytes/episode", (folder / "episodes.jsonl").stat().st_size / played
        yield "on disk, pictures: bytes/episode", sum(pictures) / played


def _rate(work: Callable[[], Iterator[int]], seconds: float) -> float:
    """Things done per second of processor time, after a warm-up of one round; `work` yields how many it did each time.

    Processor time, so that what else runs on the machine counts less.
    """
    rounds, done = work(), 0
    next(rounds)
    start = time.process_time()
    while (passed := time.process_time() - start) < seconds:
        done += next(rounds)
    return done / passed


MEASUREMENTS: dict[str, Callable[[float], Iterator[tuple[str, float]]]] = {
    "symbolic": symbolic,
    "devices": devices,
    "episodes": episodes,
}


def main(argv: list[str] | None = None) -> int:
    """Returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=MEASUREMENTS)
    parser.add_argument("--seconds", type=float, default=2.0, help="time spent on each figure")
    args = parser.parse_args(argv)
    for label, value in MEASUREMENTS[args.name](args.seconds):
        print(f"{args.name}: {label}: {value:,.0f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
