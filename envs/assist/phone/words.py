"""How a phone's elements, values and verbs are called.

An element goes by its label; where several bear it, by the label and the page: "Tracking in Trailmap". Advice has verbs
of its own (`SPOKEN`), which are no actions of the world: `advice` turns them into taps and swipes.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from envs.assist.lexicon import Lexicon, VerbForms
from envs.assist.phone.dynamics import BACK, DOWN, HOME_KEY, LEFT, RIGHT, TAP, TYPE, UP
from envs.assist.phone.spec import OFF, ON, PAGES
from envs.assist.phone.tree import HOME, Node, Phone, slug

TURN_ON, TURN_OFF, SET, OPEN = "turn_on", "turn_off", "set", "open"
SPOKEN = (TURN_ON, TURN_OFF, SET, OPEN)
"""Verbs of advice alone."""
KEEP_REST_WORDS = "leave everything else as it was"
"""How the sheet calls its last part."""
UNREAL = (
    "Fingerprint unlock",
    "Blue light lamp",
    "Pocket mode",
    "Whistle to find",
    "Handwriting keyboard",
    "Guest profile",
    "Radio",
    "Compass",
)
"""What other phones have; no phone here does."""
VERB_FORMS = {
    TAP: VerbForms(
        ("tap", "tap on", "press", "touch", "click", "click on", "select", "choose", "pick", "hit"),
        ("tapped", "tapped on", "pressed", "touched", "clicked", "selected", "chose", "picked"),
        ("tapping", "tapping on", "pressing", "touching", "clicking", "selecting", "choosing", "picking"),
    ),
    TYPE: VerbForms(("type", "enter", "write", "type in"), ("typed", "entered", "wrote"), ("typing", "entering")),
    UP: VerbForms(
        ("swipe up", "scroll down", "scroll further down"),
        ("swiped up", "scrolled down"),
        ("swiping up", "scrolling down"),
        "nothing",
    ),
    DOWN: VerbForms(
        ("swipe down", "scroll up", "scroll back up"),
        ("swiped down", "scrolled up"),
        ("swiping down", "scrolling up"),
        "nothing",
    ),
    LEFT: VerbForms(
        ("swipe left on", "slide left on", "lower", "decrease", "turn down"),
        ("swiped left on", "lowered", "decreased", "turned down"),
        ("swiping left on", "lowering", "decreasing", "turning down"),
    ),
    RIGHT: VerbForms(
        ("swipe right on", "slide right on", "raise", "increase", "turn up"),
        ("swiped right on", "raised", "increased", "turned up"),
        ("swiping right on", "raising", "increasing", "turning up"),
    ),
    BACK: VerbForms(
        ("go back", "press back", "tap back", "press the back button"),
        ("went back", "pressed back"),
        ("going back", "pressing back"),
        "nothing",
    ),
    HOME_KEY: VerbForms(
        ("press home", "go home", "press the home button", "go to the home screen"),
        ("pressed home", "went home", "went to the home screen"),
        ("pressing home", "going home"),
        "nothing",
    ),
    TURN_ON: VerbForms(
        ("turn on", "switch on", "enable", "activate"),
        ("turned on", "switched on", "enabled"),
        ("turning on", "switching on", "enabling"),
        said=True,
    ),
    TURN_OFF: VerbForms(
        ("turn off", "switch off", "disable", "deactivate", "block"),
        ("turned off", "switched off", "disabled", "blocked"),
        ("turning off", "switching off", "disabling", "blocking"),
        said=True,
    ),
    SET: VerbForms(("set", "change", "put"), ("set", "changed"), ("setting", "changing"), "both", "to", said=True),
    OPEN: VerbForms(
        ("open", "go to", "go into", "go back to"), ("opened", "went to"), ("opening", "going to"), "place", said=True
    ),
}


@lru_cache(maxsize=64)
def lexicon_of(phone: Phone, texts: tuple[str, ...]) -> Lexicon:
    """Names of everything on a phone; `texts`: values of the task, among them what is to be typed (bare ids)."""
    names = {name: _names(phone, node) for name, node in phone.nodes.items() if node.kind != "note"}
    for levels in (2, 3):  # the label of the page above may not be enough to tell them apart
        counts = Counter(spoken[0] for spoken in names.values())
        for name, spoken in names.items():
            if counts[spoken[0]] > 1:
                names[name] = (_qualified(phone, phone.nodes[name], levels), *spoken[1:])
    for label, ids in phone.shared.items():
        names[label] = (phone.nodes[ids[0]].label,)
    values = [value for value in phone.words if value not in ("", ON, OFF)]
    for value in values:
        word = phone.words[value]
        names.setdefault(value, (word, f"{word[:-1]} percent") if word.endswith("%") else (word,))
    typed = [text for text in texts if text not in phone.words]
    for text in typed:
        names.setdefault(text, (text,))
    pages = [name for name, node in phone.nodes.items() if node.kind in PAGES]
    shared = [label for label, ids in phone.shared.items() if any(phone.nodes[one].kind in PAGES for one in ids)]
    said = {("value", value): _said(phone.words[value]) for value in (ON, OFF, *values)}
    said |= {("draft", value): words for (_, value), words in said.items()}
    places = frozenset([*pages, *shared, *values, *typed])
    bare, rest = frozenset(names) - {HOME}, {KEEP_REST_WORDS: ()}  # to leave the rest alone asks for nothing
    return Lexicon(names, places, VERB_FORMS, said, UNREAL, bare, sentences=rest)


def _said(word: str) -> tuple[str, ...]:
    if word in (ON, OFF):
        return (word, "enabled", "turned on") if word == ON else (word, "disabled", "turned off")
    return (word, f"{word[:-1]} percent") if word.endswith("%") else (word,)


def _names(phone: Phone, node: Node) -> tuple[str, ...]:
    """The spoken name first; the bare label is left to `Phone.shared` where others bear it."""
    if node.kind == "home":
        return ("home screen", *node.also)
    if node.kind == "dialog":
        return (f"question about {phone.nodes[node.parent].label}",)
    if slug(node.label) not in phone.shared:
        return (node.label, *node.also, *_kinds(node, node.label))
    if node.parent == HOME:
        return (f"{node.label} app", f"{node.label} icon")
    label = _above(phone, node).label
    joined = [f"{node.label} {word} {label}" for word in ("in", "for", "of", "on")]
    return (*joined, f"{label} {node.label}", *_kinds(node, joined[0]))


def _above(phone: Phone, node: Node) -> Node:
    """The element that leads to the page on which an element stands."""
    above = phone.nodes[node.parent]
    return phone.nodes[above.parent] if above.kind == "dialog" else above


def _qualified(phone: Phone, node: Node, levels: int) -> str:
    """The label with those of `levels` elements above it."""
    words = [node.label]
    while len(words) <= levels and node.parent:
        node = _above(phone, node)
        words.append(node.label)
    return " in ".join(words)


def _kinds(node: Node, name: str) -> tuple[str, ...]:
    """The name with what it is: "Brightness slider"."""
    words = {"page": "page", "form": "page", "toggle": "switch", "slider": "slider", "text": "field"}
    return (f"{name} {words[node.kind]}",) if node.kind in words and name == node.label else ()
