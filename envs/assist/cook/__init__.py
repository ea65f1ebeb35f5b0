"""CookSim: a kitchen, its recipes and layouts."""

from envs.assist.cook.domain import CookDomain, CookParameters
from envs.assist.cook.events import event_options
from envs.assist.cook.layouts import BENCHMARK_LAYOUTS, LAYOUTS, generate_layout
from envs.assist.cook.painter import CookPainter
from envs.assist.cook.recipes import BENCHMARK_RECIPES, RECIPES, SHORT_RECIPES, generate_recipe

__all__ = [
    "BENCHMARK_LAYOUTS",
    "BENCHMARK_RECIPES",
    "LAYOUTS",
    "RECIPES",
    "SHORT_RECIPES",
    "CookDomain",
    "CookPainter",
    "CookParameters",
    "event_options",
    "generate_layout",
    "generate_recipe",
]
