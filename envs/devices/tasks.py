"""Tasks on generated devices, by seed: which goals, asked how, seen from where at first (VGEBench 3.3).

`sample_task` draws one; `task_at(split, n)` is entry n of a split's endless list and depends on nothing else,
so that lists are never stored. `SPLITS` are frozen ranges of device seeds, the same for every category and
disjoint: what is learnt in one is tested on devices that no other has seen. Change a range and every
published score changes.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from envs.devices.distance import Distances
from envs.devices.dynamics import Configuration, Dynamics
from envs.devices.generate import Device, generate
from envs.devices.instructions import Words, instruct, load_words, reworded
from envs.devices.machine import ERROR_STATE, StateMachine
from envs.devices.mix import Census, TaskMix
from envs.episode import Task

SPLITS: dict[str, range] = {
    "pretrain": range(1_000_000, 2_000_000),
    "sft": range(100_000, 200_000),
    "rl": range(200_000, 300_000),
    "validation": range(300_000, 400_000),
    "test": range(500_000, 600_000),
}
"""Device seeds of each split. pretrain: pointing, before any task. sft and rl: training. validation: choices
made while training. test: reported scores, never looked at before."""

START_VIEWS = ("front", "front", "front", "back", "left", "right", "top", "front_top", "back_bottom")
"""Where an episode may begin; the front is most usual."""
DISTANCE_WEIGHTS = {1: 2, 2: 3, 3: 3, 4: 2, 5: 1}
"""How often a goal lies so many changes of the device away; farther ones are not asked for."""
TRIES = 30
AGAIN = 8
"""Seeds that are tried for one task of a list."""


class NoTaskError(ValueError):
    """A device on which no task of the wanted kind was found."""


@dataclass(frozen=True)
class Playable:
    """A generated device with its distances: with every change, and without those that go through Error."""

    device: Device
    distances: Distances
    careful: Distances


@lru_cache(maxsize=64)
def playable(category: str, seed: int) -> Playable:
    """A device ready for sampling and planning, kept for its next users."""
    device = generate(category, seed)
    return Playable(device, Distances(Dynamics(device.machine)), Distances(Dynamics(_careful(device.machine))))


def sample_task(
    category: str,
    device_seed: int,
    task_seed: int,
    goals: tuple[int, int] = (1, 2),
    most_steps: int = 6,
    budget_factor: int = 5,
) -> Task:
    """One task, fixed by its arguments. NoTaskError when the device offers none.

    Each goal is new, so that the path over states has no loop from goal to goal, and each leg is a shortest
    one. A best plan that avoids Error exists and takes at most `most_steps`. Fewer goals than drawn come where
    there are no more, but never fewer than the fewest.
    """
    rng = random.Random(f"{category}:{device_seed}:{task_seed}:{goals}:{most_steps}")
    here = playable(category, device_seed)
    for _ in range(TRIES):
        view = rng.choice(START_VIEWS)
        at = here.distances.dynamics.start(view)
        chosen, told = choose_goals(load_words(category), here.distances, at.state, rng.randint(*goals), rng)
        costs = here.distances.costs(at, chosen) if chosen else None
        if not costs or len(chosen) < goals[0] or (steps := sum(cost.steps for cost in costs)) > most_steps:
            continue
        if costs == here.careful.costs(at, chosen):
            return _task(category, device_seed, task_seed, chosen, told, at, budget_factor, steps)
    raise NoTaskError(f"{category} of seed {device_seed}: no task of at most {most_steps} steps was found")


def task_at(split: str, number: int, mix: TaskMix | Census | None = None) -> Task:
    """Entry `number` (from 0) of a split's list. ValueError for an unknown split and past its last device; NoTaskError
    when the device offers no task of the kind even after some tries.
    """
    mix = mix or TaskMix()
    if split not in SPLITS:
        raise ValueError(f"no such split: {split!r}; known: {', '.join(SPLITS)}")
    place, seeds = mix.place(number), SPLITS[split]
    if not 0 <= place.turn < len(seeds):
        raise ValueError(f"split {split!r} has no task {number}: its {len(seeds)} device seeds are used up")
    for task_seed in range(place.task_seed, place.task_seed + 1000 * AGAIN, 1000):
        try:
            return sample_task(
                place.category, seeds[place.turn], task_seed, place.goals, mix.most_steps, mix.budget_factor
            )
        except NoTaskError as error:
            refused = error
    raise NoTaskError(f"task {number} of {split!r}: {refused}, in {AGAIN} tries")


def list_tasks(split: str, count: int, mix: TaskMix | Census | None = None, first: int = 0) -> list[Task]:
    """Entries first, first + 1, ... of a split's list."""
    return [task_at(split, number, mix) for number in range(first, first + count)]


def restyled(task: Task, style: str) -> list[str]:
    """The instructions of a task of ours, all in one style. ValueError as `reworded`, and for a device of a file."""
    device, goals, told = (task.parameters.get(name) for name in ("device", "goals", "instructions"))
    if not (isinstance(device, Mapping) and "category" in device and goals and told):
        raise ValueError("the task is none of a generated device with goals")
    dynamics = playable(device["category"], device["seed"]).distances.dynamics
    states = [dynamics.rest, *(dynamics.settled[goal][0][-1] for goal in goals[:-1])]
    cases = zip(states, goals, told, strict=True)
    return [reworded(device["category"], state, goal, words, style) for state, goal, words in cases]


def choose_goals(
    words: Words, distances: Distances, state: str, count: int, rng: random.Random
) -> tuple[list[str], list[str]]:
    """Up to `count` goals from rest in `state`, and the instruction for each."""
    chosen: list[str] = []
    told: list[str] = []
    used = {state}
    while len(chosen) < count:
        by_distance: dict[int, list[str]] = {}
        for goal in distances.dynamics.machine.states:
            away = distances.transitions(goal).get(state)
            if away in DISTANCE_WEIGHTS and goal not in used and words.goal_phrases(state, goal):
                by_distance.setdefault(away, []).append(goal)
        if not by_distance:
            break
        away = rng.choices(list(by_distance), [DISTANCE_WEIGHTS[d] for d in by_distance])[0]
        goal = rng.choice(by_distance[away])
        told.append(instruct(words, state, goal, not chosen, rng))
        chosen.append(goal)
        state = distances.dynamics.settled[goal][0][-1]
        used |= {goal, state}
    return chosen, told


def _task(
    category: str,
    device_seed: int,
    task_seed: int,
    goals: Sequence[str],
    told: Sequence[str],
    at: Configuration,
    factor: int,
    steps: int,
) -> Task:
    parameters = {
        "device": {"category": category, "seed": device_seed},
        "goals": list(goals),
        "instructions": list(told),
        "start_view": at.view,
        "budget_factor": factor,
    }
    mark = hashlib.sha256(json.dumps(parameters, sort_keys=True).encode()).hexdigest()[:6]
    return Task("devices", f"{category}-{device_seed}-{task_seed}-{mark}", task_seed, parameters, steps)


def _careful(machine: StateMachine) -> StateMachine:
    """The machine without transitions into Error."""
    states = {}
    for name, state in machine.states.items():
        on = {c: tuple(t for t in ts if t.next_state != ERROR_STATE) for c, ts in state.on.items()}
        states[name] = state.model_copy(update={"on": {c: ts for c, ts in on.items() if ts}})
    return machine.model_copy(update={"states": states})
