"""The rules of the safety rails: when they warn, when they stop, and what they never mistake for a collapse."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from envs.settings import SettingsError
from train.rail_watch import METRICS, Watch
from train.rails import Rails

GOOD = {
    "loss": 0.01,
    "grad_norm": 0.4,
    "sampling/sampling_logp_difference/mean": 0.02,
    "groups/zero_variance": 0.4,
    "episodes/invalid_replies": 0.03,
    "episodes/repeated_characters": 0.0,
    "episodes/infra_error": 0.0,
    "entropy": 0.3,
    "clip_ratio/region_mean": 0.15,
    "kl": 0.05,
}
BAD = {
    "logp_gap": 0.8,
    "invalid_replies": 0.9,
    "repeated_characters": 0.5,
    "entropy": 0.0005,
    "clip_ratio": 0.95,
    "infra_error": 0.6,
    "kl": 20.0,
    "nonfinite": math.nan,
}
"""Beyond the stop threshold of each rail that has one by default."""


def logs(rail: str | None = None, value: float | None = None) -> dict[str, Any]:
    return GOOD if rail is None else {**GOOD, METRICS[rail][0]: value}


def stop_step(lines: list[dict[str, Any]], **rails: Any) -> int | None:
    """The number of the log, from 1, at which these rails stop a run."""
    watch = Watch(Rails.of(rails).chosen)
    return next((step for step, line in enumerate(lines, 1) if watch.look(step, line).stop), None)


def test_a_healthy_run_is_left_alone() -> None:
    watch = Watch(Rails().chosen)
    sights = [watch.look(step, GOOD) for step in range(1, 50)]
    assert not any(sight.alarmed or sight.new or sight.stop for sight in sights) and watch.clean == 49


@pytest.mark.parametrize("rail", BAD)
def test_each_rail_stops_after_its_patience_and_names_what_it_saw(rail: str) -> None:
    watch = Watch(Rails().chosen)
    patience = watch.rails[rail].patience
    watch.look(1, GOOD)
    sights = [watch.look(step, logs(rail, BAD[rail])) for step in range(2, 2 + patience)]
    assert [bool(sight.stop) for sight in sights] == [False] * (patience - 1) + [True]
    stop = sights[-1].stop
    assert stop and (stop.rail, stop.step, stop.clean) == (rail, 1 + patience, 1)
    assert stop.threshold == watch.rails[rail].stop and METRICS[rail][0] in str(stop)


@pytest.mark.parametrize("rail", [rail for rail in BAD if rail != "nonfinite"])
def test_a_rail_at_its_threshold_is_beyond_it(rail: str) -> None:
    threshold = Watch(Rails().chosen).rails[rail].stop
    assert stop_step([GOOD, *[logs(rail, threshold)] * 9]) is not None


def test_every_rail_can_be_turned_off() -> None:
    everything = {**GOOD, **{METRICS[rail][0]: value for rail, value in BAD.items()}}
    assert stop_step([GOOD, *[everything] * 9]) == 2
    assert stop_step([GOOD, *[everything] * 99], **dict.fromkeys(METRICS)) is None


def test_one_good_log_ends_a_streak() -> None:
    bad = logs("invalid_replies", 0.9)
    assert stop_step([GOOD, bad, bad, GOOD, bad, bad, GOOD, bad, bad, bad]) == 10


def test_a_log_beyond_the_alarm_alone_ends_a_streak_but_not_the_alarm() -> None:
    watch = Watch(Rails().chosen)
    for step, value in enumerate((0.03, 0.9, 0.9, 0.4, 0.9, 0.9), 1):
        sight = watch.look(step, logs("invalid_replies", value))
        assert sight.stop is None
        assert [crossing.step for crossing in sight.new] == ([2] if step == 2 else [])
    stop = watch.look(7, logs("invalid_replies", 0.9)).stop
    assert stop and stop.clean == 1


def test_an_alarm_is_told_once_a_crossing() -> None:
    watch = Watch(Rails().chosen)
    lines = [GOOD, *[logs("zero_variance", 1.0)] * 5, GOOD, *[logs("zero_variance", 1.0)] * 5]
    sights = [watch.look(step, line) for step, line in enumerate(lines, 1)]
    told = [crossing for sight in sights for crossing in sight.new]
    assert [(c.rail, c.value, c.threshold, c.step) for c in told] == [
        ("zero_variance", 1.0, 0.95, 2),
        ("zero_variance", 1.0, 0.95, 8),
    ]
    assert [sight.alarmed for sight in sights].count(("zero_variance",)) == 10
    assert not any(sight.stop for sight in sights), "equal returns destroy nothing"


def test_a_base_model_may_start_with_invalid_replies() -> None:
    """It has not collapsed: it has not learnt the format yet. Once it has, losing it is a collapse."""
    start, learnt = logs("invalid_replies", 1.0), logs("invalid_replies", 0.1)
    assert stop_step([start] * 200) is None
    assert stop_step([start] * 20 + [learnt] + [start] * 9) == 24
    assert stop_step([start] * 9, invalid_replies={"from_start": True}) == 3


def test_garbled_weights_are_a_fault_from_the_start() -> None:
    assert stop_step([logs("logp_gap", 1.5)] * 9) == 3


def test_a_log_without_a_rails_metric_leaves_it_where_it_stood() -> None:
    """Several updates a rollout: only the first of them logs episodes."""
    between = {"loss": 0.1, "grad_norm": 1.0, "entropy": 0.3}
    bad = logs("invalid_replies", 0.9)
    watch = Watch(Rails().chosen)
    found = [watch.look(step, line) for step, line in enumerate([GOOD, between, bad, between, bad, between, bad], 1)]
    assert [bool(sight.stop) for sight in found] == [False] * 6 + [True]
    assert found[-1].stop and found[-1].stop.clean == 1
    assert watch.clean == 1


@pytest.mark.parametrize("value", [None, math.nan])
def test_a_number_that_is_none_is_no_reading(value: float | None) -> None:
    watch = Watch(Rails().chosen)
    watch.look(1, GOOD)
    watch.look(2, logs("entropy", value))
    assert watch.clean == 1 and not watch.look(3, GOOD).alarmed


def test_infinite_numbers_are_beyond_any_threshold() -> None:
    assert stop_step([GOOD, *[logs("kl", math.inf)] * 9]) == 4
    assert stop_step([GOOD, {**GOOD, "grad_norm": math.inf}]) == 2


steps = st.sampled_from([GOOD, {}, *[logs(rail, value) for rail, value in BAD.items()], logs("entropy", 0.01)])


@settings(deadline=None)
@given(st.lists(steps, min_size=1, max_size=25), st.integers(0, 25))
def test_a_watch_that_reads_the_history_again_stands_where_it_stood(lines: list[dict[str, Any]], cut: int) -> None:
    """The history as a checkpoint holds it, in JSON."""
    unbroken, resumed = Watch(Rails().chosen), Watch(Rails().chosen)
    for step, line in enumerate(lines[:cut], 1):
        unbroken.look(step, line)
    for line in json.loads(json.dumps([{**line, "step": step} for step, line in enumerate(lines[:cut], 1)])):
        resumed.look(line["step"], line)
    for step, line in enumerate(lines[cut:], cut + 1):
        assert unbroken.look(step, line) == resumed.look(step, line)
        assert unbroken.clean == resumed.clean


@settings(deadline=None)
@given(st.lists(steps, max_size=25))
def test_the_clean_step_of_a_stop_is_before_its_alarm(lines: list[dict[str, Any]]) -> None:
    watch = Watch(Rails().chosen)
    for step, line in enumerate(lines, 1):
        stop = watch.look(step, line).stop
        if stop is None:
            continue
        assert stop.clean is None or stop.clean < step
        name, rail = METRICS[stop.rail][0], watch.rails[stop.rail]
        values = [seen.get(name) for seen in lines[stop.clean or 0 : step] if seen.get(name) is not None]
        assert all(stop.rail == "nonfinite" or rail.beyond(value, rail.alarm) for value in values)
        return


# ---- settings -----------------------------------------------------------------------------------------------------


def test_what_a_configuration_leaves_out_keeps_its_default() -> None:
    made = Rails.of({"entropy": {"alarm": 0.05}, "kl": None})
    default = Rails()
    assert made.entropy and default.entropy
    assert made.entropy == default.entropy.model_copy(update={"alarm": 0.05})
    assert made.kl is None and made.logp_gap == default.logp_gap


@pytest.mark.parametrize(
    ("raw", "named"),
    [
        ({"entropie": {}}, "entropie: unknown key; known: logp_gap, zero_variance, .*, entropy, .*, nonfinite"),
        ({"entropy": {"alrm": 1}}, "entropy.alrm: unknown key"),
        ({"entropy": {"alarm": "low"}}, "entropy.alarm: .*'low'"),
        ({"kl": {"patience": 0}}, "kl.patience"),
        ({"kl": {"alarm": 20}}, "kl: stop: 10.0 is on the good side of alarm: 20"),
        ({"entropy": {"stop": 0.5}}, "entropy: stop: 0.5 is on the good side of alarm: 0.01"),
        ({"kl": {"alarm": float("nan")}}, "kl.alarm"),
        ({"kl": {"alarm": None}}, "kl.alarm"),
        ({"kl": 3}, "kl"),
    ],
)
def test_bad_settings_are_named(raw: dict[str, Any], named: str) -> None:
    with pytest.raises(SettingsError, match=f"^rails: {named}"):
        Rails.of(raw)


def test_every_rail_reads_something_and_says_what_it_is_for() -> None:
    assert set(Rails.model_fields) == set(METRICS)
    source = Path("train/rails.py").read_text(encoding="utf-8")
    assert all(f"    {name}: " in source for name in METRICS)
