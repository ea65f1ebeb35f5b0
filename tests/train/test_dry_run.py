"""The plan of an 8B run on a laptop: exact parameters, plausible memory, nothing loaded, nobody asked."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
import torch
from rich.console import Console
from trl import SFTConfig

import train.sft as sft
from envs.settings import SettingsError
from train.command_line import parse_command_line
from train.dry_run import Plan, dry_run, meta_model, shape_of
from train.memory import Setting, Shape, estimate


def plan(*words: str) -> tuple[Plan, str]:
    arguments, training = parse_command_line((sft.SftArguments, SFTConfig), [*words, "--dry_run"])
    out = io.StringIO()
    return dry_run(arguments, training, "sft", Console(file=out, width=140)), out.getvalue()


def test_the_8b_models_parameters_are_the_published_ones(demonstrated) -> None:
    made, text = plan("--config", "configs/sft/qwen3vl_8b.yaml", "--data", str(demonstrated.folder))
    assert sum(map(sum, made.parameters.values())) == 8_767_123_696
    assert sum(frozen for _, frozen in made.parameters.values()) == 576_388_336
    assert all(not trained for part, (trained, _) in made.parameters.items() if part.startswith("vision"))
    assert made.load.rows == 12
    assert "8,190,735,360" in text
    assert "zero3.yaml, 8 GPUs" in text
    assert "rows: 12;" in text
    totals = {name.split(",")[0]: value.total for name, value in made.estimates.items()}
    assert totals["zero3.yaml"] < totals["zero2.yaml"] < totals["one GPU"]
    assert 15e9 < totals["zero3.yaml"] < 80e9


def test_a_lora_trains_adapters_alone() -> None:
    made, text = plan("--config", "configs/sft/qwen3vl_8b_lora.yaml")
    trained = {part: count for part, (count, _) in made.parameters.items() if count}
    assert list(trained) == ["LoRA adapters"]
    assert "is not there yet" in text


def test_a_local_model_is_counted_with_its_own_tokenizer(demonstrated) -> None:
    made, _ = plan("--config", "configs/sft/demo.yaml", "--data", str(demonstrated.folder))
    assert made.load.exact
    assert made.load.rows == 12
    assert 100 < made.load.mean < 250


def test_rows_of_episodes_are_counted_as_such(demonstrated) -> None:
    words = ("--data", str(demonstrated.folder), "--context_mode", "transcript", "--max_length", "4096")
    for config, exact in (("demo", True), ("qwen3vl_8b", False)):
        turns, whole = (
            plan("--config", f"configs/sft/{config}.yaml", *words, "--rows_per", rows)[0].load
            for rows in ("turn", "episode")
        )
        assert (turns.rows, whole.rows) == (12, 6)
        assert turns.exact == whole.exact == exact
        assert whole.longest == turns.longest, "the row of a last turn shows the whole episode"
        assert whole.mean > turns.mean


def test_no_weight_is_made() -> None:
    arguments, _ = parse_command_line(
        (sft.SftArguments, SFTConfig), ["--config", "configs/sft/qwen3vl_8b.yaml", "--dry_run"]
    )
    model = meta_model(shape_of(arguments.model), arguments)
    assert {parameter.device for parameter in model.parameters()} == {torch.device("meta")}


def test_an_unknown_model_is_not_looked_for(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SettingsError, match="no folder here, and --dry_run knows the shapes of"):
        shape_of("Somebody/Else")
    assert sft.main(["--config", "configs/sft/qwen3vl_8b.yaml", "--model", "Somebody/Else", "--dry_run"]) == 2
    assert capsys.readouterr().err.startswith("error: model: 'Somebody/Else'")


def test_splitting_divides_what_it_says() -> None:
    shape = Shape(1000, 200, 2, 8, 16, 4, 2, 100, 300, 8, 16, 2, 10, 64, True)
    one, eight = (estimate(shape, Setting("", "zero3", n)) for n in (1, 8))
    assert (one.weights, one.optimizer) == (8 * eight.weights, 8 * eight.optimizer)
    assert one.activations == eight.activations
    assert estimate(replace(shape, checkpointing=False), Setting("", "one", 1)).activations > one.activations
