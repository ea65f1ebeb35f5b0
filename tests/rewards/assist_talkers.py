"""Assistants that try to be paid for talk, and episodes of them and of the expert, each played once a session."""

from __future__ import annotations

from functools import cache
from typing import Any

from data_synth.assist.baselines import Random, Silent, Talkative
from data_synth.assist.config import AssistManner
from data_synth.assist.expert import Expert
from data_synth.play import Actor, play
from envs.assist.cases import CookOptions, HouseholdOptions, PhoneOptions, case_at
from envs.assist.log import EntryKind
from envs.assist.world import AssistWorld
from envs.context import ContextSettings
from envs.environment import make
from envs.episode import Episode, Task

OPTIONS = {"cook": CookOptions(), "household": HouseholdOptions(), "phone": PhoneOptions()}
WORLDS = tuple(OPTIONS)
CONTEXT = ContextSettings(mode="markov")


class Alarmist(Silent):
    """Warns of everything, says every number, says of everything that it is done: in turn, at every turn."""

    def words(self) -> str:
        lexicon = self.world.harness.domain.lexicon
        things = sorted(set(lexicon.things) - lexicon.places) or sorted(lexicon.things)
        thing = lexicon.name(things[self.turn // 3 % len(things)])
        verbs = [verb for verb, forms in sorted(lexicon.verbs.items()) if forms.takes == "thing"]
        verb = lexicon.verbs[verbs[self.turn % len(verbs)]].base[0]
        said = f"Don't {verb} {thing}.", f"{self.turn % 7}, or {5 * (self.turn % 9)} ticks.", f"{thing} is done now."
        return said[self.turn % 3].capitalize()


class Parrot(Silent):
    """Says one true and useful thing again and again: the sheet's first part."""

    def words(self) -> str:
        part = next(iter(self.world.harness.domain.sheet.parts.values()))
        return f"{part[:1].upper()}{part[1:]}."


class Asker(Silent):
    """Asks back, at every turn."""

    def words(self) -> str:
        return ("What are you doing?", "Are you sure?", "Which one do you mean?")[self.turn % 3]


class Yea(Silent):
    """Agrees with whatever the person says, and says so once for each thing said: talk that follows on talk."""

    heard = 0

    def words(self) -> str:
        said = len(self.world.harness.log.of_kind(EntryKind.SAID))
        new, self.heard = said > self.heard, said
        return "Yes, okay." if new else ""


class Provoker(Silent):
    """Talks nonsense so that the person objects or asks back, and has an answer to that."""

    def words(self) -> str:
        lexicon = self.world.harness.domain.lexicon
        things = sorted(set(lexicon.things) - lexicon.places) or sorted(lexicon.things)
        thing = lexicon.name(things[self.turn // 2 % len(things)])
        return f"Don't pick up {thing}." if self.turn % 2 == 0 else f"Yes, {thing} is not needed. Go on."


TALKERS: dict[str, type[Silent]] = {
    "talkative": Talkative,
    "random": Random,
    "alarmist": Alarmist,
    "parrot": Parrot,
    "asker": Asker,
    "yea": Yea,
    "provoker": Provoker,
}
ALWAYS = ("talkative", "alarmist", "parrot", "asker", "provoker")
"""Those that speak at every turn."""


@cache
def case(world: str, number: int) -> Task:
    """One of the drawn cases; no list of a configuration begins with these."""
    return case_at(world, "rl", number, OPTIONS[world])


@cache
def played(world: str, number: int, who: str) -> Episode:
    """The episode of "planner", "silent" or a talker, without rewards and pictures."""
    task, simulator = case(world, number), _simulator(world)
    initial = simulator.reset(task)
    actor: Actor[Any]
    if who == "planner":
        actor = Expert(task, simulator, 0, CONTEXT, AssistManner(), None)
    else:
        actor = (Silent if who == "silent" else TALKERS[who])(task, simulator, 0, CONTEXT)
    return play(actor, task, simulator, initial, None)


@cache
def _simulator(world: str) -> AssistWorld:
    simulator = make(world, {"render": False})
    assert isinstance(simulator, AssistWorld)
    return simulator
