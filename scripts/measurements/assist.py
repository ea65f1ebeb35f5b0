"""What ticks and frames of the assist worlds cost."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any

from data_synth.assist.baselines import Silent
from envs.assist.domain import Motion
from envs.assist.grounding import Grammar
from envs.assist.harness import Harness
from envs.assist.task import checked
from envs.assist.user import make_person
from envs.assist.world import AssistWorld
from envs.context import ContextSettings
from envs.environment import WORLDS
from envs.episode import Task
from envs.task_list import load_task_list
from scripts.measurements.clock import Figure, rate

LISTS = Path(__file__).resolve().parents[2] / "configs" / "benchmarks"
CASES = 30
"""Frozen cases of each world that are played again and again, each with its three persons."""
SIZES = (128, 256, 512)


def assist(seconds: float) -> Iterator[Figure]:
    """Per world, on one core: ticks with the rule-based person, under an assistant that never speaks and one that reads
    the sheet out at every turn (its words grounded, heard and weighed); the same through `world.step` without pictures;
    frames, each drawn anew. A task's domain is made once and shared by its episodes, as in a rollout.
    """
    for name in ("cook", "household", "phone"):
        world: Any = WORLDS.get(name)
        _, tasks = load_task_list(LISTS / f"ivg_{name}.yaml", CASES)
        yield f"{name}, silent assistant: ticks/s", rate(partial(_ticks, world, tasks, speaks=False), seconds)
        yield f"{name}, talking assistant: ticks/s", rate(partial(_ticks, world, tasks, speaks=True), seconds)
        yield f"{name}, silent, through world.step: ticks/s", rate(partial(_steps, world, tasks), seconds)
        for size in SIZES:
            yield f"{name}: frames/s at {size}", rate(partial(_frames, world, tasks, size), seconds)


def _ticks(world: type[AssistWorld], tasks: list[Task], speaks: bool) -> Iterator[int]:
    """Ticks of whole episodes, one after the other; first all once, which makes and warms the domains."""
    domains = {task.id: world.domain(checked(task).domain) for task in tasks}

    def play(task: Task) -> int:
        asked = checked(task)
        domain = domains[task.id]
        person = make_person(asked.persona, task.seed)
        harness = Harness(world.name, asked, domain, person, task.seed, "fixed")
        parts = cycle(domain.sheet.parts.values())
        while not harness.over:
            if speaks:
                words = next(parts)
                harness.send(words, Grammar.of(harness.domain.lexicon).ground(words), 2)
            harness.advance(asked.ticks_per_turn)
        return harness.tick

    yield sum(map(play, tasks))
    for task in cycle(tasks):
        yield play(task)


def _steps(world: type[AssistWorld], tasks: list[Task]) -> Iterator[int]:
    """Ticks of whole episodes through the environment, resets, observations and infos included."""
    played = world(render=False)

    def play(task: Task) -> int:
        played.reset(task)
        quiet = Silent(task, played, 0, ContextSettings(mode="transcript"))
        outcome = None
        while outcome is None:
            outcome = played.step(quiet.move().call).outcome
        return played.harness.tick

    yield sum(map(play, tasks))
    for task in cycle(tasks):
        yield play(task)


def _frames(world: type[AssistWorld], tasks: list[Task], size: int) -> Iterator[int]:
    """Frames of undisturbed play, one each action's begin, middle and end, drawn whether seen before or not."""
    scenes = {task.parameters["scene"]: task for task in tasks}

    def draw(task: Task) -> Iterator[int]:
        domain = world.domain(checked(task).domain)
        painter = world(render=False).painter(domain, size)
        state, tick = domain.start(), 0
        for step in domain.plan(state, tick):
            if domain.refusal(state, step.action) is not None:
                break
            ticks = domain.duration(state, step.action)
            for share in (0.0, 0.5):
                painter.frame(state, tick + round(share * ticks), Motion(step.action, share))
            tick += ticks
            state = domain.apply(state, step.action, tick).state
            painter.frame(state, tick, Motion())
            yield 3
        painter.close()

    yield 1
    for task in cycle(scenes.values()):
        yield from draw(task)
