"""What tasks, steps and looks of the home world cost."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count

from data_synth.home.config import HomeDataConfig
from data_synth.home.demonstrator import HomeDemonstrator
from envs.episode import Task, ToolCall
from envs.home.apartments import STANDARD, load_scene
from envs.home.objects import make_object
from envs.home.settle import settle
from envs.home.site import SiteLibrary
from envs.home.stage import Stage
from envs.home.tasks import SPLITS
from envs.home.world import HomeWorld
from envs.images import ImageStore
from scripts.measurements.clock import Clock, Figure, rate


def home(seconds: float) -> Iterator[Figure]:
    """The home world with pictures of 128 pixels: tasks of all families in turn, from the training split's end."""
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
        yield f"pictures of {size} pixels: pictures/s", rate(lambda size=size: _home_looks(size, "picture"), seconds)
        yield f"sights of {size} pixels: sights/s", rate(lambda size=size: _home_looks(size, "sight"), seconds)
    yield "things let down beside others: settles/s", rate(_settles, seconds)


def _home_steps(clock: Clock, label: str, task: Task, members: int, calls: Sequence[ToolCall]) -> None:
    """Play a task in worlds that share its site, of which nothing was seen yet: these calls, or ten at random."""
    library = SiteLibrary(ImageStore(None), 128)
    for member in range(members):
        world, rng = HomeWorld(library=library), random.Random(member)
        world.reset(task)
        for call in calls or [None] * 10:
            made = call or random_call(world, rng)
            with clock.during(label):
                step = world.step(made)
            if step.outcome is not None:
                break
        world.close()
    library.close()


def random_call(world: HomeWorld, rng: random.Random) -> ToolCall:
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
    scene = load_scene(STANDARD[0])
    views = [view for receptacle in scene.receptacles.values() for view in receptacle.viewpoints]
    with Stage(scene, {}, size) as stage:
        while True:
            for view in views:
                getattr(stage, kind)(view)
            yield len(views)


def _settles() -> Iterator[int]:
    """Four things on a counter one after another, each time on other spots."""
    counter = load_scene(STANDARD[0]).receptacles["counter_1"]
    things = {f"{name}_1": make_object(name, 0) for name in ("coffee_mug", "apple", "cereal_box", "basketball")}
    for seed in count():
        settle(counter, things, {}, list(things), seed)
        yield len(things)
