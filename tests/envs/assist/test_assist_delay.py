"""How long a message takes: a fixed number of ticks, or the policy's own seconds by rate and cap (Tables 2 and 4)."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from envs.assist.delay import Delay
from envs.assist.harness import Harness
from envs.assist.log import EntryKind
from envs.environment import make
from envs.episode import ToolCall
from envs.settings import SettingsError
from tests.envs.assist.assist_play import frozen

SAY, SILENT = ToolCall("say", {"message": "Good."}), ToolCall("stay_silent", {})


class Clock:
    """Stands for the machine's: it shows what a test sets."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch) -> Clock:
    """A clock by which the simulator takes a thousand seconds a turn, which is not the policy's time."""
    clock, advance = Clock(), Harness.advance

    def slowly(harness: Harness, ticks: int) -> None:
        clock.now += 1000.0
        advance(harness, ticks)

    monkeypatch.setattr("envs.assist.world.time.monotonic", clock)
    monkeypatch.setattr(Harness, "advance", slowly)
    return clock


def delays(options: dict, thinking: list[float], clock: Clock | None = None) -> list[int]:
    """Ticks from saying to hearing of one message a turn. thinking: seconds that each reply takes."""
    world = make("phone", {"render": False, **options})
    world.reset(frozen("phone")[0])
    entries = []
    for seconds in thinking:
        if clock is not None:
            clock.now += seconds
        step = world.step(SAY)
        entries += step.info["log"]
    while step.outcome is None and sum(kind == "heard" for _, kind, _ in entries) < len(thinking):
        step = world.step(SILENT)
        entries += step.info["log"]
    sent = {data["message"]: tick for tick, kind, data in entries if kind == EntryKind.SENT}
    return [tick - sent[data["message"]] for tick, kind, data in entries if kind == EntryKind.HEARD]


def test_two_ticks_are_the_default():
    assert delays({}, [0.0] * 3) == [2, 2, 2] == [Delay().ticks] * 3


@pytest.mark.parametrize("ticks", [1, 2, 3, 7])
def test_a_fixed_delay_is_kept_whatever_the_policy_takes(ticks, clock):
    assert delays({"delay": {"ticks": ticks}}, [0.0, 5.0, 60.0], clock) == [ticks] * 3


def test_without_a_delay_words_are_heard_in_the_next_tick():
    assert delays({"delay": {"ticks": 0}}, [0.0] * 3) == [1, 1, 1]


@pytest.mark.parametrize(
    ("rate", "most", "thinking", "expected"),
    [
        (1.0, 10, [0.2, 3.0, 3.01], [1, 3, 4]),
        (2.0, 10, [0.2, 1.5, 4.0], [1, 3, 8]),
        (0.5, 10, [0.2, 3.0, 7.0], [1, 2, 4]),
        (1.0, 4, [0.0, 9.0, 500.0], [1, 4, 4]),
    ],
)
def test_a_measured_delay_is_the_policys_seconds_by_rate_and_cap(rate, most, thinking, expected, clock):
    options = {"type": "measured", "ticks_per_second": rate, "most": most}
    assert delays({"delay": options}, thinking, clock) == expected


def test_a_slow_message_is_not_overtaken(clock):
    """The second message is quick, but waits for the first."""
    first, second = delays({"delay": {"type": "measured"}}, [9.0, 0.5], clock)
    assert first == 9 and 1 < second <= 9


def test_the_log_says_how_delays_were_made():
    for kind in ("fixed", "measured"):
        world = make("phone", {"render": False, "delay": {"type": kind}})
        world.reset(frozen("phone")[0])
        step = world.step(SILENT)
        assert step.info["log"][0][2]["delay"] == kind


@given(
    seconds=st.floats(0, 1e4),
    rate=st.floats(0.01, 100),
    most=st.integers(1, 1000),
    more=st.floats(0, 100),
)
def test_a_measured_delay_grows_with_the_seconds_from_one_tick_to_the_cap(seconds, rate, most, more):
    delay = Delay(type="measured", ticks_per_second=rate, most=most)
    ticks = delay.of(seconds)
    assert 1 <= ticks <= most and delay.of(seconds + more) >= ticks
    assert ticks == min(most, max(1, math.ceil(seconds * rate)))
    assert Delay(ticks=most % 100).of(seconds) == most % 100


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"type": "guessed"}, ["delay", "type", "guessed"]),
        ({"ticks": -1}, ["delay", "ticks", "-1"]),
        ({"ticks": 101}, ["ticks", "101"]),
        ({"ticks_per_second": 0}, ["ticks_per_second", "0"]),
        ({"most": 0}, ["most", "0"]),
        ({"second": 1}, ["second"]),
    ],
)
def test_a_delay_that_cannot_be_gives_one_error_that_names_it(options, words):
    with pytest.raises(SettingsError) as error:
        make("phone", {"render": False, "delay": options})
    assert all(word in str(error.value) for word in words), error.value
