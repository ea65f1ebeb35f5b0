"""The quality of single messages, by rules and by a model (IVG Table 21)."""

from envs.assist.quality.fold import QualityFold
from envs.assist.quality.ratios import QUALITY_RATES, quality_ratios
from envs.assist.quality.rubric import Category, Item, Judgement, MessageVerdict, Verdict
from envs.assist.quality.rule_judge import RuleJudge

__all__ = [
    "QUALITY_RATES",
    "Category",
    "Item",
    "Judgement",
    "MessageVerdict",
    "QualityFold",
    "RuleJudge",
    "Verdict",
    "quality_ratios",
]
