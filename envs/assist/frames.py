"""The frames of tasks that are being played, drawn once however many episodes look at them.

Episodes of one group play the same task side by side; they share a painter and the memory of what it drew. A library
belongs to one process and one thread.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any

from envs.assist.domain import Motion, Painter
from envs.images import ImageStore, content_hash
from envs.perturbation import Perturbation
from envs.settings import SettingsError
from envs.timing import rendering

SMALLEST, LARGEST = 32, 4096
"""Pixels a side that every painter can draw."""
KEPT = 6
"""Painters kept for their next user when nobody plays with them."""


@dataclass
class _Shared:
    painter: Painter[Any]
    drawn: dict[Hashable, str] = field(default_factory=dict)
    players: int = 0


class FrameLibrary:
    """Painters by task, and the store of their pictures. Each `open` needs a `leave`."""

    def __init__(
        self,
        images: ImageStore | None = None,
        picture_size: int = 512,
        perturbation: Perturbation | None = None,
    ) -> None:
        if not SMALLEST <= picture_size <= LARGEST:
            raise SettingsError(f"picture_size: {picture_size} is not from {SMALLEST} to {LARGEST} pixels")
        self.images = images if images is not None else ImageStore(None)
        self.picture_size = picture_size
        self._perturbation = perturbation
        self._shared: OrderedDict[str, _Shared] = OrderedDict()

    def open(self, name: str, make: Callable[[], Painter[Any]]) -> None:
        """Say that an episode draws under this name; `make` builds the painter if there is none."""
        if name not in self._shared:
            self._shared[name] = _Shared(make())
        self._shared.move_to_end(name)
        self._shared[name].players += 1

    def picture(self, name: str, state: Any, tick: int, motion: Motion) -> str:
        """Hash of a frame, perturbed where that is asked for."""
        shared = self._shared[name]
        key = shared.painter.key(state, tick, motion)
        found = shared.drawn.get(key)
        if found is None:
            with rendering():
                pixels = shared.painter.frame(state, tick, motion)
                if self._perturbation is not None:
                    pixels = self._perturbation.apply(pixels, content_hash(pixels))
                found = shared.drawn[key] = self.images.put(pixels)
        return found

    def leave(self, name: str) -> None:
        """Say that an episode has ended; painters that nobody has used for long are closed."""
        self._shared[name].players -= 1
        idle = [other for other, shared in self._shared.items() if not shared.players]
        for other in idle[: max(0, len(idle) - KEPT)]:
            self._shared.pop(other).painter.close()

    def close(self) -> None:
        """Close every painter."""
        for shared in self._shared.values():
            shared.painter.close()
        self._shared.clear()
