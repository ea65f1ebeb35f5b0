"""The kitchen's frames: a pure function of what an eye can see, and of all of it."""

from __future__ import annotations

import itertools
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from envs.assist.action import Action
from envs.assist.cook.contact import contact_sheet, episode, food_strips
from envs.assist.cook.domain import CookDomain
from envs.assist.cook.drawing.fixtures import TALL
from envs.assist.cook.drawing.grid import DEEPEST, WALL, Grid
from envs.assist.cook.drawing.icons import ICONS
from envs.assist.cook.drawing.pen import reduced, sheet
from envs.assist.cook.drawing.scene import CUTS, DishLook, FoodLook, StationLook
from envs.assist.cook.drawing.things import dish, food
from envs.assist.cook.foods import FOODS
from envs.assist.cook.layouts import LAYOUTS, generate_layout
from envs.assist.cook.painter import SMALLEST, CookPainter
from envs.assist.cook.state import CookState, Portion
from envs.assist.domain import Motion

SIZE = 256
Moment = tuple[CookState, int, Motion]


def domain_of(layout: str, recipe: str = "loaded_burrito") -> CookDomain:
    return CookDomain({"recipe": recipe, "layout": layout})


def wander(domain: CookDomain, rng: Random, steps: int) -> list[Moment]:
    """Moments of an episode in which the person mostly follows the plan and now and then does anything possible."""
    state, tick, found = domain.start(), 0, []
    things = [*domain.kitchen.kinds, *domain.kitchen.source, "plate", "plate_2"]
    verbs = ("go_to", "pick_up", "put_down", "chop", "turn_on", "turn_off", "scoop")
    for _ in range(steps):
        plan = domain.plan(state, tick)
        action = plan[0].action if plan else Action("go_to", place=rng.choice([*domain.kitchen.kinds]))
        if rng.random() < 0.4:
            tries = (Action(rng.choice(verbs), rng.choice(things), rng.choice(["", *things])) for _ in range(300))
            action = next((one for one in tries if domain.refusal(state, one) is None), action)
        ticks = domain.duration(state, action)
        for done in sorted(rng.random() for _ in range(2)):
            found.append((domain.elapse(state, tick + int(done * ticks)).state, tick, Motion(action, done)))
        tick += ticks
        state = domain.apply(state, action, tick).state
        found.append((state, tick, Motion()))
    return found


def with_portion(state: CookState, portion: Portion) -> CookState:
    return replace(state, portions=tuple(sorted((*state.portions, portion), key=lambda p: p.id)))


def with_plate(state: CookState, at: str, *holds: str) -> CookState:
    """The first plate is there and bears these foods, ready to eat."""
    portions = tuple(sorted((Portion(id, id, "plate", state="done") for id in holds), key=lambda p: p.id))
    plates = tuple(replace(plate, at=at, holds=holds) if plate.id == "plate" else plate for plate in state.plates)
    hand = "plate" if at == "person" else state.hand
    return replace(state, portions=(*state.portions, *portions), plates=plates, hand=hand)


@pytest.fixture(scope="module")
def galley() -> tuple[CookDomain, CookPainter]:
    domain = domain_of("galley")
    return domain, CookPainter(domain, SIZE)


@pytest.mark.parametrize("size", [SMALLEST, 128, 200, 512])
def test_a_frame_is_a_square_of_bytes_of_the_asked_size(size: int) -> None:
    domain = domain_of("island")
    frame = CookPainter(domain, size).frame(domain.start(), 0, Motion())
    assert frame.shape == (size, size, 3) and frame.dtype == np.uint8
    assert frame.flags.writeable  # the caller's own


def test_too_small_a_size_is_refused() -> None:
    with pytest.raises(ValueError, match="size"):
        CookPainter(domain_of("galley"), SMALLEST - 1)


@pytest.mark.parametrize("layout", [*LAYOUTS, *(f"generated {seed}" for seed in range(4))])
def test_keys_are_equal_exactly_when_frames_are(layout: str) -> None:
    drawn = LAYOUTS.get(layout) or generate_layout(Random(layout))
    domain = CookDomain({"recipe": "loaded_burrito", "layout": drawn.model_dump()})
    painter = CookPainter(domain, SIZE)
    frame_of: dict[object, bytes] = {}
    key_of: dict[bytes, object] = {}
    for moment in wander(domain, Random(layout), 60):
        key, frame = painter.key(*moment), painter.frame(*moment).tobytes()
        assert frame_of.setdefault(key, frame) == frame
        assert key_of.setdefault(frame, key) == key
    assert len(frame_of) > 60


def test_frames_do_not_depend_on_what_was_drawn_before() -> None:
    domain = domain_of("island", "steak_frites")
    moments = wander(domain, Random(7), 40)
    painter, other, third = (CookPainter(domain, 128) for _ in range(3))
    frames = [painter.frame(*moment) for moment in moments]
    backward = [other.frame(*moment) for moment in reversed(moments)][::-1]
    for i, moment in enumerate(moments):
        assert np.array_equal(frames[i], backward[i])
        if i % 10 == 0:
            third.close()
            third.close()
            assert np.array_equal(frames[i], third.frame(*moment))
            assert np.array_equal(frames[i], painter.frame(*moment))


def test_a_frame_is_not_changed_by_who_got_the_one_before(galley: tuple[CookDomain, CookPainter]) -> None:
    domain, painter = galley
    first = painter.frame(domain.start(), 0, Motion())
    kept = first.copy()
    first[:] = 0
    assert np.array_equal(painter.frame(domain.start(), 0, Motion()), kept)


def test_every_visible_fact_is_seen(galley: tuple[CookDomain, CookPainter]) -> None:
    domain, painter = galley
    start = replace(domain.start(), at="counter_3")
    kinds = {kind: id for id, kind in domain.kitchen.kinds.items()}
    looks: list[CookState] = [start, *(replace(start, on=(kinds[kind],)) for kind in ("pan", "pot", "fryer"))]
    for state, chopped in itertools.product(("raw", "cooking", "done", "burnt"), (False, True)):
        for at in (kinds["pan"], "counter_1", "right_board"):
            looks.append(with_portion(start, Portion("steak", "steak", at, chopped, state)))  # pyright: ignore[reportArgumentType]
        looks.append(replace(with_portion(start, Portion("steak", "steak", "person", chopped, state)), hand="steak"))  # pyright: ignore[reportArgumentType]
    for at in ("counter_1", "pass", "person"):
        for count in (0, 1, 2, 3):
            looks += [
                with_plate(start, at, *order) for order in itertools.permutations(("rice", "steak", "tomato"), count)
            ]
    looks += [replace(start, at=at) for at in ("pantry", "fridge", "crate", "pass")]
    frames = {painter.frame(state, 0, Motion()).tobytes() for state in looks}
    assert len(frames) == len({state.key for state in looks})


@pytest.mark.parametrize("size", [128, 512])
def test_the_order_on_a_plate_is_seen_up_to_the_largest_dish(size: int) -> None:
    foods = [
        FoodLook(name, "done") for name in ("rice", "steak", "tomato", "lettuce", "chips", "beans", "cheese", "egg")
    ]
    seen = set()
    unit = size / 11
    for i in range(len(foods) - 1):
        foods[i], foods[i + 1] = foods[i + 1], foods[i]
        pen = sheet(round(3 * unit), round(4 * unit), unit, 1.5 * unit, 3 * unit)
        dish(pen, DishLook(tuple(foods)))
        seen.add(reduced(pen).tobytes())
    assert len(seen) == len(foods) - 1


def test_what_the_eye_cannot_tell_changes_nothing(galley: tuple[CookDomain, CookPainter]) -> None:
    domain, painter = galley
    pan = domain.kitchen.layout.of_kind("pan")[0]
    hot = Portion("steak", "steak", pan, True, "cooking", 0, 4)
    state = replace(with_portion(domain.start(), hot), on=(pan,))
    later = replace(state, portions=(replace(hot, heat=5, since=9),))
    frame = painter.frame(state, 10, Motion())
    assert np.array_equal(frame, painter.frame(later, 11, Motion()))
    walk = Action("go_to", place="pass")
    assert painter.key(state, 3, Motion(walk, 0.501)) == painter.key(state, 8, Motion(walk, 0.502))


@pytest.mark.parametrize("source", ["fridge", "pantry"])
def test_a_closed_source_hides_what_it_holds_and_an_open_one_shows_it(source: str) -> None:
    domain, other = domain_of("galley"), domain_of("galley")
    less = dict(domain.kitchen.stock)
    less[source] = less[source][:-1]
    other.kitchen.stock = less
    one, two = CookPainter(domain, SIZE), CookPainter(other, SIZE)
    away, there = replace(domain.start(), at="pass"), replace(domain.start(), at=source)
    leaving = Motion(Action("go_to", place="pass"), 0.3)
    for moment in ((away, 0, Motion()), (there, 0, leaving)):
        assert np.array_equal(one.frame(*moment), two.frame(*moment))
    assert not np.array_equal(one.frame(there, 0, Motion()), two.frame(there, 0, Motion()))
    crate = domain.kitchen.layout.of_kind("crate")[0]
    other.kitchen.stock = {**domain.kitchen.stock, crate: domain.kitchen.stock[crate][:-1]}
    assert not np.array_equal(one.frame(away, 0, Motion()), CookPainter(other, SIZE).frame(away, 0, Motion()))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_where_the_person_stands_changes_only_the_pixels_around(layout: str) -> None:
    domain = domain_of(layout)
    painter, grid, start = CookPainter(domain, SIZE), Grid.of(domain.layout, SIZE), domain.start()
    start = with_portion(start, Portion("tomato", "tomato", domain.layout.of_kind("counter")[0]))
    far = 1.5 * grid.unit
    closed = [id for id, kind in domain.kitchen.kinds.items() if kind not in ("fridge", "pantry")]
    first = painter.frame(replace(start, at=closed[0]), 0, Motion())
    for at in closed[1:]:
        frame = painter.frame(replace(start, at=at), 0, Motion())
        rows, columns = np.nonzero((frame != first).any(axis=2))
        near = np.zeros(len(rows), bool)
        for x, y in (domain.layout.front[closed[0]], domain.layout.front[at]):
            px, py = grid.at(x + 0.5, y + 0.85)
            near |= (abs(columns - px) < 0.6 * grid.unit) & (py - far < rows) & (rows < py + 0.3 * grid.unit)
        assert near.all()
        for id in domain.layout.of_kind("pan", "pot", "fryer"):  # a figure before a stove leaves its vessel to be seen
            px, py = grid.at(domain.layout.tiles[id][0] + 0.5, domain.layout.tiles[id][1] + 0.16)
            assert np.array_equal(frame[int(py), int(px)], first[int(py), int(px)])


def test_a_walk_goes_along_its_path_in_quarter_tiles(galley: tuple[CookDomain, CookPainter]) -> None:
    domain, painter = galley
    state, walk = replace(domain.start(), at="fridge"), Action("go_to", place="pass")
    path = domain.kitchen.layout.paths["fridge", "pass"]
    seen = []
    for i in range(200):
        person = painter.key(state, 0, Motion(walk, i / 199)).cook
        if not seen or seen[-1] != (person.x, person.y):
            seen.append((person.x, person.y))
    assert len(seen) == 4 * (len(path) - 1) + 1
    assert all(abs(x - u) + abs(y - v) == 1 for (x, y), (u, v) in itertools.pairwise(seen))
    assert (seen[0], seen[-1]) == tuple((4 * x, 4 * y) for x, y in (path[0], path[-1]))
    frames = {painter.frame(state, 0, Motion(walk, i / 40)).tobytes() for i in range(41)}
    assert len(frames) == 41


def test_gestures_show_how_far_they_are(galley: tuple[CookDomain, CookPainter]) -> None:
    domain, painter = galley
    state = replace(with_portion(domain.start(), Portion("tomato", "tomato", "left_board")), at="left_board")
    cuts = [painter.frame(state, 0, Motion(Action("chop", "tomato"), i / CUTS)) for i in range(CUTS)]
    assert len({frame.tobytes() for frame in cuts}) == CUTS
    board = next(look for look in painter.key(state, 0, Motion(Action("chop", "tomato"), 0.5)).stations if look.things)
    assert board == StationLook("left_board", True, (FoodLook("tomato", "raw", CUTS // 2),))
    scoops = [painter.frame(state, 0, Motion(Action("scoop", "tomato", "plate"), i / CUTS)) for i in range(CUTS)]
    assert len({frame.tobytes() for frame in scoops}) == 3
    idle = painter.frame(state, 0, Motion())
    assert not any(np.array_equal(idle, frame) for frame in cuts + scoops)


def test_every_food_has_an_icon_of_its_own_in_every_state() -> None:
    assert set(ICONS) == set(FOODS)
    seen: dict[bytes, tuple[str, str, int]] = {}
    for kind in FOODS.values():
        for state in ("raw", "cooking", "done", "burnt") if kind.cook else ("raw",):
            for cut in (0, CUTS) if kind.chop else (0,):
                pen = sheet(24, 24, 24, 12, 12)
                food(pen, FoodLook(kind.id, state, cut))
                look = reduced(pen).tobytes()
                assert look not in seen, (kind.id, state, cut, seen[look])
                seen[look] = (kind.id, state, cut)


def test_every_layout_fills_the_picture_and_every_station_is_in_it_whole() -> None:
    for layout in (*LAYOUTS.values(), *(generate_layout(Random(seed)) for seed in range(50))):
        grid = Grid.of(layout, 512)
        assert 1.0 <= grid.aspect <= DEEPEST + 1e-6
        assert grid.at(0, 0)[0] <= 1e-6 and grid.at(layout.width, layout.height)[0] >= 512 - 1e-6
        assert grid.at(0, layout.height)[1] >= 512 - 1e-6
        assert grid.high * (layout.height + WALL) >= 0.8 * 512  # the rest is the back wall's
        for x, y in layout.tiles.values():
            (left, top), (right, bottom) = grid.at(x, y - TALL), grid.at(x + 1, y + 1)
            assert left >= -1e-6 and top >= -1e-6 and right <= 512 + 1e-6 and bottom <= 512 + 1e-6


def test_contact_sheets_show_a_whole_episode_and_all_food() -> None:
    domain = domain_of("kitchenette", "tomato_plate")
    moments = episode(domain)
    assert moments[-1].caption.endswith("done") and not domain.plan(moments[-1].state, moments[-1].tick)
    cells = contact_sheet(domain, 6, 64)
    assert len(cells) == 6 and all(picture.shape == (64, 64, 3) for picture, _ in cells)
    ticks = [int(caption.split(":")[0]) for _, caption in cells]
    assert ticks == sorted(ticks) and cells[-1][1] == moments[-1].caption
    assert [name for _, name in food_strips(12)] == [kind.names[0] for kind in FOODS.values()]
