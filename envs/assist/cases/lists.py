"""Cases by number: the endless lists of training splits, and the frozen benchmark (IVG-Bench's composition).

`case_at(world, split, n, options)` is entry n of a split's list and depends on nothing else. Splits are disjoint ranges
of seeds; each seed draws its own recipe and layout, apartment and task, phone and configuration, none of them the
benchmark's. `bench` is the frozen list: it is kept as a file (configs/benchmarks/ivg_*.jsonl) and drawn again by tests
alone.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from envs.assist.cases.composition import Pattern, patterns, personas, question_kinds
from envs.assist.cases.makers import MAKERS
from envs.assist.cases.making import CaseMaker, NoCaseError, make_case, make_schedule
from envs.assist.cases.options import CaseOptions
from envs.assist.persona import PROFILES
from envs.episode import Task

SPLITS: dict[str, range] = {
    "sft": range(100_000, 200_000),
    "rl": range(200_000, 300_000),
    "validation": range(300_000, 400_000),
    "test": range(500_000, 600_000),
}
"""Seeds of each split. sft and rl: training. validation: choices made while training. test: reported scores of small
models, never looked at before; scores to compare are those of the frozen benchmark.
"""
EVALUATED = ("validation", "test")
AGAIN = 10
"""Tasks that are drawn for one entry until one holds the wanted events."""


def case_at(world: str, split: str, number: int, options: CaseOptions) -> Task:
    """Entry `number` of a split's list. ValueError past its end; NoCaseError where no case is found."""
    seeds = SPLITS[split]
    if number >= len(seeds):
        raise ValueError(f"split {split!r} holds {len(seeds)} cases, {number} is past its end")
    seed, maker = seeds[number], MAKERS[world]
    rng = random.Random(f"{world}:{seed}")
    persona = rng.choice(options.personas)
    counts = [_between(rng, getattr(options, name, None)) for name in ("errors", "questions", "requests", "changes")]
    refused: NoCaseError | None = None
    for _ in range(AGAIN):
        parameters = maker.drawn(rng, options, split in EVALUATED)
        try:
            questions = question_kinds(rng.randrange(10), counts[1])
            schedule = make_schedule(maker, parameters, Pattern(*counts), questions, rng, options.kinds)
            person, scene = PROFILES[persona], f"{split}-{number}"
            asked = make_case(
                maker,
                parameters,
                schedule,
                person,
                seed,
                "drawn",
                scene,
                options.slack,
                options.ticks_per_turn,
                options.overtime,
            )
        except NoCaseError as error:
            refused = error
            continue
        return Task(world, f"{world}-{split}-{number}", seed, asked)
    raise NoCaseError(f"{world}: split {split}: entry {number}: {refused}")


def bench(world: str) -> list[Task]:
    """The frozen list: every case with its three personas."""
    maker = MAKERS[world]
    bases = maker.bases()
    tasks: list[Task] = []
    asked_before = 0
    for case, pattern in enumerate(patterns(world)):
        name, parameters = bases[case % len(bases)]
        schedule = _frozen(maker, parameters, pattern, asked_before, case)
        asked_before += pattern.questions
        for persona in personas(world, case):
            seed = 900_000 + case
            family = name.partition("-")[0]
            asked = make_case(maker, parameters, schedule, PROFILES[persona], seed, family, f"case-{case:02d}")
            tasks.append(Task(world, f"ivg-{world}-{case:02d}-{name}-{persona}", seed, asked))
    return tasks


def _frozen(maker: CaseMaker, parameters: Mapping[str, Any], pattern: Pattern, first: int, case: int) -> Any:
    refused: NoCaseError | None = None
    for attempt in range(AGAIN):
        rng = random.Random(f"{maker.world}:bench:{case}:{attempt}")
        try:
            return make_schedule(maker, parameters, pattern, question_kinds(first, pattern.questions), rng)
        except NoCaseError as error:
            refused = error
    raise NoCaseError(f"{maker.world}: case {case}: {refused}")


def _between(rng: random.Random, bounds: list[int] | None) -> int:
    return rng.randint(*bounds) if bounds is not None else 0
