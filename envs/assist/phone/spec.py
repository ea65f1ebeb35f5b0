"""Phones as data: what pages there are and what stands on them, before ids are given (see `tree.Phone`).

Every label is unique among its siblings; labels may recur elsewhere ("Location" on each app's page). Values are given
by the words that the screen shows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

Kind = Literal[
    "home",  # the home screen: icons of apps
    "page",  # a list of rows
    "form",  # a page whose changes count only once they are saved
    "choice",  # a setting, and the page of its options
    "search",  # a page with a query field and what it finds
    "dialog",  # a question before a toggle is flipped
    "toggle",
    "slider",
    "text",
    "query",
    "option",
    "save",
    "confirm",
    "cancel",
    "note",  # words that nothing can be done to
]
PAGES: frozenset[str] = frozenset({"home", "page", "form", "choice", "search", "dialog"})
SETTINGS: frozenset[str] = frozenset({"toggle", "slider", "text", "choice"})
ON, OFF = "on", "off"
PERCENT = ("0%", "20%", "40%", "60%", "80%", "100%")


@dataclass(frozen=True)
class Spec:
    """One element with all below it.

    values: of sliders and choices, in order. start: the value at first. also: other names. effect: what of the drawing
    the setting changes: "bold", "large", "contrast", "shapes", "dark". asks: the value before which a toggle asks back.
    presets: of a choice, value -> settings (by label, anywhere on the phone) and the values that they get with it.
    """

    kind: Kind
    label: str
    children: tuple[Spec, ...] = ()
    values: tuple[str, ...] = ()
    start: str = ""
    icon: str = ""
    also: tuple[str, ...] = ()
    effect: str = ""
    asks: str = ""
    presets: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


def home(*apps: Spec) -> Spec:
    """A whole phone."""
    return Spec("home", "Home screen", apps, also=("home", "start screen"))


def page(label: str, *rows: Spec, icon: str = "", also: Sequence[str] = ()) -> Spec:
    """A page of rows; an app where it stands on the home screen. icon: a name of the Material Design icons."""
    return Spec("page", label, rows, icon=icon, also=tuple(also))


def form(label: str, *fields: Spec, icon: str = "", also: Sequence[str] = ()) -> Spec:
    """A page of fields, toggles or sliders that are saved together by the button "Save"."""
    return Spec("form", label, (*fields, Spec("save", "Save", also=("Save button",))), icon=icon, also=tuple(also))


def toggle(label: str, on: bool = False, also: Sequence[str] = (), effect: str = "", asks: str = "") -> Spec:
    """On or off."""
    return Spec("toggle", label, values=(OFF, ON), start=ON if on else OFF, also=tuple(also), effect=effect, asks=asks)


def slider(label: str, at: str, values: Sequence[str] = PERCENT, also: Sequence[str] = (), effect: str = "") -> Spec:
    """One of a few steps in a row."""
    return Spec("slider", label, values=tuple(values), start=at, also=tuple(also), effect=effect)


def choice(
    label: str,
    at: str,
    options: Sequence[str],
    also: Sequence[str] = (),
    presets: Mapping[str, Mapping[str, str]] | None = None,
) -> Spec:
    """One of several options, on a page of its own."""
    rows = tuple(Spec("option", option) for option in options)
    return Spec("choice", label, rows, tuple(options), at, also=tuple(also), presets=presets or {})


def field_of(label: str, text: str = "", also: Sequence[str] = ()) -> Spec:
    """A text field; only on a form."""
    return Spec("text", label, start=text, also=tuple(also))


def note(text: str) -> Spec:
    """Words to read."""
    return Spec("note", text)


def search(label: str) -> Spec:
    """The search of the pages beside it and below."""
    return Spec("search", label, (Spec("query", "Search field"),), icon="magnify")
