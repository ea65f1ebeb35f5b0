"""Simulators here and in other processes: the same answers, and a fault ends its own episode and no other."""

from __future__ import annotations

import math
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from envs.devices.tasks import list_tasks
from envs.environment import WORLDS, InfraError, ReplyError
from envs.episode import Observation, Step, Task, ToolCall
from envs.images import ImageStore
from envs.settings import SettingsError
from envs.simulators import Answer, LocalSimulators, Simulators, WorkerSimulators, WorldRecipe
from tests.faulty_spots import FaultySpots, faulty_task
from tests.loading import ROOT

MISS = ToolCall("touch", {"coordinate": [0, 999]})
CALLS = [
    ReplyError("no_json", "no JSON"),
    MISS,
    ToolCall("touch", {"coordinate": [500, 500]}),
    ReplyError("schema", "another shape"),
    MISS,
]
RECIPE = WorldRecipe("faulty_spots", 48, imports=("tests.faulty_spots",))


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> ImageStore:
    return ImageStore(tmp_path_factory.mktemp("images"))


@pytest.fixture(scope="module")
def workers(store: ImageStore) -> Iterator[WorkerSimulators]:
    """Two processes; every test leaves them as good as new, whatever has befallen them."""
    simulators = WorkerSimulators(RECIPE, store, processes=2, seconds=60.0, memory_mb=1024)
    yield simulators
    simulators.close()


def play(
    simulators: Simulators, tasks: Sequence[Task], calls: Sequence[ToolCall | ReplyError] = CALLS
) -> list[list[Answer]]:
    """Every answer of every task, all side by side, until the calls or the world are through."""
    heard: dict[int, list[Answer]] = {key: [] for key in range(len(tasks))}
    for key, task in enumerate(tasks):
        simulators.start(key, task)
    playing = set(heard)
    while playing:
        answers = simulators.collect(math.inf)
        assert answers, "asked, and not answered"
        for key, answer in answers:
            heard[key].append(answer)
            turn = len(heard[key]) - 1
            if isinstance(answer, InfraError) or turn == len(calls) or getattr(answer, "outcome", None) is not None:
                simulators.release(key)
                playing.discard(key)
            else:
                simulators.step(key, calls[turn])
    assert not simulators.pending
    return list(heard.values())


def sound(store: ImageStore, tasks: Sequence[Task]) -> list[list[Answer]]:
    """What the tasks' worlds answer where nothing goes wrong."""
    simulators = LocalSimulators(RECIPE.maker(store))
    try:
        return play(simulators, tasks)
    finally:
        simulators.close()


def gone(pid: int) -> bool:
    """Whether a process has ended, be it that nobody has asked for its status yet."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def wait_until_gone(pids: Sequence[int], seconds: float = 20.0) -> None:
    until = time.monotonic() + seconds
    while not all(map(gone, pids)):
        assert time.monotonic() < until, f"still there: {[pid for pid in pids if not gone(pid)]}"
        time.sleep(0.01)


def test_workers_answer_as_the_world_does_here(workers: WorkerSimulators, store: ImageStore) -> None:
    tasks = [faulty_task(number) for number in range(6)]
    here = sound(store, tasks)
    assert play(workers, tasks) == here
    assert workers.tools == LocalSimulators(RECIPE.maker(store)).tools
    first = here[0][0]
    assert isinstance(first, Observation)
    store.get(first.images[0])


@pytest.mark.parametrize("fault", ["raises", "dies", "eats", "silent"])
def test_a_fault_ends_its_own_episode_and_the_others_come_out_as_if_it_had_not_been(
    workers: WorkerSimulators, store: ImageStore, fault: str
) -> None:
    others = [faulty_task(number) for number in range(7)]
    for turn in (0, 2):
        *heard, faulty = play(workers, [*others, faulty_task(7, fault, turn)])
        assert heard == sound(store, others)
        assert len(faulty) == turn + 2
        assert isinstance(faulty[-1], InfraError)
        assert {
            "raises": "ConnectionError: gone",
            "dies": "exit status 7",
            "eats": "MemoryError",
            "silent": "cannot be sent",
        }[fault] in str(faulty[-1])


@pytest.mark.long
def test_a_world_that_hangs_is_ended_and_the_others_go_on(store: ImageStore) -> None:
    others = [faulty_task(number) for number in range(3)]
    simulators = WorkerSimulators(RECIPE, store, processes=1, seconds=5.0, memory_mb=1024)
    try:
        hung, *heard = play(simulators, [faulty_task(7, "hangs", 1), *others])
    finally:
        simulators.close()
    assert heard == sound(store, others)
    assert [type(answer) for answer in hung] == [Observation, Step, InfraError]
    assert "did not answer within 5 s" in str(hung[-1])


def test_an_innocent_that_comes_out_otherwise_when_played_again_is_an_infra_error(workers: WorkerSimulators) -> None:
    """A world that is no pure function of task and calls cannot be rebuilt, and must not go on as if it were."""
    moody = [faulty_task(number, "moody") for number in range(2)]
    *heard, _, _ = play(workers, [*moody, faulty_task(7, "dies", 1), faulty_task(8, "dies", 1)])
    for answers in heard:
        assert isinstance(answers[-1], InfraError)
        assert "came out differently" in str(answers[-1])


def test_a_bad_task_is_an_infra_error_and_its_process_stays(workers: WorkerSimulators) -> None:
    before = sorted(workers.pids)
    bad = Task("faulty_spots", "bad", 0, {"colour": "beige"})
    (answer,), _ = play(workers, [bad, faulty_task(1)])
    assert isinstance(answer, InfraError) and "TaskError: task bad: colour: 'beige'" in str(answer)
    assert sorted(workers.pids) == before


def test_a_process_that_fills_up_is_replaced_when_its_last_episode_is_over(store: ImageStore) -> None:
    """Memory that a world keeps for ever ends no episode: fourteen of them take more than a process may have."""
    simulators = WorkerSimulators(RECIPE, store, processes=1, memory_mb=800)
    pids: set[int] = set()
    try:
        for first in range(0, 14, 2):
            numbers = range(first, first + 2)
            heard = play(simulators, [faulty_task(number, "hoards") for number in numbers])
            assert heard == sound(store, [faulty_task(number) for number in numbers])
            pids.update(simulators.pids)
    finally:
        simulators.close()
    assert len(pids) == 2


def test_a_full_process_takes_no_new_episode_until_it_is_replaced(store: ImageStore) -> None:
    """New ones wait, and count as pending only when a process has them: nobody may wait for what waits for him."""
    simulators = WorkerSimulators(RECIPE, store, processes=1, memory_mb=800)
    try:
        for key in range(10):
            simulators.start(key, faulty_task(key, "hoards"))
        while simulators.pending:
            simulators.collect(math.inf)
        (before,) = simulators.pids
        simulators.start(10, faulty_task(10))
        assert simulators.pending == 0 and simulators.collect(math.inf) == []
        for key in range(9):
            simulators.release(key)
        assert simulators.pending == 0
        simulators.release(9)
        ((key, answer),) = simulators.collect(math.inf)
        assert key == 10 and isinstance(answer, Observation)
        assert simulators.pids != [before]
    finally:
        simulators.close()


def test_a_released_episode_is_heard_of_no_more_and_its_key_can_be_used_again(workers: WorkerSimulators) -> None:
    for key in (1, 2):
        workers.start(key, faulty_task(0))
        workers.release(key)
    assert workers.pending == 0 and workers.collect(0.0) == []
    workers.start(1, faulty_task(1))
    with pytest.raises(ValueError, match="key: 1 is in use"):
        workers.start(1, faulty_task(1))
    ((key, answer),) = workers.collect(math.inf)
    assert key == 1 and isinstance(answer, Observation) and "blue" in answer.instruction
    workers.release(1)
    workers.release(99)


def test_collect_waits_no_longer_than_asked(store: ImageStore, tmp_path: Path, workers: WorkerSimulators) -> None:
    """A slow world is not waited for, and others answer meanwhile."""
    end = tmp_path / "end"
    workers.start(0, faulty_task(0, "waits", file=str(end)))
    workers.start(1, faulty_task(1))
    while workers.pending:
        workers.collect(math.inf)
    workers.step(0, MISS)
    workers.step(1, MISS)
    ((key, _),) = workers.collect(math.inf)
    assert key == 1
    assert workers.collect(0.0) == workers.collect(0.01) == []
    assert workers.pending == 1
    end.touch()
    assert [key for key, _ in workers.collect(math.inf)] == [0]
    for key in (0, 1):
        workers.release(key)


def test_a_group_stays_together_and_groups_spread_out(workers: WorkerSimulators) -> None:
    """What a task's episodes share is made once; `moody` worlds tell which process they are in."""
    tasks = [faulty_task(number, "moody") for number in range(10, 14) for _ in range(4)]
    for _ in range(2):
        homes: dict[str, set[int]] = {}
        for task, (_, step, *_) in zip(tasks, play(workers, tasks, [MISS]), strict=True):
            assert isinstance(step, Step)
            homes.setdefault(task.id, set()).add(step.info["mood"])
        assert [len(pids) for pids in homes.values()] == [1] * 4
        assert len(set.union(*homes.values())) == 2


def test_seconds_of_worlds_come_with_their_answers(workers: WorkerSimulators) -> None:
    workers.take_seconds()
    play(workers, [faulty_task(number) for number in range(3)])
    assert workers.take_seconds().simulate > 0
    assert workers.take_seconds().simulate == 0


def test_no_process_is_left_after_close_even_by_a_world_that_hangs(store: ImageStore) -> None:
    simulators = WorkerSimulators(RECIPE, store, processes=2, memory_mb=1024)
    for key, fault in enumerate(("none", "hangs")):
        simulators.start(key, faulty_task(key, fault))
    while simulators.pending:
        simulators.collect(math.inf)
    simulators.step(1, MISS)
    pids = simulators.pids
    assert len(pids) == 2 and not any(map(gone, pids))
    simulators.close()
    simulators.close()
    wait_until_gone(pids)


@pytest.mark.long
def test_no_process_outlives_a_parent_that_is_killed_not_even_one_that_hangs(tmp_path: Path) -> None:
    script = f"""
import math, time
from envs.images import ImageStore
from envs.simulators import WorkerSimulators
from tests.envs.simulators.test_simulators import MISS, RECIPE
from tests.faulty_spots import FaultySpots, faulty_task
simulators = WorkerSimulators(RECIPE, ImageStore({str(tmp_path)!r}), processes=2)
for key, fault in enumerate(("none", "hangs")):
    simulators.start(key, faulty_task(key, fault))
while simulators.pending:
    simulators.collect(math.inf)
simulators.step(1, MISS)
time.sleep(0.1)
print(*simulators.pids, flush=True)
time.sleep(600)
"""
    parent = subprocess.Popen([sys.executable, "-c", script], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    pids = [int(word) for word in parent.stdout.readline().split()]
    assert len(pids) == 2 and not any(map(gone, pids))
    os.kill(parent.pid, signal.SIGKILL)
    parent.wait()
    parent.stdout.close()
    wait_until_gone(pids)


def test_what_cannot_work_is_refused_before_any_process_starts(store: ImageStore) -> None:
    with pytest.raises(SettingsError, match="images: a store in memory"):
        WorkerSimulators(RECIPE, ImageStore(None))
    for name, value in (("processes", 0), ("seconds", 0.0), ("memory_mb", 0)):
        with pytest.raises(SettingsError, match=f"{name}: 0"):
            WorkerSimulators(RECIPE, store, **{name: value})
    with pytest.raises(ValueError, match="unknown world 'moon'"):
        WorkerSimulators(WorldRecipe("moon", 48), store)


@pytest.mark.parametrize(
    ("faulty", "memory_mb", "words"),
    [("faulty_spots", 8, "memory_mb: 8 is too little"), ("faulty_spots_here_alone", 800, "cannot start")],
)
def test_processes_that_cannot_start_end_the_run_with_the_reason(
    store: ImageStore, monkeypatch: pytest.MonkeyPatch, faulty: str, memory_mb: int, words: str
) -> None:
    monkeypatch.setattr(WORLDS, "registered", {**WORLDS.registered, "faulty_spots_here_alone": FaultySpots})
    simulators = WorkerSimulators(replace(RECIPE, world=faulty), store, processes=1, memory_mb=memory_mb)
    try:
        simulators.start(0, faulty_task(0))
        with pytest.raises(RuntimeError, match=words):
            simulators.collect(math.inf)
    finally:
        simulators.close()


def test_a_process_imports_no_torch(workers: WorkerSimulators) -> None:
    code = (
        "import sys, envs.simulators.worker; bad = {'torch', 'transformers', 'mujoco'} & set(sys.modules); "
        "sys.exit(str(bad) if bad else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    play(workers, [faulty_task(0)])
    for pid in workers.pids:
        assert "libtorch" not in Path(f"/proc/{pid}/maps").read_text()


@pytest.mark.long
def test_devices_look_and_answer_alike_here_and_in_workers(tmp_path: Path) -> None:
    """Every answer, and every picture to the last pixel."""
    tasks = list_tasks("validation", 2) * 2
    calls: list[ToolCall | ReplyError] = [
        ToolCall("press", {"coordinate": [500, 500]}),
        ReplyError("no_json", "no JSON"),
        *(ToolCall("switch_view", {"view": view}) for view in ("left", "top", "back")),
        ToolCall("timed_wait", {}),
    ]
    recipe = WorldRecipe("devices", 64)
    here = LocalSimulators(recipe.maker(ImageStore(tmp_path / "here")))
    there = WorkerSimulators(recipe, ImageStore(tmp_path / "there"), processes=2)
    try:
        assert play(there, tasks, calls) == play(here, tasks, calls)
        for seconds in (here.take_seconds(), there.take_seconds()):
            assert seconds.render > 0 and seconds.simulate > 0
    finally:
        here.close()
        there.close()
