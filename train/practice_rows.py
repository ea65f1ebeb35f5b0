"""Episodes with credit -> the rows of one generation batch, as many on every process.

Processes play episodes of different lengths, yet must take the same number of passes. So rows are filled up with copies
that are trained on nowhere: they keep attention and pictures (a tower that is spread over processes must be entered
everywhere) and weigh nothing; `RowBatch.row_weight` makes up for them, so that they change no mean.
"""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import torch
from accelerate import Accelerator
from accelerate.utils import gather_object
from PIL import Image
from trl.trainer.utils import pad

from envs.context import ContextSettings
from envs.environment import ToolSpec
from envs.episode import Episode, Outcome
from train.algorithms.row_weights import RowCounts, row_weights
from train.choices import Choices
from train.encoding import Encoder, EncodingError
from train.row_batch import RowBatch
from train.rows import Row, RowsPer, episode_rows


@dataclass(frozen=True)
class PracticeRow:
    """A row with what practice adds: numbers along its completion."""

    row: Row
    advantages: tuple[float, ...]
    logps: tuple[float, ...]
    """Of the engine, where a token was sampled."""
    episode: int
    """Its episode's place in this process's batch; -1 for a filler."""


@dataclass(frozen=True)
class RowTotals:
    """Of all processes."""

    real: int
    tokens: int
    """Sampled tokens that are trained on."""
    fillers: int

    @property
    def tokens_per_row(self) -> float:
        """Mean trained tokens of a real row."""
        return self.tokens / max(self.real, 1)


class PracticeRows:
    """Makes rows of episodes.

    rows_per: "turn", or "episode" for a whole transcript as one row. chunks: parts that the rows of a process are to
    divide into. engine_logps: whether the engine's log-probabilities are kept. Remembers one row between calls: a
    process all of whose episodes failed fills up with it.
    """

    def __init__(
        self,
        tools: Sequence[ToolSpec],
        encoder: Encoder,
        context: ContextSettings,
        accelerator: Accelerator,
        choices: Choices,
        chunks: int,
        rows_per: RowsPer = "turn",
        engine_logps: bool = True,
    ) -> None:
        self.tools, self.encoder, self.context = tools, encoder, context
        self.accelerator, self.choices = accelerator, choices
        self.chunks, self.rows_per, self.engine_logps = chunks, rows_per, engine_logps
        self._donor: Row | None = None

    def batch(
        self, episodes: Sequence[Episode], credit: Sequence[Sequence[float]], left_out: Sequence[bool]
    ) -> tuple[RowBatch, RowTotals]:
        """The rows of this process's episodes. credit: an advantage a turn. left_out: episodes that are not trained on.

        RuntimeError when no process has anything to make a row of.
        """
        made = [
            row
            for number, (episode, line) in enumerate(zip(episodes, credit, strict=True))
            if episode.outcome != Outcome.INFRA_ERROR
            for row in self._rows(number, episode, line)
        ]
        real = [row for row in made if not left_out[row.episode]]
        counts = gather_object(
            [(len(real), len({row.episode for row in real}), sum(sum(row.row.mask) for row in real))]
        )
        size = max(1, math.ceil(max(count[0] for count in counts) / self.chunks)) * self.chunks
        filler = self._filler(made)
        rows = real + [filler] * (size - len(real))
        total = size * self.accelerator.num_processes
        totals = RowTotals(
            real=sum(count[0] for count in counts),
            tokens=sum(count[2] for count in counts),
            fillers=total - sum(count[0] for count in counts),
        )
        weights = row_weights(
            torch.tensor([row.episode for row in rows]),
            self.choices.row_weight,
            RowCounts(rows=total, real=max(totals.real, 1), episodes=max(1, sum(count[1] for count in counts))),
            self.choices.constant_turns,
        )
        return self._tensors(rows, weights), totals

    def _rows(self, number: int, episode: Episode, credit: Sequence[float]) -> list[PracticeRow]:
        made = []
        for row in episode_rows(episode, self.tools, self.encoder, self.context, self.rows_per):
            advantages, logps = [0.0] * len(row.completion), [0.0] * len(row.completion)
            for turn, start, end in row.spans:
                completion = episode.turns[turn].completion
                if completion is None:
                    raise EncodingError(f"episode {episode.task.id}, turn {turn + 1}: its sampled tokens are not kept")
                advantages[start:end] = [credit[turn]] * (end - start)
                logps[start:end] = completion.logprobs
            made.append(PracticeRow(row, tuple(advantages), tuple(logps), number))
        return made

    def _filler(self, made: Sequence[PracticeRow]) -> PracticeRow:
        """A short row of this process, or else of another one, with nothing to learn from."""
        if made:
            self._donor = min((row.row for row in made), key=len)
        if not all(gather_object([self._donor is not None])):
            self._donor = self._borrowed()
        donor = self._donor
        if donor is None:
            raise RuntimeError("every episode of this update ended as infra_error: nothing to train on")
        length = len(donor.completion)
        silent = replace(donor, mask=(0,) * length)
        return PracticeRow(silent, (0.0,) * length, (0.0,) * length, -1)

    def _borrowed(self) -> Row | None:
        """The row of another process where this one has none, with its pictures, which may lie on another machine."""
        store, row = self.encoder.store, self._donor
        lent = None if row is None else (row, [store.read(name) for name in row.images])
        offers = [offer for offer in gather_object([lent]) if offer is not None]
        if row is not None or not offers:
            return row
        row, pictures = offers[0]
        for data in pictures:
            store.put(np.asarray(Image.open(io.BytesIO(data)).convert("RGB")))
        return row

    def _tensors(self, rows: Sequence[PracticeRow], weights: torch.Tensor) -> RowBatch:
        device = self.accelerator.device

        def padded(values: Sequence[Sequence[float]], dtype: torch.dtype, side: str, fill: float = 0) -> torch.Tensor:
            return pad([torch.tensor(v, dtype=dtype) for v in values], padding_value=fill, padding_side=side).to(device)

        long, number, blank = torch.long, torch.float32, self.encoder.tokenizer.pad_token_id
        return RowBatch(
            prompt_ids=padded([r.row.prompt for r in rows], long, "left", blank),
            prompt_mask=padded([[1] * len(r.row.prompt) for r in rows], long, "left"),
            completion_ids=padded([r.row.completion for r in rows], long, "right", blank),
            completion_mask=padded([[1] * len(r.row.completion) for r in rows], long, "right"),
            loss_mask=padded([r.row.mask for r in rows], long, "right"),
            advantages=padded([r.advantages for r in rows], number, "right"),
            row_weight=weights.to(device),
            images=tuple(tuple(r.row.images) for r in rows),
            engine_logps=padded([r.logps for r in rows], number, "right") if self.engine_logps else None,
        )
