"""Counts over episodes of the device world: the common ones, reworded instructions, and VGEBench's tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rich.table import Table

from data_synth.devices.counts import count_devices, tables
from data_synth.statistics import Statistics
from envs.devices.instructions import is_ours
from envs.episode import Episode


@dataclass
class DeviceStatistics(Statistics):
    """Counters by value; `add` takes one episode after another."""

    rewritten: int = 0
    """Instructions that are none of the templates'."""
    devices: set[tuple[str, int]] = field(default_factory=set)
    """(category, seed) of the generated devices."""

    def add(self, episode: Episode) -> None:
        """Count one episode."""
        super().add(episode)
        device = episode.task.parameters.get("device", {})
        if "seed" in device:
            self.devices.add((device["category"], device["seed"]))
            told = episode.task.parameters.get("instructions", ())
            self.rewritten += sum(not is_ours(device["category"], sentence) for sentence in told)

    def own_rows(self) -> Iterator[tuple[str, str]]:
        """The count of reworded instructions."""
        yield "rewritten instructions", str(self.rewritten)

    def tables(self, workers: int) -> list[Table]:
        """VGEBench's Tables 2, 7 and 8, ours beside the paper's."""
        return tables(self, count_devices(self.devices, workers))
