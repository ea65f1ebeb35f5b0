"""The world graph (REAL 4.1): which receptacle holds which objects, what stands open, what the gripper holds.

It is the canonical state of the home world: tasks, rewards, success and metrics read it and nothing else. In JSON

    {"contents": {"table_1": ["mug_3"]}, "open": {"cabinet_2": false}, "held": null}

`contents` names every receptacle that matters, `open` only those that open and close.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from pydantic import BaseModel, ConfigDict, StrictBool, StrictStr, ValidationError


class GraphError(ValueError):
    """A graph that cannot be; the message names the field and its value."""


@dataclass(frozen=True, slots=True)
class WorldGraph:
    """A frozen, hashable graph; make it with `of` or `from_json`, which sort and check.

    contents: (receptacle, its objects), both sorted by name. opened: (receptacle, whether it stands open), sorted.
    held: the object in the gripper.
    """

    contents: tuple[tuple[str, tuple[str, ...]], ...]
    opened: tuple[tuple[str, bool], ...] = ()
    held: str | None = None

    @classmethod
    def of(
        cls,
        contents: Mapping[str, Iterable[str]],
        opened: Mapping[str, bool] | None = None,
        held: str | None = None,
    ) -> WorldGraph:
        """The graph of plain mappings. GraphError for an object in two places and for a receptacle in a receptacle."""
        where: dict[str, str] = {} if held is None else {held: "the gripper"}
        rows = []
        for receptacle in sorted(contents):
            objects = sorted(contents[receptacle])
            for name in objects:
                if name in where:
                    raise GraphError(f"contents.{receptacle}: {name!r} is in {where[name]} too")
                where[name] = receptacle
            rows.append((receptacle, tuple(objects)))
        for name in where:
            if name in contents or name in (opened or {}):
                raise GraphError(f"contents: {name!r} is an object and a receptacle")
        return cls(tuple(rows), tuple(sorted((opened or {}).items())), held)

    @classmethod
    def from_json(cls, data: Any, source: str = "graph") -> WorldGraph:
        """Inverse of `to_json`; GraphError opens with `source` and names field and value."""
        try:
            plain = _Graph.model_validate(data)
        except ValidationError as error:
            item = error.errors()[0]
            where = ".".join(map(str, item["loc"]))
            got = repr(item["input"])
            raise GraphError(f"{source}: {where + ': ' if where else ''}{item['msg']} (got {got[:80]})") from error
        try:
            return cls.of(plain.contents, plain.open, plain.held)
        except GraphError as error:
            raise GraphError(f"{source}: {error}") from error

    def to_json(self) -> dict[str, Any]:
        """The graph as JSON-plain data."""
        contents = {receptacle: list(objects) for receptacle, objects in self.contents}
        return {"contents": contents, "open": dict(self.opened), "held": self.held}

    @property
    def key(self) -> str:
        """Names the graph; equal for equal graphs only."""
        return repr((self.contents, self.opened, self.held))

    @property
    def places(self) -> dict[str, str | None]:
        """Every object's receptacle; None for the held one."""
        found: dict[str, str | None] = {name: place for place, objects in self.contents for name in objects}
        return found if self.held is None else {**found, self.held: None}

    def where(self, name: str) -> str | None:
        """The object's receptacle; None while it is held. KeyError for an unknown object."""
        return self.places[name]

    def is_open(self, receptacle: str) -> bool:
        """Whether one can reach into it: it stands open, or is of a kind that never closes."""
        return dict(self.opened).get(receptacle, True)

    def picked(self, name: str) -> WorldGraph:
        """The graph once `name` is in the gripper. GraphError with full hands or for an object that is nowhere."""
        if self.held is not None:
            raise GraphError(f"held: the gripper holds {self.held!r} already")
        if self.places.get(name) is None:
            raise GraphError(f"contents: {name!r} is in no receptacle")
        rows = tuple((place, tuple(o for o in objects if o != name)) for place, objects in self.contents)
        return WorldGraph(rows, self.opened, name)

    def placed(self, receptacle: str) -> WorldGraph:
        """The graph once the held object is in `receptacle`. GraphError with empty hands or an unknown receptacle."""
        if self.held is None:
            raise GraphError("held: the gripper is empty")
        contents = dict(self.contents)
        if receptacle not in contents:
            raise GraphError(f"contents: no receptacle {receptacle!r}")
        contents[receptacle] = tuple(sorted((*contents[receptacle], self.held)))
        return WorldGraph(tuple(sorted(contents.items())), self.opened, None)

    def turned(self, receptacle: str, is_open: bool) -> WorldGraph:
        """The graph once `receptacle` stands open or is closed. GraphError for one that does neither."""
        if receptacle not in dict(self.opened):
            raise GraphError(f"open: {receptacle!r} does not open")
        return replace(self, opened=tuple((name, is_open if name == receptacle else v) for name, v in self.opened))


class _Graph(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    contents: dict[StrictStr, list[StrictStr]]
    open: dict[StrictStr, StrictBool] = {}
    held: StrictStr | None = None
