"""Household objects: categories, their instances, and a body for each. See `model` and `catalogue`."""

from envs.home.objects.catalogue import CatalogueError, all_categories
from envs.home.objects.model import ObjectModel, alike, homes, instances, make_object

CATEGORIES: tuple[str, ...] = tuple(all_categories())
"""Names of all categories: snake_case, singular, none a receptacle's."""

__all__ = ["CATEGORIES", "CatalogueError", "ObjectModel", "alike", "homes", "instances", "make_object"]
