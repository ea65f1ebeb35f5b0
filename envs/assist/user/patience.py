"""How much talk the person bears: unneeded messages are counted, and too many of them are answered by deafness.

The paper says only that frequent guidance is welcome to some and intrusive to others (Tables 1B and 22); the window,
the time of ignoring and the chances are ours.
"""

from __future__ import annotations

import random
from collections import deque

from envs.assist.log import Response
from envs.assist.persona import Persona

WINDOW = 100
"""Ticks over which `Persona.bears` counts."""
DEAF = 30
"""Ticks for which an annoyed person ignores what is not needed."""
MISSES = {"step_by_step": 0.0, "moderate": 0.2, "necessary_only": 0.4}
"""Chance that an annoyed person misses even what is needed, per interruption level."""


class Patience:
    """One person's, for one episode. annoyed_until: tick up to which the person tries not to listen."""

    def __init__(self, persona: Persona) -> None:
        self._bears, self._misses = persona.bears, MISSES[persona.interruption]
        self._unneeded: deque[int] = deque()
        self.annoyed_until = 0

    def spend(self, tick: int) -> Response | None:
        """An unneeded message arrives. ANNOYED when it is one too many, IGNORE while annoyed, None when it is borne."""
        self._unneeded.append(tick)
        while self._unneeded[0] <= tick - WINDOW:
            self._unneeded.popleft()
        if tick < self.annoyed_until:
            return Response.IGNORE
        if len(self._unneeded) <= self._bears:
            return None
        self.annoyed_until = tick + DEAF
        return Response.ANNOYED

    def misses(self, tick: int, rng: random.Random) -> bool:
        """Whether a needed message goes unheard, because the person no longer listens."""
        return tick < self.annoyed_until and rng.random() < self._misses
