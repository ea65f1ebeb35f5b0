"""Premises are handed on: nobody shares them, nothing shows who had them before, and few wait."""

from __future__ import annotations

from typing import Any

import pytest

from envs.episode import Task
from envs.home.premises import PUT_BY, Premises, lay_out, put_by
from envs.home.shortest_plan import shortest_plan
from envs.home.site import SiteLibrary
from envs.home.task import CheckedTask
from envs.home.tasks import task_at
from envs.home.world import HomeWorld
from envs.images import ImageStore
from tests.home_play import APPLE, MUG, home_task

SIZE = 32


def by_hand(seed: int = 0, wanted: str = "mug_1", **more: Any) -> Task:
    things = {"mug_1": (*MUG, "counter_1"), "apple_1": (*APPLE, "counter_1")}
    return home_task(things, {wanted: "bed_1"}, seed=seed, **more)


def laid_out(task: Task, size: int = SIZE) -> Premises:
    return lay_out(task, CheckedTask(task), size)


def look(premises: Premises):
    return premises.eyes.picture(premises.start)


def close(*premises: Premises) -> None:
    for one in premises:
        one.eyes.close()


def test_what_was_put_by_is_taken_up_once():
    first = laid_out(by_hand())
    put_by(first)
    second, third = laid_out(by_hand()), laid_out(by_hand())
    assert second is first
    assert third.eyes is not first.eyes
    assert third.start == first.start
    close(second, third)


def test_another_instruction_goal_or_budget_needs_no_other_premises():
    first = laid_out(by_hand())
    put_by(first)
    other = laid_out(by_hand(instruction="Do it now.", budget=7, wanted="apple_1"))
    assert other is first
    close(other)


@pytest.mark.parametrize(
    "other",
    [
        by_hand(seed=1),
        by_hand(noise={"missed": 0.5}),
        by_hand(opened=["cabinet_1"]),
        home_task({"mug_1": (MUG[0], 1, "counter_1"), "apple_1": (*APPLE, "counter_1")}, {"mug_1": "bed_1"}),
        home_task({"mug_1": (*MUG, "counter_1"), "apple_1": (*APPLE, "bed_1")}, {"mug_1": "bed_1"}),
        home_task({"apple_1": (*APPLE, "counter_1"), "mug_1": (*MUG, "counter_1")}, {"mug_1": "bed_1"}),
    ],
    ids=["seed", "noise", "opened", "instance", "place", "order"],
)
def test_what_is_seen_or_found_may_differ_so_premises_are_not_taken_up(other: Task):
    first = laid_out(by_hand())
    put_by(first)
    second = laid_out(other)
    assert second is not first
    close(second, laid_out(by_hand()))


def test_the_oldest_are_closed_when_too_many_wait():
    waiting = [laid_out(by_hand(seed=seed)) for seed in range(PUT_BY + 1)]
    for premises in waiting:
        put_by(premises)
    with pytest.raises(ValueError, match="closed"):
        look(waiting[0])
    kept = [laid_out(by_hand(seed=seed)) for seed in range(1, PUT_BY + 1)]
    assert kept == waiting[1:]
    for premises in kept:
        look(premises)
    close(*kept)


def test_of_two_that_are_put_by_for_one_task_the_later_waits():
    first, second = laid_out(by_hand()), laid_out(by_hand())
    put_by(first)
    put_by(second)
    with pytest.raises(ValueError, match="closed"):
        look(first)
    assert laid_out(by_hand()) is second
    look(second)
    close(second)


def test_pictures_have_the_size_that_the_next_owner_wants():
    first = laid_out(by_hand(), 16)
    assert look(first).shape == (16, 16, 3)
    put_by(first)
    second = laid_out(by_hand(), 48)
    assert look(second).shape == (48, 48, 3)
    close(second)


def test_a_library_closes_what_it_took_up():
    first = laid_out(by_hand())
    put_by(first)
    library = SiteLibrary(ImageStore(None), SIZE)
    name, site = library.open(by_hand())
    assert site.eyes is first.eyes
    library.leave(name)
    library.close()
    with pytest.raises(ValueError, match="closed"):
        look(first)


def test_episodes_on_premises_in_which_was_planned_are_those_on_new_ones():
    task = task_at("validation", 1)  # solved there, and put by
    shown = []
    for _ in range(2):  # the second world lays out anew
        world = HomeWorld(ImageStore(None), SIZE)
        steps = [world.reset(task)]
        for call in shortest_plan(world.site):
            steps.append(world.step(call))
        shown.append((steps, world.site.start))
        world.close()
    assert shown[0] == shown[1]
    assert shown[0][0][-1].outcome == "success"
