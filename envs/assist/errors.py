"""Whether what an assistant says is about an error: the one rule by which the person, the graders and rewards decide.

An act addresses an error when it warns of one of its actions or of a wrong thing, advises one of the remedy's actions,
or claims something of a wrong thing. A bare "stop" or "careful" does not: it says nothing of what is wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from envs.assist.action import Action
from envs.assist.domain import Deviation
from envs.assist.grounding.act import Act, ActKind
from envs.assist.log import Entry


@dataclass(frozen=True)
class ErrorFacts:
    """What of a deviation stands in the log."""

    event: str
    kind: str
    actions: tuple[Action, ...]
    wrong: tuple[str, ...]
    remedy: tuple[Action, ...]
    blind: tuple[str, ...] = ()

    @classmethod
    def of(cls, event: str, deviation: Deviation) -> ErrorFacts:
        """Of a deviation that begins."""
        blind = tuple(sorted(deviation.blind))
        return cls(event, deviation.kind, deviation.actions, deviation.wrong, deviation.remedy, blind)

    @classmethod
    def read(cls, entry: Entry) -> ErrorFacts:
        """Of a DEVIATING entry."""
        data = entry.data
        actions, remedy = (tuple(map(Action.from_json, data[name])) for name in ("actions", "remedy"))
        return cls(data["event"], data["kind"], actions, tuple(data["wrong"]), remedy, tuple(data["blind"]))

    def to_json(self) -> dict[str, object]:
        """The DEVIATING entry's data."""
        return {
            "event": self.event,
            "kind": self.kind,
            "actions": [action.to_json() for action in self.actions],
            "wrong": list(self.wrong),
            "remedy": [action.to_json() for action in self.remedy],
            "blind": list(self.blind),
        }


def addresses(act: Act, error: ErrorFacts) -> bool:
    """Whether one act is about the error."""
    if act.kind == ActKind.WARN:
        if act.target in error.wrong:
            return True
        return bool(act.verb or act.target) and any(_covers(act, action) for action in error.actions[-1:])
    if act.kind == ActKind.ADVISE and not act.later:
        return any(_covers(act, action) and bool(act.target) for action in error.remedy)
    return act.kind == ActKind.CLAIM and act.target in error.wrong


def addressed(acts: Iterable[Act], errors: Sequence[ErrorFacts]) -> list[ErrorFacts]:
    """Those of the errors that any act is about."""
    acts = list(acts)
    return [error for error in errors if any(addresses(act, error) for act in acts)]


def _covers(act: Act, action: Action) -> bool:
    """Whether the act names this action; what it leaves open matches anything."""
    return act.verb in ("", action.verb) and act.target in ("", action.target) and act.place in ("", action.place)
