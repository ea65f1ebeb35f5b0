"""The robot's camera and its detector: pictures with marks, and what is found in a view, each worked out once."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from types import TracebackType
from typing import Self, TypeVar

import numpy as np

from envs.home.drawing import draw_marks
from envs.home.exploration import Mark
from envs.home.objects import ObjectModel, alike
from envs.home.perception import SIGHT_SIZE, Detection, Detector, Noise
from envs.home.scene import Scene
from envs.home.stage import Sight, Stage
from envs.home.state import HomeState, View

FILLED = 0.72
"""Share of its bounding box's outline that a thing takes up, about."""
KEPT = 64
"""Looks that are remembered of each kind; a view and its picture take about a megabyte."""

_Look = tuple[str, View]
"""What there is to see, and from where."""
_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


class Eyes:
    """Looks at one task's scene and objects.

    Everything is a function of (state, view): what it shows and finds does not depend on what it did before.
    """

    def __init__(
        self, scene: Scene, objects: Mapping[str, ObjectModel], picture_size: int, noise: Noise, seed: int
    ) -> None:
        self.scene, self.objects = scene, dict(objects)
        labels = {name: model.label for name, model in objects.items()}
        for receptacle in scene.receptacles.values():
            if receptacle.articulation:
                label = f"{receptacle.category.replace('_', ' ')} {receptacle.articulation.kind}"
                labels |= dict.fromkeys(receptacle.articulation.bodies, label)
        self.labels = labels
        categories = {model.label: model.category for model in objects.values()}
        self._detector = Detector(
            labels,
            lambda label: (
                tuple(other.replace("_", " ") for other in alike(categories[label])) if label in categories else ()
            ),
            noise,
            seed,
        )
        self._stage = Stage(scene, objects, SIGHT_SIZE)
        self._picture_size = picture_size
        self._sights: dict[_Look, Sight] = {}
        self._found: dict[_Look, list[Detection]] = {}
        self._shares: dict[tuple[_Look, str], float] = {}
        self._pictures: dict[_Look, np.ndarray] = {}
        self._named: tuple[object, object, str] = (None, None, "")
        self.looks = self.drawn = 0
        """Times that something was looked for, and how many of these drew a view; the others remembered it."""

    def found(self, state: HomeState, view: View) -> list[Detection]:
        """What the detector finds from there."""
        key = (self._scenery(state), view)
        if key in self._found:
            self.looks += 1
        else:
            sight = self.sight(state, view)
            self._show(state)
            whole = {name: self._whole(name, sight) for name in sight.names if name in self.objects}
            _keep(self._found, key, self._detector.detect(sight, whole, f"{view.name}|{key[0]}"))
        return self._found[key]

    def share(self, state: HomeState, view: View, name: str) -> float:
        """How much of an object is seen from there, 0 to 1."""
        key = (self._scenery(state), view), name
        if key in self._shares:
            self.looks += 1
        else:
            sight, share = self.sight(state, view), 0.0
            if name in sight.names:
                self._show(state)
                pixels = int((sight.owner == sight.names.index(name)).sum())
                share = min(1.0, pixels / max(self._whole(name, sight), 1))
            _keep(self._shares, key, share)
        return self._shares[key]

    def picture(self, state: HomeState) -> np.ndarray:
        """The present view with the marks that can be seen in it: uint8 (size, size, 3)."""
        key = (self._scenery(state), state.view)
        if key not in self._pictures:
            self._show(state)
            _keep(self._pictures, key, self._stage.picture(state.view.viewpoint, self._picture_size))
        return draw_marks(self._pictures[key], self.visible(state), self.sight(state, state.view))

    def visible(self, state: HomeState) -> tuple[Mark, ...]:
        """The marks whose things are seen in the present view."""
        if not state.marks:
            return ()
        names = self.sight(state, state.view).names
        return tuple(mark for mark in state.marks if mark.target in names)

    def sight(self, state: HomeState, view: View) -> Sight:
        """Owners and depth from there, at the detector's size."""
        key = (self._scenery(state), view)
        self.looks += 1
        if key not in self._sights:
            self.drawn += 1
            self._show(state)
            _keep(self._sights, key, self._stage.sight(view.viewpoint))
        return self._sights[key]

    def resize(self, picture_size: int) -> None:
        """Draw pictures of this size from now on."""
        if picture_size != self._picture_size:
            self._picture_size = picture_size
            self._pictures.clear()

    def close(self) -> None:
        """Free the scene and forget what was seen."""
        self._stage.close()
        self._sights.clear()
        self._found.clear()
        self._shares.clear()
        self._pictures.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _show(self, state: HomeState) -> None:
        places = state.graph.places
        self._stage.show(dict(state.graph.opened), {name: (str(places[name]), p) for name, p in state.placements})

    def _scenery(self, state: HomeState) -> str:
        """Names what there is to see: what stands where, and what is open."""
        graph, placements, name = self._named
        if state.graph is not graph or state.placements is not placements:  # most states share both with the last one
            name = f"{state.graph.key}{state.placements}"
            self._named = state.graph, state.placements, name
        return name

    def _whole(self, name: str, sight: Sight) -> int:
        """Pixels that an object, as shown, would have in the view if nothing stood before it: from its bounding box."""
        half = self.objects[name].half
        corners = [
            self._stage.world_point(name, (i * half[0], j * half[1], k * 2 * half[2]))
            for i, j, k in itertools.product((-1, 1), (-1, 1), (0, 1))
        ]
        seen = [sight.project(corner) for corner in corners]
        points = sorted({point for point in seen if point is not None})
        return round(FILLED * _hull_area(points) * (SIGHT_SIZE / 1000) ** 2)


def _keep(found: dict[_Key, _Value], key: _Key, value: _Value) -> None:
    """Remember a value; the oldest one is forgotten when there are too many."""
    if len(found) >= KEPT:
        del found[next(iter(found))]
    found[key] = value


def _hull_area(points: list[tuple[float, float]]) -> float:
    """Area of the convex hull of sorted points."""

    def chain(ordered: list[tuple[float, float]]) -> list[tuple[float, float]]:
        hull: list[tuple[float, float]] = []
        for x, y in ordered:
            while len(hull) > 1:
                (ax, ay), (bx, by) = hull[-2:]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                    break
                hull.pop()
            hull.append((x, y))
        return hull[:-1]

    ring = chain(points) + chain(points[::-1])
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, ring[1:] + ring[:1], strict=True))) / 2
