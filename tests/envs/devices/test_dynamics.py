"""The hierarchical check, chains, Error, waiting and views, on the paper's kettle and on devices made by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from envs.devices.dynamics import Configuration, Dynamics, sentences
from envs.devices.faces import RANGE, span
from envs.devices.machine import Box, MachineError
from envs.episode import EventKind
from tests.machines import box, build, edge

POWER, LID = (780, 725), (777, 72)
"""Points of the kettle's two buttons in its front view."""


def kind(change) -> EventKind:
    return change.event.kind


def test_a_transition_tells_its_description_and_the_new_states(kettle):
    dynamics = Dynamics(kettle)
    change = dynamics.act(dynamics.start(), "push", *POWER, ("1",))
    assert kind(change) == EventKind.TRANSITION
    assert change.to == Configuration("Boiling", "front", False)
    assert change.visited == ("Boiling",)
    assert change.event.text == "Start the electric kettle; begin heating. Heating or boiling water."


def test_immediate_states_follow_at_once_and_are_all_told(kettle):
    change = Dynamics(kettle).wait(Configuration("Boiling", "top"))
    assert change.to == Configuration("Standby", "top")
    assert change.visited == ("BoilingComplete", "Standby")
    assert change.event.text == (
        "Water has boiled. Pour out the brewed water and return to standby. "
        "Standby state, power connected but not started."
    )


def test_error_goes_back_through_its_own_immediate_transition(kettle):
    change = Dynamics(kettle).act(Configuration("Boiling", "front"), "push", *LID, ("1",))
    assert change.visited == ("Error", "Standby")
    assert "dangerous operation" in change.event.text and "automatically reset" in change.event.text


def test_error_without_a_way_out_resets_to_the_initial_state(washer):
    change = Dynamics(washer).act(Configuration("Open", "dashboard", True), "press", 200, 200)
    assert change.visited == ("Error", "Shut")
    assert change.to == Configuration("Shut", "dashboard", True)
    assert change.event.text == "Then error. Now shut."


def test_error_that_is_the_initial_state_stays():
    machine = build({"Error": {"part": edge("Error", "press", "", box("front", 0, 0, 100, 100))}})
    assert Dynamics(machine).act(Configuration("Error", "front"), "press", 5, 5).visited == ("Error",)


def test_a_reset_that_leads_into_error_again_is_refused():
    machine = build({"Start": {"immediate": edge("Error")}, "Error": {}})
    with pytest.raises(MachineError, match="never ends"):
        Dynamics(machine)


def test_an_immediate_initial_state_settles_before_anyone_acts():
    machine = build({"Booting": {"immediate": edge("Ready")}, "Ready": {}})
    assert Dynamics(machine).start() == Configuration("Ready", "front", False)


def test_waiting_without_a_temporal_transition_has_no_effect(kettle):
    dynamics = Dynamics(kettle)
    change = dynamics.wait(dynamics.start())
    assert (kind(change), change.event.text) == (EventKind.NULL, "Waiting had no effect.")
    assert change.to == dynamics.start() and change.visited == ()


@pytest.mark.parametrize(
    ("at", "action", "point", "parameter", "expected"),
    [
        # Each line is wrong in everything that comes after its own check too, so the order shows.
        (Configuration("Standby", "front_top"), "rotate", (5000, -3), ("7",), EventKind.SYSTEM),
        (Configuration("Standby", "front"), "rotate", (1001, 725), ("7",), EventKind.SYSTEM),
        (Configuration("Standby", "front"), "rotate", (780, -1), ("7",), EventKind.SYSTEM),
        (Configuration("Standby", "front"), "rotate", (10, 10), ("7",), EventKind.NULL),
        (Configuration("Standby", "left"), "push", POWER, ("1",), EventKind.NULL),
        (Configuration("Standby", "front"), "rotate", POWER, ("7",), EventKind.OPERATIONAL_ERROR),
        (Configuration("Standby", "front"), "rotate", POWER, ("1",), EventKind.OPERATIONAL_ERROR),
        (Configuration("Standby", "front"), "push", POWER, ("0",), EventKind.OPERATIONAL_ERROR),
        (Configuration("Standby", "front"), "push", POWER, (), EventKind.OPERATIONAL_ERROR),
        (Configuration("Standby", "front"), "push", POWER, ("1", "1"), EventKind.OPERATIONAL_ERROR),
        (Configuration("Standby", "front"), "push", POWER, ("1",), EventKind.TRANSITION),
    ],
)
def test_the_checks_come_in_the_papers_order(kettle, at, action, point, parameter, expected):
    x, y = point
    change = Dynamics(kettle).act(at, action, x, y, parameter)
    assert kind(change) == expected
    if expected != EventKind.TRANSITION:
        assert change.to == at and change.visited == ()


def test_an_operational_error_gives_the_papers_hint(kettle):
    change = Dynamics(kettle).act(Configuration("Standby", "front"), "rotate", *POWER)
    assert change.event.text == "It seems that this component can be operated, but not in this way."


def test_the_edges_of_the_picture_are_inside_it():
    machine = build({"A": {"part": edge("B", "press", "", box("front", 0, 0, 1000, 1000))}, "B": {}})
    for point in ((0, 0), (1000, 0), (0, 1000), (1000, 1000)):
        assert Dynamics(machine).act(Configuration("A", "front"), "press", point[0], point[1]).to.state == "B"


def test_the_smallest_box_wins_by_its_share_of_the_picture_even_for_the_wrong_action():
    small = {"view": "front", "coordinate": [40, 40, 20, 20, 100, 100]}  # 20 pixels of 100: 4% of its picture
    large = box("front", 100, 100, 800, 800)
    states = {
        "A": {"door": edge("Door", "pull", "1", large), "key": edge("Key", "press", "", small)},
        "Door": {},
        "Key": {},
    }
    dynamics, at = Dynamics(build(states)), Configuration("A", "front")
    assert dynamics.act(at, "press", 500, 500).to.state == "Key"
    assert kind(dynamics.act(at, "pull", 500, 500, ("1",))) == EventKind.OPERATIONAL_ERROR
    assert dynamics.act(at, "pull", 300, 300, ("1",)).to.state == "Door"


def test_boxes_that_tie_leave_all_their_transitions_in_play():
    here, there = box("front", 100, 100, 100, 100), box("front", 150, 150, 100, 100)
    knob = [edge("Left", "rotate", "0", here), edge("Right", "rotate", "1", here)]
    states = {"A": {"knob": knob, "key": edge("Key", "press", "", there)}, "Left": {}, "Right": {}, "Key": {}}
    dynamics, at = Dynamics(build(states)), Configuration("A", "front")
    assert dynamics.act(at, "rotate", 120, 120, ("0",)).to.state == "Left"
    assert dynamics.act(at, "rotate", 120, 120, ("1",)).to.state == "Right"
    assert dynamics.act(at, "rotate", 175, 175, ("1",)).to.state == "Right"
    assert dynamics.act(at, "press", 175, 175).to.state == "Key"
    assert kind(dynamics.act(at, "rotate", 175, 175, ("2",))) == EventKind.OPERATIONAL_ERROR


def test_an_empty_parameter_accepts_any_and_an_exact_one_goes_first():
    here = box("front", 100, 100, 100, 100)
    states = {
        "A": {"dial": [edge("Any", "rotate", "", here), edge("Two", "rotate", "2", here)]},
        "Any": {},
        "Two": {},
    }
    dynamics, at = Dynamics(build(states)), Configuration("A", "front")
    for parameter, state in ((("2",), "Two"), (("1",), "Any"), ((), "Any"), (("2", "2"), "Any")):
        assert dynamics.act(at, "rotate", 150, 150, parameter).to.state == state


def test_the_locked_panel_is_unlocked_by_touching_it_and_the_action_is_aborted(washer):
    dynamics = Dynamics(washer)
    start = dynamics.start()
    change = dynamics.act(start, "press", 440, 140)  # right on the start key, which lies in the panel
    assert kind(change) == EventKind.UNLOCK
    assert change.to == Configuration("Shut", "front", True) and change.visited == ()
    assert "dashboard" in dynamics.offered(True) and "dashboard" not in dynamics.offered(False)
    again = dynamics.act(change.to, "press", 440, 140)
    assert (kind(again), again.to.state) == (EventKind.TRANSITION, "Running")


def test_looking_closer_at_the_panel_unlocks_it_and_goes_there(washer):
    dynamics = Dynamics(washer)
    change = dynamics.switch(dynamics.start(), "dashboard", 500, 150)
    assert kind(change) == EventKind.UNLOCK
    assert change.to == Configuration("Shut", "dashboard", True)
    away = dynamics.switch(change.to, "back")
    assert kind(away) == EventKind.VIEW
    back = dynamics.switch(away.to, "dashboard")
    assert kind(back) == EventKind.VIEW and back.to.view == "dashboard"


@pytest.mark.parametrize(
    ("view", "point"),
    [
        ("dashboard", ()),
        ("dashboard", (10, 10)),
        ("dashboard", (1001, 150)),
        ("dashboard", (500, -1)),
        ("side", ()),
        ("side", (500, 150)),
        ("", ()),
        ("?", ()),
        ("+", ()),
        ("-", ()),
        ("Front", ()),
        ("back", (2000, 0)),
    ],
)
def test_a_view_that_is_not_on_offer_is_a_notice(washer, view, point):
    dynamics = Dynamics(washer)
    change = dynamics.switch(dynamics.start(), view, *point)
    assert kind(change) == EventKind.SYSTEM and change.to == dynamics.start()


def test_a_locked_panel_is_answered_as_if_there_were_none(washer, kettle):
    locked, none = Dynamics(washer), Dynamics(kettle)
    for point in ((), (10, 10)):
        one, other = (d.switch(d.start(), "dashboard", *point) for d in (locked, none))
        assert one.event == other.event


def test_every_offered_view_can_be_switched_to_with_or_without_a_point(washer):
    dynamics = Dynamics(washer)
    for view in dynamics.offered(True):
        for point in ((), (0, 1000)):
            change = dynamics.switch(Configuration("Open", "left", True), view, *point)
            assert kind(change) == EventKind.VIEW and change.to == Configuration("Open", view, True)


def test_a_box_in_a_view_that_does_not_exist_is_named():
    machine = build({"A": {"part": edge("A", "press", "", box("side", 0, 0, 10, 10))}})
    with pytest.raises(MachineError, match=r"states.A.on.part\[0\].bbox\[0\].view: 'side'"):
        Dynamics(machine)
    with pytest.raises(MachineError, match=r"dashboard\[0\].view: 'dashboard'"):
        Dynamics(build({"A": {}}, dashboard=[box("dashboard", 0, 0, 10, 10)]))


def test_the_dynamics_are_a_pure_function(washer):
    one, other = Dynamics(washer), Dynamics(washer)
    at = one.start()
    first = one.act(at, "press", 440, 140)
    one.act(first.to, "press", 440, 140)
    one.switch(at, "dashboard", 500, 150)
    assert one.act(at, "press", 440, 140) == first == other.act(at, "press", 440, 140)


sizes = st.floats(1, 5000, allow_nan=False)


@given(st.floats(0, 1), st.floats(0, 1), st.one_of(st.integers(1, 5000), sizes))
def test_spans_hold_exactly_the_integers_that_the_box_contains(start, share, whole):
    start, length = start * whole * 0.99, max(share * whole * 0.009, 1e-6)
    it = Box(coordinate=(start, 0, length, 1, whole, 1), view="front")
    low, high = span(start, length, whole)
    assert list(range(low, high + 1)) == [i for i in range(RANGE + 1) if it.contains(i, 0)]


def test_touch_points_trigger_their_move_and_hidden_boxes_have_none(kettle):
    dynamics = Dynamics(kettle)
    for state in kettle.states:
        for view in dynamics.views:
            at = Configuration(state, view)
            for (component, number), (where, x, y) in dynamics.touches(at).items():
                move = next(m for m in dynamics.moves[state] if (m.component, m.number) == (component, number))
                transition = move.transition
                assert where in transition.bbox and where.contains(x, y)
                assert dynamics.act(at, str(transition.atomic_action), x, y, transition.parameter).move == move
    big, small = box("front", 100, 100, 100, 100), box("front", 100, 100, 100, 99)
    states = {"A": {"under": edge("A", "pull", "", big), "over": edge("A", "press", "", small)}}
    touches = Dynamics(build(states)).touches(Configuration("A", "front"))
    assert touches["under", 0][2] == 200  # the one row that is left of it
    states["A"]["over"] = edge("A", "press", "", box("front", 100, 100, 100, 100))
    states["A"]["top"] = edge("A", "grasp", "", box("front", 90, 90, 50, 120), box("front", 140, 90, 70, 120))
    assert set(Dynamics(build(states)).touches(Configuration("A", "front"))) == {("top", 0)}


def test_sentences_keep_each_part_and_end_it():
    assert sentences(["Lid opens", "", "It is open. ", "Ready!"]) == "Lid opens. It is open. Ready!"
