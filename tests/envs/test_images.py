"""The image store: one file a picture, whoever puts it; damage and bad names are told."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from envs.images import DECODED_AT_ONCE, ImageError, ImageStore, content_hash


def pixels(seed: int, height: int = 8, width: int = 12) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 256, (height, width, 3), dtype=np.uint8)


@pytest.fixture(params=["memory", "folder"])
def store(request, tmp_path: Path) -> ImageStore:
    return ImageStore(None if request.param == "memory" else tmp_path / "images")


def test_a_picture_comes_back_to_the_last_bit(store: ImageStore):
    name = store.put(pixels(1))
    assert name in store and np.array_equal(np.asarray(store.get(name)), pixels(1))
    assert store.put(pixels(1).copy()) == name == content_hash(pixels(1))
    assert store.put(pixels(2)) != name


def test_size_and_order_of_rows_are_part_of_the_name():
    flat = np.zeros((2, 6, 3), np.uint8)
    assert content_hash(flat) != content_hash(flat.reshape(6, 2, 3))
    turned = np.asfortranarray(pixels(3))
    assert content_hash(turned) == content_hash(pixels(3))


@pytest.mark.parametrize(
    "wrong",
    [
        np.zeros((4, 4), np.uint8),
        np.zeros((4, 4, 4), np.uint8),
        np.zeros((4, 4, 3)),
        np.zeros((4, 4, 3), bool),
    ],
)
def test_what_is_no_rgb_picture_is_refused(store: ImageStore, wrong):
    with pytest.raises(ValueError, match="uint8"):
        store.put(wrong)


def test_an_equal_picture_is_written_once(tmp_path: Path):
    one, other = ImageStore(tmp_path), ImageStore(tmp_path)
    name = one.put(pixels(1))
    file = next(tmp_path.rglob("*.png"))
    before = file.stat().st_mtime_ns, file.stat().st_ino
    assert other.put(pixels(1)) == name and (file.stat().st_mtime_ns, file.stat().st_ino) == before
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [file]


@pytest.mark.parametrize("name", ["", "x", "../../etc/passwd", "a" * 63, "A" * 64, "/" * 64, "a" * 62 + "/."])
def test_a_name_that_is_no_hash_reaches_no_file(tmp_path: Path, name: str):
    store = ImageStore(tmp_path)
    for use in (store.get, store.read, store.__contains__):
        with pytest.raises(ImageError):
            use(name)


def test_a_missing_picture_is_named(store: ImageStore):
    with pytest.raises(ImageError, match="aaaaaaaaaaaa"):
        store.get("a" * 64)


@pytest.mark.parametrize("keep", [0, 20, 60])
def test_a_damaged_picture_is_named(tmp_path: Path, keep: int):
    name = ImageStore(tmp_path).put(pixels(1, 64, 64))
    file = next(tmp_path.rglob("*.png"))
    file.write_bytes(file.read_bytes()[:keep])
    with pytest.raises(ImageError, match=name[:12]):
        ImageStore(tmp_path).get(name)


def test_copying_gives_the_other_what_it_lacks(tmp_path: Path):
    one, other = ImageStore(None), ImageStore(tmp_path)
    names = {one.put(pixels(i)) for i in range(3)}
    one.copy_to(other, names)
    assert all(np.array_equal(np.asarray(other.get(n)), np.asarray(one.get(n))) for n in names)
    with pytest.raises(ImageError):
        one.copy_to(other, {"0" * 64})


def test_only_so_many_stay_decoded():
    store = ImageStore(None)
    names = [store.put(pixels(i, 2, 2)) for i in range(DECODED_AT_ONCE + 5)]
    for name in names:
        store.get(name)
    assert len(store._decoded) == DECODED_AT_ONCE
    assert np.array_equal(np.asarray(store.get(names[0])), pixels(0, 2, 2))
