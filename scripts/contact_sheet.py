"""A contact sheet, one PNG, of generated devices, each seen from the chosen views; of household objects; or of
apartments.

python scripts/contact_sheet.py --output docs/devices.png --seeds 0 3 --views front_top --columns 8 --captions
python scripts/contact_sheet.py objects --output docs/objects.png
python scripts/contact_sheet.py scenes --output docs/scenes.png
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from envs.devices.generate import CATEGORIES, generate
from envs.devices.pictures import DevicePictures
from envs.devices.views import VIEWS
from envs.home import objects
from envs.home.apartments import STANDARD
from envs.home.dynamics import front
from envs.home.objects.portrait import portrait
from envs.home.scene import Scene, Viewpoint
from envs.home.site import SiteLibrary
from envs.home.state import View
from envs.home.tasks import TaskOptions, sample_task

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
    return _rows(strips, columns)


def object_sheet(categories: Sequence[str], shown: int, size: int, columns: int) -> np.ndarray:
    """The first `shown` instances of each category together in one captioned picture, uint8 (height, width, 3).

    size: pixels a picture is wide; it is three fifths of that high. The caption names the category and the length of
    its longest side.
    """
    cells = []
    for category in categories:
        models = [objects.make_object(category, i) for i in range(min(shown, objects.instances(category)))]
        longest = max(2 * max(model.half) for model in models)
        text = f"{category.replace('_', ' ')} {100 * longest:.0f} cm"
        cells.append(np.concatenate([portrait(models, size, size * 3 // 5), _caption(text, size, 11)]))
    return _rows(cells, columns)


def scene_sheet(names: Sequence[str], shown: int, size: int) -> np.ndarray:
    """A row for each apartment: from above, then `shown` of its receptacles as the robot sees them from the front, what
    has doors standing open; uint8 (height, width, 3).

    Each receptacle holds a few things of a task in this apartment.
    """
    rows = []
    for number, name in enumerate(names):
        task = sample_task(name, "FODP", number, TaskOptions(open_share=1.0))
        library = SiteLibrary(None, size)
        try:
            site = library.open(task)[1]
            scene, start = site.dynamics.scene, site.start
            held = {receptacle: len(things) for receptacle, things in start.graph.contents}
            best = sorted(scene.ids, key=lambda receptacle: (-held[receptacle], receptacle))[:shown]
            views = [(View("above", _above(scene)), name.replace("_", " "))]
            for receptacle in best:
                piece = scene.receptacles[receptacle]
                views.append((front(piece), piece.looks.removeprefix("the ")))
            cells = [_captioned(site.eyes.picture(replace(start, view=view)), text) for view, text in views]
            rows.append(np.concatenate(cells, axis=1))
        finally:
            library.close()
    return np.concatenate(rows)


def _above(scene: Scene) -> Viewpoint:
    """High over the apartment, looking down at a slant so that fronts are seen."""
    lows = np.min([room.corner for room in scene.rooms], axis=0)
    highs = np.max([np.add(room.corner, room.size) for room in scene.rooms], axis=0)
    (x, y), reach = (lows + highs) / 2, float(np.max(highs - lows))
    return Viewpoint((float(x), float(y) - 0.45 * reach, 0.95 * reach), (float(x), float(y), 0.0))


def _captioned(picture: np.ndarray, text: str) -> np.ndarray:
    return np.concatenate([picture, _caption(text, picture.shape[1], 9)])


def _rows(cells: list[np.ndarray], columns: int) -> np.ndarray:
    """Pictures of one size side by side, `columns` a row, the last row filled with white."""
    cells = cells + [np.full_like(cells[0], 255)] * (-len(cells) % columns)
    return np.concatenate([np.concatenate(cells[i : i + columns], axis=1) for i in range(0, len(cells), columns)])


def _caption(text: str, width: int, letters: int = 15) -> np.ndarray:
    """A white bar with a line of text."""
    height = CAPTION * letters // 15
    bar = Image.new("RGB", (width, height), "white")
    font = ImageFont.load_default(letters)
    ImageDraw.Draw(bar).text((width / 2, height / 2), text, font=font, fill="black", anchor="mm")
    return np.asarray(bar)


def main(argv: Sequence[str] | None = None) -> int:
    """The command."""
    argv = sys.argv[1:] if argv is None else argv
    if argv and argv[0] == "objects":
        return _objects(argv[1:])
    if argv and argv[0] == "scenes":
        return _scenes(argv[1:])
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--categories", nargs="+", choices=CATEGORIES, default=list(CATEGORIES))
    parser.add_argument("--seeds", nargs="+", type=int, default=[3])
    parser.add_argument("--views", nargs="+", choices=VIEWS, default=list(SHOWN))
    parser.add_argument("--size", type=int, default=192, help="pixels a side of one picture")
    parser.add_argument("--columns", type=int, default=1, help="devices beside each other")
    parser.add_argument("--captions", action="store_true", help="print each device's category below it")
    options = parser.parse_args(argv)
    shown = (options.categories, options.seeds, options.views, options.size, options.columns, options.captions)
    return _save(parser, options, lambda: sheet(*shown))


def _objects(argv: Sequence[str]) -> int:
    """The command `objects`."""
    parser = argparse.ArgumentParser(prog="contact_sheet.py objects", description=object_sheet.__doc__)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--categories", nargs="+", choices=objects.CATEGORIES, default=list(objects.CATEGORIES))
    parser.add_argument("--instances", type=int, default=4, help="how many of each category are shown")
    parser.add_argument("--size", type=int, default=150, help="pixels one picture is wide")
    parser.add_argument("--columns", type=int, default=12, help="categories beside each other")
    options = parser.parse_args(argv)
    if options.instances < 1:
        parser.error(f"--instances: {options.instances} is less than 1")
    return _save(
        parser, options, lambda: object_sheet(options.categories, options.instances, options.size, options.columns)
    )


def _scenes(argv: Sequence[str]) -> int:
    """The command `scenes`."""
    parser = argparse.ArgumentParser(prog="contact_sheet.py scenes", description=scene_sheet.__doc__)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--scenes", nargs="+", default=list(STANDARD), help="standard_1 to _7, or apartment_SEED")
    parser.add_argument("--receptacles", type=int, default=4, help="how many of each apartment are shown")
    parser.add_argument("--size", type=int, default=260, help="pixels a side of one picture")
    parser.set_defaults(columns=1)
    options = parser.parse_args(argv)
    return _save(parser, options, lambda: scene_sheet(options.scenes, options.receptacles, options.size))


def _save(parser: argparse.ArgumentParser, options: argparse.Namespace, draw: Callable[[], np.ndarray]) -> int:
    """Draw and write the PNG; what both commands check and answer."""
    if options.columns < 1:
        parser.error(f"--columns: {options.columns} is less than 1")
    if options.output.suffix.lower() != ".png":
        parser.error(f"--output: {options.output} does not end in .png")
    try:
        options.output.parent.mkdir(parents=True, exist_ok=True)
        Image.fromarray(draw()).quantize(128).save(options.output, optimize=True)
    except (ValueError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
