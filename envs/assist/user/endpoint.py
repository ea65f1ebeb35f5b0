"""A language model in the person's place: any OpenAI-compatible server plays the same protocol by words.

What the model wants to do is grounded like anything else that is said, and carried out in the world's own actions. A
reply that breaks the form, is not understood or cannot be done is told back once; then the rule-based person chooses,
which is counted. When the server fails the episode ends as an infra_error.
"""

from __future__ import annotations

import re
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, StrictBool, StrictStr, ValidationError

from envs.assist.action import WAIT, Action
from envs.assist.grounding.act import ActKind
from envs.assist.grounding.parser import command
from envs.assist.log import Response, UserAct
from envs.assist.persona import Persona
from envs.assist.user import briefing
from envs.assist.user.evidence import covers
from envs.assist.user.protocol import Decision, Message, Reaction, Utterance, View
from envs.assist.user.rule_based import RuleBasedUser
from envs.assist.user.wording import spoken
from envs.chat_endpoint import ServerSettings
from envs.strict_json import JsonError, loads

MOST_WORDS = 40
MOST_TOKENS = 200
REPLIES = 2
"""Replies that are asked for before the rules choose instead."""
WAITS = 5
"""Ticks of doing nothing when the model wants to wait."""
MOST_STEPS = 16
"""Actions after which something that was begun is thought over again."""
NOTHING = frozenset(("", "wait", "nothing", "do nothing", "idle", "none"))
FINISHED = frozenset(("done", "finish", "finished", "i am done", "all done"))
ANSWERS = {
    Response.FOLLOW: UserAct.ACKNOWLEDGE,
    Response.NOTE: UserAct.ACKNOWLEDGE,
    Response.DOUBT: UserAct.DOUBT,
    Response.OBJECT: UserAct.OBJECT,
    Response.ASK_BACK: UserAct.ASK_BACK,
    Response.ANNOYED: UserAct.COMPLAIN,
}
"""What the words that go with a response are."""


class PersonSettings(ServerSettings):
    """A server that plays the person."""


class Deed(BaseModel):
    """What the model must reply when it is to act."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    do: StrictStr
    say: StrictStr = ""


class Taking(BaseModel):
    """What the model must reply to a message."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    response: Response
    accept: StrictBool
    say: StrictStr = ""


Reply = TypeVar("Reply", bound=BaseModel)


class EndpointUser:
    """One person for one episode, played by a server. The seed is handed to the server and to the rules.

    refused: replies that were told back. misunderstood: choices that the rule-based person made instead.
    """

    def __init__(self, settings: PersonSettings, persona: Persona, seed: int) -> None:
        self.settings, self.persona, self.seed = settings, persona, seed
        self.rules = RuleBasedUser(persona, seed)
        self.refused = self.misunderstood = 0
        self._endpoint = settings.connect()
        self._asked = 0
        self._goals: list[Action] = []
        """What the model wants to do, in this order, and has not done yet."""
        self._steps = 0
        self._done_said = False

    def decide(self, view: View) -> Decision:
        """The next action on the way to what the model wants; it is asked again once that is reached."""
        if self._goals:
            path = view.domain.towards(view.state, view.tick, self._goals[0])
            if path and self._steps < MOST_STEPS:
                return self._go(path)
            self._goals.clear()
        question = briefing.ON_DECIDE % self._example(view)
        decision = self._ask(question, view, Deed, self._decision)
        return self.rules.decide(view) if decision is None else decision

    def hear(self, message: Message, view: View) -> Reaction:
        """How the model takes a message. What it accepts, it goes by in what it wants to do next."""
        question = briefing.ON_HEAR % " ".join(message.text.split()).replace('"', "'")
        reaction = self._ask(question, view, Taking, lambda taken, view: self._reaction(taken, message, view))
        if reaction is None:
            reaction = self.rules.hear(message, view)
        if reaction.accepted:
            self._goals.clear()
        return reaction

    def phrase(self, act: UserAct, text: str, view: View) -> Utterance:
        """Scheduled words, begun in this person's manner; the model finds them among what it has said."""
        return self.rules.phrase(act, text, view)

    def _ask(self, question: str, view: View, form: type[Reply], read: Any) -> Any:
        """What `read` makes of the model's reply; None when no reply would do."""
        messages = [
            {"role": "system", "content": briefing.persona_text(self.persona)},
            {"role": "user", "content": f"{briefing.situation(view)}\n\n{question}"},
        ]
        for _ in range(REPLIES):
            seed = 1000 * self.seed + self._asked
            self._asked += 1
            text = self._endpoint.choice(messages, self.settings.temperature, MOST_TOKENS, seed).text
            try:
                return read(_parsed(text, form), view)
            except ValueError as error:
                self.refused += 1
                again = f"That does not work: {error}. Reply once more, with JSON alone."
                messages += [{"role": "assistant", "content": text}, {"role": "user", "content": again}]
        self.misunderstood += 1
        return None

    def _go(self, path: tuple[Action, ...], words: tuple[Utterance, ...] = ()) -> Decision:
        self._steps += 1
        if len(path) == 1:
            self._goals.pop(0)
        return Decision(path[0], words=words)

    def _decision(self, deed: Deed, view: View) -> Decision:
        """The reply as a decision; ValueError says what is wrong with it."""
        said = _said(deed.say)
        wish = deed.do.strip().strip(".!").lower()
        if wish in FINISHED:
            words = (Utterance(UserAct.DONE, said or "I think that is it."),) if said or not self._done_said else ()
            self._done_said = True
            return Decision(None, WAITS, words)
        if wish in NOTHING:
            act = UserAct.ASK_NEXT if said.endswith("?") else UserAct.COMMENT
            return Decision(None, WAITS, (Utterance(act, said),) if said else ())
        goals, path = self._grounded(deed.do, view)
        act = UserAct.ASK_NEXT if said.endswith("?") else UserAct.ANNOUNCE
        words = (Utterance(act, said),) if said else ()
        if not path:
            return Decision(None, WAITS, words)
        self._goals, self._steps, self._done_said = list(goals), 0, False
        return self._go(path, words)

    def _grounded(self, words: str, view: View) -> tuple[tuple[Action, ...], tuple[Action, ...]]:
        """What the words want done, and the actions towards the first of it; none to wait."""
        goals = command(words, view.domain.lexicon)
        if not goals:
            raise ValueError(f'"do": {words[:80]!r} is not understood; say it as "{self._example(view)}"')
        if not set(goals).isdisjoint(briefing.overlooked(view)):
            raise ValueError(f'"do": {words[:80]!r} is what you think you need not do any more')
        if goals[0].verb == WAIT:
            return goals, ()
        path = view.domain.towards(view.state, view.tick, goals[0])
        if not path:
            why = view.domain.refusal(view.state, goals[0]) or "there is no way to do that now"
            raise ValueError(f'"do": {words[:80]!r}: {why.rstrip(".")}')
        return goals, path

    def _reaction(self, taken: Taking, message: Message, view: View) -> Reaction:
        """The reply as a reaction; ValueError says what is wrong with it."""
        said = _said(taken.say)
        if taken.response != Response.NOTE and taken.accept != (taken.response == Response.FOLLOW):
            raise ValueError(f'"accept": {str(taken.accept).lower()} does not go with "{taken.response.value}"')
        if said and taken.response == Response.IGNORE:
            raise ValueError('"say": who ignores a message says nothing')
        words = (Utterance(ANSWERS[taken.response], said, message.number),) if said else ()
        accepted = message.heard_as.acts if taken.accept else ()
        doing = view.doing
        warned = [act for act in accepted if act.kind == ActKind.WARN]
        return Reaction(
            taken.response, accepted, words, doing is not None and any(covers(act, doing) for act in warned)
        )

    def _example(self, view: View) -> str:
        """An action of this world in words, not the one that is wanted now."""
        lexicon = view.domain.lexicon
        place = min(lexicon.places, default="")
        verb = next((verb for verb, forms in lexicon.verbs.items() if forms.takes == "place"), "")
        return spoken(lexicon, Action(verb, place)) if verb and place else spoken(lexicon, Action(WAIT))


def _parsed(text: str, form: type[Reply]) -> Reply:
    """The reply in its form; ValueError says what is wrong with it."""
    fenced = re.fullmatch(r"\s*```(?:json)?\s*(.*?)\s*```\s*", text, re.DOTALL)
    try:
        return form.model_validate(loads(fenced[1] if fenced else text))
    except JsonError as error:
        raise ValueError(f"the reply is not JSON: {error}") from error
    except ValidationError as error:
        item = error.errors()[0]
        raise ValueError(f"{'.'.join(map(str, item['loc'])) or 'reply'}: {item['msg']}") from error


def _said(text: str) -> str:
    said = " ".join(text.split())
    if not said.isprintable() or len(said.split()) > MOST_WORDS:
        raise ValueError('"say": one short sentence is wanted')
    return said
