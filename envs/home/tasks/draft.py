"""A task before it is tried: where all is, what is wanted, how it is said. And ways for things that make sense."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from envs.home.objects import CATEGORIES, ObjectModel, alike, instances
from envs.home.tasks.layout import DraftError, Layout
from envs.home.user import UserProfile

TRIES = 400


@dataclass(frozen=True)
class Draft:
    """What a family's maker hands over.

    moves: thing -> where it is to go. opened: what the goal says of openings. search: steps that looking for the target
    may take where nobody says where it is.
    """

    instruction: str
    moves: dict[str, str]
    opened: dict[str, bool] = field(default_factory=dict)
    user: UserProfile | None = None
    ask_budget: int = 0
    most_wrong: int | None = None
    search: int = 0


@dataclass(frozen=True)
class Way:
    """A thing's way from where it lies to where such things are kept: REAL's (source, destination, object)."""

    model: ObjectModel
    source: str
    destination: str


def draw_way(
    layout: Layout,
    distractors: bool,
    sources: Sequence[str] | None = None,
    destinations: Sequence[str] | None = None,
    barred: Sequence[str] = (),
    least: int = 1,
) -> Way:
    """A way that makes sense. DraftError when the scene has none.

    distractors: whether the source's or the destination's category must come a further time in the scene; if not,
    neither may. barred: categories of things that are out of question. least: how many different ones there must be.
    """
    rng, ids = layout.rng, layout.scene.ids
    for _ in range(TRIES):
        destination = rng.choice(destinations or ids)
        kept = layout.keeps(destination)
        if not kept:
            continue
        category = rng.choice(kept)
        if category in barred or instances(category) < least:
            continue
        possible = [name for name in layout.haunts_of(category) if name != destination and name in (sources or ids)]
        if not possible:
            continue
        source = rng.choice(possible)
        further = {*layout.alike(source), *layout.alike(destination)} - {source, destination}
        same = layout.category(source) == layout.category(destination)
        if (not further) if distractors else (bool(further) or same):
            continue
        model = layout.any_of(category)
        if layout.takes(source, model) and layout.takes(destination, model):
            return Way(model, source, destination)
    raise DraftError("no way of a thing that makes sense was found")


def confusable(category: str) -> list[str]:
    """Categories of which a thing could be taken for one of this category, by sight or by name."""
    by_name = [c for c in CATEGORIES if c.endswith(f"_{category}") or category.endswith(f"_{c}")]
    return [category, *alike(category), *by_name]


def spots_of(layout: Layout, needed: Sequence[str], cluttered: Sequence[int]) -> list[str]:
    """The receptacles on which things lie: the needed ones, one like each of them where there is one, and others."""
    like = [layout.rng.choice(layout.alike(name)) for name in needed if layout.alike(name)]
    return layout.spots([*needed, *like], layout.rng.randint(cluttered[0], cluttered[1]))
