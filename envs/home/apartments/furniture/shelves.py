"""Open furniture with several boards: shelf, bookcase, rack."""

from __future__ import annotations

from random import Random

from envs.home.apartments.furniture.joinery import BOARD, between, board, case, levels
from envs.home.apartments.furniture.piece import COLOURS, Fact, Piece, a, main_fact, shade
from envs.home.scene import Surface
from envs.rendering.node import Node

_COUNT = {2: "two", 3: "three", 4: "four", 5: "five"}


def shelf(name: str, word: str, rng: Random) -> Piece:
    """Boards between four posts, as high as a person, open all round."""
    node, colour = Node(name), COLOURS[word]
    width, depth, height = between(rng, 0.8, 1.15), between(rng, 0.36, 0.42), between(rng, 1.65, 1.85)
    post_word = rng.choice([w for w in ("black", "white", "steel", "dark brown") if w != word])
    boards = rng.choice((4, 5))
    x, y = width / 2, depth / 2
    for i in (-1, 1):
        for j in (-1, 1):
            post = node.box(
                (0.017, 0.017, height / 2), (i * (x - 0.017), j * (y - 0.017), height / 2), COLOURS[post_word]
            )
    heights = [*levels(0.32, 1.3 if boards == 5 else 1.16, boards - 1), height - 0.03]
    for z in heights:
        plate = node.box((x - 0.005, y - 0.005, BOARD / 2), (0, 0, z - BOARD / 2), colour)
    facts = [
        main_fact(word, plate),
        Fact("boards", f"with {_COUNT[boards]} boards", True),
        Fact("posts", f"with {post_word} posts", True, post_word, post),
        Fact("size", "wide" if width >= 1.0 else "narrow"),
    ]
    surfaces = [
        Surface(name, (0.0, 0.0, z), (x - 0.05, y - 0.02), round(above - z - BOARD, 3))
        for z, above in zip(heights, heights[1:], strict=False)
    ]
    half = (x, y)
    return Piece("shelf", "shelf", node, half, height, tuple(surfaces), tuple(facts), stand=1.2)


def bookcase(name: str, word: str, rng: Random) -> Piece:
    """A case with boards, closed at the sides and the back."""
    node, colour, low = Node(name), COLOURS[word], rng.random() < 0.35
    width, depth = between(rng, 0.85, 1.1), between(rng, 0.32, 0.38)
    height = 0.96 if low else between(rng, 1.6, 1.75)
    back_word = rng.choice([w for w in ("white", "black", "light brown", "blue", "red") if w != word])
    split = rng.random() < 0.4
    x, y = width / 2, depth / 2
    side = case(node, width, (-y, y), (0.28, height), colour, COLOURS[back_word])
    back = node.shapes[-1].split('"')[1]
    board(node, (-x, x), (-y + 0.02, y), (0.0, 0.28), shade(colour, 0.85))
    floors = [0.305, *([0.62] if low else list(levels(0.66, 1.3, 3))[: 2 if height < 1.68 else 3])]
    ceilings = [*(z - BOARD for z in floors[1:]), height - 0.025]
    for z in floors[1:]:
        board(node, (-x + 0.025, x - 0.025), (-y + 0.01, y - 0.013), (z - BOARD, z), colour)
    if split:
        board(node, (-0.01, 0.01), (-y + 0.012, y - 0.013), (0.305, height - 0.025), colour)
    columns = [(-x / 2 + 0.01, x / 2 - 0.03), (x / 2 - 0.01, x / 2 - 0.03)] if split else [(0.0, x - 0.045)]
    surfaces = [
        Surface(name, (middle, 0.0, z), (half, y - 0.03), round(ceiling - z, 3))
        for z, ceiling in zip(floors, ceilings, strict=True)
        for middle, half in columns
    ]
    if low:
        surfaces.append(Surface(name, (0.0, 0.0, height), (x - 0.03, y - 0.03), 1.2))
    facts = [
        main_fact(word, side),
        Fact("size", "low" if low else "tall"),
        Fact("back", f"with {a(back_word)} back", True, back_word, back),
        Fact("columns", "with a middle wall" if split else "without a middle wall", True),
    ]
    half = (x, y)
    stand = 1.0 if low else 1.2
    return Piece("bookcase", "bookcase", node, half, height, tuple(surfaces), tuple(facts), stand=stand)


def rack(name: str, word: str, rng: Random) -> Piece:
    """Tiers in a frame of tubes, at hip height, some on wheels."""
    node, colour = Node(name), COLOURS[word]
    width, depth, height = between(rng, 0.7, 0.95), between(rng, 0.34, 0.4), between(rng, 0.92, 1.0)
    tier_word = rng.choice([w for w in ("light brown", "white", "black", "blue", "yellow") if w != word])
    wheels = rng.random() < 0.4
    x, y, tube, foot = width / 2, depth / 2, 0.014, 0.07 if wheels else 0.014
    for i in (-1, 1):
        for j in (-1, 1):
            corner = (i * (x - tube), j * (y - tube))
            post = node.rod(tube, (*corner, foot), (*corner, height), colour)
            if wheels:
                node.disc(0.035, 0.012, (corner[0], j * (y - 0.036), 0.035), COLOURS["black"], axis=(1, 0, 0))
        node.rod(tube, (i * (x - tube), -y + tube, height), (i * (x - tube), y - tube, height), colour)
    heights = (0.32, 0.62) if rng.random() < 0.4 else (0.32, 0.6, 0.88)
    for z in heights:
        tier = node.box((x - 0.02, y - 0.01, 0.008), (0, 0, z - 0.008), COLOURS[tier_word])
        node.rod(0.007, (-x + tube, y - tube, z + 0.05), (x - tube, y - tube, z + 0.05), colour)
    ceilings = [*(z - 0.016 for z in heights[1:]), heights[-1] + (0.6 if len(heights) == 3 else 1.0)]
    surfaces = [
        Surface(name, (0.0, -0.005, z), (x - 0.04, y - 0.03), round(ceiling - z, 3))
        for z, ceiling in zip(heights, ceilings, strict=True)
    ]
    facts = [
        Fact("colour", word, False, word, post),
        Fact("tiers", f"with {_COUNT[len(heights)]} {tier_word} tiers", True, tier_word, tier),
        Fact("feet", "on wheels" if wheels else "without wheels", True),
    ]
    return Piece("rack", "rack", node, (x, y), height, tuple(surfaces), tuple(facts), stand=0.95)
