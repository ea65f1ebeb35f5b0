"""What is known of the clause that is being read."""

from __future__ import annotations

from dataclasses import dataclass, field

from envs.assist.grounding.act import ActKind
from envs.assist.grounding.arguments import VerbGroup
from envs.assist.grounding.names import Name

CONDITIONAL = frozenset(("until", "while", "when", "if", "before", "ensure", "verify"))
"""Frames in which nothing is said as a fact."""


@dataclass(slots=True)
class Clause:
    """One clause so far.

    start: its first word. acts: how many acts there were before it. frame: "main"; one of CONDITIONAL; "ask";
    "promise"; "unsure", after "I am not sure"; "self", after "I will"; "told", where what follows needs no reading.
    """

    start: int
    acts: int
    frame: str = "main"
    subject: str = ""
    """you, i, recipe, that, name (then `name` is it), other; or none yet."""
    name: Name | None = None
    aux: str = ""
    """The last auxiliary: be, have, do, did, will, modal."""
    neg: bool = False
    modal: bool = False
    to: bool = False
    """Before an infinitive."""
    soon: bool = False
    """Of what is not so yet: "almost", "will be"."""
    passive: bool = False
    """"be" after a modal or "to"."""
    never: bool = False
    exist: bool = False
    """After "there is"."""
    hold: bool = False
    """After "you are holding"."""
    need: bool = False
    forgot: bool = False
    remember: bool = False
    """After "don't forget"."""
    recipe: bool = False
    """The recipe or the task is spoken of."""
    first: bool = False
    instead: bool = False
    use: str = ""
    """A verb of no world that was read, such as "use"."""
    gerund: str = ""
    """What an -ing verb next is: "do", "stop" or "did"."""
    expects: int = -1
    """The word at which a name is what the cue before it speaks of, though a preposition stands between."""
    group: VerbGroup | None = None
    """The last verb of the world."""
    kind: ActKind | None = None
    """What the clause has done."""
    settled: bool = False
    """It was understood, with or without an act."""
    claimed: bool = False
    """The clause before it claimed something that the person did."""
    content: int = 0
    """Words that were not understood."""
    numbers: list[tuple[float, str, str]] = field(default_factory=list)
    """Numbers read: value, unit, what of."""
    promised: tuple[str, str, str] = ("", "", "")
    """What the promise is about: thing, property, value."""

    @property
    def fresh(self) -> bool:
        """Nothing but fillers so far."""
        return not (self.subject or self.aux or self.content or self.neg or self.group or self.settled or self.to)
