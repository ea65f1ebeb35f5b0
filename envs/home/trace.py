"""A trace: what happened in the home world, step by step, as anybody can write it down; read as a task and its steps.

    {"initial": G, "goal": G, "ask_budget": n, "steps": [{"tool": "pick", "graph": G, "at": "table_1" | null,
     "failure": null | "minor" | "moderate" | "severe", "ask": null | {"question": "...", "resolves": true | false}}]}

with G as in `envs.home.graph`; `graph` and `at` are as the step left them. `failure` and `ask` may be left out when
they are null, and a graph may leave out receptacles that are empty. `read_trace` checks all of it, and that every graph
holds the initial graph's objects and no receptacle that neither the initial nor the goal graph names.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from envs import strict_json
from envs.episode import Event, EventKind, Observation, Outcome, Severity, Step, Task
from envs.home.graph import GraphError, WorldGraph
from envs.home.required_changes import check_goal, check_objects, fulfils
from envs.settings import Settings, SettingsError, check_settings


class TraceError(ValueError):
    """A trace that cannot be read; one line that names file, field and value."""


@dataclass(frozen=True)
class Trace:
    """initial, goal: the task's graphs. states: (graph, at) after each step. task, steps: what rewards read."""

    initial: WorldGraph
    goal: WorldGraph
    states: tuple[tuple[WorldGraph, str | None], ...]
    task: Task
    steps: tuple[Step, ...]

    @property
    def success(self) -> bool:
        """Whether the last graph fulfils the goal."""
        return fulfils(self.states[-1][0] if self.states else self.initial, self.goal)


class _Ask(Settings):
    question: str
    resolves: bool


class _Step(Settings):
    tool: Annotated[str, Field(min_length=1)]
    graph: dict[str, Any]
    at: str | None
    failure: Literal["minor", "moderate", "severe"] | None = None
    ask: _Ask | None = None


class _Trace(Settings):
    initial: dict[str, Any]
    goal: dict[str, Any]
    ask_budget: Annotated[int, Field(ge=0)]
    steps: list[_Step]


def read_trace(path: str | Path) -> Trace:
    """Read a trace's file; TraceError for one that is no such thing."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise TraceError(f"{path}: cannot be read: {error}") from error
    try:
        plain = check_settings(strict_json.loads(text), _Trace, str(path))
        return _read(plain)
    except strict_json.JsonError as error:
        raise TraceError(f"{path}: not JSON: {error}") from error
    except SettingsError as error:
        raise TraceError(str(error)) from error
    except GraphError as error:
        raise TraceError(f"{path}: {error}") from error


def _read(plain: _Trace) -> Trace:
    initial = WorldGraph.from_json(plain.initial, "initial")
    goal = WorldGraph.from_json(plain.goal, "goal")
    with _naming("goal"):
        check_goal(initial, goal)
    known = {name for graph in (initial, goal) for name, _ in (*graph.contents, *graph.opened)}
    states: list[tuple[WorldGraph, str | None]] = []
    for number, step in enumerate(plain.steps):
        where = f"steps.{number}"
        graph = WorldGraph.from_json(step.graph, f"{where}.graph")
        with _naming(f"{where}.graph"):
            check_objects(initial, graph)
            _check_receptacles(initial, graph, known)
        if step.at is not None and step.at not in known:
            raise GraphError(f"{where}.at: unknown receptacle {step.at!r}")
        states.append((graph, step.at))
    return Trace(initial, goal, tuple(states), _task(plain), tuple(_steps(plain, goal, states)))


def _check_receptacles(initial: WorldGraph, graph: WorldGraph, known: set[str]) -> None:
    for receptacle, _ in graph.contents:
        if receptacle not in known:
            raise GraphError(f"contents: unknown receptacle {receptacle!r}")
    before, now = dict(initial.opened), dict(graph.opened)
    for receptacle in sorted(set(before) ^ set(now)):
        raise GraphError(f"open: {receptacle!r} {'does not open' if receptacle in now else 'is missing'}")


def _task(plain: _Trace) -> Task:
    return Task("home", "trace", 0, {name: getattr(plain, name) for name in ("initial", "goal", "ask_budget")})


def _steps(plain: _Trace, goal: WorldGraph, states: list[tuple[WorldGraph, str | None]]) -> list[Step]:
    steps = []
    before = ""
    for number, (step, (graph, at)) in enumerate(zip(plain.steps, states, strict=True), 1):
        events = []
        if step.failure is not None:
            events.append(Event(EventKind.FAILED, "", Severity(step.failure), {"tool": step.tool}))
        if step.ask is not None:
            events.append(Event(EventKind.ASKED, step.ask.question, None, step.ask.model_dump()))
        outcome = None
        if number == len(states):
            outcome = Outcome.SUCCESS if fulfils(graph, goal) else Outcome.TRUNCATED
        after = f"{graph.key} {at}"
        info = {"graph": graph.to_json(), "at": at}
        steps.append(Step(Observation(""), before, after, tuple(events), (), outcome, info))
        before = after
    return steps


@contextmanager
def _naming(field: str) -> Iterator[None]:
    """Opens the GraphErrors of a block with the field that they are about."""
    try:
        yield
    except GraphError as error:
        raise GraphError(f"{field}: {error}") from error
