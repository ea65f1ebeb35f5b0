"""What is left of the plan after the job at hand: the main step of everything that still has to be done, in order."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from envs.assist.action import Action
from envs.assist.cook.foods import MOST, portion_id
from envs.assist.cook.goal import Goal
from envs.assist.cook.outlook import Outlook
from envs.assist.domain import PlanStep

PLATE, SERVE = "plate", "serve"
"""Ids of the parts of the task that are no line's preparation."""
Steps = list[PlanStep]


def outline(goal: Goal, view: Outlook, job: Steps, vessels: Mapping[str, tuple[str, ...]]) -> Steps:
    """The main steps that the job leaves: chopping, putting on the heat, scooping, serving.

    vessels: food -> the stations that cook it.
    """
    if view.served:
        return []
    done = {(step.action.verb, step.action.target) for step in job}
    out = view.portions
    fresh: dict[str, list[str]] = {}
    ids: dict[str, str] = {}
    steps: Steps = []

    def add(verb: str, target: str, place: str, part: str) -> None:
        if (verb, target) not in done:
            steps.append(_step(verb, target, place, part))

    for need in goal.by_work:
        if need not in view.remaining:
            continue
        portion = view.portion[need.item]
        if portion is None:
            if need.food not in fresh:
                numbered = (portion_id(need.food, number) for number in range(1, MOST + 1))
                fresh[need.food] = [id for id in numbered if id not in out]
            id = fresh[need.food].pop(0) if fresh[need.food] else need.item
        else:
            id = portion.id
        ids[need.item] = id
        if need.item in view.ready:
            continue
        if need.chopped and not (portion and portion.chopped) and need.chopped_condition not in view.regarded:
            add("chop", id, "", need.item)
        if need.cooked and not (portion and portion.at in view.kitchen.cookers):
            add("put_down", id, vessels[portion.food if portion else need.food][0], need.item)
    for need in view.remaining:
        add("scoop", ids[need.item], view.dish.id, PLATE)
    add("serve", view.dish.id, "", SERVE)
    return steps


@lru_cache(1 << 16)
def _step(verb: str, target: str, place: str, part: str) -> PlanStep:
    """The step; plans name the same ones again and again."""
    return PlanStep(Action(verb, target, place), part)
