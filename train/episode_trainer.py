"""GRPO and GSPO over episodes: TRL's GRPOTrainer with rows that are turns and advantages that come from episodes.

One input of a generation batch is one episode. `_generate_and_score_completions` plays the episodes, computes
group-relative advantages over them, flattens their turns into rows, and hands the rows to TRL with the recorded
tokens in place of a generation; loss, importance sampling, KL, clipping and metrics are TRL's own. An episode of one
turn is one row, so single-turn training gives TRL's loss to the last bit.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal

import torch
from accelerate.utils import gather_object
from datasets import Dataset
from trl import GRPOTrainer
from trl.generation.vllm_generation import VLLMGeneration

from envs.context import build_prompt
from envs.episode import Episode, Outcome, Turn
from train.advantages import group_advantages, turn_advantages
from train.encoding import Encoder, EncodingError
from train.engines.vllm_engine import VllmEngine
from train.rollout import Job, Rollouts
from train.task_sampler import TaskSampler

RowWeight = Literal["turn", "episode"]
Credit = Literal["episode", "turn"]


@dataclass(frozen=True)
class Row:
    """One turn as a training row. A filler row carries weight in no loss; it only keeps ranks in step."""

    turn: Turn
    messages: list[dict[str, Any]]
    images: tuple[str, ...]
    advantage: float
    episode_return: float
    filler: bool = False


class WeightPush(VLLMGeneration):
    """TRL's parameter walk (DDP, ZeRO, FSDP2, LoRA), pushing into our own engine instead of one that TRL starts."""

    def __init__(self, engine: VllmEngine, model: Any, accelerator: Any, processing_class: Any) -> None:
        self.engine = engine
        super().__init__(model, accelerator, processing_class)

    def _init_vllm(self) -> None:
        self.llm = self.engine.llm

    def sync_weights(self) -> None:
        """Load every parameter of the trainer into the engine, one at a time."""
        self.engine.load_weights(self._iter_named_params())


class EpisodeTrainer(GRPOTrainer):
    """Trains on episodes.

    rollouts: plays jobs; its engine is either a VllmEngine, into which weights are pushed whenever they have
    changed, or a TransformersEngine over `model` itself.
    job_of: dataset row -> task and seed. An episode's seed also depends on the step and its place in the batch.
    row_weight: `turn` weighs every turn alike (long episodes count more); `episode` weighs every episode alike.
    credit: `episode` gives every turn its episode's return; `turn` gives it the rewards from that turn on, compared
    with the group at the same turn. Rewards that come step by step teach far faster that way.
    rows_per_forward: most rows in one forward and backward pass; None takes a whole chunk of the generation batch.
    on_episodes: called with (global step, episodes) of this process after each rollout.
    """

    def __init__(
        self,
        *args: Any,
        rollouts: Callable[[Any], Rollouts],
        job_of: Callable[[dict[str, Any], int], Job],
        row_weight: RowWeight = "turn",
        credit: Credit = "episode",
        rows_per_forward: int | None = None,
        on_episodes: Callable[[int, list[Episode]], None] | None = None,
        **kwargs: Any,
    ) -> None:
        kwargs["reward_funcs"] = [episode_return]
        super().__init__(*args, **kwargs)
        if self.args.use_vllm:
            raise ValueError("use_vllm: the engine is chosen by rollout_engine, TRL must not start its own")
        if row_weight not in ("turn", "episode"):
            raise ValueError(f"row_weight: {row_weight!r} is neither 'turn' nor 'episode'")
        if row_weight == "episode" and self.loss_type in ("dapo", "cispo", "vespo"):
            raise ValueError(f"row_weight: 'episode' has no meaning under loss_type {self.loss_type!r}")
        if credit not in ("episode", "turn"):
            raise ValueError(f"credit: {credit!r} is neither 'episode' nor 'turn'")
        self.rollouts = rollouts(self.model)
        self.job_of = job_of
        self.row_weight = row_weight
        self.credit = credit
        self.rows_per_forward = rows_per_forward
        self.on_episodes = on_episodes
        self._rows: list[Row] | None = None
        if isinstance(self.rollouts.engine, VllmEngine):
            self.vllm_generation = WeightPush(self.rollouts.engine, self.model, self.accelerator, self.processing_class)
            self._last_loaded_step = -1
            self.use_vllm = True  # from here on TRL scores the engine's log-probs against the trainer's

    @property
    def encoder(self) -> Encoder:
        """The one encoder of prompts."""
        return self.rollouts.encoder

    def _get_train_sampler(self, dataset: Dataset | None = None) -> TaskSampler:
        """TRL's sampler, in an order that depends on seed and epoch alone."""
        stock = super()._get_train_sampler(dataset)
        return TaskSampler(
            stock.data_source,
            mini_repeat_count=stock.mini_repeat_count,
            batch_size=stock.batch_size,
            repeat_count=stock.repeat_count,
            shuffle=stock.shuffle,
            seed=stock.seed,
        )

    # ---- rollout ----------------------------------------------------------------------------------------------

    def play(self, inputs: Sequence[dict[str, Any]]) -> list[Episode]:
        """Play this process's episodes with the current weights."""
        if self.use_vllm and self.state.global_step != self._last_loaded_step:
            self.vllm_generation.sync_weights()
            self._last_loaded_step = self.state.global_step
        first = self.accelerator.process_index * len(inputs)
        seeds = [self._episode_seed(first + i) for i in range(len(inputs))]
        return self.rollouts.run([self.job_of(row, seed) for row, seed in zip(inputs, seeds, strict=True)])

    def _episode_seed(self, place: int) -> int:
        return (self.args.seed * 1_000_003 + self.state.global_step) * 100_003 + place

    def _generate_and_score_completions(self, inputs: list[dict[str, Any]]) -> dict[str, Any]:
        episodes = self.play(inputs)
        mode = "train" if self.model.training else "eval"
        group = self.num_generations if mode == "train" else self.num_generations_eval
        advantages, returns = self._advantages(episodes, group)
        self._log_episodes(mode, episodes, returns)
        if self.on_episodes is not None:
            self.on_episodes(self.state.global_step, episodes)
        rows, scale = self._rows_of(episodes, advantages, group)
        self._rows = rows
        try:
            output = super()._generate_and_score_completions(
                [
                    {
                        "prompt": row.messages,
                        "images": self.encoder.pictures(row.images),
                        "episode_return": None if row.filler else row.episode_return,
                    }
                    for row in rows
                ]
            )
        finally:
            self._rows = None
        device = self.accelerator.device
        output["advantages"] = torch.tensor([r.advantage for r in rows], device=device, dtype=torch.float32) * scale
        self._assert_pictures(output)
        return output

    def _generate(self, prompts: list[Any]) -> tuple[Any, ...]:
        """In place of a generation: the tokens that were sampled, with fillers masked out of the loss."""
        assert self._rows is not None and len(self._rows) == len(prompts)
        completions = [row.turn.completion for row in self._rows]
        if any(completion is None for completion in completions):
            raise EncodingError("a turn without its sampled tokens cannot be trained on")
        prompt_ids = [list(c.prompt_ids) for c in completions if c]
        ids = [list(c.ids) for c in completions if c]
        logprobs = [list(c.logprobs) for c in completions if c] if self.use_vllm else None
        texts = [[{"role": "assistant", "content": row.turn.reply}] for row in self._rows]
        mask = None
        if any(row.filler for row in self._rows):
            mask = [[0 if row.filler else 1] * len(c) for row, c in zip(self._rows, ids, strict=True)]
        images = [self.encoder.pictures(row.images) for row in self._rows]
        self._count_tokens(prompt_ids, ids)
        return prompt_ids, ids, mask, texts, logprobs, {}, images, []

    # ---- rows and advantages ----------------------------------------------------------------------------------

    def _advantages(self, episodes: list[Episode], group: int) -> tuple[list[list[float]], torch.Tensor]:
        """This process's advantages, turn by turn, and everybody's returns (NaN for infra errors)."""
        device = self.accelerator.device
        counted = [e.outcome != Outcome.INFRA_ERROR for e in episodes]
        local = [e.trajectory_return if counts else math.nan for e, counts in zip(episodes, counted, strict=True)]
        returns = self.accelerator.gather(torch.tensor(local, dtype=torch.float32, device=device))
        first = self.accelerator.process_index * len(episodes)
        mine = slice(first, first + len(episodes))
        if self.credit == "episode":
            shared = group_advantages(returns, group, self.scale_rewards)[mine].tolist()
            return [[a] * len(e.turns) for a, e in zip(shared, episodes, strict=True)], returns
        longest = max(gather_object([max(len(e.turns) for e in episodes)]))
        to_go = torch.full((len(episodes), max(longest, 1)), math.nan, device=device)
        for row, episode, counts in zip(to_go, episodes, counted, strict=True):
            if counts:
                rewards = torch.tensor([t.reward for t in episode.turns], device=device)
                row[: len(rewards)] = rewards.flip(0).cumsum(0).flip(0)
        table = turn_advantages(self.accelerator.gather(to_go), group, self.scale_rewards)[mine].tolist()
        return [line[: len(e.turns)] for line, e in zip(table, episodes, strict=True)], returns

    def _rows_of(self, episodes: list[Episode], advantages: list[list[float]], group: int) -> tuple[list[Row], float]:
        """The turns of all usable episodes as rows, filled up so that every rank has as many, and the loss's scale.

        The fill makes rows * world divisible by the group and rows by the number of chunks. Real rows are
        scaled by (all rows) / (real rows), which undoes the dilution of the mean by fillers.
        """
        usable = [
            (e, a) for e, a in zip(episodes, advantages, strict=True) if e.outcome != Outcome.INFRA_ERROR and e.turns
        ]
        rows = [row for episode, line in usable for row in self._rows_of_episode(episode, line)]
        counts = gather_object([(len(rows), len(usable))])
        real, played = sum(c[0] for c in counts), sum(c[1] for c in counts)
        world = self.accelerator.num_processes
        unit = math.lcm(group // math.gcd(group, world), self.args.steps_per_generation)
        size = max(unit, math.ceil(max(c[0] for c in counts) / unit) * unit)
        donors = gather_object([rows[0] if rows else None])
        donor = rows[0] if rows else next((row for row in donors if row is not None), None)
        if donor is None:
            raise RuntimeError("every episode of this update ended as infra_error: nothing to train on")
        filler = Row(donor.turn, donor.messages, donor.images, 0.0, math.nan, filler=True)
        scale = size * world / real
        if self.row_weight == "episode":
            lengths = Counter(id(e) for e, _ in usable for _ in e.turns)
            weights = [real / (played * lengths[id(e)]) for e, _ in usable for _ in e.turns]
            rows = [
                Row(r.turn, r.messages, r.images, r.advantage * w, r.episode_return)
                for r, w in zip(rows, weights, strict=True)
            ]
        return rows + [filler] * (size - len(rows)), scale

    def _rows_of_episode(self, episode: Episode, advantages: list[float]) -> list[Row]:
        tools, context = self.rollouts.tools, self.rollouts.context
        rows = []
        for i, turn in enumerate(episode.turns):
            prompt = build_prompt(tools, episode.turns[:i], turn.observation, context)
            rows.append(Row(turn, prompt.messages, prompt.images, advantages[i], episode.trajectory_return))
        return rows

    def _assert_pictures(self, output: dict[str, Any]) -> None:
        """Picture tokens must equal picture features before any forward pass with gradients (verl#4050, trl#5785)."""
        grid = output.get("image_grid_thw")
        features = (
            0 if grid is None else int(grid.prod(-1).sum()) // self.encoder.processor.image_processor.merge_size**2
        )
        tokens = int((output["prompt_ids"] == self.encoder.image_token_id).sum())
        if tokens != features:
            raise EncodingError(f"{tokens} picture tokens in the rows, {features} picture features")
        types = output.get("mm_token_type_ids")
        if types is not None:
            ids = torch.cat([output["prompt_ids"], output["completion_ids"]], dim=1)
            if not torch.equal(types.bool(), ids == self.encoder.image_token_id):
                raise EncodingError("token types and picture tokens stand at different places")

    # ---- loss in pieces ---------------------------------------------------------------------------------------

    def compute_loss(
        self, model: Any, inputs: dict[str, Any], return_outputs: bool = False, num_items_in_batch: Any = None
    ) -> torch.Tensor:
        """TRL's loss; in training split into passes of at most `rows_per_forward` rows, weighted by their share."""
        rows = inputs["prompt_ids"].size(0)
        if not model.training or self.rows_per_forward is None or rows <= self.rows_per_forward:
            return super().compute_loss(model, inputs, return_outputs, num_items_in_batch)
        if self.loss_type not in ("grpo", "sapo", "dr_grpo"):
            raise ValueError(f"rows_per_forward: the loss {self.loss_type!r} is no mean over rows and cannot be split")
        pieces = list(_split(inputs, self.rows_per_forward))
        total = torch.zeros((), device=self.accelerator.device)
        for piece in pieces[:-1]:
            share = piece["prompt_ids"].size(0) / rows
            with self._without_sync(model):
                loss = super().compute_loss(model, piece) * share
                self.accelerator.backward(loss)
            total += loss.detach()
        last = super().compute_loss(model, pieces[-1]) * (pieces[-1]["prompt_ids"].size(0) / rows)
        return last + total  # only `last` still holds a graph; the sum is what is logged

    @contextmanager
    def _without_sync(self, model: Any) -> Any:
        state = self.accelerator.gradient_state
        before = state.sync_gradients
        state._set_sync_gradients(False)  # DeepSpeed's backward reads this to know that no step follows
        try:
            with self.accelerator.no_sync(model):
                yield
        finally:
            state._set_sync_gradients(before)

    # ---- logging ----------------------------------------------------------------------------------------------

    def _log_episodes(self, mode: str, episodes: list[Episode], returns: torch.Tensor) -> None:
        """Per-episode numbers beside TRL's per-row ones: outcomes, lengths, invalid replies, value of every term."""
        seen = gather_object(
            [(e.outcome, len(e.turns), sum(t.call is None for t in e.turns), _terms(e)) for e in episodes]
        )
        metrics = self._metrics[mode]
        valid = [s for s in seen if s[0] != Outcome.INFRA_ERROR]
        metrics["episodes/infra_error"].append(1 - len(valid) / len(seen))
        if not valid:
            return
        turns = sum(s[1] for s in valid)
        metrics["episodes/return"].append(torch.nanmean(returns).item())
        metrics["episodes/success"].append(sum(s[0] == Outcome.SUCCESS for s in valid) / len(valid))
        metrics["episodes/turns"].append(turns / len(valid))
        metrics["episodes/invalid_replies"].append(sum(s[2] for s in valid) / max(turns, 1))
        for name in sorted({name for s in valid for name in s[3]}):
            metrics[f"rewards/{name}"].append(sum(s[3].get(name, 0.0) for s in valid) / len(valid))

    def _count_tokens(self, prompt_ids: list[list[int]], completion_ids: list[list[int]]) -> None:
        mode = "train" if self.model.training else "eval"
        lengths = gather_object([len(ids) for ids in completion_ids])
        if mode == "train":
            self.state.num_input_tokens_seen += sum(gather_object([len(p) for p in prompt_ids])) + sum(lengths)
        self._metrics[mode]["num_tokens"] = [self.state.num_input_tokens_seen]
        self._metrics[mode]["completions/mean_length"].append(sum(lengths) / len(lengths))
        self._metrics[mode]["completions/max_length"].append(max(lengths))


def episode_return(episode_return: list[float | None], **_: Any) -> list[float | None]:
    """The reward that TRL sees for a row: its episode's return. Advantages are set afterwards, over episodes."""
    return episode_return


def _terms(episode: Episode) -> dict[str, float]:
    totals: Counter[str] = Counter()
    for turn in episode.turns:
        totals.update(turn.rewards)
    return dict(totals)


def _split(inputs: dict[str, Any], size: int) -> Any:
    """Cut a batch of rows into pieces of `size`; pictures follow their rows."""
    rows = inputs["prompt_ids"].size(0)
    images = inputs.get("num_images") or [0] * rows
    grid = inputs.get("image_grid_thw")
    patches = [] if grid is None else grid.prod(-1).tolist()
    first_image = first_patch = 0
    for start in range(0, rows, size):
        stop = min(start + size, rows)
        piece: dict[str, Any] = {}
        for key, value in inputs.items():
            if key in ("pixel_values", "image_grid_thw", "num_images"):
                continue
            per_row = isinstance(value, torch.Tensor) and value.dim() > 0 and value.size(0) == rows
            piece[key] = value[start:stop] if per_row else value
        if grid is not None:
            count = sum(images[start:stop])
            length = sum(patches[first_image : first_image + count])
            piece["num_images"] = images[start:stop]
            piece["image_grid_thw"] = grid[first_image : first_image + count]
            piece["pixel_values"] = inputs["pixel_values"][first_patch : first_patch + length]
            first_image, first_patch = first_image + count, first_patch + length
        yield piece
