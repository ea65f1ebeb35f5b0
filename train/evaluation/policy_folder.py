"""How a model folder wants to be prompted: by its manifest, else by the run that wrote it, else by what one is told.

Flags given on the command line win over both; the report records what was used.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from envs.context import ContextSettings
from envs.settings import SettingsError
from train.manifest import read_manifest
from train.run_record import read_run_record


@dataclass(frozen=True)
class PromptSettings:
    """All that decides what a policy sees and how its replies are drawn."""

    context: ContextSettings = field(default_factory=ContextSettings)
    picture_size: int = 512
    dtype: str = "bfloat16"
    temperature: float = 1.0
    max_tokens: int = 256
    max_prompt_tokens: int = 2048


def prompt_settings(folder: str | Path | None, overrides: Mapping[str, Any]) -> PromptSettings:
    """Settings for a folder (None for an endpoint or a baseline). overrides: fields of PromptSettings and of its
    context, None for what stays; context_last_turns may be "all".

    SettingsError when a folder is a LoRA adapter alone, or a value is refused.
    """
    settings = PromptSettings()
    if folder is not None:
        if (Path(folder) / "adapter_config.json").exists():
            raise SettingsError(f"{folder}: a LoRA adapter without its base; merge it first with train/export.py")
        manifest = read_manifest(folder)
        record = read_run_record(folder)
        if manifest is not None:
            settings = PromptSettings(
                manifest.context.settings(),
                manifest.picture_size,
                manifest.dtype,
                manifest.temperature,
                manifest.max_tokens,
                manifest.max_prompt_tokens,
            )
        elif record is not None:
            settings = settings_of_run(record)
    given = {key: value for key, value in overrides.items() if value is not None}
    if given.get("context_last_turns") == "all":
        given["context_last_turns"] = None
    context = {key.removeprefix("context_"): given.pop(key) for key in list(given) if key.startswith("context_")}
    try:
        return replace(settings, context=replace(settings.context, **context), **given)
    except ValueError as error:
        raise SettingsError(str(error)) from error


def settings_of_run(record: Mapping[str, Any]) -> PromptSettings:
    """The settings that a training run used (its `run.json`)."""
    arguments, training = record["arguments"], record["training"]
    known = PromptSettings()
    return PromptSettings(
        context=ContextSettings(
            mode=arguments["context_mode"],
            tools=arguments["context_tools"],
            previous_image=arguments["context_previous_image"],
            last_turns=arguments["context_last_turns"],
        ),
        picture_size=arguments["picture_size"],
        dtype=arguments["dtype"],
        temperature=training.get("temperature", known.temperature) if record["kind"] == "rl" else known.temperature,
        max_tokens=training.get("max_completion_length") or known.max_tokens,
        max_prompt_tokens=arguments.get("max_prompt_tokens") or training.get("max_length") or known.max_prompt_tokens,
    )
