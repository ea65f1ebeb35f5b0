"""The harness: what it writes follows from task and messages alone, and keeps the rules of time and of errors."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from envs.assist.action import Action
from envs.assist.domain import LEAD, Deviation
from envs.assist.grounding.act import Act, ActKind, Understood
from envs.assist.harness import GIVES_UP, QUIET, Harness
from envs.assist.log import PENDING, Entry, EntryKind, Log, Response, UserAct
from envs.assist.persona import PROFILES, Persona
from envs.assist.schedule import ScheduledError
from envs.assist.segment import moments
from envs.assist.task import checked
from envs.assist.user import make_person
from envs.assist.user.rule_based import DONE_AGAIN
from envs.episode import Outcome, load_episodes, save_episodes
from tests.envs.assist.assist_play import (
    WORLDS,
    Played,
    as_bytes,
    fingerprint,
    play,
    some_episodes,
    symbolic,
    until,
)
from tests.envs.assist.errand import Errand, Tea, errand_task, play_errand, scheduled_error
from tests.envs.assist.log_rules import check_log
from tests.loading import ROOT

BAG, JUICE, FRIDGE = Action("add", "bag", "cup"), Action("add", "juice", "cup"), Action("close", "fridge")
STOP = Act(ActKind.WARN)
SORTS = [Persona(), *PROFILES.values()]
TRUSTS = Persona(trust="high", skill="medium", interruption="step_by_step")
FRIGHT = [
    *(Act(ActKind.WARN, verb=a.verb, target=a.target, place=a.place) for a in (BAG, JUICE, FRIDGE)),
    *(Act(ActKind.ADVISE, verb=a.verb, target=a.target, place=a.place) for a in (BAG, JUICE, FRIDGE)),
    Act(ActKind.ADVISE, verb="go", target="shelf"),
    Act(ActKind.CLAIM, target="bag", prop="did", negated=True),
    Act(ActKind.CLAIM, target="fridge", prop="open", value="open"),
    Act(ActKind.CLAIM, target="kettle", prop="state", value="hot"),
    Act(ActKind.ACKNOWLEDGE),
    Act(ActKind.YES),
    Act(ActKind.NO),
    STOP,
]
"""Words of all sorts, right ones and wrong ones."""


def question(name: str, tick: int) -> dict[str, object]:
    return {"type": "question", "id": name, "kind": "elapsed", "when": {"type": "since", "tick": tick}}


def request(tick: int = 0) -> dict[str, object]:
    hot = {"thing": "kettle", "property": "state", "value": "hot"}
    return {"type": "request", "id": "hot", "until": hot, "when": {"type": "since", "tick": tick}}


def change(tick: int = 10) -> dict[str, object]:
    return {"type": "plan_change", "id": "plain", "kind": "modify", "when": {"type": "since", "tick": tick}}


SCHEDULE = (
    *(scheduled_error(about) for about in ("bag", "juice", "fridge")),
    question("q1", 5),
    question("q2", 5),
    request(),
    change(),
)


def errand(
    persona: Persona = TRUSTS,
    schedule: tuple[dict[str, object], ...] = (),
    talk: Callable[[Harness], Iterable[Act]] | None = None,
    seed: int = 0,
) -> Harness:
    """The small world with its rule-based person."""
    return play_errand(make_person(persona, seed), persona, schedule, talk, seed)


def once(*acts: Act, when: Callable[[Harness], bool] = lambda harness: True) -> Callable[[Harness], tuple[Act, ...]]:
    """Says this as soon as it can."""
    said = []

    def talk(harness: Harness) -> tuple[Act, ...]:
        if said or not when(harness):
            return ()
        said.append(harness.tick)
        return acts

    return talk


def first(log: Log, kind: EntryKind) -> Entry:
    """The first entry of a kind."""
    return log.of_kind(kind)[0]


def kinds(log: Log) -> set[EntryKind]:
    return {entry.kind for entry in log.entries}


def warn(action: Action) -> Act:
    return Act(ActKind.WARN, verb=action.verb, target=action.target, place=action.place)


# -- every log --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("world", WORLDS)
def test_logs_of_all_worlds_keep_the_rules_whoever_assists(world):
    for played in some_episodes(world):
        check_log(played.log)


@pytest.mark.parametrize("world", WORLDS)
def test_the_facts_of_a_log_are_what_is_true(world):
    for played in some_episodes(world):
        assert played.log.facts == played.facts and played.log.met == played.met


@settings(deadline=None, max_examples=150)
@given(
    seed=st.integers(0, 10_000),
    persona=st.sampled_from(SORTS),
    picked=st.sets(st.integers(0, len(SCHEDULE) - 1)),
    often=st.floats(0, 1),
)
def test_logs_keep_the_rules_whatever_is_said(seed, persona, picked, often):
    def talk(harness):
        return rng.sample(FRIGHT, rng.randint(1, 3)) if rng.random() < often else ()

    rng = random.Random(seed)
    schedule = tuple(SCHEDULE[number] for number in sorted(picked))
    harness = errand(persona, schedule, talk, seed)
    check_log(harness.log)
    assert harness.log.facts == harness.domain.facts(harness.state)
    assert harness.log.met == harness.domain.met(harness.state)
    rng.seed(seed)
    assert errand(persona, schedule, talk, seed).log.entries == harness.log.entries


# -- the same again ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("world", WORLDS)
def test_the_same_messages_give_the_same_episode_to_the_byte(world):
    """On a world that has played others meanwhile, and on a fresh one."""
    for played in some_episodes(world)[::3]:
        again = play(symbolic(world), played.task, played.who)
        assert as_bytes(again.episode) == as_bytes(played.episode)


@pytest.mark.parametrize("world", WORLDS)
def test_a_saved_episode_holds_the_same_log(world, tmp_path):
    played = some_episodes(world)[:4]
    save_episodes(tmp_path / "episodes.jsonl", (one.episode for one in played))
    for one, read in zip(played, load_episodes(tmp_path / "episodes.jsonl"), strict=True):
        assert Log.of(read).entries == one.log.entries and as_bytes(read) == as_bytes(one.episode)


def test_another_process_plays_the_same():
    """Hash seeds differ between processes, so that the order of a set would show."""
    script = "from tests.envs.assist.assist_play import WORLDS, fingerprint\nprint(*map(fingerprint, WORLDS))"
    other = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "11"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert other.stdout.split() == [fingerprint(world) for world in WORLDS]


@settings(deadline=None, max_examples=60)
@given(
    seed=st.integers(0, 10_000),
    persona=st.sampled_from(SORTS),
    picked=st.sets(st.integers(0, len(SCHEDULE) - 1)),
    turns=st.lists(st.integers(1, 40), min_size=1, max_size=6),
    said=st.dictionaries(st.integers(0, 120), st.integers(0, len(FRIGHT) - 1), max_size=4),
)
def test_how_often_the_assistant_is_asked_changes_nothing(seed, persona, picked, turns, said):
    """said: tick -> what is said then."""

    def played(turns: list[int]) -> list[Entry]:
        asked = errand_task(persona, tuple(SCHEDULE[number] for number in sorted(picked)))
        harness = Harness("errand", asked, Errand(), make_person(persona, seed), seed, "fixed")
        turn = 0
        while not harness.over:
            if harness.tick in said and harness.tick not in spoken:
                spoken.add(harness.tick)
                harness.send("...", Understood((FRIGHT[said[harness.tick]],)), 2)
            left = [tick - harness.tick for tick in said if tick > harness.tick]
            harness.advance(min([turns[turn % len(turns)], *left]))
            turn += 1
        return harness.log.entries

    spoken: set[int] = set()
    one = played(turns)
    spoken.clear()
    assert played([1]) == one


def test_another_seed_is_another_person():
    logs = [errand(PROFILES["home_cook"], SCHEDULE, seed=seed).log.entries for seed in range(8)]
    assert any(log != logs[0] for log in logs)


# -- messages ---------------------------------------------------------------------------------------------------------


@settings(deadline=None, max_examples=60)
@given(st.lists(st.tuples(st.integers(0, 12), st.integers(0, 5)), max_size=8))
def test_a_message_arrives_after_its_delay_and_never_before_an_earlier_one(messages):
    """messages: (delay, ticks until the next)."""
    harness = Harness("errand", errand_task(TRUSTS), Errand(), make_person(TRUSTS, 0), 0, "fixed")
    due: list[int] = []
    for delay, pause in messages:
        if harness.over:
            break
        due.append(max([harness.tick + delay, *due]))
        harness.send("...", Understood((Act(ActKind.PRAISE),)), delay)
        harness.advance(max(1, pause))
    while not harness.over:
        harness.advance(3)
    heard = harness.log.of_kind(EntryKind.HEARD)
    start = [entry.tick for entry in harness.log.of_kind(EntryKind.SENT)]
    assert [entry.data["arrives"] for entry in harness.log.of_kind(EntryKind.SENT)] == due
    # Without a delay a message is heard in the tick after: the person does not stop between two ticks.
    assert [entry.tick for entry in heard] == [max(a, s + 1) for a, s in zip(due, start, strict=True)][: len(heard)]
    assert [entry.data["message"] for entry in heard] == list(range(len(heard)))


@pytest.mark.parametrize("world", WORLDS)
def test_a_turn_ends_when_the_person_says_what_wants_an_answer(world):
    shorter = 0
    for played in some_episodes(world):
        before, longest = 0, played.log.start["ticks_per_turn"]
        for turn in played.episode.turns:
            entries = [Entry.from_json(data) for data in turn.step.info["log"]]
            now = turn.step.info["tick"]
            wants = [e.tick for e in entries if e.kind == EntryKind.SAID and UserAct(e.data["act"]) in PENDING]
            wants = [tick for tick in wants if tick > before]
            if wants:
                assert now == wants[0]
            elif turn.step.outcome is None:
                assert now - before in (0, longest)
            assert now - before <= longest
            shorter += now - before < longest
            before = now
    assert shorter > 5


def test_nothing_that_is_said_at_the_end_does_harm():
    """A message under way when the task ends is not heard, and nothing waits for it."""
    end = errand().tick
    harness = Harness("errand", errand_task(TRUSTS), Errand(), make_person(TRUSTS, 0), 0, "fixed")
    while harness.tick < end - 1:
        harness.advance(1)
    harness.send("...", Understood((warn(BAG),)), 2)
    while not harness.over:
        harness.advance(1)
    assert harness.tick == end and harness.in_time and EntryKind.HEARD not in kinds(harness.log)
    check_log(harness.log)


# -- errors -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("about", ["bag", "juice", "fridge"])
def test_without_help_an_error_is_done_and_the_task_fails(about):
    log = errand(schedule=(scheduled_error(about),)).log
    assert [e.kind for e in log.entries if "event" in e.data] == [EntryKind.DEVIATING, EntryKind.COMMITTED]
    assert first(log, EntryKind.COMMITTED).tick - first(log, EntryKind.DEVIATING).tick >= LEAD
    assert not log.entries[-1].data["fulfilled"]


@pytest.mark.parametrize(
    ("about", "act"),
    [
        ("bag", Act(ActKind.CLAIM, target="bag", prop="did", negated=True)),
        ("bag", Act(ActKind.ADVISE, verb="add", target="bag", place="cup")),
        ("juice", warn(JUICE)),
        ("juice", Act(ActKind.ADVISE, verb="pick", target="milk")),
        ("fridge", Act(ActKind.CLAIM, target="fridge", prop="open", value="open")),
    ],
)
def test_an_error_that_is_spoken_of_in_time_is_never_done(about, act):
    log = errand(schedule=(scheduled_error(about),), talk=once(act, when=lambda harness: harness.error is not None)).log
    assert [e.kind for e in log.entries if "event" in e.data] == [EntryKind.DEVIATING, EntryKind.AVERTED]
    averted = first(log, EntryKind.AVERTED)
    assert averted.tick == first(log, EntryKind.SENT).data["arrives"] and averted.data["message"] == 0
    assert log.entries[-1].data["fulfilled"]
    if about == "juice":
        assert not log.times("add", "juice", "cup")


@pytest.mark.parametrize("act", [STOP, Act(ActKind.PRAISE), Act(ActKind.ADVISE, verb="go", target="shelf"), warn(BAG)])
def test_words_that_are_not_about_the_error_avert_nothing(act):
    log = errand(
        schedule=(scheduled_error("juice"),), talk=once(act, when=lambda harness: harness.error is not None)
    ).log
    assert EntryKind.AVERTED not in kinds(log) and EntryKind.COMMITTED in kinds(log)


@pytest.mark.parametrize("about", ["bag", "juice", "fridge"])
def test_an_error_that_is_understood_after_it_was_done_is_repaired(about):
    act = {
        "bag": Act(ActKind.ADVISE, verb="add", target="bag", place="cup"),
        "juice": Act(ActKind.CLAIM, target="juice"),
    }
    said = act.get(about, Act(ActKind.ADVISE, verb="close", target="fridge"))
    log = errand(
        schedule=(scheduled_error(about),),
        talk=once(said, when=lambda harness: EntryKind.COMMITTED in kinds(harness.log)),
    ).log
    assert [e.kind for e in log.entries if "event" in e.data] == [
        *(EntryKind.DEVIATING, EntryKind.COMMITTED, EntryKind.CORRECTED, EntryKind.REPAIRED)
    ]
    assert log.entries[-1].data["fulfilled"]


@pytest.mark.parametrize("name", PROFILES)
@pytest.mark.parametrize("about", ["bag", "juice", "fridge"])
def test_only_the_highly_skilled_notice_by_themselves(name, about):
    persona = PROFILES[name]
    log = errand(persona, (scheduled_error(about),)).log
    committed, noticed = log.of_kind(EntryKind.COMMITTED), log.of_kind(EntryKind.NOTICED)
    assert committed
    if persona.skill != "high":
        assert not noticed and not log.entries[-1].data["fulfilled"]
    elif noticed:  # nobody waits for it who thinks all is done and goes away
        assert persona.notices_after is not None
        assert noticed[0].tick == committed[0].tick + persona.notices_after
        assert EntryKind.REPAIRED in kinds(log)


def test_a_walk_is_finished_and_handling_is_dropped():
    """The person is warned on the way to the wrong thing, or while they handle it."""
    walking = errand(
        schedule=(scheduled_error("juice"),),
        talk=once(warn(JUICE), when=lambda harness: harness.error is not None),
    ).log
    averted = first(walking, EntryKind.AVERTED)
    doing = until(walking, averted).doing
    assert doing is not None and doing.verb == "go"
    assert walking.times("go", doing.target)[-1] >= averted.tick or EntryKind.DROPPED not in kinds(walking)

    def handles(harness: Harness) -> bool:
        return harness.error is not None and harness.doing == Action("pick", "juice")

    harness = Harness(
        "errand", errand_task(TRUSTS, (scheduled_error("juice"),)), Errand(), make_person(TRUSTS, 0), 0, "fixed"
    )
    while not handles(harness):
        harness.advance(1)
    harness.send("...", Understood((warn(JUICE),)), 0)
    harness.advance(1)
    dropped = first(harness.log, EntryKind.DROPPED)
    assert (
        dropped.data["action"] == ["pick", "juice", ""] and dropped.tick == first(harness.log, EntryKind.AVERTED).tick
    )
    assert harness.state.hand == ""


@dataclass(frozen=True)
class Clumsy(Errand):
    """Plans an error whose second step cannot be done."""

    def deviate(self, state: Tea, tick: int, error: ScheduledError, pace: float) -> Deviation | None:
        return replace(
            Deviation(error.kind, (Action("go", "fridge"), JUICE)), blind=frozenset(("milk_in",)), wrong=("juice",)
        )


def test_an_error_that_can_no_longer_be_made_is_void_and_the_person_goes_on():
    asked = errand_task(TRUSTS, (scheduled_error("juice"),))
    harness = Harness("errand", asked, Clumsy(), make_person(TRUSTS, 0), 0, "fixed")
    while not harness.over:
        harness.advance(3)
    check_log(harness.log)
    assert [e.kind for e in harness.log.entries if "event" in e.data] == [EntryKind.DEVIATING, EntryKind.VOID]
    assert harness.in_time and not harness.errors and not harness.regarded


def test_events_that_never_come_about_are_void_at_the_end():
    late = question("late", 10_000)
    log = errand(schedule=(late,)).log
    assert [(e.kind, e.data["event"]) for e in log.entries if "event" in e.data] == [(EntryKind.VOID, "late")]
    ready = errand(schedule=({**request(25), "until": {"thing": "kettle", "property": "power", "value": "on"}},)).log
    assert first(ready, EntryKind.VOID).tick >= 25 and EntryKind.REQUESTED not in kinds(ready)


# -- what the schedule has the person say -----------------------------------------------------------------------------


def test_two_things_that_the_schedule_says_leave_time_for_an_answer():
    log = errand(schedule=(question("q1", 1), question("q2", 1), change(1))).log
    ticks = [entry.tick for entry in log.of_kind(EntryKind.SAID) if "event" in entry.data]
    assert len(ticks) == 3 and min(b - a for a, b in zip(ticks, ticks[1:], strict=False)) >= QUIET
    alone = [errand(schedule=(event,)).log for event in (question("q1", 1), question("q2", 1), change(1))]
    assert {first(log, EntryKind.SAID).tick for log in alone} == {ticks[0]}


def test_a_change_of_plan_changes_sheet_conditions_and_what_is_done():
    harness = errand(schedule=(change(),))
    changed = first(harness.log, EntryKind.CHANGED_PLAN)
    assert changed.data["sheet"]["text"] == harness.domain.sheet.text != Errand().sheet.text
    assert changed.data["conditions"] == list(harness.domain.conditions) == list(harness.log.conditions)
    assert harness.in_time and not harness.log.times("add", "milk", "cup")


# -- the end ----------------------------------------------------------------------------------------------------------


def test_a_person_who_is_done_and_hears_nothing_goes_away():
    log = errand(schedule=(scheduled_error("bag"),)).log
    said = [entry.tick for entry in log.of_kind(EntryKind.SAID) if entry.data["act"] == UserAct.DONE]
    assert said[1:] == [said[0] + DONE_AGAIN] and log.entries[-1].tick == said[-1] + GIVES_UP


def test_a_person_who_is_spoken_to_stays_longer():
    schedule = (scheduled_error("bag"),)
    done = first_done(errand(schedule=schedule).log)
    talk = once(Act(ActKind.NO), when=lambda harness: harness.tick >= done + DONE_AGAIN + 9)
    log = errand(schedule=schedule, talk=talk).log
    heard = first(log, EntryKind.HEARD)
    assert heard.data["response"] != Response.IGNORE and log.entries[-1].tick == heard.tick + GIVES_UP


def first_done(log: Log) -> int:
    """When the person first thinks that all is done."""
    return next(entry.tick for entry in log.of_kind(EntryKind.SAID) if entry.data["act"] == UserAct.DONE)


def test_the_deadline_makes_a_success_late_and_the_last_tick_ends_it():
    alone = errand()
    for spare in (0, -1):
        asked = errand_task(TRUSTS, deadline=alone.tick + spare)
        harness = Harness("errand", asked, Errand(), make_person(TRUSTS, 0), 0, "fixed")
        while not harness.over:
            harness.advance(3)
        assert harness.tick == alone.tick and harness.in_time == (spare == 0)
    asked = errand_task(TRUSTS, deadline=5).model_copy(update={"last": 20})
    harness = Harness("errand", asked, Errand(), make_person(TRUSTS, 0), 0, "fixed")
    while not harness.over:
        harness.advance(3)
    assert harness.tick == 20 and harness.in_time is None
    end = harness.log.entries[-1]
    assert (end.kind, end.data) == (EntryKind.ENDED, {"fulfilled": False, "in_time": False})


@pytest.mark.parametrize("world", WORLDS)
def test_an_episode_is_a_success_when_the_task_is_done_in_time(world):
    outcomes = set()
    for played in some_episodes(world):
        end = played.log.entries[-1].data
        assert (played.episode.outcome == Outcome.SUCCESS) == end["in_time"]
        outcomes.add(played.episode.outcome)
    assert outcomes == {Outcome.SUCCESS, Outcome.FAILURE}


# -- moments to draw --------------------------------------------------------------------------------------------------


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 1000), st.integers(1, 8), st.integers(1, 9))
def test_the_moments_of_a_turn_are_its_own_and_the_latest_is_now(seed, count, ticks):
    harness = Harness("errand", errand_task(TRUSTS), Errand(), make_person(TRUSTS, seed), seed, "fixed")
    while not harness.over:
        before = harness.tick
        harness.advance(ticks)
        found = moments(harness.segments, harness.tick, count)
        drawn = [tick for _, tick in found]
        assert 1 <= len(drawn) <= count and drawn == sorted(set(drawn))
        assert drawn[-1] == harness.tick and (count == 1 or drawn[0] >= before)
        assert found[-1][0].state == harness.state and found[-1][0].motion(harness.tick).action == harness.doing
        for segment, tick in found:
            assert segment.start <= tick and 0 <= segment.motion(tick).done <= 1


# -- reading back -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("world", WORLDS)
def test_a_reader_of_the_log_sees_each_trigger_hold(world):
    """The conditions of the schedule are judged by the log alone: what the simulator set off, a reader would have."""
    seen = 0
    for played in some_episodes(world)[:8]:
        seen += _triggers(played)
    assert seen > 8


def _triggers(played: Played) -> int:
    events = {event.id: event for event in checked(played.task).schedule}
    begun = played.log.of_kind(EntryKind.DEVIATING, EntryKind.ASKED, EntryKind.REQUESTED, EntryKind.CHANGED_PLAN)
    for entry in begun:
        assert events[entry.data["event"]].when.holds(until(played.log, entry))
    return len(begun)


def test_entries_are_plain():
    log = errand(PROFILES["home_cook"], SCHEDULE).log
    data = [entry.to_json() for entry in log.entries]
    assert json.loads(json.dumps(data)) == data
