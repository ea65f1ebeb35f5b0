"""What must hold for every generated device: it can be operated, nothing in it is dead, its parts can be told apart.

`faults` lists what is wrong with a device; the generator keeps devices without faults by construction, and the tests
ask over thousands of seeds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from envs.devices.generate import Device
from envs.devices.machine import ERROR_STATE, IMMEDIATE, UNTOUCHED, Box, StateMachine
from envs.devices.measure import CLEAR_SIDE
from envs.devices.views import DASHBOARD, STANDARD_VIEWS

EDGE = 0.05
"""A box keeps this share of the picture's side free around it, except in the close-up."""


def faults(device: Device) -> list[str]:
    """One line for each fault, empty for a sound device; each names state and component."""
    return [*machine_faults(device.machine), *_box_faults(device), *_look_faults(device)]


def machine_faults(machine: StateMachine) -> Iterator[str]:
    """Faults of the states and transitions alone; boxes are not looked at."""
    edges = {name: {t.next_state for ts in s.on.values() for t in ts} for name, s in machine.states.items()}
    for name in sorted(set(machine.states) - _closure(edges, machine.initial_state)):
        yield f"{name}: cannot be reached from {machine.initial_state}"
    for name in machine.states:
        if machine.initial_state not in _closure(edges, name):
            yield f"{name}: no way back to {machine.initial_state}"
    if ERROR_STATE in machine.states and machine.states[ERROR_STATE].on.keys() != {IMMEDIATE}:
        yield f"{ERROR_STATE}: must reset at once, and do nothing else"
    for name, state in machine.states.items():
        for component in state.on.keys() - set(UNTOUCHED):
            uses = Counter((t.atomic_action, t.parameter) for t in state.on[component])
            if max(uses.values()) > 1:
                yield f"{name}.{component}: two transitions answer to the same action"
            if len(uses) > 1 and not all(parameter for _, parameter in uses):
                yield f"{name}.{component}: a transition without parameter hides another"


def _box_faults(device: Device) -> Iterator[str]:
    for name, state in device.machine.states.items():
        for component, transitions in state.on.items():
            if component in UNTOUCHED:
                continue
            for transition in transitions:
                sides = [min(box.coordinate[2:4]) for box in transition.bbox]
                if max(sides, default=0) < CLEAR_SIDE:
                    yield f"{name}.{component}: in no view {CLEAR_SIDE} pixels wide and high"
                for box in transition.bbox:
                    if problem := _misplaced(box, device):
                        yield f"{name}.{component}: {problem}"


def _misplaced(box: Box, device: Device) -> str | None:
    x, y, w, h, side, _ = box.coordinate
    if box.view not in device.views or box.view not in (*STANDARD_VIEWS, DASHBOARD):
        return f"a box in the view {box.view!r}, in which nothing can be operated"
    if box.view != DASHBOARD and (min(x, y) < EDGE * side or max(x + w, y + h) > (1 - EDGE) * side):
        return f"a box at the very edge of the view {box.view!r}"
    return None


def _look_faults(device: Device) -> Iterator[str]:
    if set(device.visual_names) != set(device.machine.components()):
        yield "visual_names: not those of the machine's components"
    for name, count in Counter(device.visual_names.values()).items():
        if count > 1:
            yield f"{count} parts are a {name}: nothing tells them apart"
    told = Counter((device.body.looks[name], state.description) for name, state in device.machine.states.items())
    for (_, description), count in told.items():
        if count > 1:
            yield f"{count} states look alike and are described alike: {description!r}"


def _closure(edges: Mapping[str, set[str]], start: str) -> set[str]:
    reached, frontier = {start}, [start]
    while frontier:
        new = edges[frontier.pop()] - reached
        reached |= new
        frontier += new
    return reached
