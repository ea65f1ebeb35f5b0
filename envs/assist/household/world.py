"""VHSim as an Environment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from envs.assist.household.domain import HouseholdDomain
from envs.assist.household.painter import HouseholdPainter
from envs.assist.world import AssistWorld


class HouseholdWorld(AssistWorld):
    """Somebody does things about the home; the camera is on their head."""

    name: ClassVar[str] = "household"

    @classmethod
    def domain(cls, parameters: Mapping[str, Any]) -> HouseholdDomain:
        return HouseholdDomain.shared(parameters)

    def painter(self, domain: Any, size: int) -> HouseholdPainter:
        return HouseholdPainter(domain, size)
