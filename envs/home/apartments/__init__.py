"""Apartments: rooms, receptacles and the words for them, made from a name."""

from envs.home.apartments.furniture import CATEGORIES
from envs.home.apartments.programme import ROOM_KINDS
from envs.home.apartments.scenes import STANDARD, load_scene

__all__ = ["CATEGORIES", "ROOM_KINDS", "STANDARD", "load_scene"]
