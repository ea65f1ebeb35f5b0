"""Pictures by name: a batch holds the names of its pictures, and the model's tower looks each distinct one up.

While the vision path is frozen, what it makes of a picture is a constant. Turns in which nothing moved, the episodes of
a group, the old, reference and policy passes, the inner epochs and those of SFT all see the same pictures. So
`pixel_values` travel as names, uint8 (pictures, 32), and `show_by_name` wraps the tower: it makes pixels of a picture,
and features of the pixels, once for as long as its memory holds them, the least recently used going first. A batch of
names weighs nothing, and the pixels of a picture that is known are never made.

Each picture passes alone, so that its features do not depend on its company: a resumed run, whose memory is empty, gets
the same bits.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import torch
from torch import distributed as dist
from torch import nn
from transformers import ProcessorMixin
from transformers.integrations import is_deepspeed_zero3_enabled
from transformers.modeling_utils import is_fsdp_enabled
from transformers.models.qwen3_vl.modeling_qwen3_vl import BaseModelOutputWithDeepstackFeatures

from envs.images import ImageStore

Features = tuple[torch.Tensor, list[torch.Tensor]]
"""Merged features of one picture, (tokens, width), and those of every deepstack level."""


class EncodingError(ValueError):
    """A prompt or batch whose tokens and pictures disagree, or a prompt that is longer than allowed."""


class PictureInputs:
    """What a model is shown: pictures of a store, by content hash, as its image processor prepares them."""

    def __init__(self, processor: ProcessorMixin, store: ImageStore) -> None:
        self.processor = processor.image_processor
        self.token = processor.image_token_id
        self.store = store
        self._grid_of_size = lru_cache(maxsize=None)(self._measure)

    def grid(self, name: str) -> tuple[int, int, int]:
        """Patches of a picture: (time, down, across)."""
        return self._grid_of_size(self.store.get(name).size)

    def tokens(self, name: str) -> int:
        """Tokens that a picture takes in a prompt."""
        _, down, across = self.grid(name)
        return down * across // self.processor.merge_size**2

    def pixels(self, name: str) -> torch.Tensor:
        """A picture's patches, (patches, values) float32."""
        return self.processor(images=[self.store.get(name)], return_tensors="pt")["pixel_values"]

    def shown(self, names: Sequence[str], ids: Sequence[Sequence[int]] | torch.Tensor) -> dict[str, torch.Tensor]:
        """Model inputs for a batch of token ids whose pictures, in order, are `names`; empty without pictures.

        Returns pixel_values, the names as uint8 (pictures, 32), and image_grid_thw (pictures, 3). EncodingError when
        the number of picture tokens is not the number of features: it must never reach a forward pass.
        """
        if isinstance(ids, torch.Tensor):
            tokens = int((ids == self.token).sum())
        else:
            tokens = sum(list(row).count(self.token) for row in ids)
        features = sum(map(self.tokens, names))
        if tokens != features:
            raise EncodingError(f"{tokens} picture tokens in the ids, {features} picture features")
        if not names:
            return {}
        return {
            "pixel_values": name_tensor(names),
            "image_grid_thw": torch.tensor([self.grid(name) for name in names], dtype=torch.long),
        }

    def _measure(self, size: tuple[int, int]) -> tuple[int, int, int]:
        from PIL import Image

        grid = self.processor(images=[Image.new("RGB", size)], return_tensors="pt")["image_grid_thw"]
        time, down, across = grid[0].tolist()
        return time, down, across


def name_tensor(names: Sequence[str]) -> torch.Tensor:
    """Content hashes (64 hexadecimal digits) as uint8 (pictures, 32). Bytes stay exact in any float dtype."""
    return torch.tensor([list(bytes.fromhex(name)) for name in names], dtype=torch.uint8)


class PictureMemory:
    """Features by picture's name.

    megabytes: most memory that they may take, on the device of the model; 0 keeps none beyond a batch. shown, looked:
    pictures that the model was shown, and those that its tower had to look at.
    """

    def __init__(self, megabytes: float) -> None:
        self.limit = int(megabytes * 2**20)
        self.shown = self.looked = 0
        self._kept: OrderedDict[str, Features] = OrderedDict()
        self._bytes = 0

    def get(self, name: str) -> Features | None:
        """The features of a picture, if they are still here."""
        found = self._kept.get(name)
        if found is not None:
            self._kept.move_to_end(name)
        return found

    def put(self, name: str, features: Features) -> None:
        """Keep a picture's features, if they fit at all."""
        size = _size(features)
        if size > self.limit:
            return
        self._kept[name] = features
        self._bytes += size
        while self._bytes > self.limit:
            self._bytes -= _size(self._kept.popitem(last=False)[1])


def show_by_name(model: nn.Module, pictures: PictureInputs, memory: PictureMemory | None = None) -> PictureMemory:
    """Let the model's tower take names for pixels; returns its memory.

    memory: of the tower from now on, also where it takes names already; None leaves it the one that it has, or gives it
    one that keeps nothing beyond a batch. Models whose towers are equal may share one.

    ValueError if the model has no tower, or one that is trained: its features would be no constants.

    Where the tower's weights are spread over processes (ZeRO-3, FSDP) every process must enter it equally often, while
    each meets other pictures: all agree on the largest number of new ones, and who has fewer looks at one again.
    """
    towers = [module for name, module in model.named_modules() if name.split(".")[-1] == "visual"]
    if len(towers) != 1:
        raise ValueError(f"{type(model).__name__} has {len(towers)} modules named 'visual', not one")
    (tower,) = towers
    if hasattr(tower, "picture_memory"):
        tower.picture_memory = memory or tower.picture_memory
        return tower.picture_memory
    if any(parameter.requires_grad for parameter in tower.parameters()):
        raise ValueError("the vision path is trained: its features are no constants and cannot be shared")
    tower.picture_memory = memory or PictureMemory(0)
    look = tower.forward

    def forward(hidden_states: torch.Tensor, grid_thw: torch.Tensor, **options: Any) -> Any:
        kept = tower.picture_memory
        names = [bytes(row).hex() for row in hidden_states.to(torch.uint8).tolist()]
        places = dict(zip(names, grid_thw, strict=True))
        found = {name: features for name in places if (features := kept.get(name)) is not None}
        new = [name for name in places if name not in found]
        kept.shown += len(names)
        kept.looked += len(new)
        for name in [*new, *[names[0]] * (_most(len(new), grid_thw.device) - len(new))]:
            pixels = pictures.pixels(name).to(device=hidden_states.device, dtype=tower.dtype)
            with torch.no_grad():
                output = look(pixels, grid_thw=places[name].unsqueeze(0), **options)
            found[name] = (output.pooler_output, list(output.deepstack_features))
        for name in new:
            kept.put(name, found[name])
        features = [found[name] for name in names]
        return BaseModelOutputWithDeepstackFeatures(
            pooler_output=torch.cat([merged for merged, _ in features]),
            deepstack_features=[torch.cat(level) for level in zip(*(levels for _, levels in features), strict=True)],
        )

    tower.forward = forward
    return tower.picture_memory


def _most(new: int, device: torch.device) -> int:
    """The most new pictures that any process has, where the tower is spread over processes; else this one's own."""
    if not (dist.is_initialized() and (is_deepspeed_zero3_enabled() or is_fsdp_enabled())):
        return new
    count = torch.tensor(new, device=device)
    dist.all_reduce(count, op=dist.ReduceOp.MAX)
    return int(count)


def _size(features: Features) -> int:
    return sum(tensor.numel() * tensor.element_size() for tensor in (features[0], *features[1]))
