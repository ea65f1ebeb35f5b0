"""How a domain's things, verbs and values are called: for reading what is said, and for saying it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from envs.assist.action import WAIT, Action


@dataclass(frozen=True)
class VerbForms:
    """Words for one verb; the first of each is the one that is spoken.

    base: "chop", "cut up". past: "chopped". ing: "chopping". takes: what must be named: nothing, a thing, a place, or a
    thing and a place. joint: the preposition before the place, such as "in" or "on" ("" for verbs of places alone).
    said: no action of the world, so no log holds it; people say it, and `Domain.towards` knows what is meant.
    """

    base: tuple[str, ...]
    past: tuple[str, ...]
    ing: tuple[str, ...]
    takes: Literal["nothing", "thing", "place", "both"] = "thing"
    joint: str = ""
    said: bool = False


@dataclass(frozen=True)
class Lexicon:
    """Names of one task's domain.

    things: id -> names without article, places among them, the spoken one first. places: the ids one can go to or put
    into. verbs: verb -> forms. values: (property, value) -> words, such as ("state", "done") -> ("done", "ready").
    unreal: names of things that such a world might hold and this one does not, for false premises. bare: ids whose
    names take no article (settings, proper names, countless food). joints: place -> the preposition before it, where it
    is not its verb's ("on" the table, though one puts things "in" most places). meant: things that the task is about,
    which a plural means where other things share the name ("the plates" that are to be washed). sentences: words of the
    task sheet that are understood as a whole ("load the dishes") -> what they ask to be done, () for nothing to do.
    """

    things: Mapping[str, tuple[str, ...]]
    places: frozenset[str]
    verbs: Mapping[str, VerbForms]
    values: Mapping[tuple[str, str], tuple[str, ...]]
    unreal: tuple[str, ...] = ()
    bare: frozenset[str] = field(default=frozenset())
    joints: Mapping[str, str] = field(default_factory=dict)
    meant: frozenset[str] = field(default=frozenset())
    sentences: Mapping[str, tuple[Action, ...]] = field(default_factory=dict)

    def name(self, thing: str) -> str:
        """A thing as it is spoken of, with its article: "the tomato"."""
        name = self.things[thing][0]
        return name if thing in self.bare else f"the {name}"

    def value(self, prop: str, value: str) -> str:
        """A value as it is spoken of; the value itself where it has no words."""
        return self.values.get((prop, value), (value,))[0]

    def say(self, action: Action, form: Literal["base", "past", "ing"] = "base") -> str:
        """An action in words: "chop the tomato", "chopped the tomato", "chopping the tomato"."""
        if action.verb == WAIT:
            return {"base": "wait", "past": "waited", "ing": "waiting"}[form]
        forms = self.verbs[action.verb]
        words = [getattr(forms, form)[0]]
        words += [self.name(action.target)] if action.target else []
        words += [self.joints.get(action.place, forms.joint) or "in", self.name(action.place)] if action.place else []
        return " ".join(words)
