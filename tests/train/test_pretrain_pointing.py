"""Pre-training: boxes follow pictures, its fast passes equal the model's own, a few steps give a usable folder."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
from PIL import Image
from transformers import AutoProcessor

from train import pretrain_pointing
from train.pointing_accuracy import Accuracy, read_point, wilson
from train.pointing_batches import GRID, augment, dense_targets, picture_positions, plain, talks
from train.pointing_model import see
from train.pointing_questions import Questioner, centre_of, inside
from train.pointing_scenes import COLOUR_WORDS, SIZE, UNKNOWN, WORDS, Scenes, device_scenes, drawn_scenes
from train.tiny_model import PICTURE_TOKENS, tiny_config, tiny_model

FOLDER = Path(__file__).resolve().parents[2] / "models" / "tiny"


@pytest.fixture(scope="module")
def processor():
    return AutoProcessor.from_pretrained(FOLDER)


@pytest.fixture(scope="module")
def model(processor):
    return tiny_model(tiny_config(processor.tokenizer), seed=1).eval()


@pytest.fixture(scope="module")
def scenes():
    return drawn_scenes(12, seed=3)


def test_drawn_scenes_depend_on_their_seed_alone(scenes):
    again = drawn_scenes(12, seed=3)
    assert np.array_equal(scenes.pixels, again.pixels)
    assert np.array_equal(scenes.parts, again.parts)


def test_the_middle_of_a_drawn_disc_has_the_discs_colour():
    scenes = drawn_scenes(200, seed=4)
    reds = 0
    for pixels, rows in zip(scenes.pixels, scenes.parts, strict=True):
        for colour, word, x, y, w, h, *_ in rows:
            if colour == COLOUR_WORDS.index("red") and WORDS[word] == "disc":
                red, green, blue = pixels[y + h // 2, x + w // 2].astype(int)
                assert red > 180
                assert green < 60
                assert blue < 60
                reds += 1
    assert reds > 3


def test_boxes_follow_their_picture_through_every_augmentation():
    """A white square on black: wherever the box goes, its inside is bright, and what is far from it is dark."""
    pixels = np.zeros((64, SIZE, SIZE, 3), np.uint8)
    parts = np.full((64, 10, 8), UNKNOWN, np.int16)
    rng = np.random.default_rng(0)
    for i in range(64):
        x, y = rng.integers(10, 95, 2)
        pixels[i, y : y + 20, x : x + 16] = 255
        parts[i, 0] = (0, 0, x, y, 16, 20, UNKNOWN, 1)
    moved, boxes = augment(Scenes(pixels, parts, np.zeros(64, np.int16)), rng)
    assert not np.array_equal(boxes[:, 0, 2:6], parts[:, 0, 2:6])
    for picture, (x, y, w, h) in zip(moved, boxes[:, 0, 2:6], strict=True):
        assert x >= 0
        assert y >= 0
        assert x + w <= SIZE + 1e-3
        assert y + h <= SIZE + 1e-3
        inner = picture[:, round(y + 3) : round(y + h - 3), round(x + 3) : round(x + w - 3)]
        assert inner.min() > 0.3
        outside = picture.clone()
        outside[:, max(0, int(y - 2)) : int(y + h + 3), max(0, int(x - 2)) : int(x + w + 3)] = -1
        assert outside.max() < 0


def test_each_token_on_a_part_knows_it_and_the_smallest_part_wins():
    parts = np.full((1, 10, 8), UNKNOWN, np.float32)
    parts[0, 0] = (3, 1, 0, 0, 64, 64, UNKNOWN, 1)
    parts[0, 1] = (5, 2, 20, 20, 8, 8, 2, 1)
    dense = dense_targets(parts, len(COLOUR_WORDS), len(WORDS))
    colour = dense.colour.view(GRID, GRID)
    assert colour[0, 0] == 3
    assert colour[1, 1] == 5
    assert colour[7, 7] == len(COLOUR_WORDS)
    assert dense.x.view(GRID, GRID)[1, 1] == round(24 / SIZE * 1000)
    assert dense.x.view(GRID, GRID)[7, 7] == -100
    assert dense.stand.view(GRID, GRID)[1, 1] == 2
    assert dense.stand.view(GRID, GRID)[0, 0] == -100


@torch.no_grad()
def test_the_fast_vision_pass_equals_the_models_own(processor, model, scenes):
    merged, deep = see(model, plain(scenes.take(slice(0, 3))))
    pictures = [Image.fromarray(p) for p in scenes.pixels[:3]]
    inputs = processor.image_processor(images=pictures, return_tensors="pt")
    out = model.model.visual(inputs["pixel_values"], inputs["image_grid_thw"])
    torch.testing.assert_close(merged.flatten(0, 1), out.pooler_output, atol=1e-5, rtol=1e-4)
    torch.testing.assert_close(deep[0].flatten(0, 1), out.deepstack_features[0], atol=1e-5, rtol=1e-4)


def test_positions_are_the_models_own_m_rope_positions(processor, model, scenes):
    questioner = Questioner(processor.tokenizer, ["Some words to stand around."], PICTURE_TOKENS, seed=0)
    talk = questioner.conversation(scenes.parts[0], questions=2)
    ids = torch.tensor([talk.ids])
    own, _ = model.model.get_rope_index(
        ids,
        mm_token_type_ids=(ids == processor.image_token_id).int(),
        image_grid_thw=torch.tensor([[1, 2 * GRID, 2 * GRID]]),
        attention_mask=torch.ones_like(ids),
    )
    assert torch.equal(own[:, 0], torch.from_numpy(picture_positions(len(talk.ids), talk.picture)))


def test_only_answers_are_learnt_and_a_point_lies_in_its_part(processor, scenes):
    questioner = Questioner(processor.tokenizer, ["Some words to stand around."], PICTURE_TOKENS, seed=0)
    batch = talks(questioner, scenes.parts, questions=3, pad=processor.tokenizer.pad_token_id)
    learnt = batch.weights > 0
    assert learnt.any(1).all()
    assert not learnt[batch.ids == processor.image_token_id].any()
    assert not learnt[batch.ids == processor.tokenizer.pad_token_id].any()
    for row in scenes.parts[0]:
        assert row[0] == UNKNOWN or inside(row, *centre_of(row))


def test_device_pictures_name_parts_where_they_are_seen():
    scenes = device_scenes("Lamp", 1_900_000, pictures=6)
    assert scenes.pixels.shape == (6, SIZE, SIZE, 3)
    used = scenes.parts[scenes.parts[:, :, 0] != UNKNOWN]
    assert len(used)
    assert used[:, 7].any()
    assert (used[:, 2] + used[:, 4] <= SIZE).all()
    assert (used[:, 3] + used[:, 5] <= SIZE).all()


def test_a_few_steps_lower_the_loss_and_leave_a_usable_folder(tmp_path, monkeypatch, capsys):
    drawn = drawn_scenes(40, seed=8)
    monkeypatch.setattr(pretrain_pointing, "cached_devices", lambda *_: drawn)
    steps = [
        "--vision_steps",
        "4",
        "--joint_steps",
        "3",
        "--vision_batch",
        "4",
        "--batch",
        "4",
        "--save_every",
        "5",
    ]
    accuracy = pretrain_pointing.main(
        [
            "--output",
            str(tmp_path),
            "--tokenizer",
            str(FOLDER),
            "--drawn",
            "20",
            "--questions",
            "2",
            "--measured",
            "5",
            *steps,
        ]
    )
    assert accuracy.total[1] > 0
    assert "| all |" in (tmp_path / "MODEL_CARD.md").read_text()
    assert (tmp_path / "tokenizer.json").read_bytes() == (FOLDER / "tokenizer.json").read_bytes()
    AutoProcessor.from_pretrained(tmp_path)


def test_points_are_read_from_answers_and_intervals_hold_their_share():
    assert read_point("[512, 433]") == (512, 433)
    assert read_point("nowhere") is None
    low, high = wilson(80, 100)
    assert low < 0.8 < high
    assert wilson(0, 0) == (0.0, 1.0)
    assert Accuracy({"Lamp": (1, 2), "Microwave": (2, 2)}).total == (3, 4)
