"""A model card says what its manifest says, holds nothing of the machine, and its commands are ones that work."""

from __future__ import annotations

import re
import shlex
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
import yaml
from huggingface_hub import ModelCard
from huggingface_hub.repocard import REGEX_YAML_BLOCK

from data_synth.provenance import ROOT
from envs.devices.tools import TOOLS
from envs.settings import SettingsError
from tests.loading import script
from train.evaluation.policy_folder import prompt_settings
from train.manifest import Context, Equality, Manifest, Stage, tool_schemas, write_manifest
from train.model_card import CARD, license_of, model_card, score_of, write_card

benchmark = script("benchmark")

SFT = {
    "arguments": {"model": "Qwen/Qwen3-VL-8B-Instruct", "data": "/home/me/data", "lora_rank": 8, "lora_alpha": 16},
    "training": {
        "num_train_epochs": 2.0,
        "max_steps": -1,
        "learning_rate": 1e-5,
        "seed": 3,
        "output_dir": "/home/me/a",
    },
    "revision": "0123456789abcdef+changes",
    "data": {"config": {"world": "devices"}, "episodes": 900},
    "rows": 4321,
}
RL = {
    "arguments": {
        "model": "/home/me/sft",
        "tasks": str(ROOT / "configs/tasks/devices_practice.yaml"),
        "algorithm": "gspo",
        "credit": "state",
        "servers": ["http://node7:8000"],
        "world_options": {"user": {"endpoint": "http://node8/v1"}},
        "curriculum": {"kind": "middle"},
        "device_cache": "/home/me/cache",
    },
    "training": {"max_steps": 48, "num_train_epochs": 3.0, "epsilon": 3e-4, "num_generations": 8, "seed": 3},
    "revision": "fedcba9876543210",
    "rewards": {"terms": {"goal": {"weight": 1.0, "success_bonus": 0.5}, "step_cost": {"weight": 0.01}}},
    "world": "devices",
    "tasks": 1200,
}


def manifest(**more: Any) -> Manifest:
    """Of an SFT with a LoRA, then RL."""
    given: dict[str, Any] = dict(
        base_model="Qwen/Qwen3-VL-8B-Instruct",
        checkpoint="/home/me/rl/checkpoint-40",
        step=40,
        dtype="bfloat16",
        context=Context(mode="markov", tools="schemas", previous_image=True),
        picture_size=512,
        temperature=0.7,
        max_tokens=384,
        max_prompt_tokens=3072,
        tools=tool_schemas({"devices": TOOLS}),
        versions={"torch": "2.13.0", "vllm": "absent"},
        revision="abcdef0123456789",
        stages=[
            Stage(kind="sft", folder="/home/me/sft", record=SFT),
            Stage(kind="rl", folder="/home/me/rl", record=RL),
        ],
        vision_digest="d" * 64,
        equality=Equality(prompts=8, tokens=800, reload=0.0, merge=0.002, tolerance=0.0),
    )
    return Manifest(**(given | more))


def report(**more: Any) -> dict[str, Any]:
    """A benchmark's, of 300 tasks."""
    total = {"episodes": 301, "sr": {"value": 0.46, "low": 0.404, "high": 0.517, "count": 300}, "ssr": 0.5, "spl": 0.35}
    context = {"mode": "markov", "tools": "schemas", "previous_image": True, "last_turns": None}
    bounds = {"picture_size": 512, "temperature": 0.2, "max_tokens": 384, "max_prompt_tokens": 3072, "seed": 5}
    return {
        "policy": {"kind": "folder", "name": "mine"},
        "summary": {**total, "valid_replies": 0.996},
        "settings": {"context": context, **bounds, "max_turns": 64},
        "conditions": {"budget_factor": None, "pictures": {"blur": None}},
        "tasks": {"name": "devices", "file": str(ROOT / "configs/benchmarks/devices.yaml"), "count": 300},
        "revision": "abcdef0123456789",
        **more,
    }


def commands(card: ModelCard) -> list[list[str]]:
    return [shlex.split(line) for line in re.findall(r"```bash\n(.*?)\n```", card.text)]


def test_the_hub_reads_the_metadata(tmp_path: Path) -> None:
    write_manifest(tmp_path, manifest())
    write_card(tmp_path, "mine", "apache-2.0")
    block = REGEX_YAML_BLOCK.search((tmp_path / CARD).read_text())
    assert block is not None
    assert yaml.safe_load(block[2]) == {
        "library_name": "transformers",
        "pipeline_tag": "image-text-to-text",
        "base_model": "Qwen/Qwen3-VL-8B-Instruct",
        "license": "apache-2.0",
        "tags": ["apprentice", "vision-language-agent", "sft", "gspo", "devices"],
    }
    card = ModelCard.load(tmp_path / CARD)
    assert str(card) == (tmp_path / CARD).read_text()
    heads = re.findall(r"^## (.*)$", card.text, re.MULTILINE)
    assert heads == [
        *("How it was trained", "How to prompt it", "How to serve it"),
        *("Results", "Limits", "Versions"),
    ]


def test_a_base_that_is_no_name_of_the_hub_is_not_linked_to_it() -> None:
    for base in ("models/tiny", "/home/me/model", "runs/demo/sft/x"):
        card = model_card(manifest(base_model=base), "mine")
        assert card.data.base_model is None
        assert "/home/me" not in str(card)


def test_every_stage_tells_its_data_rewards_and_settings() -> None:
    text = model_card(manifest(), "mine").text
    first, second = re.split(r"^### \d\. ", text, flags=re.MULTILINE)[1:]
    for words in (
        "900 episodes",
        "4321 rows",
        "LoRA of rank 8",
        "`0123456789ab+changes`",
        "| `num_train_epochs` | 2.0 |",
    ):
        assert words in first, words
    assert "max_steps" not in first
    for words in (
        *("1200 tasks", "`configs/tasks/devices_practice.yaml`", "| goal | weight 1.0, success_bonus 0.5 |"),
        *("| `credit` | state |", "| `curriculum` | kind middle |", "| `epsilon` | 0.0003 |", "| `seed` | 3 |"),
        *("| `max_steps` | 48 |", "Taken at step 40."),
    ):
        assert words in second, words
    assert "num_train_epochs" not in second


def test_the_card_says_how_to_prompt() -> None:
    text = model_card(manifest(), "mine").text
    for words in (
        *("Context `markov`", "the previous picture,", "512 x 512 pixels, at most 2 in a prompt", "temperature 0.7"),
        *("At most 3072 tokens of prompt and 384 of reply", "`rotate`", '"history"'),
    ):
        assert words in text, words
    chat = Context(mode="transcript", tools="names", previous_image=False, last_turns=3)
    text = model_card(manifest(context=chat), "mine").text
    assert "the chat, with the last 3 turns" in text
    assert '"history"' not in text


def test_nothing_of_the_machine_is_in_the_card() -> None:
    scored = manifest(scores=score_of(report()))
    for text in (str(model_card(manifest(), "mine")), str(model_card(scored, "mine"))):
        assert "/home" not in text
        assert str(ROOT) not in text
        assert "node" not in text
        assert re.findall(r"https?://\S+", text) in ([], ["http://localhost:8000/v1"])


def test_the_same_manifest_gives_the_same_card(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        write_manifest(tmp_path / name, manifest(scores=score_of(report())))
        write_card(tmp_path / name, "mine")
    assert (tmp_path / "a" / CARD).read_bytes() == (tmp_path / "b" / CARD).read_bytes()


def test_scores_stand_with_interval_and_command() -> None:
    card = model_card(manifest(scores=score_of(report())), "mine")
    assert "| devices | 300 | 46.0% | 40.4% to 51.7% | 50.0% | 0.350 | 99.6% | abcdef012345 |" in card.text
    words = "--model mine --tasks configs/benchmarks/devices.yaml --temperature 0.2 --max-tokens 384 --seed 5"
    assert ["python", "scripts/benchmark.py", *words.split()] in commands(card)
    settings = report()["settings"]
    other = {**settings, "context": {**settings["context"], "previous_image": False}, "picture_size": 256}
    changed = {"budget_factor": 2.0, "pictures": {"blur": 1.5}}
    tasks = {**report()["tasks"], "list": {"count": 1000}}
    card = model_card(manifest(scores=score_of(report(settings=other, conditions=changed, tasks=tasks))), "mine")
    for words in (
        *("--no-context-previous-image", "--picture-size 256", "--limit 300"),
        *("--budget-factor 2", "--blur 1.5"),
    ):
        assert words in card.text, words


@pytest.mark.parametrize("mode", ["markov", "transcript"])
@pytest.mark.parametrize("scored", [False, True])
def test_the_benchmark_understands_its_commands_as_they_are_meant(mode: Any, scored: bool, tmp_path: Path) -> None:
    # a transcript has no use for previous_image, so its commands leave it out and it stays as it usually is
    context = Context(mode=mode, tools="names", previous_image=mode == "transcript", last_turns=None)
    made = manifest(context=context, scores=score_of(report()) if scored else {})
    write_manifest(tmp_path, made)
    serve, ask, measure = commands(model_card(made, "mine"))
    assert serve[:3] == ["vllm", "serve", "mine"]
    asked = benchmark.prompt_of(benchmark.arguments(ask[2:]))
    assert asked == prompt_settings(tmp_path, {"dtype": asked.dtype})
    options = benchmark.arguments(measure[2:])
    options.model = str(tmp_path)
    if scored:
        played = asdict(benchmark.prompt_of(options))
        assert {key: value for key, value in report()["settings"].items() if key in played}.items() <= played.items()
        assert options.seed == 5
    else:
        assert benchmark.prompt_of(options) == prompt_settings(tmp_path, {})
        assert (ROOT / options.tasks).exists()


def test_the_score_of_a_baseline_is_no_score_of_a_model() -> None:
    with pytest.raises(SettingsError, match="'planner' is of kind 'baseline'"):
        score_of(report(policy={"kind": "baseline", "name": "planner"}))


def test_a_card_that_is_written_again_keeps_its_license(tmp_path: Path) -> None:
    write_manifest(tmp_path, manifest())
    write_card(tmp_path, license="apache-2.0")
    write_manifest(tmp_path, manifest(scores=score_of(report())))
    write_card(tmp_path)
    assert license_of(tmp_path) == "apache-2.0"
    assert f"# {tmp_path.name}\n" in (tmp_path / CARD).read_text()
    assert "46.0%" in (tmp_path / CARD).read_text()
    (tmp_path / CARD).write_text("---\n{: no yaml\n---\n")
    assert license_of(tmp_path) is None
    with pytest.raises(SettingsError, match=r"no apprentice\.json"):
        write_card(tmp_path / "elsewhere")


def test_no_text_breaks_a_table() -> None:
    record = {**RL, "arguments": {**RL["arguments"], "credit": "a | b\n| c <script>"}}
    text = model_card(manifest(stages=[Stage(kind="rl", folder="x", record=record)]), "mine").text
    assert "| `credit` | a \\| b \\| c &lt;script> |" in text
