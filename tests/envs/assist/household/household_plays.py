"""Household tasks for these tests, made once, and random play in them."""

from __future__ import annotations

import random
from functools import cache

from envs.assist.action import Action
from envs.assist.household import HouseholdDomain, benchmark
from envs.assist.household.rules import VERBS
from envs.assist.household.state import HouseholdState

NAMES = tuple(benchmark())


@cache
def domain_of(name: str) -> HouseholdDomain:
    """One of the benchmark's tasks."""
    return HouseholdDomain(benchmark()[name])


def possible(domain: HouseholdDomain, state: HouseholdState) -> list[Action]:
    """Every action that can be done now."""
    here = domain.setting
    targets = [*here.things, *here.scene.receptacles, *here.floor.doors, *here.floor.rooms, ""]
    tried = [Action(verb, target) for verb in sorted(VERBS - {"put"}) for target in targets]
    tried += [Action("put", state.hand, place) for place in here.scene.receptacles]
    return [action for action in tried if domain.refusal(state, action) is None]


def wander(domain: HouseholdDomain, steps: int, seed: int) -> list[tuple[HouseholdState, Action]]:
    """A random walk through the state space that handles things where it can: (state, the action done in it)."""
    rng, state, found = random.Random(seed), domain.start(), []
    goal: tuple[Action, ...] = ()
    for _ in range(steps):
        if not goal or domain.refusal(state, goal[0]) is not None:
            names = [*domain.setting.things, *domain.setting.scene.receptacles]
            wish = Action(
                rng.choice(["pick_up", "put", "open", "close", "switch_on", "sit_on", "drink"]), rng.choice(names)
            )
            if wish.verb == "put":
                wish = Action("put", state.hand, rng.choice(list(domain.setting.scene.receptacles)))
            goal = domain.towards(state, 0, wish)
        action = goal[0] if goal and rng.random() < 0.9 else rng.choice(possible(domain, state))
        goal = goal[1:] if goal and action == goal[0] else ()
        found.append((state, action))
        state = domain.apply(state, action, 0).state
    return found
