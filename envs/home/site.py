"""One task's scene ready to play, shared by all episodes of it that run side by side: what it shows is drawn once."""

from __future__ import annotations

import json
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any, Self

from envs.episode import Task
from envs.home.dynamics import HomeDynamics
from envs.home.eyes import Eyes
from envs.home.graph import WorldGraph
from envs.home.premises import Premises, lay_out
from envs.home.state import HomeState
from envs.home.task import CheckedTask, HomeTask
from envs.images import ImageStore, content_hash
from envs.perturbation import Perturbation
from envs.timing import rendering

KEPT = 6
"""Sites kept for their next user when nobody plays on them."""


@dataclass(frozen=True)
class Site:
    """A task's scene, things and start. goal: as given; its contents are complete, its `open` names what matters."""

    asked: HomeTask
    dynamics: HomeDynamics
    eyes: Eyes
    start: HomeState
    goal: WorldGraph
    pictures: dict[Any, str] = field(default_factory=dict, compare=False)
    """Hashes of the pictures shown so far, by state."""
    distances: dict[Any, int] = field(default_factory=dict, compare=False)
    """What `envs.home.shortest_plan.distance` has worked out."""

    @classmethod
    def of(cls, premises: Premises, checked: CheckedTask) -> Self:
        """The site of a task on its premises."""
        return cls(checked.asked, premises.dynamics, premises.eyes, premises.start, checked.goal)


class SiteLibrary:
    """Sites by task, and the store of their pictures. Each `open` needs a `leave`. Use from one thread."""

    def __init__(
        self,
        images: ImageStore | None = None,
        picture_size: int = 512,
        perturbation: Perturbation | None = None,
    ) -> None:
        if picture_size < 1:
            raise ValueError(f"picture_size: {picture_size} is not a number of pixels")
        self.images = images if images is not None else ImageStore(None)
        self.picture_size = picture_size
        self._perturbation = perturbation
        self._sites: OrderedDict[str, Site] = OrderedDict()
        self._players: dict[str, int] = {}

    def open(self, task: Task) -> tuple[str, Site]:
        """The site of a task and the name under which to leave it. Raises TaskError."""
        name = json.dumps([task.seed, dict(task.parameters)], sort_keys=True, default=str)
        if name not in self._sites:
            self._sites[name] = self._make(task)
        self._sites.move_to_end(name)
        self._players[name] = self._players.get(name, 0) + 1
        return name, self._sites[name]

    def picture(self, site: Site, state: HomeState) -> str:
        """Hash of the present view with its marks, perturbed where that is asked for."""
        name = state.view, state.key, state.placements
        found = site.pictures.get(name)
        if found is None:
            with rendering():
                pixels = site.eyes.picture(state)
                if self._perturbation is not None:
                    pixels = self._perturbation.apply(pixels, content_hash(pixels))
                found = site.pictures[name] = self.images.put(pixels)
        return found

    def leave(self, name: str) -> None:
        """Say that an episode on this site has ended; long unused sites are freed."""
        self._players[name] -= 1
        idle = [other for other in self._sites if not self._players.get(other)]
        for other in idle[: max(0, len(idle) - KEPT)]:
            self._players.pop(other, None)
            self._sites.pop(other).eyes.close()

    def close(self) -> None:
        """Free every site."""
        for site in self._sites.values():
            site.eyes.close()
        self._sites.clear()
        self._players.clear()

    def _make(self, task: Task) -> Site:
        checked = CheckedTask(task)
        return Site.of(lay_out(task, checked, self.picture_size), checked)
