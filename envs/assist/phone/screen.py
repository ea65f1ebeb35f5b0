"""The phone and what it shows, without the hand: body, bars, pages, home screen, questions and keyboard."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from envs.assist.phone.dynamics import ICONS
from envs.assist.phone.look import DESK, TILES, UNITS, Look, Pen
from envs.assist.phone.rows import HEIGHT, WIDTH
from envs.assist.phone.tree import Node, Phone

LEFT, TOP = 17.0, 4.0
"""Upper left corner of the screen in the picture, in units."""
HEADER, LIST, BAR, BOTTOM = 11.0, 26.0, 116.0, 124.0
"""Where the header, the rows and the bar with the keys begin, and where the screen ends."""
BACK_AT, HOME_AT, SAVE_AT = (LEFT + 26, 120.0), (LEFT + 68, 120.0), (LEFT + WIDTH - 13, 18.5)
KEYS = ("qwertyuiop", "asdfghjkl", "zxcvbnm ", "0123456789")
KEYBOARD = LIST + 2 * HEIGHT + 2
KEY_HEIGHT = (BAR - KEYBOARD) / 4
ICON_HEIGHT = 25.0


def blank(size: int, look: Look) -> Image.Image:
    """The desk and the phone with an empty screen, `size` pixels a side."""
    image = Image.new("RGB", (size, size), DESK)
    pen = Pen(image, size / UNITS, look)
    pen.rounded(LEFT - 2.2, TOP - 2.2, LEFT + WIDTH + 5.2, BOTTOM + 3.4, 9, (150, 144, 134))
    pen.rounded(LEFT - 3.5, TOP - 3.5, LEFT + WIDTH + 3.5, BOTTOM + 3.5, 9, (34, 36, 40), (92, 96, 102))
    pen.fill(LEFT, TOP, LEFT + WIDTH, BOTTOM, look.back)
    pen.symbol(LEFT + WIDTH - 5, TOP + 3.6, "battery", 6.5, look.ink)
    pen.symbol(LEFT + WIDTH - 12, TOP + 3.6, "signal", 6.5, look.ink)
    pen.fill(LEFT, BAR, LEFT + WIDTH, BOTTOM, look.row)
    pen.fill(LEFT, BAR, LEFT + WIDTH, BAR + 0.7, look.line)
    pen.symbol(*BACK_AT, "arrow_left", 8, look.ink)
    pen.symbol(*HOME_AT, "home_outline", 8, look.ink)
    return image


def header(pen: Pen, above: str, title: str, save: bool | None) -> None:
    """A page's title, small above it the page that it belongs to, and its Save button: None without one, False while
    there is nothing to save.
    """
    look = pen.look
    pen.fitted(LEFT + 4, TOP + 4, above, WIDTH - 24, 7.4, look.faint, 0.0)
    right = LEFT + WIDTH - 4 - (22 if save is not None else 0)
    pen.fitted(LEFT + 4, 18.6, title, right - LEFT - 4, 10.4, look.ink, 14.4)
    pen.fill(LEFT, LIST - 0.7, LEFT + WIDTH, LIST, look.line)
    if save is not None:
        x, y = SAVE_AT
        pen.rounded(
            x - 11, y - 5.5, x + 11, y + 5.5, 3, look.accent if save else look.off, look.ink if look.shapes else None
        )
        pen.text(x, y, "Save", 8.6, (255, 255, 255), "mm")


def scroll_mark(pen: Pen, first: int, shown: int, rows: int) -> None:
    """Where on the page the rows shown are."""
    if rows > shown:
        height = shown * HEIGHT
        top, bottom = (LIST + height * part / rows for part in (first, first + shown))
        pen.rounded(LEFT + WIDTH - 1.8, top + 1, LEFT + WIDTH - 0.3, bottom - 1, 0.7, pen.look.faint)


def icon_at(place: int) -> tuple[float, float]:
    """Middle of the home screen's icon at a place on its screen, from 0."""
    return (LEFT + WIDTH * (2 * (place % 3) + 1) / 6, HEADER + 10 + ICON_HEIGHT * (place // 3))


def home_icons(pen: Pen, phone: Phone, icons: Sequence[Node], screen: int, screens: int, pressed: str) -> None:
    """One screen of icons with their labels, and dots that say which."""
    look = pen.look
    for place, node in enumerate(icons):
        x, y = icon_at(place)
        colour = TILES[(place + ICONS * screen) % len(TILES)]
        if node.id == pressed:
            pen.rounded(x - 11.5, y - 10, x + 11.5, y + 16, 3, look.pressed)
        pen.rounded(x - 7.5, y - 7.5, x + 7.5, y + 7.5, 4, colour)
        pen.symbol(x, y, node.icon or "circle_outline", 11, (255, 255, 255))
        size = 7.4
        while pen.width(node.label, size) > WIDTH / 3 and size > 5.4:
            size -= 0.4
        pen.text(x, y + 11.6, node.label, size, look.ink, "mm")
    for number in range(screens if screens > 1 else 0):
        x = LEFT + WIDTH / 2 + 6 * (number - (screens - 1) / 2)
        pen.rounded(x - 1.5, BAR - 4, x + 1.5, BAR - 1, 1.5, look.accent if number == screen else look.off)


BUTTONS = ((LEFT + 25, 82.0), (LEFT + WIDTH - 25, 82.0))
"""Middles of a question's two buttons, confirm first."""


def question(pen: Pen, words: str, buttons: Sequence[Node], pressed: str) -> None:
    """A question over the page below, which is dimmed."""
    look = pen.look
    x0, y0, x1, y1 = pen.box(LEFT, TOP, LEFT + WIDTH, BAR)
    region = (x0, y0, x1 + 1, y1 + 1)
    pen.image.paste(Image.eval(pen.image.crop(region), lambda value: value * 9 // 20), region[:2])
    pen.rounded(LEFT + 3, 44, LEFT + WIDTH - 3, 92, 5, look.row, look.line)
    pen.fitted(LEFT + 8, 59, words, WIDTH - 16, 10.5, look.ink, 22.0)
    for (x, y), node in zip(BUTTONS, buttons, strict=True):
        colour = look.pressed if node.id == pressed else look.accent if node.kind == "confirm" else look.off
        pen.rounded(x - 19, y - 6.5, x + 19, y + 6.5, 4, colour, look.ink if look.shapes else None)
        pen.text(x, y, node.label, 9, look.ink if node.id == pressed else (255, 255, 255), "mm")


def key_at(letter: str) -> tuple[float, float]:
    """Middle of a key; of the space bar for what has none."""
    letter = letter.lower()
    row = next((number for number, keys in enumerate(KEYS) if letter in keys), 2)
    keys = KEYS[row]
    place = keys.index(letter) if letter in keys else len(keys) - 1
    width = WIDTH / 10
    left = LEFT + (WIDTH - width * len(keys)) / 2
    return (left + width * (place + 0.5), KEYBOARD + KEY_HEIGHT * (row + 0.5))


def keyboard(pen: Pen, pressed: str) -> None:
    """The keyboard, one key pressed ("" for none)."""
    look = pen.look
    pen.fill(LEFT, KEYBOARD - 2, LEFT + WIDTH, BAR, look.line)
    for keys in KEYS:
        for letter in keys:
            x, y = key_at(letter)
            colour = look.accent if letter == pressed.lower() and pressed else look.row
            pen.rounded(x - 4.2, y - KEY_HEIGHT / 2 + 0.7, x + 4.2, y + KEY_HEIGHT / 2 - 0.7, 1.5, colour)
            pen.text(x, y, "_" if letter == " " else letter, 7.6, look.ink, "mm", bold=False)
