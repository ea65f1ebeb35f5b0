"""What a task list of an assist world says beside split, count and first: its options."""

from __future__ import annotations

from typing import Annotated, Literal

from envs.assist.cases.lists import SPLITS, case_at
from envs.assist.cases.options import CaseOptions, CookOptions, HouseholdOptions, PhoneOptions
from envs.episode import Task
from envs.task_list import SampledTasks, one_of


class AssistTasks(SampledTasks, CaseOptions):
    """Drawn cases of one world."""

    split: Annotated[str, one_of(SPLITS)]
    """Named range of seeds; what one split holds no other does."""

    def draw(self, count: int) -> list[Task]:
        """The list's first `count` cases. ValueError past the split's end and where no case is found."""
        return [case_at(self.world, self.split, self.first + number, self) for number in range(count)]


class CookTasks(AssistTasks, CookOptions):
    """Cases in drawn kitchens."""

    world: Literal["cook"] = "cook"
    """Always cook."""


class HouseholdTasks(AssistTasks, HouseholdOptions):
    """Cases in drawn apartments."""

    world: Literal["household"] = "household"
    """Always household."""


class PhoneTasks(AssistTasks, PhoneOptions):
    """Cases on drawn phones."""

    world: Literal["phone"] = "phone"
    """Always phone."""
