"""What demonstrated episodes cost, on the clock and on the disk."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from data_synth.devices.expert import demonstrate
from data_synth.devices.planner import Planner
from envs.context import ContextSettings
from envs.devices.tasks import task_at
from envs.devices.world import DeviceWorld
from envs.episode import save_episodes
from envs.images import ImageStore
from scripts.measurements.clock import Figure


def episodes(seconds: float) -> Iterator[Figure]:
    """The planner on new devices, three tasks each, with pictures of 128 pixels, kept as a run keeps them."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        world = DeviceWorld(ImageStore(folder / "images"), 128)
        played, asked, start = 0, 0, time.process_time()
        while (passed := time.process_time() - start) < seconds:
            task = task_at("pretrain", played)
            episode = demonstrate(task, world, Planner.of(task), 0, ContextSettings())
            save_episodes(folder / "episodes.jsonl", [episode])
            played, asked = played + 1, asked + 1 + len(episode.turns)
        world.close()
        pictures = [path.stat().st_size for path in folder.glob("images/*/*.png")]
        yield "planned, drawn and kept: episodes/s", played / passed
        yield "pictures served from the store, percent of those shown", 100 * (1 - len(pictures) / asked)
        yield "on disk, text: bytes/episode", (folder / "episodes.jsonl").stat().st_size / played
        yield "on disk, pictures: bytes/episode", sum(pictures) / played
