"""Measurements, by name: `python scripts/speed.py NAME`, and `--help` after a name tells its options.

    symbolic   device steps per second on one core
    devices    how fast devices and their pictures are made
    episodes   what demonstrated episodes cost, on the clock and on the disk
    home       what tasks, steps and looks of the home world cost
    assist     what ticks and frames of the assist worlds cost
    rollout    our driver of episodes against a loop with a barrier at every turn and against TRL's own
    update     an update with pictures that are looked at once, against one that looks anew
    run        where the time of a run went

No test asserts a time, for times depend on the machine. The first five print one line a figure, of processor time.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from pkgutil import resolve_name

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # the measurements lie beside this file, uninstalled

FIGURES = {
    name: f"scripts.measurements.{name}:{name}" for name in ("symbolic", "devices", "episodes", "home", "assist")
}
"""Each a function of the seconds for a figure, which yields labels and values."""
TABLES = {
    "rollout": "scripts.measurements.rollout:main",
    "update": "scripts.measurements.update:main",
    "run": "scripts.measurements.run_times:main",
}
"""Each a command with options of its own."""


def main(argv: list[str] | None = None) -> int:
    """Returns the exit status."""
    argv = sys.argv[1:] if argv is None else argv
    if argv and argv[0] in TABLES:
        return resolve_name(TABLES[argv[0]])(argv[1:])
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", choices=[*FIGURES, *TABLES])
    parser.add_argument("--seconds", type=float, default=2.0, help="time spent on each figure")
    args = parser.parse_args(argv)
    for label, value in resolve_name(FIGURES[args.name])(args.seconds):
        print(f"{args.name}: {label}: {value:,.0f}" if value >= 20 else f"{args.name}: {label}: {value:.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
