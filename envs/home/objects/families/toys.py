"""Soft toys, vehicles, blocks and musical toys."""

from __future__ import annotations

import math
from typing import Literal

from envs.home.objects.palette import COLOURS, DARK, GLOW, GOLD, METAL, PAPER, STEEL, WOOD, shade
from envs.home.objects.sculptor import Sculptor


def plush(
    s: Sculptor,
    height: float = 0.25,
    ears: Literal["round", "long", "point", "floppy", "big", "none"] = "round",
    nose: Literal["snout", "flat", "trunk", "beak", "pig"] = "snout",
    belly: bool = True,
    hair: bool = False,
    mane: bool = False,
) -> None:
    """A sitting soft animal or doll."""
    u = height / 10
    light = shade(s.main, 1.45) if s.main != COLOURS["white"] else COLOURS["pink"]
    s.box((u * 1.8, u * 1.6, u * 0.3), (0, -u * 0.3, u * 0.3), s.main)
    s.blob((u * 2.3, u * 1.9, u * 2.7), (0, 0, u * 2.75))
    if belly and s.pattern == "plain":
        s.ball((u * 1.5, u * 0.7, u * 1.8), (0, -u * 1.45, u * 2.6), light)
    head = (0.0, -u * 0.2, u * 6.7)
    s.ball((u * 2.1, u * 1.9, u * 1.9), head, s.main)
    for side in (1, -1):
        s.ball((u * 0.85, u * 1.5, u * 0.85), (side * u * 1.7, -u * 2.1, u * 0.9), s.main)
        s.rod(u * 0.65, (side * u * 1.9, -u * 0.3, u * 4.3), (side * u * 2.7, -u * 1.1, u * 2.9), s.main)
        s.ball(u * 0.28, (side * u * 0.75, -u * 1.95, u * 7.1), DARK)
        if ears == "round":
            s.ball((u * 0.85, u * 0.45, u * 0.85), (side * u * 1.55, 0, u * 8.4), s.dim)
        elif ears == "long":
            s.ball((u * 0.55, u * 0.35, u * 1.9), (side * u * 0.9, 0, u * 9.6), s.dim)
        elif ears == "point":
            for i in range(3):
                s.ball(
                    (u * (0.8 - 0.24 * i), u * 0.4, u * 0.5),
                    (side * u * (1.2 + 0.12 * i), 0, u * (8.2 + 0.5 * i)),
                    s.dim,
                )
        elif ears == "floppy":
            s.ball((u * 0.55, u * 0.9, u * 1.4), (side * u * 2.1, -u * 0.1, u * 6.7), s.dim)
        elif ears == "big":
            s.ball((u * 1.6, u * 0.35, u * 1.7), (side * u * 2.9, 0, u * 7.0), s.dim)
    if nose == "snout":
        s.ball((u * 0.9, u * 0.8, u * 0.7), (0, -u * 2.0, u * 6.2), light)
        s.ball((u * 0.32, u * 0.25, u * 0.25), (0, -u * 2.75, u * 6.45), DARK)
    elif nose == "beak":
        s.ball((u * 0.6, u * 1.1, u * 0.35), (0, -u * 2.2, u * 6.4), COLOURS["orange"])
    elif nose == "trunk":
        s.path(u * 0.5, [(0, -u * 1.8, u * 6.4), (0, -u * 2.9, u * 5.4), (0, -u * 3.1, u * 4.2)], s.main)
    elif nose == "pig":
        s.disc(u * 0.75, u * 0.4, (0, -u * 2.0, u * 6.3), s.dim, (0, 1, 0))
    else:
        s.ball((u * 0.6, u * 0.15, u * 0.12), (0, -u * 2.0, u * 5.9), COLOURS["red"])
    if mane:
        s.ball((u * 2.9, u * 1.1, u * 2.8), (0, u * 0.8, u * 6.7), COLOURS["brown"])
    if hair:
        s.ball((u * 2.2, u * 1.9, u * 1.7), (0, u * 0.3, u * 7.4), COLOURS["brown"])


def car(
    s: Sculptor,
    length: float = 0.14,
    kind: Literal[
        "car", "truck", "bus", "train", "fire", "tractor", "plane", "helicopter", "boat", "rocket", "skate"
    ] = "car",
) -> None:
    """A toy vehicle along x."""
    h, w = length / 2, length * 0.2
    wheel = length * 0.1
    if kind in ("plane", "helicopter"):
        for x, y in ((0.35, 0.12), (-0.1, 0.3), (-0.1, -0.3)):
            s.disc(length * 0.045, length * 0.02, (h * x, y * length * 0.5, length * 0.045), DARK, (0, 1, 0))
        s.box((h * 0.2, length * 0.14, length * 0.02), (h * 0.1, 0, length * 0.09), s.dim)
        s.blob((h * 0.92, length * 0.1, length * 0.1), (0, 0, length * 0.17))
        s.ball((h * 0.25, length * 0.075, length * 0.07), (h * 0.45, 0, length * 0.23), (0.55, 0.75, 0.9))
        s.box((h * 0.12, 0.003, length * 0.1), (-h * 0.82, 0, length * 0.28), s.dim)
        s.box((h * 0.12, length * 0.16, 0.003), (-h * 0.82, 0, length * 0.2), s.dim)
        if kind == "plane":
            s.box((h * 0.2, length * 0.46, 0.004), (h * 0.1, 0, length * 0.15), s.dim)
            s.box((0.003, length * 0.02, length * 0.11), (h * 0.95, 0, length * 0.17), DARK)
        else:
            s.rod(length * 0.015, (0, 0, length * 0.25), (0, 0, length * 0.34), METAL)
            for a in (0.4, 0.4 + math.pi / 2):
                axes = ((math.cos(a), math.sin(a), 0.0), (-math.sin(a), math.cos(a), 0.0))
                s.box((h * 0.85, length * 0.025, 0.002), (0, 0, length * 0.34), DARK, axes)
            for y in (1, -1):
                s.rod(
                    length * 0.018,
                    (-h * 0.4, y * length * 0.13, length * 0.018),
                    (h * 0.5, y * length * 0.13, length * 0.018),
                    METAL,
                )
        return
    if kind == "boat":
        s.block((h * 0.7, w, length * 0.07), (-h * 0.1, 0, length * 0.07))
        for side in (1, -1):
            axes = ((0.83, side * 0.56, 0.0), (-side * 0.56, 0.83, 0.0))
            s.box((h * 0.2, w * 0.5, length * 0.07), (h * 0.62, -side * w * 0.42, length * 0.07), s.main, axes)
        s.box((h * 0.28, w * 0.6, length * 0.06), (-h * 0.3, 0, length * 0.2), PAPER)
        s.rod(length * 0.012, (h * 0.15, 0, length * 0.1), (h * 0.15, 0, length * 0.62), WOOD)
        for i in range(4):
            s.box(
                (h * (0.28 - 0.065 * i), 0.0015, length * 0.055),
                (-h * (0.16 - 0.065 * i), 0, length * (0.32 + 0.09 * i)),
                s.accent if i % 2 else PAPER,
            )
        return
    if kind == "rocket":
        s.barrel(length * 0.14, length * 0.12, length * 0.62)
        for i in range(3):
            s.column(length * (0.135 - 0.035 * i), length * (0.62 + 0.1 * i), length * (0.72 + 0.1 * i), s.dim)
        s.ball((length * 0.045, length * 0.045, length * 0.08), (0, 0, length * 0.92), s.dim)
        s.disc(length * 0.07, 0.002, (0, -length * 0.142, length * 0.45), (0.6, 0.8, 0.95), (0, 1, 0))
        for i in range(4):
            a = i * math.pi / 2 + math.pi / 4
            axes = ((math.cos(a), math.sin(a), 0.0), (-math.sin(a), math.cos(a), 0.0))
            s.box(
                (length * 0.1, 0.004, length * 0.12),
                (length * 0.17 * math.cos(a), length * 0.17 * math.sin(a), length * 0.12),
                s.dim,
                axes,
            )
        return
    if kind == "skate":
        s.block((h, w * 0.8, 0.004), (0, 0, wheel * 1.1))
        for side in (1, -1):
            s.box(
                (h * 0.14, w * 0.8, 0.004),
                (side * h * 1.1, 0, wheel * 1.25),
                s.main,
                ((0.94, 0, side * 0.34), (0, 1, 0)),
            )
            s.disc(wheel * 0.5, w * 0.75, (side * h * 0.6, 0, wheel * 0.5), DARK, (0, 1, 0))
            s.box((h * 0.1, w * 0.3, wheel * 0.2), (side * h * 0.6, 0, wheel * 0.8), METAL)
        return
    for x in (0.58, -0.58):
        if kind == "tractor" and x < 0:
            s.disc(wheel * 1.9, w * 1.1, (x * h, 0, wheel * 1.9), DARK, (0, 1, 0))
            s.disc(wheel * 0.9, w * 1.12, (x * h, 0, wheel * 1.9), COLOURS["yellow"], (0, 1, 0))
        else:
            s.disc(wheel, w * 1.02, (x * h, 0, wheel), DARK, (0, 1, 0))
            s.disc(wheel * 0.5, w * 1.04, (x * h, 0, wheel), METAL, (0, 1, 0))
    low = wheel * 0.8
    if kind == "car":
        s.block((h, w, length * 0.08), (0, 0, low + length * 0.08))
        s.box((h * 0.5, w * 0.86, length * 0.075), (-h * 0.08, 0, low + length * 0.23), s.main)
        s.box((h * 0.52, w * 0.75, length * 0.05), (-h * 0.08, 0, low + length * 0.23), (0.35, 0.5, 0.62))
        s.box((h * 0.4, w * 0.88, length * 0.05), (-h * 0.08, 0, low + length * 0.23), (0.35, 0.5, 0.62))
        for y in (1, -1):
            s.disc(length * 0.03, 0.002, (h, y * w * 0.65, low + length * 0.1), GLOW, (1, 0, 0))
    elif kind == "bus":
        s.block((h, w * 1.05, length * 0.2), (0, 0, low + length * 0.2))
        for i in range(4):
            s.box(
                (h * 0.17, w * 1.07, length * 0.07), (h * (i - 1.5) * 0.46, 0, low + length * 0.28), (0.55, 0.75, 0.88)
            )
        s.box((0.002, w * 0.85, length * 0.08), (h, 0, low + length * 0.27), (0.55, 0.75, 0.88))
    elif kind in ("truck", "fire"):
        s.box((h, w * 0.8, length * 0.03), (0, 0, low + length * 0.03), DARK)
        s.box((h * 0.28, w, length * 0.16), (h * 0.7, 0, low + length * 0.2), s.dim if kind == "truck" else s.main)
        s.box((h * 0.2, w * 1.02, length * 0.06), (h * 0.76, 0, low + length * 0.26), (0.55, 0.75, 0.88))
        s.block(
            (h * 0.65, w, length * (0.2 if kind == "truck" else 0.12)),
            (-h * 0.32, 0, low + length * (0.26 if kind == "truck" else 0.18)),
        )
        if kind == "fire":
            for y in (0.4, -0.4):
                s.rod(
                    length * 0.015, (-h * 0.9, y * w, low + length * 0.36), (h * 0.7, y * w, low + length * 0.44), METAL
                )
            for i in range(4):
                u = -0.8 + 0.4 * i
                z = low + length * (0.365 + 0.02 * i)
                s.rod(length * 0.012, (h * u, -w * 0.4, z), (h * u, w * 0.4, z), METAL)
            s.box((h * 0.08, w * 0.5, length * 0.03), (h * 0.7, 0, low + length * 0.39), COLOURS["blue"])
    elif kind == "train":
        s.box((h, w * 0.9, length * 0.04), (0, 0, low + length * 0.05), DARK)
        s.block((h * 0.32, w, length * 0.2), (-h * 0.62, 0, low + length * 0.28))
        s.box((h * 0.38, w * 1.1, length * 0.02), (-h * 0.62, 0, low + length * 0.5), s.dim)
        s.disc(w * 0.8, h * 0.58, (h * 0.3, 0, low + length * 0.24), s.main, (1, 0, 0))
        s.column(length * 0.05, low + length * 0.35, low + length * 0.52, DARK, (h * 0.62, 0))
        s.column(length * 0.07, low + length * 0.5, low + length * 0.55, s.dim, (h * 0.62, 0))
        s.ball(length * 0.06, (h * 0.15, 0, low + length * 0.41), GOLD)
        s.box((h * 0.2, w * 1.02, length * 0.07), (-h * 0.62, 0, low + length * 0.37), (0.55, 0.75, 0.88))
    else:  # a tractor
        s.block((h * 0.55, w * 0.6, length * 0.11), (h * 0.35, 0, wheel + length * 0.12))
        s.box((h * 0.3, w * 0.6, length * 0.05), (-h * 0.55, 0, wheel + length * 0.12), s.main)
        for x in (-0.25, -0.85):
            for y in (1, -1):
                s.rod(
                    length * 0.012,
                    (x * h, y * w * 0.6, wheel + length * 0.1),
                    (x * h, y * w * 0.6, length * 0.55),
                    DARK,
                )
        s.box((h * 0.4, w * 0.85, length * 0.02), (-h * 0.55, 0, length * 0.56), s.dim)
        s.rod(length * 0.02, (h * 0.6, 0, wheel + length * 0.2), (h * 0.6, 0, length * 0.5), METAL)


def block(
    s: Sculptor,
    size: float = 0.05,
    kind: Literal["block", "brick", "cube", "die", "yoyo", "dumbbell", "kettlebell", "pin", "magnet"] = "block",
) -> None:
    """Small solid toys and weights; a pin stands, a magnet lies."""
    h = size / 2
    if kind == "brick":
        s.block((size, h, h * 0.8), (0, 0, h * 0.8))
        for i in range(8):
            at = ((i % 4 - 1.5) * size * 0.5, (i // 4 - 0.5) * size * 0.5)
            s.column(size * 0.15, h * 1.6, h * 1.95, s.main, at)
    elif kind == "cube":
        s.box((h, h, h), (0, 0, h), DARK)
        faces = (
            ("white", (0, 0, 1)),
            ("red", (0, -1, 0)),
            ("blue", (1, 0, 0)),
            ("green", (-1, 0, 0)),
            ("yellow", (0, 1, 0)),
        )
        s.take_pattern()
        for name, (x, y, z) in faces:
            colour = s.main if z else COLOURS[name]
            half = tuple(h * 0.94 if v == 0 else 0.001 for v in (x, y, z))
            s.box((half[0], half[1], half[2]), (x * h, y * h, h + z * h), colour)
        for u in (-0.33, 0.33):
            s.box((h * 0.035, h * 1.03, h * 1.02), (u * h, 0, h * 1.02), DARK)
            s.box((h * 1.03, h * 0.035, h * 1.02), (0, u * h, h * 1.02), DARK)
            s.box((h * 1.03, h * 1.03, h * 0.035), (0, 0, h + u * h), DARK)
    elif kind == "die":
        s.box((h, h, h), (0, 0, h), s.main)
        dot = DARK if s.main in (COLOURS["white"], COLOURS["yellow"], COLOURS["beige"], COLOURS["orange"]) else PAPER
        for x, y in ((0.5, 0.5), (-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5), (0, 0)):
            s.disc(h * 0.18, 0.001, (x * h, y * h, size), dot)
        for x, z in ((0.5, 0.5), (-0.5, -0.5), (0, 0)):
            s.disc(h * 0.18, 0.001, (x * h, -h, h + z * h), dot, (0, 1, 0))
        for y in (0.5, -0.5):
            s.disc(h * 0.18, 0.001, (h, y * h, h + y * h), dot, (1, 0, 0))
        if s.take_pattern() == "two-tone":
            s.box((h * 1.02, h * 1.02, h * 0.3), (0, 0, h * 0.3), s.accent)
    elif kind == "yoyo":
        s.box((h * 0.8, h * 0.4, h * 0.1), (0, 0, h * 0.1), s.dim)
        for side in (1, -1):
            s.disc(h, h * 0.28, (0, side * h * 0.42, h), s.main, (0, 1, 0))
            s.disc(h * 0.6, h * 0.02, (0, side * h * 0.71, h), s.accent if s.pattern != "plain" else s.dim, (0, 1, 0))
        s.take_pattern()
        s.disc(h * 0.8, h * 0.12, (0, 0, h), PAPER, (0, 1, 0))
        s.path(h * 0.05, [(h * 0.7, 0, h * 0.2), (h * 1.8, h * 0.4, h * 0.05), (h * 2.4, -h * 0.3, h * 0.05)], PAPER)
    elif kind == "dumbbell":
        for side in (1, -1):
            s.disc(h * 0.8, h * 0.45, (side * size * 1.15, 0, h * 0.8), s.main, (1, 0, 0))
            s.disc(h * 0.6, h * 0.2, (side * size * 0.82, 0, h * 0.8), s.dim, (1, 0, 0))
            s.box((h * 0.4, h * 0.4, h * 0.1), (side * size * 1.15, 0, h * 0.1), s.main)
        if s.take_pattern() != "plain":
            for side in (1, -1):
                s.disc(h * 0.82, h * 0.14, (side * size * 1.15, 0, h * 0.82), s.accent, (1, 0, 0))
        s.disc(h * 0.24, size * 0.8, (0, 0, h * 0.8), METAL, (1, 0, 0))
    elif kind == "kettlebell":
        s.column(h * 0.9, 0, h * 0.3, s.main)
        s.blob((h * 1.3, h * 1.3, h * 1.2), (0, 0, h * 1.25))
        s.arc(h * 0.26, (0, 0, h * 2.2), (h * 0.85, h * 1.1), (-10, 190), s.dim, pieces=6)
    elif kind == "pin":
        s.barrel(h * 0.6, 0, h * 0.8)
        s.ball((h * 0.85, h * 0.85, h * 1.8), (0, 0, h * 1.9), s.main)
        s.column(h * 0.4, h * 3.0, h * 4.6, s.main)
        s.column(h * 0.44, h * 3.7, h * 3.9, COLOURS["red"] if s.main != COLOURS["red"] else PAPER)
        s.column(h * 0.44, h * 4.1, h * 4.3, COLOURS["red"] if s.main != COLOURS["red"] else PAPER)
        s.ball((h * 0.55, h * 0.55, h * 0.7), (0, 0, h * 5.0), s.main)
    elif kind == "magnet":
        s.box((size * 0.5, h * 0.35, h * 0.3), (-size * 0.3, 0, h * 0.3), s.main)
        s.arc(h * 0.36, (-size * 0.2, 0, h * 0.36), (size * 0.55, size * 0.5), (90, 270), s.main, "xy", 6)
        for side in (1, -1):
            s.block((size * 0.25, h * 0.36, h * 0.36), (size * 0.05, side * size * 0.5, h * 0.36), badge=False)
            s.box((h * 0.36, h * 0.37, h * 0.37), (size * 0.4, side * size * 0.5, h * 0.37), METAL)
    else:
        s.block((h, h, h), (0, 0, h))
        if s.pattern == "plain" and not s.mark:
            s.box((h * 0.7, h * 1.01, h * 0.7), (0, 0, h), s.dim)
            s.box((h * 0.7, h * 0.7, h * 1.005), (0, 0, h * 1.005), s.dim)
            s.box((h * 0.5, h * 1.02, h * 0.5), (0, 0, h), s.main)
            s.box((h * 0.5, h * 0.5, h * 1.012), (0, 0, h * 1.012), s.main)


def instrument(
    s: Sculptor,
    length: float = 0.3,
    kind: Literal["ukulele", "flute", "maracas", "tambourine", "harmonica", "trumpet", "whistle"] = "ukulele",
) -> None:
    """A musical toy that lies."""
    h = length / 2
    if kind == "ukulele":
        z = length * 0.05
        s.box((length * 0.14, length * 0.09, z), (-h * 0.45, 0, z), s.main)
        s.column(length * 0.17, 0, 2 * z, s.main, (-h * 0.6, 0))
        s.column(length * 0.13, 0, 2 * z, s.main, (-h * 0.1, 0))
        if s.take_pattern() != "plain":
            s.disc(length * 0.13, 0.001, (-h * 0.6, 0, 2 * z), s.accent)
        s.disc(length * 0.05, 0.002, (-h * 0.2, 0, 2 * z), DARK)
        s.box((h * 0.42, length * 0.025, 0.005), (h * 0.4, 0, 2 * z), WOOD)
        s.box((h * 0.1, length * 0.04, 0.005), (h * 0.9, 0, 2 * z), s.dim)
        s.box((0.006, length * 0.06, 0.004), (-h * 0.7, 0, 2 * z), DARK)
        for y in (-0.012, -0.004, 0.004, 0.012):
            s.box((h * 0.8, 0.0006, 0.001), (h * 0.1, y, 2 * z + 0.007), PAPER)
    elif kind == "flute":
        r = length * 0.035
        s.box((h * 0.9, r * 0.6, r * 0.4), (0, 0, r * 0.4), s.main)
        s.disc(r, h, (0, 0, r), s.main, (1, 0, 0))
        if s.take_pattern() != "plain":
            s.disc(r * 1.06, h * 0.25, (-h * 0.62, 0, r * 1.06), s.accent, (1, 0, 0))
        s.disc(r * 1.2, h * 0.06, (-h * 0.35, 0, r * 1.2), PAPER, (1, 0, 0))
        for i in range(6):
            s.disc(r * 0.4, 0.001, (h * (-0.15 + 0.18 * i), 0, r * 2), DARK)
    elif kind == "maracas":
        for side in (1, -1):
            s.ball(
                (length * 0.15, length * 0.13, length * 0.13), (h * 0.6, side * length * 0.17, length * 0.13), s.main
            )
            s.disc(
                length * 0.132,
                length * 0.02,
                (h * 0.6, side * length * 0.17, length * 0.132),
                s.accent if s.pattern != "plain" else s.dim,
                (1, 0, 0),
            )
            s.rod(
                length * 0.03,
                (-h * 0.9, side * length * 0.1, length * 0.03),
                (h * 0.4, side * length * 0.16, length * 0.12),
                WOOD,
            )
        s.take_pattern()
    elif kind == "tambourine":
        s.wall(h, h, 0, length * 0.16, 0.006, 12, (s.main, s.accent if s.take_pattern() != "plain" else s.main))
        s.disc(h * 0.97, 0.002, (0, 0, length * 0.15), PAPER)
        for i in range(6):
            a = i * math.pi / 3 + math.pi / 12
            s.disc(
                length * 0.05,
                0.006,
                (h * math.cos(a), h * math.sin(a), length * 0.08),
                GOLD,
                (math.cos(a), math.sin(a), 0),
            )
    elif kind == "harmonica":
        s.block((h, length * 0.11, length * 0.05), (0, 0, length * 0.08))
        s.box((h * 0.97, length * 0.12, length * 0.03), (0, 0, length * 0.03), METAL)
        for i in range(8):
            s.box((h * 0.07, 0.001, length * 0.03), (h * (i - 3.5) * 0.23, -length * 0.11, length * 0.08), DARK)
    elif kind == "trumpet":
        r = length * 0.03
        for y in (0.0, 0.14):
            s.rod(r, (-h * 0.6, y * length, length * 0.1), (h * 0.4, y * length, length * 0.1), s.main)
        s.rod(r, (-h * 0.6, 0, length * 0.1), (-h * 0.6, length * 0.14, length * 0.1), s.main)
        s.rod(r, (h * 0.4, 0, length * 0.1), (h * 0.4, length * 0.14, length * 0.1), s.main)
        s.rod(r * 0.8, (-h * 0.95, 0, length * 0.1), (-h * 0.6, 0, length * 0.1), METAL)
        for i, r2 in enumerate((0.045, 0.065, 0.095)):
            s.disc(
                length * r2,
                length * 0.035,
                (h * (0.55 + 0.13 * i), length * 0.14, length * 0.1),
                s.main if s.take_pattern() == "plain" else s.accent,
                (1, 0, 0),
            )
        s.disc(length * 0.08, 0.001, (h * 0.89, length * 0.14, length * 0.1), DARK, (1, 0, 0))
        for i in range(3):
            s.column(r, 0, length * 0.2, STEEL, (h * (-0.25 + 0.18 * i), length * 0.07))
    else:
        s.box((h * 0.55, length * 0.18, length * 0.16), (h * 0.3, 0, length * 0.16), s.main)
        s.disc(length * 0.22, length * 0.18, (-h * 0.3, 0, length * 0.22), s.main, (0, 1, 0))
        if s.take_pattern() != "plain":
            s.disc(length * 0.14, length * 0.185, (-h * 0.3, 0, length * 0.22), s.accent, (0, 1, 0))
        s.box((h * 0.14, length * 0.12, 0.002), (h * 0.1, 0, length * 0.32), DARK)
        s.arc(length * 0.03, (-h * 0.95, 0, length * 0.2), (length * 0.08, length * 0.08), (0, 360), METAL, "xy", 6)
