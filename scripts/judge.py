"""Judge the interaction quality of saved episodes of the assist worlds, by rules and by a model (IVG Table 21).

    python scripts/judge.py EPISODES.jsonl [--output FILE.json]
    python scripts/judge.py EPISODES.jsonl --endpoint URL --served-model NAME [--cache DIR] [--output FILE.json]

Printed are the quality columns of Table 2 with 95% intervals, and with an endpoint (OpenAI-compatible, URL ending in
/v1) also the model's and how far the two judges agree, item by item. User intent uptake is of the person's utterances,
and by rules alone. With --cache, what was judged once is not sent again. --output holds every verdict with its reason.
Bad input, or a server that fails, gives one error line and exit 2.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from envs.assist.log import EntryKind, Log
from envs.assist.quality.agreement import Agreement, agreement
from envs.assist.quality.model_judge import JudgeSettings, ModelJudge
from envs.assist.quality.ratios import QUALITY_RATES, ratios_of
from envs.assist.quality.rubric import MessageVerdict
from envs.assist.quality.rule_judge import RuleJudge
from envs.assist.quality.uptake import IntentVerdict
from envs.environment import InfraError
from envs.episode import Episode, EpisodeError, Outcome, load_episodes
from envs.metrics import Rate, pooled
from envs.settings import SettingsError, check_settings


@dataclass
class Judged:
    """One episode: its messages by rules and, where a model was asked, by the model."""

    task: str
    log: Log
    rules: list[MessageVerdict]
    intents: tuple[IntentVerdict, ...]
    model: list[MessageVerdict] = field(default_factory=list)


def arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("episodes", type=Path, metavar="EPISODES.jsonl", help="saved episodes")
    parser.add_argument("--endpoint", metavar="URL", help="an OpenAI-compatible server, ending in /v1")
    parser.add_argument("--served-model", metavar="NAME", help="the judge's name on that server")
    parser.add_argument("--cache", metavar="DIR", help="where the model's verdicts are kept")
    parser.add_argument("--output", type=Path, metavar="FILE.json", help="numbers and verdicts, as JSON")
    options = parser.parse_args(argv)
    if (options.endpoint is None) != (options.served_model is None):
        parser.error("--endpoint and --served-model go together")
    if options.cache is not None and options.endpoint is None:
        parser.error("--cache needs --endpoint")
    return options


def judged_by_rules(path: Path) -> tuple[list[Judged], int]:
    """Every episode of the file that counts, and how many do not: unended, the simulator's fault, or without a log."""
    read = list(load_episodes(path))
    ended = [episode for episode in read if episode.outcome not in (None, Outcome.INFRA_ERROR)]
    found = [judged for episode in ended if (judged := _by_rules(path, episode)) is not None]
    if not found:
        raise EpisodeError(f"{path}: no ended episode of an assist world")
    return found, len(read) - len(found)


def _by_rules(path: Path, episode: Episode) -> Judged | None:
    """The episode judged; None where it has no event log."""
    try:
        log = Log.of(episode)
        if not log.of_kind(EntryKind.START):
            return None
        rules, intents = RuleJudge().judge_all(log.entries)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        raise EpisodeError(f"{path}: task {episode.task.id}: not an event log: {error!r}") from error
    return Judged(episode.task.id, log, rules, intents)


def judge(options: argparse.Namespace, console: Console) -> None:
    """Judge, print, and write what was asked for."""
    episodes, left_out = judged_by_rules(options.episodes)
    columns = {"rules": pooled([ratios_of(each.rules, each.intents) for each in episodes])}
    agreed: list[Agreement] = []
    report: dict[str, Any] = {"episodes": len(episodes), "left_out": left_out}
    if options.endpoint is not None:
        plain = {"endpoint": options.endpoint, "model": options.served_model, "cache": options.cache}
        settings = check_settings(plain, JudgeSettings, "--endpoint, --served-model, --cache")
        model = ModelJudge(settings)
        for each in episodes:
            each.model = model.judge(each.log)
        columns["model"] = pooled([ratios_of(each.model, ()) for each in episodes])
        pairs = [pair for each in episodes for pair in zip(each.rules, each.model, strict=True)]
        agreed = agreement(pairs)
        report["requests"] = {"sent": model.asked, "refused": model.refused, "from_cache": model.kept}
    messages = sum(len(each.rules) for each in episodes)
    console.print(_quality(f"{messages} messages of {len(episodes)} episodes of {options.episodes}", columns))
    if left_out:
        console.print(f"{left_out} that never ended, ended in infra_error, or have no event log are left out")
    if options.endpoint is not None:
        console.print(_agreement(agreed))
        console.print(
            "{sent} requests, {refused} replies refused, {from_cache} from the cache".format(**report["requests"])
        )
    report |= {name: {key: asdict(rate) for key, rate in column.items()} for name, column in columns.items()}
    report["agreement"] = [each.to_json() for each in agreed]
    report["verdicts"] = [_verdicts(each) for each in episodes]
    if options.output:
        options.output.parent.mkdir(parents=True, exist_ok=True)
        options.output.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
        console.print(f"written: {options.output}", soft_wrap=True)


def _verdicts(judged: Judged) -> dict[str, Any]:
    return {
        "task": judged.task,
        "rules": [verdict.to_json() for verdict in judged.rules],
        "model": [verdict.to_json() for verdict in judged.model],
        "intents": [asdict(intent) for intent in judged.intents],
    }


def _quality(title: str, columns: Mapping[str, Mapping[str, Rate]]) -> Table:
    table = Table(title=title, title_justify="left")
    table.add_column("%")
    for name in columns:
        for head in (name, "95%", "of"):
            table.add_column(head, justify="right")
    for metric, label in QUALITY_RATES.items():
        table.add_row(label, *(cell for column in columns.values() for cell in _cells(column[metric])))
    return table


def _cells(rate: Rate) -> tuple[str, str, str]:
    if rate.value is None:
        return "-", "", "0"
    interval = "" if rate.low is None or rate.high is None else f"{100 * rate.low:.1f} to {100 * rate.high:.1f}"
    return f"{100 * rate.value:.1f}", interval, str(rate.count)


def _agreement(rows: Sequence[Agreement]) -> Table:
    table = Table(title="agreement of rules and model", title_justify="left")
    for head in ("", "applies", "both decided", "equal", "share", "kappa", "undecided: rules", "model"):
        table.add_column(head, justify="right" if head else "left")
    for row in rows:
        share, kappa = ("-" if number is None else f"{number:.3f}" for number in (row.share, row.kappa))
        table.add_row(row.name, *map(str, (row.applies, row.both, row.equal, share, kappa, *row.undecided)))
    return table


def main(argv: Sequence[str] | None = None) -> int:
    """The command; returns its exit status: 0, or 2 for bad input or a server that fails."""
    options = arguments(argv)
    try:
        judge(options, Console(width=None if sys.stdout.isatty() else 140))
    except (SettingsError, EpisodeError, InfraError, OSError) as error:
        print("error: " + " ".join(str(error).split()), file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
