"""What configs/rewards/assist_turn.yaml promises in its comments: every turn answers for itself, at once."""

from __future__ import annotations

from functools import cache

import pytest

from envs.assist.grading import Grader, VerdictKind
from envs.assist.log import EntryKind, entries_of
from envs.episode import Episode, Turn
from tests.rewards.assist_talkers import WORLDS, played
from tests.rewards.test_assist_properties import TURNS, terms

CASES = 2


@cache
def scored(world: str, number: int, who: str) -> Episode:
    return TURNS.rescore(played(world, number, who))


def turns(world: str, who: str) -> list[Turn]:
    return [turn for number in range(CASES) for turn in scored(world, number, who).turns]


def speaks(turn: Turn) -> bool:
    return any(entry.kind == EntryKind.SENT for entry in entries_of(turn.step))


def hears(turn: Turn) -> bool:
    return any(entry.kind == EntryKind.HEARD for entry in entries_of(turn.step))


def detecting(world: str, number: int) -> list[Turn]:
    """The expert's turns in which it addresses an error for the first time."""
    grader, found = Grader(), []
    for turn in scored(world, number, "planner").turns:
        verdicts = grader.extend(entries_of(turn.step))
        if any(verdict.kind == VerdictKind.DETECTED for verdict in verdicts):
            found.append(turn)
    return found


def test_the_inequalities_of_the_files_comments():
    named = terms(TURNS)
    error, answer, notice, uptake = (named[n] for n in ("error_help", "answer", "notification", "uptake"))
    chatter, quality, neglect = (named[n] for n in ("chatter", "message_quality", "neglect"))
    dearest = chatter["weight"] * chatter["necessary_only"] + quality["weight"]
    silence = neglect["weight"] * neglect["error"]
    assert error["weight"] * error["detected"] - dearest > 0 > -silence
    assert uptake["weight"] * uptake["ask_next"] > dearest
    assert min(answer["right"], notice["notified"]) > dearest
    all_of_it = error["detected"] + error["prevented"] + silence
    assert 0.78 * error["false_alarm"] > 0.22 * all_of_it
    assert error["missed"] == answer["unanswered"] == notice["unnotified"] == notice["late"] == 0
    assert not error["foresight"] and uptake["guidance"] == "accepted"
    assert named["reply_format"]["weight"] > 0


@pytest.mark.parametrize("world", WORLDS)
def test_silence_costs_what_is_due_and_nothing_else(world):
    silent = turns(world, "silent")
    assert all(turn.reward == turn.rewards["neglect"] <= 0 for turn in silent)
    assert {turn.reward < 0 for turn in silent} == {True, False}


@pytest.mark.parametrize("world", WORLDS)
@pytest.mark.parametrize("who", ["planner", "talkative", "alarmist"])
def test_no_turn_gets_a_bill_for_an_earlier_one(world, who):
    """Costs of messages fall in the turn that sends them; what pays falls there or where the message is heard."""
    for turn in turns(world, who):
        if not speaks(turn):
            costs = {name: value for name, value in turn.rewards.items() if value < 0}
            assert costs.keys() <= {"neglect"} | ({"notification"} if hears(turn) else set())
        if not (speaks(turn) or hears(turn)):
            assert all(value <= 0 for value in turn.rewards.values())


@pytest.mark.parametrize("world", WORLDS)
def test_to_address_an_error_pays_at_once_and_to_keep_silent_about_it_costs(world):
    found = [turn for number in range(CASES) for turn in detecting(world, number)]
    assert found
    assert all(turn.reward >= 1 - 0.2 for turn in found)
    assert min(turn.reward for turn in turns(world, "silent")) <= -0.25


@pytest.mark.parametrize("world", WORLDS)
def test_the_expert_earns_and_speaking_always_costs_more_than_it_brings(world):
    assert sum(turn.reward for turn in turns(world, "planner")) > 0
    for who in ("talkative", "random", "alarmist"):
        own = [sum(v for name, v in turn.rewards.items() if name != "neglect") for turn in turns(world, who)]
        assert sum(own) < 0, who


@pytest.mark.parametrize("world", WORLDS)
def test_messages_are_mostly_heard_in_the_turn_that_sends_them(world):
    """Or their worth would go to another turn."""
    pairs = []
    for turn in turns(world, "planner"):
        entries = entries_of(turn.step)
        heard = {entry.data["message"] for entry in entries if entry.kind == EntryKind.HEARD}
        pairs += [entry.data["message"] in heard for entry in entries if entry.kind == EntryKind.SENT]
    assert sum(pairs) >= 0.8 * len(pairs)
