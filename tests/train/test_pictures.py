"""Pictures by name: the same logits and gradients as with pixels, and each distinct picture looked at once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from envs.images import ImageStore
from tests.train.practice import TINY
from train.model import load_model, load_processor
from train.pictures import EncodingError, PictureInputs, PictureMemory, name_tensor, show_by_name

SIDE = 128


@pytest.fixture(scope="module")
def inputs() -> PictureInputs:
    return PictureInputs(load_processor(TINY), ImageStore(None))


def names(inputs: PictureInputs, numbers: list[int], side: int = SIDE) -> list[str]:
    """Names of pictures of noise, told apart by number."""
    return [
        inputs.store.put(np.random.default_rng(n).integers(0, 256, (side, side, 3), dtype=np.uint8)) for n in numbers
    ]


def batch(inputs: PictureInputs, shown: list[str]) -> dict[str, Any]:
    """One row a picture, by name."""
    ids = torch.tensor([[1, *[inputs.token] * inputs.tokens(shown[0]), 5, 6, 7]] * len(shown))
    return {
        "input_ids": ids,
        "attention_mask": torch.ones_like(ids),
        "mm_token_type_ids": (ids == inputs.token).int(),
        **inputs.shown(shown, ids),
    }


def test_logits_and_gradients_are_those_of_the_plain_model_with_pixels(inputs: PictureInputs) -> None:
    plain, shared = load_model(TINY, "float32"), load_model(TINY, "float32")
    memory = show_by_name(shared, inputs, PictureMemory(64))
    shown = names(inputs, [0, 1, 0, 0, 2, 1])
    by_name = batch(inputs, shown)
    pixels = {**by_name, "pixel_values": torch.cat([inputs.pixels(name) for name in shown])}
    results = []
    for model, given in ((plain, pixels), (shared, by_name)):
        logits = model(**given).logits
        logits.square().mean().backward()
        results.append((logits.detach(), {n: p.grad for n, p in model.named_parameters() if p.grad is not None}))
    (logits, gradients), (shared_logits, shared_gradients) = results
    assert torch.allclose(logits, shared_logits, rtol=1e-5, atol=1e-5)
    assert gradients.keys() == shared_gradients.keys()
    for name, gradient in gradients.items():
        assert torch.allclose(gradient, shared_gradients[name], rtol=1e-4, atol=1e-7), name
    assert (memory.shown, memory.looked) == (6, 3)
    shared(**by_name)
    assert memory.looked == 3


def test_without_memory_a_picture_is_looked_at_once_a_batch(inputs: PictureInputs) -> None:
    model = load_model(TINY, "float32")
    memory = show_by_name(model, inputs)
    for _ in range(2):
        model(**batch(inputs, names(inputs, [0, 0, 1])))
    assert (memory.shown, memory.looked) == (6, 4)


def test_features_do_not_depend_on_company(inputs: PictureInputs) -> None:
    found = []
    for numbers in ([3], [4, 3]):
        model = load_model(TINY, "float32")
        show_by_name(model, inputs)
        shown = batch(inputs, names(inputs, numbers))
        found.append(model.model.visual(shown["pixel_values"], grid_thw=shown["image_grid_thw"]).pooler_output)
    alone, together = found
    assert torch.equal(alone, together[len(alone) :])


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float16])
def test_names_survive_the_dtype_of_the_tower(dtype: torch.dtype) -> None:
    every = bytes(range(256)).hex()
    tensor = name_tensor([every[i : i + 64] for i in range(0, 512, 64)])
    assert torch.equal(tensor.to(dtype).to(torch.uint8), tensor)


def test_pictures_of_other_sizes_have_other_grids(inputs: PictureInputs) -> None:
    shown = [*names(inputs, [0]), *names(inputs, [1], side=64)]
    tokens = [inputs.tokens(name) for name in shown]
    made = inputs.shown(shown, [[inputs.token] * sum(tokens)])
    assert tokens[0] == 4 * tokens[1]
    patches = [len(inputs.pixels(name)) for name in shown]
    assert made["image_grid_thw"].prod(-1).tolist() == patches


@pytest.mark.parametrize("tokens", [0, 1])
def test_tokens_without_their_features_never_reach_a_pass(inputs: PictureInputs, tokens: int) -> None:
    with pytest.raises(
        EncodingError, match=f"{tokens} picture tokens in the ids, {inputs.tokens(names(inputs, [0])[0])}"
    ):
        inputs.shown(names(inputs, [0]), [[inputs.token] * tokens])
    with pytest.raises(EncodingError, match="1 picture tokens in the ids, 0 picture features"):
        inputs.shown([], torch.tensor([[inputs.token]]))


def test_the_memory_forgets_the_oldest_first_and_stays_in_its_budget() -> None:
    memory = PictureMemory(megabytes=2 * 64 * 128 * 4 / 2**20)
    features = (torch.zeros(64, 128), [])
    for name in ("a", "b"):
        memory.put(name, features)
    assert memory.get("a") is not None
    memory.put("c", features)
    assert memory.get("b") is None
    assert memory.get("a") is not None
    memory.put("d", (torch.zeros(64 * 3, 128), []))  # larger than all of it
    assert memory.get("d") is None
    assert memory.get("a") is not None


def test_a_trained_vision_path_is_refused(inputs: PictureInputs) -> None:
    model = load_model(TINY, "float32")
    next(model.model.visual.parameters()).requires_grad_(True)
    with pytest.raises(ValueError, match="no constants"):
        show_by_name(model, inputs)


def test_wrapping_twice_is_wrapping_once(inputs: PictureInputs) -> None:
    model = load_model(TINY, "float32")
    memory = show_by_name(model, inputs, PictureMemory(1))
    assert show_by_name(model, inputs) is memory
    assert len(model.model.visual(**batch_of_one(inputs)).pooler_output) == inputs.tokens(names(inputs, [0])[0])
    assert memory.looked == 1


def test_a_memory_given_later_is_the_towers_from_then_on(inputs: PictureInputs) -> None:
    """An engine that generates with the trainer's model wraps it before the trainer does."""
    model = load_model(TINY, "float32")
    first = show_by_name(model, inputs)
    second = show_by_name(model, inputs, PictureMemory(64))
    for _ in range(2):
        model.model.visual(**batch_of_one(inputs))
    assert (first.shown, second.shown, second.looked) == (0, 2, 1)


def batch_of_one(inputs: PictureInputs) -> dict[str, torch.Tensor]:
    shown = batch(inputs, names(inputs, [0]))
    return {"hidden_states": shown["pixel_values"], "grid_thw": shown["image_grid_thw"]}
