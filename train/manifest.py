"""`apprentice.json`: what an exported model is and how it must be prompted, so that a published score can be had again.

Scores depend on picture size, history and engine as much as on weights (VAGEN#63, EmbodiedBench#29), so all of them
stand here.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from envs.context import ContextSettings
from envs.environment import ToolSpec
from envs.settings import SettingsError

FILE = "apprentice.json"


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Context(_Model):
    """`envs.context.ContextSettings`, at the border."""

    mode: Literal["markov", "transcript"]
    tools: Literal["schemas", "names"]
    previous_image: bool
    last_turns: int | None = None

    def settings(self) -> ContextSettings:
        """For `build_prompt`."""
        return ContextSettings(**self.model_dump())


class Stage(_Model):
    """One training run that led here, oldest first: its kind, folder, and its whole `run.json`."""

    kind: str
    folder: str
    record: dict[str, Any]


class Equality(_Model):
    """Proof that the folder computes what was trained. Differences are the largest of any logit on `prompts` real
    prompts.

    reload: exported folder against the model that was written (0 expected). merge: LoRA merged against LoRA beside
    its base; None without LoRA.
    """

    prompts: int
    tokens: int
    reload: float
    merge: float | None = None
    tolerance: float


class Manifest(_Model):
    """Everything a reader of the weights has to know."""

    format: Literal[1] = 1
    base_model: str
    checkpoint: str
    step: int | None
    dtype: str
    context: Context
    picture_size: int
    temperature: float
    max_tokens: int
    max_prompt_tokens: int
    tools: dict[str, list[dict[str, Any]]]
    versions: dict[str, str]
    revision: str
    stages: list[Stage]
    data: dict[str, Any] | None = None
    rewards: dict[str, Any] | None = None
    vision_digest: str
    equality: Equality | None = None
    scores: dict[str, Any] = {}


def context_of(settings: ContextSettings) -> Context:
    """At the border."""
    return Context(**asdict(settings))


def tool_schemas(tools: dict[str, Sequence[ToolSpec]]) -> dict[str, list[dict[str, Any]]]:
    """World -> its tools as function schemas."""
    return {world: [tool.schema() for tool in specs] for world, specs in tools.items()}


def read_manifest(folder: str | Path) -> Manifest | None:
    """The manifest of an exported folder; None where there is none. SettingsError names file and field."""
    path = Path(folder) / FILE
    if not path.exists():
        return None
    try:
        return Manifest.model_validate(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError) as error:
        if isinstance(error, ValidationError):
            item = error.errors()[0]
            raise SettingsError(f"{path}: {'.'.join(map(str, item['loc']))}: {item['msg']}") from error
        raise SettingsError(f"{path}: not JSON: {error}") from error


def write_manifest(folder: str | Path, manifest: Manifest) -> None:
    """Replace the manifest in one move."""
    path = Path(folder) / FILE
    part = path.with_name(f".{FILE}.part")
    part.write_text(manifest.model_dump_json(indent=1) + "\n", encoding="utf-8")
    os.replace(part, path)
