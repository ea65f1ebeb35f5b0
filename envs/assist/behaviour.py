"""How the person behaves: the measures of IVG Table 13 from the event log, and the similarities of Tables 14 and 15.

Each measure is a (numerator, denominator) of one episode; without an eligible observation the denominator is 0, and the
episode's mean leaves the episode out. A reply is an utterance with the message's number. What Table 13 leaves open is
ours: ticks are counted from when a message is heard; uptake is any completed action on a thing that the message names,
in every world, and places are no such things; interruption ignoring is, over heard messages, those that the person lets
pass (response "ignore") and the complaints of too much talk; the two may overlap, as the paper says of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property

from envs.assist.grounding.speech import classify
from envs.assist.log import EntryKind, Log, Response, UserAct

REPLY_WITHIN = 10
UPTAKE_WITHIN = 15
CONTESTS = frozenset((UserAct.OBJECT, UserAct.DOUBT))
"""Utterances that contest what the assistant has said."""
MEASURES: Mapping[str, str] = {
    "utterance_words": "words per utterance",
    "speech_rate": "utterances per 100 ticks",
    "replies": "replies within ten ticks",
    "uptake": "suggestion uptake",
    "disagreement": "disagreement",
    "guidance_requests": "guidance requests",
    "ignoring": "interruption ignoring",
}
"""Measure -> the name of its column. The first two are means, the others shares."""


class _Talk:
    """An episode's talk, as the measures read it."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.said = [entry for entry in log.of_kind(EntryKind.SAID) if entry.data["text"].strip()]
        self.acts = [UserAct(entry.data["act"]) for entry in self.said]
        self.heard = {entry.data["message"]: entry for entry in log.of_kind(EntryKind.HEARD)}

    def share(self, acts: Iterable[UserAct]) -> tuple[int, int]:
        """Utterances of these kinds, of all."""
        wanted = frozenset(acts)
        return sum(act in wanted for act in self.acts), len(self.acts)

    @cached_property
    def replied(self) -> set[int]:
        """Numbers of messages that were replied to in time."""
        found = set[int]()
        for entry in self.said:
            heard = self.heard.get(entry.data.get("reply_to"))
            if heard is not None and entry.tick <= heard.tick + REPLY_WITHIN:
                found.add(heard.data["message"])
        return found

    @cached_property
    def uptake(self) -> tuple[int, int]:
        """Messages that name a thing and were followed by an action on it, of those that name one."""
        places = frozenset(self.log.start.get("places", ()))
        taken = eligible = 0
        for sent in self.log.of_kind(EntryKind.SENT):
            heard = self.heard.get(sent.data["message"])
            things = frozenset(sent.data["heard_as"]["things"]) - places
            if heard is None or not things:
                continue
            eligible += 1
            taken += any(
                heard.tick <= entry.tick <= heard.tick + UPTAKE_WITHIN and entry.data["action"][1] in things
                for entry in self.log.of_kind(EntryKind.DID)
            )
        return taken, eligible


def behaviour(log: Log) -> dict[str, tuple[float, float]]:
    """Every measure's (numerator, denominator) of one episode, by the names of MEASURES."""
    talk = _Talk(log)
    words = sum(len(entry.data["text"].split()) for entry in talk.said)
    spontaneous = sum(entry.data.get("reply_to") is None for entry in talk.said)
    ignored = sum(entry.data["response"] == Response.IGNORE for entry in talk.heard.values())
    complaints, _ = talk.share([UserAct.COMPLAIN])
    return {
        "utterance_words": (words, len(talk.said)),
        "speech_rate": (100 * spontaneous, log.tick),
        "replies": (len(talk.replied), len(talk.heard)),
        "uptake": talk.uptake,
        "disagreement": talk.share(CONTESTS),
        "guidance_requests": talk.share([UserAct.ASK_NEXT]),
        "ignoring": (ignored + complaints, len(talk.heard)),
    }


def episode_means(logs: Iterable[Log]) -> dict[str, float | None]:
    """Mean over episodes of each measure, each episode alike; None where no episode has an eligible observation."""
    found: dict[str, list[float]] = {name: [] for name in MEASURES}
    for log in logs:
        for name, (number, of) in behaviour(log).items():
            if of:
                found[name].append(number / of)
    return {name: sum(values) / len(values) if values else None for name, values in found.items()}


def speech_acts(logs: Iterable[Log]) -> Counter[str]:
    """How often the person does what with words, by the rule-based classifier of Table 15."""
    return Counter(
        classify(entry.data["text"])
        for log in logs
        for entry in log.of_kind(EntryKind.SAID)
        if entry.data["text"].strip()
    )


def similarity(a: float, b: float) -> float:
    """1 - |a - b| / (|a| + |b|), 0 to 1: 1 for equal values, 0 for opposite ones. It gives every row of Table 14, of
    differences between groups as of values.
    """
    size = abs(a) + abs(b)
    return 1 - abs(a - b) / size if size else 1.0


def distribution_similarity(a: Mapping[str, float], b: Mapping[str, float]) -> float:
    """The same for distributions: 1 - sum |a - b| / sum (a + b), our reading of Equation 9. Counts are made shares
    first, so it is the overlap of the two. ValueError for one without a count.
    """
    total_a, total_b = sum(a.values()), sum(b.values())
    if not total_a or not total_b:
        raise ValueError("distribution_similarity: a distribution without a count")
    return sum(min(a.get(name, 0) / total_a, b.get(name, 0) / total_b) for name in {**a, **b})
