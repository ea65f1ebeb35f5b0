"""Players that need no model: the planner, which knows the simulator (an upper bound), and a random one (a lower)."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from envs.context import ContextSettings, Prompt
from envs.environment import Environment, ToolSpec
from envs.episode import Episode, Outcome, Task, ToolCall
from envs.reply import History, format_reply
from envs.settings import SettingsError
from rewards import RewardSet
from train.engines import Sampling
from train.evaluation.text_engine import TextReply

CODES: dict[str, Sequence[str]] = {"parameter": "01"}
"""Values of arguments that neither a schema nor a prompt lists; one that may be left out is left out half the time."""
OWN_LABELS = frozenset(("instruction", "done", "task", "previous action", "feedback"))
"""Lines of a prompt that are no facts of the world."""
LARGEST = 1000
"""Integers without bounds are drawn from 0 to this: most are coordinates."""


class RandomPolicy:
    """A valid call drawn from the tools' schemas. Points lie anywhere in the picture; names and marks are among those
    that the prompt lists in a fact that bears the argument's name ("Views: a, b" for `view`, "Marks: 1 mug, 2 plate"
    for `mark`), or in any fact where none does.
    """

    def __init__(self, tools: Sequence[ToolSpec], context: ContextSettings) -> None:
        self.tools = list(tools)
        self.history = History(summary="", task="") if context.history_required else None

    def reply(self, prompt: Prompt, seed: int, sampling: Sampling) -> TextReply:
        """A reply that the seed alone decides."""
        rng = random.Random(seed)
        tool = rng.choice(self.tools)
        parameters = tool.schema()["parameters"]
        required, facts = parameters.get("required", []), _facts(prompt)
        arguments = {
            name: _draw(name, _whole(schema, parameters), rng, facts)
            for name, schema in parameters.get("properties", {}).items()
            if name in required or (name in CODES and rng.random() < 0.5)
        }
        return TextReply(format_reply("I try something.", self.history, ToolCall(tool.name, arguments)))


def planner_episodes(
    tasks: Sequence[Task],
    make_world: Callable[[], Environment],
    context: ContextSettings,
    rewards: RewardSet | None,
    seed: int,
    on_end: Callable[[Episode], Any],
    variant: str = "",
) -> list[Episode]:
    """The planner's episode of every task; a fault in one is that one's infra_error. variant: one of the demonstrator's
    variants instead. SettingsError for tasks of a world without a demonstrator, or without this variant.
    """
    from data_synth.demonstrator import DEMONSTRATORS

    known = DEMONSTRATORS.names()
    for name in dict.fromkeys(task.world for task in tasks):
        if name not in known:
            raise SettingsError(f"world: {name!r} has no planner; known: {', '.join(known)}")
    experts = {task.world: DEMONSTRATORS.get(task.world) for task in tasks}
    if variant:
        for name, expert in experts.items():
            variants = expert.variants()
            if variant not in variants:
                told = ", ".join(variants) or "none"
                raise SettingsError(f"policy: {variant!r} is no variant of the planner of {name!r}; known: {told}")
            experts[name] = variants[variant]
    episodes = []
    world = make_world()
    try:
        for task in tasks:
            try:
                episode = experts[task.world].demonstrate(task, world, seed, context, rewards)
            except Exception as error:  # one task must not end the others
                reason = f"{type(error).__name__}: {error}"
                episode = Episode(task, outcome=Outcome.INFRA_ERROR, error=reason, policy="planner")
            on_end(episode)
            episodes.append(episode)
    finally:
        world.close()
    return episodes


def _facts(prompt: Prompt) -> dict[str, list[str]]:
    """Label in lower case -> values of the last "Label: value, value" line of the prompt; notes in brackets are cut."""
    lines = [line for item in prompt.messages[-1]["content"] for line in item.get("text", "").splitlines()]
    facts: dict[str, list[str]] = {}
    for line in lines:
        label, colon, values = line.partition(": ")
        if colon and label.lower() not in OWN_LABELS:
            named = (value.partition(" (")[0].strip() for value in values.split(", "))
            facts[label.lower()] = [value for value in named if value]
    return facts


def _listed(name: str, facts: Mapping[str, list[str]]) -> list[str]:
    """Values of the fact that names the argument, in the plural or the singular; without one, those of all facts."""
    for label in (f"{name}s", f"{name.removesuffix('y')}ies", name):
        if label in facts:
            return facts[label]
    return [value for values in facts.values() for value in values]


def _whole(schema: dict[str, Any], parameters: dict[str, Any]) -> dict[str, Any]:
    """A schema with what it refers to in its place."""
    reference = schema.get("$ref")
    return parameters["$defs"][reference.rpartition("/")[2]] if reference else schema


def _draw(name: str, schema: dict[str, Any], rng: random.Random, facts: Mapping[str, list[str]]) -> Any:
    if name in CODES:
        return [rng.choice(CODES[name])]
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return rng.choice(schema["enum"])
    if "anyOf" in schema:
        return _draw(name, rng.choice(schema["anyOf"]), rng, facts)
    kind = schema.get("type")
    if kind == "array":
        return [_draw("", schema.get("items", {}), rng, facts) for _ in range(schema.get("minItems", 1))]
    if kind in ("integer", "number"):
        return _number(name, schema, rng, facts)
    if kind == "boolean":
        return rng.random() < 0.5
    if kind == "null":
        return None
    return rng.choice(_listed(name, facts) or ["something"])[: schema.get("maxLength")]


def _number(name: str, schema: dict[str, Any], rng: random.Random, facts: Mapping[str, list[str]]) -> int:
    """A number with which a listed value begins. Any within the schema's bounds where none does, and for items of a
    list, as coordinates are.
    """
    low = math.ceil(schema.get("minimum", schema.get("exclusiveMinimum", -1) + 1))
    high = math.floor(schema.get("maximum", schema.get("exclusiveMaximum", max(low, LARGEST) + 1) - 1))
    heads = [value.split()[0] for value in _listed(name, facts)] if name else []
    marks = [int(head) for head in heads if head.isascii() and head.isdecimal() and low <= int(head) <= high]
    return rng.choice(marks) if marks else rng.randint(low, high)
