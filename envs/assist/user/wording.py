"""The rule-based person's sentences: brief ones for who wants to be left alone, fuller ones for the others."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from envs.assist.action import Action
from envs.assist.lexicon import Lexicon
from envs.assist.log import UserAct
from envs.assist.persona import Persona


@dataclass(frozen=True)
class Phrases:
    """Sentences for one occasion; `{it}`, `{do}`, `{did}`, `{doing}`, `{part}`, `{why}`, `{so}` are filled in."""

    full: tuple[str, ...]
    brief: tuple[str, ...]


NEXT = Phrases(
    (
        "What should I do next?",
        "And what do I do next?",
        "I am not sure how to go on. What is next?",
        "What comes now?",
    ),
    ("What's next?", "Next?", "What now?"),
)
INSTEAD = Phrases(("What should I do instead?", "All right, but what should I do then?"), ("What instead?",))
ANNOUNCE = Phrases(
    ("Now I will {part}.", "I am going to {part} now.", "Next I {part}.", "So, now I {part}."), ("I'll {part}.",)
)
DONE = Phrases(
    ("I think that is it.", "That should be everything.", "I think I am done.", "I believe that was all."),
    ("I think that is it.", "Done, I think."),
)
DONE_AGAIN = Phrases(("Is there anything left to do?", "Is that really everything?"), ("Anything left?",))
WHICH = Phrases(
    (
        "Sorry, which one?",
        "Sorry, I did not get that. Which one?",
        "Which one do you mean?",
        "I did not understand that.",
    ),
    ("Which one?", "Sorry, what?"),
)
WHAT_IS_WRONG = Phrases(("What is wrong?", "Why, what is the matter?", "Stop what exactly?"), ("What is it?", "Why?"))
DOUBT = Phrases(
    ("Are you sure?", "Hm, are you sure about that?", "Really? Why?", "Is that right? I thought it was fine."),
    ("Are you sure?", "Sure?"),
)
DOUBT_PLAN = Phrases(
    ("Are you sure that I should {do}?", "Really, {do}? That is not on my list.", "Should I? Why?"),
    ("Are you sure?", "Why?"),
)
NOT_ON_LIST = Phrases(
    (
        "I don't see why I should {do}.",
        "But I need not {do}, as far as I know.",
        "That is not part of the task, I think.",
    ),
    ("Why {do}?", "I need not {do}."),
)
DONE_ALREADY = Phrases(
    ("But I already {did}.", "I already {did}, I think.", "No, I already {did}."), ("I already {did}.",)
)
SEEMS_RIGHT = Phrases(
    (
        "But that looks right to me.",
        "I don't think so, this seems right to me.",
        "No, I think this is as it should be.",
    ),
    ("Looks right to me.", "I don't think so."),
)
FALSE_CLAIM = Phrases(
    ("That is not so, as far as I can see.", "No, that is not what I see.", "I don't think that is true."),
    ("That's not so.", "No, it isn't."),
)
FALSE_STATE = Phrases(
    ("No, {it} is {so}, I can see it.", "But {it} is {so}.", "That is not true, {it} is {so}."), ("No, {it} is {so}.",)
)
FALSE_DID = Phrases(("No, I did not {do}.", "But I did not {do} yet."), ("I did not {do}.",))
CANNOT = Phrases(
    ("I can't {do}. {why}", "I would, but I can't {do} now. {why}", "That does not work. {why}"), ("I can't. {why}",)
)
COMPLAIN = Phrases(
    (
        "Please only tell me when it matters.",
        "That is a lot of talk. Please only speak up when it matters.",
        "I can't listen to all of this. Only tell me what is important, please.",
    ),
    ("Please only tell me when it matters.", "Only when it matters, please."),
)
FOLLOW = Phrases(
    ("Okay, I will do that.", "All right.", "Okay, I'll {do}.", "Good, I will {do} now."), ("Okay.", "Right.", "Sure.")
)
PERSUADED = Phrases(
    ("Oh, you are right, thanks.", "Thanks, I had not noticed.", "Oh! Good that you say so.", "Right, thank you."),
    ("Oh, right.", "Thanks.", "True."),
)
NOTE = Phrases(("Okay.", "Yes, I know.", "Yes, I am on it.", "All right, thanks."), ("Okay.", "Yes."))
ANSWERED = Phrases(("Thank you.", "Good to know, thanks.", "Ah, okay. Thanks."), ("Thanks.", "Okay."))
BUSY = Phrases(("I am {doing}.", "I am just {doing}."), ("{doing}.",))
OPENINGS: Mapping[UserAct, Phrases] = {
    UserAct.QUESTION: Phrases(
        ("", "Wait. ", "Let me ask you something. ", "Tell me, please: ", "Quick question: "), ("",)
    ),
    UserAct.REQUEST: Phrases(("", "One thing. ", "Could you help me with something? ", "Do me a favour. "), ("",)),
    UserAct.PLAN_CHANGE: Phrases(("", "Change of plan. ", "Listen, something has changed. ", "Hold on. "), ("",)),
}
"""What may stand before words that a scheduled event gives; the words themselves are never changed."""

Form = Literal["base", "past", "ing"]


class Wording:
    """Chooses among the sentences for one person, never the same twice in a row. rng: the person's own."""

    def __init__(self, persona: Persona, rng: random.Random) -> None:
        self._brief = persona.interruption == "necessary_only"
        self._rng = rng
        self._last = ""

    def say(self, phrases: Phrases, **words: str) -> str:
        """One of the sentences, filled in."""
        text = self._choose(phrases).format(**words)
        return text[:1].upper() + text[1:]

    def opened(self, act: UserAct, text: str) -> str:
        """Scheduled words as this person begins them."""
        phrases = OPENINGS.get(act)
        return text if phrases is None else self._choose(phrases) + text

    def _choose(self, phrases: Phrases) -> str:
        choices = phrases.brief if self._brief else phrases.full
        self._last = self._rng.choice([text for text in choices if text != self._last] or list(choices))
        return self._last


def spoken(lexicon: Lexicon, action: Action, form: Form = "base") -> str:
    """An action in words; "do that" for one that has no words, or names nothing."""
    try:
        return lexicon.say(action, form)
    except KeyError:
        return {"base": "do that", "past": "did that", "ing": "busy with that"}[form]


def sentence(text: str) -> str:
    """With a capital letter and a full stop."""
    text = text.strip()
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?")) else f"{text}."
