"""What the tiny model was taught before any task: the device categories it saw, and the words of their parts."""

from __future__ import annotations

from envs.devices.category import load_category
from envs.devices.parts import PART_WORDS as ALL_PART_WORDS

CATEGORIES: tuple[str, ...] = ("ElectricKettle", "Lamp", "Microwave")
"""The demo's categories. Others have parts and marks that the tiny model does not know."""


def _part_words() -> tuple[str, ...]:
    known = {
        word for name in CATEGORIES for part in load_category(name).parts.components.values() for word in part.parts
    }
    return tuple(word for word in ALL_PART_WORDS if word in known)


PART_WORDS: tuple[str, ...] = _part_words()
"""In the order of the whole vocabulary."""
