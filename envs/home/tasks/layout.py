"""What lies where while a task is being made: things are put only where such things are kept, and where they fit."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Sequence

from envs.home.graph import WorldGraph
from envs.home.objects import CATEGORIES, ObjectModel, instances, make_object
from envs.home.scene import Receptacle, Scene
from envs.home.settle import EDGE, HEADROOM
from envs.home.tasks.sense import is_found, is_kept, kept_at

FULL = 0.3
"""Share of a receptacle's surfaces that may be covered at the start, so that things find room."""
MOST_THERE = 6
"""Things at one receptacle at the start."""
TRIES = 40


class DraftError(ValueError):
    """A draw that led to no task; another seed may do."""


def fits(receptacle: Receptacle, model: ObjectModel) -> bool:
    """Whether some surface would hold the thing if it were empty."""
    wide, deep = model.half[0] + EDGE, model.half[1] + EDGE
    return any(
        2 * model.half[2] + HEADROOM <= surface.clearance
        and (
            (wide <= surface.half[0] and deep <= surface.half[1])
            or (deep <= surface.half[0] and wide <= surface.half[1])
        )
        for surface in receptacle.surfaces
    )


class Layout:
    """Things and openings of a task in the making, all drawn from one source of chance.

    kind: 0 to 1, for choices that all drafts of a task share, so that what is hard to lay out is not rarer for it.
    things: categories of things that may occur.
    """

    def __init__(
        self, scene: Scene, rng: random.Random, open_share: float, kind: float, things: Sequence[str] = CATEGORIES
    ) -> None:
        self.scene, self.rng, self.kind, self.things = scene, rng, kind, things
        self.models: dict[str, ObjectModel] = {}
        self.where: dict[str, str] = {}
        self.opened = {name: rng.random() < open_share for name in scene.opening}
        self._covered = dict.fromkeys(scene.ids, 0.0)
        self._count = dict.fromkeys(scene.ids, 0)

    # -- receptacles ----------------------------------------------------------------------------------------------

    def category(self, receptacle: str) -> str:
        return self.scene.receptacles[receptacle].category

    def alike(self, receptacle: str) -> list[str]:
        """The other receptacles of its category."""
        category = self.category(receptacle)
        return [name for name in self.scene.ids if name != receptacle and self.category(name) == category]

    def keeps(self, receptacle: str) -> tuple[str, ...]:
        """Categories of things that belong there."""
        piece = self.scene.receptacles[receptacle]
        return tuple(name for name in kept_at(piece.category, piece.room) if name in self.things)

    def homes_of(self, category: str) -> list[str]:
        """Where such a thing belongs."""
        return [name for name, piece in self.scene.receptacles.items() if is_kept(category, piece)]

    def haunts_of(self, category: str) -> list[str]:
        """Where such a thing may lie."""
        return [name for name, piece in self.scene.receptacles.items() if is_found(category, piece)]

    def takes(self, receptacle: str, model: ObjectModel) -> bool:
        """Whether the thing fits there beside what was put there, as far as areas tell."""
        piece = self.scene.receptacles[receptacle]
        area = sum(4 * surface.half[0] * surface.half[1] for surface in piece.surfaces)
        return (
            self._count[receptacle] < MOST_THERE
            and self._covered[receptacle] + _footprint(model) <= FULL * area
            and fits(piece, model)
        )

    def reserve(self, receptacle: str, model: ObjectModel) -> None:
        """Keep room there for something that comes later."""
        self._covered[receptacle] += _footprint(model)
        self._count[receptacle] += 1

    # -- things ---------------------------------------------------------------------------------------------------

    def put(self, model: ObjectModel, receptacle: str) -> str:
        """Put a thing there and return its name, whose number tells nothing."""
        taken = [n for n in range(1, 100) if f"{model.category}_{n}" not in self.models]
        name = f"{model.category}_{self.rng.choice(taken[:9])}"
        self.models[name], self.where[name] = model, receptacle
        self.reserve(receptacle, model)
        return name

    def scatter(self, count: int, among: Sequence[str], barred: Collection[str]) -> None:
        """Put `count` things where they are kept, no two of one category and none of a barred one. Fewer come where no
        room is left.
        """
        used = {*barred, *(model.category for model in self.models.values())}
        for _ in range(TRIES * count):
            if count == 0:
                return
            receptacle = self.rng.choice(among)
            kept = self.keeps(receptacle)
            category = self.rng.choice(kept) if kept else None
            if category is None or category in used:
                continue
            model = self.any_of(category)
            if self.takes(receptacle, model):
                self.put(model, receptacle)
                used.add(category)
                count -= 1

    def spots(self, needed: Iterable[str], count: int) -> list[str]:
        """The receptacles on which things lie: the needed ones, and others drawn up to `count`."""
        chosen = list(dict.fromkeys(needed))
        others = [name for name in self.scene.ids if name not in chosen and self.keeps(name)]
        return chosen + self.rng.sample(others, min(len(others), max(0, count - len(chosen))))

    def any_of(self, category: str) -> ObjectModel:
        return make_object(category, self.rng.randrange(instances(category)))

    def several_of(self, category: str, count: int, by_colour: bool) -> list[ObjectModel]:
        """Different things of one category. DraftError where there are not so many."""
        found: list[ObjectModel] = []
        colours: set[str] = set()
        for number in self.rng.sample(range(instances(category)), instances(category)):
            model = make_object(category, number)
            colour = dict(model.traits).get("colour")
            if by_colour and (colour is None or colour in colours):
                continue
            found.append(model)
            colours.add(colour or "")
            if len(found) == count:
                return found
        raise DraftError(f"{category} has no {count} different things")

    # -- graphs ---------------------------------------------------------------------------------------------------

    def initial(self) -> WorldGraph:
        """Where all things are, and whether each receptacle with doors stands open."""
        return WorldGraph.of(_contents(self.where), self.opened)

    def goal(self, moves: dict[str, str], opened: dict[str, bool] | None = None) -> WorldGraph:
        """The same with some things elsewhere, and the openings that the task is about."""
        return WorldGraph.of(_contents({**self.where, **moves}), opened)


def _footprint(model: ObjectModel) -> float:
    return 4 * model.half[0] * model.half[1]


def _contents(where: dict[str, str]) -> dict[str, list[str]]:
    contents: dict[str, list[str]] = {}
    for name, receptacle in where.items():
        contents.setdefault(receptacle, []).append(name)
    return contents
