"""Guidance conciseness: C1 (a column of IVG Table 2, which the paper names and does not define; this is ours).

A message is concise when it has at most as many words as this person likes, advises at most three actions, and repeats
no advice, warning, claim or number of the last LATELY ticks. To repeat is right once the person has, since then, asked,
doubted, objected or asked back, or let the earlier message go by. A message without advice may be concise.
"""

from __future__ import annotations

from envs.assist.grounding.act import Act, ActKind
from envs.assist.log import Response
from envs.assist.persona import Interruption
from envs.assist.quality.rubric import Judgement, failed, passed
from envs.assist.quality.situation import LATELY, Sent, Situation

MOST_WORDS: dict[Interruption, int] = {"necessary_only": 15, "moderate": 25, "step_by_step": 40}
"""Words of a message that a person likes at most, by how much guidance is welcome."""
MOST_ACTIONS = 3
SUBSTANCE = frozenset({ActKind.ADVISE, ActKind.WARN, ActKind.CLAIM, ActKind.NUMBER})
UNHEEDED = frozenset({Response.IGNORE, Response.DOUBT, Response.OBJECT, Response.ASK_BACK})


def concise(sent: Sent, situation: Situation) -> Judgement:
    """C1. `situation.sent` holds the earlier messages, and may hold this one."""
    words, most = len(sent.text.split()), MOST_WORDS[situation.persona.interruption]
    if words > most:
        return failed(f"{words} words where {most} are welcome")
    advised = {act.action for act in sent.heard_as.acts if act.kind == ActKind.ADVISE}
    if len(advised) > MOST_ACTIONS:
        return failed(f"advises {len(advised)} actions at once")
    for earlier in reversed(situation.sent):
        if earlier.number >= sent.number:
            continue
        if earlier.tick < sent.tick - LATELY:
            break
        if _repeats(sent, earlier) and not _invited(earlier, situation):
            return failed(f"repeats message {earlier.number}")
    return passed(f"{words} words")


def _repeats(sent: Sent, earlier: Sent) -> bool:
    if sent.text.lower().split() == earlier.text.lower().split():
        return True
    before = {_gist(act) for act in earlier.heard_as.acts if act.kind in SUBSTANCE}
    return any(_gist(act) in before for act in sent.heard_as.acts if act.kind in SUBSTANCE)


def _gist(act: Act) -> tuple[object, ...]:
    return (act.kind, act.verb, act.target, act.place, act.prop, act.value, act.number, act.negated)


def _invited(earlier: Sent, situation: Situation) -> bool:
    if situation.heard.get(earlier.number) in UNHEEDED:
        return True
    return any(said.tick >= earlier.tick and said.taken_up is None for said in situation.utterances)
