"""Command line and YAML of a training script, with one clear line for every mistake (exit status 2, no traceback).

`--config FILE` gives defaults, options on the command line overrule them. TRL's `TrlParser` does the parsing; it
takes values of a wrong type from YAML as they are, so the file is checked against the dataclasses first.
"""

from __future__ import annotations

import dataclasses
import difflib
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, cast, get_type_hints

import torch
from pydantic import TypeAdapter, ValidationError
from trl.scripts.utils import TrlParser

from envs.settings import SettingsError, read_yaml


class _Parser(TrlParser):
    """argparse prints its usage before an error: several hundred lines here, so only the error is printed."""

    def error(self, message: str) -> Any:
        raise _BadOption(f"command line: {message}")


class _BadOption(SettingsError):
    """What argparse itself refused; the message is whole."""


def parse_command_line(
    types: Sequence[type], argv: Sequence[str] | None = None, check: Callable[..., None] | None = None
) -> tuple[Any, ...]:
    """One instance of each dataclass, from `argv` (the process's own by default) and its `--config` file.

    check: takes the instances and raises ValueError for what does not go together. SettingsError names the file, or the
    command line, and the key.
    """
    args = list(sys.argv[1:] if argv is None else argv)
    # argparse also takes --config=FILE; TrlParser only the form in two words.
    args = [piece for arg in args for piece in (arg.split("=", 1) if arg.startswith("--config=") else [arg])]
    where = "command line"
    if "--config" in args:
        place = args.index("--config") + 1
        if place >= len(args):
            raise SettingsError("command line: --config needs a file")
        where = args[place]
        check_config(where, types)
    if "--dry_run" in args and not torch.cuda.is_available():
        args += ["--use_cpu", "true"]  # a plan for GPUs can be made where there is none
    try:
        made = _Parser(cast(Any, list(types))).parse_args_and_config(args)
        if check is not None:
            check(*made)
        return made
    except _BadOption:
        raise
    except ZeroDivisionError as error:  # TRL divides before it looks
        raise SettingsError(f"{where}: a batch size, a number of generations or of steps is 0") from error
    except (ValueError, TypeError) as error:  # a dataclass refused a value, or an option is unknown
        message = str(error).replace("Some specified arguments are not used by the HfArgumentParser:", "unknown option")
        if "unknown option" in message:
            where = "command line"
        raise SettingsError(f"{where}: {message}") from error


def check_config(path: str | Path, types: Sequence[type]) -> None:
    """Check every key of a YAML file against the fields of the dataclasses; SettingsError names file, key and value."""
    hints = {
        field.name: hint
        for kind in types
        for hints in [get_type_hints(kind)]
        for field in dataclasses.fields(kind)
        if field.init
        for hint in [hints[field.name]]
    }
    for key, value in read_yaml(path).items():
        if key == "env":  # TrlParser's own: environment variables to set
            if not isinstance(value, dict):
                raise SettingsError(f"{path}: env: expected a mapping of variables (got {value!r})")
            continue
        if key not in hints:
            near = difflib.get_close_matches(str(key), hints, n=1)
            raise SettingsError(f"{path}: {key}: unknown key{f'; did you mean {near[0]}?' if near else ''}")
        whole = hints[key] in (int, int | None)
        if (isinstance(value, bool) and not _takes_bool(hints[key])) or (whole and isinstance(value, float)):
            raise SettingsError(f"{path}: {key}: expected {_name(hints[key])} (got {value!r})")
        try:
            TypeAdapter(hints[key]).validate_python(value)
        except ValidationError as error:
            reason = error.errors()[0]["msg"]
            raise SettingsError(f"{path}: {key}: expected {_name(hints[key])}: {reason} (got {value!r})") from error


def report_and_exit(error: Exception) -> int:
    """Print an error as one line on stderr; returns the exit status of bad input."""
    print(f"error: {error}", file=sys.stderr)
    return 2


def _takes_bool(hint: Any) -> bool:
    """`resume_from_checkpoint: true` is meant for a field of text; numbers never mean a truth value."""
    text = str(hint)
    return hint is bool or "bool" in text or "str" in text or "Any" in text


def _name(hint: Any) -> str:
    return hint.__name__ if isinstance(hint, type) else str(hint).replace("typing.", "")
