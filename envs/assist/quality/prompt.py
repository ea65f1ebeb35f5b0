"""What a model judge is told: the rubric once, and for each message what the log says around it, in words.

The system prompt has a version, raised by hand when it is changed on purpose, and the hash of its text, which changes
by itself: judgements are kept apart by both.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from envs.assist.action import Action
from envs.assist.errors import ErrorFacts
from envs.assist.log import Entry, EntryKind, Log
from envs.assist.quality.conciseness import MOST_ACTIONS, MOST_WORDS
from envs.assist.quality.fold import QualityFold
from envs.assist.quality.rubric import TEXTS
from envs.assist.quality.situation import LATELY, PENDING_FOR, Pending, Sent, Situation
from envs.assist.questions import truth

PROMPT_VERSION = 1
MOST_EVENTS = 15
"""Events that are told before a message, and after it."""

SYSTEM = "\n".join(
    [
        "You judge single messages of an assistant that watches a person at a task and helps by speaking. You are",
        "told the task, what is true when the message is sent, what happened before, and what followed. Judge the",
        "message by what is known when it is sent; use what followed only to see whether advice could be carried out",
        "and helped. Time is in ticks.",
        "",
        "Items, each with what it takes to pass:",
        *(f"- {item.value}: {text}" for item, text in TEXTS.items()),
        "",
        'Verdicts: "pass"; "fail"; "not_applicable" when the message has nothing that the item is about (T1: no',
        'claim; T2: names nothing; S2: nothing of the person is open; H1 and H2: no advice); "undecided" only when',
        "what you are told does not settle it.",
        f"For C1: the person likes {', '.join(f'{most} words at most ({wish})' for wish, most in MOST_WORDS.items())};",
        f"{MOST_ACTIONS} actions at most; what was said in the {LATELY} ticks before is repeated only when the person",
        "has asked, doubted, objected or not listened since.",
        "",
        "Reply with one JSON object and nothing else. Its keys are exactly the items, and each value is an object with",
        'exactly the keys "verdict" and "reason" (one short sentence), such as',
        '{"T1": {"verdict": "pass", "reason": "The rice is done, as it says."}, "T2": ..., "C1": ...}',
    ]
)
PROMPT_HASH = hashlib.sha256(SYSTEM.encode()).hexdigest()[:16]

SHOWN = frozenset(EntryKind) - {
    EntryKind.START,
    EntryKind.BEGAN,
    EntryKind.HEARD,
    EntryKind.ASKED,
    EntryKind.REQUESTED,
    EntryKind.VOID,
}
"""Kinds of entries that are told as events; the others repeat what these say, or are of the harness alone."""
DEEDS = {
    EntryKind.BEGAN: "begins",
    EntryKind.DID: "has done",
    EntryKind.DROPPED: "gives up",
    EntryKind.REFUSED: "tries in vain",
}


def briefings(log: Log) -> list[tuple[Sent, str]]:
    """Every message of a log with what a judge is told of it. Which words of the person are open still, rules tell."""
    fold = QualityFold()
    found: list[tuple[Sent, str]] = []
    for index, entry in enumerate(log.entries):
        waiting = fold.situation.pending() if entry.kind == EntryKind.SENT else []
        fold.add(entry)
        if entry.kind == EntryKind.SENT:
            told = _Told(log.entries[:index], log.entries[index + 1 :], waiting)
            found.append((fold.situation.sent[-1], _briefing(fold.situation, told)))
    return found


@dataclass(frozen=True)
class _Told:
    """Entries before and after a message, and the person's words that wait when it is sent."""

    before: list[Entry]
    after: list[Entry]
    waiting: list[Pending]


def _briefing(situation: Situation, told: _Told) -> str:
    sent, log = situation.sent[-1], situation.log
    earlier = [_event(entry, situation) for entry in told.before if entry.kind in SHOWN]
    later = [
        _event(entry, situation)
        for entry in told.after
        if (entry.kind in SHOWN or entry.kind == EntryKind.BEGAN) and entry.tick <= sent.arrives + PENDING_FOR
    ]
    done = "; ".join(f"{situation.says(deed.action)} (tick {deed.tick})" for deed in situation.done)
    waiting = [each for each in told.waiting if each.tick >= sent.tick - PENDING_FOR]
    sections = [
        ("Clock", [f"tick {sent.tick} of {log.start['deadline']}; the message arrives at tick {sent.arrives}"]),
        ("Guidance this person likes", [situation.persona.interruption]),
        ("Task", [situation.sheet["text"], *situation.sheet["parts"].values()]),
        ("Goal conditions that hold", [", ".join(sorted(log.met)) or "none"]),
        ("Things and places of this world", [", ".join(situation.name(thing) for thing in situation.names)]),
        ("True now", _facts(situation)),
        ("The person is doing", [situation.says(log.doing) if log.doing else "nothing"]),
        ("Done so far", [done or "nothing"]),
        ("Errors under way or not yet repaired", [_error(error, situation) for error in situation.errors.values()]),
        ("Open words of the person", [_open(each, situation) for each in waiting]),
        ("What happened before", earlier[-MOST_EVENTS:]),
        ("THE MESSAGE", [sent.text]),
        ("What followed", later[:MOST_EVENTS]),
    ]
    return "\n".join(
        line for title, lines in sections for line in (f"{title}:", *(f"- {x}" for x in lines or ["none"]))
    )


def _facts(situation: Situation) -> list[str]:
    """Facts of the task's things, of what the message names, of the person and of what is around them."""
    heard = situation.sent[-1].heard_as
    near = {"person", *situation.task_things, *heard.things, *(act.target for act in heard.acts)}
    near |= {place for thing in tuple(near) for place in situation.whereabouts(thing)}
    facts = sorted(situation.log.facts.items())
    return [f"{situation.name(t)}: {prop} = {situation.name(value)}" for (t, prop), value in facts if t in near]


def _error(error: ErrorFacts, situation: Situation) -> str:
    def listed(actions: Iterable[Action]) -> str:
        return ", ".join(map(situation.says, actions)) or "none named"

    wrong = ", ".join(map(situation.name, error.wrong)) or "none named"
    return f"{error.kind}: does {listed(error.actions)}; wrong things: {wrong}; right instead: {listed(error.remedy)}"


def _open(pending: Pending, situation: Situation) -> str:
    words = f'tick {pending.tick}, {pending.act.value}: "{pending.text}"'
    if pending.asked is None:
        return words
    right = truth(pending.asked["kind"], pending.asked["about"], situation.log)
    if right.thing is not None:
        answer = situation.name(right.thing)
    elif right.number is not None:
        answer = f"{right.number}" + (f", give or take {right.tolerance}" if right.tolerance else "")
    else:
        answer = "yes" if right.yes else "no, it was not or is not so"
    return f"{words} (right answer: {answer})"


def _event(entry: Entry, situation: Situation) -> str:
    data, kind = entry.data, entry.kind
    if kind == EntryKind.SAID:
        told = f'the person says ({data["act"]}): "{data["text"]}"'
    elif kind == EntryKind.SENT:
        told = f'the assistant says: "{data["text"]}"'
    elif kind == EntryKind.CHANGED:
        told = "; ".join(
            f"{situation.name(thing)}: {prop} = {'nothing' if value is None else situation.name(value)}"
            for thing, prop, value in data["facts"]
        )
    elif "action" in data:
        why = f" ({data['why']})" if "why" in data else ""
        told = f"the person {DEEDS[kind]}: {situation.says(Action.from_json(data['action']))}{why}"
    elif kind in (EntryKind.MET, EntryKind.UNMET):
        told = f"goal condition {kind.value}: {data['condition']}"
    elif kind == EntryKind.CHANGED_PLAN:
        told = "the task changes to: " + data["sheet"]["text"]
    elif "event" in data:
        told = f"an error is {kind.value}" if kind != EntryKind.DEVIATING else "the person goes astray"
    else:
        told = f"the task is {kind.value}" if kind == EntryKind.FULFILLED else "the episode ends"
    return f"tick {entry.tick}: {told}"
