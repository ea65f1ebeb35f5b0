"""Random play on a phone, and what tests of several parts share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hypothesis import strategies as st

from envs.assist.action import WAIT, Action
from envs.assist.phone import CONFIGURATIONS, PhoneDomain
from envs.assist.phone.dynamics import BACK, DOWN, HOME_KEY, LEFT, RIGHT, TAP, TYPE, UP
from envs.assist.phone.state import PhoneState

DOMAINS = {name: PhoneDomain(parameters) for name, parameters in CONFIGURATIONS.items()}
DOMAIN = st.sampled_from(sorted(DOMAINS)).map(DOMAINS.__getitem__)
CHOICES = st.lists(st.integers(0, 2**16), max_size=40)
KEYS = (Action(BACK), Action(HOME_KEY), Action(UP), Action(DOWN), Action(WAIT))
WORDS = ("motion", "Nora Lind", "x", "")


def possible(domain: PhoneDomain, state: PhoneState) -> list[Action]:
    """Everything that can be done now; what changes something several times, so that random play gets somewhere."""
    things = sorted(domain.visible(state))
    touches = [Action(verb, thing) for thing in things for verb in (TAP, TAP, TAP, LEFT, RIGHT)]
    typed = [Action(TYPE, word) for word in WORDS] * 2
    actions = [*touches, *typed, *KEYS]
    return [action for action in actions if domain.refusal(state, action) is None]


def play(domain: PhoneDomain, choices: Sequence[int]) -> Iterator[tuple[PhoneState, Action]]:
    """(state, the action done in it), then the last state with WAIT."""
    state = domain.start()
    for choice in choices:
        actions = possible(domain, state)
        action = actions[choice % len(actions)]
        yield state, action
        state = domain.apply(state, action, 0).state
    yield state, Action(WAIT)


def reached(domain: PhoneDomain, choices: Sequence[int]) -> PhoneState:
    """The state after random play."""
    return list(play(domain, choices))[-1][0]


def carried_out(domain: PhoneDomain, state: PhoneState, actions: Sequence[Action]) -> PhoneState:
    """The state after actions, each of which must be possible."""
    for action in actions:
        assert domain.refusal(state, action) is None, (action, domain.refusal(state, action))
        state = domain.apply(state, action, 0).state
    return state


def followed(domain: PhoneDomain, state: PhoneState, regarded: frozenset[str] = frozenset()) -> PhoneState:
    """The state after the whole plan."""
    return carried_out(domain, state, [step.action for step in domain.plan(state, 0, regarded)])
