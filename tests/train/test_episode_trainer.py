"""The rules of EpisodeTrainer: TRL's loss for one-turn episodes, exact accounting of rows, and restarts that change
nothing.
"""

from __future__ import annotations

import json
import math
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import torch
from datasets import Dataset
from safetensors.torch import load_file
from trl import GRPOTrainer

from envs.context import build_prompt
from envs.environment import ReplyError
from envs.episode import Episode, Outcome, Step, ToolCall
from tests.spots import SpotWorld
from tests.train.practice import CONTEXT, ROOT, TINY, config, make_trainer
from train.model import load_model, load_processor, vision_parameters
from train.row_pieces import take_rows

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


def loss_and_gradients(trainer: GRPOTrainer, inputs: Any) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
    trainer.model.train()
    trainer.current_gradient_accumulation_steps = 1
    batch = trainer._generate_and_score_completions(inputs)
    loss = trainer.compute_loss(trainer.model, batch)
    loss.backward()
    return loss.detach(), {n: p.grad.clone() for n, p in trainer.model.named_parameters() if p.grad is not None}


def inputs_of(trainer: GRPOTrainer, episodes: int = 8) -> list[dict[str, Any]]:
    """Groups of four copies of a task, as TRL's sampler gives them."""
    return [trainer.train_dataset[i // 4] for i in range(episodes)]


@pytest.mark.parametrize("level", ["sequence", "token"])
@pytest.mark.parametrize("scale", ["group", "batch", "none"])
@pytest.mark.parametrize("loss_type", ["grpo", "dr_grpo", "dapo"])
@pytest.mark.parametrize("credit", ["episode", "turn"])
def test_one_turn_episodes_give_trls_own_loss_and_gradients(
    tmp_path: Path, level: str, scale: str, loss_type: str, credit: str
) -> None:
    settings = {"importance_sampling_level": level, "scale_rewards": scale, "loss_type": loss_type}
    ours = make_trainer(config(tmp_path, **settings), max_turns=1, credit=credit)
    kept: list[Episode] = []
    ours.on_episodes = lambda _, episodes: kept.extend(episodes)
    loss, gradients = loss_and_gradients(ours, inputs_of(ours))
    assert len({e.trajectory_return for e in kept}) > 1, "equal returns would prove nothing"
    stock = Stock(
        kept,
        ours.encoder.store,
        SpotWorld.tools,
        model=load_model(TINY, "float32"),
        args=config(tmp_path, **settings),
        processing_class=load_processor(TINY),
    )
    theirs, their_gradients = loss_and_gradients(stock, stock.rows)
    assert torch.equal(loss, theirs)
    assert gradients.keys() == their_gradients.keys() and gradients
    assert all(torch.equal(gradients[name], their_gradients[name]) for name in gradients)


def test_rows_are_the_sampled_tokens_and_their_pictures(tmp_path: Path) -> None:
    trainer = make_trainer(config(tmp_path))
    kept: list[Episode] = []
    trainer.on_episodes = lambda _, episodes: kept.extend(episodes)
    trainer.model.train()
    batch = trainer._generate_and_score_completions(inputs_of(trainer))
    turns = [turn for episode in kept for turn in episode.turns]
    assert batch["prompt_ids"].size(0) % 4 == 0 and batch["prompt_ids"].size(0) >= len(turns)
    for i, turn in enumerate(turns):
        sampled = batch["prompt_ids"][i][batch["prompt_mask"][i].bool()]
        replied = batch["completion_ids"][i][batch["completion_mask"][i].bool()]
        assert tuple(sampled.tolist()) == turn.completion.prompt_ids
        assert tuple(replied.tolist()) == turn.completion.ids


@pytest.mark.parametrize("loss_type", ["grpo", "dr_grpo", "luspo", "bnpo", "dapo"])
@pytest.mark.parametrize("beta", [0.0, 0.5])
def test_filler_rows_do_not_change_the_loss(tmp_path: Path, loss_type: str, beta: float) -> None:
    """The same turns, once with fillers and once without, give the same loss, KL term included."""
    trainer = make_trainer(config(tmp_path, loss_type=loss_type, beta=beta))
    with torch.no_grad():
        for name, parameter in trainer.model.named_parameters():
            if "q_proj" in name:
                parameter.add_(0.1 * torch.randn_like(parameter))  # away from the reference, or there is no KL
    trainer.model.train()
    trainer.current_gradient_accumulation_steps = 1
    batch = trainer._generate_and_score_completions(inputs_of(trainer))
    real = int(batch["tool_mask"].amax(dim=1).sum()) if "tool_mask" in batch else batch["prompt_ids"].size(0)
    size = batch["prompt_ids"].size(0)
    assert real < size, "no filler in this batch: choose other seeds"
    whole = trainer.compute_loss(trainer.model, batch)
    first = take_rows(batch, range(real))
    alone = GRPOTrainer.compute_loss(trainer, trainer.model, first)
    assert whole != 0
    assert torch.allclose(whole, alone, rtol=1e-5, atol=1e-7)


def test_a_split_pass_has_the_gradients_of_a_whole_one(tmp_path: Path) -> None:
    whole = make_trainer(config(tmp_path))
    loss, gradients = loss_and_gradients(whole, inputs_of(whole))
    pieces = make_trainer(config(tmp_path), rows_per_forward=5)
    split_loss, split_gradients = loss_and_gradients(pieces, inputs_of(pieces))
    assert torch.allclose(loss, split_loss, rtol=1e-4, atol=1e-6)
    for name, gradient in gradients.items():
        assert torch.allclose(gradient, split_gradients[name], rtol=1e-3, atol=1e-6), name


def test_old_log_probs_in_pieces_are_those_of_whole_passes(tmp_path: Path) -> None:
    settings = {"steps_per_generation": 2, "num_generations": 4}  # two updates a rollout: the old policy is scored
    found = []
    for more in ({}, {"rows_per_forward": 3}):
        trainer = make_trainer(config(tmp_path, **settings), **more)
        trainer.model.train()
        found.append(trainer._generate_and_score_completions(inputs_of(trainer)))
    whole, pieces = found
    mask = whole["completion_mask"].bool()
    assert torch.equal(mask, pieces["completion_mask"].bool())
    assert whole["old_per_token_logps"][mask].abs().max() > 0
    assert torch.allclose(whole["old_per_token_logps"][mask], pieces["old_per_token_logps"][mask], atol=1e-5)


def test_advantages_below_zero_can_weigh_less(tmp_path: Path) -> None:
    found = []
    for weight in (1.0, 0.25):
        trainer = make_trainer(config(tmp_path), negative_weight=weight)
        trainer.model.train()
        found.append(trainer._generate_and_score_completions(inputs_of(trainer))["advantages"])
    plain, lighter = found
    assert (plain < 0).any() and (plain > 0).any()
    assert torch.equal(lighter, torch.where(plain < 0, 0.25 * plain, plain))


def test_credit_by_state_plays_and_learns(tmp_path: Path) -> None:
    """On spots a group meets the same states; one state's advantages sum to 0 within its group."""
    trainer = make_trainer(config(tmp_path, scale_rewards="none"), credit="state", discount=0.5)
    kept: list[Episode] = []
    trainer.on_episodes = lambda _, episodes: kept.extend(episodes)
    trainer.model.train()
    advantages = trainer._generate_and_score_completions(inputs_of(trainer))["advantages"].tolist()
    sums: dict[tuple[int, str], float] = {}
    for at, (group, turn) in enumerate((i // 4, turn) for i, e in enumerate(kept) for turn in e.turns):
        sums[group, turn.step.before] = sums.get((group, turn.step.before), 0.0) + advantages[at]
    assert any(abs(a) > 0.01 for a in advantages)
    assert all(abs(total) < 1e-4 for total in sums.values())


class Breaks(SpotWorld):
    """A world whose simulator dies on every third step."""

    steps = 0

    def step(self, call: ToolCall | ReplyError) -> Step:
        Breaks.steps += 1
        if Breaks.steps % 3 == 0:
            raise ConnectionError("the user server is gone")
        return super().step(call)


def test_infra_errors_leave_loss_and_baseline(tmp_path: Path) -> None:
    trainer = make_trainer(config(tmp_path), world=Breaks)
    kept: list[Episode] = []
    trainer.on_episodes = lambda _, episodes: kept.extend(episodes)
    trainer.model.train()
    batch = trainer._generate_and_score_completions(inputs_of(trainer))
    broken = [e for e in kept if e.outcome == Outcome.INFRA_ERROR]
    good = [e for e in kept if e.outcome != Outcome.INFRA_ERROR]
    assert broken and good and all("user server" in e.error for e in broken)
    real = batch["advantages"] != 0
    assert int(real.sum()) <= sum(len(e.turns) for e in good)
    for start in (0, 4):
        group = [e for e in kept[start : start + 4] if e.outcome != Outcome.INFRA_ERROR]
        returns = torch.tensor([e.trajectory_return for e in group])
        if len(group) > 1:
            expected = (returns - returns.mean()) / (returns.std() + 1e-4)
            got = trainer._advantages(kept, 4)[0][start : start + 4]
            usable = [a[0] for a, e in zip(got, kept[start : start + 4], strict=True) if e in group]
            assert torch.allclose(torch.tensor(usable), expected, atol=1e-5)


def test_the_vision_path_gets_no_gradient(tmp_path: Path) -> None:
    trainer = make_trainer(config(tmp_path))
    _, gradients = loss_and_gradients(trainer, inputs_of(trainer))
    assert not {name for name, _ in vision_parameters(trainer.model)} & gradients.keys()


def test_a_killed_run_goes_on_with_the_numbers_of_an_unbroken_one(tmp_path: Path) -> None:
    def run(output: Path, kill_at: int) -> int:
        command = [sys.executable, "-m", "tests.train.practice", str(output), str(kill_at)]
        return subprocess.run(command, cwd=ROOT, capture_output=True, check=False).returncode

    assert run(tmp_path / "whole", -1) == 0
    assert run(tmp_path / "broken", 1) == -signal.SIGKILL  # before any checkpoint
    assert run(tmp_path / "broken", 3) == -signal.SIGKILL  # in the middle of the second epoch
    assert run(tmp_path / "broken", -1) == 0
    whole, broken = (load_file(tmp_path / name / "model.safetensors") for name in ("whole", "broken"))
    before = load_file(TINY / "model.safetensors")
    assert any(not torch.equal(whole[name], before[name]) for name in whole if name in before), "nothing was trained"
    assert all(torch.equal(whole[name], broken[name]) for name in whole)
    curves = [_curve(tmp_path / name / "metrics.jsonl") for name in ("whole", "broken")]
    assert curves[0] == curves[1] and len(curves[0]) == 5


def _curve(path: Path) -> list[tuple[int, float, float]]:
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    return [(line["step"], line["loss"], line["episodes/return"]) for line in lines if "loss" in line]


def test_episode_weights_give_every_episode_the_same_say(tmp_path: Path) -> None:
    trainer = make_trainer(config(tmp_path), row_weight="episode")
    episodes = trainer.play(inputs_of(trainer))
    rows, scale = trainer._rows_of(episodes, [[1.0] * len(e.turns) for e in episodes], 4)
    say: dict[str, float] = {}
    at = 0
    for number, episode in enumerate(episodes):
        say[str(number)] = sum(row.advantage for row in rows[at : at + len(episode.turns)])
        at += len(episode.turns)
    assert all(math.isclose(value, at / len(episodes)) for value in say.values())
    assert math.isclose(sum(say.values()) * scale / len(rows), 1.0)


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ({"row_weight": "token"}, "row_weight: 'token'"),
        ({"credit": "step"}, "credit: 'step'"),
        ({"credit": "turn", "discount": 1.5}, "discount: 1.5"),
        ({"discount": 0.9}, "discount: 0.9.*credit 'episode'"),
        ({"negative_weight": -1.0}, "negative_weight: -1.0"),
        ({"rows_per_forward": 0}, "rows_per_forward: 0"),
        ({"loss_type": "foo"}, "loss_type: 'foo'"),
        ({"row_weight": "episode", "loss_type": "dapo"}, "row_weight: 'episode'.*'dapo'"),
        ({"rows_per_forward": 4, "loss_type": "bnpo"}, "rows_per_forward.*'bnpo'"),
    ],
)
def test_choices_that_do_not_go_together_are_named(tmp_path: Path, wrong: dict[str, Any], named: str) -> None:
    loss = wrong.pop("loss_type", "grpo")
    with pytest.raises(ValueError, match=named):
        make_trainer(config(tmp_path, loss_type=loss), **wrong)
