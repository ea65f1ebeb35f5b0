"""The freeze covers the whole vision path, the digest sees every bit of it, adapters keep off it."""

from __future__ import annotations

import pytest
import torch
from peft import get_peft_model
from torch import nn

from train.model import freeze_vision, load_model, lora, parameters_by_part, vision_digest, vision_parameters


@pytest.fixture
def model(tiny) -> nn.Module:
    return load_model(tiny, "float32")


def test_every_vision_parameter_is_frozen_and_no_other(model: nn.Module) -> None:
    frozen = {name for name, parameter in model.named_parameters() if not parameter.requires_grad}
    assert frozen == {name for name, _ in model.named_parameters() if name.startswith("model.visual.")}
    for part in ("blocks", "merger", "deepstack_merger_list", "pos_embed", "patch_embed"):
        assert any(f"visual.{part}" in name for name in frozen), part


def test_the_digest_sees_one_bit_of_any_vision_parameter(model: nn.Module) -> None:
    digest = vision_digest(model)
    for _, parameter in vision_parameters(model):
        bits = parameter.data.view(torch.int32).view(-1)
        bits[-1] ^= 1
        assert vision_digest(model) != digest
        bits[-1] ^= 1
    assert vision_digest(model) == digest


def test_the_digest_is_the_same_behind_an_adapter(model: nn.Module) -> None:
    digest = vision_digest(model)
    adapted = get_peft_model(model, lora(4, 8))
    assert vision_digest(adapted) == digest
    trained = [name for name, parameter in adapted.named_parameters() if parameter.requires_grad]
    assert trained
    assert all("lora_" in name and "language_model" in name for name in trained)


def test_parts_add_up(model: nn.Module) -> None:
    parts = parameters_by_part(model)
    assert sum(map(sum, parts.values())) == sum(parameter.numel() for parameter in model.parameters())
    assert all(trained == 0 for part, (trained, _) in parts.items() if part.startswith("vision"))
    assert all(frozen == 0 for part, (_, frozen) in parts.items() if not part.startswith("vision"))


def test_a_model_without_vision_path_is_refused(tiny) -> None:
    with pytest.raises(ValueError, match="no vision path to freeze"):
        freeze_vision(nn.Linear(2, 2))
    with pytest.raises(ValueError, match="dtype: 'int8'"):
        load_model(tiny, "int8")
