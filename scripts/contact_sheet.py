"""A contact sheet of generated devices, each seen from the chosen views, into one PNG.

python scripts/contact_sheet.py --output docs/devices.png --seeds 0 3 --views front_top --columns 8 --captions
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from envs.devices.generate import CATEGORIES, generate
from envs.devices.pictures import DevicePictures
from envs.devices.views import VIEWS

SHOWN = ("front", "top", "left", "back", "front_top", "bottom")


CAPTION = 22
"""Pixels that a caption takes."""


def sheet(
    categories: Sequence[str], seeds: Sequence[int], views: Sequence[str], size: int, columns: int, captions: bool
) -> np.ndarray:
    """The devices in their initial states, uint8 (height, width, 3), `columns` of them beside each other."""
    strips = []
    for category in categories:
        for seed in seeds:
            device = generate(category, seed)
            with DevicePictures(device, size) as pictures:
                state = device.machine.initial_state
                strip = np.concatenate([pictures.picture(state, view) for view in views], axis=1)
            strips.append(np.concatenate([strip, _caption(category, strip.shape[1])]) if captions else strip)
    strips += [np.full_like(strips[0], 255)] * (-len(strips) % columns)
    rows = [np.concatenate(strips[i : i + columns], axis=1) for i in range(0, len(strips), columns)]
    return np.concatenate(rows)


def _caption(category: str, width: int) -> np.ndarray:
    """A white bar with the category's name."""
    bar = Image.new("RGB", (width, CAPTION), "white")
    font = ImageFont.load_default(15)
    ImageDraw.Draw(bar).text((width / 2, CAPTION / 2), category, font=font, fill="black", anchor="mm")
    return np.asarray(bar)


def main(argv: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--categories", nargs="+", choices=CATEGORIES, default=list(CATEGORIES))
    parser.add_argument("--seeds", nargs="+", type=int, default=[3])
    parser.add_argument("--views", nargs="+", choices=VIEWS, default=list(SHOWN))
    parser.add_argument("--size", type=int, default=192, help="pixels a side of one picture")
    parser.add_argument("--columns", type=int, default=1, help="devices beside each other")
    parser.add_argument("--captions", action="store_true", help="print each device's category below it")
    options = parser.parse_args(argv)
    if options.columns < 1:
        parser.error(f"--columns: {options.columns} is less than 1")
    if options.output.suffix.lower() != ".png":
        parser.error(f"--output: {options.output} does not end in .png")
    try:
        options.output.parent.mkdir(parents=True, exist_ok=True)
        shown = (options.categories, options.seeds, options.views, options.size, options.columns, options.captions)
        pixels = sheet(*shown)
        Image.fromarray(pixels).quantize(128).save(options.output, optimize=True)
    except (ValueError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
