"""Synthesis: equal configuration gives equal bytes, whatever was killed and however many worked."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from data_synth.config import load_config
from data_synth.dataset import DatasetError, DatasetFolder, load_episodes_dataset
from data_synth.devices.config import DeviceDataConfig
from data_synth.synthesis import synthesize
from data_synth.wrong_turns import WrongTurns
from envs.episode import Outcome

ROOT = Path(__file__).parents[2]
CONFIG = DeviceDataConfig(
    split="validation",
    episodes=10,
    picture_size=32,
    tasks_per_device=2,
    shard_size=2,
    wrong_turns=WrongTurns(probability=0.5),
)


def content(folder: Path) -> dict[str, bytes]:
    """Every file of a dataset."""
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


@pytest.fixture(scope="module")
def unbroken(tmp_path_factory):
    folder = tmp_path_factory.mktemp("unbroken") / "data"
    synthesize(CONFIG, None, folder, workers=2)
    return folder


def test_every_task_of_the_list_is_there_once_and_in_order(unbroken):
    from envs.devices.tasks import list_tasks

    episodes = load_episodes_dataset(unbroken)
    assert [e.task for e in episodes] == list_tasks("validation", 10, CONFIG.mix)
    assert all(e.outcome == Outcome.SUCCESS for e in episodes)


def test_every_picture_of_an_episode_is_in_the_store(unbroken):
    store = DatasetFolder(unbroken).image_store()
    for episode in load_episodes_dataset(unbroken):
        assert episode.images
        for name in episode.images:
            assert store.get(name).size == (32, 32)


def test_the_number_of_workers_does_not_matter(unbroken, tmp_path):
    synthesize(CONFIG, None, tmp_path / "data", workers=1)
    assert content(tmp_path / "data") == content(unbroken)


@pytest.mark.long
def test_a_kill_in_the_middle_loses_nothing_and_doubles_nothing(unbroken, tmp_path):
    folder = tmp_path / "data"
    code = (
        "import sys\n"
        "from data_synth.synthesis import synthesize\n"
        "from tests.data_synth.test_synthesis import CONFIG\n"
        "if __name__ == '__main__':\n"
        "    synthesize(CONFIG, None, sys.argv[1], workers=2)\n"
    )
    script = tmp_path / "make.py"
    script.write_text(code)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen([sys.executable, str(script), str(folder)], cwd=ROOT, env=environment)
    place = DatasetFolder(folder)
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and process.poll() is None:
        manifest = place.read_manifest()
        if manifest is not None and manifest.shards:
            break
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    manifest = place.read_manifest()
    assert manifest is not None
    assert 0 < len(manifest.shards) < CONFIG.shards
    # What a kill may leave: a half-written shard, a finished one that no manifest knows, half a picture.
    (folder / "shards" / "00004.jsonl.99.part").write_text('{"task": "hal')
    (folder / "shards" / "00004.jsonl").write_text('{"task": "half"}\n')
    synthesize(CONFIG, None, folder, workers=2)
    assert content(folder) == content(unbroken)


def test_workers_end_with_a_killed_parent(tmp_path):
    script = tmp_path / "make.py"
    script.write_text(
        "import multiprocessing, os, time\n"
        "from concurrent.futures import ProcessPoolExecutor\n"
        "from data_synth.synthesis import _set_up\n"
        "from data_synth.devices.demonstrator import DEMONSTRATOR, DeviceDataConfig\n"
        "if __name__ == '__main__':\n"
        "    spawn = multiprocessing.get_context('spawn')\n"
        "    config = DeviceDataConfig(split='sft', episodes=1, shard_size=3)\n"
        "    pool = ProcessPoolExecutor(1, spawn, _set_up, (DEMONSTRATOR, config, None, 'unused'))\n"
        "    print(pool.submit(os.getpid).result(), flush=True)\n"
        "    time.sleep(60)\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        [sys.executable, str(script)], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    worker = int(process.stdout.readline())
    process.kill()
    process.wait()
    for _ in range(500):
        if not _alive(worker):
            break
        time.sleep(0.02)
    assert not _alive(worker)


def _alive(pid: int) -> bool:
    """Whether a process still runs; a zombie does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def test_a_damaged_shard_and_a_lost_picture_are_made_again(unbroken, tmp_path):
    folder = tmp_path / "data"
    shutil.copytree(unbroken, folder)
    path = folder / "shards" / "00001.jsonl"
    path.write_bytes(path.read_bytes()[:-50])
    next(iter(load_episodes_dataset(unbroken)[-1].images))
    lost = sorted(load_episodes_dataset(unbroken)[-1].images)[0]
    (folder / "images" / lost[:2] / f"{lost}.png").unlink()
    told = []
    synthesize(CONFIG, None, folder, workers=1, report=lambda done, rejected: told.append(done))
    assert content(folder) == content(unbroken)
    assert sum(told) == CONFIG.episodes


def test_a_finished_dataset_is_left_as_it_is(unbroken):
    before = {p: p.stat().st_mtime_ns for p in unbroken.rglob("*.jsonl")}
    synthesize(CONFIG, None, unbroken, workers=1)
    assert {p: p.stat().st_mtime_ns for p in unbroken.rglob("*.jsonl")} == before


def test_another_configuration_is_refused_in_the_same_folder(unbroken):
    before = content(unbroken)
    other = CONFIG.model_copy(update={"seed": 1})
    with pytest.raises(DatasetError, match=r"manifest\.json: seed: made with 0, asked for 1"):
        synthesize(other, None, unbroken, workers=1)
    assert content(unbroken) == before


def test_a_manifest_that_names_no_world_is_one_of_devices(unbroken, tmp_path):
    folder = tmp_path / "data"
    shutil.copytree(unbroken, folder)
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["config"].pop("world") == "devices"
    (folder / "manifest.json").write_text(json.dumps(manifest))
    synthesize(CONFIG, None, folder, workers=1)
    assert load_episodes_dataset(folder) == load_episodes_dataset(unbroken)


def test_a_folder_with_other_things_is_refused(tmp_path):
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(DatasetError, match=r"holds files but no manifest\.json"):
        synthesize(CONFIG, None, tmp_path, workers=1)
    assert [p.name for p in tmp_path.iterdir()] == ["letter.txt"]


@pytest.mark.parametrize("name", ["demo", "devices"])
def test_the_shipped_configurations_load(name):
    config, rewards = load_config(ROOT / f"configs/data/{name}.yaml")
    assert config.split == "sft"
    assert rewards is not None
    assert sum(len(config.slice(n)) for n in range(config.shards)) == config.episodes


def test_a_task_that_cannot_be_drawn_or_solved_is_counted_and_stops_nothing(tmp_path):
    hard = CONFIG.model_copy(update={"goals": [3, 3], "most_steps": 3, "render": False, "episodes": 4})
    manifest = synthesize(hard, None, tmp_path / "data", workers=1).to_json()
    assert manifest["episodes"] + sum(manifest["rejected"].values()) == 4
    assert manifest["rejected"].get("no task on this device", 0) > 0
