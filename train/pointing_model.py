"""What pre-training adds to the model: a fast forward pass for pictures of one size, and heads that are thrown away.

Promises: `see` gives the same features as the model's own vision path (a test compares them); `Heads` predict from each
picture token what it covers, so that after training the features hold name and place in a form a linear map can read.
"""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional as F
from transformers import Qwen3VLForConditionalGeneration
from transformers.models.qwen3_vl.modeling_qwen3_vl import apply_rotary_pos_emb_vision
from transformers.vision_utils import get_vision_interpolation_indices_and_weights, get_vision_position_ids

from train.pointing_batches import BINS, GRID, Dense, Talks
from train.pointing_scenes import COLOUR_WORDS, SIZE, STATES_AT_MOST, UNKNOWN, WORDS
from train.taught import CATEGORIES


def patches_of(pixels: torch.Tensor, patch: int, merge: int) -> torch.Tensor:
    """(n, 3, SIZE, SIZE) -> (n, patches, 3 * patch * patch) in the image processor's order."""
    n, side = len(pixels), SIZE // patch // merge
    cut = pixels.reshape(n, 3, side, merge, patch, side, merge, patch)
    return cut.permute(0, 2, 5, 3, 6, 1, 4, 7).reshape(n, (side * merge) ** 2, 3 * patch * patch)


def see(model: Qwen3VLForConditionalGeneration, pixels: torch.Tensor) -> tuple[torch.Tensor, list[torch.Tensor]]:
    """Merged features (n, GRID * GRID, width) and the deepstack features, of pictures (n, 3, SIZE, SIZE) in -1 .. 1.

    The model's own path treats pictures one by one; all of one size go through in one piece. A still picture fills
    both frames of a patch, so the two frames' kernels are added first.
    """
    visual = model.model.visual
    config = visual.config
    n, side = len(pixels), SIZE // config.patch_size
    grid = torch.tensor([[1, side, side]])
    indices, weights = get_vision_interpolation_indices_and_weights(
        grid,
        num_grid_per_side=visual.num_grid_per_side,
        mode=visual.interpolation_mode,
        align_corners=visual.interpolation_align_corners,
        spatial_merge_size=config.spatial_merge_size,
        kwargs={},
    )
    place = get_vision_position_ids(grid, config.spatial_merge_size, kwargs={})
    cut = patches_of(pixels, config.patch_size, config.spatial_merge_size)
    kernel = visual.patch_embed.proj
    hidden = F.linear(cut, kernel.weight.sum(2).flatten(1), kernel.bias)
    hidden = hidden + (visual.pos_embed(indices) * weights[:, :, None]).sum(1)
    cos, sin = visual.rotary_pos_emb(hidden, place)
    deep: list[torch.Tensor] = []
    for i, block in enumerate(visual.blocks):
        attention = block.attn
        qkv = attention.qkv(block.norm1(hidden)).view(n, -1, 3, attention.num_heads, attention.head_dim)
        q, k, v = qkv.unbind(2)
        q, k = apply_rotary_pos_emb_vision(q, k, cos, sin)
        mixed = F.scaled_dot_product_attention(q.transpose(1, 2), k.transpose(1, 2), v.transpose(1, 2))
        hidden = hidden + attention.proj(mixed.transpose(1, 2).reshape(n, side * side, -1))
        hidden = hidden + block.mlp(block.norm2(hidden))
        if i in visual.deepstack_visual_indexes:
            merger = visual.deepstack_merger_list[list(visual.deepstack_visual_indexes).index(i)]
            deep.append(merger(hidden).view(n, GRID * GRID, -1))
    return visual.merger(hidden).view(n, GRID * GRID, -1), deep


def talk_loss(
    model: Qwen3VLForConditionalGeneration, talks: Talks, merged: torch.Tensor, deep: list[torch.Tensor]
) -> torch.Tensor:
    """Weighted mean cross-entropy of the answers."""
    language = model.model.language_model
    pictures = talks.ids == model.config.image_token_id
    embeds = language.embed_tokens(talks.ids)
    embeds = embeds.masked_scatter(pictures[..., None], merged.to(embeds.dtype))
    hidden = language(
        inputs_embeds=embeds,
        position_ids=talks.positions,
        visual_pos_masks=pictures,
        deepstack_visual_embeds=[feature.flatten(0, 1).to(embeds.dtype) for feature in deep],
        use_cache=False,
    ).last_hidden_state
    asked = talks.weights[:, 1:] > 0
    logits = model.lm_head(hidden[:, :-1][asked]).float()
    weights = talks.weights[:, 1:][asked]
    losses = F.cross_entropy(logits, talks.ids[:, 1:][asked], reduction="none")
    return (losses * weights).sum() / weights.sum()


class Heads(nn.Module):
    """Linear maps from a picture token to colour, word, stand, and the part's middle as bins and as digits."""

    def __init__(self, width: int) -> None:
        super().__init__()
        sizes = {"colour": len(COLOUR_WORDS) + 1, "word": len(WORDS) + 1, "stand": 3}
        sizes |= {
            f"{axis}_{kind}": count for axis in "xy" for kind, count in (("bin", BINS), ("hundred", 11), ("ten", 10))
        }
        self.sizes = sizes
        self.read = nn.Linear(width, sum(sizes.values()))
        self.whole = nn.Linear(width, len(CATEGORIES) * STATES_AT_MOST)

    def whole_loss(self, features: torch.Tensor, group: torch.Tensor) -> torch.Tensor:
        """From the mean over a picture's tokens: which state of which category it shows. group: as in Scenes."""
        return F.cross_entropy(self.whole(8 * features.mean(1)).float(), group, ignore_index=UNKNOWN)

    def loss(self, features: torch.Tensor, dense: Dense) -> torch.Tensor:
        """Sum over heads of the mean loss over tokens that know the answer."""
        total = torch.zeros(())
        for name, logits in self._split(features).items():
            axis, _, kind = name.partition("_")
            target = getattr(dense, axis).flatten()
            known = target >= 0
            logits, target = logits[known].float(), target[known]
            if len(target) == 0:
                continue
            if kind == "bin":
                soft = -((torch.arange(BINS) + 0.5) * 1000 / BINS - target[:, None].float()).abs() / 25
                total = total + F.cross_entropy(logits, soft.softmax(-1))
            elif kind == "hundred":
                total = total + F.cross_entropy(logits, target // 100)
            elif kind == "ten":
                total = total + 0.5 * F.cross_entropy(logits, target // 10 % 10)
            elif axis == "stand":
                total = total + F.cross_entropy(logits, target)
            else:  # most tokens show no part: the few that do count for as much as all the others
                on = target < logits.shape[1] - 1
                total = (
                    total + F.cross_entropy(logits[on], target[on]) + 0.4 * F.cross_entropy(logits[~on], target[~on])
                )
        return total

    @torch.no_grad()
    def accuracy(self, features: torch.Tensor, dense: Dense) -> dict[str, float]:
        """Share of tokens on a part that tell its colour, its word, its stand, and its middle within 40 thousandths."""
        out: dict[str, float] = {}
        on = dense.x.flatten() >= 0
        split = self._split(features)
        for name in ("colour", "word", "stand"):
            target = getattr(dense, name).flatten()
            known = on & (target >= 0)
            out[name] = (split[name].argmax(-1) == target)[known].float().mean().item()
        near = torch.ones(int(on.sum()), dtype=torch.bool)
        for axis in "xy":
            middle = (split[f"{axis}_bin"].argmax(-1) + 0.5) * 1000 / BINS
            near &= (middle - getattr(dense, axis).flatten()).abs()[on] < 40
        out["place"] = near.float().mean().item()
        return out

    def _split(self, features: torch.Tensor) -> dict[str, torch.Tensor]:
        logits = self.read(features.flatten(0, 1))
        return dict(zip(self.sizes, logits.split(list(self.sizes.values()), -1), strict=True))
