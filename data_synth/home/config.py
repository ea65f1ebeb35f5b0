"""What a data configuration of the home world says beside the common keys: which tasks, and how the expert behaves."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, field_validator, model_validator

from data_synth.config import DataConfig
from envs.home.tasks import SPLITS, TaskOptions
from envs.settings import Settings
from envs.task_list import one_of


class HomeManner(Settings):
    """How the expert speaks and searches. What varies without need is entropy that SFT has to fit."""

    wordings: Literal["all", "one"] = "all"
    """Templates of thoughts and questions: all of them, drawn at random, or always the first."""
    searching: Annotated[float, Field(ge=0, le=1)] = 0.5
    """Share of episodes in which the expert, though it knows better, looks at like receptacles one by one in the order
    of their ids until it stands before the one that is meant: the way of somebody who does not know."""


class HomeDataConfig(DataConfig, TaskOptions):
    """One dataset of the home world: the common keys and those of its task lists. Splits are those of
    `envs.home.tasks.SPLITS`.
    """

    world: Literal["home"] = "home"
    """Always home."""
    split: Annotated[str, one_of(SPLITS)]
    """Named range of seeds; what one split holds no other does."""
    manner: HomeManner = HomeManner()
    """Wording and search."""

    @model_validator(mode="after")
    def _within(self) -> HomeDataConfig:
        room = len(SPLITS[self.split]) * self.tasks_per_apartment
        if self.first + self.episodes > room:
            raise ValueError(f"first: {self.first} and {self.episodes} episodes go beyond the split's {room} tasks")
        return self

    @field_validator("render")
    @classmethod
    def _sees(cls, value: bool) -> bool:
        if not value:
            raise ValueError(
                "the home world cannot be played without pictures: its detector works on what the camera sees"
            )
        return value
