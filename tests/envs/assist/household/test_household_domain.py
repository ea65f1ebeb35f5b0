"""The household's rules and plans: what holds for every task and every state that can be reached."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from envs.assist.action import Action
from envs.assist.household.goals import LEFT, MOVED
from tests.envs.assist.household.household_plays import NAMES, domain_of, possible, wander

plays = given(name=st.sampled_from(NAMES), seed=st.integers(0, 10**6))


@plays
@settings(max_examples=12, deadline=None)
def test_changes_add_up_to_the_facts(name: str, seed: int) -> None:
    domain = domain_of(name)
    facts = dict(domain.facts(domain.start()))
    for state, action in wander(domain, 60, seed):
        change = domain.apply(state, action, 0)
        for key, value in change.facts.items():
            assert facts.get(key) != value, "only what is new or different is named"
            assert value is not None
            facts[key] = value
        assert facts == domain.facts(change.state)


@plays
@settings(max_examples=25, deadline=None)
def test_a_plan_leads_to_the_goal_from_any_state(name: str, seed: int) -> None:
    domain = domain_of(name)
    state = wander(domain, 40, seed)[-1][0]
    for step in domain.plan(state, 0):
        assert domain.refusal(state, step.action) is None
        assert domain.duration(state, step.action) >= 1
        assert step.part in domain.sheet.parts
        state = domain.apply(state, step.action, 0).state
    assert domain.met(state) == set(domain.conditions)
    assert domain.plan(state, 0) == ()


@plays
@settings(max_examples=15, deadline=None)
def test_what_is_left_of_a_plan_is_the_plan_from_there(name: str, seed: int) -> None:
    domain = domain_of(name)
    state = wander(domain, 25, seed)[-1][0]
    plan = domain.plan(state, 0)
    fresh = type(domain)(domain.parameters)
    for number, step in enumerate(plan[:12]):
        assert fresh.plan(state, 0) == plan[number:]
        state = domain.apply(state, step.action, 0).state


@plays
@settings(max_examples=15, deadline=None)
def test_what_is_regarded_as_met_is_not_worked_for(name: str, seed: int) -> None:
    domain = domain_of(name)
    state = domain.start()
    blind = frozenset([text for text in domain.conditions if text not in domain.met(state)][seed % 3 :: 3])
    for step in domain.plan(state, 0, blind):
        state = domain.apply(state, step.action, 0).state
    assert domain.met(state) >= set(domain.conditions) - blind - {MOVED, LEFT}
    things = {text.split()[0] for text in blind if " in " in text or " on " in text}
    untouched = things & set(domain.setting.things)
    drunk = {name for name, text in domain.setting.drinking.items() if text not in blind}
    for thing in untouched - drunk:
        assert state.things[domain.setting.index[thing]] == domain.start().things[domain.setting.index[thing]]


@plays
@settings(max_examples=20, deadline=None)
def test_advice_is_carried_out_by_possible_actions_and_ends_with_it(name: str, seed: int) -> None:
    domain = domain_of(name)
    state = wander(domain, 20, seed)[-1][0]
    for thing in domain.setting.things:
        for wish in (Action("pick_up", thing), Action("put", thing), Action("turn_to", thing)):
            actions = domain.towards(state, 0, wish)
            place = state
            for action in actions:
                assert domain.refusal(place, action) is None
                place = domain.apply(place, action, 0).state
            assert not actions or (actions[-1].verb, actions[-1].target) == (wish.verb, wish.target)
            if wish.verb == "pick_up" and state.hand != thing:
                assert place.hand == thing


def test_states_with_one_key_are_one_state() -> None:
    domain = domain_of(NAMES[0])
    states = [state for seed in range(3) for state, _ in wander(domain, 60, seed)]
    assert len({state.key for state in states}) == len(set(states))


def test_any_action_may_be_asked_about_and_what_is_refused_changes_nothing() -> None:
    domain = domain_of("bedtime/standard_1/0")
    here = domain.setting
    names = ["", "nowhere", *here.things, *here.scene.receptacles, *here.floor.doors, *here.floor.rooms]
    for state, _ in wander(domain, 30, 5)[::10]:
        for verb in ("fly", "go_to", "put", "pick_up", "open", "switch_on", "drink", "sit_on", "turn_to", "go_through"):
            for action in (Action(verb, name, place) for name in names for place in ("", names[2], "fridge_1")):
                why = domain.refusal(state, action)
                if why is not None:
                    assert why.endswith(".")
                    assert domain.apply(state, action, 3).state == state


def test_one_cannot_do_much_sitting() -> None:
    domain = domain_of("quiet_evening/standard_1/0")
    state = domain.start()
    for action in domain.towards(state, 0, Action("sit_on", "sofa_1")):
        state = domain.apply(state, action, 0).state
    assert domain.facts(state)["person", "posture"] == "sofa_1"
    assert {action.verb for action in possible(domain, state)} <= {"stand_up", "look_up", "look_down"}
    assert domain.towards(state, 0, Action("go_to", "kitchen"))[0] == Action("stand_up")


def test_a_machine_starts_only_while_it_is_closed() -> None:
    domain = domain_of("laundry/standard_4/0")
    washer = next(iter(domain.setting.closing))
    state = domain.start()
    for action in domain.towards(state, 0, Action("open", washer)):
        state = domain.apply(state, action, 0).state
    assert "open" in (domain.refusal(state, Action("switch_on", washer)) or "")
    assert Action("close", washer) in domain.towards(state, 0, Action("switch_on", washer))


def test_walks_take_about_a_tick_a_metre() -> None:
    domain = domain_of(NAMES[0])
    state = domain.start()
    for step in domain.plan(state, 0):
        way = domain.rules.way(state, step.action)
        metres = sum(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5 for a, b in zip(way, way[1:], strict=False))
        assert metres - 0.02 <= domain.duration(state, step.action) <= max(3, metres + 1)
        state = domain.apply(state, step.action, 0).state


@pytest.mark.parametrize("name", NAMES)
def test_ways_keep_clear_of_furniture(name: str) -> None:
    domain = domain_of(name)
    floor, state = domain.setting.floor, domain.start()
    for step in domain.plan(state, 0):
        for a, b in zip(*(2 * [domain.rules.way(state, step.action)]), strict=True):
            for x0, y0, x1, y1 in floor.bodies.values():
                assert not (x0 < a[0] < x1 and y0 < a[1] < y1), f"{step.action} goes through furniture at {a} {b}"
        state = domain.apply(state, step.action, 0).state
