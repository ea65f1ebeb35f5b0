"""How a person carries out what they are told to do on a phone.

Advice may name what is not on the screen: the person goes there first. A bare label that several elements bear means
the one on the page shown, else one that the task still wants or that lies on the way to it, else the nearest below.
"""

from __future__ import annotations

from envs.assist.action import Action
from envs.assist.phone.dynamics import BACK, DOWN, HOME_KEY, LEFT, LONGEST_TEXT, RIGHT, TAP, TYPE, UP
from envs.assist.phone.goal import Goal
from envs.assist.phone.spec import OFF, ON, PAGES, SETTINGS
from envs.assist.phone.state import PhoneState
from envs.assist.phone.steps import Steps
from envs.assist.phone.tree import HOME, slug
from envs.assist.phone.words import OPEN, SET, TURN_OFF, TURN_ON

NOTHING_CHOSEN = ("not_allowed", "hidden", "nobody")
"""Options that people mean by turning a choice off."""
REMEMBERED = 2000
"""States of which the way to one value is kept."""


class Advice:
    """Advice for one goal."""

    def __init__(self, steps: Steps, goal: Goal) -> None:
        self.steps, self.goal, self.phone = steps, goal, steps.phone
        self._ways: dict[tuple[str, str], dict[PhoneState, tuple[Action, ...]]] = {}
        """(setting, value) -> state -> the way from there."""

    def towards(self, state: PhoneState, action: Action) -> tuple[Action, ...]:
        """The actions that do it, () when it cannot be done or is done already."""
        verb = action.verb
        if verb in (UP, DOWN, BACK, HOME_KEY):
            return self._possible(state, Action(verb))
        if verb == TYPE:
            return self._type(state, action.target)
        target = self.meant(state, action.target or (action.place if verb == OPEN else ""))
        if verb in (LEFT, RIGHT):
            return self._swipe(state, verb, target)
        if target is None:
            return ()
        node = self.phone.nodes[target]
        if verb == OPEN:
            if target == HOME:
                return self._possible(state, Action(HOME_KEY))
            if node.kind not in PAGES or node.kind == "dialog":
                return ()
            return self.steps.follow(state, lambda now: self.steps.to_page(now, target))[0]
        if verb == TAP:
            return self._tap(state, target)
        if verb in (TURN_ON, TURN_OFF, SET) and node.kind in SETTINGS:
            value = self._value(verb, target, action.place)
            return () if value is None else self._follow_value(state, target, value)
        return ()

    def meant(self, state: PhoneState, name: str) -> str | None:
        """The element that an id or a bare label means; None for what is none."""
        if name in self.phone.nodes and self.phone.nodes[name].kind != "note":
            return name
        ids = self.phone.shared.get(name)
        if ids is None:
            return None
        missing = [setting for setting, _ in self.goal.unmet(state.changed, frozenset())]
        wanted = {*missing, *(page for setting in missing for page in self.phone.path[self.phone.holder(setting)])}
        shown = self.steps.dynamics.on_screen(state)

        def rank(one: str) -> tuple[bool, bool, bool, int]:
            holder = self.phone.holder(one)
            return (one not in shown, holder != state.page and one != state.page, one not in wanted, ids.index(one))

        return min(ids, key=rank)

    def _possible(self, state: PhoneState, action: Action) -> tuple[Action, ...]:
        return (action,) if self.steps.dynamics.refusal(state, action) is None else ()

    def _tap(self, state: PhoneState, target: str) -> tuple[Action, ...]:
        node = self.phone.nodes[target]
        if target == HOME or node.kind in ("slider", "dialog") or target == state.page:
            return ()
        if target in self.steps.dynamics.on_screen(state):
            return self._possible(state, Action(TAP, target))
        if node.kind in ("confirm", "cancel", "save"):
            return ()  # there is nothing to answer or to save on the page shown
        way, there = self.steps.follow(state, lambda now: self.steps.to_element(now, target))
        return (*way, *self._possible(there, Action(TAP, target)))

    def _swipe(self, state: PhoneState, verb: str, target: str | None) -> tuple[Action, ...]:
        if target is None or target == HOME:
            return self._possible(state, Action(verb, HOME))
        if self.phone.nodes[target].kind != "slider":
            return ()
        way, there = self.steps.follow(state, lambda now: self.steps.to_element(now, target))
        last = self._possible(there, Action(verb, target))
        return (*way, *last) if last else ()

    def _type(self, state: PhoneState, text: str) -> tuple[Action, ...]:
        """Into the field with the cursor, else into the only one it can mean."""
        if text in self.phone.nodes:
            text = self.phone.nodes[text].label
        elif text in self.phone.shared:
            text = self.phone.nodes[self.phone.shared[text][0]].label
        if not 0 < len(text) <= LONGEST_TEXT:
            return ()
        if state.focus:
            return (Action(TYPE, text),)
        missing = self.goal.unmet(state.changed, frozenset())
        fields = [setting for setting, value in missing if value == text and self.phone.nodes[setting].kind == "text"]
        on_screen = sorted(self.steps.dynamics.on_screen(state))
        shown = [name for name in on_screen if self.phone.nodes[name].kind in ("text", "query")]
        here = [name for name in fields if name in shown] or (shown if len(shown) == 1 else []) or fields
        if not here:
            return ()
        way, there = self.steps.follow(state, lambda now: self.steps.to_element(now, here[0]))
        return (*way, Action(TAP, here[0]), Action(TYPE, text))

    def _value(self, verb: str, setting: str, place: str) -> str | None:
        """The value that advice wants a setting to have."""
        node = self.phone.nodes[setting]
        if verb == SET:
            place = self.phone.stands_for.get(place, place)
            if not place:
                return self.goal.target(setting)
            if node.kind == "text":
                return place if 0 < len(place) <= LONGEST_TEXT else None
            named = place, slug(place)
            return next((value for value in node.values if value in named), None)
        value = ON if verb == TURN_ON else OFF
        if node.kind == "toggle":
            return value
        if node.kind == "choice" and verb == TURN_OFF:
            return next((value for value in node.values if value in NOTHING_CHOSEN), None)
        return None

    def _follow_value(self, state: PhoneState, setting: str, value: str) -> tuple[Action, ...]:
        known = self._ways.setdefault((setting, value), {})
        if len(known) > REMEMBERED:
            known.clear()
        return self.steps.way(state, lambda now: self.steps.to_value(now, setting, value), known)
