"""Group rollouts that nobody has to generate: demonstrations with mistakes, as if a policy had sampled them.

Members of a group play the same task and stray from it here and there, so that they share pictures as the members of a
group in practice do: many, but not all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import torch

from data_synth.devices.expert import demonstrate
from data_synth.devices.planner import Planner
from data_synth.provenance import ROOT
from envs.context import ContextSettings
from envs.devices.tasks import list_tasks
from envs.devices.world import DeviceWorld
from envs.episode import Completion, Episode, Task, Turn
from rewards import load_rewards
from train.algorithms.dynamic_sampling import equal_groups
from train.encoding import Encoder
from train.group_rollouts import Played

REWARDS = ROOT / "configs" / "rewards" / "devices.yaml"
MOST_WRONG = 4
"""Mistakes of one episode; the fewest is none."""


@dataclass(frozen=True)
class Recording:
    """Episodes in groups, members adjacent, and what they were made with."""

    tasks: Sequence[Task]
    episodes: Sequence[Episode]
    group: int
    encoder: Encoder
    context: ContextSettings

    def played(self, device: torch.device) -> Played:
        """The episodes as a trainer gets them from its driver."""
        returns = torch.tensor([episode.trajectory_return for episode in self.episodes], device=device)
        return Played(list(self.episodes), returns, equal_groups(returns, self.group).tolist(), 0)


def record(count: int, group: int, context: ContextSettings, encoder: Encoder, picture_size: int) -> Recording:
    """So many episodes on tasks of the RL split. Pictures go to the encoder's store."""
    world, rewards = DeviceWorld(encoder.store, picture_size), load_rewards(REWARDS)
    tasks = list_tasks("rl", count // group)
    episodes = []
    for number in range(count):
        task = tasks[number // group]
        planner, wrong = Planner.of(task), 0.0 if number % group == 0 else 1.0
        episode = demonstrate(task, world, planner, number, context, rewards, wrong, MOST_WRONG)
        episodes.append(_with_tokens(episode, world, context, encoder))
    world.close()
    return Recording(tasks, episodes, group, encoder, context)


def _with_tokens(episode: Episode, world: DeviceWorld, context: ContextSettings, encoder: Encoder) -> Episode:
    turns: list[Turn] = []
    for turn in episode.turns:
        prompt = encoder.encode_turns(world.tools, turns, turn.observation, context)
        ids = encoder.encode_reply(turn.reply)
        completion = Completion(prompt.expanded, ids, (0.0,) * len(ids))
        turns.append(replace(turn, completion=completion, trainable=True))  # practice learns from mistakes too
    return replace(episode, turns=tuple(turns))
