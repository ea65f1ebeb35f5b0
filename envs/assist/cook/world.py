"""CookSim as an Environment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from envs.assist.cook.domain import CookDomain
from envs.assist.cook.painter import CookPainter
from envs.assist.world import AssistWorld


class CookWorld(AssistWorld):
    """Somebody cooks; a camera over the kitchen shows it."""

    name: ClassVar[str] = "cook"

    @classmethod
    def domain(cls, parameters: Mapping[str, Any]) -> CookDomain:
        return CookDomain(parameters)

    def painter(self, domain: Any, size: int) -> CookPainter:
        return CookPainter(domain, size)
