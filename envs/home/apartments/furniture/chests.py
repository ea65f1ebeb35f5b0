"""Things with drawers and lids: drawer (a chest of drawers), nightstand, dresser, crate."""

from __future__ import annotations

from random import Random

from envs.home.apartments.furniture.joinery import (
    DOOR,
    between,
    board,
    handle,
    handle_fact,
    legs,
    metal_for,
)
from envs.home.apartments.furniture.piece import COLOURS, Fact, Piece, a, coloured, main_fact, shade
from envs.home.scene import Articulation, Surface
from envs.rendering.node import Colour, Node

LINING: Colour = (0.88, 0.82, 0.72)


def _sliding(
    node: Node, width: float, y: tuple[float, float], z: tuple[float, float], word: str, metal: str, knob: bool
) -> tuple[Articulation, Surface, float, str]:
    """A drawer whose front fills width x z at y[0]. Returns how it opens, its inside, its way and a handle's shape."""
    x, depth = width / 2, y[1] - y[0]
    box = node.child(f"{node.name}.drawer", joint=("slide", (0, -1, 0), (0, 0, 0)))
    board(box, (-x + 0.003, x - 0.003), (y[0], y[0] + DOOR), (z[0] + 0.003, z[1] - 0.003), COLOURS[word])
    sides = (z[0] + 0.01, z[1] - 0.1)
    board(box, (-x + 0.03, x - 0.03), (y[0] + DOOR, y[1]), (z[0] + 0.01, z[0] + 0.025), LINING)
    for i in (-1, 1):
        board(box, (-x + 0.02, -x + 0.03) if i < 0 else (x - 0.03, x - 0.02), (y[0] + DOOR, y[1]), sides, LINING)
    board(box, (-x + 0.03, x - 0.03), (y[1] - 0.01, y[1]), sides, LINING)
    middle = (z[0] + z[1]) / 2
    if knob and width > 0.6:
        for i in (-1, 1):
            grip = handle(box, metal, (i * width / 4, y[0], middle), 0.0, False, True)
    else:
        grip = handle(box, metal, (0, y[0], middle), 0.35 * width, False, knob)
    half = (x - 0.05, (depth - DOOR - 0.01) / 2 - 0.015)
    centre = (0.0, (y[0] + DOOR + y[1] - 0.01) / 2, z[0] + 0.025)
    way = round(depth - 0.05, 3)
    surface = Surface(box.name, centre, half, round(z[1] - z[0] - 0.025, 3), True)
    return Articulation("drawer", ((box.name, way),), box.name), surface, way, grip


def drawer(name: str, word: str, rng: Random) -> Piece:
    """A chest of two or three drawers, of which the one at hand slides out."""
    node, colour = Node(name), COLOURS[word]
    three, knob, wide = rng.random() < 0.5, rng.random() < 0.5, rng.random() < 0.5
    width = between(rng, 0.92, 1.1) if wide else between(rng, 0.6, 0.72)
    depth = between(rng, 0.44, 0.48)
    x, y = width / 2, (-depth / 2, depth / 2)
    low, high = 0.32, 0.605
    height = 0.92 if three else 0.63
    metal = metal_for(rng, word)
    side = board(node, (-x, -x + 0.02), (y[0] + DOOR, y[1]), (0.05, height), colour)
    board(node, (x - 0.02, x), (y[0] + DOOR, y[1]), (0.05, height), colour)
    board(node, (-x + 0.02, x - 0.02), (y[1] - 0.015, y[1]), (0.05, height), colour)
    top_word = rng.choice([w for w in ("white", "light brown", "dark brown", "black", word) if w != word] + [word])
    board(node, (-x + 0.02, x - 0.02), (y[0] + DOOR, y[1] - 0.015), (low - 0.02, low), colour)
    node.box((x - 0.04, depth / 2 - 0.04, 0.025), (0, 0, 0.025), shade(colour, 0.6))
    fronts = [(0.055, low - 0.005), *([(high + 0.005, height)] if three else [])]
    for z in fronts:
        board(node, (-x + 0.003, x - 0.003), (y[0], y[0] + DOOR), z, colour)
        spots = [-width / 4, width / 4] if knob and width > 0.6 else [0.0]
        for spot in spots:
            handle(node, metal, (spot, y[0], sum(z) / 2), 0.35 * width, False, knob)
    if three:
        board(node, (-x + 0.02, x - 0.02), (y[0] + DOOR, y[1] - 0.015), (high + 0.002, high + 0.012), colour)
    top = board(node, (-x - 0.01, x + 0.01), (y[0] - 0.005, y[1]), (height, height + 0.025), COLOURS[top_word])
    articulation, surface, way, grip = _sliding(
        node, width, (y[0], y[1] - 0.02), (low, high if three else height - 0.004), word, metal, knob
    )
    facts = [
        Fact("size", "wide" if wide else "narrow"),
        main_fact(word, side),
        Fact("drawers", "with three drawers" if three else "with two drawers", True),
        handle_fact(metal, grip, knob, True),
    ]
    if top_word != word:
        facts.append(Fact("top", f"with {a(coloured(top_word))} top", True, top_word, top))
    half = (x, depth / 2)
    return Piece(
        *("drawer", "chest of drawers", node, half, height + 0.025, (surface,), tuple(facts), articulation, way),
        stand=0.9,
        slide=way,
    )


def nightstand(name: str, word: str, rng: Random) -> Piece:
    """A small stand for the bed's side, with one drawer or an open shelf."""
    node, colour = Node(name), COLOURS[word]
    width, depth, closed = between(rng, 0.54, 0.6), between(rng, 0.42, 0.45), rng.random() < 0.6
    x, y = width / 2, (-depth / 2, depth / 2)
    low, height = 0.31, 0.61
    for i in (-1, 1):
        span = (-x, -x + 0.018) if i < 0 else (x - 0.018, x)
        side = board(node, span, (y[0] + DOOR, y[1]), (low - 0.02, height), colour)
    board(node, (-x + 0.018, x - 0.018), (y[1] - 0.012, y[1]), (low - 0.02, height), shade(colour, 0.9))
    board(node, (-x + 0.018, x - 0.018), (y[0] + DOOR, y[1] - 0.012), (low - 0.02, low), colour)
    top_word = rng.choice([w for w in ("white", "light brown", "black") if w != word] + [word, word])
    top = board(node, (-x - 0.008, x + 0.008), (y[0] - 0.004, y[1]), (height, height + 0.022), COLOURS[top_word])
    leg_word = rng.choice([w for w in ("black", "steel", "light brown", "white") if w != word])
    leg = legs(node, width, depth, low - 0.02, 0.018, COLOURS[leg_word], rng.choice(("square", "round", "slanted")))
    facts = [main_fact(word, side), Fact("legs", f"on {leg_word} legs", True, leg_word, leg)]
    if top_word != word:
        facts.append(Fact("top", f"with {a(coloured(top_word))} top", True, top_word, top))
    half = (x, depth / 2)
    if not closed:
        surfaces = (
            Surface(name, (0.0, 0.0, height + 0.022), (x - 0.02, depth / 2 - 0.02), 1.2),
            Surface(name, (0.0, 0.0, low), (x - 0.04, depth / 2 - 0.035), round(height - low, 3)),
        )
        facts.append(Fact("front", "with an open shelf", True))
        return Piece("nightstand", "nightstand", node, half, height, surfaces, tuple(facts), stand=0.9)
    metal, knob = metal_for(rng, word), rng.random() < 0.5
    articulation, surface, way, grip = _sliding(
        node, width, (y[0], y[1] - 0.016), (low, height - 0.004), word, metal, knob
    )
    facts += [Fact("front", "with a drawer", True), handle_fact(metal, grip, knob, False)]
    return Piece(
        *("nightstand", "nightstand", node, half, height + 0.022, (surface,), tuple(facts), articulation, way),
        stand=0.9,
        slide=way,
    )


def dresser(name: str, word: str, rng: Random) -> Piece:
    """A low front of many small drawers, a mirror behind; things stand on its top."""
    node, colour = Node(name), COLOURS[word]
    width, depth, height = between(rng, 1.05, 1.3), between(rng, 0.44, 0.5), between(rng, 0.74, 0.82)
    x, y = width / 2, (-depth / 2, depth / 2)
    body = board(node, (-x + 0.01, x - 0.01), (y[0] + 0.02, y[1]), (0.14, height - 0.03), colour)
    top_word = rng.choice([w for w in ("white", "light brown", "dark brown", "black") if w != word])
    top = board(node, (-x, x), y, (height - 0.03, height), COLOURS[top_word])
    legs(node, width, depth, 0.14, 0.025, COLOURS[top_word], "square")
    metal = metal_for(rng, word)
    for i in range(3):
        for z in ((0.16, 0.43), (0.44, height - 0.04)):
            left = -x + 0.02 + i * (width - 0.04) / 3
            board(
                node,
                (left + 0.006, left + (width - 0.04) / 3 - 0.006),
                (y[0] + 0.005, y[0] + 0.02),
                z,
                shade(colour, 0.93),
            )
        knob = handle(node, metal, (-x + 0.02 + (i + 0.5) * (width - 0.04) / 3, y[0] + 0.005, 0.6), 0.0, False, True)
    mirror = rng.choice(("round", "square", "double"))
    glass: Colour = (0.72, 0.84, 0.92)
    if mirror == "round":
        node.disc(0.33, 0.01, (0, y[1] - 0.02, height + 0.34), COLOURS[top_word], axis=(0, 1, 0))
        node.disc(0.3, 0.01, (0, y[1] - 0.026, height + 0.34), glass, axis=(0, 1, 0), material="gloss")
    else:
        spans = [(-0.4, 0.4)] if mirror == "square" else [(-0.45, -0.02), (0.02, 0.45)]
        for left, right in spans:
            board(node, (left, right), (y[1] - 0.03, y[1] - 0.01), (height, height + 0.62), COLOURS[top_word])
            inner = (left + 0.03, right - 0.03)
            board(node, inner, (y[1] - 0.034, y[1] - 0.03), (height + 0.04, height + 0.59), glass, material="gloss")
    facts = (
        main_fact(word, body),
        Fact("mirror", "with two mirrors" if mirror == "double" else f"with a {mirror} mirror", True),
        Fact("top", f"with {a(coloured(top_word))} top", True, top_word, top),
        handle_fact(metal, knob, True, True),
    )
    surface = Surface(name, (0.0, -0.03, height), (x - 0.04, depth / 2 - 0.06), 1.1)
    return Piece("dresser", "dresser", node, (x, depth / 2), height, (surface,), facts, stand=0.95)


def crate(name: str, word: str, rng: Random) -> Piece:
    """A chest on feet with a lid that swings up; the lid has a rim, so that the sides are low once it is open."""
    node, colour = Node(name), COLOURS[word]
    width, depth = between(rng, 0.8, 1.0), between(rng, 0.62, 0.68)
    floor, brim, top = 0.32, 0.46, 0.61
    # The lid's rim needs its own height behind the crate when it stands open.
    x, y = width / 2, (-depth / 2, depth / 2 - (top - brim) - 0.01)
    front = board(node, (-x, x), (y[0], y[0] + 0.02), (0.16, brim), colour)
    board(node, (-x, x), (y[1] - 0.02, y[1]), (0.16, brim), colour)
    for i in (-1, 1):
        board(node, (-x, -x + 0.02) if i < 0 else (x - 0.02, x), (y[0] + 0.02, y[1] - 0.02), (0.16, brim), colour)
    board(node, (-x + 0.02, x - 0.02), (y[0] + 0.02, y[1] - 0.02), (floor - 0.02, floor), LINING)
    feet = rng.choice([w for w in ("black", "steel", "dark brown") if w != word])
    for i in (-1, 1):
        for j in (y[0] + 0.05, y[1] - 0.05):
            node.box((0.03, 0.03, 0.08), (i * (x - 0.05), j, 0.08), COLOURS[feet])
    lid = node.child(f"{name}.lid", (0.0, y[1], brim), joint=("hinge", (-1, 0, 0), (0, 0, 0)))
    lid_word = rng.choice([w for w in ("white", "light brown", "blue", "yellow", "red") if w != word] + [word, word])
    rim, deep = top - brim, y[1] - y[0]
    plate = board(lid, (-x, x), (-deep, 0.0), (rim - 0.02, rim), COLOURS[lid_word])
    board(lid, (-x, x), (-deep, -deep + 0.02), (0.002, rim - 0.02), COLOURS[lid_word])
    board(lid, (-x, x), (-0.02, 0.0), (0.002, rim - 0.02), COLOURS[lid_word])
    for i in (-1, 1):
        span = (-x, -x + 0.02) if i < 0 else (x - 0.02, x)
        board(lid, span, (-deep + 0.02, -0.02), (0.002, rim - 0.02), COLOURS[lid_word])
    metal = metal_for(rng, lid_word)
    grip = handle(lid, metal, (0, -deep, 0.06), 0.2, False, False)
    facts = [main_fact(word, front), handle_fact(metal, grip, False, False)]
    if lid_word != word:
        facts.append(Fact("lid", f"with {a(coloured(lid_word))} lid", True, lid_word, plate))
    if rng.random() < 0.5:
        strap = "black" if word != "black" else "brass"
        for i in (-1, 1):
            band = board(node, _band(i * x / 2), (y[0] - 0.004, y[0]), (0.16, brim), COLOURS[strap])
            board(lid, _band(i * x / 2), (-deep - 0.004, -deep), (0.002, rim), COLOURS[strap])
        facts.append(Fact("straps", f"with {strap} straps", True, strap, band))
    else:
        facts.append(Fact("straps", "without straps", True))
    surface = Surface(
        name, (0.0, (y[0] + y[1]) / 2, floor), (x - 0.04, deep / 2 - 0.04), round(top - 0.02 - floor, 3), True
    )
    half = (x, depth / 2)
    articulation = Articulation("lid", ((lid.name, 1.5),), lid.name)
    return Piece("crate", "crate", node, half, top, (surface,), tuple(facts), articulation, 0.05, 0.9)


def _band(x: float) -> tuple[float, float]:
    return (x - 0.03, x + 0.03)
