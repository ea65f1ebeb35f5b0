"""A digital camera: a lens that comes out, a grip, controls on top, a flash that pops up, and a screen at the back."""

from __future__ import annotations

from random import Random

from envs.devices.bodies.draft import Draft, Features, Fitter, lay_out, mixed, uniform
from envs.devices.bodies.fixtures import Lamps, Signs, soft_box
from envs.devices.body import LookBuilder
from envs.devices.category import Choice
from envs.devices.parts import DARK, METAL
from envs.devices.views import FRAMES
from envs.rendering.marks import print_mark
from envs.rendering.node import Colour, Node

POWER, SHUTTER, SCENE, ZOOM = "power_control", "shutter_release", "scene_dial", "zoom_ring"
FLASH, BATTERY, REVIEW, BROWSER = "popup_flash", "battery_door", "picture_review", "picture_browser"
SHELLS: tuple[Colour, ...] = (
    (0.24, 0.25, 0.28),
    (0.3, 0.31, 0.34),
    (0.68, 0.7, 0.73),
    (0.6, 0.2, 0.22),
    (0.28, 0.36, 0.48),
    (0.84, 0.83, 0.8),
)
LEATHER: tuple[Colour, ...] = ((0.17, 0.17, 0.18), (0.36, 0.24, 0.17), (0.2, 0.22, 0.28))
SCREEN: Colour = (0.06, 0.07, 0.09)
LENS_OUT = 0.26
WHITE: Colour = (0.96, 0.96, 0.93)
SKIES: dict[str, tuple[Colour, Colour, str]] = {
    "view": ((0.45, 0.72, 0.95), (0.35, 0.6, 0.3), "mid"),
    "near": ((0.45, 0.72, 0.95), (0.35, 0.6, 0.3), "near"),
    "far": ((0.45, 0.72, 0.95), (0.35, 0.6, 0.3), "far"),
    "night": ((0.1, 0.12, 0.3), (0.1, 0.16, 0.14), "mid"),
    "photo": ((0.98, 0.7, 0.42), (0.6, 0.45, 0.25), "mid"),
    "older": ((0.8, 0.86, 0.9), (0.92, 0.94, 0.97), "older"),
}
"""What the screen shows -> sky, ground, and which subject stands there."""


def build(rng: Random, choices: dict[str, Choice]) -> Draft:
    """Lay the chosen parts out on a camera whose proportions and style come from `rng`."""
    width, height, depth = uniform(rng, 1.28, 1.38), uniform(rng, 0.8, 0.9), uniform(rng, 0.4, 0.48)
    shell, leather = rng.choice(SHELLS), rng.choice(LEATHER)
    humped = rng.random() < 0.6
    root = Node("camera")
    fit = Fitter(choices)
    front, back = -depth / 2, depth / 2
    lens = (uniform(rng, 0.08, 0.13), front, height * 0.47)

    soft_box(root, (width / 2, depth / 2, height / 2), (0, 0, height / 2), shell, uniform(rng, 0.05, 0.2))
    if rng.random() < 0.5:  # a band of leather round the body, as on old-fashioned ones
        soft_box(root, (width / 2 + 0.008, depth / 2 + 0.008, height * 0.33), (0, 0, height * 0.45), leather, 0.15)
    for side in (-1, 1):  # the strap's lugs
        root.disc(0.04, 0.03, (side * (width / 2 + 0.02), 0.06, height - 0.12), METAL, axis=(1, 0, 0))
    grip_x = -width / 2 + 0.13
    soft_box(root, (0.11, 0.09, height * 0.42), (grip_x, front - 0.05, height * 0.45), leather, 0.08)
    hump = 0.17 if humped else 0.0
    if humped:
        soft_box(root, (0.2, depth / 2 - 0.02, hump / 2), (lens[0], -0.01, height + hump / 2), shell, 0.06)
        root.box((0.13, 0.03, 0.06), (lens[0], back, height + 0.08), DARK)
        root.box((0.09, 0.004, 0.035), (lens[0], back + 0.032, height + 0.08), (0.25, 0.3, 0.4), material="gloss")
        plate = root.child("brand", (lens[0], front + 0.01, height + 0.1), FRAMES["front"])
    else:
        plate = root.child("brand", (lens[0] - 0.43, front - 0.01, height - 0.07), FRAMES["front"])
    ink = DARK if sum(shell) > 1.8 else WHITE
    print_mark(plate, rng.choice(("NOVA", "LUMA", "OPTIX", "PIXA")), (0, 0, 0.002), (0.13, 0.04), ink)

    tube, glass = _lens(rng, root, fit, lens)
    lamp = Lamps(root, "lamp", ((lens[0] + 0.36, front - 0.01, height - 0.09),), 0.03)
    unit, window = _flash(rng, root, fit, (lens[0], height, hump, width, depth), shell)
    _controls(rng, root, fit, lens[0], (width, height, depth))
    show = _screen(rng, root, (width, height, depth))

    def paint(look: LookBuilder, state: Features) -> None:
        out = state.get("zoom", 0.0)
        look.joint("tube", LENS_OUT * out)
        if out:
            look.paint(glass, (0.3, 0.35, 0.62), "gloss")
        if unit:
            look.joint(unit, 0.17 * state.get("flash", 0))
        if state.get("flash") and window:
            look.paint(window, (1.0, 0.98, 0.85), "glow")
        if state.get("lamp"):
            lamp.light(look, 1, (1.0, 0.1, 0.1))
        show(look, state)

    return Draft((root,), fit.parts, paint)


def _lens(rng: Random, root: Node, fit: Fitter, lens: tuple[float, float, float]) -> tuple[Node, str]:
    """The barrel with its ring, if any, and the tube that comes out of it; the tube and its glass."""
    x, y, z = lens
    big = uniform(rng, 0.3, 0.33)
    dark = fit.wants(ZOOM) and fit.choices[ZOOM].colour == "black"
    metal = rng.choice((METAL, (0.5, 0.51, 0.54)) if dark else (DARK, (0.2, 0.2, 0.22)))
    along = (0.0, 1.0, 0.0)
    root.disc(big + 0.015, 0.03, (x, y - 0.02, z), mixed(metal, METAL, 0.4), axis=along)
    root.disc(0.76 * big, 0.13, (x, y - 0.13, z), metal, axis=along)
    if fit.wants(ZOOM) and fit.choices[ZOOM].word == "ring":
        fit.fix(root, ZOOM, "front", (x, y - 0.08, z), (big, big))
    else:
        root.disc(0.92 * big, 0.075, (x, y - 0.12, z), metal, axis=along)
    tube = root.child("tube", (x, y - 0.02, z), joint=("slide", (0, -1, 0), (0, 0, 0)))
    tube.disc(0.68 * big, 0.14, (0, -0.12, 0), mixed(metal, METAL, 0.25), axis=along)
    tube.disc(0.66 * big, 0.012, (0, -0.262, 0), DARK, axis=along)
    glass = tube.disc(0.48 * big, 0.008, (0, -0.272, 0), (0.16, 0.17, 0.2), axis=along, material="gloss")
    tube.disc(0.2 * big, 0.006, (0, -0.28, 0), (0.06, 0.06, 0.09), axis=along, material="gloss")
    tube.disc(0.06 * big, 0.004, (0.2 * big, -0.285, 0.2 * big), WHITE, axis=along)
    return tube, glass


def _flash(
    rng: Random, root: Node, fit: Fitter, size: tuple[float, float, float, float, float], shell: Colour
) -> tuple[str | None, str | None]:
    """The flash: below a lid, or a unit of its own that a button lets up. Its joint and its window, if any."""
    x, height, hump, width, depth = size
    top = height + hump
    if not hump:
        x = width / 2 - 0.21
    if not fit.wants(FLASH):
        if hump:  # a shoe for a flash that is put on
            for side in (-1, 1):
                root.box((0.02, 0.1, 0.015), (x + side * 0.08, 0, top + 0.012), METAL)
        elif rng.random() < 0.7:
            root.box((0.11, 0.008, 0.05), (width / 2 - 0.19, -depth / 2 - 0.012, height - 0.1), (0.8, 0.8, 0.76))
        return None, None
    if fit.choices[FLASH].word == "lid":
        reach = depth / 2 - 0.05
        part = fit.fix(root, FLASH, "top", (x, 0, top), (0.17, reach))
        assert part.moving is not None
        part.moving.box((0.13, 0.06, 0.045), (0, -1.7 * reach + 0.04, -0.05), DARK)
        window = (0, -1.7 * reach - 0.024, -0.052)
        return None, part.moving.box((0.115, 0.006, 0.035), window, (0.85, 0.85, 0.8), material="gloss")
    unit = root.child("flash", (x, -depth / 2 + 0.14, top), joint=("slide", (0, 0, 1), (0, 0, 0)))
    unit.box((0.14, 0.09, 0.07), (0, 0, -0.06), mixed(shell, DARK, 0.35))
    window = unit.box((0.12, 0.006, 0.045), (0, -0.092, -0.06), (0.85, 0.85, 0.8), material="gloss")
    edge = (width / 2 + x + 0.34) / 2 if hump else width / 2 - 0.13
    fit.fix(root, FLASH, "front", (edge, -depth / 2 - 0.01, height * (0.62 if hump else 0.2)), (0.1, 0.1))
    return "flash", window


def _controls(rng: Random, root: Node, fit: Fitter, mid: float, size: tuple[float, float, float]) -> None:
    width, height, depth = size
    inner = mid - 0.22  # the middle of the top belongs to the viewfinder or the flash
    fit.fix(root, SHUTTER, "top", (-width / 2 + 0.14, -0.07, height), (0.1, 0.1))
    room = (depth / 2 - 0.03, height * 0.22)
    if fit.wants(BATTERY):
        if rng.random() < 0.55:
            fit.fix(root, BATTERY, "bottom", (rng.choice((-0.35, 0.35)), 0, 0), (0.2, depth / 2 - 0.07))
        else:
            fit.fix(root, BATTERY, "right", (width / 2 + 0.008, 0, height * 0.36), room)
    on_top = [c for c in (POWER, SCENE) if fit.wants(c) and fit.choices[c].word != "slider"]
    rng.shuffle(on_top)
    spots = [((inner - width / 2 + 0.24) / 2, 0.15), ((mid + 0.22 + width / 2) / 2 + 0.005, 0.17)]
    if not fit.wants(FLASH) and FLASH in fit.choices and abs(fit.parts[FLASH].node.pos[0] - mid) > 0.1:
        spots = [spots[0], (mid, 0.17)]  # the flash has the place at the end
    rng.shuffle(spots)
    if on_top and (FLASH not in fit.parts or fit.parts[FLASH].word == "lid") and rng.random() < 0.5:
        edge = (width / 2 + mid + 0.34) / 2  # beside the lens
        fit.fix(root, on_top.pop(), "front", (edge, -depth / 2 - 0.008, height * 0.5), (0.11, 0.16))
    for component, (x, wide) in zip(on_top, spots, strict=False):
        fit.fix(root, component, "top", (x, 0, height), (wide, depth / 2 - 0.03))
    behind = [c for c in (REVIEW, BROWSER, POWER, ZOOM) if fit.wants(c)]
    rng.shuffle(behind)
    while len(behind) > 2 or (behind and rng.random() < 0.15 and fit.wants(BATTERY)):
        fit.fix(root, behind.pop(), "left", (-width / 2 - 0.008, 0, height * 0.4), (depth / 2 - 0.04, 0.2))
        break
    lay_out(
        fit,
        root,
        behind,
        "back",
        (-width / 2 + 0.23, depth / 2 + 0.008, height / 2),
        (0.22, height / 2 - 0.06),
        0.17,
        1,
    )


def _screen(rng: Random, root: Node, size: tuple[float, float, float]):
    """The screen at the back; what writes a state's picture into a look."""
    width, height, depth = size
    x, y, z = width / 2 - 0.49, depth / 2 + 0.01, height / 2
    a, b = 0.38, min(0.3, height / 2 - 0.1)
    node = root.child("screen", (x, y, z), FRAMES["back"])
    node.box((a + 0.035, b + 0.035, 0.012), (0, 0, 0.012), DARK)
    sky = node.box((a, b, 0.003), (0, 0, 0.025), SCREEN, material="gloss")
    ground = node.box((a, 0.3 * b, 0.003), (0, -0.7 * b, 0.027), SCREEN, material="gloss")
    subject, other = rng.sample(("home", "tree", "account", "car_side", "cat", "flower"), 2)
    sizes = {"far": 0.3, "mid": 0.48, "near": 0.8, "older": 0.6}
    figures = {
        key: Signs(
            root,
            f"figure_{key}",
            (x, y + 0.033, z - (0.05 if key == "near" else 0.2) * b),
            (a * share, b * share),
            {key: f"@{other if key == 'older' else subject}"},
            face="back",
        )
        for key, share in sizes.items()
    }
    marks = {
        "photo": "@camera", "movie": "@video", "rec": "REC", "night": "@weather_night",
        "flash": "@flash", "play": "@play", "error": "@alert",
    }  # fmt: skip
    node.box((0.1, 0.075, 0.002), (0.1 - a, b - 0.08, 0.03), SCREEN, material="gloss")
    signs = Signs(root, "sign", (x + a - 0.1, y + 0.035, z + b - 0.08), (0.085, 0.06), marks, face="back")

    def show(look: LookBuilder, state: Features) -> None:
        sign = state.get("sign")
        red = (1.0, 0.15, 0.1)
        signs.show(look, sign, red if sign in ("rec", "error") else (1.0, 1.0, 0.75) if sign == "night" else WHITE)
        picture = state.get("screen")
        stands = SKIES[picture][2] if picture else None
        if picture:
            look.paint(sky, SKIES[picture][0], "glow")
            look.paint(ground, SKIES[picture][1], "glow")
        for key, figure in figures.items():
            figure.show(
                look, key if key == stands else None, (0.3, 0.2, 0.16) if picture != "night" else (0.4, 0.42, 0.6)
            )

    return show
