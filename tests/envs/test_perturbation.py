"""Worse pictures: exact in area, the same every time, and nothing done where nothing is asked for."""

import numpy as np
import pytest

from envs.perturbation import PATCHES, Perturbation
from envs.settings import SettingsError, check_settings

WHITE = np.full((128, 128, 3), 255, np.uint8)
NOISE = np.random.default_rng(0).integers(0, 256, (64, 96, 3), np.uint8)


def test_nothing_is_done_where_nothing_is_asked_for():
    assert not Perturbation()
    assert Perturbation().apply(NOISE, "x") is NOISE


@pytest.mark.parametrize("share", [0.1, 0.25, 0.4, 0.5])
def test_squares_cover_the_share_and_never_overlap(share):
    for key in range(20):
        dark = (Perturbation(dropout=share).apply(WHITE, key) == 0).all(axis=2)
        side = round((share / PATCHES) ** 0.5 * 128)
        assert dark.sum() == PATCHES * side**2
        assert dark.mean() == pytest.approx(share, rel=0.05)


def test_a_picture_is_worsened_alike_every_time_and_each_in_its_own_way():
    worse = Perturbation(dropout=0.25)
    assert np.array_equal(worse.apply(WHITE, "a"), worse.apply(WHITE, "a"))
    assert not np.array_equal(worse.apply(WHITE, "a"), worse.apply(WHITE, "b"))
    assert (WHITE == 255).all()  # what is given stays as it is


def test_blur_and_compression_lose_detail_the_more_the_stronger():
    def lost(**how):
        result = Perturbation(**how).apply(NOISE, 0)
        assert result.shape == NOISE.shape and result.dtype == np.uint8
        return np.abs(result.astype(int) - NOISE).mean()

    assert 0 < lost(blur=1.0) < lost(blur=3.0) < lost(blur=5.0)
    assert 0 < lost(jpeg_quality=50) < lost(jpeg_quality=20)


@pytest.mark.parametrize(("name", "value"), [("blur", 0), ("blur", -1.0), ("dropout", 0.6), ("jpeg_quality", 96)])
def test_impossible_strengths_are_refused_by_name(name, value):
    with pytest.raises(SettingsError, match=f"options: {name}: .*got {value}"):
        check_settings({name: value}, Perturbation, "options")
