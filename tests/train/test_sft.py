"""SFT on the tiny model: it learns, the vision path does not move, a resumed run is an unbroken one, bad input is
one line.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file
from transformers import TrainerCallback

import train.sft as sft
from data_synth.dataset import DatasetFolder
from tests.runs import RATE, STEPS, sft_command
from train.metrics_log import read_metrics
from train.model import VisionMoved, load_model, vision_digest
from train.resume import checkpoint_to_resume, last_complete_checkpoint
from train.run_record import read_run_record


@pytest.mark.training
def test_it_learns_and_the_vision_path_does_not_move(sft_run: Path, tiny: Path) -> None:
    losses = [line["loss"] for line in read_metrics(sft_run / "metrics.jsonl") if "loss" in line]
    assert len(losses) == STEPS
    assert losses[-1] < losses[0]
    before, after = load_file(tiny / "model.safetensors"), load_file(sft_run / "model.safetensors")
    assert before.keys() == after.keys()
    for name, weights in before.items():
        assert torch.equal(weights, after[name]) == (".visual." in name), name
    record = read_run_record(sft_run)
    assert record is not None
    assert record["vision_digest"] == vision_digest(load_model(tiny, "float32"))


@pytest.mark.training
def test_the_record_says_what_the_run_was(sft_run: Path, demonstrated: DatasetFolder) -> None:
    record = read_run_record(sft_run / "checkpoint-2")
    assert record is not None
    assert record["kind"] == "sft"
    assert record["rows"] == 12
    assert record["left_out"] == {"not trainable": 6}
    assert record["arguments"]["data"] == str(demonstrated.folder)
    assert record["training"]["learning_rate"] == RATE
    assert record["versions"]["trl"]
    assert record["revision"]
    assert len(record["starts"]) == 1
    assert record["data"]["episodes"] == 6


@pytest.mark.training
def test_the_output_is_a_model_with_its_processor(sft_run: Path) -> None:
    from train.model import load_processor

    assert load_processor(sft_run).image_token_id == load_processor("models/tiny").image_token_id
    assert (sft_run / "generation_config.json").exists()
    assert (sft_run / "chat_template.jinja").exists()


@pytest.mark.training
def test_a_resumed_run_is_an_unbroken_one_to_the_last_bit(
    sft_run: Path, demonstrated: DatasetFolder, tmp_path: Path
) -> None:
    again = tmp_path / "run"
    again.mkdir()
    for name in ("checkpoint-2", "checkpoint-4"):
        shutil.copytree(sft_run / name, again / name)
    shutil.copy(sft_run / "metrics.jsonl", again)
    (again / "checkpoint-4" / "trainer_state.json").unlink()  # the kill came while checkpoint 4 was being written
    assert sft.main(sft_command(demonstrated.folder, again, "--resume_from_checkpoint", "true")) == 0
    first, second = load_file(sft_run / "model.safetensors"), load_file(again / "model.safetensors")
    assert all(torch.equal(first[name], second[name]) for name in first)
    numbers = ("step", "loss", "grad_norm", "learning_rate", "entropy", "mean_token_accuracy")

    def told(folder: Path) -> list[list[float]]:
        return [[line[k] for k in numbers] for line in read_metrics(folder / "metrics.jsonl") if "loss" in line]

    assert told(again) == told(sft_run)


@pytest.mark.training
def test_a_batch_in_pieces_weighs_every_token_alike(sft_run: Path, demonstrated: DatasetFolder, tmp_path: Path) -> None:
    words = sft_command(demonstrated.folder, tmp_path / "run", "--gradient_accumulation_steps", "2")
    words[words.index("--per_device_train_batch_size") + 1] = "2"
    words[words.index("--max_steps") + 1] = "1"
    assert sft.main([*words, "--save_strategy", "no"]) == 0
    pieces, whole = (read_metrics(folder / "metrics.jsonl")[0] for folder in (tmp_path / "run", sft_run))
    for number in ("loss", "grad_norm"):
        assert pieces[number] == pytest.approx(whole[number], rel=1e-4)


@pytest.mark.training
def test_rows_of_whole_episodes_train(demonstrated: DatasetFolder, tmp_path: Path) -> None:
    words = sft_command(demonstrated.folder, tmp_path / "run", "--context_mode", "transcript", "--rows_per", "episode")
    assert sft.main([*words, "--save_strategy", "no"]) == 0
    record = read_run_record(tmp_path / "run")
    assert record is not None
    assert (record["rows"], record["left_out"]) == (6, {"not trainable": 6})
    assert record["arguments"]["rows_per"] == "episode"
    losses = [line["loss"] for line in read_metrics(tmp_path / "run" / "metrics.jsonl") if "loss" in line]
    assert len(losses) == STEPS
    assert losses[-1] < losses[0]


@pytest.mark.training
def test_a_vision_path_that_moves_is_an_error(demonstrated, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Nudge(TrainerCallback):
        def __init__(self, path: Path) -> None: ...

        def on_step_end(self, args, state, control, model=None, **kwargs) -> None:
            with torch.no_grad():
                model.model.visual.deepstack_merger_list[0].linear_fc2.bias[0] += 1e-3

    monkeypatch.setattr(sft, "MetricsLog", Nudge)
    words = sft_command(demonstrated.folder, tmp_path / "run", "--save_strategy", "no")
    words[words.index("--max_steps") + 1] = "1"
    with pytest.raises(VisionMoved, match="vision path moved"):
        sft.main(words)
    assert not (tmp_path / "run" / "model.safetensors").exists()


@pytest.mark.training
def test_a_lora_leaves_the_base_alone(lora_run: Path, tiny: Path) -> None:
    adapter = load_file(lora_run / "adapter_model.safetensors")
    assert adapter
    assert all("lora_" in name and "language_model" in name for name in adapter)
    assert any(weights.abs().max() > 0 for name, weights in adapter.items() if "lora_B" in name)
    assert json.loads((lora_run / "adapter_config.json").read_text())["base_model_name_or_path"] == "models/tiny"
    record = read_run_record(lora_run)
    assert record is not None
    assert record["vision_digest"] == vision_digest(load_model(tiny, "float32"))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("learning_rat: 0.1", "learning_rat: unknown key; did you mean learning_rate?"),
        ("per_device_train_batch_size: many", "per_device_train_batch_size: expected int"),
        ("per_device_train_batch_size: 2.0", "per_device_train_batch_size: expected int"),
        ("learning_rate: true", "learning_rate: expected float"),
        ("context_mode: chat", "context.mode: 'chat'"),
        ("picture_size: 8", "picture_size: 8 is under 32 pixels"),
        ("rows_per: episode", "rows_per: 'episode' needs context_mode: transcript and no context_last_turns"),
        ("rows_per: rows", "rows_per: 'rows' is neither 'turn' nor 'episode'"),
        ("seed: 1\nseed: 2", "seed: stands twice"),
        ("- a list", "YAML"),
    ],
)
def test_a_bad_configuration_is_one_line_that_names_file_and_key(
    line: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.yaml"
    path.write_text(f"data: d\noutput_dir: {tmp_path}/o\nmodel: m\nuse_cpu: true\nbf16: false\n{line}\n")
    assert sft.main(["--config", str(path)]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"error: {path}")
    assert told in error
    assert error.count("\n") == 1
    assert not (tmp_path / "o").exists()


def test_a_bad_option_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--config", "configs/sft/demo.yaml"]
    for more, told in (
        (["--learning_rate", "x"], "invalid float value: 'x'"),
        (["--nonsense", "1"], "--nonsense"),
        (["--config"], "--config"),
    ):
        assert sft.main([*words, *more]) == 2
        error = capsys.readouterr().err
        assert error.startswith("error: command line: ")
        assert told in error
        assert error.count("\n") == 1
    assert sft.main(["--config", "nowhere.yaml"]) == 2
    assert "nowhere.yaml: cannot be read" in capsys.readouterr().err


def test_a_model_that_is_no_model_is_one_line(demonstrated: DatasetFolder, tmp_path: Path, capsys) -> None:
    (tmp_path / "adapter_config.json").write_text("{}")
    shutil.copytree("models/tiny", tmp_path, dirs_exist_ok=True)
    for model, told in ((tmp_path, "is a LoRA adapter without its base"), (tmp_path / "none", "is no folder here")):
        assert sft.main(sft_command(demonstrated.folder, tmp_path / "run", "--model", str(model))) == 2
        error = capsys.readouterr().err.splitlines()[-1]
        assert error.startswith(f"error: model: {model}")
        assert told in error


def test_a_damaged_shard_is_named(demonstrated: DatasetFolder, tmp_path: Path, capsys) -> None:
    shutil.copytree(demonstrated.folder, tmp_path / "data")
    shard = next((tmp_path / "data" / "shards").iterdir())
    shard.write_bytes(shard.read_bytes()[:-100])
    assert sft.main(sft_command(tmp_path / "data", tmp_path / "run")) == 2
    assert f"{shard}: row 6" in capsys.readouterr().err
    assert not (tmp_path / "run").exists()


def test_two_runs_do_not_mix_in_one_folder(tmp_path: Path, demonstrated: DatasetFolder, capsys) -> None:
    (tmp_path / "checkpoint-2").mkdir()
    assert sft.main(sft_command(demonstrated.folder, tmp_path)) == 2
    assert "holds checkpoints of an earlier run" in capsys.readouterr().err


@pytest.mark.training
def test_only_whole_checkpoints_are_resumed_from(sft_run: Path, tmp_path: Path) -> None:
    assert last_complete_checkpoint(sft_run) == sft_run / "checkpoint-4"
    copy = tmp_path / "run"
    shutil.copytree(sft_run, copy)
    weights = copy / "checkpoint-4" / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:-1])
    assert last_complete_checkpoint(copy) == copy / "checkpoint-2"
    (copy / "checkpoint-2" / "trainer_state.json").write_text("{")
    assert last_complete_checkpoint(copy) is None
    assert checkpoint_to_resume(copy, "true") is None
    with pytest.raises(ValueError, match="no complete checkpoint"):
        checkpoint_to_resume(copy, str(copy / "checkpoint-2"))


def test_metrics_cut_by_a_kill_are_read_up_to_it(tmp_path: Path) -> None:
    path = tmp_path / "metrics.jsonl"
    path.write_text('{"step": 1, "loss": 2.0}\n{"step": 2, "lo')
    assert read_metrics(path) == [{"step": 1, "loss": 2.0}]
    assert read_metrics(tmp_path / "none") == []
