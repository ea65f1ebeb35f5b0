"""The person who is guided: what a simulated user gets to know and what it decides.

The harness carries the person through the world, schedules what is out of plan, and delivers messages; a user decides
what to do next and how to take what it hears. The rule-based user and the one that a model plays keep this protocol.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

from envs.assist.action import Action
from envs.assist.domain import Domain
from envs.assist.errors import ErrorFacts
from envs.assist.grounding.act import Act, Understood
from envs.assist.log import Log, Response, UserAct
from envs.assist.persona import Persona


@dataclass(frozen=True, slots=True)
class Utterance:
    """Something that the person says. reply_to: number of the message that it answers."""

    act: UserAct
    text: str
    reply_to: int | None = None


@dataclass(frozen=True, slots=True)
class Message:
    """Something that the assistant has said, as it reaches the person. number: counts from 0 in an episode."""

    number: int
    text: str
    heard_as: Understood
    sent: int


@dataclass(frozen=True)
class View:
    """What a user decides by. The person sees the world around (`domain.visible(state)`) and remembers `log`.

    regarded: goal conditions that the person takes for met though they may not be. deviation: the error that is being
    made now, of which the person knows nothing as an error. doing: the action that is under way.
    """

    domain: Domain[Any]
    state: Any
    tick: int
    log: Log
    persona: Persona
    deadline: int
    regarded: frozenset[str] = frozenset()
    deviation: ErrorFacts | None = None
    errors: tuple[ErrorFacts, ...] = ()
    """Errors under way or done that the person has not understood yet; only to ask `addresses` whether a message is
    about one. A user must not act on them otherwise."""
    doing: Action | None = None


@dataclass(frozen=True, slots=True)
class Reaction:
    """How a message is taken. accepted: the acts that the person believes and goes by; on those about an error the
    harness gives the error up, or has it repaired. interrupts: the action under way is dropped, where it can be.
    """

    response: Response
    accepted: tuple[Act, ...] = ()
    words: tuple[Utterance, ...] = ()
    interrupts: bool = False


@dataclass(frozen=True, slots=True)
class Decision:
    """What an idle person does. action: None to be idle for `ticks`, or until a message comes or the world changes."""

    action: Action | None = None
    ticks: int = 1
    words: tuple[Utterance, ...] = field(default=())


class User(Protocol):
    """One person for one episode. Deterministic by its seed where it is rule-based."""

    def decide(self, view: View) -> Decision:
        """Called when the person is idle and no deviation dictates what is done. InfraError when a server fails."""
        ...

    def hear(self, message: Message, view: View) -> Reaction:
        """Called when a message arrives. InfraError when a server fails."""
        ...

    def phrase(self, act: UserAct, text: str, view: View) -> Utterance:
        """How this person says what a scheduled event has them say (`text` holds it in plain words)."""
        ...
