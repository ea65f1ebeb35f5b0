"""State machine files: the paper's listings load as they are; every mistake is one line that names file, field and
value.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from envs.devices.machine import Box, MachineError, load_machine, parse_machine, require_operable
from tests.machines import KETTLE, KETTLE_UCSM, box, edge, machine_json, washer_json


def refusal(raw) -> str:
    """The one line with which a machine is refused."""
    with pytest.raises(MachineError) as caught:
        parse_machine(raw if isinstance(raw, str) else json.dumps(raw), "device.json")
    text = str(caught.value)
    assert text.startswith("device.json: ") and "\n" not in text
    return text


def test_the_papers_two_listings_load_as_they_are():
    ucsm, ssm = load_machine(KETTLE_UCSM), load_machine(KETTLE)
    assert set(ssm.states) < set(ucsm.states)
    assert ssm.components() == ("power_button", "lid_release_button")
    assert len(ucsm.components()) == 4
    start = ssm.states["Standby"].on["power_button"][0]
    assert (start.atomic_action, start.parameter, len(start.bbox)) == ("push", ("1",), 4)
    assert start.bbox[0].coordinate == (199, 815, 143, 57, 1138, 1122)


def test_a_ucsm_can_be_read_but_not_operated():
    require_operable(load_machine(KETTLE))
    with pytest.raises(MachineError, match=r"states.Off.on.power_input_port\[0\].atomic_action"):
        require_operable(load_machine(KETTLE_UCSM))


def test_a_transition_without_a_box_cannot_be_operated():
    raw = machine_json({"A": {"part": edge("A", "press", "", box("front", 0, 0, 10, 10))}})
    raw["states"]["A"]["on"]["part"][0]["bbox"] = []
    with pytest.raises(MachineError, match=r"states.A.on.part\[0\].bbox: empty"):
        require_operable(parse_machine(json.dumps(raw), "device.json"))


def test_a_missing_next_state_is_named_with_its_place():
    raw = json.loads(KETTLE.read_text())
    raw["states"]["Standby"]["on"]["power_button"][0]["next_state"] = "Boilng"
    text = refusal(raw)
    assert "states.Standby.on.power_button[0].next_state: 'Boilng'" in text


def test_a_missing_initial_state_is_named():
    raw = washer_json()
    raw["initial_state"] = "Nowhere"
    assert "initial_state: 'Nowhere'" in refusal(raw)


@pytest.mark.parametrize(
    "path", ["../other", "a\\..\\..\\b", "/etc", "\\windows", "C:\\pictures", "C:pictures", "a/../../b"]
)
def test_a_path_that_leaves_its_folder_is_refused(path):
    raw = washer_json()
    raw["path"] = path
    assert "path: " in refusal(raw)


@pytest.mark.parametrize("path", [None, "image_view\\ElectricKettle\\device number", "pictures/kettle", "a..b"])
def test_a_path_below_its_folder_is_read(path):
    raw = washer_json()
    raw["path"] = path
    assert parse_machine(json.dumps(raw), "device.json").path == path


def test_immediate_states_that_go_round_are_refused():
    raw = machine_json({"A": {"immediate": edge("B")}, "B": {"immediate": edge("A")}})
    assert "states.A.on.immediate: the chain of immediate states never ends" in refusal(raw)
    assert "never ends" in refusal(machine_json({"A": {"immediate": edge("A")}}))


def test_what_no_part_triggers_takes_neither_box_nor_action_nor_a_second_way():
    touched = edge("A", "press", "", box("front", 0, 0, 10, 10))
    assert "takes no bbox" in refusal(machine_json({"A": {"timed_wait": touched}}))
    assert "exactly one" in refusal(machine_json({"A": {"timed_wait": [edge("A"), edge("A")]}}))
    assert "exactly one" in refusal(machine_json({"A": {"immediate": []}}))


@pytest.mark.parametrize(
    "coordinate",
    [
        [0, 0, 10, 10, 100],
        [0, 0, 10, 10, 100, 100, 7],
        [0, 0, 0, 10, 100, 100],
        [0, 0, 10, -1, 100, 100],
        [95, 0, 10, 10, 100, 100],
        [-1, 0, 10, 10, 100, 100],
        [True, 0, 10, 10, 100, 100],
        ["0", 0, 10, 10, 100, 100],
        [None, 0, 10, 10, 100, 100],
        [0, 0, 10, 10, 100, 0],
        {"x": 1},
        "0,0,10,10,100,100",
    ],
)
def test_a_box_that_is_none_is_refused_with_its_place(coordinate):
    raw = machine_json({"A": {"part": edge("A", "press", "", {"view": "front", "coordinate": coordinate})}})
    assert "states.A.on.part.0.bbox.0" in refusal(raw)


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_a_number_that_is_none_is_refused(number):
    raw = json.dumps(washer_json()).replace("420", number, 1)
    refusal(raw)


@pytest.mark.parametrize(
    ("place", "key"),
    [((), "colour"), (("states", "Shut"), "then"), (("states", "Shut", "on", "start_key", 0), "to")],
)
def test_an_unknown_key_is_named(place, key):
    raw = washer_json()
    inner = raw
    for step in place:
        inner = inner[step]
    inner[key] = 1
    assert key in refusal(raw)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '"x"',
        "7",
        '{"name": "x"}',
        '{"a": 1}}',
        "[" * 100_000,
        '{"a":' * 100_000,
        "9" * 5000,
    ],
)
def test_text_that_is_no_machine_is_refused(text):
    refusal(text)


def test_a_state_that_stands_twice_is_refused():
    text = json.dumps(washer_json()).replace('"Running": {', '"Shut": {', 1)
    refusal(text)


def test_broken_json_names_the_line():
    text = json.dumps(washer_json(), indent=1).replace('"initial_state"', "initial_state", 1)
    assert "line 3" in refusal(text)


def test_a_file_that_is_missing_or_binary_is_named(tmp_path: Path):
    with pytest.raises(MachineError, match=r"none\.json"):
        load_machine(tmp_path / "none.json")
    (tmp_path / "binary.json").write_bytes(b"\xff\xfe\x00\x01")
    with pytest.raises(MachineError, match=r"binary\.json"):
        load_machine(tmp_path / "binary.json")
    with pytest.raises(MachineError):
        load_machine(tmp_path)


def test_a_box_knows_its_points_its_share_and_its_middle():
    it = Box(coordinate=(100, 50, 200, 100, 1000, 500), view="front")
    assert it.contains(100, 100) and it.contains(300, 300) and not it.contains(99, 100)
    assert it.relative_area == pytest.approx(0.04)
    assert it.centre == (200, 200)


def test_states_and_machines_cannot_be_changed(kettle):
    with pytest.raises(ValueError):
        kettle.name = "other"
