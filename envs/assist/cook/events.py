"""Which out-of-plan events a task can have, for those who make cases: each with a trigger that the plain plan reaches.

The plain plan is played at every pace that a person can have; an event is offered where its trigger comes at all of
them, and an error where it can be made then at all of them. Events are offered one by one: whether an error can still
be made after another one depends on how that was mended (`Domain.deviate` decides anew).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from envs.assist.condition import Did, FactIs
from envs.assist.cook.domain import CookDomain
from envs.assist.cook.foods import DRINKS
from envs.assist.cook.mistakes import HOWS, unwanted
from envs.assist.cook.rehearsal import Rehearsal
from envs.assist.cook.state import CookState
from envs.assist.domain import Deviation
from envs.assist.event_option import EventOption
from envs.assist.persona import PROFILES
from envs.assist.schedule import ErrorKind, ScheduledChange, ScheduledError, ScheduledRequest
from envs.environment import TaskError

PACES = tuple(sorted({persona.pace for persona in PROFILES.values()}))
BALANCED = 1.0
TRIGGERS = ("put_down", "chop", "turn_on", "scoop")
"""Verbs whose completion can trigger an event: what they are done to is the same at any pace."""
LONGEST = 1000
"""Actions of a plain plan at most; more are a fault of the planner."""
Trigger = Did | FactIs


Moments = dict[Trigger, tuple[CookState, int]]
"""A trigger -> the state and tick at which the person decides next after it has come."""


def moments(domain: CookDomain, pace: float) -> Moments:
    """All triggers of the plain plan, in the order in which they come."""
    found: Moments = {}
    trial = Rehearsal(domain.planner, domain.start(), 0, pace)
    counts: dict[tuple[str, str], int] = {}
    for _ in range(LONGEST):
        plan = domain.plan(trial.state, trial.tick)
        if not plan:
            return found
        before = {portion.id: portion.state for portion in trial.state.portions}
        action = plan[0].action
        trial.do(action)
        now = (trial.state, trial.tick)
        if action.verb in TRIGGERS:
            times = counts[action.verb, action.target] = counts.get((action.verb, action.target), 0) + 1
            found[Did(verb=action.verb, target=action.target, times=times)] = now
        for portion in trial.state.portions:
            if before.get(portion.id, "raw") != portion.state:
                found.setdefault(FactIs(thing=portion.id, property="state", value=portion.state), now)
    raise RuntimeError(f"the plan of {domain.recipe.name!r} in {domain.layout.name!r} does not end")


def event_options(domain: CookDomain) -> tuple[EventOption, ...]:
    """Every error, request and change of plan that the task can have, by the tick of its trigger at balanced pace.

    Errors come with `about` bound to one thing; the same error is offered at every trigger at which it can be made. Two
    errors that end on the plate touch each other, since a person who is wrong about the plate sees nothing else on it.
    """
    played = {pace: moments(domain, pace) for pace in PACES}
    plain = {
        trigger: now for trigger, now in played[BALANCED].items() if all(trigger in found for found in played.values())
    }
    options = [*_errors(domain, plain, played), *_requests(domain, plain), *_changes(domain, plain)]
    return tuple(sorted(options, key=lambda option: option.tick))


def _errors(domain: CookDomain, plain: Moments, played: dict[float, Moments]) -> Iterator[EventOption]:
    kinds = list(_kinds(domain))
    for trigger, (_, tick) in plain.items():
        for kind, about in kinds:
            name = "_".join([*about.values(), kind])
            if kind in ("unattended", "unfinished") and trigger not in _own(kind, about["item"]):
                continue  # at any other time a person who hesitates may find the food further on
            event = ScheduledError(id=name, when=trigger, about=about, kind=kind)
            made: list[Deviation] = []
            for pace in (BALANCED, *(other for other in PACES if other != BALANCED)):
                deviation = domain.deviate(*played[pace][trigger], event, pace)
                if deviation is None:
                    break
                made.append(deviation)
            else:
                yield EventOption(event, tick, _touched(domain, about["item"], made))


def _own(kind: ErrorKind, item: str) -> tuple[Trigger, ...]:
    """The triggers of an error about food on its way: they say how far it is."""
    if kind == "unattended":
        return (FactIs(thing=item, property="state", value="done"),)
    return (FactIs(thing=item, property="state", value="cooking"), Did(verb="chop", target=item))


def _touched(domain: CookDomain, item: str, made: list[Deviation]) -> frozenset[str]:
    """The conditions that an error is about: those that it blinds for, its item's, and all of the plate's with one."""
    needs = domain.goal.needs
    found = set[str]().union(*(deviation.blind for deviation in made))
    for need in needs:
        if need.item == item:
            found |= {need.chopped_condition, need.cooked_condition} - {""}
    plates = {need.plate_condition for need in needs}
    return frozenset(found | plates if found & plates else found)


def _kinds(domain: CookDomain) -> Iterator[tuple[ErrorKind, dict[str, str]]]:
    """Each kind of error with each thing that it can be about."""
    for need in domain.goal.by_work:
        for how in HOWS:
            yield "misstep", {"how": how, "item": need.item}
        for kind in ("wrong_order", "wrong_thing", "unfinished", "unattended"):
            yield kind, {"item": need.item}
    for food in unwanted(domain.planner):
        yield "unwanted_thing", {"item": food}


def _requests(domain: CookDomain, plain: Moments) -> Iterator[EventOption]:
    """To be told when something on the heat is done, asked when it has begun to cook."""
    for need in domain.goal.by_work:
        begun = FactIs(thing=need.item, property="state", value="cooking")
        until = FactIs(thing=need.item, property="state", value="done")
        if begun in plain and until in plain:
            request = ScheduledRequest(id=f"{need.item}_request", when=begun, until=until)
            yield EventOption(request, plain[begun][1], frozenset({need.cooked_condition}))


def _changes(domain: CookDomain, plain: Moments) -> Iterator[EventOption]:
    """Changes of plan at each completed step of the preparations; those whose new goal the plan reaches."""
    drinks = [drink for drink in DRINKS if drink not in domain.planner.side_foods]
    wishes: list[tuple[str, dict[str, Any]]] = [
        *(("side_task", {"carry": drink, "to": domain.kitchen.hatch}) for drink in drinks),
        *(("modify", {"leave_out": need.item}) for need in domain.goal.needs if len(domain.goal.needs) > 2),
        *(("modify", {"add": food}) for food in unwanted(domain.planner) if len(domain.goal.needs) < 6),
    ]
    for trigger, (state, tick) in plain.items():
        if isinstance(trigger, FactIs) or trigger.verb not in ("put_down", "chop", "turn_on"):
            continue
        taken = {portion.id for portion in state.portions}
        for kind, about in wishes:
            if about.get("leave_out") in taken:
                continue
            name = "_".join([*about.values(), kind])
            change = ScheduledChange.model_validate({"id": name, "when": trigger, "about": about, "kind": kind})
            try:
                domain.revise(state, change)
            except TaskError:
                continue
            yield EventOption(change, tick)
