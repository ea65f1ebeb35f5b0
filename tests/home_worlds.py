"""Small home worlds for tests of graphs and rewards: hypothesis draws them, hands walk through them, plans solve them.

A walk is a list of states, (graph, at). Its moves are those of the home world without perception, hands and doors
included.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from envs.episode import Event, EventKind, Observation, Outcome, Severity, Step, Task
from envs.home.graph import WorldGraph

PATIENT = settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
"""For properties over whole walks, on a machine where others work too."""
State = tuple[WorldGraph, str | None]
RECEPTACLES = ("table_1", "shelf_1", "cabinet_1", "cabinet_2", "fridge_1")
OPENING = ("cabinet_1", "cabinet_2", "fridge_1")
OBJECTS = ("mug_1", "mug_2", "book_1", "apple_1")


def graph(opened: dict[str, bool] | None = None, held: str | None = None, **contents: str) -> WorldGraph:
    """`graph(table_1="mug_1 book_1")`."""
    return WorldGraph.of({name: objects.split() for name, objects in contents.items()}, opened, held)


def arranged(places: dict[str, str | None], opened: dict[str, bool]) -> WorldGraph:
    """Every object at its place; None is the gripper."""
    contents = {r: [o for o, place in places.items() if place == r] for r in RECEPTACLES}
    return WorldGraph.of(contents, opened, next((o for o, place in places.items() if place is None), None))


@st.composite
def graphs(draw: Any, objects: tuple[str, ...] = OBJECTS) -> WorldGraph:
    """Any graph of these objects."""
    places: dict[str, str | None] = {o: draw(st.sampled_from(RECEPTACLES)) for o in objects}
    held = draw(st.none() | st.sampled_from(objects))
    if held is not None:
        places[held] = None
    return arranged(places, {r: draw(st.booleans()) for r in OPENING})


@st.composite
def tasks(draw: Any) -> tuple[WorldGraph, WorldGraph]:
    """Initial and goal graph of one to four objects; the goal names some of what opens. Nothing is held all along."""
    objects = OBJECTS[: draw(st.integers(1, len(OBJECTS)))]
    initial, goal = draw(graphs(objects)), draw(graphs(objects))
    if goal.held is not None and goal.held == initial.held:
        goal = goal.placed(draw(st.sampled_from(RECEPTACLES)))
    named = draw(st.sets(st.sampled_from(OPENING)))
    return initial, WorldGraph(goal.contents, tuple(item for item in goal.opened if item[0] in named), goal.held)


def moves(state: State) -> Iterator[State]:
    """Every state that one action leads to from here."""
    graph, at = state
    yield from ((graph, receptacle) for receptacle in RECEPTACLES)
    if at is None:
        return
    if at in OPENING:
        yield graph.turned(at, not graph.is_open(at)), at
    if not graph.is_open(at):
        return
    if graph.held is not None:
        yield graph.placed(at), at
    else:
        yield from ((graph.picked(name), at) for name in dict(graph.contents)[at])


@st.composite
def walks(draw: Any, start: WorldGraph, most: int = 60) -> list[State]:
    """States from the start on, that included. Choices fall on few receptacles, so that walks come back."""
    states: list[State] = [(start, None)]
    for choice in draw(st.lists(st.integers(0, 99), max_size=most)):
        there = list(moves(states[-1]))
        # half of all steps handle something where that is possible
        handled = there[len(RECEPTACLES) :]
        options = handled if handled and choice % 2 else there
        states.append(options[choice // 2 % len(options)])
    return states


def plan(initial: WorldGraph, goal: WorldGraph, tidy: bool) -> list[State]:
    """A way to the goal, start included: one object after the other, what is held first and what stays held last.

    tidy: whether every receptacle that the goal wants closed, or does not name, is closed as soon as one has reached
    into it; otherwise all is opened when needed and put right at the end.
    """
    states: list[State] = [(initial, None)]
    wanted, places = dict(goal.opened), goal.places

    def then(change: Callable[[WorldGraph], WorldGraph]) -> None:
        states.append((change(states[-1][0]), states[-1][1]))

    def reach_into(receptacle: str, change: Callable[[WorldGraph], WorldGraph]) -> None:
        states.append((states[-1][0], receptacle))
        if not states[-1][0].is_open(receptacle):
            then(lambda g: g.turned(receptacle, True))
        then(change)
        if tidy and receptacle in OPENING and not wanted.get(receptacle):
            then(lambda g: g.turned(receptacle, False))

    order = sorted(initial.places, key=lambda o: (initial.where(o) is not None, places[o] is None, o))
    for name in order:
        source, destination = initial.where(name), places[name]
        if source == destination:
            continue
        if source is not None:
            reach_into(source, lambda g, name=name: g.picked(name))
        if destination is not None:
            reach_into(destination, lambda g, r=destination: g.placed(r))
    for receptacle, is_open in goal.opened:
        if states[-1][0].is_open(receptacle) != is_open:
            if states[-1][1] != receptacle:
                states.append((states[-1][0], receptacle))
            then(lambda g, r=receptacle, v=is_open: g.turned(r, v))
    return states


def task(initial: WorldGraph, goal: WorldGraph, ask_budget: int = 0) -> Task:
    """The task of these graphs, as far as rewards read it."""
    return Task("home", "t", 0, {"initial": initial.to_json(), "goal": goal.to_json(), "ask_budget": ask_budget}, None)


def step(state: State, *events: Event, outcome: Outcome | None = None) -> Step:
    """A step that led to `state`."""
    return Step(Observation("x"), "a", "b", events, (), outcome, {"graph": state[0].to_json(), "at": state[1]})


def failed(severity: Severity | None) -> Event:
    return Event(EventKind.FAILED, "No.", severity, {"code": "reach"})


def asked(question: str, resolves: bool, *ambiguities: str) -> Event:
    data: dict[str, Any] = {"question": question, "resolves": resolves}
    return Event(EventKind.ASKED, question, None, data | ({"ambiguities": list(ambiguities)} if ambiguities else {}))
