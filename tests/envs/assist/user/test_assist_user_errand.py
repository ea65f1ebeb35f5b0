"""The small world of these tests keeps the contract of a domain."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from envs.assist.action import WAIT, Action
from envs.assist.schedule import ScheduledError
from tests.envs.assist.errand import HOME, LEXICON, Errand, scheduled_error

ACTIONS = [Action("go", place) for place in sorted(LEXICON.places)]
ACTIONS += [
    Action(verb, thing) for verb in ("pick", "switch_on", "empty", "open", "close") for thing in [*HOME, "fridge"]
]
ACTIONS += [Action("put", thing, place) for thing in HOME for place in sorted(LEXICON.places)]
ACTIONS += [Action("add", thing, "cup") for thing in HOME]


def wander(seed: int, steps: int):
    """A state after random possible actions, and the facts as the changes alone give them."""
    rng, errand = random.Random(seed), Errand()
    state, tick = errand.start(), 0
    table = errand.facts(state)
    for _ in range(steps):
        action = rng.choice([action for action in ACTIONS if errand.refusal(state, action) is None])
        tick += errand.duration(state, action)
        for change in (errand.elapse(state, tick), errand.apply(errand.elapse(state, tick).state, action, tick)):
            for key, value in change.facts.items():
                table.pop(key, None)
                if value is not None:
                    table[key] = value
            state = change.state
    return errand, state, tick, table


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10_000), st.integers(0, 25))
def test_changes_add_up_to_the_facts_and_the_plan_reaches_the_goal(seed, steps):
    errand, state, tick, table = wander(seed, steps)
    assert table == errand.facts(state)
    for _ in range(40):
        plan = errand.plan(state, tick)
        if not plan:
            break
        action = plan[0].action
        assert errand.refusal(state, action) is None
        due = errand.next_change(state)
        tick = due if action.verb == WAIT and due is not None else tick + errand.duration(state, action)
        state = errand.apply(errand.elapse(state, tick).state, action, tick).state
    assert errand.met(state) == set(errand.conditions)


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10_000), st.integers(0, 25), st.sampled_from(ACTIONS))
def test_the_way_to_advice_can_be_gone_and_ends_in_it(seed, steps, action):
    errand, state, tick, _ = wander(seed, steps)
    path = errand.towards(state, tick, action)
    for step in path:
        assert errand.refusal(state, step) is None
        state = errand.apply(state, step, tick).state
    assert not path or path[-1] == action


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10_000), st.integers(0, 25), st.sampled_from(["bag", "juice", "fridge"]))
def test_an_error_leaves_the_person_nothing_to_do_about_what_they_are_blind_to(seed, steps, about):
    errand, state, tick, _ = wander(seed, steps)
    deviation = errand.deviate(state, tick, ScheduledError.model_validate(scheduled_error(about)), 1.0)
    if deviation is not None:
        believed = [step.action for step in errand.plan(state, tick, deviation.blind)]
        assert about == "juice" or not set(believed) & set(deviation.remedy)
