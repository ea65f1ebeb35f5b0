"""What things and receptacles are called in an instruction: short true words that single each out in its scene."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping

from envs.home.objects import ObjectModel
from envs.home.scene import Scene
from envs.home.tasks.layout import DraftError
from envs.home.user.names import Names, plain


class Referring:
    """The words for one task's things and one scene's receptacles."""

    def __init__(self, scene: Scene, models: Mapping[str, ObjectModel]) -> None:
        self.scene, self.models = scene, models
        self.names = Names(models, scene.receptacles)

    def thing(self, name: str) -> str:
        """Its label, and as few of its traits as tell it from all other things here: "the blue coffee mug". DraftError
        when something else has all of its traits.
        """
        described = self.names.describe(name, [other for other in self.models if other != name])
        if described is None:
            raise DraftError(f"nothing that is said of {name} singles it out")
        return described.full

    def furniture(self, receptacle: str, rng: random.Random) -> str:
        """By what it looks like, or what it is for, or by its category where it is the only one of its kind."""
        piece = self.scene.receptacles[receptacle]
        like = [other for other in self.scene.receptacles.values() if other.category == piece.category]
        if len(like) == 1:
            return f"the {plain(piece.category)}" if rng.random() < 0.6 else piece.looks
        # What a piece is for shows by its room; two in one room can be told apart by their looks alone.
        if sum(other.room == piece.room for other in like) == 1 and rng.random() < 0.35:
            return f"{piece.use} in {room(piece.room)}"
        return piece.looks

    def way(self, source: str, destination: str, called: Mapping[str, str]) -> dict[str, str]:
        """A template's words for a way: "out of the fridge", "in the fridge", "into the sink", "in the sink"."""
        first, last = called[source], called[destination]
        return {
            "out_of": self.out_of(source, first),
            "at": self.at(source, first),
            "into": self.into(destination, last),
            "there": self.at(destination, last),
        }

    def out_of(self, receptacle: str, called: str) -> str:
        """Whence something is taken: "out of the fridge", "from the table"."""
        return f"{'out of' if self._holds(receptacle) else 'from'} {called}"

    def at(self, receptacle: str, called: str) -> str:
        """Where something is: "in the fridge", "on the table"."""
        return f"{'in' if self._holds(receptacle) else 'on'} {called}"

    def into(self, receptacle: str, called: str) -> str:
        """Where something is put: "into the fridge", "on the table"."""
        return f"{'into' if self._holds(receptacle) else 'on'} {called}"

    def _holds(self, receptacle: str) -> bool:
        """Whether things are in it rather than on it."""
        surfaces = self.scene.receptacles[receptacle].surfaces
        return all(surface.inside for surface in surfaces) or self.names.preposition(receptacle) == "in"


def room(name: str) -> str:
    """A room in words: "the children's room"."""
    return f"the {plain(name)}".replace("children room", "children's room")


def is_plural(words: str) -> bool:
    """Whether a noun phrase takes "them": "the scissors", but not "the glass" nor "something that grows"."""
    if not words.startswith(("the ", "my ")):
        return False
    noun = re.split(r" with | without ", words)[0].split()[-1]
    return noun.endswith("s") and not noun.endswith(("ss", "us", "is"))
