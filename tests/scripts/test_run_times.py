"""The table of where a run's time went: means over updates, shares of the wall clock, one line for a bad folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scripts.measurements.run_times import REST, run_times
from tests.loading import script

speed = script("speed")
TRAINING = {
    "generation_batch_size": 128,
    "steps_per_generation": 8,
    "num_iterations": 1,
    "gradient_accumulation_steps": 4,
}


def write(folder: Path, lines: list[dict[str, Any]], kind: str = "rl") -> Path:
    (folder / "metrics.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    (folder / "run.json").write_text(json.dumps({"kind": kind, "training": TRAINING}))
    return folder


def line(step: int, seconds: float, **parts: float) -> dict[str, Any]:
    return {"step": step, "epoch": 0.1, "seconds": seconds, **{f"seconds/{k}": v for k, v in parts.items()}}


def test_parts_are_means_over_updates_and_the_rest_fills_the_wall_clock(tmp_path: Path) -> None:
    lines = [line(1, 10.0, generate=6.0, backward=2.0), line(2, 14.0, generate=0.0, backward=3.0)]
    times = run_times(write(tmp_path, [*lines, {"step": 2, "epoch": 0.1, "seconds": 99.0, "train_runtime": 99.0}]))
    assert times.updates == 2
    assert times.wall == 7.0
    assert times.parts == {"generate": 3.0, "backward": 2.5, REST: 1.5}
    assert list(times.parts) == ["generate", "backward", REST]


def test_a_rollout_of_two_updates_counts_half_for_each(tmp_path: Path) -> None:
    times = run_times(write(tmp_path, [line(1, 30.0, generate=1.0)]))
    assert times.episodes == 64
    assert times.episodes_per_minute == 128
    assert times.updates_per_hour == 120


def test_a_line_for_several_updates_weighs_as_many(tmp_path: Path) -> None:
    times = run_times(write(tmp_path, [line(4, 8.0, forward=1.0), line(5, 13.0, forward=4.0)]))
    assert times.updates == 5
    assert times.wall == pytest.approx(13 / 5)
    assert times.parts["forward"] == pytest.approx(8 / 5)


def test_the_clock_of_a_resumed_run_starts_anew(tmp_path: Path) -> None:
    lines = [line(1, 50.0, forward=1.0), line(2, 60.0, forward=1.0), line(3, 12.0, forward=1.0)]
    assert run_times(write(tmp_path, lines)).wall == pytest.approx(72 / 3)


def test_imitation_plays_no_episodes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, [line(1, 4.0, forward=1.0, backward=2.0)], kind="sft")
    assert speed.main(["run", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert "50.0%" in out
    assert "900 updates an hour" in out
    assert "episodes" not in out


@pytest.mark.parametrize("content", [None, "", json.dumps({"step": 1, "seconds": 2.0, "loss": 0.5}) + "\n"])
def test_a_folder_that_tells_no_times_gets_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str | None
) -> None:
    if content is not None:
        (tmp_path / "metrics.jsonl").write_text(content)
    assert speed.main(["run", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert str(tmp_path) in said
