"""What a list of training cases is drawn from: whose persons, how many events of each type, how often one is asked."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from envs.assist.persona import PROFILES
from envs.assist.schedule import ERROR_KINDS, ErrorKind
from envs.settings import Settings

Range = Annotated[list[Annotated[int, Field(ge=0, le=8)]], Field(min_length=2, max_length=2)]
"""Fewest and most."""


class CaseOptions(Settings):
    """An endless list. The defaults are as hard as the frozen cases."""

    personas: Annotated[list[str], Field(min_length=1)] = list(PROFILES)
    """Profiles that the person is drawn from, see `envs.assist.persona.PROFILES`."""
    errors: Range = [1, 3]
    """Scheduled errors."""
    kinds: Annotated[list[ErrorKind], Field(min_length=1)] = list(ERROR_KINDS)
    """Kinds of errors that are drawn."""
    slack: Annotated[float, Field(ge=1.0, le=5.0)] = 1.15
    """Deadline over the ticks of a rehearsal at the person's speed, before the allowances."""
    overtime: Annotated[float, Field(ge=1.0, le=5.0)] = 1.5
    """The episode's last tick over its deadline."""
    ticks_per_turn: Annotated[int, Field(ge=1, le=60)] = 3
    """The assistant is asked this often."""

    @model_validator(mode="after")
    def _known(self) -> Self:
        for name in self.personas:
            if name not in PROFILES:
                raise ValueError(f"personas: {name!r} is no profile; known: {', '.join(PROFILES)}")
        for name in ("errors", "questions", "requests", "changes"):
            value = getattr(self, name, None)
            if value is not None and value[0] > value[1]:
                raise ValueError(f"{name}: fewest and most must come in this order, got {value}")
        return self


class CookOptions(CaseOptions):
    """The kitchen's."""

    questions: Range = [0, 2]
    """Scheduled questions."""
    requests: Range = [0, 1]
    """Proactive requests."""
    changes: Range = [0, 1]
    """Changes of plan."""
    recipes: Literal["full", "short"] = "full"
    """Drawn dishes as long as the benchmark's, or short ones of three or four conditions, for tiny models."""


class HouseholdOptions(CaseOptions):
    """The home's."""


class PhoneOptions(CaseOptions):
    """The phone's."""
