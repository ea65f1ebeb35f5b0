"""What ticks, turns and frames of the assist worlds cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle
from pathlib import Path
from typing import Any

from data_synth.assist.baselines import BASELINES
from envs.assist.cook.domain import CookDomain
from envs.assist.domain import Domain, Motion
from envs.assist.grounding import Grammar
from envs.assist.harness import Harness
from envs.assist.household.domain import HouseholdDomain
from envs.assist.phone.domain import PhoneDomain
from envs.assist.task import checked
from envs.assist.user import make_person
from envs.assist.world import AssistWorld
from envs.context import ContextSettings
from envs.environment import WORLDS
from envs.episode import Task
from envs.images import ImageStore
from envs.task_list import load_task_list
from scripts.measurements.clock import Clock, Figure

LISTS = Path(__file__).resolve().parents[2] / "configs" / "benchmarks"
MAKERS: dict[str, Any] = {"cook": CookDomain, "household": HouseholdDomain, "phone": PhoneDomain}
"""World -> what makes a domain that remembers nothing."""
SIZES = (128, 256, 512)
MOMENTS = 16
"""Frames of each case that are drawn, evenly spread over its play."""
SHOWN = 96
"""Pixels a side of the pictures of which the shown are counted."""


def assist(seconds: float) -> Iterator[Figure]:
    """Per world: all frozen cases with all their rule-based persons, whole rounds of them, under an assistant that is
    silent and under one that reads the sheet out at every turn (its words grounded, heard and weighed).

    The same episode is played twice: in a domain made for it ("first time") and once more, when the domain remembers
    its plans, as in a rollout's groups. Reset and the making of the domain are counted apart. Then whole environments,
    without pictures; frames that were not drawn before, of several cases; and what share of the pictures that four
    episodes of a case show was drawn for another turn or episode.
    """
    for name in MAKERS:
        world: Any = WORLDS.get(name)
        _, tasks = load_task_list(LISTS / f"ivg_{name}.yaml")
        for speaks in (False, True):
            yield from _ticks(world, tasks, speaks, seconds)
        for manner in ("silent", "talkative"):
            yield from _turns(world, tasks, manner, seconds)
        yield from _frames(world, tasks, seconds)
        yield f"{name}: pictures served from memory, percent of those shown", _served(world, tasks, seconds)


def _ticks(world: type[AssistWorld], tasks: Sequence[Task], speaks: bool, seconds: float) -> Iterator[Figure]:
    """Harness, person, domain, grounding and log alone."""
    clock, ticks, rounds = Clock(), 0, 0
    while clock.spent["first time"] < seconds:
        rounds += 1
        for task in tasks:
            asked = checked(task)
            with clock.during("make"):
                domain: Domain[Any] = MAKERS[world.name](asked.domain)
                Grammar.of(domain.lexicon)
            for time in ("first time", "again"):
                with clock.during(f"begin {time}"):
                    person = make_person(asked.persona, task.seed)
                    harness = Harness(world.name, asked, domain, person, task.seed, "fixed")
                with clock.during(time):
                    _play(harness, speaks)
            ticks += harness.tick
    label = f"{world.name}, {'talking' if speaks else 'silent'} assistant"
    yield f"{label}, first time: ticks/s", ticks / clock.spent["first time"]
    whole = sum(clock.spent[part] for part in ("make", "begin first time", "first time"))
    yield f"{label}, first time, domain and start included: ticks/s", ticks / whole
    yield f"{label}: ticks/s", ticks / clock.spent["again"]
    if not speaks:
        yield f"{world.name}: make a domain and its grammar: ms", 1000 * clock.each("make")
        yield f"{world.name}: ticks an episode", ticks / (rounds * len(tasks))


def _play(harness: Harness, speaks: bool) -> None:
    """One episode; each message arrives after two ticks."""
    parts = cycle(harness.domain.sheet.parts.values())
    while not harness.over:
        if speaks:
            words = next(parts)
            harness.send(words, Grammar.of(harness.domain.lexicon).ground(words), 2)
        harness.advance(harness.asked.ticks_per_turn)
        harness.take_entries()


def _turns(world: type[AssistWorld], tasks: Sequence[Task], manner: str, seconds: float) -> Iterator[Figure]:
    """Through the environment: observations, infos and the check of every call included."""
    clock, played, ticks = Clock(), world(render=False), 0
    while clock.spent["step"] < seconds:
        for task in tasks:
            with clock.during("reset"):
                played.reset(task)
            assistant = BASELINES[manner](task, played, 0, ContextSettings(mode="transcript"))
            outcome = None
            while outcome is None:
                call = assistant.move().call
                with clock.during("step"):
                    outcome = played.step(call).outcome
            ticks += played.harness.tick
    played.close()
    yield f"{world.name}, {manner}, through world.step: steps/s", 1 / clock.each("step")
    yield f"{world.name}, {manner}, through world.step: ticks/s", ticks / clock.spent["step"]
    if manner == "silent":
        yield f"{world.name}: reset a world: ms", 1000 * clock.each("reset")


def _frames(world: type[AssistWorld], tasks: Sequence[Task], seconds: float) -> Iterator[Figure]:
    """Frames of undisturbed play, none of which the painter has drawn before; what a first one builds is apart."""
    scenes = {task.parameters["scene"]: task for task in tasks}
    artist = world(render=False)
    for size in SIZES:
        clock = Clock()
        for task in cycle(scenes.values()):
            domain = world.domain(checked(task).domain)
            moments = _moments(domain)
            with clock.during("painter"):
                painter = artist.painter(domain, size)
                painter.frame(domain.start(), 0, Motion())
            drawn = {painter.key(domain.start(), 0, Motion())}
            for moment in moments[:: max(1, len(moments) // MOMENTS)]:
                with clock.during("key"):
                    key = painter.key(*moment)
                if key not in drawn:
                    drawn.add(key)
                    with clock.during("frame"):
                        painter.frame(*moment)
            painter.close()
            if clock.spent["frame"] >= seconds:
                break
        yield f"{world.name}: frames/s at {size}", 1 / clock.each("frame")
        if size == SIZES[-1]:
            yield f"{world.name}: key of a frame: microseconds", 1e6 * clock.each("key")
            yield f"{world.name}: painter and its first frame at {size}: ms", 1000 * clock.each("painter")


def _moments(domain: Domain[Any]) -> list[tuple[Any, int, Motion]]:
    """State, tick and motion at each action's begin and middle, and after it."""
    state, tick = domain.start(), 0
    found: list[tuple[Any, int, Motion]] = []
    for step in domain.plan(state, tick):
        if domain.refusal(state, step.action) is not None:
            break
        ticks = domain.duration(state, step.action)
        found += [(state, tick + round(share * ticks), Motion(step.action, share)) for share in (0.0, 0.5)]
        tick += ticks
        state = domain.apply(state, step.action, tick).state
        found.append((state, tick, Motion()))
    return found


def _served(world: type[AssistWorld], tasks: Sequence[Task], seconds: float) -> float:
    """Percent of the pictures shown that were drawn before: each case by two assistants with two of its persons."""
    by_scene: dict[str, list[Task]] = {}
    for task in tasks:
        by_scene.setdefault(task.parameters["scene"], []).append(task)
    clock, shown, drawn = Clock(), 0, 0
    for members in by_scene.values():
        played, names = world(ImageStore(None), SHOWN), list[str]()
        for task in members[:2]:
            for manner in ("silent", "random"):
                with clock.during("play"):
                    names += played.reset(task).images
                    assistant = BASELINES[manner](task, played, 0, ContextSettings(mode="transcript"))
                    outcome = None
                    while outcome is None:
                        step = played.step(assistant.move().call)
                        names += step.observation.images
                        outcome = step.outcome
        played.close()
        shown, drawn = shown + len(names), drawn + len(set(names))
        if clock.spent["play"] >= seconds:
            break
    return 100 * (1 - drawn / shown)
