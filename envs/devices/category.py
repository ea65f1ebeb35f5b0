"""A category as data: its UCSM in the paper's own format, and beside it which parts may realise each component.

`categories/<Category>.json` is the UCSM. `categories/<Category>.parts.json` adds what the paper's annotators decided
by hand: for each component how often it exists, its part words and colours; for each transition its direction; for
each state its look.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from envs.devices.machine import UNTOUCHED, MachineError, StateMachine, first_error, load_machine
from envs.devices.parts import COLOURS, MARKED, PART_WORDS, check_mark

FOLDER = Path(__file__).parent / "categories"
PLUS = frozenset({"on", "up", "open", "in"})
MINUS = frozenset({"off", "down", "close", "out"})


class Component(BaseModel):
    """How one component of a category may be realised."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    presence: float = Field(ge=0, le=1)
    """Share of devices that have it."""
    parts: dict[str, float]
    """Part word -> weight."""
    colours: tuple[str, ...]
    """The usual colours, which are what makes the function readable."""
    rest: float = Field(default=0.0, ge=0, le=1)
    """The part's value in states that do not say otherwise."""
    marks: tuple[str, ...] = ()
    """What may be printed on it or beside it: icons (`@power`) and short words, one of which a device has."""

    @model_validator(mode="after")
    def _known_words(self) -> Component:
        for word in self.parts:
            if word not in PART_WORDS:
                raise ValueError(f"parts: {word!r} is not one of {', '.join(PART_WORDS)}")
        for colour in self.colours:
            if colour not in COLOURS:
                raise ValueError(f"colours: {colour!r} is not one of {', '.join(COLOURS)}")
        for mark in self.marks:
            check_mark(mark)
        return self


class PartsFile(BaseModel):
    """The content of `<Category>.parts.json`."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    components: dict[str, Component]
    directions: dict[str, dict[str, tuple[str, ...]]]
    """State -> component -> one direction per transition, in the UCSM's order."""
    looks: dict[str, dict[str, Any]]
    """State -> features for the body's painter; `values` and `lit` speak of components."""
    at_least: dict[str, int] = {}
    """"a|b|c" -> how many of these components a device must have."""


@dataclass(frozen=True)
class Category:
    """A UCSM with its parts file, checked against each other."""

    name: str
    ucsm: StateMachine
    parts: PartsFile

    def plus(self, state: str, component: str, index: int) -> bool:
        """Whether a transition moves its part towards plus (on, up, open, in)."""
        return self.parts.directions[state][component][index] in PLUS


@dataclass(frozen=True)
class Choice:
    """What a seed chose for one component: part word, colour word, a number 0 to 1 for its exact shape, its mark."""

    word: str
    colour: str
    style: float
    mark: str = ""


@cache
def load_category(name: str) -> Category:
    """Read a category's two files; MachineError names file, field and value."""
    ucsm = load_machine(FOLDER / f"{name}.json")
    path = FOLDER / f"{name}.parts.json"
    try:
        parts = PartsFile.model_validate_json(path.read_text(encoding="utf-8"))
    except ValidationError as error:
        raise MachineError(f"{path}: {first_error(error)}") from error
    if set(parts.components) != set(ucsm.components()):
        wrong = ", ".join(sorted(set(parts.components) ^ set(ucsm.components())))
        raise MachineError(f"{path}: components: not the ones of {name}.json: {wrong}")
    if set(parts.looks) != set(ucsm.states):
        wrong = ", ".join(sorted(set(parts.looks) ^ set(ucsm.states)))
        raise MachineError(f"{path}: looks: not the states of {name}.json: {wrong}")
    for state, content in ucsm.states.items():
        for component, transitions in content.on.items():
            if component in UNTOUCHED:
                continue
            given = parts.directions.get(state, {}).get(component, ())
            if len(given) != len(transitions) or not set(given) <= PLUS | MINUS:
                raise MachineError(f"{path}: directions.{state}.{component}: {list(given)} do not fit {name}.json")
    return Category(name, ucsm, parts)


def choose(category: Category, rng: Random) -> dict[str, Choice]:
    """Which components a device has, and each one's part word, colour and mark; no two parts look quite the same."""
    spec = category.parts
    while True:
        present = [name for name, c in spec.components.items() if rng.random() < c.presence]
        if all(sum(n in present for n in group.split("|")) >= k for group, k in spec.at_least.items()):
            break
    chosen: dict[str, Choice] = {}
    taken: set[str] = set()
    for name in present:
        component = spec.components[name]
        word = rng.choices(list(component.parts), list(component.parts.values()))[0]
        if component.marks and word in MARKED:  # parts may be alike in all but what is printed on them
            printed = {other.mark for other in chosen.values()}
            marks = [m for m in component.marks if m not in printed] or component.marks
            chosen[name] = Choice(word, rng.choice(component.colours), rng.random(), rng.choice(marks))
            continue
        free = [c for c in component.colours if c not in taken] or [
            c for c in component.colours if all((c, word) != (o.colour, o.word) for o in chosen.values())
        ]
        colour = rng.choice(free or list(component.colours))
        taken.add(colour)
        chosen[name] = Choice(word, colour, rng.random())
    return chosen
