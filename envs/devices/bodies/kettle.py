"""An electric kettle: a jug with a spout, a handle and a lid on a base, its controls on a console in front."""

from __future__ import annotations

import math
from random import Random

from envs.devices.bodies.draft import (
    PANELS,
    SHELLS,
    Draft,
    Features,
    Fitter,
    grid,
    uniform,
)
from envs.devices.bodies.fixtures import DIGIT, Display
from envs.devices.body import LookBuilder
from envs.devices.category import Choice
from envs.devices.parts import DARK, METAL
from envs.rendering.node import Colour, Node, Vector

POWER, LID, TEMPERATURE = "power_button", "lid_release_button", "temperature_control"
WARM, TEA, MAINS = "keep_warm_control", "tea_preset", "mains_connection"
WATER: Colour = (0.35, 0.62, 0.95)
HOT: Colour = (1.0, 0.42, 0.1)
WARMTH: Colour = (1.0, 0.8, 0.3)


def build(rng: Random, choices: dict[str, Choice]) -> Draft:
    """Lay the chosen parts out on a kettle whose proportions, style and shell come from `rng`."""
    radius, height = uniform(rng, 0.36, 0.43), uniform(rng, 0.72, 0.88)
    shell = rng.choice(SHELLS)
    trim = rng.choice((DARK, METAL, (0.42, 0.3, 0.22), (0.25, 0.32, 0.42)))
    if choices[LID].colour == "black" and trim == DARK:
        trim = METAL  # a black handle would vanish on a dark lid
    style, steps = rng.choice(("straight", "tapered", "round")), 6
    base_top = 0.14
    root = Node("kettle")
    fit = Fitter(choices)

    root.disc(radius * 1.12, base_top / 2, (0, 0, base_top / 2), trim)
    ring = root.disc(radius * 1.04, 0.018, (0, 0, base_top + 0.018), trim)
    low, top = base_top + 0.036, base_top + height
    rim = radius * (0.8 if style == "tapered" else 0.9)
    if style == "round":
        middle = (low + top) / 2
        rim = radius * 0.74
        root.shape(
            "ellipsoid",
            (radius * 1.08, radius * 1.08, (top - low) * 0.58),
            (0, 0, middle - 0.05),
            shell,
            "gloss",
        )
        root.disc(rim, (top - low) / 2, (0, 0, middle), shell, material="gloss")
    else:
        for i in range(steps):
            a, b = low + (top - low) * i / steps, low + (top - low) * (i + 1) / steps
            r = radius + (rim - radius) * i / (steps - 1)
            root.disc(r, (b - a) / 2, (0, 0, (a + b) / 2), shell, material="gloss")
    root.disc(rim * 0.92, 0.008, (0, 0, top), DARK)
    root.disc(rim * 0.8, 0.008, (0, 0, top + 0.004), WATER, material="soft")

    # The spout points left, the handle stands right.
    tip = (-radius - 0.2, 0.0, top - 0.06)
    root.rod(0.075, (-radius * 0.6, 0, top - 0.3), tip, shell, material="gloss")
    grip = radius + 0.24
    root.rod(0.055, (rim * 0.9, 0, top - 0.05), (grip, 0, top - 0.05), trim)
    root.rod(0.055, (grip, 0, top - 0.05), (grip, 0, low + 0.28), trim)
    root.rod(0.055, (grip, 0, low + 0.28), (radius * 0.9, 0, low + 0.14), trim)

    # The lid turns about its edge at the handle.
    lid = root.child("lid", (rim * 0.85, 0, top + 0.02), joint=("hinge", (0, 1, 0), (0, 0, 0)))
    middle = -rim * 0.85
    lid.disc(rim * 0.98, 0.022, (middle, 0, 0.022), trim if style != "round" else shell)
    if style != "straight":
        lid.shape("ellipsoid", (rim * 0.85, rim * 0.85, 0.09), (middle, 0, 0.04), shell, "gloss")
    if choices[LID].word == "handle":
        fit.fix(lid, LID, "top", (middle, 0, 0.1), (0.16, 0.06))
        for side in (-0.12, 0.12):
            lid.box((0.02, 0.04, 0.05), (middle + side, 0, 0.08), DARK)
    else:
        lid.rod(0.035, (middle, 0, 0.03), (middle, 0, 0.13), trim)
        if choices[LID].word == "switch":  # on the grip's outer side, where its label is seen from above too
            root.box((0.09, 0.15, 0.2), (grip + 0.02, 0, top - 0.13), trim)
            fit.fix(root, LID, "right", (grip + 0.11, 0, top - 0.13), (0.135, 0.18))
        else:
            root.box((0.14, 0.13, 0.075), (grip - 0.02, 0, top + 0.02), trim)
            fit.fix(root, LID, "top", (grip - 0.02, 0, top + 0.095), (0.115, 0.115))

    # The plug or mains switch sits low at the back, on a block of its own.
    if MAINS in choices:
        back = radius * 1.12
        root.box((0.17, 0.09, 0.21), (0, back - 0.04, 0.23), trim)
        fit.fix(root, MAINS, "back", (0, back + 0.05, 0.25), (0.14, 0.17))

    # Some kettles have their power control low beside the handle; all else sits on the console.
    if rng.random() < 0.4:
        x = radius * 1.12
        root.box((0.11, 0.16, 0.18), (x, 0, 0.18), trim)
        fit.fix(root, POWER, "right", (x + 0.11, 0, 0.175), (0.135, 0.17))
    wanted = [c for c in (POWER, TEMPERATURE, WARM, TEA) if fit.wants(c)]
    rng.shuffle(wanted)
    display = _console(rng, root, fit, wanted, radius, base_top, top)

    haze = [
        root.shape("ellipsoid", (s, s, 1.3 * s), (tip[0] + dx, 0, tip[2] + 0.14 + dz), (1, 1, 1, 0.6), decor=True)
        for s, dx, dz in ((0.06, -0.02, 0), (0.08, 0.05, 0.13))
    ]

    def paint(look: LookBuilder, state: Features) -> None:
        look.joint("lid", math.radians(72) * state.get("lid", 0))
        heat = state.get("heat", 0)
        if heat:
            look.paint(ring, HOT if heat == 2 else WARMTH, "glow")
        if heat != 2:
            look.hide(*haze)
        if display:
            display.show(look, state.get("display", ""), HOT if heat == 2 else DIGIT)

    return Draft((root,), fit.parts, paint)


def _console(
    rng: Random, root: Node, fit: Fitter, wanted: list[str], radius: float, low: float, top: float
) -> Display | None:
    """A flat panel on the front with the wanted controls, and a display where there is a temperature to show.

    Switches and sliders bear labels and need height, so that they stand in one row.
    """
    with_display = TEMPERATURE in fit.choices
    tall = [c for c in wanted if fit.choices[c].word in ("switch", "slider")]
    if not wanted and not with_display:
        return None
    columns = max(1, len(wanted) if len(wanted) <= 2 or len(tall) >= 2 else 2)
    rows = math.ceil(len(wanted) / columns) if wanted else 0
    cell_h = (0.46 if tall else 0.36) if rows == 1 else 0.32
    half_w, body_h = {3: 0.41, 4: 0.45}.get(columns, 0.19 * max(columns, 1.5)), cell_h * rows
    half_h = body_h / 2 + (0.085 if with_display else 0)
    y, z = -radius * 1.02, low + 0.06 + half_h
    z = min(z + rng.random() * 0.1, top - half_h - 0.03)
    root.box((half_w, 0.1, half_h), (0, y + 0.02, z), rng.choice(PANELS))
    front = (0.0, y - 0.08, z)
    display = None
    if with_display:
        display = Display(root, "display", (0, front[1], z + half_h - 0.09), (min(0.15, half_w * 0.8), 0.065), 2)
    if rows:
        base_z = z - half_h + body_h / 2
        cells = _cells(wanted, columns, rows, (0.0, front[1], base_z), (half_w, body_h / 2))
        for component, (pos, half) in zip(wanted, cells, strict=False):
            fit.fix(root, component, "front", pos, half)
    return display


def _cells(
    wanted: list[str], columns: int, rows: int, centre: Vector, half: tuple[float, float]
) -> list[tuple[Vector, tuple[float, float]]]:
    """Rows of cells; a lone control of the last row sits in the middle."""
    cells = grid("front", centre, half, columns, rows)
    if columns == 2 and len(wanted) == 2 * rows - 1:
        (a, size), (b, _) = cells[-2:]
        cells[-2] = ((0.5 * (a[0] + b[0]), a[1], a[2]), size)
    return cells
