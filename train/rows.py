"""Turn -> training row, and rows -> batch. A row's ids are those that a rollout would prompt with, then the reply's.

`turn_rows` encodes every trainable turn once; rows that are too long are dropped whole and counted, never cut, so no
picture is ever cut in half. `TurnCollator` pads on the right, decodes pictures only then, and asserts that tokens
equal features.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import torch
from datasets import Dataset, Features, List, Value

from envs.context import ContextSettings, build_prompt
from envs.environment import ReplyError, ToolSpec, make
from envs.episode import Episode
from envs.reply import parse_reply
from train.encoding import Encoder

IGNORED = -100
"""Label of a token that no loss is taken on."""

Tools = Callable[[str], Sequence[ToolSpec]]


class RowError(ValueError):
    """An episode that cannot be trained on; the message names its task and turn."""


@dataclass(frozen=True)
class Row:
    """One trainable turn. prompt: expanded ids up to the reply. completion: the reply's ids with its end token."""

    prompt: tuple[int, ...]
    completion: tuple[int, ...]
    images: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.prompt) + len(self.completion)


@dataclass(frozen=True)
class Rows:
    """Rows, and what did not become one: counts by reason."""

    rows: list[Row]
    left_out: Mapping[str, int] = field(default_factory=dict)

    def dataset(self) -> Dataset:
        """As a `datasets.Dataset` with columns prompt_ids, completion_ids and images (content hashes)."""
        ids = List(Value("int32"))
        return Dataset.from_dict(
            {
                "prompt_ids": [row.prompt for row in self.rows],
                "completion_ids": [row.completion for row in self.rows],
                "images": [row.images for row in self.rows],
            },
            features=Features({"prompt_ids": ids, "completion_ids": ids, "images": List(Value("string"))}),
        )


def world_tools(name: str) -> Sequence[ToolSpec]:
    """The tools that a registered world offers."""
    world = make(name)
    try:
        return world.tools
    finally:
        world.close()


def turn_rows(
    episodes: Iterable[Episode],
    encoder: Encoder,
    context: ContextSettings,
    max_length: int | None = None,
    tools: Tools = world_tools,
    picture_size: int | None = None,
) -> Rows:
    """Rows of all trainable turns, in order.

    max_length: most tokens of a row, pictures included. picture_size: side that every picture must have, in pixels.
    RowError when a reply is not valid in this context, or a picture has another size.
    """
    known: dict[str, Sequence[ToolSpec]] = {}
    rows: list[Row] = []
    left_out: Counter[str] = Counter()
    checked: set[str] = set()
    for episode in episodes:
        world = episode.task.world
        if world not in known:
            known[world] = tools(world)
        for index, turn in enumerate(episode.turns):
            if not turn.trainable:
                left_out["not trainable"] += 1
                continue
            where = f"episode {episode.task.id}, turn {index + 1}"
            try:
                parse_reply(turn.reply, known[world], context.history_required)
            except ReplyError as error:
                raise RowError(f"{where}: not a reply in {context.mode} context: {error}") from error
            prompt = build_prompt(known[world], episode.turns[:index], turn.observation, context)
            for name in set(prompt.images) - checked:
                size = encoder.store.get(name).size
                if picture_size is not None and size != (picture_size, picture_size):
                    raise RowError(f"{where}: a picture is {size[0]}x{size[1]}, picture_size is {picture_size}")
                checked.add(name)
            encoded = encoder.encode_prompt(prompt)
            row = Row(encoded.expanded, encoder.encode_reply(turn.reply), encoded.images)
            if max_length is not None and len(row) > max_length:
                left_out["too long"] += 1
            else:
                rows.append(row)
    return Rows(rows, dict(left_out))


class TurnCollator:
    """Rows of `Rows.dataset` -> model inputs, padded on the right; loss on the completion alone.

    Returns input_ids, attention_mask, labels and mm_token_type_ids, all (batch, longest row), and pixel_values
    (patches, values) with image_grid_thw (pictures, 3) when a row shows a picture.
    """

    def __init__(self, encoder: Encoder) -> None:
        self.encoder = encoder

    def __call__(self, rows: Sequence[Mapping[str, Any]]) -> dict[str, torch.Tensor]:
        ids = [[*row["prompt_ids"], *row["completion_ids"]] for row in rows]
        width = max(map(len, ids))
        pad = self.encoder.tokenizer.pad_token_id
        input_ids = torch.full((len(rows), width), pad, dtype=torch.long)
        mask = torch.zeros((len(rows), width), dtype=torch.long)
        labels = torch.full((len(rows), width), IGNORED, dtype=torch.long)
        for i, (row, sequence) in enumerate(zip(rows, ids, strict=True)):
            start, end = len(row["prompt_ids"]), len(sequence)
            input_ids[i, :end] = torch.tensor(sequence)
            mask[i, :end] = 1
            labels[i, start:end] = input_ids[i, start:end]
        names = [name for row in rows for name in row["images"]]
        return {
            "input_ids": input_ids,
            "attention_mask": mask,
            "labels": labels,
            # Built from the padded ids themselves: a pad side of its own would shift positions (trl#5785).
            "mm_token_type_ids": (input_ids == self.encoder.image_token_id).long(),
            **self.encoder.features(names, ids),
        }
