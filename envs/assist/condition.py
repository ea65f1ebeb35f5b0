"""When something is so: the conditions that trigger scheduled events, commit errors and open a request's window.

A condition is JSON-plain and is judged from the event log's running summary (`Progress`), so the simulator and a reader
of the log agree on it.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Protocol

from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr


class Progress(Protocol):
    """What conditions are judged by; `envs.assist.log.Log` is one."""

    @property
    def tick(self) -> int:
        """Now."""
        ...

    @property
    def met(self) -> frozenset[str]:
        """Goal conditions that hold."""
        ...

    @property
    def conditions(self) -> tuple[str, ...]:
        """All goal conditions."""
        ...

    def fact(self, thing: str, prop: str) -> str | None:
        """Present value of a thing's property; None where there is none."""
        ...

    def times(self, verb: str, target: str = "", place: str = "") -> list[int]:
        """Ticks at which actions were completed, in order; "" matches anything."""
        ...

    def begun(self, verb: str, target: str = "") -> bool:
        """Whether such an action is being done now."""
        ...


class _Condition(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class FactIs(_Condition):
    """A thing's property has this value, such as ("steak", "state", "done")."""

    type: Literal["fact"] = "fact"
    thing: StrictStr
    property: StrictStr
    value: StrictStr

    def holds(self, now: Progress) -> bool:
        return now.fact(self.thing, self.property) == self.value


class Did(_Condition):
    """An action was completed at least `times` times; an empty target or place matches any."""

    type: Literal["did"] = "did"
    verb: StrictStr
    target: StrictStr = ""
    place: StrictStr = ""
    times: Annotated[StrictInt, Field(ge=1)] = 1

    def holds(self, now: Progress) -> bool:
        return len(now.times(self.verb, self.target, self.place)) >= self.times


class Doing(_Condition):
    """An action is being done."""

    type: Literal["doing"] = "doing"
    verb: StrictStr
    target: StrictStr = ""

    def holds(self, now: Progress) -> bool:
        return now.begun(self.verb, self.target)


class Met(_Condition):
    """A goal condition holds."""

    type: Literal["met"] = "met"
    condition: StrictStr

    def holds(self, now: Progress) -> bool:
        return self.condition in now.met


class Share(_Condition):
    """At least this share of the goal conditions holds, 0 to 1."""

    type: Literal["share"] = "share"
    share: Annotated[float, Field(ge=0, le=1)]

    def holds(self, now: Progress) -> bool:
        return len(now.met) >= self.share * len(now.conditions)


class Since(_Condition):
    """The clock shows at least this tick."""

    type: Literal["since"] = "since"
    tick: Annotated[StrictInt, Field(ge=0)]

    def holds(self, now: Progress) -> bool:
        return now.tick >= self.tick


class AllOf(_Condition):
    """Every one of these holds."""

    type: Literal["all"] = "all"
    of: tuple[Condition, ...]

    def holds(self, now: Progress) -> bool:
        return all(part.holds(now) for part in self.of)


Condition = Annotated[FactIs | Did | Doing | Met | Share | Since | AllOf, Field(discriminator="type")]
AllOf.model_rebuild()


def ticks_named(condition: Any) -> list[int]:
    """Ticks at which the clock alone can make the condition true; the harness stops there."""
    if isinstance(condition, Since):
        return [condition.tick]
    return [tick for part in condition.of for tick in ticks_named(part)] if isinstance(condition, AllOf) else []
