"""Pictures once: the same logits and gradients with fewer looks of the tower."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from tests.train.practice import TINY
from train.model import load_model
from train.shared_pictures import PictureFeatures, share_pictures

PATCHES, DIM = 256, 3 * 2 * 8 * 8


def batch(pictures: list[int]) -> dict[str, Any]:
    """One row a picture, told apart by number."""
    seen = {n: torch.randn(PATCHES, DIM, generator=torch.Generator().manual_seed(n)) for n in set(pictures)}
    config = load_model(TINY, "float32").config
    ids = torch.tensor([[1, *[config.image_token_id] * 64, 5, 6, 7]] * len(pictures))
    return {
        "input_ids": ids,
        "attention_mask": torch.ones_like(ids),
        "mm_token_type_ids": (ids == config.image_token_id).int(),
        "pixel_values": torch.cat([seen[n] for n in pictures]),
        "image_grid_thw": torch.tensor([[1, 16, 16]] * len(pictures)),
    }


def test_logits_and_gradients_are_those_of_the_plain_model() -> None:
    plain, shared = load_model(TINY, "float32"), load_model(TINY, "float32")
    memory = share_pictures(shared, 64)
    inputs = batch([0, 1, 0, 0, 2, 1])
    results = []
    for model in (plain, shared):
        logits = model(**inputs).logits
        logits.square().mean().backward()
        results.append((logits.detach(), {n: p.grad for n, p in model.named_parameters() if p.grad is not None}))
    (logits, gradients), (shared_logits, shared_gradients) = results
    assert torch.allclose(logits, shared_logits, rtol=1e-5, atol=1e-5)
    assert gradients.keys() == shared_gradients.keys()
    for name, gradient in gradients.items():
        assert torch.allclose(gradient, shared_gradients[name], rtol=1e-4, atol=1e-7), name
    assert (memory.seen, memory.computed) == (6, 3)
    shared(**inputs)
    assert memory.computed == 3


def test_features_do_not_depend_on_company() -> None:
    model = load_model(TINY, "float32")
    share_pictures(model, 64)
    alone = model.model.visual(batch([3])["pixel_values"], grid_thw=torch.tensor([[1, 16, 16]])).pooler_output
    fresh = load_model(TINY, "float32")
    share_pictures(fresh, 64)
    together = fresh.model.visual(batch([4, 3])["pixel_values"], grid_thw=torch.tensor([[1, 16, 16]] * 2)).pooler_output
    assert torch.equal(alone, together[64:])


def test_the_memory_forgets_the_oldest_first_and_stays_in_its_budget() -> None:
    memory = PictureFeatures(megabytes=2 * 64 * 128 * 4 / 2**20)
    features = (torch.zeros(64, 128), [])
    for key in (b"a", b"b"):
        memory.put(key, features)
    assert memory.get(b"a") is not None
    memory.put(b"c", features)
    assert memory.get(b"b") is None
    assert memory.get(b"a") is not None


def test_a_trained_vision_path_is_refused() -> None:
    model = load_model(TINY, "float32")
    next(model.model.visual.parameters()).requires_grad_(True)
    with pytest.raises(ValueError, match="no constants"):
        share_pictures(model, 64)
