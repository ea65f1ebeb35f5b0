"""Things as they lie on stations and in hands: food, plates with food, and what rises from hot food."""

from __future__ import annotations

from PIL import Image

from envs.assist.cook.drawing import vessels
from envs.assist.cook.drawing.fixtures import flames, knife
from envs.assist.cook.drawing.heat import Heat
from envs.assist.cook.drawing.icons import ICONS
from envs.assist.cook.drawing.pen import Colour, Pen, Point
from envs.assist.cook.drawing.scene import CUTS, DishLook, FoodLook, Look
from envs.assist.cook.layout import COOKERS

STEP = 0.36
"""From one portion on a plate to the next above it, in units."""
REACH = 0.96
"""From the lowest portion on a plate to the topmost, at most."""
SPREAD: dict[int, tuple[float, tuple[Point, ...]]] = {
    1: (0.9, ((0, 0),)),
    2: (0.56, ((0, -0.3), (0, 0.34))),
    3: (0.44, ((-0.24, -0.24), (0.24, -0.24), (0, 0.34))),
    4: (0.44, ((-0.24, -0.24), (0.24, -0.24), (-0.24, 0.34), (0.24, 0.34))),
}
"""Number of things on a station -> their size and places."""
WATER: Colour = (206, 234, 250)
OIL: Colour = (255, 214, 110)
FAT: Colour = (255, 238, 196)


def food(pen: Pen, look: FoodLook) -> None:
    """One portion, about one unit wide; of food that is being chopped the right part is in pieces."""
    icon, heat = ICONS[look.food], Heat(look.state)
    if look.cut in (0, CUTS):
        icon(pen, heat, look.cut == CUTS)
        return
    edge = pen.x + pen.scale * pen.unit * (0.5 - look.cut / CUTS)
    for chopped in (False, True):
        layer = Pen(Image.new("RGBA", pen.paper.size, (0, 0, 0, 0)), pen.unit, pen.x, pen.y, pen.scale)
        icon(layer, heat, chopped)
        box = (round(edge), 0, pen.paper.width, pen.paper.height) if chopped else (0, 0, round(edge), pen.paper.height)
        pen.paper.alpha_composite(layer.paper.crop(box), box[:2])


def dish(pen: Pen, look: DishLook) -> None:
    """A plate, its portions above each other from the lowest, which was plated first, to the topmost."""
    vessels.plate(pen)
    count = len(look.foods)
    step = min(STEP, REACH / max(count - 1, 1))
    for i, portion in enumerate(look.foods):
        food(pen.moved(0, (0.1 if count > 1 else -0.02) - i * step, 0.66 if count == 1 else 0.6), portion)


def thing(pen: Pen, look: Look, scale: float) -> None:
    """Either, about `scale` wide."""
    if isinstance(look, DishLook):
        dish(pen.moved(0, 0, min(scale * 1.3, 1.0)), look)
    else:
        food(pen.moved(0, 0, scale), look)


def on_station(pen: Pen, kind: str, on: bool, things: tuple[Look, ...]) -> None:
    """What is on a station, round the pen's origin, the station's middle."""
    if kind in COOKERS:
        _vessel(pen, kind, on, things)
    elif kind == "plates":
        vessels.stack(pen, len(things))
    elif kind == "board":
        food_on_board = pen.moved(-0.07, 0)
        for look in things:
            thing(food_on_board, look, 0.8)
            if on and isinstance(look, FoodLook):
                knife(food_on_board.moved(0.4 - 0.8 * look.cut / CUTS, -0.12 if look.cut % 2 else 0.06, 0.8))
    else:
        size, places = SPREAD[min(len(things), 4)]
        for look, place in zip(things, places, strict=False):
            thing(pen.moved(*place), look, size)


def stocked(pen: Pen, foods: tuple[str, ...], deep: float) -> None:
    """Foods in a source, in rows from the back; the origin is the middle of a space of 0.84 x `deep` units."""
    columns = 1 if len(foods) == 1 else 2 if len(foods) <= max(4, 2 * round(deep / 0.42)) else 3
    rows = -(-len(foods) // columns)
    cell = min(0.84 / columns, deep / rows)
    for i, name in enumerate(foods):
        row, column = divmod(i, columns)
        wide = min(columns, len(foods) - row * columns)
        x, y = (column - (wide - 1) / 2) * 0.84 / columns, (row - (rows - 1) / 2) * deep / rows
        ICONS[name](pen.moved(x, y, cell * 1.02), Heat(), False)


def _vessel(pen: Pen, kind: str, on: bool, things: tuple[Look, ...]) -> None:
    {"pan": vessels.pan, "pot": vessels.pot, "fryer": vessels.basket}[kind](pen)
    if on and kind != "fryer":
        flames(pen)
    inside = pen.moved(0, -0.06) if kind == "pot" else pen
    for look in things:
        thing(inside, look, 0.66 if kind != "pot" else 0.58)
    states = {look.state for look in things if isinstance(look, FoodLook)}
    if "cooking" in states:
        vessels.bubbles(inside, {"pan": FAT, "pot": WATER, "fryer": OIL}[kind])
    if "done" in states:
        vessels.steam(inside)
    if "burnt" in states:
        vessels.smoke(inside)
