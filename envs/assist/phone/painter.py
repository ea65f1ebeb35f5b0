"""Draws the phone as somebody sees it who looks over the shoulder: the screen, and the finger that touches it.

A picture depends on what is on the screen and on how far the action is, nothing else; parts that recur are kept.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

import numpy as np
from PIL import Image

from envs.assist.action import WAIT
from envs.assist.domain import Motion
from envs.assist.phone import hand, screen
from envs.assist.phone.domain import PhoneDomain
from envs.assist.phone.dynamics import BACK, DOWN, HOME_KEY, LEFT, RIGHT, TAP, TYPE, UP
from envs.assist.phone.look import UNITS, Look, Pen, effects_of, look_of
from envs.assist.phone.rows import HEIGHT, WIDTH, draw_row, knob, touched_at
from envs.assist.phone.state import PhoneState
from envs.assist.phone.tree import HOME

T = TypeVar("T")
KEPT_ROWS, KEPT_SCREENS = 2000, 300


class PhonePainter:
    """Frames of one task; keeps `Painter[PhoneState]`. size: pixels a side, at least 32."""

    def __init__(self, domain: PhoneDomain, size: int) -> None:
        if size < 32:
            raise ValueError(f"size: {size} pixels are too few for a phone")
        self._domain, self._size, self._unit = domain, size, size / UNITS
        self._phone, self._dynamics = domain.phone, domain.dynamics
        self._looks: dict[tuple[str, ...], Look] = {}
        self._rows: OrderedDict[Hashable, Image.Image] = OrderedDict()
        self._screens: OrderedDict[Hashable, Image.Image] = OrderedDict()

    def key(self, state: PhoneState, tick: int, motion: Motion) -> Hashable:
        """Equal for frames that look equal; the tick is not seen."""
        return (self._screen_key(state), self._moved(state, motion))

    def frame(self, state: PhoneState, tick: int, motion: Motion) -> np.ndarray:
        """The picture, uint8 (size, size, 3)."""
        moved = self._moved(state, motion)
        if moved is None:
            return np.array(self._screen(state, "", "", None))
        verb, target, step = moved
        pressed, typed, at_step = "", "", None
        if verb == TYPE:
            typed = target[:step]
            pressed = target[step - 1] if step else ""
        elif verb in (LEFT, RIGHT) and target != HOME:
            node = self._phone.nodes[target]
            at = node.values.index(self._dynamics.shown(state, target))
            at_step = at + (1 if verb == RIGHT else -1) * step / 3
        elif verb == TAP and step:
            pressed = target
        image = self._screen(state, pressed, typed, at_step if at_step is None else (target, at_step)).copy()
        touch = self._touch(state, verb, target, step)
        if touch is not None:
            hand.put(image, touch, self._unit)
        return np.array(image)

    def close(self) -> None:
        """Forget the parts."""
        self._rows.clear()
        self._screens.clear()

    # -- what is going on ----------------------------------------------------------------------------------------------

    def _moved(self, state: PhoneState, motion: Motion) -> tuple[str, str, int] | None:
        """Verb, target and how far it is, in few steps; None while nothing is touched."""
        action = motion.action
        if action is None or action.verb == WAIT or self._dynamics.refusal(state, action) is not None:
            return None
        if action.verb == TYPE:
            return (TYPE, action.target, int(motion.done * len(action.target)))
        if action.verb in (TAP, BACK, HOME_KEY):
            return (action.verb, action.target, 1 if motion.done >= 0.4 else 0)
        return (action.verb, action.target, min(3, int(4 * motion.done)))

    def _touch(self, state: PhoneState, verb: str, target: str, step: int) -> hand.Touch | None:
        if verb in (BACK, HOME_KEY):
            return hand.approach(screen.BACK_AT if verb == BACK else screen.HOME_AT, float(step))
        if verb == TAP:
            return hand.approach(self._place(state, target), float(step))
        if verb == TYPE:
            return hand.Touch(screen.key_at(target[step - 1]), True) if step else None
        middle = screen.LEFT + WIDTH / 2
        done = step / 4
        if verb in (UP, DOWN):
            low, high = (middle, screen.LIST + self._dynamics.window(state) * HEIGHT - 4), (middle, screen.LIST + 12)
            return hand.stroke(low, high, done) if verb == UP else hand.stroke(high, low, done)
        if target == HOME:
            right, left = (screen.LEFT + WIDTH - 14, 70.0), (screen.LEFT + 14, 70.0)
            return hand.stroke(right, left, done) if verb == LEFT else hand.stroke(left, right, done)
        node = self._phone.nodes[target]
        x, y = self._place(state, target)
        at = node.values.index(self._dynamics.shown(state, target)) + (1 if verb == RIGHT else -1)
        return hand.stroke((x, y), (screen.LEFT + knob(node, at), y), done)

    def _place(self, state: PhoneState, element: str) -> tuple[float, float]:
        """Where an element on the screen is touched, in units."""
        node = self._phone.nodes[element]
        if node.kind == "save":
            return screen.SAVE_AT
        if node.kind in ("confirm", "cancel"):
            return screen.BUTTONS[0 if node.kind == "confirm" else 1]
        place = self._dynamics.in_window(state).index(element)
        if state.page == HOME:
            return screen.icon_at(place)
        x, y = touched_at(node, self._value(state, element))
        return (screen.LEFT + x, screen.LIST + HEIGHT * place + y)

    # -- the screen ----------------------------------------------------------------------------------------------------

    def _value(self, state: PhoneState, row: str) -> str:
        """What a row shows: its own value, or of an option the one that is chosen."""
        node = self._phone.nodes[row]
        return self._dynamics.shown(state, node.parent if node.kind == "option" else row)

    def _screen_key(self, state: PhoneState) -> tuple[Any, ...]:
        values = self._dynamics.values(state.changed)
        rows = tuple((row, self._value(state, row)) for row in self._dynamics.in_window(state))
        below: tuple[Any, ...] = ()
        if self._phone.nodes[state.page].kind == "dialog":
            below = self._screen_key(self._beneath(state))
        scrolled = (state.scroll, self._dynamics.furthest(state))
        return (state.page, scrolled, state.focus, bool(state.draft), rows, effects_of(self._phone, values), below)

    def _beneath(self, state: PhoneState) -> PhoneState:
        """The page on which a question is asked."""
        return PhoneState(state.pages[:-1], state.scrolls[:-1], changed=state.changed)

    def _look(self, state: PhoneState) -> Look:
        values = self._dynamics.values(state.changed)
        effects = effects_of(self._phone, values)
        if effects not in self._looks:
            self._looks[effects] = look_of(self._phone, values)
        return self._looks[effects]

    def _screen(self, state: PhoneState, pressed: str, typed: str, moved: tuple[str, float] | None) -> Image.Image:
        """The picture without the hand. Not to be written to. typed: what of a text is entered so far."""
        key = (self._screen_key(state), pressed, typed, moved)
        return _kept(self._screens, KEPT_SCREENS, key, lambda: self._draw(state, pressed, typed, moved))

    def _draw(self, state: PhoneState, pressed: str, typed: str, moved: tuple[str, float] | None) -> Image.Image:
        look, phone = self._look(state), self._phone
        nodes, node = phone.nodes, phone.nodes[state.page]
        if node.kind == "dialog":
            image = self._screen(self._beneath(state), "", "", None).copy()
            screen.question(Pen(image, self._unit, look), node.label, [nodes[one] for one in node.children], pressed)
            return image
        blank = _kept(self._screens, KEPT_SCREENS, look, lambda: screen.blank(self._size, look))
        image = blank.copy()
        pen = Pen(image, self._unit, look)
        rows = self._dynamics.in_window(state)
        if state.page == HOME:
            screens = self._dynamics.furthest(state) + 1
            screen.home_icons(pen, phone, [nodes[row] for row in rows], state.scroll, screens, pressed)
            return image
        save = phone.saves(state.page)
        above = "" if node.parent == HOME else nodes[node.parent].label
        screen.header(pen, above, node.label, None if save is None else bool(state.draft))
        for place, row in enumerate(rows):
            value = typed if typed and row == state.focus else self._value(state, row)
            step = moved[1] if moved is not None and moved[0] == row else None
            drawn = self._row(row, value, look, pressed == row, row == state.focus, step)
            top = round((screen.LIST + HEIGHT * place) * self._unit)
            image.paste(drawn, (round(screen.LEFT * self._unit), top))
        screen.scroll_mark(pen, state.scroll, self._dynamics.window(state), len(self._dynamics.rows(state)))
        if state.focus:
            screen.keyboard(pen, typed[-1:] if typed else "")
        return image

    def _row(self, row: str, value: str, look: Look, pressed: bool, cursor: bool, step: float | None) -> Image.Image:
        key = (row, value, look, pressed, cursor, step)
        node = self._phone.nodes[row]
        return _kept(
            self._rows,
            KEPT_ROWS,
            key,
            lambda: draw_row(self._phone, node, value, self._unit, look, pressed, cursor, step),
        )


def _kept(memory: OrderedDict[Hashable, T], most: int, key: Hashable, make: Callable[[], T]) -> T:
    """What is remembered under a key, made if it is not; the oldest is forgotten."""
    found = memory.get(key)
    if found is None:
        found = memory[key] = make()
        if len(memory) > most:
            memory.popitem(last=False)
    return found
