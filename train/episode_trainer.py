"""GRPO and GSPO over episodes: TRL's GRPOTrainer with rows that are turns and credit that comes from episodes.

Before every generation batch the weights are pushed, groups of episodes are played (`group_rollouts`), every turn is
credited (`credit`), and turns become rows (`practice_rows`); the loss is an `Objective` of `train/algorithms`. TRL
gives the rest: model, LoRA and reference policy, accumulation, checkpoints, logging. An episode of one turn is one row,
so single-turn training gives TRL's own loss to the last bit.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import torch
from accelerate.utils import DistributedType, gather_object
from datasets import Dataset
from trl import GRPOConfig, GRPOTrainer
from trl.models.utils import disable_gradient_checkpointing
from trl.trainer.utils import use_adapter

from envs.episode import Episode, Outcome
from train.algorithms.correction import engine_correction, logp_gap
from train.choices import Choices
from train.credit import turn_credit
from train.engines.engine import PushedEngine
from train.group_rollouts import GroupRollouts, Played
from train.model import freeze_vision
from train.pictures import PictureMemory, show_by_name
from train.practice_rows import PracticeRows, RowTotals
from train.replies import repeats
from train.rollout import Rollouts
from train.rollout_journal import RolloutJournal
from train.row_batch import RowBatch
from train.rows import RowsPer
from train.running_means import RunningMeans
from train.stopwatch import Stopwatch
from train.task_source import FILE, TaskSource
from train.weight_push import WeightPush


class EpisodeTrainer(GRPOTrainer):
    """Trains on episodes.

    source: where tasks come from; its state is saved in checkpoints. rollouts: makes the driver of episodes for the
    model that is trained; its engine either holds a copy of the weights (PushedEngine), which is renewed whenever they
    have changed, or reads the model itself. choices: algorithm, credit and weights of the loss. rows_per: "turn", or
    "episode" for a whole transcript as one row. picture_memory_mb: memory for features of pictures. on_episodes: called
    with (global step, episodes) of this process after each rollout. journal: keeps ended episodes
    for a run that is killed. stopwatch: the driver's, which then tells where an
    update's time goes.
    """

    def __init__(
        self,
        *,
        model: Any,
        args: GRPOConfig,
        processing_class: Any,
        source: TaskSource,
        rollouts: Callable[[Any], Rollouts],
        choices: Choices | None = None,
        rows_per: RowsPer = "turn",
        picture_memory_mb: float = 0,
        on_episodes: Callable[[int, list[Episode]], None] | None = None,
        stopwatch: Stopwatch | None = None,
        journal: RolloutJournal | None = None,
        **kwargs: Any,
    ) -> None:
        self.choices = choices or Choices.of(None, args)
        self.objective = self.choices.objective()
        groups = args.generation_batch_size // args.num_generations
        super().__init__(
            model=model,
            args=args,
            processing_class=processing_class,
            reward_funcs=[episode_return],
            train_dataset=counted(source, groups),
            **kwargs,
        )
        self.source, self.on_episodes = source, on_episodes
        self.stopwatch = stopwatch or Stopwatch()
        self.rollouts = rollouts(self.model)
        encoder = self.rollouts.encoder
        self.picture_inputs = encoder.picture_inputs
        self.picture_memory = show_by_name(self.model, self.picture_inputs, PictureMemory(picture_memory_mb))
        if self.ref_model is not None:
            freeze_vision(self.ref_model)  # equal towers, so one memory serves both
            show_by_name(self.ref_model, self.picture_inputs, self.picture_memory)
        self.means = RunningMeans(self.accelerator)
        self.group_rollouts = GroupRollouts(
            self.rollouts,
            source,
            self.accelerator,
            self.num_generations,
            args.seed,
            self.choices.dynamic_sampling,
            journal,
        )
        engine = self.rollouts.engine
        self.push: WeightPush | None = None
        if isinstance(engine, PushedEngine):
            self.push = WeightPush(engine, self.model, self.accelerator, self.processing_class)
        self._pushed_at = -1
        self._loaded_at = self._logged_at = 0
        self.practice_rows = PracticeRows(
            self.rollouts.tools,
            encoder,
            self.rollouts.context,
            self.accelerator,
            self.choices,
            args.steps_per_generation,
            rows_per,
            engine_logps=self.push is not None,
        )
        self._chunks: list[RowBatch] | None = None
        self._tokens_per_row = 1.0
        self._first_update = 0

    def train(self, resume_from_checkpoint: Any = None, **kwargs: Any) -> Any:
        """TRL's; a resumed run's task source goes on from the checkpoint."""
        if isinstance(resume_from_checkpoint, str):
            self.source.read(Path(resume_from_checkpoint) / FILE)
            self._loaded_at = self._logged_at = int(Path(resume_from_checkpoint).name.rpartition("-")[2])
        return super().train(resume_from_checkpoint=resume_from_checkpoint, **kwargs)

    def _save_checkpoint(self, model: Any, trial: Any) -> None:
        if self.accelerator.is_main_process:  # before the trainer's own state, whose file says that all is there
            folder = Path(self._get_output_dir(trial=trial)) / f"checkpoint-{self.state.global_step}"
            folder.mkdir(parents=True, exist_ok=True)
            self.source.save(folder / FILE)
        super()._save_checkpoint(model, trial)

    # ---- generation batch -------------------------------------------------------------------------------------

    def _prepare_inputs(self, generation_batch: Any) -> RowBatch:
        """The rows of the next pass; every `steps_per_generation * num_iterations` passes new episodes are played."""
        every = self.args.steps_per_generation * self.num_iterations
        if self._step % every == 0 or self._chunks is None:
            batch = self.practise()
            seed = self.args.seed * 1_000_003 + self.state.global_step
            self._chunks = batch.chunks(self.args.steps_per_generation, seed)
        return self._chunks[self._step % self.args.steps_per_generation]

    def practise(self) -> RowBatch:
        """Play a generation batch with the current weights; this process's rows, turn by turn, fillers last."""
        step = self._first_update = self.state.global_step
        if self.push is not None and step != self._pushed_at:
            with self.stopwatch.during("sync"):
                self.push.sync_weights()
            self._pushed_at = step
        count = self.args.per_device_train_batch_size * self.args.steps_per_generation
        group = self.num_generations
        use = self.rollouts.engine_use
        idle, seconds = use.idle, use.seconds
        played = self.group_rollouts.play(step, count, resumed=step == self._loaded_at)
        self.means.add({"engine/idle": (use.idle - idle, use.seconds - seconds)})
        self._log_episodes(played)
        if self.on_episodes is not None:
            self.on_episodes(step, played.episodes)
        credit = turn_credit(played.episodes, played.returns, group, self.choices, self.accelerator)
        first = self.accelerator.process_index * count
        left_out = [
            bool(self.choices.dynamic_sampling) and played.equal[(first + place) // group] for place in range(count)
        ]
        with self.stopwatch.during("tokenize"):
            batch, totals = self.practice_rows.batch(played.episodes, credit, left_out)
        self._count_rows(totals, batch)
        batch = batch.with_logps(self._old_logps(batch), self._ref_logps(batch))
        if batch.old_logps is not None and batch.old_logps is not batch.engine_logps:
            self._log_gap(batch.old_logps, batch)
        return batch

    def _old_logps(self, batch: RowBatch) -> torch.Tensor | None:
        """Of the policy that played, where the loss cannot take them from its own forward pass, nor from the engine.

        That is so where rows of one batch serve several updates, and where the engine's log-probabilities are
        corrected.
        """
        passes = self.args.steps_per_generation * self.num_iterations
        corrected = batch.engine_logps is not None and self.choices.correction != "none"
        if passes <= self.args.gradient_accumulation_steps and not corrected:
            return None
        if batch.engine_logps is not None and self.choices.old_logps == "engine":
            return batch.engine_logps
        return self._logps_without_gradient(self.model, batch)

    def _ref_logps(self, batch: RowBatch) -> torch.Tensor | None:
        if self.choices.beta == 0:
            return None
        if self.ref_model is not None:
            return self._logps_without_gradient(self.ref_model, batch)
        policy = self.accelerator.unwrap_model(self.model)
        with use_adapter(policy, adapter_name="ref" if "ref" in policy.peft_config else None):
            return self._logps_without_gradient(self.model, batch)

    def _logps_without_gradient(self, model: Any, batch: RowBatch) -> torch.Tensor:
        """(R, C), in pieces of like length."""
        size = self.choices.rows_per_forward or self.args.per_device_train_batch_size
        found = torch.zeros_like(batch.advantages)
        with torch.no_grad(), disable_gradient_checkpointing(self.model, self.args.gradient_checkpointing_kwargs):
            for rows, piece in batch.pieces(size):
                kept = piece.completion_ids.size(1)
                found[rows, :kept] = self._forward(model, piece).log_probs[:, -kept:].to(found.dtype)
        return found

    def _forward(self, model: Any, batch: RowBatch) -> Any:
        """A pass; its `log_probs` and, of the policy, `entropy` end with the completions' C tokens, tempered."""
        with self.stopwatch.during("forward"):
            inputs = batch.model_inputs(self.picture_inputs)
            labels = batch.completion_ids.masked_fill(batch.loss_mask == 0, -100)
            labels = torch.cat([torch.full_like(batch.prompt_ids, -100), labels], dim=1)
            with self.accelerator.autocast():
                return model(**inputs, labels=labels, fused_lm_head=True)

    # ---- loss -------------------------------------------------------------------------------------------------

    def training_step(self, model: Any, inputs: Any, num_items_in_batch: Any = None) -> torch.Tensor:
        """TRL's; what of it is neither played nor passed forward is the backward pass."""
        with self.stopwatch.during("backward"):
            return super().training_step(model, inputs, num_items_in_batch)

    def compute_loss(
        self, model: Any, inputs: RowBatch, return_outputs: bool = False, num_items_in_batch: Any = None
    ) -> torch.Tensor:
        """The mean of weighted row losses over one pass's rows, in pieces of at most `rows_per_forward` rows.

        All pieces but the last are passed back at once, so that one piece's graph is held at a time.
        """
        pieces = [piece for _, piece in inputs.pieces(self.choices.rows_per_forward)]
        total = torch.zeros((), device=self.accelerator.device)
        for piece in pieces[:-1]:
            with self._without_sync(model):
                loss = self._loss(model, piece) * (len(piece) / len(inputs))
                # DeepSpeed divides by the accumulation steps once more unless told not to, as transformers tells it
                # for the last piece
                deepspeed = self.accelerator.distributed_type == DistributedType.DEEPSPEED
                self.accelerator.backward(loss, **({"scale_wrt_gas": False} if deepspeed else {}))
            total += loss.detach()
        last = self._loss(model, pieces[-1])
        if len(pieces) == 1:
            return last
        return last * (len(pieces[-1]) / len(inputs)) + total  # only `last` holds a graph; the sum is logged

    def _loss(self, model: Any, batch: RowBatch) -> torch.Tensor:
        out, tokens = self._forward(model, batch), batch.completion_ids.size(1)
        logps = out.log_probs[:, -tokens:]
        correction = None
        if batch.engine_logps is not None:
            choices = self.choices
            if batch.old_logps is not None:
                correction = engine_correction(
                    batch.old_logps, batch.engine_logps, batch.loss_mask, choices.correction, choices.correction_cap
                )
            unscored = batch.old_logps is None or choices.old_logps == "engine"
            if unscored and self.state.global_step == self._first_update:  # later the weights are not the engine's
                self._log_gap(logps.detach(), batch)
        whole = self.practice_rows.rows_per == "turn"  # then a row has one advantage, and GSPO one ratio for it
        rows = self.objective.row_losses(
            logps,
            batch.old_logps,
            batch.advantages[:, 0] if whole else batch.advantages,
            batch.loss_mask,
            batch.ref_logps,
            correction,
            self._tokens_per_row,
        )
        self.means.add(rows.metrics)
        kept = batch.loss_mask.bool()
        self.means.add({"entropy": (out.entropy.detach()[:, -tokens:][kept].sum(), kept.sum())})
        return (rows.loss * batch.row_weight).mean() / self.current_gradient_accumulation_steps

    @contextmanager
    def _without_sync(self, model: Any) -> Iterator[None]:
        state = self.accelerator.gradient_state
        before = state.sync_gradients
        state._set_sync_gradients(False)  # DeepSpeed's backward reads this to know that no step follows
        try:
            with self.accelerator.no_sync(model):
                yield
        finally:
            state._set_sync_gradients(before)

    # ---- logging ----------------------------------------------------------------------------------------------

    def log(self, logs: dict[str, float], start_time: float | None = None) -> None:
        """TRL's, with means over all processes; seconds are those of an update, on average since the last log."""
        updates = max(self.state.global_step - self._logged_at, 1)
        self._logged_at = self.state.global_step
        self.means.add({f"seconds/{name}": (seconds, updates) for name, seconds in self.stopwatch.take().items()})
        for name, value in self.means.take().items():
            self._metrics["train"][name].append(value)
        super().log(logs, start_time)

    def _log_gap(self, trainer_logps: torch.Tensor, batch: RowBatch) -> None:
        """How far engine and trainer are apart, which must be next to nothing right after a push (NeMo-RL#2260)."""
        if batch.engine_logps is not None:
            total, count, largest = logp_gap(trainer_logps, batch.engine_logps, batch.loss_mask)
            self.means.add({"sampling/sampling_logp_difference/mean": (total, count)})
            self.means.largest("sampling/sampling_logp_difference/max", largest)

    def _log_episodes(self, played: Played) -> None:
        """Outcomes, lengths, replies and the value of every reward term, an episode or a turn each; a collective."""
        valid = [e for e in played.episodes if e.outcome != Outcome.INFRA_ERROR]
        turns = [turn for episode in valid for turn in episode.turns]
        terms: Counter[str] = Counter()
        for turn in turns:
            terms.update(turn.rewards)
        known = sorted(set().union(*gather_object([set(terms)])))
        self.means.add(
            {
                "episodes/infra_error": (len(played.episodes) - len(valid), len(played.episodes)),
                "episodes/return": (sum(e.trajectory_return for e in valid), len(valid)),
                "episodes/success": (sum(e.outcome == Outcome.SUCCESS for e in valid), len(valid)),
                "episodes/turns": (len(turns), len(valid)),
                "episodes/invalid_replies": (sum(turn.call is None for turn in turns), len(turns)),
                "episodes/repeated_characters": (sum(repeats(turn.reply) for turn in turns), len(turns)),
                "groups/zero_variance": (sum(played.equal), len(played.equal)),
                "groups/replaced": (played.replaced, 1),
                **{f"rewards/{name}": (terms[name], len(valid)) for name in known},
            }
        )
        self.means.add({name: (value, 1) for name, value in self.source.metrics().items()})

    def _count_rows(self, totals: RowTotals, batch: RowBatch) -> None:
        """Rows and tokens of a generation batch; `num_tokens` counts prompts and completions of all real rows."""
        self._tokens_per_row = totals.tokens_per_row
        real = batch.row_weight != 0
        prompts, completions = batch.prompt_mask[real].sum(), batch.completion_mask[real].sum(1)
        seen = self.accelerator.reduce(torch.stack([prompts, completions.sum()]), reduction="sum")
        self.state.num_input_tokens_seen += int(seen.sum())
        self._metrics["train"]["num_tokens"] = [self.state.num_input_tokens_seen]
        self.means.add(
            {
                "rows/real": (totals.real, 1),
                "rows/fillers": (totals.fillers, 1),
                "completions/mean_length": (completions.sum(), len(completions)),
            }
        )
        if len(completions):
            self.means.largest("completions/max_length", completions.max())


def episode_return(*_: Any, **__: Any) -> list[float]:
    """Stands for TRL's reward function, of which it wants one."""
    raise RuntimeError("returns come from episodes")


def counted(source: TaskSource, groups: int) -> Dataset:
    """What TRL counts epochs by: a row a task, filled up to whole batches. The tasks come from the source."""
    size = math.ceil(len(source.tasks) / groups) * groups
    return Dataset.from_dict({"prompt": [""] * size})
