"""What words do: an utterance, once understood, is a tuple of acts over the domain's verbs, things and values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any

from envs.assist.action import Action


class ActKind(StrEnum):
    """One speech act of an assistant, or of a person."""

    ADVISE = "advise"
    """Do it: verb, target, place. `later` when it is not for now ("after that", "then")."""
    WARN = "warn"
    """Do not, or stop: verb and target where they are named; with neither it is a bare "stop"."""
    CLAIM = "claim"
    """A statement: `target` has `value` for `prop`; `negated` when it says the contrary. Beside the domain's own,
    `prop` is "did" or "doing" (the person, `verb` to `target`), "before" (`target` came before `value`, or first),
    "is" (value "that": what is seen is the target), "exists", "needed" (value "yes" or "no") or "fulfilled".
    """
    NUMBER = "number"
    """A number, alone or with a unit: `number`; `target` where it says of what."""
    YES = "yes"
    NO = "no"
    PROMISE = "promise"
    """I will tell you when ..."""
    ASK = "ask"
    """A question back to the person."""
    ACKNOWLEDGE = "acknowledge"
    PRAISE = "praise"
    GREET = "greet"


@dataclass(frozen=True, slots=True)
class Act:
    """One act. Fields that its kind does not use are empty. text: the words that were read as it."""

    kind: ActKind
    text: str = ""
    verb: str = ""
    target: str = ""
    place: str = ""
    prop: str = ""
    value: str = ""
    number: float | None = None
    negated: bool = False
    later: bool = False

    @property
    def action(self) -> Action:
        """What is advised, or warned of."""
        return Action(self.verb, self.target, self.place)

    def to_json(self) -> dict[str, Any]:
        """Plain data, empty fields left out."""
        return {
            name: value for name in FIELDS if (value := getattr(self, name)) not in ("", None) and value is not False
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Act:
        """Inverse of `to_json`."""
        return cls(**{**data, "kind": ActKind(data["kind"])})


FIELDS = tuple(field.name for field in fields(Act))


@dataclass(frozen=True, slots=True)
class Understood:
    """An utterance as far as it was understood.

    acts: in the order of the words. things: ids that are named, also outside acts. unknown: names of things, and whole
    clauses, that could not be grounded: what an honest listener has to ask back about.
    """

    acts: tuple[Act, ...] = ()
    things: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()

    @property
    def understood(self) -> bool:
        """Whether anything was."""
        return bool(self.acts)

    def to_json(self) -> dict[str, Any]:
        """Plain data for the event log."""
        return {
            "acts": [act.to_json() for act in self.acts],
            "things": list(self.things),
            "unknown": list(self.unknown),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Understood:
        """Inverse of `to_json`."""
        return cls(tuple(map(Act.from_json, data["acts"])), tuple(data["things"]), tuple(data["unknown"]))
