"""What a list of home tasks is drawn from: which families, how much lies about, how much is unclear."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from envs.home.objects import CATEGORIES
from envs.home.perception import Noise
from envs.home.task import FAMILIES, Family
from envs.settings import Settings

Range = Annotated[list[Annotated[int, Field(ge=0, le=40)]], Field(min_length=2, max_length=2)]
"""Fewest and most; an apartment holds no more."""
Share = Annotated[float, Field(ge=0.0, le=1.0)]

CLUTTER: dict[str, tuple[int, int]] = {"FDP": (8, 16), "FODP": (12, 24), "FDO": (8, 16), "SUL": (8, 16)}
"""Things that lie about beside those that a task is about, where the options do not say."""


class TaskOptions(Settings):
    """An endless list, its families dealt out in turn over apartments. The defaults are the full difficulty."""

    families: Annotated[list[Family], Field(min_length=1)] = list(FAMILIES)
    """Dealt out in turn, task by task."""
    tasks_per_apartment: Annotated[int, Field(ge=1)] = 4
    """Tasks in one apartment before the next comes."""
    clutter: Range | None = None
    """Fewest and most other things that lie about; unset: by family, as CLUTTER says."""
    cluttered: Range = [4, 8]
    """Fewest and most receptacles on which anything lies."""
    furniture_distractors: bool = True
    """Whether the source's or the destination's category comes again in the apartment; if not, both are the only ones
    of theirs."""
    open_share: Share = 0.4
    """Chance of what has doors to stand open at the start. FDO has its own rules for what it is about."""
    twofold: Share = 0.25
    """Share of tasks of two things: to move (FDP, FODP), or to open or close (FDO)."""
    object_distractors: Range = [2, 4]
    """FODP: other things of the target's category."""
    unclear: Annotated[list[Literal["target", "destination", "both"]], Field(min_length=1)] = [
        "target",
        "destination",
        "both",
        "both",
    ]
    """SUL: what the wish leaves open, one of these drawn at random."""
    candidates: Range = [3, 5]
    """SUL: things that the wish's words fit, one more than the fewest where nothing else is unclear. Of places 3 or 4
    come in question."""
    told: Share = 0.5
    """SUL: share of the wishes that say where the things are."""
    by_colour: bool = False
    """Whether things of one category always differ in colour, so that a glance tells them apart."""
    things: Annotated[list[str], Field(min_length=1)] | None = None
    """Categories of all things that occur; unset: the whole library."""
    most_steps: Annotated[int, Field(ge=1)] = 25
    """Most steps that the shortest plan may take."""
    noise: Noise | None = None
    """How the detector fails; unset: mildly, see `Noise`."""

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        for name, least in (
            ("clutter", 0),
            ("cluttered", 1),
            ("object_distractors", 1),
            ("candidates", 2),
        ):
            value = getattr(self, name)
            if value is not None and not least <= value[0] <= value[1]:
                raise ValueError(f"{name}: fewest and most must be at least {least}, in this order, got {value}")
        if len(set(self.families)) < len(self.families):
            raise ValueError(f"families: none twice, got {self.families}")
        for name in self.things or ():
            if name not in CATEGORIES:
                raise ValueError(f"things: {name!r} is no category of things")
        return self

    def clutter_of(self, family: str) -> tuple[int, int]:
        """Fewest and most things that lie about in a task of this family."""
        return (self.clutter[0], self.clutter[1]) if self.clutter is not None else CLUTTER[family]
