"""The spot world with every fault that a simulator can have, for tests of simulators in processes.

A task's `fault` names one, and `turn` the turn of the fault (0: the first step), unless it is the world's nature:

    none      a sound world
    raises    the step raises ConnectionError
    hangs     the step never ends
    dies      the step ends the process at once
    eats      the step takes memory without end
    hoards    every reset takes 64 MiB, which the process never gives back
    moody     what a step answers depends on the process
    silent    what a step answers cannot be sent to another process
    waits     the step waits for a file that `file` names
"""

from __future__ import annotations

import os
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from envs.environment import ReplyError, register
from envs.episode import Observation, Step, Task, ToolCall
from tests.spots import COLOURS, SpotWorld

HOARD = 64 * 2**20
_hoarded: list[bytes] = []


class FaultySpots(SpotWorld):
    """SpotWorld with a fault."""

    def reset(self, task: Task) -> Observation:
        """Start the task; `fault`, `turn` and `file` are ours."""
        self.plan: dict[str, Any] = {"fault": "none", "turn": 0, **task.parameters}
        if self.plan["fault"] == "hoards":
            _hoarded.append(b"x" * HOARD)
        return super().reset(task)

    def step(self, call: ToolCall | ReplyError) -> Step:
        """Advance, if nothing comes between."""
        fault = self.plan["fault"] if self.tried == self.plan["turn"] else "none"
        if fault == "raises":
            raise ConnectionError("gone")
        if fault == "dies":
            os._exit(7)
        taken: list[bytes] = []
        while fault in ("hangs", "eats"):
            taken += [b"x" * HOARD] if fault == "eats" else []
            time.sleep(0.001)
        while fault == "waits" and not Path(self.plan["file"]).exists():
            time.sleep(0.001)
        step = super().step(call)
        if self.plan["fault"] == "moody":
            return replace(step, info={**step.info, "mood": os.getpid()})
        if fault == "silent":
            return replace(step, info={"secret": lambda: None})
        return step


def faulty_task(number: int, fault: str = "none", turn: int = 0, **more: Any) -> Task:
    """A task with a fault; `number` is its seed."""
    colour = list(COLOURS)[number % len(COLOURS)]
    return Task("faulty_spots", f"{fault}-{number}", number, {"colour": colour, "fault": fault, "turn": turn, **more})


register("faulty_spots", FaultySpots)
