"""scripts/play.py: the black-box door. Its lines, its one-line errors, and that --no-render imports no MuJoCo."""

from __future__ import annotations

import importlib.util
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from envs.devices.machine import load_machine
from envs.devices.views import VIEWS
from tests.machines import KETTLE, machine_json, washer_json

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "play.py"
spec = importlib.util.spec_from_file_location("play_script", SCRIPT)
assert spec is not None and spec.loader is not None
play_script = importlib.util.module_from_spec(spec)
spec.loader.exec_module(play_script)

KEYS = ["step", "tool", "view", "state", "visited", "event", "feedback", "goals_done", "remaining", "outcome"]
KEYS += ["rewards", "reward"]

ON = {"name": "push", "arguments": {"coordinate": [781, 725], "parameter": ["1"]}}
OPEN = {"name": "push", "arguments": {"coordinate": [777, 72], "parameter": ["1"]}}
WAIT = {"name": "timed_wait", "arguments": {}}


def look(view: str, **more) -> dict:
    return {"name": "switch_view", "arguments": {"view": view, **more}}


@pytest.fixture
def run(tmp_path: Path, capsys):
    """Plays calls (or raw text) and gives (exit status, printed objects, error lines)."""

    def play(calls, *options: str, device: Path | dict = KETTLE) -> tuple[int, list[dict], list[str]]:
        file = tmp_path / "calls.jsonl"
        text = calls if isinstance(calls, str) else "".join(json.dumps(call) + "\n" for call in calls)
        file.write_bytes(text.encode("utf-8", "surrogatepass"))
        if isinstance(device, dict):
            path = tmp_path / "device.json"
            path.write_text(json.dumps(device))
            device = path
        arguments = ["devices", "--device", str(device), "--actions", str(file), "--no-render", *options]
        try:
            status = play_script.main(arguments)
        except SystemExit as stop:
            status = int(stop.code or 0)
        printed = capsys.readouterr()
        return status, [json.loads(line) for line in printed.out.splitlines()], printed.err.splitlines()

    return play


def test_a_line_has_exactly_the_agreed_keys(run):
    status, lines, errors = run([ON, look("back")])
    assert (status, errors) == (0, [])
    assert [list(line) for line in lines] == [KEYS, KEYS]
    first = lines[0]
    assert (first["step"], first["tool"], first["view"], first["state"]) == (1, "push", "front", "Boiling")
    assert first["visited"] == ["Boiling"] and first["event"] == "transition"
    assert first["feedback"].startswith("Start the electric kettle; begin heating")
    assert (first["goals_done"], first["remaining"], first["outcome"]) == (0, None, None)
    assert (lines[1]["event"], lines[1]["view"], lines[1]["visited"]) == ("view", "back", [])


def test_a_whole_episode_with_goals_budgets_rewards_and_an_end(run):
    status, lines, errors = run([ON, WAIT, OPEN, WAIT], "--goals", "BoilingComplete,LidOpen")
    assert status == 0
    assert [line["state"] for line in lines] == ["Boiling", "Standby", "LidOpen"]
    assert lines[1]["visited"] == ["BoilingComplete", "Standby"]
    assert [line["goals_done"] for line in lines] == [0, 1, 2]
    assert [line["remaining"] for line in lines] == [
        {"global": 14, "local": 9},
        {"global": 13, "local": 8},
        {"global": 12, "local": 7},
    ]
    assert [line["outcome"] for line in lines] == [None, None, "success"]
    for line in lines:
        assert line["reward"] == pytest.approx(sum(line["rewards"].values()))
    assert all(line["rewards"]["ssm_distance"] > 0 for line in lines)
    assert lines[1]["rewards"]["goal"] == pytest.approx(0.5)
    assert len(errors) == 1 and "ended at step 3" in errors[0] and "1 further call" in errors[0]


def test_every_kind_of_event_has_its_agreed_name(run):
    calls = [
        look("front_top"),
        {"name": "press", "arguments": {"coordinate": [500, 150]}},
        look("front"),
        {"name": "press", "arguments": {"coordinate": [5, 5]}},
        {"name": "press", "arguments": {"coordinate": [5, 1001]}},
        WAIT,
        {"name": "press", "arguments": {"coordinate": [430, 130]}},
        {"name": "rotate", "arguments": {"coordinate": [430, 130], "parameter": ["1"]}},
        look("dashboard"),
        {"name": "press", "arguments": {"coordinate": [200, 200]}},
        WAIT,
    ]
    _, lines, _ = run(calls, device=washer_json())
    assert [line["event"] for line in lines] == [
        *("view", "system", "view", "null", "system", "null", "unlock", "operational_error", "view"),
        *("transition", "transition"),
    ]
    assert "no effect" in lines[5]["feedback"]
    assert lines[7]["feedback"] == "It seems that this component can be operated, but not in this way."
    assert lines[-1]["visited"] == ["Done", "Shut"]
    _, lines, _ = run([look("dashboard", coordinate=[500, 150])], device=washer_json())
    assert (lines[0]["event"], lines[0]["view"]) == ("unlock", "dashboard")


def test_without_goals_it_never_ends_and_progress_pays_nothing(run):
    _, lines, _ = run([ON, OPEN] * 100)
    assert len(lines) == 200
    assert all(line["remaining"] is None and line["outcome"] is None for line in lines)
    assert all(line["rewards"]["ssm_distance"] == 0 and line["rewards"]["goal"] == 0 for line in lines)


def test_a_spent_budget_truncates_and_the_factor_counts(run):
    _, lines, errors = run([WAIT] * 9, "--goals", "LidOpen", "--budget-factor", "2")
    assert [line["outcome"] for line in lines] == [None, "truncated"] and "7 further calls" in errors[0]
    _, lines, _ = run([WAIT], "--goals", "LidOpen", "--start-view", "left")
    assert lines[0]["remaining"] == {"global": 9, "local": 9}


def test_blank_lines_are_passed_over_and_odd_text_is_kept_whole(run):
    status, lines, _ = run("\n" + json.dumps(ON) + "\r\n\n" + json.dumps(look("a\u2028b")) + "\n\n")
    assert status == 0 and [line["event"] for line in lines] == ["transition", "system"]


GOOD = json.dumps(ON)


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("{", "not JSON"),
        (GOOD[:-2], "not JSON"),
        ("[1]", "object"),
        ("null", "object"),
        ("{}", "name: missing"),
        ('{"name": "push"}', "arguments: missing"),
        ('{"name": 3, "arguments": {}}', "name"),
        ('{"name": "push", "arguments": []}', "arguments"),
        ('{"name": "push", "arguments": null}', "arguments"),
        ('{"name": "lift", "arguments": {}}', "name: unknown tool 'lift'"),
        ('{"name": "push", "arguments": {}}', "coordinate"),
        ('{"name": "push", "arguments": {"coordinate": [1, "2"]}}', "coordinate.1"),
        ('{"name": "push", "arguments": {"coordinate": [1.0, 2]}}', "coordinate.0"),
        ('{"name": "push", "arguments": {"coordinate": [true, 2]}}', "coordinate.0"),
        ('{"name": "push", "arguments": {"coordinate": [1, 2, 3]}}', "coordinate"),
        ('{"name": "push", "arguments": {"coordinate": [1, NaN]}}', "NaN"),
        ('{"name": "push", "arguments": {"coordinate": [1, 1e999]}}', "1e999"),
        ('{"name": "push", "arguments": {"coordinate": [1, 2], "parameter": ["1", 0]}}', "parameter.1"),
        ('{"name": "push", "arguments": {"coordinate": [1, 2], "force": 1}}', "force"),
        ('{"name": "push", "name": "pull", "arguments": {}}', "name"),
        ('{"name": "timed_wait", "arguments": {}, "step": 1}', "step"),
        ('{"name": "switch_view", "arguments": {"view": null}}', "view"),
        ('{"name": "switch_view", "arguments": {"view": "\\ud800"}}', "surrogate"),
        ("[" * 100_000, "deep"),
        ("9" * 5000, "digits"),
        ("\x00", "not JSON"),
    ],
    ids=lambda value: repr(value)[:50],
)
def test_a_broken_line_is_one_error_that_names_line_and_field_before_anything_is_printed(run, line, named):
    status, lines, errors = run(f"{GOOD}\n\n{line}\n{GOOD}\n")
    assert status == 2 and lines == [] and len(errors) == 1
    assert "calls.jsonl: line 3: " in errors[0] and named in errors[0]


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (("--goals", "Nowhere"), "'Nowhere'"),
        (("--goals", "LidOpen,Nowhere"), "goals[1]"),
        (("--start-view", "side"), "start_view: 'side'"),
        (("--budget-factor", "0"), "budget_factor"),
        (("--budget-factor", "nan"), "budget_factor"),
        (("--budget-factor", "much"), "--budget-factor"),
        (("--colour", "red"), "--colour"),
        (("--save", "x"), "--save"),
        (("--category", "Lamp"), "--category"),
        (("--rewards", "none.yaml"), "none.yaml"),
    ],
)
def test_a_wrong_option_is_one_error(run, options, named):
    status, lines, errors = run([ON], *options)
    assert status == 2 and lines == [] and len(errors) == 1 and named in errors[0]


def test_a_broken_device_file_is_one_error(run, tmp_path: Path):
    raw = json.loads(KETTLE.read_text())
    raw["states"]["Standby"]["on"]["power_button"][0]["next_state"] = "Gone"
    status, lines, errors = run([ON], device=raw)
    assert status == 2 and lines == [] and len(errors) == 1
    assert "device.json" in errors[0] and "states.Standby.on.power_button[0].next_state: 'Gone'" in errors[0]
    raw = json.loads(KETTLE.read_text()) | {"path": "..\\..\\secrets"}
    status, _, errors = run([ON], device=raw)
    assert status == 2 and len(errors) == 1 and "path" in errors[0]
    for device in (tmp_path / "none.json", tmp_path, KETTLE.with_name("kettle_ucsm.json")):
        status, _, errors = run([ON], device=device)
        assert status == 2 and len(errors) == 1 and str(device) in errors[0]
    status, _, errors = run([ON], device=machine_json({"A": {}}) | {"states": {}})
    assert status == 2 and "states" in errors[0]


def test_missing_or_binary_actions_are_one_error(run, tmp_path: Path, capsys):
    base = ["devices", "--device", str(KETTLE), "--no-render", "--actions"]
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe\x00")
    for path in (tmp_path / "none.jsonl", tmp_path, binary):
        assert play_script.main([*base, str(path)]) == 2
        printed = capsys.readouterr()
        assert printed.out == "" and str(path) in printed.err and printed.err.count("\n") == 1


def test_a_generated_device_needs_drawing_and_says_so(tmp_path: Path, capsys):
    calls = tmp_path / "calls.jsonl"
    calls.write_text(json.dumps(ON))
    options = ["--category", "Lamp", "--seed", "1", "--no-render", "--actions", str(calls)]
    assert play_script.main(["devices", *options]) == 2
    assert "boxes are measured" in capsys.readouterr().err


def test_a_person_can_type(monkeypatch, capsys):
    typed = "push 781 725 1\n\nlift 1 2\npush 1 x\npush --5 1\nswitch_view back\nswitch_view dashboard 5 5\nquit\n"
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    assert play_script.main(["devices", "--device", str(KETTLE), "--no-render"]) == 0
    printed = capsys.readouterr().out.replace("> ", "").splitlines()
    events = [json.loads(line)["event"] for line in printed if line.startswith("{")]
    assert events == ["transition", "view", "system"]
    assert sum("unknown tool 'lift'" in line or "push: coordinate" in line for line in printed) == 3


def test_the_script_runs_by_itself_from_anywhere_and_never_imports_mujoco(tmp_path: Path):
    code = f"""
import runpy, sys
sys.argv = ["play.py", "devices", "--device", {str(KETTLE)!r}, "--actions", "-", "--no-render"]
try:
    runpy.run_path({str(SCRIPT)!r}, run_name="__main__")
except SystemExit as stop:
    print(stop.code, [m for m in ("mujoco", "torch", "transformers") if m in sys.modules])
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=json.dumps(ON),
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=True,
    )
    line, end = done.stdout.splitlines()
    assert json.loads(line)["state"] == "Boiling" and end == "0 []"


def test_a_generated_device_is_saved_and_played(tmp_path: Path, capsys):
    folder, calls = tmp_path / "saved", tmp_path / "calls.jsonl"
    options = ["devices", "--category", "Microwave", "--seed", "7", "--size", "64"]
    assert play_script.main([*options, "--save", str(folder)]) == 0
    machine = load_machine(folder / "Microwave.json")
    assert machine.name == "Microwave"
    assert {path.stem for path in folder.glob("*.png")} == set(VIEWS)
    assert len(VIEWS) == 9
    capsys.readouterr()
    calls.write_text(json.dumps(look("top")) + "\n" + json.dumps(WAIT))
    pictures = tmp_path / "pictures"
    assert play_script.main([*options, "--actions", str(calls), "--pictures", str(pictures)]) == 0
    generated = capsys.readouterr().out
    assert 1 <= len(list(pictures.rglob("*.png"))) <= 2
    device = ["devices", "--device", str(folder / "Microwave.json"), "--no-render", "--actions", str(calls)]
    assert play_script.main(device) == 0
    assert capsys.readouterr().out == generated
    cached = [*options, "--cache", str(tmp_path / "cache"), "--actions", str(calls)]
    assert play_script.main(cached) == play_script.main([*cached, "--no-render"]) == 0
    assert capsys.readouterr().out == generated * 2
