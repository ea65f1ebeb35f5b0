"""Thousands of seeds keep the rules, and what breaks one is named."""

from __future__ import annotations

from dataclasses import replace

import pytest

from envs.devices.category import choose, load_category
from envs.devices.generate import CATEGORIES, Device, bind, generate, stable_random
from envs.devices.machine import ERROR_STATE, UNTOUCHED, Box, State, StateMachine, Transition
from envs.devices.tasks import NoTaskError, sample_task
from envs.devices.validate import faults, machine_faults
from envs.devices.views import DASHBOARD

SEEDS = 150
"""Of each category, without a body: thousands in all."""
FIRST = 800_000


@pytest.mark.parametrize("category", CATEGORIES)
def test_every_pruned_machine_is_sound(category: str) -> None:
    data = load_category(category)
    for seed in range(FIRST, FIRST + SEEDS):
        machine = bind(data, choose(data, stable_random(category, seed, 0)))
        assert list(machine_faults(machine)) == [], seed


@pytest.mark.long
@pytest.mark.parametrize("category", CATEGORIES)
def test_every_device_is_sound_and_offers_a_task(category: str) -> None:
    without = 0
    for seed in range(FIRST, FIRST + 5):
        device = generate(category, seed)
        assert faults(device) == [], seed
        try:
            sample_task(category, seed, 0)
        except NoTaskError:
            without += 1
    assert without <= 1


@pytest.mark.slow
@pytest.mark.parametrize("category", CATEGORIES)
def test_a_hundred_devices_are_sound(category: str) -> None:
    assert {seed: found for seed in range(FIRST, FIRST + 100) if (found := faults(generate(category, seed)))} == {}


def changed(device: Device, **states: State | None) -> Device:
    """The device with some states replaced, added, or (None) taken away."""
    kept = {**device.machine.states, **states}
    machine = device.machine.model_copy(update={"states": {k: v for k, v in kept.items() if v is not None}})
    return replace(device, machine=machine)


@pytest.fixture(scope="module")
def lamp() -> Device:
    return generate("Lamp", 3)


def first_part(machine: StateMachine) -> tuple[str, str]:
    """A state and a component that can be worked in it."""
    return next((n, c) for n, s in machine.states.items() for c in s.on if c not in UNTOUCHED)


def with_boxes(device: Device, *boxes: Box) -> Device:
    name, component = first_part(device.machine)
    state = device.machine.states[name]
    moved = tuple(t.model_copy(update={"bbox": boxes}) for t in state.on[component])
    return changed(device, **{name: state.model_copy(update={"on": {**state.on, component: moved}})})


def test_a_sound_device_has_no_faults(lamp: Device) -> None:
    assert faults(lamp) == []


def test_a_state_that_nothing_leads_to_is_named(lamp: Device) -> None:
    lonely = State(description="Nobody comes here", on=lamp.machine.states["MediumLight"].on)
    device = changed(lamp, Lonely=lonely)
    looks = {**device.body.looks, "Lonely": device.body.looks["Off"]}
    device = replace(device, body=replace(device.body, looks=looks))
    assert faults(device) == ["Lonely: cannot be reached from Off"]


def test_a_state_without_a_way_back_is_named(lamp: Device) -> None:
    stuck = lamp.machine.states["MediumLight"].model_copy(update={"on": {}})
    assert "MediumLight: no way back to Off" in list(machine_faults(changed(lamp, MediumLight=stuck).machine))


def test_an_error_that_can_be_worked_is_named(lamp: Device) -> None:
    error = State(description="Bang", on=lamp.machine.states["MediumLight"].on)
    found = list(machine_faults(changed(lamp, **{ERROR_STATE: error}).machine))
    assert f"{ERROR_STATE}: must reset at once, and do nothing else" in found


def test_transitions_that_hide_each_other_are_named(lamp: Device) -> None:
    name, component = first_part(lamp.machine)
    state = lamp.machine.states[name]
    one = state.on[component][0]
    for other, message in (
        (one, "two transitions answer to the same action"),
        (one.model_copy(update={"parameter": ("7",), "atomic_action": "grasp"}), "a transition without parameter"),
    ):
        bare: Transition = one.model_copy(update={"parameter": ()}) if "without" in message else one
        broken = state.model_copy(update={"on": {**state.on, component: (bare, other)}})
        found = list(machine_faults(changed(lamp, **{name: broken}).machine))
        assert any(message in line and component in line for line in found), found


@pytest.mark.parametrize(
    ("box", "message"),
    [
        (Box(coordinate=(100, 100, 12, 60, 256, 256), view="front"), "in no view 20 pixels wide and high"),
        (Box(coordinate=(2, 100, 40, 40, 256, 256), view="front"), "at the very edge of the view 'front'"),
        (Box(coordinate=(100, 100, 40, 40, 256, 256), view="front_top"), "in which nothing can be operated"),
        (Box(coordinate=(100, 100, 40, 40, 256, 256), view=DASHBOARD), "in which nothing can be operated"),
    ],
)
def test_boxes_that_nobody_can_use_are_named(lamp: Device, box: Box, message: str) -> None:
    assert any(message in line for line in faults(with_boxes(lamp, box)))


def test_parts_and_states_that_nothing_tells_apart_are_named(lamp: Device) -> None:
    alike = replace(lamp, visual_names=dict.fromkeys(lamp.visual_names, "red button"))
    assert any("parts are a red button: nothing tells them apart" in line for line in faults(alike))
    off = lamp.machine.states["Off"].description
    twin = lamp.machine.states["MediumLight"].model_copy(update={"description": off})
    looks = {**lamp.body.looks, "MediumLight": lamp.body.looks["Off"]}
    same = replace(changed(lamp, MediumLight=twin), body=replace(lamp.body, looks=looks))
    assert f"2 states look alike and are described alike: {off!r}" in faults(same)
