"""Players that need no model: the planner, which knows the simulator (an upper bound), and a random one (a lower)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from envs.context import ContextSettings, Prompt
from envs.environment import Environment, ToolSpec
from envs.episode import Episode, Outcome, Task, ToolCall
from envs.reply import History, format_reply
from rewards import RewardSet
from train.engines import Sampling
from train.evaluation.text_engine import TextReply


class RandomPolicy:
    """A valid call drawn from the tools' schemas: points anywhere in the picture, views among those that the prompt
    names.
    """

    def __init__(self, tools: Sequence[ToolSpec], context: ContextSettings) -> None:
        self.tools = list(tools)
        self.history = History(summary="", task="") if context.history_required else None

    def reply(self, prompt: Prompt, seed: int, sampling: Sampling) -> TextReply:
        """A reply that the seed alone decides."""
        rng = random.Random(seed)
        tool = rng.choice(self.tools)
        properties = tool.schema()["parameters"].get("properties", {})
        required = tool.schema()["parameters"].get("required", [])
        views = _named_views(prompt)
        arguments = {
            name: _draw(name, schema, rng, views)
            for name, schema in properties.items()
            if name in required or (name == "parameter" and rng.random() < 0.5)
        }
        return TextReply(format_reply("I try something.", self.history, ToolCall(tool.name, arguments)))


def planner_episodes(
    tasks: Sequence[Task],
    make_world: Callable[[], Environment],
    context: ContextSettings,
    rewards: RewardSet | None,
    seed: int,
    on_end: Callable[[Episode], Any],
) -> list[Episode]:
    """The planner's episode of every task of the device world; a fault in one is that one's infra_error."""
    from data_synth.expert import demonstrate
    from data_synth.planner import Planner

    episodes = []
    world = make_world()
    try:
        for task in tasks:
            try:
                episode = demonstrate(task, world, Planner.of(task), seed, context, rewards)  # type: ignore[arg-type]
            except Exception as error:  # one task must not end the others
                reason = f"{type(error).__name__}: {error}"
                episode = Episode(task, outcome=Outcome.INFRA_ERROR, error=reason, policy="planner")
            on_end(episode)
            episodes.append(episode)
    finally:
        world.close()
    return episodes


def _named_views(prompt: Prompt) -> list[str]:
    """Views in the last "Views: a, b" line of the prompt."""
    lines = [line for item in prompt.messages[-1]["content"] for line in item.get("text", "").splitlines()]
    named: Iterator[str] = (line.removeprefix("Views: ") for line in reversed(lines) if line.startswith("Views: "))
    return next(named, "front").split(", ")


def _draw(name: str, schema: dict[str, Any], rng: random.Random, views: list[str]) -> Any:
    if name == "view":
        return rng.choice(views)
    if name == "parameter":
        return [rng.choice("01")]
    kind = schema.get("type")
    if kind == "array":
        return [_draw("", schema.get("items", {}), rng, views) for _ in range(schema.get("minItems", 1))]
    if kind in ("integer", "number"):
        return rng.randint(0, 1000)
    if kind == "boolean":
        return rng.random() < 0.5
    return rng.choice(schema.get("enum", [""]))
