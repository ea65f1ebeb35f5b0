"""Pages of episodes come every so many rollouts, show the group that tells most, and never end a run."""

from __future__ import annotations

import json
import logging
import re
from dataclasses import replace
from pathlib import Path

import pytest
from transformers import TrainerControl, TrainerState
from trl import GRPOConfig

from envs.episode import Episode, Outcome
from envs.images import ImageStore
from tests.demonstrations import demonstration
from tests.train.practice import config, make_trainer
from train.episode_pages import EpisodePages, telling_group
from train.metrics_log import MetricsLog


def worth(episode: Episode, value: float, outcome: Outcome = Outcome.FAILURE) -> Episode:
    """The episode with this return."""
    turns = (*episode.turns[:-1], replace(episode.turns[-1], rewards={"goal": value}))
    turns = tuple(replace(turn, rewards={}) for turn in turns[:-1]) + turns[-1:]
    return replace(episode, turns=turns, outcome=outcome)


def returns(episodes: list[Episode]) -> list[float]:
    return [episode.trajectory_return for episode in episodes]


def pages(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / "pages").glob("step_*.html"))


@pytest.fixture
def store(tmp_path: Path) -> ImageStore:
    return ImageStore(tmp_path / "images")


@pytest.fixture
def training(tmp_path: Path) -> GRPOConfig:
    """A rollout every second update."""
    return config(tmp_path, steps_per_generation=4, gradient_accumulation_steps=2)


def test_the_group_that_differs_most_is_shown_best_and_worst_first(store: ImageStore) -> None:
    calm = [worth(demonstration(store, 1), value) for value in (5.0, 5.0, 5.5)]
    split = [worth(demonstration(store, 2), value) for value in (0.25, 0.0, 1.0, 0.5)]
    assert returns(telling_group([*calm, *split])) == [1.0, 0.0, 0.5, 0.25]
    assert returns(telling_group([worth(demonstration(store, 1), float(i)) for i in range(20)], most=4)) == [
        19,
        0,
        18,
        17,
    ]
    assert len(telling_group([demonstration(store, 1)])) == 1


def test_a_fault_of_the_setup_is_neither_best_nor_worst(store: ImageStore) -> None:
    group = [worth(demonstration(store, 1), value) for value in (1.0, 2.0)]
    fault = worth(demonstration(store, 1), -9.0, Outcome.INFRA_ERROR)
    calm = [worth(demonstration(store, 2), value) for value in (0.0, 0.5)]
    assert returns(telling_group([fault, *calm, *group])) == [2.0, 1.0, -9.0]
    alone = Episode(demonstration(store, 3).task, (), Outcome.INFRA_ERROR, None, "the simulator died")
    assert telling_group([alone]) == [alone]


def test_every_so_many_rollouts_leave_a_page(training: GRPOConfig, store: ImageStore, tmp_path: Path) -> None:
    writer = EpisodePages(training, store, every=2)
    for step in range(0, 10, 2):
        writer.on_episodes(step, [demonstration(store, 1)])
    assert pages(tmp_path) == ["step_000000.html", "step_000004.html", "step_000008.html"]
    never = EpisodePages(config(tmp_path / "never"), store, every=0)
    never.on_episodes(0, [demonstration(store, 1)])
    never.on_train_end(training, TrainerState(), TrainerControl())
    assert not (tmp_path / "never" / "pages").exists()
    with pytest.raises(ValueError, match="pages_every: -1"):
        EpisodePages(training, store, every=-1)


def test_only_the_first_rank_writes(tmp_path: Path, store: ImageStore, monkeypatch: pytest.MonkeyPatch) -> None:
    training = config(tmp_path)
    monkeypatch.setattr(GRPOConfig, "process_index", 1)
    EpisodePages(training, store, every=1).on_episodes(0, [demonstration(store, 1)])
    assert not (tmp_path / "pages").exists()


def test_a_page_shows_the_files_of_the_store(training: GRPOConfig, store: ImageStore, tmp_path: Path) -> None:
    episodes = [worth(demonstration(store, 1), value) for value in (1.0, 0.0, 0.5)]
    EpisodePages(training, store).on_episodes(0, episodes)
    page = (tmp_path / "pages" / "step_000000.html").read_text()
    shown = re.findall(r"url\((.*?)\)", page)
    assert {(tmp_path / "pages" / address).resolve().stem for address in shown} == episodes[0].images
    assert all((tmp_path / "pages" / address).is_file() for address in shown)
    assert page.index("Highest return") < page.index("goal +1.000") < page.index("Lowest return") < page.index("+0.000")
    assert "I look for the lid, try 0." in page and "switch_view" in page
    memory = ImageStore(None)
    EpisodePages(training, memory).on_episodes(0, [demonstration(memory, 1)])
    assert "url(data:" in (tmp_path / "pages" / "step_000000.html").read_text()


def test_a_run_that_goes_on_drops_what_it_plays_again(training: GRPOConfig, store: ImageStore, tmp_path: Path) -> None:
    writer, control = EpisodePages(training, store, every=1), TrainerControl()
    for step in (0, 2, 4):
        writer.on_episodes(step, [demonstration(store, 1)])
    writer.on_train_begin(training, TrainerState(global_step=2), control)
    assert pages(tmp_path) == ["step_000000.html"]
    writer.on_episodes(2, [demonstration(store, 1)])
    index = (tmp_path / "pages" / "index.html").read_text()
    assert re.findall(r'href="(step_\d+\.html)"', index) == ["step_000002.html", "step_000000.html"]
    writer.on_train_begin(training, TrainerState(), control)
    assert pages(tmp_path) == []


def test_a_page_that_cannot_be_written_ends_no_run(
    training: GRPOConfig, store: ImageStore, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    episode = demonstration(store, 1)
    next((tmp_path / "images").rglob("*.png")).unlink()
    with caplog.at_level(logging.WARNING):
        EpisodePages(training, store).on_episodes(0, [episode])
    assert "no page step_000000.html" in caplog.text
    assert pages(tmp_path) == []


def test_the_index_gives_each_page_the_numbers_of_its_own_rollout(
    training: GRPOConfig, store: ImageStore, tmp_path: Path
) -> None:
    writer, state, control = EpisodePages(training, store, every=1), TrainerState(), TrainerControl()
    metrics = tmp_path / "metrics.jsonl"
    for step, success in ((1, 0.25), (2, None), (3, 0.75)):
        if step % 2:
            writer.on_episodes(step - 1, [demonstration(store, 1)])
        line = {
            "step": step,
            "loss": 0.5,
            **({"episodes/return": success, "episodes/success": success} if success else {}),
        }
        with metrics.open("a") as file:
            file.write(json.dumps(line) + "\n")
        writer.on_log(training, state, control)
    index = (tmp_path / "pages" / "index.html").read_text()
    rows = re.findall(r"<tr><td><a [^>]*>(\d+)</a></td><td>(.*?)</td>", index)
    assert rows == [("2", "0.750"), ("0", "0.250")]
    assert index.count("<svg") == 2


@pytest.mark.training
def test_practice_leaves_pages_of_what_it_played(tmp_path: Path) -> None:
    training = config(tmp_path, max_steps=2)
    writer = EpisodePages(training, ImageStore(None), every=1)
    trainer = make_trainer(training, callbacks=[MetricsLog(tmp_path / "metrics.jsonl"), writer])
    writer.images = trainer.rollouts.encoder.store
    trainer.on_episodes = writer.on_episodes
    trainer.train()
    assert pages(tmp_path) == ["step_000000.html", "step_000001.html"]
    index = (tmp_path / "pages" / "index.html").read_text()
    for line in trainer.state.log_history[:2]:
        assert f"<td>{line['episodes/return']:.3f}</td>" in index
    assert "Touch the" in (tmp_path / "pages" / "step_000001.html").read_text()
