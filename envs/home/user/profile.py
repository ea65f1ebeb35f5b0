"""A simulated user's profile: what it wants, prefers and remembers (REAL 3.1). It stands in `Task.parameters["user"]`.

The profile bounds what the person may say: every wish is one of the candidates, all of which are in the scene.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StrictStr, model_validator

OPEN, CLOSED = "open", "closed"


class Ambiguity(BaseModel):
    """One thing that the instruction leaves open.

    id: "target" (which thing, or which receptacle to open or close), "destination" (which receptacle it goes to) or
    "state" (which receptacle is to be open; or, with the candidates "open" and "closed", how it is to be left);
    "target_2" and the like where there are several. candidates: what the instruction's words fit: all of them objects,
    or all of them receptacles. truth: the one that is meant.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    id: Annotated[StrictStr, Field(pattern=r"^(target|destination|state)(_[a-z0-9]+)*$")]
    candidates: Annotated[tuple[StrictStr, ...], Field(min_length=2)]
    truth: StrictStr

    @model_validator(mode="after")
    def _consistent(self) -> Ambiguity:
        if self.truth not in self.candidates:
            raise ValueError(f"truth: {self.truth!r} is none of the candidates {', '.join(self.candidates)}")
        twice = next((name for name in self.candidates if self.candidates.count(name) > 1), None)
        if twice is not None:
            raise ValueError(f"candidates: {twice!r} stands twice")
        return self

    @property
    def role(self) -> str:
        """target, destination or state."""
        return self.id.partition("_")[0]

    @property
    def is_state(self) -> bool:
        """Whether it asks how something is to be left, not which."""
        return self.role == "state" and set(self.candidates) == {OPEN, CLOSED}


def candidates(ambiguities: Iterable[Ambiguity], role: str) -> tuple[str, ...]:
    """All that may be meant in this role."""
    return tuple(name for ambiguity in ambiguities if ambiguity.role == role for name in ambiguity.candidates)


class UserProfile(BaseModel):
    """What the person knows and wants.

    ambiguities: in the order in which a question that could mean several is understood. known: receptacles that the
    person remembers well enough to describe them unseen. remembers: object -> receptacle where they last saw it, which
    may be wrong. prefers: a reason that they may give with the first target, "I like the blue ones".
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    ambiguities: tuple[Ambiguity, ...] = ()
    known: tuple[StrictStr, ...] = ()
    remembers: Mapping[StrictStr, StrictStr] = Field(default_factory=dict)
    prefers: Annotated[StrictStr, Field(min_length=1, max_length=120)] | None = None

    @model_validator(mode="after")
    def _consistent(self) -> UserProfile:
        ids = [ambiguity.id for ambiguity in self.ambiguities]
        twice = next((name for name in ids if ids.count(name) > 1), None)
        if twice is not None:
            raise ValueError(f"ambiguities: the id {twice!r} stands twice")
        if self.prefers is not None and re.search(r"\w_\d", self.prefers):
            raise ValueError(f"prefers: {self.prefers!r} holds an id; a person says none")
        return self

    def check(self, objects: Collection[str], receptacles: Collection[str]) -> None:
        """ValueError naming field and value where a name is none of the task's."""
        for i, ambiguity in enumerate(self.ambiguities):
            where = f"user.ambiguities.{i}.candidates"
            if ambiguity.is_state:
                continue
            for name in ambiguity.candidates:
                if name not in objects and name not in receptacles:
                    raise ValueError(f"{where}: {name!r} is no object and no receptacle of the task")
            strange = [name for name in ambiguity.candidates if name not in receptacles]
            if strange and (ambiguity.role != "target" or len(strange) < len(ambiguity.candidates)):
                kind = "receptacles" if ambiguity.role != "target" else "all objects or all receptacles"
                raise ValueError(f"{where}: of {ambiguity.id} must be {kind}, but {strange[0]!r} is an object")
        for name in self.known:
            if name not in receptacles:
                raise ValueError(f"user.known: {name!r} is no receptacle of the scene")
        for name, place in self.remembers.items():
            if name not in objects:
                raise ValueError(f"user.remembers: {name!r} is no object of the task")
            if place not in receptacles:
                raise ValueError(f"user.remembers.{name}: {place!r} is no receptacle of the scene")
