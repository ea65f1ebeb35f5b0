"""What configs/rewards/assist.yaml promises in its comments: by its settings, on any log, and in play."""

from __future__ import annotations

import dataclasses
from functools import cache
from pathlib import Path
from statistics import mean
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data_synth.demonstrator import DEMONSTRATORS
from envs.assist.cases import case_at
from envs.assist.grading.notices import WINDOW as NOTICE_WINDOW
from envs.assist.grading.replies import WINDOW as ANSWER_WINDOW
from envs.assist.log import EntryKind, Log, UserAct
from envs.assist.persona import PROFILES
from envs.environment import make
from envs.episode import Episode, Observation, Step, Task, Turn, episode_from_json, episode_to_json
from envs.settings import SettingsError
from rewards import RewardSet, build_rewards, load_rewards
from tests.envs.assist.grading.test_grading_fold import random_story
from tests.rewards.assist_talkers import ALWAYS, CONTEXT, OPTIONS, TALKERS, WORLDS, played

CONFIGS = Path(__file__).parents[2] / "configs/rewards"
REWARDS = load_rewards(CONFIGS / "assist.yaml")
TURNS = load_rewards(CONFIGS / "assist_turn.yaml")
CASES = 12
PARAMETERS = {"domain": {}, "persona": {}, "deadline": 200}
MESSAGES = 30
"""Of a talkative, reasonable assistant in one episode; the expert needs eight."""


@cache
def scored(world: str, number: int, who: str) -> Episode:
    return REWARDS.rescore(played(world, number, who))


def mean_return(world: str, who: str, cases: int = CASES) -> float:
    return mean(scored(world, number, who).trajectory_return for number in range(cases))


def story_episode(seed: int, cuts: int = 1) -> Episode:
    episode = random_story(seed).ended().episode(cuts)
    task = dataclasses.replace(episode.task, parameters=PARAMETERS)
    return dataclasses.replace(episode, turns=tuple(map(timed, episode.turns)), task=task)


def timed(turn: Turn) -> Turn:
    """With the clock in the step, as the worlds give it."""
    log = turn.step.info["log"]
    info = {**turn.step.info, "tick": log[-1][0] if log else 0}
    return dataclasses.replace(turn, step=dataclasses.replace(turn.step, info=info))


def terms(rewards: RewardSet) -> dict[str, dict[str, Any]]:
    return rewards.describe()["terms"]


# -- by the settings ---------------------------------------------------------------------------------------------------


def test_the_inequalities_of_the_files_comments():
    named = terms(REWARDS)
    progress, error, answer, notice = (named[n] for n in ("person_progress", "error_help", "answer", "notification"))
    uptake, quality, chatter = (named[n] for n in ("uptake", "message_quality", "chatter"))
    dearest = chatter["weight"] * max(chatter[name] for name in ("step_by_step", "moderate", "necessary_only"))
    dearest += quality["weight"]
    bonus = progress["weight"] * (progress["success_bonus"] - progress["late_bonus"])
    assert bonus > MESSAGES * dearest
    detected = error["weight"] * (error["detected"] - 15 * error["late_by"])
    right = answer["weight"] * (answer["right"] - ANSWER_WINDOW * answer["late_by"])
    notified = notice["weight"] * (notice["notified"] - NOTICE_WINDOW * notice["late_by"])
    least = uptake["weight"] * min(uptake[name] for name in ("request", "plan_change", "ask_next"))
    assert min(detected, right, notified, least) > dearest
    assert 0 < chatter["step_by_step"] < chatter["moderate"] < chatter["necessary_only"]
    assert 0.74 * error["false_alarm"] > 0.26 * (error["prevented"] + error["detected"])
    assert 0.18 * answer["right"] - 0.82 * answer["wrong"] < -answer["unanswered"]
    assert 0.5 * answer["right"] - 0.5 * answer["wrong"] > -answer["unanswered"]
    assert error["prevented"] > error["corrected"] > error["detected"] > 0
    assert uptake["question"] == uptake["done"] == 0 < min(notice["early"], notice["unnotified"])


# -- on any log --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rewards", [REWARDS, TURNS], ids=["assist", "assist_turn"])
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10**6), cuts=st.integers(1, 30))
def test_a_rescored_episode_equals_the_live_one(rewards, seed, cuts):
    episode = story_episode(seed, cuts)
    live = rewards.copy()
    live.start(episode.task)
    turns = tuple(dataclasses.replace(turn, rewards=live.score(turn.step)) for turn in episode.turns)
    saved = episode_from_json(episode_to_json(episode))
    assert [t.rewards for t in rewards.rescore(saved).turns] == [t.rewards for t in turns]
    assert rewards.rescore(rewards.rescore(episode)) == rewards.rescore(episode)


@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10**6), cuts=st.integers(2, 30))
def test_how_a_log_is_cut_into_turns_does_not_change_the_return(seed, cuts):
    whole, parts = (REWARDS.rescore(story_episode(seed, n)).trajectory_return for n in (1, cuts))
    assert whole == pytest.approx(parts)


@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_what_pays_is_bounded_by_the_schedule_and_no_message_is_free(seed):
    episode = story_episode(seed)
    log, named = Log.of(episode), terms(REWARDS)
    sums = {name: sum(turn.rewards[name] for turn in REWARDS.rescore(episode).turns) for name in REWARDS.names}
    errors, asked, requested, sent = (
        len(log.of_kind(kind)) for kind in (EntryKind.DEVIATING, EntryKind.ASKED, EntryKind.REQUESTED, EntryKind.SENT)
    )
    error = named["error_help"]
    assert sums["error_help"] <= error["weight"] * errors * (error["prevented"] + error["detected"]) + 1e-9
    assert sums["answer"] <= named["answer"]["weight"] * asked + 1e-9
    assert sums["notification"] <= named["notification"]["weight"] * requested + 1e-9
    calls = [entry for entry in log.of_kind(EntryKind.SAID) if entry.data["act"] not in ("object", "doubt", "ask_back")]
    assert 0 <= sums["uptake"] <= named["uptake"]["weight"] * len(calls) + 1e-9
    assert sums["message_quality"] <= 0
    chatter = named["chatter"]
    assert sums["chatter"] <= -chatter["weight"] * chatter["step_by_step"] * sent + 1e-9


@pytest.mark.parametrize("name", [*(name for name in terms(REWARDS) if name != "reply_format"), "neglect"])
def test_on_another_worlds_task_or_steps_a_term_says_so_in_one_line(name):
    rewards = build_rewards({"terms": {name: {}}})
    with pytest.raises(SettingsError, match=f"reward term {name}: task t of world 'devices': parameters: domain"):
        rewards.start(Task("devices", "t", 0, {}))
    rewards.start(Task("cook", "t", 0, PARAMETERS))
    with pytest.raises(SettingsError, match=f"reward term {name}: task t of world 'cook': a step bears no event log"):
        rewards.score(Step(Observation("x"), "a", "b", ()))


# -- in play -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("world", WORLDS)
def test_the_expert_is_above_silence_and_silence_above_speaking_always(world):
    expert, silent = mean_return(world, "planner"), mean_return(world, "silent")
    assert expert > silent + 2
    for who in ("talkative", "random", "alarmist"):
        assert mean_return(world, who) < silent, who


@pytest.mark.parametrize("world", WORLDS)
@pytest.mark.parametrize("who", sorted(set(TALKERS) - {"talkative", "random", "alarmist"}))
def test_loops_questions_assent_and_provocation_do_not_pay(world, who):
    assert mean_return(world, who, 3) < mean_return(world, "silent", 3)


def test_in_every_case_the_expert_is_above_silence_and_above_every_talker():
    cases = [(world, number) for world in WORLDS for number in range(CASES)]
    better = [scored(*case, "planner").trajectory_return > scored(*case, "silent").trajectory_return for case in cases]
    assert sum(better) >= len(cases) - 1
    for who in ("talkative", "random", "alarmist"):
        pairs = [(scored(*case, "planner"), scored(*case, who)) for case in cases]
        assert sum(expert.trajectory_return > talk.trajectory_return for expert, talk in pairs) >= len(cases) - 1


@pytest.mark.parametrize("world", WORLDS)
def test_whoever_speaks_always_earns_no_more_by_uptake_than_by_the_schedule_and_loses_it_by_speaking(world):
    for who in ALWAYS:
        sums = {
            name: sum(turn.rewards[name] for number in range(3) for turn in scored(world, number, who).turns)
            for name in ("uptake", "chatter", "message_quality")
        }
        assert sums["uptake"] < -0.2 * (sums["chatter"] + sums["message_quality"])


@pytest.mark.parametrize("name", sorted(PROFILES))
def test_success_outweighs_the_experts_talk_to_every_person(name):
    task = case_at("phone", "rl", 20, OPTIONS["phone"].model_copy(update={"personas": [name]}))
    episode = DEMONSTRATORS.get("phone").demonstrate(task, make("phone", {"render": False}), 0, CONTEXT, REWARDS)
    assert REWARDS.rescore(episode) == episode  # live, in the world itself
    costs = sum(turn.rewards[term] for turn in episode.turns for term in ("chatter", "message_quality"))
    assert -0.5 < costs <= 0
    assert episode.trajectory_return > 3.5


def test_the_persons_calls_that_talk_provokes_are_there_to_tempt():
    """The provoker does bring objections and questions about, or the test above would prove nothing."""
    said = [e.data["act"] for world in WORLDS for e in Log.of(played(world, 0, "provoker")).of_kind(EntryKind.SAID)]
    assert {UserAct.OBJECT, UserAct.ASK_BACK, UserAct.DOUBT} & set(said)
    assert UserAct.ASK_NEXT in said
