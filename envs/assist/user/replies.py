"""What the rule-based person answers to a message, once it is weighed."""

from __future__ import annotations

import random

from envs.assist.action import WAIT, Action
from envs.assist.grounding.act import Act, ActKind
from envs.assist.log import Response, UserAct
from envs.assist.persona import Persona
from envs.assist.user import wording
from envs.assist.user.persuasion import Heard, Reason, Standing, Verdict
from envs.assist.user.protocol import View
from envs.assist.user.wording import Wording, sentence, spoken

ANSWERS = {"step_by_step": 0.8, "moderate": 0.4, "necessary_only": 0.15}
"""Chance that a message that is taken without dispute is answered in words, per interruption level."""


class Replies:
    """One person's. rng: the person's own."""

    def __init__(self, persona: Persona, rng: random.Random) -> None:
        self._interruption, self._rng = persona.interruption, rng
        self._wording = Wording(persona, rng)
        self.say, self.opened = self._wording.say, self._wording.opened

    def to(self, verdict: Verdict, heard: Heard, view: View) -> tuple[UserAct, str] | None:
        """What is said to a message, and as what; None for nothing."""
        say, lexicon = self.say, view.domain.lexicon
        about = verdict.about.action if verdict.about is not None else Action(WAIT)
        if verdict.response == Response.OBJECT:
            return UserAct.OBJECT, self._objection(verdict, about, view)
        if verdict.response == Response.DOUBT:
            if verdict.reason == Reason.NOT_ON_LIST:
                return UserAct.DOUBT, say(wording.DOUBT_PLAN, do=spoken(lexicon, about))
            return UserAct.DOUBT, say(wording.DOUBT)
        if verdict.response == Response.ASK_BACK:
            wrong = verdict.reason == Reason.WHAT_IS_WRONG
            return UserAct.ASK_BACK, say(wording.WHAT_IS_WRONG if wrong else wording.WHICH)
        if verdict.response == Response.IGNORE or self._rng.random() >= ANSWERS[self._interruption]:
            return None
        if verdict.reason == Reason.PERSUADED:
            return UserAct.THANK, say(wording.PERSUADED)
        if verdict.response == Response.FOLLOW:
            return UserAct.ACKNOWLEDGE, say(wording.FOLLOW, do=spoken(lexicon, about) if verdict.about else "do that")
        if any(act.kind == ActKind.ASK for act in heard.acts) and view.doing is not None:
            return UserAct.COMMENT, say(wording.BUSY, doing=spoken(lexicon, view.doing, "ing"))
        if Standing.ANSWER in heard.standings:
            return UserAct.THANK, say(wording.ANSWERED)
        return UserAct.ACKNOWLEDGE, say(wording.NOTE)

    def _objection(self, verdict: Verdict, about: Action, view: View) -> str:
        say, lexicon = self.say, view.domain.lexicon
        if verdict.reason == Reason.IMPOSSIBLE:
            return self.cannot(about, view)
        if verdict.reason == Reason.DONE_ALREADY:
            return say(wording.DONE_ALREADY, did=spoken(lexicon, about, "past"))
        if verdict.reason == Reason.NOT_ON_LIST:
            return say(wording.NOT_ON_LIST, do=spoken(lexicon, about))
        if verdict.reason == Reason.FALSE_CLAIM and verdict.about is not None:
            return self._denial(verdict.about, view)
        return say(wording.SEEMS_RIGHT)

    def _denial(self, claim: Act, view: View) -> str:
        """Against a claim that the person can check, with what they see or remember."""
        say, lexicon = self.say, view.domain.lexicon
        fact = view.log.fact(claim.target, claim.prop)
        if claim.verb and not claim.negated:
            return say(wording.FALSE_DID, do=spoken(lexicon, claim.action))
        if fact is not None and (claim.prop, fact) in lexicon.values and claim.target in lexicon.things:
            return say(wording.FALSE_STATE, it=lexicon.name(claim.target), so=lexicon.value(claim.prop, fact))
        return say(wording.FALSE_CLAIM)

    def cannot(self, action: Action, view: View) -> str:
        """That advice cannot be carried out, and why."""
        why = view.domain.refusal(view.state, action)
        words = {"do": spoken(view.domain.lexicon, action), "why": sentence(why) if why else ""}
        return self.say(wording.CANNOT, **words).strip()
