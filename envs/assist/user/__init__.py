"""The simulated person: who they are decides what they do and how they take what is said (IVG Tables 1B and 22)."""

from __future__ import annotations

from envs.assist.persona import Persona
from envs.assist.user.endpoint import EndpointUser, PersonSettings
from envs.assist.user.protocol import Decision, Message, Reaction, User, Utterance, View
from envs.assist.user.rule_based import RuleBasedUser

__all__ = [
    "Decision",
    "EndpointUser",
    "Message",
    "PersonSettings",
    "Reaction",
    "RuleBasedUser",
    "User",
    "Utterance",
    "View",
    "make_person",
]


def make_person(persona: Persona, seed: int, endpoint: PersonSettings | None = None) -> User:
    """The person of one episode: played by the endpoint's model, or by rules when there is none."""
    return RuleBasedUser(persona, seed) if endpoint is None else EndpointUser(endpoint, persona, seed)
