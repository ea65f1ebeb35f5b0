"""What to synthesise: one YAML file, each key documented here and in `configs/data`.

The key `world` says whose demonstrator makes the episodes, and so which keys stand beside those that all worlds share:
a world's own are documented in `data_synth/<world>/config.py`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from data_synth.demonstrator import DEMONSTRATORS
from data_synth.rewriting import RewritingConfig
from data_synth.wrong_turns import WrongTurns
from envs.context import ContextSettings
from envs.settings import Settings, SettingsError, check_settings, read_yaml
from rewards import RewardSet, load_rewards

DEFAULT_WORLD = "devices"
"""The world of configurations and manifests that name none."""


class DataConfig(Settings):
    """One dataset; each world has a subclass. All that decides its content is here: an equal configuration gives equal
    bytes.
    """

    world: str = DEFAULT_WORLD
    """Whose tasks are demonstrated."""
    split: str
    """Named range of seeds; what one split holds no other does."""
    episodes: Annotated[int, Field(ge=1)]
    """Tasks to demonstrate; those that quality control rejects are left out, not replaced."""
    first: Annotated[int, Field(ge=0)] = 0
    """Number of the first task in the split's endless list."""
    picture_size: Annotated[int, Field(ge=32, le=2048)] = 512
    """Side of the square pictures, in pixels."""
    render: bool = True
    """Whether to draw pictures; without them the episodes are symbolic."""
    mode: Literal["markov", "transcript"] = "markov"
    """Whether replies carry their history (markov) or not (transcript)."""
    wrong_turns: WrongTurns = WrongTurns()
    """Mistakes and recoveries."""
    rewriting: RewritingConfig | None = None
    """A language model that rewords the instructions; null for the templates' own words."""
    rewards: str | None = None
    """Composition that scores the turns, relative to this file or to the working directory; null for none."""
    shard_size: Annotated[int, Field(ge=1)] = 60
    """Episodes a shard, which is what is redone after a kill."""
    seed: Annotated[int, Field(ge=0)] = 0
    """Seed of the expert's wording, clicks and mistakes. Tasks do not depend on it."""

    @property
    def context(self) -> ContextSettings:
        """The context in which the replies are valid."""
        return ContextSettings(mode=self.mode)

    @property
    def shards(self) -> int:
        """How many shards there will be."""
        return -(-self.episodes // self.shard_size)

    def slice(self, shard: int) -> range:
        """Numbers of the tasks of a shard: a fixed slice of the list, whatever else is done or not."""
        start = self.first + shard * self.shard_size
        return range(start, min(start + self.shard_size, self.first + self.episodes))


def load_config(path: str | Path) -> tuple[DataConfig, RewardSet | None]:
    """A configuration and the rewards it names; SettingsError names file, field and value."""
    path = Path(path)
    raw = read_yaml(path)
    world = raw.get("world", DEFAULT_WORLD)
    if world not in DEMONSTRATORS.names():
        raise SettingsError(f"{path}: world: {world!r} has no demonstrator; known: {', '.join(DEMONSTRATORS.names())}")
    demonstrator = DEMONSTRATORS.get(world)
    config = check_settings(raw, demonstrator.config, str(path))
    if config.rewriting is not None and not demonstrator.rewords:
        raise SettingsError(f"{path}: rewriting: the world {world!r} has no instructions to reword")
    if config.rewards is None:
        return config, None
    beside = path.parent / config.rewards
    chosen = beside if beside.exists() else Path(config.rewards)
    if not chosen.exists():
        raise SettingsError(
            f"{path}: rewards: {config.rewards!r} is neither beside this file nor in the working directory"
        )
    return config, load_rewards(chosen)


def resolved(config: DataConfig, rewards: RewardSet | None) -> dict[str, Any]:
    """What a manifest keeps and compares: every key, defaults included, and the rewards' own content."""
    return {**config.model_dump(), "rewards": rewards.describe() if rewards else None}
