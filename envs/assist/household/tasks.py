"""Household tasks by name, apartment and seed; the benchmark's; and a generator of others for training.

    parameters = make("collect_dishes", "standard_2", 0)
    domain = HouseholdDomain(parameters)

The same name, apartment and seed give the same task. Benchmark apartments are the standard ones and those with numbers
below `FIRST_TRAINING`; the generator draws from the others only.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from envs.assist.household.chores import CHORES
from envs.assist.household.domain import HouseholdDomain
from envs.assist.household.drafting import Draft, UnfitError
from envs.assist.household.errands import errands
from envs.assist.household.events import undisturbed
from envs.assist.household.parameters import HouseholdParameters
from envs.environment import TaskError

TASKS: tuple[str, ...] = tuple(CHORES)
"""Names of the benchmark's kinds of task."""
FIRST_TRAINING = 1000
"""Numbers of training apartments begin here."""
SHORTEST, LONGEST = 50, 180
"""Undisturbed ticks of a task that is accepted; the benchmark's take 60 to 150."""
ATTEMPTS = 30
_SETTINGS = {
    "post_meal_cleanup": ("standard_2", "apartment_16", "apartment_18", "apartment_27"),
    "collect_dishes": ("standard_2", "standard_6", "apartment_17", "apartment_28"),
    "return_belongings": ("standard_3", "standard_5", "apartment_7", "apartment_9"),
    "quiet_evening": ("standard_1", "standard_5", "standard_7"),
    "set_table": ("standard_3", "standard_4", "standard_7"),
    "laundry": ("standard_3", "standard_4", "apartment_6"),
    "bedtime": ("standard_1", "standard_3"),
    "groceries": ("standard_2", "standard_6"),
}
BENCHMARK: tuple[tuple[str, str, int], ...] = tuple(
    (task, scene, 0) for task, has in _SETTINGS.items() for scene in has
)
"""(task, apartment, seed) of the benchmark's 25 settings, as many as its cases (Table 17)."""


def make(task: str, scene: str, seed: int) -> HouseholdParameters:
    """A task in an apartment. ValueError for an unknown name, and where the apartment has not what the task needs."""
    if task not in CHORES:
        raise ValueError(f"task: {task!r} is not one of {', '.join(TASKS)}")
    why = "it takes too long or not long enough"
    for attempt in range(ATTEMPTS):
        try:
            found = CHORES[task](Draft(scene, Random(f"{task}/{scene}/{seed}/{attempt}")))
            if _good(found):
                return found
        except (UnfitError, TaskError) as error:
            why = str(error)
    raise ValueError(f"scene: {task} cannot be in {scene!r}: {why}")


def benchmark() -> Mapping[str, HouseholdParameters]:
    """The benchmark's tasks by a name such as "collect_dishes/standard_2/0"."""
    return {f"{task}/{scene}/{seed}": make(task, scene, seed) for task, scene, seed in BENCHMARK}


def generate(rng: Random) -> HouseholdParameters:
    """A task for training: one of the benchmark's kinds or drawn errands, in an apartment of no benchmark task."""
    while True:
        chore = errands if rng.random() < 0.5 else CHORES[rng.choice(TASKS)]
        for _ in range(ATTEMPTS):
            scene = f"apartment_{rng.randrange(FIRST_TRAINING, 10**9)}"
            try:
                found = chore(Draft(scene, Random(rng.random())))
                if _good(found):
                    return found
            except (UnfitError, TaskError):
                continue


def _good(parameters: HouseholdParameters) -> bool:
    """Whether a task begins undone, can be done, and takes a fair time."""
    domain = HouseholdDomain(parameters)
    state = domain.start()
    plan = domain.plan(state, 0)
    for step in plan:
        state = domain.apply(state, step.action, 0).state
    return domain.met(state) >= set(domain.conditions) and SHORTEST <= undisturbed(domain) <= LONGEST
