"""What the expert assistant notes in its history: what a camera has shown so far, in words (REAL 4.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from data_synth.history import NOTHING_YET
from envs.assist.action import WAIT, Action
from envs.assist.lexicon import Lexicon
from envs.assist.log import Entry, EntryKind

MOST_NOTES = 14
"""Notes of single deeds that are kept, the latest."""


class Memory:
    """Fed with the log's entries as they come; visits are counted, deeds are kept with their tick."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._visits: dict[str, int] = {}
        self._deeds: list[str] = []

    def renamed(self, lexicon: Lexicon) -> Memory:
        """The same memory that speaks by another lexicon, as after a change of plan."""
        self._lexicon = lexicon
        return self

    def add(self, entries: Iterable[Entry]) -> None:
        """Note what was done."""
        for entry in entries:
            if entry.kind != EntryKind.DID:
                continue
            action = Action.from_json(entry.data["action"])
            forms = self._lexicon.verbs.get(action.verb)
            if action.verb == WAIT or forms is None:
                continue
            if forms.takes == "place":
                self._visits[action.target] = self._visits.get(action.target, 0) + 1
            elif action.target in ("", *self._lexicon.things):
                self._deeds.append(f"{self._lexicon.say(action, 'past')} at {entry.tick}")

    def events(self) -> str:
        """Deeds with ticks, the latest MOST_NOTES, and visits with counts."""
        names = self._lexicon.things
        visits = ", ".join(f"{names[place][0]} {count}" for place, count in self._visits.items() if place in names)
        parts = [*self._deeds[-MOST_NOTES:], *([f"visits: {visits}"] if visits else [])]
        return "; ".join(parts) or NOTHING_YET


def parts_done(parts: Mapping[str, str], left: Iterable[str]) -> str:
    """The parts of the sheet that no plan needs any more, in a few words each."""
    ahead = set(left)
    return ", ".join(words for part, words in parts.items() if part not in ahead) or NOTHING_YET
