"""Episodes: saved and read back they are equal; a damaged file names file, line and field."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest

from envs.episode import (
    Completion,
    Episode,
    EpisodeError,
    Event,
    EventKind,
    Observation,
    Outcome,
    Severity,
    Step,
    Task,
    ToolCall,
    Turn,
    episode_from_json,
    episode_to_json,
    load_episodes,
    save_episodes,
)


def an_episode(reply: str = "<think>ä 你 😀</think>{}") -> Episode:
    seen = Observation("boil", "It is on.", (("View", "front"), ("Views", "front, back")), ("a" * 64,))
    after = Observation("boil", "It boils.", (), ("b" * 64, "c" * 64))
    event = Event(EventKind.FAILED, "no", Severity.MODERATE, {"component": "x", "points": [1, 2]})
    step = Step(
        after,
        "A|front",
        "B|front",
        (event, Event(EventKind.GOAL)),
        ("B", "C"),
        None,
        {"distance": 2, "local": None},
    )
    call = ToolCall("push", {"coordinate": [1, 2], "parameter": ["1"]})
    turn = Turn(seen, reply, step, call, None, {"goal": 1.5, "cost": -0.25}, False, Completion((1, 2), (3,), (-0.5,)))
    lost = Turn(seen, "?", step, None, "no object")
    return Episode(
        Task("devices", "t", 3, {"a": [1, {"b": None}]}, 4),
        (turn, lost),
        Outcome.TRUNCATED,
        seen,
        "x",
        "base",
    )


def test_an_episode_is_read_back_as_it_was(tmp_path: Path):
    path = tmp_path / "deep" / "er" / "episodes.jsonl"
    episodes = [an_episode(), Episode(Task("w", "i", 0, {})), an_episode("line\nbreak\u2028\x00 \ud800 half")]
    save_episodes(path, episodes[:1])
    save_episodes(path, episodes[1:])
    assert list(load_episodes(path)) == episodes
    assert len(path.read_bytes().splitlines()) == 3


def test_log_probabilities_keep_every_bit():
    values = (-0.1, -1e-300, -float("inf"), -0.1 - 2**-53)
    turn = Turn(
        Observation("x"),
        "",
        Step(Observation("x"), "a", "b", ()),
        completion=Completion((1,), (1, 2, 3, 4), values),
    )
    text = json.dumps(episode_to_json(Episode(Task("w", "i", 0, {}), (turn,))))
    completion = episode_from_json(json.loads(text)).turns[0].completion
    assert completion is not None and completion.logprobs == values


def test_sums_and_pictures():
    episode = an_episode()
    assert episode.turns[0].reward == episode.trajectory_return == 1.25
    assert episode.images == {"a" * 64, "b" * 64, "c" * 64}
    assert episode.turns[0].step.has(EventKind.FAILED) and not episode.turns[0].step.has(EventKind.NULL)


def test_nothing_can_be_changed():
    with pytest.raises(FrozenInstanceError):
        an_episode().error = "y"  # type: ignore[misc]


@pytest.mark.parametrize(
    "line",
    [
        *(b"", b"{", b"[]", b"null", b"7", b'"x"', b"\xff\xfe", b"[" * 10**5, b"9" * 5000, b"{}"),
        json.dumps({"format": 99}).encode(),
        json.dumps(episode_to_json(an_episode())).encode()[:-40],
    ],
    ids=lambda line: repr(line[:20]),
)
def test_a_damaged_line_names_file_and_line_and_keeps_what_came_before(tmp_path: Path, line: bytes):
    path = tmp_path / "episodes.jsonl"
    save_episodes(path, [an_episode()])
    with path.open("ab") as file:
        file.write(line + b"\n")
    reading = load_episodes(path)
    assert next(reading) == an_episode()
    with pytest.raises(EpisodeError) as caught:
        next(reading)
    assert str(caught.value).startswith(f"{path}: line 2: ") and "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("place", "value", "named"),
    [
        (("task",), None, "task"),
        (("task", "seed"), "many", "task.seed"),
        (("outcome",), "won", "outcome"),
        (("turns", 0, "step", "events", 0, "kind"), "magic", "turns.0.step.events.0.kind"),
        (("turns", 0, "completion", "ids"), ["x"], "turns.0.completion.ids.0"),
        (("turns", 0, "observation"), [], "turns.0.observation"),
    ],
)
def test_a_wrong_field_is_named(place, value, named):
    data = episode_to_json(an_episode())
    inner = data
    for step in place[:-1]:
        inner = inner[step]
    inner[place[-1]] = value
    with pytest.raises(EpisodeError, match=named):
        episode_from_json(data, "here")


def test_a_missing_file_is_named(tmp_path: Path):
    with pytest.raises(EpisodeError, match="gone"):
        list(load_episodes(tmp_path / "gone.jsonl"))
