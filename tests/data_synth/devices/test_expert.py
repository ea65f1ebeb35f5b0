"""The expert solves what is sampled, at the best cost, and recovers from its mistakes within the budget."""

from __future__ import annotations

from pathlib import Path

import pytest

from data_synth.devices.config import Manner
from data_synth.devices.expert import demonstrate
from data_synth.devices.planner import Planner
from data_synth.devices.thoughts import AFTER
from data_synth.history import NOTHING_YET
from data_synth.quality import reject_reason
from envs.context import ContextSettings
from envs.devices.machine import ATOMIC_ACTIONS, ERROR_STATE
from envs.devices.mix import TaskMix
from envs.devices.tasks import task_at
from envs.episode import Episode, EventKind, Outcome
from envs.reply import parse_reply
from rewards import load_rewards

MARKOV, TRANSCRIPT = ContextSettings(mode="markov"), ContextSettings(mode="transcript")
REWARDS = load_rewards(Path(__file__).parents[3] / "configs/rewards/devices.yaml")


def play(task, world, seed=0, settings=MARKOV, **options) -> Episode:
    return demonstrate(task, world, Planner.of(task), seed, settings, **options)


@pytest.fixture(scope="module")
def flawless(sampled, world):
    return [play(task, world, rewards=REWARDS) for task in sampled]


@pytest.fixture(scope="module")
def flawed(sampled, world):
    return [
        play(task, world, seed, rewards=REWARDS, wrong_probability=1.0, most_wrong=3)
        for task in sampled
        for seed in (0, 1)
    ]


def test_every_sampled_task_is_solved_at_its_best_cost(flawless):
    for episode in flawless:
        assert episode.outcome == Outcome.SUCCESS, episode.task.id
        assert len(episode.turns) == episode.task.optimal_steps, episode.task.id
        assert all(turn.trainable for turn in episode.turns)


def test_a_plain_manner_words_a_change_in_one_way_and_clicks_on_the_grid(sampled, world):
    plain = Manner(wordings="one", click_spread=0.0, click_grid=10)
    for task in sampled:
        one, other = (play(task, world, seed, manner=plain) for seed in (0, 1))
        assert [turn.reply for turn in one.turns] == [turn.reply for turn in other.turns]
        assert one.outcome == Outcome.SUCCESS
        points = [turn.call.arguments.get("coordinate") for turn in one.turns if turn.call]
        assert all(number % 10 == 0 for point in points if point for number in point)


def test_the_usual_manner_varies_words_and_clicks(sampled, world):
    one, other = ([turn.reply for t in sampled for turn in play(t, world, seed).turns] for seed in (0, 1))
    assert one != other


def test_the_best_cost_is_the_simulators_own(sampled, world):
    for task in sampled:
        world.reset(task)
        assert world.objective.optimal_steps == task.optimal_steps


def test_the_view_is_switched_for_a_part_and_never_before_a_wait(sampled, world):
    # In this task waiting first and looking from elsewhere first cost the same.
    tie = task_at("test", 55, TaskMix(("ElectricKettle", "Lamp", "Microwave"), goals=(1, 3), most_steps=9))
    for task in [tie, *sampled]:
        planner = Planner.of(task)
        world.reset(task)
        while world.state.goals_done < len(planner.goals):
            now = world.state
            item = planner.next(now.configuration, now.goals_done)
            assert item.kind != "switch" or planner.next_change(now.configuration, now.goals_done).kind == "act"
            world.step(item.call())
        for seed in range(3):
            assert play(task, world, seed, wrong_probability=1.0).outcome == Outcome.SUCCESS


def test_the_expert_never_enters_the_error_state_on_purpose(flawless, flawed):
    for episode in flawless + flawed:
        for turn in episode.turns:
            assert not (turn.trainable and ERROR_STATE in turn.step.visited)


def test_mistakes_never_cost_the_task(flawed):
    for episode in flawed:
        assert episode.outcome == Outcome.SUCCESS, episode.task.id
    assert sum(any(not turn.trainable for turn in e.turns) for e in flawed) > 0.9 * len(flawed)


def test_mistakes_bring_the_goals_no_nearer_and_are_left_out_of_the_loss(flawed):
    kinds = set()
    for episode in flawed:
        for turn in episode.turns:
            if not turn.trainable:
                kinds.add(turn.step.events[0].kind)
                assert not turn.step.has(EventKind.GOAL)
                assert len(turn.step.events) == 1
    assert {EventKind.NULL, EventKind.OPERATIONAL_ERROR, EventKind.TRANSITION, EventKind.VIEW} <= kinds


def test_right_turns_do_what_they_are_meant_to(flawed):
    good = {EventKind.TRANSITION, EventKind.VIEW, EventKind.UNLOCK}
    for episode in flawed:
        for turn in episode.turns:
            if turn.trainable:
                assert turn.step.events[0].kind in good


def test_the_thought_after_a_mistake_refers_to_its_feedback(flawed):
    for episode in flawed:
        for before, turn in zip(episode.turns, episode.turns[1:], strict=False):
            if not before.trainable:
                assert turn.reply.startswith("<think>" + AFTER[before.step.events[0].kind])


def test_a_demonstration_depends_on_task_and_seed_alone(sampled, world):
    for task in sampled[::9]:
        options = {"wrong_probability": 0.5, "rewards": REWARDS}
        first = play(task, world, 3, **options)
        play(sampled[0], world, 5, **options)
        assert play(task, world, 3, **options) == first


@pytest.mark.parametrize("settings", [MARKOV, TRANSCRIPT])
def test_quality_control_keeps_demonstrations(sampled, world, settings):
    for task in sampled[::5]:
        episode = play(task, world, settings=settings, wrong_probability=1.0)
        assert reject_reason(episode, world.tools, settings) is None


def test_quality_control_names_what_is_wrong(flawless, world):
    from dataclasses import replace

    episode = flawless[0]
    turn = episode.turns[0]

    def with_reply(text):
        return replace(episode, turns=(replace(turn, reply=text), *episode.turns[1:]))

    assert reject_reason(replace(episode, outcome=Outcome.TRUNCATED), world.tools, MARKOV) == "truncated"
    assert reject_reason(with_reply("nonsense"), world.tools, MARKOV) == "reply no_think"
    assert (
        reject_reason(with_reply(turn.reply.replace("}}", "} }", 1)), world.tools, MARKOV)
        == "reply changes when rewritten"
    )


def test_thoughts_and_histories_stay_short_and_name_visible_parts(flawed, world):
    lengths = []
    for episode in flawed:
        names = set(Planner.of(episode.task).visual_names.values())
        for turn in episode.turns:
            reply = parse_reply(turn.reply, world.tools, history_required=True)
            assert reply.history is not None
            lengths.append(len(reply.thought.split()))
            assert len(reply.thought.split()) <= 28, reply.thought
            assert len(reply.history.summary.split()) <= 12
            assert len(reply.history.task.split()) <= 9, reply.history.task
            if reply.call.name in ATOMIC_ACTIONS:
                assert any(name in reply.thought for name in names), reply.thought
    assert sum(lengths) / len(lengths) <= 17


@pytest.mark.parametrize("marks", [True, False])
def test_a_manner_without_marks_names_parts_by_colour_and_kind_alone(world, marks):
    printed = 0
    for number in range(12):
        task = task_at("sft", number, TaskMix(categories=("Lamp", "Microwave")))
        planner = Planner.of(task)
        manner = Manner(wordings="one", marks=marks)
        episode = demonstrate(task, world, planner, 0, ContextSettings(), manner=manner)
        long = [name for name in planner.visual_names.values() if len(name.split()) > 2]
        thoughts = [parse_reply(turn.reply, world.tools, True).thought for turn in episode.turns]
        printed += sum(name in thought for name in long for thought in thoughts)
    assert (printed > 0) == marks


def test_histories_tell_confirmed_successes_alone(flawed, world):
    for episode in flawed:
        told = NOTHING_YET
        for turn in episode.turns:
            history = parse_reply(turn.reply, world.tools, history_required=True).history
            assert history is not None
            assert history.summary == told
            if turn.trainable and turn.step.has(EventKind.TRANSITION) and history.task not in told.split(", ")[-1:]:
                told = history.task if told == NOTHING_YET else f"{told}, {history.task}"
                while len(told.split()) > 12:
                    told = told.split(", ", 1)[1]


def test_rewards_are_the_rescored_ones_and_their_distance_telescopes(flawed):
    for episode in flawed:
        assert REWARDS.rescore(episode) == episode
        first, last = episode.turns[0].step.info, episode.turns[-1].step.info
        gained = (first["distance_before"] - last["distance"]) / first["distance_bound"]
        total = sum(turn.rewards["ssm_distance"] for turn in episode.turns)
        assert total == pytest.approx(0.5 * gained)
