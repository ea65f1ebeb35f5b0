"""Seconds by name: what a span took, without what others took inside it."""

from __future__ import annotations

import time

import pytest

from train.engine_use import EngineUse
from train.stopwatch import Stopwatch


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """What the clock shows: one number, to be set."""
    now = [100.0]
    monkeypatch.setattr(time, "perf_counter", lambda: now[0])
    return now


def test_a_span_inside_another_takes_its_time_away_from_it(clock: list[float]) -> None:
    stopwatch = Stopwatch()
    with stopwatch.during("forward"):
        clock[0] += 1
        with stopwatch.during("sync"):
            clock[0] += 10
            with stopwatch.during("forward"):
                clock[0] += 100
        clock[0] += 1000
    clock[0] += 10_000
    assert stopwatch.take() == {"forward": 1101.0, "sync": 10.0}


def test_taking_begins_anew(clock: list[float]) -> None:
    stopwatch = Stopwatch()
    with stopwatch.during("sync"):
        clock[0] += 1
    stopwatch.add("render", 2.5)
    stopwatch.add("render", 0.5)
    assert stopwatch.take() == {"sync": 1.0, "render": 3.0}
    assert stopwatch.take() == {}


def test_a_span_that_raises_counts_and_ends(clock: list[float]) -> None:
    stopwatch = Stopwatch()
    with pytest.raises(KeyError), stopwatch.during("backward"):
        clock[0] += 2
        raise KeyError
    clock[0] += 4
    with stopwatch.during("forward"):
        clock[0] += 8
    assert stopwatch.take() == {"backward": 2.0, "forward": 8.0}


def test_work_in_the_background_counts_where_it_was_asked_for(clock: list[float]) -> None:
    """As kernels on a GPU, which are awaited at both ends of a span."""
    queued = [0.0]

    def settle() -> None:
        clock[0] += queued[0]
        queued[0] = 0.0

    stopwatch = Stopwatch(settle)
    queued[0] = 50.0
    with stopwatch.during("forward"):
        queued[0] += 3.0
    with stopwatch.during("backward"):
        queued[0] += 6.0
    assert stopwatch.take() == {"forward": 3.0, "backward": 6.0}


@pytest.mark.parametrize(("runs_alone", "idle"), [(False, 1 + 2 + 8 + 16), (True, 1 + 16)])
def test_an_engine_in_this_thread_is_idle_outside_of_collect_and_another_without_requests(
    clock: list[float], runs_alone: bool, idle: float
) -> None:
    use = EngineUse(runs_alone)
    with use.rollout():
        clock[0] += 1
        use.in_flight(2)
        clock[0] += 2
        with use.collecting():
            clock[0] += 4
        use.in_flight(1)
        clock[0] += 8
        with use.collecting():
            clock[0] += 32
        use.in_flight(0)
        clock[0] += 16
    assert (use.seconds, use.idle) == (63, idle)
    assert use.idle_share == idle / 63
