"""The command `score.py`: traces line by line, hostile ones with one error line, episodes, two configurations."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from data_synth.dataset import DatasetFolder, Manifest
from envs.episode import Episode, EventKind, Outcome, Severity, Turn, save_episodes
from envs.home.trace import read_trace
from envs.images import ImageStore
from rewards import load_rewards
from rewards.comparison import compare_ranks, ranks, spearman
from tests.demonstrations import dataset, demonstration
from tests.home_worlds import PATIENT, State, asked, failed, graph, plan, step, task
from tests.loading import ROOT, script

score = script("score")
HOME, DEVICES = (str(ROOT / "configs/rewards" / f"{name}.yaml") for name in ("home", "devices"))
START, GOAL = graph(table_1="mug_3", shelf_1=""), graph(table_1="", shelf_1="mug_3")
WAY = plan(START, GOAL, tidy=False)[1:]


def written(state: State, **more: Any) -> dict[str, Any]:
    """A step of a trace."""
    plain = {"tool": "nav_to", "graph": state[0].to_json(), "at": state[1], "failure": None, "ask": None}
    return plain | more


def trace(*steps: dict[str, Any], ask_budget: int = 1) -> dict[str, Any]:
    return {"initial": START.to_json(), "goal": GOAL.to_json(), "ask_budget": ask_budget, "steps": list(steps)}


def lines(tmp_path: Path, capsys: pytest.CaptureFixture[str], content: dict[str, Any]) -> list[dict[str, Any]]:
    path = tmp_path / "trace.json"
    path.write_text(json.dumps(content))
    assert score.main(["--rewards", HOME, "--trace", str(path)]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_trace_is_scored_line_by_line(tmp_path):
    """A process of its own, and every number worked out by hand: four entries, a bonus of 3."""
    steps = [written(WAY[0], failure="severe", ask={"question": "Which shelf?", "resolves": True}), *map(written, WAY)]
    path = tmp_path / "trace.json"
    path.write_text(json.dumps(trace(*steps)))
    command = [sys.executable, "scripts/score.py", "--rewards", "configs/rewards/home.yaml", "--trace", str(path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    made = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["step"] for line in made[:-1]] == [1, 2, 3, 4, 5]
    assert made[0]["terms"] == {"task_progress": 0.25, "time": -0.005, "failure": -0.02, "ask": 0.03}
    assert [line["terms"]["task_progress"] for line in made[:-1]] == [0.25, 0, 0.25, 0.25, 3.25]
    assert made[0]["remaining"] == ["pick(mug_3)", "place(mug_3, shelf_1)", "reach(shelf_1)"]
    assert [len(line["remaining"]) for line in made[:-1]] == [3, 3, 2, 1, 0]
    assert made[-1] == {"return": pytest.approx(4 - 5 * 0.005 - 0.02 + 0.03), "success": True}
    assert all(set(line) == {"step", "terms", "reward", "remaining"} for line in made[:-1])
    assert made[-1]["return"] == pytest.approx(sum(line["reward"] for line in made[:-1]))
    assert all(line["reward"] == sum(line["terms"].values()) for line in made[:-1])


def test_an_empty_trace_returns_nothing(tmp_path, capsys):
    assert lines(tmp_path, capsys, trace()) == [{"return": 0.0, "success": False}]
    assert lines(tmp_path, capsys, {**trace(), "goal": START.to_json()}) == [{"return": 0.0, "success": True}]


def test_an_entry_given_back_does_not_remain_and_never_pays_again(tmp_path, capsys):
    picked = (START.picked("mug_3"), "table_1")
    back = (START, "table_1")
    made = lines(tmp_path, capsys, trace(*map(written, (back, picked, back, picked, back))))
    assert [line["terms"]["task_progress"] for line in made[:-1]] == [0.25, 0.25, -0.25, 0, 0]
    assert made[2]["remaining"] == ["place(mug_3, shelf_1)", "reach(shelf_1)"]
    assert made[-1]["success"] is False


def test_failures_asks_and_null_that_is_left_out_are_read(tmp_path, capsys):
    question = {"question": "Which?", "resolves": True}
    steps = [written((START, None), failure=each) for each in ("minor", "moderate", "severe")]
    steps += [written((START, None), ask=question), written((START, None), ask=question | {"question": "WHICH"})]
    steps += [written((START, None), ask={"question": "And?", "resolves": True})]
    bare = {name: value for name, value in written((START, None)).items() if name not in ("failure", "ask")}
    made = lines(tmp_path, capsys, trace(*steps, bare))[:-1]
    assert [line["terms"]["failure"] for line in made] == [-0.005, -0.01, -0.02, 0, 0, 0, 0]
    assert [line["terms"]["ask"] for line in made] == [0, 0, 0, 0.03, -0.015, -0.015, 0]


def test_a_trace_scores_as_the_live_episode_does(tmp_path):
    """The trace's steps are the steps that rewards see while an episode runs."""
    events = [failed(Severity.MINOR), asked("Which?", True), None, failed(Severity.SEVERE)]
    told = [
        {"failure": "minor"},
        {"ask": {"question": "Which?", "resolves": True}},
        {},
        {"failure": "severe"},
    ]
    path = tmp_path / "trace.json"
    path.write_text(json.dumps(trace(*(written(s, **more) for s, more in zip(WAY, told, strict=True)))))
    live = load_rewards(HOME)
    live.start(task(START, GOAL, 1))
    seen = [live.score(step(s, *([e] if e else []))) for s, e in zip(WAY, events, strict=True)]
    read = read_trace(path)
    again = load_rewards(HOME)
    again.start(read.task)
    assert [again.score(each) for each in read.steps] == seen
    assert read.steps[-1].outcome == Outcome.SUCCESS
    assert read.steps[0].has(EventKind.FAILED)


GOOD = trace(written(WAY[0]))


def changed(*path: Any, to: Any = None, drop: bool = False) -> dict[str, Any]:
    """The good trace with one value changed or dropped."""
    content = json.loads(json.dumps(GOOD))
    at = content
    for name in path[:-1]:
        at = at[name]
    if drop:
        del at[path[-1]]
    else:
        at[path[-1]] = to
    return content


HOSTILE: list[tuple[Any, list[str]]] = [
    *((changed(name, drop=True), [name, "required"]) for name in ("initial", "goal", "ask_budget", "steps")),
    *((changed("steps", 0, name, drop=True), [f"steps.0.{name}", "required"]) for name in ("tool", "graph", "at")),
    *((changed(name, "contents", drop=True), [f"{name}: contents", "required"]) for name in ("initial", "goal")),
    (changed("steps", 0, "graph", "contents", drop=True), ["steps.0.graph: contents", "required"]),
    (changed("colour", to="red"), ["colour", "unknown key", "red"]),
    (changed("steps", 0, "color", to="red"), ["steps.0.color", "red"]),
    (changed("steps", 0, "graph", "colour", to="red"), ["steps.0.graph: colour", "red"]),
    (changed("ask_budget", to=-1), ["ask_budget", "-1"]),
    (changed("ask_budget", to=1.5), ["ask_budget", "1.5"]),
    (changed("ask_budget", to=True), ["ask_budget", "True"]),
    (changed("ask_budget", to="1"), ["ask_budget", "'1'"]),
    (changed("steps", to={}), ["steps", "{}"]),
    (changed("steps", 0, to=3), ["steps.0", "3"]),
    (changed("initial", to=[]), ["initial", "[]"]),
    (changed("initial", "contents", "table_1", to="mug_3"), ["initial: contents.table_1", "'mug_3'"]),
    (changed("initial", "open", to={"table_1": "no"}), ["initial: open.table_1", "'no'"]),
    (changed("initial", "held", to=3), ["initial: held", "3"]),
    (changed("initial", "held", to="mug_3"), ["initial: contents.table_1", "'mug_3'", "the gripper"]),
    (changed("goal", "contents", "table_1", to=["mug_3"]), ["goal: contents.table_1", "'mug_3'", "shelf_1"]),
    (changed("goal", "contents", "shelf_1", to=[]), ["goal: contents", "'mug_3' has vanished"]),
    (changed("goal", "open", to={"table_1": True}), ["goal: open", "'table_1' does not open"]),
    (changed("steps", 0, "graph", "contents", "table_1", to=[]), ["steps.0.graph: contents", "'mug_3' has vanished"]),
    (changed("steps", 0, "graph", "contents", "shelf_1", to=["cup_1"]), ["steps.0.graph: contents", "'cup_1'"]),
    (changed("steps", 0, "graph", "contents", "shelf_1", to=["mug_3"]), ["steps.0.graph", "'mug_3'", "too"]),
    (changed("steps", 0, "graph", "contents", "moon_1", to=[]), ["steps.0.graph: contents", "'moon_1'"]),
    (changed("steps", 0, "graph", "contents", "mug_3", to=[]), ["steps.0.graph", "'mug_3'", "an object and"]),
    (changed("steps", 0, "graph", "open", to={"shelf_1": True}), ["steps.0.graph: open", "'shelf_1' does not open"]),
    (changed("steps", 0, "at", to="moon_1"), ["steps.0.at", "'moon_1'"]),
    (changed("steps", 0, "at", to=1), ["steps.0.at", "1"]),
    (changed("steps", 0, "tool", to=""), ["steps.0.tool", "''"]),
    (changed("steps", 0, "tool", to=None), ["steps.0.tool", "None"]),
    (changed("steps", 0, "failure", to="fatal"), ["steps.0.failure", "'fatal'", "severe"]),
    (changed("steps", 0, "failure", to=True), ["steps.0.failure", "True"]),
    (changed("steps", 0, "ask", to={"question": "a"}), ["steps.0.ask.resolves", "required"]),
    (changed("steps", 0, "ask", to={"question": 1, "resolves": True}), ["steps.0.ask.question", "1"]),
    (changed("steps", 0, "ask", to={"question": "a\nb", "resolves": "a\nb"}), ["steps.0.ask.resolves", "a"]),
    ("", ["not JSON"]),
    ("[]", ["valid dictionary", "[]"]),
    ("{", ["not JSON", "line 1"]),
    (json.dumps(GOOD).replace('"ask_budget": 1', '"ask_budget": NaN'), ["NaN is not JSON"]),
    (json.dumps(GOOD).replace('"ask_budget": 1', '"ask_budget": 1e999'), ["1e999"]),
    (json.dumps(GOOD).replace('"ask_budget": 1', '"ask_budget": 1, "ask_budget": 2'), ["'ask_budget' stands twice"]),
    (json.dumps(GOOD).replace('"mug_3"', '"mug_\\ud800"'), ["surrogate"]),
    ("[" * 100000, ["nested too deeply"]),
    (b"\xff\xfe", ["cannot be read"]),
]


@pytest.mark.parametrize(("content", "parts"), HOSTILE, ids=map(str, range(len(HOSTILE))))
def test_a_hostile_trace_ends_with_one_line_that_names_file_field_and_value(tmp_path, capsys, content, parts):
    path = tmp_path / "hostile.json"
    text = content if isinstance(content, str | bytes) else json.dumps(content)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    assert score.main(["--rewards", HOME, "--trace", str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    for part in (str(path), *parts):
        assert part in err


def test_a_step_that_leaves_out_a_door_is_refused(tmp_path, capsys):
    """Left out it would count as a receptacle that never closes."""
    content = changed("initial", "open", to={"cabinet_2": False})
    path = tmp_path / "trace.json"
    path.write_text(json.dumps(content))
    assert score.main(["--rewards", HOME, "--trace", str(path)]) == 2
    assert "steps.0.graph: open: 'cabinet_2' is missing" in capsys.readouterr().err


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 2) | st.sampled_from(["mug_3", "table_1", "x"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["contents", "held", "a"]), inner),
    max_leaves=4,
)
places = st.sampled_from(
    [("initial",), ("goal",), ("steps",), ("steps", 0), ("steps", 0, "graph"), ("steps", 0, "ask")]
    + [("initial", "contents"), ("goal", "open"), ("steps", 0, "at"), ("steps", 0, "graph", "contents")]
)


@PATIENT
@given(places, json_values)
def test_whatever_stands_in_a_trace_it_is_scored_or_refused(tmp_path_factory, place, value):
    path = tmp_path_factory.mktemp("any") / "trace.json"
    path.write_text(json.dumps(changed(*place, to=value)))
    assert score.main(["--rewards", HOME, "--trace", str(path)]) in (0, 2)


@pytest.mark.parametrize(
    "words",
    [
        ["--trace", "none.json"],
        ["none.jsonl"],
        ["--trace", "none.json", "--against", DEVICES],
        ["runs", "--plot", "a.png"],
        [],
    ],
)
def test_options_that_do_not_go_together_and_missing_files_are_refused(words, capsys):
    try:
        status = score.main(["--rewards", HOME, *words])
    except SystemExit as stop:
        status = stop.code
    assert status == 2
    assert "error: " in capsys.readouterr().err


def test_a_trace_needs_a_reward_file_that_can_be_read(tmp_path, capsys):
    path = tmp_path / "trace.json"
    path.write_text(json.dumps(GOOD))
    assert score.main(["--rewards", "none.yaml", "--trace", str(path)]) == 2
    assert "none.yaml: cannot be read" in capsys.readouterr().err


def home_episode(name: str, states: list[State], outcome: Outcome, *events: Any) -> Episode:
    turns = tuple(Turn(s.observation, "r", s) for s in [step(x, *events) for x in states])
    return Episode(replace(task(START, GOAL, 1), id=name), turns, outcome)


@pytest.fixture
def home_episodes() -> list[Episode]:
    """Two tasks of four episodes, the better the further they got, one without variance, and what is left out."""
    episodes = []
    for name in "ab":
        for length in (1, 2, 3, 4):
            outcome = Outcome.SUCCESS if length == 4 else Outcome.TRUNCATED
            episodes.append(home_episode(name, WAY[:length], outcome))
    episodes += [home_episode("same", WAY[:2], Outcome.TRUNCATED)] * 2
    episodes += [home_episode("single", WAY[:1], Outcome.FAILURE)]
    episodes += [home_episode("a", WAY, Outcome.INFRA_ERROR), replace(episodes[0], outcome=None)]
    return episodes


def test_saved_episodes_of_the_home_world_are_scored_and_two_configurations_compared(tmp_path, capsys, home_episodes):
    save_episodes(tmp_path / "run" / "episodes.jsonl", home_episodes[:6])
    save_episodes(tmp_path / "run" / "episodes" / "step_0.jsonl", home_episodes[6:])
    short = tmp_path / "short.yaml"
    short.write_text("terms:\n  step_cost: {weight: 1}\n  extra: {term: failed_action}\n")
    plot, output = tmp_path / "out" / "plot.png", tmp_path / "out" / "numbers.json"
    words = ["--rewards", HOME, "--against", str(short), str(tmp_path / "run"), "--plot", str(plot)]
    assert score.main([*words, "--output", str(output)]) == 0
    printed = capsys.readouterr().out
    report = json.loads(output.read_text())
    assert (report["episodes"], report["left_out"]) == (11, 2)
    first, second = report["rewards"]
    steps = 2 * (1 + 2 + 3 + 4) + 2 * 2 + 1
    shares = (2 * (1 + 2 + 3 + 4) + 2 * 2 + 1) / 4
    assert first["terms"]["task_progress"]["episode"] == pytest.approx((shares + 2 * 3) / 11)
    assert first["terms"]["time"]["step"] == pytest.approx(-0.005)
    assert second["terms"] == {
        "step_cost": {"episode": pytest.approx(-steps / 11), "step": pytest.approx(-1)},
        "extra": {"episode": 0, "step": 0},
    }
    for each in (first, second):
        for unit in ("episode", "step"):
            assert each["return"][unit] == pytest.approx(sum(term[unit] for term in each["terms"].values()))
    ranked = report["rank_correlation"]
    assert (ranked["groups"], ranked["constant"], ranked["single"]) == (2, 1, 1)
    assert ranked["within"] == ranked["overall"] == pytest.approx(-1)
    assert "task_progress" in printed and "-1.000 within tasks" in printed and "2 that ended" in printed
    with Image.open(plot) as picture:
        assert len(np.unique(np.asarray(picture.convert("RGB")).reshape(-1, 3), axis=0)) > 20


def test_a_configuration_agrees_with_itself_and_a_file_alone_can_be_scored(tmp_path, capsys, home_episodes):
    path = tmp_path / "any_name.jsonl"
    save_episodes(path, home_episodes)
    assert score.main(["--rewards", HOME, "--against", HOME, str(path)]) == 0
    assert "1.000 within tasks (mean of 2; 1 more" in capsys.readouterr().out
    assert score.main(["--rewards", HOME, str(path)]) == 0
    assert "within tasks" not in capsys.readouterr().out


def test_a_dataset_of_the_device_world_is_read_through_its_manifest(tmp_path, capsys):
    folder = dataset(tmp_path / "data", episodes=4)
    output = tmp_path / "numbers.json"
    assert score.main(["--rewards", DEVICES, str(folder.folder), "--output", str(output)]) == 0
    report = json.loads(output.read_text())
    assert report["episodes"] == 4
    assert report["rewards"][0]["terms"]["goal"]["episode"] == 2
    assert score.main(["--rewards", DEVICES, str(tmp_path)]) == 0  # found below a folder, too
    assert "4 episodes" in capsys.readouterr().out
    shard = folder.folder / "shards" / "00000.jsonl"
    shard.write_text(shard.read_text()[:-30])
    assert score.main(["--rewards", DEVICES, str(folder.folder)]) == 2
    assert "00000.jsonl: row 4" in capsys.readouterr().err


def test_a_term_that_cannot_read_the_episodes_gives_one_error_line(tmp_path, capsys, home_episodes):
    save_episodes(tmp_path / "episodes.jsonl", [demonstration(ImageStore(None), 1)])
    assert score.main(["--rewards", DEVICES, "--against", HOME, str(tmp_path)]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    for part in (HOME, "task_progress", "made/1", "devices", "initial"):
        assert part in err
    spoilt = home_episodes[0]
    turn = replace(spoilt.turns[0], step=replace(spoilt.turns[0].step, info={"graph": 3}))
    save_episodes(tmp_path / "spoilt.jsonl", [replace(spoilt, turns=(turn,))])
    assert score.main(["--rewards", HOME, str(tmp_path / "spoilt.jsonl")]) == 2
    assert "task a: turn 1" in capsys.readouterr().err


@pytest.mark.parametrize("content", ["{", "", '{"format": 1}\n', '{"format": 9}\n'])
def test_episodes_that_cannot_be_read_give_one_error_line(tmp_path, capsys, content):
    path = tmp_path / "episodes.jsonl"
    path.write_text(content)
    for place in (path, tmp_path):
        assert score.main(["--rewards", HOME, str(place)]) == 2
        err = capsys.readouterr().err
        assert err.count("\n") == 1
        assert str(tmp_path) in err


def test_a_folder_without_episodes_and_a_dataset_without_rows_are_refused(tmp_path, capsys):
    assert score.main(["--rewards", HOME, str(tmp_path)]) == 2
    assert "no dataset and no episodes" in capsys.readouterr().err
    empty = DatasetFolder(tmp_path / "data")
    empty.write_manifest(Manifest({}, {}, ()).with_shard(empty.write_shard(0, [], {})))
    assert score.main(["--rewards", HOME, str(tmp_path)]) == 2
    assert "no episode that ended" in capsys.readouterr().err


scores = st.lists(st.integers(-3, 3), min_size=2, max_size=8)


@PATIENT
@given(scores.flatmap(lambda values: st.tuples(st.just(values), st.permutations(values))))
def test_rank_correlation_of_tied_values_is_pearsons_over_average_ranks(pair):
    first, second = pair
    for values in pair:
        brute = [sum(o < v for o in values) + (sum(o == v for o in values) + 1) / 2 for v in values]
        assert ranks(values).tolist() == brute
    found = spearman(first, second)
    if len(set(first)) == 1:
        assert found is None
    else:
        assert found == pytest.approx(np.corrcoef(ranks(first), ranks(second))[0, 1])
        assert spearman(first, first) == pytest.approx(1)
        assert spearman(first, [-v for v in first]) == pytest.approx(-1)
        assert spearman([2**v for v in first], second) == pytest.approx(found)


def test_rank_correlation_without_ties_is_the_textbook_formula():
    for order in itertools.permutations(range(4)):
        squares = sum((a - b) ** 2 for a, b in enumerate(order))
        assert spearman(range(4), order) == pytest.approx(1 - 6 * squares / (4 * 15))


def test_groups_are_ranked_one_by_one():
    found = compare_ranks("aabbcd", [1, 2, 11, 12, 5, 5], [2, 1, 12, 11, 9, 9])
    assert (found.within, found.groups, found.constant, found.single) == (-1, 2, 0, 2)
    assert found.overall is not None and found.overall > 0
    assert compare_ranks("aab", [1, 1, 2], [3, 4, 5]).within is None
