"""`README.md` of an exported model: a Hugging Face model card, written from the folder's manifest and nothing else.

The same manifest gives the same card, byte for byte, without a network. Paths below the repository are shown as from
there, others by their last part, so that a card tells nothing of the machine that made it. The base model stands in
the card's metadata when it is a name on the hub, and a license when the base model's own card names one.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml
from huggingface_hub import ModelCard, ModelCardData

from data_synth.provenance import ROOT
from envs.settings import SettingsError
from train.card_sections import method, prompting, results, serving, training
from train.card_text import public, short, table
from train.manifest import FILE, Manifest, read_manifest

CARD = "README.md"
SCORED = ("summary", "settings", "conditions", "tasks", "versions", "revision", "time")
"""What a manifest keeps of a benchmark's report."""
WAYS = {"sft": "by imitation of a planner (SFT)", "rl": "by practice in the simulator (online RL)"}


def write_card(folder: str | Path, name: str | None = None, license: str | None = None) -> None:
    """Write an exported folder's card, in the place of an earlier one whose license it keeps.

    name: the model's, the folder's own by default. SettingsError when the folder has no manifest.
    """
    folder = Path(folder)
    manifest = read_manifest(folder)
    if manifest is None:
        raise SettingsError(f"{folder}: no {FILE}, so it is no exported model of ours")
    part = folder / f".{CARD}.part"
    model_card(manifest, name or folder.resolve().name, license or license_of(folder)).save(part)
    os.replace(part, folder / CARD)


def license_of(folder: str | Path) -> str | None:
    """The license that a folder's own card names; None where none is known."""
    try:
        return ModelCard.load(Path(folder) / CARD, ignore_metadata_errors=True).data.license
    except (OSError, ValueError, yaml.YAMLError):
        return None


def score_of(report: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """What a manifest's `scores` keep of a benchmark's report, under the task list's name.

    SettingsError for the report of a baseline or of saved episodes: neither is a model's score.
    """
    policy = report["policy"]
    if policy["kind"] not in ("folder", "endpoint"):
        raise SettingsError(f"report: policy: {policy['name']!r} is of kind {policy['kind']!r}, which is no model")
    return {report["tasks"]["name"]: {key: report[key] for key in SCORED if key in report}}


def model_card(manifest: Manifest, name: str, license: str | None = None) -> ModelCard:
    """The card of a model of this name."""
    data = ModelCardData(
        library_name="transformers",
        pipeline_tag="image-text-to-text",
        base_model=manifest.base_model if _on_the_hub(manifest.base_model) else None,
        license=license,
        tags=["apprentice", "vision-language-agent", *map(method, manifest.stages), *sorted(manifest.tools)],
    )
    parts = (
        f"---\n{data.to_yaml()}\n---",
        f"# {name}",
        _summary(manifest),
        f"## How it was trained\n\n{training(manifest)}",
        f"## How to prompt it\n\n{prompting(manifest)}",
        f"## How to serve it\n\n{serving(manifest, name)}",
        f"## Results\n\n{results(manifest, name)}",
        f"## Limits\n\n{_limits(manifest)}",
        f"## Versions\n\n{_versions(manifest)}",
    )
    return ModelCard("\n\n".join(parts) + "\n")


def _on_the_hub(model: str) -> bool:
    """Whether a model's name is one of the hub, and no folder of the same form."""
    part = r"[A-Za-z0-9][\w.-]*"
    return bool(re.fullmatch(f"{part}/{part}", model)) and not (Path(model).exists() or (ROOT / model).exists())


def _summary(manifest: Manifest) -> str:
    worlds = " and ".join(sorted(manifest.tools))
    return (
        f"A vision-language agent for simulated worlds ({worlds}): it sees pictures and answers each observation with "
        f"a thought and one tool call. Apprentice made it from {public(manifest.base_model)}, "
        f"{', then '.join(WAYS.get(stage.kind, stage.kind) for stage in manifest.stages)}. Its vision path (tower, "
        "mergers, position embeddings) was frozen and is the base model's."
    )


def _limits(manifest: Manifest) -> str:
    return (
        f"- It has seen simulated pictures of {manifest.picture_size} pixels, and tasks of the worlds above. Its "
        "scores say nothing of real devices, homes and cameras.\n"
        "- It knows the tools, the prompt and the reply format above; with others it is another policy.\n"
        "- It acts without knowing what is dangerous: what it may touch has to be decided outside of it.\n"
        "- What the base model can do beside this was not measured again after training."
    )


def _versions(manifest: Manifest) -> str:
    proof, equal = manifest.equality, ""
    if proof is not None:
        merged = f"; merging its LoRA moved none by more than {proof.merge:.3g}" if proof.merge is not None else ""
        equal = (
            f" Read again, its logits on {proof.prompts} real prompts ({proof.tokens} tokens) differ from those of the "
            f"trained model by {proof.reload:g}{merged}."
        )
    there = [(name, version) for name, version in manifest.versions.items() if version != "absent"]
    head = f"Exported in {manifest.dtype} at revision `{short(manifest.revision)}`.{equal}"
    return f"{head}\n\n{table(('package', 'version'), there)}"
