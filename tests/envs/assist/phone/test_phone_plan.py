"""The plan reaches the goal from anywhere, and the ten configurations have the length that they should have."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from envs.assist.phone import CONFIGURATIONS, PhoneDomain
from envs.assist.phone.events import undisturbed
from envs.assist.phone.goal import FAR, NEAR, REST
from tests.envs.assist.phone.phone_play import CHOICES, DOMAIN, DOMAINS, followed, reached


@pytest.mark.parametrize("name", sorted(CONFIGURATIONS))
def test_every_configuration_is_solved_in_40_to_100_ticks(name):
    domain = DOMAINS[name]
    state, ticks = list(undisturbed(domain))[-1]
    assert domain.met(state) == set(domain.conditions)
    assert 40 <= ticks <= 100


@pytest.mark.parametrize("name", sorted(CONFIGURATIONS))
def test_at_the_start_exactly_the_wanted_settings_are_missing(name):
    domain = DOMAINS[name]
    assert domain.met(domain.start()) == {NEAR, FAR}
    assert set(domain.conditions) == {*CONFIGURATIONS[name].wanted, NEAR, FAR}


@settings(deadline=None)
@given(DOMAIN, CHOICES)
def test_the_plan_reaches_the_goal_from_any_state(domain, choices):
    assert domain.met(followed(domain, reached(domain, choices))) == set(domain.conditions)


@settings(deadline=None)
@given(DOMAIN, CHOICES, st.data())
def test_what_is_regarded_as_met_is_left_alone(domain, choices, data):
    state = reached(domain, choices)
    regarded = frozenset(data.draw(st.sets(st.sampled_from(domain.conditions))))
    after = domain.met(followed(domain, state, regarded))
    assert after | regarded >= set(domain.conditions)
    assert REST not in {step.part for step in domain.plan(state, 0, regarded | {NEAR, FAR})}
    assert not regarded & {step.part for step in domain.plan(state, 0, regarded)}


@settings(deadline=None)
@given(DOMAIN, CHOICES)
def test_a_plan_does_not_depend_on_what_was_planned_before(domain, choices):
    state = reached(domain, choices)
    assert PhoneDomain(domain.parameters).plan(state, 0) == domain.plan(state, 0)


@settings(deadline=None)
@given(DOMAIN, CHOICES)
def test_the_rest_of_a_plan_is_the_plan_of_the_next_state(domain, choices):
    state = reached(domain, choices)
    plan = domain.plan(state, 0)
    if plan:
        assert domain.plan(domain.apply(state, plan[0].action, 0).state, 0) == plan[1:]
        assert {step.part for step in plan} <= set(domain.sheet.parts)


def test_conditions_are_met_in_their_order_by_the_plan():
    for domain in DOMAINS.values():
        met = [[c for c in domain.goal.wanted if c in domain.met(state)] for state, _ in undisturbed(domain)]
        # What is saved together is met together; a choice's presets can meet a setting for a while.
        firsts = [next(n for n in range(len(met)) if all(c in held for held in met[n:])) for c in domain.goal.wanted]
        assert firsts == sorted(firsts)


def test_a_choice_that_sets_others_anew_comes_first_and_the_sheet_says_so():
    domain = DOMAINS["quiet_night"]
    assert domain.conditions.index("sound_profile") < domain.conditions.index("alarm_volume")
    assert "Begin with Sound profile" in domain.sheet.text


def test_the_sheet_names_every_wanted_setting_and_forbids_the_rest():
    for domain in DOMAINS.values():
        for setting in domain.goal.wanted:
            assert domain.phone.nodes[setting].label in domain.sheet.text
        assert domain.sheet.text.endswith("Change nothing else.")
        assert set(domain.sheet.parts) == {*domain.goal.wanted, REST}
