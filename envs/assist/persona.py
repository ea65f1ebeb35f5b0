"""Who is guided: four axes with three levels each, and the nine profiles that cases draw from (IVG Tables 1B and 22).

What a level means in ticks and chances stands in one place, `Persona`'s properties; the rule-based user, the generator
of cases and the rewards read it there. The paper gives the axes, the end levels' dispositions and "nine available
profiles"; the profiles themselves and the numbers are ours.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

Level = Literal["low", "medium", "high"]
Speed = Literal["cautious", "balanced", "quick"]
Interruption = Literal["step_by_step", "moderate", "necessary_only"]


class Persona(BaseModel):
    """One simulated person.

    skill: planning and anticipation. trust: evidence needed to accept advice. speed: careful or rapid. interruption:
    how much guidance is welcome.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    skill: Level = "medium"
    trust: Level = "medium"
    speed: Speed = "balanced"
    interruption: Interruption = "moderate"

    @property
    def pace(self) -> float:
        """Factor on every action's ticks."""
        return {"cautious": 1.25, "balanced": 1.0, "quick": 0.8}[self.speed]

    @property
    def hesitates(self) -> int:
        """Ticks that the person waits for help at the start of a part of the task before going on alone."""
        return {"low": 8, "medium": 2, "high": 0}[self.skill]

    @property
    def notices_after(self) -> int | None:
        """Ticks after which the person sees a mistake of their own; None: never."""
        return {"low": None, "medium": None, "high": 60}[self.skill]

    @property
    def doubts(self) -> float:
        """Chance that advice which the person cannot check by eye or memory is doubted at first."""
        return {"low": 0.7, "medium": 0.25, "high": 0.0}[self.trust]

    @property
    def bears(self) -> float:
        """Unneeded messages per 100 ticks that the person bears before being annoyed."""
        return {"step_by_step": 30.0, "moderate": 12.0, "necessary_only": 5.0}[self.interruption]


def _profile(skill: Level, trust: Level, speed: Speed, interruption: Interruption) -> Persona:
    return Persona(skill=skill, trust=trust, speed=speed, interruption=interruption)


PROFILES: dict[str, Persona] = {
    "novice": _profile("low", "high", "cautious", "step_by_step"),
    "eager_learner": _profile("low", "high", "quick", "step_by_step"),
    "wary_beginner": _profile("low", "low", "cautious", "moderate"),
    "home_cook": _profile("medium", "medium", "balanced", "moderate"),
    "checker": _profile("medium", "low", "balanced", "moderate"),
    "busy_parent": _profile("medium", "high", "quick", "necessary_only"),
    "expert": _profile("high", "medium", "quick", "necessary_only"),
    "methodical_expert": _profile("high", "high", "cautious", "moderate"),
    "skeptical_expert": _profile("high", "low", "balanced", "necessary_only"),
}
"""Name -> persona. Every level of every axis occurs."""
