"""The home world's demonstrator: its list of tasks, its planner at work, its instructions for a rewriter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

from data_synth.demonstrator import Demonstrator, NoDemonstrationError
from data_synth.home.config import HomeDataConfig, HomeManner
from data_synth.home.expert import Style, demonstrate
from data_synth.rewriting import Told
from envs.context import ContextSettings
from envs.environment import Environment
from envs.episode import Episode, Task
from envs.home.apartments import load_scene
from envs.home.objects import make_object
from envs.home.tasks import NoTaskError, task_at
from envs.home.user import Names
from envs.home.user.names import stems
from envs.home.world import HomeWorld
from rewards import RewardSet

RULE = "Keep every word that says how a thing or a piece of furniture looks, or where it stands."


class NoHomeTaskError(NoDemonstrationError):
    """The apartment offers no task of the wanted kind."""

    reason = "no task in this apartment"


class HomeDemonstrator(Demonstrator[HomeDataConfig]):
    """Demonstrations in apartments. asks: False makes the baseline that never asks."""

    config: ClassVar[type[HomeDataConfig]] = HomeDataConfig
    rewords: ClassVar[bool] = True

    def __init__(self, asks: bool = True) -> None:
        self.asks = asks

    def task(self, config: HomeDataConfig, number: int) -> Task:
        """Entry `number` of the split's list."""
        try:
            return task_at(config.split, number, config)
        except NoTaskError as error:
            raise NoHomeTaskError(str(error)) from error

    def demonstrate(
        self,
        task: Task,
        world: Environment,
        seed: int,
        context: ContextSettings,
        rewards: RewardSet | None = None,
        config: HomeDataConfig | None = None,
    ) -> Episode:
        """The planner's episode; without a configuration it goes straight. TypeError for another world than home."""
        if not isinstance(world, HomeWorld):
            raise TypeError(f"world: {type(world).__name__} is not the home world")
        style = Style(HomeManner(searching=0.0), None, self.asks)
        if config is not None:
            style = Style(config.manner, config.wrong_turns, self.asks)
        return demonstrate(task, world, seed, context, rewards, style)

    def told(self, task: Task) -> Told:
        """The instruction; a model may know the sentence alone, and must keep what it says of things and furniture."""
        instruction, objects = task.parameters["instruction"], task.parameters["objects"]
        things = {name: make_object(thing["category"], thing["instance"]) for name, thing in objects.items()}
        names = Names(things, load_scene(task.parameters["scene"]).receptacles)
        kept = stems(instruction) & (names.thing_words | names.furniture_words)
        return Told((instruction,), "Scene: an apartment", RULE, kept=tuple(sorted(kept)))

    def retold(self, task: Task, sentences: Sequence[str]) -> Task:
        """The task with another instruction."""
        return replace(task, parameters={**task.parameters, "instruction": sentences[0]})

    def variants(self) -> dict[str, Demonstrator[Any]]:
        """no_ask: guesses what the wish leaves unclear."""
        return {"no_ask": HomeDemonstrator(asks=False)}


DEMONSTRATOR = HomeDemonstrator()
