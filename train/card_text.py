"""Pieces of Markdown for a model card: values as a stranger may see them, tables, commands."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from data_synth.provenance import ROOT


def public(value: Any) -> str:
    """A value without the machine it comes from: a path below the repository from there, any other by its end."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {public(inner)}" for key, inner in value.items() if inner is not None)
    path = Path(str(value))
    if not path.is_absolute():
        return str(value)
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else path.name


def table(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A table; "" without rows."""
    lines = [f"| {' | '.join(map(_cell, row))} |" for row in rows]
    return "\n".join((f"| {' | '.join(head)} |", f"|{'---|' * len(head)}", *lines)) if lines else ""


def command(*words: str) -> str:
    """A command to copy."""
    return f"```bash\n{shlex.join(words)}\n```"


def flags(options: Mapping[str, Any]) -> list[str]:
    """Options as words of a command; a bool is `--name` or `--no-name`."""
    words: list[str] = []
    for name, value in options.items():
        if isinstance(value, bool):
            words.append(f"--{'' if value else 'no-'}{name}")
        else:
            words += [f"--{name}", f"{value:g}" if isinstance(value, float) else str(value)]
    return words


def percent(value: float | None) -> str:
    """A rate; a dash where there is none."""
    return "-" if value is None else f"{100 * value:.1f}%"


def short(revision: str) -> str:
    """A git revision as people write it, with its mark of uncommitted changes."""
    commit, mark, changes = revision.partition("+")
    return commit[:12] + mark + changes


def _cell(value: Any) -> str:
    return " ".join(str(value).split()).replace("|", "\\|").replace("<", "&lt;")
