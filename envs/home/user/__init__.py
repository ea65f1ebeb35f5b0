"""The simulated user: who gave the instruction, and answers what it leaves open (REAL 3.1)."""

from __future__ import annotations

from collections.abc import Mapping

from envs.home.user.endpoint import EndpointSettings, EndpointUser
from envs.home.user.names import Furniture, Names, Thing
from envs.home.user.profile import Ambiguity, UserProfile, candidates
from envs.home.user.questions import normalised
from envs.home.user.rule_based import RuleBasedUser
from envs.home.user.shared import Answer, SharedContext, SimulatedUser

__all__ = [
    "Ambiguity",
    "Answer",
    "EndpointSettings",
    "EndpointUser",
    "Names",
    "RuleBasedUser",
    "SharedContext",
    "SimulatedUser",
    "UserProfile",
    "candidates",
    "make_user",
    "normalised",
]


def make_user(
    profile: UserProfile,
    objects: Mapping[str, Thing],
    receptacles: Mapping[str, Furniture],
    seed: int,
    endpoint: EndpointSettings | None = None,
) -> SimulatedUser:
    """The user of one task: played by the endpoint's model, or by rules when there is none."""
    names = Names(objects, receptacles)
    return RuleBasedUser(profile, names, seed) if endpoint is None else EndpointUser(endpoint, profile, names, seed)
