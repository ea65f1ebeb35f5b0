"""The cook: a figure of two heads' height in a white jacket, blue apron and hat; the origin is between the feet."""

from __future__ import annotations

import math
from typing import Literal

from envs.assist.cook.drawing.pen import Colour, Pen, Point, path
from envs.assist.cook.drawing.vessels import ladle

Facing = Literal["up", "down", "left", "right"]
Pose = Literal["stand", "walk", "carry", "carry_walk", "offer", "reach", "chop", "scoop"]

SKIN: Colour = (246, 196, 158)
HAIR: Colour = (92, 52, 32)
JACKET: Colour = (250, 250, 250)
APRON: Colour = (32, 88, 190)
TROUSERS: Colour = (52, 54, 78)
SHOES: Colour = (150, 36, 40)
SCARF: Colour = (230, 50, 46)
INK: Colour = (52, 38, 44)


GESTURE = (0, 1, 2, 1)
"""Phases of a chop or a scoop, in turn: how high the tool is."""


def held_at(facing: Facing, pose: Pose) -> Point:
    """Where the middle of a held thing is: beside the figure, so that it is seen from every side; offered, nearer to
    where the figure looks."""
    if facing in ("left", "right"):
        x, y = (0.52, -0.42) if pose == "offer" else (0.42, -0.34)
        return (-x if facing == "left" else x), y
    if pose == "offer":
        return (0.36, -0.84) if facing == "up" else (0.32, -0.2)
    return 0.46, -0.44


def cook(pen: Pen, facing: Facing, pose: Pose, phase: int) -> None:
    """The figure, looking up, down or right; to the left it is the mirror picture. phase: 0 to 3 of a walk, one of
    GESTURE of a gesture."""
    pen.haze([(-0.1, 0.0), (0.1, 0.0)], [0.17, 0.17], (30, 20, 24, 110), 0.03)
    walking = pose in ("walk", "carry_walk")
    swing = (0.0, 1.0, 0.0, -1.0)[phase] if walking else 0.0
    body = pen.moved(0, -0.03 if swing else 0.0)
    if facing == "right":
        _legs_beside(pen, swing)
        _beside(body, pose, phase, swing)
    else:
        _legs(pen, swing)
        (_before if facing == "down" else _behind)(body, pose, phase, swing)


def _legs(pen: Pen, swing: float) -> None:
    for side in (-1, 1):
        up = 0.09 if swing == side else 0.0
        x = 0.11 * side
        pen.box(x - 0.09, -0.3, x + 0.09, -0.03 - up, TROUSERS, INK, 0.05)
        pen.box(x - 0.11, -0.1 - up, x + 0.11, 0.03 - up, SHOES, INK, 0.06)


def _legs_beside(pen: Pen, swing: float) -> None:
    for part in (-1, 1):
        x = 0.15 * swing * part
        pen.line([(0, -0.26), (x, -0.04)], INK, 0.2)
        pen.line([(0, -0.26), (x, -0.04)], TROUSERS, 0.15)
        pen.box(x - 0.09, -0.1, x + 0.15, 0.03, SHOES, INK, 0.06)


def _hands(pose: Pose, phase: int, swing: float, left: Point, right: Point, ahead: tuple[Point, Point]) -> list[Point]:
    """Where the two hands are. left, right: hanging; ahead: stretched to where the figure looks."""
    if pose in ("carry", "carry_walk"):
        return [left, (0.34, -0.42)]
    if pose == "offer":
        return list(ahead)
    if pose == "reach":
        return [left, ahead[1]]
    if pose == "chop":
        return [ahead[0], (ahead[1][0], ahead[1][1] - 0.1 * phase)]
    if pose == "scoop":  # the other hand may hold the plate
        return [(ahead[0][0], ahead[0][1] - 0.1 * phase), (0.34, -0.42)]
    return [(left[0], left[1] - 0.05 * swing), (right[0], right[1] + 0.05 * swing)]


def _arm(pen: Pen, shoulder: Point, hand: Point) -> None:
    elbow = ((shoulder[0] + hand[0]) / 2, (shoulder[1] + hand[1]) / 2)
    pen.line([shoulder, elbow, hand], INK, 0.17)
    pen.line([shoulder, elbow, hand], JACKET, 0.115)
    pen.ellipse(*hand, 0.075, 0.075, SKIN, INK)


def _ladle(pen: Pen, pose: Pose, hand: Point, up: bool) -> None:
    """The ladle of one who scoops; the knife of one who chops is drawn where it cuts."""
    if pose == "scoop":
        ladle(pen.moved(hand[0], hand[1] - (0.26 if up else -0.26), 0.62, math.pi if up else 0.0))


def _torso(pen: Pen) -> None:
    pen.blob(path("-20,-64 20,-64 27,-48 25,-22 0,-18 -25,-22 -27,-48"), JACKET, INK)


def _hat(pen: Pen, x: float = 0.0) -> None:
    pen.blob(
        [
            (x - 0.2, -1.06),
            (x - 0.32, -1.2),
            (x - 0.18, -1.34),
            (x, -1.36),
            (x + 0.18, -1.34),
            (x + 0.32, -1.2),
            (x + 0.2, -1.06),
        ],
        JACKET,
        INK,
    )
    pen.box(x - 0.22, -1.12, x + 0.22, -0.98, (236, 238, 246), INK, 0.03)


def _before(pen: Pen, pose: Pose, phase: int, swing: float) -> None:
    """Seen from the front."""
    _torso(pen)
    pen.box(-0.16, -0.5, 0.16, -0.2, APRON, (16, 44, 110), 0.05)
    pen.polygon([(-0.12, -0.62), (0.12, -0.62), (0.0, -0.5)], SCARF, INK)
    first = (-0.36, -0.5) if pose == "scoop" else (-0.14, -0.2)
    hands = _hands(pose, phase, swing, (-0.3, -0.3), (0.3, -0.3), (first, (0.16, -0.14)))
    for side, hand in zip((-1, 1), hands, strict=True):
        _arm(pen, (0.23 * side, -0.56), hand)
    _ladle(pen, pose, hands[0], True)
    pen.ellipse(0, -0.82, 0.27, 0.24, SKIN, INK)
    pen.ellipse(0, -0.84, 0.27, 0.23, HAIR, None, start=0.5, end=1.0)
    pen.blob(path("-20,-90 0,-94 20,-90 23,-80 17,-64 0,-60 -17,-64 -23,-80"), SKIN)
    for side in (-1, 1):
        pen.ellipse(0.1 * side, -0.79, 0.034, 0.048, INK)
        pen.ellipse(0.16 * side, -0.71, 0.04, 0.025, (244, 150, 130))
    pen.curve([(-0.06, -0.69), (0, -0.665), (0.06, -0.69)], INK, 0.028)
    _hat(pen)


def _behind(pen: Pen, pose: Pose, phase: int, swing: float) -> None:
    """Seen from the back."""
    hands = _hands(pose, phase, swing, (-0.3, -0.3), (0.3, -0.3), ((-0.32, -0.9), (0.34, -0.92)))
    _ladle(pen, pose, hands[0], True)
    for side, hand in zip((-1, 1), hands, strict=True):
        _arm(pen, (0.23 * side, -0.56), hand)
    _torso(pen)
    pen.line([(-0.25, -0.36), (0.25, -0.36)], APRON, 0.07)
    pen.line([(0, -0.36), (-0.08, -0.24)], APRON, 0.05)
    pen.line([(0, -0.36), (0.08, -0.24)], APRON, 0.05)
    pen.line([(-0.14, -0.6), (0, -0.54), (0.14, -0.6)], SCARF, 0.07)
    pen.ellipse(0, -0.82, 0.27, 0.24, HAIR, INK)
    pen.curve([(-0.12, -0.68), (0, -0.64), (0.12, -0.68)], (60, 32, 20), 0.03)
    _hat(pen)


def _beside(pen: Pen, pose: Pose, phase: int, swing: float) -> None:
    """Seen from the side, looking right."""
    pen.blob(path("-15,-64 13,-64 20,-46 18,-22 0,-18 -17,-22 -19,-46"), JACKET, INK)
    pen.blob(path("8,-52 18,-50 20,-36 18,-21 4,-20"), APRON, (16, 44, 110))
    pen.line([(-0.17, -0.36), (0.08, -0.36)], APRON, 0.05)
    pen.ellipse(0.01, -0.82, 0.25, 0.24, SKIN, INK)
    pen.blob(path("6,-102 0,-86 -4,-74 -10,-62 -22,-68 -26,-84 -20,-100"), HAIR, INK)
    pen.ellipse(-0.02, -0.78, 0.05, 0.06, SKIN, INK)
    pen.ellipse(0.26, -0.78, 0.05, 0.045, SKIN, INK)
    pen.ellipse(0.15, -0.8, 0.034, 0.048, INK)
    pen.curve([(0.12, -0.68), (0.19, -0.68)], INK, 0.028)
    pen.line([(-0.06, -0.6), (0.12, -0.58)], SCARF, 0.09)
    _hat(pen, 0.0)
    hands = _hands(pose, phase, swing, (-0.02, -0.28), (0.02, -0.28), ((0.46, -0.64), (0.42, -0.44)))
    for hand in hands[-1:] if pose in ("stand", "reach") else hands:
        shift = 0.12 * swing if pose == "walk" else 0.0
        _arm(pen, (0.0, -0.53), (hand[0] + shift * (1 if hand is hands[-1] else -1), hand[1]))
    _ladle(pen, pose, hands[0], False)
