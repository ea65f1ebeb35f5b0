"""What the person keeps in mind: advice to carry out, advice for later, what was disputed, what awaits an answer."""

from __future__ import annotations

from dataclasses import dataclass, field

from envs.assist.action import Action
from envs.assist.grounding.act import Act, ActKind
from envs.assist.log import PENDING, EntryKind, Log, Response, UserAct

MOST_STEPS = 16
"""Actions after which advice that still is not carried out is dropped."""


@dataclass
class Advice:
    """Advice that was accepted. since: tick of that. steps: actions done towards it so far."""

    action: Action
    since: int
    steps: int = 0


@dataclass
class Memory:
    """One person's, for one episode. Facts and actions done are remembered by the log itself."""

    todo: list[Advice] = field(default_factory=list)
    """To be carried out before the own plan, in this order."""
    later: list[Action] = field(default_factory=list)
    """Accepted for the start of the next part; nothing that the plan holds anyway."""
    advised: set[str] = field(default_factory=set)
    """Parts of the task for which advice has been heard."""
    begun: set[str] = field(default_factory=set)
    """Parts that have been begun."""
    avoided: list[tuple[Act, int]] = field(default_factory=list)
    """Warnings that the person goes by, and until when."""
    held_back: set[Action] = field(default_factory=set)
    """Actions that such a warning has kept the person from, which they have said."""
    disputes: dict[str, int] = field(default_factory=dict)
    """What was called in question before, and how often; see `persuasion.topic_of`."""
    in_question: tuple[Act, ...] = ()
    """Acts that the person has doubted or objected to last."""
    believed: set[Act] = field(default_factory=set)
    """Claims that the person was told and could not check, without their words."""
    impossible: set[Action] = field(default_factory=set)
    """Advice of which the person has said that it cannot be done."""
    requests: list[tuple[str, str]] = field(default_factory=list)
    """(thing, value) that the person wants to be told of."""
    pending: list[tuple[UserAct, int]] = field(default_factory=list)
    """What the person has said that wants an answer, and when."""
    complained: bool = False
    """Whether the person has complained of too much talk."""
    last_acts: tuple[Act, ...] = ()
    """Of the last message that was taken in, without their words."""
    _sent: dict[int, int] = field(default_factory=dict)
    """Tick at which each message was sent that has not arrived."""
    _read: int = 0

    def read(self, log: Log) -> None:
        """Take in what the log has gained: what the person has said and asked for, and which messages have come."""
        entries = log.entries
        for entry in entries[self._read :]:
            data = entry.data
            if entry.kind == EntryKind.SAID:
                act = UserAct(data["act"])
                if act in PENDING or act == UserAct.PLAN_CHANGE:
                    self.pending.append((act, entry.tick))
            elif entry.kind == EntryKind.SENT:
                self._sent[data["message"]] = entry.tick
            elif entry.kind == EntryKind.HEARD:
                sent = self._sent.pop(data["message"])
                if data["response"] not in (Response.IGNORE, Response.ANNOYED):
                    self.pending = [(act, tick) for act, tick in self.pending if tick > sent]
            elif entry.kind == EntryKind.REQUESTED:
                self.requests.append((data["until"]["thing"], data["until"]["value"]))
        self._read = len(entries)

    def awaits(self, sent: int, *acts: UserAct) -> bool:
        """Whether a message sent at this tick can answer something of these kinds; of any kind without them."""
        return any(tick <= sent and (not acts or act in acts) for act, tick in self.pending)

    def requested(self, act: Act) -> bool:
        """Whether the person wanted to be told of what an act claims."""
        claims = act.kind == ActKind.CLAIM and not act.negated
        return claims and any(act.target == thing and act.value == value for thing, value in self.requests)
