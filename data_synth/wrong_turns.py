"""Deliberate mistakes of an expert: how many an episode holds, and where. What a mistake is, each world decides."""

from __future__ import annotations

import random
from typing import Annotated

from pydantic import Field

from envs.settings import Settings


class WrongTurns(Settings):
    """Deliberate mistakes with recovery. The loss leaves the mistake out; the turn after it is learnt."""

    probability: Annotated[float, Field(ge=0, le=1)] = 0.35
    """Share of episodes that hold mistakes."""
    most: Annotated[int, Field(ge=1, le=4)] = 2
    """Most mistakes in one episode."""


def slips(rng: random.Random, steps: int, probability: float, most: int) -> set[int]:
    """Before which of the `steps` right steps a mistake is made: with `probability` before 1 to `most` of them."""
    if rng.random() >= probability:
        return set()
    return set(rng.sample(range(steps), min(steps, rng.randint(1, most))))
