"""ScreenSim as an Environment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from envs.assist.phone.domain import PhoneDomain, phone_domain
from envs.assist.phone.painter import PhonePainter
from envs.assist.world import AssistWorld


class PhoneWorld(AssistWorld):
    """Somebody sets up a phone; the screen is seen."""

    name: ClassVar[str] = "phone"

    @classmethod
    def domain(cls, parameters: Mapping[str, Any]) -> PhoneDomain:
        return phone_domain(parameters)

    def painter(self, domain: Any, size: int) -> PhonePainter:
        return PhonePainter(domain, size)
