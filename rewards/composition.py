"""A RewardSet: terms with weights, read from YAML; scores steps as they happen and saved episodes alike.

    terms:
      goal: {weight: 1.0, success_bonus: 1.0}
      step_cost: {weight: 0.01}
      late: {term: step_cost, weight: 0.02} # under a name of its own; without `term` the name is the term's

One set follows one episode at a time; episodes that run side by side take a `copy` each. A step that ended in
`infra_error` scores 0 under every term: the simulator's fault is nobody's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from envs.episode import Episode, Outcome, Step, Task
from envs.settings import Settings, SettingsError, check_settings, read_yaml
from rewards.term import RewardTerm, find


class RewardSet:
    """Terms by name, in the file's order. aliases: the term's own name, for those that go by another."""

    def __init__(self, terms: Mapping[str, RewardTerm], aliases: Mapping[str, str] | None = None) -> None:
        self._terms, self._aliases = dict(terms), dict(aliases or {})

    @property
    def names(self) -> tuple[str, ...]:
        """The terms' names; every scored step logs each of them."""
        return tuple(self._terms)

    def describe(self) -> dict[str, Any]:
        """The resolved settings, defaults included, for run folders and manifests."""
        named = {name: {"term": term} for name, term in self._aliases.items()}
        return {"terms": {n: {**named.get(n, {}), **term.settings.model_dump()} for n, term in self._terms.items()}}

    def copy(self) -> RewardSet:
        """A set of the same settings that follows an episode of its own."""
        return RewardSet({name: type(term)(term.settings) for name, term in self._terms.items()}, self._aliases)

    def start(self, task: Task) -> None:
        """The next step scored is the task's first. SettingsError for a task that a term cannot score."""
        for term in self._terms.values():
            term.start(task)

    def score(self, step: Step) -> dict[str, float]:
        """Term name -> weighted value of this step."""
        if step.outcome == Outcome.INFRA_ERROR:
            return dict.fromkeys(self._terms, 0.0)
        # `+ 0.0` turns -0.0 into 0.0, so that a free step reads the same in every log.
        return {name: term.settings.weight * term.score(step) + 0.0 for name, term in self._terms.items()}

    def rescore(self, episode: Episode) -> Episode:
        """The episode with its turns' rewards by this set, equal to live scoring. Leaves `self` untouched."""
        fresh = self.copy()
        fresh.start(episode.task)
        return replace(episode, turns=tuple(replace(turn, rewards=fresh.score(turn.step)) for turn in episode.turns))


class _File(Settings):
    terms: dict[str, dict[str, Any] | None]


def load_rewards(path: str | Path) -> RewardSet:
    """Read a composition from YAML; SettingsError names file, field and value."""
    return build_rewards(read_yaml(path), str(path))


def build_rewards(raw: Mapping[str, Any], where: str = "rewards") -> RewardSet:
    """A composition from plain data; `where` opens every error."""
    file = check_settings(raw, _File, where)
    if not file.terms:
        raise SettingsError(f"{where}: terms: empty; a reward of no term teaches nothing")
    built: dict[str, RewardTerm] = {}
    aliases: dict[str, str] = {}
    for name, settings in file.terms.items():
        settings = dict(settings or {})
        if "term" in settings:
            aliases[name] = settings.pop("term")
            if not isinstance(aliases[name], str):
                raise SettingsError(f"{where}: terms.{name}: term: expected a term's name (got {aliases[name]!r})")
            term = find(aliases[name], f"{where}: terms.{name}: term")
        else:
            term = find(name, f"{where}: terms")
        built[name] = term(check_settings(settings, term.settings, f"{where}: terms.{name}"))
    return RewardSet(built, aliases)
