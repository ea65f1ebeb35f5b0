"""What a contact sheet of the phone shows: an episode in a few frames, an error and its repair among them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from envs.assist.action import Action
from envs.assist.domain import Motion
from envs.assist.phone.domain import PhoneDomain
from envs.assist.phone.events import event_options
from envs.assist.phone.painter import PhonePainter
from envs.assist.phone.state import PhoneState
from envs.assist.schedule import ScheduledError

HALFWAY = 0.6
WRONG = "wrong_thing"


def contact_sheet(domain: PhoneDomain, shown: int, size: int) -> list[tuple[np.ndarray, str]]:
    """An episode in `shown` frames at most, uint8 (size, size, 3), each amid an action, with its caption; the last one
    shows the end.
    """
    moments = list(_episode(domain))
    count = min(shown, len(moments))
    chosen = [moments[round((number + 1) * len(moments) / count) - 1] for number in range(count)]
    painter = PhonePainter(domain, size)
    pictures = [(painter.frame(state, 0, motion), caption) for state, motion, caption in chosen]
    painter.close()
    return pictures


def _episode(domain: PhoneDomain) -> Iterator[tuple[PhoneState, Motion, str]]:
    """The plan, but with the first wrong thing that the task gives occasion for, seen at once and set right."""
    state, tick = domain.start(), 0
    errors = ((option.event, option.tick) for option in event_options(domain))
    wrong = next(
        ((event, at) for event, at in errors if isinstance(event, ScheduledError) and event.kind == WRONG), None
    )
    queue: list[Action] = []
    while True:
        if wrong is not None and tick >= wrong[1]:
            deviation = domain.deviate(state, tick, wrong[0], 1.0)
            queue, wrong = list(deviation.actions) if deviation else [], None
        plan = domain.plan(state, tick)
        if not queue and not plan:
            yield state, Motion(), f"{tick}: done"
            return
        mistaken = bool(queue)
        action = queue.pop(0) if queue else plan[0].action
        ticks = domain.duration(state, action)
        words = domain.lexicon.say(action, "ing")
        mark = " (wrong)" if mistaken else ""
        yield state, Motion(action, HALFWAY), f"{tick + round(HALFWAY * ticks)}: {words}{mark}"
        tick += ticks
        state = domain.apply(state, action, tick).state
