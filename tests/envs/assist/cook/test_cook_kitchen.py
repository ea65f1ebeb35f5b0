"""The kitchen's rules, facts and time."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from envs.assist.action import Action
from envs.assist.cook.domain import CookDomain
from envs.assist.cook.layouts import LAYOUTS, generate_layout
from envs.assist.cook.recipe import Line, Recipe
from envs.assist.cook.recipes import BENCHMARK_RECIPES, RECIPES, generate_recipe
from envs.environment import TaskError
from tests.envs.assist.cook.cook_play import act, any_domain, domain_of, play_about, possible


def done(domain: CookDomain, *actions: Action):
    """The state and tick after actions from the start, each of them possible."""
    state, tick = domain.start(), 0
    for action in actions:
        state, tick = act(domain, state, tick, action)
    return state, tick


def boiling(domain: CookDomain):
    """Rice in a pot that has just been lit."""
    return done(
        domain,
        Action("go_to", "pantry"),
        Action("pick_up", "rice"),
        Action("go_to", "stove_2"),
        Action("put_down", "rice", "stove_2"),
        Action("turn_on", "stove_2"),
    )


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_changes_report_exactly_the_facts_that_differ(seed: int) -> None:
    rng = Random(seed)
    domain = any_domain(rng)
    state, tick = domain.start(), 0
    table = domain.facts(state)
    for _ in range(40):
        action = rng.choice(possible(domain, state))
        tick += domain.duration(state, action)
        for change in (domain.elapse(state, tick), domain.apply(domain.elapse(state, tick).state, action, tick)):
            for fact, value in change.facts.items():
                assert table.get(fact) != value
                if value is None:
                    del table[fact]
                else:
                    table[fact] = value
            state = change.state
            assert table == domain.facts(state)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_time_in_one_stride_is_time_in_steps(seed: int) -> None:
    domain = any_domain(Random(seed))
    state, tick = play_about(domain, Random(seed + 1), 25)
    stepped = state
    for now in range(tick, tick + 90):
        due = domain.next_change(stepped)
        change = domain.elapse(stepped, now)
        assert bool(change.facts) == (due is not None and due <= now)
        stepped = change.state
    assert stepped == domain.elapse(state, tick + 89).state


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_keys_are_equal_for_equal_states_alone(seed: int) -> None:
    rng = Random(seed)
    domain = any_domain(rng)
    states = [play_about(domain, Random(seed % 7 + i), rng.randint(0, 8))[0] for i in range(12)]
    for one in states:
        for two in states:
            assert (one.key == two.key) == (one == two)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_what_is_refused_changes_nothing(seed: int) -> None:
    rng = Random(seed)
    domain = any_domain(rng)
    state, tick = play_about(domain, rng, 15)
    ids = [*domain.lexicon.things, "", "unicorn"]
    for verb in [*domain.lexicon.verbs, "juggle"]:
        for _ in range(20):
            action = Action(verb, rng.choice(ids), rng.choice(ids))
            why = domain.refusal(state, action)
            assert domain.duration(state, action) >= 1
            if why is not None:
                assert why and domain.apply(state, action, tick).state == domain.elapse(state, tick).state


def test_food_turns_done_and_burnt_by_its_ticks_on_the_heat() -> None:
    domain = domain_of("loaded_burrito", "galley")
    state, lit = boiling(domain)
    until, burns = domain.kitchen.times["rice"]
    assert domain.facts(state)["rice", "state"] == "cooking" and domain.next_change(state) == lit + until
    assert not domain.elapse(state, lit + until - 1).facts
    change = domain.elapse(state, lit + until)
    assert change.facts == {("rice", "state"): "done"} and domain.next_change(change.state) == lit + until + burns
    assert domain.elapse(change.state, lit + until + burns).facts == {("rice", "state"): "burnt"}


def test_heat_that_is_turned_off_is_not_lost_and_goes_on_when_lit_again() -> None:
    domain = domain_of("loaded_burrito", "galley")
    state, lit = boiling(domain)
    state = domain.apply(state, Action("turn_off", "stove_2"), lit + 10).state
    assert domain.facts(state)["rice", "state"] == "raw" and domain.next_change(state) is None
    state = domain.apply(state, Action("turn_on", "stove_2"), lit + 50).state
    assert domain.next_change(state) == lit + 50 + domain.kitchen.times["rice"][0] - 10


def test_raw_food_taken_out_of_the_pot_is_raw_and_done_food_stays_done() -> None:
    domain = domain_of("loaded_burrito", "galley")
    state, lit = boiling(domain)
    raw = domain.apply(state, Action("pick_up", "rice"), lit + 5).state
    assert domain.facts(raw)["rice", "state"] == "raw"
    late = domain.apply(state, Action("pick_up", "rice"), lit + 40).state
    assert domain.facts(late)["rice", "state"] == "done" and domain.next_change(late) is None


def test_only_the_topmost_on_a_plate_can_be_taken_off() -> None:
    domain = domain_of("breakfast_plate", "galley")
    state, tick = done(
        domain,
        Action("go_to", "plates"),
        Action("pick_up", "plate"),
        Action("go_to", "fridge"),
        Action("scoop", "cheese", "plate"),
        Action("scoop", "cheese_2", "plate"),
        Action("go_to", "counter_1"),
        Action("put_down", "plate", "counter_1"),
    )
    assert domain.facts(state)["plate", "holds"] == "cheese,cheese_2"
    assert "under" in (domain.refusal(state, Action("pick_up", "cheese")) or "")
    state, _ = act(domain, state, tick, Action("pick_up", "cheese_2"))
    assert domain.facts(state)["plate", "holds"] == "cheese"


def test_a_wrong_dish_that_was_served_can_be_taken_back() -> None:
    domain = domain_of("breakfast_plate", "galley")
    state, tick = done(
        domain,
        Action("go_to", "plates"),
        Action("pick_up", "plate"),
        Action("go_to", "fridge"),
        Action("scoop", "cheese", "plate"),
        Action("go_to", "pass"),
        Action("serve", "plate"),
    )
    assert "served" not in domain.met(state) and domain.facts(state)["plate", "at"] == "pass"
    assert domain.refusal(state, Action("pick_up", "plate")) is None


def test_a_pot_takes_one_portion_of_what_is_boiled() -> None:
    domain = domain_of("loaded_burrito", "galley")
    state, tick = boiling(domain)
    for action in (Action("go_to", "pantry"), Action("pick_up", "rice_2"), Action("go_to", "stove_2")):
        state, tick = act(domain, state, tick, action)
    assert "no room" in (domain.refusal(state, Action("put_down", "rice_2", "stove_2")) or "")
    state, tick = act(domain, state, tick, Action("go_to", "stove_1"))
    assert "not cooked" in (domain.refusal(state, Action("put_down", "rice_2", "stove_1")) or "")


def test_what_a_closed_source_holds_is_seen_only_by_who_stands_there() -> None:
    domain = domain_of("loaded_burrito", "galley")
    away, _ = done(domain, Action("go_to", "crate"))
    there, _ = done(domain, Action("go_to", "fridge"))
    assert {"lettuce", "fridge", "stove_1"} <= domain.visible(away) and "steak" not in domain.visible(away)
    assert "steak" in domain.visible(there)


def test_everything_in_facts_has_a_name_or_is_a_station() -> None:
    for recipe in RECIPES:
        for layout in LAYOUTS:
            domain = domain_of(recipe, layout)
            lexicon = domain.lexicon
            named = {thing for thing, _ in domain.facts(domain.start())} - {"person"}
            assert named <= set(lexicon.things) and lexicon.places <= set(lexicon.things)
            spoken = [names[0] for names in lexicon.things.values()]
            assert len(set(spoken)) == len(spoken) and not set(spoken) & set(lexicon.unreal)


def test_distances_are_walks_over_floor_of_one_tile_a_tick() -> None:
    for layout in [*LAYOUTS.values(), *(generate_layout(Random(seed)) for seed in range(15))]:
        for (here, there), path in layout.paths.items():
            assert path[0] == layout.front[here] and path[-1] == layout.front[there]
            assert all(layout.is_floor(tile) for tile in path)
            steps = [abs(x - u) + abs(y - v) for (x, y), (u, v) in zip(path, path[1:], strict=False)]
            assert steps == [1] * (len(path) - 1)
            assert layout.distances[here, there] == layout.distances[there, here]


def test_generated_recipes_are_other_dishes_than_the_benchmark_s() -> None:
    frozen = [{line.food for line in RECIPES[name].lines} for name in BENCHMARK_RECIPES]
    drawn = [generate_recipe(Random(seed)) for seed in range(200)]
    assert all({line.food for line in recipe.lines} not in frozen for recipe in drawn)
    assert len({recipe.title for recipe in drawn}) > 150


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"recipe": "soup", "layout": "galley"}, "domain.recipe: no recipe 'soup'"),
        ({"recipe": "shrimp_pasta", "layout": "castle"}, "domain.layout: no layout 'castle'"),
        ({"recipe": "shrimp_pasta"}, "domain.layout"),
        ({"recipe": "shrimp_pasta", "layout": "galley", "salt": 1}, "domain.salt"),
        ({"recipe": {"name": "x", "title": "x", "lines": [{"food": "mud"}]}, "layout": "galley"}, "no food 'mud'"),
        (
            {"recipe": {"name": "x", "title": "x", "lines": [{"food": "rice", "chopped": True}]}, "layout": "galley"},
            "'rice' cannot be chopped",
        ),
        (
            {
                "recipe": Recipe(
                    name="x",
                    title="x",
                    lines=(Line(food="tomato", chopped=True),),
                ).model_dump()
                | {"sides": [{"type": "carry", "food": "water", "place": "moon"}]},
                "layout": "galley",
            },
            "'moon' is no counter or pass",
        ),
    ],
)
def test_bad_parameters_are_refused_by_field_and_value(parameters: dict, words: str) -> None:
    with pytest.raises(TaskError) as caught:
        CookDomain(parameters)
    assert words in str(caught.value)


def test_a_layout_whose_stations_cannot_be_reached_is_refused() -> None:
    data = LAYOUTS["galley"].model_dump(mode="json")
    data["rows"] = ["#F#P#C#12#Y#", "#.....#....#", "#.....#....#", "#.....#....#", "#Tlarb#cD#V#"]
    with pytest.raises(TaskError, match="cannot be reached"):
        CookDomain({"recipe": "shrimp_pasta", "layout": data})


def test_recipe_and_layout_as_data_are_the_named_ones() -> None:
    named = domain_of("steak_frites", "island")
    data = CookDomain(
        {
            "recipe": RECIPES["steak_frites"].model_dump(mode="json"),
            "layout": LAYOUTS["island"].model_dump(mode="json"),
        }
    )
    assert data.sheet == named.sheet and data.facts(data.start()) == named.facts(named.start())
