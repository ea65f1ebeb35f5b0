"""Updates with pictures looked at once: the same rows and losses as with pictures looked at anew, fewer looks."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
import torch

from envs.context import ContextSettings
from envs.images import ImageStore
from scripts.measurements.recorded import Recording, record
from scripts.measurements.shapes import random_model
from scripts.measurements.update import ANEW, largest_gap, ways
from tests.loading import script
from train.encoding import Encoder

speed = script("speed")
CONTEXT = ContextSettings(tools="names", previous_image=False)


@pytest.fixture(scope="module")
def recording() -> Iterator[Recording]:
    _, processor = random_model("tiny", "float32", 128)
    yield record(4, 2, CONTEXT, Encoder(processor, ImageStore(None)), 128)


def test_members_of_a_group_share_pictures_but_not_all(recording: Recording) -> None:
    first, second = recording.episodes[:2]
    assert first.task == second.task
    assert first.images & second.images
    assert first.images != second.images


def test_recorded_tokens_are_those_of_the_prompts_and_replies(recording: Recording) -> None:
    encoder = recording.encoder
    for episode in recording.episodes:
        for turn in episode.turns:
            assert turn.completion is not None
            assert encoder.decode(turn.completion.ids) == turn.reply
            shown = turn.completion.prompt_ids.count(encoder.image_token_id)
            assert shown == 64 * len(turn.observation.images)


@pytest.mark.training
@pytest.mark.parametrize("kind", ["practice", "imitation"])
def test_every_way_of_looking_gives_the_same_losses(recording: Recording, kind: str) -> None:
    from scripts.measurements.imitation_epoch import imitate
    from scripts.measurements.practice_update import practise

    model, _ = random_model("tiny", "float32", 128)
    measured = practise if kind == "practice" else imitate
    timed, tokens = measured(model, recording, ways(64, kind == "practice"), 1, 4)
    stock, batch, once = timed.values()
    assert stock is timed[ANEW]
    assert abs(stock.losses[0]) > 0.01
    assert largest_gap(timed) < 1e-5
    pictures = set().union(*(turn.observation.images for e in recording.episodes for turn in e.turns))
    assert once.memory.looked == len(pictures)
    assert len(pictures) < batch.memory.looked < stock.memory.looked == stock.memory.shown
    assert tokens > 0
    assert all(len(line.seconds) == 1 and line.seconds[0] > 0 for line in timed.values())


@pytest.mark.skipif(torch.cuda.is_available(), reason="a GPU is here")
@pytest.mark.parametrize("shape", ["qwen3vl_8b", "qwen9"])
def test_a_shape_that_cannot_be_measured_here_gets_one_line(shape: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert speed.main(["update", "--shape", shape]) == 2
    said = capsys.readouterr().err
    assert re.fullmatch(rf"speed.py update: shape: .*{shape}.*\n", said)
