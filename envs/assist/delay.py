"""How long a message takes to reach the person: a fixed number of ticks, or the policy's own seconds (IVG Tables 2, 4).

Measured seconds run from the moment at which the world gave out an observation to the call that answers it, so that
they hold whatever serves the policy. They make an episode depend on the machine: use one episode at a time for figures
of latency. The paper does not give its rate and its cap; a tick a second and ten ticks are ours.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from envs.settings import Settings


class Delay(Settings):
    """Of every message of an episode."""

    type: Literal["fixed", "measured"] = "fixed"
    """fixed: `ticks`. measured: the policy's seconds, by `ticks_per_second`, at most `most`."""
    ticks: Annotated[int, Field(ge=0, le=100)] = 2
    """Of the fixed delay."""
    ticks_per_second: Annotated[float, Field(gt=0)] = 1.0
    """Rate of the measured one; above it a tick is added for every begun one."""
    most: Annotated[int, Field(ge=1, le=1000)] = 10
    """Cap of the measured one."""

    def of(self, seconds: float) -> int:
        """Ticks from a call to the message's arrival. seconds: that the policy took."""
        if self.type == "fixed":
            return self.ticks
        return min(self.most, max(1, -int(-seconds * self.ticks_per_second // 1)))
