"""VHSim's frames: what is said to be seen is drawn, and what happens can be followed in them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from envs.assist.action import Action
from envs.assist.domain import Motion
from envs.assist.household import HouseholdDomain, HouseholdPainter
from envs.assist.household.state import HouseholdState
from envs.home.stage import Sight
from tests.envs.assist.household.household_plays import domain_of

SIZE = 256


def _pixels(sight: Sight) -> Counter[str]:
    """Pixels of each thing and piece of furniture, its parts together."""
    found: Counter[str] = Counter()
    for index, count in zip(*np.unique(sight.owner, return_counts=True), strict=True):
        if index >= 0:
            found[sight.names[index].partition("__")[0].partition(".")[0]] += int(count)
    return found


def _states(domain: HouseholdDomain, count: int) -> Iterator[HouseholdState]:
    """States of the undisturbed course, and each with the head turned."""
    states = [domain.start()]
    for step in domain.plan(states[0], 0):
        states.append(domain.apply(states[-1], step.action, 0).state)
    for state in random.Random(4).sample(states, min(count, len(states))):
        yield state
        yield domain.apply(state, Action("turn_left"), 0).state


@pytest.mark.parametrize("name", ["collect_dishes/standard_6/0", "bedtime/standard_1/0", "set_table/standard_4/0"])
def test_what_is_visible_is_drawn_and_other_rooms_are_behind_walls(name: str) -> None:
    domain = domain_of(name)
    floor, seen, drawn = domain.setting.floor, 0, 0
    with HouseholdPainter(domain, SIZE) as painter:
        for state in _states(domain, 10):
            pixels, visible = _pixels(painter.sight(state)), domain.visible(state)
            for thing in visible - set(floor.doors):
                assert pixels[thing] >= 4, f"{thing} is not seen from {state.pose}"
            for place, room in floor.room_of.items():
                assert room == state.pose.room or place not in visible
            clear = [t for t in domain.setting.things if pixels[t] >= 60]
            drawn, seen = drawn + len(clear), seen + len(visible & set(clear))
    assert seen >= 0.7 * drawn > 5, "most of what is drawn is said to be seen"


def test_closed_furniture_hides_what_is_in_it() -> None:
    domain = domain_of("set_table/standard_4/0")
    state = domain.start()
    inside = [t for t in domain.setting.things if domain.setting.shut_in(state, t)]
    assert inside
    fetched = domain.towards(state, 0, Action("pick_up", inside[0]))
    with HouseholdPainter(domain, SIZE) as painter:
        for action in fetched[:-1]:
            assert inside[0] not in domain.visible(state) and not _pixels(painter.sight(state))[inside[0]]
            state = domain.apply(state, action, 0).state
        assert inside[0] in domain.visible(state) and _pixels(painter.sight(state))[inside[0]]


def test_what_is_held_is_seen_low_in_the_picture_wherever_one_looks() -> None:
    domain = domain_of("post_meal_cleanup/standard_2/0")
    state = domain.start()
    for action in domain.towards(state, 0, Action("pick_up", "plate_1")):
        state = domain.apply(state, action, 0).state
    with HouseholdPainter(domain, SIZE) as painter:
        for verb in ("turn_left", "turn_left", "turn_left", "look_up", "look_up", "turn_right"):
            if domain.refusal(state, Action(verb)) is None:
                state = domain.apply(state, Action(verb), 0).state
            sight = painter.sight(state)
            rows, columns = np.nonzero(sight.owner == sight.names.index("plate_1__held"))
            assert len(rows) > 400 and rows.mean() > 0.6 * SIZE and columns.mean() > 0.5 * SIZE


@pytest.mark.parametrize(
    ("name", "wish"),
    [
        ("bedtime/standard_1/0", Action("switch_off", "lamp_1")),
        ("bedtime/standard_1/0", Action("switch_off", "radio_1")),
        ("bedtime/standard_1/0", Action("switch_off", "sink_2")),
        ("bedtime/standard_1/0", Action("close", "wardrobe_1")),
        ("quiet_evening/standard_1/0", Action("drink", "glass_1")),
        ("laundry/standard_4/0", Action("switch_on", "washer_2")),
    ],
)
def test_what_is_handled_looks_different_after(name: str, wish: Action) -> None:
    domain = domain_of(name)
    state = domain.start()
    ways = domain.towards(state, 0, wish)
    for action in ways[:-1]:
        state = domain.apply(state, action, 0).state
    after = domain.apply(state, ways[-1], 0).state
    with HouseholdPainter(domain, SIZE) as painter:
        a, b = (painter.frame(s, 0, Motion()).astype(int) for s in (state, after))
    assert (np.abs(a - b).max(axis=2) > 24).sum() > 60


def test_frames_of_one_key_are_equal_and_a_walk_has_no_jumps() -> None:
    domain = domain_of("collect_dishes/standard_2/0")
    state = domain.start()
    walk = next(a for a in (s.action for s in domain.plan(state, 0)) if a.verb == "go_through")
    for action in domain.towards(state, 0, walk)[:-1]:
        state = domain.apply(state, action, 0).state
    after = domain.apply(state, walk, 0).state
    with HouseholdPainter(domain, 64) as painter, HouseholdPainter(HouseholdDomain(domain.parameters), 64) as other:
        assert painter.key(state, 0, Motion(walk, 0.0)) == painter.key(state, 9, Motion())
        assert painter.key(state, 0, Motion(walk, 1.0)) == painter.key(after, 0, Motion())
        shares = [i / 20 for i in range(21)]
        eyes = [painter.key(state, 0, Motion(walk, share))[0].eye for share in shares]  # type: ignore[index]
        steps = [np.linalg.norm(np.subtract(a, b)) for a, b in zip(eyes, eyes[1:], strict=False)]
        assert max(steps) < 0.35 and sum(steps) > 1.0
        painter.frame(after, 3, Motion())
        assert (painter.frame(state, 0, Motion(walk, 0.4)) == other.frame(state, 5, Motion(walk, 0.4))).all()
        assert painter.frame(state, 0, Motion()).shape == (64, 64, 3)
    painter.close()
