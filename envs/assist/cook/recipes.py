"""The recipes that have names: five of the benchmark, others for training, short ones for a tiny model; a generator.

loaded_burrito, shrimp_pasta and steak_frites are the paper's (Table 19). It has two more that it does not name; those,
all times and every training recipe are our choice.
"""

from __future__ import annotations

from random import Random
from zlib import crc32

from envs.assist.cook.foods import FOODS
from envs.assist.cook.recipe import Line, Recipe

BENCHMARK_RECIPES = ("loaded_burrito", "shrimp_pasta", "steak_frites", "salmon_bowl", "breakfast_plate")
"""The five dishes of the frozen cases."""
SHORT_RECIPES = ("tomato_plate", "fruit_cup", "cucumber_yogurt", "cheese_salad")
"""Three or four goal conditions and 25 to 40 ticks in the kitchenette."""


def _recipe(name: str, lines: str, *, ordered: bool = True) -> Recipe:
    """lines: foods in plating order, "~" before what is chopped, "*" before what is cooked."""
    parts = [Line(food=word.lstrip("~*"), chopped="~" in word, cooked="*" in word) for word in lines.split()]
    return Recipe(name=name, title=name.replace("_", " "), lines=tuple(parts), ordered=ordered)


RECIPES: dict[str, Recipe] = {
    recipe.name: recipe
    for recipe in (
        _recipe("loaded_burrito", "*rice ~*steak ~tomato ~lettuce"),
        _recipe("shrimp_pasta", "*noodles ~tomato *shrimp"),
        _recipe("steak_frites", "~*steak *chips *chips"),
        _recipe("salmon_bowl", "*couscous *salmon ~cucumber ~avocado"),
        _recipe("breakfast_plate", "*beans *sausage ~tomato cheese"),
        # training
        _recipe("chicken_curry", "*rice ~*chicken ~carrot"),
        _recipe("fish_and_mash", "~*potato *fish ~lettuce"),
        _recipe("tofu_ramen", "*ramen ~*tofu ~spinach ~onion"),
        _recipe("lentil_plate", "*lentils ~*eggplant yogurt", ordered=False),
        _recipe("egg_tortilla", "tortilla *egg ~pepper hot_sauce"),
        _recipe("pork_and_greens", "~*pork ~*broccoli ~apple"),
        _recipe("nugget_box", "*nuggets *nuggets ~carrot ketchup", ordered=False),
        _recipe("mushroom_toast", "bun ~*mushroom cheese"),
        # short
        _recipe("tomato_plate", "~tomato"),
        _recipe("fruit_cup", "~banana"),
        _recipe("cucumber_yogurt", "~cucumber yogurt"),
        _recipe("cheese_salad", "~lettuce cheese"),
    )
}
"""Name -> recipe; those of neither tuple above are for training."""

BASES = tuple(food.id for food in FOODS.values() if food.cook == "pot") + ("bun", "tortilla")
MAINS = tuple(food.id for food in FOODS.values() if food.cook in ("pan", "fryer"))
FRESH = tuple(food.id for food in FOODS.values() if food.chop and not food.cook and food.chop <= 8)
EXTRAS = ("cheese", "ketchup", "hot_sauce", "yogurt", "sour_cream", "butter")


def generate_recipe(rng: Random) -> Recipe:
    """A dish for training: one to three things that are cooked, fresh ones, an extra; never one of the benchmark's."""
    frozen = {frozenset(line.food for line in RECIPES[name].lines) for name in BENCHMARK_RECIPES}
    while True:
        foods: list[str] = []
        if rng.random() < 0.7:
            foods.append(rng.choice(BASES))
        foods += rng.sample(MAINS, rng.choice((0, 1, 1, 1, 2)))
        foods += rng.sample(FRESH, rng.choice((0, 1, 1, 2)))
        if rng.random() < 0.3:
            foods.append(rng.choice(EXTRAS))
        if not 2 <= len(foods) <= 5 or frozenset(foods) in frozen:
            continue
        if len(foods) < 4 and FOODS[foods[-1]].cook == "fryer":
            foods.append(foods[-1])  # a second portion
        kinds = [FOODS[food] for food in foods]
        lines = [Line(food=kind.id, chopped=bool(kind.chop), cooked=kind.cook is not None) for kind in kinds]
        title = " and ".join(kind.names[0] for kind in dict.fromkeys(kinds)) + " plate"
        return Recipe(name="generated", title=title, lines=tuple(lines), ordered=rng.random() < 0.8)


def generate_short_recipe(rng: Random) -> Recipe:
    """A cold dish for tiny models, 25 to 60 ticks in the kitchenette: one or two fresh things that are chopped, and at
    times an extra.
    """
    foods = rng.sample(FRESH, rng.choice((1, 2)))
    if len(foods) == 1 or rng.random() < 0.3:
        foods.append(rng.choice(EXTRAS))
    lines = tuple(Line(food=food, chopped=bool(FOODS[food].chop), cooked=False) for food in foods)
    title = " and ".join(FOODS[food].names[0] for food in foods) + " plate"
    return Recipe(name="generated", title=title, lines=lines, ordered=True)


def held_out(recipe: Recipe) -> bool:
    """Whether a dish is kept for validation and tests: of every four sets of foods one is, whatever their order."""
    foods = ",".join(sorted({line.food for line in recipe.lines}))
    return crc32(foods.encode()) % 4 == 0
