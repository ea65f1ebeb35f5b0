"""Goals, in passing and in order, and budgets worked out by hand (VGEBench equations 1 to 3)."""

from __future__ import annotations

import random

import pytest

from envs.devices.distance import Cost
from envs.environment import ReplyError
from envs.episode import EventKind, Outcome, ToolCall
from tests.kettle import CLOSE, NOWHERE, OFF, ON, OPEN, WAIT, budgets, look, task


def test_budgets_by_hand(world):
    """BoilingComplete: push, wait = 2. LidOpen from Standby: 1. So global 5 x 3, local 5 x 2 at first."""
    world.reset(task("BoilingComplete", "LidOpen"))
    assert world.objective.costs == [Cost(2, 0), Cost(1, 0)] and world.objective.optimal_steps == 3
    assert budgets(world) == (15, 10)
    world.step(ON)
    assert budgets(world) == (14, 9)
    step = world.step(WAIT)
    assert budgets(world) == (13, 8)  # max(8, 5 x 1)
    assert step.info["goals_done"] == 1 and step.visited == ("BoilingComplete", "Standby")
    step = world.step(OPEN)
    assert step.outcome == Outcome.SUCCESS and budgets(world) == (12, 7)


def test_the_local_budget_is_filled_up_to_the_next_goals_cost_from_where_the_agent_really_is(world):
    """LidOpen: 1 -> local 5. Then BoilingComplete from LidOpen: close, push, wait = 3, and a switch from the top."""
    world.reset(task("LidOpen", "BoilingComplete"))
    assert budgets(world) == (20, 5)
    world.step(OPEN)
    assert budgets(world) == (19, 15)
    world.reset(task("LidOpen", "BoilingComplete", start_view="top"))
    assert world.objective.costs == [Cost(1, 0), Cost(3, 1)]
    world.step(ToolCall("push", {"coordinate": [825, 560], "parameter": ["1"]}))
    assert world.state.state == "LidOpen" and budgets(world) == (24, 20)


def test_the_global_budget_ends_an_episode_that_still_has_a_local_one(world):
    world.reset(task("LidOpen", "BoilingComplete"))
    for _ in range(4):
        assert world.step(NOWHERE).outcome is None
    world.step(OPEN)  # on the local budget's last unit, which fills up again: 20 - 5 = 15 are left
    assert budgets(world) == (15, 15)
    world.reset(task("LidOpen", "BoilingComplete", budget_factor=1.5))
    assert budgets(world) == (6, 2)  # 1.5 x 4, and 1.5 x 1 rounded up
    world.step(NOWHERE)
    world.step(OPEN)
    assert budgets(world) == (4, 5)  # 1.5 x 3 rounded up
    outcomes = [world.step(NOWHERE).outcome for _ in range(4)]
    assert outcomes == [None, None, None, Outcome.TRUNCATED]


def test_a_spent_local_budget_truncates(world):
    world.reset(task("LidOpen", "BoilingComplete"))
    outcomes = [world.step(NOWHERE).outcome for _ in range(5)]
    assert outcomes == [None] * 4 + [Outcome.TRUNCATED] and budgets(world) == (15, 0)


def test_success_on_the_last_unit_is_success(world):
    world.reset(task("Boiling", budget_factor=1))
    assert budgets(world) == (1, 1)
    assert world.step(ON).outcome == Outcome.SUCCESS


def test_every_step_costs_one_whatever_it_is(world):
    world.reset(task("BoilingComplete"))
    calls = [NOWHERE, OFF, look("back"), look("nowhere"), WAIT, ReplyError("no_json", "no object")]
    for i, call in enumerate(calls, 1):
        world.step(call)
        assert budgets(world) == (10 - i, 10 - i)


def test_a_step_after_the_end_or_before_the_start_is_a_programming_error(world):
    with pytest.raises(RuntimeError, match="before reset"):
        world.step(WAIT)
    world.reset(task("Boiling"))
    world.step(ON)
    with pytest.raises(RuntimeError, match="has ended"):
        world.step(WAIT)
    world.reset(task("Boiling"))
    assert world.step(ON).outcome == Outcome.SUCCESS


def test_a_goal_that_is_the_start_counts_only_when_entered_again(world):
    world.reset(task("Standby"))
    assert world.objective.costs == [Cost(2, 0)] and world.state.goals_done == 0
    world.step(ON)
    assert world.step(OFF).outcome == Outcome.SUCCESS


def test_one_step_reaches_several_goals_in_order(world):
    world.reset(task("BoilingComplete", "Standby", "LidOpen"))
    assert budgets(world) == (15, 10)
    world.step(ON)
    step = world.step(WAIT)
    goals = [event.data["state"] for event in step.events if event.kind == EventKind.GOAL]
    assert goals == ["BoilingComplete", "Standby"] and step.info["goals_done"] == 2
    assert step.observation.instruction == "wish 2"


def test_goals_out_of_order_do_not_count(world):
    world.reset(task("LidOpen", "BoilingComplete"))
    world.step(ON)
    assert world.step(WAIT).info["goals_done"] == 0


def test_an_entering_counts_for_one_goal(world):
    world.reset(task("LidOpen", "LidOpen"))
    assert world.step(OPEN).info["goals_done"] == 1
    world.step(CLOSE)
    assert world.step(OPEN).outcome == Outcome.SUCCESS


def test_the_next_instruction_shows_only_once_the_present_goal_is_done(world):
    assert world.reset(task("LidOpen", "Boiling")).instruction == "wish 0"
    assert world.step(NOWHERE).observation.instruction == "wish 0"
    assert world.step(OPEN).observation.instruction == "wish 1"


def test_free_play_has_no_budget_and_never_ends(world):
    assert world.reset(task()).instruction == ""
    for _ in range(300):
        step = world.step(random.choice([ON, OFF, OPEN, CLOSE, NOWHERE, WAIT]))
        assert step.outcome is None
        assert [step.info[k] for k in ("distance", "distance_before", "distance_bound", "global", "local")] == [
            None
        ] * 5
