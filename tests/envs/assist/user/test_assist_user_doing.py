"""What the rule-based person does by itself: the plan, in the manner of the persona."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from envs.assist.action import Action
from envs.assist.grounding.act import Act, ActKind
from envs.assist.harness import Harness
from envs.assist.log import EntryKind, UserAct
from envs.assist.persona import PROFILES, Persona
from envs.assist.user import RuleBasedUser, make_person
from tests.envs.assist.errand import play_errand, scheduled_error

SEEDS = range(12)
ADD_BAG = Act(ActKind.ADVISE, verb="add", target="bag", place="cup")
ADD_JUICE = Act(ActKind.ADVISE, verb="add", target="juice", place="cup")


def persona(**axes: str) -> Persona:
    return Persona.model_validate(axes)


def alone(who: Persona, seed: int, **more) -> Harness:
    return play_errand(RuleBasedUser(who, seed), who, seed=seed, **more)


def said(harness: Harness, *acts: UserAct) -> list[str]:
    return [e.data["text"] for e in harness.log.of_kind(EntryKind.SAID) if UserAct(e.data["act"]) in acts]


def begun(harness: Harness) -> list[tuple[int, Action]]:
    return [(e.tick, Action.from_json(e.data["action"])) for e in harness.log.of_kind(EntryKind.BEGAN)]


def says(*messages: tuple[int, Act]) -> Callable[[Harness], list[Act]]:
    """Talk: each act in the first turn from its tick on, one a turn."""
    left = list(messages)
    return lambda harness: [left.pop(0)[1]] if left and harness.tick >= left[0][0] else []


@pytest.mark.parametrize("name", PROFILES)
def test_everybody_finishes_alone_when_nothing_goes_wrong(name):
    for seed in SEEDS:
        harness = alone(PROFILES[name], seed)
        assert harness.in_time
        assert not harness.log.of_kind(EntryKind.REFUSED)


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 2**32), st.sampled_from(sorted(PROFILES)))
def test_the_same_seed_gives_the_same_episode(seed, name):
    messages = [(5 * place, act) for place, act in enumerate((ADD_JUICE, Act(ActKind.PRAISE), ADD_BAG) * 6)]
    first, second = (alone(PROFILES[name], seed, talk=says(*messages), until=150) for _ in range(2))
    assert [e.to_json() for e in first.log.entries] == [e.to_json() for e in second.log.entries]


def test_seeds_differ_in_words():
    texts = {tuple(said(alone(persona(skill="low"), seed), *UserAct)) for seed in SEEDS}
    assert len(texts) > len(SEEDS) // 2


def test_the_less_skill_the_more_questions_and_the_more_time():
    asked, ticks = {}, {}
    for skill in ("low", "medium", "high"):
        runs = [alone(persona(skill=skill), seed) for seed in SEEDS]
        asked[skill] = sum(len(said(run, UserAct.ASK_NEXT)) for run in runs)
        ticks[skill] = sum(run.tick for run in runs)
        assert (skill == "high") == any(said(run, UserAct.ANNOUNCE) for run in runs)
    assert asked["low"] > asked["medium"] > asked["high"] == 0
    assert ticks["low"] > ticks["medium"] > ticks["high"]


def test_low_skill_asks_once_at_each_part_and_then_goes_on_alone():
    who = persona(skill="low")
    harness = alone(who, 0)
    assert len(said(harness, UserAct.ASK_NEXT)) == 4
    assert begun(harness)[0] == (who.hesitates, Action("switch_on", "kettle"))


def test_advice_for_the_part_ends_the_hesitation():
    who = persona(skill="low")
    advice = Act(ActKind.ADVISE, verb="switch_on", target="kettle")
    assert begun(alone(who, 0, talk=says((0, advice))))[0] == (2, Action("switch_on", "kettle"))


def test_advice_for_later_is_remembered_at_the_start_of_its_part():
    who = persona(skill="low")
    advice = [
        Act(ActKind.ADVISE, verb="switch_on", target="kettle"),
        Act(ActKind.ADVISE, verb="pick", target="bag", later=True),
    ]
    told = alone(who, 0, talk=lambda harness: advice if harness.tick == 0 else [])
    assert [action for _, action in begun(told)] == [action for _, action in begun(alone(who, 0))]
    assert len(said(told, UserAct.ASK_NEXT)) == 3
    assert begun(told)[1][0] == begun(told)[0][0] + 2


def test_accepted_advice_is_carried_out_before_the_own_plan():
    who = persona(skill="high", trust="high")
    actions = [
        action for _, action in begun(alone(who, 0, talk=says((0, Act(ActKind.ADVISE, verb="pick", target="milk")))))
    ]
    assert actions[:3] == [Action("switch_on", "kettle"), Action("go", "fridge"), Action("open", "fridge")]
    assert actions.index(Action("pick", "milk")) < actions.index(Action("add", "bag", "cup"))


def test_wrong_advice_does_harm_to_who_trusts():
    harmed = {}
    for trust in ("low", "medium", "high"):
        runs = [
            alone(persona(skill="high", trust=trust), seed, talk=says((0, ADD_JUICE)), until=60) for seed in range(40)
        ]
        harmed[trust] = sum(bool(run.log.times("add", "juice")) for run in runs)
    assert harmed["high"] == 40 > harmed["medium"] > harmed["low"]


def test_unplanned_advice_for_later_is_carried_out_at_the_next_part():
    who = persona(skill="high", trust="high")
    harness = alone(who, 0, talk=says((0, Act(ActKind.ADVISE, verb="pick", target="juice", later=True))))
    actions = [action for _, action in begun(harness)]
    assert actions[0] == Action("switch_on", "kettle")
    assert Action("pick", "juice") in actions and harness.log.met == set(harness.domain.conditions)


def test_what_cannot_be_done_is_said_once():
    who = persona(skill="high", trust="high")
    impossible = Act(ActKind.ADVISE, verb="switch_on", target="milk")
    harness = alone(who, 0, talk=says((0, impossible), (9, impossible)))
    assert len(said(harness, UserAct.OBJECT)) == 1 and "switch on the milk" in said(harness, UserAct.OBJECT)[0]
    assert [e.data["response"] for e in harness.log.of_kind(EntryKind.HEARD)] == ["object", "ignore"]


def test_only_cautious_persons_look_before_they_handle_a_thing():
    def lost(speed: str, seed: int) -> int:
        """Ticks between the first five actions, which nothing else delays."""
        entries = alone(persona(skill="high", speed=speed), seed).log.of_kind(EntryKind.BEGAN)[:5]
        return sum(after.tick - before.data["until"] for before, after in pairwise(entries))

    assert sum(lost("cautious", seed) for seed in SEEDS) > 0
    assert not any(lost(speed, seed) for speed in ("balanced", "quick") for seed in SEEDS)


def test_who_thinks_they_are_done_says_so_at_most_twice():
    harness = alone(persona(), 0, schedule=(scheduled_error("bag"),))
    assert harness.in_time is None
    assert 1 <= len(said(harness, UserAct.DONE)) <= 2


def test_scheduled_words_are_kept_and_begun_in_the_own_manner():
    view = alone(persona(), 0, until=3).view()
    text = "How many times have I opened the fridge?"
    for who in PROFILES.values():
        words = {make_person(who, seed).phrase(UserAct.QUESTION, text, view).text for seed in SEEDS}
        assert all(phrase.endswith(text) for phrase in words)
        assert (len(words) > 1) == (who.interruption != "necessary_only")


def test_a_changed_plan_is_gone_by_at_once():
    change = {"type": "plan_change", "id": "plain", "kind": "modify", "when": {"type": "did", "verb": "switch_on"}}
    harness = alone(persona(), 0, schedule=(change,))
    assert harness.in_time and not harness.log.times("add", "milk")


def test_no_word_names_a_level_or_what_is_hidden():
    forbidden = {"skill", "trust", "persona", "level", "interruption", "cautious", "simulation", "bag_in", "juice"}
    for who in PROFILES.values():
        for seed in SEEDS:
            harness = alone(who, seed, schedule=(scheduled_error("juice"),))
            words = " ".join(said(harness, *UserAct)).lower()
            assert not [word for word in forbidden if word in words]
