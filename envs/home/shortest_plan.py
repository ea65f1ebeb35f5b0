"""The shortest way to a goal, in calls of the tools, found by somebody who knows where everything is.

Knowing is not enough: a thing must bear a mark before it is touched, so every plan looks first. The search has two
levels. Over sketches (who is where, what is open, what bears a mark) it is a breadth-first search in which looking
always finds what is there, so its length is a lower bound. Each look is then made real: the shortest sequence of
exploring calls, of at most DEEPEST, after which the things that the plan touches next do bear marks, with the task's
own perception and its faults. Where every first look finds them, the plan's length is the lower bound, the optimum.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from envs.episode import EventKind, ToolCall
from envs.home import tools
from envs.home.dynamics import CLEAR_SHARE
from envs.home.exploration import Mark
from envs.home.graph import WorldGraph
from envs.home.required_changes import fulfils
from envs.home.site import Site
from envs.home.state import HomeState
from envs.home.user import Ambiguity, candidates

DEEPEST = 3
"""Exploring calls in a row that are tried to find a thing."""
LARGEST = 60_000
"""Sketches that one search may meet."""


class NoPlanError(ValueError):
    """No plan was found; the message says what stands in its way."""


@dataclass(frozen=True, slots=True)
class Deed:
    """One step of a sketched plan. kind: go, look, open, close, pick or place; name: the receptacle or thing. A plan of
    calls also has ask, with the roles of what is asked for, parted by spaces.
    """

    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class PlanStep:
    """A call, and the deed that it is for: for an exploring call, the deed for whose sake one looks."""

    call: ToolCall
    aim: Deed


@dataclass(frozen=True, slots=True)
class _Sketch:
    """What matters for the plan.

    places: (thing, receptacle or None while held). marked: what bears a mark at the receptacle `mapped`.
    """

    at: str | None
    places: tuple[tuple[str, str | None], ...]
    opened: tuple[tuple[str, bool], ...]
    marked: frozenset[str]
    mapped: str | None


def shortest_plan(site: Site, state: HomeState | None = None) -> tuple[ToolCall, ...]:
    """The calls from `state` (the task's start if not given) to success, the questions for an unclear wish among them.

    Raises NoPlanError.
    """
    return tuple(step.call for step in plan_steps(site, state))


def plan_steps(site: Site, state: HomeState | None = None, asks: bool = True) -> list[PlanStep]:
    """The plan, each call with what it is for. asks: whether it holds the questions for an unclear wish."""
    now = site.start if state is None else state
    done: list[PlanStep] = []
    user = site.asked.user
    unclear = [a for a in user.ambiguities if a.id not in now.settled] if asks and user is not None else []
    while not fulfils(now.graph, site.goal):
        if len(done) >= site.asked.budget:
            raise NoPlanError(f"the plan does not end within the budget of {site.asked.budget} steps")
        deeds = sketched_plan(site, now)
        steps = make_real(site, now, deeds)
        for step in steps:
            ripe = _ripe(site, now, step, unclear)
            if ripe:
                done.append(_question([a.role for a in ripe]))
                unclear = [a for a in unclear if a not in ripe]
            now = _after(site, now, step.call)
            done.append(step)
    return done


def distance(site: Site, state: HomeState, most: int) -> int:
    """Fewest calls to the goal if every look found what is there, a question for an unclear wish among them.

    A lower bound of the plan's length, found without a picture, once for each state of a site. most: what is as far or
    farther, or has no way left, is that far; so the search stays short when many things were misplaced.
    """
    marks = frozenset((mark.target, mark.receptacle) for mark in state.marks)
    key = (state.graph, state.at, state.settled, marks, most)
    if key not in site.distances:
        user = site.asked.user
        unclear = user is not None and any(a.id not in state.settled for a in user.ambiguities)
        try:
            site.distances[key] = len(sketched_plan(site, state, most - 1 - unclear)) + unclear
        except NoPlanError:
            site.distances[key] = most
    return site.distances[key]


def sketched_plan(site: Site, state: HomeState, most: int | None = None) -> list[Deed]:
    """Breadth-first search over sketches, of plans of at most `most` deeds. Raises NoPlanError."""
    relevant = _relevant(site, state)
    first = _sketch(site, state, relevant)
    ways: dict[_Sketch, tuple[_Sketch, Deed] | None] = {first: None}
    queue = deque([(first, 0)])
    while queue:
        sketch, deeds = queue.popleft()
        if _least(site.goal, sketch) == 0:
            return _way(ways, sketch)
        if len(ways) > LARGEST:
            raise NoPlanError(f"more than {LARGEST} situations were met without reaching the goal")
        for deed, after in _deeds(site, sketch, relevant):
            if after not in ways and (most is None or deeds + 1 + _least(site.goal, after) <= most):
                ways[after] = (sketch, deed)
                queue.append((after, deeds + 1))
    raise NoPlanError("no sequence of deeds reaches the goal")


def make_real(site: Site, state: HomeState, deeds: Sequence[Deed]) -> list[PlanStep]:
    """The calls for the first deed of a sketched plan."""
    deed = deeds[0]
    if deed.kind == "look":
        return _explore(site, state, deeds)
    if deed.kind == "go":
        return [PlanStep(ToolCall(tools.NAV_TO, {"receptacle": deed.name}), deed)]
    if deed.kind == "place":
        return [PlanStep(ToolCall(tools.PLACE, {"target": deed.name}), deed)]
    if deed.kind == "pick" and not _clear(site, state, deed.name):
        return _explore(site, state, deeds, gaze_only=True)
    number = next(mark.number for mark in state.marks if _touched(mark) == deed.name)
    name = {"pick": tools.PICK, "open": tools.OPEN, "close": tools.CLOSE}[deed.kind]
    return [PlanStep(ToolCall(name, {"mark": number}), deed)]


def _explore(site: Site, state: HomeState, deeds: Sequence[Deed], gaze_only: bool = False) -> list[PlanStep]:
    """The fewest exploring calls after which the next deeds can be done."""
    needed, first = _needed(site, deeds)
    if first is None:
        raise NoPlanError("a look that is for nothing")
    queue: deque[tuple[HomeState, list[ToolCall]]] = deque([(state, [])])
    met = {state.key}
    while queue:
        now, calls = queue.popleft()
        if calls and _found(site, now, needed, first):
            return [PlanStep(call, first) for call in calls]
        if len(calls) == DEEPEST:
            continue
        for call in _looks(site, now, needed, gaze_only):
            after = site.dynamics.act(now, call).to
            if after.key not in met:
                met.add(after.key)
                queue.append((after, [*calls, call]))
    raise NoPlanError(f"{first.kind} {first.name}: it is not found within {DEEPEST} looks at {state.at}")


def _looks(site: Site, state: HomeState, needed: Sequence[str], gaze_only: bool) -> Iterator[ToolCall]:
    """Exploring calls worth a try, the most usual first."""
    marks = [mark for mark in state.marks if mark.receptacle == state.at]
    wanted = [mark for mark in marks if _touched(mark) in needed]
    if not gaze_only:
        yield ToolCall(tools.WALK_AROUND)
        for name in needed:
            yield ToolCall(tools.SHOW, {"category": _label(site, name)})
    for mark in (*wanted, *(mark for mark in marks if mark not in wanted)):
        yield ToolCall(tools.GAZE_AT, {"mark": mark.number})
    if gaze_only:
        yield ToolCall(tools.WALK_AROUND)


def _needed(site: Site, deeds: Sequence[Deed]) -> tuple[list[str], Deed | None]:
    """What the deeds touch before the next look, and the first deed that touches something."""
    needed: list[str] = []
    first: Deed | None = None
    for i, deed in enumerate(deeds):
        if deed.kind == "look" and i:
            break
        if deed.kind in ("pick", "open", "close"):
            first = first or deed
            if deed.name not in needed:
                needed.append(deed.name)
    return needed, first


def _found(site: Site, state: HomeState, needed: Sequence[str], first: Deed) -> bool:
    marked = {_touched(mark) for mark in state.marks if mark.receptacle == state.at}
    return set(needed) <= marked and (first.kind != "pick" or _clear(site, state, first.name))


def _clear(site: Site, state: HomeState, name: str) -> bool:
    return site.eyes.share(state, state.view, name) >= CLEAR_SHARE


def _touched(mark: Mark) -> str:
    """The thing that bears the mark, or the receptacle that opens by what bears it."""
    return mark.target.partition(".")[0]


def _label(site: Site, name: str) -> str:
    """What the detector calls a thing, or what opens a receptacle."""
    receptacle = site.dynamics.scene.receptacles.get(name)
    articulation = receptacle.articulation if receptacle is not None else None
    return site.eyes.labels[name if articulation is None else articulation.body]


def _after(site: Site, state: HomeState, call: ToolCall) -> HomeState:
    change = site.dynamics.act(state, call)
    failed = next((event for event in change.events if event.kind == EventKind.FAILED), None)
    if failed is not None:
        raise NoPlanError(f"{call.name} {dict(call.arguments)}: {failed.text}")
    return change.to


# -- the unclear wish -------------------------------------------------------------------------------------------------


def _question(roles: Sequence[str]) -> PlanStep:
    """One question for all of these."""
    words = {"target": "Which one do you want?", "destination": "Where should I put it?"}
    text = words.get(roles[0], "What exactly do you want?")
    if len(roles) > 1:
        text = "Which one do you want, and where should I put it?"
    return PlanStep(ToolCall(tools.ASK, {"question": text}), Deed("ask", " ".join(roles)))


def _ripe(site: Site, state: HomeState, step: PlanStep, unclear: Sequence[Ambiguity]) -> list[Ambiguity]:
    """What to ask for before this step, of what the person can tell by now: everything once the thing meant was found,
    or at once where that is clear; and a place before one goes there. A place that they do not remember they can tell
    when the robot is there.
    """
    user = site.asked.user
    if user is None:
        return []
    told = [a for a in unclear if a.is_state or a.truth in (*state.seen, *user.known)]
    if any(a.role == "target" and a.truth not in state.seen for a in unclear):
        return [a for a in told if a.truth == step.aim.name]
    return told


# -- sketches ---------------------------------------------------------------------------------------------------------


def _relevant(site: Site, state: HomeState) -> tuple[str, ...]:
    """Receptacles that a plan may have to go to."""
    places, wanted = state.graph.places, site.goal.places
    names = {place for name, place in places.items() if place is not None and place != wanted[name]}
    names |= {place for name, place in wanted.items() if place is not None and place != places[name]}
    names |= {name for name, _ in site.goal.opened}
    if state.at is not None:
        names.add(state.at)
    if state.graph.held is not None:
        names |= _spare(site, state.graph)
    return tuple(name for name in site.dynamics.scene.ids if name in names)


def _spare(site: Site, graph: WorldGraph) -> set[str]:
    """Where the held thing may be put down so that the hands are free: where it was at the start, or the emptiest place
    that one can reach into. Nowhere that is in question as its destination.
    """
    ambiguities = site.asked.user.ambiguities if site.asked.user is not None else ()
    doubtful = candidates(ambiguities, "destination")
    first = site.start.graph.places[str(graph.held)]
    free = [(name != first, len(things), name) for name, things in graph.contents]
    free = [item for item in free if graph.is_open(item[2]) and item[2] not in doubtful]
    return {min(free)[2]} if free else set()


def _sketch(site: Site, state: HomeState, relevant: Sequence[str]) -> _Sketch:
    places, wanted, opened = state.graph.places, site.goal.places, dict(state.graph.opened)
    moving = tuple((name, places[name]) for name in sorted(places) if places[name] != wanted[name])
    mapped = state.marks[0].receptacle if state.marks else None
    known = {name for name, _ in moving} | {name for name in relevant if name in opened}
    marked = frozenset(_touched(mark) for mark in state.marks) & known
    return _Sketch(state.at, moving, tuple((name, opened[name]) for name in relevant if name in opened), marked, mapped)


def _deeds(site: Site, sketch: _Sketch, relevant: Sequence[str]) -> Iterator[tuple[Deed, _Sketch]]:
    """What can be done, and what comes of it."""
    at, places, opened = sketch.at, dict(sketch.places), dict(sketch.opened)
    for name in relevant:
        if name != at:
            yield Deed("go", name), _Sketch(name, sketch.places, sketch.opened, sketch.marked, sketch.mapped)
    if at is None:
        return
    reachable = opened.get(at, True)
    held = next((name for name, place in places.items() if place is None), None)
    there = {name for name, place in places.items() if place == at} if reachable else set()
    seen = frozenset(there | ({at} if at in opened else set()))
    if seen and (sketch.mapped != at or not seen <= sketch.marked):
        yield Deed("look", at), _Sketch(at, sketch.places, sketch.opened, seen, at)
    marked = sketch.marked if sketch.mapped == at else frozenset()
    if held is not None:
        if reachable:
            after = tuple((name, at if name == held else place) for name, place in sketch.places)
            yield Deed("place", at), _Sketch(at, after, sketch.opened, sketch.marked, sketch.mapped)
        return
    if at in opened and at in marked:
        after = tuple((name, not is_open if name == at else is_open) for name, is_open in sketch.opened)
        kind = "close" if opened[at] else "open"
        yield Deed(kind, at), _Sketch(at, sketch.places, after, sketch.marked, sketch.mapped)
    for name in sorted(there & marked):
        after = tuple((other, None if other == name else place) for other, place in sketch.places)
        yield Deed("pick", name), _Sketch(at, after, sketch.opened, sketch.marked - {name}, sketch.mapped)


def _least(goal: WorldGraph, sketch: _Sketch) -> int:
    """Deeds surely still to do: pick and place of each thing out of place, and openings; 0 at the goal alone."""
    wanted, opened = goal.places, dict(sketch.opened)
    away = [(place, wanted[name]) for name, place in sketch.places if place != wanted[name]]
    moves = sum(1 if place is None or end is None else 2 for place, end in away)
    return moves + sum(opened[name] != is_open for name, is_open in goal.opened)


def _way(ways: dict[_Sketch, tuple[_Sketch, Deed] | None], sketch: _Sketch) -> list[Deed]:
    deeds: list[Deed] = []
    step = ways[sketch]
    while step is not None:
        sketch, deed = step
        deeds.append(deed)
        step = ways[sketch]
    return deeds[::-1]
