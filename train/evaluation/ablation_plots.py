"""The figures of an ablation in one picture: the paper's research questions and its appendix, for one policy."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

from envs.devices.metrics import ERRORS, SWITCHES
from envs.metrics import Rate, Summary
from train.evaluation.ablation import BASE

BAR = "tab:blue"


def draw_ablation(
    title: str, budgets: Mapping[float, Summary], groups: Mapping[str, Mapping[str, Summary]], output: Path
) -> None:
    """Draw a PNG. budgets: factor -> summary, may be empty. groups: ablation -> case -> summary, BASE's among them."""
    base = groups[BASE][BASE]
    panels: list[Callable[..., None]] = [partial(draw, base=base) for draw in (_generalisation, _switches, _errors)]
    if budgets:
        panels.insert(1, partial(_budget, budgets=budgets))
    names = {"history": "turns of history", "pictures": "worse pictures", "style": "style of instructions"}
    for group, name in names.items():
        if groups.get(group):
            bars = {BASE: base.sr, **{case: summary.sr for case, summary in groups[group].items()}}
            panels.append(partial(_bars, title=f"success, {name}", bars=bars))
    columns = 3
    rows = -(-len(panels) // columns)
    figure, grid = plt.subplots(rows, columns, figsize=(14, 3.7 * rows), layout="constrained", squeeze=False)
    for axes in grid.flat:
        axes.set_visible(False)
    for axes, panel in zip(grid.flat, panels, strict=False):
        axes.set_visible(True)
        axes.spines[["top", "right"]].set_visible(False)
        panel(axes)
    figure.suptitle(title)
    figure.savefig(output, dpi=120)
    plt.close(figure)


def _budget(axes: plt.Axes, budgets: Mapping[float, Summary]) -> None:
    factors = sorted(budgets)
    values = [100 * (budgets[f].sr.value or 0) for f in factors]
    axes.plot(factors, values, marker="o", color=BAR)
    axes.fill_between(
        factors,
        [100 * (budgets[f].sr.low or 0) for f in factors],
        [100 * (budgets[f].sr.high or 0) for f in factors],
        color=BAR,
        alpha=0.15,
    )
    axes.set(title="RQ2: success by budget", xlabel="steps allowed per optimal step", ylabel="%", ylim=(0, 105))
    axes.grid(alpha=0.25)


def _generalisation(axes: plt.Axes, base: Summary) -> None:
    rates = {"sub-tasks done (SSR)": base.ssr, "done in fewest steps (PSR)": _value(base, "psr")}
    _bars(axes, "RQ1: at once, or by exploring", {name: Rate(value, None, None, 0) for name, value in rates.items()})


def _switches(axes: plt.Axes, base: Summary) -> None:
    distances = [_value(base, name) for name in ("distance", "weighted_distance")]
    told = ["-" if d is None else f"{d:.0f}" for d in distances]
    bars = {label: base.ratios.get(f"switch_{name}", Rate(None, None, None, 0)) for name, label in SWITCHES.items()}
    _bars(axes, "RQ3: view switches", bars)
    axes.set(xlabel=f"%    (Avg Dist {told[0]}, Avg W-Dist {told[1]})")


def _errors(axes: plt.Axes, base: Summary) -> None:
    bars = {label: base.ratios.get(f"error_{name}", Rate(None, None, None, 0)) for name, label in ERRORS.items()}
    _bars(axes, "errors", bars)


def _bars(axes: plt.Axes, title: str, bars: Mapping[str, Rate]) -> None:
    names = list(bars)[::-1]
    values = [100 * (bars[name].value or 0) for name in names]
    spread = _spread([bars[name] for name in names])
    axes.barh(names, values, color=BAR, alpha=0.75, xerr=spread, error_kw={"alpha": 0.5})
    axes.set(title=title, xlabel="%", xlim=(0, 105))


def _spread(rates: Sequence[Rate]) -> list[list[float]]:
    sides: list[list[float]] = [[], []]
    for rate in rates:
        known = rate.value is not None and rate.low is not None and rate.high is not None
        sides[0].append(100 * (rate.value - rate.low) if known else 0.0)  # type: ignore[operator]
        sides[1].append(100 * (rate.high - rate.value) if known else 0.0)  # type: ignore[operator]
    return sides


def _value(summary: Summary, name: str) -> float | None:
    rate = summary.ratios.get(name)
    return rate.value if rate else None
