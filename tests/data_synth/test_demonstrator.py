"""A world that somebody adds gets datasets, statistics and a planner's benchmark from its demonstrator alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from data_synth.config import DataConfig, load_config
from data_synth.dataset import load_episodes_dataset
from data_synth.demonstrator import DEMONSTRATORS, statistics_of
from data_synth.devices.config import DeviceDataConfig
from data_synth.statistics import count
from data_synth.synthesis import synthesize
from envs.environment import WORLDS
from envs.settings import SettingsError
from tests.spot_expert import SpotConfig, SpotDemonstrator, spot_task
from tests.spots import SpotWorld


class SpotHere(SpotDemonstrator):
    """Makes its world by itself, since a worker knows no world that another process registered."""

    def world(self, config, images):
        return SpotWorld(images, config.picture_size)


@pytest.fixture
def spots(monkeypatch):
    monkeypatch.setattr(WORLDS, "registered", {"spots": SpotWorld})
    monkeypatch.setattr(DEMONSTRATORS, "registered", {"spots": SpotHere()})


def written(folder: Path, text: str) -> Path:
    path = folder / "data.yaml"
    path.write_text(text)
    return path


def test_the_key_world_selects_the_other_keys(spots, tmp_path):
    config, _ = load_config(written(tmp_path, "world: spots\nsplit: any\nepisodes: 6\ncolours: [red]\n"))
    assert isinstance(config, SpotConfig) and config.colours == ["red"]
    config, _ = load_config(written(tmp_path, "split: sft\nepisodes: 6\ncategories: [Heater]\n"))
    assert isinstance(config, DeviceDataConfig) and config.world == "devices"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("world: moon\nsplit: a\nepisodes: 1\n", r"world: 'moon' has no demonstrator; known: devices, .*spots"),
        ("world: [devices]\nsplit: a\nepisodes: 1\n", r"world: \['devices'\] has no demonstrator"),
        ("world: spots\nsplit: a\nepisodes: 1\ngoals: [1, 2]\n", r"goals: unknown key; known: world, .*colours"),
        ("world: devices\nsplit: sft\nepisodes: 1\ncolours: [red]\n", r"colours: unknown key; known: .*categories"),
        (
            "world: spots\nsplit: a\nepisodes: 1\nrewriting: {endpoint: http://e, model: m}\n",
            r"rewriting: the world 'spots' has no instructions to reword",
        ),
    ],
)
def test_a_key_that_is_not_the_worlds_is_named_with_those_that_are(spots, tmp_path, text, said):
    with pytest.raises(SettingsError, match=rf"data\.yaml: {said}"):
        load_config(written(tmp_path, text))


def test_a_world_of_ones_own_is_synthesised_and_counted(spots, tmp_path):
    config = SpotConfig(split="any", episodes=10, picture_size=96, shard_size=4)
    manifest = synthesize(config, None, tmp_path / "data", workers=2)
    assert manifest.config["world"] == "spots"
    assert manifest.to_json()["rejected"] == {"no spot": 2}
    episodes = load_episodes_dataset(tmp_path / "data")
    assert [e.task for e in episodes] == [spot_task(n, config.colours) for n in range(10) if n % 5 != 4]
    statistics = count(episodes, statistics_of("spots"))
    assert statistics.categories == {"touch": 8} and statistics.goals == {1: 8}
    assert statistics.tables(workers=1) == []


def test_statistics_of_a_world_without_demonstrator_are_the_common_ones():
    assert type(statistics_of("moon")).__name__ == "Statistics"


def test_the_common_fields_are_every_worlds():
    for config in (DeviceDataConfig, SpotConfig):
        assert set(DataConfig.model_fields) <= set(config.model_fields)
