"""The paper's ablations as a list of cases, and what each came to (VGEBench 5, appendices C and E).

`cases` names them; `FACTORS` are read off one run under the largest (see `shorter_budget`), which is also the case that
all others are compared with, at the factor that the paper uses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from envs.devices.instructions import STYLES
from envs.episode import Episode
from envs.metrics import Summary, summarize, task_result
from envs.perturbation import Perturbation
from train.evaluation.conditions import Conditions
from train.evaluation.shorter_budget import under_budget

BASE = "base"
FACTOR = 5
"""Of all cases but the curve (VGEBench 4.1)."""
FACTORS = (2, 3, 4, 5, 6, 8)
HISTORIES: tuple[int | None, ...] = (0, 1, 3, 10, None)
JPEG, BLUR, DROPOUT = (50, 20), (1.0, 3.0, 5.0), (0.10, 0.25, 0.40)
KINDS = ("budget", "history", "pictures", "style")


@dataclass(frozen=True)
class Case:
    """One condition. group: the ablation it belongs to; last_turns: of the transcript, where `history` asks for it."""

    name: str
    group: str
    conditions: Conditions = field(default_factory=Conditions)
    last_turns: int | None = None


def cases(kinds: Sequence[str], transcript: bool) -> list[Case]:
    """The cases of some KINDS, the base first. History needs a policy that reads a transcript."""
    at = Conditions(budget_factor=FACTOR)
    found = [Case(BASE, BASE, Conditions(budget_factor=max(FACTORS) if "budget" in kinds else FACTOR))]
    if "history" in kinds and transcript:
        found += [Case(f"history {n}", "history", at, n) for n in HISTORIES if n is not None]
    if "pictures" in kinds:
        worse = [(f"JPEG {q}", Perturbation(jpeg_quality=q)) for q in JPEG]
        worse += [(f"blur {sigma:g}", Perturbation(blur=sigma)) for sigma in BLUR]
        worse += [(f"dropout {share:g}", Perturbation(dropout=share)) for share in DROPOUT]
        found += [Case(name, "pictures", Conditions(budget_factor=FACTOR, pictures=p)) for name, p in worse]
    if "style" in kinds:
        styles = [Conditions(budget_factor=FACTOR, instruction_style=style) for style in STYLES]
        found += [Case(f"style {style.instruction_style}", "style", style) for style in styles]
    return found


def curve(episodes: Sequence[Episode], factors: Sequence[float] = FACTORS) -> dict[float, Summary]:
    """Factor -> summary, all from one run under a factor at least as large as any."""
    return {f: summarize([task_result(under_budget(episode, f)) for episode in episodes]) for f in factors}


def summaries(played: Mapping[str, Sequence[Episode]]) -> dict[str, Summary]:
    """Case -> summary, the base at the paper's factor."""
    cut = {BASE: [under_budget(episode, FACTOR) for episode in played[BASE]]}
    return {name: summarize([task_result(e) for e in cut.get(name, list(played[name]))]) for name in played}
