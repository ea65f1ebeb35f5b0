"""Scheduled errors, changes of plan, and what of both can be scheduled."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from envs.assist.condition import Did, FactIs
from envs.assist.cook.domain import CookDomain
from envs.assist.cook.events import event_options
from envs.assist.cook.layouts import BENCHMARK_LAYOUTS
from envs.assist.cook.recipes import BENCHMARK_RECIPES, SHORT_RECIPES
from envs.assist.cook.state import CookState
from envs.assist.domain import LEAD, Deviation
from envs.assist.harness import Harness
from envs.assist.log import EntryKind
from envs.assist.persona import PROFILES
from envs.assist.schedule import ERROR_KINDS, ScheduledChange, ScheduledError, ScheduledRequest
from envs.assist.task import AssistTask
from envs.assist.user import make_person
from envs.environment import TaskError
from tests.envs.assist.cook.cook_play import act, any_domain, domain_of, follow, play_about

FORMS: list[tuple[Any, Mapping[str, str]]] = [
    *((kind, {}) for kind in ERROR_KINDS if kind != "misstep"),
    *(("misstep", {"how": how}) for how in ("repeat", "forget", "skip")),
]
IMPOSSIBLE = {("steak_frites", "repeat")}
"""All its portions are cooked: nobody fries another while a case lasts."""


def error_of(kind: Any, about: Mapping[str, str]) -> ScheduledError:
    return ScheduledError(id="e", when=Did(verb="serve"), kind=kind, about=about)


def is_so(domain: CookDomain, state: CookState, commit: Any) -> bool:
    assert isinstance(commit, FactIs)
    return domain.facts(state).get((commit.thing, commit.property)) == commit.value


def commit(domain: CookDomain, state: CookState, tick: int, made: Deviation, pace: float) -> tuple[CookState, int]:
    """Make the error as the harness would, up to its commit."""
    for action in made.actions:
        state, tick = act(domain, state, tick, action, pace)
        if made.commit is not None and is_so(domain, state, made.commit):
            return state, tick
    if made.commit is None:
        return state, tick
    while not is_so(domain, state, made.commit):
        plan = domain.plan(state, tick, made.blind)
        assert plan, "is never committed"
        state, tick = act(domain, state, tick, plan[0].action, pace)
    return state, tick


def check(domain: CookDomain, state: CookState, tick: int, made: Deviation, pace: float) -> None:
    """The error takes its time, spoils the dish if nobody speaks, and is mended by the plan."""
    assert made.blind <= set(domain.conditions) and made.wrong and made.remedy
    assert set(made.wrong) <= set(domain.lexicon.things)
    spoilt, late = commit(domain, state, tick, made, pace)
    assert late - tick >= LEAD
    assert not made.blind <= domain.met(spoilt)
    believed, end = follow(domain, spoilt, late, pace, made.blind)
    assert domain.met(believed) != set(domain.conditions)
    for at, now in ((spoilt, late), (believed, end)):
        mended, _ = follow(domain, at, now, pace)
        assert domain.met(mended) == set(domain.conditions)


@pytest.mark.parametrize("layout", BENCHMARK_LAYOUTS)
@pytest.mark.parametrize("recipe", BENCHMARK_RECIPES)
def test_each_error_can_be_made_spoils_the_dish_and_is_mended(recipe: str, layout: str) -> None:
    domain = domain_of(recipe, layout)
    for pace in (0.8, 1.25):
        missing = {about.get("how", kind): (kind, about) for kind, about in FORMS}
        state, tick = domain.start(), 0
        while plan := domain.plan(state, tick):
            for name, (kind, about) in tuple(missing.items()):
                made = domain.deviate(state, tick, error_of(kind, about), pace)
                if made is not None:
                    check(domain, state, tick, made, pace)
                    del missing[name]
            state, tick = act(domain, state, tick, plan[0].action, pace)
        assert {(recipe, name) for name in missing} <= IMPOSSIBLE


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**9), form=st.sampled_from(FORMS), pace=st.sampled_from([0.8, 1.0, 1.25]))
def test_an_error_in_any_state_is_sound_or_not_made(
    seed: int, form: tuple[Any, Mapping[str, str]], pace: float
) -> None:
    rng = Random(seed)
    domain = any_domain(rng)
    state, tick = play_about(domain, rng, rng.randint(0, 12))
    for _ in range(rng.randint(0, 20)):
        plan = domain.plan(state, tick)
        if plan:
            state, tick = act(domain, state, tick, plan[0].action, pace)
    made = domain.deviate(state, tick, error_of(*form), pace)
    assert made == domain.deviate(state, tick, error_of(*form), pace)
    if made is not None:
        check(domain, state, tick, made, pace)


def test_a_food_that_looks_alike_is_cooked_and_plated_in_place_of_the_right_one() -> None:
    domain = domain_of("loaded_burrito", "galley")
    made = domain.deviate(domain.start(), 0, error_of("wrong_thing", {"item": "steak"}), 1.0)
    assert made is not None and made.wrong == ("pork",) and made.blind == {"steak_chopped"}
    state, tick = commit(domain, domain.start(), 0, made, 1.0)
    end, _ = follow(domain, state, tick, regarded=made.blind)
    facts = domain.facts(end)
    assert facts["plate", "holds"] == "rice,pork,tomato,lettuce" and facts["pork", "state"] == "done"


def run(domain_parameters: Mapping[str, str], event: Any, profile: str) -> Harness:
    """An episode in which nobody ever says anything."""
    asked = AssistTask(domain=domain_parameters, persona=PROFILES[profile], schedule=(event,), deadline=500, last=500)
    harness = Harness("cook", asked, CookDomain(domain_parameters), make_person(asked.persona, 3), 3, "fixed")
    while not harness.over:
        harness.advance(3)
    return harness


@cache
def options_of(recipe: str, layout: str):
    return event_options(domain_of(recipe, layout))


@pytest.mark.parametrize("layout", BENCHMARK_LAYOUTS)
@pytest.mark.parametrize("recipe", BENCHMARK_RECIPES)
def test_every_kind_of_event_is_offered_for_benchmark_tasks(recipe: str, layout: str) -> None:
    options = options_of(recipe, layout)
    assert {option.event.kind for option in options if isinstance(option.event, ScheduledError)} == set(ERROR_KINDS)
    assert any(isinstance(option.event, ScheduledRequest) for option in options)
    assert {option.event.kind for option in options if isinstance(option.event, ScheduledChange)} == {
        "modify",
        "side_task",
    }
    assert [option.tick for option in options] == sorted(option.tick for option in options)


@settings(max_examples=25, deadline=None)
@given(
    recipe=st.sampled_from([*BENCHMARK_RECIPES, *SHORT_RECIPES]),
    layout=st.sampled_from([*BENCHMARK_LAYOUTS, "kitchenette"]),
    profile=st.sampled_from(["eager_learner", "novice", "home_cook"]),
    data=st.data(),
)
def test_an_offered_error_comes_about_and_without_help_the_dish_fails(
    recipe: str, layout: str, profile: str, data: st.DataObject
) -> None:
    errors = [option for option in options_of(recipe, layout) if isinstance(option.event, ScheduledError)]
    option = data.draw(st.sampled_from(errors))
    harness = run({"recipe": recipe, "layout": layout}, option.event, profile)
    kinds = {entry.kind for entry in harness.log.entries}
    assert {EntryKind.DEVIATING, EntryKind.COMMITTED} <= kinds and EntryKind.VOID not in kinds
    assert harness.in_time is None
    begun = next(entry.tick for entry in harness.log.of_kind(EntryKind.DEVIATING))
    assert next(entry.tick for entry in harness.log.of_kind(EntryKind.COMMITTED)) - begun >= LEAD
    deviating = harness.log.of_kind(EntryKind.DEVIATING)[0]
    assert set(deviating.data["blind"]) <= option.touches


@pytest.mark.parametrize("recipe", ["loaded_burrito", "steak_frites", "lentil_plate"])
def test_requests_and_changes_of_plan_come_about_and_the_new_plan_is_reached(recipe: str) -> None:
    rng = Random(recipe)
    options = [option for option in options_of(recipe, "galley") if not isinstance(option.event, ScheduledError)]
    for option in rng.sample(options, min(8, len(options))):
        harness = run({"recipe": recipe, "layout": "galley"}, option.event, "home_cook")
        kinds = {entry.kind for entry in harness.log.entries}
        assert kinds & {EntryKind.REQUESTED, EntryKind.CHANGED_PLAN} and EntryKind.VOID not in kinds
        assert harness.in_time


@settings(max_examples=50, deadline=None)
@given(seed=st.integers(0, 10**9), kind=st.sampled_from(["modify", "side_task"]))
def test_a_change_of_plan_in_any_state_has_words_a_new_sheet_and_a_way_to_its_goal(seed: int, kind: Any) -> None:
    rng = Random(seed)
    domain = any_domain(rng)
    state, tick = play_about(domain, rng, rng.randint(0, 30))
    change = ScheduledChange(id="c", when=Did(verb="chop"), kind=kind)
    try:
        revised, now, words = domain.revise(state, change)
    except TaskError:
        assert len(domain.recipe.lines) == 6
        return
    assert now == state and words and revised.sheet.text != domain.sheet.text
    assert revised.facts(now) == domain.facts(state) and revised.conditions != domain.conditions
    end, _ = follow(revised, now, tick)
    assert revised.met(end) == set(revised.conditions)


@pytest.mark.parametrize(
    ("kind", "about"),
    [
        ("modify", {"leave_out": "unicorn"}),
        ("modify", {"add": "unicorn"}),
        ("modify", {"swap": [1, 9]}),
        ("side_task", {"carry": "water", "to": "moon"}),
        ("side_task", {"clear": "fridge"}),
        ("side_task", {"juggle": "plate"}),
    ],
)
def test_an_impossible_change_is_refused_by_name(kind: Any, about: Mapping[str, Any]) -> None:
    domain = domain_of("loaded_burrito", "galley")
    with pytest.raises(TaskError, match="plan change 'c': about"):
        domain.revise(domain.start(), ScheduledChange(id="c", when=Did(verb="chop"), kind=kind, about=about))


@pytest.mark.parametrize(
    ("kind", "about", "said"),
    [
        ("modify", {"leave_out": "tomato"}, "leave out the tomato"),
        ("modify", {"add": "cheese"}, "add cheese on top"),
        ("modify", {"swap": [1, 2]}, "swap the rice and the steak"),
        ("side_task", {"carry": "water", "to": "pass"}, "put the water on the pass"),
        ("side_task", {"clear": "left_board"}, "leave nothing on the left board"),
    ],
)
def test_a_change_says_what_is_wished_and_is_carried_out(kind: Any, about: Mapping[str, Any], said: str) -> None:
    domain = domain_of("loaded_burrito", "island")
    change = ScheduledChange(id="c", when=Did(verb="chop"), kind=kind, about=about)
    revised, state, words = domain.revise(domain.start(), change)
    assert said in words
    end, _ = follow(revised, state)
    assert revised.met(end) == set(revised.conditions)
    assert domain.met(end) != set(domain.conditions) or kind == "side_task"
