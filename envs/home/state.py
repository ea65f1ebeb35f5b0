"""Where an episode of the home world is: a small frozen value, from which every picture and every answer follows."""

from __future__ import annotations

from dataclasses import dataclass

from envs.home.exploration import Mark
from envs.home.graph import WorldGraph
from envs.home.placement import Placement
from envs.home.scene import Viewpoint


@dataclass(frozen=True, slots=True)
class View:
    """What the robot looks at. name: tells views of a scene apart ("start", "table_2:0", "table_2:0>mug_3")."""

    name: str
    viewpoint: Viewpoint


@dataclass(frozen=True, slots=True)
class HomeState:
    """The whole state of an episode, but for the steps that are left.

    placements: (object, where in its receptacle it stands), sorted; without the held one. at: the receptacle before
    which the robot stands, None at the start. marks: the exploration map. held_label: what the gripper's thing was
    taken for when it was picked. seen: things that the robot has found so far, and receptacles that it has been at,
    sorted; the simulated user knows of no others. settled: ambiguities of the wish that the user has cleared up,
    sorted. wrong: wrong deliveries.
    """

    graph: WorldGraph
    placements: tuple[tuple[str, Placement], ...]
    at: str | None
    view: View
    marks: tuple[Mark, ...] = ()
    held_label: str | None = None
    seen: tuple[str, ...] = ()
    settled: tuple[str, ...] = ()
    wrong: int = 0

    @property
    def key(self) -> str:
        """Names the state for rewards and step-level advantages.

        Spots on a surface are left out: where on a table a mug stands changes no plan.
        """
        marks = ",".join(f"{mark.number}={mark.target}" for mark in self.marks)
        return f"{self.graph.key}|{self.at}|{self.view.name}|{marks}|{','.join(self.settled)}|{self.wrong}"
