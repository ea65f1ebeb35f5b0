"""What new devices and their pictures cost."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from envs.devices.generate import CATEGORIES, generate
from envs.devices.pictures import DevicePictures
from scripts.measurements.clock import Figure, rate

FIRST_SEED = 1_900_000
"""Of the devices that are made for a measurement, from the pre-training split's end."""


def devices(seconds: float) -> Iterator[Figure]:
    """New devices of all categories per second, boxes measured, and their pictures of 128 pixels, each another one."""
    yield "generated, boxes measured: devices/s", rate(_new_devices, seconds)
    yield "drawn at 128 pixels: pictures/s", rate(_new_pictures, seconds)


def _new_devices() -> Iterator[int]:
    for seed in count(FIRST_SEED):
        for category in CATEGORIES:
            generate(category, seed)
        yield len(CATEGORIES)


def _new_pictures() -> Iterator[int]:
    made = [generate(category, seed) for seed in range(FIRST_SEED, FIRST_SEED + 8) for category in CATEGORIES]
    while True:
        for device in made:
            with DevicePictures(device, 128) as pictures:
                for state in device.body.looks:
                    for view in device.body.views:
                        pictures.picture(state, view)
                yield pictures.renders
