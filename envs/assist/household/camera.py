"""Where the person's eyes are and look in a frame, also while they walk, turn, or bend to what they handle."""

from __future__ import annotations

import math
from collections.abc import Sequence

from envs.assist.action import WAIT, Action
from envs.assist.domain import Motion
from envs.assist.household.rules import WALKS, Rules
from envs.assist.household.setting import Setting
from envs.assist.household.sight import TILT, eye
from envs.assist.household.state import HEADINGS, HouseholdState, Point, Pose
from envs.home.scene import Viewpoint
from envs.rendering.node import Vector

LEAN = 0.28
"""Metres that the head comes forward when one handles something."""
STOOP = 0.2
"""Metres that it goes down at most."""
TURNS = 0.2
"""Share of a walk's time in which one turns, at its beginning and at its end."""
HANDLES = frozenset({"pick_up", "put", "open", "close", "switch_on", "switch_off"})
Look = tuple[Vector, float, float]
"""Eye, direction on the floor in radians, and elevation in radians."""


def viewpoint(setting: Setting, rules: Rules, state: HouseholdState, motion: Motion) -> Viewpoint:
    """The camera of a frame, to the millimetre."""
    (x, y, z), turn, rise = look(setting, rules, state, motion)
    ahead = (math.cos(rise) * math.cos(turn), math.cos(rise) * math.sin(turn), math.sin(rise))
    target = (round(x + ahead[0], 3), round(y + ahead[1], 3), round(z + ahead[2], 3))
    return Viewpoint((round(x, 3), round(y, 3), round(z, 3)), target)


def look(setting: Setting, rules: Rules, state: HouseholdState, motion: Motion) -> Look:
    """Eye and direction while the person is at `motion` from a state."""
    action, done = motion.action, motion.done
    here = _of_pose(setting, state.pose)
    if action is None or action.verb == WAIT or rules.refusal(state, action) is not None:
        return here
    if action.verb in HANDLES:
        return _handling(setting, state, action, here, math.sin(math.pi * done))
    if action.verb == "drink":
        return here[0], here[1], _mix(here[2], math.radians(12), math.sin(math.pi * done))
    after = _of_pose(setting, rules.pose_after(state, action))
    if action.verb in WALKS or action.verb == "go_straight":
        return _walking(rules.way(state, action), here, after, done)
    return _blend(here[0], after[0], done), _turned(here[1], after[1], done), _mix(here[2], after[2], done)


def _of_pose(setting: Setting, pose: Pose) -> Look:
    return eye(setting.floor, pose), pose.heading * math.tau / HEADINGS, TILT[pose.pitch]


def _walking(way: Sequence[Point], start: Look, end: Look, done: float) -> Look:
    """Turn to the way, walk along it looking ahead, and turn to what one looks at in the end."""
    lengths = [math.dist(a, b) for a, b in zip(way, way[1:], strict=False)]
    total = sum(lengths)
    if total < 1e-6:
        return start[0], _turned(start[1], end[1], done), _mix(start[2], end[2], done)
    share = min(1.0, max(0.0, (done - TURNS / 2) / (1 - TURNS)))
    left, i = share * total, 0
    while i < len(lengths) - 1 and left > lengths[i]:
        left, i = left - lengths[i], i + 1
    a, b = way[i], way[i + 1]
    along = left / lengths[i] if lengths[i] else 0.0
    x, y = a[0] + along * (b[0] - a[0]), a[1] + along * (b[1] - a[1])
    first = math.atan2(way[1][1] - way[0][1], way[1][0] - way[0][0])
    last = math.atan2(b[1] - a[1], b[0] - a[0])
    if done < TURNS:
        turn, rise = _turned(start[1], first, done / TURNS), _mix(start[2], TILT[0], done / TURNS)
    elif done > 1 - TURNS:
        over = (done - 1 + TURNS) / TURNS
        turn, rise = _turned(last, end[1], over), _mix(TILT[0], end[2], over)
    else:
        turn, rise = last, TILT[0]
    return (x, y, start[0][2]), turn, rise


def _handling(setting: Setting, state: HouseholdState, action: Action, here: Look, much: float) -> Look:
    """Bend towards what is handled and look at it."""
    subject = action.place if action.verb == "put" else action.target
    (x, y, z), turn, rise = here
    tx, ty, tz = setting.where(state, subject)
    away = math.hypot(tx - x, ty - y)
    if away < 0.1:
        return here
    step = min(LEAN, 0.4 * away) * much
    down = min(STOOP, max(0.0, (z - tz) * 0.3)) * much
    ex, ey, ez = x + step * (tx - x) / away, y + step * (ty - y) / away, z - down
    aim = math.atan2(ty - ey, tx - ex)
    level = math.hypot(tx - ex, ty - ey)
    return (ex, ey, ez), _turned(turn, aim, much), _mix(rise, math.atan2(tz - ez, level), much)


def _mix(a: float, b: float, share: float) -> float:
    return a + share * (b - a)


def _turned(a: float, b: float, share: float) -> float:
    """From one direction to another, the shorter way round."""
    return a + share * ((b - a + math.pi) % math.tau - math.pi)


def _blend(a: Vector, b: Vector, share: float) -> Vector:
    return _mix(a[0], b[0], share), _mix(a[1], b[1], share), _mix(a[2], b[2], share)
