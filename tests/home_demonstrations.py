"""Playing home tasks as the expert does, and reading what its tasks leave open and its replies say."""

from __future__ import annotations

import re
from pathlib import Path

from data_synth.home.config import HomeDataConfig
from data_synth.home.demonstrator import HomeDemonstrator
from envs.episode import Episode, EventKind, Task, Turn
from envs.home.objects import ObjectModel, make_object
from envs.home.tools import TOOLS
from envs.home.world import HomeWorld
from envs.reply import Reply, parse_reply
from rewards import load_rewards

REWARDS = load_rewards(Path(__file__).parents[1] / "configs/rewards/home.yaml")
ID = re.compile(r"\b[a-z]+(?:_[a-z]+)*_\d+\b")


def play(task: Task, world: HomeWorld, seed: int, searching: float, mistakes: float, mode: str = "markov") -> Episode:
    """The expert's episode, with rewards."""
    raw = {"manner": {"searching": float(searching)}, "wrong_turns": {"probability": mistakes, "most": 3}}
    config = HomeDataConfig.model_validate({"split": "validation", "episodes": 1, "mode": mode, **raw})
    return HomeDemonstrator().demonstrate(task, world, seed, config.context, REWARDS, config)


def ambiguities(task: Task) -> dict[str, dict]:
    """What a task's wish leaves open, by id."""
    return {a["id"]: a for a in (task.parameters.get("user") or {}).get("ambiguities", ())}


def wanted_categories(task: Task) -> set[str]:
    """Categories of the things that the wish's words fit."""
    names = ambiguities(task).get("target", {"candidates": ()})["candidates"]
    return {task.parameters["objects"][name]["category"] for name in names}


def models(task: Task) -> dict[str, ObjectModel]:
    """The things of a task, by name."""
    return {n: make_object(t["category"], t["instance"]) for n, t in task.parameters["objects"].items()}


def reply_of(turn: Turn) -> Reply:
    """What a turn said, with its history."""
    return parse_reply(turn.reply, TOOLS, history_required=True)


def facts(turn: Turn) -> dict[str, str]:
    """What stands beside the picture that a turn answers."""
    return dict(turn.observation.facts)


def ids(text: str) -> set[str]:
    """Whatever looks like an id in a text."""
    return set(ID.findall(text))


def answers(turn: Turn) -> str | None:
    """What the person said in a turn that cleared something up."""
    if not any(event.data.get("resolves") for event in turn.step.events):
        return None
    text = next(event.text for event in turn.step.events if event.kind == EventKind.ANSWERED)
    return text.removeprefix("The person says: ").strip('"').rstrip(".")
