"""Colours, letters and symbols of the phone's pictures.

All lengths of the drawing are in units: a picture is 128 units a side, so that what is legible at 128 pixels is so at
every size. Some settings change the look, as they do for whoever holds the phone: darkness, contrast, bold and larger
letters, outlines around what can be pressed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from fonticon_mdi7 import MDI7
from PIL import Image, ImageDraw, ImageFont

from envs.assist.phone.spec import ON
from envs.assist.phone.tree import Node, Phone

UNITS = 128
Colour = tuple[int, int, int]
LEAST_BOLD = 9
"""Pixels of letters that are still legible when doubled."""
SMOOTH = 4
"""Shapes are drawn so many times larger and then reduced."""
SKIN: Colour = (226, 178, 148)
SKIN_EDGE: Colour = (150, 104, 82)
DESK: Colour = (205, 199, 188)
TILES: tuple[Colour, ...] = (
    (62, 110, 160),
    (176, 92, 62),
    (76, 132, 88),
    (134, 92, 150),
    (186, 142, 50),
    (62, 138, 144),
    (166, 80, 108),
    (104, 112, 124),
)


@dataclass(frozen=True)
class Look:
    """How everything is drawn. letters: factor of their size."""

    back: Colour = (236, 238, 241)
    row: Colour = (255, 255, 255)
    line: Colour = (206, 211, 217)
    ink: Colour = (32, 38, 46)
    faint: Colour = (112, 121, 132)
    accent: Colour = (30, 104, 178)
    on: Colour = (38, 150, 86)
    off: Colour = (178, 185, 194)
    pressed: Colour = (208, 224, 242)
    bold: bool = False
    shapes: bool = False
    letters: float = 1.0


_DARK = {
    "back": (18, 21, 26),
    "row": (36, 41, 48),
    "line": (66, 73, 82),
    "ink": (236, 240, 245),
    "faint": (158, 166, 176),
    "accent": (112, 178, 246),
    "on": (58, 176, 108),
    "off": (92, 100, 110),
    "pressed": (56, 76, 100),
}
_STRONG = {
    "row": (255, 255, 255),
    "line": (60, 64, 70),
    "ink": (0, 0, 0),
    "faint": (50, 54, 60),
    "accent": (0, 58, 140),
    "on": (0, 112, 48),
    "off": (110, 116, 124),
}
_STRONG_DARK = {"back": (0, 0, 0), "row": (0, 0, 0), "line": (190, 195, 200), "ink": (255, 255, 255)}


def look_of(phone: Phone, values: Mapping[str, str]) -> Look:
    """The look that a phone's settings give it."""
    found = {node.effect: (node.values, values[node.id]) for node in _with_effect(phone)}
    on = {effect for effect, (_, value) in found.items() if value == ON}
    colours: dict[str, Colour] = dict(_DARK) if "dark" in on else {}
    if "contrast" in on:
        colours |= _STRONG_DARK if "dark" in on else _STRONG
    letters = 1.0
    if "large" in found:
        steps, value = found["large"]
        letters = (0.88, 1.0, 1.14, 1.28)[min(3, steps.index(value))]
    return Look(**colours, bold="bold" in on, shapes="shapes" in on, letters=letters)


def effects_of(phone: Phone, values: Mapping[str, str]) -> tuple[str, ...]:
    """The values that the look depends on."""
    return tuple(values[node.id] for node in _with_effect(phone))


@lru_cache(maxsize=64)
def _with_effect(phone: Phone) -> tuple[Node, ...]:
    return tuple(node for node in phone.nodes.values() if node.effect)


@lru_cache(maxsize=64)
def font(pixels: int) -> ImageFont.FreeTypeFont:
    """The letters of a size in pixels."""
    return ImageFont.load_default(max(5, pixels))  # type: ignore[return-value]


@lru_cache(maxsize=32)
def _symbols(pixels: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(MDI7.__font_file__, pixels)


class Pen:
    """Writes and draws on a picture in units; `unit` is how many pixels one is."""

    def __init__(self, image: Image.Image, unit: float, look: Look) -> None:
        self.image, self.unit, self.look = image, unit, look
        self._draw = ImageDraw.Draw(image)

    def box(self, left: float, top: float, right: float, bottom: float) -> tuple[int, int, int, int]:
        """A rectangle's pixels, the right and lower ones included; never empty."""
        x, y = round(left * self.unit), round(top * self.unit)
        return (x, y, max(x, round(right * self.unit) - 1), max(y, round(bottom * self.unit) - 1))

    def fill(self, left: float, top: float, right: float, bottom: float, colour: Colour) -> None:
        """A plain rectangle."""
        self._draw.rectangle(self.box(left, top, right, bottom), fill=colour)

    def rounded(
        self,
        left: float,
        top: float,
        right: float,
        bottom: float,
        radius: float,
        colour: Colour,
        edge: Colour | None = None,
    ) -> None:
        """A rectangle with round corners, smooth, with a line of half a unit around it if `edge` is given."""
        x0, y0, x1, y1 = self.box(left, top, right, bottom)
        mask, rim = _rounded(
            x1 - x0 + 1, y1 - y0 + 1, radius * self.unit, 0.0 if edge is None else max(1.0, 0.6 * self.unit)
        )
        if edge is not None:
            self.image.paste(edge, (x0, y0), mask)
            self.image.paste(colour, (x0, y0), rim)
        else:
            self.image.paste(colour, (x0, y0), mask)

    def width(self, text: str, size: float) -> float:
        """Of one line, in units."""
        return font(round(size * self.unit)).getlength(text) / self.unit

    def text(
        self, x: float, y: float, text: str, size: float, colour: Colour, anchor: str = "lm", bold: bool | None = None
    ) -> None:
        """One line. size: of the letters in units. anchor: Pillow's."""
        letters, where = font(round(size * self.unit)), (round(x * self.unit), round(y * self.unit))
        self._draw.text(where, text, font=letters, fill=colour, anchor=anchor)
        bold = self.look.bold if bold is None else bold
        if bold and letters.size >= LEAST_BOLD:
            shift = max(1, round(0.5 * self.unit))
            self._draw.text((where[0] + shift, where[1]), text, font=letters, fill=colour, anchor=anchor)

    def fitted(
        self, x: float, y: float, text: str, width: float, size: float, colour: Colour, height: float = 17.0
    ) -> None:
        """One or two lines from x, centred at y, in letters as large as the width allows."""
        widest = width - (1.0 if self.look.bold else 0.0)
        for share in (1.0, 0.92):
            if self.width(text, share * size) <= widest:
                self.text(x, y, text, share * size, colour)
                return
        for share in (0.92, 0.84, 0.76, 0.68):
            lines = _halves(text, lambda words, share=share: self.width(words, share * size))
            if 2 * share * size <= height and max(self.width(line, share * size) for line in lines) <= widest:
                self.text(x, y - 0.46 * share * size, lines[0], share * size, colour)
                self.text(x, y + 0.54 * share * size, lines[1], share * size, colour)
                return
        while len(text) > 1 and self.width(text + "…", 0.84 * size) > widest:
            text = text[:-1]
        self.text(x, y, text.rstrip() + "…", 0.84 * size, colour)

    def symbol(self, x: float, y: float, name: str, size: float, colour: Colour) -> None:
        """A symbol of the Material Design icons, centred."""
        where = (round(x * self.unit), round(y * self.unit))
        self._draw.text(where, getattr(MDI7, name), font=_symbols(round(size * self.unit)), fill=colour, anchor="mm")


def _halves(text: str, width: Callable[[str], float]) -> tuple[str, str]:
    """The text in two lines that are as even as can be."""
    words = text.split()
    ways = [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))] or [(text, "")]
    return min(ways, key=lambda way: max(width(way[0]), width(way[1])))


@lru_cache(maxsize=512)
def _rounded(width: int, height: int, radius: float, line: float) -> tuple[Image.Image, Image.Image]:
    """Masks of a rounded rectangle, and of what is inside its line."""
    masks = []
    for inset in (0.0, line):
        large = Image.new("L", (SMOOTH * width, SMOOTH * height), 0)
        edge = SMOOTH * inset
        right, bottom = SMOOTH * width - 1 - edge, SMOOTH * height - 1 - edge
        if right >= edge and bottom >= edge:  # in small pictures a line may leave nothing inside
            rounded = SMOOTH * max(0.0, radius - inset)
            ImageDraw.Draw(large).rounded_rectangle((edge, edge, right, bottom), rounded, fill=255)
        masks.append(large.resize((width, height), Image.Resampling.BOX))
    return masks[0], masks[1]
