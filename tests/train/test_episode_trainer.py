"""The rules of EpisodeTrainer: TRL's loss for one-turn episodes, exact accounting of rows, and restarts that change
nothing.
"""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import pytest
import torch
from datasets import Dataset
from trl import GRPOTrainer

from envs.context import build_prompt
from envs.environment import ReplyError
from envs.episode import Episode, Outcome, Step, ToolCall
from tests.spots import SpotWorld
from tests.train.practice import CONTEXT, TINY, PushedHatEngine, config, make_trainer
from train.episode_trainer import EpisodeTrainer
from train.model import load_model, load_processor, vision_parameters
from train.row_batch import RowBatch

pytestmark = pytest.mark.training


class Stock(GRPOTrainer):
    """TRL's own trainer, whose generation answers with recorded tokens and whose reward is the recorded return."""

    def __init__(self, episodes: list[Episode], images: Any, tools: Any, **kwargs: Any) -> None:
        self.recorded = episodes
        rows = []
        for episode in episodes:
            prompt = build_prompt(tools, (), episode.turns[0].observation, CONTEXT)
            rows.append({"prompt": prompt.messages, "images": [images.get(name) for name in prompt.images]})
        self.rows = rows
        super().__init__(
            reward_funcs=[lambda **_: [e.trajectory_return for e in episodes]],
            train_dataset=Dataset.from_list([{"prompt": [{"role": "user", "content": "x"}]} for _ in rows]),
            **kwargs,
        )

    def _generate_single_turn(self, prompt_ids: Any, *_: Any, **__: Any) -> tuple[Any, Any]:
        for ids, episode in zip(prompt_ids, self.recorded, strict=True):
            assert tuple(ids) == episode.turns[0].completion.prompt_ids  # TRL tokenises as we do
        return [list(e.turns[0].completion.ids) for e in self.recorded], None


def practised(trainer: EpisodeTrainer) -> tuple[RowBatch, list[Episode]]:
    """The rows of one generation batch, and its episodes."""
    kept: list[Episode] = []
    trainer.on_episodes = lambda _, episodes: kept.extend(episodes)
    trainer.model.train()
    trainer.current_gradient_accumulation_steps = 1
    return trainer.practise(), kept


def loss_and_gradients(trainer: GRPOTrainer, batch: Any) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
    trainer.model.train()
    trainer.current_gradient_accumulation_steps = 1
    loss = trainer.compute_loss(trainer.model, batch)
    loss.backward()
    return loss.detach(), {n: p.grad.clone() for n, p in trainer.model.named_parameters() if p.grad is not None}


THEIRS = {"sequence": "grpo", "constant": "dr_grpo", "tokens": "dapo"}
"""Our normaliser -> TRL's loss_type."""


@pytest.mark.parametrize(("algorithm", "level"), [("gspo", "sequence"), ("grpo", "token")])
@pytest.mark.parametrize("scale", ["group", "batch", "none"])
@pytest.mark.parametrize("normaliser", THEIRS)
@pytest.mark.parametrize("credit", ["episode", "turn"])
def test_one_turn_episodes_give_trls_own_loss_and_gradients(
    tmp_path: Path, algorithm: str, level: str, scale: str, normaliser: str, credit: str
) -> None:
    ours = make_trainer(
        config(tmp_path, scale_rewards=scale), max_turns=1, algorithm=algorithm, normaliser=normaliser, credit=credit
    )
    batch, kept = practised(ours)
    loss, gradients = loss_and_gradients(ours, batch)
    assert len({e.trajectory_return for e in kept}) > 1, "equal returns would prove nothing"
    stock = Stock(
        kept,
        ours.rollouts.encoder.store,
        SpotWorld.tools,
        model=load_model(TINY, "float32"),
        args=config(tmp_path, scale_rewards=scale, importance_sampling_level=level, loss_type=THEIRS[normaliser]),
        processing_class=load_processor(TINY),
    )
    stock.model.train()
    theirs, their_gradients = loss_and_gradients(stock, stock._generate_and_score_completions(stock.rows))
    assert gradients.keys() == their_gradients.keys() and gradients
    if normaliser == "sequence":  # to the last bit; the others divide in another order
        assert torch.equal(loss, theirs)
    assert torch.allclose(loss, theirs, rtol=1e-5, atol=1e-8)
    for name, gradient in gradients.items():
        assert torch.allclose(gradient, their_gradients[name], rtol=1e-4, atol=1e-7), name


def test_rows_are_the_sampled_tokens_and_their_pictures(tmp_path: Path) -> None:
    batch, kept = practised(make_trainer(config(tmp_path, steps_per_generation=2)))
    turns = [turn for episode in kept for turn in episode.turns]
    assert len(batch) % 2 == 0 and len(batch) >= len(turns)
    for i, turn in enumerate(turns):
        sampled = batch.prompt_ids[i][batch.prompt_mask[i].bool()]
        replied = batch.completion_ids[i][batch.loss_mask[i].bool()]
        assert tuple(sampled.tolist()) == turn.completion.prompt_ids
        assert tuple(replied.tolist()) == turn.completion.ids
        assert batch.images[i] == turn.observation.images


@pytest.mark.parametrize("algorithm", ["grpo", "gspo", "cispo"])
@pytest.mark.parametrize("normaliser", THEIRS)
@pytest.mark.parametrize("beta", [0.0, 0.5])
def test_filler_rows_do_not_change_the_loss(tmp_path: Path, algorithm: str, normaliser: str, beta: float) -> None:
    """The same turns, once with fillers and once without, give the same loss, KL term included."""
    trainer = make_trainer(
        config(tmp_path, beta=beta, steps_per_generation=5, per_device_train_batch_size=4),
        algorithm=algorithm,
        normaliser=normaliser,
    )
    with torch.no_grad():
        for name, parameter in trainer.model.named_parameters():
            if "q_proj" in name:
                parameter.add_(0.1 * torch.randn_like(parameter))  # away from the reference, or there is no KL
    batch, _ = practised(trainer)
    real = [row for row in range(len(batch)) if batch.loss_mask[row].any()]
    assert len(real) < len(batch), "no filler in this batch: choose other seeds"
    whole = trainer.compute_loss(trainer.model, batch)
    alone = batch.take(real)
    alone = dataclasses.replace(alone, row_weight=alone.row_weight * len(real) / len(batch))
    assert whole != 0
    assert torch.allclose(whole, trainer.compute_loss(trainer.model, alone), rtol=1e-5, atol=1e-7)


def test_a_split_pass_has_the_gradients_of_a_whole_one(tmp_path: Path) -> None:
    whole = make_trainer(config(tmp_path))
    loss, gradients = loss_and_gradients(whole, practised(whole)[0])
    pieces = make_trainer(config(tmp_path), rows_per_forward=5)
    split_loss, split_gradients = loss_and_gradients(pieces, practised(pieces)[0])
    assert torch.allclose(loss, split_loss, rtol=1e-4, atol=1e-6)
    for name, gradient in gradients.items():
        assert torch.allclose(gradient, split_gradients[name], rtol=1e-3, atol=1e-6), name


def test_old_log_probs_in_pieces_are_those_of_whole_passes(tmp_path: Path) -> None:
    settings = {"steps_per_generation": 2, "num_generations": 4}  # two updates a rollout: the old policy is scored
    whole, pieces = (
        practised(make_trainer(config(tmp_path, **settings), **more))[0] for more in ({}, {"rows_per_forward": 3})
    )
    mask = whole.loss_mask.bool()
    assert torch.equal(mask, pieces.loss_mask.bool())
    assert whole.old_logps is not None and pieces.old_logps is not None
    assert whole.old_logps[mask].abs().max() > 0
    assert torch.allclose(whole.old_logps[mask], pieces.old_logps[mask], atol=1e-5)


def test_the_engines_log_probs_may_stand_for_the_old_policys(tmp_path: Path) -> None:
    """No pass of the old policy then; how far engine and trainer are apart is seen in the first update's own pass."""
    trainer = make_trainer(
        config(tmp_path, steps_per_generation=2, beta=0.0),
        engine=PushedHatEngine,
        old_logps="engine",
        correction="none",
    )
    batch, kept = practised(trainer)
    assert batch.old_logps is batch.engine_logps is not None
    assert trainer.rollouts.engine.pushes == 1
    assert trainer.picture_memory.shown == 0
    trainer.compute_loss(trainer.model, batch)
    assert trainer.means.take()["sampling/sampling_logp_difference/mean"] > 1  # the hat says 0 whatever it draws
    trainer.state.global_step += 1
    trainer.compute_loss(trainer.model, batch)
    assert "sampling/sampling_logp_difference/mean" not in trainer.means.take()


def test_weights_are_pushed_once_an_update_and_the_gap_is_measured(tmp_path: Path) -> None:
    trainer = make_trainer(config(tmp_path), engine=PushedHatEngine)
    for step, pushes in ((0, 1), (0, 1), (1, 2)):
        trainer.state.global_step = step
        practised(trainer)
        assert trainer.rollouts.engine.pushes == pushes
        assert trainer.means.take()["sampling/sampling_logp_difference/max"] > 1


def test_pictures_are_looked_at_once(tmp_path: Path) -> None:
    """Over turns, members of groups, the passes of old, reference and new policy, and inner epochs."""
    trainer = make_trainer(config(tmp_path, beta=0.1, num_iterations=2), rows_per_forward=4, picture_memory_mb=64)
    batch, _ = practised(trainer)
    for _ in range(2):
        trainer.compute_loss(trainer.model, batch)
    distinct = {name for row in batch.images for name in row}
    assert trainer.picture_memory.looked == len(distinct)
    assert trainer.picture_memory.shown == 4 * sum(map(len, batch.images))


def test_advantages_below_zero_can_weigh_less(tmp_path: Path) -> None:
    plain, lighter = (
        practised(make_trainer(config(tmp_path), negative_weight=weight))[0].advantages for weight in (1.0, 0.25)
    )
    assert (plain < 0).any() and (plain > 0).any()
    assert torch.equal(lighter, torch.where(plain < 0, 0.25 * plain, plain))


def test_credit_by_state_sums_to_nothing_in_every_state(tmp_path: Path) -> None:
    """On spots a group meets the same states; one state's advantages sum to 0 within its group."""
    batch, kept = practised(make_trainer(config(tmp_path, scale_rewards="none"), credit="state", discount=0.5))
    advantages = batch.advantages[:, 0].tolist()
    sums: dict[tuple[int, str], float] = {}
    for at, (group, turn) in enumerate((i // 4, turn) for i, e in enumerate(kept) for turn in e.turns):
        sums[group, turn.step.before] = sums.get((group, turn.step.before), 0.0) + advantages[at]
    assert any(abs(a) > 0.01 for a in advantages)
    assert all(abs(total) < 1e-4 for total in sums.values())


@pytest.mark.parametrize("credit", ["turn", "gigpo", "solver"])
def test_every_credit_plays_and_learns(tmp_path: Path, credit: str) -> None:
    trainer = make_trainer(config(tmp_path), credit=credit)
    batch, kept = practised(trainer)
    known = any("actions" in turn.step.info for e in kept for turn in e.turns)
    assert batch.advantages.isfinite().all()
    assert bool((batch.advantages != 0).any()) == (known or credit != "solver")


def test_equal_groups_are_played_again_on_other_tasks_and_what_stays_equal_is_not_trained_on(tmp_path: Path) -> None:
    plain, kept = practised(make_trainer(config(tmp_path), max_turns=2))
    equal = [len({e.trajectory_return for e in kept[i : i + 4]}) == 1 for i in (0, 4)]
    assert any(equal), "no group of equal returns here: choose other seeds"
    trainer = make_trainer(config(tmp_path), max_turns=2, dynamic_sampling=1)
    batch, again = practised(trainer)
    means = trainer.means.take()
    assert means["groups/replaced"] == sum(equal)
    for group, same in enumerate(equal):
        before, after = kept[4 * group : 4 * group + 4], again[4 * group : 4 * group + 4]
        assert ([e.task.id for e in before] != [e.task.id for e in after]) == same
    groups = [again[i : i + 4] for i in (0, 4)]
    differing = [group for group in groups if len({e.trajectory_return for e in group}) > 1]
    trained = sum(len(e.turns) for group in differing for e in group)
    assert int(batch.loss_mask.any(1).sum()) == trained


class Breaks(SpotWorld):
    """A world whose simulator dies on every third step."""

    steps = 0

    def step(self, call: ToolCall | ReplyError) -> Step:
        Breaks.steps += 1
        if Breaks.steps % 3 == 0:
            raise ConnectionError("the user server is gone")
        return super().step(call)


def test_infra_errors_leave_loss_and_baseline(tmp_path: Path) -> None:
    Breaks.steps = 0
    batch, kept = practised(make_trainer(config(tmp_path), world=Breaks))
    broken = [e for e in kept if e.outcome == Outcome.INFRA_ERROR]
    good = [e for e in kept if e.outcome != Outcome.INFRA_ERROR]
    assert broken and good and all("user server" in e.error for e in broken)
    rows = iter(batch.advantages[:, 0].tolist())
    assert int(batch.loss_mask.any(1).sum()) == sum(len(e.turns) for e in good)
    for start in (0, 4):
        group = [e for e in kept[start : start + 4] if e.outcome != Outcome.INFRA_ERROR]
        returns = torch.tensor([e.trajectory_return for e in group])
        expected = (returns - returns.mean()) / (returns.std() + 1e-4) if len(group) > 1 else torch.zeros(len(group))
        for episode, advantage in zip(group, expected.tolist(), strict=True):
            assert [next(rows) for _ in episode.turns] == pytest.approx([advantage] * len(episode.turns), abs=1e-5)


def test_the_vision_path_gets_no_gradient(tmp_path: Path) -> None:
    trainer = make_trainer(config(tmp_path))
    _, gradients = loss_and_gradients(trainer, practised(trainer)[0])
    assert not {name for name, _ in vision_parameters(trainer.model)} & gradients.keys()


@pytest.mark.parametrize("weighting", [{"row_weight": "episode"}, {"row_weight": "constant", "constant_turns": 8.0}])
def test_weights_give_every_episode_the_same_say(tmp_path: Path, weighting: dict[str, Any]) -> None:
    """Alike for every episode, or alike for every turn of a constant number of them."""
    batch, episodes = practised(make_trainer(config(tmp_path, steps_per_generation=2), **weighting))
    weights = iter((batch.row_weight / len(batch)).tolist())
    say = [sum(next(weights) for _ in episode.turns) for episode in episodes]
    own = [len(e.turns) / weighting.get("constant_turns", len(e.turns)) for e in episodes]
    assert say == pytest.approx([share / len(episodes) for share in own], rel=1e-5)
    assert all(weight == 0 for weight in weights)  # fillers
