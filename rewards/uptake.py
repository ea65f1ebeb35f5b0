"""User intent uptake as a reward (a column of IVG Table 2): what the person has said is taken up, and well.

It pays once for each utterance, and only for those that an assistant cannot bring about by talking nonsense: scheduled
questions, requests and changes of plan, a person who asks what to do next or thinks that all is done. Objections,
doubts, questions back and complaints never pay, for they answer messages; nor does "what instead?", which a warning
brings about.

To talk at all times scores well in the column, so the term asks for more than the column does. The message must

* be the first after the utterance, apart from those about a live error or that take up something else the person said;
* reach the person within LATELY ticks, and fail no item of the rubric that is decided when it is sent (a wrong answer
  fails T1, a flood of words C1);
* to "what next?", advise what the person then does (`guidance: done`): now, or next but for walks and for what is done
  with the same things; or at least accepts (`accepted`: on hearing it, which step-wise credit needs);
* to a change of plan, agree, or advise in the same way; to a request, agree or tell;
* to "I am done", which is never so while the episode lasts, bring the person to see what is wrong.

Advice that is of no use but that a person carries out pays as useful advice does, once for each asking, and costs the
time that success in time needs. An episode's sum is bounded by the schedule and the parts of the task, at whose begin
people ask. The rules are ours.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from envs.assist.action import Action
from envs.assist.errors import addressed
from envs.assist.grounding.act import ActKind
from envs.assist.log import Entry, EntryKind, Response, UserAct
from envs.assist.quality import MessageVerdict, QualityFold, Verdict
from envs.assist.quality.actionable import first_advised, fits
from envs.assist.quality.situation import LATELY, PENDING_FOR, Pending
from envs.assist.quality.uptake import AGREES
from rewards.log_term import LogTerm
from rewards.term import Size, TermSettings

SCHEDULED = frozenset({UserAct.QUESTION, UserAct.REQUEST, UserAct.PLAN_CHANGE})
OPEN = SCHEDULED | {UserAct.ASK_NEXT, UserAct.DONE}
"""Acts that pay when they are taken up: those of the schedule only where it has them said."""
GUIDED = (UserAct.ASK_NEXT, UserAct.PLAN_CHANGE)
"""Acts to which advice can be the right word."""
ACCEPTED = frozenset({Response.FOLLOW, Response.NOTE})


class UptakeSettings(TermSettings):
    """Values before the weight of an utterance that is taken up; 0 where another term pays for the same.

    question: answered rightly, which `answer` pays. request: agreed to; `notification` pays for the telling. done:
    which `error_help` pays as corrected.
    """

    question: Size = 1.0
    request: Size = 1.0
    plan_change: Size = 1.0
    ask_next: Size = 1.0
    done: Size = 1.0
    guidance: Literal["done", "accepted"] = "done"
    """What shows that advice is right: the person does it, or accepts it on hearing it."""


@dataclass
class _Taken:
    """An utterance whose message has yet to prove right. heard: when the person took the message in."""

    act: UserAct
    advised: Action | None
    heard: int | None = None


class Uptake(LogTerm):
    """+ utterances taken up. Never negative: what goes unanswered costs elsewhere."""

    name = "uptake"
    settings = UptakeSettings

    def begin(self) -> None:
        self._fold = QualityFold()
        self._seen = 0
        self._waiting: list[Pending] = []
        self._taken: dict[int, list[_Taken]] = {}
        """Message -> what it takes up and has yet to prove."""
        self._warnings: set[int] = set()
        """Messages that warn."""
        self._warned = -PENDING_FOR
        """When such a message last reached the person."""
        self._did: Action | None = None
        """The action that the entry before completed."""

    def value(self, entry: Entry) -> float:
        verdicts = self._fold.add(entry)
        self._listen()
        kind, data, did = entry.kind, entry.data, self._did
        self._did = Action.from_json(data["action"]) if kind == EntryKind.DID else None
        if kind == EntryKind.SENT:
            return self._sent(verdicts[0])
        if kind == EntryKind.HEARD:
            return self._heard(data["message"], Response(data["response"]), entry.tick)
        if kind == EntryKind.BEGAN:
            return self._begun(Action.from_json(data["action"]), entry.tick)
        if kind in (EntryKind.AVERTED, EntryKind.CORRECTED):
            return self._proved(data["message"], UserAct.DONE)
        if kind == EntryKind.CHANGED and did is not None:
            self._strayed(did, {thing for thing, prop, _ in data["facts"] if prop == "at"})
        return 0.0

    def _listen(self) -> None:
        """Note what the person has just said."""
        utterances = self._fold.situation.utterances
        for each in utterances[self._seen :]:
            provoked = each.act == UserAct.ASK_NEXT and each.tick <= self._warned + LATELY
            if each.act in OPEN and (each.event is not None or each.act not in SCHEDULED) and not provoked:
                self._waiting.append(each)
        self._seen = len(utterances)

    def _sent(self, verdict: MessageVerdict) -> float:
        situation = self._fold.situation
        sent = situation.sent[-1]
        acts = sent.heard_as.acts
        if any(act.kind == ActKind.WARN for act in acts):
            self._warnings.add(sent.number)
        waiting = [each for each in self._waiting if sent.arrives <= each.tick + LATELY]
        taken = [each for each in waiting if each.taken_up is not None]
        urgent = bool(addressed(acts, tuple(situation.errors.values())))
        self._waiting = [each for each in waiting if each.taken_up is None] if taken or urgent else []
        if any(judged.verdict == Verdict.FAIL for judged in verdict.items.values()):
            return 0.0
        value, advised = 0.0, first_advised(acts)
        agrees = any(act.kind in AGREES for act in acts)
        for each in taken:
            if each.act in (UserAct.QUESTION, UserAct.REQUEST) or (each.act == UserAct.PLAN_CHANGE and agrees):
                value += getattr(self.settings, each.act.value)
            elif each.act == UserAct.DONE or advised is not None:
                self._taken.setdefault(sent.number, []).append(_Taken(each.act, advised))
        return value

    def _heard(self, message: int, response: Response, tick: int) -> float:
        if message in self._warnings:
            self._warned = tick
        if response not in ACCEPTED:
            return 0.0
        if self.settings.guidance == "accepted":
            return sum(self._proved(message, act) for act in GUIDED)
        for taken in self._taken.get(message, ()):
            taken.heard = tick
        doing = self._fold.situation.log.doing
        return self._begun(doing, tick) if doing is not None else 0.0

    def _begun(self, action: Action, tick: int) -> float:
        """Pay for advice that the person carries out."""
        value = 0.0
        for message, taken in self._taken.items():
            for each in tuple(taken):
                if each.act not in GUIDED or each.advised is None or each.heard is None:
                    continue
                if tick <= each.heard + PENDING_FOR and fits(each.advised, action):
                    value += self._proved(message, each.act)
        return value

    def _strayed(self, done: Action, moved: set[str]) -> None:
        """The person has done something else, neither a walk nor with the same things: the advice was not for now."""
        if "person" in moved:
            return
        for taken in self._taken.values():
            taken[:] = [
                each
                for each in taken
                if each.heard is None or each.advised is None or _things(each.advised) & _things(done)
            ]

    def _proved(self, message: int, act: UserAct) -> float:
        """What the message took up of this kind is paid, and no more."""
        taken = self._taken.get(message, [])
        paid = sum(each.act == act for each in taken)
        taken[:] = [each for each in taken if each.act != act]
        return paid * getattr(self.settings, act.value)


def _things(action: Action) -> frozenset[str]:
    return frozenset((action.target, action.place)) - {""}
