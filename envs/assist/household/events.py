"""Which errors a task's undisturbed course gives occasion for: what the makers of cases choose from."""

from __future__ import annotations

from collections.abc import Iterator

from envs.assist.condition import Condition, Did
from envs.assist.event_option import EventOption
from envs.assist.household.domain import HouseholdDomain
from envs.assist.household.state import HouseholdState
from envs.assist.persona import PROFILES
from envs.assist.schedule import ERROR_KINDS, ErrorKind, ScheduledError

HANDLING = frozenset({"pick_up", "put", "open", "close", "switch_on", "switch_off", "drink"})
"""Verbs whose completion is a trigger: they change what is so, and are seen."""
PACES = tuple(sorted({persona.pace for persona in PROFILES.values()}))


def event_options(domain: HouseholdDomain) -> tuple[EventOption, ...]:
    """All errors that the task's undisturbed course gives occasion for, in its order, each possible at any pace."""
    found: list[EventOption] = []
    for state, tick, when in course(domain):
        for kind in ERROR_KINDS:
            for about in _abouts(domain, state, kind):
                event = ScheduledError(id=f"{kind}_{len(found)}", kind=kind, about=about, when=when)
                made = [domain.deviate(state, tick, event, pace) for pace in PACES]
                if all(made):
                    touches = frozenset().union(*(deviation.blind for deviation in made if deviation))
                    found.append(EventOption(event, tick, touches))
    return tuple(found)


def course(domain: HouseholdDomain) -> Iterator[tuple[HouseholdState, int, Condition]]:
    """(state, tick, the condition that holds from then on) after each handling of the undisturbed plan."""
    state, tick = domain.start(), 0
    times: dict[tuple[str, str, str], int] = {}
    for step in domain.plan(state, 0):
        action = step.action
        tick += domain.duration(state, action)
        state = domain.apply(state, action, tick).state
        if action.verb in HANDLING:
            key = action.verb, action.target, action.place
            times[key] = times.get(key, 0) + 1
            yield state, tick, Did(verb=key[0], target=key[1], place=key[2], times=times[key])


def undisturbed(domain: HouseholdDomain) -> int:
    """Ticks that the task takes at balanced pace when nothing goes wrong."""
    state, total = domain.start(), 0
    for step in domain.plan(state, 0):
        total += domain.duration(state, step.action)
        state = domain.apply(state, step.action, total).state
    return total


def _abouts(domain: HouseholdDomain, state: HouseholdState, kind: ErrorKind) -> Iterator[dict[str, str]]:
    """What an error of a kind may be about."""
    here = domain.setting
    if kind == "misstep":
        yield from ({"how": how, "thing": thing} for thing in here.destination for how in ("skip", "repeat"))
        yield from ({"how": "forget", "thing": name} for name in dict.fromkeys((*here.closing, *here.switching)))
    elif kind == "wrong_order":
        yield from ({"thing": place} for place in here.closing)
    elif kind in ("wrong_thing", "unwanted_thing"):
        yield from ({"thing": here.things[i]} for i in here.others)
    elif kind == "unfinished":
        yield from ({"thing": thing} for thing in here.destination)
    else:
        room = state.pose.room
        names = (name for name, where in here.floor.room_of.items() if where == room)
        yield from ({"thing": name} for name in names if name in here.scene.opening or name in here.switches)
