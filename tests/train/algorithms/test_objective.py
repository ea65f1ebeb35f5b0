"""The objective is TRL's loss where TRL has one, to the last bit where nothing is divided otherwise."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.train.algorithms.trl_code import trl_loss
from train.algorithms.objective import Objective
from train.algorithms.surrogate import Clip

LEVELS = {"grpo": "token", "gspo": "sequence"}
LONGEST = 8


def batch(seed: int = 0, rows: int = 16, columns: int = 7) -> dict[str, Any]:
    """A pass whose ratios lie on both sides of every bound, with rows of unlike length and a hole in one mask."""
    generator = torch.Generator().manual_seed(seed)
    logps = -torch.rand(rows, columns, generator=generator) * 3
    mask = (torch.arange(columns) < torch.randint(2, columns + 1, (rows, 1), generator=generator)).long()
    mask[0] = torch.tensor([1, 0] + [1] * (columns - 2))
    drift = 0.5 * torch.randn(rows, 1, generator=generator) + 0.5 * torch.randn(rows, columns, generator=generator)
    return {
        "logps": logps.requires_grad_(),
        "old_logps": logps.detach() + drift,
        "ref_logps": logps.detach() + 0.3 * torch.randn(rows, columns, generator=generator),
        "advantages": torch.randn(rows, generator=generator),
        "mask": mask,
    }


def both(
    values: dict[str, Any], algorithm: str, loss_type: str, normaliser: str, **more: Any
) -> tuple[list[torch.Tensor], list[torch.Tensor], dict[str, tuple[float, float]]]:
    """(our loss, gradient), (TRL's loss, gradient), metric -> (ours, TRL's)."""
    correction, bounds = more.pop("correction", None), (more.pop("epsilon", 0.2), more.pop("epsilon_high", None))
    delta, beta, weigh_kl = more.pop("delta", None), more.pop("beta", 0.0), more.pop("weigh_kl", True)
    assert not more
    objective = Objective(
        algorithm=algorithm,  # type: ignore[arg-type]
        normaliser=normaliser,  # type: ignore[arg-type]
        clip=Clip.around(*bounds, delta),
        beta=beta,
        weigh_kl=weigh_kl,
        longest=LONGEST,
    )
    tokens = int(values["mask"].sum()) / len(values["mask"])
    rows = objective.row_losses(**values, correction=correction, tokens_per_row=tokens)
    ours = (rows.loss * torch.ones(len(rows.loss))).mean()
    theirs, logged = trl_loss(
        **values,
        loss_type=loss_type,
        level=LEVELS[algorithm],
        epsilon=bounds[0],
        epsilon_high=bounds[1],
        delta=delta,
        beta=beta,
        weigh_kl=weigh_kl,
        correction=correction,
        longest=LONGEST,
    )
    gradients = [torch.autograd.grad(loss, values["logps"])[0] for loss in (ours, theirs)]
    shared = {
        name: (float(total / count), logged[name]) for name, (total, count) in rows.metrics.items() if name in logged
    }
    return [ours, gradients[0]], [theirs, gradients[1]], shared


def a_correction(width: str) -> torch.Tensor | None:
    generator = torch.Generator().manual_seed(7)
    return {
        "none": None,
        "token": torch.rand(16, 7, generator=generator) * 2,
        "row": torch.rand(16, 1, generator=generator) * 2,
    }[width]


@pytest.mark.parametrize("algorithm", ["grpo", "gspo"])
@pytest.mark.parametrize("beta", [0.0, 0.3])
@pytest.mark.parametrize("weigh_kl", [True, False])
@pytest.mark.parametrize("correction", ["none", "token", "row"])
@pytest.mark.parametrize("clip", [{}, {"epsilon": 0.1, "epsilon_high": 0.3}, {"delta": 1.4}])
def test_the_mean_of_a_rows_tokens_is_trls_grpo_to_the_last_bit(
    algorithm: str, beta: float, weigh_kl: bool, correction: str, clip: dict[str, float]
) -> None:
    """The gradient too, but for the order in which autograd adds the three ways through a KL term times the ratio."""
    more = {"beta": beta, "weigh_kl": weigh_kl, "correction": a_correction(correction), **clip}
    ours, theirs, metrics = both(batch(), algorithm, "grpo", "sequence", **more)
    assert torch.equal(ours[0], theirs[0])
    assert torch.equal(ours[1], theirs[1]) if not (beta and weigh_kl) else torch.allclose(ours[1], theirs[1], atol=1e-7)
    assert {"clip_ratio/low_mean", "clip_ratio/high_mean", "clip_ratio/region_mean"} <= metrics.keys()
    assert ("kl" in metrics) == (beta > 0)
    assert all(a == pytest.approx(b, abs=1e-6) for a, b in metrics.values()), metrics
    assert metrics["clip_ratio/low_mean"][0] > 0 and metrics["clip_ratio/high_mean"][0] > 0, "nothing was clipped"


@pytest.mark.parametrize("algorithm", ["grpo", "gspo"])
@pytest.mark.parametrize("beta", [0.0, 0.3])
@pytest.mark.parametrize("correction", ["none", "token", "row"])
@pytest.mark.parametrize(("normaliser", "loss_type"), [("constant", "dr_grpo"), ("tokens", "bnpo"), ("tokens", "dapo")])
def test_the_other_normalisers_are_trls(
    algorithm: str, beta: float, correction: str, normaliser: str, loss_type: str
) -> None:
    more = {"beta": beta, "correction": a_correction(correction), "delta": 1.4}
    ours, theirs, _ = both(batch(), algorithm, loss_type, normaliser, **more)
    for a, b in zip(ours, theirs, strict=True):
        assert torch.allclose(a, b, rtol=1e-5, atol=1e-7)


def test_advantages_by_token_give_trls_loss_and_under_grpo_its_gradient() -> None:
    """Under gspo TRL's gradient would blend the credit of a row's tokens, so ours is that of GSPO-token there."""
    values = batch()
    values["advantages"] = torch.randn(16, 7, generator=torch.Generator().manual_seed(3))
    for algorithm in LEVELS:
        ours, theirs, _ = both(values, algorithm, "grpo", "sequence")
        assert torch.equal(ours[0], theirs[0])
        assert torch.equal(ours[1], theirs[1]) == (algorithm == "grpo")


def test_cispo_is_trls_whose_bound_is_one_more_than_our_epsilon() -> None:
    values = batch()
    tokens = int(values["mask"].sum()) / 16
    objective = Objective(algorithm="cispo", normaliser="tokens", clip=Clip(upper=1.3))
    ours = objective.row_losses(**values, tokens_per_row=tokens).loss.mean()
    theirs, logged = trl_loss(**values, loss_type="cispo", epsilon_high=1.3)
    assert logged["cispo_clip_ratio"] > 0
    gradients = [torch.autograd.grad(loss, values["logps"])[0] for loss in (ours, theirs)]
    assert torch.allclose(ours, theirs, rtol=1e-5)
    assert torch.allclose(*gradients, rtol=1e-5, atol=1e-8)


def test_every_pass_of_a_generation_batch_divides_by_the_tokens_of_all() -> None:
    """Two passes of unlike length, accumulated: TRL's dapo, and the mean over all tokens taken at once."""
    values = batch()
    parts = [{name: value[rows] for name, value in values.items()} for rows in (slice(0, 8), slice(8, 16))]
    tokens = int(values["mask"].sum())
    assert parts[0]["mask"].sum() != parts[1]["mask"].sum()
    objective = Objective(normaliser="tokens")
    ours = [objective.row_losses(**part, tokens_per_row=tokens / 16).loss.mean() / 2 for part in parts]
    theirs = [trl_loss(**part, loss_type="dapo", passes=2, batch_tokens=tokens)[0] for part in parts]
    assert all(torch.allclose(a, b, rtol=1e-5) for a, b in zip(ours, theirs, strict=True))
    whole = objective.row_losses(**values, tokens_per_row=tokens / 16).loss.mean()
    assert torch.allclose(sum(ours), whole, atol=1e-6)  # type: ignore[arg-type]


def test_a_loss_by_hand() -> None:
    """One row of two tokens, ratios 1 and 2, advantage 3, clipped at 1.5: -(3 + 4.5) / 2; one more token is masked."""
    logps = torch.tensor([[-1.0, -1.0, -9.0]])
    old = logps - torch.tensor([[0.0, 2.0, 5.0]]).clamp(min=1).log()
    mask = torch.tensor([[1, 1, 0]])
    objective = Objective(clip=Clip(0.5, 1.5))
    rows = objective.row_losses(logps, old, torch.tensor([3.0]), mask)
    assert torch.allclose(rows.loss, torch.tensor([-3.75]))
    shares = {name: (float(total), float(count)) for name, (total, count) in rows.metrics.items()}
    assert shares["clip_ratio/high_mean"] == (1.0, 2.0) and shares["clip_ratio/low_mean"] == (0.0, 2.0)
    assert shares["ratio"] == (pytest.approx(3.0), 2.0)


def test_without_an_old_policy_the_ratio_is_one() -> None:
    values = batch()
    values["old_logps"] = None
    rows = Objective().row_losses(**values)
    assert torch.allclose(rows.loss, -values["advantages"])
    assert rows.metrics["ratio"][0] == rows.metrics["ratio"][1] == values["mask"].sum()


@pytest.mark.parametrize("algorithm", ["grpo", "gspo", "cispo"])
@pytest.mark.parametrize("normaliser", ["sequence", "tokens", "constant"])
def test_what_stands_at_masked_places_changes_nothing(algorithm: str, normaliser: str) -> None:
    """Padding and fillers may hold anything, NaN and infinity too: loss, metrics and gradients stay as they are."""
    values = batch()
    values["mask"][5] = 0
    wild = {name: value.detach().clone() for name, value in values.items()}
    outside = values["mask"] == 0
    for value, name in ((torch.nan, "logps"), (-torch.inf, "old_logps"), (torch.nan, "ref_logps")):
        wild[name][outside] = value
    wild["logps"].requires_grad_()
    wild["advantages"][5] = torch.nan
    by_token = wild["advantages"].unsqueeze(1).expand(16, 7).masked_fill(outside, torch.nan)
    objective = Objective(algorithm=algorithm, normaliser=normaliser, beta=0.1, longest=8)  # type: ignore[arg-type]
    found = []
    for one in (values, wild, wild | {"advantages": by_token}):
        rows = objective.row_losses(**one, tokens_per_row=4.0)
        gradient = torch.autograd.grad(rows.loss.sum(), one["logps"])[0]
        found.append((rows.loss.detach(), gradient, torch.stack([x for pair in rows.metrics.values() for x in pair])))
    plain, dirty, dirty_by_token = found
    assert plain[0][5] == 0 and plain[1].abs().sum() > 0
    assert all(torch.equal(a, b) for a, b in zip(plain, dirty, strict=True))
    assert all(torch.allclose(a, b, atol=1e-6) for a, b in zip(plain[:2], dirty_by_token[:2], strict=True))


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10_000), fillers=st.integers(1, 3), cut=st.integers(1, 5))
def test_metrics_of_pieces_add_up_and_fillers_are_in_none(seed: int, fillers: int, cut: int) -> None:
    values = batch(seed)
    objective = Objective(algorithm="gspo", beta=0.1)
    whole = objective.row_losses(**values).metrics
    padded = {name: torch.cat([value, value[:fillers]]) for name, value in values.items()}
    padded["mask"][16:] = 0
    pieces = [
        objective.row_losses(**{name: value[rows] for name, value in padded.items()}).metrics
        for rows in (slice(0, cut), slice(cut, None))
    ]
    for name, (total, count) in whole.items():
        assert torch.allclose(sum(piece[name][0] for piece in pieces), total, rtol=1e-4, atol=1e-5)  # type: ignore[arg-type]
        assert sum(piece[name][1] for piece in pieces) == count


@pytest.mark.parametrize("algorithm", ["grpo", "gspo", "cispo"])
@pytest.mark.parametrize("distance", [100.0, 1e4, -100.0, -1e4])
def test_log_probs_far_apart_give_finite_losses_and_gradients(algorithm: str, distance: float) -> None:
    """exp(100) is infinite in float32, and infinity times an advantage or a mask of 0 is NaN ever after (verl#891)."""
    values = batch()
    values["old_logps"] = values["old_logps"] - distance
    values["ref_logps"] = values["ref_logps"] + distance
    values["advantages"][:2] = torch.tensor([0.0, -1.0])
    rows = Objective(algorithm=algorithm, beta=0.1).row_losses(**values)  # type: ignore[arg-type]
    gradient = torch.autograd.grad(rows.loss.sum(), values["logps"])[0]
    assert rows.loss.isfinite().all() and gradient.isfinite().all()
    assert all(torch.isfinite(total) for total, _ in rows.metrics.values())


def test_what_is_missing_is_named() -> None:
    values = batch() | {"ref_logps": None}
    with pytest.raises(ValueError, match="beta: 0.1"):
        Objective(beta=0.1).row_losses(**values)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="normaliser: 'tokens'"):
        Objective(normaliser="tokens").row_losses(**values)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="normaliser: 'constant'"):
        Objective(normaliser="constant")
    with pytest.raises(ValueError, match="algorithm: 'ppo'"):
        Objective(algorithm="ppo")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="normaliser: 'mean'"):
        Objective(normaliser="mean")  # type: ignore[arg-type]
