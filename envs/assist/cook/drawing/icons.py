"""Every food's own icon, whole and chopped, in each state of heat."""

from __future__ import annotations

from collections.abc import Callable

from envs.assist.cook.drawing import fruits, groceries, meats, roots, staples, vegetables
from envs.assist.cook.drawing.heat import Heat
from envs.assist.cook.drawing.pen import Pen

Icon = Callable[[Pen, Heat, bool], None]
"""Draws one food, about one unit wide, round the pen's origin; the last argument: chopped."""

ICONS: dict[str, Icon] = {
    "steak": meats.steak,
    "pork": meats.pork,
    "chicken": meats.chicken,
    "turkey": meats.turkey,
    "sausage": meats.sausage,
    "shrimp": meats.shrimp,
    "salmon": meats.salmon,
    "fish": meats.fish,
    "nuggets": meats.nuggets,
    "egg": meats.egg,
    "tomato": vegetables.tomato,
    "pepper": vegetables.pepper,
    "lettuce": vegetables.lettuce,
    "spinach": vegetables.spinach,
    "cabbage": vegetables.cabbage,
    "cucumber": vegetables.cucumber,
    "zucchini": vegetables.zucchini,
    "mushroom": vegetables.mushroom,
    "eggplant": vegetables.eggplant,
    "broccoli": vegetables.broccoli,
    "cauliflower": vegetables.cauliflower,
    "onion": roots.onion,
    "garlic": roots.garlic,
    "carrot": roots.carrot,
    "parsnip": roots.parsnip,
    "potato": roots.potato,
    "turnip": roots.turnip,
    "avocado": fruits.avocado,
    "pumpkin": fruits.pumpkin,
    "melon": fruits.melon,
    "apple": fruits.apple,
    "pear": fruits.pear,
    "banana": fruits.banana,
    "mango": fruits.mango,
    "rice": staples.rice,
    "couscous": staples.couscous,
    "lentils": staples.lentils,
    "beans": staples.beans,
    "noodles": staples.noodles,
    "ramen": staples.ramen,
    "chips": staples.chips,
    "onion_rings": staples.onion_rings,
    "bun": staples.bun,
    "tortilla": staples.tortilla,
    "tofu": groceries.tofu,
    "paneer": groceries.paneer,
    "butter": groceries.butter,
    "cheese": groceries.cheese,
    "ketchup": groceries.ketchup,
    "hot_sauce": groceries.hot_sauce,
    "yogurt": groceries.yogurt,
    "sour_cream": groceries.sour_cream,
    "lemonade": groceries.lemonade,
    "water": groceries.water,
}
"""Food -> icon."""
