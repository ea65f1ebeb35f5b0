"""Names of worlds -> what somebody offers for them: built in, added by `register`, or plugged in by another package.

What is built in is a string, `package.module:attribute`, imported when it is first asked for; so one room knows the
names of another's parts without importing them.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from importlib.metadata import entry_points
from typing import Generic, TypeVar, cast

T = TypeVar("T")


class Registry(Generic[T]):
    """One kind of thing by name. kind: what errors call it. group: entry points under which packages offer theirs."""

    def __init__(self, kind: str, group: str, built_in: Mapping[str, str]) -> None:
        self.kind = kind
        self.group = group
        self.built_in = dict(built_in)
        self.registered: dict[str, T] = {}

    def register(self, name: str, value: T) -> None:
        """Add one under a name of its own; ValueError for a name that is taken."""
        if name in self.names():
            raise ValueError(f"{self.kind} {name!r} is registered already")
        self.registered[name] = value

    def names(self) -> tuple[str, ...]:
        """Every known name."""
        plugged = (point.name for point in entry_points(group=self.group))
        return tuple(dict.fromkeys((*self.built_in, *self.registered, *plugged)))

    def get(self, name: str) -> T:
        """What bears this name; ValueError names an unknown one and lists the known."""
        if name in self.registered:
            return self.registered[name]
        if name in self.built_in:
            module, _, attribute = self.built_in[name].partition(":")
            return cast(T, getattr(importlib.import_module(module), attribute))
        for point in entry_points(group=self.group):
            if point.name == name:
                return cast(T, point.load())
        raise ValueError(f"unknown {self.kind} {name!r}; known: {', '.join(self.names())}")
