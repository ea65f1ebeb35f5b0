"""The next thing to touch on the way to a page, an element or a value, from any state of a phone.

Each function gives one action, None when its end is reached; followed again and again it ends. All else that knows its
way on the phone, the plan, advice and errors, is made of these.
"""

from __future__ import annotations

from collections.abc import Callable

from envs.assist.action import Action
from envs.assist.phone.dynamics import BACK, DOWN, HOME_KEY, ICONS, LEFT, RIGHT, TAP, TYPE, UP, Dynamics
from envs.assist.phone.state import PhoneState
from envs.assist.phone.tree import HOME

Next = Callable[[PhoneState], Action | None]
FURTHEST = 80
"""Actions after which a way is given up as endless; the longest on a real phone have about twenty."""


class Steps:
    """Ways on one phone."""

    def __init__(self, dynamics: Dynamics) -> None:
        self.dynamics, self.phone = dynamics, dynamics.phone

    def follow(self, state: PhoneState, step: Next) -> tuple[tuple[Action, ...], PhoneState]:
        """The actions until `step` gives None, and the state after them."""
        actions: list[Action] = []
        while (action := step(state)) is not None:
            if len(actions) == FURTHEST:
                raise RuntimeError(f"no way: {actions[-4:]} again and again")
            actions.append(action)
            state = self.dynamics.after(state, action)
        return tuple(actions), state

    def way(self, state: PhoneState, step: Next, known: dict[PhoneState, tuple[Action, ...]]) -> tuple[Action, ...]:
        """The same actions. known: the way from states met before, by this very step; what is found is added."""
        passed: list[tuple[PhoneState, Action]] = []
        while (rest := known.get(state)) is None:
            action = step(state)
            if action is None:
                rest = known[state] = ()
                break
            if len(passed) == FURTHEST:
                raise RuntimeError(f"no way: {[action for _, action in passed[-4:]]} again and again")
            passed.append((state, action))
            state = self.dynamics.after(state, action)
        for before, action in reversed(passed):
            rest = known[before] = (action, *rest)
        return rest

    def to_page(self, state: PhoneState, page: str) -> Action | None:
        """Towards a page, by the pages below or above the one shown or by the home screen, whichever is shorter."""
        if state.page == page:
            return None
        path, stack = self.phone.path[page], state.pages
        ways = [
            (len(stack) - 1 - up + 1.5 * (len(path) - 1 - path.index(here)), up)
            for up, here in enumerate(stack)
            if here in path
        ]
        cost, up = min(ways, key=lambda way: (way[0], -way[1]))
        if len(stack) > 1 and 1 + 1.5 * (len(path) - 1) < cost:
            return Action(HOME_KEY)
        if up < len(stack) - 1:
            return Action(BACK)
        return self.tap(state, path[path.index(state.page) + 1])

    def to_element(self, state: PhoneState, element: str) -> Action | None:
        """Until an element is on the screen."""
        holder = self.phone.holder(element)
        if state.page != holder:
            return self.to_page(state, holder)
        if element in self.dynamics.on_screen(state):
            return None
        row = self.dynamics.rows(state).index(element)
        if holder == HOME:
            return Action(LEFT if row // ICONS > state.scroll else RIGHT, HOME)
        return Action(UP if row > state.scroll else DOWN)

    def tap(self, state: PhoneState, element: str) -> Action:
        """Towards tapping an element; the tap itself when it is on the screen."""
        return self.to_element(state, element) or Action(TAP, element)

    def to_value(self, state: PhoneState, setting: str, value: str) -> Action | None:
        """Until a setting has a value, saved where it has to be."""
        entering = self.entering(state, setting, value)
        if entering is not None:
            return entering
        save = self.phone.saves(state.page)
        if save is not None and state.page == self.phone.holder(setting):
            if self.dynamics.values(state.changed)[setting] != value:
                return Action(TAP, save)
        return None

    def entering(self, state: PhoneState, setting: str, value: str) -> Action | None:
        """Until a setting shows a value on the screen, saved or not; None also when it has it."""
        node = self.phone.nodes[setting]
        held = self.dynamics.values(state.changed)[setting]
        drafted = state.page == node.parent and state.draft
        if (self.dynamics.shown(state, setting) if drafted else held) == value:
            return None
        if node.kind == "choice":
            return self.tap(state, self.phone.option[setting, value])
        if node.kind == "toggle":
            dialog = self.phone.dialog(setting)
            if dialog is not None and state.page == dialog:
                return Action(TAP, self.phone.nodes[dialog].children[0 if value == node.asks else 1])
            return self.tap(state, setting)
        if node.kind == "text":
            return Action(TYPE, value) if state.focus == setting else self.tap(state, setting)
        way = self.to_element(state, setting)
        if way is not None:
            return way
        steps = node.values
        up = steps.index(self.dynamics.shown(state, setting)) < steps.index(value)
        return Action(RIGHT if up else LEFT, setting)
