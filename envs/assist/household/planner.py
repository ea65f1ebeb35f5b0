"""What a sensible person does next in a home, from any state: one rule, and plans that follow it to the goal.

The rule looks at the state alone: first bring what is in the hand where it belongs, close what is done with while one
stands at it, then see to the first condition that does not hold. A plan is that rule again and again, so what is left
of a plan after a step is the plan from there, and plans are remembered by state. So are the ways to what is advised.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from envs.assist.action import Action
from envs.assist.domain import PlanStep
from envs.assist.household.goals import LEFT, MOVED, Goal, GoalKind
from envs.assist.household.rules import Rules
from envs.assist.household.setting import Setting
from envs.assist.household.sight import before
from envs.assist.household.state import HouseholdState

LONGEST = 400
"""Steps; a plan is never so long unless the task cannot be done."""
PLANS_KEPT = 20_000
FAR = 100.0
"""Metres that a doorway counts for when the nearest place is looked for."""
Step = Action | None


class Planner:
    """Plans and ways for one task. met: says which conditions hold in a state."""

    def __init__(self, setting: Setting, rules: Rules, met: Callable[[HouseholdState], frozenset[str]]) -> None:
        self._set, self._rules, self._met = setting, rules, met
        self._plans: dict[tuple[HouseholdState, frozenset[str]], tuple[tuple[PlanStep, ...], HouseholdState]] = {}
        """Plans, and the states to which they lead."""
        self._ways: dict[tuple[HouseholdState, Action], tuple[Action, ...]] = {}

    def plan(self, state: HouseholdState, regarded: frozenset[str] = frozenset()) -> tuple[PlanStep, ...]:
        """The way to the goal; () when nothing is left to do or can be done."""
        return self._planned(state, regarded)[0]

    def outcome(self, state: HouseholdState, regarded: frozenset[str] = frozenset()) -> HouseholdState:
        """The state to which the plan leads."""
        return self._planned(state, regarded)[1]

    def _planned(self, state: HouseholdState, regarded: frozenset[str]) -> tuple[tuple[PlanStep, ...], HouseholdState]:
        known = self._plans.get((state, regarded))
        if known is not None:
            return known
        states: list[HouseholdState] = []
        steps: list[PlanStep] = []
        tail: tuple[PlanStep, ...] = ()
        while len(steps) < LONGEST:
            known = self._plans.get((state, regarded))
            if known is not None:
                tail, state = known
                break
            states.append(state)
            step = self._next(state, regarded)
            if step is None:
                break
            steps.append(step)
            state = self._rules.apply(state, step.action).state
        if len(self._plans) > PLANS_KEPT:
            self._plans.clear()
        for i in range(len(states) - 1, -1, -1):
            tail = (steps[i], *tail) if i < len(steps) else tail
            self._plans[states[i], regarded] = tail, state
        return tail, state

    def towards(self, state: HouseholdState, action: Action) -> tuple[Action, ...]:
        """The actions that lead to `action`, which is the last; () when it cannot be reached."""
        wanted = self.completed(state, action)
        if wanted is None:
            return ()
        if wanted.verb == "put" and self.place(state, wanted.target) == wanted.place != "":
            return ()  # it is there
        states: list[HouseholdState] = []
        found: list[Action] = []
        rest: tuple[Action, ...] | None = None
        """Of the way, after what is found; None while none is known."""
        for _ in range(LONGEST):
            known = self._ways.get((state, wanted))
            if known is not None:
                rest = known or None
                break
            states.append(state)
            step = self._lead(state, wanted)
            if step is None or self._rules.refusal(state, step) is not None:
                break
            found.append(step)
            if step == wanted:
                rest = ()
                break
            state = self._rules.apply(state, step).state
        else:
            return ()
        if len(self._ways) > PLANS_KEPT:
            self._ways.clear()
        for i in range(len(states) - 1, -1, -1):
            rest = (found[i], *rest) if rest is not None else None
            self._ways[states[i], wanted] = rest or ()
        return rest or ()

    def completed(self, state: HouseholdState, action: Action) -> Action | None:
        """An action with its target and place filled in, in the one natural way; None where there is none."""
        here, verb, target, place = self._set, action.verb, action.target, action.place
        if verb in ("go_to", "go_through", "turn_to", "sit_on", "open", "close") and not target:
            target, place = place, ""
        if verb == "put":
            target = target or state.hand
            place = place or here.destination.get(target, ("", ""))[0] or self._home(target)
        elif verb == "drink" and not target:
            full = [name for name in here.drinking if name not in state.drunk]
            target = state.hand if state.hand in here.drinking else full[0] if len(full) == 1 else ""
        elif verb != "put":
            place = ""  # "take the plate out of the dishwasher": where from follows
        return Action(verb, target, place)

    # -- the rule ------------------------------------------------------------------------------------------------------

    def _next(self, state: HouseholdState, regarded: frozenset[str]) -> PlanStep | None:
        """The next step; None where nothing is left to do."""
        met = self._met(state)
        open_goals = [text for text in self._set.ordered if text not in met and text not in regarded]
        for intention, text in self._intentions(state, open_goals, regarded):
            step = self._lead(state, intention)
            if step is not None and self._rules.refusal(state, step) is None:
                return PlanStep(step, self._set.part[text])
        return None

    def _intentions(
        self, state: HouseholdState, open_goals: list[str], regarded: frozenset[str]
    ) -> Iterator[tuple[Action, str]]:
        """What is to be done, the most pressing first, each with the condition that it is for.

        Later ones only count where the earlier cannot be done."""
        if not open_goals and not state.hand:
            return
        if not state.pose.seat:
            shut = self._done_with(state, open_goals, regarded)
            if shut is not None:
                yield shut
        if state.hand:
            yield from self._with_hand(state, open_goals)
        later = [text for text in open_goals if self._too_soon(state, self._set.goals[text], open_goals)]
        for text in [*(text for text in open_goals if text not in later), *later]:
            yield from ((action, text) for action in self._for_goal(state, self._set.goals[text]))

    def _too_soon(self, state: HouseholdState, goal: Goal, open_goals: list[str]) -> bool:
        """Whether it is about closing or starting something that is needed first."""
        return goal.kind in (GoalKind.CLOSED, GoalKind.ON) and self._needed(state, goal.thing, open_goals)

    def _done_with(
        self, state: HouseholdState, open_goals: list[str], regarded: frozenset[str]
    ) -> tuple[Action, str] | None:
        """Closing what one stands at and needs no more."""
        here, place = self._set, state.pose.at
        if place not in state.opened:
            return None
        text = here.closing.get(place) or (LEFT if place not in here.start.opened else "")
        if not text or text in regarded or self._needed(state, place, open_goals):
            return None
        return Action("close", place), text

    def _needed(self, state: HouseholdState, place: str, open_goals: list[str]) -> bool:
        """Whether something still goes into a place, or has to come out."""
        here = self._set
        if state.hand and self.belongs(state.hand) == place:
            return True
        for text in open_goals:
            goal = here.goals[text]
            if goal.kind == GoalKind.IN and place in (goal.place, here.place_of(state, goal.thing)):
                return True
            if goal.kind == GoalKind.DRUNK and here.place_of(state, goal.thing) == place:
                return True
        return MOVED in open_goals and any(
            place in (here.homes[i], state.things[i].place) and state.things[i].place != here.homes[i]
            for i in here.others
        )

    def _with_hand(self, state: HouseholdState, open_goals: list[str]) -> Iterator[tuple[Action, str]]:
        """What to do with the thing in the hand."""
        here, thing = self._set, state.hand
        drinking = here.drinking.get(thing, "")
        if drinking in open_goals:
            yield Action("drink", thing), drinking
        text = here.destination[thing][1] if thing in here.destination else drinking or MOVED
        yield Action("put", thing, self.belongs(thing)), text
        for place in self.surfaces(state, thing):
            yield Action("put", thing, place), text

    def _for_goal(self, state: HouseholdState, goal: Goal) -> Iterator[Action]:
        here = self._set
        if goal.kind == GoalKind.IN:
            if self._rules.room_for(state, goal.thing, goal.place) is None:  # make room first
                astray = (
                    n for n in here.things if self.place(state, n) == goal.place and self.belongs(n) != goal.place
                )
                yield from (Action("pick_up", name) for name in astray)
            yield Action("pick_up", goal.thing)
        elif goal.kind == GoalKind.DRUNK:
            yield Action("pick_up", goal.thing)
        elif goal.kind == GoalKind.CLOSED:
            yield Action("close", goal.thing)
        elif goal.kind in (GoalKind.ON, GoalKind.OFF):
            yield Action(f"switch_{goal.kind.value}", goal.thing)
        elif goal.kind == GoalKind.SEATED:
            yield Action("sit_on", goal.place)
        elif goal.kind == GoalKind.MOVED:
            astray = (i for i in here.others if state.things[i].place != here.homes[i])
            yield from (Action("pick_up", here.things[i]) for i in astray)
        else:
            yield from self._as_it_was(state)

    def _as_it_was(self, state: HouseholdState) -> Iterator[Action]:
        """Doors and switches that no condition names, back to how they were."""
        here = self._set
        for name in state.opened:
            if name not in here.start.opened and name not in here.closing:
                yield Action("close", name)
        for name in state.on:
            if name not in here.start.on and name not in here.switching:
                yield Action("switch_off", name)
        for name in here.start.on:
            if name not in state.on and name not in here.switching:
                yield Action("switch_on", name)

    # -- ways ----------------------------------------------------------------------------------------------------------

    def _lead(self, state: HouseholdState, wanted: Action) -> Step:
        """The next action on the way to one that is wanted, itself at the end; None where no way is known."""
        here, verb, target = self._set, wanted.verb, wanted.target
        if verb in ("turn_left", "turn_right", "go_straight", "turn_to", "go_to", "go_through") and state.pose.seat:
            return Action("stand_up")
        if verb in ("go_to", "turn_to", "go_through"):
            return self._lead_to(state, wanted)
        if verb == "pick_up" and target in here.index:
            return self._fetch(state, target)
        if verb == "put" and wanted.place in here.floor.room_of and target in here.index:
            if self._rules.room_for(state, target, wanted.place) is None:
                return None
            if state.hand != target:
                return self._fetch(state, target)
            return self._approach(state, wanted.place) or self._opened(state, wanted.place) or wanted
        if verb == "drink" and target in here.index:
            return wanted if state.hand == target else self._fetch(state, target)
        if verb in ("open", "close", "switch_on", "switch_off", "sit_on"):
            if verb == "sit_on" and state.pose.seat == target:
                return None
            place = here.place_of(state, target)
            if not place:
                return self._put_by(state) if target and target == state.hand else None
            ready = self._approach(state, place)
            if ready is None and verb in ("switch_on", "switch_off") and target != place:
                ready = self._opened(state, place)
            if ready is None and verb == "switch_on" and self._must_shut(state, target):
                ready = Action("close", target)
            return ready or wanted
        return wanted

    def _lead_to(self, state: HouseholdState, wanted: Action) -> Step:
        here, target, room = self._set, wanted.target, state.pose.room
        if target in here.floor.rooms:
            if target == room:
                return wanted if wanted.verb == "go_to" else None
            return self._leave(state, target)
        if target in here.floor.doors:
            rooms = here.floor.doors[target].rooms
            if room not in rooms:
                return self._leave(state, min(rooms, key=lambda other: here.floor.rooms_between(room, other)))
        else:
            place = here.place_of(state, target)
            if not place:
                return None
            if here.floor.room_of[place] != room:
                return self._leave(state, here.floor.room_of[place])
        if wanted.verb == "turn_to" or before(state.pose, here.where(state, target)[:2]):
            return wanted
        return Action("turn_to", target)

    def _fetch(self, state: HouseholdState, thing: str) -> Step:
        """Towards having a thing in the hand; what else is in it is put where it belongs first."""
        place = self._set.place_of(state, thing)
        if state.hand and state.hand != thing:
            return self._put_by(state)
        if not place:
            return None
        return self._approach(state, place) or self._opened(state, place) or Action("pick_up", thing)

    def _put_by(self, state: HouseholdState) -> Step:
        """Towards putting what is in the hand where it belongs."""
        place = self.belongs(state.hand)
        if self._rules.room_for(state, state.hand, place) is None:
            place = next(iter(self.surfaces(state, state.hand)), place)
        return self._approach(state, place) or self._opened(state, place) or Action("put", state.hand, place)

    def _opened(self, state: HouseholdState, place: str) -> Step:
        return Action("open", place) if self._set.is_inside(place) and place not in state.opened else None

    def _must_shut(self, state: HouseholdState, target: str) -> bool:
        return self._rules.refusal(state, Action("switch_on", target)) is not None and target in state.opened

    def _approach(self, state: HouseholdState, place: str) -> Step:
        """Towards standing before a place and facing it; None when one does."""
        pose, here = state.pose, self._set
        if pose.seat:
            return Action("stand_up")
        room = here.floor.room_of[place]
        if room != pose.room:
            return self._leave(state, room)
        if not before(pose, here.where(state, place)[:2]):
            return Action("turn_to", place)
        return Action("go_to", place) if pose.at != place else None

    def _leave(self, state: HouseholdState, room: str) -> Action:
        door = self._set.floor.next_door(state.pose.room, room)
        seen = before(state.pose, self._set.floor.doors[door].middle)
        return Action("go_through" if seen else "turn_to", door)

    # -- places --------------------------------------------------------------------------------------------------------

    def belongs(self, thing: str) -> str:
        """Where a thing is to be in the end."""
        found = self._set.destination.get(thing)
        return found[0] if found else self._home(thing)

    def place(self, state: HouseholdState, thing: str) -> str:
        """The furniture at which a thing is, "" while it is held."""
        return self._set.place_of(state, thing)

    def surfaces(self, state: HouseholdState, thing: str) -> list[str]:
        """Open furniture with room for a thing, the nearest first."""
        here = self._set
        free = (name for name in here.scene.receptacles if not here.is_inside(name))
        return sorted(
            (name for name in free if self._rules.room_for(state, thing, name) is not None),
            key=lambda name: (self.distance(state, name), name),
        )

    def distance(self, state: HouseholdState, place: str) -> float:
        """How far a place is: metres in one's room, and more for each doorway."""
        floor, pose = self._set.floor, state.pose
        doors = floor.rooms_between(pose.room, floor.room_of[place])
        return FAR * doors if doors else floor.length(pose.room, pose.point, floor.stands[place])

    def _home(self, thing: str) -> str:
        return self._set.homes[self._set.index[thing]] if thing in self._set.index else ""
