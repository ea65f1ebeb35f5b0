"""Tasks on devices that somebody else made: a folder of SSM files in VGEBench's own format, with their pictures.

    original/
      ElectricKettle/17.json                         "path": "image_view/17"
      ElectricKettle/image_view/17/front.png ...     one picture a view

Goals are drawn as for generated devices (`envs.devices.tasks`). An imported state has no phrase of ours, so it is asked
for by its own description.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from envs import strict_json
from envs.devices.instructions import Words
from envs.devices.machine import ERROR_STATE, IMMEDIATE, MachineError
from envs.devices.sources import LoadedDevice, load_file
from envs.devices.tasks import START_VIEWS, TRIES, choose_goals
from envs.episode import Task


@dataclass(frozen=True)
class ImportedDevice:
    """One device of a folder. category: its machine's name."""

    file: Path
    device: LoadedDevice

    @property
    def category(self) -> str:
        return self.device.machine.name


def find_devices(folder: Path, pictures: bool = True) -> Iterator[ImportedDevice | MachineError]:
    """Every SSM below a folder, in order, or why it cannot be used. JSON files that are no machines are passed over."""
    for file in sorted(folder.rglob("*.json")):
        try:
            raw = strict_json.loads(file.read_text(encoding="utf-8"))
            if not (isinstance(raw, dict) and "states" in raw):
                continue
        except (OSError, ValueError):
            pass  # `load_file` says what is wrong with it
        try:
            yield ImportedDevice(file, load_file(file, pictures))
        except MachineError as error:
            yield error


def imported_tasks(
    found: ImportedDevice, count: int, seed: int, goals: tuple[int, int] = (1, 3), budget_factor: int = 5
) -> list[Task]:
    """Up to `count` different tasks on a device; goals: fewest and most of a task."""
    words, distances = described(found.device), found.device.distances
    rng = random.Random(f"{found.file.name}:{seed}")
    tasks: dict[str, Task] = {}
    for _ in range(count * TRIES):
        if len(tasks) == count:
            break
        at = found.device.dynamics.start(rng.choice(START_VIEWS))
        chosen, told = choose_goals(words, distances, at.state, rng.randint(*goals), rng)
        costs = distances.costs(at, chosen) if len(chosen) >= goals[0] else None
        if not costs:
            continue
        parameters = {
            "device": {"file": str(found.file), "category": found.category},
            "goals": chosen,
            "instructions": told,
            "start_view": at.view,
            "budget_factor": budget_factor,
        }
        key = json.dumps([chosen, at.view])
        mark = hashlib.sha256(json.dumps(parameters, sort_keys=True).encode()).hexdigest()[:8]
        name = f"{found.category}-{found.file.stem}-{mark}"
        tasks.setdefault(key, Task("devices", name, seed, parameters, sum(cost.steps for cost in costs)))
    return list(tasks.values())


def described(device: LoadedDevice) -> Words:
    """Phrases from the states' own descriptions; nobody asks for an error, nor for what passes by at once."""
    phrases = {}
    for name, state in device.machine.states.items():
        told = state.description.strip().rstrip(".")
        if told and name != ERROR_STATE and IMMEDIATE not in state.on:
            phrases[name] = (f'bring the device to this state: "{told}"',)
    return Words(goals=phrases)
