"""What every world keeps: the Environment protocol, tools as schemas, and the registry of worlds.

A world adds itself under the entry-point group `apprentice.worlds` or with `register`. It never sees a model's text:
it gets a `ToolCall`, or the `ReplyError` that parsing raised, and answers both with a Step.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from pydantic import BaseModel

from envs.episode import Observation, Step, Task, ToolCall
from envs.registry import Registry

ENTRY_POINTS = "apprentice.worlds"


@dataclass(frozen=True)
class ToolSpec:
    """A tool that a world offers: its name, what it does, and a pydantic model of its arguments."""

    name: str
    description: str
    arguments: type[BaseModel]

    def schema(self) -> dict[str, Any]:
        """The tool as an OpenAI-style function schema."""
        parameters = self.arguments.model_json_schema()
        parameters.pop("title", None)
        for prop in parameters.get("properties", {}).values():
            prop.pop("title", None)
        return {"name": self.name, "description": self.description, "parameters": parameters}


class ReplyError(ValueError):
    """A reply that holds no valid call. `kind`: no_think, no_json, not_json, schema, unknown_tool or arguments."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind

    def __reduce__(self) -> tuple[type[ReplyError], tuple[str, str]]:
        return type(self), (self.kind, str(self))  # an exception is pickled by its message alone


class TaskError(ValueError):
    """A task that its world cannot start; the message names the field and its value."""


class InfraError(RuntimeError):
    """A fault of the simulator or of a server behind it: the episode ends as infra_error, nobody is blamed."""


@runtime_checkable
class Environment(Protocol):
    """A simulator of one world. One instance plays one episode at a time."""

    @property
    def tools(self) -> Sequence[ToolSpec]:
        """What the policy may call."""
        ...

    def reset(self, task: Task) -> Observation:
        """Start the task. Depends on the task alone, never on earlier resets. Raises TaskError."""
        ...

    def step(self, call: ToolCall | ReplyError) -> Step:
        """Advance by one action. An invalid reply costs its turn like any other action."""
        ...

    def close(self) -> None:
        """Release pictures, processes and sockets; safe to call twice."""
        ...


Factory = Callable[..., Environment]
"""Makes a world from keywords, `images` and `picture_size` among them. Where it has a method `share`, worlds of one
process are made from what that returns, see `envs.simulators.recipe`.
"""
WORLDS: Registry[Factory] = Registry(
    "world",
    ENTRY_POINTS,
    {
        "devices": "envs.devices.world:DeviceWorld",
        "home": "envs.home.world:HomeWorld",
        "cook": "envs.assist.cook.world:CookWorld",
        "household": "envs.assist.household.world:HouseholdWorld",
        "phone": "envs.assist.phone.world:PhoneWorld",
        "mcp": "envs.serving.client:McpWorld",
    },
)


def register(name: str, factory: Factory) -> None:
    """Add a world under a name of its own; a name that is taken is refused."""
    WORLDS.register(name, factory)


def worlds() -> tuple[str, ...]:
    """Names of every known world."""
    return WORLDS.names()


def make(name: str, options: Mapping[str, Any] | None = None) -> Environment:
    """Build the world `name` with keyword `options`; ValueError names an unknown one and lists the known."""
    return WORLDS.get(name)(**(options or {}))
