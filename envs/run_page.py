"""The index page of a run: how its numbers went, as curves, and a table that links to its pages of episodes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from envs.page import escaped, html_page

SMOOTH = 5
"""Points in the running mean of the bold line."""
_WIDTH, _HEIGHT, _LEFT, _TOP, _BOTTOM = 460, 190, 44, 10, 22


@dataclass(frozen=True)
class Curve:
    """A number over the steps of a run: (step, value) in order of steps, values finite.

    low, high: the range that is shown at least.
    """

    title: str
    points: Sequence[tuple[float, float]]
    low: float | None = None
    high: float | None = None


def render_run_page(
    title: str,
    lead: str,
    curves: Sequence[Curve],
    columns: Sequence[str],
    rows: Sequence[tuple[str, Sequence[str]]],
) -> str:
    """The page. columns: heads of the table; rows: (address of a page, cells), the first cell being the link."""
    charts = "".join(_chart(curve) for curve in curves if curve.points)
    head = "".join(f"<th>{escaped(name)}</th>" for name in columns)
    lines = ""
    for address, (first, *others) in rows:
        cells = "".join(f"<td>{escaped(cell)}</td>" for cell in others)
        lines += f'<tr><td><a href="{escaped(address)}">{escaped(first)}</a></td>{cells}</tr>'
    table = f"<table><tr>{head}</tr>{lines}</table>" if rows else ""
    return html_page(title, f"<p class=lead>{escaped(lead)}</p><div class=charts>{charts}</div>{table}")


def _chart(curve: Curve) -> str:
    """A figure of SVG: every value as a thin line, their running mean as a bold one."""
    steps, values = zip(*curve.points, strict=True)
    low, high = (
        pick(values) if bound is None else pick(bound, *values) for pick, bound in ((min, curve.low), (max, curve.high))
    )
    if low == high:
        low, high = low - 0.5, high + 0.5
    first, last = steps[0], max(steps[-1], steps[0] + 1)

    def place(step: float, value: float) -> str:
        x = _LEFT + (step - first) / (last - first) * (_WIDTH - _LEFT - 8)
        return f"{x:.1f},{_down(value, low, high):.1f}"

    def line(kind: str, points: Sequence[tuple[float, float]]) -> str:
        return f'<polyline class={kind} points="{" ".join(place(*point) for point in points)}"/>'

    width = min(SMOOTH, len(values))
    means = [(steps[i], sum(values[i + 1 - width : i + 1]) / width) for i in range(width - 1, len(values))]
    grid = ""
    for value in (low, (low + high) / 2, high):
        y = _down(value, low, high)
        grid += f"<line class=grid x1={_LEFT} x2={_WIDTH - 8} y1={y:.1f} y2={y:.1f} />"
        grid += f"<text x={_LEFT - 6} y={y + 4:.1f} text-anchor=end>{value:.3g}</text>"
    for x, anchor, step in ((_LEFT, "start", first), (_WIDTH - 8, "end", last)):
        grid += f"<text x={x} y={_HEIGHT - 5} text-anchor={anchor}>step {step:g}</text>"
    return (
        f"<figure><figcaption>{escaped(curve.title)}, last {values[-1]:.3g}</figcaption>"
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role=img>{grid}{line("raw", curve.points)}{line("mean", means)}</svg>'
        "</figure>"
    )


def _down(value: float, low: float, high: float) -> float:
    """Where a value stands, from the top of the picture."""
    return _TOP + (high - value) / (high - low) * (_HEIGHT - _TOP - _BOTTOM)
