"""A picture of a few objects beside each other on a table top, as their contact sheet and their tests show them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import product

import numpy as np

from envs.home.objects.model import ObjectModel
from envs.rendering.node import MATERIALS, numbers
from envs.rendering.renderer import SceneRenderer

TILT = math.radians(38)
"""How far the eye looks down."""
FIELD = math.radians(24)


def portrait(models: Sequence[ObjectModel], width: int, height: int, reach: float | None = None) -> np.ndarray:
    """The objects in rows, as large as fits: uint8 (height, width, 3).

    reach: half the width that is seen, in metres; with it, pictures of things of unlike size compare.
    """
    spots = _places(models, width / height)
    bodies, seen = [], []
    for i, (model, (x, y)) in enumerate(zip(models, spots, strict=True)):
        node = model.node(f"object_{i}")
        node.pos = (x, y, 0.0)
        bodies.append(node.xml())
        for right, back, top in product((-1, 1), (-1, 1), (0, 2)):
            across, along, up = x + right * model.half[0], y + back * model.half[1], top * model.half[2]
            seen.append(
                (across, along * math.sin(TILT) + up * math.cos(TILT), up * math.sin(TILT) - along * math.cos(TILT))
            )
    low, high = np.min(seen, axis=0), np.max(seen, axis=0)
    (across, up, near), middle = (high - low) / 2, (high + low) / 2
    half = reach or 1.12 * max(across, up * width / height)
    far = half / (math.tan(FIELD / 2) * width / height) + near
    right, above, back = np.array(
        [[1, 0, 0], [0, math.sin(TILT), math.cos(TILT)], [0, -math.cos(TILT), math.sin(TILT)]]
    )
    eye = middle[0] * right + middle[1] * above + (middle[2] + far) * back
    materials = "".join(f'<material name="{name}" {kind}/>' for name, kind in MATERIALS.items())
    scene = (
        '<mujoco><compiler angle="radian"/><visual><quality shadowsize="0" offsamples="0"/><map znear=".01" zfar="60"/>'
        '<headlight ambient=".42 .42 .42" diffuse=".35 .35 .35" specular=".1 .1 .1"/></visual>'
        f'<statistic extent="1" center="0 0 0"/><asset>{materials}</asset><worldbody>'
        '<light directional="true" dir=".5 .6 -.9" diffuse=".3 .3 .3" specular=".1 .1 .1" castshadow="false"/>'
        '<geom type="box" size="9 9 .05" pos="0 0 -.0505" rgba=".62 .6 .57 1" material="matte"/>'
        f"{''.join(bodies)}"
        f'<camera name="eye" pos="{numbers(eye)}" xyaxes="1 0 0 {numbers(above)}" fovy="{math.degrees(FIELD):.5g}"/>'
        "</worldbody></mujoco>"
    )
    with SceneRenderer(scene, (width, height)) as renderer:
        return renderer.rgb("eye")


def _places(models: Sequence[ObjectModel], aspect: float) -> list[tuple[float, float]]:
    """Where each object goes, in as many rows as fill the picture best."""
    x, y = max(model.half[0] for model in models), max(model.half[1] for model in models)
    z = max(model.half[2] for model in models)
    gap, layouts = 0.12 * max(x, y), []
    for columns in range(1, len(models) + 1):
        rows = -(-len(models) // columns)
        pitch = y + gap + (z if rows > 1 else 0.0)
        deep = y + (rows - 1) * pitch
        need = max(columns * (x + gap / 2), (z * math.cos(TILT) + deep * math.sin(TILT)) * aspect)
        layouts.append((need, columns, rows, pitch))
    _, columns, rows, pitch = min(layouts)
    return [
        ((2 * (i % columns) - columns + 1) * (x + gap / 2), (rows - 1 - 2 * (i // columns)) * pitch)
        for i in range(len(models))
    ]
