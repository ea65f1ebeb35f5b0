"""Rules of a device's pictures: a function of state, view and size; each drawn once; states that differ look
different.
"""

from __future__ import annotations

import numpy as np
import pytest

from envs.devices.generate import generate
from envs.devices.pictures import DevicePictures


def differ(a: np.ndarray, b: np.ndarray) -> float:
    """Share of pixels that clearly changed."""
    return float((np.abs(a.astype(int) - b.astype(int)).max(-1) > 24).mean())


@pytest.mark.parametrize(
    ("category", "state", "other", "view", "least"),
    [
        ("ElectricKettle", "Standby", "LidOpen", "front", 0.008),
        ("ElectricKettle", "Standby", "LidOpen", "front_top", 0.02),
        ("ElectricKettle", "Standby", "Boiling", "front", 0.004),
        ("Lamp", "Off", "MediumLight", "front", 0.04),
        ("Microwave", "Idle", "DoorOpen", "front", 0.1),
        ("Microwave", "Idle", "DoorOpen", "front_top", 0.1),
        ("Microwave", "TimerSet", "Cooking", "front", 0.05),
        ("Microwave", "Idle", "TimerSet", "front", 0.001),
    ],
)
def test_states_that_differ_look_different(category, state, other, view, least):
    for seed in range(4):
        with DevicePictures(generate(category, seed), 128) as pictures:
            assert differ(pictures.picture(state, view), pictures.picture(other, view)) >= least, seed


def test_lamp_levels_and_tones_look_different():
    told_apart = 0
    for seed in range(12):
        made = generate("Lamp", seed)
        with DevicePictures(made, 96) as pictures:
            lit = [
                s
                for s in ("DimLight", "MediumLight", "BrightLight", "WarmLight", "CoolLight")
                if s in made.machine.states
            ]
            for i, a in enumerate(lit):
                for b in lit[:i]:
                    assert differ(pictures.picture(a, "front"), pictures.picture(b, "front")) > 0.005, (
                        seed,
                        a,
                        b,
                    )
                    told_apart += 1
    assert told_apart > 10


def test_no_picture_is_drawn_twice_and_equal_looks_share_one():
    made = generate("ElectricKettle", 1)
    with DevicePictures(made, 32) as pictures:
        for _ in range(2):
            for state in made.machine.states:
                for view in made.views:
                    pictures.picture(state, view)
        different = len({made.body.looks[state] for state in made.machine.states})
        assert pictures.renders == different * len(made.views)


def test_a_picture_depends_on_device_state_view_and_size_alone():
    made = generate("Microwave", 3)
    with DevicePictures(made, 64) as one, DevicePictures(generate("Microwave", 3), 64) as two:
        wanted = one.picture("Idle", "front")
        for state in ("DoorOpen", "Cooking"):
            two.picture(state, "left")
        assert np.array_equal(two.picture("Idle", "front"), wanted)
        with DevicePictures(generate("Lamp", 1), 200) as other:
            other.picture("Off", "top")
        one.close()
        assert np.array_equal(one.picture("Idle", "front"), wanted)


@pytest.mark.parametrize("size", [16, 128, 512, 600])
def test_pictures_come_in_any_size(size):
    with DevicePictures(generate("Lamp", 2), size) as pictures:
        picture = pictures.picture("Off", "front_top")
    assert picture.shape == (size, size, 3) and picture.dtype == np.uint8
    with pytest.raises(ValueError):
        picture[0, 0] = 0


def test_the_whole_device_is_in_every_picture():
    for category in ("ElectricKettle", "Lamp", "Microwave"):
        made = generate(category, 4)
        with DevicePictures(made, 64) as pictures:
            for state in (
                made.machine.initial_state,
                "DoorOpen" if category == "Microwave" else made.machine.initial_state,
            ):
                for view in ("front", "back", "left", "right", "top", "bottom", "front_top", "back_bottom"):
                    picture = pictures.picture(state, view)
                    edge = np.concatenate([picture[0], picture[-1], picture[:, 0], picture[:, -1]])
                    assert np.ptp(edge.astype(int), axis=0).max() <= 12, (category, view)


def test_a_state_or_view_that_the_device_lacks_is_refused_by_name():
    made = generate("Lamp", 2)
    with DevicePictures(made) as pictures:
        with pytest.raises(ValueError, match="state: 'Boiling' is not one of"):
            pictures.picture("Boiling", "front")
        with pytest.raises(ValueError, match="view: 'inside' is not one of"):
            pictures.picture("Off", "inside")
    with pytest.raises(ValueError, match="size"):
        DevicePictures(made, 0)
