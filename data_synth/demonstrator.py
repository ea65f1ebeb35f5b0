"""What a world offers so that its tasks can be demonstrated: for datasets, and for the planner in a benchmark.

A world's demonstrator is an object of a subclass of `Demonstrator`. It enters DEMONSTRATORS under the world's name:
built in here, by `DEMONSTRATORS.register`, or as entry point of the group `apprentice.demonstrators`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from data_synth.rewriting import Told
from data_synth.statistics import Statistics
from envs.context import ContextSettings
from envs.environment import Environment, make
from envs.episode import Episode, Task
from envs.images import ImageStore
from envs.registry import Registry
from rewards import RewardSet

if TYPE_CHECKING:
    from data_synth.config import DataConfig  # which asks DEMONSTRATORS for a world's configuration

Config = TypeVar("Config", bound="DataConfig")


class NoDemonstrationError(ValueError):
    """A task that cannot be drawn, or that the expert fails at. Subclasses set `reason`, by which manifests count."""

    reason = "no demonstration"


class Demonstrator(ABC, Generic[Config]):
    """The expert of one world. It keeps nothing between calls, and workers get a pickled copy."""

    config: ClassVar[type[DataConfig]]
    """The world's subclass of DataConfig: what a data file may say."""
    rewords: ClassVar[bool] = False
    """Whether instructions can be reworded; then `told` and `retold` are there."""

    def world(self, config: Config, images: ImageStore) -> Environment:
        """The world that the episodes of a configuration are played in; it draws into `images`. Only a world that takes
        the option `render` can do without pictures; others refuse it in their configuration.
        """
        options: dict[str, Any] = {"images": images, "picture_size": config.picture_size}
        return make(config.world, options if config.render else {**options, "render": False})

    @abstractmethod
    def task(self, config: Config, number: int) -> Task:
        """Entry `number` of the configuration's list, a function of the two alone. NoDemonstrationError when no task of
        the wanted kind is found there.
        """

    @abstractmethod
    def demonstrate(
        self,
        task: Task,
        world: Environment,
        seed: int,
        context: ContextSettings,
        rewards: RewardSet | None = None,
        config: Config | None = None,
    ) -> Episode:
        """Play `task` to its end in `world`, as policy "planner". Depends on the arguments alone, and of the task's
        randomness on (task id, seed).

        Every reply is written by `format_reply`, with a history where the context requires one; every action goes
        through `world.step`, and a copy of `rewards` scores it. config: how to speak and how often to err, the
        mistakes' turns marked trainable=False; without one no mistakes are made. A simulator's fault (InfraError) gives
        an episode of outcome infra_error; NoDemonstrationError is the expert's own fault.
        """

    def told(self, task: Task) -> Told:
        """The instructions of a task, for a model that rewords them."""
        raise NotImplementedError(f"{type(self).__name__} rewords nothing")

    def retold(self, task: Task, sentences: Sequence[str]) -> Task:
        """The task with these sentences in place of those that `told` gave, in their order."""
        raise NotImplementedError(f"{type(self).__name__} rewords nothing")

    def variants(self) -> Mapping[str, Demonstrator[Any]]:
        """Planners with something taken away, by name: baselines that show what it was good for."""
        return {}

    def statistics(self) -> Statistics:
        """Fresh counters for episodes of this world."""
        return Statistics()


_BUILT_IN = {
    "devices": "data_synth.devices.demonstrator:DEMONSTRATOR",
    "home": "data_synth.home.demonstrator:DEMONSTRATOR",
    "cook": "data_synth.assist.demonstrator:COOK",
    "household": "data_synth.assist.demonstrator:HOUSEHOLD",
    "phone": "data_synth.assist.demonstrator:PHONE",
}
DEMONSTRATORS: Registry[Demonstrator[Any]] = Registry("demonstrator", "apprentice.demonstrators", _BUILT_IN)
"""World -> its demonstrator."""


def statistics_of(world: str) -> Statistics:
    """Fresh counters for episodes of `world`; the common ones where it has no demonstrator."""
    return DEMONSTRATORS.get(world).statistics() if world in DEMONSTRATORS.names() else Statistics()
