"""Words for what a user wants of a device, and for each change on the way; never an id or a state's name.

`categories/<Category>.words.json` holds infinitive phrases, so that few words serve instructions and thoughts
alike:

    goals       goal state -> phrases
    goals_from  "from>goal" -> phrases, where the plain ones would mislead from there
    steps       "state>next" -> one phrase for that change

A state without a phrase is no goal: nobody asks for an error, or for a state that a device merely rests in.
"""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from envs.devices.machine import MachineError, first_error

FOLDER = Path(__file__).parent / "categories"

STYLES = {
    "order": "{Phrase}.",
    "polite": "Please {phrase}.",
    "wish": "I want you to {phrase}.",
    "question": "Can you {phrase}?",
}
"""How a user may ask for a phrase."""
LATER_STYLES = {"now": "Now {phrase}.", "then": "Then {phrase}.", **STYLES}
"""The same for a goal that follows another."""


class Words(BaseModel):
    """A category's phrases."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    goals: dict[str, tuple[str, ...]]
    goals_from: dict[str, tuple[str, ...]] = {}
    steps: dict[str, str] = {}

    def goal_phrases(self, state: str, goal: str) -> tuple[str, ...]:
        """Phrases for `goal` when the device rests in `state`; empty when nobody would ask for it."""
        return self.goals_from.get(f"{state}>{goal}") or self.goals.get(goal, ())

    def step_phrase(self, state: str, following: str) -> str:
        """The phrase of the change from `state` to `following`."""
        phrase = self.steps.get(f"{state}>{following}")
        return phrase or next(iter(self.goals.get(following, ())), "go on")


@cache
def load_words(category: str) -> Words:
    """A category's phrases; MachineError names file, field and value."""
    path = FOLDER / f"{category}.words.json"
    try:
        return Words.model_validate_json(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise MachineError(f"{path}: cannot be read: {error}") from error
    except ValidationError as error:
        raise MachineError(f"{path}: {first_error(error)}") from error


def instruct(words: Words, state: str, goal: str, first: bool, rng: random.Random) -> str:
    """An instruction for `goal`, given in `state`. ValueError for a goal that nobody asks for."""
    phrases = words.goal_phrases(state, goal)
    if not phrases:
        raise ValueError(f"no phrase for the goal {goal!r}")
    phrase = rng.choice(phrases)
    return worded(phrase, rng.choice([*(STYLES if first else LATER_STYLES)]))


def worded(phrase: str, style: str) -> str:
    """A phrase as an instruction in one of the LATER_STYLES."""
    return LATER_STYLES[style].format(phrase=phrase, Phrase=phrase[0].upper() + phrase[1:])


def reworded(category: str, state: str, goal: str, told: str, style: str) -> str:
    """An instruction of ours, given in `state`, with the same phrase in another of the STYLES.

    ValueError for an unknown style, and for an instruction that is none of ours.
    """
    if style not in STYLES:
        raise ValueError(f"{style!r} is not one of {', '.join(STYLES)}")
    for phrase in load_words(category).goal_phrases(state, goal):
        if told in [worded(phrase, known) for known in LATER_STYLES]:
            return worded(phrase, style)
    raise ValueError(f"{told!r} holds none of the phrases for {goal!r}")


@cache
def _sentences(category: str) -> frozenset[str]:
    words = load_words(category)
    phrases = {phrase for group in (words.goals, words.goals_from) for told in group.values() for phrase in told}
    return frozenset(worded(phrase, style) for phrase in phrases for style in LATER_STYLES)


def is_ours(category: str, told: str) -> bool:
    """Whether an instruction is one that the category's templates give."""
    return told in _sentences(category)
