"""What the expert notes in its history: what was seen to be done, never what is hidden."""

from __future__ import annotations

import pytest

from data_synth.assist.memory import MOST_NOTES, Memory, parts_done
from data_synth.history import NOTHING_YET
from envs.assist.action import Action
from envs.assist.log import Entry, EntryKind, Log
from envs.reply import parse_reply
from tests.envs.assist.assist_play import WORLDS, some_episodes, symbolic
from tests.envs.assist.errand import LEXICON


def did(tick: int, *action: str) -> Entry:
    return Entry(tick, EntryKind.DID, {"action": [*action, *[""] * (3 - len(action))]})


def test_deeds_are_kept_with_their_ticks_and_visits_are_counted():
    memory = Memory(LEXICON)
    assert memory.events() == NOTHING_YET
    memory.add([did(8, "go", "shelf"), did(10, "pick", "bag"), did(18, "go", "counter")])
    memory.add([did(20, "add", "bag", "cup"), did(25, "wait"), did(33, "go", "shelf")])
    assert memory.events() == (
        "picked up the tea bag at 10; added the tea bag to the cup at 20; visits: shelf 2, counter 1"
    )


def test_only_what_was_done_is_noted():
    memory = Memory(LEXICON)
    memory.add(
        [
            Entry(1, EntryKind.BEGAN, {"action": ["pick", "bag", ""], "until": 3}),
            Entry(2, EntryKind.DROPPED, {"action": ["pick", "bag", ""]}),
            Entry(2, EntryKind.MET, {"condition": "bag_in"}),
            Entry(2, EntryKind.DEVIATING, {"event": "e"}),
            did(3, "dance", "bag"),
        ]
    )
    assert memory.events() == NOTHING_YET


def test_old_deeds_are_forgotten_and_visits_are_not():
    memory = Memory(LEXICON)
    for tick in range(0, 100, 2):
        memory.add([did(tick, "go", "shelf"), did(tick + 1, "pick", "bag")])
    noted = memory.events().split("; ")
    assert len(noted) == MOST_NOTES + 1 and noted[-1] == "visits: shelf 50" and noted[-2].endswith("at 99")


def test_parts_are_done_when_no_plan_needs_them():
    parts = {"water": "heat the water", "bag": "put in the tea bag"}
    assert parts_done(parts, ["bag", "bag"]) == "heat the water"
    assert parts_done(parts, parts) == NOTHING_YET
    assert parts_done(parts, []) == "heat the water, put in the tea bag"


@pytest.mark.parametrize("world", WORLDS)
def test_a_history_holds_what_happened_before_the_reply(world):
    """Its ticks are those of completed actions, and its counts of visits are right."""
    played = next(one for one in some_episodes(world) if one.who == "planner")
    log, tick = Log(), 0
    for turn in played.episode.turns:
        history = parse_reply(turn.reply, symbolic(world).tools, True).history
        assert history is not None and history.task
        done = [(entry.tick, Action.from_json(entry.data["action"])) for entry in log.of_kind(EntryKind.DID)]
        notes = history.summary.split("; ")
        for note in notes:
            if " at " in note:
                assert int(note.rpartition(" at ")[2]) in {at for at, _ in done} and tick >= int(
                    note.rpartition(" ")[2]
                )
            elif note.startswith("visits: "):
                counted = sum(int(part.rpartition(" ")[2]) for part in note.removeprefix("visits: ").split(", "))
                forms = symbolic(world).domain(played.task.parameters["domain"]).lexicon.verbs
                assert counted == sum(forms[action.verb].takes == "place" for _, action in done if action.verb in forms)
        log.extend(Entry.from_json(data) for data in turn.step.info["log"])
        tick = turn.step.info["tick"]
