"""The home world under the trainer's rollouts: episodes side by side share scenes, and none feels the others."""

from __future__ import annotations

import pytest

from envs.context import ContextSettings
from envs.episode import Episode, Outcome, Task
from envs.home.tasks import TaskOptions, sample_task
from envs.images import ImageStore
from envs.settings import SettingsError
from envs.simulators import WorldRecipe
from rewards import load_rewards
from tests.loading import ROOT
from train.encoding import Encoder
from train.evaluation.player import Player, PolicyChoice, Round
from train.evaluation.policy_folder import PromptSettings
from train.model import load_processor
from train.rows import turn_rows

REWARDS = load_rewards(ROOT / "configs" / "rewards" / "home.yaml")
OPTIONS = TaskOptions(clutter=[2, 3], cluttered=[2, 2], open_share=1.0)
SIZE = 64


@pytest.fixture(scope="module")
def tasks() -> list[Task]:
    """Two tasks, each three times over, as a group plays it."""
    return [task for family in ("FDP", "SUL") for task in [sample_task("standard_2", family, 1, OPTIONS)] * 3]


def play(tasks: list[Task], baseline: str, concurrency: int) -> tuple[list[Episode], ImageStore]:
    store = ImageStore(None)
    settings = PromptSettings(context=ContextSettings(tools="names", previous_image=False), picture_size=SIZE)
    player = Player(PolicyChoice(baseline=baseline), settings, store, concurrency)
    try:
        make_world = WorldRecipe("home", SIZE).maker(store)
        episodes = player.play(Round(tasks, make_world, REWARDS, seed=3, max_turns=14))
    finally:
        player.close()
    return episodes, store


def test_an_episode_does_not_depend_on_those_beside_it(tasks: list[Task]) -> None:
    alone, _ = play(tasks, "random", 1)
    together, _ = play(tasks, "random", 6)
    assert together == alone
    assert len({episode.turns[0].reply for episode in alone}) > 1, "members of a group differ"


def test_a_saved_episode_scores_as_it_did_live(tasks: list[Task]) -> None:
    for episode in play(tasks[:1] + tasks[3:4], "random", 2)[0]:
        assert REWARDS.rescore(episode) == episode


def test_rows_of_a_demonstration_hold_every_turn_with_its_one_picture(tasks: list[Task]) -> None:
    episodes, store = play([tasks[0], tasks[3]], "planner", 1)
    encoder = Encoder(load_processor(str(ROOT / "models" / "tiny")), store)
    rows = turn_rows(episodes, encoder, ContextSettings(tools="names", previous_image=False)).rows
    assert len(rows) == sum(len(episode.turns) for episode in episodes)
    assert all(len(row.images) == 1 for row in rows)


def test_rewards_of_another_world_are_refused_before_anything_is_played(tasks: list[Task]) -> None:
    devices = Task("devices", "d", 0, {"device": {"category": "Lamp", "seed": 1}, "goals": [], "instructions": []})
    with pytest.raises(SettingsError, match="task d of world 'devices'"):
        REWARDS.copy().start(devices)


def test_options_of_the_world_are_checked_before_anything_is_played() -> None:
    store = ImageStore(None)
    for own, words in (
        ({"usr": {}}, r"world_options: 'usr' is no option of 'home'; known: .*user"),
        ({"user": {"endpoint": "http://127.0.0.1:1/v1"}}, r"world_options: user: model"),
        ({"library": None}, r"'library' is no option"),
    ):
        with pytest.raises(SettingsError, match=words):
            WorldRecipe("home", SIZE, own=own).maker(store)


def test_a_person_played_by_a_server_that_is_down_makes_the_asking_episode_an_infra_error(tasks: list[Task]) -> None:
    person = {"endpoint": "http://127.0.0.1:1/v1", "model": "none", "tries": 1, "seconds": 1.0, "fallback": False}
    store = ImageStore(None)
    player = Player(PolicyChoice(baseline="planner"), PromptSettings(picture_size=SIZE), store, 1)
    try:
        make_world = WorldRecipe("home", SIZE, own={"user": person}).maker(store)
        plain, asking = player.play(Round([tasks[0], tasks[3]], make_world, REWARDS))
    finally:
        player.close()
    assert plain.outcome == Outcome.SUCCESS
    assert asking.outcome == Outcome.INFRA_ERROR and "127.0.0.1:1" in str(asking.error)
