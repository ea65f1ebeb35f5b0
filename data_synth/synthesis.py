"""Synthesis in parallel, restartable: workers make shards, the parent alone enters them in the manifest.

Equal configuration gives equal bytes, however many workers there are and however often the run was killed: a
shard is a fixed slice of the task list, and an episode depends on its task and the configuration's seed, on
nothing made before it.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from dataclasses import replace
from multiprocessing.connection import wait as wait_for
from pathlib import Path
from typing import Any

from data_synth.config import DEFAULT_WORLD, DataConfig, resolved
from data_synth.dataset import DatasetError, DatasetFolder, Manifest, Shard
from data_synth.demonstrator import DEMONSTRATORS, Demonstrator, NoDemonstrationError
from data_synth.provenance import revision, versions
from data_synth.quality import reject_reason
from data_synth.rewriting import Rewriter
from envs.environment import Environment
from envs.episode import Episode
from envs.images import ImageStore
from rewards import RewardSet, build_rewards

Report = Callable[[int, int], None]
"""Told (episodes finished now, episodes rejected among them) after each shard."""


def synthesize(
    config: DataConfig,
    rewards: RewardSet | None,
    folder: str | Path,
    workers: int = 2,
    report: Report = lambda done, rejected: None,
) -> Manifest:
    """Make the dataset, or what is missing of it. DatasetError when the folder holds another one."""
    place = DatasetFolder(folder)
    manifest = _open(place, resolved(config, rewards))
    images = place.image_store()
    whole = tuple(shard for shard in manifest.shards if place.is_whole(shard, images))
    manifest = replace(manifest, shards=whole)
    for shard in whole:
        report(shard.rows + sum(shard.rejected.values()), sum(shard.rejected.values()))
    missing = sorted(set(range(config.shards)) - {shard.number for shard in whole})
    if missing:
        place.remove_leftovers()
        manifest = replace(manifest, revisions=tuple(dict.fromkeys((*manifest.revisions, revision()))))
    place.write_manifest(manifest)
    for shard in _make(config, rewards, place, missing, workers):
        manifest = manifest.with_shard(shard)
        place.write_manifest(manifest)
        report(shard.rows + sum(shard.rejected.values()), sum(shard.rejected.values()))
    return manifest


def episodes_of(
    demonstrator: Demonstrator, config: DataConfig, rewards: RewardSet | None, shard: int, images: ImageStore
) -> Iterator[tuple[Episode | None, str | None]]:
    """The episodes of one shard (None where a task has none), each with the reason to leave it out, or None."""
    world = demonstrator.world(config, images)
    try:
        for number in config.slice(shard):
            yield _one(demonstrator, config, rewards, number, world)
    finally:
        world.close()


def _one(
    demonstrator: Demonstrator, config: DataConfig, rewards: RewardSet | None, number: int, world: Environment
) -> tuple[Episode | None, str | None]:
    try:
        task = demonstrator.task(config, number)
        rewriter = Rewriter(config.rewriting) if config.rewriting is not None else None
        if rewriter is not None:
            task = demonstrator.retold(task, rewriter.rewrite(demonstrator.told(task), number))
        episode = demonstrator.demonstrate(task, world, config.seed, config.context, rewards, config)
        if rewriter is not None and rewriter.thoughts:
            history = config.context.history_required
            episode = rewriter.rewrite_thoughts(episode, world.tools, history, number, demonstrator.told(task))
    except NoDemonstrationError as error:
        return None, error.reason
    return episode, reject_reason(episode, world.tools, config.context)


def _open(place: DatasetFolder, config: dict[str, Any]) -> Manifest:
    manifest = place.read_manifest()
    if manifest is None:
        if place.folder.exists() and any(place.folder.iterdir()):
            raise DatasetError(f"{place.folder}: holds files but no manifest.json; choose an empty folder")
        return Manifest(config, versions("mujoco", "numpy", "pillow", "pydantic"), ())
    made = {"world": DEFAULT_WORLD, **manifest.config}  # of one world, manifests did not name it
    if made != config:
        changed = sorted(k for k in config if config[k] != made.get(k, config))
        key = changed[0] if changed else sorted(set(made) - set(config))[0]
        raise DatasetError(
            f"{place.manifest_path}: {key}: made with {made.get(key)!r},"
            f" asked for {config.get(key)!r}; choose another output folder"
        )
    return manifest


def _make(
    config: DataConfig, rewards: RewardSet | None, place: DatasetFolder, missing: list[int], workers: int
) -> Iterator[Shard]:
    if not missing:
        return
    described = rewards.describe() if rewards else None
    spawn = multiprocessing.get_context("spawn")  # a forked process would share the parent's drawing context
    with ProcessPoolExecutor(
        max_workers=max(1, min(workers, len(missing))),
        mp_context=spawn,
        initializer=_set_up,
        initargs=(DEMONSTRATORS.get(config.world), config, described, str(place.folder)),
    ) as pool:
        waiting = {pool.submit(_shard, number) for number in missing}
        try:
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        finally:
            for future in waiting:
                future.cancel()


_job: tuple[Demonstrator, DataConfig, RewardSet | None, DatasetFolder] | None = None


def _set_up(demonstrator: Demonstrator, config: DataConfig, rewards: dict[str, Any] | None, folder: str) -> None:
    """Give a worker its job, and end it with its parent: a killed run leaves no process that writes on."""
    global _job
    _job = (demonstrator, config, build_rewards(rewards) if rewards else None, DatasetFolder(folder))
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=lambda: (wait_for([parent.sentinel]), os._exit(1)), daemon=True).start()


def _shard(number: int) -> Shard:
    assert _job is not None
    demonstrator, config, rewards, place = _job
    kept: list[Episode] = []
    rejected: Counter[str] = Counter()
    for episode, reason in episodes_of(demonstrator, config, rewards, number, place.image_store()):
        if reason is not None:
            rejected[reason] += 1
        elif episode is not None:
            kept.append(episode)
    return place.write_shard(number, kept, rejected)
