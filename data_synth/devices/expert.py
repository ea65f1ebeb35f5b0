"""The expert at work: `demonstrate` plays a task in the real simulator and returns the Episode.

What the planner foresees and what the simulator does are compared at every step.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from data_synth.devices import thoughts
from data_synth.devices.config import Manner
from data_synth.devices.mistakes import Mistake, choose_mistake
from data_synth.devices.planner import PlanError, Planner
from data_synth.history import history
from data_synth.play import Move, play
from data_synth.wrong_turns import slips
from envs.context import ContextSettings
from envs.devices.distance import PlanItem
from envs.devices.dynamics import RANGE, Configuration
from envs.devices.instructions import load_words
from envs.devices.views import AXONOMETRIC_VIEWS
from envs.devices.world import DeviceWorld
from envs.episode import Episode, Step, Task, ToolCall
from rewards import RewardSet

TRIES = 8


@dataclass(frozen=True)
class DeviceMove(Move):
    """A turn, and the item of the plan that it carries out. aim: what the summary keeps once the device has changed."""

    item: PlanItem
    aim: str


class Expert:
    """Plays one task, an `Actor`. Wording, clicks and mistakes depend on (task id, seed) alone."""

    def __init__(
        self,
        task: Task,
        world: DeviceWorld,
        planner: Planner,
        seed: int,
        settings: ContextSettings,
        wrong_probability: float,
        most_wrong: int,
        manner: Manner,
    ) -> None:
        self.task, self.world, self.planner, self.settings, self.manner = task, world, planner, settings, manner
        self._rng = random.Random(f"{task.id}:{seed}")
        self._mistaken = slips(self._rng, task.optimal_steps or 1, wrong_probability, most_wrong)
        self._done: list[str] = []
        self._right, self._opening = 0, ""

    def move(self) -> DeviceMove:
        """The next turn."""
        now = self.world.state
        mistake = choose_mistake(self.planner, now, self._rng) if self._right in self._mistaken else None
        self._mistaken.discard(self._right)
        thought, aim, call, item = _say(
            self.planner, now.configuration, now.goals_done, mistake, self._rng, self.manner
        )
        memory = history(self._done, aim) if self.settings.history_required else None
        return DeviceMove(f"{self._opening} {thought}".strip(), memory, call, mistake is None, item, aim)

    def learn(self, move: DeviceMove, step: Step) -> None:
        """PlanError when the simulator did not do what the planner foresaw."""
        if not move.trainable:
            self._opening = thoughts.recovery(step)
            return
        self._opening = ""
        self._right += 1
        if self.world.state.configuration != move.item.after:
            raise PlanError(f"task {self.task.id}: expected {move.item.after}, got {self.world.state.configuration}")
        if move.item.transition is not None:
            self._done.append(move.aim)


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
    """Play `task` to its end.

    With probability `wrong_probability` the episode holds 1 to `most_wrong` mistakes, their turns marked
    trainable=False. manner: how thoughts are worded and clicks aimed. A simulator's fault gives an episode of outcome
    infra_error; PlanError is the expert's own fault.
    """
    initial = world.reset(task)
    expert = Expert(task, world, planner, seed, settings, wrong_probability, most_wrong, manner or Manner())
    return play(expert, task, world, initial, rewards)


def _say(
    planner: Planner, at: Configuration, done: int, mistake: Mistake | None, rng: random.Random, manner: Manner
) -> tuple[str, str, ToolCall, PlanItem]:
    """Thought, aim, call and item of the next turn. A mistake is thought of as if it were right."""
    wording = rng if manner.wordings == "all" else None
    words = load_words(planner.category)
    aim = planner.next_change(at, done)
    assert aim.transition is not None
    step = words.step_phrase(at.state, aim.transition.next_state)  # switches of the view leave the state as it is
    item = mistake.item if mistake else planner.next(at, done)
    if item.kind == "wait":
        return thoughts.wait_thought(wording, step), step, item.call(), item
    if item.kind == "switch":
        part = _called(planner, str(aim.component), manner)
        thought = thoughts.switch_thought(wording, step, part, item.view, at.view in AXONOMETRIC_VIEWS)
        return thought, step, mistake.call if mistake else _aimed(planner, at, item, rng, manner), item
    assert item.transition is not None
    call = mistake.call if mistake else _aimed(planner, at, item, rng, manner)
    part = _called(planner, str(item.component), manner)
    thought = thoughts.act_thought(wording, step, part, call.name, call.arguments["parameter"])
    return thought, step, call, item


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
