"""A training run -> a folder that `transformers` and `vllm serve` load as it is, with a manifest of how to prompt it.

    python train/export.py --checkpoint runs/demo/rl --output exported/demo [--report report.json]

Promises: LoRA is merged; the folder appears whole or not at all, with a model card; it is loaded again and its logits
on real prompts are compared with those of the trained model (no difference at all is allowed between what was written
and what is read; merging a LoRA may round). A folder that is no export is never overwritten.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")

import torch
from peft import PeftModel
from torch import nn

from data_synth.dataset import DatasetError, DatasetFolder
from data_synth.provenance import ROOT, revision, versions
from envs.settings import SettingsError
from train.command_line import report_and_exit
from train.encoding import Encoder
from train.evaluation.policy_folder import settings_of_run
from train.evaluation.report import load_report
from train.manifest import FILE, Equality, Manifest, Stage, context_of, tool_schemas, write_manifest
from train.model import DTYPES, load_model, load_processor, vision_digest
from train.model_card import license_of, score_of, write_card
from train.pictures import show_by_name
from train.resume import last_complete_checkpoint
from train.rows import TurnCollator, turn_rows, world_tools
from train.run_record import PACKAGES, read_run_record

MERGE_TOLERANCE = {"float32": 1e-3, "bfloat16": 0.5, "float16": 0.1}
"""Largest change of a logit that merging a LoRA may bring by rounding its sum to the weights' dtype."""


class ExportError(RuntimeError):
    """The exported folder does not compute what was trained."""


@dataclass(frozen=True)
class Source:
    """What is exported: a folder of weights (a whole model or an adapter) and the run that wrote it."""

    weights: Path
    step: int | None
    stages: list[Stage]

    @property
    def record(self) -> dict[str, Any]:
        """`run.json` of the last stage."""
        return self.stages[-1].record

    @property
    def is_adapter(self) -> bool:
        return (self.weights / "adapter_config.json").exists()


def find_source(checkpoint: str | Path) -> Source:
    """A run's folder or one of its checkpoints; a run that has not ended stands for its last complete checkpoint."""
    folder = Path(checkpoint)
    stages = lineage(folder)
    if not stages:
        raise SettingsError(f"{folder}: no run.json here or above, so it is no training run of ours")
    weights = folder
    if not _holds_weights(folder):
        last = last_complete_checkpoint(folder)
        if last is None:
            raise SettingsError(f"{folder}: neither weights nor a complete checkpoint")
        weights = last
    step = int(weights.name.rpartition("-")[2]) if weights.name.startswith("checkpoint-") else None
    return Source(weights, step, stages)


def lineage(folder: Path) -> list[Stage]:
    """The runs that led to a folder, oldest first: a run that started from another run's output follows it."""
    stages: list[Stage] = []
    seen: set[Path] = set()
    while (record := read_run_record(folder)) is not None and folder.resolve() not in seen:
        seen.add(folder.resolve())
        stages.insert(0, Stage(kind=record["kind"], folder=str(folder), record=record))
        folder = local(record["arguments"]["model"])
    return stages


def local(model: str) -> Path:
    """A model's folder as a run names it: from here, or from the repository."""
    return Path(model) if Path(model).exists() else ROOT / model


def load_trained(source: Source, dtype: str) -> tuple[nn.Module, nn.Module | None]:
    """(the model to write, the same with its LoRA unmerged or None). Both in evaluation mode."""
    if not source.is_adapter:
        return load_model(source.weights, dtype).eval(), None
    base = local(source.record["arguments"]["model"])
    if not base.exists():
        base = source.record["arguments"]["model"]  # type: ignore[assignment]  # a name on the hub
    beside = PeftModel.from_pretrained(load_model(base, dtype), source.weights).eval()
    merged = PeftModel.from_pretrained(load_model(base, dtype), source.weights).merge_and_unload()
    return merged.eval(), beside


def probe(
    source: Source, processor: Any, data: str | Path | None, prompts: int
) -> tuple[Encoder, dict[str, torch.Tensor]]:
    """A batch of real turns, pictures included, from `data` or from the data of the runs, and who encoded it."""
    named = [data] if data else [stage.record["arguments"].get("data") for stage in reversed(source.stages)]
    folder = next((place for name in named if name for place in (Path(name), ROOT / name) if place.exists()), None)
    if folder is None:
        raise SettingsError("--data: the data that the model was trained on is not here; name a folder of episodes")
    source_data = DatasetFolder(folder)
    encoder = Encoder(processor, source_data.image_store())
    context = settings_of_run(source.record).context
    rows = turn_rows(islice(source_data.episodes(), prompts), encoder, context)
    dataset = rows.dataset()
    return encoder, TurnCollator(encoder)([dataset[i] for i in range(min(prompts, len(dataset)))])


@torch.no_grad()
def logits(model: nn.Module, encoder: Encoder, batch: dict[str, torch.Tensor]) -> torch.Tensor:
    """Logits of a batch, (rows, length, vocabulary) in float32 on the CPU; on a GPU where there is one."""
    model.to("cuda" if torch.cuda.is_available() else "cpu")
    show_by_name(model, encoder.picture_inputs)
    device = next(model.parameters()).device
    inputs = {key: value.to(device) for key, value in batch.items() if key != "labels"}
    return model(**inputs, use_cache=False).logits.float().cpu()


def difference(first: torch.Tensor, second: torch.Tensor, batch: dict[str, torch.Tensor]) -> float:
    """Largest absolute difference of a logit outside of padding; infinite where one is not a number."""
    worst = (first - second).abs()[batch["attention_mask"].bool()].max().item()
    return worst if worst == worst else float("inf")


def export(
    checkpoint: str | Path,
    output: str | Path,
    data: str | Path | None = None,
    dtype: str | None = None,
    prompts: int = 8,
    tolerance: float | None = None,
    reports: Sequence[str | Path] = (),
) -> Manifest:
    """Write the folder; returns its manifest. ExportError when the logits differ, SettingsError for bad input.

    reports: of benchmarks of this very checkpoint, whose scores go into manifest and model card.
    """
    source, output = find_source(checkpoint), Path(output)
    scores = {name: score for path in reports for name, score in score_of(load_report(path)).items()}
    if output.exists() and not (output.is_dir() and ((output / FILE).exists() or not any(output.iterdir()))):
        raise SettingsError(f"--output: {output} exists and is no exported model; it is not overwritten")
    settings = settings_of_run(source.record)
    dtype = dtype or settings.dtype
    if dtype not in DTYPES:
        raise SettingsError(f"--dtype: {dtype!r} is none of {', '.join(DTYPES)}")
    here = (source.weights / "processor_config.json").exists()
    processor = load_processor(source.weights if here else local(source.record["arguments"]["model"]))
    encoder, batch = probe(source, processor, data, prompts)
    model, beside = load_trained(source, dtype)
    trained = logits(model, encoder, batch)
    merge = difference(trained, logits(beside, encoder, batch), batch) if beside is not None else None
    del beside
    allowed = MERGE_TOLERANCE[dtype] if tolerance is None else tolerance
    if merge is not None and merge > allowed:
        raise ExportError(f"merging the LoRA moved a logit by {merge:.3g}; {allowed:.3g} is allowed")

    part = output.with_name(f".{output.name}.{os.getpid()}.part")
    part.parent.mkdir(parents=True, exist_ok=True)
    try:
        write_model(model, processor, part)
        again = load_model(part, dtype).eval()
        reload = difference(trained, logits(again, encoder, batch), batch)
        if reload > (tolerance or 0.0):
            raise ExportError(f"the folder read again gives logits that differ by {reload:.3g}")
        equality = Equality(
            prompts=batch["input_ids"].size(0),
            tokens=int(batch["attention_mask"].sum()),
            reload=reload,
            merge=merge,
            tolerance=tolerance or 0.0,
        )
        manifest = build_manifest(source, dtype, vision_digest(again), equality)
        manifest = manifest.model_copy(update={"scores": scores})
        write_manifest(part, manifest)
        write_card(part, output.resolve().name, license_of(local(manifest.base_model)))
        _replace(part, output)
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return manifest


def write_model(model: Any, processor: Any, folder: Path) -> None:
    """Weights, configuration, generation defaults, tokenizer, processor and chat template."""
    generation = model.generation_config
    if isinstance(generation.eos_token_id, list):  # the trainer adds the tokenizer's own although it is there
        generation.eos_token_id = list(dict.fromkeys(generation.eos_token_id))
    model.save_pretrained(folder)
    processor.save_pretrained(folder)


def build_manifest(source: Source, dtype: str, digest: str, equality: Equality) -> Manifest:
    """The manifest, still without scores."""
    settings = settings_of_run(source.record)
    first = source.stages[0].record
    data = next((stage.record["data"] for stage in source.stages if stage.record.get("data")), None)
    rewards = next((s.record["rewards"] for s in reversed(source.stages) if s.record.get("rewards")), None)
    worlds = {stage.record["world"] for stage in source.stages if stage.record.get("world")} or {"devices"}
    return Manifest(
        base_model=first["arguments"]["model"],
        checkpoint=str(source.weights),
        step=source.step,
        dtype=dtype,
        context=context_of(settings.context),
        picture_size=settings.picture_size,
        temperature=settings.temperature,
        max_tokens=settings.max_tokens,
        max_prompt_tokens=settings.max_prompt_tokens,
        tools=tool_schemas({world: world_tools(world) for world in sorted(worlds)}),
        versions=versions(*PACKAGES),
        revision=revision(),
        stages=source.stages,
        data=data,
        rewards=rewards,
        vision_digest=digest,
        equality=equality,
    )


def _holds_weights(folder: Path) -> bool:
    return any(folder.glob("*.safetensors"))


def _replace(new: Path, place: Path) -> None:
    """Put a finished folder in its place; an earlier export goes only when the new one is there."""
    old = place.with_name(f".{place.name}.{os.getpid()}.old")
    if place.exists():
        os.replace(place, old)
    os.replace(new, place)
    shutil.rmtree(old, ignore_errors=True)


def main(argv: Sequence[str] | None = None) -> int:
    """The command; returns its exit status: 0, 1 when the logits differ, 2 for bad input."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--checkpoint", required=True, help="a run's output folder, or one of its checkpoints")
    parser.add_argument("--output", required=True, help="the folder to write")
    parser.add_argument("--data", help="episodes to compare logits on; the run's own data by default")
    parser.add_argument("--dtype", choices=tuple(DTYPES), help="of the weights written; the run's by default")
    parser.add_argument("--prompts", type=int, default=8, help="turns to compare logits on")
    parser.add_argument("--tolerance", type=float, help="largest difference of a logit that is allowed")
    parser.add_argument(
        "--report", action="append", default=[], help="a benchmark's of this checkpoint, for the model card; may repeat"
    )
    options = parser.parse_args(argv)
    try:
        manifest = export(
            options.checkpoint,
            options.output,
            options.data,
            options.dtype,
            options.prompts,
            options.tolerance,
            options.report,
        )
    except (SettingsError, DatasetError) as error:
        return report_and_exit(error)
    except ExportError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    assert manifest.equality is not None
    equality = manifest.equality
    merged = "" if equality.merge is None else f"; merging the LoRA moved a logit by {equality.merge:.3g} at most"
    print(
        f"exported {manifest.checkpoint} to {options.output} ({manifest.dtype}): on {equality.prompts} prompts "
        f"({equality.tokens} tokens) its logits differ by {equality.reload:g} from the trained model's{merged}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
