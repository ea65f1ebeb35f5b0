"""User intent uptake as a reward (a column of IVG Table 2): what the person has said is taken up, and well.

It pays once for each utterance, and only for those that an assistant cannot bring about by talking nonsense: scheduled
questions, requests and changes of plan, a person who asks what to do next or thinks that all is done. Objections,
doubts, questions back and complaints never pay, for they answer messages; nor does "what instead?", which a warning
brings about.

To talk at all times scores well in the column, so the term asks for more than the column does. The message must

* be the first after the utterance, apart from those about a live error or that take up something else the person said;
* reach the person within LATELY ticks, and fail no item of the rubric that is decided when it is sent (a wrong answer
  fails T1, a flood of words C1);
* to "what next?", advise a deed, not a mere walk, that the person then does: their next deed is that one (`guidance:
  done`), or they follow as soon as they hear it (`followed`, for step-wise credit);
* to "I am done", which is never so while the episode lasts, bring the person to see what is wrong.

An episode's sum is bounded by the schedule and the parts of the task. The rules are ours.
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
from rewards.log_term import LogTerm
from rewards.term import Size, TermSettings

SCHEDULED = frozenset({UserAct.QUESTION, UserAct.REQUEST, UserAct.PLAN_CHANGE})
OPEN = SCHEDULED | {UserAct.ASK_NEXT, UserAct.DONE}
TAKEN = frozenset({Response.FOLLOW, Response.NOTE})


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
    guidance: Literal["done", "followed"] = "done"
    """What shows that advice was right: the person does it next, or follows on hearing it."""


@dataclass
class _Taken:
    """A message that takes an utterance up and has yet to prove right. heard: the tick at which it was taken."""

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
        self._walks: set[str] = set()
        """Verbs that have moved the person and nothing else."""
        self._verb = ""
        """Of the action that was completed last."""

    def value(self, entry: Entry) -> float:
        verdicts = self._fold.add(entry)
        self._said()
        kind, data = entry.kind, entry.data
        if kind == EntryKind.SENT:
            return self._sent(verdicts[0], entry.tick)
        if kind == EntryKind.HEARD:
            return self._heard(data["message"], Response(data["response"]), entry.tick)
        if kind == EntryKind.BEGAN:
            return self._began(Action.from_json(data["action"]), entry.tick)
        if kind in (EntryKind.AVERTED, EntryKind.CORRECTED):
            return self._proved(data["message"], UserAct.DONE)
        if kind == EntryKind.DID:
            self._verb = data["action"][0]
        elif kind == EntryKind.CHANGED and self._verb:
            if {(thing, prop) for thing, prop, _ in data["facts"]} == {("person", "at")}:
                self._walks.add(self._verb)
            else:
                self._walks.discard(self._verb)
        if kind != EntryKind.DID:
            self._verb = ""
        return 0.0

    def _said(self) -> None:
        """Note what the person has just said."""
        utterances = self._fold.situation.utterances
        for each in utterances[self._seen :]:
            provoked = each.act == UserAct.ASK_NEXT and each.tick <= self._warned + LATELY
            if each.act in OPEN and (each.event is not None or each.act not in SCHEDULED) and not provoked:
                self._waiting.append(each)
        self._seen = len(utterances)

    def _sent(self, verdict: MessageVerdict, tick: int) -> float:
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
        for each in taken:
            if each.act in SCHEDULED:
                value += getattr(self.settings, each.act.value)
            elif each.act == UserAct.DONE or (advised is not None and advised.verb not in self._walks):
                self._taken.setdefault(sent.number, []).append(_Taken(each.act, advised))
        return value

    def _heard(self, message: int, response: Response, tick: int) -> float:
        if message in self._warnings:
            self._warned = tick
        if self.settings.guidance == "followed":
            return self._proved(message, UserAct.ASK_NEXT) if response == Response.FOLLOW else 0.0
        for taken in self._taken.get(message, ()):
            taken.heard = tick if response in TAKEN else None
        return 0.0

    def _began(self, action: Action, tick: int) -> float:
        """The person's next deed shows whether the advice was right; what leads to it decides nothing."""
        value = 0.0
        for message, taken in tuple(self._taken.items()):
            for each in taken:
                if each.act != UserAct.ASK_NEXT or each.advised is None or each.heard is None:
                    continue
                if fits(each.advised, action) and tick <= each.heard + PENDING_FOR:
                    value += self._proved(message, UserAct.ASK_NEXT)
                elif action.verb not in self._walks and not _shares(each.advised, action):
                    self._drop(message, UserAct.ASK_NEXT)
        return value

    def _proved(self, message: int, act: UserAct) -> float:
        """What the message took up of this kind is paid, and no more."""
        paid = [each for each in self._taken.get(message, ()) if each.act == act]
        self._drop(message, act)
        return len(paid) * getattr(self.settings, act.value)

    def _drop(self, message: int, act: UserAct) -> None:
        self._taken[message] = [each for each in self._taken.get(message, ()) if each.act != act]


def _shares(one: Action, other: Action) -> bool:
    """Whether both are about one thing."""
    return bool(_things(one) & _things(other))


def _things(action: Action) -> frozenset[str]:
    return frozenset((action.target, action.place)) - {""}
