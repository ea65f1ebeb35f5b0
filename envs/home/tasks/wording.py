"""The sentences of instructions: orders, requests, wishes, questions and remarks, filled in with words for things.

A template's field is a name, capitalised at the start of a sentence. `it`, `is` and `goes` follow the number of the
first thing named, `other_it` that of the second.
"""

from __future__ import annotations

import random
import re

from envs.home.tasks.refer import is_plural

MOVE = (
    "Take {thing} {out_of} and put {it} {into}.",
    "Bring {thing} from where {it_is}, {at}, and leave {it} {there}.",
    "Please move {thing} that you find {at}: put {it} {into}.",
    "Could you take {thing} {out_of} and put {it} {into}, please?",
    "Would you mind putting {thing} {into}? You will find {it} {at}.",
    "I would like to have {thing} {there}. {It} {is} {at} now.",
    "I want {thing} {there}, not {at}.",
    "{Thing} {is} still {at}. Can you put {it} {into}?",
    "{Thing}, now {at}, {goes} {into}.",
    "Why {is} {thing} {at}? Please put {it} {into}.",
)
"""One thing from a source to a destination. out_of, at: the source; into, there: the destination."""

TOGETHER = (
    "Take {thing} and {other} {out_of} and put both {into}.",
    "{Thing} and {other} are {at}. Please put both {into}.",
    "Could you bring {thing} and {other} {out_of} and leave both {there}?",
    "I would like to have {thing} and {other} {there}. Both are {at} now.",
)
"""Two things from one source to one destination."""

APART = (
    "Put {thing} {into}; {it_is} {at}. Then take {other} {other_out_of} and put {other_it} {other_into}.",
    "Two things, please: {thing} {goes} {into}, and {other} {other_into}. Look for the first {at}, for the second "
    "{other_at}.",
    "First take {thing} {out_of} and put {it} {into}. After that, bring {other} {other_out_of} and leave {other_it} "
    "{other_there}.",
    "Could you tidy up a little? {Thing}, now {at}, should be {there}, and {other}, now {other_at}, {other_there}.",
)
"""Two things, each with its own way."""

TURN = (
    "{Do} {which}.",
    "Please {do} {which}.",
    "Could you {do} {which} for me?",
    "I want {which} to be {so}.",
    "{Which} should be {so}. Would you see to that?",
    "Go to {which} and {do} it.",
    "Can you make sure that {which} is {so}?",
)
"""One receptacle. do: open or close; so: open or closed."""

TURN_TWO = (
    "{Do} {which} and {other_do} {other}.",
    "Please {do} {which}, and then {other_do} {other}.",
    "I want {which} to be {so} and {other} {other_so}.",
    "Could you {do} {which} and {other_do} {other}?",
    "Two things: {which} should be {so}, and {other} should be {other_so}.",
)

FETCH = (
    "Take {thing} out of {which}, put {it} {into}, and leave {which_short} closed.",
    "I would like to have {thing} {there}. {It} {is} in {which}, which should be closed in the end.",
    "Could you get {thing} from {which} and put {it} {into}? Close {which_short} behind you.",
    "Please fetch {thing} for me: {it_is} in {which}. Put {it} {into}, and don't leave {which_short} open.",
)
"""Out of a receptacle, which is to be closed in the end."""

STORE = (
    "Put {thing}, which you find {at}, into {which} and close it afterwards.",
    "{Thing} {goes} into {which}. {It} {is} {at} now. Leave {which_short} closed when you are done.",
    "Could you take {thing} {out_of} and put {it} into {which}? Close {which_short} again, please.",
    "I want {thing} in {which}, and {which_short} closed. You find {it} {at}.",
)
"""Into a receptacle, which is to be closed in the end."""

WISH = (
    "Could you put {what} {place}?",
    "Please bring {what} over: put {what_it} {place}.",
    "I need {what}. Put {what_it} {place}, please.",
    "I would like to have {what} {rest}.",
    "Can you find {what} and put {what_it} {place}?",
    "Would you get {what} for me? I want {what_it} {rest}.",
)
"""A wish of which something is unclear. place: after "put it"; rest: after "have it"."""

WISH_FROM = (
    "Could you take {what} {out_of} and put {what_it} {place}?",
    "{What} {what_is} {at}. Please put {what_it} {place}.",
    "I would like to have {what} {rest}. You find {what_it} {at}.",
    "Please move {what} that you find {at}: put {what_it} {place}.",
)
"""The same, of a thing whose place is told."""


def say(templates: tuple[str, ...], rng: random.Random, **words: str) -> str:
    """One of the templates, filled in."""
    words = dict(words)
    for name in ("thing", "other", "what"):
        if name in words:
            many = is_plural(words[name])
            prefix = {"thing": "", "other": "other_", "what": "what_"}[name]
            words.setdefault(f"{prefix}it", "them" if many else "it")
            words.setdefault(f"{prefix}is", "are" if many else "is")
            words.setdefault(f"{prefix}it_is", "they are" if many else "it is")
            words.setdefault(f"{prefix}goes", "go" if many else "goes")
    text = rng.choice(templates)
    # At a sentence's start "it" is its subject, and so "they" for many.
    starts = {name.capitalize(): value[:1].upper() + value[1:] for name, value in words.items()}
    if words.get("it") == "them":
        starts["It"] = "They"
    filled = text.format(**words, **starts)
    return re.sub(r"\s+", " ", filled).strip()
