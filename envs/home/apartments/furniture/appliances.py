"""Machines with one door: microwave, oven, dishwasher, washer."""

from __future__ import annotations

from random import Random

from envs.home.apartments.furniture.joinery import (
    DOOR,
    FLAP_DOWN,
    SWUNG,
    between,
    board,
    case,
    door,
    flap,
    handle,
    handle_fact,
    legs,
    metal_for,
)
from envs.home.apartments.furniture.piece import COLOURS, Fact, Piece, a, coloured, shade
from envs.home.scene import Articulation, Surface
from envs.rendering.node import Colour, Node

GLASS: Colour = (0.13, 0.15, 0.18)
CAVITY: Colour = (0.62, 0.63, 0.65)
STEEL_TUB: Colour = (0.45, 0.47, 0.5)
LIGHTS = {"blue": (0.25, 0.55, 1.0), "green": (0.25, 0.95, 0.4), "red": (1.0, 0.25, 0.2)}


def _display(node: Node, rng: Random, at: tuple[float, float, float], half: tuple[float, float]) -> Fact:
    """A lit window on a front; `at` is on its face."""
    word = rng.choice(sorted(LIGHTS))
    node.box((half[0], 0.003, half[1]), (at[0], at[1] - 0.003, at[2]), LIGHTS[word], material="glow")
    return Fact("display", f"with {a(word)} display", True)


def microwave(name: str, word: str, rng: Random) -> Piece:
    """An oven for the counter, on a stand of its own."""
    node, colour = Node(name), COLOURS[word]
    stand_word = rng.choice([w for w in ("light brown", "dark brown", "white", "black", "grey") if w != word])
    high = between(rng, 0.78, 0.88)
    top = node.box((0.37, 0.27, 0.02), (0, 0, high - 0.02), COLOURS[stand_word])
    legs(node, 0.74, 0.54, high - 0.04, 0.024, COLOURS[stand_word], "square")
    y, z = (-0.24 + DOOR, 0.25), (high + 0.01, high + 0.37)
    shell = case(node, 0.54, y, z, colour, CAVITY, 0.02, middle=-0.07, lined=True)
    board(node, (0.2, 0.34), (-0.24, y[1]), z, colour)
    display = _display(node, rng, (0.27, -0.24, z[1] - 0.07), (0.045, 0.022))
    round_knob = rng.random() < 0.5
    if round_knob:
        for i in range(2):
            node.disc(0.03, 0.012, (0.27, -0.252, z[1] - 0.17 - 0.1 * i), COLOURS["steel"], axis=(0, 1, 0))
    else:
        for i in range(4):
            middle = (0.245 + 0.05 * (i % 2), -0.243, z[1] - 0.16 - 0.07 * (i // 2))
            node.box((0.018, 0.004, 0.018), middle, COLOURS["steel"] if word != "steel" else COLOURS["black"])
    leaf, panel = door(node, "door", -1, (-0.34, 0.198), -0.24, z, colour)
    leaf.box((0.2, 0.003, 0.12), (0.25, -DOOR - 0.002, (z[0] + z[1]) / 2), GLASS)
    metal = metal_for(rng, word)
    grip = handle(leaf, metal, (0.5, -DOOR, (z[0] + z[1]) / 2), 0.26, True, False)
    surface = Surface(node.name, (-0.07, 0.005, z[0] + 0.025), (0.24, 0.2), 0.315, True)
    facts = (
        Fact("colour", word, False, word, shell),
        Fact("stand", f"on {a(coloured(stand_word))} stand", True, stand_word, top),
        display,
        Fact("controls", "with two round knobs" if round_knob else "with four buttons", True),
        handle_fact(metal, grip, False, False),
    )
    articulation = Articulation("door", ((leaf.name, SWUNG),), leaf.name)
    half = (0.37, 0.27)
    return Piece(
        *("microwave", "microwave", node, half, z[1], (surface,), facts, articulation), swing=0.54, panels=(panel,)
    )


def _drop_front(
    node: Node, width: float, face: float, z: tuple[float, float], word: str, metal: str
) -> tuple[Articulation, Node, float, str]:
    leaf, reach = flap(node, "door", width - 0.01, face, z, COLOURS[word])
    grip = handle(leaf, metal, (0, -DOOR / 2, reach - 0.06), 0.7 * width, False, False)
    return Articulation("door", ((leaf.name, FLAP_DOWN),), leaf.name), leaf, reach, grip


def oven(name: str, word: str, rng: Random) -> Piece:
    """A cooker with hotplates on top, or an oven in a tall housing; the door drops forward."""
    node, colour = Node(name), COLOURS[word]
    tall, width, depth = rng.random() < 0.35, between(rng, 0.6, 0.68), between(rng, 0.58, 0.62)
    face, y, x = -depth / 2, (-depth / 2 + DOOR, depth / 2), width / 2
    z = (0.72, 1.2) if tall else (0.26, 0.74)
    metal = metal_for(rng, word)
    shell = case(node, width, y, z, colour, CAVITY, 0.035, lined=True)
    knob_word = rng.choice([w for w in ("black", "steel", "red", "white") if w != word])
    if tall:
        house_word = rng.choice([w for w in ("white", "light brown", "dark brown", "grey") if w != word])
        house = board(node, (-x, x), (face, y[1]), (0.0, z[0] - 0.005), COLOURS[house_word])
        board(node, (-x, x), (face, y[1]), (z[1] + 0.115, 1.9), COLOURS[house_word])
        facts = [Fact("housing", f"in a tall {coloured(house_word)} housing", True, house_word, house)]
    else:
        board(node, (-x, x), (face, y[1]), (0.05, z[0] - 0.005), shade(colour, 0.9))
        board(node, (-x, x), y, (z[1] + 0.11, 0.9), shade(COLOURS["black"], 1.05))
        for i in range(4):
            spot = ((i % 2 - 0.5) * 0.3, (i // 2 - 0.5) * 0.27, 0.902)
            node.disc(0.085 if i in (0, 3) else 0.07, 0.006, spot, (0.35, 0.12, 0.1) if i == 0 else (0.3, 0.3, 0.32))
        facts = [Fact("housing", "with hotplates on top", True)]
    board(node, (-x, x), (face, y[1]), (z[1], z[1] + 0.11), colour)
    for i in range(4):
        spot = (-x + 0.08 + 0.075 * i, face - 0.014, z[1] + 0.055)
        knob = node.disc(0.024, 0.014, spot, COLOURS[knob_word], axis=(0, 1, 0))
    facts = [
        Fact("colour", word, False, word, shell),
        *facts,
        Fact("knobs", f"with {knob_word} knobs", True, knob_word, knob),
        _display(node, rng, (x - 0.1, face, z[1] + 0.055), (0.06, 0.025)),
    ]
    articulation, leaf, reach, _ = _drop_front(node, width, face, z, word, metal)
    leaf.box((x - 0.09, 0.003, 0.13), (0, -DOOR / 2 - 0.002, 0.2), GLASS)
    tray = (z[0] + 0.09, z[0] + 0.1)
    board(node, (-x + 0.035, x - 0.035), (y[0] + 0.03, y[1] - 0.02), tray, (0.36, 0.37, 0.4))
    surface = Surface(name, (0.0, 0.01, tray[1]), (x - 0.06, depth / 2 - 0.06), round(z[1] - 0.035 - tray[1], 3), True)
    half, height = (x, depth / 2), 1.9 if tall else 0.9
    return Piece("oven", "oven", node, half, height, (surface,), tuple(facts), articulation, reach)


def dishwasher(name: str, word: str, rng: Random) -> Piece:
    """A box under a worktop; its door drops forward and shows a basket."""
    node, colour = Node(name), COLOURS[word]
    width, depth = between(rng, 0.6, 0.66), between(rng, 0.58, 0.62)
    face, y, x = -depth / 2, (-depth / 2 + DOOR, depth / 2), width / 2
    shell = case(node, width, y, (0.12, 0.74), colour, CAVITY, 0.025, lined=True)
    board(node, (-x + 0.02, x - 0.02), (face + 0.05, y[1]), (0.0, 0.12), COLOURS["black"])
    strip_word = rng.choice([w for w in ("black", "steel", "white") if w != word])
    strip = board(node, (-x, x), (face, y[1]), (0.742, 0.84), COLOURS[strip_word])
    top_word = rng.choice([w for w in ("light brown", "dark brown", "white", "black") if w not in (word, strip_word)])
    top = board(node, (-x - 0.01, x + 0.01), (face - 0.01, y[1]), (0.84, 0.88), COLOURS[top_word])
    display = _display(node, rng, (x - 0.14, face, 0.79), (0.07, 0.02))
    for i in range(3):
        node.disc(0.014, 0.006, (-x + 0.1 + 0.06 * i, face - 0.006, 0.79), CAVITY, axis=(0, 1, 0))
    basket = rng.choice(("blue", "white", "black"))
    board(node, (-x + 0.03, x - 0.03), (y[0] + 0.03, y[1] - 0.02), (0.31, 0.32), shade(COLOURS[basket], 1.2))
    for j in (y[0] + 0.03, y[1] - 0.03):
        node.rod(0.006, (-x + 0.04, j, 0.37), (x - 0.04, j, 0.37), shade(COLOURS[basket], 1.2))
    metal = metal_for(rng, word)
    articulation, _, reach, grip = _drop_front(node, width, face, (0.12, 0.74), word, metal)
    surface = Surface(name, (0.0, 0.01, 0.32), (x - 0.05, depth / 2 - 0.06), 0.38, True)
    facts = (
        Fact("colour", word, False, word, shell),
        Fact("top", f"with {a(coloured(top_word))} top", True, top_word, top),
        Fact("strip", f"with {a(strip_word)} strip of controls", True, strip_word, strip),
        handle_fact(metal, grip, False, False),
        display,
    )
    return Piece(*("dishwasher", "dishwasher", node, (x, depth / 2), 0.88, (surface,), facts), articulation, reach)


def washer(name: str, word: str, rng: Random) -> Piece:
    """A front loader: a round door before a drum."""
    node, colour = Node(name), COLOURS[word]
    width, depth, height = between(rng, 0.62, 0.68), between(rng, 0.58, 0.64), 0.94
    face, y, x = -depth / 2, (-depth / 2 + DOOR, depth / 2), width / 2
    low, high, side = 0.33, 0.72, 0.195  # its corners lie behind the round door
    front = board(node, (-x, x), (face, face + DOOR), (0.0, low), colour)
    board(node, (-x, x), (face, face + DOOR), (high, height), colour)
    for i in (-1, 1):
        board(node, (-x, -side) if i < 0 else (side, x), (face, face + DOOR), (low, high), colour)
    case(node, width, y, (0.28, 0.78), colour, STEEL_TUB, 0.03, lined=True)
    board(node, (-x, x), y, (0.0, 0.28), colour)
    board(node, (-x, x), y, (0.78, height), colour)
    tray = shade(colour, 0.85) if word != "black" else shade(colour, 1.1)
    board(node, (-x + 0.03, -x + 0.22), (face - 0.006, face), (0.84, 0.92), tray)
    display = _display(node, rng, (0.06, face, 0.88), (0.06, 0.025))
    node.disc(0.03, 0.014, (x - 0.09, face - 0.014, 0.88), COLOURS["steel"], axis=(0, 1, 0))
    ring_word = rng.choice([w for w in ("black", "steel", "blue", "red") if w != word])
    middle, radius = (low + high) / 2, 0.29
    leaf = node.child(f"{name}.door", (-radius, face - 0.012, middle), joint=("hinge", (0, 0, -1), (0, 0.012, 0)))
    ring = leaf.disc(radius, 0.014, (radius, 0, 0), COLOURS[ring_word], axis=(0, 1, 0))
    leaf.disc(0.2, 0.006, (radius, -0.018, 0), GLASS if ring_word != "black" else (0.45, 0.55, 0.65), axis=(0, 1, 0))
    leaf.box((0.02, 0.014, 0.05), (2 * radius - 0.04, -0.03, 0), COLOURS["steel" if ring_word != "steel" else "black"])
    top_word = rng.choice([w for w in ("light brown", "dark brown", word) if w != word] + [word])
    top = board(node, (-x - 0.01, x + 0.01), (face - 0.01, y[1]), (height, height + 0.03), COLOURS[top_word])
    surface = Surface(name, (0.0, 0.01, 0.315), (x - 0.05, depth / 2 - 0.05), 0.42, True)
    facts = (
        Fact("colour", word, False, word, front),
        Fact("ring", f"with {a(ring_word)} door ring", True, ring_word, ring),
        Fact("top", f"with {a(coloured(top_word))} top", True, top_word, top),
        display,
    )
    articulation = Articulation("door", ((leaf.name, SWUNG),), leaf.name)
    panel = ((-radius, face), (-radius, face - 2 * radius))
    half = (x, depth / 2)
    return Piece(
        *("washer", "washer", node, half, height + 0.03, (surface,), facts, articulation, 2 * radius), panels=(panel,)
    )
