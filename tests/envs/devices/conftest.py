"""Fixtures of the device tests; see tests/machines.py for the devices."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from envs.devices.machine import StateMachine, load_machine, parse_machine
from envs.devices.world import DeviceWorld
from tests.machines import KETTLE, washer_json


@pytest.fixture(scope="session")
def kettle() -> StateMachine:
    return load_machine(KETTLE)


@pytest.fixture
def washer() -> StateMachine:
    return parse_machine(json.dumps(washer_json()), "washer.json")


@pytest.fixture
def written(tmp_path: Path) -> Callable[[dict[str, Any]], Path]:
    """Write an SSM to a file of this test's own."""

    def write(raw: dict[str, Any]) -> Path:
        path = tmp_path / "device.json"
        path.write_text(json.dumps(raw), encoding="utf-8")
        return path

    return write


@pytest.fixture
def world() -> Iterator[DeviceWorld]:
    """The device world without pictures."""
    with_world = DeviceWorld(render=False)
    yield with_world
    with_world.close()
