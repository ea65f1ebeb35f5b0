"""Parts: the words for them and their use, how each is built, and what is printed on it."""

from envs.devices.parts.build import MARKED, build_part
from envs.devices.parts.part import Part
from envs.devices.parts.vocabulary import COLOURS, DARK, METAL, PALE, PART_TYPES, PART_WORDS, use
from envs.rendering.marks import check_mark

__all__ = [
    "COLOURS",
    "DARK",
    "MARKED",
    "METAL",
    "PALE",
    "PART_TYPES",
    "PART_WORDS",
    "Part",
    "build_part",
    "check_mark",
    "use",
]
