"""Small electrical things and instruments: remotes, phones, cameras, clocks, headphones, torches, lamps, irons."""

from __future__ import annotations

import math

from envs.home.objects.palette import COLOURS, DARK, GLOW, GOLD, METAL, PAPER, SCREEN, STEEL, shade
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
    lens: bool = False,
    antenna: int = 0,
    lights: int = 0,
    ports: int = 0,
    dial: bool = False,
    grille: bool = False,
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
    if dial:
        s.disc(x * 0.5, 0.006, (0, -y * 0.45, top), METAL)
        s.box((0.0015, x * 0.22, 0.007), (0, -y * 0.45 + x * 0.22, top), DARK)
    for i in range(rows):
        for j in range(columns):
            pitch = (low + y * 0.86) / rows
            at = (x * (2 * j + 1 - columns) / columns * 0.92, low - pitch * (i + 0.5), top)
            colour = COLOURS["red"] if i == 0 and j == 0 else PAPER
            if s.main == COLOURS["white"] and colour is PAPER:
                colour = STEEL
            s.box((x / columns * 0.58, min(pitch * 0.32, x * 0.28), 0.0018), at, colour)
    if lens:
        s.disc(x * 0.16, 0.0012, (-x * 0.6, y * 0.84, top), DARK)
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
    if grille:
        for i in range(4):
            s.box((x * 0.6, y * 0.025, 0.001), (0, y * (0.75 - 0.12 * i), top), DARK)


def keys(s: Sculptor, width: float = 0.32, depth: float = 0.12, kind: str = "keyboard", screen: bool = False) -> None:
    """A field of keys: keyboard, laptop (open), piano or xylophone."""
    x, y = width / 2, depth / 2
    if kind == "xylophone":
        for side in (1, -1):
            axes = ((0.97, side * 0.24, 0.0), (-side * 0.24, 0.97, 0.0))
            s.box((x * 1.12, 0.018, 0.012), (0, -side * y * 0.45, 0.012), s.main, axes)
        names = ("red", "orange", "yellow", "green", "teal", "blue", "purple")
        for i, name in enumerate(names):
            s.box((x * 0.11, y * (1 - 0.09 * i), 0.004), (x * (i - 3) * 0.3, 0, 0.028), COLOURS[name])
        s._once()
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


def mouse(s: Sculptor, length: float = 0.11, kind: str = "mouse") -> None:
    """A rounded thing that lies under a hand. kind: mouse, pad (game controller), iron, stapler, punch or dispenser."""
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


def camera(s: Sculptor, width: float = 0.12, height: float = 0.08, kind: str = "photo") -> None:
    """Things with lenses or loudspeakers. kind: photo, video, web, binoculars, projector, radio, speaker, can, printer,
    microphone, game.
    """
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
    else:  # a router-like set with a display
        s.block((x, y, z), (0, 0, z))
        s.box((x * 0.8, 0.002, z * 0.5), (0, -y, z), SCREEN)


def clock(s: Sculptor, radius: float = 0.06, kind: str = "round") -> None:
    """Clocks and dials. kind: round, bells, square, watch, timer, scale, compass, thermostat, gauge, cuckoo, hourglass."""
    if kind == "watch":
        s.box((radius * 0.45, radius * 0.25, 0.002), (0, radius * 1.0, 0.002), s.main)
        for side in (1, -1):
            s.box((radius * 0.42, radius * 0.75, 0.003), (0, side * radius * 1.6, 0.003), s.main)
            s.box((radius * 0.42, radius * 0.2, 0.003), (0, side * radius * 0.95, 0.004), s.main)
        s.column(radius, 0, radius * 0.36, METAL)
        s.disc(radius * 0.86, 0.0008, (0, 0, radius * 0.36), PAPER if s._once() == "plain" else s.accent)
        s.box((radius * 0.05, radius * 0.3, 0.0016), (0, radius * 0.28, radius * 0.36), DARK)
        s.box((radius * 0.22, radius * 0.05, 0.0016), (radius * 0.2, 0, radius * 0.36), DARK)
        s.box((radius * 0.3, radius * 0.07, 0.004), (0, -radius * 2.2, 0.004), METAL)
        return
    if kind == "hourglass":
        for z in (0.0, 3.0):
            s.column(radius, z * radius, (z + 0.2) * radius, s.main)
        s.ball((radius * 0.72, radius * 0.72, radius * 0.78), (0, 0, radius * 0.95), (0.85, 0.92, 0.95))
        s.ball((radius * 0.72, radius * 0.72, radius * 0.78), (0, 0, radius * 2.25), (0.85, 0.92, 0.95))
        s.column(radius * 0.6, radius * 0.2, radius * 0.85, s.accent)
        s.column(radius * 0.74, radius * 2.2, radius * 2.4, s.accent)
        for i in range(3):
            a = 2 * math.pi * i / 3 + 0.5
            x, y = 0.85 * radius * math.cos(a), 0.85 * radius * math.sin(a)
            s.rod(radius * 0.08, (x, y, radius * 0.1), (x, y, radius * 3.1), s.dim)
        s._once()
        return
    if kind in ("compass", "timer"):
        tall = radius * (0.35 if kind == "compass" else 0.9)
        if kind == "timer":
            s.column(radius, 0, radius * 0.3, s.dim)
            s.blob((radius, radius, radius * 0.95), (0, 0, radius * 0.75))
            s.column(radius * 1.02, radius * 0.62, radius * 0.8, PAPER)
            s.rod(radius * 0.13, (-radius * 0.35, 0, radius * 1.72), (radius * 0.35, 0, radius * 1.72), s.dim)
            for i in range(6):
                a = i * math.pi / 3
                at = (radius * 1.0 * math.cos(a), radius * 1.0 * math.sin(a), radius * 0.71)
                s.box((0.002, 0.002, radius * 0.08), at, DARK)
            return
        s.barrel(radius, 0, tall)
        s.disc(radius * 0.84, 0.001, (0, 0, tall), PAPER)
        axes = ((0.87, 0.5, 0.0), (-0.5, 0.87, 0.0))
        s.box((radius * 0.09, radius * 0.35, 0.002), (-radius * 0.17, radius * 0.3, tall), COLOURS["red"], axes)
        s.box((radius * 0.09, radius * 0.35, 0.002), (radius * 0.17, -radius * 0.3, tall), DARK, axes)
        s.disc(radius * 0.1, 0.003, (0, 0, tall), GOLD)
        s.arc(radius * 0.06, (0, radius * 1.15, tall / 2), (radius * 0.2, radius * 0.2), (0, 360), METAL, "xy", 6)
        return
    depth, z = radius * 0.5, radius * 1.12
    front = -depth - 0.0006
    if kind == "square":
        s.block((radius, depth, radius), (0, 0, radius))
        z = radius
    elif kind == "digital":
        s.block((radius * 1.5, depth, radius * 0.7), (0, 0, radius * 0.7))
        s.box((radius * 1.3, 0.001, radius * 0.5), (0, front, radius * 0.7), DARK)
        for x in (-0.85, -0.4, 0.3, 0.75):
            s.box(
                (radius * 0.14, 0.002, radius * 0.3), (x * radius, front, radius * 0.7), COLOURS["red"], material="glow"
            )
            s.box((radius * 0.07, 0.003, radius * 0.08), (x * radius, front, radius * 0.84), DARK)
            s.box((radius * 0.07, 0.003, radius * 0.08), (x * radius, front, radius * 0.56), DARK)
        s.box((radius * 0.5, depth * 0.4, 0.004), (0, 0, radius * 1.42), s.dim)
        return
    elif kind == "cuckoo":
        s.block((radius, depth, radius), (0, 0, radius))
        for side in (1, -1):
            axes = ((0.77, 0.0, -side * 0.64), (0.0, 1.0, 0.0))
            s.box((radius * 0.95, depth * 1.2, radius * 0.1), (side * radius * 0.62, 0, radius * 2.35), s.dim, axes)
        s.box((radius * 0.45, depth * 0.9, radius * 0.4), (0, 0, radius * 2.2), s.main)
        s.box((radius * 0.2, 0.003, radius * 0.2), (0, front, radius * 2.15), DARK)
        z = radius
    else:
        s.disc(radius, depth, (0, 0, z), s.main, (0, 1, 0))
        s.box((radius * 0.55, depth, radius * 0.1), (0, 0, radius * 0.1), s.dim)
        patterned = s._once()
        if patterned != "plain":
            s.disc(radius * 1.02, depth * 0.4, (0, 0, z), s.accent, (0, 1, 0))
    s.disc(radius * 0.84, 0.001, (0, front, z), PAPER, (0, 1, 0))
    for i in range(4):
        a = i * math.pi / 2
        s.box(
            (radius * 0.05, 0.002, radius * 0.05),
            (radius * 0.7 * math.cos(a), front, z + radius * 0.7 * math.sin(a)),
            DARK,
        )
    s.rod(radius * 0.045, (0, front - 0.001, z), (radius * 0.3, front - 0.001, z + radius * 0.22), DARK)
    s.rod(radius * 0.035, (0, front - 0.001, z), (-radius * 0.25, front - 0.001, z + radius * 0.5), DARK)
    if kind == "bells":
        for side in (1, -1):
            s.ball((radius * 0.4, radius * 0.4, radius * 0.3), (side * radius * 0.6, 0, z + radius * 1.02), METAL)
            s.rod(radius * 0.08, (side * radius * 0.5, 0, radius * 0.3), (side * radius * 0.8, 0, radius * 0.08), METAL)
        s.arc(radius * 0.06, (0, 0, z + radius * 1.1), (radius * 0.3, radius * 0.35), (0, 180), METAL)


def scales(s: Sculptor, width: float = 0.22, height: float = 0.12, kind: str = "kitchen") -> None:
    """Table machines. kind: kitchen (scales), toaster, blender, grinder, telephone, hotplate, mixer or juicer."""
    x, z = width / 2, height / 2
    if kind == "kitchen":
        s.block((x, x * 0.8, height * 0.25), (0, 0, height * 0.25))
        s.column(x * 0.25, height * 0.5, height * 0.8, METAL)
        s.column(x * 0.85, height * 0.8, height * 0.88, METAL)
        s.box((x * 0.45, 0.002, height * 0.13), (0, -x * 0.8, height * 0.27), SCREEN)
    elif kind == "blender":
        s.block((x * 0.8, x * 0.8, height * 0.14), (0, 0, height * 0.14))
        s.disc(x * 0.2, 0.006, (0, -x * 0.8, height * 0.14), METAL, (0, 1, 0))
        s.column(x * 0.6, height * 0.28, height * 0.34, DARK)
        s.wall(x * 0.6, x * 0.85, height * 0.34, height * 0.9, 0.004, 10, ((0.75, 0.86, 0.9),))
        s.column(x * 0.62, height * 0.34, height * 0.6, s.accent)
        s.column(x * 0.88, height * 0.9, height, DARK)
        s.arc(x * 0.12, (x * 0.7, 0, height * 0.64), (x * 0.55, height * 0.2), (-80, 80), DARK)
    elif kind == "grinder":
        s.block((x, x, height * 0.25), (0, 0, height * 0.25))
        s.box((x * 0.6, 0.003, height * 0.16), (0, -x, height * 0.25), s.dim)
        s.ball(x * 0.1, (0, -x * 1.05, height * 0.25), METAL)
        s.ball((x * 0.8, x * 0.8, height * 0.2), (0, 0, height * 0.52), METAL)
        s.rod(x * 0.07, (0, 0, height * 0.7), (0, 0, height * 0.85), METAL)
        s.rod(x * 0.07, (0, 0, height * 0.85), (x * 1.1, 0, height * 0.85), METAL)
        s.ball(x * 0.16, (x * 1.1, 0, height * 0.93), s.dim)
    elif kind == "telephone":
        s.block((x, x * 0.8, height * 0.25), (0, 0, height * 0.25))
        s.disc(x * 0.5, 0.003, (0, -x * 0.15, height * 0.5), PAPER)
        for i in range(8):
            a = i * math.pi / 4
            s.disc(x * 0.09, 0.004, (x * 0.35 * math.cos(a), -x * 0.15 + x * 0.35 * math.sin(a), height * 0.5), DARK)
        s.box((x * 0.6, x * 0.16, height * 0.12), (0, x * 0.5, height * 0.6), s.dim)
        s.rod(x * 0.13, (-x * 0.85, x * 0.5, height * 0.85), (x * 0.85, x * 0.5, height * 0.85), s.main)
        for side in (1, -1):
            s.ball((x * 0.24, x * 0.24, height * 0.14), (side * x * 0.85, x * 0.5, height * 0.78), s.main)
    elif kind == "mixer":
        s.box((x, x * 0.6, height * 0.06), (0, 0, height * 0.06), s.main)
        s.block((x * 0.25, x * 0.4, height * 0.35), (x * 0.7, 0, height * 0.4))
        s.ball((x * 0.95, x * 0.4, height * 0.15), (0, 0, height * 0.82), s.main)
        s.column(x * 0.08, height * 0.4, height * 0.7, METAL, (-x * 0.45, 0))
        s.column(x * 0.45, height * 0.12, height * 0.5, METAL, (-x * 0.45, 0))
        s.disc(x * 0.4, 0.001, (-x * 0.45, 0, height * 0.5), DARK)
    elif kind == "juicer":
        s.barrel(x, 0, height * 0.4)
        s.column(x * 1.1, height * 0.4, height * 0.5, s.dim)
        s.ball((x * 0.6, x * 0.6, height * 0.45), (0, 0, height * 0.52), PAPER)
        for i in range(3):
            a = i * math.pi / 3
            s.ball(
                (x * 0.64, x * 0.1, height * 0.46),
                (0, 0, height * 0.52),
                shade(PAPER, 0.8),
                ((math.cos(a), math.sin(a), 0), (-math.sin(a), math.cos(a), 0)),
            )
        s.box((x * 0.25, x * 0.2, height * 0.06), (0, -x * 1.05, height * 0.35), s.dim)
    else:
        s.block((x, x * 0.8, z * 0.7), (0, 0, z * 0.7))
        for side in (1, -1):
            s.disc(x * 0.36, 0.004, (side * x * 0.48, x * 0.15, height * 0.7), DARK)
            s.disc(x * 0.2, 0.005, (side * x * 0.48, x * 0.15, height * 0.7), STEEL)
            s.disc(x * 0.08, 0.006, (side * x * 0.4, -x * 0.8, z * 0.7), DARK, (0, 1, 0))


def headset(s: Sculptor, radius: float = 0.08, kind: str = "headphones") -> None:
    """Worn or plugged things. kind: headphones, earmuffs, glasses, sunglasses, goggles, cable, plug, mask."""
    if kind in ("headphones", "earmuffs"):
        thick = radius * (0.08 if kind == "headphones" else 0.12)
        s.arc(thick, (0, 0, radius * 0.7), (radius, radius * 1.1), (0, 180), s.dim, pieces=8)
        for side in (1, -1):
            s.ball((radius * 0.2, radius * 0.42, radius * 0.5), (side * radius * 0.95, 0, radius * 0.5), s.main)
            s.ball((radius * 0.16, radius * 0.36, radius * 0.42), (side * radius * 0.83, 0, radius * 0.5), DARK)
            s.box((radius * 0.14, radius * 0.42, radius * 0.06), (side * radius * 0.95, 0, radius * 0.06), s.dim)
        s._once()
        if s.pattern != "plain":
            for side in (1, -1):
                s.disc(radius * 0.24, 0.002, (side * radius * 1.15, 0, radius * 0.5), s.accent, (1, 0, 0))
            s.arc(thick * 1.15, (0, 0, radius * 0.7), (radius, radius * 1.1), (60, 120), s.accent, pieces=3)
        return
    if kind in ("glasses", "sunglasses", "goggles"):
        glass = {"glasses": (0.85, 0.92, 0.95), "sunglasses": DARK, "goggles": (0.4, 0.7, 0.9)}[kind]
        for side in (1, -1):
            s.disc(radius * 0.42, 0.003, (side * radius * 0.5, 0, radius * 0.42), s.main, (0, 1, 0))
            s.disc(radius * 0.34, 0.0036, (side * radius * 0.5, 0, radius * 0.42), glass, (0, 1, 0))
            s.box((radius * 0.12, 0.003, 0.002), (side * radius * 0.5, 0, 0.002), s.main)
            if kind != "goggles":
                s.rod(
                    0.003,
                    (side * radius * 0.92, 0, radius * 0.5),
                    (side * radius * 0.88, radius * 1.2, radius * 0.42),
                    s.dim,
                )
                s.rod(
                    0.003,
                    (side * radius * 0.88, radius * 1.2, radius * 0.42),
                    (side * radius * 0.88, radius * 1.45, 0.003),
                    s.dim,
                )
        s.rod(0.003, (-radius * 0.12, 0, radius * 0.5), (radius * 0.12, 0, radius * 0.5), s.main)
        if kind == "goggles":
            s.arc(0.008, (0, 0, 0.008), (radius * 0.95, radius * 1.1), (0, 180), s.dim, "xy", 6)
            s.box((radius * 0.8, radius * 0.15, 0.004), (0, radius * 0.1, 0.004), s.main)
        s._once()
        if s.pattern != "plain":
            for side in (1, -1):
                s.ball(0.006, (side * radius * 0.94, 0, radius * 0.55), s.accent)
                s.box((radius * 0.2, 0.004, 0.004), (side * radius * 0.5, 0, radius * 0.8), s.accent)
        return
    if kind == "cable":
        for i in range(3):
            colour = s.accent if s.pattern == "striped" and i % 2 else s.main
            s.arc(0.005, (0, 0, 0.005 + 0.008 * i), (radius * (1 - 0.06 * i), radius * 0.8), (0, 360), colour, "xy", 8)
        s._once()
        s.box((0.018, 0.012, 0.01), (radius * 1.15, 0, 0.01), PAPER if s.pattern == "plain" else s.accent)
        for y in (0.005, -0.005):
            s.rod(0.002, (radius * 1.15 + 0.018, y, 0.01), (radius * 1.15 + 0.034, y, 0.01), METAL)
        return
    s.block((radius, radius * 0.7, radius * 0.6), (0, 0, radius * 0.6))
    for y in (0.35, -0.35):
        s.rod(radius * 0.1, (radius, y * radius, radius * 0.6), (radius * 1.8, y * radius, radius * 0.6), METAL)
    s.box((radius * 0.2, radius * 0.4, 0.001), (0, 0, radius * 1.2), DARK)


def torch(s: Sculptor, length: float = 0.18, radius: float = 0.018, kind: str = "torch") -> None:
    """Lights. kind: torch (lying), bulb, table (a shaded lamp), lantern, night, lava, dryer or shaver."""
    if kind == "torch":
        half = length / 2
        s.box((half * 0.9, radius * 0.8, radius * 0.4), (0, 0, radius * 0.4), s.dim)
        s.disc(radius, half * 0.72, (-half * 0.28, 0, radius * 1.35), s.main, (1, 0, 0))
        s.disc(radius * 1.35, half * 0.2, (half * 0.6, 0, radius * 1.35), s.dim, (1, 0, 0))
        s.disc(radius * 1.6, half * 0.12, (half * 0.88, 0, radius * 1.6), s.main, (1, 0, 0))
        s.disc(radius * 1.3, 0.001, (half, 0, radius * 1.6), GLOW, (1, 0, 0), material="glow")
        s.box((half * 0.1, radius * 0.3, radius * 0.15), (0, 0, radius * 2.35), COLOURS["red"])
        patterned = s._once()
        for u in {"striped": (-0.8, -0.5, -0.2), "banded": (-0.5,), "two-tone": (-0.7,)}.get(patterned, ()):
            wide = {"striped": 0.06, "banded": 0.16, "two-tone": 0.3}[patterned]
            s.disc(radius * 1.05, half * wide, (half * u, 0, radius * 1.35), s.accent, (1, 0, 0))
        return
    if kind == "bulb":
        s.column(radius * 0.5, 0, length * 0.3, METAL)
        for z in (0.08, 0.16, 0.24):
            s.column(radius * 0.54, length * z, length * (z + 0.03), STEEL)
        s.column(radius * 0.6, length * 0.28, length * 0.5, s.main)
        s.blob((radius, radius, length * 0.3), (0, 0, length * 0.7))
        return
    if kind == "table":
        s.column(radius * 0.6, 0, length * 0.05, s.dim)
        s.column(radius * 0.1, 0, length * 0.6, METAL)
        s.ball((radius * 0.3, radius * 0.3, length * 0.14), (0, 0, length * 0.22), s.dim)
        s.barrel(radius * 0.62, length * 0.62, length * 0.98)
        s.wall(
            radius,
            radius * 0.64,
            length * 0.55,
            length,
            0.003,
            12,
            (s.main, s.accent if s.pattern == "striped" else s.main),
        )
        s.disc(radius * 0.5, 0.002, (0, 0, length), GLOW, material="glow")
        return
    if kind == "lantern":
        s.barrel(radius, 0, length * 0.2)
        s.column(radius * 0.75, length * 0.2, length * 0.65, GLOW)
        for i in range(4):
            a = i * math.pi / 2 + math.pi / 4
            x, y = radius * 0.9 * math.cos(a), radius * 0.9 * math.sin(a)
            s.rod(radius * 0.07, (x, y, length * 0.18), (x, y, length * 0.66), s.dim)
        s.column(radius, length * 0.65, length * 0.75, s.main)
        s.ball((radius * 0.7, radius * 0.7, length * 0.08), (0, 0, length * 0.76), s.dim)
        s.arc(0.004, (0, 0, length * 0.76), (radius * 0.7, length * 0.24), (0, 180), METAL, pieces=6)
        return
    if kind == "lava":
        s.column(radius, 0, length * 0.08, METAL)
        s.wall(radius, radius * 0.6, 0, length * 0.25, 0.004, 10, (METAL,))
        s.column(radius * 0.6, length * 0.25, length * 0.85, s.main)
        s._once()
        for z, r in ((0.34, 0.55), (0.52, 0.4), (0.68, 0.5), (0.78, 0.3)):
            s.ball((radius * r * 1.15, radius * r * 1.15, length * 0.06), (0, 0, length * z), s.accent)
        s.column(radius * 0.5, length * 0.85, length, METAL)
        if s.pattern == "banded":
            s.column(radius * 1.05, 0, length * 0.06, s.accent)
        return
    if kind == "dryer":
        s.box((radius * 0.9, radius * 0.7, radius * 0.2), (0, 0, radius * 0.2), s.dim)
        s.disc(radius, length * 0.28, (0, 0, radius), s.main, (1, 0, 0))
        s.disc(radius * 0.7, length * 0.16, (length * 0.42, 0, radius), s.dim, (1, 0, 0))
        s.disc(radius * 0.6, 0.001, (length * 0.58, 0, radius), DARK, (1, 0, 0))
        s.disc(radius * 0.8, 0.002, (-length * 0.28, 0, radius), DARK, (1, 0, 0))
        s.block((radius * 0.45, length * 0.28, radius * 0.4), (-length * 0.12, -length * 0.4, radius * 0.6))
        s.box((radius * 0.15, radius * 0.3, 0.003), (-length * 0.12, -length * 0.35, radius), COLOURS["red"])
        return
    if kind == "tongs":
        s.box((length * 0.3, radius, radius * 0.5), (0, 0, radius * 0.5), s.dim)
        s.disc(radius, length * 0.25, (-length * 0.25, 0, radius), s.main, (1, 0, 0))
        s.disc(radius * 0.6, length * 0.25, (length * 0.25, 0, radius), METAL, (1, 0, 0))
        s.box((length * 0.24, radius * 0.35, 0.002), (length * 0.22, 0, radius * 1.8), STEEL)
        if s._once() != "plain":
            s.disc(radius * 1.05, length * 0.08, (-length * 0.25, 0, radius), s.accent, (1, 0, 0))
        return
    s.box((radius * 0.9, length * 0.4, radius * 0.4), (0, 0, radius * 0.4), s.dim)
    s.blob((radius * 1.1, length * 0.48, radius * 0.8), (0, 0, radius * 0.9))
    for x, y in ((0.45, 0.36), (-0.45, 0.36), (0, 0.24)):
        s.disc(radius * 0.36, 0.006, (x * radius, y * length, radius * 1.45), METAL)
        s.disc(radius * 0.2, 0.007, (x * radius, y * length, radius * 1.45), DARK)
    s.disc(radius * 0.26, 0.004, (0, -length * 0.05, radius * 1.68), STEEL)


def battery(s: Sculptor, radius: float = 0.016, height: float = 0.06, square: bool = False) -> None:
    """A standing cell with its terminals."""
    if square:
        s.block((radius * 1.3, radius * 0.85, height * 0.46), (0, 0, height * 0.46))
        for side in (1, -1):
            s.column(radius * 0.4, height * 0.92, height, METAL, (side * radius * 0.6, 0))
        s.box((radius * 1.32, radius * 0.87, height * 0.1), (0, 0, height * 0.82), DARK)
        return
    s.column(radius * 0.96, 0, height * 0.03, METAL)
    s.barrel(radius, height * 0.03, height * 0.92)
    s.column(radius * 1.01, height * 0.68, height * 0.92, GOLD)
    s.column(radius * 0.35, height * 0.92, height, METAL)
