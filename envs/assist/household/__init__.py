"""VHSim: household tasks in the home world's apartments, seen through the person's own eyes."""

from envs.assist.household.domain import HouseholdDomain
from envs.assist.household.events import event_options
from envs.assist.household.painter import HouseholdPainter
from envs.assist.household.parameters import HouseholdParameters
from envs.assist.household.tasks import BENCHMARK, TASKS, benchmark, generate, make

__all__ = [
    "BENCHMARK",
    "TASKS",
    "HouseholdDomain",
    "HouseholdPainter",
    "HouseholdParameters",
    "benchmark",
    "event_options",
    "generate",
    "make",
]
