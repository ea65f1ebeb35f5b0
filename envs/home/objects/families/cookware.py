"""What stands on a stove and what one pours from: pots, pans, jugs."""

from __future__ import annotations

from typing import Literal

from envs.home.objects.palette import DARK, METAL, STEEL
from envs.home.objects.sculptor import Sculptor


def pot(
    s: Sculptor,
    radius: float = 0.1,
    height: float = 0.12,
    handle: Literal["two", "long", "bail"] = "two",
    lid: bool = True,
    steam: bool = False,
    glass_lid: bool = False,
) -> None:
    """A cooking pot. handle: two (at its sides), long or bail (an arch over it)."""
    s.column(radius * 0.96, 0, height * 0.06, STEEL)
    s.barrel(radius, height * 0.06, height)
    if lid:
        cover = (0.62, 0.72, 0.78) if glass_lid else s.dim
        s.column(radius * 1.03, height, height * 1.04, METAL)
        s.ball((radius * 0.95, radius * 0.95, height * 0.12), (0, 0, height * 1.04), cover)
        s.ball((radius * 0.16, radius * 0.16, height * 0.08), (0, 0, height * 1.2), DARK)
    else:
        s.hollow(radius * 0.92, height)
    if steam:
        s.column(radius * 0.14, height * 1.04, height * 1.3, METAL)
        s.box((radius * 0.5, radius * 0.1, height * 0.04), (-radius * 0.4, 0, height * 1.28), DARK)
    if handle == "two":
        for side in (1, -1):
            s.arc(
                radius * 0.07,
                (side * radius * 0.98, 0, height * 0.8),
                (side * radius * 0.28, radius * 0.3),
                (-90, 90),
                DARK,
                "xy",
            )
    elif handle == "long":
        s.rod(radius * 0.09, (radius, 0, height * 0.82), (radius * 2.3, 0, height * 0.9), DARK)
        for side in (-1,):
            s.box((radius * 0.12, radius * 0.2, 0.004), (side * radius * 1.05, 0, height * 0.85), DARK)
    else:
        s.arc(radius * 0.05, (0, 0, height * 0.9), (radius, height * 0.75), (0, 180), DARK, pieces=6)


def pan(
    s: Sculptor,
    radius: float = 0.12,
    height: float = 0.045,
    handle: float = 1.2,
    flare: float = 0.82,
    ridges: bool = False,
    square: bool = False,
    helper: bool = False,
) -> None:
    """A pan. handle: its long handle in radii; flare: the bottom's radius in radii; helper: a second grip."""
    patterned = s.take_pattern()
    grip = s.accent if patterned == "two-tone" else DARK
    if square:
        s.box((radius, radius, height * 0.15), (0, 0, height * 0.15), DARK)
        for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            half = (0.004, radius, height / 2) if x else (radius, 0.004, height / 2)
            s.box(half, (x * radius, y * radius, height / 2), s.main)
    else:
        s.column(radius * flare, 0, height * 0.2, DARK)
        s.wall(radius * flare, radius, 0, height, 0.005, 12)
    inner = radius * (flare + 0.02) * 0.98
    if not square:
        s.disc(inner, 0.001, (0, 0, height * 0.22), (0.2, 0.2, 0.21) if not ridges else DARK)
    if ridges:
        for i in (-2, -1, 0, 1, 2):
            s.box((0.004, radius * 0.72, 0.002), (i * radius * 0.3, 0, height * 0.32), STEEL)
    if patterned == "dotted":
        for x, y in ((0, 0), (0.45, 0), (-0.45, 0), (0, 0.45), (0, -0.45)):
            s.disc(radius * 0.12, 0.0016, (x * radius, y * radius, height * 0.23), s.accent)
    elif patterned == "banded":
        s.disc(inner * 0.75, 0.0014, (0, 0, height * 0.23), s.accent)
        s.disc(inner * 0.55, 0.0018, (0, 0, height * 0.23), DARK)
    start = radius * 0.97
    s.rod(radius * 0.1, (start, 0, height * 0.85), (start + radius * handle, 0, height * 1.1), grip)
    s.box((radius * 0.2, radius * 0.1, 0.004), (start + radius * 0.08, 0, height * 0.85), METAL)
    if helper:
        s.arc(radius * 0.06, (-radius * 0.97, 0, height * 0.8), (-radius * 0.25, radius * 0.3), (-90, 90), grip, "xy")


def jug(
    s: Sculptor,
    radius: float = 0.07,
    height: float = 0.16,
    body: Literal["round", "column", "belly", "waist"] = "round",
    spout: Literal["long", "lip", "rose", "none"] = "long",
    handle: Literal["side", "top", "none"] = "side",
    lid: bool = True,
    scale_lines: bool = False,
    plunger: bool = False,
) -> None:
    """A vessel to pour from. body: round or column. spout: long, lip or rose. handle: side, top or none."""
    if body == "round":
        s.column(radius * 0.65, 0, height * 0.08, s.dim)
        s.blob((radius, radius, height * 0.42), (0, 0, height * 0.46))
        mouth, top = radius * 0.5, height * 0.88
        s.column(mouth, height * 0.7, top, s.main)
    elif body == "belly":
        s.blob((radius, radius, height * 0.32), (0, 0, height * 0.34))
        s.column(radius * 0.7, 0, height * 0.1, s.dim)
        mouth, top = radius * 0.55, height
        s.column(mouth, height * 0.4, height, s.main)
    elif body == "waist":
        s.barrel(radius, 0, height * 0.4)
        s.column(radius * 0.72, height * 0.4, height * 0.5, s.dim)
        s.column(radius * 0.9, height * 0.5, height * 0.86, s.main)
        mouth, top = radius * 0.9, height * 0.86
    else:
        s.barrel(radius, 0, height)
        mouth, top = radius, height
    if lid:
        s.ball((mouth * 0.95, mouth * 0.95, height * 0.07), (0, 0, top), s.dim)
        s.ball(mouth * 0.24, (0, 0, top + height * 0.09), DARK if body == "waist" else s.dim)
    else:
        s.hollow(mouth * 0.86, top)
    if plunger:
        s.column(radius * 1.05, top, top + height * 0.05, METAL)
        s.rod(0.003, (0, 0, top), (0, 0, top + height * 0.2), METAL)
        s.ball(radius * 0.22, (0, 0, top + height * 0.24), DARK)
    if spout == "long":
        points = [
            (-radius * 0.8, 0, height * 0.35),
            (-radius * 1.4, 0, height * 0.55),
            (-radius * 1.75, 0, height * 0.85),
        ]
        s.path(radius * 0.15, points, s.main)
    elif spout == "rose":
        s.rod(radius * 0.12, (-radius * 0.7, 0, height * 0.25), (-radius * 2.0, 0, height * 0.95), s.main)
        s.disc(radius * 0.36, radius * 0.08, (-radius * 2.05, 0, height * 0.98), s.dim, (-0.8, 0, 0.6))
    elif spout == "lip":
        s.box((mouth * 0.28, mouth * 0.24, height * 0.05), (-mouth * 1.02, 0, top - height * 0.05), s.main)
    if handle == "side":
        reach = radius * (0.75 if body != "belly" else 0.6)
        s.arc(radius * 0.11, (radius * 0.75, 0, height * 0.52), (reach, height * 0.3), (-80, 80), s.dim)
    elif handle == "top":
        s.arc(radius * 0.09, (0, 0, top * 0.92), (radius * 0.85, height * 0.45), (0, 180), DARK, pieces=5)
    if scale_lines:
        for i in range(4):
            s.box((radius * 0.35, 0.001, 0.0015), (0, -radius - 0.0005, height * (0.25 + 0.17 * i)), DARK)
