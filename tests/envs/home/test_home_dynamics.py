"""Every tool does what it says or fails in the way that it says; a failed action leaves the state as it is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from envs.episode import EventKind, Severity, ToolCall
from envs.home.dynamics import CLEAR_SHARE, Change, answers_to, around, front
from envs.home.placement import Placement
from envs.home.site import Site, SiteLibrary
from envs.home.state import HomeState
from tests.home_play import (
    APPLE,
    BALL,
    BOX,
    MUG,
    WALK,
    gaze,
    home_task,
    nav,
    pick,
    place,
    show,
    turn,
)

THINGS = {
    "coffee_mug_1": (*MUG, "counter_1"),
    "cereal_box_1": (*BOX, "counter_1"),
    "apple_1": (*APPLE, "nightstand_1"),
    "coffee_mug_2": ("coffee_mug", 5, "wardrobe_1"),
    "basketball_1": (*BALL, "bed_1"),
}


@pytest.fixture(scope="module")
def site():
    library = SiteLibrary(picture_size=32)
    yield library.open(home_task(THINGS, {"coffee_mug_1": "coffee_table_1"}))[1]
    library.close()


def after(site: Site, *calls: ToolCall, start: HomeState | None = None) -> HomeState:
    """The state after calls that all work."""
    state = start or site.start
    for call in calls:
        change = site.dynamics.act(state, call)
        assert not any(e.kind == EventKind.FAILED for e in change.events), (call, change.events)
        state = change.to
    return state


def number(state: HomeState, target: str) -> int:
    return next(mark.number for mark in state.marks if mark.target == target)


def fails(site: Site, state: HomeState, call: ToolCall, code: str, severity: Severity, *words: str) -> None:
    change = site.dynamics.act(state, call)
    assert change.to == state
    (event,) = change.events
    assert event.kind == EventKind.FAILED and event.severity == severity
    assert event.text.startswith(f"{call.name} failed ({severity.value}): ") and event.text.endswith(".")
    assert all(word in event.text for word in words), event.text
    assert dict(event.data) == {"code": code, "tool": call.name, **call.arguments}


def told(change: Change) -> str:
    return " ".join(event.text for event in change.events)


# -- going and looking ------------------------------------------------------------------------------------------------


def test_going_leads_before_a_receptacle_with_its_front_in_view(site):
    change = site.dynamics.act(site.start, nav("counter_1"))
    assert change.to.at == "counter_1" and change.to.view == front(site.dynamics.scene.receptacles["counter_1"])
    assert [e.kind for e in change.events] == [EventKind.VIEW] and change.to.seen == ("counter_1",)
    again = site.dynamics.act(change.to, nav("counter_1"))
    assert again.to == change.to and [e.kind for e in again.events] == [EventKind.NULL]


def test_going_back_to_the_front_after_a_closer_look_is_no_null_action(site):
    state = after(site, nav("counter_1"), WALK)
    state = after(site, gaze(number(state, "coffee_mug_1")), start=state)
    change = site.dynamics.act(state, nav("counter_1"))
    assert change.to.view.name == "counter_1:0" and change.events[0].kind == EventKind.VIEW


def test_an_unknown_receptacle_is_no_place_to_go(site):
    for name in ("counter_9", "", "coffee_mug_1", "wardrobe_1.door", "COUNTER_1", "x" * 5000):
        fails(site, site.start, nav(name), "unknown_receptacle", Severity.MINOR, "no receptacle", name[:40])
        assert len(told(site.dynamics.act(site.start, nav(name)))) < 200


@pytest.mark.parametrize("call", [WALK, show("mug")])
def test_before_no_receptacle_there_is_nothing_to_look_at(site, call):
    fails(site, site.start, call, "nowhere", Severity.MINOR, "nav_to")


def test_walking_around_lists_what_is_there_and_nothing_of_other_receptacles(site):
    for name in site.dynamics.scene.ids:
        change = site.dynamics.act(after(site, nav(name)), WALK)
        labels = [mark.label for mark in change.to.marks]
        there = [site.dynamics.objects[n].label for n in dict(site.start.graph.contents)[name]]
        parts = site.dynamics.scene.receptacles[name].articulation
        inside = parts is not None
        expected = sorted(([] if inside else there) + ([site.eyes.labels[b] for b in parts.bodies] if parts else []))
        assert sorted(labels) == expected, name
        assert all(f"{mark.number} {mark.label}" in told(change) for mark in change.to.marks)
        assert change.to.seen == tuple(sorted({name, *(mark.target for mark in change.to.marks)}))
        assert labels or told(change) == f"Nothing was found at {name}."


def test_walking_around_twice_changes_nothing(site):
    once = after(site, nav("counter_1"), WALK)
    assert after(site, WALK, start=once) == once


def test_showing_a_category_marks_things_of_that_category_in_the_present_view(site):
    state = after(site, nav("counter_1"))
    assert [m.target for m in after(site, show("mug"), start=state).marks] == ["coffee_mug_1"]
    assert [m.target for m in after(site, show("coffee_mug"), start=state).marks] == ["coffee_mug_1"]
    assert after(site, show("mug"), start=state).view == state.view
    none = site.dynamics.act(after(site, WALK, start=state), show("apple"))
    assert none.to.marks == () and told(none) == "No apple was found in this view."
    doors = after(site, nav("wardrobe_1"), show("door"))
    assert {m.target for m in doors.marks} == {"wardrobe_1.door", "wardrobe_1.door_2"}


@pytest.mark.parametrize(
    ("label", "asked", "fits"),
    [
        ("coffee mug", "mug", True),
        ("coffee mug", "Coffee Mugs", True),
        ("coffee mug", "coffee_mug", True),
        ("coffee mug", "tea mug", False),
        ("coffee mug", "coffee", False),
        ("glass", "glasses", True),
        ("mug", "coffee mug", False),
        ("mug", "", False),
        ("mug", "   ", False),
        ("cabinet door", "door", True),
    ],
)
def test_words_answer_to_a_category_when_they_end_in_it(label, asked, fits):
    assert answers_to(label, asked) == fits


def test_gazing_comes_closer_to_a_thing_and_shows_more_of_it(site):
    state = after(site, nav("counter_1"), WALK)
    close = after(site, gaze(number(state, "coffee_mug_1")), start=state)
    assert close.marks == state.marks and close.at == state.at

    def pixels(s: HomeState) -> int:
        sight = site.eyes.sight(s, s.view)
        return int((sight.owner == sight.names.index("coffee_mug_1")).sum())

    assert pixels(close) > 1.5 * pixels(state)
    again = site.dynamics.act(close, gaze(number(state, "coffee_mug_1")))
    assert again.to == close and [e.kind for e in again.events] == [EventKind.NULL]


def test_two_marks_of_one_thing_at_other_places_are_looked_at_from_other_places(site):
    """A view is its eye, not its name: what is remembered of one close look is not told of another."""
    state = after(site, nav("counter_1"), WALK)
    mark = next(m for m in state.marks if m.target == "coffee_mug_1")
    moved = replace(mark, anchor=(mark.anchor[0] + 0.1, *mark.anchor[1:]))
    other = replace(state, marks=tuple(moved if m == mark else m for m in state.marks))
    views = [after(site, gaze(mark.number), start=s) for s in (state, other)]
    assert views[0].view.viewpoint != views[1].view.viewpoint
    sights = [site.eyes.sight(s, s.view).owner for s in views]
    assert (sights[0] != sights[1]).any()


@pytest.mark.parametrize("call", [gaze(1), pick(1), place(1), turn(1), turn(1, False)])
def test_without_an_exploration_there_are_no_marks(site, call):
    fails(site, after(site, nav("counter_1")), call, "unknown_mark", Severity.MINOR, "no mark 1", "explore")


@pytest.mark.parametrize("wrong", [0, -1, 99, 10**15, -(10**4000)])
def test_marks_that_there_are_not_are_unknown_however_large(site, wrong):
    state = after(site, nav("counter_1"), WALK)
    for call in (gaze(wrong), pick(wrong), place(wrong), turn(wrong), turn(wrong, False)):
        fails(site, state, call, "unknown_mark", Severity.MINOR, "no mark")
        assert len(told(site.dynamics.act(state, call))) < 200


# -- picking ----------------------------------------------------------------------------------------------------------


def test_picking_takes_a_marked_thing_into_the_gripper(site):
    state = after(site, nav("counter_1"), WALK)
    change = site.dynamics.act(state, pick(number(state, "coffee_mug_1")))
    assert change.to.graph == state.graph.picked("coffee_mug_1") and change.to.held_label == "coffee mug"
    assert "coffee_mug_1" not in dict(change.to.placements)
    assert [m.target for m in change.to.marks] == ["cereal_box_1"]
    assert told(change) == "The gripper holds the coffee mug."
    assert change.events[0].kind == EventKind.TRANSITION and dict(change.events[0].data) == {"object": "coffee_mug_1"}


def test_no_mark_of_a_thing_is_left_once_it_is_taken(site):
    state = after(site, nav("counter_1"), WALK)
    mark = next(m for m in state.marks if m.target == "coffee_mug_1")
    twice = replace(state, marks=(*state.marks, replace(mark, number=9)))
    assert [m.target for m in after(site, pick(9), start=twice).marks] == ["cereal_box_1"]


def test_full_hands_take_nothing(site):
    state = after(site, nav("counter_1"), WALK)
    state = after(site, pick(number(state, "coffee_mug_1")), start=state)
    call = pick(number(state, "cereal_box_1"))
    fails(site, state, call, "hands_full", Severity.MODERATE, "the coffee mug already")


def test_doors_are_not_taken_away(site):
    state = after(site, nav("wardrobe_1"), WALK)
    fails(site, state, pick(number(state, "wardrobe_1.door")), "not_graspable", Severity.MINOR)


def test_what_is_marked_elsewhere_is_out_of_reach(site):
    state = after(site, nav("wardrobe_1"), WALK)
    call = turn(number(state, "wardrobe_1.door"))
    away = after(site, nav("counter_1"), start=state)
    fails(site, away, call, "out_of_reach", Severity.MINOR, "wardrobe_1", "nav_to")
    state = after(site, nav("counter_1"), WALK)
    away = after(site, nav("bed_1"), start=state)
    for call in (pick(1), gaze(1)):
        fails(site, away, call, "out_of_reach", Severity.MINOR, "counter_1", "nav_to")


def test_what_has_been_shut_in_cannot_be_taken(site):
    state = after(site, nav("nightstand_1"), WALK)
    state = after(site, turn(1), WALK, start=state)
    assert {m.target for m in state.marks} == {"apple_1", "nightstand_1.drawer"}
    shut = after(site, turn(number(state, "nightstand_1.drawer"), False), start=state)
    fails(site, shut, pick(number(state, "apple_1")), "closed", Severity.MODERATE, "nightstand_1 is closed")


def test_what_stands_behind_others_is_taken_from_where_it_is_seen(site):
    """A mug behind a cereal box: not from the front, but after a look from the side."""
    behind = {"coffee_mug_1": (-0.07, 0.1, 0.0), "cereal_box_1": (0.0, 0.0, 0.0)}
    spots = {n: Placement(0, behind[n], (1.0, 0.0, 0.0, 0.0)) if n in behind else s for n, s in site.start.placements}
    start = replace(site.start, placements=tuple(sorted(spots.items())))
    state = after(site, nav("counter_1"), WALK, nav("counter_1"), start=start)
    mug = number(state, "coffee_mug_1")
    assert site.eyes.share(state, state.view, "coffee_mug_1") < CLEAR_SHARE
    fails(site, state, pick(mug), "occluded", Severity.MINOR, "gaze_at")
    assert after(site, gaze(mug), pick(mug), start=state).graph.held == "coffee_mug_1"


# -- placing ----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def holding(site) -> HomeState:
    state = after(site, nav("counter_1"), WALK)
    return after(site, pick(number(state, "coffee_mug_1")), start=state)


def test_placing_puts_the_held_thing_down_where_one_stands(site, holding):
    state = after(site, nav("coffee_table_1"), start=holding)
    change = site.dynamics.act(state, place("coffee_table_1"))
    assert change.to.graph == state.graph.placed("coffee_table_1") and change.to.held_label is None
    assert "coffee_mug_1" in dict(change.to.placements)
    assert told(change) == "The coffee mug is at coffee_table_1 now."
    assert dict(change.events[0].data) == {"object": "coffee_mug_1", "receptacle": "coffee_table_1"}
    assert "coffee_mug_1" in {m.target for m in after(site, WALK, start=change.to).marks}


@pytest.mark.parametrize("as_text", [False, True])
def test_placing_beside_a_marked_thing_means_its_receptacle(site, holding, as_text):
    mark = number(holding, "cereal_box_1")
    back = after(site, place(f" {mark} " if as_text else mark), start=holding)
    assert back.graph == site.start.graph


def test_empty_hands_put_nothing_down(site):
    state = after(site, nav("counter_1"))
    fails(site, state, place("counter_1"), "hands_empty", Severity.MODERATE, "empty")


@pytest.mark.parametrize("name", ["counter_9", "", "²", "１", "9" * 5000, "-1", "1.0", "coffee_mug_1"])
def test_an_unknown_receptacle_is_no_place_to_put_things(site, holding, name):
    fails(site, holding, place(name), "unknown_receptacle", Severity.MINOR, "no receptacle")


def test_things_are_put_down_only_where_one_stands(site, holding):
    fails(site, holding, place("bed_1"), "out_of_reach", Severity.MINOR, "bed_1", "nav_to")


def test_nothing_is_put_into_what_is_closed(site, holding):
    state = after(site, nav("nightstand_1"), start=holding)
    fails(site, state, place("nightstand_1"), "closed", Severity.MODERATE, "nightstand_1 is closed")


def test_nothing_is_put_where_no_room_is(site):
    """A cereal box is too high for the drawer."""
    state = after(site, nav("nightstand_1"), WALK)
    state = after(site, turn(1), nav("counter_1"), WALK, start=state)
    state = after(site, pick(number(state, "cereal_box_1")), nav("nightstand_1"), start=state)
    fails(site, state, place("nightstand_1"), "no_room", Severity.MODERATE, "no room", "nightstand_1")


# -- opening and closing ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", ["wardrobe_1.door", "wardrobe_1.door_2"])
def test_any_door_opens_and_closes_all_of_a_receptacle(site, part):
    state = after(site, nav("wardrobe_1"), WALK)
    change = site.dynamics.act(state, turn(number(state, part)))
    assert change.to.graph == state.graph.turned("wardrobe_1", True)
    assert change.to.view.name == "wardrobe_1:0" and told(change) == "The wardrobe door is open now."
    assert dict(change.events[0].data) == {"receptacle": "wardrobe_1", "open": True}
    looked = after(site, WALK, start=change.to)
    assert "coffee_mug_2" in {m.target for m in looked.marks}
    closed = after(site, turn(number(looked, part), False), start=looked)
    assert closed.graph == site.start.graph


def test_things_without_a_handle_do_not_open(site):
    state = after(site, nav("counter_1"), WALK)
    for opening in (True, False):
        fails(site, state, turn(1, opening), "no_handle", Severity.MINOR)


def test_full_hands_open_nothing(site, holding):
    state = after(site, nav("wardrobe_1"), WALK, start=holding)
    for opening in (True, False):
        fails(site, state, turn(1, opening), "hands_full", Severity.MODERATE, "gripper")


def test_what_is_so_already_stays_so(site):
    state = after(site, nav("wardrobe_1"), WALK)
    fails(site, state, turn(1, False), "no_change", Severity.MINOR, "closed already")
    opened = after(site, turn(1), start=state)
    fails(site, opened, turn(1), "no_change", Severity.MINOR, "open already")


# -- purity -----------------------------------------------------------------------------------------------------------


def test_the_same_state_and_call_give_equal_results_whatever_happened_before(site):
    """Two sites of one task, played in opposite orders, agree on every change, look and picture."""
    state = after(site, nav("nightstand_1"), WALK)
    opened = after(site, turn(1), WALK, start=state)
    states = [site.start, state, opened, after(site, nav("counter_1"), WALK, start=opened)]
    calls = [WALK, show("mug"), show("drawer"), gaze(1), pick(1), pick(2), turn(1, False), nav("wardrobe_1")]
    pairs = [(s, c) for s in states for c in calls]

    def results(order):
        library = SiteLibrary(picture_size=32)
        name, fresh = library.open(home_task(THINGS, {"coffee_mug_1": "coffee_table_1"}))
        found = {}
        for i in order:
            change = fresh.dynamics.act(*pairs[i])
            found[i] = change, library.picture(fresh, change.to)
        library.leave(name)
        library.close()
        return found

    one = results(range(len(pairs)))
    assert one == results(reversed(range(len(pairs))))
    assert all(one[i][0] == site.dynamics.act(*pair) for i, pair in enumerate(pairs))


def test_views_of_a_receptacle_bear_its_name(site):
    for receptacle in site.dynamics.scene.receptacles.values():
        names = [around(receptacle, i).name for i in range(len(receptacle.viewpoints))]
        assert names == [f"{receptacle.id}:{i}" for i in range(len(names))]
