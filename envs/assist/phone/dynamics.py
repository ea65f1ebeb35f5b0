"""What a finger does to a phone: the verbs of IVG Table 19 as pure functions of a state.

    tap ELEMENT               opens a page, flips a toggle, picks an option, puts the cursor into a field, saves, ...
    type TEXT                 replaces what stands in the field with the cursor; the text itself is the target, and
                              without one the field is cleared
    swipe_up, swipe_down      scroll the page that is shown; up shows what comes further down
    swipe_left, swipe_right   on a slider: one step down or up; on "home_screen": the next or the last screen of icons
    press_back, press_home    to the page before, or to the home screen; what is not saved is lost

Only what is on the screen can be touched. How much fits on it, and how long things take, is our choice.
"""

from __future__ import annotations

from collections.abc import Mapping

from envs.assist.action import WAIT, Action
from envs.assist.phone.spec import PAGES
from envs.assist.phone.state import PhoneState, Values, with_value
from envs.assist.phone.tree import HOME, Phone

TAP, TYPE, BACK, HOME_KEY = "tap", "type", "press_back", "press_home"
UP, DOWN, LEFT, RIGHT = "swipe_up", "swipe_down", "swipe_left", "swipe_right"
VERBS = (TAP, TYPE, UP, DOWN, LEFT, RIGHT, BACK, HOME_KEY)
ROWS = 5
"""Rows of a page that are on the screen at once."""
ROWS_TYPING = 2
"""The same while the keyboard covers the lower half."""
ICONS = 12
"""Icons on one screen of the home screen."""
LONGEST_TEXT = 40
TOUCH = 2
"""Ticks of a touch or of a look at the screen (WAIT); a tap is looked at for one more: has it done what it should?"""


class Dynamics:
    """One phone with its settings at the start of a task."""

    def __init__(self, phone: Phone, start: Mapping[str, str]) -> None:
        self.phone, self.start = phone, dict(start)
        self._start_changed: dict[Values, dict[str, str]] = {}
        self._on_screen: dict[tuple[str, int, bool, str], frozenset[str]] = {}

    def values(self, changed: Values) -> Mapping[str, str]:
        """Value of every setting. Not to be written to."""
        found = self._start_changed.get(changed)
        if found is None:
            if len(self._start_changed) > 2000:
                self._start_changed.clear()
            found = self._start_changed[changed] = self.start | dict(changed)
        return found

    def shown(self, state: PhoneState, setting: str) -> str:
        """Value of a setting or a query as the screen shows it: the one that is not yet saved, if there is one."""
        for name, value in state.draft:
            if name == setting:
                return value
        return self.values(state.changed).get(setting, "")

    def rows(self, state: PhoneState) -> tuple[str, ...]:
        """All that stands on the page shown, also what is not on the screen now."""
        rows = self.phone.rows[state.page]
        if self.phone.nodes[state.page].kind == "search" and state.draft:
            return rows + self.phone.find(state.draft[0][1])
        return rows

    def window(self, state: PhoneState) -> int:
        """Rows that fit on the screen now."""
        return ROWS_TYPING if state.focus else ROWS

    def furthest(self, state: PhoneState) -> int:
        """How far the page shown can be scrolled."""
        rows = self.rows(state)
        if state.page == HOME:
            return (len(rows) - 1) // ICONS
        return max(0, len(rows) - self.window(state))

    def on_screen(self, state: PhoneState) -> frozenset[str]:
        """Elements that can be touched now, notes left out."""
        query = state.draft[0][1] if state.draft and self.phone.nodes[state.page].kind == "search" else ""
        key = (state.page, state.scroll, bool(state.focus), query)
        found = self._on_screen.get(key)
        if found is None:
            if len(self._on_screen) > 5000:
                self._on_screen.clear()
            nodes = self.phone.nodes
            shown = [row for row in self.in_window(state) if nodes[row].kind != "note"]
            save = self.phone.saves(state.page)
            found = self._on_screen[key] = frozenset(shown if save is None else [*shown, save])
        return found

    def in_window(self, state: PhoneState) -> tuple[str, ...]:
        """Rows or icons that are on the screen, from above."""
        if state.page == HOME:
            return self.rows(state)[ICONS * state.scroll : ICONS * (state.scroll + 1)]
        return self.rows(state)[state.scroll : state.scroll + self.window(state)]

    def refusal(self, state: PhoneState, action: Action) -> str | None:
        """Why an action cannot be done now, in a person's words; None when it can."""
        verb, target = action.verb, action.target
        if verb == WAIT:
            return None
        if verb not in VERBS:
            return "I can only tap, type, swipe, and press back or home."
        if verb == BACK:
            return "This is the home screen already." if len(state.pages) == 1 else None
        if verb == HOME_KEY:
            return "This is the home screen already." if state.page == HOME and not state.scroll else None
        if verb in (UP, DOWN):
            if state.page == HOME:
                return "The home screen turns sideways."
            end = self.furthest(state) if verb == UP else 0
            return "The page ends here." if state.scroll == end else None
        if verb == TYPE:
            if not state.focus:
                return "I have to tap a text field first."
            return None if len(target) <= LONGEST_TEXT else "That is too long for the field."
        if target == HOME and state.page == HOME and verb != TAP:
            end = self.furthest(state) if verb == LEFT else 0
            return "There are no more icons." if state.scroll == end else None
        node = self.phone.nodes.get(target)
        if node is None:
            return "I do not know which one." if target in self.phone.shared else "I do not see that."
        if target not in self.on_screen(state):
            return f"I do not see {node.label} on the screen."
        if verb == TAP:
            if node.kind == "slider":
                return f"{node.label} is a slider, I have to swipe on it."
            return "There is nothing to save." if node.kind == "save" and not state.draft else None
        if node.kind != "slider":
            return f"{node.label} is no slider."
        end = node.values[0] if verb == LEFT else node.values[-1]
        return f"{node.label} is at its end." if self.shown(state, target) == end else None

    def duration(self, state: PhoneState, action: Action) -> int:
        """Ticks of a possible action: a touch and reading what it brings on the screen, two rows a tick."""
        verb = action.verb
        if verb == TYPE:
            return TOUCH + (len(action.target) + 1) // 2
        if verb in (UP, DOWN):
            return 1 + (self.window(state) - 1) // 2
        if verb == TAP and self.phone.nodes[action.target].kind in PAGES:
            return TOUCH + (min(len(self.phone.rows[action.target]), ROWS) + 1) // 2
        return TOUCH + 1 if verb == TAP else TOUCH

    def after(self, state: PhoneState, action: Action) -> PhoneState:
        """The state after an action; the same state when it is not possible."""
        if action.verb == WAIT or self.refusal(state, action) is not None:
            return state
        verb = action.verb
        if verb == BACK:
            return self._popped(state, state.changed)
        if verb == HOME_KEY:
            return PhoneState(changed=state.changed)
        if verb in (UP, DOWN):
            return self._scrolled(state, state.scroll + (1 if verb == UP else -1) * (self.window(state) - 1))
        if verb == TYPE:
            draft = with_value(state.draft, state.focus, action.target)
            searched = self.phone.nodes[state.focus].kind == "query"  # the keyboard goes: there is something to see
            focus = "" if searched else state.focus
            new = PhoneState(state.pages, state.scrolls, focus, draft, state.changed)
            return self._scrolled(new, state.scroll)
        if verb == TAP:
            return self._tapped(state, action.target)
        if action.target == HOME:
            return self._scrolled(state, state.scroll + (1 if verb == LEFT else -1))
        steps = self.phone.nodes[action.target].values
        at = steps.index(self.shown(state, action.target)) + (1 if verb == RIGHT else -1)
        return self._entered(state, action.target, steps[at])

    def _tapped(self, state: PhoneState, target: str) -> PhoneState:
        node = self.phone.nodes[target]
        if node.kind in PAGES:
            return PhoneState((*state.pages, target), (*state.scrolls, 0), "", (), state.changed)
        if node.kind == "toggle":
            value = "off" if self.shown(state, target) == "on" else "on"
            dialog = self.phone.dialog(target)
            if dialog is not None and value == node.asks:
                return PhoneState((*state.pages, dialog), (*state.scrolls, 0), "", (), state.changed)
            return self._entered(state, target, value)
        if node.kind == "option":
            return self._entered(state, node.parent, self.phone.stands_for[target])
        if node.kind == "confirm":
            asking = self.phone.nodes[self.phone.nodes[node.parent].parent]
            return self._popped(state, self._set(state.changed, asking.id, asking.asks))
        if node.kind == "cancel":
            return self._popped(state, state.changed)
        if node.kind == "save":
            changed = state.changed
            for setting, value in state.draft:
                changed = self._set(changed, setting, value)
            return self._popped(state, changed)
        row = self.rows(state).index(target)  # a text field or the query field
        new = PhoneState(state.pages, state.scrolls, target, state.draft, state.changed)
        return self._scrolled(new, min(max(state.scroll, row - ROWS_TYPING + 1), row))

    def _entered(self, state: PhoneState, setting: str, value: str) -> PhoneState:
        """A value is put in: on a form not saved yet."""
        if self.phone.nodes[state.page].kind == "form":
            same = value == self.values(state.changed)[setting] and self.phone.nodes[setting].kind != "text"
            draft = with_value(state.draft, setting, None if same else value)
            return PhoneState(state.pages, state.scrolls, state.focus, draft, state.changed)
        changed = self._set(state.changed, setting, value)
        return PhoneState(state.pages, state.scrolls, state.focus, state.draft, changed)

    def _set(self, changed: Values, setting: str, value: str) -> Values:
        now = self.values(changed)[setting]
        changed = with_value(changed, setting, None if value == self.start[setting] else value)
        if now != value:
            for other, preset in self.phone.nodes[setting].presets.get(value, {}).items():
                changed = with_value(changed, other, None if preset == self.start[other] else preset)
        return changed

    def _popped(self, state: PhoneState, changed: Values) -> PhoneState:
        return PhoneState(state.pages[:-1], state.scrolls[:-1], "", (), changed)

    def _scrolled(self, state: PhoneState, scroll: int) -> PhoneState:
        scroll = max(0, min(scroll, self.furthest(state)))
        return PhoneState(state.pages, (*state.scrolls[:-1], scroll), state.focus, state.draft, state.changed)

    def facts(self, state: PhoneState) -> dict[tuple[str, str], str]:
        """Everything that is true: see `domain.PhoneDomain`."""
        values = self.values(state.changed)
        facts = {(setting, "value"): value for setting, value in values.items()}
        facts["person", "at"] = state.page
        facts["person", "focus"] = state.focus or "nothing"
        facts |= {(setting, "draft"): value for setting, value in state.draft}
        facts |= {(label, "value"): values[name] for label, name in self.phone.labels_on[state.page].items()}
        return facts

    def difference(self, old: PhoneState, new: PhoneState) -> dict[tuple[str, str], str | None]:
        """The facts that are new, different or gone from one state to another."""
        facts: dict[tuple[str, str], str | None] = {}
        before, now = self.values(old.changed), self.values(new.changed)
        if old.changed != new.changed:
            for setting in dict([*old.changed, *new.changed]):
                if before[setting] != now[setting]:
                    facts[setting, "value"] = now[setting]
        if old.draft != new.draft:
            facts |= {(setting, "draft"): None for setting, _ in old.draft}
            facts |= {(setting, "draft"): value for setting, value in new.draft if (setting, value) not in old.draft}
            for item in set(old.draft) & set(new.draft):
                del facts[item[0], "draft"]
        if old.focus != new.focus:
            facts["person", "focus"] = new.focus or "nothing"
        if old.page != new.page:
            facts["person", "at"] = new.page
        if old.page != new.page or old.changed != new.changed:
            there, here = self.phone.labels_on[old.page], self.phone.labels_on[new.page]
            facts |= {(label, "value"): None for label in there if label not in here}
            for label, name in here.items():
                if label not in there or before[there[label]] != now[name]:
                    facts[label, "value"] = now[name]
        return facts
