"""Verdicts as a log grows: each message is judged the moment it is sent, by what is decidable then.

T1, T2, S1, S2 and C1 are mostly decided at once, H1 and H2 mostly not: those wait for `RuleJudge`, which is this fold
and hindsight. A verdict that is decided here is the same in the whole log, so a reward may use it step by step.
"""

from __future__ import annotations

from envs.assist.log import Entry, EntryKind
from envs.assist.quality import actionable, factual, relevance
from envs.assist.quality.conciseness import concise
from envs.assist.quality.hindsight import Case
from envs.assist.quality.rubric import Item, MessageVerdict, Verdict, all_of
from envs.assist.quality.situation import LATELY, Situation
from envs.assist.quality.uptake import IntentVerdict, intents, takes_up


class QualityFold:
    """Fed a log's entries in order, START first; one fold for one episode. verdicts, cases: of all messages so far."""

    def __init__(self) -> None:
        self.situation = Situation()
        self.verdicts: list[MessageVerdict] = []
        self.cases: list[Case] = []

    def add(self, entry: Entry) -> tuple[MessageVerdict, ...]:
        """One more entry; the verdict on the message that it sends, if it sends one."""
        self.situation.add(entry)
        if entry.kind != EntryKind.SENT:
            return ()
        verdict = self._judge()
        self.verdicts.append(verdict)
        return (verdict,)

    def intents(self) -> tuple[IntentVerdict, ...]:
        """The person's intents so far, and whether they were taken up."""
        return intents(self.situation)

    def _judge(self) -> MessageVerdict:
        situation = self.situation
        sent = situation.sent[-1]
        pending = [(each, takes_up(each, sent.heard_as, situation)) for each in situation.pending()]
        exists, belongs = factual.existing(sent, situation), factual.belonging(sent, situation)
        items = {
            Item.T1: factual.truthful(sent, situation),
            Item.T2: all_of([exists, *(judged for _, judged in belongs)], "names nothing"),
            Item.S1: relevance.relevant(sent, pending, situation),
            Item.S2: relevance.met(sent, pending, situation),
            Item.H1: actionable.startable(sent, situation),
            Item.H2: actionable.advancing(sent, pending, situation),
            Item.C1: concise(sent, situation),
        }
        self.cases.append(Case(len(situation.log.entries) - 1, sent, exists, belongs))
        for each, judged in pending:
            if judged.verdict == Verdict.PASS:
                each.taken_up = (sent.number, sent.arrives)
            elif judged.verdict == Verdict.UNDECIDED:
                each.unclear |= sent.arrives <= each.tick + LATELY
        return MessageVerdict(sent.number, sent.tick, sent.text, items)
