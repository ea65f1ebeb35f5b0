"""What is built in or upholstered: counter, sink, sofa, bed."""

from __future__ import annotations

from random import Random

from envs.home.apartments.furniture.joinery import between, board, handle, handle_fact, legs, metal_for
from envs.home.apartments.furniture.piece import COLOURS, FABRICS, Fact, Piece, a, coloured, main_fact, shade
from envs.home.scene import Surface
from envs.rendering.node import Node

_SEATS = {2: "two", 3: "three"}


def _fronts(node: Node, rng: Random, word: str, width: float, face: float, top: float, count: int) -> list[Fact]:
    """Closed panels with handles, up to a height."""
    metal, knob = metal_for(rng, word), rng.random() < 0.4
    step = width / count
    grip = ""
    for i in range(count):
        left = -width / 2 + i * step
        tone = shade(COLOURS[word], 0.94)
        board(node, (left + 0.008, left + step - 0.008), (face - 0.012, face), (0.12, top), tone)
        grip = handle(node, metal, (left + step / 2, face - 0.012, top - 0.06), 0.45 * step, False, knob)
    return [handle_fact(metal, grip, knob, True)]


def counter(name: str, word: str, rng: Random) -> Piece:
    """A kitchen's base with a worktop and an upstand at the wall."""
    node, colour = Node(name), COLOURS[word]
    width, depth = between(rng, 1.05, 1.45), between(rng, 0.58, 0.64)
    x, y = width / 2, (-depth / 2, depth / 2)
    body = board(node, (-x, x), (y[0] + 0.03, y[1]), (0.1, 0.86), colour)
    board(node, (-x, x), (y[0] + 0.08, y[1]), (0.0, 0.1), COLOURS["black"])
    top_word = rng.choice([w for w in ("light brown", "dark brown", "white", "black", "grey") if w != word])
    top = board(node, (-x, x), y, (0.86, 0.9), COLOURS[top_word])
    wall_word = rng.choice([w for w in ("white", "blue", "green", "grey", "yellow") if w not in (word, top_word)])
    upstand = board(node, (-x, x), (y[1] - 0.015, y[1]), (0.9, 1.1), COLOURS[wall_word])
    facts = [
        main_fact(word, body),
        Fact("top", f"with {a(coloured(top_word))} worktop", True, top_word, top),
        Fact("upstand", f"with {a(wall_word)} upstand", True, wall_word, upstand),
        *_fronts(node, rng, word, width, y[0] + 0.03, 0.82, 2 if width < 1.25 else 3),
    ]
    surface = Surface(name, (0.0, -0.02, 0.9), (x - 0.03, depth / 2 - 0.05), 1.1)
    return Piece("counter", "counter", node, (x, depth / 2), 0.9, (surface,), tuple(facts), stand=1.1)


def sink(name: str, word: str, rng: Random) -> Piece:
    """A base with a basin let into its top and a place to put things beside it."""
    node, colour = Node(name), COLOURS[word]
    width, depth, top = between(rng, 0.95, 1.15), between(rng, 0.56, 0.6), 0.88
    x, y = width / 2, (-depth / 2, depth / 2)
    body = board(node, (-x, x), (y[0] + 0.03, y[1]), (0.1, 0.7), colour)
    board(node, (-x, x), (y[0] + 0.08, y[1]), (0.0, 0.1), COLOURS["black"])
    bowl_word = rng.choice([w for w in ("white", "steel", "black") if w != word])
    top_word = rng.choice([w for w in ("light brown", "dark brown", "grey", "white") if w not in (word, bowl_word)])
    left = rng.random() < 0.5
    bowl = (-x + 0.05, -x + 0.53) if left else (x - 0.53, x - 0.05)
    inner = (y[0] + 0.06, y[1] - 0.12)
    side = (bowl[1], x) if left else (-x, bowl[0])
    slab = board(node, side, y, (0.7, top), COLOURS[top_word])
    far = (-x, bowl[0]) if left else (bowl[1], x)
    board(node, far, y, (0.7, top), COLOURS[top_word])
    board(node, bowl, (y[0], inner[0]), (0.7, top), COLOURS[top_word])
    board(node, bowl, (inner[1], y[1]), (0.7, top), COLOURS[top_word])
    bottom = board(node, bowl, inner, (0.7, 0.715), COLOURS[bowl_word])
    for span in ((bowl[0], bowl[0] + 0.012), (bowl[1] - 0.012, bowl[1])):
        board(node, span, inner, (0.715, top + 0.006), COLOURS[bowl_word])
    for span in ((inner[0], inner[0] + 0.012), (inner[1] - 0.012, inner[1])):
        board(node, bowl, span, (0.715, top + 0.006), COLOURS[bowl_word])
    middle = sum(bowl) / 2
    tap = rng.choice([w for w in ("brass", "black", "steel") if w != top_word])
    neck = node.rod(0.016, (middle, y[1] - 0.06, top), (middle, y[1] - 0.06, top + 0.24), COLOURS[tap])
    node.rod(0.014, (middle, y[1] - 0.06, top + 0.24), (middle, y[1] - 0.2, top + 0.22), COLOURS[tap])
    facts = [
        main_fact(word, body),
        Fact("bowl", f"with {a(bowl_word)} basin on the {'left' if left else 'right'}", True, bowl_word, bottom),
        Fact("tap", f"with {a(tap)} tap", True, tap, neck),
        Fact("top", f"with {a(coloured(top_word))} top", True, top_word, slab),
    ]
    _fronts(node, rng, word, width, y[0] + 0.03, 0.69, 2)
    beside = (side[1] - side[0]) / 2
    surfaces = (
        Surface(name, (middle, sum(inner) / 2, 0.715), (0.22, (inner[1] - inner[0]) / 2 - 0.02), 0.5),
        Surface(name, (sum(side) / 2, -0.02, top), (beside - 0.03, depth / 2 - 0.05), 1.1),
    )
    return Piece("sink", "sink", node, (x, depth / 2), top, surfaces, tuple(facts), stand=0.9)


def sofa(name: str, word: str, rng: Random) -> Piece:
    """Two or three seats, a back, two arms, pillows at one end."""
    node, colour, seats = Node(name), COLOURS[word], rng.choice((2, 3))
    width, depth, seat = 1.45 + 0.45 * (seats - 2), between(rng, 0.82, 0.9), 0.43
    x, y = width / 2, (-depth / 2, depth / 2)
    board(node, (-x, x), (y[0] + 0.02, y[1]), (0.1, 0.28), shade(colour, 0.85))
    arm = board(node, (-x, -x + 0.16), y, (0.1, 0.6), colour)
    board(node, (x - 0.16, x), y, (0.1, 0.6), colour)
    board(node, (-x, x), (y[1] - 0.2, y[1]), (0.28, 0.82), colour)
    step = (width - 0.32) / seats
    for i in range(seats):
        left = -x + 0.16 + i * step
        board(node, (left + 0.005, left + step - 0.005), (y[0] + 0.01, y[1] - 0.2), (0.28, seat), shade(colour, 1.12))
    legs_word = rng.choice(("black", "light brown", "steel"))
    leg = legs(node, width, depth, 0.1, 0.025, COLOURS[legs_word], "round")
    pillow_word = rng.choice([w for w in (*FABRICS, "black") if w != word])
    end, count = rng.choice((-1, 1)), rng.choice((1, 2))
    for i in (end, -end)[:count]:
        place = (i * (x - 0.16 - 0.2), y[1] - 0.27, seat + 0.17)
        pillow = node.box((0.19, 0.06, 0.17), place, COLOURS[pillow_word])
    facts = (
        Fact("size", f"{_SEATS[seats]}-seat"),
        Fact("colour", word, False, word, arm),
        Fact(
            "pillows",
            f"with {a(pillow_word)} pillow" if count == 1 else f"with two {pillow_word} pillows",
            *(True, pillow_word, pillow),
        ),
        Fact("legs", f"on {legs_word} legs", True, legs_word, leg),
    )
    front, back = y[0] + 0.03, y[1] - 0.35
    surface = Surface(name, (0.0, (front + back) / 2, seat), (x - 0.2, (back - front) / 2), 1.0)
    return Piece("sofa", "sofa", node, (x, depth / 2), 0.82, (surface,), facts, stand=1.1)


def bed(name: str, word: str, rng: Random) -> Piece:
    """A mattress with a blanket, its long side to the room, a pillow at the headboard."""
    node, wide = Node(name), rng.random() < 0.4
    length, depth = 2.0, between(rng, 1.25, 1.4) if wide else between(rng, 0.92, 1.0)
    x, y, top = length / 2, (-depth / 2, depth / 2), 0.5
    frame_word = rng.choice(("light brown", "dark brown", "white", "black"))
    frame = board(node, (-x, x), y, (0.16, 0.32), COLOURS[frame_word])
    legs(node, length, depth, 0.16, 0.035, COLOURS[frame_word], "square")
    head = rng.choice((-1, 1))
    board(node, (-x, -x + 0.05) if head < 0 else (x - 0.05, x), y, (0.32, 0.95), COLOURS[frame_word])
    inner = (-x + 0.05, x - 0.02) if head < 0 else (-x + 0.02, x - 0.05)
    board(node, inner, (y[0] + 0.02, y[1] - 0.02), (0.32, 0.47), (0.95, 0.95, 0.93))
    edge = head * (x - 0.62)
    cover = (edge, x - 0.01) if head < 0 else (-x + 0.01, edge)
    blanket = board(node, cover, (y[0] + 0.005, y[1] - 0.005), (0.35, top), COLOURS[word])
    if rng.random() < 0.5:
        band_word = rng.choice([w for w in (*FABRICS, "black") if w != word])
        strip = (edge, edge - head * 0.16)
        span = (min(strip), max(strip))
        band = board(node, span, (y[0] + 0.002, y[1] - 0.002), (0.34, top + 0.004), COLOURS[band_word])
        fold = [Fact("fold", f"with {a(band_word)} band on its blanket", True, band_word, band)]
    else:
        fold = [Fact("fold", "with a plain blanket", True)]
    pillow_word = rng.choice([w for w in ("white", "grey", "yellow", "pink", "blue") if w != word])
    spots = (-depth / 4, depth / 4) if wide else (0.0,)
    for spot in spots:
        half = (0.19, 0.28 if wide else 0.32, 0.055)
        pillow = node.box(half, (head * (x - 0.3), spot, 0.52), COLOURS[pillow_word])
    facts = (
        Fact("size", "wide" if wide else "narrow"),
        Fact("colour", f"with {a(word)} blanket", True, word, blanket),
        Fact("frame", coloured(frame_word), False, frame_word, frame),
        Fact(
            "pillow",
            f"with {a(pillow_word)} pillow" if not wide else f"with two {pillow_word} pillows",
            *(True, pillow_word, pillow),
        ),
        *fold,
    )
    near = -head * 0.3
    surface = Surface(name, (near, y[0] + 0.42, top), (0.65, 0.36), 1.2)
    return Piece("bed", "bed", node, (x, depth / 2), 0.95, (surface,), facts, stand=1.1)
