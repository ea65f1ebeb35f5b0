"""A folder of demonstrated episodes: JSON-lines shards, one shared image store, and a manifest.

    DIR/manifest.json        configuration, versions, git revisions; each shard's rows, SHA-256, rejects
    DIR/README.md            tells `datasets.load_dataset(DIR)` where the rows are
    DIR/shards/00000.jsonl   one episode a row: columns to filter by, and the whole Episode as a JSON string
    DIR/images/              every picture once, by content hash

A shard is written under a temporary name, then renamed, then entered in the manifest, which is replaced in
one move. So a kill at any moment leaves finished shards and nothing else that counts. Damage is found by
hash, and named by file and row.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from envs.episode import Episode, EpisodeError, episode_from_json, episode_to_json
from envs.images import ImageStore
from envs.task_kind import category, goals

FORMAT = 1
_README = """---
configs:
- config_name: default
  data_files: shards/*.jsonl
---
Episodes of planner-made demonstrations. `datasets.load_dataset(DIR)` reads the rows; `data_synth.dataset`
reads Episodes.
"""


class DatasetError(ValueError):
    """A dataset folder that cannot be used; the message names the file, and the row where there is one."""


@dataclass(frozen=True)
class Shard:
    """A finished shard: number, rows and their SHA-256, and how many tasks were left out, by reason."""

    number: int
    rows: int
    sha256: str
    rejected: Mapping[str, int] = field(default_factory=dict)

    @property
    def file(self) -> str:
        return f"{self.number:05d}.jsonl"


@dataclass(frozen=True)
class Manifest:
    """What a folder promises. `revisions`: every git revision that wrote some of it, in order."""

    config: Mapping[str, Any]
    versions: Mapping[str, str]
    revisions: tuple[str, ...]
    shards: tuple[Shard, ...] = ()

    def with_shard(self, shard: Shard) -> Manifest:
        """The manifest with this shard entered, in order of numbers."""
        others = [s for s in self.shards if s.number != shard.number]
        return replace(self, shards=tuple(sorted([*others, shard], key=lambda s: s.number)))

    def to_json(self) -> dict[str, Any]:
        rejected: dict[str, int] = {}
        for shard in self.shards:
            for reason, count in shard.rejected.items():
                rejected[reason] = rejected.get(reason, 0) + count
        return {
            "format": FORMAT,
            "config": dict(self.config),
            "versions": dict(self.versions),
            "revisions": list(self.revisions),
            "episodes": sum(shard.rows for shard in self.shards),
            "rejected": dict(sorted(rejected.items())),
            "shards": [
                {
                    "file": s.file,
                    "number": s.number,
                    "rows": s.rows,
                    "sha256": s.sha256,
                    "rejected": dict(s.rejected),
                }
                for s in self.shards
            ],
        }


class DatasetFolder:
    """The one writer and reader of the layout above."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self.manifest_path = self.folder / "manifest.json"

    def image_store(self) -> ImageStore:
        """The pictures beside the shards."""
        return ImageStore(self.folder / "images")

    def read_manifest(self) -> Manifest | None:
        """The manifest; None when the folder has none yet. DatasetError when it is damaged."""
        if not self.manifest_path.exists():
            return None
        try:
            raw = json.loads(self.manifest_path.read_text(encoding="utf-8"))
            if raw["format"] != FORMAT:
                raise DatasetError(f"{self.manifest_path}: format: expected {FORMAT}, got {raw['format']!r}")
            shards = tuple(Shard(s["number"], s["rows"], s["sha256"], s["rejected"]) for s in raw["shards"])
            return Manifest(raw["config"], raw["versions"], tuple(raw["revisions"]), shards)
        except (OSError, UnicodeDecodeError, json.JSONDecodeError, KeyError, TypeError) as error:
            raise DatasetError(f"{self.manifest_path}: damaged manifest: {error!r}") from error

    def write_manifest(self, manifest: Manifest) -> None:
        """Replace the manifest in one move."""
        self.folder.mkdir(parents=True, exist_ok=True)
        _write(self.folder / "README.md", _README)
        _write(self.manifest_path, json.dumps(manifest.to_json(), indent=1, ensure_ascii=False) + "\n")

    def write_shard(self, number: int, episodes: Sequence[Episode], rejected: Mapping[str, int]) -> Shard:
        """Write a shard whole; it counts once `write_manifest` has entered it."""
        text = "".join(json.dumps(to_row(e), ensure_ascii=False) + "\n" for e in episodes)
        digest = hashlib.sha256(text.encode()).hexdigest()
        shard = Shard(number, len(episodes), digest, dict(sorted(rejected.items())))
        path = self.shard_path(shard)
        path.parent.mkdir(parents=True, exist_ok=True)
        _write(path, text)
        return shard

    def shard_path(self, shard: Shard) -> Path:
        return self.folder / "shards" / shard.file

    def is_whole(self, shard: Shard, images: ImageStore) -> bool:
        """Whether a shard is what the manifest promises and its pictures are there."""
        path = self.shard_path(shard)
        if not path.exists():
            return False
        data = path.read_bytes()
        if hashlib.sha256(data).hexdigest() != shard.sha256:
            return False
        return all(name in images for line in data.splitlines() for name in json.loads(line)["images"])

    def episodes(self) -> Iterator[Episode]:
        """Every episode, in order; DatasetError names file and row of the first damage."""
        manifest = self.read_manifest()
        if manifest is None:
            raise DatasetError(f"{self.manifest_path}: no manifest, so this is no finished dataset")
        for shard in manifest.shards:
            yield from self._shard_episodes(shard)

    def _shard_episodes(self, shard: Shard) -> Iterator[Episode]:
        path = self.shard_path(shard)
        again = "run scripts/synthesize.py again to re-make the shard"
        try:
            data = path.read_bytes()
        except OSError as error:
            raise DatasetError(f"{path}: row 1: cannot be read: {error}; {again}") from error
        lines = data.splitlines(keepends=True)
        for number, line in enumerate(lines, 1):
            try:
                row = json.loads(line)
                yield episode_from_json(json.loads(row["episode"]), f"{path}: row {number}")
            except EpisodeError as error:
                raise DatasetError(f"{error}; {again}") from error
            except (ValueError, KeyError, TypeError) as error:
                raise DatasetError(f"{path}: row {number}: damaged: {error!r}; {again}") from error
        if len(lines) < shard.rows:
            raise DatasetError(f"{path}: row {len(lines) + 1}: missing; the manifest promises {shard.rows}; {again}")
        if hashlib.sha256(data).hexdigest() != shard.sha256:
            raise DatasetError(f"{path}: row {shard.rows}: the file's hash is not the manifest's; {again}")

    def remove_leftovers(self) -> None:
        """Remove half-written files of a run that was killed. Call it only while no other process writes."""
        for pattern in ("*.part", "shards/*.part", "images/*/.*.part"):
            for path in self.folder.glob(pattern):
                path.unlink(missing_ok=True)


def load_episodes_dataset(folder: str | Path) -> list[Episode]:
    """Every episode of a finished dataset folder; `image_store(folder)` holds their pictures."""
    return list(DatasetFolder(folder).episodes())


def image_store(folder: str | Path) -> ImageStore:
    """The image store of a dataset folder."""
    return DatasetFolder(folder).image_store()


def to_row(episode: Episode) -> dict[str, Any]:
    """One row: columns to filter by, then the episode whole."""
    return {
        "task": episode.task.id,
        "category": category(episode.task),
        "goals": goals(episode),
        "optimal_steps": episode.task.optimal_steps,
        "outcome": episode.outcome.value if episode.outcome else None,
        "turns": len(episode.turns),
        "wrong_turns": sum(not turn.trainable for turn in episode.turns),
        "images": sorted(episode.images),
        "episode": json.dumps(episode_to_json(episode), ensure_ascii=False),
    }


def _write(path: Path, text: str) -> None:
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    part.write_text(text, encoding="utf-8")
    os.replace(part, path)
