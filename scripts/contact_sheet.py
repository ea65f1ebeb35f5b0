"""A contact sheet, one PNG, of generated devices, each seen from the chosen views; of household objects; of apartments;
or of the kitchen: an episode, or all its food.

python scripts/contact_sheet.py --output docs/devices.png --seeds 0 3 --views front_top --columns 8 --captions
python scripts/contact_sheet.py objects --output docs/objects.png
python scripts/contact_sheet.py scenes --output docs/scenes.png
python scripts/contact_sheet.py cook --output docs/cook.png
python scripts/contact_sheet.py cook --foods --output docs/cook_foods.png
python scripts/contact_sheet.py household --output docs/household.png
python scripts/contact_sheet.py phone --output docs/phone.png
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from envs.assist.cook.contact import contact_sheet, food_strips
from envs.assist.cook.domain import CookDomain
from envs.assist.cook.layouts import LAYOUTS
from envs.assist.cook.recipes import RECIPES
from envs.assist.household import TASKS, HouseholdDomain, make
from envs.assist.household.contact import contact_sheet as household_frames
from envs.assist.phone import CONFIGURATIONS, PhoneDomain
from envs.assist.phone.contact import contact_sheet as phone_frames
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


def cook_sheet(recipe: str, layout: str, shown: int, size: int, columns: int) -> np.ndarray:
    """A recipe carried out without errors in `shown` frames, `columns` a row, uint8 (height, width, 3).

    The captions name the tick and what the person is doing; no frame does.
    """
    domain = CookDomain({"recipe": recipe, "layout": layout})
    return _rows([_captioned(*cell) for cell in contact_sheet(domain, shown, size)], columns)


def food_sheet(size: int, columns: int) -> np.ndarray:
    """Every food of the kitchen, `columns` a row, uint8 (height, width, 3): whole and then chopped, each raw, cooking,
    done and burnt, as far as it can be so. size: pixels a side of one icon."""
    return _rows([_captioned(*cell) for cell in food_strips(size)], columns)


def household_sheet(task: str, scene: str, shown: int, size: int, columns: int) -> np.ndarray:
    """A household task carried out by its own plan, as the person sees it, uint8 (height, width, 3): `shown` frames at
    most with tick and action."""
    frames = household_frames(HouseholdDomain(make(task, scene, 0)), shown, size)
    return _rows([np.concatenate([frame, _caption(text, size, 9)]) for frame, text in frames], columns)


def phone_sheet(configuration: str, shown: int, size: int, columns: int) -> np.ndarray:
    """A phone configured by the plan, but for one mistake that is set right, in `shown` frames at most, uint8 (height,
    width, 3), with tick and action."""
    frames = phone_frames(PhoneDomain(CONFIGURATIONS[configuration]), shown, size)
    return _rows([np.concatenate([frame, _caption(text, size, 11)]) for frame, text in frames], columns)


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
    if argv and argv[0] == "cook":
        return _cook(argv[1:])
    if argv and argv[0] == "household":
        return _household(argv[1:])
    if argv and argv[0] == "phone":
        return _phone(argv[1:])
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


def _cook(argv: Sequence[str]) -> int:
    """The command `cook`."""
    parser = argparse.ArgumentParser(prog="contact_sheet.py cook", description=cook_sheet.__doc__)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--foods", action="store_true", help="all food in all states instead of an episode")
    parser.add_argument("--recipe", choices=RECIPES, default="loaded_burrito")
    parser.add_argument("--layout", choices=LAYOUTS, default="galley")
    parser.add_argument("--frames", type=int, default=16, help="how many frames of the episode are shown")
    parser.add_argument("--size", type=int, help="pixels a side of a frame (320) or of an icon (40)")
    parser.add_argument("--columns", type=int, help="frames (4) or foods (3) beside each other")
    options = parser.parse_args(argv)
    options.columns = options.columns if options.columns is not None else 3 if options.foods else 4
    size = options.size if options.size is not None else 40 if options.foods else 320
    if options.frames < 1:
        parser.error(f"--frames: {options.frames} is less than 1")
    if options.foods:
        return _save(parser, options, lambda: food_sheet(size, options.columns), None)
    shown = (options.recipe, options.layout, options.frames, size, options.columns)
    return _save(parser, options, lambda: cook_sheet(*shown), None)


def _household(argv: Sequence[str]) -> int:
    """The command `household`."""
    parser = argparse.ArgumentParser(prog="contact_sheet.py household", description=household_sheet.__doc__)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--task", choices=TASKS, default="post_meal_cleanup")
    parser.add_argument("--scene", default="standard_2", help="standard_1 to _7, or apartment_SEED")
    parser.add_argument("--frames", type=int, default=16, help="how many frames of the episode are shown")
    parser.add_argument("--size", type=int, default=320, help="pixels a side of a frame")
    parser.add_argument("--columns", type=int, default=4, help="frames beside each other")
    options = parser.parse_args(argv)
    if options.frames < 1:
        parser.error(f"--frames: {options.frames} is less than 1")
    shown = (options.task, options.scene, options.frames, options.size, options.columns)
    return _save(parser, options, lambda: household_sheet(*shown), None)


def _phone(argv: Sequence[str]) -> int:
    """The command `phone`."""
    parser = argparse.ArgumentParser(prog="contact_sheet.py phone", description=phone_sheet.__doc__)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--configuration", choices=CONFIGURATIONS, default="emergency_card")
    parser.add_argument("--frames", type=int, default=16, help="how many frames of the episode are shown")
    parser.add_argument("--size", type=int, default=256, help="pixels a side of a frame")
    parser.add_argument("--columns", type=int, default=4, help="frames beside each other")
    options = parser.parse_args(argv)
    if options.frames < 1:
        parser.error(f"--frames: {options.frames} is less than 1")
    shown = (options.configuration, options.frames, options.size, options.columns)
    return _save(parser, options, lambda: phone_sheet(*shown))


def _save(
    parser: argparse.ArgumentParser,
    options: argparse.Namespace,
    draw: Callable[[], np.ndarray],
    colours: int | None = 128,
) -> int:
    """Draw and write the PNG of so many colours, or of all; what all commands check and answer."""
    if options.columns < 1:
        parser.error(f"--columns: {options.columns} is less than 1")
    if options.output.suffix.lower() != ".png":
        parser.error(f"--output: {options.output} does not end in .png")
    try:
        options.output.parent.mkdir(parents=True, exist_ok=True)
        picture = Image.fromarray(draw())
        (picture.quantize(colours) if colours else picture).save(options.output, optimize=True)
    except (ValueError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
