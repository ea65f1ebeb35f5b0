"""What the person can check of what they hear: by eye, by memory, and against what they are about to do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from envs.assist.action import WAIT, Action
from envs.assist.domain import PlanStep
from envs.assist.grounding.act import Act
from envs.assist.log import EntryKind, Log
from envs.assist.user.protocol import View

DID = "did"
"""`Act.prop` of a claim about what the person has done."""
DEPTH = 6
"""Things in things in things: how far "at" is followed."""


def covers(act: Act, action: Action) -> bool:
    """Whether an act names this action; what the act leaves open matches anything."""
    verb, target, place = act.verb, act.target, act.place
    if verb and verb != action.verb or target and target != action.target:
        return False
    return not place or place == action.place


@dataclass(frozen=True)
class Intentions:
    """What the person means to do. now: what is being done and the rest of the present part. ahead: other parts.

    part: the present one's id, "" when nothing is left to do.
    """

    part: str
    now: tuple[Action, ...]
    ahead: tuple[PlanStep, ...]
    view: View

    @classmethod
    def of(cls, view: View, plan: Sequence[PlanStep]) -> Intentions:
        """A scheduled error's actions are meant as much as the plan's: the person knows no better."""
        part = plan[0].part if plan else ""
        now = [view.doing] if view.doing is not None else []
        now += view.deviation.actions if view.deviation is not None else ()
        now += [step.action for step in plan if step.part == part]
        return cls(part, tuple(now), tuple(step for step in plan if step.part != part), view)

    def meant(self, act: Act) -> tuple[Act, ...]:
        """What an act names in the world's own verbs: itself, or of a verb that is only said ("cook the rice") what
        would be done to its thing, and the last action.
        """
        forms = self.view.domain.lexicon.verbs.get(act.verb)
        if forms is None or not forms.said:
            return (act,)
        way = self.view.domain.towards(self.view.state, self.view.tick, act.action)
        steps = [step for n, step in enumerate(way) if n == len(way) - 1 or (act.target and step.target == act.target)]
        return tuple(replace(act, verb=step.verb, target=step.target, place=step.place) for step in steps)

    def covers_now(self, act: Act) -> bool:
        """Whether the act names something of the present part."""
        for one in self.meant(act):
            verb = one.verb
            for action in self.now:
                if (not verb or verb == action.verb) and covers(one, action):
                    return True
        return False

    def parts_ahead(self, act: Act) -> frozenset[str]:
        """Later parts of the task in which what the act names comes."""
        found: set[str] = set()
        for one in self.meant(act):
            verb = one.verb
            for step in self.ahead:
                if (not verb or verb == step.action.verb) and covers(one, step.action):
                    found.add(step.part)
        return frozenset(found)

    @property
    def waits(self) -> bool:
        """Whether nothing can be done at the moment but to wait."""
        return bool(self.now) and self.now[0].verb == WAIT


def claim_holds(claim: Act, view: View, visible: frozenset[str], sent: int) -> bool | None:
    """Whether a claim is so, as far as the person can tell from what is in view and from memory; None: cannot tell.

    sent: tick of the message. What has changed since is not held against it: it may have been so when it was said.
    """
    log = view.log
    if claim.prop == DID:
        if view.doing is not None and covers(claim, view.doing):
            return None
        if not claim.verb:  # "you forgot the tea bag"
            untouched = claim.negated and claim.target and not _handled(claim.target, view)
            return True if untouched else None
        ticks = log.times(claim.verb, claim.target, claim.place)
        if claim.negated and ticks and ticks[-1] >= sent:
            return None
        return bool(ticks) != claim.negated
    if not (claim.target and claim.prop and claim.value):
        return None
    if claim.target not in visible and claim.target != "person":
        return None
    fact = log.fact(claim.target, claim.prop)
    if fact is None or _changed_since(log, claim.target, claim.prop, sent):
        return None
    holds = _is_at(log, claim.target, claim.value) if claim.prop == "at" else fact == claim.value
    return holds != claim.negated


def done_since(action: Action, log: Log, tick: int) -> bool:
    """Whether the person has completed such an action at or after a tick; its empty fields match anything."""
    if not action.verb:
        return False
    ticks = log.times(action.verb, action.target, action.place)
    return bool(ticks) and ticks[-1] >= tick


def _handled(thing: str, view: View) -> bool:
    """Whether the person has done anything with a thing but go there."""
    verbs = view.domain.lexicon.verbs.items()
    return any(view.log.times(verb, thing) for verb, forms in verbs if forms.takes in ("thing", "both"))


def _changed_since(log: Log, thing: str, prop: str, sent: int) -> bool:
    for entry in reversed(log.entries):
        if entry.tick < sent:
            return False
        if entry.kind == EntryKind.CHANGED and any(
            fact[0] == thing and fact[1] == prop for fact in entry.data["facts"]
        ):
            return True
    return False


def _is_at(log: Log, thing: str, place: str) -> bool:
    """Whether a thing is there, also inside or on top of something that is."""
    for _ in range(DEPTH):
        at = log.fact(thing, "at")
        if at is None or at == place:
            return at is not None
        thing = at
    return False
