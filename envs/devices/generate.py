"""A device from a category and a seed: `generate("Microwave", 7)` is the same device on every machine.

The seed prunes the category's superset of functions (UCSM) to the parts it has, binds each component to a part type
and a colour, builds a body around them and measures where each part can be used from each view. The result's state
machine is an SSM in the paper's form. A layout in which some transition could not be triggered, or two parts could not
be told apart, is thrown away, and the next sub-seed tried.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from envs.devices.bodies import BUILDERS
from envs.devices.bodies.draft import Draft
from envs.devices.body import Body, Look, LookBuilder
from envs.devices.category import Category, Choice, choose, load_category
from envs.devices.machine import IMMEDIATE, TIMED_WAIT, UNTOUCHED, Box, State, StateMachine, Transition
from envs.devices.measure import frame_body, measure, panel_region
from envs.devices.parts import use
from envs.devices.views import DASHBOARD

CATEGORIES: tuple[str, ...] = tuple(BUILDERS)
MAX_ATTEMPTS = 64


@dataclass(frozen=True)
class Device:
    """One generated device. It pickles, and holds no OpenGL.

    machine: its SSM. visual_names: component id -> what a person would call the part, e.g. "red button"; component ids
    themselves are internal. body: the recipe of its pictures. attempts: how many sub-seeds were tried.
    """

    category: str
    seed: int
    machine: StateMachine
    visual_names: Mapping[str, str]
    body: Body
    attempts: int

    @property
    def views(self) -> tuple[str, ...]:
        """The views that exist, in the order of `views.VIEWS`; the dashboard only where the panel is small."""
        return tuple(v for v in self.body.views if v != DASHBOARD or self.machine.dashboard)


@lru_cache(maxsize=128)
def generate(category: str, seed: int) -> Device:
    """The device of this category and seed, kept for its next users: sampler, world and planner ask for the same.
    ValueError for an unknown category or a negative seed.
    """
    if category not in BUILDERS:
        raise ValueError(f"category: {category!r} is not one of {', '.join(CATEGORIES)}")
    if seed < 0:
        raise ValueError(f"seed: {seed} is negative")
    data = load_category(category)
    for attempt in range(MAX_ATTEMPTS):
        rng = stable_random(category, seed, attempt)
        choices = choose(data, rng)
        bound = bind(data, choices)
        draft = BUILDERS[category](rng, choices)
        device = _measured(data, seed, attempt + 1, bound, draft)
        if device:
            return device
    raise RuntimeError(f"{category} {seed}: no usable layout in {MAX_ATTEMPTS} attempts")


def stable_random(*key: object) -> Random:
    """A generator that depends on the key's text alone, whatever Python's hash seed."""
    digest = hashlib.sha256("/".join(map(str, key)).encode()).digest()
    return Random(int.from_bytes(digest[:8], "big"))


def bind(category: Category, choices: Mapping[str, Choice]) -> StateMachine:
    """The UCSM cut down to the chosen components, each transition with the action that its part asks for.

    Where two transitions of a state would answer to the same action on the same part (a button knows no direction),
    the first one stays. States that can no longer be reached are removed.
    """
    bound: dict[str, dict[str, tuple[Transition, ...]]] = {}
    for name, state in category.ucsm.states.items():
        on: dict[str, tuple[Transition, ...]] = {}
        for component, transitions in state.on.items():
            if component in UNTOUCHED:
                on[component] = transitions
            elif component in choices:
                by_use: dict[tuple[str, tuple[str, ...]], Transition] = {}
                for i, transition in enumerate(transitions):
                    how = use(choices[component].word, category.plus(name, component, i))
                    by_use.setdefault(how, transition)
                on[component] = tuple(
                    t.model_copy(update={"atomic_action": action, "parameter": parameter})
                    for (action, parameter), t in by_use.items()
                )
        bound[name] = on
    start = category.ucsm.initial_state
    reached, frontier = {start}, [start]
    while frontier:
        for transitions in bound[frontier.pop()].values():
            new = {t.next_state for t in transitions} - reached
            reached |= new
            frontier += sorted(new)
    states = {
        name: State(description=state.description, on=bound[name])
        for name, state in category.ucsm.states.items()
        if name in reached
    }
    return StateMachine(name=category.name, initial_state=start, states=states)


def _measured(data: Category, seed: int, attempts: int, bound: StateMachine, draft: Draft) -> Device | None:
    """The device with its boxes, or None when some transition has none or two parts look the same."""
    looks = {name: _look(data, draft, name) for name in bound.states}
    touch = {name: f"{name}/" for name in draft.parts}
    body = frame_body(Body("".join(r.xml() for r in draft.roots), (), looks, touch), draft.panel)
    acted = [n for n, s in bound.states.items() if any(c not in UNTOUCHED for c in s.on) and IMMEDIATE not in s.on]
    boxes = measure(body, [looks[n] for n in acted], draft.panel_parts)
    states = {}
    for name, state in bound.states.items():
        on: dict[str, tuple[Transition, ...]] = {}
        for component, transitions in state.on.items():
            if component in (IMMEDIATE, TIMED_WAIT):
                on[component] = transitions
                continue
            found: tuple[Box, ...] = boxes[looks[name].form].get(component, ())
            if not found:
                return None
            on[component] = tuple(t.model_copy(update={"bbox": found}) for t in transitions)
        states[name] = State(description=state.description, on=on)
    dashboard = (panel_region(body, draft.panel),) if draft.panel else ()
    machine = StateMachine(name=bound.name, initial_state=bound.initial_state, states=states, dashboard=dashboard)
    names = {c: draft.parts[c].visual_name for c in machine.components()}
    if len(set(names.values())) < len(names):
        return None  # nothing would tell two of its parts apart
    return Device(data.name, seed, machine, names, body, attempts)


def _look(data: Category, draft: Draft, state: str) -> Look:
    features = data.parts.looks[state]
    look = LookBuilder()
    draft.paint(look, features)
    values, lit = features.get("values", {}), features.get("lit", ())
    for component, part in draft.parts.items():
        part.show(look, values.get(component, data.parts.components[component].rest), component in lit)
    return look.build()
