"""Cases with hinged doors: cabinet, wardrobe, fridge."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from envs.home.apartments.furniture.joinery import (
    BOARD,
    DOOR,
    SWUNG,
    between,
    board,
    case,
    door,
    handle,
    handle_fact,
    legs,
    metal_for,
)
from envs.home.apartments.furniture.piece import COLOURS, Fact, Piece, Segment, a, main_fact, shade
from envs.home.scene import Articulation, Surface
from envs.rendering.node import Colour, Node

LINING: Colour = (0.86, 0.8, 0.7)
ICE: Colour = (0.93, 0.95, 0.97)


def boards_inside(
    node: Node, width: float, y: tuple[float, float], floor: float, heights: Sequence[float], top: float, colour: Colour
) -> list[Surface]:
    """Boards at these heights between the sides of a case whose own floor is at `floor`; the surfaces of all."""
    x = width / 2 - 0.025
    front = y[0] + 0.015
    for z in heights:
        board(node, (-x, x), (front, y[1] - 0.013), (z - BOARD, z), colour)
    floors = [floor, *heights]
    ceilings = [*(z - BOARD for z in heights), top]
    middle, half = (front + y[1] - 0.013) / 2, (y[1] - 0.013 - front) / 2
    return [
        Surface(node.name, (0.0, middle, z), (x - 0.02, half - 0.015), round(ceiling - z, 3), True)
        for z, ceiling in zip(floors, ceilings, strict=True)
    ]


def doors(
    node: Node,
    width: float,
    face: float,
    z: tuple[float, float],
    word: str,
    metal: str,
    knob: bool,
    two: bool,
    hinge: int,
    grip_length: float = 0.3,
) -> tuple[Articulation, tuple[Segment, ...], float, str, list[Node]]:
    """One door (hinge at side `hinge`) or two over a whole front.

    Returns how it opens, the panels on the plan, how far they reach, a handle's shape, and the doors' nodes.
    """
    x, colour = width / 2, COLOURS[word]
    places = [(-1, (-x, 0.0), "door"), (1, (0.0, x), "door_2")] if two else [(hinge, (-x, x), "door")]
    panels, leaves, grip = [], [], ""
    for side, span, suffix in places:
        leaf, panel = door(node, suffix, side, span, face, z, colour)
        wide = span[1] - span[0]
        middle = (z[0] + z[1]) / 2 if z[1] - z[0] < 1.2 else 1.0
        length = min(grip_length, 0.55 * (z[1] - z[0]))
        grip = handle(leaf, metal, (-side * (wide - 0.05), -DOOR, middle), length, True, knob)
        panels.append(panel)
        leaves.append(leaf)
    articulation = Articulation("door", tuple((leaf.name, SWUNG) for leaf in leaves), leaves[0].name)
    return articulation, tuple(panels), x if two else width, grip, leaves


def cabinet(name: str, word: str, rng: Random) -> Piece:
    """Low on legs or tall on a base, with one door or two."""
    node, colour = Node(name), COLOURS[word]
    tall, two, knob = rng.random() < 0.5, rng.random() < 0.65, rng.random() < 0.4
    width = between(rng, 0.85, 1.05) if two else between(rng, 0.58, 0.66)
    depth, height = between(rng, 0.4, 0.46), between(rng, 1.45, 1.6) if tall else between(rng, 0.86, 0.94)
    face, y = -depth / 2, (-depth / 2 + DOOR, depth / 2)
    facts = [Fact("size", "tall" if tall else "low"), main_fact(word, f"{name}/0")]
    case(node, width, y, (0.285, height), colour, LINING)
    if tall:
        board(node, (-width / 2, width / 2), (y[0] + 0.02, y[1]), (0.0, 0.285), shade(colour, 0.75))
        heights = (0.68, 1.05)
    else:
        leg_word = rng.choice([w for w in ("black", "steel", "light brown", "white") if w != word])
        leg = legs(node, width, depth, 0.285, 0.02, COLOURS[leg_word], rng.choice(("square", "round", "slanted")))
        facts.append(Fact("legs", f"on {leg_word} legs", True, leg_word, leg))
        heights = (0.6,) if height > 0.9 else ()
    surfaces = boards_inside(node, width, y, 0.31, heights, height - 0.025, LINING)
    metal = metal_for(rng, word)
    hinge = rng.choice((-1, 1))
    articulation, panels, swing, grip, leaves = doors(node, width, face, (0.285, height), word, metal, knob, two, hinge)
    if rng.random() < 0.4:
        inset = rng.choice([w for w in ("white", "light brown", "grey", "blue") if w != word])
        for leaf, side in zip(leaves, (-1, 1) if two else (hinge,), strict=True):
            wide = width / 2 if two else width
            middle = (-side * wide / 2, -DOOR - 0.002, (0.285 + height) / 2)
            shape = leaf.box((wide / 2 - 0.09, 0.003, (height - 0.285) / 2 - 0.09), middle, COLOURS[inset])
        facts.append(Fact("panels", f"with {inset} panels" if two else f"with {a(inset)} panel", True, inset, shape))
    facts += [Fact("doors", "with two doors" if two else "with one door", True), handle_fact(metal, grip, knob, two)]
    half, stand = (width / 2, depth / 2), 1.15 if tall else 0.9
    return Piece(
        *("cabinet", "cabinet", node, half, height, tuple(surfaces), tuple(facts)), articulation, swing, stand, panels
    )


def wardrobe(name: str, word: str, rng: Random) -> Piece:
    """Higher than a person, two doors, boards below a rail for clothes; some doors bear a mirror."""
    node, colour = Node(name), COLOURS[word]
    width, depth, height = between(rng, 0.95, 1.15), between(rng, 0.5, 0.56), between(rng, 1.9, 2.05)
    y = (-depth / 2 + DOOR, depth / 2)
    side = case(node, width, y, (0.28, height), colour, LINING)
    board(node, (-width / 2, width / 2), (y[0] + 0.02, y[1]), (0.0, 0.28), shade(colour, 0.75))
    crown = rng.random() < 0.5
    if crown:
        x = width / 2 + 0.02
        board(node, (-x, x), (-depth / 2 - 0.02, depth / 2), (height, height + 0.05), shade(colour, 0.85))
    surfaces = boards_inside(node, width, y, 0.305, (0.72, 1.14), height - 0.025, LINING)
    x = width / 2 - 0.025
    node.rod(0.014, (-x, y[1] - 0.2, height - 0.12), (x, y[1] - 0.2, height - 0.12), COLOURS["steel"])
    metal = metal_for(rng, word)
    articulation, panels, swing, grip, leaves = doors(
        *(node, width, -depth / 2, (0.28, height), word, metal), knob=False, two=True, hinge=-1
    )
    facts = [main_fact(word, side), handle_fact(metal, grip, False, True)]
    style = rng.choice(("mirror", "stripe", "plain"))
    if style == "mirror":
        leaf = rng.choice(leaves)
        middle = (width / 4 if leaf is leaves[0] else -width / 4, -DOOR - 0.002, 1.15)
        leaf.box((width / 4 - 0.08, 0.003, 0.65), middle, (0.72, 0.84, 0.92), material="gloss")
        facts.append(Fact("front", f"with a mirror on its {'left' if leaf is leaves[0] else 'right'} door", True))
    elif style == "stripe":
        band = rng.choice([w for w in ("white", "light brown", "black", "yellow") if w != word])
        for leaf, way in zip(leaves, (1, -1), strict=True):
            middle = (way * width / 4, -DOOR - 0.002, 1.45)
            shape = leaf.box((width / 4 - 0.004, 0.003, 0.07), middle, COLOURS[band])
        facts.append(Fact("front", f"with {a(band)} band across its doors", True, band, shape))
    else:
        facts.append(Fact("front", "with plain doors", True))
    half = (width / 2, depth / 2)
    return Piece(
        *("wardrobe", "wardrobe", node, half, height, tuple(surfaces), tuple(facts)), articulation, swing, 1.2, panels
    )


def fridge(name: str, word: str, rng: Random) -> Piece:
    """A tall box with a freezer below, above, or with two doors side by side."""
    node, colour = Node(name), COLOURS[word]
    kind = rng.choice(("below", "above", "double"))
    width = between(rng, 0.84, 0.92) if kind == "double" else between(rng, 0.66, 0.74)
    depth, height = between(rng, 0.6, 0.66), between(rng, 1.68, 1.82)
    face, y = -depth / 2, (-depth / 2 + DOOR, depth / 2)
    x = width / 2
    top = 1.28 if kind == "above" else height
    body = case(node, width, y, (0.28, top), colour, ICE, 0.03, lined=True)
    board(node, (-x, x), (face + DOOR, y[1]), (0.05, 0.28), colour)
    board(node, (-x + 0.03, x - 0.03), (face + 0.06, y[1]), (0.0, 0.05), COLOURS["black"])
    metal = metal_for(rng, word, ("black", "steel"))
    facts = [main_fact(word, body)]
    board(
        node,
        (-x + 0.003, x - 0.003),
        (face, face + DOOR),
        (0.055, 0.275),
        shade(colour, 0.9 if word != "black" else 1.1),
    )
    if kind == "above":
        board(node, (-x, x), (face + DOOR, y[1]), (1.285, height), colour)
        board(node, (-x + 0.003, x - 0.003), (face, face + DOOR), (1.29, height), shade(colour, 0.96))
        facts.append(Fact("doors", "with a freezer above its door", True))
    elif kind == "below":
        handle(node, metal, (0, face, 0.22), 0.4, False, False)
        facts.append(Fact("doors", "with a freezer drawer below its door", True))
    else:
        facts.append(Fact("doors", "with two doors side by side", True))
    surfaces = boards_inside(node, width, y, 0.315, (0.64, 0.97), top - 0.03, (0.8, 0.88, 0.93))
    hinge = rng.choice((-1, 1))
    articulation, panels, swing, grip, leaves = doors(
        node, width, face, (0.28, top), word, metal, False, kind == "double", hinge, grip_length=0.55
    )
    facts.append(handle_fact(metal, grip, False, kind == "double"))
    if kind == "double" or (kind == "below" and rng.random() < 0.5):
        leaf, way = leaves[0], (1 if kind == "double" else -hinge)
        middle = (way * (width / 4 if kind == "double" else width / 2), -DOOR - 0.002, 1.15)
        board_word = "black" if word != "black" else "steel"
        leaf.box((0.085, 0.004, 0.14), middle, COLOURS[board_word])
        leaf.box((0.05, 0.004, 0.03), (middle[0], middle[1] - 0.003, 1.22), (0.3, 0.75, 0.95), material="glow")
        facts.append(Fact("dispenser", "with a water dispenser", True))
    half = (x, depth / 2)
    return Piece(
        *("fridge", "fridge", node, half, height, tuple(surfaces), tuple(facts)), articulation, swing, 1.15, panels
    )
