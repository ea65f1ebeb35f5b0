"""The expert at work: `demonstrate` plays a task in the real simulator and returns the Episode.

Every reply is written by `format_reply` and every action goes through `Environment.step`, so a demonstration
is an episode like a policy's. What the planner foresees and what the simulator does are compared at every
step.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from data_synth.devices import thoughts
from data_synth.devices.config import Manner
from data_synth.devices.mistakes import Mistake, choose_mistake
from data_synth.devices.planner import PlanError, Planner
from data_synth.history import history
from data_synth.wrong_turns import slips
from envs.context import ContextSettings
from envs.devices.distance import PlanItem
from envs.devices.dynamics import RANGE, Configuration
from envs.devices.instructions import load_words
from envs.devices.views import AXONOMETRIC_VIEWS
from envs.devices.world import DeviceWorld
from envs.environment import InfraError
from envs.episode import Episode, Outcome, Task, ToolCall, Turn
from envs.reply import format_reply
from rewards import RewardSet

TRIES = 8
POLICY = "planner"


@dataclass(frozen=True)
class _Said:
    """A turn before it is played."""

    thought: str
    task: str
    call: ToolCall
    item: PlanItem


def demonstrate(
    task: Task,
    world: DeviceWorld,
    planner: Planner,
    seed: int,
    settings: ContextSettings,
    rewards: RewardSet | None = None,
    wrong_probability: float = 0.0,
    most_wrong: int = 2,
    manner: Manner | None = None,
) -> Episode:
    """Play `task` to its end. Wording, clicks and mistakes depend on (task id, seed) alone.

    With probability `wrong_probability` the episode holds 1 to `most_wrong` mistakes, their turns marked
    trainable=False. manner: how thoughts are worded and clicks aimed. A simulator's fault gives an episode of outcome
    infra_error; PlanError is the expert's own fault.
    """
    rng, manner = random.Random(f"{task.id}:{seed}"), manner or Manner()
    observation = initial = world.reset(task)
    scorer = rewards.copy() if rewards is not None else None
    if scorer is not None:
        scorer.start(task)
    mistaken = slips(rng, task.optimal_steps or 1, wrong_probability, most_wrong)
    turns: list[Turn] = []
    done: list[str] = []
    right = 0
    outcome: Outcome | None = None
    while outcome is None:
        now = world.state
        at = now.configuration
        mistake = choose_mistake(planner, now, rng) if right in mistaken else None
        mistaken.discard(right)
        opening = thoughts.recovery(turns[-1].step) if turns and not turns[-1].trainable else ""
        said = _say(planner, at, now.goals_done, mistake, rng, manner)
        thought = f"{opening} {said.thought}".strip()
        memory = history(done, said.task) if settings.history_required else None
        reply = format_reply(thought, memory, said.call)
        try:
            step = world.step(said.call)
        except InfraError as error:
            return Episode(task, tuple(turns), Outcome.INFRA_ERROR, initial, str(error), POLICY)
        scores = scorer.score(step) if scorer is not None else {}
        turns.append(Turn(observation, reply, step, said.call, rewards=scores, trainable=mistake is None))
        if mistake is None:
            right += 1
            if world.state.configuration != said.item.after:
                raise PlanError(f"task {task.id}: expected {said.item.after}, got {world.state.configuration}")
            if said.item.transition is not None:
                done.append(said.task)
        observation, outcome = step.observation, step.outcome
    return Episode(task, tuple(turns), outcome, initial, policy=POLICY)


def _say(
    planner: Planner, at: Configuration, done: int, mistake: Mistake | None, rng: random.Random, manner: Manner
) -> _Said:
    """Thought, task and call of the next turn. A mistake is thought of as if it were right."""
    wording = rng if manner.wordings == "all" else None
    words = load_words(planner.category)
    aim = planner.next_change(at, done)
    assert aim.transition is not None
    step = words.step_phrase(at.state, aim.transition.next_state)  # switches of the view leave the state as it is
    item = mistake.item if mistake else planner.next(at, done)
    if item.kind == "wait":
        return _Said(thoughts.wait_thought(wording, step), step, item.call(), item)
    if item.kind == "switch":
        part = _called(planner, str(aim.component), manner)
        thought = thoughts.switch_thought(wording, step, part, item.view, at.view in AXONOMETRIC_VIEWS)
        return _Said(thought, step, mistake.call if mistake else _aimed(planner, at, item, rng, manner), item)
    assert item.transition is not None
    call = mistake.call if mistake else _aimed(planner, at, item, rng, manner)
    part = _called(planner, str(item.component), manner)
    thought = thoughts.act_thought(wording, step, part, call.name, call.arguments["parameter"])
    return _Said(thought, step, call, item)


def _called(planner: Planner, component: str, manner: Manner) -> str:
    """What a thought calls a part."""
    name = planner.visual_names[component]
    return name if manner.marks else " ".join(name.split()[:2])


def _aimed(planner: Planner, at: Configuration, item: PlanItem, rng: random.Random, manner: Manner) -> ToolCall:
    """The item's call, aimed near its box's middle at a point that does what is meant."""
    if item.box is None:
        return item.call()
    x, y, w, h, width, height = item.box.coordinate
    spread, grid = manner.click_spread, manner.click_grid
    for _ in range(TRIES):
        across, down = (0.5 + rng.uniform(-spread, spread) / 2 for _ in "xy")
        point = (_rounded((x + w * across) / width, grid), _rounded((y + h * down) / height, grid))
        if item.box.contains(*point) and _does(planner, at, item, point):
            return replace(item, point=point).call()
    return item.call()


def _rounded(share: float, grid: int) -> int:
    """A share of the picture's side as a coordinate, a multiple of `grid`."""
    return min(grid * round(share * RANGE / grid), RANGE)


def _does(planner: Planner, at: Configuration, item: PlanItem, point: tuple[int, int]) -> bool:
    """Whether the item at this point leads where it is meant to."""
    if item.transition is None:
        change = planner.dynamics.switch(at, item.view, *point)
    else:
        action, parameter = str(item.transition.atomic_action), item.transition.parameter
        change = planner.dynamics.act(at, action, *point, parameter)
    return change.to == item.after and change.visited == item.visited
