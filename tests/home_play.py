"""Tasks laid out by hand in a standard apartment, and ways to play them.

In `standard_1`, counter_1, coffee_table_1, bookcase_1 and bed_1 are open, cabinet_1 has a door, wardrobe_1 two, and
nightstand_1 a drawer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from envs.environment import ReplyError
from envs.episode import Episode, Step, Task, ToolCall, Turn
from envs.home.apartments import load_scene
from envs.home.graph import WorldGraph
from envs.home.world import HomeWorld

SCENE = "standard_1"
PERFECT = {"missed": 0.0, "missed_when_hidden": 0.0, "mislabelled": 0.0, "least_pixels": 0, "least_share": 0.0}
"""A detector that finds all that can be seen at all."""
MUG, APPLE, BOX, BALL = ("coffee_mug", 0), ("apple", 0), ("cereal_box", 0), ("basketball", 0)
"""Things: category and instance."""

WALK = ToolCall("walk_around")


def nav(receptacle: str) -> ToolCall:
    return ToolCall("nav_to", {"receptacle": receptacle})


def gaze(mark: int) -> ToolCall:
    return ToolCall("gaze_at", {"mark": mark})


def pick(mark: int) -> ToolCall:
    return ToolCall("pick", {"mark": mark})


def place(target: str | int) -> ToolCall:
    return ToolCall("place", {"target": target})


def turn(mark: int, opening: bool = True) -> ToolCall:
    return ToolCall("open" if opening else "close", {"mark": mark})


def show(category: str) -> ToolCall:
    return ToolCall("show_object_by_category", {"category": category})


def ask(question: str) -> ToolCall:
    return ToolCall("ask", {"question": question})


def home_task(
    things: Mapping[str, tuple[str, int, str | None]],
    goal: Mapping[str, str | None],
    opened: Iterable[str] = (),
    turned: Mapping[str, bool] | None = None,
    seed: int = 0,
    **more: Any,
) -> Task:
    """things: name -> (category, instance, where at the start; None is the gripper). goal: where some of them are to
    go. opened: what stands open. turned: what the goal says of openings.
    """
    start = {name: where for name, (_, _, where) in things.items()}
    parameters = {
        "scene": SCENE,
        "family": "FDP",
        "objects": {name: {"category": c, "instance": i} for name, (c, i, _) in things.items()},
        "initial": _graph(start, {name: name in set(opened) for name in load_scene(SCENE).opening}),
        "goal": _graph({**start, **goal}, turned or {}),
        "instruction": "Tidy up, please.",
        "noise": PERFECT,
        **more,
    }
    return Task("home", "by-hand", seed, parameters)


def _graph(places: Mapping[str, str | None], opened: Mapping[str, bool]) -> dict[str, Any]:
    contents: dict[str, list[str]] = {}
    for name, place in places.items():
        if place is not None:
            contents.setdefault(place, []).append(name)
    held = next((name for name, place in places.items() if place is None), None)
    return WorldGraph.of(contents, opened, held).to_json()


def mark_of(world: HomeWorld, target: str) -> int:
    """The number of the mark that a thing, or what opens a receptacle, bears now."""
    return next(m.number for m in world.state.marks if target in (m.target, m.target.partition(".")[0]))


def play(world: HomeWorld, task: Task, calls: Sequence[ToolCall | ReplyError]) -> list[Step]:
    """The steps of these calls from the start."""
    world.reset(task)
    return [world.step(call) for call in calls]


def episode(world: HomeWorld, task: Task, calls: Sequence[ToolCall | ReplyError]) -> Episode:
    """The episode of these calls; it ends with the last one if not before."""
    first = seen = world.reset(task)
    turns, outcome = [], None
    for call in calls:
        step = world.step(call)
        turns.append(Turn(seen, "", step, call if isinstance(call, ToolCall) else None))
        seen, outcome = step.observation, step.outcome
        if outcome is not None:
            break
    return Episode(task, tuple(turns), outcome, first)


THINGS = {
    "coffee_mug_3": (*MUG, "counter_1"),
    "coffee_mug_4": ("coffee_mug", 5, "counter_1"),
    "cereal_box_8": (*BOX, "coffee_table_1"),
    "apple_1": (*APPLE, "nightstand_1"),
}
TASK = home_task(THINGS, {"coffee_mug_3": "coffee_table_1"})
DOOR = home_task(THINGS, {}, turned={"wardrobe_1": True})
WISH = home_task(
    THINGS,
    {"coffee_mug_3": "bed_1"},
    family="SUL",
    most_wrong=1,
    ask_budget=2,
    user={
        "ambiguities": [
            {"id": "target", "candidates": ["coffee_mug_3", "coffee_mug_4"], "truth": "coffee_mug_3"},
            {"id": "destination", "candidates": ["bed_1", "sofa_1", "bookcase_1"], "truth": "bed_1"},
        ],
        "known": ["bed_1", "sofa_1", "bookcase_1"],
    },
)
