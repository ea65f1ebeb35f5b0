"""The order of tasks, owned in one place: what is practised next, from seed, place and measured success alone.

Without a curriculum every epoch is a shuffled pass over all tasks, whose order follows from seed and epoch. With one
(see `train.curriculum`) each bucket has such passes of its own, and success decides how much of a draw it gets. All
ranks hold the same source: they draw the same counts and record the same results in the same order. Its state goes
into every checkpoint as `task_source.json`; restored, it draws on exactly as it would have.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
from collections.abc import Container, Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from envs.episode import Task
from envs.settings import Settings, SettingsError, check_settings
from envs.task_list import task_to_json
from train.curriculum import Curriculum, CurriculumSettings, buckets_of

FILE = "task_source.json"
_Count = Annotated[int, Field(ge=0)]
_Finite = Annotated[float, Field(ge=0)]


class _PassesState(Settings):
    gone: _Count
    waiting: list[_Count] = []


class _State(Settings):
    seed: int
    tasks: str
    by: list[str] | None
    bands: int | None
    draws: _Count
    passes: dict[str, _PassesState]
    measured: dict[str, Annotated[list[_Finite], Field(min_length=2, max_length=2)]]


class Passes:
    """Endless passes over some items, each in an order of its own that follows from seed and number of the pass."""

    def __init__(self, items: Sequence[int], seed: str) -> None:
        self.items = items
        self.seed = seed
        self.gone = 0
        """Items of all passes so far, those in `waiting` included."""
        self.waiting: list[int] = []
        """Passed over in favour of others, and next in line."""
        self._order: tuple[int, list[int]] = (-1, [])

    def take(self, avoid: Container[int]) -> int:
        """The next item that is not to be avoided; there must be one. Those passed over come first next time."""
        for place, item in enumerate(self.waiting):
            if item not in avoid:
                return self.waiting.pop(place)
        while (item := self._next()) in avoid:
            self.waiting.append(item)
        return item

    def _next(self) -> int:
        number, place = divmod(self.gone, len(self.items))
        if self._order[0] != number:
            order = random.Random(f"tasks {self.seed} {number}").sample(self.items, len(self.items))
            self._order = (number, order)
        self.gone += 1
        return self._order[1][place]


class TaskSource:
    """Draws the tasks of a run's groups. SettingsError for no tasks, or two of one id."""

    def __init__(self, tasks: Sequence[Task], seed: int, curriculum: CurriculumSettings | None = None) -> None:
        self.tasks = tuple(tasks)
        self.seed = seed
        self._number = {task.id: number for number, task in enumerate(self.tasks)}
        if not self.tasks or len(self._number) < len(self.tasks):
            raise SettingsError(
                f"tasks: {len(self.tasks)} tasks with {len(self._number)} ids; every task needs its own"
            )
        buckets = buckets_of(self.tasks, curriculum) if curriculum else ["all"] * len(self.tasks)
        self.curriculum = Curriculum(buckets, curriculum) if curriculum else None
        self._bucket = buckets
        members: dict[str, list[int]] = {}
        for number, bucket in enumerate(buckets):
            members.setdefault(bucket, []).append(number)
        self._passes = {bucket: Passes(items, f"{seed} {bucket}") for bucket, items in sorted(members.items())}
        self._draws = 0

    def draw(self, count: int) -> list[Task]:
        """The next `count` tasks, no task twice before every one is among them."""
        rng = random.Random(f"draw {self.seed} {self._draws}")
        self._draws += 1
        drawn: list[int] = []
        taken: set[int] = set()
        room = {bucket: len(passes.items) for bucket, passes in self._passes.items()}
        while len(drawn) < count:
            if len(taken) == len(self.tasks):
                taken.clear()
                room = {bucket: len(passes.items) for bucket, passes in self._passes.items()}
            wanted = min(count - len(drawn), len(self.tasks) - len(taken))
            for bucket, number in self._allot(wanted, room, rng).items():
                room[bucket] -= number
                for _ in range(number):
                    item = self._passes[bucket].take(taken)
                    taken.add(item)
                    drawn.append(item)
        if self.curriculum:  # or neighbours, which one rank plays, would be of one bucket and as long as one another
            rng.shuffle(drawn)
        return [self.tasks[number] for number in drawn]

    def _allot(self, count: int, room: dict[str, int], rng: random.Random) -> dict[str, int]:
        return self.curriculum.allot(count, room, rng) if self.curriculum else {"all": count}

    def record(self, results: Iterable[tuple[str, float]]) -> None:
        """What episodes of tasks came to: (task id, success from 0 to 1), everybody's in the same order on all ranks.

        Infra errors are nobody's failure and are left out by the caller. ValueError for an unknown id or another
        number; nothing is recorded then.
        """
        results = list(results)
        for name, success in results:
            if name not in self._number:
                raise ValueError(f"task {name!r} is none of this source's")
            if not 0 <= success <= 1:
                raise ValueError(f"task {name!r}: success {success} is not from 0 to 1")
        if self.curriculum:
            for name, success in results:
                self.curriculum.record(self._bucket[self._number[name]], float(success))

    def metrics(self) -> dict[str, float]:
        """Passes over the tasks so far, and the curriculum's shares and success by bucket."""
        drawn = sum(passes.gone - len(passes.waiting) for passes in self._passes.values())
        return {"tasks/passes": drawn / len(self.tasks), **(self.curriculum.metrics() if self.curriculum else {})}

    # ---- state ------------------------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """Plain JSON: places in the passes, number of draws, measured success, and what they belong to."""
        settings = self.curriculum.settings if self.curriculum else None
        return _State(
            seed=self.seed,
            tasks=self._digest,
            by=list(settings.keys) if settings else None,
            bands=settings.bands if settings else None,
            draws=self._draws,
            passes={b: _PassesState(gone=p.gone, waiting=p.waiting) for b, p in self._passes.items() if p.gone},
            measured={b: list(m) for b, m in self.curriculum.measured.items()} if self.curriculum else {},
        ).model_dump()

    def load(self, state: Any, where: str = "task source") -> None:
        """Take over a state; draws and results go on from there. `where` opens the error.

        SettingsError for what is no such state, or one of other tasks, another seed or other buckets; the source is
        as it was then. `target`, `memory` and `floor` may be others than before: the measured success stays true.
        """
        saved = check_settings(state, _State, where)
        now = check_settings(self.state(), _State, where)
        for name in ("seed", "by", "bands"):
            if getattr(saved, name) != getattr(now, name):
                raise SettingsError(f"{where}: {name}: saved with {getattr(saved, name)}, now {getattr(now, name)}")
        if saved.tasks != now.tasks:
            raise SettingsError(f"{where}: tasks: saved with {saved.tasks}, now {now.tasks}: not the same task list")
        unknown = (saved.passes.keys() | saved.measured.keys()) - self._passes.keys()
        stray = [b for b, p in saved.passes.items() if b in self._passes and set(p.waiting) - {*self._passes[b].items}]
        if unknown or stray:
            raise SettingsError(f"{where}: passes: {sorted({*unknown, *stray})} do not belong to these tasks")
        self._draws = saved.draws
        for bucket, passes in self._passes.items():
            was = saved.passes.get(bucket, _PassesState(gone=0))
            passes.gone, passes.waiting = was.gone, list(was.waiting)
        if self.curriculum:
            self.curriculum.measured = {bucket: (n, s) for bucket, (n, s) in saved.measured.items()}

    def save(self, path: str | Path) -> None:
        """Write the state to a file, whole or not at all."""
        path = Path(path)
        part = path.with_name(f".{path.name}.part")
        part.write_text(json.dumps(self.state()) + "\n", encoding="utf-8")
        os.replace(part, path)

    def read(self, path: str | Path) -> None:
        """Take over the state that a file holds; SettingsError names the file and what is wrong with it."""
        try:
            state = json.loads(Path(path).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise SettingsError(f"{path}: cannot be read: {error}") from error
        self.load(state, str(path))

    @cached_property
    def _digest(self) -> str:
        """What these tasks are, in their order: `960 tasks, sha256 3f...`."""
        lines = "\n".join(json.dumps(task_to_json(task), sort_keys=True) for task in self.tasks)
        return f"{len(self.tasks)} tasks, sha256 {hashlib.sha256(lines.encode()).hexdigest()}"
