"""What an episode comes to under a tighter budget, without playing it again.

The policy never sees its budgets, and every reply's seed depends on the episode and the turn alone; so the episode
under a smaller factor is the beginning of the one under a larger. One run at the largest factor gives the whole curve
of VGEBench's figure 3.
"""

from __future__ import annotations

from dataclasses import replace

from envs.devices.budget import budget
from envs.episode import Episode, Outcome


def under_budget(episode: Episode, factor: float) -> Episode:
    """The episode cut where budgets of `factor` (equations 1 to 3) would have ended it; whole if they would not.

    For ended episodes of the device world, played under a factor at least as large. ValueError for others.
    """
    played = episode.task.parameters.get("budget_factor", 5)
    if episode.task.world != "devices" or factor > played:
        raise ValueError(f"task {episode.task.id}: played under the factor {played}, not under {factor} or more")
    if not episode.turns or episode.outcome == Outcome.INFRA_ERROR:
        return episode
    task = replace(episode.task, parameters={**episode.task.parameters, "budget_factor": factor})
    infos = [turn.step.info for turn in episode.turns]
    remaining = budget(factor, infos[0]["actions_before"])
    local = budget(factor, infos[0]["goal_actions_before"])
    done = 0
    for number, info in enumerate(infos):
        remaining, local = remaining - 1, local - 1
        if info["goals_done"] == info["goals_total"]:
            break
        if info["goals_done"] > done and number + 1 < len(infos):
            local = max(local, budget(factor, infos[number + 1]["goal_actions_before"]))
        done = info["goals_done"]
        if min(remaining, local) <= 0:
            turns = list(episode.turns[: number + 1])
            turns[-1] = replace(turns[-1], step=replace(turns[-1].step, outcome=Outcome.TRUNCATED))
            return replace(episode, task=task, turns=tuple(turns), outcome=Outcome.TRUNCATED)
    return replace(episode, task=task)
