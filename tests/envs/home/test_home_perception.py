"""The detector finds what can be seen and nothing else, and fails as often as its settings say."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
from pydantic import ValidationError

from envs.home.apartments import load_scene
from envs.home.dynamics import around
from envs.home.eyes import Eyes
from envs.home.graph import WorldGraph
from envs.home.objects import make_object
from envs.home.perception import Detection, Detector, Noise
from envs.home.settle import settle
from envs.home.sight import Sight
from envs.home.stage import Stage
from envs.home.state import HomeState, View
from envs.rendering import Perspective
from tests.home_play import APPLE, BOX, MUG, PERFECT, SCENE

EYE = Perspective((0.0, 0.0, 1.0), (0.0, 1.0, 1.0), 60.0)
SIDE = 64
ZERO = Noise(**PERFECT)


def wall(count: int, depth: float = 2.0) -> Sight:
    """`count` squares of 6 x 6 pixels (96 x 96 of 1000) on a wall, named cup_0, cup_1, ..."""
    owner = np.full((SIDE, SIDE), -1, np.int16)
    for i in range(count):
        row, column = divmod(i, 8)
        owner[8 * row : 8 * row + 6, 8 * column : 8 * column + 6] = i
    return Sight(tuple(f"cup_{i}" for i in range(count)), owner, np.full((SIDE, SIDE), depth, np.float32), EYE)


@cache
def look(noise: Noise, seed: int = 0, count: int = 49, whole: int = 36, view: str = "v", known: int = 99) -> list:
    labels = {f"cup_{i}": "cup" for i in range(min(count, known))}
    detector = Detector(labels, lambda label: ("bowl", "can"), noise, seed)
    return detector.detect(wall(count), {f"cup_{i}": whole for i in range(count)}, view)


def is_about(rate: float, noise: Noise, hit: Callable[[Detection], bool], whole: int = 36) -> bool:
    """Whether the share of 64 cups in 12 seeds that are found and hit is `rate`, up to four standard deviations."""
    hits = sum(hit(found) for seed in range(12) for found in look(noise, seed, 64, whole))
    return abs(hits / 768 - rate) <= 4 * np.sqrt(rate * (1 - rate) / 768) + 1e-9


def anything(detection: Detection) -> bool:
    return True


# -- what is found ----------------------------------------------------------------------------------------------------


def test_a_perfect_detector_finds_all_that_it_has_a_name_for():
    assert {d.owner for d in look(ZERO, known=20)} == {f"cup_{i}" for i in range(20)}
    assert all(d.label == "cup" and d.share == 1.0 and d.pixels == 36 for d in look(ZERO))


def test_a_detection_says_where_in_the_picture_and_where_in_the_world():
    first = look(ZERO)[0]
    assert first.box == (0, 0, 94, 94)
    half = 2.0 * np.tan(np.radians(30))  # half of the wall that is seen
    assert first.anchor == pytest.approx((-half * (1 - 5 / 64), 2.0, 1 + half * (1 - 5 / 64)), abs=half / 32)
    assert all(a <= b for a, b in zip(first.low, first.high, strict=True))
    assert all(low - 1e-6 <= x <= high + 1e-6 for low, x, high in zip(first.low, first.anchor, first.high, strict=True))


def test_detections_come_from_left_to_right():
    boxes = [d.box for d in look(ZERO)]
    assert boxes == sorted(boxes)


def test_fewer_pixels_than_the_least_are_never_found():
    seen = 36 * (256 / SIDE) ** 2  # what the squares would cover at 256 x 256
    assert len(look(ZERO.model_copy(update={"least_pixels": int(seen)}))) == 49
    assert not look(ZERO.model_copy(update={"least_pixels": int(seen) + 1}))


def test_a_thing_of_which_too_little_is_seen_is_never_found():
    third = ZERO.model_copy(update={"least_share": 1 / 3})
    assert len(look(third, whole=107)) == 49
    assert not look(third, whole=109)
    assert {d.share for d in look(ZERO, whole=72)} == {0.5}


def test_more_pixels_than_a_whole_thing_should_have_are_all_of_it():
    assert {d.share for d in look(ZERO, whole=10)} == {1.0}


# -- noise ------------------------------------------------------------------------------------------------------------


def test_the_same_look_fails_in_the_same_way_and_another_seed_or_view_in_another():
    noise = Noise(missed=0.4, missed_when_hidden=0.4, mislabelled=0.4)
    assert look(noise, 3) == look(noise, 3)
    first = [(d.owner, d.label) for d in look(noise, 3)]
    assert first != [(d.owner, d.label) for d in look(noise, 4)]
    assert first != [(d.owner, d.label) for d in look(noise, 3, view="w")]


@pytest.mark.parametrize("rate", [0.0, 0.03, 0.3, 1.0])
def test_things_seen_whole_are_missed_as_often_as_the_settings_say(rate):
    assert is_about(1 - rate, ZERO.model_copy(update={"missed": rate, "missed_when_hidden": 1.0}), anything)


@pytest.mark.parametrize(("share", "rate"), [(0.2, 0.5), (0.6, 0.275), (1.0, 0.05)])
def test_what_is_hidden_more_is_missed_more(share, rate):
    noise = Noise(missed=0.05, missed_when_hidden=0.5, mislabelled=0.0, least_pixels=0, least_share=0.2)
    assert is_about(1 - rate, noise, anything, round(36 / share))


@pytest.mark.parametrize("rate", [0.0, 0.02, 0.5, 1.0])
def test_labels_are_wrong_as_often_as_the_settings_say_and_then_one_of_those_alike(rate):
    noise = ZERO.model_copy(update={"mislabelled": rate})
    assert is_about(rate, noise, lambda d: d.label != "cup")
    for other in ("bowl", "can"):
        assert is_about(rate / 2, noise, lambda d, other=other: d.label == other)


def test_what_nothing_is_like_keeps_its_label():
    detector = Detector({"cup_0": "cup"}, lambda label: (), ZERO.model_copy(update={"mislabelled": 1.0}), 0)
    assert [d.label for d in detector.detect(wall(1), {}, "v")] == ["cup"]


@pytest.mark.parametrize("field", ["missed", "missed_when_hidden", "mislabelled", "least_share"])
@pytest.mark.parametrize("value", [-0.01, 1.01, float("nan"), float("inf"), "0.5", None])
def test_a_share_of_noise_that_is_none_is_refused(field, value):
    with pytest.raises(ValidationError, match=field):
        Noise(**{field: value})


@pytest.mark.parametrize("value", [-1, 256 * 256 + 1, 2.5])
def test_a_number_of_pixels_that_is_none_is_refused(value):
    with pytest.raises(ValidationError, match="least_pixels"):
        Noise(least_pixels=value)


# -- in an apartment --------------------------------------------------------------------------------------------------

OBJECTS = {"coffee_mug_1": MUG, "cereal_box_1": BOX, "apple_1": APPLE, "coffee_mug_2": ("coffee_mug", 5)}
CONTENTS = {"counter_1": ["coffee_mug_1", "cereal_box_1"], "nightstand_1": ["apple_1", "coffee_mug_2"]}


@pytest.fixture(scope="module")
def eyes():
    models = {name: make_object(*thing) for name, thing in OBJECTS.items()}
    with Eyes(load_scene(SCENE), models, 64, ZERO, 0) as made:
        yield made


def state_of(eyes: Eyes, *opened: str) -> HomeState:
    scene = eyes.scene
    graph = WorldGraph.of(CONTENTS, {name: name in opened for name in scene.opening})
    spots = {n: s for r, names in CONTENTS.items() for n, s in settle(_piece(r), eyes.objects, {}, names, 0).items()}
    return HomeState(graph, tuple(sorted(spots.items())), None, View("start", scene.start))


def _piece(name: str):
    return load_scene(SCENE).receptacles[name]


def views(name: str) -> list[View]:
    return [around(_piece(name), i) for i in range(len(_piece(name).viewpoints))]


def test_only_owners_with_pixels_are_found(eyes):
    state = state_of(eyes, "nightstand_1")
    for view in [v for name in ("counter_1", "nightstand_1", "wardrobe_1") for v in views(name)]:
        sight = eyes.sight(state, view)
        pixels = {sight.names[i]: int((sight.owner == i).sum()) for i in range(len(sight.names))}
        found = {d.owner: d.pixels for d in eyes.found(state, view)}
        assert found == {name: count for name, count in pixels.items() if name in eyes.labels}


def test_nothing_in_a_closed_receptacle_is_found(eyes):
    inside = set(CONTENTS["nightstand_1"])
    for view in views("nightstand_1"):
        assert inside.isdisjoint(d.owner for d in eyes.found(state_of(eyes), view))
        assert inside <= {d.owner for d in eyes.found(state_of(eyes, "nightstand_1"), view)}


def test_anchors_lie_within_the_bounds_of_their_things(eyes):
    state = state_of(eyes, "nightstand_1")
    places = {name: (str(state.graph.places[name]), spot) for name, spot in state.placements}
    with Stage(eyes.scene, eyes.objects, 8) as stage:
        stage.show(dict(state.graph.opened), places)
        for found in [d for v in views("counter_1") + views("nightstand_1") for d in eyes.found(state, v)]:
            if found.owner in eyes.objects:
                half = eyes.objects[found.owner].half
                middle = stage.world_point(found.owner, (0.0, 0.0, half[2]))
                assert np.linalg.norm(np.subtract(found.anchor, middle)) <= np.linalg.norm(half) + 0.01, found.owner


def test_all_moving_parts_of_a_receptacle_have_one_label(eyes):
    wardrobe = eyes.scene.receptacles["wardrobe_1"].articulation
    assert wardrobe.bodies == ("wardrobe_1.door", "wardrobe_1.door_2")
    assert {eyes.labels[body] for body in wardrobe.bodies} == {"wardrobe door"}
    for opened in ((), ("wardrobe_1",)):
        assert set(wardrobe.bodies) <= {d.owner for d in eyes.found(state_of(eyes, *opened), views("wardrobe_1")[0])}
    for receptacle in eyes.scene.receptacles.values():
        named = [body for body in eyes.labels if body.partition(".")[0] == receptacle.id]
        assert named == list(receptacle.articulation.bodies if receptacle.articulation else ())


def test_what_was_looked_at_before_changes_no_look(eyes):
    """The eyes remember looks; each is what fresh eyes make of it, also after another state was shown between."""
    states = [state_of(eyes), state_of(eyes, "nightstand_1"), state_of(eyes, "nightstand_1", "wardrobe_1")]
    looks = [(s, v) for s in states for v in views("nightstand_1")[:2]]
    for state, view in looks:
        eyes.sight(state, view)  # kept before anything is found in it
    kept = [(eyes.found(s, v), eyes.share(s, v, "apple_1")) for s, v in reversed(looks)][::-1]
    for (state, view), seen in zip(looks, kept, strict=True):
        with Eyes(eyes.scene, eyes.objects, 64, ZERO, 0) as fresh:
            assert (fresh.found(state, view), fresh.share(state, view, "apple_1")) == seen
