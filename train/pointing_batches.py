"""Batches for pre-training: augmented pictures, padded conversations, and what each picture token should know.

Promises: boxes follow their picture through flip, zoom and shift; everything is a function of the seeds.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch

from train.pointing_questions import Questioner
from train.pointing_scenes import SIZE, UNKNOWN, Scenes

GRID = 8
CELL = SIZE // GRID
BINS = 32
"""Steps in which a picture token tells its part's middle, across and down."""


@dataclass(frozen=True)
class Dense:
    """What each picture token covers, int64 (n, GRID * GRID) each, -100 where it is not known or not asked.

    colour and word have one more class, the last, for "no part". x and y: middle of the part, 0 to 1000.
    """

    colour: torch.Tensor
    word: torch.Tensor
    stand: torch.Tensor
    x: torch.Tensor
    y: torch.Tensor


@dataclass(frozen=True)
class Talks:
    """Conversations: ids and weights (n, length), padded on the right; M-RoPE positions (3, n, length)."""

    ids: torch.Tensor
    weights: torch.Tensor
    positions: torch.Tensor


def plain(scenes: Scenes) -> torch.Tensor:
    """Pictures as float32 (n, 3, SIZE, SIZE) in -1 .. 1, as the image processor makes them."""
    return torch.from_numpy(scenes.pixels).permute(0, 3, 1, 2).float() / 127.5 - 1


def augment(scenes: Scenes, rng: np.random.Generator) -> tuple[torch.Tensor, np.ndarray]:
    """Pictures as `plain` gives them, and their parts; flipped, zoomed, shifted and tinted at random."""
    n = len(scenes)
    pixels = plain(scenes)
    parts = scenes.parts.astype(np.float32)
    used = parts[:, :, 0] != UNKNOWN
    flip = rng.random(n) < 0.5
    zoom = np.where(rng.random(n) < 0.6, rng.uniform(0.8, 1.2, n), 1.0)
    theta = np.zeros((n, 2, 3), np.float32)
    for i in range(n):
        rows = parts[i][used[i]]
        x, y, w, h = rows[:, 2], rows[:, 3], rows[:, 4], rows[:, 5]
        if flip[i]:
            x = SIZE - x - w
        # About the middle: new = (old - SIZE/2) * zoom + SIZE/2 + shift; shift so far that every box stays inside.
        left, top = (x - SIZE / 2) * zoom[i] + SIZE / 2, (y - SIZE / 2) * zoom[i] + SIZE / 2
        right, bottom = left + w * zoom[i], top + h * zoom[i]
        shift = np.zeros(2)
        for axis, (low, high) in enumerate(((left, right), (top, bottom))):
            room = max(-12.0, -min(low, default=0.0)), min(12.0, SIZE - max(high, default=SIZE))
            if room[0] > room[1]:  # a box would leave the picture: leave this one as it is
                zoom[i], shift, left, top, right, bottom = 1.0, np.zeros(2), x, y, x + w, y + h
                break
            shift[axis] = rng.uniform(*room)
        parts[i, used[i], 2:6] = np.stack([left + shift[0], top + shift[1], right - left, bottom - top], 1)
        sign = -1.0 if flip[i] else 1.0
        theta[i] = [
            [sign / zoom[i], 0, -sign * shift[0] * 2 / SIZE / zoom[i]],
            [0, 1 / zoom[i], -shift[1] * 2 / SIZE / zoom[i]],
        ]
    grid = torch.nn.functional.affine_grid(torch.from_numpy(theta), [n, 3, SIZE, SIZE], align_corners=False)
    pixels = torch.nn.functional.grid_sample(pixels, grid, padding_mode="border", align_corners=False)
    gain = torch.from_numpy(rng.uniform(0.85, 1.15, (n, 3, 1, 1)).astype(np.float32)) ** 0.5
    gain = gain * torch.from_numpy(rng.uniform(0.88, 1.12, (n, 1, 1, 1)).astype(np.float32))
    pixels = ((pixels + 1) * gain - 1).clamp(-1, 1)
    return pixels, parts


def dense_targets(parts: np.ndarray, colours: int, words: int) -> Dense:
    """For each token the smallest part that covers a third of its cell, or half of which lies in the cell."""
    n = len(parts)
    used = parts[:, :, 0] != UNKNOWN
    x, y, w, h = (parts[:, :, k, None] for k in (2, 3, 4, 5))
    edges = np.arange(GRID, dtype=np.float32) * CELL
    across = np.clip(np.minimum(x + w, edges + CELL) - np.maximum(x, edges), 0, None)
    down = np.clip(np.minimum(y + h, edges + CELL) - np.maximum(y, edges), 0, None)
    overlap = down[:, :, :, None] * across[:, :, None, :]
    area = (w * h)[..., None].clip(1)
    covers = used[..., None, None] & ((overlap > CELL * CELL / 3) | (overlap > area / 2))
    rank = np.where(covers, area, np.inf).reshape(n, parts.shape[1], -1)
    best, any_part = rank.argmin(1), np.isfinite(rank.min(1))
    chosen = np.take_along_axis(parts, best[:, :, None].repeat(parts.shape[2], 2), 1)

    def target(values: np.ndarray, other: int) -> torch.Tensor:
        return torch.from_numpy(np.where(any_part, values, other).round().astype(np.int64))

    stand = np.where(chosen[..., 6] == UNKNOWN, -100, chosen[..., 6])
    return Dense(
        target(chosen[..., 0], colours),
        target(chosen[..., 1], words),
        target(stand, -100),
        target((chosen[..., 2] + chosen[..., 4] / 2) / SIZE * 1000, -100),
        target((chosen[..., 3] + chosen[..., 5] / 2) / SIZE * 1000, -100),
    )


def talks(questioner: Questioner, parts: np.ndarray, questions: int, pad: int) -> Talks:
    """One conversation with so many questions for each row of `parts`."""
    many = [questioner.conversation(rows, questions) for rows in parts]
    length = max(len(talk.ids) for talk in many)
    ids = np.full((len(many), length), pad, np.int64)
    weights = np.zeros((len(many), length), np.float32)
    positions = np.zeros((3, len(many), length), np.int64)
    for i, talk in enumerate(many):
        ids[i, : len(talk.ids)] = talk.ids
        weights[i, : len(talk.ids)] = talk.weights
        positions[:, i] = picture_positions(length, talk.picture)
    return Talks(torch.from_numpy(ids), torch.from_numpy(weights), torch.from_numpy(positions))


def picture_positions(length: int, picture: int) -> np.ndarray:
    """M-RoPE positions (3, length) of a text with one picture whose tokens begin at `picture`."""
    steps = np.arange(length)
    after = picture + GRID * GRID
    out = np.broadcast_to(steps, (3, length)).copy()
    cells = np.arange(GRID * GRID)
    out[0, picture:after] = picture
    out[1, picture:after] = picture + cells // GRID
    out[2, picture:after] = picture + cells % GRID
    out[:, after:] = steps[after:] - after + picture + GRID
    return out
