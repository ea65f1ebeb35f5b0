"""The kitchens that have names, and a generator of others for training. The benchmark's two are galley and island."""

from __future__ import annotations

from random import Random

from pydantic import ValidationError

from envs.assist.cook.layout import CABINET, FLOOR, NEEDED, Kind, Layout, Station, Tile

BENCHMARK_LAYOUTS = ("galley", "island")
"""The two kitchens of the frozen cases."""
SIDES = ("left", "right")
MULTIPLE: tuple[Kind, ...] = ("crate", "pan", "pot", "fryer")
"""Kinds of which a generated kitchen may have two."""


def _layout(name: str, rows: str, start: str, *stations: tuple[str, str, Kind, str]) -> Layout:
    """stations: (character in rows, id, kind, label) each."""
    legend = {char: Station(id=id, kind=kind, label=label) for char, id, kind, label in stations}
    return Layout(name=name, rows=tuple(rows.split()), legend=legend, start=start)


_HEAT: tuple[tuple[str, str, Kind, str], ...] = (
    ("1", "stove_1", "pan", "stove 1"),
    ("2", "stove_2", "pot", "stove 2"),
    ("Y", "fryer", "fryer", "fryer"),
)
_STORES: tuple[tuple[str, str, Kind, str], ...] = (
    ("F", "fridge", "fridge", "fridge"),
    ("P", "pantry", "pantry", "pantry"),
    ("C", "crate", "crate", "crate"),
)
_REST: tuple[tuple[str, str, Kind, str], ...] = (
    ("D", "plates", "plates", "plates"),
    ("V", "pass", "pass", "pass"),
    ("T", "trash", "trash", "trash"),
)
_BOARDS: tuple[tuple[str, str, Kind, str], ...] = (
    ("l", "left_board", "board", "left board"),
    ("r", "right_board", "board", "right board"),
)
_COUNTERS: tuple[tuple[str, str, Kind, str], ...] = (
    ("a", "counter_1", "counter", "counter 1"),
    ("b", "counter_2", "counter", "counter 2"),
    ("c", "counter_3", "counter", "counter 3"),
)

LAYOUTS: dict[str, Layout] = {
    layout.name: layout
    for layout in (
        _layout(
            "galley",
            """
            #F#P#C#12#Y#
            #..........#
            #..........#
            #..........#
            #Tlarb#cD#V#
            """,
            "counter_2",
            *(*_STORES, *_HEAT, *_BOARDS, *_COUNTERS, *_REST),
        ),
        _layout(
            "island",
            """
            #FP##1#2##Y#
            C..........Z
            K..........#
            #...larb...T
            #...#cdD...#
            #..........V
            ############
            """,
            "counter_2",
            *(*_STORES[:2], *_HEAT[:2], *_BOARDS, *_COUNTERS, *_REST),
            ("C", "crate_1", "crate", "crate 1"),
            ("K", "crate_2", "crate", "crate 2"),
            ("Y", "fryer_1", "fryer", "fryer 1"),
            ("Z", "fryer_2", "fryer", "fryer 2"),
            ("d", "counter_4", "counter", "counter 4"),
        ),
        _layout(
            "kitchenette",
            """
            #CPF12Y#
            #......#
            V......T
            #lDrabc#
            """,
            "counter_1",
            *(*_STORES, *_HEAT, *_BOARDS, *_COUNTERS, *_REST),
        ),
        _layout(
            "corner",
            """
            #F#P#C##a#
            1........l
            2........#
            #........r
            Y........b
            #T#c##D#V#
            """,
            "plates",
            *(*_STORES, *_HEAT, *_BOARDS, *_COUNTERS, *_REST),
        ),
        _layout(
            "bistro",
            """
            ##1#2#3##Y##
            F..........V
            #..larb#...#
            P..........D
            #..........c
            C..........#
            ##T#e####d##
            """,
            "counter_1",
            *(*_STORES, *_HEAT, *_BOARDS, *_COUNTERS, *_REST),
            ("3", "stove_3", "pan", "stove 3"),
            ("d", "counter_4", "counter", "counter 4"),
            ("e", "counter_5", "counter", "counter 5"),
        ),
    )
}
"""Name -> layout; those that the benchmark leaves out are for training."""


def generate_layout(rng: Random) -> Layout:
    """A sound kitchen for training: stations along the walls and, often, on an island; never one that has a name."""
    while True:
        try:
            return _draw(rng)
        except ValidationError:  # a station in a corner that nobody reaches: draw again
            continue


def _draw(rng: Random) -> Layout:
    width, height = rng.randint(9, 13), rng.randint(6, 8)
    tiles = {(x, y): CABINET for x in range(width) for y in range(height)}
    for y in range(1, height - 1):
        for x in range(1, width - 1):
            tiles[x, y] = FLOOR
    room: list[Tile] = [(x, y) for x, y in tiles if (x in (0, width - 1)) != (y in (0, height - 1))]
    if rng.random() < 0.5 and height >= 7:
        for x in range(rng.randint(2, 4), width - rng.randint(3, 4)):
            tiles[x, height // 2] = CABINET
            room.append((x, height // 2))
    kinds: list[Kind] = [*NEEDED, "board"]
    for _ in range(rng.randint(2, 4)):
        kinds.append("counter")
    for kind in MULTIPLE:
        if rng.random() < 0.25:
            kinds.append(kind)
    stations = _named(kinds)
    rng.shuffle(room)
    legend: dict[str, Station] = {}
    for station, tile in zip(stations, room, strict=False):
        char = chr(ord("A") + len(legend))
        legend[char] = station
        tiles[tile] = char
    rows = tuple("".join(tiles[x, y] for x in range(width)) for y in range(height))
    return Layout(name="generated", rows=rows, legend=legend, start=rng.choice(stations).id)


def _named(kinds: list[Kind]) -> list[Station]:
    """Stations of these kinds; several of one kind are told apart by number, boards by side."""
    words = {"pan": "stove", "pot": "stove"}
    names = [words.get(kind, kind) for kind in kinds]
    stations: list[Station] = []
    for i, (kind, name) in enumerate(zip(kinds, names, strict=True)):
        number = names[: i + 1].count(name)
        if kind == "board":
            label = f"{SIDES[number - 1]} board"
        else:
            label = f"{name} {number}" if names.count(name) > 1 else name
        stations.append(Station(id=label.replace(" ", "_"), kind=kind, label=label))
    return stations
