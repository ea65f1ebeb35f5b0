"""Device state machines in the paper's own JSON: a category's superset (UCSM) and one device's own (SSM).

One model reads both (VGEBench 3.2, appendix I). A UCSM transition carries a next state and a description; an SSM
transition adds boxes, an atomic action and its parameter. `load_machine` reads a file and raises `MachineError`, one
line that names file, field and value; whether a machine can be *operated* (every transition has a box) is
`require_operable`'s question.
"""

from __future__ import annotations

import json
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Annotated, Literal, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from envs import strict_json

AtomicAction = Literal["press", "pull", "push", "rotate", "grasp"]
ATOMIC_ACTIONS: tuple[str, ...] = get_args(AtomicAction)
IMMEDIATE = "immediate"
TIMED_WAIT = "timed_wait"
UNTOUCHED = (IMMEDIATE, TIMED_WAIT)
"""Keys of `on` that no part triggers: they carry neither box nor atomic action."""
ERROR_STATE = "Error"


class MachineError(ValueError):
    """A state machine that cannot be used; the message names file, field and value."""


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


def _six(value: object) -> object:
    """Coordinates are numbers; booleans and numeric strings are mistakes in the file."""
    if isinstance(value, list) and any(isinstance(v, bool) or not isinstance(v, (int, float)) for v in value):
        raise ValueError("expected six numbers: x, y, width, height, picture width, picture height")
    return value


class Box(_Model):
    """Where a part can be touched in one view.

    coordinate: x, y of the top-left corner, width, height, then the picture's width and height, all in pixels.
    """

    coordinate: Annotated[tuple[float, float, float, float, float, float], BeforeValidator(_six)]
    view: str = Field(min_length=1)

    @model_validator(mode="after")
    def _inside(self) -> Box:
        x, y, w, h, width, height = self.coordinate
        if min(w, h, width, height) <= 0:
            raise ValueError(f"a box and its picture need positive sizes, got {list(self.coordinate)}")
        if x < 0 or y < 0 or x + w > width or y + h > height:
            raise ValueError(f"the box leaves its picture: {list(self.coordinate)}")
        return self

    def contains(self, x: float, y: float) -> bool:
        """Whether the point (x, y), each 0 to 1000 relative to the picture, lies in the box, edges included."""
        left, top, w, h, width, height = self.coordinate
        px, py = x * width / 1000, y * height / 1000
        return left <= px <= left + w and top <= py <= top + h

    @property
    def relative_area(self) -> float:
        """Share of the picture that the box covers, 0 to 1."""
        _, _, w, h, width, height = self.coordinate
        return w * h / (width * height)

    @property
    def centre(self) -> tuple[int, int]:
        """The box's middle as integers 0 to 1000."""
        x, y, w, h, width, height = self.coordinate
        return round((x + w / 2) / width * 1000), round((y + h / 2) / height * 1000)


class Transition(_Model):
    """One edge: where it leads and, in an SSM, what triggers it. An empty `parameter` accepts any parameter."""

    next_state: str
    transition_description: str
    bbox: tuple[Box, ...] = ()
    atomic_action: AtomicAction | None = None
    parameter: tuple[str, ...] = ()


class State(_Model):
    """A device's state: its description and, by component, the transitions that leave it."""

    description: str
    on: dict[str, tuple[Transition, ...]] = {}


class StateMachine(_Model):
    """A UCSM or SSM. `dashboard`, ours: where the small panel is seen from the standard views (appendix D.3)."""

    name: str
    path: str | None = None
    initial_state: str
    states: dict[str, State] = Field(min_length=1)
    dashboard: tuple[Box, ...] = ()

    @model_validator(mode="after")
    def _consistent(self) -> StateMachine:
        known = ", ".join(self.states)
        if self.initial_state not in self.states:
            raise ValueError(f"initial_state: {self.initial_state!r} is not among the states ({known})")
        for name, state in self.states.items():
            for component, transitions in state.on.items():
                for i, transition in enumerate(transitions):
                    where = f"states.{name}.on.{component}[{i}]"
                    if transition.next_state not in self.states:
                        raise ValueError(
                            f"{where}.next_state: {transition.next_state!r} is not among the states ({known})"
                        )
                    if component in UNTOUCHED and (transition.bbox or transition.atomic_action):
                        raise ValueError(f"{where}: a {component} transition takes no bbox and no atomic_action")
                if component in UNTOUCHED and len(transitions) != 1:
                    raise ValueError(f"states.{name}.on.{component}: exactly one transition is possible here")
        for name in self.states:
            self._refuse_endless_chain(name)
        if self.path is not None:
            _refuse_leaving_path(self.path)
        return self

    def _refuse_endless_chain(self, start: str) -> None:
        seen, state = {start}, start
        while IMMEDIATE in self.states[state].on:
            state = self.states[state].on[IMMEDIATE][0].next_state
            if state in seen:
                raise ValueError(f"states.{start}.on.{IMMEDIATE}: the chain of immediate states never ends")
            seen.add(state)

    def components(self) -> tuple[str, ...]:
        """Every component that some state reacts to, in order of first mention."""
        names = (c for state in self.states.values() for c in state.on if c not in UNTOUCHED)
        return tuple(dict.fromkeys(names))


def _refuse_leaving_path(path: str) -> None:
    """`path` names a folder below the file's own; both the paper's backslashes and plain slashes are read."""
    pure = PureWindowsPath(path)  # splits on both kinds of slash
    if pure.drive or pure.root or PurePosixPath(path).is_absolute() or ".." in pure.parts:
        raise ValueError(f"path: {path!r} leaves the folder of its file")


def require_operable(machine: StateMachine) -> StateMachine:
    """Return `machine` if it is an SSM that can be operated, else raise MachineError (a UCSM has no boxes)."""
    for name, state in machine.states.items():
        for component, transitions in state.on.items():
            if component in UNTOUCHED:
                continue
            for i, transition in enumerate(transitions):
                where = f"states.{name}.on.{component}[{i}]"
                if transition.atomic_action is None:
                    raise MachineError(f"{where}.atomic_action: missing; only an SSM can be operated, not a UCSM")
                if not transition.bbox:
                    raise MachineError(f"{where}.bbox: empty, so nothing could ever trigger it")
    return machine


def parse_machine(text: str, source: str) -> StateMachine:
    """Read a machine from JSON text; `source` (a file's name) opens every error."""
    try:
        raw = strict_json.loads(text)
    except strict_json.JsonError as error:
        line = f"line {error.line}: " if error.line is not None else ""
        raise MachineError(f"{source}: {line}not JSON: {error}") from error
    try:
        return StateMachine.model_validate_json(json.dumps(raw))
    except ValidationError as error:
        raise MachineError(f"{source}: {first_error(error)}") from error


def load_machine(path: str | Path) -> StateMachine:
    """Read a UCSM or SSM file; MachineError when it cannot be read or is not one."""
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise MachineError(f"{path}: cannot be read: {error}") from error
    return parse_machine(text, str(path))


def first_error(error: ValidationError) -> str:
    """A pydantic error as one line: field, value and what was wrong."""
    item = error.errors()[0]
    field = ".".join(str(part) for part in item["loc"])
    message = item["msg"].removeprefix("Value error, ")
    if not field:
        return message
    value = repr(item["input"])
    return f"{field}: {message} (got {value if len(value) <= 80 else value[:77] + '...'})"
