"""One file a category: how its body is built around the chosen parts, and how a state's features show in it."""

from collections.abc import Callable
from random import Random

from envs.devices.bodies import kettle, lamp, microwave
from envs.devices.bodies.draft import Draft
from envs.devices.category import Choice

BUILDERS: dict[str, Callable[[Random, dict[str, Choice]], Draft]] = {
    "ElectricKettle": kettle.build,
    "Lamp": lamp.build,
    "Microwave": microwave.build,
}
"""Category -> its body builder. The keys are the known categories, in the order in which they are listed."""
