"""What the kitchen's tests share: playing plans, and playing about."""

from __future__ import annotations

from random import Random

from envs.assist.action import WAIT, Action
from envs.assist.cook.domain import CookDomain
from envs.assist.cook.layouts import LAYOUTS, generate_layout
from envs.assist.cook.recipes import RECIPES, generate_recipe
from envs.assist.cook.state import CookState
from envs.assist.cook.words import PLATES

LONGEST = 900
"""Ticks that any repair takes at most, far above what any takes."""


def domain_of(recipe: str, layout: str) -> CookDomain:
    return CookDomain({"recipe": recipe, "layout": layout})


def any_domain(rng: Random) -> CookDomain:
    """A named or generated recipe in a named or generated kitchen."""
    recipe = rng.choice(sorted(RECIPES)) if rng.random() < 0.6 else generate_recipe(rng).model_dump(mode="json")
    layout = rng.choice(sorted(LAYOUTS)) if rng.random() < 0.6 else generate_layout(rng).model_dump(mode="json")
    return CookDomain({"recipe": recipe, "layout": layout})


def act(domain: CookDomain, state: CookState, tick: int, action: Action, pace: float = 1.0) -> tuple[CookState, int]:
    """Do one possible action; WAIT lasts until the heat changes something."""
    assert domain.refusal(state, action) is None, (action, domain.refusal(state, action), state.key)
    if action.verb == WAIT:
        end = domain.next_change(state)
        assert end is not None, f"waits for nothing: {state.key}"
    else:
        end = tick + max(1, round(domain.duration(state, action) * pace))
    while (due := domain.next_change(state)) is not None and due <= end:
        state = domain.elapse(state, due).state
    return domain.apply(state, action, end).state, end


def follow(
    domain: CookDomain,
    state: CookState,
    tick: int = 0,
    pace: float = 1.0,
    regarded: frozenset[str] = frozenset(),
) -> tuple[CookState, int]:
    """Go by the plan, made anew after each action, until it is empty."""
    end = tick + LONGEST
    while plan := domain.plan(state, tick, regarded):
        state, tick = act(domain, state, tick, plan[0].action, pace)
        assert tick < end, f"comes to no end: {state.key}"
    return state, tick


def possible(domain: CookDomain, state: CookState) -> list[Action]:
    """Everything that can be done now, in canonical actions, waiting left out."""
    kitchen = domain.kitchen
    fresh = [kitchen.next_id(state, food) for food in kitchen.stock.get(state.at, ())]
    things = [*(portion.id for portion in state.portions), *PLATES, *(id for id in fresh if id)]
    actions = [Action("go_to", place) for place in kitchen.kinds]
    for thing in things:
        actions += [Action("pick_up", thing), Action("chop", thing), Action("trash", thing), Action("serve", thing)]
        actions += [Action("scoop", thing, plate) for plate in PLATES]
        actions += [Action("put_down", thing, place) for place in (state.at, *PLATES)]
    actions += [Action("turn_on", state.at), Action("turn_off", state.at)]
    return [action for action in actions if domain.refusal(state, action) is None]


def play_about(domain: CookDomain, rng: Random, steps: int) -> tuple[CookState, int]:
    """A state that some odd but possible course of actions leads to: partly by the plan, partly anything at all."""
    state, tick = domain.start(), 0
    for _ in range(steps):
        plan = domain.plan(state, tick)
        if plan and plan[0].action.verb != WAIT and rng.random() < 0.35:
            action = plan[0].action
        else:
            choice = possible(domain, state)
            verb = rng.choice(sorted({action.verb for action in choice}))
            action = rng.choice([action for action in choice if action.verb == verb])
        state, tick = act(domain, state, tick, action)
        if rng.random() < 0.05:
            tick += rng.randint(1, 60)  # looks out of the window
            state = domain.elapse(state, tick).state
    return state, tick
