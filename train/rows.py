"""Episode -> training rows, and rows -> batch. A row's ids are those that a rollout prompted with and then sampled.

`episode_rows` makes them for SFT and RL alike, one a turn or one for the whole episode, whose observations then stand
between the replies with no loss on them. `turn_rows` does so for a data set: rows that are too long are dropped whole
and counted, never cut, so no picture is ever cut in half. `TurnCollator` pads on the right, decodes pictures only then,
and asserts that tokens equal features.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import torch
from datasets import Dataset, Features, List, Value

from envs.context import ContextSettings
from envs.environment import ReplyError, ToolSpec, make
from envs.episode import Episode
from envs.reply import parse_reply
from train.encoding import Encoder, EncodingError

IGNORED = -100
"""Label of a token that no loss is taken on."""

RowsPer = Literal["turn", "episode"]
"""turn: a row a turn, its prompt as the context builds it. episode: a row an episode, its transcript."""

Tools = Callable[[str], Sequence[ToolSpec]]


class RowError(ValueError):
    """An episode that cannot be trained on; the message names its task and turn."""


def check_rows_per(rows_per: str, context: ContextSettings) -> None:
    """ValueError where rows of this kind cannot be made in this context: only in a whole transcript does every prompt
    begin with the one before it.
    """
    if rows_per not in ("turn", "episode"):
        raise ValueError(f"rows_per: {rows_per!r} is neither 'turn' nor 'episode'")
    if rows_per == "episode" and not context.whole_transcript:
        kept = "" if context.last_turns is None else f" with context_last_turns: {context.last_turns}"
        raise ValueError(
            f"rows_per: 'episode' needs context_mode: transcript and no context_last_turns, not {context.mode}{kept}"
        )


@dataclass(frozen=True)
class Row:
    """What the loss is taken on: one turn, or a whole episode. All ids are expanded: one a picture token."""

    prompt: tuple[int, ...]
    """Ids up to the first reply."""
    completion: tuple[int, ...]
    """Ids from there on: a reply; in a row of an episode also the observations and replies after it."""
    images: tuple[str, ...]
    """Names of the pictures of prompt and completion, in order."""
    mask: tuple[int, ...]
    """Over the completion: 1 where a token of a trainable reply stands, 0 on all that the policy did not say."""
    spans: tuple[tuple[int, int, int], ...]
    """(turn of the episode, start, end) of every reply's ids in the completion, also of those with mask 0."""

    def __post_init__(self) -> None:
        if len(self.mask) != len(self.completion):
            raise ValueError(f"mask: {len(self.mask)} values for {len(self.completion)} tokens")

    def __len__(self) -> int:
        return len(self.prompt) + len(self.completion)


def episode_rows(
    episode: Episode,
    tools: Sequence[ToolSpec],
    encoder: Encoder,
    context: ContextSettings,
    rows_per: RowsPer = "turn",
) -> list[Row]:
    """The rows of an episode, in order: one for every trainable turn, or one for all (none if no turn is trainable).

    Replies are the ids that were sampled, or those of their text where a turn records none. ValueError by
    `check_rows_per`; EncodingError when a turn was sampled from other prompt ids than those of its row.
    """
    check_rows_per(rows_per, context)
    if not any(turn.trainable for turn in episode.turns):
        return []
    if rows_per == "episode":
        return [_row_of_episode(episode, tools, encoder, context)]
    return [
        _row_of_turn(episode, index, tools, encoder, context)
        for index, turn in enumerate(episode.turns)
        if turn.trainable
    ]


def _row_of_turn(
    episode: Episode, index: int, tools: Sequence[ToolSpec], encoder: Encoder, context: ContextSettings
) -> Row:
    turn = episode.turns[index]
    prompt = encoder.encode_turns(tools, episode.turns[:index], turn.observation, context)
    _check_sampled_from(prompt.expanded, episode, index)
    ids = encoder.reply_ids(turn)
    return Row(prompt.expanded, ids, prompt.images, (1,) * len(ids), ((index, 0, len(ids)),))


def _row_of_episode(episode: Episode, tools: Sequence[ToolSpec], encoder: Encoder, context: ContextSettings) -> Row:
    first = encoder.opening(tools, episode.turns[0].observation, context)
    images = list(first.images)
    completion: list[int] = []
    mask: list[int] = []
    spans: list[tuple[int, int, int]] = []
    ids: tuple[int, ...] = ()
    for index, turn in enumerate(episode.turns):
        if index:
            observed = encoder.following(turn.observation)
            completion += [*encoder.closing(ids), *observed.expanded]
            images += observed.images
        mask += [0] * (len(completion) - len(mask))
        _check_sampled_from((*first.expanded, *completion), episode, index)
        ids = encoder.reply_ids(turn)
        spans.append((index, len(completion), len(completion) + len(ids)))
        completion += ids
        mask += [int(turn.trainable)] * len(ids)
    return Row(first.expanded, tuple(completion), tuple(images), tuple(mask), tuple(spans))


def _check_sampled_from(prompt: tuple[int, ...], episode: Episode, index: int) -> None:
    completion = episode.turns[index].completion
    if completion is not None and completion.prompt_ids != prompt:
        raise EncodingError(
            f"episode {episode.task.id}, turn {index + 1}: its row's prompt of {len(prompt)} tokens is not the one of "
            f"{len(completion.prompt_ids)} tokens that it was sampled from"
        )


@dataclass(frozen=True)
class Rows:
    """Rows, and what did not become one: counts by reason."""

    rows: list[Row]
    left_out: Mapping[str, int] = field(default_factory=dict)

    def dataset(self) -> Dataset:
        """As a `datasets.Dataset` with columns prompt_ids, completion_ids, mask and images (content hashes)."""
        ids = List(Value("int32"))
        return Dataset.from_dict(
            {
                "prompt_ids": [row.prompt for row in self.rows],
                "completion_ids": [row.completion for row in self.rows],
                "mask": [row.mask for row in self.rows],
                "images": [row.images for row in self.rows],
            },
            features=Features(
                {
                    "prompt_ids": ids,
                    "completion_ids": ids,
                    "mask": List(Value("int8")),
                    "images": List(Value("string")),
                }
            ),
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
    rows_per: RowsPer = "turn",
) -> Rows:
    """Rows of all trainable turns of a data set, in order, from the text of their replies.

    Left out are turns that are not trainable (in a row of an episode they stand with mask 0) and rows that are too
    long. max_length: most tokens of a row, pictures included. picture_size: side that every picture must have, in
    pixels. ValueError by `check_rows_per`. RowError when a reply is not valid in this context, or a picture has another
    size.
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
            where = f"episode {episode.task.id}, turn {index + 1}"
            for name in set(turn.observation.images) - checked:
                size = encoder.store.get(name).size
                if picture_size is not None and size != (picture_size, picture_size):
                    raise RowError(f"{where}: a picture is {size[0]}x{size[1]}, picture_size is {picture_size}")
                checked.add(name)
            if not turn.trainable:
                left_out["not trainable"] += 1
                continue
            try:
                parse_reply(turn.reply, known[world], context.history_required)
            except ReplyError as error:
                raise RowError(f"{where}: not a reply in {context.mode} context: {error}") from error
        # tokens that another policy sampled may be of another vocabulary, and no data set records any
        told = replace(episode, turns=tuple(replace(turn, completion=None) for turn in episode.turns))
        for row in episode_rows(told, known[world], encoder, context, rows_per):
            if max_length is not None and len(row) > max_length:
                left_out["too long"] += 1
            else:
                rows.append(row)
    return Rows(rows, dict(left_out))


class TurnCollator:
    """Rows of `Rows.dataset` -> model inputs, padded on the right; loss where a row's mask is 1.

    Returns input_ids, attention_mask, labels and mm_token_type_ids, all (batch, longest row), and pixel_values
    with image_grid_thw (pictures, 3) when a row shows a picture: pictures by name, for a model that `show_by_name` has
    wrapped.
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
            said = torch.tensor(row["mask"], dtype=torch.bool)
            input_ids[i, :end] = torch.tensor(sequence)
            mask[i, :end] = 1
            labels[i, start:end] = input_ids[i, start:end].where(said, IGNORED)
        names = [name for row in rows for name in row["images"]]
        return {
            "input_ids": input_ids,
            "attention_mask": mask,
            "labels": labels,
            # Built from the padded ids themselves: a pad side of its own would shift positions (trl#5785).
            "mm_token_type_ids": (input_ids == self.encoder.image_token_id).long(),
            **self.encoder.picture_inputs.shown(names, input_ids),
        }
