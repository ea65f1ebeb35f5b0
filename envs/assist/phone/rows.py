"""One row of a page as it is drawn: what it is called and what it is set to."""

from __future__ import annotations

from PIL import Image

from envs.assist.phone.look import TILES, Look, Pen
from envs.assist.phone.spec import ON
from envs.assist.phone.tree import Node, Phone

WIDTH, HEIGHT = 94.0, 18.0
"""Of a row, in units."""
LABEL = 9.4
"""Size of its letters."""
EDGE = 4.0
"""Between the border and what is written."""
TRACK = (EDGE + 2, WIDTH - EDGE - 2)
"""Where a slider begins and ends."""
TRACK_Y = 13.0
KNOB = {"toggle": WIDTH - EDGE - 7.5, "page": WIDTH - 30, "option": WIDTH - EDGE - 5, "text": WIDTH / 2}
"""Where a finger touches a row of a kind, from its left border."""


def touched_at(node: Node, value: str) -> tuple[float, float]:
    """Where a finger touches the row, in units from its upper left corner."""
    if node.kind == "slider":
        return (knob(node, node.values.index(value)), TRACK_Y)
    return (KNOB.get(node.kind, KNOB["page"]), HEIGHT / 2)


def knob(node: Node, step: float) -> float:
    """Where a slider's knob is at a step, which may lie between two."""
    return TRACK[0] + (TRACK[1] - TRACK[0]) * step / (len(node.values) - 1)


def draw_row(
    phone: Phone, node: Node, value: str, unit: float, look: Look, pressed: bool, cursor: bool, step: float | None
) -> Image.Image:
    """The row's picture. value: as the screen shows it. cursor: the field is being typed into. step: where a slider's
    knob is while it is moved.
    """
    image = Image.new("RGB", (round(WIDTH * unit), round(HEIGHT * unit)), look.row)
    pen = Pen(image, unit, look)
    if node.kind == "note":
        pen.fill(0, 0, WIDTH, HEIGHT, look.back)
        pen.fitted(EDGE, 0.56 * HEIGHT, node.label, WIDTH - 2 * EDGE, 0.8 * LABEL, look.faint)
        return image
    if pressed:
        pen.fill(0, 0, WIDTH, HEIGHT, look.pressed)
    pen.fill(0, HEIGHT - 0.7, WIDTH, HEIGHT, look.line)
    size = LABEL * look.letters
    draw = _KINDS.get(node.kind, _page)
    draw(pen, phone, node, value, size, cursor, step)
    return image


def _toggle(pen: Pen, phone: Phone, node: Node, value: str, size: float, cursor: bool, step: float | None) -> None:
    look, on = pen.look, value == ON
    left, top = WIDTH - EDGE - 15, (HEIGHT - 9) / 2
    pen.fitted(EDGE, HEIGHT / 2, node.label, left - EDGE - 2, size, look.ink)
    pen.rounded(left, top, left + 15, top + 9, 4.5, look.on if on else look.off, look.ink if look.shapes else None)
    knob_at = left + 7 if on else left + 1
    pen.rounded(knob_at, top + 1, knob_at + 7, top + 8, 3.5, (255, 255, 255))


def _slider(pen: Pen, phone: Phone, node: Node, value: str, size: float, cursor: bool, step: float | None) -> None:
    look, size = pen.look, 0.86 * size
    words = phone.words[value]
    pen.text(WIDTH - EDGE, 5.2, words, size, look.accent, "rm")
    pen.fitted(EDGE, 5.2, node.label, WIDTH - 2 * EDGE - 3 - pen.width(words, size), size, look.ink, 8.0)
    x = knob(node, node.values.index(value) if step is None else step)
    pen.rounded(TRACK[0], TRACK_Y - 1, TRACK[1], TRACK_Y + 1, 1, look.off)
    pen.rounded(TRACK[0], TRACK_Y - 1, max(x, TRACK[0] + 2), TRACK_Y + 1, 1, look.accent)
    for number in range(len(node.values)):
        tick = knob(node, number)
        pen.fill(tick - 0.5, TRACK_Y - 2, tick + 0.5, TRACK_Y + 2, look.faint)
    pen.rounded(x - 3.5, TRACK_Y - 3.5, x + 3.5, TRACK_Y + 3.5, 3.5, look.row, look.accent)


def _choice(pen: Pen, phone: Phone, node: Node, value: str, size: float, cursor: bool, step: float | None) -> None:
    look, words = pen.look, phone.words[value]
    pen.symbol(WIDTH - EDGE - 1.5, HEIGHT / 2, "chevron_right", 9, look.accent if look.shapes else look.faint)
    room = WIDTH - 2 * EDGE - 6
    if pen.width(node.label, size) + pen.width(words, 0.9 * size) + 4 <= room:
        pen.fitted(EDGE, HEIGHT / 2, node.label, room, size, look.ink)
        pen.text(WIDTH - EDGE - 6, HEIGHT / 2, words, 0.9 * size, look.accent, "rm")
        return
    pen.fitted(EDGE, 5.2, node.label, room, 0.86 * size, look.ink, 8.0)
    pen.fitted(EDGE, 13.2, words, room, 0.84 * size, look.accent, 8.0)


def _text(pen: Pen, phone: Phone, node: Node, value: str, size: float, cursor: bool, step: float | None) -> None:
    look = pen.look
    query = node.kind == "query"
    pen.rounded(EDGE - 2, 0.6, WIDTH - EDGE + 2, HEIGHT - 1.4, 3, look.back, look.accent if cursor else look.line)
    if query:
        pen.symbol(EDGE + 6, HEIGHT / 2, "magnify", 9, look.faint)
        left, middle = EDGE + 12, HEIGHT / 2
        if not value and not cursor:
            pen.text(left, middle, "Search", size, look.faint)
    else:
        left, middle = EDGE + 1, 11.6
        pen.fitted(left, 4.3, node.label, WIDTH - 2 * EDGE - 4, 0.7 * size, look.faint, 7.0)
    shown, room = value, WIDTH - EDGE - left - 4
    while pen.width(shown, 0.96 * size) > room:
        shown = shown[1:]  # the end is what is being typed
    pen.text(left, middle, shown, 0.96 * size, look.ink)
    if cursor:
        end = left + pen.width(shown, 0.96 * size) + 1
        pen.fill(end, middle - 4, end + 1, middle + 4, look.accent)


def _option(pen: Pen, phone: Phone, node: Node, value: str, size: float, cursor: bool, step: float | None) -> None:
    look, chosen = pen.look, value == phone.stands_for[node.id]
    pen.fitted(EDGE, HEIGHT / 2, node.label, WIDTH - 2 * EDGE - 12, size, look.ink)
    middle = (WIDTH - EDGE - 5, HEIGHT / 2)
    pen.rounded(
        middle[0] - 4.5,
        middle[1] - 4.5,
        middle[0] + 4.5,
        middle[1] + 4.5,
        4.5,
        look.row,
        look.accent if chosen else look.faint,
    )
    if chosen:
        pen.rounded(middle[0] - 3, middle[1] - 3, middle[0] + 3, middle[1] + 3, 3, look.accent)


def _page(pen: Pen, phone: Phone, node: Node, value: str, size: float, cursor: bool, step: float | None) -> None:
    look, left = pen.look, EDGE
    if node.icon:
        order = phone.nodes[node.parent].children.index(node.id) if node.id in phone.nodes[node.parent].children else 0
        pen.rounded(EDGE - 1, 3.5, EDGE + 10, 14.5, 3, TILES[order % len(TILES)])
        pen.symbol(EDGE + 4.5, HEIGHT / 2, node.icon, 8, (255, 255, 255))
        left += 13
    if look.shapes:
        pen.rounded(WIDTH - EDGE - 6.5, 4, WIDTH - EDGE + 3, 14, 3, look.row, look.accent)
    pen.symbol(WIDTH - EDGE - 1.5, HEIGHT / 2, "chevron_right", 9, look.accent if look.shapes else look.faint)
    pen.fitted(left, HEIGHT / 2, node.label, WIDTH - EDGE - 7 - left, size, look.ink)


_KINDS = {
    "toggle": _toggle,
    "slider": _slider,
    "choice": _choice,
    "text": _text,
    "query": _text,
    "option": _option,
}
