"""The command: bad input gives one error line and exit 2; a run prints what it made."""

from __future__ import annotations

import pytest

from scripts.synthesize import main

SMALL = """
split: validation
episodes: 4
tasks_per_device: 4
shard_size: 4
render: false
"""


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (SMALL + "colour: red\n", ["colour: unknown key", "'red'"]),
        (SMALL + "wrong_turns: {chance: 1}\n", ["wrong_turns.chance: unknown key"]),
        (SMALL.replace("validation", "exam"), ["split: ", "'exam'", "pretrain"]),
        (SMALL.replace("episodes: 4", "episodes: many"), ["episodes: ", "'many'"]),
        (SMALL.replace("shard_size: 4", "shard_size: 3"), ["shard_size: 3 is no multiple"]),
        (SMALL + "categories: [Toaster]\n", ["categories: 'Toaster' is no category"]),
        (SMALL + "goals: [2, 1]\n", ["goals: ", "[2, 1]"]),
        (SMALL + "wrong_turns: {probability: .nan}\n", ["wrong_turns.probability", "nan"]),
        (SMALL + "rewards: none.yaml\n", ["rewards: 'none.yaml'"]),
        (SMALL + "episodes: 5\n", ["episodes: stands twice"]),
    ],
)
def test_a_bad_configuration_gives_one_error_line_and_leaves_nothing(tmp_path, capsys, text, parts):
    config = tmp_path / "data.yaml"
    config.write_text(text)
    assert main(["--config", str(config), "--output", str(tmp_path / "out")]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert str(config) in error
    for part in parts:
        assert part in error
    assert not (tmp_path / "out").exists()


def test_a_run_prints_its_counts(tmp_path, capsys):
    config = tmp_path / "data.yaml"
    config.write_text(SMALL)
    output = tmp_path / "out"
    assert main(["--config", str(config), "--output", str(output), "--workers", "1", "--stats"]) == 0
    printed = capsys.readouterr().out
    assert "4 episodes in 1 shards" in printed
    assert "optimal steps" in printed
    assert "wrong turns" in printed
    assert main(["--output", str(output), "--stats"]) == 0


def test_statistics_of_no_dataset_give_one_error_line(tmp_path, capsys):
    assert main(["--output", str(tmp_path / "none"), "--stats"]) == 2
    assert "no manifest" in capsys.readouterr().err
