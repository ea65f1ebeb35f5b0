"""Datasets of the home world: equal bytes after a loss, counts on request, and one error line for what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from data_synth.config import load_config
from data_synth.dataset import load_episodes_dataset
from data_synth.home.config import HomeDataConfig
from data_synth.home.demonstrator import DEMONSTRATOR
from data_synth.synthesis import episodes_of
from envs.episode import Outcome
from envs.home.task import FAMILIES
from envs.home.tasks import TaskOptions
from envs.images import ImageStore
from scripts.synthesize import main

ROOT = Path(__file__).parents[3]
SMALL = """
world: home
split: validation
episodes: 4
picture_size: 64
shard_size: 2
wrong_turns: {probability: 1.0, most: 1}
"""


def content(folder: Path) -> dict[str, bytes]:
    """Every file of a dataset."""
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


@pytest.mark.long
def test_a_dataset_is_made_by_two_counted_and_mended_to_the_same_bytes(tmp_path, capsys):
    config, output = tmp_path / "data.yaml", tmp_path / "out"
    config.write_text(f"{SMALL}rewards: {ROOT / 'configs/rewards/home.yaml'}\n")
    command = ["--config", str(config), "--output", str(output), "--workers", "2", "--stats"]
    assert main(command) == 0
    printed = capsys.readouterr().out
    assert "4 episodes in 2 shards" in printed and "rejected: none" in printed
    for word in (*FAMILIES, "optimal steps", "walk_around", "mistakes"):
        assert word in printed
    episodes = load_episodes_dataset(output)
    assert [e.task.parameters["family"] for e in episodes] == list(FAMILIES)
    assert all(e.outcome == Outcome.SUCCESS and e.turns[0].rewards for e in episodes)
    before = content(output)
    (output / "shards" / "00001.jsonl").unlink()
    assert main(command) == 0
    assert content(output) == before


def test_the_shipped_recipe_says_every_key_and_the_worlds_defaults():
    import yaml

    path = ROOT / "configs/data/home.yaml"
    config, rewards = load_config(path)
    assert isinstance(config, HomeDataConfig) and rewards is not None
    assert set(yaml.safe_load(path.read_text())) == set(HomeDataConfig.model_fields)
    for name, field in TaskOptions.model_fields.items():
        if name != "noise":
            assert getattr(config, name) == field.get_default(call_default_factory=True), name
    assert config.noise == type(config.noise)()
    assert load_config(ROOT / "configs/data/home_demo.yaml")[0].world == "home"


def test_what_cannot_be_drawn_is_left_out_with_its_reason():
    config = HomeDataConfig(split="validation", episodes=1, picture_size=32, most_steps=1, families=["FDO"])
    made = list(episodes_of(DEMONSTRATOR, config, None, 0, ImageStore(None)))
    assert made == [(None, "no task in this apartment")]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (SMALL + "families: [FDP, XYZ]\n", ["families", "XYZ"]),
        (SMALL + "families: [FDP, FDP]\n", ["families: none twice"]),
        (SMALL + "families: []\n", ["families", "[]"]),
        (SMALL + "render: false\n", ["render: ", "cannot be played without pictures", "False"]),
        (SMALL.replace("validation", "pretrain"), ["split: ", "'pretrain'", "sft, rl, validation, test"]),
        (SMALL + "clutter: [9, 3]\n", ["clutter: ", "[9, 3]"]),
        (SMALL + "cluttered: [0, 3]\n", ["cluttered: ", "[0, 3]"]),
        (SMALL + "unclear: [colour]\n", ["unclear", "colour"]),
        (SMALL + "manner: {searching: 1.5}\n", ["manner.searching", "1.5"]),
        (SMALL + "noise: {missed: -1}\n", ["noise.missed", "-1"]),
        (SMALL + "tasks_per_device: 3\n", ["tasks_per_device: unknown key", "tasks_per_apartment"]),
    ],
)
def test_a_bad_configuration_gives_one_error_line_and_leaves_nothing(tmp_path, capsys, text, parts):
    config = tmp_path / "data.yaml"
    config.write_text(text)
    assert main(["--config", str(config), "--output", str(tmp_path / "out")]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1 and str(config) in error
    for part in parts:
        assert part in error, error
    assert not (tmp_path / "out").exists()


def test_symbolic_data_are_refused(tmp_path, capsys):
    config = tmp_path / "data.yaml"
    config.write_text(SMALL)
    assert main(["--config", str(config), "--output", str(tmp_path / "out"), "--symbolic"]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1 and "--symbolic: render" in error
    assert not (tmp_path / "out").exists()


def test_the_home_expert_refuses_another_world(home_tasks):
    from envs.context import ContextSettings
    from tests.spots import SpotWorld

    with pytest.raises(TypeError, match="world: SpotWorld is not the home world"):
        DEMONSTRATOR.demonstrate(home_tasks[0], SpotWorld(ImageStore(None), 32), 0, ContextSettings())
