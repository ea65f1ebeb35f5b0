"""VGEBench's metrics of looking and touching, each worked out by hand on a device of two states' depth."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from envs.devices.metrics import COUNTS, error_class, interaction_ratios, switch_kind
from envs.devices.world import DeviceWorld
from envs.environment import ReplyError
from envs.episode import Episode, Outcome, Task, ToolCall, Turn
from envs.metrics import pooled, task_result, wilson
from tests.machines import box, edge, machine_json

KNOB = (box("front", 100, 100, 200, 200),)
DOOR = (box("left", 400, 400, 200, 200),)
LAMP = (box("front", 600, 100, 100, 100),)
MACHINE = machine_json(
    {
        "Off": {
            "dial": [edge("On", "rotate", "1", *KNOB), edge("Low", "rotate", "0", *KNOB)],
            "bulb": edge("Off", "press", "", *LAMP),
        },
        "Low": {"dial": edge("Off", "rotate", "1", *KNOB)},
        "On": {"door": edge("Open", "pull", "1", *DOOR), "dial": edge("Off", "rotate", "0", *KNOB)},
        "Open": {"door": edge("Error", "push", "1", *DOOR)},
        "Error": {},
    }
)
TURN = ToolCall("rotate", {"coordinate": [200, 200], "parameter": ["1"]})
BACK = ToolCall("rotate", {"coordinate": [200, 200], "parameter": ["0"]})
PRESS = ToolCall("press", {"coordinate": [200, 200]})
BESIDE = ToolCall("rotate", {"coordinate": [330, 340], "parameter": ["1"]})  # 30 right of the dial, 40 below
BULB = ToolCall("press", {"coordinate": [650, 150]})
PULL = ToolCall("pull", {"coordinate": [500, 500], "parameter": ["1"]})
SLAM = ToolCall("push", {"coordinate": [500, 500], "parameter": ["1"]})
WAIT = ToolCall("timed_wait", {})


def look(view: str) -> ToolCall:
    return ToolCall("switch_view", {"view": view})


@pytest.fixture
def play(tmp_path: Path):
    """An episode of these calls towards On and then Open, from the front, with room for errors."""
    path = tmp_path / "device.json"
    path.write_text(json.dumps(MACHINE), encoding="utf-8")
    world = DeviceWorld(render=False)

    def played(*calls: ToolCall | ReplyError, goals: tuple[str, ...] = ("On", "Open"), best: int = 3) -> Episode:
        parameters = {"device": {"file": str(path)}, "goals": goals, "instructions": ["wish"] * len(goals)}
        task = Task("devices", "t", 0, {**parameters, "budget_factor": 100}, best)
        seen, turns, outcome = world.reset(task), [], None
        for call in calls:
            step = world.step(call)
            turns.append(Turn(seen, "", step, call if isinstance(call, ToolCall) else None))
            seen, outcome = step.observation, step.outcome
        return Episode(task, tuple(turns), outcome)

    yield played
    world.close()


def test_a_perfect_episode(play):
    ratios = interaction_ratios(play(TURN, look("left"), PULL))
    shares = ("state_f1", "eir", "tir", "eer", "psr")
    assert [ratios[name] for name in shares] == [(1, 1), (2, 2), (2, 2), (3, 3), (2, 2)]
    assert (ratios["vsps"], ratios["gvpe"]) == ((0.5, 1), (1, 2))
    assert (ratios["distance"], ratios["weighted_distance"]) == ((0, 2), (0, 2))
    assert ratios["switch_np"] == (1, 1) and all(ratios[f"error_{n}"] == (0, 0) for n in ("action", "switch_nn"))


@pytest.mark.parametrize(
    ("calls", "expected"),
    [
        ((BESIDE,), "invalid_coordinate"),
        ((ToolCall("press", {"coordinate": [-5, 2000]}),), "invalid_coordinate"),
        ((look("front_top"), TURN), "invalid_coordinate"),  # nothing can be touched from there
        ((BULB,), "component_selection"),
        ((BACK,), "parameters"),
        ((PRESS,), "action"),
        ((WAIT,), "waiting"),
        ((look("left"),), "switch_pn"),
        ((look("left"), look("top")), "switch_nn"),
        ((look("left"), look("front")), None),
        ((TURN,), None),
        ((ReplyError("not_json", "no JSON"),), None),
    ],
)
def test_error_classes(play, calls, expected):
    assert error_class(play(*calls).turns[-1]) == expected


def test_kinds_of_view_switch(play):
    episode = play(look("front"), look("left"), look("top"), look("front"), TURN, look("left"))
    assert [switch_kind(turn.step) for turn in episode.turns] == ["pp", "pn", "nn", "np", None, "np"]


def test_distance_is_to_the_nearest_target_in_view_and_weighs_more_with_each_failure(play):
    """Three touches 50 away (a triangle of 30 and 40), a fourth on the dial; without a target in view none counts."""
    ratios = interaction_ratios(play(BESIDE, BESIDE, BESIDE, TURN, TURN))
    assert ratios["distance"] == (pytest.approx(150), 4)
    assert ratios["weighted_distance"] == (pytest.approx(50 + 100 + 150), 4)


def test_touches_count_any_part_for_eir_and_targets_for_tir(play):
    ratios = interaction_ratios(play(BESIDE, BULB, BACK, TURN))
    assert (ratios["eir"], ratios["tir"]) == ((3, 4), (2, 4))


def test_operations_that_bring_nothing_new_are_invalid(play):
    """Valid: the look to the left, the turn, the pull. Invalid: a miss, no call, a wait, the front again, the error."""
    broken = ReplyError("not_json", "no JSON")
    calls = (BESIDE, broken, WAIT, look("left"), look("front"), TURN, look("left"), PULL, SLAM)
    episode = play(*calls, goals=("On", "Open", "Off"))
    assert interaction_ratios(episode)["eer"] == (4, 9)


def test_a_goal_is_perfect_when_it_took_the_fewest_actions_from_where_its_turn_came(play):
    assert interaction_ratios(play(BULB, TURN, look("left"), PULL))["psr"] == (1, 2)
    assert interaction_ratios(play(TURN, look("left")))["psr"] == (1, 2)


def test_state_f1_counts_the_start_and_what_was_never_reached(play):
    """Best: Off, On, Open. Seen: Off, Low -> 2 x 1 / (3 + 2)."""
    assert interaction_ratios(play(BACK))["state_f1"] == (pytest.approx(0.4), 1)


def test_switches_of_failed_episodes_count_globally_alone(play):
    lost, won = play(look("left"), look("top")), play(TURN, look("left"), PULL)
    rates = pooled([interaction_ratios(lost), interaction_ratios(won)], COUNTS)
    assert rates["vsps"].value == 0.5 and rates["gvpe"].value == 1.5
    assert interaction_ratios(lost)["vsps"] == (0, 0)


def test_pooled_ratios_weigh_by_their_denominators_and_have_intervals():
    rates = pooled([{"a": (1, 2)}, {"a": (3, 4)}, {"a": (0, 0)}])
    # residuals 1 - 2 x 2/3, 3 - 4 x 2/3, 0: 1.96 x sqrt((1/9 + 1/9) x 3/2) / 6
    assert rates["a"].value == pytest.approx(2 / 3) and rates["a"].count == 6
    assert rates["a"].low == pytest.approx(2 / 3 - 1.959964 * (1 / 3) ** 0.5 / 6, abs=1e-6)
    assert pooled([{"a": (3, 3)}, {"a": (2, 2)}])["a"] == wilson(5, 5)  # no width of its own
    assert pooled([{"a": (0, 0)}])["a"].value is None


def test_a_world_without_facts_and_free_play_have_none(play):
    assert interaction_ratios(play(TURN, goals=())) == {}
    assert task_result(Episode(Task("x", "t", 0, {}), outcome=Outcome.TRUNCATED)).ratios == {}
