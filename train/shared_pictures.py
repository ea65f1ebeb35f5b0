"""Pictures once: while the vision path is frozen, what it makes of a picture is a constant.

Turns in which nothing moved, the episodes of a group, the old, reference and policy passes and the epochs all
see the same pictures. `share_pictures` makes the tower run once for each distinct one and keeps the features,
the least recently used going first when the memory is full. Each picture passes alone, so that its features do
not depend on its company: a resumed run, whose memory is empty, gets the same bits.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from typing import Any

import torch
from torch import nn
from transformers.integrations import is_deepspeed_zero3_enabled
from transformers.modeling_utils import is_fsdp_enabled
from transformers.models.qwen3_vl.modeling_qwen3_vl import BaseModelOutputWithDeepstackFeatures

from envs.settings import SettingsError

Features = tuple[torch.Tensor, list[torch.Tensor]]
"""Merged features of one picture, (tokens, width), and those of every deepstack level."""


class PictureFeatures:
    """Features by content of the picture.

    megabytes: most memory that they may take, on the device of the model. seen, computed: pictures asked for, and those
    that the tower had to look at.
    """

    def __init__(self, megabytes: float) -> None:
        self.limit = int(megabytes * 2**20)
        self.seen = self.computed = 0
        self._kept: OrderedDict[bytes, Features] = OrderedDict()
        self._bytes = 0

    def get(self, key: bytes) -> Features | None:
        """The features of a picture, if they are still here."""
        self.seen += 1
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found

    def put(self, key: bytes, features: Features) -> None:
        """Keep a picture's features."""
        self.computed += 1
        self._kept[key] = features
        self._bytes += _size(features)
        while self._bytes > self.limit and len(self._kept) > 1:
            self._bytes -= _size(self._kept.popitem(last=False)[1])


def share_pictures(model: nn.Module, megabytes: float) -> PictureFeatures:
    """Let the model's vision tower look at every distinct picture once. ValueError if the vision path is not frozen.

    SettingsError where the tower's weights are spread over processes (ZeRO-3, FSDP): there every process must enter it
    equally often, and each meets other pictures.
    """
    if is_deepspeed_zero3_enabled() or is_fsdp_enabled():
        raise SettingsError("picture_memory_mb: pictures cannot be shared under ZeRO-3 or FSDP; set it to 0")
    towers = [module for name, module in model.named_modules() if name.split(".")[-1] == "visual"]
    if len(towers) != 1:
        raise ValueError(f"{type(model).__name__} has {len(towers)} modules named 'visual', not one")
    (tower,) = towers
    if any(parameter.requires_grad for parameter in tower.parameters()):
        raise ValueError("the vision path is trained: its features are no constants and cannot be shared")
    memory, look = PictureFeatures(megabytes), tower.forward

    def forward(hidden_states: torch.Tensor, grid_thw: torch.Tensor, **options: Any) -> Any:
        pieces = torch.split(hidden_states, grid_thw.prod(-1).tolist())
        found = [_features(memory, look, piece, grid, options) for piece, grid in zip(pieces, grid_thw, strict=True)]
        return BaseModelOutputWithDeepstackFeatures(
            pooler_output=torch.cat([merged for merged, _ in found]),
            deepstack_features=[torch.cat(level) for level in zip(*(levels for _, levels in found), strict=True)],
        )

    tower.forward = forward
    return memory


def _features(
    memory: PictureFeatures, look: Any, piece: torch.Tensor, grid: torch.Tensor, options: dict[str, Any]
) -> Features:
    data = piece.detach().cpu().contiguous()
    key = hashlib.blake2b(data.view(torch.uint8).numpy(), key=repr((grid.tolist(), data.dtype)).encode()).digest()
    features = memory.get(key)
    if features is None:
        with torch.no_grad():
            output = look(piece, grid_thw=grid.unsqueeze(0), **options)
        features = (output.pooler_output, list(output.deepstack_features))
        memory.put(key, features)
    return features


def _size(features: Features) -> int:
    return sum(tensor.numel() * tensor.element_size() for tensor in (features[0], *features[1]))
