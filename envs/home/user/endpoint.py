"""A language model in the user's place: any OpenAI-compatible server, kept to the user's rules (REAL 3.1).

The model is told only what the person may speak of, so it cannot give away what the robot has not found. Its reply is
checked; when one breaks a rule another is asked for, then the rule-based user answers. When the server fails, the rules
answer at once or the episode ends as an infra_error, as the settings say.
"""

from __future__ import annotations

import re

from pydantic import BaseModel, ConfigDict, StrictStr, ValidationError

from envs.chat_endpoint import ServerSettings
from envs.environment import InfraError
from envs.home.user.names import Names, stems
from envs.home.user.profile import OPEN, Ambiguity, UserProfile
from envs.home.user.rule_based import RuleBasedUser
from envs.home.user.shared import Answer, SharedContext
from envs.strict_json import JsonError, loads

MOST_WORDS = 60
MOST_SENTENCES = 2
MOST_TOKENS = 300
REPLIES = 2
"""Replies that are asked for before the rules answer instead."""
ID = re.compile(r"\b[a-z]+(?:_[a-z]+)*_\d+\b", re.IGNORECASE)

RULES = (
    "You play the person who gave a household robot an instruction that leaves something open. The robot asks you a "
    "question. Answer as that person would, in one or two short plain English sentences. Rules: Answer only what is "
    "asked. Speak only of what stands below; you have seen nothing else. If what you want is not below, say that you "
    "cannot tell yet and ask the robot to look around. Describe things by their looks or by a mark number from the "
    "list, never by an id. Where you last saw a thing is a memory that may be wrong. Reply with JSON alone: "
    '{"answer": "what you say", "settles": ["ids of the open points that your answer makes clear"]}'
)


class EndpointSettings(ServerSettings):
    """A server that plays the user."""

    fallback: bool = True
    """Whether the rule-based user answers when the server fails; if not, the episode ends as an infra_error."""


class Reply(BaseModel):
    """What the model must reply."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    answer: StrictStr
    settles: tuple[StrictStr, ...]


class EndpointUser:
    """The user of one task, played by a server. The seed is handed to the server and to the rules.

    faults: questions for which the server failed. refused: replies that broke a rule. fallbacks: questions that the
    rule-based user answered.
    """

    def __init__(self, settings: EndpointSettings, profile: UserProfile, names: Names, seed: int) -> None:
        self.settings, self.profile, self.names, self.seed = settings, profile, names, seed
        self.rules = RuleBasedUser(profile, names, seed)
        self.faults = self.refused = self.fallbacks = 0
        self._endpoint = settings.connect()

    def answer(self, question: str, context: SharedContext) -> Answer:
        """The model's answer, or the rules'. InfraError when the server fails and there is no fallback."""
        messages = [
            {"role": "system", "content": f"{RULES}\n\n{self.briefing(context)}"},
            {"role": "user", "content": question},
        ]
        for attempt in range(REPLIES):
            try:
                seed = 1000 * self.seed + REPLIES * len(context.questions) + attempt
                choice = self._endpoint.choice(messages, self.settings.temperature, MOST_TOKENS, seed)
            except InfraError:
                self.faults += 1
                if not self.settings.fallback:
                    raise
                break
            try:
                return self.check(choice.text, question, context)
            except ValueError as error:
                self.refused += 1
                again = f"That breaks a rule: {error}. Reply once more, with JSON alone."
                messages += [{"role": "assistant", "content": choice.text}, {"role": "user", "content": again}]
        self.fallbacks += 1
        return self.rules.answer(question, context)

    # -- what the model is told -----------------------------------------------------------------------------------

    def briefing(self, context: SharedContext) -> str:
        """The profile and the shared context in plain words; nothing of what may not be spoken of."""
        lines = ["What the instruction leaves open:"]
        for ambiguity in self.profile.ambiguities:
            done = " You have made this clear already." if ambiguity.id in context.settled else ""
            lines.append(f"- {ambiguity.id}: {self._wish(ambiguity, context)}{done}")
        if not self.profile.ambiguities:
            lines.append("- nothing")
        first = next((a for a in self.profile.ambiguities if a.truth in self.names.objects), None)
        if self.profile.prefers and first is not None and self._may(first.truth, context):
            lines.append(f"Your reason: {self.profile.prefers}")
        found = [f"- {self.names.objects[n].phrase}" for n in context.seen if n in self.names.objects]
        lines += ["Things that the robot has found:", *(found or ["- none yet"])]
        marks = [f"- mark {number}: {self._marked(target)}" for number, target in sorted(context.marks.items())
                 if self._may(target.partition(".")[0], context)]  # fmt: skip
        lines += ["Marks in the robot's present picture:", *(marks or ["- none"])]
        if context.holding is not None and self._may(context.holding, context):
            lines.append(f"The robot holds: {self.names.objects[context.holding].phrase}")
        visited = sorted({n.partition(".")[0] for n in context.seen} & set(self.names.receptacles))
        pieces = [f"- {self.names.looks(n)}, {self.names.receptacles[n].use}" for n in self.profile.known]
        pieces += [f"- {n} (you may say this name): {self.names.looks(n)}" for n in visited]
        lines += ["Furniture that you know:", *(pieces or ["- none"])]
        memories = [f"- {self.names.objects[n].label}: {self.names.preposition(p)} {self.names.kept(p)}"
                    for n, p in sorted(self.profile.remembers.items())]  # fmt: skip
        lines += ["Where you last saw things:", *(memories or ["- you do not remember"])]
        lines += ["Questions before this one:", *(f"- {q}" for q in context.questions or ("none",))]
        return "\n".join(lines)

    def _may(self, name: str | None, context: SharedContext) -> bool:
        return name is not None and self.rules.may_speak_of(name, context)

    def _wish(self, ambiguity: Ambiguity, context: SharedContext) -> str:
        truth = ambiguity.truth
        if ambiguity.is_state:
            return f"it is to be left {'open' if truth == OPEN else 'closed'}."
        if not self._may(truth, context):
            return "you cannot tell yet; what you want has not been found."
        if truth in self.names.receptacles:
            return f"you want {self.names.looks(truth)}, {self.names.receptacles[truth].use}."
        described = self.names.describe(truth, ambiguity.candidates)
        marks = [str(number) for number, target in context.marks.items() if target == truth]
        shown = f" (mark {marks[0]})" if marks else ""
        return f"you want {described.full if described else 'the ' + self.names.objects[truth].phrase}{shown}."

    def _marked(self, target: str) -> str:
        owner = target.partition(".")[0]
        return self.names.objects[owner].phrase if owner in self.names.objects else self.names.looks(owner)

    # -- what it may reply ----------------------------------------------------------------------------------------

    def check(self, text: str, question: str, context: SharedContext) -> Answer:
        """The reply as an answer; ValueError says which rule it breaks."""
        fenced = re.fullmatch(r"\s*```(?:json)?\s*(.*?)\s*```\s*", text, re.DOTALL)
        try:
            reply = Reply.model_validate(loads(fenced[1] if fenced else text))
        except JsonError as error:
            raise ValueError(f"the reply is not JSON: {error}") from error
        except ValidationError as error:
            item = error.errors()[0]
            raise ValueError(f"{'.'.join(map(str, item['loc'])) or 'reply'}: {item['msg']}") from error
        said = " ".join(reply.answer.split())
        self._check_words(said, question, context)
        by_id = {ambiguity.id: ambiguity for ambiguity in self.profile.ambiguities}
        asked = self.rules.asked(question, context)
        for name in reply.settles:
            if name not in by_id:
                raise ValueError(f"settles: {name[:40]!r} is no open point")
            if name in context.settled or reply.settles.count(name) > 1:
                raise ValueError(f"settles: {name!r} is clear already")
            if asked and name not in asked:
                raise ValueError(f"settles: {name!r} was not asked for")
            self._check_settled(by_id[name], said, question, context)
        for ambiguity in self.profile.ambiguities:
            other = self._singled_out(ambiguity, said, context)
            if ambiguity.id in asked and other not in (None, ambiguity.truth) and not _denies(said):
                raise ValueError("answer: it points at something that you do not want")
        return Answer(said, reply.settles)

    def _check_words(self, said: str, question: str, context: SharedContext) -> None:
        sentences = [part for part in re.split(r"[.?!]+(?:\s|$)", said) if part.strip()]
        if not said or not said.isprintable() or len(said.split()) > MOST_WORDS or len(sentences) > MOST_SENTENCES:
            raise ValueError("answer: one or two short sentences are wanted")
        visited = {name.partition(".")[0] for name in context.seen}
        for name in ID.findall(said):
            if name.lower() not in self.names.receptacles or not (name in visited or name.lower() in question.lower()):
                raise ValueError(f"answer: {name!r} is an id; describe it instead")
        for number in re.findall(r"\bmark #?(\d+)", said.lower()):
            if int(number) not in context.marks:
                raise ValueError(f"answer: the picture has no mark {number}")
        may = [name for name in (*self.names.objects, *self.names.receptacles) if self._may(name, context)]
        fine = stems(question).union(stems(self.profile.prefers or ""), *(self.names.words[name] for name in may))
        places = [self.names.words[place] for place in self.profile.remembers.values()]
        labels = stems(" ".join(thing.label for thing in self.names.objects.values()))
        hidden = self.names.thing_words.difference(fine, labels, *places)
        leaked = sorted(stems(said) & hidden)
        if leaked:
            raise ValueError(f"answer: it describes what the robot has not found ({leaked[0]}...)")

    def _check_settled(self, ambiguity: Ambiguity, said: str, question: str, context: SharedContext) -> None:
        """A point is cleared up only where the words or a mark single the truth out, or say yes to it."""
        if not self._may(ambiguity.truth, context):
            raise ValueError(f"settles: you cannot tell {ambiguity.id} yet")
        if self._singled_out(ambiguity, said, context) == ambiguity.truth:
            return
        confirmed = re.match(r"(?:yes|right|exactly|correct|that is|that's)\b", said.lower()) is not None
        if not (confirmed and ambiguity.id in self.rules.answer(question, context).settles):
            raise ValueError(f"settles: the answer does not say which one for {ambiguity.id}")

    def _singled_out(self, ambiguity: Ambiguity, said: str, context: SharedContext) -> str | None:
        """The candidate that an answer points at: by a mark, an id, or words that fit it alone."""
        if ambiguity.is_state:
            spoken = [name for name in ambiguity.candidates if re.search(rf"\b{name}\b", said.lower())]
            return spoken[0] if len(spoken) == 1 else None
        owners = {context.marks.get(int(n), "").partition(".")[0] for n in re.findall(r"\bmark #?(\d+)", said.lower())}
        direct = [name for name in ambiguity.candidates if name in owners or re.search(rf"\b{name}\b", said.lower())]
        if direct:
            return direct[0] if len(direct) == 1 else None
        words = {name: self.names.words[name] for name in ambiguity.candidates}
        telling = frozenset().union(*words.values()) - frozenset.intersection(*words.values())
        spoken = stems(said) & telling
        fitting = [name for name in ambiguity.candidates if spoken and words[name] >= spoken]
        return fitting[0] if len(fitting) == 1 else None


def _denies(said: str) -> bool:
    return re.search(r"\b(?:no|not|none|neither|n't|can't|don't)\b", said.lower()) is not None
