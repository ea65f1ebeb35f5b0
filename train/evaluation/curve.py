"""The learning curve of a run as a picture: loss of SFT, then success, return and valid replies of RL's rollouts."""

from __future__ import annotations

from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

from train.metrics_log import read_metrics

SMOOTH = 5
"""Updates in the running mean of the bold lines."""


def draw_curve(sft: Path, rl: Path, output: Path) -> None:
    """Draw both stages' metrics.jsonl side by side into a PNG."""
    figure, (left, middle, right) = plt.subplots(1, 3, figsize=(13, 3.8), layout="constrained")
    _line(left, sft, "loss", "tab:gray")
    left.set(title="SFT", xlabel="step", ylabel="loss on replies", yscale="log")
    _line(middle, rl, "episodes/success", "tab:green")
    middle.set(title="RL: success of its own episodes", xlabel="update", ylabel="share", ylim=(0, 1))
    _line(right, rl, "episodes/return", "tab:blue", "return")
    _line(right, rl, "episodes/invalid_replies", "tab:red", "share of invalid replies")
    right.set(title="RL: return and invalid replies", xlabel="update")
    right.legend(frameon=False)
    for axes in (left, middle, right):
        axes.grid(alpha=0.25)
        axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(output, dpi=130)
    plt.close(figure)


def _line(axes: plt.Axes, path: Path, key: str, colour: str, label: str | None = None) -> None:
    points = [(line["step"], line[key]) for line in read_metrics(path) if line.get(key) is not None]
    if not points:
        return
    steps, values = np.array(points, dtype=float).T
    axes.plot(steps, values, color=colour, alpha=0.3, linewidth=1)
    width = min(SMOOTH, len(values))
    mean = np.convolve(values, np.ones(width) / width, "valid")
    axes.plot(steps[width - 1 :], mean, color=colour, linewidth=2, label=label)
