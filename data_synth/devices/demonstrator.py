"""The device world's demonstrator: its list of tasks, its planner at work, its instructions for a rewriter."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from data_synth.demonstrator import Demonstrator, NoDemonstrationError
from data_synth.devices.config import DeviceDataConfig
from data_synth.devices.expert import demonstrate
from data_synth.devices.planner import Planner
from data_synth.devices.statistics import DeviceStatistics
from data_synth.rewriting import Told
from envs.context import ContextSettings
from envs.devices.category import load_category
from envs.devices.tasks import NoTaskError, task_at
from envs.devices.world import DeviceWorld
from envs.environment import Environment
from envs.episode import Episode, Task
from rewards import RewardSet

RULE = "Do not name any part of the device and do not say how to do it."


class NoDeviceTaskError(NoDemonstrationError):
    """The device offers no task of the wanted kind."""

    reason = "no task on this device"


class DeviceDemonstrator(Demonstrator[DeviceDataConfig]):
    """Demonstrations on generated devices."""

    config: ClassVar[type[DeviceDataConfig]] = DeviceDataConfig
    rewords: ClassVar[bool] = True

    def task(self, config: DeviceDataConfig, number: int) -> Task:
        """Entry `number` of the split's list."""
        try:
            return task_at(config.split, number, config.mix)
        except NoTaskError as error:
            raise NoDeviceTaskError(str(error)) from error

    def demonstrate(
        self,
        task: Task,
        world: Environment,
        seed: int,
        context: ContextSettings,
        rewards: RewardSet | None = None,
        config: DeviceDataConfig | None = None,
    ) -> Episode:
        """The planner's episode. TypeError for another world than the device world."""
        if not isinstance(world, DeviceWorld):
            raise TypeError(f"world: {type(world).__name__} is not the device world")
        planner = Planner.of(task)
        if config is None:
            return demonstrate(task, world, planner, seed, context, rewards)
        slips, manner = config.wrong_turns, config.manner
        return demonstrate(task, world, planner, seed, context, rewards, slips.probability, slips.most, manner)

    def told(self, task: Task) -> Told:
        """The goals' instructions; a model may know the category alone."""
        category = task.parameters["device"]["category"]
        about = "Device: " + " ".join(re.findall(r"[A-Z][a-z]*", category)).lower()
        return Told(tuple(task.parameters["instructions"]), about, RULE, forbidden_words(category))

    def retold(self, task: Task, sentences: Sequence[str]) -> Task:
        """The task with other instructions."""
        return replace(task, parameters={**task.parameters, "instructions": list(sentences)})

    def statistics(self) -> DeviceStatistics:
        """Counters for VGEBench's tables too."""
        return DeviceStatistics()


DEMONSTRATOR = DeviceDemonstrator()


def forbidden_words(category: str) -> tuple[str, ...]:
    """What no instruction may hold: component ids, also as plain words, and states' names of several words."""
    ucsm = load_category(category).ucsm
    ids = [form for name in ucsm.components() for form in (name, name.replace("_", " "))]
    return (*ids, *(name for name in ucsm.states if len(re.findall("[A-Z]", name)) > 1))
