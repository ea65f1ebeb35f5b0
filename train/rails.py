"""Safety rails: which logged numbers show that a run collapses, from where on to warn, and from where on to stop.

On by default. `rails:` of a configuration changes single keys of single rails, or turns one off:

    rails:
      entropy: { stop: 0.001, patience: 10 }
      clip_ratio: null

What a rail does is said in `train.rail_watch`, how a stopped run ends in `train.collapse`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import model_validator

from envs.settings import Settings, check_settings
from train.collapse import Collapsed, CollapseGuard
from train.rail_watch import LowRail, Rail

__all__ = ["Collapsed", "Rails"]


class Rails(Settings):
    """`rails:` of an RL configuration: a rail's keys, or null to be without it. The defaults are wide enough for a
    model of two million parameters and for one of eight billion.
    """

    logp_gap: Rail | None = Rail(alarm=0.1, stop=0.5, patience=3, from_start=True)
    """Mean distance of engine and trainer over sampled tokens, nats, after each weight push. float32 on both sides
    gives 1e-5; bfloat16 gives a few hundredths. Half a nat means other weights or other inputs on one side: pushes that
    garble, pictures that are lost, a stale cache. That is a fault from the first update on."""
    zero_variance: Rail | None = Rail(alarm=0.95, stop=None)
    """Share of groups whose episodes all return the same. Nearly all: updates teach nothing, tasks are too hard or
    mastered. Nothing is destroyed by it, and few groups may agree by chance, so it does not stop a run."""
    invalid_replies: Rail | None = Rail(alarm=0.25, stop=0.6, patience=3)
    """Share of turns. After SFT it is 0 to 0.07, depending on temperature."""
    repeated_characters: Rail | None = Rail(alarm=0.05, stop=0.3, patience=3)
    """Share of turns whose reply runs into one character or word (`train.replies`)."""
    entropy: LowRail | None = LowRail(alarm=0.01, stop=0.001, patience=5)
    """Mean over sampled tokens, nats. A format in JSON is sure of most tokens: 0.05 to 0.5 is usual here. At 0.001 all
    episodes of a group are one and the same, and no group can teach a way back."""
    clip_ratio: Rail | None = Rail(alarm=0.5, stop=0.9, patience=5, from_start=True)
    """Share of tokens whose ratio is clipped. GSPO's narrow range clips 0.15 in a healthy run (arXiv 2507.18071, 5.2);
    0.9 means that updates leave the region in which the ratio says anything."""
    infra_error: Rail | None = Rail(alarm=0.1, stop=0.5, patience=3, from_start=True)
    """Share of episodes. They leave the loss, so what is left may be the easy ones."""
    kl: Rail | None = Rail(alarm=1.0, stop=10.0, patience=3, from_start=True)
    """From the reference, nats a token; there is one only with `beta` above 0. It is 0 at the start."""
    nonfinite: Rail | None = Rail(alarm=1, stop=1, patience=1, from_start=True)
    """How many of loss and gradient norm are no finite numbers. The update has already spoilt the weights. With fp16,
    whose loss scaler skips such updates, give it more patience."""

    @classmethod
    def of(cls, raw: Mapping[str, Any]) -> Rails:
        """The mapping of a configuration file, checked; SettingsError names rail, key and value, or lists the known."""
        return check_settings(dict(raw), cls, "rails")

    @property
    def chosen(self) -> dict[str, Rail]:
        """The rails that are on, by name."""
        return {name: rail for name, rail in self if rail is not None}

    def watch(self, output_dir: str | Path) -> CollapseGuard:
        """The trainer's callback, to stand before those that write metrics; `output_dir` is where checkpoints lie."""
        return CollapseGuard(self.chosen, output_dir)

    @model_validator(mode="before")
    @classmethod
    def _over_defaults(cls, raw: Any) -> Any:
        if not isinstance(raw, Mapping):
            return raw
        made = dict(raw)
        for name, keys in raw.items():
            field = cls.model_fields.get(name)
            if field is not None and isinstance(keys, Mapping):
                made[name] = {**field.default.model_dump(), **keys}
        return made
