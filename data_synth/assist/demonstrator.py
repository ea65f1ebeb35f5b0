"""The demonstrators of the assist worlds: the expert, and baselines that know nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Self

from data_synth.assist.baselines import BASELINES
from data_synth.assist.config import (
    AssistDataConfig,
    AssistManner,
    CookDataConfig,
    HouseholdDataConfig,
    PhoneDataConfig,
)
from data_synth.assist.expert import Expert
from data_synth.assist.statistics import AssistStatistics
from data_synth.demonstrator import Demonstrator, NoDemonstrationError
from data_synth.play import Actor, play
from envs.assist.cases import NoCaseError, case_at
from envs.assist.world import AssistWorld
from envs.context import ContextSettings
from envs.environment import Environment
from envs.episode import Episode, Task
from rewards import RewardSet


class NoAssistCaseError(NoDemonstrationError):
    """No case of the wanted kind is found there."""

    reason = "no case"


class AssistDemonstrator(Demonstrator[Any]):
    """Demonstrations of one assist world. baseline: one of BASELINES in place of the expert."""

    def __init__(self, baseline: str | None = None) -> None:
        self.baseline = baseline

    def task(self, config: AssistDataConfig, number: int) -> Task:
        """Entry `number` of the split's list."""
        try:
            return case_at(config.world, config.split, number, config)
        except NoCaseError as error:
            raise NoAssistCaseError(str(error)) from error

    def demonstrate(
        self,
        task: Task,
        world: Environment,
        seed: int,
        context: ContextSettings,
        rewards: RewardSet | None = None,
        config: AssistDataConfig | None = None,
    ) -> Episode:
        """The episode; without a configuration the expert overlooks nothing. TypeError for another kind of world."""
        if not isinstance(world, AssistWorld):
            raise TypeError(f"world: {type(world).__name__} is no assist world")
        initial = world.reset(task)
        actor: Actor[Any]
        if self.baseline is not None:
            actor = BASELINES[self.baseline](task, world, seed, context)
        else:
            manner, slips = (config.manner, config.wrong_turns) if config is not None else (AssistManner(), None)
            actor = Expert(task, world, seed, context, manner, slips)
        return play(actor, task, world, initial, rewards)

    def statistics(self) -> AssistStatistics:
        """Fresh counters."""
        return AssistStatistics()

    def variants(self) -> Mapping[str, Self]:
        """silent, random and talkative, see `data_synth.assist.baselines`."""
        return {name: type(self)(name) for name in BASELINES}


class CookDemonstrator(AssistDemonstrator):
    """In the kitchen."""

    config: ClassVar[type[AssistDataConfig]] = CookDataConfig


class HouseholdDemonstrator(AssistDemonstrator):
    """In the home."""

    config: ClassVar[type[AssistDataConfig]] = HouseholdDataConfig


class PhoneDemonstrator(AssistDemonstrator):
    """On the phone."""

    config: ClassVar[type[AssistDataConfig]] = PhoneDataConfig


COOK = CookDemonstrator()
HOUSEHOLD = HouseholdDemonstrator()
PHONE = PhoneDemonstrator()
