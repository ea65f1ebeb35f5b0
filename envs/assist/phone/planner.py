"""The way from any state to the goal: one next action as a function of the state, followed to its end and remembered.

What is begun on the page shown is finished there; then the rest comes in the order of the phone's tree. A choice that
sets others anew comes before them. Wrongly changed settings are set back like any other.
"""

from __future__ import annotations

from envs.assist.action import Action
from envs.assist.domain import PlanStep
from envs.assist.phone.dynamics import BACK
from envs.assist.phone.goal import REST, Goal
from envs.assist.phone.state import PhoneState
from envs.assist.phone.steps import Steps

LONGEST = 400
REMEMBERED = 20_000


class Planner:
    """Plans for one goal."""

    def __init__(self, steps: Steps, goal: Goal) -> None:
        self.steps, self.goal, self.phone = steps, goal, steps.phone
        self._plans: dict[tuple[PhoneState, frozenset[str]], tuple[PlanStep, ...]] = {}

    def plan(self, state: PhoneState, regarded: frozenset[str]) -> tuple[PlanStep, ...]:
        """All steps to the goal, conditions in `regarded` taken for met."""
        found = self._plans.get((state, regarded))
        if found is None:
            found = self._make(state, regarded)
        return found

    def order(self, state: PhoneState) -> tuple[str, ...]:
        """The wanted settings in the order in which the plan from a state is done with them."""
        last: dict[str, int] = {}
        for number, step in enumerate(self.plan(state, frozenset())):
            target = self.phone.nodes.get(step.action.target)
            if target is None or target.kind != "save":  # what is saved together comes in the order of its entering
                last[step.part] = number
        return tuple(sorted(self.goal.wanted, key=lambda setting: last.get(setting, -1)))

    def _make(self, state: PhoneState, regarded: frozenset[str]) -> tuple[PlanStep, ...]:
        if len(self._plans) > REMEMBERED:
            self._plans.clear()
        way: list[tuple[PhoneState, PlanStep]] = []
        while (state, regarded) not in self._plans:
            step = self._next(state, regarded)
            if step is None:
                self._plans[state, regarded] = ()
                break
            way.append((state, step))
            if len(way) > LONGEST:
                raise RuntimeError(f"no way to the goal from {way[0][0].key}")
            state = self.steps.dynamics.after(state, step.action)
        plan = self._plans[state, regarded]
        for before, step in reversed(way):
            plan = (step, *plan)
            self._plans[before, regarded] = plan
        return plan

    def _next(self, state: PhoneState, regarded: frozenset[str]) -> PlanStep | None:
        todo = self.goal.unmet(state.changed, regarded)
        if not todo:
            return None
        if state.draft and self._spoils(state, dict(todo)):
            return PlanStep(Action(BACK), self._part(todo[0][0]))
        setting, value = min(todo, key=lambda item: self._rank(state, *item))
        action = self.steps.to_value(state, setting, value)
        assert action is not None
        return PlanStep(action, self._part(setting))

    def _rank(self, state: PhoneState, setting: str, value: str) -> tuple[int, int, int]:
        """Least is first: what sets others anew, then what is near, then the tree's order."""
        phone = self.phone
        comes_before = any(set(preset) for preset in phone.nodes[setting].presets.values())
        if state.page == phone.workplace(setting) or state.page == phone.dialog(setting):
            drafted = bool(state.draft) and self.steps.entering(state, setting, value) is None
            near = 1 if drafted else 0
        else:
            near = 2 if state.page == phone.holder(setting) else 3
        return (0 if comes_before else 1, near, self.goal.order[setting])

    def _spoils(self, state: PhoneState, todo: dict[str, str]) -> bool:
        """Whether something is entered here that must not be saved and that nothing still to do writes over."""
        if self.phone.nodes[state.page].kind != "form":
            return False
        for setting, value in state.draft:
            if self.goal.target(setting) not in (None, value) and setting not in todo:
                return True
        return False

    def _part(self, setting: str) -> str:
        return setting if setting in self.goal.wanted else REST
