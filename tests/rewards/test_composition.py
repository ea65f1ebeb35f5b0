"""Composition from YAML: every term is logged, scores are weighted, and bad files give one error."""

from pathlib import Path
from typing import Any

import pytest

from envs.episode import Event, EventKind, Observation, Outcome, Step, Task
from envs.settings import SettingsError
from rewards import build_rewards, load_rewards, terms

TASK = Task("devices", "t", 0, {})
DEFAULT = Path("configs/rewards/devices.yaml")


def step(*kinds: EventKind, outcome: Outcome | None = None, visited=(), **info) -> Step:
    return Step(Observation("x"), "a", "b", tuple(Event(k) for k in kinds), visited, outcome, info)


def test_every_term_is_logged_for_every_step():
    graph = {"contents": {"table_1": ["mug_1"]}}
    rewards = build_rewards({"terms": dict.fromkeys(terms())})
    home, assist = {"initial": graph, "goal": graph, "ask_budget": 1}, {"domain": {}, "persona": {}, "deadline": 9}
    rewards.start(Task("any", "t", 0, {**home, **assist}))
    assert set(rewards.score(step(graph=graph, log=[], tick=3))) == set(terms()) == set(rewards.names)


def test_values_are_weighted_and_signed_by_their_term():
    rewards = build_rewards(
        {
            "terms": {
                "step_cost": {"weight": 0.5},
                "failed_action": {"weight": 2, "null_effect": 0.25, "error_state": 3},
                "reply_format": {"weight": 0.125},
            }
        }
    )
    rewards.start(TASK)
    assert rewards.score(step(EventKind.NULL)) == {
        "step_cost": -0.5,
        "failed_action": -0.5,
        "reply_format": 0.0,
    }
    assert rewards.score(step(EventKind.INVALID_REPLY))["reply_format"] == -0.125
    assert rewards.score(step(EventKind.TRANSITION, visited=("Error", "Standby")))["failed_action"] == -6.0


def test_a_simulator_fault_scores_zero_under_every_term():
    rewards = load_rewards(DEFAULT)
    rewards.start(TASK)
    scores = rewards.score(step(EventKind.SYSTEM, outcome=Outcome.INFRA_ERROR, distance_bound=4))
    assert set(scores) == set(rewards.names)
    assert not any(scores.values())


def test_a_task_without_goals_earns_no_distance_and_no_goal():
    rewards = load_rewards(DEFAULT)
    rewards.start(TASK)
    scores = rewards.score(
        step(
            EventKind.TRANSITION,
            distance=None,
            distance_before=None,
            distance_bound=None,
            goals_done=0,
            goals_total=0,
        )
    )
    assert scores["ssm_distance"] == scores["goal"] == 0


def test_nearness_in_actions_pays_for_a_look_that_helps():
    changes, actions = (build_rewards({"terms": {"ssm_distance": {"measure": m}}}) for m in ("changes", "actions"))
    look = step(
        EventKind.VIEW,
        **{"distance": 2, "distance_before": 2, "distance_bound": 2},
        **{"actions": 3, "actions_before": 4, "actions_bound": 8},
    )
    assert changes.score(look) == {"ssm_distance": 0.0}
    assert actions.score(look) == {"ssm_distance": 0.125}
    far = step(EventKind.TRANSITION, actions=None, actions_before=4, actions_bound=8)
    assert actions.score(far) == {"ssm_distance": -0.5}


def test_trying_again_what_failed_and_going_back_cost_and_trying_something_new_does_not():
    rewards = build_rewards({"terms": {"repetition": {"radius": 40}}})

    def move(before: str, after: str, kind: EventKind, **data: Any) -> float:
        return rewards.score(Step(Observation("x"), before, after, (Event(kind, data=data),)))["repetition"]

    push = {"tool": "push", "coordinate": [100, 100], "parameter": ["1"]}
    for _ in range(2):  # a new start forgets
        rewards.start(TASK)
        assert move("a", "a", EventKind.NULL, **push) == 0
        assert move("a", "a", EventKind.NULL, **push | {"coordinate": [140, 60]}) == -1
        assert move("a", "a", EventKind.NULL, **push | {"coordinate": [141, 100]}) == 0
        assert move("a", "a", EventKind.NULL, **push | {"parameter": ["0"]}) == 0
        assert move("a", "a", EventKind.OPERATIONAL_ERROR, **push | {"tool": "press"}) == 0
        assert move("a", "a", EventKind.INVALID_REPLY) == 0
        assert move("a", "a", EventKind.NULL, tool="timed_wait") == 0
        assert move("a", "a", EventKind.NULL, tool="timed_wait") == -1
        assert move("a", "b", EventKind.VIEW) == 0
        assert move("b", "b", EventKind.NULL, **push) == 0
        assert move("b", "b", EventKind.VIEW) == -1
        assert move("b", "a", EventKind.VIEW) == -1
        assert move("a", "a", EventKind.NULL, **push) == -1
        assert move("a", "c", EventKind.TRANSITION) == 0


@pytest.mark.parametrize("path", sorted(DEFAULT.parent.glob("*.yaml")), ids=lambda path: path.stem)
def test_description_builds_the_same_set(path):
    rewards = load_rewards(path)
    again = build_rewards(rewards.describe())
    assert again.describe() == rewards.copy().describe() == rewards.describe()
    assert again.names == rewards.names


def test_a_term_can_go_by_another_name_and_stand_twice():
    rewards = build_rewards({"terms": {"time": {"term": "step_cost", "weight": 0.25}, "step_cost": {"weight": 2}}})
    for used in (rewards, rewards.copy(), build_rewards(rewards.describe())):
        used.start(TASK)
        assert used.score(step()) == {"time": -0.25, "step_cost": -2.0}
    assert rewards.describe()["terms"]["time"] == {"term": "step_cost", "weight": 0.25}


def test_invalid_replies_and_an_end_in_failure_count_as_failures_where_a_file_says_so():
    for size in (0, 3):
        rewards = build_rewards({"terms": {"failed_action": {"invalid_reply": size, "ended": 10 * size, "minor": 0.5}}})
        rewards.start(TASK)
        assert rewards.score(step(EventKind.INVALID_REPLY)) == {"failed_action": -size}
        assert rewards.score(step(EventKind.FAILED, outcome=Outcome.FAILURE)) == {"failed_action": -1 - 10 * size}
        assert rewards.score(step(EventKind.TRANSITION, outcome=Outcome.SUCCESS)) == {"failed_action": 0}


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("terms: {goal: {weigth: 1}}", ["terms.goal: weigth", "unknown key", "1"]),
        ("terms: {gaol: {weight: 1}}", ["unknown term 'gaol'", "goal"]),
        ("terms: {goal: {weight: high}}", ["terms.goal: weight", "'high'"]),
        ("terms: {goal: {weight: true}}", ["terms.goal: weight", "True"]),
        ("terms: {goal: {weight: .nan}}", ["terms.goal: weight", "nan"]),
        ("terms: {goal: {weight: -1}}", ["terms.goal: weight", "-1"]),
        ("terms: {ssm_distance: {gamma: 1.5}}", ["terms.ssm_distance: gamma", "1.5"]),
        ("terms: {time: {term: step_csot}}", ["terms.time: term: unknown term 'step_csot'"]),
        ("terms: {time: {term: 3}}", ["terms.time: term", "3"]),
        ("terms: {time: {term: step_cost, gamma: 1}}", ["terms.time: gamma", "unknown key"]),
        ("terms: {time: {weight: 1}}", ["unknown term 'time'"]),
        ("terms: {}", ["terms: empty"]),
        ("term: {}", ["term: unknown key"]),
        ("terms: [goal]", ["terms", "['goal']"]),
        ("terms: {goal: {}, goal: {}}", ["goal: stands twice", "line 1"]),
        ("terms: {", ["line 1", "not YAML"]),
        ("", ["expected a mapping", "None"]),
    ],
)
def test_a_bad_file_gives_one_error_naming_file_field_and_value(tmp_path, text, parts):
    path = tmp_path / "rewards.yaml"
    path.write_text(text)
    with pytest.raises(SettingsError) as caught:
        load_rewards(path)
    message = str(caught.value)
    assert message.startswith(str(path))
    assert "\n" not in message
    for part in parts:
        assert part in message


def test_a_missing_file_gives_one_error(tmp_path):
    with pytest.raises(SettingsError, match=r"none\.yaml: cannot be read"):
        load_rewards(tmp_path / "none.yaml")
