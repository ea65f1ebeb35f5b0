"""`home_bench`: REAL-Bench's 241 tasks (REAL 5.1) in the seven standard scenes, which no split of training has.

The list is stored, in configs/benchmarks/home_bench.jsonl; `scripts/make_home_bench.py` remakes it.
"""

from __future__ import annotations

from envs.episode import Task
from envs.home.apartments import STANDARD
from envs.home.tasks.sampling import sample_task

COUNTS: dict[str, int] = {"FDP": 72, "FODP": 56, "FDO": 48, "SUL": 65}
"""Tasks of each family, as in REAL-Bench."""
SEED = 241
"""Seed of the first task of each family in each scene; the next one's is one more."""

Entry = tuple[str, str, int]
"""Scene, family, seed."""


def entries() -> list[Entry]:
    """What the list is made of, in its order: family by family, the scenes dealt out in turn."""
    return [
        (STANDARD[number % len(STANDARD)], family, SEED + number // len(STANDARD))
        for family, count in COUNTS.items()
        for number in range(count)
    ]


def make(entry: Entry) -> Task:
    """One task of the list, at full difficulty."""
    scene, family, seed = entry
    return sample_task(scene, family, seed)
