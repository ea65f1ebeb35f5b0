"""A contact sheet of generated devices: one row a device, one column a view, into one PNG.

python scripts/contact_sheet.py --output docs/devices.png --seeds 3 4 --views front top left back front_top bottom
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from PIL import Image

from envs.devices.generate import CATEGORIES, generate
from envs.devices.pictures import DevicePictures
from envs.devices.views import VIEWS

SHOWN = ("front", "top", "left", "back", "front_top", "bottom")


def sheet(categories: Sequence[str], seeds: Sequence[int], views: Sequence[str], size: int) -> np.ndarray:
    """Pictures of the devices in their initial states, uint8 (rows * size, columns * size, 3)."""
    rows = []
    for category in categories:
        for seed in seeds:
            device = generate(category, seed)
            with DevicePictures(device, size) as pictures:
                state = device.machine.initial_state
                rows.append(np.concatenate([pictures.picture(state, view) for view in views], axis=1))
    return np.concatenate(rows)


def main(argv: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--categories", nargs="+", choices=CATEGORIES, default=list(CATEGORIES))
    parser.add_argument("--seeds", nargs="+", type=int, default=[3])
    parser.add_argument("--views", nargs="+", choices=VIEWS, default=list(SHOWN))
    parser.add_argument("--size", type=int, default=192, help="pixels a side of one picture")
    options = parser.parse_args(argv)
    if options.output.suffix.lower() != ".png":
        parser.error(f"--output: {options.output} does not end in .png")
    try:
        options.output.parent.mkdir(parents=True, exist_ok=True)
        pixels = sheet(options.categories, options.seeds, options.views, options.size)
        Image.fromarray(pixels).quantize(128).save(options.output, optimize=True)
    except (ValueError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
