"""What the expert of the home world says: a thought before each call, and its history of what was confirmed (REAL 4.1).

Short and from few templates, since a small model learns from them; without a generator (None) always from the first.
Nothing is said that the policy could not know: a thing is called by its kind until it was found, and by its looks from
then on, once it is clear that it is meant; receptacles by their ids.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from data_synth.history import NOTHING_YET
from envs.episode import EventKind, Step
from envs.reply import History

SUMMARY_WORDS = 40
WANTED = "thing that is wanted"
"""What a thing is called before the person has said which one they mean, where not even its kind is clear."""

STYLES: Mapping[str, tuple[str, ...]] = {
    "go": ("To {aim} I go to {name}.", "I go to {name} to {aim}.", "I want to {aim}. I go to {name}."),
    "check": ("I see whether it is {name}.", "It may be {name}. I go and look.", "I look at {name} first."),
    "walk": ("I look around {at}.", "I do not see yet what is at {at}. I look around.", "To {aim} I look around {at}."),
    "show": ("I look for the {what} here.", "To {aim} I search this view for the {what}."),
    "gaze": ("I come closer to mark {mark}.", "I cannot see mark {mark} well. I come closer."),
    "pick": ("Mark {mark} is the {what}. I take it.", "I take the {what}, mark {mark}."),
    "place": ("I put the {what} down at {name}.", "Here, at {name}, I put down the {what}."),
    "open": ("{name} is closed. I open it by mark {mark}.", "I open {name} by mark {mark}."),
    "close": ("{name} is open. I close it by mark {mark}.", "I close {name} by mark {mark}."),
    "ask": ("I do not know {unclear}. I ask.", "It is not clear {unclear}, so I ask."),
}
UNCLEAR = {"target": "which one is meant", "destination": "where it should go"}
QUESTIONS: Mapping[tuple[str, ...], tuple[str, ...]] = {
    ("target",): ("Which one do you want?", "Which one do you mean?", "Which of them should I take?"),
    ("destination",): ("Where should I put it?", "Where do you want it to be?", "Where should it go?"),
    ("target", "destination"): (
        "Which one do you want, and where should I put it?",
        "Which one do you mean, and where should it go?",
    ),
}
AFTER: Mapping[str, str] = {
    "unknown_mark": "There is no such mark.",
    "unknown_receptacle": "There is no such receptacle.",
    "out_of_reach": "It is out of reach.",
    "hands_full": "The gripper is full.",
    "hands_empty": "The gripper is empty.",
    "not_graspable": "That cannot be taken.",
    "no_handle": "That does not open.",
    "closed": "It is closed.",
    "no_change": "It is so already.",
    "nowhere": "I must go somewhere first.",
    "wrong_thing": "That is not the one. I put it back.",
    "elsewhere": "This is not the place.",
    "absent": "It is not here.",
}
"""What opens the thought after a mistake, by its code."""


def say(rng: random.Random | None, kind: str, **words: object) -> str:
    """A thought from the templates of its kind."""
    return _pick(rng, STYLES[kind]).format(**words)


def question(rng: random.Random | None, unclear: Sequence[str]) -> str:
    """A question for what is unclear, in this order: target before destination."""
    return _pick(rng, QUESTIONS[tuple(unclear)])


def unclear_words(unclear: Sequence[str]) -> str:
    """ "which one is meant and where it should go"."""
    return " and ".join(UNCLEAR[name] for name in unclear)


def recovery(step: Step, code: str | None = None) -> str:
    """What opens the thought after a mistake: by `code`, else by what failed."""
    failed = next((str(event.data.get("code")) for event in step.events if event.kind == EventKind.FAILED), "")
    return AFTER.get(code or failed, "")


def history(done: Sequence[str], told: Sequence[str], task: str) -> History:
    """The history: what the person said, then the latest successes that fit in SUMMARY_WORDS words."""
    room = SUMMARY_WORDS - sum(len(words.split()) for words in told)
    kept: list[str] = []
    for phrase in dict.fromkeys(reversed(done)):  # of what was done several times, the last
        room -= len(phrase.split())
        if room < 0:
            break
        kept.insert(0, phrase)
    return History(summary=", ".join((*told, *kept)) or NOTHING_YET, task=task)


def _pick(rng: random.Random | None, templates: Sequence[str]) -> str:
    return templates[0] if rng is None else rng.choice(templates)
