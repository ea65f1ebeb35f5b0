"""What to synthesise: one YAML file, each key documented here and in `configs/data`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, field_validator, model_validator

from data_synth.rewriting import RewritingConfig
from envs.context import ContextSettings
from envs.devices.mix import CATEGORIES, Census, TaskMix
from envs.devices.tasks import SPLITS
from envs.settings import Settings, SettingsError, load_settings
from rewards import RewardSet, load_rewards

Probability = Annotated[float, Field(ge=0, le=1)]


class WrongTurns(Settings):
    """Deliberate mistakes with recovery. The loss leaves the mistake out; the turn after it is learnt."""

    probability: Probability = 0.35
    """Share of episodes that hold mistakes."""
    most: Annotated[int, Field(ge=1, le=4)] = 2
    """Most mistakes in one episode."""


class Manner(Settings):
    """How the expert speaks and clicks. What varies without need is entropy that SFT has to fit and RL samples from."""

    wordings: Literal["all", "one"] = "all"
    """Templates of thoughts: all of them, drawn at random, or always the first."""
    click_spread: Probability = 0.3
    """Clicks spread evenly over this share of a box's half sides around its middle."""
    click_grid: Annotated[int, Field(ge=1, le=50)] = 1
    """Clicks are rounded to multiples of this, of the 1000 that a picture has, where the box allows it."""


class CensusConfig(Settings):
    """So many devices of each category, as VGEBench counts them, in place of an endless list."""

    devices: dict[str, Annotated[int, Field(ge=1)]] = Field(min_length=1)
    """Category -> how many devices; the tasks are spread evenly over all of them."""
    single: Annotated[int, Field(ge=0)]
    """Episodes with one goal; the others have as many as `goals` says."""

    @field_validator("devices")
    @classmethod
    def _known_categories(cls, value: dict[str, int]) -> dict[str, int]:
        return {_known(name): count for name, count in value.items()}


class DataConfig(Settings):
    """One dataset. All that decides its content is here: an equal configuration gives equal bytes."""

    split: str
    """Named range of device seeds, see `envs.devices.tasks.SPLITS`."""
    episodes: Annotated[int, Field(ge=1)]
    """Tasks to demonstrate; those that quality control rejects are left out, not replaced."""
    first: Annotated[int, Field(ge=0)] = 0
    """Number of the first task in the split's endless list."""
    categories: list[str] = Field(default=list(CATEGORIES), min_length=1)
    """Device categories, dealt out in turn."""
    census: CensusConfig | None = None
    """Devices by category instead of `categories` and `tasks_per_device`, which have no say then."""
    tasks_per_device: Annotated[int, Field(ge=1)] = 3
    """Tasks asked of one device before the next one comes."""
    goals: list[int] = Field(default=[1, 2], min_length=2, max_length=2)
    """Fewest and most goals of a task."""
    most_steps: Annotated[int, Field(ge=1)] = 6
    """Most steps that a best plan may take over all goals of a task."""
    budget_factor: Annotated[int, Field(ge=1)] = 5
    """Steps allowed per optimal step (equation 1)."""
    picture_size: Annotated[int, Field(ge=32, le=2048)] = 512
    """Side of the square pictures, in pixels."""
    render: bool = True
    """Whether to draw pictures; without them the episodes are symbolic."""
    mode: Literal["markov", "transcript"] = "markov"
    """Whether replies carry their history (markov) or not (transcript)."""
    wrong_turns: WrongTurns = WrongTurns()
    """Mistakes and recoveries."""
    manner: Manner = Manner()
    """Wording and clicks."""
    rewriting: RewritingConfig | None = None
    """A language model that rewords the instructions; null for the templates' own words."""
    rewards: str | None = None
    """Composition that scores the turns, relative to this file or to the working directory; null for none."""
    shard_size: Annotated[int, Field(ge=1)] = 60
    """Episodes a shard, which is what is redone after a kill; a multiple of tasks_per_device."""
    seed: Annotated[int, Field(ge=0)] = 0
    """Seed of the expert's wording, clicks and mistakes. Tasks do not depend on it."""

    @field_validator("split")
    @classmethod
    def _known_split(cls, value: str) -> str:
        if value not in SPLITS:
            raise ValueError(f"no such split; known: {', '.join(SPLITS)}")
        return value

    @field_validator("categories")
    @classmethod
    def _known_categories(cls, value: list[str]) -> list[str]:
        for name in value:
            _known(name)
        if len(set(value)) < len(value):
            raise ValueError("a category stands twice")
        return value

    @model_validator(mode="after")
    def _fits(self) -> DataConfig:
        if not 1 <= self.goals[0] <= self.goals[1]:
            raise ValueError(f"goals: expected [fewest, most] from 1 on, got {self.goals}")
        if self.census is not None:
            return self._fits_census(self.census)
        room = len(SPLITS[self.split]) * len(self.categories) * self.tasks_per_device
        if self.first + self.episodes > room:
            raise ValueError(f"first: {self.first} and {self.episodes} episodes go beyond the split's {room} tasks")
        if self.shard_size % self.tasks_per_device:
            raise ValueError(
                f"shard_size: {self.shard_size} is no multiple of tasks_per_device ({self.tasks_per_device}),"
                " so a device's pictures would be drawn by two processes"
            )
        return self

    def _fits_census(self, census: CensusConfig) -> DataConfig:
        if self.first:
            raise ValueError(f"first: {self.first}: a census is one whole list and begins at 0")
        if census.single > self.episodes:
            raise ValueError(f"census.single: {census.single} is more than the {self.episodes} episodes")
        devices, room = sum(census.devices.values()), len(SPLITS[self.split])
        if self.episodes < devices:
            raise ValueError(f"episodes: {self.episodes} do not reach all of the {devices} devices")
        if (most := max(census.devices.values())) > room:
            raise ValueError(f"census.devices: {most} of one category, where the split has {room}")
        return self

    @property
    def mix(self) -> TaskMix | Census:
        """What tasks are drawn from."""
        if self.census is not None:
            return Census(
                devices=self.census.devices,
                tasks=self.episodes,
                single=self.census.single,
                goals=(self.goals[0], self.goals[1]),
                most_steps=self.most_steps,
                budget_factor=self.budget_factor,
            )
        return TaskMix(
            categories=tuple(self.categories),
            tasks_per_device=self.tasks_per_device,
            goals=(self.goals[0], self.goals[1]),
            most_steps=self.most_steps,
            budget_factor=self.budget_factor,
        )

    @property
    def context(self) -> ContextSettings:
        """The context in which the replies are valid."""
        return ContextSettings(mode=self.mode)

    @property
    def shards(self) -> int:
        """How many shards there will be."""
        return -(-self.episodes // self.shard_size)

    def slice(self, shard: int) -> range:
        """Numbers of the tasks of a shard: a fixed slice of the list, whatever else is done or not."""
        start = self.first + shard * self.shard_size
        return range(start, min(start + self.shard_size, self.first + self.episodes))


def _known(category: str) -> str:
    if category not in CATEGORIES:
        raise ValueError(f"{category!r} is no category; known: {', '.join(CATEGORIES)}")
    return category


def load_config(path: str | Path) -> tuple[DataConfig, RewardSet | None]:
    """A configuration and the rewards it names; SettingsError names file, field and value."""
    path = Path(path)
    config = load_settings(path, DataConfig)
    if config.rewards is None:
        return config, None
    beside = path.parent / config.rewards
    chosen = beside if beside.exists() else Path(config.rewards)
    if not chosen.exists():
        raise SettingsError(
            f"{path}: rewards: {config.rewards!r} is neither beside this file nor in the working directory"
        )
    return config, load_rewards(chosen)


def resolved(config: DataConfig, rewards: RewardSet | None) -> dict[str, Any]:
    """What a manifest keeps and compares: every key, defaults included, and the rewards' own content."""
    return {**config.model_dump(), "rewards": rewards.describe() if rewards else None}
