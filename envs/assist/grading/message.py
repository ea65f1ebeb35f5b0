"""A message as grading sees it: a SENT entry, read."""

from __future__ import annotations

from dataclasses import dataclass

from envs.assist.grounding.act import Act, ActKind, Understood
from envs.assist.log import Entry


@dataclass(frozen=True, slots=True)
class Sent:
    """Something that the assistant said. sent, arrives: ticks."""

    number: int
    sent: int
    arrives: int
    said: Understood

    @classmethod
    def read(cls, entry: Entry) -> Sent:
        """Of a SENT entry."""
        data = entry.data
        return cls(data["message"], entry.tick, data["arrives"], Understood.from_json(data["heard_as"]))

    @property
    def acts(self) -> tuple[Act, ...]:
        """What it does."""
        return self.said.acts

    def of_kind(self, *kinds: ActKind) -> list[Act]:
        """Its acts of these kinds."""
        return [act for act in self.said.acts if act.kind in kinds]
