"""YAML at the border: a file -> a checked pydantic model, or one SettingsError naming file, field and value.

Rewards, data and worlds read their YAML here (training configurations go through TRL's own parser).
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, TypeVar

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError


class SettingsError(ValueError):
    """A settings file that cannot be used; the message names file, field and value."""


class Settings(BaseModel):
    """Base of every settings model: unknown keys, lax types and non-finite numbers are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)


Model = TypeVar("Model", bound=BaseModel)


class _UniqueKeys(yaml.SafeLoader):
    """PyYAML keeps the last of two equal keys without a word; here the second is a mistake."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        keys = [self.construct_object(key, deep=True) for key, _ in node.value]
        for place, key in enumerate(keys):
            if key in keys[:place]:
                mark = node.value[place][0].start_mark
                raise yaml.constructor.ConstructorError(None, None, f"{key}: stands twice", mark)
        return super().construct_mapping(node, deep)


_UniqueKeys.add_implicit_resolver(  # YAML 1.1, which PyYAML keeps to, takes 1e-2 for a word
    "tag:yaml.org,2002:float", re.compile(r"^[-+]?[0-9][0-9_]*(\.[0-9_]*)?[eE][-+]?[0-9]+$"), list("-+0123456789")
)


def read_yaml(path: str | Path) -> dict[str, Any]:
    """The mapping that a YAML file holds."""
    path = Path(path)
    try:
        raw = yaml.load(path.read_text(encoding="utf-8"), _UniqueKeys)
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path}: cannot be read: {error}") from error
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f"line {mark.line + 1}: " if mark else ""
        raise SettingsError(f"{path}: {line}not YAML: {_line(getattr(error, 'problem', error))}") from error
    except RecursionError as error:
        raise SettingsError(f"{path}: nested too deeply") from error
    except ValueError as error:  # a date, a number or a path that Python itself refuses
        raise SettingsError(f"{path}: cannot be read: {_line(error)}") from error
    if not isinstance(raw, dict):
        raise SettingsError(f"{path}: expected a mapping of keys, got {_short(raw)}")
    return raw


def load_settings(path: str | Path, model: type[Model]) -> Model:
    """Read a YAML file as `model`."""
    return check_settings(read_yaml(path), model, str(path))


def check_settings(raw: Any, model: type[Model], where: str) -> Model:
    """Check plain data as `model`; `where` (file, then the field's path so far) opens the error."""
    try:
        return model.model_validate(raw)
    except ValidationError as error:
        # A misspelt key shows as one unknown and one missing; the unknown one is what the reader looks for.
        item = min(error.errors(), key=lambda item: item["type"] != "extra_forbidden")
        field = ".".join(str(part) for part in item["loc"])
        message = item["msg"].removeprefix("Value error, ")
        if item["type"] == "extra_forbidden":
            message = f"unknown key; known: {', '.join(model.model_fields)}" if "." not in field else "unknown key"
        # What a validator says of a whole mapping names its values itself.
        got = "" if not field and isinstance(item["input"], dict) else f" (got {_short(item['input'])})"
        raise SettingsError(f"{where}: {field + ': ' if field else ''}{message}{got}") from error


def _line(message: object) -> str:
    return " ".join(str(message).split())


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "..."
