"""The dataset folder: what is written is read back, and damage is named by file and row."""

from __future__ import annotations

import json

import pytest

from data_synth.dataset import DatasetError, DatasetFolder, Manifest, image_store, load_episodes_dataset
from data_synth.devices.expert import demonstrate
from data_synth.devices.planner import Planner
from envs.context import ContextSettings


@pytest.fixture(scope="module")
def episodes(sampled, world):
    return [demonstrate(t, world, Planner.of(t), 0, ContextSettings()) for t in sampled[:6]]


@pytest.fixture
def place(tmp_path, episodes):
    made = DatasetFolder(tmp_path / "data")
    manifest = Manifest({"a": 1}, {}, ("r",))
    for number, part in enumerate((episodes[:4], episodes[4:])):
        manifest = manifest.with_shard(made.write_shard(number, part, {"truncated": number}))
    made.write_manifest(manifest)
    return made


def shard(place, number=0):
    return place.folder / "shards" / f"{number:05d}.jsonl"


def test_what_is_written_is_read_back(place, episodes):
    assert load_episodes_dataset(place.folder) == episodes
    manifest = place.read_manifest()
    assert manifest is not None
    assert manifest.to_json()["episodes"] == 6
    assert manifest.to_json()["rejected"] == {"truncated": 1}
    assert all(place.is_whole(s, image_store(place.folder)) for s in manifest.shards)


def test_datasets_reads_the_folder_as_it_is(place, episodes, tmp_path, monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    datasets = pytest.importorskip("datasets")
    rows = datasets.load_dataset(str(place.folder), cache_dir=str(tmp_path / "cache"))["train"]
    assert rows["task"] == [e.task.id for e in episodes]
    assert {"category", "goals", "optimal_steps", "outcome", "turns", "wrong_turns", "images"} <= set(rows.features)


def test_a_truncated_shard_is_named_by_file_and_row(place):
    data = shard(place).read_bytes()
    shard(place).write_bytes(data[: len(data) - 100])
    with pytest.raises(DatasetError, match=r"00000\.jsonl: row 4: "):
        load_episodes_dataset(place.folder)


def test_a_shard_that_lost_its_last_row_is_found(place):
    lines = shard(place).read_bytes().splitlines(keepends=True)
    shard(place).write_bytes(b"".join(lines[:-1]))
    with pytest.raises(DatasetError, match=r"00000\.jsonl: row 4: missing; the manifest promises 4"):
        load_episodes_dataset(place.folder)


def test_a_changed_row_is_named_by_its_field(place):
    lines = shard(place, 1).read_text().splitlines()
    row = json.loads(lines[0])
    episode = json.loads(row["episode"])
    episode["outcome"] = "splendid"
    lines[0] = json.dumps({**row, "episode": json.dumps(episode)})
    shard(place, 1).write_text("\n".join(lines) + "\n")
    with pytest.raises(DatasetError, match=r"00001\.jsonl: row 1: outcome"):
        load_episodes_dataset(place.folder)


def test_a_change_that_still_reads_is_found_by_its_hash(place):
    shard(place).write_text(shard(place).read_text().replace('"turns": ', '"turns":  '))
    with pytest.raises(DatasetError, match="hash"):
        load_episodes_dataset(place.folder)


def test_a_missing_shard_and_a_missing_manifest_are_named(place, tmp_path):
    shard(place).unlink()
    with pytest.raises(DatasetError, match=r"00000\.jsonl: row 1"):
        load_episodes_dataset(place.folder)
    with pytest.raises(DatasetError, match=r"manifest\.json: no manifest"):
        load_episodes_dataset(tmp_path / "nowhere")


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": 1}', '{"format": 99}', "null"])
def test_a_damaged_manifest_gives_one_error(place, text):
    place.manifest_path.write_text(text)
    with pytest.raises(DatasetError, match=r"manifest\.json: "):
        load_episodes_dataset(place.folder)
