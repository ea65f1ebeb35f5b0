"""Errors in household tasks: each has time to be warned of, spoils the goal, is seen and can be put right."""

from __future__ import annotations

import pytest

from envs.assist.domain import LEAD, Deviation
from envs.assist.household import HouseholdDomain, event_options
from envs.assist.household.events import PACES, course
from envs.assist.household.state import HouseholdState
from envs.assist.schedule import ERROR_KINDS, ScheduledChange, ScheduledError
from tests.envs.assist.household.household_plays import NAMES, domain_of, wander

SOME = NAMES[::4]


def _ticks(
    domain: HouseholdDomain, state: HouseholdState, deviation: Deviation, pace: float
) -> tuple[int, HouseholdState]:
    total = 0
    for action in deviation.actions:
        assert domain.refusal(state, action) is None
        total += max(1, round(domain.duration(state, action) * pace))
        state = domain.apply(state, action, total).state
    return total, state


@pytest.mark.parametrize("name", SOME)
def test_every_option_can_be_made_spoils_the_goal_and_is_repaired(name: str) -> None:
    domain = domain_of(name)
    states = {when.model_dump_json(): (state, tick) for state, tick, when in course(domain)}
    options = event_options(domain)
    for option in options:
        event = option.event
        assert isinstance(event, ScheduledError)
        state, tick = states[event.when.model_dump_json()]
        assert tick == option.tick
        for pace in PACES:
            deviation = domain.deviate(state, tick, event, pace)
            assert deviation is not None and deviation.kind == event.kind
            assert deviation.blind <= option.touches and deviation.blind <= set(domain.conditions)
            total, after = _ticks(domain, state, deviation, pace)
            if deviation.actions:
                assert deviation.commit is None and total >= LEAD
            else:
                assert deviation.commit is not None
            left = after
            for step in domain.plan(after, 0, deviation.blind):
                left = domain.apply(left, step.action, 0).state
            assert domain.met(left) != set(domain.conditions), "a person who does not know does not put it right"
            for step in domain.plan(left, 0):
                left = domain.apply(left, step.action, 0).state
            assert domain.met(left) == set(domain.conditions)


def test_the_benchmark_gives_occasion_for_all_six_kinds() -> None:
    kinds = {name: {option.event.kind for option in event_options(domain_of(name))} for name in SOME}  # type: ignore[union-attr]
    assert set().union(*kinds.values()) == set(ERROR_KINDS)
    assert all(len(found) >= 5 for found in kinds.values()), kinds


@pytest.mark.parametrize("name", SOME)
def test_the_hands_of_an_error_are_seen(name: str) -> None:
    """What is taken or opened in an error is in sight when it is done."""
    domain = domain_of(name)
    for state, tick, when in list(course(domain))[:6]:
        for kind in ERROR_KINDS:
            deviation = domain.deviate(state, tick, ScheduledError(id="e", when=when, kind=kind), 1.0)
            place = state
            for action in deviation.actions if deviation else ():
                if action.verb in ("pick_up", "put"):
                    assert place.hand == action.target or action.target in domain.visible(place), (kind, action)
                place = domain.apply(place, action, 0).state


def test_errors_ask_for_nothing_that_is_not_there() -> None:
    domain = domain_of(NAMES[0])
    for kind in ERROR_KINDS:
        event = ScheduledError(id="e", when=_any(domain), kind=kind, about={"thing": "unicorn_1"})
        assert domain.deviate(domain.start(), 0, event, 1.0) is None


def test_errors_are_possible_or_refused_in_any_state() -> None:
    domain = domain_of("post_meal_cleanup/standard_2/0")
    made = 0
    for state, _ in wander(domain, 80, 11)[::4]:
        for kind in ERROR_KINDS:
            deviation = domain.deviate(state, 7, ScheduledError(id="e", when=_any(domain), kind=kind), 0.8)
            if deviation is not None:
                total, _ = _ticks(domain, state, deviation, 0.8)
                assert total >= LEAD or deviation.commit is not None
                made += 1
    assert made > 20


@pytest.mark.parametrize("kind", ["modify", "side_task"])
@pytest.mark.parametrize("name", SOME)
def test_a_changed_plan_is_another_goal_in_the_same_state(name: str, kind: str) -> None:
    domain = domain_of(name)
    state = wander(domain, 10, 3)[-1][0]
    new, same, words = domain.revise(state, ScheduledChange(id="c", when=_any(domain), kind=kind))  # type: ignore[arg-type]
    assert same == state and new.conditions != domain.conditions
    assert words in new.sheet.text
    assert new.facts(state) == domain.facts(state)
    for step in new.plan(state, 0):
        state = new.apply(state, step.action, 0).state
    assert new.met(state) == set(new.conditions)
    assert not domain.met(state) >= set(domain.conditions)


def _any(domain: HouseholdDomain):
    return next(iter(course(domain)))[2]
