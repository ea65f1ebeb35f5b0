"""What a person does in one go: a verb of the world's own and the ids of what it is done to."""

from __future__ import annotations

from dataclasses import dataclass

WAIT = "wait"
"""The one verb of every world: do nothing until something changes. It has no target."""


@dataclass(frozen=True, slots=True)
class Action:
    """One action. verb: one of the domain's, or WAIT. target, place: ids of the domain, "" where the verb takes none.

    `Action("put", "apple_1", "fridge_1")` puts an apple into the fridge; `Action("chop", "tomato")` chops.
    """

    verb: str
    target: str = ""
    place: str = ""

    def to_json(self) -> list[str]:
        """The action as it stands in the event log."""
        return [self.verb, self.target, self.place]

    @classmethod
    def from_json(cls, data: list[str]) -> Action:
        """Inverse of `to_json`."""
        return cls(*data)
