"""A demonstrator and a sampler for the world of spots: what a new world needs for data, task lists and the planner."""

from __future__ import annotations

from typing import ClassVar, Literal

from data_synth.config import DataConfig
from data_synth.demonstrator import Demonstrator, NoDemonstrationError
from data_synth.history import history
from envs.environment import Environment
from envs.episode import Episode, Task, ToolCall, Turn
from envs.reply import format_reply
from envs.task_list import SampledTasks
from tests.spots import COLOURS


class NoSuchSpotError(NoDemonstrationError):
    """Every fifth card is said to have no spot."""

    reason = "no spot"


class SpotConfig(DataConfig):
    """A dataset of touched spots."""

    world: Literal["spots"] = "spots"
    colours: list[str] = list(COLOURS)


class SpotTasks(SampledTasks):
    """A list of cards."""

    colours: list[str] = list(COLOURS)

    def draw(self, count: int) -> list[Task]:
        return [spot_task(number, self.colours) for number in range(self.first, self.first + count)]


class SpotDemonstrator(Demonstrator[SpotConfig]):
    """Touches the spot at once."""

    config: ClassVar[type[SpotConfig]] = SpotConfig

    def task(self, config: SpotConfig, number: int) -> Task:
        if number % 5 == 4:
            raise NoSuchSpotError(f"card {number}")
        return spot_task(number, config.colours)

    def demonstrate(self, task, world: Environment, seed, context, rewards=None, config=None) -> Episode:
        observation = world.reset(task)
        i, j = world.places[task.parameters["colour"]]  # type: ignore[attr-defined]
        call = ToolCall("touch", {"coordinate": [333 * i + 166, 333 * j + 166]})
        memory = history([], observation.instruction) if context.history_required else None
        reply = format_reply("There it is.", memory, call)
        step = world.step(call)
        return Episode(task, (Turn(observation, reply, step, call),), step.outcome, observation, policy="planner")


def spot_task(number: int, colours: list[str]) -> Task:
    return Task("spots", f"spot-{number}", number, {"colour": colours[number % len(colours)], "family": "touch"}, 1)
