"""The house keeps its own rules: style, types, directions of imports, quick imports, names that shadow nothing."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
BIN = Path(sys.executable).parent


@pytest.mark.parametrize(
    "command",
    [
        ["ruff", "check", "."],
        ["ruff", "format", "--check", "."],
        ["lint-imports", "--no-cache"],
        pytest.param(["pyright"], marks=pytest.mark.long),
    ],
    ids=lambda command: "-".join(command[:2]),
)
def test_the_linters_find_nothing(command: list[str]) -> None:
    done = subprocess.run([BIN / command[0], *command[1:]], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


@pytest.mark.parametrize("room", ["envs.context", "envs.devices.world", "rewards", "data_synth.devices.planner"])
def test_rooms_without_torch_import_without_it(room: str) -> None:
    code = (
        f"import sys, {room}; bad = {{'torch', 'transformers', 'mujoco', 'datasets'}} & set(sys.modules); "
        "sys.exit(str(bad) if bad else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_scripts_shadow_no_module() -> None:
    """`python train/x.py` puts train/ first on the path: a file there must not bear a library's name."""
    taken = {*sys.stdlib_module_names, *packages_distributions()}
    files = {path.stem for folder in ("train", "scripts") for path in (ROOT / folder).glob("*.py")} - {"__init__"}
    assert not files & taken
