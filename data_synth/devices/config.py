"""What a data configuration of the device world says beside the common keys: which devices, asked for what, and how the
expert speaks and clicks.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, field_validator, model_validator

from data_synth.config import DataConfig
from envs.devices.mix import CATEGORIES, Census, TaskMix
from envs.devices.tasks import SPLITS
from envs.settings import Settings
from envs.task_list import one_of


class Manner(Settings):
    """How the expert speaks and clicks. What varies without need is entropy that SFT has to fit and RL samples from."""

    wordings: Literal["all", "one"] = "all"
    """Templates of thoughts: all of them, drawn at random, or always the first."""
    marks: bool = True
    """Whether thoughts name what is printed on a part ("the grey button marked START"), or only colour and kind."""
    click_spread: Annotated[float, Field(ge=0, le=1)] = 0.3
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


class DeviceDataConfig(DataConfig):
    """One dataset of the device world. Splits are those of `envs.devices.tasks.SPLITS`; shard_size is a multiple of
    tasks_per_device.
    """

    world: Literal["devices"] = "devices"
    """Always devices."""
    split: Annotated[str, one_of(SPLITS)]
    """Named range of seeds; what one split holds no other does."""
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
    manner: Manner = Manner()
    """Wording and clicks."""

    @field_validator("categories")
    @classmethod
    def _known_categories(cls, value: list[str]) -> list[str]:
        for name in value:
            _known(name)
        if len(set(value)) < len(value):
            raise ValueError("a category stands twice")
        return value

    @model_validator(mode="after")
    def _fits(self) -> DeviceDataConfig:
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

    def _fits_census(self, census: CensusConfig) -> DeviceDataConfig:
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


def _known(category: str) -> str:
    if category not in CATEGORIES:
        raise ValueError(f"{category!r} is no category; known: {', '.join(CATEGORIES)}")
    return category
