"""The index page of a run shows every point at its place, links to its pages, and can be harmed by no text."""

from __future__ import annotations

import re

from envs.run_page import SMOOTH, Curve, render_run_page


def lines(page: str, kind: str) -> list[list[tuple[float, float]]]:
    """The points of every line of a kind, (across, down)."""
    return [
        [tuple(map(float, point.split(","))) for point in found.split()]  # type: ignore[misc]
        for found in re.findall(rf'<polyline class={kind} points="([^"]*)"', page)
    ]


def test_later_is_further_right_and_more_is_higher() -> None:
    page = render_run_page("r", "l", [Curve("Success", [(0, 0.0), (5, 0.5), (10, 1.0)], 0.0, 1.0)], [], [])
    ((a, b, c),) = lines(page, "raw")
    assert a[0] < b[0] < c[0]
    assert a[1] > b[1] > c[1]
    assert b[0] - a[0] == c[0] - b[0]
    assert a[1] - b[1] == b[1] - c[1]
    assert "last 1<" in page


def test_the_range_holds_its_bounds_and_every_value() -> None:
    page = render_run_page("r", "l", [Curve("x", [(0, -3.0), (1, 0.25)], 0.0, 1.0)], [], [])
    for mark in ("-3<", "-1<", ">1<"):
        assert mark in page
    flat = render_run_page("r", "l", [Curve("x", [(7, 2.0)])], [], [])
    assert "1.5<" in flat and "2.5<" in flat


def test_the_bold_line_is_the_running_mean() -> None:
    points = [(step, float(step % 2)) for step in range(12)]
    page = render_run_page("r", "l", [Curve("x", points, 0.0, 1.0)], [], [])
    ((raw, mean),) = zip(lines(page, "raw"), lines(page, "mean"), strict=True)
    assert [x for x, _ in mean] == [x for x, _ in raw[SMOOTH - 1 :]]
    bottom, top = raw[0][1], raw[1][1]
    for (_, y), at in zip(mean, range(SMOOTH - 1, 12), strict=True):
        share = sum(value for _, value in points[at + 1 - SMOOTH : at + 1]) / SMOOTH
        assert abs(y - (bottom + share * (top - bottom))) < 0.11


def test_a_row_links_to_its_page_and_no_text_harms() -> None:
    evil = '"><script>x</script>'
    curve = Curve(evil, [(0, 1.0)])
    page = render_run_page(evil, evil, [curve, Curve("empty", [])], [evil], [("step_000010.html", ["10", evil])])
    assert "<script" not in page
    assert '<a href="step_000010.html">10</a>' in page
    assert page.count("<figure>") == 1
