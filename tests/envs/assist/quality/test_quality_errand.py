"""Whole episodes of a small world with the rule-based person: knowing the plan is judged better than nonsense."""

from __future__ import annotations

import random
from collections.abc import Callable

from envs.assist.action import WAIT
from envs.assist.grounding.act import Act, ActKind
from envs.assist.harness import Harness
from envs.assist.persona import PROFILES
from envs.assist.quality import QualityFold, RuleJudge
from envs.assist.quality.ratios import ratios_of
from envs.assist.user import make_person
from tests.envs.assist.errand import Errand, play_errand

Talk = Callable[[Harness], list[Act]]
NONSENSE = [
    Act(ActKind.ADVISE, verb="put", target="juice", place="shelf"),
    Act(ActKind.ADVISE, verb="pick", target="juice"),
    Act(ActKind.WARN, verb="switch_on", target="kettle"),
    Act(ActKind.CLAIM, target="kettle", prop="state", value="hot"),
    Act(ActKind.CLAIM, target="juice", prop="at", value="counter"),
    Act(ActKind.CLAIM, prop="did", verb="add", target="milk"),
]


def guide(harness: Harness) -> list[Act]:
    """Every twelve ticks the plan's next action that is not under way, and what is so with the fridge."""
    plan = [step.action for step in harness.domain.plan(harness.state, harness.tick)]
    ahead = [action for action in plan if action.verb != WAIT and action != harness.doing]
    if harness.tick % 12 or not ahead:
        return []
    advice = Act(ActKind.ADVISE, verb=ahead[0].verb, target=ahead[0].target, place=ahead[0].place)
    state = "open" if harness.state.open else "closed"
    return [advice, Act(ActKind.CLAIM, target="fridge", prop="open", value=state)]


def babble(seed: int) -> Talk:
    rng = random.Random(seed)
    return lambda harness: [rng.choice(NONSENSE)] if harness.tick % 12 == 0 else []


def played(talk: Callable[[int], Talk]) -> list[Harness]:
    return [
        play_errand(make_person(persona, seed, None), persona, (), talk(seed), seed)
        for seed, persona in enumerate(PROFILES.values())
    ]


def shares(episodes: list[Harness]) -> dict[str, float]:
    """Pooled ratios of the episodes."""
    parts = [ratios_of(*RuleJudge().judge_all(episode.log.entries)) for episode in episodes]
    totals = {name: [sum(part[name][side] for part in parts) for side in (0, 1)] for name in parts[0]}
    return {name: above / below for name, (above, below) in totals.items() if below}


def test_good_guidance_is_judged_far_above_nonsense():
    good, bad = shares(played(lambda seed: guide)), shares(played(babble))
    assert good["quality_factual"] == 1
    for name in ("quality_situational", "quality_actionable"):
        assert good[name] > 0.9
    for name in ("quality_factual", "quality_situational", "quality_actionable", "quality_overall"):
        assert good[name] > bad[name] + 0.2, name
    assert good["quality_undecided"] < 0.1


def test_the_fold_reads_what_the_harness_writes_step_by_step():
    for harness in played(babble):
        fold = QualityFold()
        live = [verdict for entry in harness.log.entries for verdict in fold.add(entry)]
        assert len(live) == len(RuleJudge().judge(harness.log)) > 0
        assert fold.situation.log.facts == Errand().facts(harness.state)
