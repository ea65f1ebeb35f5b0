"""From anywhere to the served dish."""

from __future__ import annotations

import time
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from envs.assist.action import WAIT, Action
from envs.assist.cook.layouts import BENCHMARK_LAYOUTS, LAYOUTS
from envs.assist.cook.recipes import BENCHMARK_RECIPES, RECIPES, SHORT_RECIPES
from envs.assist.persona import PROFILES
from tests.envs.assist.cook.cook_play import act, any_domain, domain_of, follow, play_about

PACES = sorted({persona.pace for persona in PROFILES.values()})


@pytest.mark.parametrize("layout", BENCHMARK_LAYOUTS)
@pytest.mark.parametrize("recipe", BENCHMARK_RECIPES)
def test_benchmark_dishes_are_served_in_80_to_160_ticks_and_at_any_pace(recipe: str, layout: str) -> None:
    domain = domain_of(recipe, layout)
    for pace in PACES:
        state, tick = follow(domain, domain.start(), pace=pace)
        assert domain.met(state) == set(domain.conditions)
        assert pace != 1.0 or 80 <= tick <= 160, tick


@pytest.mark.parametrize("recipe", SHORT_RECIPES)
def test_short_recipes_have_few_conditions_and_take_up_to_40_ticks(recipe: str) -> None:
    domain = domain_of(recipe, "kitchenette")
    state, tick = follow(domain, domain.start())
    assert 3 <= len(domain.conditions) <= 4 and domain.met(state) == set(domain.conditions)
    assert 20 <= tick <= 40


def test_every_named_recipe_is_solved_in_every_named_kitchen_without_losing_a_condition() -> None:
    for recipe in RECIPES:
        for layout in LAYOUTS:
            domain = domain_of(recipe, layout)
            state, tick, met = domain.start(), 0, frozenset[str]()
            while plan := domain.plan(state, tick):
                state, tick = act(domain, state, tick, plan[0].action)
                assert met <= domain.met(state), (recipe, layout, plan[0])
                met = domain.met(state)
            assert met == set(domain.conditions), (recipe, layout)


@settings(max_examples=120, deadline=None)
@given(seed=st.integers(0, 10**9), steps=st.integers(0, 60), pace=st.sampled_from(PACES))
def test_the_plan_leads_from_any_state_to_the_goal(seed: int, steps: int, pace: float) -> None:
    domain = any_domain(Random(seed))
    state, tick = play_about(domain, Random(seed + 1), steps)
    end, _ = follow(domain, state, tick, pace)
    assert domain.met(end) == set(domain.conditions)


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**9), data=st.data())
def test_whatever_is_believed_the_first_step_is_possible_and_serves_a_part(seed: int, data: st.DataObject) -> None:
    rng = Random(seed)
    domain = any_domain(rng)
    state, tick = play_about(domain, rng, rng.randint(0, 40))
    regarded = frozenset(data.draw(st.sets(st.sampled_from(domain.conditions))))
    for step in domain.plan(state, tick, regarded)[:1]:
        assert domain.refusal(state, step.action) is None
    for step in domain.plan(state, tick, regarded):
        assert step.part in domain.sheet.parts


def test_what_is_regarded_as_chopped_goes_onto_the_plate_as_it_is() -> None:
    domain = domain_of("loaded_burrito", "galley")
    end, _ = follow(domain, domain.start(), regarded=frozenset({"tomato_chopped"}))
    facts = domain.facts(end)
    assert facts["tomato", "at"] == "plate" and facts["tomato", "form"] == "whole" and facts["plate", "at"] == "pass"
    assert "served" not in domain.met(end)


def test_what_is_regarded_as_plated_is_left_out() -> None:
    domain = domain_of("loaded_burrito", "galley")
    end, _ = follow(domain, domain.start(), regarded=frozenset({"steak_chopped", "steak_cooked", "plate_2"}))
    assert domain.facts(end)["plate", "holds"] == "rice,tomato,lettuce" and "served" not in domain.met(end)


def test_nothing_is_planned_once_everything_is_regarded() -> None:
    domain = domain_of("loaded_burrito", "galley")
    assert domain.plan(domain.start(), 0, frozenset(domain.conditions)) == ()


def test_the_plan_begins_with_what_cooks_longest_and_waits_for_nothing_while_there_is_work() -> None:
    domain = domain_of("loaded_burrito", "galley")
    assert domain.plan(domain.start(), 0)[0].part == "rice"
    state, tick, cooking_while_chopping = domain.start(), 0, False
    while plan := domain.plan(state, tick):
        action = plan[0].action
        facts = domain.facts(state)
        cooking_while_chopping |= action.verb == "chop" and facts["rice", "state"] == "cooking"
        if action.verb == WAIT:
            assert {"tomato_chopped", "lettuce_chopped"} <= domain.met(state)
        state, tick = act(domain, state, tick, action)
    assert cooking_while_chopping


def test_an_untouched_plan_burns_nothing_and_throws_nothing_away() -> None:
    for recipe in RECIPES:
        for layout in LAYOUTS:
            domain = domain_of(recipe, layout)
            for pace in PACES:
                state, tick = domain.start(), 0
                while plan := domain.plan(state, tick):
                    assert plan[0].action.verb != "trash", (recipe, layout, pace, tick)
                    state, tick = act(domain, state, tick, plan[0].action, pace)
                    assert "burnt" not in {portion.state for portion in state.portions}, (recipe, layout, pace)


@pytest.mark.parametrize(
    ("advice", "last"),
    [
        (Action("chop", "tomato"), Action("chop", "tomato")),
        (Action("go_to", "fridge"), Action("go_to", "fridge")),
        (Action("put_down", "rice", "stove_2"), Action("put_down", "rice", "stove_2")),
        (Action("pick_up", "plate"), Action("pick_up", "plate")),
        (Action("scoop", "cheese"), Action("scoop", "cheese", "plate")),
        (Action("turn_on", "stove_1"), Action("turn_on", "stove_1")),
    ],
)
def test_advice_is_carried_out_from_what_it_needs_first(advice: Action, last: Action) -> None:
    domain = domain_of("loaded_burrito", "galley")
    actions = domain.towards(domain.start(), 0, advice)
    assert actions[-1] == last
    state, tick = domain.start(), 0
    for action in actions:
        state, tick = act(domain, state, tick, action)


def test_advice_that_cannot_be_carried_out_has_no_actions() -> None:
    domain = domain_of("loaded_burrito", "galley")
    for action in (
        Action("chop", "rice"),
        Action("pick_up", "unicorn"),
        Action("serve", "plate"),
        Action("turn_off", ""),
    ):
        assert domain.towards(domain.start(), 0, action) == ()


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_whatever_is_advised_the_actions_can_be_done_one_after_the_other(seed: int) -> None:
    rng = Random(seed)
    domain = any_domain(rng)
    state, tick = play_about(domain, rng, rng.randint(0, 40))
    ids = [*domain.lexicon.things, ""]
    for verb in domain.lexicon.verbs:
        for _ in range(6):
            now, clock = state, tick
            advice = Action(verb, rng.choice(ids), rng.choice(ids))
            actions = domain.towards(state, tick, advice)
            for action in actions:
                now, clock = act(domain, now, clock, action)
            if actions and verb == "cook":
                assert len([p for p in now.portions if p.since]) > len([p for p in state.portions if p.since])
            elif actions and advice.target and verb in ("pick_up", "chop", "trash"):
                assert (actions[-1].verb, actions[-1].target) == (verb, advice.target)


def test_speed_of_plans_and_actions_is_told() -> None:
    domain = domain_of("loaded_burrito", "galley")
    ticks, start = 0, time.perf_counter()
    for _ in range(30):
        ticks += follow(domain, domain.start())[1]
    print(f"{ticks / (time.perf_counter() - start):.0f} simulated ticks a second")
    assert ticks > 0
