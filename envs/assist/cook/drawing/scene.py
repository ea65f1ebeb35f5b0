"""What an eye sees of a kitchen at one moment: the frame is drawn from this alone, and frames are told apart by it."""

from __future__ import annotations

from dataclasses import dataclass

from envs.assist.cook.drawing.person import GESTURE, Facing, Pose
from envs.assist.cook.layout import Layout, Tile
from envs.assist.cook.state import CookState
from envs.assist.domain import Motion

STEPS = 4
"""Pictures to one tile of a walk, one to each phase of a stride."""
CUTS = 8
"""Pictures to one chopping or scooping."""


@dataclass(frozen=True, slots=True)
class FoodLook:
    """One portion. cut: eighths of it that are chopped."""

    food: str
    state: str
    cut: int = 0


@dataclass(frozen=True, slots=True)
class DishLook:
    """One plate and the portions on it, the lowest first."""

    foods: tuple[FoodLook, ...] = ()


Look = FoodLook | DishLook


@dataclass(frozen=True, slots=True)
class StationLook:
    """What changes of a station. on: heat on, door open, knife in use. things: that lie on it."""

    id: str
    on: bool = False
    things: tuple[Look, ...] = ()


@dataclass(frozen=True, slots=True)
class CookLook:
    """The person. x, y: in tiles * STEPS, of the tile's corner. phase: of the pose's gesture."""

    x: int
    y: int
    facing: Facing
    pose: Pose
    phase: int = 0
    held: Look | None = None


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that is drawn over the empty kitchen: stations that differ from it, row by row, and the person."""

    stations: tuple[StationLook, ...]
    cook: CookLook


def look_at(layout: Layout, state: CookState, motion: Motion) -> Scene:
    """The scene of a state in which the person is in the midst of an action."""
    action = motion.action
    verb, share = (action.verb, min(max(motion.done, 0.0), 1.0)) if action else ("", 0.0)
    walking = verb == "go_to" and share > 0
    looks = {portion.id: FoodLook(portion.food, portion.state, CUTS * portion.chopped) for portion in state.portions}
    lying: dict[str, list[Look]] = {}
    hand: Look | None = None
    for portion in state.portions:
        if portion.id == state.hand:
            hand = looks[portion.id]
        elif portion.at in layout.stations:
            look = looks[portion.id]
            if verb == "chop" and portion.at == state.at and action and action.target in ("", portion.id):
                look = FoodLook(look.food, look.state, int(share * CUTS))
            lying.setdefault(portion.at, []).append(look)
    for plate in state.plates:
        dish = DishLook(tuple(looks[id] for id in plate.holds))
        if plate.id == state.hand:
            hand = dish
        else:
            lying.setdefault(plate.at, []).append(dish)
    stations = []
    for id, station in layout.stations.items():
        if station.kind in ("fridge", "pantry"):
            on = id == state.at and not walking
        elif station.kind == "board":
            on = verb == "chop" and id == state.at
        else:
            on = id in state.on
        things = tuple(lying.get(id, ()))
        if on or things:
            stations.append(StationLook(id, on, things))
    target = action.place or action.target if action else ""
    return Scene(tuple(stations), _cook(layout, state, verb, share, target, hand))


def _cook(layout: Layout, state: CookState, verb: str, share: float, target: str, hand: Look | None) -> CookLook:
    """The person; target: of a walk."""
    if verb == "go_to" and (state.at, target) in layout.paths:
        path = layout.paths[state.at, target]
        whole = len(path) - 1
        step = int(share * whole * STEPS)
        if 0 < step < whole * STEPS:
            (x, y), (nx, ny) = path[step // STEPS], path[step // STEPS + 1]
            part = step % STEPS
            pose: Pose = "carry_walk" if hand else "walk"
            at = (x * STEPS + (nx - x) * part, y * STEPS + (ny - y) * part)
            return CookLook(*at, _facing((x, y), (nx, ny)), pose, part, hand)
        if step:
            return _standing(layout, target, "carry" if hand else "stand", 0, hand)
    pose, phase = "carry" if hand else "stand", 0
    if verb == "chop":
        pose, phase = "chop", GESTURE[int(share * CUTS) % 4]
    elif verb == "scoop":
        pose, phase = "scoop", GESTURE[int(share * CUTS) % 4]
    elif verb in ("put_down", "serve", "trash") and hand:
        pose = "offer"
    elif verb in ("pick_up", "turn_on", "turn_off"):
        pose = "reach"
    return _standing(layout, state.at, pose, phase, hand)


def _standing(layout: Layout, station: str, pose: Pose, phase: int, hand: Look | None) -> CookLook:
    """In front of a station, looking at it."""
    x, y = layout.front[station]
    return CookLook(x * STEPS, y * STEPS, _facing((x, y), layout.tiles[station]), pose, phase, hand)


def _facing(here: Tile, there: Tile) -> Facing:
    if there[1] != here[1]:
        return "down" if there[1] > here[1] else "up"
    return "right" if there[0] > here[0] else "left"
