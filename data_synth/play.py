"""The loop of every demonstration: an actor moves, the world answers, and the turns become an Episode.

Every reply is written by `format_reply` and every action goes through `Environment.step`, so a demonstration is an
episode like a policy's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, TypeVar

from envs.environment import Environment, InfraError
from envs.episode import Episode, Observation, Outcome, Step, Task, ToolCall, Turn
from envs.reply import History, format_reply
from rewards import RewardSet

POLICY = "planner"


@dataclass(frozen=True)
class Move:
    """What an actor says and does in one turn. history: None in transcript mode. trainable: False for a mistake made on
    purpose.
    """

    thought: str
    history: History | None
    call: ToolCall
    trainable: bool


M = TypeVar("M", bound=Move)


class Actor(Protocol[M]):
    """Who plays one task in a world that has been reset."""

    def move(self) -> M:
        """The next turn. Raises NoDemonstrationError where the actor knows no way on."""
        ...

    def learn(self, move: M, step: Step) -> None:
        """What came of it; called after every move, also the last."""
        ...


def play(actor: Actor[M], task: Task, world: Environment, initial: Observation, rewards: RewardSet | None) -> Episode:
    """Play to the end from `initial`, the observation that `world.reset(task)` gave; a copy of `rewards` scores.

    A fault of the simulator (InfraError) gives an episode of outcome infra_error that holds the turns so far.
    """
    scorer = rewards.copy() if rewards is not None else None
    if scorer is not None:
        scorer.start(task)
    observation, outcome = initial, None
    turns: list[Turn] = []
    while outcome is None:
        move = actor.move()
        reply = format_reply(move.thought, move.history, move.call)
        try:
            step = world.step(move.call)
        except InfraError as error:
            return Episode(task, tuple(turns), Outcome.INFRA_ERROR, initial, str(error), POLICY)
        scores = scorer.score(step) if scorer is not None else {}
        turns.append(Turn(observation, reply, step, move.call, rewards=scores, trainable=move.trainable))
        actor.learn(move, step)
        observation, outcome = step.observation, step.outcome
    return Episode(task, tuple(turns), outcome, initial, policy=POLICY)
