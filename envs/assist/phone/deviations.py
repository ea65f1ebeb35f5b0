"""How each kind of scheduled error is made on a phone (IVG Table 1A; the forms are ours).

    misstep         "skip" or, of the last one, "forget": a wanted setting is passed over; "repeat": one that is set
                    already is gone back to and touched again
    wrong_order     what a choice sets anew is set before that choice, and lost by it
    wrong_thing     in place of a wanted setting another one is changed: another app's, or one on another page
    unwanted_thing  a setting that nobody asked for is changed
    unfinished      a form is left unsaved, a question unanswered, a slider half way, a choice without choosing
    unattended      never: nothing on this phone runs on by itself

`ScheduledError.about` may say: `how` (of a misstep), `setting` (the wanted one that it is about), `instead` (the wrong
one). What it leaves open is chosen from what is possible now, in the order of the phone's tree. Errors are made only
from where they can be seen coming: the wrong page is open for LEAD ticks before anything is done there.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from envs.assist.action import WAIT, Action
from envs.assist.condition import AllOf, Condition, FactIs, Since
from envs.assist.domain import LEAD, Deviation
from envs.assist.event_check import check_fields, check_name
from envs.assist.phone.advice import NOTHING_CHOSEN
from envs.assist.phone.dynamics import BACK, DOWN, TAP, UP
from envs.assist.phone.goal import FAR, NEAR, Goal
from envs.assist.phone.spec import ON
from envs.assist.phone.state import PhoneState
from envs.assist.phone.steps import Steps
from envs.assist.phone.tree import HOME, slug
from envs.assist.phone.words import OPEN, SET, TURN_OFF, TURN_ON
from envs.assist.schedule import ErrorKind, ScheduledError

HOWS = ("skip", "forget", "repeat")


class Deviations:
    """Errors in one task."""

    def __init__(self, steps: Steps, goal: Goal) -> None:
        self.steps, self.goal, self.phone, self.dynamics = steps, goal, steps.phone, steps.dynamics

    def check(self, error: ScheduledError) -> None:
        """TaskError when `about` names what there is not."""
        check_fields(error, ("how", "setting", "instead") if error.kind == "misstep" else ("setting", "instead"))
        check_name(error, "how", HOWS, f"form of a misstep: {', '.join(HOWS)}")
        check_name(error, "setting", self.goal.wanted, "wanted setting")
        plain = {name for name in self.phone.settings if self.phone.nodes[name].kind != "text"}
        check_name(error, "instead", plain, "toggle, slider or choice of this phone")

    def deviate(self, state: PhoneState, tick: int, error: ScheduledError, pace: float) -> Deviation | None:
        """The error as it is made now; None when it cannot be, as where the plan no longer wants the setting."""
        setting, instead = (error.about.get(name) for name in ("setting", "instead"))
        if (setting and setting not in self.goal.wanted) or (instead and not self._free(instead)):
            return None
        if error.kind == "misstep":
            if error.about.get("how", "skip") == "repeat":
                return self._first(self._repeat(state, one, pace) for one in self._wanted(setting))
            return self._first(self._skip(state, one, tick) for one in self._wanted(setting))
        if error.kind == "wrong_order":
            return self._first(self._wrong_order(state, one, pace) for one in self._wanted(setting))
        if error.kind == "wrong_thing":
            pairs = (
                (one, other)
                for one in self._wanted(setting)
                for other in ([instead] if instead else self.mistakable(one))
            )
            return self._first(self._wrong_thing(state, one, other, pace) for one, other in pairs)
        if error.kind == "unwanted_thing":
            others = [instead] if instead else list(self.unwanted())
            return self._first(self._unwanted(state, other, pace) for other in others)
        if error.kind == "unfinished":
            return self._first(self._unfinished(state, one, pace) for one in self._wanted(setting))
        return None

    def mistakable(self, setting: str) -> Iterator[str]:
        """Settings on other pages that a wanted one can be mistaken for, the likest first: those of the same label,
        then those of its kind on pages beside its page or beside the one above; those that have the wanted value
        already come last of each.
        """
        node = self.phone.nodes[setting]
        place = self.phone.holder(setting)
        page = self.phone.nodes[place]
        if node.kind not in ("toggle", "choice", "slider"):
            return
        beside = {page.parent, self.phone.nodes[page.parent].parent if page.parent else ""} - {"", HOME}
        alike = [other for other in self.phone.shared.get(slug(node.label), ()) if other in self.phone.start]
        near = [
            other
            for other in self.phone.settings
            if self.phone.nodes[self.phone.holder(other)].parent in beside and self.phone.nodes[other].kind == node.kind
        ]
        wanted, there = self.goal.wanted[setting], self.goal.order[setting]

        def unlike(other: str) -> tuple[bool, int]:
            return (self.dynamics.start[other] == wanted, abs(self.goal.order[other] - there))

        for other in dict.fromkeys((*sorted(alike, key=unlike), *sorted(near, key=unlike))):
            if self._free(other) and self.phone.holder(other) != place:
                yield other

    def unwanted(self) -> Iterator[str]:
        """Settings that somebody might change unasked: toggles on pages that the task has nothing to do with."""
        for other in self.phone.settings:
            if self.phone.nodes[other].kind == "toggle" and self._free(other):
                yield other

    def lost_by(self, chooser: str) -> frozenset[str]:
        """Wanted settings that the wanted value of a choice sets to something else."""
        preset = self.phone.nodes[chooser].presets.get(self.goal.wanted[chooser], {})
        return frozenset(name for name, value in preset.items() if self.goal.wanted.get(name, value) != value)

    # -- the kinds -----------------------------------------------------------------------------------------------------

    def _skip(self, state: PhoneState, setting: str, tick: int) -> Deviation | None:
        if self._held(state, setting) or any(name == setting for name, _ in state.draft):
            return None
        missing = [name for name in self.goal.wanted if not self._held(state, name)]
        later = missing[missing.index(setting) + 1 :]
        done: list[Condition] = [
            FactIs(thing=name, property="value", value=self.goal.wanted[name]) for name in later[:1]
        ]
        commit = AllOf(of=(Since(tick=tick + LEAD), *done))
        wrong = self._names(setting)
        return Deviation("misstep", (), commit, frozenset({setting}), wrong, self._right(setting))

    def _repeat(self, state: PhoneState, setting: str, pace: float) -> Deviation | None:
        node = self.phone.nodes[setting]
        if not self._held(state, setting) or node.kind not in ("toggle", "slider") or node.presets:
            return None
        if self.phone.nodes[node.parent].kind == "form" or self._busy(state, self.phone.holder(setting)):
            return None
        value = self._other(setting, self.goal.wanted[setting])
        actions = self._lingering(state, setting, value, pace)
        return self._deviation(
            "misstep", actions, {setting}, self._names(setting), self._leave(setting, self.goal.wanted[setting])
        )

    def _wrong_order(self, state: PhoneState, chooser: str, pace: float) -> Deviation | None:
        if self._held(state, chooser):
            return None
        for setting in self.goal.wanted:
            if setting not in self.lost_by(chooser) or self._held(state, setting):
                continue
            first, there = self._way(state, setting, self.goal.wanted[setting])
            last, _ = self._way(there, chooser, self.goal.wanted[chooser])
            actions = self._padded(state, (*first, *last), len(first), pace)
            wrong = self._names(setting)
            return self._deviation("wrong_order", actions, {setting}, wrong, self._right(chooser))
        return None

    def _wrong_thing(self, state: PhoneState, setting: str, instead: str, pace: float) -> Deviation | None:
        if self._held(state, setting) or not self._untouched(state, instead):
            return None
        if self._busy(state, self.phone.holder(instead)):
            return None
        wanted = self.goal.wanted[setting]
        values = self.phone.nodes[instead].values
        start = self.dynamics.start[instead]
        value = wanted if wanted in values and wanted != start else self._other(instead, start)
        actions = self._lingering(state, instead, value, pace)
        blind = {setting, self.goal.condition(instead) or NEAR}
        remedy = (*self._right(setting, instead), *self._leave(instead, start))
        return self._deviation("wrong_thing", actions, blind, self._names(instead, page=True), remedy)

    def _unwanted(self, state: PhoneState, other: str, pace: float) -> Deviation | None:
        if not self._untouched(state, other) or self._busy(state, self.phone.holder(other)):
            return None
        start = self.dynamics.start[other]
        value = self._other(other, start)
        actions = self._lingering(state, other, value, pace)
        blind = {self.goal.condition(other) or FAR}
        return self._deviation(
            "unwanted_thing", actions, blind, self._names(other, page=True), self._leave(other, start)
        )

    def _unfinished(self, state: PhoneState, setting: str, pace: float) -> Deviation | None:
        if self._held(state, setting):
            return None
        value = self.goal.wanted[setting]
        whole, _ = self._way(state, setting, value)
        node = self.phone.nodes[setting]
        form = self.phone.nodes[node.parent].kind == "form"
        if not form and node.kind == "toggle" and node.asks != value:
            return None
        done = whole[:-1]
        if not form and node.kind == "slider" and not any(action.target == setting for action in done):
            return None  # one step is no half way
        blind = {setting}
        if form:  # all that was entered there is lost, and taken for saved
            entered = {name for name, _ in state.draft if state.page == node.parent}
            blind |= {name for name in self.goal.wanted if name in entered and not self._held(state, name)}
        actions = self._padded(state, (*done, Action(BACK)), len(done), pace)
        save = self.phone.saves(node.parent)
        dialog = self.phone.dialog(setting)
        finish = [Action(TAP, save)] if save else [Action(TAP, self.phone.nodes[dialog].children[0])] if dialog else []
        finish += [Action(TAP, slug(self.phone.nodes[item.target].label)) for item in tuple(finish)]
        remedy = (*self._right(setting, page=False), *finish, *whole[-1:])
        return self._deviation("unfinished", actions, blind, self._names(setting), remedy)

    # -- parts of them -------------------------------------------------------------------------------------------------

    def _wanted(self, setting: str | None) -> tuple[str, ...]:
        return (setting,) if setting else tuple(self.goal.wanted)

    @staticmethod
    def _first(found: Iterator[Deviation | None]) -> Deviation | None:
        return next((deviation for deviation in found if deviation is not None), None)

    def _held(self, state: PhoneState, setting: str) -> bool:
        return setting in self.goal.met(state.changed)

    def _untouched(self, state: PhoneState, setting: str) -> bool:
        """Whether a setting is as it was, and so is all that counts for its condition."""
        return self.goal.condition(setting) in self.goal.met(state.changed)

    def _free(self, setting: str) -> bool:
        """Whether a change is wrong and alone, and its page none that the task leads to."""
        node = self.phone.nodes[setting]
        plain = not node.presets and not node.asks and self.phone.nodes[node.parent].kind != "form"
        return plain and node.kind != "text" and node.parent not in self._needed and setting not in self.goal.exempt

    def _busy(self, state: PhoneState, page: str) -> bool:
        """Whether the plan still has something to do on a page or below, so that to be there looks right."""
        missing = [name for name, _ in self.goal.unmet(state.changed, frozenset())]
        return any(page in (self.phone.holder(name), self.phone.workplace(name)) for name in missing)

    def _other(self, setting: str, value: str) -> str:
        """The value beside another."""
        values = self.phone.nodes[setting].values
        at = values.index(value)
        return values[at + 1] if at + 1 < len(values) else values[at - 1]

    def _lingering(self, state: PhoneState, setting: str, value: str, pace: float) -> tuple[Action, ...]:
        """The way to another value of a setting that its page is looked at for long before."""
        place = self.phone.holder(setting)
        actions, _ = self._way(state, setting, value)
        opened, there = 0, state
        for number, action in enumerate(actions):
            if there.page == place:
                opened = number
                break
            there = self.dynamics.after(there, action)
        return self._padded(state, actions, opened, pace)

    def _way(self, state: PhoneState, setting: str, value: str) -> tuple[tuple[Action, ...], PhoneState]:
        return self.steps.follow(state, lambda now: self.steps.to_value(now, setting, value))

    def _padded(self, state: PhoneState, actions: tuple[Action, ...], seen: int, pace: float) -> tuple[Action, ...]:
        """The actions with hesitation before the last one: from the action numbered `seen` it takes LEAD ticks more.

        The person reads up and down the page where it can be scrolled, and looks at it otherwise.
        """
        there, passed = state, 0
        for number, action in enumerate(actions):
            passed += self._ticks(there, action, pace) if number >= seen else 0
            there = self.dynamics.after(there, action) if number < len(actions) - 1 else there
        idle: list[Action] = []
        for verb, back in ((Action(UP), Action(DOWN)), (Action(DOWN), Action(UP))):
            turned = self.dynamics.after(there, verb)
            if passed < LEAD and not idle and turned != there and self.dynamics.after(turned, back) == there:
                idle += [verb, back]
                passed += self._ticks(there, verb, pace) + self._ticks(turned, back, pace)
        while passed < LEAD:
            idle.append(Action(WAIT))
            passed += self._ticks(there, idle[-1], pace)
        return (*actions[:-1], *idle, actions[-1])

    def _ticks(self, state: PhoneState, action: Action, pace: float) -> int:
        """As the harness counts them."""
        return max(1, round(self.dynamics.duration(state, action) * pace))

    def _deviation(
        self,
        kind: ErrorKind,
        actions: tuple[Action, ...],
        blind: set[str],
        wrong: tuple[str, ...],
        remedy: tuple[Action, ...],
    ) -> Deviation:
        return Deviation(kind, actions, None, frozenset(blind), wrong, remedy)

    def _names(self, setting: str, page: bool = False) -> tuple[str, ...]:
        """What a warning can call it: the setting, its bare label, and, where to be there is wrong, its page.

        Where the page is wrong, a label that the task's own pages and settings bear says nothing.
        """
        nodes = self.phone.nodes
        names = [setting, self.phone.holder(setting)] if page else [setting]
        labels = [slug(nodes[name].label) for name in names]
        fine = {slug(nodes[name].label) for name in self._needed} if page else set()
        return (*names, *(label for label in labels if label in self.phone.shared and label not in fine))

    @cached_property
    def _needed(self) -> frozenset[str]:
        """Wanted settings and the pages that lead to them."""
        return frozenset(
            name for one in self.goal.wanted for name in (one, *self.phone.path[self.phone.workplace(one)])
        )

    def _right(self, setting: str, instead: str = "", page: bool = True) -> tuple[Action, ...]:
        """Advice that sets a wanted setting right: what is best said first, and all else that means the same.

        By the bare label too unless `instead` bears it. page: to open the setting's page is right as well.
        """
        node, value = self.phone.nodes[setting], self.goal.wanted[setting]
        names = [setting]
        label = slug(node.label)
        if label in self.phone.shared and not (instead and slug(self.phone.nodes[instead].label) == label):
            names.append(label)
        actions = [action for name in names for action in self._verbs(name, node.kind, value)]
        actions += [Action(TAP, name) for name in names if node.kind in ("toggle", "text")]
        actions += [Action(TAP, self.phone.option[setting, value])] if node.kind == "choice" else []
        if page:
            place = self.phone.workplace(setting)
            actions += [Action(OPEN, place), Action(TAP, place)]
        return (*actions, *(Action(SET, name) for name in names))

    def _verbs(self, name: str, kind: str, value: str) -> list[Action]:
        """Advice to give a setting a value."""
        if kind == "toggle":
            return [Action(TURN_ON if value == ON else TURN_OFF, name)]
        off = kind == "choice" and value in NOTHING_CHOSEN
        return [Action(SET, name, value), *([Action(TURN_OFF, name)] if off else [])]

    def _leave(self, setting: str, value: str) -> tuple[Action, ...]:
        """Advice to leave a setting at a value, or to set it back to it."""
        return (*self._verbs(setting, self.phone.nodes[setting].kind, value), Action(SET, setting))
