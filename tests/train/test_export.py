"""An exported folder computes what was trained, appears whole or not at all, and says how it wants to be prompted."""

from __future__ import annotations

import json
import shutil
from dataclasses import asdict
from pathlib import Path

import pytest
import torch
from huggingface_hub import ModelCard
from peft import PeftModel
from safetensors.torch import load_file, save_file
from transformers import AutoModelForImageTextToText, AutoProcessor

import train.export as export_module
from data_synth.dataset import DatasetFolder
from data_synth.provenance import ROOT
from envs.context import ContextSettings
from envs.devices.tools import TOOLS
from envs.metrics import TaskResult
from envs.settings import SettingsError
from tests.runs import RATE
from train.encoding import Encoder
from train.evaluation.policy_folder import prompt_settings
from train.evaluation.report import build_report, save_report
from train.export import export, find_source, logits, main
from train.manifest import FILE, Manifest, read_manifest, write_manifest
from train.model import freeze_vision, load_model, load_processor, vision_digest
from train.rows import TurnCollator, turn_rows

pytestmark = pytest.mark.training


@pytest.fixture(scope="module")
def batch(tiny: Path, demonstrated: DatasetFolder) -> tuple[Encoder, dict[str, torch.Tensor]]:
    """Real prompts of another kind than the export itself looked at, and who encoded them."""
    encoder = Encoder(load_processor(tiny), demonstrated.image_store())
    rows = turn_rows(demonstrated.episodes(), encoder, ContextSettings(mode="transcript")).dataset()
    return encoder, TurnCollator(encoder)([rows[i] for i in (1, 5, 11)])


def test_transformers_loads_the_folder_and_finds_the_same_logits(sft_export: Path, sft_run: Path, batch) -> None:
    again = AutoModelForImageTextToText.from_pretrained(sft_export, dtype="float32").eval()
    freeze_vision(again)
    assert torch.equal(logits(again, *batch), logits(load_model(sft_run, "float32").eval(), *batch))
    assert AutoProcessor.from_pretrained(sft_export).chat_template
    generation = json.loads((sft_export / "generation_config.json").read_text())
    assert generation["eos_token_id"] == [1275, 1273]


def test_the_manifest_says_how_to_prompt_and_whence_it_came(sft_export: Path, sft_run: Path, tiny: Path) -> None:
    manifest = read_manifest(sft_export)
    assert manifest is not None
    assert manifest.context.settings() == ContextSettings(tools="names", previous_image=False)
    assert (manifest.picture_size, manifest.dtype, manifest.base_model) == (128, "float32", "models/tiny")
    assert [tool["name"] for tool in manifest.tools["devices"]] == [tool.name for tool in TOOLS]
    assert [stage.kind for stage in manifest.stages] == ["sft"]
    assert manifest.stages[0].record["training"]["learning_rate"] == RATE
    assert manifest.data is not None
    assert manifest.data["episodes"] == 6
    assert manifest.vision_digest == vision_digest(load_model(tiny, "float32"))
    assert manifest.equality is not None
    assert (manifest.equality.reload, manifest.equality.merge, manifest.equality.prompts) == (0.0, None, 8)
    assert manifest.versions["transformers"]
    assert manifest.revision


def test_a_manifest_survives_being_written(sft_export: Path, tmp_path: Path) -> None:
    manifest = read_manifest(sft_export)
    assert manifest is not None
    write_manifest(tmp_path, manifest)
    assert read_manifest(tmp_path) == manifest
    raw = json.loads((tmp_path / FILE).read_text())
    (tmp_path / FILE).write_text(json.dumps({**raw, "picture_size": "large"}))
    with pytest.raises(SettingsError, match=r"apprentice\.json: picture_size"):
        read_manifest(tmp_path)
    (tmp_path / FILE).write_text(json.dumps({**raw, "colour": 1}))
    with pytest.raises(SettingsError, match=r"apprentice\.json: colour"):
        read_manifest(tmp_path)
    (tmp_path / FILE).write_text("{")
    with pytest.raises(SettingsError, match="not JSON"):
        read_manifest(tmp_path)


def test_the_benchmark_prompts_as_the_manifest_says_unless_told_otherwise(sft_export: Path, sft_run: Path) -> None:
    settings = prompt_settings(sft_export, {"temperature": None})
    assert settings.context == ContextSettings(tools="names", previous_image=False)
    assert (settings.picture_size, settings.dtype) == (128, "float32")
    assert prompt_settings(sft_run, {}) == settings
    told = prompt_settings(sft_export, {"temperature": 0.0, "context_mode": "transcript"})
    assert (told.temperature, told.context.mode, told.context.tools) == (0.0, "transcript", "names")
    with pytest.raises(SettingsError, match=r"context\.last_turns"):
        prompt_settings(sft_export, {"context_last_turns": -2})


def test_a_checkpoint_in_the_middle_can_be_exported(sft_run: Path, tmp_path: Path) -> None:
    manifest = export(sft_run / "checkpoint-2", tmp_path / "model")
    assert manifest.step == 2
    ours = load_file(tmp_path / "model" / "model.safetensors")
    assert all(torch.equal(ours[n], w) for n, w in load_file(sft_run / "checkpoint-2" / "model.safetensors").items())


def test_a_lora_is_merged_into_its_base(lora_run: Path, tiny: Path, batch, tmp_path: Path) -> None:
    manifest = export(lora_run, tmp_path / "model")
    assert manifest.equality is not None
    assert manifest.equality.reload == 0.0
    assert manifest.equality.merge is not None
    assert 0 < manifest.equality.merge < 1e-3
    weights = load_file(tmp_path / "model" / "model.safetensors")
    assert weights.keys() == load_file(tiny / "model.safetensors").keys()
    merged = logits(load_model(tmp_path / "model", "float32").eval(), *batch)
    beside = logits(PeftModel.from_pretrained(load_model(tiny, "float32"), lora_run).eval(), *batch)
    base = logits(load_model(tiny, "float32").eval(), *batch)
    assert (merged - beside).abs().max() < 1e-3 < (merged - base).abs().max()
    with pytest.raises(SettingsError, match=r"merge it first with train/export\.py"):
        prompt_settings(lora_run, {})


def test_a_folder_that_reads_back_differently_is_no_export(sft_run: Path, tmp_path: Path, monkeypatch, capsys) -> None:
    honest = export_module.write_model

    def careless(model, processor, folder: Path) -> None:
        honest(model, processor, folder)
        weights = load_file(folder / "model.safetensors")
        weights["model.language_model.norm.weight"] += 1e-3
        save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})

    monkeypatch.setattr(export_module, "write_model", careless)
    assert main(["--checkpoint", str(sft_run), "--output", str(tmp_path / "model")]) == 1
    assert "the folder read again gives logits that differ by" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_an_export_is_replaced_and_nothing_else_is(sft_run: Path, sft_export: Path, tmp_path: Path, capsys) -> None:
    again, other = tmp_path / "again", tmp_path / "other"
    shutil.copytree(sft_export, again)
    (again / "left.over").touch()
    assert main(["--checkpoint", str(sft_run), "--output", str(again)]) == 0
    assert not (again / "left.over").exists()
    assert read_manifest(again) is not None
    other.mkdir()
    (other / "thesis.txt").write_text("years of work")
    assert main(["--checkpoint", str(sft_run), "--output", str(other)]) == 2
    assert "is no exported model; it is not overwritten" in capsys.readouterr().err
    assert [path.name for path in other.iterdir()] == ["thesis.txt"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["again", "other"]


def test_an_export_brings_its_card_and_a_replaced_one_takes_its_own_along(
    sft_run: Path, sft_export: Path, tmp_path: Path
) -> None:
    card = ModelCard.load(sft_export / "README.md")
    assert (card.data.library_name, card.data.pipeline_tag) == ("transformers", "image-text-to-text")
    assert card.data.base_model is None  # models/tiny is a folder of ours, no name of the hub
    assert {"sft", "devices"} <= set(card.data.tags or ())
    for words in ("6 episodes, 12 rows", f"| `learning_rate` | {RATE} |", "| `seed` | 0 |", "Pictures of 128 x 128"):
        assert words in card.text, words
    for place in (ROOT, sft_run, sft_export.parent, Path.home()):
        assert str(place) not in str(card), place
    again = tmp_path / "again"
    shutil.copytree(sft_export, again)
    (again / "README.md").write_text("---\nlicense: mit\n---\nof somebody else")
    export(sft_run, again)
    fresh = ModelCard.load(again / "README.md")
    assert fresh.data.license is None
    assert "# again" in fresh.text.splitlines()
    assert "somebody else" not in fresh.text


def test_a_report_given_to_the_export_is_in_manifest_and_card(sft_run: Path, tmp_path: Path, capsys) -> None:
    result = TaskResult(task="a", outcome="success", goals_done=1, goals_total=1, steps=3, valid_replies=3)
    settings = {**asdict(prompt_settings(sft_run, {})), "seed": 0, "max_turns": 64}
    tasks = {"name": "devices_demo", "file": "configs/benchmarks/devices_demo.yaml", "count": 1}
    report = build_report([result], {"kind": "folder", "name": "mine"}, tasks, settings, revision="abc")
    save_report(report, tmp_path / "report.json")
    words = [
        "--checkpoint",
        str(sft_run),
        "--output",
        str(tmp_path / "model"),
        "--report",
        str(tmp_path / "report.json"),
    ]
    assert main(words) == 0
    manifest = read_manifest(tmp_path / "model")
    assert manifest is not None
    assert manifest.scores["devices_demo"]["summary"]["sr"]["value"] == 1.0
    assert "| devices_demo | 1 | 100.0% | 20.7% to 100.0% |" in (tmp_path / "model" / "README.md").read_text()
    save_report({**report, "policy": {"kind": "baseline", "name": "planner"}}, tmp_path / "report.json")
    assert main(words) == 2
    assert "'planner' is of kind 'baseline', which is no model" in capsys.readouterr().err


def test_what_is_no_run_cannot_be_exported(tmp_path: Path, sft_run: Path) -> None:
    with pytest.raises(SettingsError, match=r"no run\.json"):
        find_source(tmp_path)
    shutil.copy(sft_run / "run.json", tmp_path)
    with pytest.raises(SettingsError, match="neither weights nor a complete checkpoint"):
        find_source(tmp_path)
    shutil.copytree(sft_run / "checkpoint-2", tmp_path / "checkpoint-2")
    assert find_source(tmp_path).weights == tmp_path / "checkpoint-2"


def test_an_rl_run_carries_the_run_that_it_started_from(sft_run: Path, sft_export: Path, tmp_path: Path) -> None:
    record = json.loads((sft_run / "run.json").read_text())
    rl = {**record, "kind": "rl", "rewards": {"terms": {}}, "data": None, "world": "devices"}
    rl["arguments"] = {**record["arguments"], "model": str(sft_run), "max_prompt_tokens": 400}
    rl["training"] = {**record["training"], "temperature": 0.7, "max_completion_length": 96}
    shutil.copytree(sft_run, tmp_path / "rl")
    (tmp_path / "rl" / "run.json").write_text(json.dumps(rl))
    manifest = export(tmp_path / "rl", tmp_path / "model")
    assert [stage.kind for stage in manifest.stages] == ["sft", "rl"]
    assert (manifest.base_model, manifest.rewards) == ("models/tiny", {"terms": {}})
    assert (manifest.temperature, manifest.max_tokens, manifest.max_prompt_tokens) == (0.7, 96, 400)
    assert isinstance(manifest, Manifest)
    assert manifest.data is not None
