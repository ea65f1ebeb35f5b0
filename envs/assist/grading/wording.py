"""Words for questions about the past and for their answers, over a domain's lexicon.

The answers are the upper bound's: short, true, and with the evidence where it takes few words. Verbs stand in the two
forms that a lexicon has for the past, so "you went to" and "did you go to", never a participle.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from envs.assist.action import Action
from envs.assist.lexicon import Lexicon

if TYPE_CHECKING:
    from envs.assist.grading.truth import Truth

TIMES = {1: "once", 2: "twice"}


def naming(lexicon: Lexicon, *things: str) -> Lexicon:
    """The lexicon with names for things that are not there: their ids, which are their names."""
    strange = {thing: (thing,) for thing in things if thing and thing not in lexicon.things}
    return replace(lexicon, things={**lexicon.things, **strange}) if strange else lexicon


def in_words(lexicon: Lexicon, action: Action, form: Literal["base", "past", "ing"] = "base") -> str:
    """An action in words, also on things that are not there, or with its thing left open ("chop something")."""
    forms = lexicon.verbs.get(action.verb)
    if action.target or action.place or forms is None or forms.takes == "nothing":
        return naming(lexicon, action.target, action.place).say(action, form)
    return f"{getattr(forms, form)[0]} {'somewhere' if forms.takes == 'place' else 'something'}"


def named(lexicon: Lexicon, thing: str, article: bool = True) -> str:
    """A thing as it is spoken of; one that is not there by its name."""
    lexicon = naming(lexicon, thing)
    return lexicon.name(thing) if article else lexicon.things[thing][0]


def is_visit(lexicon: Lexicon, action: Action) -> bool:
    """Whether the action is a walk to a place."""
    forms = lexicon.verbs.get(action.verb)
    return forms is not None and forms.takes == "place"


def is_plural(name: str) -> bool:
    """Whether a name is a plural, as far as its last letters tell."""
    return name.endswith("s") and not name.endswith(("ss", "us"))


def ticks(number: int) -> str:
    """A number of ticks as it is spoken."""
    return "1 tick" if number == 1 else f"{number} ticks"


# -- questions ---------------------------------------------------------------------------------------------------------


def question_words(kind: str, about: Mapping[str, Any], lexicon: Lexicon) -> list[str]:
    """Ways in which a person asks it."""
    if kind == "order":
        first, second = (Action.from_json(about[name]) for name in ("first", "second"))
        base, did, then = in_words(lexicon, first), in_words(lexicon, first, "past"), in_words(lexicon, second, "past")
        return [
            f"Did I {base} before I {then}?",
            f"I {did} before I {then}, didn't I?",
            f"Was it before I {then} that I {did}?",
        ]
    if kind == "duration":
        return _of_duration(about, lexicon)
    if "since" in about:
        return [
            "How long has it been since I started?",
            "How long ago did I start?",
            "How much time has gone by since I started?",
        ]
    if kind == "recall" and "thing" in about:
        name = named(lexicon, about["thing"], article=False)
        are = "Are" if is_plural(name) else "Is"
        return [f"{are} there any {name} here?", f"Do I have any {name}?", f"{are} there {name} anywhere?"]
    action = Action.from_json(about["action"])
    base, did = in_words(lexicon, action), in_words(lexicon, action, "past")
    if kind == "count":
        asked = [f"How many times did I {base}?", f"How often did I {base} so far?"]
        if is_visit(lexicon, action) and (action.target or action.place):
            asked.append(f"How many times have I been to {named(lexicon, action.target or action.place)}?")
        return asked
    if kind == "elapsed":
        return [
            f"How long ago did I {base}?",
            f"How long has it been since I {did}?",
            f"How many ticks ago did I {base}?",
        ]
    return [f"Did I already {base}?", f"I {did} already, didn't I?", f"Do you remember whether I {did}?"]


def _of_duration(about: Mapping[str, Any], lexicon: Lexicon) -> list[str]:
    if about["of"] == "longest":
        return ["Which has been on the heat longest?", "What has been on the heat for the longest time?"]
    name = named(lexicon, about["thing"])
    if about["of"] == "cooked":
        return [f"How long did {name} cook?", f"How long did {name} take to cook?"]
    has = "have" if is_plural(name) else "has"
    return [f"How long {has} {name} been cooking?", f"For how long {has} {name} been on the heat?"]


# -- answers -----------------------------------------------------------------------------------------------------------


def answer_words(truth: Truth, lexicon: Lexicon) -> list[str]:
    """Ways in which a good assistant answers."""
    about = truth.about
    if truth.kind == "order":
        return _order_answer(truth, lexicon)
    if truth.kind == "duration":
        return _duration_answer(truth, lexicon)
    if "since" in about:
        said = ticks(truth.number or 0)
        return [f"You started {said} ago.", f"It has been {said}.", f"About {said}."]
    if truth.kind == "recall" and "thing" in about:
        name = named(lexicon, about["thing"], article=False)
        are = "are" if is_plural(name) else "is"
        if truth.yes:
            return [f"Yes, there {are} {name}.", f"Yes, there {are}."]
        return [f"No, there {are} no {name} here.", f"No, I see no {name}."]
    action = Action.from_json(about["action"])
    base, did = in_words(lexicon, action), in_words(lexicon, action, "past")
    if truth.yes is True:
        return [f"Yes, you {did}.", f"Yes, you already {did}."]
    if truth.yes is False or truth.number == 0:
        return [f"No, you did not {base} yet.", f"No, you did not {base}.", "No, not yet."]
    number = truth.number or 0
    if truth.kind == "count":
        often = f"{number} times" if number > 1 else "once"
        short = TIMES.get(number, often)
        return [f"You {did} {often}.", f"{short.capitalize()}.", f"So far {short}."]
    return [f"You {did} about {ticks(number)} ago.", f"About {ticks(number)} ago.", f"That was {ticks(number)} ago."]


def _order_answer(truth: Truth, lexicon: Lexicon) -> list[str]:
    first, second = (Action.from_json(truth.about[name]) for name in ("first", "second"))
    if truth.undone is not None:
        return [
            f"No, you did not {in_words(lexicon, truth.undone)} yet.",
            "No, that is not so: one is still to be done.",
        ]
    if truth.yes:
        return ["Yes, you did.", "Yes, in that order.", f"Yes, {in_words(lexicon, first, 'ing')} came first."]
    return [
        f"No, {in_words(lexicon, second, 'ing')} came first.",
        "No, it was the other way round.",
        "No, you did not.",
    ]


def _duration_answer(truth: Truth, lexicon: Lexicon) -> list[str]:
    of = truth.about["of"]
    if of == "longest" and truth.thing is None:
        return ["No, there is nothing on the heat.", "No, nothing is on the heat now."]
    name = named(lexicon, truth.thing or truth.about["thing"])
    subject = f"{name[0].upper()}{name[1:]}"
    has, are = ("have", "are") if is_plural(name) else ("has", "is")
    if of == "longest":
        return [f"{subject}.", f"{subject} {has} been on the heat longest."]
    if truth.number is None:
        state = "done" if of == "cooked" else "cooking"
        return [f"No, {name} {are} not {state}.", f"No, {name} {are} not {state} yet."]
    said = ticks(truth.number)
    if of == "cooked":
        return [f"{subject} cooked for about {said}.", f"About {said}.", f"It took {said}."]
    return [f"{subject} {has} been cooking for about {said}.", f"About {said}.", f"For {said} now."]
