"""Score a trace of the home world, or saved episodes of any world, under a reward configuration; or compare two.

    python scripts/score.py --rewards configs/rewards/home.yaml --trace FILE.json
    python scripts/score.py --rewards A.yaml EPISODES [--output FILE.json]
    python scripts/score.py --rewards A.yaml --against B.yaml EPISODES [--plot FILE.png] [--output FILE.json]

A trace (its form: `envs/home/trace.py`) gives a line of JSON a step, {"step": 1, "terms": {name: value}, "reward": sum,
"remaining": [required changes that were never made]}, steps counted from 1, and at last {"return": sum, "success": true
or false}. A change that was made and undone does not come back to `remaining`, as it pays no more.

EPISODES is a file of JSON lines (`episodes.jsonl`), a dataset's folder, or any folder above such. Printed are each
term's means; of two configurations also the rank correlation of returns, within the episodes of one task and overall.
Bad input gives one error line and exit 2.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from data_synth.dataset import DatasetError, DatasetFolder
from envs.episode import Episode, EpisodeError, load_episodes
from envs.home.required_changes import Progress, required_changes
from envs.home.trace import TraceError, read_trace
from envs.settings import SettingsError
from rewards import RewardSet, load_rewards
from rewards.comparison import RankCorrelation, Scored, compare_ranks, counts, score, term_means

PLOTS = (".png", ".svg", ".pdf")


def arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("episodes", nargs="?", type=Path, metavar="EPISODES", help="saved episodes: a file or a folder")
    parser.add_argument("--rewards", required=True, metavar="A.yaml", help="reward configuration")
    parser.add_argument("--trace", metavar="FILE.json", help="a trace of the home world instead of episodes")
    parser.add_argument("--against", metavar="B.yaml", help="a second configuration to compare with")
    parser.add_argument("--output", type=Path, metavar="FILE.json", help="the numbers, as JSON")
    parser.add_argument("--plot", type=Path, metavar="FILE.png", help="returns under one configuration over the other")
    options = parser.parse_args(argv)
    if (options.trace is None) == (options.episodes is None):
        parser.error("give either EPISODES or --trace")
    if options.trace is not None and (options.against or options.output or options.plot):
        parser.error("--trace goes with none of --against, --output and --plot")
    if options.plot and not options.against:
        parser.error("--plot needs --against")
    if options.plot and options.plot.suffix.lower() not in PLOTS:
        parser.error(f"--plot: {options.plot} does not end in {', '.join(PLOTS)}")
    return options


def score_trace(rewards: RewardSet, path: str) -> Iterator[dict[str, Any]]:
    """The lines of a trace's score."""
    trace = read_trace(path)
    progress = Progress(required_changes(trace.initial, trace.goal), trace.initial)
    rewards.start(trace.task)
    total = 0.0
    for number, (step, state) in enumerate(zip(trace.steps, trace.states, strict=True), 1):
        terms = rewards.score(step)
        progress.update(*state)
        reward = sum(terms.values())
        total += reward
        yield {"step": number, "terms": terms, "reward": reward, "remaining": list(progress.remaining)}
    yield {"return": total, "success": trace.success}


def read_episodes(path: Path) -> Iterator[Episode]:
    """Episodes of a file or of every file and dataset below a folder, in order of their paths.

    Files count by their names: `episodes*.jsonl`, and any JSON lines in the folder itself or in one called episodes.
    """
    if path.is_file():
        yield from load_episodes(path)
        return
    if not path.is_dir():
        raise EpisodeError(f"{path}: cannot be read: no such file or folder")
    sets = sorted(manifest.parent for manifest in path.rglob("manifest.json") if (manifest.parent / "shards").is_dir())
    files = sorted(
        file
        for file in path.rglob("*.jsonl")
        if (file.name.startswith("episodes") or file.parent.name == "episodes" or file.parent == path)
        and not any(folder in file.parents for folder in sets)
    )
    if not sets and not files:
        raise EpisodeError(f"{path}: no dataset and no episodes*.jsonl in it")
    for folder in sets:
        yield from DatasetFolder(folder).episodes()
    for file in files:
        yield from load_episodes(file)


def scored(name: str, episodes: Sequence[Episode]) -> list[Scored]:
    """The episodes under one configuration; SettingsError opens with its file."""
    rewards = load_rewards(name)
    try:
        return score(rewards, episodes)
    except SettingsError as error:
        raise SettingsError(f"{name}: {error}") from error


def score_episodes(options: argparse.Namespace, console: Console) -> None:
    """Score, print, and write what was asked for."""
    read = list(read_episodes(options.episodes))
    episodes = [episode for episode in read if counts(episode)]
    if not episodes:
        raise EpisodeError(f"{options.episodes}: no episode that ended without the simulator's fault")
    names = [options.rewards, *([options.against] if options.against else [])]
    columns = [scored(name, episodes) for name in names]
    means = [term_means(column) for column in columns]
    report: dict[str, Any] = {
        "episodes": len(episodes),
        "left_out": len(read) - len(episodes),
        "rewards": [
            {
                "file": name,
                "terms": {term: {"episode": e, "step": s} for term, (e, s) in each.items()},
                "return": dict(zip(("episode", "step"), _sums(each), strict=True)),
            }
            for name, each in zip(names, means, strict=True)
        ],
    }
    console.print(_table(f"{len(episodes)} episodes of {options.episodes}", names, means))
    if report["left_out"]:
        console.print(f"{report['left_out']} that ended in infra_error or never ended are left out")
    if options.against:
        groups = [one.group for one in columns[0]]
        ranks = compare_ranks(groups, *([one.total for one in column] for column in columns))
        report["rank_correlation"] = asdict(ranks)
        console.print(_sentence(ranks))
        if options.plot:
            options.plot.parent.mkdir(parents=True, exist_ok=True)
            draw(names, columns, ranks, options.plot)
            console.print(f"plot: {options.plot}", soft_wrap=True)
    if options.output:
        options.output.parent.mkdir(parents=True, exist_ok=True)
        options.output.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
        console.print(f"written: {options.output}", soft_wrap=True)


def _table(title: str, names: Sequence[str], means: Sequence[dict[str, tuple[float, float]]]) -> Table:
    table = Table(title=title, title_justify="left")
    table.add_column("term")
    for name in [Path(name).stem for name in names]:
        for unit in ("an episode", "a step"):
            table.add_column(f"{name}\n{unit}", justify="right")
    for term in dict.fromkeys(term for each in means for term in each):
        table.add_row(term, *(cell for each in means for cell in (_cells(each[term]) if term in each else ("-", "-"))))
    table.add_section()
    table.add_row("return", *(cell for each in means for cell in _cells(_sums(each))))
    return table


def _cells(values: tuple[float, float]) -> tuple[str, str]:
    return f"{values[0]:.4f}", f"{values[1]:.4f}"


def _sums(means: dict[str, tuple[float, float]]) -> tuple[float, float]:
    """The mean return, an episode and a step."""
    return sum(value for value, _ in means.values()), sum(value for _, value in means.values())


def _sentence(ranks: RankCorrelation) -> str:
    return (
        f"rank correlation of returns: {_number(ranks.within)} within tasks (mean of {ranks.groups}; {ranks.constant} "
        f"more do not vary, {ranks.single} have one episode), {_number(ranks.overall)} over all episodes"
    )


def _number(value: float | None) -> str:
    return "none" if value is None else f"{value:.3f}"


def draw(names: Sequence[str], columns: Sequence[Sequence[Scored]], ranks: RankCorrelation, output: Path) -> None:
    """A dot an episode: its return under the first configuration to the right, under the second upwards. PNG."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(6, 5.5), layout="constrained")
    colours = {"success": "tab:green", "failure": "tab:red", "truncated": "tab:gray"}
    for outcome, colour in colours.items():
        pairs = [(a.total, b.total) for a, b in zip(*columns, strict=True) if a.outcome == outcome]
        if pairs:
            axes.scatter(*zip(*pairs, strict=True), s=22, alpha=0.6, color=colour, label=f"{outcome} ({len(pairs)})")
    axes.set(xlabel=f"return, {Path(names[0]).stem}", ylabel=f"return, {Path(names[1]).stem}")
    title = f"rank correlation {_number(ranks.within)} within tasks ({ranks.groups}), {_number(ranks.overall)} over all"
    axes.set_title(title, fontsize=10, loc="left")
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(alpha=0.25)
    axes.legend(frameon=False)
    figure.savefig(output, dpi=120)
    plt.close(figure)


def main(argv: Sequence[str] | None = None) -> int:
    """The command; returns its exit status: 0, or 2 for bad input."""
    options = arguments(argv)
    try:
        if options.trace is not None:
            rewards = load_rewards(options.rewards)
            for line in list(score_trace(rewards, options.trace)):
                print(json.dumps(line, ensure_ascii=False))
        else:
            score_episodes(options, Console(width=None if sys.stdout.isatty() else 140))
    except (SettingsError, EpisodeError, DatasetError, TraceError, OSError) as error:
        print("error: " + " ".join(str(error).split()), file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
