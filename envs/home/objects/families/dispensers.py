"""What gives its content out bit by bit: pumps, sprayers, spray cans, tubes, mills."""

from __future__ import annotations

from typing import Literal

from envs.home.objects.palette import DARK, METAL, PAPER
from envs.home.objects.sculptor import Sculptor


def pump(s: Sculptor, radius: float = 0.035, height: float = 0.18, square: bool = False, label: bool = True) -> None:
    """A bottle with a pump head whose nozzle points to the front."""
    body = height * 0.68
    if square:
        s.block((radius, radius * 0.7, body / 2), (0, 0, body / 2))
        if label:
            s.box((radius * 0.7, radius * 0.7 + 0.0008, body * 0.22), (0, 0, body * 0.45), PAPER)
    else:
        s.barrel(radius, 0, body)
        if label:
            s.column(radius + 0.0006, body * 0.25, body * 0.68, PAPER)
            s.column(radius + 0.001, body * 0.4, body * 0.52, s.accent)
    s.column(radius * 0.42, body, body + height * 0.09, s.dim)
    s.column(radius * 0.14, body, height * 0.94, METAL)
    s.box((radius * 0.26, radius * 0.6, height * 0.03), (0, -radius * 0.35, height * 0.96), s.dim)
    s.box((radius * 0.12, radius * 0.1, height * 0.03), (0, -radius * 0.9, height * 0.93), s.dim)


def sprayer(s: Sculptor, radius: float = 0.04, height: float = 0.25) -> None:
    """A bottle with a trigger head whose nozzle points to the left."""
    body = height * 0.6
    s.barrel(radius, 0, body)
    s.ball((radius, radius, height * 0.12), (0, 0, body), s.main)
    s.column(radius * 0.36, body, height * 0.82, PAPER)
    s.box((radius * 0.85, radius * 0.32, height * 0.06), (-radius * 0.25, 0, height * 0.9), s.dim)
    s.box((radius * 0.2, radius * 0.2, height * 0.03), (-radius * 1.25, 0, height * 0.92), DARK)
    s.rod(radius * 0.12, (-radius * 0.55, 0, height * 0.85), (-radius * 0.85, 0, height * 0.72), DARK)


def aerosol(
    s: Sculptor,
    radius: float = 0.028,
    height: float = 0.19,
    nozzle: Literal["cap", "button", "cream"] = "cap",
    label: bool = True,
) -> None:
    """A spray can. nozzle: cap (a dome over it), button, or cream (a star-shaped beak)."""
    body = height * 0.78
    s.column(radius * 1.02, 0, height * 0.02, METAL)
    s.barrel(radius, height * 0.02, body)
    if label:
        s.ball((radius * 0.66, radius * 0.3, height * 0.12), (0, -radius * 0.82, height * 0.4), s.accent)
    s.column(radius * 0.95, body, body + height * 0.02, METAL)
    if nozzle == "cap":
        s.column(radius * 0.92, body, height * 0.95, s.dim)
        s.ball((radius * 0.92, radius * 0.92, height * 0.05), (0, 0, height * 0.95), s.dim)
    elif nozzle == "button":
        s.ball((radius * 0.9, radius * 0.9, height * 0.07), (0, 0, body), METAL)
        s.column(radius * 0.35, body, height * 0.95, PAPER)
        s.disc(radius * 0.08, 0.001, (0, -radius * 0.35, height * 0.9), DARK, (0, 1, 0))
    else:
        s.ball((radius * 0.9, radius * 0.9, height * 0.06), (0, 0, body), METAL)
        s.rod(radius * 0.22, (0, 0, body), (0, 0, height * 0.9), PAPER)
        s.rod(radius * 0.14, (0, 0, height * 0.92), (-radius * 0.6, 0, height * 0.98), PAPER)


def tube(s: Sculptor, length: float = 0.16, width: float = 0.045, upright: bool = False, cap: float = 0.16) -> None:
    """A squeezed tube: flat and wide at its end, round at its cap; lying, or standing on its cap."""
    if upright:
        s.column(width * 0.42, 0, length * cap, PAPER)
        s.block((width / 2, width * 0.3, length * 0.25), (0, 0, length * (cap + 0.25)))
        s.box((width * 0.56, width * 0.18, length * 0.12), (0, 0, length * (cap + 0.6)), s.main)
        s.box((width * 0.6, width * 0.06, length * 0.07), (0, 0, length * (cap + 0.77)), s.dim)
        return
    body = length * (1 - cap)
    s.block((body / 2, width / 2, width * 0.16), (0, 0, width * 0.16))
    s.ball((body * 0.42, width * 0.46, width * 0.3), (-body * 0.1, 0, width * 0.24), s.main)
    s.box((length * 0.05, width * 0.54, 0.003), (body / 2, 0, width * 0.16), s.dim)
    s.disc(width * 0.25, length * cap / 2, (-body / 2 - length * cap / 2, 0, width * 0.25), PAPER, (1, 0, 0))


def shaker(s: Sculptor, radius: float = 0.025, height: float = 0.2) -> None:
    """A turned mill: waisted body, round head, a knob."""
    s.barrel(radius, 0, height * 0.25)
    s.column(radius * 0.7, height * 0.25, height * 0.5, s.main)
    s.ball((radius, radius, height * 0.12), (0, 0, height * 0.58), s.main)
    s.column(radius * 0.6, height * 0.6, height * 0.72, METAL)
    s.ball((radius * 0.95, radius * 0.95, height * 0.12), (0, 0, height * 0.8), s.dim)
    s.ball(radius * 0.3, (0, 0, height * 0.95), METAL)
