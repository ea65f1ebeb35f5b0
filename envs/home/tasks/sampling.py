"""Tasks of the home world by seed: sampled, laid out by physics, and solved, before anybody is given them.

`task_at(split, n)` is entry n of a split's endless list and depends on nothing else, so that lists are never stored.
`SPLITS` are frozen ranges of apartment seeds, disjoint: what is learnt in one is tested in apartments that no other has
seen. The seven standard scenes are in none of them; `bench` draws from these alone. Change a range and every published
score changes.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from envs.environment import TaskError
from envs.episode import Task
from envs.home.apartments import load_scene
from envs.home.objects import CATEGORIES
from envs.home.perception import SIGHT_SIZE
from envs.home.premises import lay_out, put_by
from envs.home.shortest_plan import NoPlanError, shortest_plan
from envs.home.site import Site
from envs.home.task import CheckedTask
from envs.home.tasks.draft import Draft
from envs.home.tasks.layout import DraftError, Layout
from envs.home.tasks.moving import make_moving
from envs.home.tasks.options import TaskOptions
from envs.home.tasks.turning import make_turning
from envs.home.tasks.wishing import make_wish

SPLITS: dict[str, range] = {
    "sft": range(100_000, 200_000),
    "rl": range(200_000, 300_000),
    "validation": range(300_000, 400_000),
    "test": range(500_000, 600_000),
}
"""Apartment seeds of each split. sft and rl: training. validation: choices made while training. test: reported scores,
never looked at before."""

AGAIN = 8
"""Seeds that are tried for one task."""
DRAWS = 24
"""Drafts that are drawn for one seed; most that fail do so at once."""
MOST_BUDGET = 60
"""Steps of the longest episode."""
SPARE = 10
"""Steps that every budget allows beside twice the shortest plan."""

_MAKERS: dict[str, Callable[[Layout, TaskOptions, str], Draft]] = {
    "FDP": make_moving,
    "FODP": make_moving,
    "FDO": make_turning,
    "SUL": make_wish,
}


class NoTaskError(ValueError):
    """A scene in which no task of the wanted kind was found."""


def budget(optimal_steps: int, search: int = 0) -> int:
    """Steps that an episode may take: twice the shortest plan, ten to look around, and where nobody says where the
    target is, `search` more: two for each receptacle that it may be at. At most 60. (REAL names no budget.)
    """
    return min(MOST_BUDGET, 2 * optimal_steps + SPARE + search)


def sample_task(scene: str, family: str, task_seed: int, options: TaskOptions | None = None) -> Task:
    """One task, fixed by its arguments, with `optimal_steps`: the shortest plan solves it. NoTaskError when eight seeds
    (task_seed, task_seed + 1000, ...) lead to none.
    """
    options = options or TaskOptions()
    refused: Exception | None = None
    for seed in range(task_seed, task_seed + 1000 * AGAIN, 1000):
        try:
            return _solved(*_drafted(scene, family, seed, options), options)
        except (DraftError, TaskError, NoPlanError) as error:
            refused = error
    raise NoTaskError(f"{family} in {scene}, seed {task_seed}: {refused}, in {AGAIN} tries") from refused


def draft_task(scene: str, family: str, task_seed: int, options: TaskOptions | None = None) -> Task:
    """A task that nobody has tried yet, with the longest budget; quick. NoTaskError when the draws lead to none."""
    try:
        return _drafted(scene, family, task_seed, options or TaskOptions())[0]
    except DraftError as error:
        raise NoTaskError(f"{family} in {scene}, seed {task_seed}: {error}") from error


def task_at(split: str, number: int, options: TaskOptions | None = None) -> Task:
    """Entry `number` (from 0) of a split's list. ValueError for an unknown split and past its last apartment;
    NoTaskError when the apartment offers no task of the family.
    """
    options = options or TaskOptions()
    if split not in SPLITS:
        raise ValueError(f"no such split: {split!r}; known: {', '.join(SPLITS)}")
    apartment, turn = divmod(number, options.tasks_per_apartment)
    seeds = SPLITS[split]
    if not 0 <= apartment < len(seeds):
        raise ValueError(f"split {split!r} has no task {number}: its {len(seeds)} apartments are used up")
    family = options.families[number % len(options.families)]
    return sample_task(f"apartment_{seeds[apartment]}", family, turn, options)


def list_tasks(split: str, count: int, options: TaskOptions | None = None, first: int = 0) -> list[Task]:
    """Entries first, first + 1, ... of a split's list."""
    return [task_at(split, number, options) for number in range(first, first + count)]


def _drafted(scene: str, family: str, seed: int, options: TaskOptions) -> tuple[Task, Draft]:
    """A task that nobody has tried yet, with the longest budget."""
    rng = random.Random(f"{scene}:{family}:{seed}")
    kind = rng.random()
    refused = DraftError("nothing was drawn")
    for _ in range(DRAWS):
        layout = Layout(load_scene(scene), rng, options.open_share, kind, options.things or CATEGORIES)
        try:
            draft = _MAKERS[family](layout, options, family)
        except DraftError as error:
            refused = error
            continue
        return Task("home", f"{family}-{scene}-{seed}", seed, _parameters(layout, family, draft, options)), draft
    raise refused


def _solved(task: Task, draft: Draft, options: TaskOptions) -> Task:
    """The task with its shortest plan's length, its budget and its final id. TaskError when its things find no room,
    NoPlanError when it has no plan, DraftError when that is too long.
    """
    checked = CheckedTask(task)
    premises = lay_out(task, checked, SIGHT_SIZE)  # whose pictures are not drawn
    try:
        optimal = len(shortest_plan(Site.of(premises, checked)))
    finally:
        put_by(premises)  # most tasks are played as soon as they are sampled
    if not 0 < optimal <= options.most_steps:
        raise DraftError(f"the shortest plan takes {optimal} steps, but at most {options.most_steps} are wanted")
    parameters = {**task.parameters, "budget": budget(optimal, draft.search)}
    mark = hashlib.sha256(json.dumps(parameters, sort_keys=True).encode()).hexdigest()[:6]
    return replace(task, id=f"{task.id}-{mark}", parameters=parameters, optimal_steps=optimal)


def _parameters(layout: Layout, family: str, draft: Draft, options: TaskOptions) -> dict[str, Any]:
    """`Task.parameters`, JSON-plain, with things in the order of their names."""
    models = sorted(layout.models.items())
    parameters: dict[str, Any] = {
        "scene": layout.scene.name,
        "family": family,
        "instruction": draft.instruction,
        "objects": {name: {"category": model.category, "instance": model.instance} for name, model in models},
        "initial": layout.initial().to_json(),
        "goal": layout.goal(draft.moves, draft.opened).to_json(),
        "ask_budget": draft.ask_budget,
        "budget": MOST_BUDGET,
    }
    if draft.user is not None:
        parameters["user"] = draft.user.model_dump(mode="json", exclude_defaults=True)
        parameters["most_wrong"] = draft.most_wrong
    if options.noise is not None:
        parameters["noise"] = options.noise.model_dump(mode="json")
    return parameters
