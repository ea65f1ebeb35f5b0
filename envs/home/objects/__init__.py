"""Household objects: categories, their instances, and a body for each. See `model` and `catalogue`."""

from envs.home.objects.catalogue import CatalogueError, catalogue
from envs.home.objects.model import ObjectModel, alike, homes, instances, make_object

CATEGORIES: tuple[str, ...] = tuple(catalogue())

__all__ = ["CATEGORIES", "CatalogueError", "ObjectModel", "alike", "homes", "instances", "make_object"]
