"""What the expert assistant says and thinks: sentences that the grounding module understands, in varied words.

Every sentence is built from the lexicon's own words for actions, things and values. Without a generator (None) the
first wording is taken.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from envs.assist.action import Action
from envs.assist.grading.wording import is_plural
from envs.assist.lexicon import Lexicon

MESSAGES: Mapping[str, tuple[str, ...]] = {
    "stop": ("Stop, don't {action}.", "Wait, do not {action}.", "Please don't {action}."),
    "remedy": ("{Action}.", "Please {action}.", "You need to {action}."),
    "remedy_instead": ("{Action} instead.", "You should {action}.", "Please {action} instead."),
    "claim": ("{Thing} {is} {value}.",),
    "undone": ("You did not {action} yet.", "So far you did not {action}."),
    "already": ("You already {past}.",),
    "needless": ("You don't need {thing}.", "You do not need {thing}."),
    "next": ("Now {first}.", "Next, {first}.", "You can now {first}."),
    "next_two": ("Now {first}, then {second}.", "{First}, and then {second}.", "Next, {first}. Then {second}."),
    "ready": ("{Thing} {is} {value} now.", "{Thing} {is} {value}.", "I see that {thing} {is} {value}."),
    "promise": ("I will tell you when {thing} {is} {value}.", "Okay, I'll let you know when {thing} {is} {value}."),
    "missing": ("Not yet.", "No, not yet."),
    "agreed": ("Okay.", "All right."),
}
THOUGHTS: Mapping[str, tuple[str, ...]] = {
    "silent": ("All goes well. I stay silent.", "The person is at it. I say nothing.", "Nothing to say now."),
    "waiting": ("I have spoken. I wait for what the person does.", "My words are on their way. I wait."),
    "warn": ("The person goes wrong. I warn them.", "That is not the plan. I say so in time."),
    "correct": ("Something was done wrong. I help to put it right.", "A mistake was made. I say how to mend it."),
    "answer": ("The person asks what has happened. I answer.", "A question. I answer what I have seen."),
    "notify": ("What the person waits for is so. I tell them.", "It is time to tell the person."),
    "promise": ("The person wants to be told. I agree.", "A request. I say that I will watch."),
    "guide": ("The person needs the next step. I give it.", "The person waits for help. I say what comes next."),
    "insist": ("The person doubts me. I give a reason.", "I have not convinced the person. I say why."),
    "agree": ("The plan has changed. I agree.", "The person wants something else. I take it up."),
}


def filled(wording: str, words: Mapping[str, str]) -> str:
    """A wording with its words; `{Action}` is `action` with a capital."""
    capitals = {name.capitalize(): value[:1].upper() + value[1:] for name, value in words.items()}
    return wording.format(**words, **capitals)


def pick(rng: random.Random | None, table: Mapping[str, Sequence[str]], kind: str, **words: str) -> str:
    """A wording of this kind with its words filled in."""
    wordings = table[kind]
    return filled(wordings[0] if rng is None else rng.choice(wordings), words)


def wordings(rng: random.Random | None, kind: str, **words: str) -> list[str]:
    """All messages of this kind with their words filled in, in the order in which they are to be tried."""
    found = [filled(wording, words) for wording in MESSAGES[kind]]
    return found if rng is None else rng.sample(found, len(found))


def being(lexicon: Lexicon, thing: str, value: str) -> dict[str, str]:
    """Words of a statement of how a thing is: `thing`, `is` or rather "are", and `value`."""
    name = lexicon.name(thing)
    plural = thing not in lexicon.bare and is_plural(name)
    return {"thing": name, "is": "are" if plural else "is", "value": value}


def guidance(rng: random.Random | None, lexicon: Lexicon, first: Action, second: Action | None) -> str:
    """What to do next, and what follows."""
    if second is None:
        return pick(rng, MESSAGES, "next", first=lexicon.say(first))
    return pick(rng, MESSAGES, "next_two", first=lexicon.say(first), second=lexicon.say(second))
