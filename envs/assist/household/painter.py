"""VHSim's frames: what the person sees of the home, with what they hold, drawn by the home world's stage.

    with HouseholdPainter(domain, 512) as painter:
        picture = painter.frame(state, tick, motion)    # uint8 (512, 512, 3)

Doors, drawers and flaps are open or closed, as the home shows them. What is switched on shines or runs, a drink that is
drunk is gone, and a held thing is seen at the lower right in the person's hand.
"""

from __future__ import annotations

import math
from collections.abc import Hashable
from types import TracebackType
from typing import Self

import numpy as np

from envs.assist.domain import Motion
from envs.assist.household.bodies import arm, emptied, lit, reduced, running
from envs.assist.household.camera import viewpoint
from envs.assist.household.domain import HouseholdDomain
from envs.assist.household.packing import FLAT, STACKED, on_edge
from envs.assist.household.parameters import DRINKS, LAMPS
from envs.assist.household.state import HouseholdState, Spot
from envs.home.objects import ObjectModel
from envs.home.placement import Placement, Quaternion
from envs.home.scene import Receptacle, Viewpoint
from envs.home.stage import Sight, Stage
from envs.rendering.camera import Perspective

UPRIGHT: Quaternion = (1.0, 0.0, 0.0, 0.0)


TILTED, FLAT_TILTED = math.radians(18), math.radians(50)
"""A held thing leans towards the eye by that, so that one sees what is in it; a flat one more, to show its face."""
ON, EMPTY, HELD, ARM = "on", "empty", "held", "arm"
NEARER = 0.4
"""What is held is drawn so much smaller and nearer, which looks the same, so that no wall cuts it off."""
Places = dict[str, tuple[str, Placement]]


class HouseholdPainter:
    """Draws one domain's frames, `size` pixels a side. Holds an OpenGL scene: close it, or use it as a context manager.

    Not to be shared between threads while in use.
    """

    def __init__(self, domain: HouseholdDomain, size: int) -> None:
        self._set, self._rules = domain.setting, domain.rules
        here = self._set
        self._models: dict[str, ObjectModel] = dict(zip(here.things, here.models, strict=True))
        drawn = dict(self._models)
        self._fixtures: dict[str, tuple[str, Placement]] = {}
        for name in here.things:
            if name in here.switches:
                drawn[f"{name}__{ON}"] = lit(self._models[name], here.category[name] in LAMPS)
            if here.category[name] in DRINKS:
                drawn[f"{name}__{EMPTY}"] = emptied(self._models[name])
        drawn |= {f"{name}__{HELD}": reduced(model, NEARER) for name, model in drawn.items()}
        drawn[ARM] = reduced(arm(0.5), NEARER)
        self._anchor = next(
            piece
            for piece in here.scene.receptacles.values()
            if piece.surfaces[0].body == piece.id and not piece.surfaces[0].inside
        )
        """What stands nowhere is given to the stage as standing there: furniture that never shuts things in."""
        for name in sorted(here.switches - set(here.things)):
            piece = here.scene.receptacles[name]
            drawn[f"{name}__{ON}"], where = running(piece)
            self._fixtures[name] = self._anchored(np.array(piece.to_world(where)), _turn(piece))
        self._stage = Stage(here.scene, drawn, size)

    def key(self, state: HouseholdState, tick: int, motion: Motion) -> Hashable:
        """Equal for frames that look equal."""
        view = viewpoint(self._set, self._rules, state, motion)
        return view, _lift(motion), state.hand, state.things, state.opened, state.on, state.drunk

    def frame(self, state: HouseholdState, tick: int, motion: Motion) -> np.ndarray:
        """What the person sees: uint8 (size, size, 3)."""
        view = self._show(state, motion)
        return self._stage.picture(view)

    def sight(self, state: HouseholdState, motion: Motion | None = None) -> Sight:
        """Whose each pixel of the frame is, for tests. What is on, empty or held bears its id and that word."""
        return self._stage.sight(self._show(state, motion or Motion()))

    def close(self) -> None:
        """Forget the scene."""
        self._stage.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _show(self, state: HouseholdState, motion: Motion) -> Viewpoint:
        here, view = self._set, viewpoint(self._set, self._rules, state, motion)
        places: Places = {}
        for name, spot in zip(here.things, state.things, strict=True):
            if name != state.hand:
                places[self._as(state, name)] = spot.place, self._stood(name, spot)
        places |= {f"{name}__{ON}": where for name, where in self._fixtures.items() if name in state.on}
        if state.hand:
            model = self._models[state.hand]
            held = f"{self._as(state, state.hand)}__{HELD}"
            places[held], places[ARM] = self._held(view, model, _lift(motion))
        self._stage.show(dict.fromkeys(state.opened, True), places)
        return view

    def _as(self, state: HouseholdState, name: str) -> str:
        """Under which name a thing is drawn as it is now."""
        if name in state.on:
            return f"{name}__{ON}"
        return f"{name}__{EMPTY}" if name in state.drunk else name

    def _stood(self, name: str, spot: Spot) -> Placement:
        model, piece = self._models[name], self._set.scene.receptacles[spot.place]
        if on_edge(piece, model):
            slant = -STACKED[piece.category]
            x, y = math.cos(slant) * model.half[2], math.sin(slant) * model.half[2]
            return Placement(spot.surface, (spot.x - x, spot.y - y, model.half[0]), _edgewise(slant))
        return Placement(spot.surface, (spot.x, spot.y, 0.0), UPRIGHT)

    def _held(
        self, view: Viewpoint, model: ObjectModel, lift: float
    ) -> tuple[tuple[str, Placement], tuple[str, Placement]]:
        """Where a held thing and the arm are, before the eyes: (thing, arm), both on the anchor."""
        right, up, forward = Perspective(view.eye, view.target).axes
        far = 0.4 + 2.2 * max(model.half)
        across, rise = 0.24 * far * (1 - 0.8 * lift), -0.36 * far * (1 - 0.75 * lift)
        tilt = FLAT_TILTED if model.half[2] < FLAT * min(model.half[:2]) else TILTED
        c, s = math.cos(tilt), math.sin(tilt)
        away, top = c * forward + s * up, c * up - s * forward
        turn = np.stack([right, away, top], axis=1)
        middle = np.array(view.eye) + NEARER * (far * forward + across * right + rise * up)
        base = middle - NEARER * model.half[2] * top
        hand = base + NEARER * min(model.half[0], 0.1) * 0.6 * right
        return self._anchored(base, turn), self._anchored(hand, turn)

    def _anchored(self, point: np.ndarray, turn: np.ndarray) -> tuple[str, Placement]:
        """A pose of the world as one on the anchor's first surface."""
        piece, into = self._anchor, _turn(self._anchor).T
        x, y, z = into @ (point - np.array([*piece.position, 0.0])) - np.array(piece.surfaces[0].centre)
        return piece.id, Placement(0, (float(x), float(y), float(z)), _quaternion(into @ turn))


def _turn(piece: Receptacle) -> np.ndarray:
    """The rotation (3, 3) from a piece's frame to the world's."""
    c, s = math.cos(piece.yaw), math.sin(piece.yaw)
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


def _edgewise(slant: float) -> Quaternion:
    """Turned a quarter about y, so that what was up is right, and then by `slant` about the upright."""
    c, s, h = math.cos(slant / 2), math.sin(slant / 2), math.sqrt(0.5)
    return h * c, -h * s, h * c, h * s


def _lift(motion: Motion) -> float:
    """How near to the mouth what is held is, 0 to 1."""
    if motion.action is None or motion.action.verb != "drink":
        return 0.0
    return round(math.sin(math.pi * motion.done), 3)


def _quaternion(turn: np.ndarray) -> Quaternion:
    """Of a rotation matrix (3, 3)."""
    w = math.sqrt(max(0.0, 1 + turn[0, 0] + turn[1, 1] + turn[2, 2])) / 2
    x = math.copysign(math.sqrt(max(0.0, 1 + turn[0, 0] - turn[1, 1] - turn[2, 2])) / 2, turn[2, 1] - turn[1, 2])
    y = math.copysign(math.sqrt(max(0.0, 1 - turn[0, 0] + turn[1, 1] - turn[2, 2])) / 2, turn[0, 2] - turn[2, 0])
    z = math.copysign(math.sqrt(max(0.0, 1 - turn[0, 0] - turn[1, 1] + turn[2, 2])) / 2, turn[1, 0] - turn[0, 1])
    return w, x, y, z
