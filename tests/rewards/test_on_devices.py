"""The default rewards over random play in the real simulator: what the properties promise holds there too."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from envs.devices.mix import TaskMix
from envs.devices.tasks import list_tasks
from envs.devices.views import VIEWS
from envs.devices.world import DeviceWorld
from envs.environment import ReplyError
from envs.episode import Episode, Outcome, ToolCall, Turn
from rewards import load_rewards

REWARDS = load_rewards(Path(__file__).parents[2] / "configs/rewards/devices.yaml")


def action(rng: random.Random, world: DeviceWorld) -> ToolCall | ReplyError:
    """A random action, often one that does something."""
    touches = list(world.distances.dynamics.touches(world.state.configuration).values())
    kind = rng.random()
    if kind < 0.05:
        return ReplyError("no_json", "no object")
    if kind < 0.3 or not touches:
        return ToolCall("switch_view", {"view": rng.choice(VIEWS)})
    if kind < 0.4:
        return ToolCall("timed_wait", {})
    touch = rng.choice(touches)
    name = rng.choice(("press", "push", "pull", "rotate"))
    return ToolCall(name, {"coordinate": [touch.x, touch.y], "parameter": rng.choice(([], ["0"], ["1"]))})


@pytest.fixture(scope="module")
def walks():
    """Random episodes, with every step's distance from the world's own objective."""
    world = DeviceWorld(render=False)
    episodes = []
    for task in list_tasks("validation", 24, TaskMix(tasks_per_device=8)):
        rng = random.Random(task.id)
        for _ in range(5):
            live = REWARDS.copy()
            live.start(task)
            observation, turns, outcome = world.reset(task), [], None
            while outcome is None:
                step = world.step(action(rng, world))
                turns.append(Turn(observation, "r", step, rewards=live.score(step)))
                observation, outcome = step.observation, step.outcome
            episodes.append(Episode(task, tuple(turns), outcome))
    world.close()
    return episodes


def test_distance_telescopes(walks):
    for episode in walks:
        first, last = episode.turns[0].step.info, episode.turns[-1].step.info
        bound = first["distance_bound"]
        gained = (min(first["distance_before"], bound) - min(last["distance"], bound)) / bound
        assert sum(t.rewards["ssm_distance"] for t in episode.turns) == pytest.approx(0.5 * gained)


def test_rescored_equals_live(walks):
    for episode in walks:
        assert REWARDS.rescore(episode) == episode


def test_a_return_to_a_state_without_a_goal_between_never_pays(walks):
    for episode in walks:
        for i, start in enumerate(episode.turns):
            total = 0.0
            for turn in episode.turns[i:]:
                total += turn.reward
                if turn.step.after == start.step.before:
                    assert total < 0


def test_every_success_beats_every_failure_of_its_task(walks):
    best_failure, worst_success = {}, {}
    for episode in walks:
        name, value = episode.task.id, episode.trajectory_return
        if episode.outcome == Outcome.SUCCESS:
            worst_success[name] = min(value, worst_success.get(name, value))
        else:
            best_failure[name] = max(value, best_failure.get(name, value))
    both = set(best_failure) & set(worst_success)
    assert both
    for name in both:
        assert worst_success[name] > best_failure[name]
