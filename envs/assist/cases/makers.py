"""How the cases of each world are made: its tasks, those of the benchmark and those that are drawn."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from envs.assist import household, phone
from envs.assist.cases.making import CaseMaker
from envs.assist.cases.options import CookOptions, HouseholdOptions, PhoneOptions
from envs.assist.cook.domain import CookDomain
from envs.assist.cook.events import event_options as cook_options
from envs.assist.cook.layouts import BENCHMARK_LAYOUTS, generate_layout
from envs.assist.cook.recipes import BENCHMARK_RECIPES, generate_recipe, generate_short_recipe, held_out

Base = tuple[str, Mapping[str, Any]]


def _cook_bases() -> Sequence[Base]:
    """Five recipes in each of two layouts."""
    return [
        (f"{recipe}-{layout}", {"recipe": recipe, "layout": layout})
        for layout in BENCHMARK_LAYOUTS
        for recipe in BENCHMARK_RECIPES
    ]


def _cook_drawn(rng: random.Random, options: CookOptions, evaluated: bool) -> Mapping[str, Any]:
    """A drawn dish in a drawn kitchen; a short one in the kitchenette. Dishes that are evaluated are never taught."""
    short = options.recipes == "short"
    while True:
        recipe = generate_short_recipe(rng) if short else generate_recipe(rng)
        if held_out(recipe) == evaluated:
            break
    layout = "kitchenette" if short else generate_layout(rng).model_dump(mode="json")
    return {"recipe": recipe.model_dump(mode="json"), "layout": layout}


def _household_bases() -> Sequence[Base]:
    return [(name, asked.model_dump(mode="json")) for name, asked in household.benchmark().items()]


def _household_drawn(rng: random.Random, options: HouseholdOptions, evaluated: bool) -> Mapping[str, Any]:
    return household.generate(rng).model_dump(mode="json")


def _phone_bases() -> Sequence[Base]:
    return [(name, asked.model_dump(mode="json")) for name, asked in phone.CONFIGURATIONS.items()]


def _phone_drawn(rng: random.Random, options: PhoneOptions, evaluated: bool) -> Mapping[str, Any]:
    return phone.generate_task(rng)


MAKERS: dict[str, CaseMaker] = {
    "cook": CaseMaker("cook", CookDomain, cook_options, _cook_drawn, _cook_bases),
    "household": CaseMaker(
        "household", household.HouseholdDomain, household.event_options, _household_drawn, _household_bases
    ),
    "phone": CaseMaker("phone", phone.phone_domain, phone.event_options, _phone_drawn, _phone_bases),
}
"""World -> the maker of its cases."""
