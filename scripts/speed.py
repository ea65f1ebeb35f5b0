"""Measurements, by name: `python scripts/speed.py symbolic` prints device steps per second on one core, `devices` how
fast devices and their pictures are made, `episodes` what demonstrated episodes cost, on the clock and on the disk,
`home` what tasks, steps and looks of the home world cost.

No test asserts a time, for times depend on the machine. Each measurement prints one line a figure, of processor time.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from envs.devices.world import DeviceWorld
from envs.episode import Task, ToolCall

if TYPE_CHECKING:
    from envs.home.world import HomeWorld

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


def home(seconds: float) -> Iterator[tuple[str, float]]:
    """The home world with pictures of 128 pixels: tasks of all families in turn, from the training split's end."""
    from data_synth.home.config import HomeDataConfig
    from data_synth.home.demonstrator import HomeDemonstrator
    from envs.home.tasks import SPLITS
    from envs.home.world import HomeWorld
    from envs.images import ImageStore

    config = HomeDataConfig.model_validate({"split": "sft", "episodes": 1})
    first = config.tasks_per_apartment * (len(SPLITS["sft"]) - 2000)
    expert, world, clock = HomeDemonstrator(), HomeWorld(ImageStore(None), 128), Clock()
    shown, looks, drawn = list[str](), 0, 0
    for number in count(first):
        with clock.during("sample"):
            task = expert.task(config, number)
        with clock.during("reset a task just sampled"):
            world.reset(task)
        eyes = world.site.eyes
        looks, drawn = looks - eyes.looks, drawn - eyes.drawn
        with clock.during("demonstrate"):
            episode = expert.demonstrate(task, world, 0, config.context, config=config)
        looks, drawn = looks + eyes.looks, drawn + eyes.drawn
        with clock.during("reset a task just played"):
            world.reset(task)
        turns = episode.turns
        shown += [name for turn in turns for name in turn.observation.images] + [*turns[-1].step.observation.images]
        calls = [turn.call for turn in turns if turn.call is not None]
        for members, where in ((1, "on a fresh task"), (8, "of a group of 8")):
            _home_steps(clock, f"planner's calls {where}", task, members, calls)
            _home_steps(clock, f"random calls {where}", task, members, ())
        with clock.during("reset a fresh task"):
            world.reset(replace(task, seed=task.seed + 1))  # things stand elsewhere than in the tasks before
        if clock.spent["demonstrate"] >= seconds:
            break
    world.close()
    yield "sample a task and solve it: ms", 1000 * clock.each("sample")
    for name in ("reset a fresh task", "reset a task just sampled", "reset a task just played"):
        yield f"{name}: ms", 1000 * clock.each(name)
    for name in ("planner's calls", "random calls"):
        for where in ("on a fresh task", "of a group of 8"):
            yield f"{name} {where}: steps/s", 1 / clock.each(f"{name} {where}")
    yield "demonstrate a task just sampled: ms", 1000 * clock.each("demonstrate")
    yield "sampled and demonstrated: episodes/minute", 60 / (clock.each("sample") + clock.each("demonstrate"))
    yield "pictures served from the store, percent of those shown", 100 * (1 - len(set(shown)) / len(shown))
    yield "sights served from the cache, percent of looks in demonstrations", 100 * (1 - drawn / looks)
    for size in (128, 256, 512):
        yield f"pictures of {size} pixels: pictures/s", _rate(lambda size=size: _home_looks(size, "picture"), seconds)
        yield f"sights of {size} pixels: sights/s", _rate(lambda size=size: _home_looks(size, "sight"), seconds)
    yield "things let down beside others: settles/s", _rate(_settles, seconds)


def _home_steps(clock: Clock, label: str, task: Task, members: int, calls: Sequence[ToolCall]) -> None:
    """Play a task in worlds that share its site, of which nothing was seen yet: these calls, or ten at random."""
    from envs.home.site import SiteLibrary
    from envs.home.world import HomeWorld
    from envs.images import ImageStore

    library = SiteLibrary(ImageStore(None), 128)
    for member in range(members):
        world, rng = HomeWorld(library=library), random.Random(member)
        world.reset(task)
        for call in calls or [None] * 10:
            made = call or _random_call(world, rng)
            with clock.during(label):
                step = world.step(made)
            if step.outcome is not None:
                break
        world.close()
    library.close()


def _random_call(world: HomeWorld, rng: random.Random) -> ToolCall:
    """A call that names what is there; a question alone is never asked."""
    marks = [mark.number for mark in world.state.marks]
    here = world.state.at or rng.choice(world.site.dynamics.scene.ids)
    calls = [
        ToolCall("nav_to", {"receptacle": rng.choice(world.site.dynamics.scene.ids)}),
        ToolCall("walk_around"),
        ToolCall("show_object_by_category", {"category": rng.choice([*world.site.eyes.labels.values()])}),
        ToolCall("place", {"target": here}),
    ]
    if marks:
        calls += [ToolCall(name, {"mark": rng.choice(marks)}) for name in ("gaze_at", "pick", "open", "close")]
    return rng.choice(calls)


def _home_looks(size: int, kind: str) -> Iterator[int]:
    """From every viewpoint of a standard apartment, nothing moved. kind: picture or sight."""
    from envs.home.apartments import STANDARD, load_scene
    from envs.home.stage import Stage

    scene = load_scene(STANDARD[0])
    views = [view for receptacle in scene.receptacles.values() for view in receptacle.viewpoints]
    with Stage(scene, {}, size) as stage:
        while True:
            for view in views:
                getattr(stage, kind)(view)
            yield len(views)


def _settles() -> Iterator[int]:
    """Four things on a counter one after another, each time on other spots."""
    from envs.home.apartments import STANDARD, load_scene
    from envs.home.objects import make_object
    from envs.home.settle import settle

    counter = load_scene(STANDARD[0]).receptacles["counter_1"]
    things = {f"{name}_1": make_object(name, 0) for name in ("coffee_mug", "apple", "cereal_box", "basketball")}
    for seed in count():
        settle(counter, things, {}, list(things), seed)
        yield len(things)


class Clock:
    """Processor time by name. spent: seconds."""

    def __init__(self) -> None:
        self.spent: defaultdict[str, float] = defaultdict(float)
        self._times: Counter[str] = Counter()

    @contextmanager
    def during(self, name: str) -> Iterator[None]:
        start = time.process_time()
        yield
        self.spent[name] += time.process_time() - start
        self._times[name] += 1

    def each(self, name: str) -> float:
        """Seconds that one took, on average."""
        return self.spent[name] / self._times[name]


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
    "home": home,
}


def main(argv: list[str] | None = None) -> int:
    """Returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=MEASUREMENTS)
    parser.add_argument("--seconds", type=float, default=2.0, help="time spent on each figure")
    args = parser.parse_args(argv)
    for label, value in MEASUREMENTS[args.name](args.seconds):
        print(f"{args.name}: {label}: {value:,.0f}" if value >= 20 else f"{args.name}: {label}: {value:.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
