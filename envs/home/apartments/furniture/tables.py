"""Tables of all heights: table, coffee table, desk, bench."""

from __future__ import annotations

from random import Random

from envs.home.apartments.furniture.joinery import between, board, legs
from envs.home.apartments.furniture.piece import COLOURS, FABRICS, Fact, Piece, a, main_fact, shade
from envs.home.scene import Surface
from envs.rendering.node import Node

OPEN_AIR = 1.2
"""Free height above what nothing covers."""


def _top(node: Node, rng: Random, word: str, width: float, depth: float, height: float, round_top: bool) -> list[Fact]:
    """A top on legs or a foot, and its facts."""
    colour, thick = COLOURS[word], 0.035
    if round_top:
        top = node.disc(width / 2, thick / 2, (0, 0, height - thick / 2), colour)
        node.disc(0.4 * width, 0.02, (0, 0, height - thick - 0.02), shade(colour, 0.8))
    else:
        top = node.box((width / 2, depth / 2, thick / 2), (0, 0, height - thick / 2), colour)
    leg_word = rng.choice([w for w in ("black", "white", "steel", word) if w != word or rng.random() < 0.5] or [word])
    facts = [main_fact(word, top), Fact("shape", "round" if round_top else "rectangular")]
    if round_top and rng.random() < 0.5:
        node.disc(0.05, (height - thick) / 2, (0, 0, (height - thick) / 2), COLOURS[leg_word])
        foot = node.disc(0.3 * width, 0.015, (0, 0, 0.015), COLOURS[leg_word])
        node.disc(0.12, 0.02, (0, 0, 0.05), COLOURS[leg_word])
        node.disc(0.1, 0.015, (0, 0, height - thick - 0.055), COLOURS[leg_word])
        facts.append(Fact("legs", f"on {a(leg_word)} middle foot", True, leg_word, foot))
        return facts
    kind = rng.choice(("square", "round", "slanted"))
    span = 0.74 if round_top else 1.0
    leg = legs(node, span * width, span * depth, height - thick, 0.028, COLOURS[leg_word], kind)
    if not round_top:
        x, y = width / 2 - 0.06, depth / 2 - 0.06
        for j in (-1, 1):
            node.box((x, 0.012, 0.03), (0, j * y, height - thick - 0.03), shade(colour, 0.8))
            node.box((0.012, y, 0.03), (j * x, 0, height - thick - 0.03), shade(colour, 0.8))
    facts.append(Fact("legs", f"on {kind if kind != 'square' else 'straight'} {leg_word} legs", True, leg_word, leg))
    return facts


def _surface(node: Node, width: float, depth: float, height: float, round_top: bool) -> Surface:
    half = (0.34 * width, 0.34 * width) if round_top else (width / 2 - 0.04, depth / 2 - 0.04)
    return Surface(node.name, (0.0, 0.0, height), half, OPEN_AIR)


def table(name: str, word: str, rng: Random) -> Piece:
    node, round_top = Node(name), rng.random() < 0.35
    width = between(rng, 1.1, 1.25) if round_top else between(rng, 1.2, 1.6)
    depth = width if round_top else between(rng, 0.8, 0.9)
    facts = _top(node, rng, word, width, depth, 0.74, round_top)
    surface = _surface(node, width, depth, 0.74, round_top)
    return Piece("table", "table", node, (width / 2, depth / 2), 0.74, (surface,), tuple(facts), stand=1.1, free=True)


def coffee_table(name: str, word: str, rng: Random) -> Piece:
    node, round_top = Node(name), rng.random() < 0.4
    width = between(rng, 0.8, 0.9) if round_top else between(rng, 0.95, 1.15)
    depth = width if round_top else between(rng, 0.52, 0.6)
    facts = _top(node, rng, word, width, depth, 0.42, round_top)
    surface = _surface(node, width, depth, 0.42, round_top)
    half = (width / 2, depth / 2)
    return Piece("coffee_table", "coffee table", node, half, 0.42, (surface,), tuple(facts), stand=0.9, free=True)


def desk(name: str, word: str, rng: Random) -> Piece:
    """A working table with a panel at its back; some carry a raised board along the wall."""
    node, colour, height = Node(name), COLOURS[word], 0.75
    width, depth = between(rng, 1.15, 1.4), between(rng, 0.62, 0.7)
    raised, panels = rng.random() < 0.5, rng.random() < 0.5
    top = node.box((width / 2, depth / 2, 0.015), (0, 0, height - 0.015), colour)
    facts = [main_fact(word, top)]
    x, y = width / 2, depth / 2
    board(node, (-x + 0.05, x - 0.05), (y - 0.05, y - 0.03), (0.38, height - 0.03), shade(colour, 0.85))
    if panels:
        for i in (-1, 1):
            side = node.box((0.014, y - 0.02, height / 2 - 0.015), (i * (x - 0.03), 0, height / 2 - 0.015), colour)
            node.box((0.025, y - 0.01, 0.012), (i * (x - 0.03), 0, 0.012), shade(colour, 0.7))
        facts.append(Fact("legs", "on closed sides", True, word, side))
    else:
        legs_word = rng.choice([w for w in ("black", "white", "steel", "red") if w != word])
        leg = legs(node, width, depth, height - 0.03, 0.022, COLOURS[legs_word], rng.choice(("square", "round")))
        facts.append(Fact("legs", f"on {legs_word} legs", True, legs_word, leg))
    surfaces = [Surface(name, (0.0, -0.02, height), (x - 0.04, y - 0.05), OPEN_AIR)]
    if raised:
        ledge_word = rng.choice([w for w in ("white", "black", "light brown", "blue") if w != word])
        ledge = board(node, (-x, x), (y - 0.22, y), (height + 0.28, height + 0.3), COLOURS[ledge_word])
        for i in (-1, 1):
            board(node, _end(i, x), (y - 0.2, y - 0.02), (height, height + 0.28), COLOURS[ledge_word])
        facts.append(Fact("back", f"with {a(ledge_word)} raised shelf", True, ledge_word, ledge))
        surfaces = [
            Surface(name, (0.0, -0.12, height), (x - 0.04, y - 0.14), OPEN_AIR),
            Surface(name, (0.0, y - 0.11, height + 0.3), (x - 0.03, 0.1), 0.9),
        ]
    else:
        rim = board(node, (-x, x), (y - 0.015, y), (height, height + 0.05), colour)
        facts.append(Fact("back", "without a raised shelf", True, word, rim))
    return Piece("desk", "desk", node, (x, y), height, tuple(surfaces), tuple(facts), stand=0.9)


def _end(side: int, x: float) -> tuple[float, float]:
    return (-x, -x + 0.02) if side < 0 else (x - 0.02, x)


def bench(name: str, word: str, rng: Random) -> Piece:
    """A seat without a back, bare or padded."""
    node, colour = Node(name), COLOURS[word]
    width, depth, padded = between(rng, 1.0, 1.35), between(rng, 0.38, 0.44), rng.random() < 0.5
    seat = node.box((width / 2, depth / 2, 0.02), (0, 0, 0.42), colour)
    facts = [main_fact(word, seat)]
    if rng.random() < 0.5:
        legs(node, width, depth, 0.4, 0.025, colour, rng.choice(("square", "round")))
        facts.append(Fact("legs", "on four legs", True))
    else:
        for i in (-1, 1):
            node.box((0.02, depth / 2 - 0.03, 0.2), (i * (width / 2 - 0.12), 0, 0.2), colour)
        facts.append(Fact("legs", "on two side boards", True))
    node.box((width / 2 - 0.14, 0.015, 0.025), (0, 0, 0.2), shade(colour, 0.85))
    for j in (-1, 1):
        node.box((width / 2 - 0.06, 0.01, 0.025), (0, j * (depth / 2 - 0.05), 0.375), shade(colour, 0.85))
    top = 0.44
    if padded:
        pad = rng.choice([w for w in FABRICS if w != word])
        cushion = node.box((width / 2 - 0.02, depth / 2 - 0.015, 0.025), (0, 0, 0.465), COLOURS[pad])
        facts.append(Fact("pad", f"with {a(pad)} cushion", True, pad, cushion))
        top = 0.49
    else:
        for j in (-1, 1):
            node.box((width / 2, 0.004, 0.003), (0, j * depth / 6, 0.438), shade(colour, 0.5))
        facts.append(Fact("pad", "without a cushion", True))
    surface = Surface(name, (0.0, 0.0, top), (width / 2 - 0.04, depth / 2 - 0.03), OPEN_AIR)
    return Piece("bench", "bench", node, (width / 2, depth / 2), top, (surface,), tuple(facts), stand=0.9)
