"""Small electrical things: remotes, phones, keyboards, mice, cameras, loudspeakers."""

from __future__ import annotations

from typing import Literal

from envs.home.objects.palette import COLOURS, DARK, GLOW, METAL, PAPER, SCREEN, STEEL
from envs.home.objects.sculptor import Sculptor


def slab(
    s: Sculptor,
    width: float = 0.05,
    length: float = 0.16,
    thick: float = 0.016,
    screen: float = 0.0,
    rows: int = 0,
    columns: int = 3,
    ring: bool = False,
    antenna: int = 0,
    lights: int = 0,
    ports: int = 0,
    plug: bool = False,
) -> None:
    """A lying flat device. screen: the part of its length that is screen, from its far end; rows of buttons below."""
    x, y = width / 2, length / 2
    s.block((x, y, thick / 2), (0, 0, thick / 2))
    top = thick + 0.0006
    low = y
    if screen:
        low = y - length * screen
        margin = x * 0.9
        s.box((margin, length * screen / 2 - x * 0.08, 0.0008), (0, y - length * screen / 2, top), SCREEN)
        s.box((margin * 0.5, 0.0015, 0.0012), (-margin * 0.3, y - length * screen * 0.35, top), (0.5, 0.8, 0.95))
    if ring:
        s.disc(x * 0.62, 0.0015, (0, low - x * 0.95, top), s.dim)
        s.disc(x * 0.26, 0.003, (0, low - x * 0.95, top), PAPER)
        low -= x * 1.8
    for i in range(rows):
        for j in range(columns):
            pitch = (low + y * 0.86) / rows
            at = (x * (2 * j + 1 - columns) / columns * 0.92, low - pitch * (i + 0.5), top)
            colour = COLOURS["red"] if i == 0 and j == 0 else PAPER
            if s.main == COLOURS["white"] and colour is PAPER:
                colour = STEEL
            s.box((x / columns * 0.58, min(pitch * 0.32, x * 0.28), 0.0018), at, colour)
    for i in range(antenna):
        u = 0.0 if antenna == 1 else (2 * i / (antenna - 1) - 1) * 0.8
        s.rod(0.006, (u * x, y - 0.006, thick / 2), (u * x, y - 0.006, thick + length * 0.9), DARK)
    for i in range(lights):
        s.box(
            (0.003, 0.003, 0.001), (x * (i - (lights - 1) / 2) * 0.3, -y * 0.7, top), COLOURS["green"], material="glow"
        )
    for i in range(ports):
        at = (x * 0.0, y * (2 * i + 1 - ports) / ports * 0.85, top)
        s.disc(min(x * 0.7, length / ports * 0.36), 0.001, at, PAPER if s.main != COLOURS["white"] else STEEL)
        for side in (1, -1):
            s.disc(0.0025, 0.0016, (side * x * 0.25, at[1], top), DARK)
    if plug:
        s.box((x * 0.62, y * 0.25, thick * 0.25), (0, y * 1.25, thick / 2), METAL)


def keys(
    s: Sculptor,
    width: float = 0.32,
    depth: float = 0.12,
    kind: Literal["keyboard", "laptop", "piano", "xylophone"] = "keyboard",
) -> None:
    """A field of keys; a laptop stands open."""
    x, y = width / 2, depth / 2
    if kind == "xylophone":
        for side in (1, -1):
            axes = ((0.97, side * 0.24, 0.0), (-side * 0.24, 0.97, 0.0))
            s.box((x * 1.12, 0.018, 0.012), (0, -side * y * 0.45, 0.012), s.main, axes)
        names = ("red", "orange", "yellow", "green", "teal", "blue", "purple")
        for i, name in enumerate(names):
            s.box((x * 0.11, y * (1 - 0.09 * i), 0.004), (x * (i - 3) * 0.3, 0, 0.028), COLOURS[name])
        s.take_pattern()
        return
    s.block((x, y, 0.008), (0, 0, 0.008))
    plain = PAPER if s.main in (COLOURS["black"], COLOURS["grey"]) else DARK
    if kind == "piano":
        s.box((x * 0.95, y * 0.5, 0.006), (0, -y * 0.45, 0.014), PAPER)
        for i in range(9):
            s.box((x * 0.045, y * 0.3, 0.01), (x * (i - 4) * 0.21, -y * 0.25, 0.016), DARK)
        s.box((x * 0.4, y * 0.12, 0.002), (0, y * 0.6, 0.017), SCREEN)
        return
    rows = 4
    for i in range(rows):
        s.box(
            (x * 0.93, y * 0.14, 0.0015),
            (0, y * (0.62 - 0.34 * i) + (y * 0.12 if kind == "laptop" else 0), 0.0165),
            plain,
        )
    for i in range(9):
        s.box((0.0012, y * 0.85, 0.002), (x * (i - 4) * 0.21, y * (0.2 if kind == "laptop" else 0.1), 0.0165), s.main)
    s.box((x * 0.36, y * 0.13, 0.002), (0, -y * 0.7, 0.0165), plain)
    if kind == "laptop":
        axes = ((1.0, 0.0, 0.0), (0.0, 0.26, 0.966))
        s.box((x, y * 0.95, 0.004), (0, y + y * 0.25, y * 0.92 + 0.012), s.dim, axes)
        s.box((x * 0.93, y * 0.86, 0.001), (0, y + y * 0.25 - 0.005, y * 0.92 + 0.0135), SCREEN, axes)
        s.box((x * 0.5, y * 0.4, 0.001), (-x * 0.2, y + y * 0.28 - 0.0065, y * 1.0 + 0.014), (0.35, 0.6, 0.85), axes)


def mouse(
    s: Sculptor,
    length: float = 0.11,
    kind: Literal["mouse", "pad", "iron", "stapler", "punch", "tape", "measure"] = "mouse",
) -> None:
    """A thing that lies under a hand; pad is a game controller."""
    half = length / 2
    if kind == "mouse":
        s.box((length * 0.24, half * 0.8, 0.005), (0, 0, 0.005), s.dim)
        s.blob((length * 0.29, half, length * 0.2), (0, 0, length * 0.17))
        s.box((0.0012, half * 0.5, 0.002), (0, half * 0.5, length * 0.335), DARK, ((1, 0, 0), (0, 0.95, -0.31)))
        s.disc(length * 0.06, length * 0.03, (0, half * 0.45, length * 0.32), DARK, (1, 0, 0))
    elif kind == "pad":
        s.block((half * 0.62, length * 0.2, length * 0.1), (0, 0, length * 0.13))
        for side in (1, -1):
            s.ball(
                (length * 0.19, length * 0.2, length * 0.13), (side * half * 0.68, length * 0.02, length * 0.13), s.main
            )
            s.rod(
                length * 0.09,
                (side * half * 0.75, 0, length * 0.1),
                (side * half * 0.88, -length * 0.27, length * 0.09),
                s.main,
            )
            s.disc(length * 0.07, length * 0.03, (side * half * 0.35, -length * 0.1, length * 0.25), DARK)
        s.box((length * 0.07, length * 0.022, 0.004), (-half * 0.68, length * 0.07, length * 0.26), DARK)
        s.box((length * 0.022, length * 0.07, 0.004), (-half * 0.68, length * 0.07, length * 0.26), DARK)
        for x, y, c in ((0, 0.04, "yellow"), (0, -0.04, "green"), (0.04, 0, "red"), (-0.04, 0, "blue")):
            at = (half * 0.68 + x * length, (y + 0.07) * length, length * 0.26)
            s.disc(length * 0.022, 0.004, at, COLOURS[c])
    elif kind == "iron":
        s.box((half * 0.75, length * 0.22, 0.006), (-half * 0.2, 0, 0.006), METAL)
        s.box((half * 0.3, length * 0.14, 0.006), (half * 0.6, 0, 0.006), METAL, ((0.96, 0.28, 0), (-0.28, 0.96, 0)))
        s.box((half * 0.3, length * 0.14, 0.006), (half * 0.6, 0, 0.006), METAL, ((0.96, -0.28, 0), (0.28, 0.96, 0)))
        s.block((half * 0.7, length * 0.18, length * 0.09), (-half * 0.22, 0, length * 0.09 + 0.012))
        s.ball((half * 0.5, length * 0.16, length * 0.1), (half * 0.4, 0, length * 0.1 + 0.006), s.main)
        s.rod(length * 0.055, (-half * 0.8, 0, length * 0.2), (-half * 0.7, 0, length * 0.46), s.dim)
        s.rod(length * 0.06, (-half * 0.7, 0, length * 0.46), (half * 0.35, 0, length * 0.42), s.dim)
        s.rod(length * 0.055, (half * 0.35, 0, length * 0.42), (half * 0.45, 0, length * 0.2), s.dim)
        s.disc(length * 0.06, 0.004, (-half * 0.1, 0, length * 0.205), PAPER)
    elif kind == "stapler":
        s.box((half, length * 0.11, 0.005), (0, 0, 0.005), DARK)
        s.box((half * 0.96, length * 0.07, 0.006), (0, 0, length * 0.13), METAL, ((0.985, 0, 0.17), (0, 1, 0)))
        s.block((half * 0.98, length * 0.1, length * 0.055), (-0.004, 0, length * 0.23))
        s.box((half * 0.16, length * 0.09, length * 0.13), (-half * 0.82, 0, length * 0.13), s.dim)
    elif kind == "punch":
        s.box((half, length * 0.3, length * 0.06), (0, 0, length * 0.06), DARK)
        for side in (1, -1):
            s.box(
                (length * 0.06, length * 0.12, length * 0.16), (side * half * 0.55, length * 0.1, length * 0.2), METAL
            )
        s.block((half * 0.92, length * 0.26, length * 0.05), (0, -length * 0.02, length * 0.4))
    elif kind == "tape":
        s.box((half, length * 0.2, length * 0.1), (0, 0, length * 0.1), s.main)
        s.block((half * 0.5, length * 0.19, length * 0.2), (-half * 0.3, 0, length * 0.24))
        s.disc(length * 0.26, length * 0.13, (-half * 0.25, 0, length * 0.42), (0.8, 0.78, 0.62), (0, 1, 0))
        s.disc(length * 0.13, length * 0.135, (-half * 0.25, 0, length * 0.42), PAPER, (0, 1, 0))
        s.box((half * 0.1, length * 0.18, length * 0.14), (half * 0.88, 0, length * 0.2), s.main)
        s.box((0.003, length * 0.16, length * 0.03), (half * 0.98, 0, length * 0.36), METAL)
    else:  # measure
        s.block((half * 0.9, length * 0.3, half * 0.8), (0, 0, half * 0.8))
        s.disc(half * 0.62, length * 0.31, (-half * 0.1, 0, half * 0.85), s.dim, (0, 1, 0))
        s.box((half * 0.6, length * 0.16, 0.0015), (half * 1.3, 0, 0.006), COLOURS["yellow"])
        s.box((0.0015, length * 0.18, 0.006), (half * 1.9, 0, 0.006), METAL)


def camera(
    s: Sculptor,
    width: float = 0.12,
    height: float = 0.08,
    kind: Literal[
        "photo", "web", "binoculars", "projector", "radio", "speaker", "smart", "microphone", "printer"
    ] = "photo",
) -> None:
    """Things with lenses, loudspeakers or paper."""
    x, z = width / 2, height / 2
    y = width * 0.22
    if kind == "photo":
        s.block((x, y, z), (0, 0, z))
        s.box((x * 0.35, y * 0.9, z * 0.2), (0, 0, height + z * 0.15), s.dim)
        s.disc(z * 0.72, y * 0.7, (x * 0.1, -y * 1.5, z * 0.95), DARK, (0, 1, 0))
        s.disc(z * 0.78, y * 0.16, (x * 0.1, -y * 2.05, z * 0.95), METAL, (0, 1, 0))
        s.disc(z * 0.5, 0.001, (x * 0.1, -y * 2.22, z * 0.95), (0.2, 0.3, 0.5), (0, 1, 0))
        s.disc(z * 0.17, 0.005, (-x * 0.7, 0, height), COLOURS["red"])
        s.box((x * 0.18, 0.002, z * 0.16), (-x * 0.7, -y, height * 0.8), GLOW)
    elif kind == "web":
        s.box((x * 0.6, y, 0.006), (0, 0, 0.006), DARK)
        s.column(x * 0.1, 0, height * 0.5, DARK)
        s.blob((x, y * 1.6, z * 0.6), (0, 0, height * 0.75))
        s.disc(z * 0.42, y * 0.4, (0, -y * 1.4, height * 0.75), DARK, (0, 1, 0))
        s.disc(z * 0.22, 0.001, (0, -y * 1.82, height * 0.75), (0.25, 0.4, 0.7), (0, 1, 0))
    elif kind == "binoculars":
        for side in (1, -1):
            s.column(x * 0.46, 0, height * 0.35, s.dim, (side * x * 0.54, 0))
            s.column(x * 0.36, height * 0.35, height * 0.8, s.main, (side * x * 0.5, 0))
            s.column(x * 0.27, height * 0.8, height, DARK, (side * x * 0.46, 0))
            s.disc(x * 0.2, 0.001, (side * x * 0.46, 0, height), (0.3, 0.45, 0.6))
        s.block((x * 0.25, x * 0.2, height * 0.16), (0, 0, height * 0.6))
        s.column(x * 0.12, height * 0.6, height * 0.85, METAL)
    elif kind == "projector":
        depth = width * 0.4
        s.block((x, depth, z), (0, 0, z))
        s.disc(z * 0.62, 0.012, (x * 0.5, -depth - 0.008, z), DARK, (0, 1, 0))
        s.disc(z * 0.42, 0.002, (x * 0.5, -depth - 0.02, z), GLOW, (0, 1, 0), material="glow")
        for i in range(4):
            s.box((x * 0.3, 0.001, z * 0.06), (-x * 0.5, -depth, z * (0.5 + 0.3 * i)), DARK)
        s.disc(x * 0.12, 0.002, (-x * 0.4, 0, height), PAPER)
    elif kind == "radio":
        s.block((x, y, z), (0, 0, z))
        s.disc(z * 0.66, 0.003, (-x * 0.45, -y, z * 0.95), DARK, (0, 1, 0))
        s.disc(z * 0.45, 0.004, (-x * 0.45, -y, z * 0.95), STEEL, (0, 1, 0))
        s.box((x * 0.38, 0.003, z * 0.26), (x * 0.5, -y, height * 0.7), PAPER)
        for i in (0.25, 0.5, 0.75):
            s.disc(z * 0.14, 0.006, (x * (i + 0.0), -y, height * 0.25), METAL, (0, 1, 0))
        s.rod(0.002, (x * 0.8, y * 0.5, height), (x * 1.3, y * 0.5, height * 1.9), METAL)
        s.arc(0.004, (0, 0, height), (x * 0.7, z * 0.45), (0, 180), DARK)
    elif kind == "speaker":
        s.block((x, x * 0.9, z), (0, 0, z))
        s.disc(x * 0.7, 0.003, (0, -x * 0.9, z * 0.65), DARK, (0, 1, 0))
        s.disc(x * 0.42, 0.005, (0, -x * 0.9, z * 0.65), STEEL, (0, 1, 0))
        s.disc(x * 0.36, 0.003, (0, -x * 0.9, z * 1.55), DARK, (0, 1, 0))
        s.disc(x * 0.16, 0.005, (0, -x * 0.9, z * 1.55), METAL, (0, 1, 0))
    elif kind == "smart":
        s.barrel(x, 0, height * 0.85)
        s.ball((x, x, height * 0.12), (0, 0, height * 0.85), s.main)
        s.column(x * 1.02, height * 0.03, height * 0.1, (0.3, 0.7, 1.0))
        s.disc(x * 0.5, 0.002, (0, 0, height * 0.965), DARK)
    elif kind == "microphone":
        s.column(x, 0, 0.01, s.main)
        s.column(x * 0.12, 0, height * 0.4, METAL)
        s.barrel(x * 0.4, height * 0.32, height * 0.72)
        s.ball((x * 0.5, x * 0.5, height * 0.17), (0, 0, height * 0.82), STEEL)
        s.column(x * 0.51, height * 0.8, height * 0.84, DARK)
    elif kind == "printer":
        depth = width * 0.35
        s.block((x, depth, z), (0, 0, z))
        s.box((x * 0.7, 0.003, z * 0.25), (0, -depth, z * 0.7), DARK)
        s.box((x * 0.55, depth * 0.4, 0.002), (0, -depth * 1.3, z * 0.55), PAPER)
        s.box((x * 0.55, 0.003, z * 0.7), (0, depth * 0.8, height + z * 0.5), PAPER, ((1, 0, 0), (0, 1, 0)))
        s.box((x * 0.2, depth * 0.2, 0.002), (x * 0.65, -depth * 0.6, height), SCREEN)
