"""What a data configuration of an assist world says beside the common keys: which cases, and how the expert behaves."""

from __future__ import annotations

from typing import Annotated, Literal

from data_synth.config import DataConfig
from envs.assist.cases import SPLITS, CaseOptions, CookOptions, HouseholdOptions, PhoneOptions
from envs.settings import Settings
from envs.task_list import one_of


class AssistManner(Settings):
    """How the expert speaks and remembers. What varies without need is entropy that SFT has to fit."""

    wordings: Literal["all", "one"] = "all"
    """Templates of thoughts and messages: all of them, drawn at random, or always the first."""
    memory: Literal["events", "parts"] = "events"
    """The history's summary: what the person did, with counts and ticks, or only which parts of the task are done."""
    foresight: bool = True
    """Whether errors are warned of as soon as the schedule has begun them, or only once a camera shows something."""


class AssistDataConfig(DataConfig, CaseOptions):
    """What the three worlds share."""

    split: Annotated[str, one_of(SPLITS)]
    """Named range of seeds; what one split holds no other does."""
    manner: AssistManner = AssistManner()
    """Wording and memory."""


class CookDataConfig(AssistDataConfig, CookOptions):
    """One dataset of the kitchen."""

    world: Literal["cook"] = "cook"
    """Always cook."""


class HouseholdDataConfig(AssistDataConfig, HouseholdOptions):
    """One dataset of the home."""

    world: Literal["household"] = "household"
    """Always household."""


class PhoneDataConfig(AssistDataConfig, PhoneOptions):
    """One dataset of the phone."""

    world: Literal["phone"] = "phone"
    """Always phone."""
