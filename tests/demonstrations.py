"""Small hand-made episodes with real pictures, for tests that need data but no simulator."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from data_synth.dataset import DatasetFolder, Manifest
from envs.episode import Episode, Event, EventKind, Observation, Outcome, Step, Task, ToolCall, Turn
from envs.images import ImageStore
from envs.reply import History, format_reply

PICTURE_SIZE = 128
WAYS = ("front", "back", "left", "right", "top")


def picture(store: ImageStore, seed: int, size: int = PICTURE_SIZE) -> str:
    """A blocky random picture, its hash."""
    blocks = np.random.default_rng(seed).integers(0, 256, (size // 16, size // 16, 3), dtype=np.uint8)
    return store.put(np.kron(blocks, np.ones((16, 16, 1), dtype=np.uint8)))


def demonstration(store: ImageStore, seed: int, turns: int = 3, markov: bool = True, wrong: int = 1) -> Episode:
    """An episode of `turns` turns; turn number `wrong` is a deliberate mistake that no loss is taken on."""
    made: list[Turn] = []
    observation = Observation("Open the lid.", "", (("View", "front"),), (picture(store, 100 * seed),))
    initial = observation
    for i in range(turns):
        if i % 2:
            call = ToolCall("press", {"coordinate": [(37 * seed + 211 * i) % 1001, (91 * seed + 77 * i) % 1001]})
        else:
            call = ToolCall("switch_view", {"view": WAYS[(seed + i) % len(WAYS)]})
        history = History(summary=f"{i} steps are done", task="Open the lid") if markov else None
        after = Observation(
            "Open the lid.",
            "Nothing happened.",
            (("View", WAYS[(seed + i) % 5]),),
            (picture(store, 100 * seed + i + 1),),
        )
        outcome = Outcome.SUCCESS if i == turns - 1 else None
        info = {"goals_done": int(i == turns - 1), "goals_total": 1}
        step = Step(after, f"s{i}", f"s{i + 1}", (Event(EventKind.TRANSITION, "Done."),), (), outcome, info)
        reply = format_reply(f"I look for the lid, try {i}.", history, call)
        made.append(Turn(observation, reply, step, call, None, {"goal": float(i == turns - 1)}, i != wrong))
        observation = after
    task = Task("devices", f"made/{seed}", seed, {"device": {"category": "Lamp", "seed": seed}, "goals": ["on"]}, turns)
    return Episode(task, tuple(made), Outcome.SUCCESS, initial, None, "planner")


def dataset(folder: Path, episodes: int = 6, turns: int = 3, markov: bool = True) -> DatasetFolder:
    """A finished dataset folder of demonstrations."""
    made = DatasetFolder(folder)
    store = made.image_store()
    shard = made.write_shard(0, [demonstration(store, seed, turns, markov) for seed in range(episodes)], {})
    made.write_manifest(Manifest({"picture_size": PICTURE_SIZE}, {}, ()).with_shard(shard))
    return made
