"""An infrared thermometer in the shape of a pistol: a muzzle with a lens at the left end, a grip with a trigger below,
and at the right end, where the user looks, a screen with keys under it.
"""

from __future__ import annotations

import math
from random import Random

from envs.devices.bodies.draft import Draft, Features, Fitter, lay_out, mixed, uniform
from envs.devices.bodies.fixtures import Display, Haze, Signs, soft_box
from envs.devices.body import LookBuilder
from envs.devices.category import Choice
from envs.devices.parts import DARK, METAL
from envs.devices.views import FRAMES
from envs.rendering.marks import print_mark
from envs.rendering.node import Colour, Node, Vector

TRIGGER, POWER, TARGET, DEGREES = "measuring_trigger", "power_button", "target_selector", "degree_selector"
BACKLIGHT, MEMORY, MUTE = "readout_backlight", "reading_memory", "beep_muting"
LASER, FLAP = "laser_sight", "grip_battery_flap"
STYLES: tuple[tuple[Colour, Colour], ...] = (  # shell, and what sets off muzzle, grip and trim
    ((0.92, 0.93, 0.93), (0.25, 0.55, 0.8)),
    ((0.92, 0.93, 0.93), (0.3, 0.62, 0.58)),
    ((0.9, 0.9, 0.88), (0.3, 0.32, 0.36)),
    ((0.92, 0.76, 0.12), (0.17, 0.18, 0.2)),
    ((0.74, 0.16, 0.14), (0.17, 0.18, 0.2)),
    ((0.3, 0.32, 0.36), (0.88, 0.45, 0.12)),
    ((0.6, 0.64, 0.69), (0.2, 0.24, 0.34)),
)
BEZEL: Colour = (0.06, 0.07, 0.08)
GLASS: Colour = (0.04, 0.05, 0.06)
PLAIN: Colour = (0.75, 0.92, 0.9)
TINTS: dict[str, Colour] = {"green": (0.3, 1.0, 0.4), "amber": (1.0, 0.7, 0.15)}
BEAM: Colour = (1.0, 0.1, 0.08)
BACKLIT: Colour = (0.1, 0.42, 0.72)
MODES = {"body": "@account", "thing": "@cup_water", "aim": "@target", "store": "MEM", "mute": "@volume_off"}
PRINTS = ("@temperature_celsius", "@thermometer_lines", "IR")


def build(rng: Random, choices: dict[str, Choice]) -> Draft:
    """Lay the chosen parts out on a thermometer whose proportions, style and colours come from `rng`."""
    shell, accent = rng.choice(STYLES)
    if rng.random() < 0.3:
        accent = mixed(accent, shell, 0.3)
    wide = uniform(rng, 0.24, 0.27)  # half, from flank to flank
    block, high = uniform(rng, 0.44, 0.5), uniform(rng, 0.58, 0.64)
    barrel = uniform(rng, 0.46, 0.58)
    low = uniform(rng, 0.66, 0.74)  # the grip ends here, the head begins
    rear, top, mid = block / 2 + 0.16, low + high, low + high / 2
    front = rear - block
    root = Node("gun")
    fit = Fitter(choices)

    head = root.child("head", (rear - block / 2, 0, mid), FRAMES["front"])  # x right, y up, z to the front
    soft_box(head, (block / 2, high / 2, wide), (0, 0, 0), shell, uniform(rng, 0.05, 0.12))
    muzzle = _barrel(rng, root, front, barrel, (mid, high, wide), shell, accent)
    beam = Haze(
        root,
        [
            ((muzzle[0] - 0.03, 0, muzzle[2]), (0.05, 0.06, 0.06)),
            ((muzzle[0] - 0.13, 0, muzzle[2]), (0.15, 0.018, 0.018)),
            ((muzzle[0] - 0.26, 0, muzzle[2]), (0.035, 0.05, 0.05)),
        ],
        0.75,
    )

    # The screen takes the upper half of the end that faces the user; a strip above the digits tells what is measured.
    room = 0.34
    root.box((0.012, wide - 0.02, room / 2), (rear + 0.003, 0, top - 0.025 - room / 2), BEZEL, material="gloss")
    half = (wide - 0.045, 0.1)
    z = top - 0.025 - room + 0.125
    display = Display(root, "display", (rear + 0.014, 0, z), half, 4, "right")
    units = Signs(
        root,
        "unit",
        (rear + 0.042, 0.705 * half[0], z),
        (0.21 * half[0], 0.055),
        {"C": "@temperature_celsius", "F": "@temperature_fahrenheit"},
        PLAIN,
        "right",
    )
    known = {k: m for k, m in MODES.items() if k != "mute" or MUTE in choices} | {"room": "@home"}
    modes = Signs(root, "mode", (rear + 0.016, 0, top - 0.08), (0.17, 0.046), known, PLAIN, "right")

    _grip(rng, root, fit, (rear - block / 2, low, wide), shell, accent)
    _keys(rng, root, fit, (rear, low, top, wide, block), room, accent)

    def paint(look: LookBuilder, state: Features) -> None:
        colour = TINTS.get(state.get("tint", ""), PLAIN)
        if state.get("backlight"):
            look.paint(display.screen, BACKLIT, "glow")
            colour = (1.0, 1.0, 1.0)
        display.show(look, f"{state['number']} " if state["number"] else "", colour)
        if state["number"][-1:].isdigit():
            look.paint(point, colour, "glow")
        else:
            look.hide(point)
        units.show(look, state.get("unit"), colour)
        modes.show(look, state.get("mode"), colour)
        beam.show(look, state.get("laser", 0), BEAM)

    # The decimal point sits between the second and the third digit.
    dot = root.child("point", (rear + 0.04, 0, z - 0.064), FRAMES["right"])
    point = dot.box((0.012, 0.012, 0.003), (0, 0, 0), PLAIN)
    return Draft((root,), fit.parts, paint)


def _barrel(
    rng: Random, root: Node, front: float, length: float, size: Vector, shell: Colour, accent: Colour
) -> Vector:
    """The barrel out of the head to the left, with its lens; where the laser comes out."""
    mid, high, wide = size
    kind = rng.choice(("tube", "cone", "box"))
    z = mid + 0.06
    end = front - length
    r = min(wide - 0.02, high / 2 - 0.09)
    if kind == "tube":
        root.disc(r, length / 2, (front - length / 2, 0, z), shell, axis=(1, 0, 0))
        root.disc(r + 0.025, 0.09, (end + 0.09, 0, z), accent, axis=(1, 0, 0))
        r += 0.025
    elif kind == "cone":  # it widens towards the muzzle in steps
        for i in range(3):
            share = length / 3
            root.disc(
                0.82 * r + 0.05 * i,
                share / 2,
                (front - share * (i + 0.5), 0, z),
                (shell, mixed(shell, accent, 0.4), accent)[i],
                axis=(1, 0, 0),
            )
        r = 0.82 * r + 0.1
    else:
        node = root.child("barrel", (front - length / 2 + 0.03, 0, z), FRAMES["front"])
        soft_box(node, (length / 2 + 0.03, r, 0.85 * wide), (0, 0, 0), shell, 0.07)
        soft_box(node, (0.16, r + 0.015, 0.85 * wide + 0.015), (-length / 2 + 0.12, 0, 0), accent, 0.07)
        end -= 0.015
        r = 0.85 * r
    for radius, depth, colour in (
        (0.82 * r, 0.012, METAL),
        (0.7 * r, 0.018, GLASS),
        (0.34 * r, 0.024, (0.3, 0.2, 0.4)),
    ):
        root.disc(radius, depth, (end, 0, z), colour, axis=(1, 0, 0), material="gloss")
    # The laser's eye hangs under the barrel.
    eye = (end + 0.1, 0.0, z - r - 0.03)
    root.box((0.1, 0.05, 0.05), (eye[0] + 0.04, 0, eye[2] + 0.01), DARK)
    root.disc(0.028, 0.006, (eye[0] - 0.062, 0, eye[2]), (0.5, 0.1, 0.1), axis=(1, 0, 0), material="gloss")
    return (eye[0] - 0.06, 0.0, eye[2])


def _grip(rng: Random, root: Node, fit: Fitter, place: Vector, shell: Colour, accent: Colour) -> None:
    """The grip, slanting back as it goes down, with the trigger before it and the battery's cover on it."""
    x, low, wide = place
    lean = math.radians(uniform(rng, 8, 15))
    thick, deep = 0.17, min(0.17, wide - 0.05)  # half sizes
    tall = low / math.cos(lean)
    slant = ((math.cos(lean), 0.0, math.sin(lean)), (0.0, 1.0, 0.0))
    grip = root.child("grip", (x - 0.02, 0, low), slant)
    hold = rng.choice((shell, accent, accent))
    soft_box(grip, (thick, deep, tall / 2 + 0.04), (0, 0, 0.04 - tall / 2), hold, 0.08)
    soft_box(grip, (thick + 0.02, deep + 0.02, 0.03), (0, 0, -tall), mixed(hold, (0.0, 0.0, 0.0), 0.45), 0.09)

    # A stub under the head carries the trigger.
    stub, depth = x - thick - 0.1, 0.3
    root.box((0.11, 0.12, depth / 2), (stub + 0.09, 0, low - depth / 2 + 0.02), shell)
    fit.fix(root, TRIGGER, "left", (stub - 0.02, 0, low - depth / 2 + 0.01), (0.12, depth / 2 - 0.01))

    if FLAP in fit.choices:
        face = rng.choice(("front", "front", "back", "back", "bottom"))
        if face == "bottom":
            fit.fix(grip, FLAP, "bottom", (0, 0, -tall - 0.03), (thick - 0.03, deep - 0.02))
        else:
            y = -deep if face == "front" else deep
            fit.fix(grip, FLAP, face, (0, y, -0.62 * tall), (thick - 0.045, 0.26 * tall))
    for i in range(3 if fit.choices.get(FLAP) is None else 0):  # ribs for the hand
        grip.box((thick - 0.06, deep + 0.006, 0.015), (0, 0, -tall * (0.45 + 0.14 * i)), mixed(hold, DARK, 0.4))


def _keys(
    rng: Random,
    root: Node,
    fit: Fitter,
    size: tuple[float, float, float, float, float],
    room: float,
    accent: Colour,
) -> None:
    """One or two keys under the screen, the others on the flanks and on top of the head."""
    rear, low, top, wide, block = size
    wanted = [c for c in (POWER, TARGET, DEGREES, MEMORY, BACKLIGHT, MUTE, LASER) if fit.wants(c)]
    rng.shuffle(wanted)
    under = top - 0.03 - room - low
    count = rng.choice((1, 2)) if len(wanted) < 5 else 2
    first, others = wanted[:count], wanted[count:]
    lay_out(fit, root, first, "right", (rear, 0, low + under / 2), (wide - 0.01, under / 2), 0.12, count)
    flank = (block / 2 - 0.01, (top - low) / 2 - 0.04)
    middle, mid = rear - block / 2, (low + top) / 2
    sites = [
        ("front", (middle, -wide, mid), flank, rng.choice((1, 2))),
        ("top", (middle, 0.0, top), (block / 2 - 0.01, wide - 0.05), 1),
        ("back", (middle, wide, mid), flank, rng.choice((1, 2))),
    ]
    if rng.random() < 0.25:
        sites = [sites[1], sites[0], sites[2]]
    for i, (face, centre, half, most) in enumerate(sites):
        here = others if i == len(sites) - 1 else others[:most]
        others = others[len(here) :]
        lay_out(fit, root, here, face, centre, half, 0.14)
        if not here:
            print_mark(
                root.child(f"print{i}", centre, FRAMES[face]), rng.choice(PRINTS), (0, 0, 0.002), (0.14, 0.16), accent
            )
