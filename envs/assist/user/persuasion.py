"""How a message is weighed: what each of its acts is to the person, and what their trust makes of the whole.

What is told of something wrong contradicts what the person believes, since they take an error for the right thing. The
person learns from `errors.addresses` that a message is about one, never what is true of it. Where the thing that a
warning is about is in view, the person can look: then a warning of nothing wrong is seen through, and a true one is
seen to be true. By trust (IVG Tables 1B and 22, the exact rules being ours):

    high      takes everything at once; a plainly false claim passes once and makes them wary
    medium    takes what can be seen or is given a reason, and what is said a second time; doubts the rest by chance
    low       takes what a true claim about plain facts supports, and a second, reasoned message; objects to the rest
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from envs.assist.action import WAIT, Action
from envs.assist.errors import ErrorFacts, addressed, addresses
from envs.assist.grounding.act import Act, ActKind
from envs.assist.log import Response, UserAct
from envs.assist.persona import Level
from envs.assist.user.evidence import Intentions, claim_holds, done_since
from envs.assist.user.memory import Memory
from envs.assist.user.protocol import Message, View

STALE = 10
"""Advice to do what was done within so many ticks before it was given comes late; no repetition is meant."""


class Standing(StrEnum):
    """What an act is to the person who hears it."""

    CHATTER = "chatter"
    """Praise, greetings, answers to nothing, warnings of what nobody means to do."""
    KNOWN = "known"
    """What the person is about to do anyway, has just done, or sees themselves."""
    AHEAD = "ahead"
    """Advice for something that the plan holds further on."""
    UNPLANNED = "unplanned"
    """Advice that is not in the plan."""
    DISPUTED = "disputed"
    """It contradicts what the person believes or means to do."""
    FALSE = "false"
    """A claim that the person can see, or remembers, not to be so."""
    NEWS = "news"
    """A claim that the person cannot check."""
    ANSWER = "answer"
    """An answer to what the person said, or what they wanted to be told."""
    STOP = "stop"
    """A bare warning while something is being done."""


NEEDED = frozenset(Standing) - {Standing.CHATTER, Standing.KNOWN}


class Reason(StrEnum):
    """Why a message is taken as it is; it picks the words."""

    NONE = "none"
    FALSE_CLAIM = "false_claim"
    DONE_ALREADY = "done_already"
    SEEMS_RIGHT = "seems_right"
    NOT_ON_LIST = "not_on_list"
    IMPOSSIBLE = "impossible"
    WHICH = "which"
    WHAT_IS_WRONG = "what_is_wrong"
    PERSUADED = "persuaded"


@dataclass(frozen=True)
class Heard:
    """A message with what the person holds against it. acts: its own, or with the disputed ones that it insists on."""

    acts: tuple[Act, ...]
    standings: tuple[Standing, ...]
    truths: tuple[bool | None, ...]
    """Of claims whether they hold; None for all else."""
    errors: tuple[ErrorFacts, ...]
    """Those that it is about."""

    def having(self, standing: Standing) -> list[Act]:
        """The acts of one standing."""
        if standing not in self.standings:
            return []
        return [act for act, has in zip(self.acts, self.standings, strict=True) if has == standing]

    @property
    def needed(self) -> bool:
        """Whether any of it is new to the person or wanted."""
        return not NEEDED.isdisjoint(self.standings)


@dataclass(frozen=True)
class Verdict:
    """accepted: acts that are believed. about: the act that the reason is about. wary: trust has suffered."""

    response: Response
    accepted: tuple[Act, ...] = ()
    reason: Reason = Reason.NONE
    about: Act | None = None
    wary: bool = False


@lru_cache(1 << 14)
def bare(act: Act) -> Act:
    """The act without its words."""
    return replace(act, text="") if act.text else act


def take_up(acts: tuple[Act, ...], sent: int, memory: Memory) -> tuple[Act, ...]:
    """The acts to weigh: a "yes" or a reason after a doubt stands for what was doubted as well. sent: the tick."""
    doubted = memory.in_question
    if not doubted or {bare(act) for act in acts} & set(doubted):
        return acts
    asked = memory.awaits(sent, UserAct.DOUBT, UserAct.OBJECT) and not memory.awaits(sent, UserAct.QUESTION)
    things = _things(doubted)
    for act in acts:
        if (act.kind == ActKind.YES and asked) or (act.kind == ActKind.CLAIM and act.target in things):
            return (*doubted, *acts)
    return acts


def hear_out(acts: tuple[Act, ...], message: Message, view: View, intentions: Intentions, memory: Memory) -> Heard:
    """Sort a message's acts by what they are to the person."""
    visible: frozenset[str] | None = None
    truths: list[bool | None] = []
    standings: list[Standing] = []
    for act in acts:
        truth = None
        if act.kind == ActKind.CLAIM:
            if visible is None:
                visible = view.domain.visible(view.state)
            truth = claim_holds(act, view, visible, message.sent)
        truths.append(truth)
        standings.append(_standing(act, truth, message, view, intentions, memory))
    errors = tuple(addressed(acts, view.errors)) if view.errors else ()
    return Heard(acts, tuple(standings), tuple(truths), errors)


def weigh(heard: Heard, view: View, trust: Level, doubts: float, memory: Memory, rng: random.Random) -> Verdict:
    """What becomes of the message. doubts: `Persona.doubts` of the present trust. Counts disputes in the memory."""
    false = heard.having(Standing.FALSE)
    if false and trust != "high":
        return Verdict(Response.OBJECT, reason=Reason.FALSE_CLAIM, about=false[0], wary=True)
    wary = bool(false)
    disputed = heard.having(Standing.DISPUTED)
    if disputed:
        topic = _topic(disputed[0], heard.errors)
        against = _contest(heard, disputed, view, trust, doubts, memory.disputes.get(topic, 0), rng)
        if against is not None:
            memory.disputes[topic] = memory.disputes.get(topic, 0) + 1
            return against
    accepted = list(heard.acts)
    for act in heard.having(Standing.UNPLANNED):
        against = _question(act, heard, view, trust, doubts, memory, rng)
        if against is not None and not disputed:
            return against
        if against is not None:
            accepted.remove(act)  # the warning that came with it is heeded all the same
    if disputed:
        return Verdict(Response.FOLLOW, tuple(accepted), Reason.PERSUADED, disputed[0], wary)
    if heard.having(Standing.STOP):
        return Verdict(Response.ASK_BACK, heard.acts, Reason.WHAT_IS_WRONG, heard.having(Standing.STOP)[0], wary)
    advice = [*heard.having(Standing.UNPLANNED), *heard.having(Standing.AHEAD)]
    if any(not act.later for act in advice):
        return Verdict(Response.FOLLOW, heard.acts, about=advice[0], wary=wary)
    return Verdict(Response.NOTE, heard.acts, wary=wary)


def _standing(
    act: Act, truth: bool | None, message: Message, view: View, intentions: Intentions, memory: Memory
) -> Standing:
    kind = act.kind
    contradicts = bool(view.errors) and any(addresses(act, error) for error in view.errors)
    if kind == ActKind.CLAIM:
        if truth is False and not memory.awaits(message.sent, UserAct.QUESTION):
            return Standing.FALSE
        if contradicts:
            return Standing.DISPUTED
        if memory.awaits(message.sent) or memory.requested(act):
            return Standing.ANSWER
        return Standing.KNOWN if truth or bare(act) in memory.believed else Standing.NEWS
    if contradicts:
        return Standing.DISPUTED
    if kind == ActKind.WARN:
        if not (act.verb or act.target):
            return Standing.STOP if view.doing is not None else Standing.CHATTER
        planned = intentions.covers_now(act) or bool(intentions.parts_ahead(act))
        return Standing.DISPUTED if planned else Standing.CHATTER
    if kind == ActKind.ADVISE:
        return _advice(act, message, view, intentions)
    if kind in (ActKind.PRAISE, ActKind.GREET):
        return Standing.CHATTER
    return Standing.ANSWER if memory.awaits(message.sent) else Standing.CHATTER


def _advice(act: Act, message: Message, view: View, intentions: Intentions) -> Standing:
    if act.verb == WAIT:
        return Standing.KNOWN if intentions.waits else Standing.AHEAD
    if intentions.covers_now(act):
        return Standing.KNOWN
    if intentions.parts_ahead(act):
        return Standing.AHEAD
    if not act.later and done_since(act.action, view.log, message.sent - STALE):
        return Standing.KNOWN
    if _is_done_of_several(act, message, view, intentions):
        return Standing.KNOWN
    return Standing.UNPLANNED


def _is_done_of_several(act: Act, message: Message, view: View, intentions: Intentions) -> bool:
    """Whether advice about several things ("load the three plates") is meant for the others: this one is done."""
    if act.later or not done_since(act.action, view.log, 0):
        return False
    others = (other for other in message.heard_as.acts if other.kind == ActKind.ADVISE and other.text == act.text)
    return any(intentions.covers_now(other) or intentions.parts_ahead(other) for other in others if other != act)


def _contest(
    heard: Heard, disputed: list[Act], view: View, trust: Level, doubts: float, before: int, rng: random.Random
) -> Verdict | None:
    """What is said against a message that contradicts the person's belief; None when it convinces.

    before: how often the same has been called in question already.
    """
    if trust == "high":
        return None
    matter = _things(disputed) | _matter(heard.errors)
    reasons = [
        truth
        for act, truth in zip(heard.acts, heard.truths, strict=True)
        if act.kind == ActKind.CLAIM and act.target in matter
    ]
    seen = not {act.target or act.place for act in disputed}.isdisjoint(view.domain.visible(view.state))
    if not heard.errors and seen:
        return _objection(disputed[0], view)
    if trust == "low":
        convinced = any(reasons) or (before > 0 and (bool(reasons) or rng.random() >= doubts))
        return None if convinced and (heard.errors or before > 0) else _objection(disputed[0], view)
    if seen or reasons or before > 0 or rng.random() >= doubts:
        return None
    return Verdict(Response.DOUBT, about=disputed[0])


def _question(
    act: Act, heard: Heard, view: View, trust: Level, doubts: float, memory: Memory, rng: random.Random
) -> Verdict | None:
    """What is said against advice that is not in the plan; None when it is taken. Counts disputes in the memory."""
    if not act.later and not view.domain.towards(view.state, view.tick, act.action):
        if act.action in memory.impossible:
            return Verdict(Response.IGNORE)
        memory.impossible.add(act.action)
        if not (act.target or act.place):
            return Verdict(Response.ASK_BACK, reason=Reason.WHICH, about=act)
        return Verdict(Response.OBJECT, reason=Reason.IMPOSSIBLE, about=act)
    if trust == "high":
        return None
    topic = _topic(act, ())
    before = memory.disputes.get(topic, 0)
    reasoned = any(other.kind == ActKind.CLAIM for other in heard.acts)
    forms = view.domain.lexicon.verbs.get(act.verb)
    handles = forms is None or forms.takes in ("thing", "both")
    if handles and done_since(act.action, view.log, 0):
        against = Verdict(Response.OBJECT, reason=Reason.DONE_ALREADY, about=act)
        convinced = before > 0 and (trust == "medium" or reasoned)
    else:
        mistrusts = trust == "low" and handles
        against = Verdict(Response.OBJECT if mistrusts else Response.DOUBT, reason=Reason.NOT_ON_LIST, about=act)
        convinced = before > 0 and (trust == "medium" or reasoned) or rng.random() >= doubts
    if convinced:
        return None
    memory.disputes[topic] = before + 1
    return against


def _objection(act: Act, view: View) -> Verdict:
    done = act.kind == ActKind.ADVISE and bool(act.target) and done_since(act.action, view.log, 0)
    return Verdict(Response.OBJECT, reason=Reason.DONE_ALREADY if done else Reason.SEEMS_RIGHT, about=act)


def _things(acts: Sequence[Act]) -> frozenset[str]:
    return frozenset(name for act in acts for name in (act.target, act.place) if name)


def _matter(errors: Sequence[ErrorFacts]) -> frozenset[str]:
    """Things that a reason can be about: the wrong ones, what they are used with, and the right ones."""
    actions: list[Action] = [action for error in errors for action in (*error.actions[-1:], *error.remedy)]
    named = [name for action in actions for name in (action.target, action.place) if name]
    return frozenset(named).union(*(error.wrong for error in errors))


def _topic(act: Act, errors: Sequence[ErrorFacts]) -> str:
    """What a dispute is about, so that saying it again in other words counts as again."""
    return errors[0].event if errors else f"{act.target or act.place or act.verb}"
