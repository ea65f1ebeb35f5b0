"""Cameras that frame a body, and boxes measured from what those cameras see.

A box is the extent of the pixels in which a part is seen (ids at pixel centres, 256 pixels a side). It counts as
usable when the part is neither tiny nor mostly hidden in that view, and when a click on the box's middle reaches this
part.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import replace

import numpy as np

from envs.devices.bodies.draft import Panel
from envs.devices.body import Body, Camera, Look
from envs.devices.machine import Box
from envs.devices.views import AXONOMETRIC_VIEWS, DASHBOARD, FRAMES, STANDARD_VIEWS
from envs.rendering import SceneRenderer

MEASURE_SIZE = 256
"""Pixels a side of the pictures in which boxes are measured."""
FILLED = 0.82
"""Share of a view's side that the body takes up over all of its looks."""
MIN_SIDE = 18
"""A usable box is at least this wide and high (9 pixels in a picture of 128)."""
CLEAR_SIDE = 20
"""Each part needs one view in which its box is at least this wide and high (10 pixels in a picture of 128)."""
MIN_FILL = 0.25
"""Least share of a box's pixels in which its part is seen."""
MIN_SHARE = 0.55
"""Least area of a usable box, relative to the same part's largest box."""
CLOSER = 0.6
"""How much of the front a close-up shows where there is no panel of small controls."""

Boxes = dict[str, tuple[Box, ...]]
"""Component -> its usable boxes in one form of the body."""


def apply_look(scene: SceneRenderer, look: Look) -> None:
    """Bring a scene into a look, from whatever it was before."""
    scene.reset()
    for joint, value in (*look.joints, *look.inner_joints):
        scene.set_joint(joint, value)
    for shape, rgba, material in look.paint:
        scene.set_colour(shape, rgba, material)
    for shape in look.hidden:
        scene.show(shape, False)


def frame_body(body: Body, panel: Panel | None) -> Body:
    """The body with cameras that hold it whole in every look, and a close-up: of its panel, or of its front's middle.

    Only a device with a panel offers the close-up as a view; the others have it for people who look at them.
    """
    lows, highs = [], []
    with SceneRenderer(body.mjcf(), 16) as scene:
        for look in {look.form: look for look in body.looks.values()}.values():
            apply_look(scene, look)
            low, high = scene.bounds()
            lows.append(low)
            highs.append(high)
    ends = np.stack([np.concatenate(lows), np.concatenate(highs)])
    corners = np.concatenate([ends[[i, j, k], :, [0, 1, 2]].T for i, j, k in itertools.product((0, 1), repeat=3)])
    cameras = []
    for view in (*STANDARD_VIEWS, *AXONOMETRIC_VIEWS):
        axes = np.array(FRAMES[view])
        seen = corners @ axes.T
        low, high = seen.min(0), seen.max(0)
        x, y, z = (round(float(c), 5) for c in ((low + high) / 2) @ axes)
        cameras.append(Camera(view, (x, y, z), round(float((high - low).max() / FILLED), 5)))
    front = cameras[STANDARD_VIEWS.index("front")]
    closer = Camera(DASHBOARD, front.centre, front.extent * CLOSER)
    cameras.append(Camera(DASHBOARD, panel.centre, 2 * max(panel.half) / FILLED) if panel else closer)
    return replace(body, cameras=tuple(cameras))


def panel_region(body: Body, panel: Panel) -> Box:
    """Where the panel is in the front view."""
    camera = next(c for c in body.cameras if c.view == "front")
    scale = MEASURE_SIZE / camera.extent
    x = MEASURE_SIZE / 2 + (panel.centre[0] - panel.half[0] - camera.centre[0]) * scale
    y = MEASURE_SIZE / 2 - (panel.centre[2] + panel.half[1] - camera.centre[2]) * scale
    left, top, w, h = (float(round(v)) for v in (x, y, 2 * panel.half[0] * scale, 2 * panel.half[1] * scale))
    return Box(coordinate=(left, top, w, h, MEASURE_SIZE, MEASURE_SIZE), view="front")


def measure(body: Body, looks: Iterable[Look], panel_parts: frozenset[str]) -> Mapping[tuple[object, ...], Boxes]:
    """Usable boxes by form of look. Parts in `panel_parts` are looked for in the dashboard view, others elsewhere."""
    views = [*STANDARD_VIEWS, DASHBOARD] if panel_parts else list(STANDARD_VIEWS)
    names = list(body.touch)
    found: dict[tuple[object, ...], Boxes] = {}
    with SceneRenderer(body.mjcf(), MEASURE_SIZE) as scene:
        owner = np.full(scene.model.ngeom + 1, -1, np.int32)
        for i in range(scene.model.ngeom):
            geom = scene.model.geom(i).name
            owner[i + 1] = next((k for k, name in enumerate(names) if geom.startswith(body.touch[name])), -1)
        for look in looks:
            if look.form in found:
                continue
            apply_look(scene, look)
            raw: dict[str, list[tuple[Box, int]]] = {name: [] for name in names}
            for view, ids in zip(views, scene.ids_many(views), strict=True):
                for k, box, pixels in _extents(owner[ids + 1], view):
                    if (view == DASHBOARD) == (names[k] in panel_parts):
                        raw[names[k]].append((box, pixels))
            found[look.form] = _usable(raw)
    return found


def _extents(owners: np.ndarray, view: str) -> list[tuple[int, Box, int]]:
    """(part number, box, visible pixels) for every part seen."""
    rows, columns = np.nonzero(owners >= 0)
    parts = owners[rows, columns]
    result = []
    for k in np.unique(parts):
        mine = parts == k
        x, y = columns[mine], rows[mine]
        left, top, w, h = int(x.min()), int(y.min()), int(np.ptp(x)) + 1, int(np.ptp(y)) + 1
        box = Box(coordinate=(left, top, w, h, MEASURE_SIZE, MEASURE_SIZE), view=view)
        result.append((int(k), box, int(mine.sum())))
    return result


def _usable(raw: dict[str, list[tuple[Box, int]]]) -> Boxes:
    boxes: Boxes = {}
    for name, seen in raw.items():
        largest = max((pixels for _, pixels in seen), default=0)
        kept = []
        for box, pixels in seen:
            w, h = box.coordinate[2:4]
            rivals = (b for other, bs in raw.items() if other != name for b, _ in bs if b.view == box.view)
            if min(w, h) < MIN_SIDE or pixels < MIN_FILL * w * h or pixels < MIN_SHARE * largest:
                continue
            if any(r.contains(*box.centre) and r.relative_area <= box.relative_area for r in rivals):
                continue
            kept.append(box)
        if any(min(box.coordinate[2:4]) >= CLEAR_SIDE for box in kept):
            boxes[name] = tuple(kept)
    return boxes
