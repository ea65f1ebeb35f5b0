"""What VHSim draws beside the home's objects: lit lamps, empty cups, running water, machines' lights, the arm."""

from __future__ import annotations

from dataclasses import replace

from envs.home.objects import ObjectModel
from envs.home.objects.shape import Shape, along
from envs.home.scene import Receptacle
from envs.rendering.node import Colour, Rgba, Vector

LIT: Colour = (1.0, 0.95, 0.6)
GREEN: Colour = (0.2, 1.0, 0.35)
WATER: Rgba = (0.45, 0.7, 1.0, 0.75)
SKIN: Colour = (0.85, 0.64, 0.5)
SLEEVE: Colour = (0.2, 0.3, 0.45)
EMPTY: Colour = (0.97, 0.97, 0.97)
STRAIGHT = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0))


def lit(model: ObjectModel, lamp: bool) -> ObjectModel:
    """The thing switched on: a lamp shines all over, with a halo; an apparatus has a bright window and a light."""
    x, y, z = model.half
    if lamp:
        shapes = [replace(shape, colour=_bright(shape), material="glow") for shape in model.shapes]
        shapes.append(_shape("ellipsoid", (1.5 * max(x, y), 1.5 * max(x, y), 0.75 * z), (0, 0, 1.55 * z), (*LIT, 0.3)))
    else:
        shapes = list(model.shapes)
        shapes.append(_shape("box", (0.6 * x, 0.004, 0.22 * z), (0, -y - 0.004, 1.45 * z), LIT))
        shapes.append(_shape("sphere", (0.014,), (0.75 * x, -y - 0.006, 1.8 * z), GREEN))
    return replace(model, shapes=tuple(shapes))


def emptied(model: ObjectModel) -> ObjectModel:
    """A cup or glass without its drink: a glass's see-through shapes are left, a cup shows its light inside."""
    clear = [shape for shape in model.shapes if len(shape.colour) == 4 and shape.colour[3] < 1]
    if clear:
        low = [shape for shape in model.shapes if shape.pos[2] < 0.15 * model.half[2] and shape not in clear]
        return replace(model, shapes=(*low, *clear))
    top = 2 * model.half[2]
    shapes = [
        replace(shape, colour=EMPTY)
        if shape.kind == "cylinder" and shape.size[1] < 0.003 and shape.pos[2] > 0.85 * top
        else shape
        for shape in model.shapes
    ]
    return replace(model, shapes=tuple(shapes))


def running(piece: Receptacle) -> tuple[ObjectModel, Vector]:
    """What shows that a fixture is on, and where it is in the fixture's frame: water from a tap, a machine's light."""
    if piece.category == "sink":
        basin = piece.surfaces[0]
        top = piece.height + 0.22
        middle = (basin.centre[0], piece.half[1] - 0.2, basin.centre[2])
        high = (top - basin.centre[2]) / 2
        shapes = (
            _shape("cylinder", (0.014, high), (0, 0, high), WATER),
            _shape("cylinder", (0.11, 0.004), (0, -0.05, 0.006), WATER),
        )
        return _model("water", shapes), middle
    shapes = (
        _shape("sphere", (0.02,), (0, 0, 0), GREEN),
        _shape("sphere", (0.05,), (0, 0, 0), (*GREEN, 0.3)),
    )
    return _model("light", shapes), (0.0, -piece.half[1] - 0.015, piece.height - 0.09)


def arm(reach: float) -> ObjectModel:
    """A hand under the origin and a forearm that comes from behind and below: y is away from the person.

    reach: how far the arm goes back, metres.
    """
    wrist, elbow = (0.02, -0.04, -0.03), (0.12, -reach, -0.3)
    shapes = (
        _shape("ellipsoid", (0.045, 0.05, 0.026), (0, 0, -0.015), SKIN),
        _rod(0.03, wrist, _between(wrist, elbow, 0.35), SKIN),
        _rod(0.042, _between(wrist, elbow, 0.35), elbow, SLEEVE),
    )
    return _model("arm", shapes)


def reduced(model: ObjectModel, scale: float) -> ObjectModel:
    """The thing made smaller; seen from as much nearer it looks the same."""
    shapes = tuple(shape.moved((0.0, 0.0, 0.0), scale) for shape in model.shapes)
    half = (scale * model.half[0], scale * model.half[1], scale * model.half[2])
    return replace(model, half=half, shapes=shapes)


def _bright(shape: Shape) -> Rgba | Colour:
    r, g, b = (0.35 * c + 0.65 * lit_c for c, lit_c in zip(shape.colour[:3], LIT, strict=True))
    return (r, g, b) if len(shape.colour) == 3 else (r, g, b, shape.colour[3])


def _model(name: str, shapes: tuple[Shape, ...]) -> ObjectModel:
    return ObjectModel(name, 0, name, name, (), (0.1, 0.1, 0.1), 1.0, shapes)


def _shape(kind: str, size: tuple[float, ...], pos: Vector, colour: Colour | Rgba) -> Shape:
    material = "glow" if colour in (LIT, GREEN) or colour[:3] in (LIT, GREEN) else "soft"
    return Shape(kind, size, pos, STRAIGHT, colour, material)


def _rod(radius: float, a: Vector, b: Vector, colour: Colour) -> Shape:
    axis = (b[0] - a[0], b[1] - a[1], b[2] - a[2])
    half = sum(c * c for c in axis) ** 0.5 / 2
    return Shape("capsule", (radius, half), _between(a, b, 0.5), along(axis), colour, "soft")


def _between(a: Vector, b: Vector, share: float) -> Vector:
    return (a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]), a[2] + share * (b[2] - a[2]))
