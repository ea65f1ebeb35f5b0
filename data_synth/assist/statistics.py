"""What a dataset of an assist world holds: persons, what was scheduled, and what was said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from data_synth.statistics import Statistics
from envs.assist.tools import SAY
from envs.episode import Episode


@dataclass
class AssistStatistics(Statistics):
    """Counters of one of the three worlds."""

    levels: Counter[str] = field(default_factory=Counter)
    """Levels of the persons' four axes."""
    events: Counter[str] = field(default_factory=Counter)
    """Scheduled events, by type and kind."""
    messages: set[str] = field(default_factory=set)

    def add(self, episode: Episode) -> None:
        """Count one episode."""
        super().add(episode)
        parameters = episode.task.parameters
        self.levels.update(f"{axis} {level}" for axis, level in parameters["persona"].items())
        for event in parameters["schedule"]:
            self.events[" ".join(filter(None, (event["type"].replace("_", " "), event.get("kind"))))] += 1
        said = (turn.call for turn in episode.turns if turn.call is not None and turn.call.name == SAY)
        self.messages.update(str(call.arguments["message"]) for call in said)

    def own_rows(self) -> Iterator[tuple[str, str]]:
        """Persons, events and messages."""
        for name, counts in (("persons", self.levels), ("events", self.events)):
            yield name, ", ".join(f"{value}: {count}" for value, count in sorted(counts.items()))
        yield "distinct messages", str(len(self.messages))
