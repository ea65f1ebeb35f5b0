"""What a contact sheet of the kitchen shows: a whole episode in a few frames, and every food in every state."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PIL import Image

from envs.assist.action import WAIT, Action
from envs.assist.cook.domain import CookDomain
from envs.assist.cook.drawing.pen import Colour, reduced, sheet
from envs.assist.cook.drawing.scene import CUTS, FoodLook
from envs.assist.cook.drawing.things import food
from envs.assist.cook.foods import FOODS
from envs.assist.cook.painter import CookPainter
from envs.assist.cook.state import CookState
from envs.assist.domain import Motion

LONGEST = 1000
"""Ticks after which an episode is given up."""
WALKS = 8
"""One in so many frames of a sheet shows a walk."""
TABLE: Colour = (238, 229, 212)
COOKED = ("raw", "cooking", "done", "burnt")


@dataclass(frozen=True)
class Moment:
    """A frame of an episode, in the midst of an action, and what it shows, in words for the reader of the sheet."""

    state: CookState
    tick: int
    motion: Motion
    caption: str


def episode(domain: CookDomain) -> list[Moment]:
    """A person of balanced pace carries out the domain's own plan: a moment halfway of each action, one of the end."""
    state, tick, found = domain.start(), 0, []
    while tick < LONGEST and (plan := domain.plan(state, tick)):
        action = plan[0].action
        ticks = _ticks(domain, state, tick, action)
        half = tick + ticks // 2
        now = domain.elapse(state, half).state
        spoken = action if action.target else Action(action.verb, action.place)  # "going to the pantry"
        words = domain.lexicon.say(spoken, "ing")
        found.append(Moment(now, half, Motion(action, (half - tick + 0.25) / ticks), f"{half}: {words}"))
        tick += ticks
        state = domain.elapse(state, tick).state if action.verb == WAIT else domain.apply(state, action, tick).state
    found.append(Moment(state, tick, Motion(), f"{tick}: {'done' if not domain.plan(state, tick) else 'given up'}"))
    return found


def contact_sheet(domain: CookDomain, shown: int, size: int) -> list[tuple[np.ndarray, str]]:
    """An episode in `shown` frames at most, uint8 (size, size, 3), each with its caption: of its walks one in WALKS
    frames, the others of what is done by hand, evenly chosen and the end among them."""
    moments = episode(domain)
    walks = [moment for moment in moments if moment.motion.action and moment.motion.action.verb == "go_to"]
    others = [moment for moment in moments if moment not in walks]
    chosen = _even(walks, shown // WALKS) + _even(others, shown - shown // WALKS)
    chosen.sort(key=lambda moment: moment.tick)
    painter = CookPainter(domain, size)
    pictures = [(painter.frame(moment.state, moment.tick, moment.motion), moment.caption) for moment in chosen]
    painter.close()
    return pictures


def food_strips(size: int) -> list[tuple[np.ndarray, str]]:
    """Each food in a row of icons, uint8 (size, 8 * size, 3): whole, then chopped, each raw, cooking, done and burnt,
    as far as it can be so; and its name."""
    strips = []
    for kind in FOODS.values():
        strip = Image.new("RGB", (8 * size, size), TABLE)
        for part, cut in enumerate((0, CUTS) if kind.chop else (0,)):
            for number, state in enumerate(COOKED if kind.cook else COOKED[:1]):
                pen = sheet(size, size, size, size / 2, size / 2)
                food(pen.moved(0, 0, 0.94), FoodLook(kind.id, state, cut))
                icon = reduced(pen)
                strip.paste(icon, ((4 * part + number) * size, 0), icon)
        strips.append((np.array(strip), kind.names[0]))
    return strips


def _even(moments: list[Moment], count: int) -> list[Moment]:
    """`count` of them, or all, the last among them."""
    count = min(count, len(moments))
    return [moments[round((i + 1) * len(moments) / count) - 1] for i in range(count)]


def _ticks(domain: CookDomain, state: CookState, tick: int, action: Action) -> int:
    if action.verb != WAIT:
        return domain.duration(state, action)
    return max(1, (domain.next_change(state) or tick + 1) - tick)
