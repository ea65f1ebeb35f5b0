"""Devices in the paper's own format: its pictures are shown, tasks are drawn, and what is broken is named."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from data_synth.devices.planner import Planner
from envs.devices.imported import ImportedDevice, find_devices, imported_tasks
from envs.devices.machine import MachineError
from envs.devices.views import AXONOMETRIC_VIEWS, STANDARD_VIEWS
from envs.devices.world import DeviceWorld
from envs.environment import TaskError
from envs.episode import Outcome, Task
from envs.images import ImageStore
from envs.task_list import load_task_list
from tests.loading import script
from tests.machines import KETTLE

VIEWS = (*STANDARD_VIEWS, *AXONOMETRIC_VIEWS)


@pytest.fixture
def original(tmp_path: Path) -> Path:
    """A folder like the original's: the paper's kettle, and a picture of its own colour for each view, 300 x 200."""
    folder = tmp_path / "original"
    pictures = folder / "image_view" / "ElectricKettle" / "device number"
    pictures.mkdir(parents=True)
    shutil.copy(KETTLE, folder / "kettle.json")
    for number, view in enumerate(VIEWS):
        Image.new("RGB", (300, 200), (20 * number, 0, 0)).save(pictures / f"{view}.{'jpg' if number else 'png'}")
    return folder


def broken(folder: Path) -> str:
    """The one reason why the folder's kettle cannot be used."""
    (found,) = find_devices(folder)
    assert isinstance(found, MachineError)
    return str(found)


def test_the_pictures_of_the_folder_are_shown(original: Path) -> None:
    (found,) = find_devices(original)
    assert isinstance(found, ImportedDevice) and found.category == "ElectricKettle"
    store = ImageStore(None)
    world = DeviceWorld(store, picture_size=150)
    for task in imported_tasks(found, 3, seed=0):
        seen = world.reset(task)
        number = VIEWS.index(task.parameters["start_view"])
        picture = np.asarray(store.get(seen.images[0]))
        assert picture.shape == (100, 150, 3) and abs(int(picture[50, 75, 0]) - 20 * number) <= 2
    world.close()


def test_a_close_up_that_no_region_leads_to_is_a_view_from_the_start(original: Path) -> None:
    file = original / "kettle.json"
    raw = json.loads(file.read_text())
    for state in raw["states"].values():
        for component in state["on"].values():
            for transition in component:
                for box in transition.get("bbox", ()):
                    box["view"] = "dashboard"
    file.write_text(json.dumps(raw))
    (broken_off,) = find_devices(original)
    assert "dashboard" in str(broken_off)  # its picture is missing
    folder = original / "image_view" / "ElectricKettle" / "device number"
    Image.new("RGB", (300, 200)).save(folder / "dashboard.png")
    (found,) = find_devices(original)
    assert isinstance(found, ImportedDevice)
    world = DeviceWorld(ImageStore(None), picture_size=64)
    for task in imported_tasks(found, 3, seed=0):
        assert ("Views", ", ".join((*VIEWS, "dashboard"))) in world.reset(task).facts
        planner = Planner("", found.device.dynamics, found.device.distances.safe, task.parameters["goals"], {})
        outcome = None
        while outcome is None:
            outcome = world.step(planner.next(world.state.configuration, world.state.goals_done).call()).outcome
        assert outcome == Outcome.SUCCESS and world.state.view == "dashboard"
    world.close()


def test_tasks_can_be_solved_and_are_told_without_names(original: Path) -> None:
    (found,) = find_devices(original)
    assert isinstance(found, ImportedDevice)
    tasks = imported_tasks(found, 12, seed=1)
    assert len({task.id for task in tasks}) == 12 and tasks == imported_tasks(found, 12, seed=1)
    assert tasks != imported_tasks(found, 12, seed=2)
    world = DeviceWorld(render=False)
    names = {*found.device.machine.states, *found.device.machine.components()}
    for task in tasks:
        seen = world.reset(task)
        assert not [name for name in names if name in seen.instruction]
        steps = 0
        planner = Planner("", found.device.dynamics, found.device.distances.safe, task.parameters["goals"], {})
        outcome = None
        while outcome is None:
            now = world.state
            outcome = world.step(planner.next(now.configuration, now.goals_done).call()).outcome
            steps += 1
        assert outcome == Outcome.SUCCESS and steps >= (task.optimal_steps or 0) > 0
    world.close()


@pytest.mark.parametrize(
    ("break_it", "message"),
    [
        (lambda f, p: shutil.rmtree(p), "path: .* is no folder"),
        (lambda f, p: (p / "top.jpg").unlink(), "has no picture for top"),
        (lambda f, p: (p / "left.jpg").write_bytes(b"no picture"), r"left\.jpg: damaged picture"),
        (lambda f, p: (p / "left.jpg").rename(p / "left.bmp"), "has no picture for left"),
        (lambda f, p: f.write_text("{"), "line 1: not JSON"),
        (lambda f, p: f.write_text(f.read_text().replace("image_view", "..")), "leaves the folder"),
        (lambda f, p: f.write_text(json.dumps(json.loads(f.read_text()) | {"path": None})), "path: missing"),
    ],
)
def test_what_is_broken_is_named(original: Path, break_it, message: str) -> None:
    break_it(original / "kettle.json", original / "image_view" / "ElectricKettle" / "device number")
    with pytest.raises(MachineError, match=message):
        raise MachineError(broken(original))
    parameters = {"device": {"file": str(original / "kettle.json")}}
    with pytest.raises(TaskError, match=message):
        DeviceWorld().reset(Task("devices", "t", 0, parameters))


def test_a_link_out_of_the_folder_is_refused(original: Path, tmp_path: Path) -> None:
    pictures = original / "image_view"
    shutil.move(pictures, tmp_path / "elsewhere")
    pictures.symlink_to(tmp_path / "elsewhere")
    assert "leaves the folder of its file" in broken(original)


def test_one_command_takes_a_folder_over(original: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (original / "notes.json").write_text("[1, 2]")
    (original / "broken.json").write_text('{"states": 3}')
    output = tmp_path / "taken"
    command = script("import_devices").main
    assert command([str(original), "--output", str(output), "--tasks-per-device", "5", "--goals", "2", "2"]) == 0
    told = capsys.readouterr()
    assert (
        "1 devices (ElectricKettle 1), 1 left out; 5 tasks" in told.out
        and "broken.json: name: Field required" in told.err
    )
    world, tasks = load_task_list(output / "tasks.yaml")
    assert world == "devices" and all(len(task.parameters["goals"]) == 2 for task in tasks)
    benchmark = script("benchmark")
    words = ["--policy", "random", "--tasks", str(output / "tasks.yaml"), "--picture-size", "64"]
    assert benchmark.main([*words, "--output", str(tmp_path / "report.json")]) == 0
    assert list(json.loads((tmp_path / "report.json").read_text())["categories"]) == ["ElectricKettle"]
    empty = tmp_path / "empty"
    empty.mkdir()
    assert command([str(empty), "--output", str(output)]) == 2
    assert command([str(tmp_path / "nowhere"), "--output", str(output)]) == 2
