"""Interaction quality as ratios of one episode, for the assist worlds' metrics (the quality columns of IVG Table 2)."""

from __future__ import annotations

from collections.abc import Iterable

from envs.assist.log import Log
from envs.assist.quality.rubric import DECIDED, Category, Item, MessageVerdict, Verdict
from envs.assist.quality.rule_judge import RuleJudge
from envs.assist.quality.uptake import IntentVerdict
from envs.episode import Episode
from envs.metric_set import Ratios

QUALITY_RATES: dict[str, str] = {
    "quality_factual": "factual grounding",
    "quality_situational": "situational relevance",
    "quality_actionable": "actionable guidance",
    "quality_intent": "user intent uptake",
    "quality_concise": "guidance conciseness",
    "quality_overall": "overall quality",
    "quality_undecided": "undecided by rules",
}
"""Metric -> the column's name. All are shares, 0 to 1."""


def quality_ratios(episode: Episode) -> Ratios:
    """Every quality metric of one episode, judged by rules; (0, 0) where nothing was to be judged.

    Categories: passed over decided. quality_intent: intents taken up over intents. quality_overall: sum of scores over
    messages that have one. quality_undecided: undecided items over items that apply, of the seven.
    """
    return ratios_of(*RuleJudge().judge_all(Log.of(episode).entries))


def ratios_of(verdicts: Iterable[MessageVerdict], intents: Iterable[IntentVerdict]) -> Ratios:
    """The same of verdicts, whoever gave them."""
    verdicts = list(verdicts)
    found: Ratios = {f"quality_{each.value}": _share(v.category(each) for v in verdicts) for each in Category}
    found["quality_intent"] = _share(intent.judgement.verdict for intent in intents)
    scores = [score for verdict in verdicts if (score := verdict.overall) is not None]
    found["quality_overall"] = (float(sum(scores)), float(len(scores)))
    applying = [v.items[item].verdict for v in verdicts for item in Item]
    applying = [verdict for verdict in applying if verdict != Verdict.NOT_APPLICABLE]
    found["quality_undecided"] = (float(applying.count(Verdict.UNDECIDED)), float(len(applying)))
    return {name: found[name] for name in QUALITY_RATES}


def _share(verdicts: Iterable[Verdict]) -> tuple[float, float]:
    decided = [verdict for verdict in verdicts if verdict in DECIDED]
    return float(decided.count(Verdict.PASS)), float(len(decided))
