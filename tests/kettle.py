"""Tasks on the paper's kettle, and the calls that work it from the front."""

from __future__ import annotations

from envs.devices.world import DeviceWorld
from envs.episode import Task, ToolCall
from tests.machines import KETTLE

ON = ToolCall("push", {"coordinate": [780, 725], "parameter": ["1"]})
OFF = ToolCall("push", {"coordinate": [780, 725], "parameter": ["0"]})
OPEN = ToolCall("push", {"coordinate": [777, 72], "parameter": ["1"]})
CLOSE = ToolCall("push", {"coordinate": [777, 72], "parameter": ["0"]})
NOWHERE = ToolCall("press", {"coordinate": [5, 5]})
WAIT = ToolCall("timed_wait", {})


def look(view: str) -> ToolCall:
    return ToolCall("switch_view", {"view": view})


def task(*goals: str, file=KETTLE, **more) -> Task:
    told = [f"wish {i}" for i in range(len(goals))]
    parameters = {"device": {"file": str(file)}, "goals": list(goals), "instructions": told, **more}
    return Task("devices", "t", 0, parameters)


def budgets(world: DeviceWorld) -> tuple[int | None, int | None]:
    """The steps left: global, local."""
    return world.state.remaining_global, world.state.remaining_local
