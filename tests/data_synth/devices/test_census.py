"""A census keeps its counts: so many devices of each category, so many tasks of one goal; and its tables add up."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
import yaml
from rich.console import Console

from data_synth.config import load_config
from data_synth.devices.config import DeviceDataConfig
from data_synth.devices.counts import count_devices, tables
from data_synth.devices.paper_tables import TABLE_2, TABLE_7, TABLE_8
from data_synth.statistics import Statistics
from envs.devices.generate import CATEGORIES, generate
from envs.devices.mix import Census
from envs.settings import SettingsError

RECIPE = Path(__file__).parents[3] / "configs/data/vgebench_scale.yaml"


def test_the_recipe_is_of_the_papers_scale() -> None:
    config, _ = load_config(RECIPE)
    assert isinstance(config, DeviceDataConfig)
    census = config.mix
    assert isinstance(census, Census)
    places = [census.place(number) for number in range(config.episodes)]
    devices = {(place.category, place.turn) for place in places}
    assert Counter(category for category, _ in devices) == TABLE_7
    assert len(places) == TABLE_2["episodes"]
    assert sum(place.goals == (1, 1) for place in places) == TABLE_2["single-goal episodes"]
    assert sum(place.goals[0] >= 2 for place in places) == TABLE_2["multi-goal episodes"]
    assert len({(place.category, place.turn, place.task_seed) for place in places}) == len(places)
    per_device = Counter((place.category, place.turn) for place in places).values()
    assert max(per_device) - min(per_device) <= 1


def test_the_papers_tables_are_copied_right() -> None:
    assert sum(TABLE_7.values()) == TABLE_2["devices"] and len(TABLE_7) == TABLE_2["categories"]
    assert set(TABLE_7) == set(TABLE_8) == set(CATEGORIES)
    assert [sum(row[i] for row in TABLE_8.values()) for i in range(6)] == [6511, 889, 1991, 4038, 385, 590]
    assert TABLE_2["episodes"] == TABLE_2["single-goal episodes"] + TABLE_2["multi-goal episodes"]


def test_a_census_ends() -> None:
    census = Census({"Lamp": 2, "Heater": 1}, tasks=7, single=3)
    assert Counter(census.place(n).category for n in range(7)) == {"Lamp": 5, "Heater": 2}
    with pytest.raises(ValueError, match="7 tasks, no number 7"):
        census.place(7)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"census": {"devices": {"Toaster": 3}, "single": 1}}, "'Toaster' is no category"),
        ({"census": {"devices": {"Lamp": 3}, "single": 20}}, "census.single: 20 is more than the 10 episodes"),
        ({"census": {"devices": {"Lamp": 30}, "single": 2}}, "episodes: 10 do not reach all of the 30 devices"),
        ({"census": {"devices": {"Lamp": 3}, "single": 2}, "first": 4}, "first: 4"),
        ({"census": {"devices": {"Lamp": 0}, "single": 2}}, "census.devices.Lamp"),
    ],
)
def test_a_census_that_cannot_be_is_refused(tmp_path: Path, change: dict, message: str) -> None:
    path = tmp_path / "data.yaml"
    path.write_text(yaml.safe_dump({"split": "sft", "episodes": 10, **change}))
    with pytest.raises(SettingsError, match=r"data\.yaml") as error:
        load_config(path)
    assert message in str(error.value)


def test_tables_count_devices_once_and_their_transitions_all() -> None:
    devices = [("Lamp", 800_000), ("CarKey", 800_000), ("Lamp", 800_000)]
    counts = count_devices(devices, workers=1)
    machines = {name: generate(name, 800_000).machine for name in ("Lamp", "CarKey")}
    assert counts.devices == {"Lamp": 1, "CarKey": 1}
    assert counts.totals["SSM states"] == sum(len(m.states) for m in machines.values())
    assert counts.totals["components"] == sum(len(m.components()) for m in machines.values())
    assert set(counts.actions["CarKey"]) == {"press"}
    console = Console(width=160, record=True)
    for table in tables(Statistics(), counts):
        console.print(table)
    printed = console.export_text()
    assert "100 (100)" in printed and "1,206" in printed and "CoffeeMachine" in printed
