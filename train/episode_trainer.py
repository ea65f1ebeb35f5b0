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
from dataclasses import dataclass, replace
from typing import Any

import torch
from accelerate.utils import gather_object
from datasets import Dataset
from trl import GRPOConfig, GRPOTrainer
from trl.generation.vllm_generation import VLLMGeneration

from envs.context import build_prompt
from envs.episode import Episode, Outcome, Turn
from train.advantages import group_advantages, returns_to_go, state_advantages, turn_advantages
from train.choices import MEANS_OVER_ROWS, Credit, RowWeight, check_choices
from train.encoding import Encoder, EncodingError
from train.engines.vllm_engine import VllmEngine
from train.rollout import Job, Rollouts
from train.row_pieces import pieces_by_length
from train.task_sampler import TaskSampler


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
    with the group at the same turn, so that a turn does not answer for what came before it; `state` compares with the
    group's turns in the same state of the world (`Step.before`) instead.
    discount: of a reward one turn later, from 0 to 1, where credit is not `episode`. Below 1 a turn answers for
    what it did more than for what much later turns made of it: less variance, at the price of a bias; at 0 for its
    own reward alone.
    negative_weight: factor on advantages below 0, from 0 to 1. Below 1 what went well is followed more than what
    went badly is avoided.
    rows_per_forward: most rows in one pass, rows of like length together; None takes TRL's passes as they are.
    on_episodes: called with (global step, episodes) of this process after each rollout.

    Raises ValueError for choices that do not go together (`check_choices`), before any engine starts.
    """

    def __init__(
        self,
        *positional: Any,
        args: GRPOConfig,
        rollouts: Callable[[Any], Rollouts],
        job_of: Callable[[dict[str, Any], int], Job],
        row_weight: RowWeight = "turn",
        credit: Credit = "episode",
        discount: float = 1.0,
        negative_weight: float = 1.0,
        rows_per_forward: int | None = None,
        on_episodes: Callable[[int, list[Episode]], None] | None = None,
        **kwargs: Any,
    ) -> None:
        check_choices(args, row_weight, credit, discount, negative_weight, rows_per_forward)
        super().__init__(*positional, args=args, reward_funcs=[episode_return], **kwargs)
        self.rollouts = rollouts(self.model)
        self.job_of = job_of
        self.row_weight = row_weight
        self.credit = credit
        self.discount = discount
        self.negative_weight = negative_weight
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
                [{"prompt": row.messages, "images": self.encoder.pictures(row.images)} for row in rows]
            )
        finally:
            self._rows = None
        device = self.accelerator.device
        advantage = torch.tensor([r.advantage for r in rows], device=device, dtype=torch.float32)
        output["advantages"] = torch.where(advantage < 0, self.negative_weight * advantage, advantage)
        output["loss_scale"] = torch.tensor(scale, device=device)
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

    def _calculate_rewards(self, *_: Any) -> torch.Tensor:
        """What TRL would ask a reward function for: each row's episode's return, NaN for fillers. (rows of all, 1)."""
        assert self._rows is not None
        returns = [[math.nan if row.filler else row.episode_return] for row in self._rows]
        return self.accelerator.gather(torch.tensor(returns, dtype=torch.float32, device=self.accelerator.device))

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
                row[: len(episode.turns)] = returns_to_go([t.reward for t in episode.turns], self.discount)
        everyone = self.accelerator.gather(to_go)
        if self.credit == "state":
            states = gather_object([[turn.step.before for turn in e.turns] for e in episodes])
            advantages = state_advantages(everyone, states, group, self.scale_rewards)
        else:
            advantages = turn_advantages(everyone, group, self.scale_rewards)
        table = advantages[mine].tolist()
        return [line[: len(e.turns)] for line, e in zip(table, episodes, strict=True)], returns

    def _rows_of(self, episodes: list[Episode], advantages: list[list[float]], group: int) -> tuple[list[Row], float]:
        """The turns of all usable episodes as rows, filled up so that every rank has as many, and the loss's scale.

        The fill makes rows * world divisible by the group and rows by the number of chunks. The scale is
        (all rows) / (real rows): it undoes what fillers do to a mean over rows, policy and KL term alike.
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
        scale = size * world / real if self.loss_type in MEANS_OVER_ROWS else 1.0
        if self.row_weight == "episode":
            lengths = Counter(id(e) for e, _ in usable for _ in e.turns)
            weights = [real / (played * lengths[id(e)]) for e, _ in usable for _ in e.turns]
            rows = [replace(row, advantage=row.advantage * w) for row, w in zip(rows, weights, strict=True)]
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
        """TRL's loss without the dilution by fillers; in training taken in passes of at most `rows_per_forward` rows.

        An entropy bonus, which TRL takes over real tokens, is scaled along; the scale is 1 without fillers.
        """
        rows, scale = inputs["prompt_ids"].size(0), inputs["loss_scale"]
        if not model.training or self.rows_per_forward is None or rows <= self.rows_per_forward:
            return super().compute_loss(model, inputs, return_outputs, num_items_in_batch) * scale
        pieces = [piece for _, piece in pieces_by_length(inputs, self.rows_per_forward)]
        total = torch.zeros((), device=self.accelerator.device)
        for piece in pieces[:-1]:
            share = scale * piece["prompt_ids"].size(0) / rows
            with self._without_sync(model):
                loss = super().compute_loss(model, piece) * share
                self.accelerator.backward(loss)
            total += loss.detach()
        last = super().compute_loss(model, pieces[-1]) * (scale * pieces[-1]["prompt_ids"].size(0) / rows)
        return last + total  # only `last` still holds a graph; the sum is what is logged

    def _get_per_token_logps_and_entropies(
        self,
        model: Any,
        input_ids: torch.Tensor,
        attention_mask: torch.Tensor,
        logits_to_keep: int,
        batch_size: int | None = None,
        compute_entropy: bool = False,
        **more: Any,
    ) -> tuple[torch.Tensor, torch.Tensor | None, torch.Tensor | None]:
        """TRL's, in pieces of like length where no gradient is asked for (old and reference policy)."""
        forward = super()._get_per_token_logps_and_entropies
        plain = torch.is_grad_enabled() or compute_entropy or more.get("compute_aux_loss")
        if plain or self.rows_per_forward is None:
            return forward(model, input_ids, attention_mask, logits_to_keep, batch_size, compute_entropy, **more)
        prompt = input_ids.size(1) - logits_to_keep
        rows = {
            "prompt_ids": input_ids[:, :prompt],
            "prompt_mask": attention_mask[:, :prompt],
            "completion_ids": input_ids[:, prompt:],
            "completion_mask": attention_mask[:, prompt:],
            **more,
        }
        found = torch.zeros(input_ids.size(0), logits_to_keep, device=input_ids.device)
        for numbers, piece in pieces_by_length(rows, self.rows_per_forward):
            ids = torch.cat([piece.pop("prompt_ids"), piece.pop("completion_ids")], dim=1)
            kept = piece["completion_mask"].size(1)
            mask = torch.cat([piece.pop("prompt_mask"), piece.pop("completion_mask")], dim=1)
            found[numbers, :kept] = forward(model, ids, mask, kept, **piece)[0].to(found.dtype)
        return found, None, None

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


def episode_return(*_: Any, **__: Any) -> list[float]:
    """Gives TRL's one reward column its name; its values come from the episodes (`_calculate_rewards`)."""
    raise RuntimeError("returns come from episodes")


def _terms(episode: Episode) -> dict[str, float]:
    totals: Counter[str] = Counter()
    for turn in episode.turns:
        totals.update(turn.rewards)
    return dict(totals)
