"""Metrics of the home world beside success: asking, failing, looking, and four classes of failure (REAL 5.2).

All from Episodes alone. The paper's annotators read failed episodes by hand; here rules assign the class, the first
that fits:

* object confusion: something else than what was wanted was taken, opened, closed or delivered, or the wanted thing was
  delivered to another place than the one meant;
* lost memory: what was done was done again: a condition of the goal held and was undone, a question was asked twice, or
  one exploring call was made three times or more in the same state;
* key action missing: required changes are open and no action that would bring one about was tried in vain, or the
  question for an unclear wish was never asked;
* other.
"""

from __future__ import annotations

from collections import Counter

from envs.episode import FAILURES, Episode, EventKind, Outcome, Severity, Step
from envs.home import tools
from envs.home.graph import WorldGraph
from envs.home.required_changes import Progress, required_changes
from envs.home.user import normalised
from envs.metric_set import MetricSet, Ratios

RATES = {
    "asks": "asks",
    "asks_resolving": "resolving",
    "asks_over": "over budget",
    "failed_actions": "failed actions",
    "looks": "looks",
    "wrong": "wrong deliveries",
    "required": "required changes",
}
COUNTS = frozenset(("asks", "looks", "wrong"))
CLASSES = {
    "confusion": "Object Confusion",
    "missing": "Key Action Missing",
    "memory": "Lost Memory",
    "other": "Other",
}
LOOKS = (tools.WALK_AROUND, tools.SHOW, tools.GAZE_AT)
LOOPS = 3
"""Equal exploring calls in one state that count as forgotten."""


def home_ratios(episode: Episode) -> Ratios:
    """Every metric's part of one episode; empty without a turn."""
    steps = [turn.step for turn in episode.turns]
    if not steps or "graph" not in steps[0].info:
        return {}
    asked = [event for step in steps for event in step.events if event.kind == EventKind.ASKED]
    over = max(0, len(asked) - int(episode.task.parameters.get("ask_budget", 0)))
    calls = [turn.call for turn in episode.turns if turn.call is not None]
    failed = sum(any(event.kind in FAILURES for event in step.events) for step in steps)
    progress = _progress(episode)
    ratios: Ratios = {
        "asks": (len(asked), 1),
        "asks_resolving": (sum(bool(event.data.get("resolves")) for event in asked), len(asked)),
        "asks_over": (over, len(asked)),
        "failed_actions": (failed, len(calls)),
        "looks": (sum(call.name in LOOKS for call in calls), 1),
        "wrong": (steps[-1].info.get("wrong", 0), 1),
        "required": (progress.total - len(progress.remaining), progress.total),
    }
    kind = failure_class(episode)
    ratios |= {f"failure_{name}": (float(name == kind), float(kind is not None)) for name in CLASSES}
    severities = Counter(event.severity for step in steps for event in step.events if event.kind == EventKind.FAILED)
    ratios |= {f"severity_{s.value}": (severities[s], severities.total()) for s in Severity}
    return ratios


def failure_class(episode: Episode) -> str | None:
    """One of CLASSES for an episode that failed or ran out of steps; None for a success or a simulator's fault."""
    if episode.outcome not in (Outcome.FAILURE, Outcome.TRUNCATED):
        return None
    if _confused(episode):
        return "confusion"
    if _forgot(episode):
        return "memory"
    if _never_tried(episode):
        return "missing"
    return "other"


def _graphs(episode: Episode) -> tuple[WorldGraph, WorldGraph]:
    parameters = episode.task.parameters
    return WorldGraph.from_json(parameters["initial"], "initial"), WorldGraph.from_json(parameters["goal"], "goal")


def _progress(episode: Episode) -> Progress:
    """Which required changes were matched at some time, and which remain."""
    initial, goal = _graphs(episode)
    initial = _complete(initial, episode)
    progress = Progress(required_changes(initial, goal), initial)
    for turn in episode.turns:
        progress.update(WorldGraph.from_json(turn.step.info["graph"]), turn.step.info["at"])
    return progress


def _complete(initial: WorldGraph, episode: Episode) -> WorldGraph:
    """The initial graph with every receptacle of the scene, as the steps have it; what the task does not name is empty
    and closed at the start.
    """
    later = WorldGraph.from_json(episode.turns[0].step.info["graph"]) if episode.turns else initial
    contents = {name: () for name, _ in later.contents} | dict(initial.contents)
    opened = {name: False for name, _ in later.opened} | dict(initial.opened)
    return WorldGraph.of(contents, opened, initial.held)


def _confused(episode: Episode) -> bool:
    initial, goal = _graphs(episode)
    started, wanted, openings = initial.places, goal.places, dict(goal.opened)
    moving = {name for name in wanted if wanted[name] != started[name]}
    through = {place for name in moving for place in (started[name], wanted[name])} | set(openings)
    for step in _steps(episode):
        for event in step.events:
            if event.kind == EventKind.FAILED and event.data.get("code") == "wrong_delivery":
                return True
            if event.kind != EventKind.TRANSITION:
                continue
            name, place = event.data.get("object"), event.data.get("receptacle")
            if name is not None and name not in moving:
                return True
            if name is None and place not in through:
                return True
            if name is not None and place is not None and place not in (started[name], wanted[name]):
                category = str(place).rpartition("_")[0]
                if str(wanted[name]).rpartition("_")[0] == category:
                    return True
    return False


def _forgot(episode: Episode) -> bool:
    done, questions, looks = 0, set[str](), Counter[tuple[str, str, str]]()
    for turn in episode.turns:
        now = int(turn.step.info.get("goals_done", 0))
        if now < done:
            return True
        done = now
        if turn.call is None:
            continue
        if turn.call.name == tools.ASK:
            words = normalised(str(turn.call.arguments.get("question", "")))
            if words in questions:
                return True
            questions.add(words)
        if turn.call.name in (*LOOKS, tools.NAV_TO):
            key = (turn.step.before, turn.call.name, repr(sorted(turn.call.arguments.items())))
            looks[key] += 1
            if looks[key] >= LOOPS:
                return True
    return False


def _never_tried(episode: Episode) -> bool:
    """Whether required changes are open and none of them was tried in vain, or no question was asked where the wish is
    unclear.
    """
    remaining = set(_progress(episode).remaining)
    user = episode.task.parameters.get("user")
    asked = any(step.has(EventKind.ASKED) for step in _steps(episode))
    return (bool(remaining) and remaining.isdisjoint(_in_vain(episode))) or (user is not None and not asked)


def _in_vain(episode: Episode) -> set[str]:
    """What failed actions were to bring about, named as required changes are."""
    tried = set[str]()
    for step in _steps(episode):
        for event in step.events:
            tool = event.data.get("tool")
            if event.kind != EventKind.FAILED or tool not in (tools.PICK, tools.PLACE, tools.OPEN, tools.CLOSE):
                continue
            told = event.data.get("mark", event.data.get("target"))
            target = str(step.info["marks"].get(str(told), told))
            if tool == tools.PICK:
                tried.add(f"pick({target})")
                continue
            graph = WorldGraph.from_json(step.info["graph"])
            receptacle = graph.places.get(target) or target.partition(".")[0]
            tried.add(f"place({graph.held}, {receptacle})" if tool == tools.PLACE else f"{tool}({receptacle})")
    return tried


def _steps(episode: Episode) -> list[Step]:
    return [turn.step for turn in episode.turns]


METRICS = MetricSet(
    ratios=home_ratios,
    tables={"asking, failing, looking": RATES},
    counts=COUNTS,
    shares={
        "failures": {f"failure_{name}": label for name, label in CLASSES.items()},
        "failed actions": {f"severity_{s.value}": s.value for s in Severity},
    },
)
