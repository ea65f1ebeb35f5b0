"""The event log: its running summary is that of its entries, and it reads back as it was written."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from envs.assist.action import Action
from envs.assist.log import Entry, EntryKind, Log, entries_of
from tests.envs.assist.assist_play import WORLDS, some_episodes


def summary(log: Log) -> tuple[object, ...]:
    return (log.facts, log.met, log.conditions, log.doing, log.tick, log.start)


@pytest.mark.parametrize("world", WORLDS)
def test_a_log_that_grows_is_the_log_of_its_entries(world):
    played = some_episodes(world)[0]
    growing = Log()
    for number, entry in enumerate(played.log.entries, 1):
        growing.add(entry)
        if number % 20 == 0:
            assert summary(growing) == summary(Log(played.log.entries[:number]))
    assert summary(growing) == summary(played.log)


@pytest.mark.parametrize("world", WORLDS)
def test_entries_are_plain_and_read_back(world):
    for played in some_episodes(world):
        for entry in played.log.entries:
            assert Entry.from_json(json.loads(json.dumps(entry.to_json()))) == entry


@pytest.mark.parametrize("world", WORLDS)
def test_each_step_brings_its_own_entries_and_the_first_the_start(world):
    for played in some_episodes(world)[:4]:
        steps = [entries_of(turn.step) for turn in played.episode.turns]
        assert [entry for step in steps for entry in step] == played.log.entries
        assert steps[0][0].kind == EntryKind.START and steps[-1][-1].kind == EntryKind.ENDED
        for turn, step in zip(played.episode.turns, steps, strict=True):
            assert all(entry.tick <= turn.step.info["tick"] for entry in step)


@pytest.mark.parametrize("world", WORLDS)
def test_times_count_completed_actions_and_an_empty_part_matches_anything(world):
    for played in some_episodes(world)[:3]:
        log = played.log
        done = [(entry.tick, Action.from_json(entry.data["action"])) for entry in log.of_kind(EntryKind.DID)]
        for _, action in done[::7]:
            same = [tick for tick, other in done if other == action]
            assert log.times(action.verb, action.target, action.place)[: len(same)] == same or not action.place
            assert log.times(action.verb) == [tick for tick, other in done if other.verb == action.verb]
            assert log.times(action.verb, action.target) == [
                tick for tick, other in done if other.verb == action.verb and action.target in ("", other.target)
            ]
        assert log.times("dance") == []


facts = st.dictionaries(
    st.tuples(st.sampled_from("abc"), st.sampled_from("xy")), st.sampled_from(["1", "2", None]), max_size=4
)


@given(st.lists(facts, max_size=6))
def test_changes_add_up(changes):
    log, table = Log(), {}
    for tick, change in enumerate(changes):
        log.add(Entry(tick, EntryKind.CHANGED, {"facts": [[*key, value] for key, value in change.items()]}))
        table |= change
    assert log.facts == {key: value for key, value in table.items() if value is not None}
    assert all(log.fact(*key) == value for key, value in table.items())


def test_a_condition_that_a_new_plan_lacks_is_met_no_more():
    log = Log([Entry(0, EntryKind.START, {"facts": [], "conditions": ["a", "b"], "met": ["a", "b"]})])
    log.add(Entry(3, EntryKind.CHANGED_PLAN, {"event": "p", "conditions": ["b", "c"]}))
    assert (log.conditions, log.met, log.tick) == (("b", "c"), frozenset("b"), 3)
