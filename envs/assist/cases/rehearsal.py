"""A task played through as a case is made: with help that is always right, to see that all that is scheduled happens,
and how long it takes.

The helper of a rehearsal speaks in acts, not in words, to a person who trusts. It is no assistant: it is how a case is
checked and its deadline set, before anybody plays it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from envs.assist.domain import Domain
from envs.assist.grounding.act import Act, ActKind, Understood
from envs.assist.harness import Harness
from envs.assist.log import EntryKind
from envs.assist.persona import Persona
from envs.assist.task import AssistTask
from envs.assist.user import make_person
from envs.assist.user.evidence import DID

LONGEST = 2000
"""Ticks after which a rehearsal counts as failed."""
TRUSTING = Persona(skill="high", trust="high", speed="balanced", interruption="step_by_step")


@dataclass(frozen=True)
class Rehearsal:
    """ticks: until the goal was reached, None if it was not. happened: ids of the events that came about."""

    ticks: int | None
    happened: frozenset[str]


HAPPENED = (EntryKind.DEVIATING, EntryKind.ASKED, EntryKind.REQUESTED, EntryKind.CHANGED_PLAN)


def rehearse(world: str, domain: Domain[Any], asked: AssistTask, seed: int, remedies: bool = True) -> Rehearsal:
    """Play a task, whatever its deadline, with a person who is skilled and trusts, at the task's persona's speed.

    remedies: whether the helper says what to do instead of an error, or only that it is one; the course differs.
    """
    persona = TRUSTING.model_copy(update={"speed": asked.persona.speed})
    asked = asked.model_copy(update={"persona": persona, "deadline": LONGEST, "last": LONGEST})
    harness = Harness(world, asked, domain, make_person(persona, seed), seed, "fixed")
    warned = set[str]()
    while not harness.over:
        error = harness.error
        if error is not None and error.event not in warned:
            warned.add(error.event)
            acts = [Act(ActKind.WARN, verb=a.verb, target=a.target, place=a.place) for a in error.actions[-1:]]
            if remedies:
                acts += [Act(ActKind.ADVISE, verb=a.verb, target=a.target, place=a.place) for a in error.remedy[:1]]
            elif not acts:
                acts = [Act(ActKind.CLAIM, target=thing, prop=DID, negated=True) for thing in error.wrong[:1]]
            harness.send("", Understood(tuple(acts)), 2)
        harness.advance(3)
    happened = frozenset(entry.data["event"] for entry in harness.log.of_kind(*HAPPENED))
    return Rehearsal(harness.tick if harness.in_time else None, happened)
