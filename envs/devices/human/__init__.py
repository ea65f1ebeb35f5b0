"""A person plays the device world in a browser, on this machine only."""

from envs.devices.human.game import Game
from envs.devices.human.server import serve

__all__ = ["Game", "serve"]
