"""The term `ask`: pays for what resolves, within the budget, once a question; anything else costs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from envs.episode import Event, EventKind, Outcome, Task
from envs.home.graph import WorldGraph
from envs.settings import SettingsError
from rewards import build_rewards
from rewards.ask import normalised
from tests.home_worlds import PATIENT, asked, graph, step, task

HERE = (graph(table_1="mug_1"), "table_1")
REWARDS = build_rewards({"terms": {"ask": {"unresolved": 0.25, "beyond": 0.5, "repeated": 0.75}}})


def values(budget: int, *events: Event) -> list[float]:
    """What each ask, a step of its own, is worth."""
    rewards = REWARDS.copy()
    rewards.start(task(HERE[0], HERE[0], budget))
    return [rewards.score(step(HERE, event))["ask"] for event in events]


def test_an_ask_that_resolves_pays_and_one_that_does_not_costs_a_little():
    assert values(3, asked("Which mug?", True), asked("How are you?", False)) == [1, -0.25]


def test_beyond_the_budget_every_ask_costs_and_every_ask_uses_it_up():
    assert values(0, asked("Which mug?", True)) == [-0.5]
    assert values(2, asked("a", False), asked("b", True), asked("c", True), asked("d", False)) == [-0.25, 1, -0.5, -0.5]


def test_a_repeated_question_costs_however_it_is_written():
    again = ("which mug", "  WHICH \n mug ?!", "Which mug\u200b?", "Ｗhich “mug”?", "«Which mug?»")
    assert values(9, asked("Which mug?", True), *(asked(q, True) for q in again)) == [1] + [-0.75] * len(again)
    assert values(1, asked("Which mug?", True), asked("Which mug?", True)) == [1, -0.75]


def test_ambiguities_resolved_before_resolve_nothing_again():
    events = [asked("a", True, "object"), asked("b", True, "object"), asked("c", True, "object", "place")]
    assert values(9, *events) == [1, -0.25, 1]


def test_a_step_without_an_ask_is_free_and_a_fault_of_the_user_is_nobodys():
    rewards = REWARDS.copy()
    rewards.start(task(HERE[0], HERE[0], 1))
    assert rewards.score(step(HERE, Event(EventKind.ANSWERED, "The red one."))) == {"ask": 0}
    assert rewards.score(step(HERE, asked("a", False), outcome=Outcome.INFRA_ERROR)) == {"ask": 0}
    assert rewards.score(step(HERE, asked("a", True))) == {"ask": 1}
    rewards.start(task(HERE[0], HERE[0], 1))
    assert rewards.score(step(HERE, asked("a", True))) == {"ask": 1}


questions = st.text("aAb ?!", max_size=4)


@PATIENT
@given(st.integers(0, 5), st.lists(st.tuples(questions, st.booleans(), st.sets(st.sampled_from("xy"))), max_size=30))
def test_asks_pay_at_most_their_budget_and_each_question_once(budget, asks):
    events = [asked(question, resolves, *sorted(about)) for question, resolves, about in asks]
    found = values(budget, *events)
    paid = [normalised(question) for (question, _, _), value in zip(asks, found, strict=True) if value > 0]
    assert len(paid) == len(set(paid)) <= budget
    assert all(value in (1, -0.25, -0.5, -0.75) for value in found)
    assert all(value < 0 for value in found[budget:])


@PATIENT
@given(st.text(), st.text(" .,;:!?-'\"\n\t", max_size=5))
def test_case_punctuation_and_space_are_no_part_of_a_question(question, noise):
    assert normalised(question + noise) == normalised(question) == normalised(normalised(question))


@pytest.mark.parametrize("budget", [None, -1, 1.5, True, "2"])
def test_a_task_without_a_budget_is_refused_at_the_start(budget):
    plain = WorldGraph(()).to_json()
    with pytest.raises(SettingsError, match=r"term ask: task t of world 'home': parameters: ask_budget") as caught:
        REWARDS.copy().start(Task("home", "t", 0, {"initial": plain, "goal": plain, "ask_budget": budget}))
    assert repr(budget) in str(caught.value)
