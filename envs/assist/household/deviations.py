"""The six kinds of execution error in household form: what the person does wrong, worked out for the present state.

misstep         `about.how`: "skip" leaves a thing out, "repeat" takes one out again, "forget" does not close or switch
wrong_order     closes the place before all is in
wrong_thing     takes a thing like the one that is meant
unwanted_thing  puts a thing in that was to stay where it was
unfinished      puts a thing down on the way and takes it for done
unattended      leaves something open or running and walks off

`about` may name `thing`, the thing or place that the error is about (for wrong_thing: the wrong one), and `place`; what
it leaves open is chosen here, the first that can be in the task's order. Each error takes LEAD ticks at least, spoils a
condition unless somebody corrects it, and can be put right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from envs.assist.action import Action
from envs.assist.condition import AllOf, FactIs, Since
from envs.assist.domain import LEAD, Deviation
from envs.assist.event_check import check_fields, check_name
from envs.assist.household.goals import LEFT, MOVED
from envs.assist.household.parameters import FIXTURES
from envs.assist.household.planner import Planner
from envs.assist.household.rules import ON_THE_FLOOR, WALKS, Rules
from envs.assist.household.setting import Setting
from envs.assist.household.state import DOWN, HouseholdState
from envs.assist.schedule import ErrorKind, ScheduledError
from envs.home.objects import alike

GOES_ON = LEAD + 4
"""Ticks after which what was left out counts as left out."""
HESITATES = 6
"""Ticks of looking about that may fill an error up to LEAD; where that is not enough it cannot be made."""
NEAR = 3
"""Surfaces on which a thing is put down on the way: the nearest so many are thought of."""
HOWS = ("skip", "repeat", "forget")
"""The three forms of a misstep."""
About = Mapping[str, Any]


def check(setting: Setting, error: ScheduledError) -> None:
    """TaskError for an `about` that no state of this home fits."""
    check_fields(error, ("how", "thing", "place") if error.kind == "misstep" else ("thing", "place"))
    check_name(error, "how", HOWS, f"form of a misstep: {', '.join(HOWS)}")
    check_name(error, "thing", setting.index.keys() | setting.scene.receptacles.keys(), "thing or furniture here")
    check_name(error, "place", setting.scene.receptacles, "furniture here")


class Deviator:
    """Errors of one task. met: says which conditions hold in a state."""

    def __init__(
        self, setting: Setting, rules: Rules, planner: Planner, met: Callable[[HouseholdState], frozenset[str]]
    ) -> None:
        self._set, self._rules, self._planner, self._met = setting, rules, planner, met

    def deviate(self, state: HouseholdState, tick: int, kind: ErrorKind, about: About, pace: float) -> Deviation | None:
        """The first way to make such an error now that fits `about`; None where there is none."""
        return next(iter(self.ways(state, tick, kind, about, pace)), None)

    def ways(self, state: HouseholdState, tick: int, kind: ErrorKind, about: About, pace: float) -> Iterator[Deviation]:
        """All ways to make such an error now, the likeliest first."""
        made = getattr(self, f"_{kind}")(state, tick, about)
        for deviation in made:
            actions = self._in_time(state, deviation.actions, pace) if deviation.actions else ()
            if actions is not None and self._spoils(state, actions, deviation.blind):
                yield replace(deviation, actions=actions)

    # -- the kinds --------------------------------------------------------------------------------------------------

    def _misstep(self, state: HouseholdState, tick: int, about: About) -> Iterator[Deviation]:
        hows = [about["how"]] if "how" in about else HOWS
        for how in hows:
            yield from {"skip": self._skip, "repeat": self._repeat, "forget": self._forget}[how](state, tick, about)

    def _skip(self, state: HouseholdState, tick: int, about: About) -> Iterator[Deviation]:
        """Goes on to the next thing without this one."""
        left = self._pending(state)
        for thing, text in left.items():
            if len(left) > 1 and thing != state.hand and _fits(about, thing):
                place = self._set.destination[thing][0]
                yield Deviation(
                    "misstep",
                    commit=AllOf(of=(FactIs(thing=thing, property="at", value=self._at(state, thing)), _later(tick))),
                    blind=frozenset({text}),
                    wrong=(thing,),
                    remedy=(Action("pick_up", thing), Action("put", thing, place)),
                )

    def _repeat(self, state: HouseholdState, tick: int, about: About) -> Iterator[Deviation]:
        """Takes a thing out again and puts it where it came from."""
        here = self._set
        for thing, (place, text) in here.destination.items():
            if state.hand or text not in self._met(state) or not _fits(about, thing):
                continue
            home = here.homes[here.index[thing]]
            others = [home, *self._planner.surfaces(state, thing)]
            for other in [name for name in others if name != place][:NEAR]:
                actions = self._run(state, Action("pick_up", thing), Action("put", thing, other))
                yield self._made("misstep", actions, {text}, (thing,), (Action("put", thing, place),))

    def _forget(self, state: HouseholdState, tick: int, about: About) -> Iterator[Deviation]:
        """Is about to close or switch something at the end, and does not."""
        next_steps = [step.action for step in self._planner.plan(state)[:3]]
        for action in next_steps:
            if action.verb in ("pick_up", "put", "open", "go_through"):
                return
            if action.verb in ("close", "switch_off", "switch_on") and _fits(about, action.target):
                text = self._condition(action.target, "open" if action.verb == "close" else "power")
                yield from self._left(state, tick, "misstep", action, text)

    def _wrong_order(self, state: HouseholdState, tick: int, about: About) -> Iterator[Deviation]:
        pending = self._pending(state)
        for place in self._set.closing:
            waiting = {t: c for t, c in pending.items() if self._set.destination[t][0] == place and t != state.hand}
            if not waiting or not _fits(about, place):
                continue
            first = [Action("put", state.hand, place)] if self._goal_of(state.hand) == place else []
            if not first and (place not in state.opened or state.hand):
                continue
            actions = self._run(state, *first, Action("close", place))
            remedy = tuple(Action("put", thing, place) for thing in waiting)
            yield self._made(
                "wrong_order", actions, {*waiting.values()}, (place, *waiting), (*remedy, Action("open", place))
            )

    def _wrong_thing(self, state: HouseholdState, tick: int, about: About) -> Iterator[Deviation]:
        here = self._set
        if state.hand:
            return
        for thing, text in self._pending(state).items():
            place = here.destination[thing][0]
            category = here.category[thing]
            likely = [category, *alike(category)]
            wrong = [here.things[i] for i in here.others if here.category[here.things[i]] in likely]
            wrong.sort(key=lambda name: likely.index(here.category[name]))
            for other in wrong:
                if _fits(about, other) and self._at(state, other) != place:
                    actions = self._run(state, Action("pick_up", other), Action("put", other, place))
                    remedy = (Action("pick_up", thing), Action("put", thing, place))
                    yield self._made("wrong_thing", actions, {text, MOVED}, (other,), remedy)

    def _unwanted_thing(self, state: HouseholdState, tick: int, about: About) -> Iterator[Deviation]:
        here = self._set
        if state.hand:
            return
        places = [place for place, _ in here.destination.values()]
        places = [about["place"]] if "place" in about else list(dict.fromkeys(places))
        strays = [here.things[i] for i in here.others if state.things[i].place == here.homes[i]]
        strays.sort(key=lambda name: self._planner.distance(state, self._at(state, name)))
        for place in places:
            for thing in strays:
                home = self._at(state, thing)
                if home != place and _fits(about, thing):
                    actions = self._run(state, Action("pick_up", thing), Action("put", thing, place))
                    yield self._made("unwanted_thing", actions, {MOVED}, (thing,), (Action("put", thing, home),))

    def _unfinished(self, state: HouseholdState, tick: int, about: About) -> Iterator[Deviation]:
        here = self._set
        for thing, text in self._pending(state).items():
            if (state.hand and thing != state.hand) or not _fits(about, thing):
                continue
            place = here.destination[thing][0]
            others = [n for n in self._planner.surfaces(state, thing) if n not in (place, self._at(state, thing))]
            others = [about["place"]] if "place" in about else others[:NEAR]
            for other in others:
                actions = self._run(state, Action("pick_up", thing), Action("put", thing, other))
                yield self._made("unfinished", actions, {text}, (other,), (Action("put", thing, place),))

    def _unattended(self, state: HouseholdState, tick: int, about: About) -> Iterator[Deviation]:
        """Does not close what is open, or turns a tap on or opens something and goes on to the next place."""
        for step in self._planner.plan(state)[:2]:
            action = step.action
            if action.verb in ("close", "switch_off") and _fits(about, action.target):
                text = self._condition(action.target, "open" if action.verb == "close" else "power")
                yield from self._left(state, tick, "unattended", action, text)
        if state.pose.seat:
            return
        here = self._set
        near = [name for name, room in here.floor.room_of.items() if room == state.pose.room]
        named = [name for name in here.floor.room_of if name == about.get("thing")] if "thing" in about else near
        for name in sorted(named, key=lambda place: (self._planner.distance(state, place), place)):
            category = here.scene.receptacles[name].category
            if FIXTURES.get(category) and name not in state.on:
                first, undo, prop = Action("switch_on", name), Action("switch_off", name), "power"
            elif name in here.scene.opening and name not in state.opened:
                first, undo, prop = Action("open", name), Action("close", name), "open"
            else:
                continue
            text = self._condition(name, prop)
            actions = self._run(state, first)
            if text and actions:
                actions = (*actions, *self._walk_on(self._after(state, actions), frozenset({text})))
                if actions[-1].verb in WALKS:
                    yield self._made("unattended", actions, {text}, (name,), (undo,))

    # -- what they share ----------------------------------------------------------------------------------------------

    def _left(
        self, state: HouseholdState, tick: int, kind: ErrorKind, action: Action, text: str
    ) -> Iterator[Deviation]:
        """Leaving an action out that makes a condition true."""
        if text:
            prop = "open" if action.verb == "close" else "power"
            value = {"close": "open", "switch_off": "on", "switch_on": "off"}[action.verb]
            still = FactIs(thing=action.target, property=prop, value=value)
            commit = AllOf(of=(still, Since(tick=tick + LEAD)))
            yield Deviation(kind, (), commit, frozenset({text}), (action.target,), (action,))

    def _made(
        self,
        kind: ErrorKind,
        actions: tuple[Action, ...],
        blind: set[str],
        wrong: tuple[str, ...],
        remedy: tuple[Action, ...],
    ) -> Deviation:
        return Deviation(kind, actions or (Action("nothing"),), None, frozenset(blind), wrong, remedy)

    def _pending(self, state: HouseholdState) -> dict[str, str]:
        """Things that are not yet where they shall be, and the conditions, in the task's order."""
        met = self._met(state)
        return {thing: text for thing, (_, text) in self._set.destination.items() if text not in met}

    def _condition(self, name: str, prop: str) -> str:
        """The condition that speaks of a door or a switch."""
        here = self._set
        if prop == "open":
            return here.closing.get(name) or ("" if name in here.start.opened else LEFT)
        return here.switching.get(name) or LEFT

    def _goal_of(self, thing: str) -> str:
        return self._planner.belongs(thing) if thing else ""

    def _at(self, state: HouseholdState, thing: str) -> str:
        return state.things[self._set.index[thing]].place

    def _run(self, state: HouseholdState, *wanted: Action) -> tuple[Action, ...]:
        """The actions that lead through all of these; () when they cannot be done."""
        found: list[Action] = []
        for action in wanted:
            if action.verb == "pick_up" and state.hand == action.target:
                continue
            steps = self._planner.towards(state, action)
            if not steps:
                return ()
            found += steps
            state = self._after(state, steps)
        return tuple(found)

    def _after(self, state: HouseholdState, actions: Sequence[Action]) -> HouseholdState:
        for action in actions:
            state = self._rules.apply(state, action).state
        return state

    def _walk_on(self, state: HouseholdState, regarded: frozenset[str]) -> tuple[Action, ...]:
        """The plan's next steps as far as its first walk, or away to the middle of the room."""
        steps: list[Action] = []
        for step in self._planner.plan(state, regarded):
            if step.action.verb not in ON_THE_FLOOR:
                break
            steps.append(step.action)
            if step.action.verb in WALKS:
                return tuple(steps)
        return (Action("go_to", state.pose.room),)

    def _in_time(self, state: HouseholdState, actions: tuple[Action, ...], pace: float) -> tuple[Action, ...] | None:
        """The actions, with some looking about where they would be over too soon; None where that is too much."""
        ticks, place = 0, state
        for action in actions:
            if self._rules.refusal(place, action) is not None:
                return None
            ticks += max(1, round(self._rules.duration(place, action) * pace))
            place = self._rules.apply(place, action).state
        missing = LEAD - ticks
        if missing > HESITATES:
            return None
        looks = (
            ("look_up", "look_down")
            if self._after(state, actions[:-1]).pose.pitch == DOWN
            else ("look_down", "look_up")
        )
        idle = tuple(Action(looks[i % 2]) for i in range(missing + missing % 2)) if missing > 0 else ()
        return (*actions[:-1], *idle, actions[-1])

    def _spoils(self, state: HouseholdState, actions: tuple[Action, ...], blind: frozenset[str]) -> bool:
        """Whether a person who goes on in good faith gets all else done and leaves what they take for met undone."""
        state = self._after(state, actions)
        state = self._planner.outcome(state, blind)
        missing = self._set.goals.keys() - self._met(state)
        return bool(missing) and missing <= blind


def _fits(about: About, thing: str) -> bool:
    return about.get("thing", thing) == thing


def _later(tick: int) -> Since:
    return Since(tick=tick + GOES_ON)
