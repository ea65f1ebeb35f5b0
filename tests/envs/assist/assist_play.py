"""Cases of the three assist worlds, played by assistants of all sorts, once for all tests of a process."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cache

from data_synth.demonstrator import DEMONSTRATORS
from envs.assist.cases import CaseOptions, CookOptions, HouseholdOptions, PhoneOptions, case_at
from envs.assist.domain import FactTable
from envs.assist.log import Entry, Log
from envs.assist.world import AssistWorld
from envs.context import ContextSettings
from envs.environment import make
from envs.episode import Episode, Task, episode_to_json
from envs.task_list import load_task_list
from tests.loading import ROOT

WORLDS = ("cook", "household", "phone")
OPTIONS: dict[str, type[CaseOptions]] = {"cook": CookOptions, "household": HouseholdOptions, "phone": PhoneOptions}
DRAWN = 3
"""Cases that are drawn of each world; as many frozen ones again, far apart in their list."""


@dataclass(frozen=True)
class Played:
    """An episode, and what the simulator itself held for true at its end."""

    who: str
    episode: Episode
    log: Log
    facts: FactTable
    met: frozenset[str]

    @property
    def task(self) -> Task:
        """Its task."""
        return self.episode.task


@cache
def frozen(world: str) -> tuple[Task, ...]:
    """The frozen benchmark of a world."""
    return tuple(load_task_list(ROOT / f"configs/benchmarks/ivg_{world}.yaml")[1])


@cache
def some_cases(world: str) -> tuple[Task, ...]:
    """A few cases, frozen ones and drawn ones."""
    tasks = frozen(world)
    return (*tasks[1 :: len(tasks) // DRAWN], *(case_at(world, "sft", n, OPTIONS[world]()) for n in range(DRAWN)))


def play(world: AssistWorld, task: Task, who: str = "planner", mode: str = "markov", seed: int = 0) -> Played:
    """One episode by the expert ("planner") or a baseline."""
    expert = DEMONSTRATORS.get(task.world)
    player = {"planner": expert, **expert.variants()}[who]
    context = ContextSettings(mode=mode)  # pyright: ignore[reportArgumentType]
    episode = player.demonstrate(task, world, seed, context)
    harness = world.harness
    facts, met = harness.domain.facts(harness.state), harness.domain.met(harness.state)
    return Played(who, episode, Log.of(episode), facts, met)


@cache
def symbolic(world: str) -> AssistWorld:
    """A world without pictures."""
    made = make(world, {"render": False})
    assert isinstance(made, AssistWorld)
    return made


@cache
def some_episodes(world: str) -> tuple[Played, ...]:
    """Some cases, each by the expert and by every baseline."""
    names = ("planner", *DEMONSTRATORS.get(world).variants())
    return tuple(play(symbolic(world), task, who) for task in some_cases(world) for who in names)


def as_bytes(episode: Episode) -> bytes:
    """The episode as it is saved."""
    return json.dumps(episode_to_json(episode)).encode()


def until(log: Log, entry: Entry) -> Log:
    """The log as it was before an entry was written, its clock at the entry's tick."""
    place = next(number for number, other in enumerate(log.entries) if other is entry)
    found = Log(log.entries[:place])
    found.tick = entry.tick
    return found


def fingerprint(world: str) -> str:
    """Of a few episodes, to compare processes by."""
    played = (play(symbolic(world), task, who) for task in some_cases(world)[:2] for who in ("planner", "random"))
    return hashlib.sha256(b"\n".join(as_bytes(one.episode) for one in played)).hexdigest()
