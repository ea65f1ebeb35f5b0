"""Instances of household objects: how one looks, what it is called, and its body for MuJoCo.

Every object stands on a flat base at z = 0, its bounding box centred in x and y, its front (print, dial, screen)
towards -y. Lengths in metres.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from random import Random

from envs.home.objects.catalogue import Category, all_categories
from envs.home.objects.families import FAMILIES
from envs.home.objects.looks import Look, Traits, looks, phrase
from envs.home.objects.palette import ACCENTS
from envs.home.objects.sculptor import Sculptor
from envs.home.objects.shape import Shape
from envs.rendering.node import Node, Vector

SCALES = {"small": 0.8, "large": 1.15, "": 1.0}
"""Size word -> enlargement of the category's shape."""
FILLED = 0.6
"""How much of its shapes' summed volume an object fills: shapes overlap."""


@dataclass(frozen=True)
class ObjectModel:
    """One instance of a category. phrase: words that single it out among its category by what can be seen.

    traits: (name, value) of colour, pattern, size (where instances differ in it) and label (where it bears a print).
    half: half extents of its bounding box. mass: kilograms.
    """

    category: str
    instance: int
    label: str
    phrase: str
    traits: Traits
    half: Vector
    mass: float
    shapes: tuple[Shape, ...]

    def node(self, name: str) -> Node:
        """A new body of that name, without a joint; its shapes are named `<name>/<number>`."""
        return Node(name, shapes=[f'<geom name="{name}/{i}" {text}/>' for i, text in enumerate(self._attributes)])

    @cached_property
    def _attributes(self) -> tuple[str, ...]:
        """Of its geoms in MJCF, written once: a task writes a thing some five times."""
        return tuple(shape.attributes for shape in self.shapes)


def instances(category: str) -> int:
    """How many instances a category has. ValueError for an unknown category."""
    return _category(category).instances


def homes(category: str) -> tuple[str, ...]:
    """Categories of receptacles where such a thing is kept or brought. ValueError for an unknown category."""
    return _category(category).homes


@cache
def make_object(category: str, instance: int) -> ObjectModel:
    """The instance (0 and up) of a category. ValueError for an unknown category or a number that is too high."""
    spec = _category(category)
    if not 0 <= instance < spec.instances:
        raise ValueError(f"instance: {instance} is not one of the {spec.instances} of {category!r}")
    shapes, half = _sculpt(category, spec, _looks(category)[instance], instance)
    label = category.replace("_", " ")
    mass = round(max(0.01, FILLED * spec.density * sum(shape.volume for shape in shapes)), 3)
    words = phrase(label, instance, _looks(category))
    return ObjectModel(category, instance, label, words, _looks(category)[instance].traits, half, mass, shapes)


@cache
def alike(category: str) -> tuple[str, ...]:
    """Categories that a detector may take it for: those of its family and about its size, likest size first."""
    spec = _category(category)
    own = _length(category)
    family = [name for name, other in all_categories().items() if other.family == spec.family and name != category]
    ranked = sorted(family, key=lambda name: (max(own, _length(name)) / min(own, _length(name)), name))
    near = [name for name in ranked if max(own, _length(name)) < 1.6 * min(own, _length(name))]
    return tuple(near or ranked[:1])


def _category(name: str) -> Category:
    spec = all_categories().get(name)
    if spec is None:
        raise ValueError(f"category: {name!r} is not an object category")
    return spec


@cache
def _looks(category: str) -> tuple[Look, ...]:
    return looks(_category(category))


def _length(category: str) -> float:
    return max(make_object(category, 0).half)


def _sculpt(name: str, spec: Category, look: Look, instance: int) -> tuple[tuple[Shape, ...], Vector]:
    """The shapes of an instance and half of their bounding box."""
    rng = Random(f"{name}/{instance}")
    shape = {
        key: value[0] + (value[1] - value[0]) * rng.random() if isinstance(value, tuple) else value
        for key, value in spec.shape.items()
    }
    accent = next((word for word in spec.accents if word != look.colour), ACCENTS[look.colour])
    sculptor = Sculptor(look.colour, accent, look.pattern, look.mark)
    FAMILIES[spec.family](sculptor, **shape)
    return sculptor.done(SCALES[look.size])
