"""What can be cooked with: every food, where it is kept, how it is prepared, how long that takes, what looks like it.

Times are in ticks at balanced pace. All of it is our choice; a recipe may set other cooking times (`Line`).
"""

from __future__ import annotations

from dataclasses import dataclass

from envs.assist.cook.layout import Kind

TICKS = {"pick_up": 2, "put_down": 2, "scoop": 3, "turn_on": 1, "turn_off": 1, "trash": 2, "serve": 2}
"""Ticks of each verb whose time is always the same; walking takes one a tile, chopping what the food says."""


@dataclass(frozen=True, slots=True)
class Food:
    """One kind of food. names: how it is called, the spoken name first. store: kind of the source that holds it.

    cook: kind of station that cooks it, None for what is eaten as it is. done: ticks on the heat until it is done.
    burns: further ticks until it is burnt. chop: ticks of chopping, 0 for what cannot be chopped. like: foods that one
    takes for it by mistake; all of them are prepared in the same way. count: whether it takes an article.
    """

    id: str
    names: tuple[str, ...]
    store: Kind
    cook: Kind | None = None
    done: int = 0
    burns: int = 0
    chop: int = 0
    like: tuple[str, ...] = ()


def _f(
    names: str,
    store: Kind,
    cook: Kind | None = None,
    times: tuple[int, int] = (0, 0),
    chop: int = 0,
    like: str = "",
) -> Food:
    spoken = tuple(names.split(", "))
    return Food(spoken[0].replace(" ", "_"), spoken, store, cook, *times, chop, tuple(like.split()))


FOODS: dict[str, Food] = {
    food.id: food
    for food in (
        # meat, fish and what else is seared
        _f("steak, beef", "fridge", "pan", (20, 36), 6, "pork chicken"),
        _f("pork, pork chop", "fridge", "pan", (22, 36), 6, "steak chicken"),
        _f("chicken, chicken breast", "fridge", "pan", (22, 36), 6, "pork turkey"),
        _f("turkey, turkey breast", "fridge", "pan", (22, 36), 6, "chicken pork"),
        _f("shrimp, prawns", "fridge", "pan", (16, 34), 0, "salmon"),
        _f("salmon, salmon fillet", "fridge", "pan", (18, 34), 0, "shrimp"),
        _f("tofu, bean curd", "fridge", "pan", (14, 34), 6, "paneer"),
        _f("paneer, Indian cheese", "fridge", "pan", (14, 34), 6, "tofu"),
        _f("egg, fried egg", "fridge", "pan", (12, 34), 0, "sausage"),
        _f("sausage, bratwurst", "fridge", "pan", (18, 36), 0, "egg"),
        _f("mushroom, mushrooms", "crate", "pan", (14, 36), 6, "eggplant"),
        _f("eggplant, aubergine", "crate", "pan", (16, 36), 6, "mushroom"),
        # boiled
        _f("rice, white rice", "pantry", "pot", (36, 38), 0, "couscous"),
        _f("couscous, semolina", "pantry", "pot", (30, 38), 0, "rice"),
        _f("noodles, pasta", "pantry", "pot", (30, 38), 0, "ramen"),
        _f("ramen, ramen noodles", "pantry", "pot", (28, 38), 0, "noodles"),
        _f("beans, black beans", "pantry", "pot", (28, 38), 0, "lentils"),
        _f("lentils, red lentils", "pantry", "pot", (28, 38), 0, "beans"),
        _f("potato, potatoes", "crate", "pot", (32, 38), 8, "turnip"),
        _f("turnip, turnips", "crate", "pot", (30, 38), 8, "potato"),
        _f("broccoli, broccoli florets", "crate", "pot", (18, 36), 6, "cauliflower"),
        _f("cauliflower, cauliflower florets", "crate", "pot", (18, 36), 6, "broccoli"),
        # fried
        _f("chips, fries, french fries", "fridge", "fryer", (18, 34), 0, "onion_rings"),
        _f("onion rings, battered onion", "fridge", "fryer", (18, 34), 0, "chips"),
        _f("fish, white fish, fish fillet", "fridge", "fryer", (20, 34), 0, "nuggets"),
        _f("nuggets, chicken nuggets", "fridge", "fryer", (18, 34), 0, "fish"),
        # chopped and eaten raw
        _f("tomato, tomatoes", "crate", chop=6, like="pepper apple"),
        _f("pepper, red pepper, bell pepper", "crate", chop=6, like="tomato"),
        _f("lettuce, salad", "crate", chop=6, like="spinach cabbage"),
        _f("spinach, spinach leaves", "crate", chop=6, like="lettuce"),
        _f("cucumber, cucumbers", "crate", chop=6, like="zucchini"),
        _f("zucchini, courgette", "crate", chop=6, like="cucumber"),
        _f("avocado, avocados", "crate", chop=6, like="pear"),
        _f("onion, onions", "crate", chop=8, like="garlic"),
        _f("garlic, garlic bulb", "crate", chop=8, like="onion"),
        _f("carrot, carrots", "crate", chop=8, like="parsnip"),
        _f("parsnip, parsnips", "crate", chop=8, like="carrot"),
        _f("cabbage, white cabbage", "crate", chop=14, like="lettuce"),
        _f("pumpkin, squash", "crate", chop=16, like="melon"),
        _f("melon, cantaloupe", "crate", chop=12, like="pumpkin"),
        _f("apple, apples", "crate", chop=6, like="pear tomato"),
        _f("pear, pears", "crate", chop=6, like="apple avocado"),
        _f("banana, bananas", "crate", chop=4, like="mango"),
        _f("mango, mangoes", "crate", chop=6, like="banana"),
        # used as it is
        _f("cheese, cheddar", "fridge", like="butter"),
        _f("butter, block of butter", "fridge", like="cheese"),
        _f("ketchup, tomato ketchup", "fridge", like="hot_sauce"),
        _f("hot sauce, chili sauce", "fridge", like="ketchup"),
        _f("yogurt, yoghurt", "fridge", like="sour_cream"),
        _f("sour cream, crème fraîche", "fridge", like="yogurt"),
        _f("bun, bread roll", "pantry", like="tortilla"),
        _f("tortilla, wrap", "pantry", like="bun"),
        # for side tasks
        _f("lemonade, bottle of lemonade, drink", "fridge", like="water"),
        _f("water, bottle of water", "fridge", like="lemonade"),
    )
}
"""id -> food."""
ALWAYS = ("ketchup", "cheese", "cabbage", "pumpkin", "lemonade", "water", "bun")
"""Foods that every kitchen holds beside its recipe's: for side tasks, slow work and what does not belong."""
DRINKS = ("lemonade", "water")
"""What belongs on no plate."""
MOST = 3
"""Portions of one food that can be out of its source at a time."""


def portion_id(food: str, number: int) -> str:
    """Id of a food's portion: "tomato", "tomato_2", "tomato_3"."""
    return food if number == 1 else f"{food}_{number}"
