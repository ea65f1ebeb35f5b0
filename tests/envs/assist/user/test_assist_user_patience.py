"""Talk that is not needed wears the person out, the sooner the less they like to be interrupted."""

from __future__ import annotations

from typing import get_args

import pytest

from envs.assist.grounding.act import Act, ActKind
from envs.assist.harness import Harness
from envs.assist.log import EntryKind, Response
from envs.assist.persona import Interruption, Persona
from envs.assist.user import RuleBasedUser
from envs.assist.user.patience import DEAF, WINDOW, Patience
from tests.envs.assist.errand import play_errand

SEEDS = range(10)
LIKINGS = get_args(Interruption)


def run(interruption: Interruption, seed: int, every: int, act: Act) -> Harness:
    """An episode in which the assistant says the same every few ticks."""
    who = Persona(skill="high", interruption=interruption)
    spoken: list[int] = []

    def talk(harness: Harness) -> list[Act]:
        if spoken and harness.tick < spoken[-1] + every:
            return []
        spoken.append(harness.tick)
        return [act]

    return play_errand(RuleBasedUser(who, seed), who, talk=talk, seed=seed)


def counted(harness: Harness, response: Response) -> int:
    return sum(entry.data["response"] == response for entry in harness.log.of_kind(EntryKind.HEARD))


@pytest.mark.parametrize("act", [Act(ActKind.PRAISE), Act(ActKind.ADVISE, verb="add", target="milk")])
def test_chatter_and_nagging_are_ignored_the_more_the_less_interruption_is_wanted(act):
    ignored = {liking: sum(counted(run(liking, s, 3, act), Response.IGNORE) for s in SEEDS) for liking in LIKINGS}
    assert ignored["necessary_only"] > ignored["moderate"] > ignored["step_by_step"] == 0


def test_an_annoyed_person_complains_once():
    for seed in SEEDS:
        said = [e.data["act"] for e in run("necessary_only", seed, 3, Act(ActKind.PRAISE)).log.of_kind(EntryKind.SAID)]
        assert said.count("complain") == 1


def test_few_words_annoy_nobody():
    for liking in LIKINGS:
        assert not any(counted(run(liking, seed, 25, Act(ActKind.PRAISE)), Response.ANNOYED) for seed in SEEDS)


@pytest.mark.parametrize("interruption", LIKINGS)
def test_patience_bears_what_the_persona_says_per_window(interruption):
    who = Persona(interruption=interruption)
    patience = Patience(who)
    borne = [patience.spend(tick) for tick in range(int(who.bears) + 2)]
    assert borne == [None] * int(who.bears) + [Response.ANNOYED, Response.IGNORE]
    assert patience.spend(WINDOW + DEAF + int(who.bears) + 2) is None


def test_even_needed_words_can_be_missed_while_annoyed_and_only_then():
    missed = {}
    for liking in LIKINGS:
        missed[liking] = 0
        for seed in range(40):
            who = RuleBasedUser(Persona(skill="high", trust="high", interruption=liking), seed)
            chatter = [[Act(ActKind.PRAISE, text=str(n))] for n in range(8)]
            messages = [*chatter, [Act(ActKind.ADVISE, verb="pick", target="milk")]]
            harness = play_errand(who, who.persona, talk=lambda harness, left=messages: left.pop(0) if left else [])
            heard = harness.log.of_kind(EntryKind.HEARD)
            missed[liking] += heard[-1].data["response"] == "ignore"
    assert missed["step_by_step"] == missed["moderate"] == 0 < missed["necessary_only"] < 40
