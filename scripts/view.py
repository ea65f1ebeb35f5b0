"""Episodes as one HTML page that needs nothing else: pictures with the point that was clicked, thoughts, calls,
rewards.

    python scripts/view.py runs/demo/benchmark/rl/episodes.jsonl --images runs/demo/benchmark/rl/images --output
    page.html

Reads an episodes file or a dataset folder. Every picture stands in the page once, however often it is shown.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path

from data_synth.dataset import DatasetError, DatasetFolder
from envs.episode import Episode, EpisodeError, load_episodes
from envs.images import ImageError, ImageStore
from envs.page import render_page


def choose(episodes: Iterable[Episode], count: int, outcome: str | None, task: str | None) -> list[Episode]:
    """The first `count` episodes, of one outcome or of one task if asked."""
    fitting = (
        episode
        for episode in episodes
        if (outcome is None or episode.outcome == outcome) and (task is None or task in episode.task.id)
    )
    return list(islice(fitting, count))


def main(argv: Sequence[str] | None = None) -> int:
    """The command; returns its exit status: 0, or 2 for bad input."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("episodes", type=Path, help="episodes.jsonl, or a dataset folder")
    parser.add_argument("--images", type=Path, help="image store; by default `images` beside the episodes")
    parser.add_argument("--output", type=Path, required=True, help="the page to write")
    parser.add_argument("--count", type=int, default=8, help="most episodes")
    parser.add_argument("--outcome", choices=("success", "failure", "truncated", "infra_error"))
    parser.add_argument("--task", help="only tasks whose id holds this")
    parser.add_argument("--title", default="Episodes")
    options = parser.parse_args(argv)
    if options.count < 1:
        parser.error(f"--count: {options.count} is less than 1")
    folder: Path = options.episodes
    try:
        if folder.is_dir():
            episodes, beside = DatasetFolder(folder).episodes(), folder / "images"
        else:
            episodes, beside = load_episodes(folder), folder.parent / "images"
        chosen = choose(episodes, options.count, options.outcome, options.task)
        images = options.images or beside
        if not images.is_dir() and any(episode.images for episode in chosen):
            raise ImageError(f"{images}: no such folder of pictures; name it with --images")
        page = render_page(chosen, ImageStore(images if images.is_dir() else None), options.title)
        options.output.parent.mkdir(parents=True, exist_ok=True)
        options.output.write_text(page, encoding="utf-8")
    except (EpisodeError, DatasetError, ImageError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(f"{len(chosen)} episodes, {len(page) / 1e6:.1f} MB: {options.output}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
