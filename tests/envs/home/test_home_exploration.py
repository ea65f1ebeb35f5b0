"""The exploration map: one mark a thing, numbers that tell nothing, and nothing of an exploration before the latest."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest

from envs.home.apartments import STANDARD, load_scene
from envs.home.dynamics import around
from envs.home.exploration import Mark, find_mark, merge, number_marks
from envs.home.eyes import Eyes
from envs.home.graph import WorldGraph
from envs.home.objects import CATEGORIES, homes, instances, make_object
from envs.home.perception import Detection, Noise
from envs.home.settle import GAP, NoRoomError, settle
from envs.home.state import HomeState, View
from envs.home.world import HomeWorld
from tests.home_play import APPLE, MUG, PERFECT, WALK, home_task, nav, show

ZERO = Noise(**PERFECT)
Vector = tuple[float, float, float]


def seen(owner: str, low: Vector, high: Vector, pixels: int = 100, label: str = "cup") -> Detection:
    x, y, z = ((a + b) / 2 for a, b in zip(low, high, strict=True))
    return Detection(label, owner, pixels, 1.0, (0, 0, 10, 10), (x, y, z), low, high)


def block(owner: str, x: float, half: float, **more) -> Detection:
    return seen(owner, (x - half, -half, 0.0), (x + half, half, 2 * half), **more)


def owners(detections) -> list[str]:
    return sorted(d.owner for d in detections)


# -- merging ----------------------------------------------------------------------------------------------------------


def test_one_thing_in_several_views_is_one_and_named_as_where_most_of_it_is_seen():
    views = [[block("a", 0.0, 0.05, pixels=p, label=name)] for p, name in ((80, "cup"), (200, "bowl"), (120, "can"))]
    assert merge(views) == [views[1][0]]


@pytest.mark.parametrize("half", [0.005, 0.02, 0.05, 0.2])
def test_two_like_things_side_by_side_stay_two(half):
    """As close as things are ever put, and as they look from three places that each see them a little otherwise."""
    away = half + GAP / 2
    for shift in (0.0, 0.004):
        views = [[block("a", -away + s, half), block("b", away + s, half)] for s in (0.0, shift, -shift)]
        assert owners(merge(views)) == ["a", "b"]


def test_two_detections_of_one_view_are_two_things_even_in_one_place():
    assert owners(merge([[block("a", 0.0, 0.03), block("b", 0.001, 0.03)]])) == ["a", "b"]


def test_two_sides_of_a_thin_thing_are_one_thing():
    door = [seen("door", (0.0, y, 0.0), (0.5, y + 0.002, 1.2)) for y in (0.0, 0.022)]
    assert len(merge([[door[0]], [door[1]]])) == 1


def test_a_corner_of_a_thing_belongs_to_it():
    whole, left, right = (seen("a", (x, 0.0, 0.0), (x + w, 0.02, 1.0)) for x, w in ((0, 0.6), (0, 0.1), (0.5, 0.1)))
    assert len(merge([[left], [whole], [right]])) == 1


def test_things_in_a_drawer_are_not_the_drawer():
    drawer = seen("drawer", (0.0, 0.0, 0.3), (0.6, 0.5, 0.6), pixels=5000)
    inside = [seen(n, (x, 0.1, 0.33), (x + 0.08, 0.2, 0.4)) for n, x in (("a", 0.1), ("b", 0.4))]
    assert owners(merge([[drawer, *inside], [drawer, inside[0]], [drawer, *inside]])) == ["a", "b", "drawer"]


def test_the_order_of_views_and_of_what_is_in_them_does_not_matter():
    rng = random.Random(0)
    things = [block(f"cup_{i}", 0.13 * i, 0.05, pixels=100 + i) for i in range(4)]
    views = [[t for t in things if rng.random() < 0.8] for _ in range(4)]
    first = owners(merge(views))
    for order in itertools.permutations(views):
        assert owners(merge([v[::-1] for v in order])) == first


def test_nothing_seen_is_nothing_found():
    assert merge([]) == merge([[], []]) == [] and number_marks([], "table_1") == ()


# -- numbers ----------------------------------------------------------------------------------------------------------


def test_numbers_go_by_places_alone():
    """Neither the names of things nor the order in which they were found decides who is 1."""
    places = [0.0, 0.2, 0.4, 0.6]
    for names in itertools.permutations("abcd"):
        found = [block(name, x, 0.05) for name, x in zip(names, places, strict=True)]
        random.Random("".join(names)).shuffle(found)
        marks = number_marks(found, "table_1")
        assert [mark.number for mark in marks] == [1, 2, 3, 4]
        assert [mark.target for mark in marks] == list(names)
        assert {mark.receptacle for mark in marks} == {"table_1"}


def test_a_mark_is_found_by_its_number_alone():
    marks = number_marks([block("a", 0.0, 0.05), block("b", 0.5, 0.05)], "table_1")
    assert [find_mark(marks, n) for n in (1, 2)] == list(marks)
    assert all(find_mark(marks, n) is None for n in (0, -1, 3, 10**30)) and find_mark((), 1) is None


# -- in apartments ----------------------------------------------------------------------------------------------------


def furnished(name: str) -> tuple[Eyes, HomeState]:
    """Three to seven things on every receptacle, many of them twins of the one before; all is open."""
    scene, rng = load_scene(name), random.Random(name)
    models, spots, contents = {}, {}, {}
    for receptacle in scene.receptacles.values():
        kept = [c for c in CATEGORIES if receptacle.category in homes(c)] or list(CATEGORIES)
        there: dict = {}
        category = rng.choice(kept)
        for _ in range(rng.randint(3, 7)):
            category = rng.choice(kept) if rng.random() < 0.6 else category
            new = f"{category}_{len(models) + 1}"
            models[new] = make_object(category, rng.randrange(instances(category)))
            try:
                there |= settle(receptacle, models, there, new, len(models))
            except NoRoomError:
                del models[new]
        contents[receptacle.id] = list(there)
        spots |= there
    graph = WorldGraph.of(contents, dict.fromkeys(scene.opening, True))
    state = HomeState(graph, tuple(sorted(spots.items())), None, View("start", scene.start))
    return Eyes(scene, models, 64, ZERO, 0), state


def check_marks(scenes: tuple[str, ...], least_views: int) -> None:
    wrong, looks = [], 0
    for name in scenes:
        eyes, state = furnished(name)
        with eyes:
            for receptacle in eyes.scene.receptacles.values():
                views = [around(receptacle, i) for i in range(len(receptacle.viewpoints))]
                found = [eyes.found(state, view) for view in views]
                marks = Counter(mark.target for mark in number_marks(merge(found), receptacle.id))
                looks += 1
                if marks != Counter({d.owner for view in found for d in view}):
                    wrong.append((name, receptacle.id))
    assert looks >= least_views and len(wrong) <= 0.02 * looks, wrong


@pytest.mark.long
def test_every_visible_thing_bears_exactly_one_mark():
    check_marks(STANDARD[:1], 12)


@pytest.mark.slow
def test_every_visible_thing_bears_exactly_one_mark_in_all_standard_apartments():
    check_marks((*STANDARD, "apartment_5"), 100)


@pytest.fixture(scope="module")
def world():
    made = HomeWorld(picture_size=32)
    yield made
    made.close()


THINGS = {
    "coffee_mug_1": (*MUG, "counter_1"),
    "coffee_mug_2": ("coffee_mug", 4, "counter_1"),
    "apple_1": (*APPLE, "coffee_table_1"),
}


def test_numbers_do_not_depend_on_what_is_wanted(world):
    seen = []
    for goal in ({"coffee_mug_1": "bed_1"}, {"coffee_mug_2": "bed_1"}, {"apple_1": "counter_1"}):
        world.reset(home_task(THINGS, goal))
        world.step(nav("counter_1"))
        world.step(WALK)
        seen.append(world.state.marks)
    assert seen[0] == seen[1] == seen[2] and len(seen[0]) == 2


def test_marks_are_those_of_the_latest_exploration_only(world):
    def targets() -> set[str]:
        return {mark.target for mark in world.state.marks}

    def facts(step) -> str:
        return dict(step.observation.facts)["Marks"]

    world.reset(home_task(THINGS, {"apple_1": "counter_1"}))
    world.step(nav("counter_1"))
    assert facts(world.step(WALK)) == "1 coffee mug, 2 coffee mug"
    world.step(nav("coffee_table_1"))
    assert targets() == {"coffee_mug_1", "coffee_mug_2"}  # going explores nothing
    assert facts(world.step(WALK)) == "1 apple" and targets() == {"apple_1"}
    assert facts(world.step(show("mug"))) == "none" and targets() == set()
    assert facts(world.step(show("apples"))) == "1 apple" and targets() == {"apple_1"}


def test_marks_are_plain_values():
    mark = Mark(1, "cup", (0.0, 0.0, 0.0), "table_1", "cup_3")
    assert mark == Mark(1, "cup", (0.0, 0.0, 0.0), "table_1", "cup_3") and hash(mark)
