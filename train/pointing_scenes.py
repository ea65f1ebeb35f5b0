"""Pictures with named parts for pre-training: simple drawn scenes, and the project's own devices.

Promises: a `Scenes` holds pictures and, for each, what can be pointed at: colour, part word, box in pixels and,
where known, how the part stands (low, middle, high). Drawn scenes are a function of their seed; device pictures
come from seeds that no dataset, training or benchmark uses (PRETRAIN_SEEDS, HELD_OUT_SEEDS), and are rendered
once into a cache file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw
from tqdm import tqdm

from envs.devices.category import load_category
from envs.devices.generate import generate
from envs.devices.measure import apply_look
from envs.devices.parts import COLOURS
from envs.rendering import SceneRenderer
from train.taught import CATEGORIES, PART_WORDS

SIZE = 128
PARTS_AT_MOST = 10
COLUMNS = 8
SHAPES = ("disc", "square", "ring", "triangle", "cross", "bar")
"""Names of drawn things; unlike any device part, so that a drawn thing never teaches a wrong look of a part."""
COLOUR_WORDS = tuple(COLOURS)
WORDS = (*PART_WORDS, *SHAPES)
STATES_AT_MOST = 32
PRETRAIN_SEEDS = 1_000_000
HELD_OUT_SEEDS = 1_900_000
UNKNOWN = -1


@dataclass(frozen=True)
class Scenes:
    """pixels: uint8 (n, SIZE, SIZE, 3). parts: int16 (n, PARTS_AT_MOST, COLUMNS): colour, word, x, y, width,
    height, stand, usable. An unused row of parts has colour UNKNOWN; stand is 0 low, 1 middle, 2 high or
    UNKNOWN; usable is 1 where the part can be operated in that view of the device. group: int16 (n,), the
    category's index times STATES_AT_MOST plus the state's, or UNKNOWN for a drawn scene.
    """

    pixels: np.ndarray
    parts: np.ndarray
    group: np.ndarray

    def __len__(self) -> int:
        return len(self.pixels)

    def take(self, index: np.ndarray | slice) -> Scenes:
        """The scenes at `index`."""
        return Scenes(self.pixels[index], self.parts[index], self.group[index])

    @staticmethod
    def join(many: Sequence[Scenes]) -> Scenes:
        """All scenes, one after the other."""
        return Scenes(*(np.concatenate([getattr(s, f) for s in many]) for f in ("pixels", "parts", "group")))


def drawn_scenes(count: int, seed: int) -> Scenes:
    """Coloured shapes on a grey or tinted body, one to six a picture, no two alike."""
    rng = np.random.default_rng(seed)
    pixels = np.zeros((count, SIZE, SIZE, 3), np.uint8)
    parts = np.full((count, PARTS_AT_MOST, COLUMNS), UNKNOWN, np.int16)
    for i in range(count):
        pixels[i], parts[i] = _draw(rng)
    return Scenes(pixels, parts, np.full(count, UNKNOWN, np.int16))


def _draw(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    scale = 2  # drawn larger and reduced, for smooth edges
    image = Image.new("RGB", (SIZE * scale, SIZE * scale), tuple(int(v) for v in rng.integers(150, 250, 3)))
    draw = ImageDraw.Draw(image)
    low, high = rng.integers(0, 30, 2), SIZE - rng.integers(0, 30, 2)
    body = int(rng.integers(40, 235)) + rng.integers(-18, 18, 3)
    draw.rectangle([*(low * scale).tolist(), *(high * scale).tolist()], fill=tuple(int(v) for v in body.clip(0, 255)))
    rows = np.full((PARTS_AT_MOST, COLUMNS), UNKNOWN, np.int16)
    placed: list[tuple[int, int, int, int]] = []
    seen: set[tuple[int, int]] = set()
    for _ in range(int(rng.integers(1, 7))):
        colour, shape = int(rng.integers(len(COLOUR_WORDS))), int(rng.integers(len(SHAPES)))
        w, h = int(rng.integers(9, 30)), int(rng.integers(9, 30))
        w, h = (w, w) if shape in (0, 1, 2, 4) else (w, h)
        x, y = int(rng.integers(0, SIZE - w)), int(rng.integers(0, SIZE - h))
        apart = all(x > a + c + 1 or a > x + w + 1 or y > b + d + 1 or b > y + h + 1 for a, b, c, d in placed)
        if not apart or (colour, shape) in seen:
            continue
        rows[len(placed)] = (colour, len(PART_WORDS) + shape, x, y, w, h, UNKNOWN, 1)
        placed.append((x, y, w, h))
        seen.add((colour, shape))
        rgb = tuple(int(255 * c) for c in COLOURS[COLOUR_WORDS[colour]])
        _shape(draw, SHAPES[shape], [x * scale, y * scale, (x + w) * scale, (y + h) * scale], rgb)
    return np.asarray(image.resize((SIZE, SIZE), Image.Resampling.BOX)), rows


def _shape(draw: ImageDraw.ImageDraw, name: str, box: list[int], rgb: tuple[int, ...]) -> None:
    left, top, right, bottom = box
    width = max(3, (right - left) // 4)
    if name == "disc":
        draw.ellipse(box, fill=rgb)
    elif name == "ring":
        draw.ellipse(box, outline=rgb, width=width)
    elif name == "triangle":
        draw.polygon([((left + right) // 2, top), (right, bottom), (left, bottom)], fill=rgb)
    elif name == "cross":
        x, y = (left + right - width) // 2, (top + bottom - width) // 2
        draw.rectangle([left, y, right, y + width], fill=rgb)
        draw.rectangle([x, top, x + width, bottom], fill=rgb)
    elif name == "bar":
        draw.rounded_rectangle(box, radius=min(right - left, bottom - top) // 2, fill=rgb)
    else:
        draw.rectangle(box, fill=rgb)


def device_scenes(category: str, seed: int, pictures: int) -> Scenes:
    """So many pictures of one device, in states and views chosen by its seed; mostly views that show a part.

    All parts that are seen are named, also those that do nothing in that state or are too small to be worked there.
    """
    device = generate(category, seed)
    rng = np.random.default_rng(seed)
    data = load_category(category)
    components = [c for c in device.body.touch if c in device.visual_names]
    transitions = ((c, t) for state in device.machine.states.values() for c, ts in state.on.items() for t in ts)
    usable = {(c, box.view) for c, t in transitions for box in t.bbox}
    found: list[tuple[np.ndarray, np.ndarray, int]] = []
    with SceneRenderer(device.body.mjcf(), SIZE) as scene:
        owner = np.full(scene.model.ngeom + 1, UNKNOWN)
        for i in range(scene.model.ngeom):
            geom = scene.model.geom(i).name
            mine = (k for k, c in enumerate(components) if geom.startswith(device.body.touch[c]))
            owner[i + 1] = next(mine, UNKNOWN)
        states, views = sorted(device.machine.states), device.body.views
        good = sorted({view for _, view in usable})
        while len(found) < pictures:
            seen = good if rng.random() < 0.75 else views
            state, view = states[rng.integers(len(states))], seen[rng.integers(len(seen))]
            apply_look(scene, device.body.looks[state])
            rows = _rows(owner[scene.ids(view) + 1])
            if not rows and rng.random() < 0.9:
                continue
            parts = np.full((PARTS_AT_MOST, COLUMNS), UNKNOWN, np.int16)
            values = data.parts.looks[state].get("values", {})
            for j, (k, *box) in enumerate(rows[:PARTS_AT_MOST]):
                colour, word = device.visual_names[components[k]].split()[:2]  # what is printed on it is left out
                value = values.get(components[k], data.parts.components[components[k]].rest)
                stand = UNKNOWN if word in ("button", "cord") else int(value > 0.33) + int(value > 0.66)
                names = COLOUR_WORDS.index(colour), WORDS.index(word)
                parts[j] = (*names, *box, stand, (components[k], view) in usable)
            group = CATEGORIES.index(category) * STATES_AT_MOST + list(data.ucsm.states).index(state)
            found.append((scene.rgb(view), parts, group))
    pixels, rows, groups = zip(*found, strict=True)
    return Scenes(np.stack(pixels), np.stack(rows), np.array(groups, np.int16))


def _rows(owners: np.ndarray) -> list[tuple[int, int, int, int, int]]:
    """(part, x, y, width, height) of every part of which enough is seen to name it."""
    rows = []
    for k in np.unique(owners[owners >= 0]):
        y, x = np.nonzero(owners == k)
        w, h = int(np.ptp(x)) + 1, int(np.ptp(y)) + 1
        if min(w, h) >= 5 and len(x) >= 0.2 * w * h:
            rows.append((int(k), int(x.min()), int(y.min()), w, h))
    return rows


def cached_devices(
    folder: Path, first: int, devices: int, pictures: int, categories: Sequence[str] = CATEGORIES
) -> Scenes:
    """`pictures` of each of `devices` devices of every category, seeds from `first`; drawn once into `folder`."""
    many: list[Scenes] = []
    for category in categories:
        path = folder / f"{category}-{first}-{devices}-{pictures}.npz"
        if not path.exists():
            folder.mkdir(parents=True, exist_ok=True)
            drawn = Scenes.join(
                [device_scenes(category, first + i, pictures) for i in tqdm(range(devices), desc=category)]
            )
            part = path.with_suffix(".part.npz")
            np.savez_compressed(part, pixels=drawn.pixels, parts=drawn.parts, group=drawn.group)
            part.replace(path)
        with np.load(path) as stored:
            many.append(Scenes(stored["pixels"], stored["parts"], stored["group"]))
    return Scenes.join(many)
