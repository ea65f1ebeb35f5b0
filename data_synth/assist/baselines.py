"""Assistants that know nothing, for comparison: what silence, chance and chatter come to."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from data_synth.play import Actor, Move
from envs.assist.action import Action
from envs.assist.tools import SAY, STAY_SILENT
from envs.assist.world import AssistWorld
from envs.context import ContextSettings
from envs.episode import Step, Task, ToolCall
from envs.reply import History

SPEAKS = 0.3
"""Share of its turns in which the random assistant speaks."""


class Silent:
    """Says nothing, ever."""

    def __init__(self, task: Task, world: AssistWorld, seed: int, context: ContextSettings) -> None:
        self.world, self.context = world, context
        self.rng = random.Random(f"{task.id}:{seed}")
        self.turn = -1

    def words(self) -> str:
        """What is said in this turn; "" for nothing."""
        return ""

    def move(self) -> Move:
        """The next turn."""
        self.turn += 1
        words = self.words()
        call = ToolCall(SAY, {"message": words}) if words else ToolCall(STAY_SILENT)
        history = History(summary="", task="") if self.context.history_required else None
        return Move("", history, call, True)

    def learn(self, move: Move, step: Step) -> None:
        """Nothing."""


class Random(Silent):
    """Advises anything that the words of this world can name, now and then."""

    def words(self) -> str:
        if self.rng.random() >= SPEAKS:
            return ""
        lexicon = self.world.harness.domain.lexicon
        verb = self.rng.choice(sorted(lexicon.verbs))
        takes = lexicon.verbs[verb].takes
        places = sorted(lexicon.places)
        things = sorted(set(lexicon.things) - lexicon.places)
        target = self.rng.choice(places if takes == "place" else things) if takes != "nothing" else ""
        place = self.rng.choice(places) if takes == "both" else ""
        words = lexicon.say(Action(verb, target, place))
        return f"{words[:1].upper()}{words[1:]}."


class Talkative(Silent):
    """Reads the task sheet out, part after part, at every turn: speaking always."""

    def words(self) -> str:
        parts = list(self.world.harness.domain.sheet.parts.values())
        words = parts[self.turn % len(parts)]
        return f"{words[:1].upper()}{words[1:]}."


BASELINES: dict[str, Callable[[Task, AssistWorld, int, ContextSettings], Actor[Any]]] = {
    "silent": Silent,
    "random": Random,
    "talkative": Talkative,
}
"""By the name under which a benchmark plays them."""
