"""The one record that passes between rooms: tasks, observations, calls, steps, turns and the Episode they make.

All are frozen and JSON-plain. Pictures are held by content hash (see `envs.images`); nothing here decodes one.
`save_episodes` appends JSON lines; `load_episodes` reads them back and raises `EpisodeError` naming file, line and
field.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

FORMAT = 1
"""Version of the JSON line; raised when a field changes its meaning."""

Json = Any


class EpisodeError(ValueError):
    """A saved episode that cannot be read; the message names file, line and field."""


class Outcome(StrEnum):
    """How an episode ended. `infra_error` leaves the loss and its group's baseline: it is nobody's failure."""

    SUCCESS = "success"
    FAILURE = "failure"
    TRUNCATED = "truncated"
    INFRA_ERROR = "infra_error"


class EventKind(StrEnum):
    """What a step did. The device world uses the first six (VGEBench D.1, D.3); others belong to all worlds. HEARD: a
    person whom the policy guides has said something.
    """

    TRANSITION = "transition"
    OPERATIONAL_ERROR = "operational_error"
    NULL = "null"
    SYSTEM = "system"
    VIEW = "view"
    UNLOCK = "unlock"
    INVALID_REPLY = "invalid_reply"
    FAILED = "failed"
    GOAL = "goal"
    ASKED = "asked"
    ANSWERED = "answered"
    HEARD = "heard"


FAILURES = frozenset((EventKind.NULL, EventKind.OPERATIONAL_ERROR, EventKind.SYSTEM, EventKind.FAILED))
"""Kinds of an action that did not do what was meant; an invalid reply is no action."""


class Severity(StrEnum):
    """How bad a failed action was, for penalties."""

    MINOR = "minor"
    MODERATE = "moderate"
    SEVERE = "severe"


@dataclass(frozen=True, slots=True)
class Task:
    """What to do, in which world, from which seed.

    parameters: world-specific and JSON-plain; the world checks them at `reset`. With `seed` they fix the start wholly.
    optimal_steps: length of the best plan, in steps, when it is known (for SPL, equation 4).
    """

    world: str
    id: str
    seed: int
    parameters: Mapping[str, Json]
    optimal_steps: int | None = None


@dataclass(frozen=True, slots=True)
class Observation:
    """Everything the policy may see at one moment, and nothing else.

    instruction: what is wanted now. feedback: what the last action brought about ("" at the start).
    facts: further lines of text, (label, value), in the order they are shown.
    images: content hashes of what the camera sees, in the order they are shown; empty when rendering is off.
    """

    instruction: str
    feedback: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    images: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One use of a tool: its name and its JSON arguments."""

    name: str
    arguments: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened in a step. `text` is what the policy is told; `data` is for rewards and metrics alone."""

    kind: EventKind
    text: str = ""
    severity: Severity | None = None
    data: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Step:
    """A simulator's answer to one action.

    before, after: the state's hashable key. visited: symbolic states entered in this step, in order.
    info: privileged numbers for rewards and metrics (distances, goals, budgets); never part of a prompt.
    """

    observation: Observation
    before: str
    after: str
    events: tuple[Event, ...]
    visited: tuple[str, ...] = ()
    outcome: Outcome | None = None
    info: Mapping[str, Json] = field(default_factory=dict)

    def has(self, kind: EventKind) -> bool:
        """Whether an event of this kind happened."""
        return any(event.kind == kind for event in self.events)


@dataclass(frozen=True, slots=True)
class Completion:
    """The tokens of a reply as the engine sampled them: token in, token out.

    prompt_ids: the prompt with its picture tokens expanded. ids: sampled ids, end token included when it was sampled.
    logprobs: the engine's log-probability of each sampled id, same length as ids.
    """

    prompt_ids: tuple[int, ...]
    ids: tuple[int, ...]
    logprobs: tuple[float, ...]
    finished: bool = True


@dataclass(frozen=True, slots=True)
class Turn:
    """One exchange: what the policy saw, what it said, what that did.

    reply: verbatim text. call: None when the reply was no valid one; then `reply_error` says why.
    rewards: term name -> weighted value. trainable: False for an expert's deliberate mistake, which the loss leaves
    out.
    """

    observation: Observation
    reply: str
    step: Step
    call: ToolCall | None = None
    reply_error: str | None = None
    rewards: Mapping[str, float] = field(default_factory=dict)
    trainable: bool = True
    completion: Completion | None = None

    @property
    def reward(self) -> float:
        """Sum of the weighted terms."""
        return sum(self.rewards.values())


@dataclass(frozen=True, slots=True)
class Episode:
    """A task, the turns so far, and how it ended (None while it runs). `error` explains an infra_error."""

    task: Task
    turns: tuple[Turn, ...] = ()
    outcome: Outcome | None = None
    initial: Observation | None = None
    error: str | None = None
    policy: str = ""

    @property
    def trajectory_return(self) -> float:
        """Undiscounted sum of the turns' rewards."""
        return sum(turn.reward for turn in self.turns)

    @property
    def images(self) -> set[str]:
        """Hashes of every picture that the episode shows."""
        seen = set(self.initial.images) if self.initial else set()
        for turn in self.turns:
            seen.update(turn.observation.images, turn.step.observation.images)
        return seen


_ADAPTER: TypeAdapter[Episode] = TypeAdapter(Episode)


def episode_to_json(episode: Episode) -> dict[str, Json]:
    """The episode as JSON-plain data, defaults left out."""
    return {"format": FORMAT, **_ADAPTER.dump_python(episode, mode="json", exclude_defaults=True)}


def episode_from_json(data: Mapping[str, Json], source: str = "episode") -> Episode:
    """Inverse of `episode_to_json`; EpisodeError names `source`, field and value."""
    if not isinstance(data, Mapping):
        raise EpisodeError(f"{source}: expected an object, got {type(data).__name__}")
    data = dict(data)
    if data.pop("format", None) != FORMAT:
        raise EpisodeError(f"{source}: format: expected {FORMAT}")
    try:
        return _ADAPTER.validate_python(data)
    except ValidationError as error:
        item = error.errors()[0]
        raise EpisodeError(f"{source}: {'.'.join(map(str, item['loc']))}: {item['msg']}") from error


def save_episodes(path: str | Path, episodes: Iterable[Episode]) -> None:
    """Append episodes to a JSON-lines file, each line written whole."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        for episode in episodes:
            # ASCII, since a reply from an endpoint may hold half of a surrogate pair, which no UTF-8 file takes.
            file.write(json.dumps(episode_to_json(episode)) + "\n")
            file.flush()


def load_episodes(path: str | Path) -> Iterator[Episode]:
    """Read a JSON-lines file lazily; EpisodeError names file, line and field."""
    try:
        file = Path(path).open("rb")  # noqa: SIM115 (closed below)
    except OSError as error:
        raise EpisodeError(f"{path}: cannot be read: {error}") from error
    with file:
        for number, line in enumerate(file, 1):
            try:
                data = json.loads(line)
            except (
                ValueError,
                RecursionError,
            ) as error:  # not JSON, not UTF-8, cut short, or nested too deeply
                raise EpisodeError(f"{path}: line {number}: not JSON: {error}") from error
            yield episode_from_json(data, f"{path}: line {number}")
