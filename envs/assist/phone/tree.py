"""A phone's pages and elements by id, and where each is found.

An id is the label in small letters where the label occurs once; otherwise the id of the page above comes first. Of
labels that occur more than once, the bare one is an id too: it means the element so called on the page that is shown
(`Phone.shared`). A page and the row, icon or toggle that leads to it have one id; so have a choice and its page.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from envs.assist.phone.spec import PAGES, SETTINGS, Kind, Spec

HOME = "home_screen"
CONFIRM, CANCEL = "Confirm", "Cancel"
"""Labels of the buttons below a question."""


def slug(label: str) -> str:
    """The label in small letters, words joined by underscores."""
    return re.sub(r"[^a-z0-9]+", "_", label.lower()).strip("_")


@dataclass(frozen=True, slots=True)
class Node:
    """One element; see `spec.Spec`. parent: the page that it stands on, "" of the home screen. values, start, asks and
    presets (setting -> value, by ids) hold values as `slug` gives them, texts as they are.
    """

    id: str
    label: str
    kind: Kind
    parent: str
    children: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    start: str = ""
    icon: str = ""
    also: tuple[str, ...] = ()
    effect: str = ""
    asks: str = ""
    presets: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


class Phone:
    """One phone as it was made; it never changes. ValueError when the spec is not sound."""

    def __init__(self, spec: Spec) -> None:
        counts = Counter(slug(item.label) for item in _walk(spec) if item.kind != "note")
        self.nodes: dict[str, Node] = {}
        """Elements in the order of the tree."""
        self.words: dict[str, str] = {"": "empty"}
        """Value -> what the screen shows for it."""
        self._add(spec, "", counts)
        self.path: dict[str, tuple[str, ...]] = {}
        """Page -> the pages from the home screen down to it, itself included."""
        for node in self.nodes.values():
            if node.kind in PAGES:
                above = self.nodes[node.parent].parent if node.kind == "dialog" else node.parent
                self.path[node.id] = (*self.path.get(above, ()), node.id)
        self.rows: dict[str, tuple[str, ...]] = {
            name: tuple(row for row in self.nodes[name].children if self.nodes[row].kind != "save")
            for name in self.path
        }
        """Page -> what stands on it from above, Save buttons left out."""
        self.settings = tuple(node.id for node in self.nodes.values() if node.kind in SETTINGS)
        self.start = {name: self.nodes[name].start for name in self.settings}
        """Setting -> value at first."""
        called: dict[str, list[str]] = {}
        for node in self.nodes.values():
            if node.kind not in ("note", "dialog"):
                called.setdefault(slug(node.label), []).append(node.id)
        self.shared = {label: tuple(ids) for label, ids in called.items() if len(ids) > 1}
        """Bare label -> the elements that are so called."""
        self.labels_on = {page: self._labels(page) for page in self.path}
        """Page -> shared label -> the setting that it means there."""
        self.option = {
            (node.parent, slug(node.label)): node.id for node in self.nodes.values() if node.kind == "option"
        }
        """(choice, value) -> its option."""
        self.stands_for = {name: value for (_, value), name in self.option.items()}
        """Option -> the value that it gives."""
        self._found: dict[str, tuple[str, ...]] = {}
        self._check()

    def holder(self, element: str) -> str:
        """The page that an element stands on."""
        return self.nodes[element].parent

    def workplace(self, setting: str) -> str:
        """The page where a setting is changed."""
        node = self.nodes[setting]
        return setting if node.kind == "choice" else node.parent

    def dialog(self, toggle: str) -> str | None:
        """The question that a toggle asks, if it does."""
        node = self.nodes[toggle]
        return node.children[0] if node.kind == "toggle" and node.children else None

    def saves(self, page: str) -> str | None:
        """A form's Save button."""
        node = self.nodes[page]
        return node.children[-1] if node.kind == "form" else None

    def find(self, query: str) -> tuple[str, ...]:
        """What the search shows: pages of the same app with the query in their label or in one of a row's."""
        found = self._found.get(query)
        if found is None:
            words = query.lower()
            tops = [self.path[node.id][1] for node in self.nodes.values() if node.kind == "search"]
            pages = [
                page
                for page, path in self.path.items()
                if len(path) > 2 and path[1] in tops and self.nodes[page].kind in ("page", "form", "choice")
            ]
            found = tuple(page for page in pages if any(words in label.lower() for label in self._read(page)))[:8]
            if len(self._found) < 1000:
                self._found[query] = found
        return found

    def _read(self, page: str) -> list[str]:
        return [self.nodes[name].label for name in (page, *self.rows[page])]

    def _labels(self, page: str) -> dict[str, str]:
        own = (page,) if self.nodes[page].kind == "choice" else ()
        return {
            label: name
            for name in (*self.nodes[page].children, *own)
            if self.nodes[name].kind in SETTINGS and (label := slug(self.nodes[name].label)) in self.shared
        }

    def _add(self, spec: Spec, parent: str, counts: Counter[str]) -> str:
        name = slug(spec.label)
        if spec.kind == "home":
            name = HOME
        elif counts[name] > 1 or spec.kind == "note":
            name = f"{parent}_{name}"
        if name in self.nodes:
            raise ValueError(f"label: {spec.label!r} gives the id {name!r}, which is taken")
        self.nodes[name] = Node(name, spec.label, spec.kind, parent)  # keeps the tree's order
        children = [self._add(child, name, counts) for child in spec.children]
        if spec.asks:
            word = "Turn off" if spec.asks == "off" else "Turn on"
            buttons = (Spec("confirm", CONFIRM), Spec("cancel", CANCEL))
            dialog = f"{name}_dialog"
            self.nodes[dialog] = Node(dialog, f"{word} {spec.label}?", "dialog", name)
            ids = []
            for button in buttons:
                ids.append(f"{name}_{button.kind}")
                self.nodes[ids[-1]] = Node(ids[-1], button.label, button.kind, dialog)
            self.nodes[dialog] = Node(dialog, f"{word} {spec.label}?", "dialog", name, tuple(ids))
            children.append(dialog)
        for value in spec.values:
            if self.words.setdefault(slug(value), value) != value:
                raise ValueError(f"values: {value!r} and {self.words[slug(value)]!r} are too alike")
        presets = {
            slug(value): {slug(setting): slug(to) for setting, to in given.items()}
            for value, given in spec.presets.items()
        }
        start = spec.start if spec.kind == "text" else slug(spec.start)
        values = tuple(map(slug, spec.values))
        also, effect, asks = spec.also, spec.effect, spec.asks
        self.nodes[name] = Node(
            name, spec.label, spec.kind, parent, tuple(children), values, start, spec.icon, also, effect, asks, presets
        )
        return name

    def _check(self) -> None:
        for node in self.nodes.values():
            labels = [slug(self.nodes[child].label) for child in node.children if self.nodes[child].kind != "note"]
            if len(set(labels)) < len(labels):
                raise ValueError(f"children: {node.id!r} holds two of one label")
            if node.kind in ("toggle", "slider", "choice") and node.start not in node.values:
                raise ValueError(f"start: {node.start!r} is no value of {node.id!r}")
            if node.kind == "text" and self.nodes[node.parent].kind != "form":
                raise ValueError(f"text: {node.id!r} stands on no form")
            if self.nodes[node.parent].kind == "form" if node.parent else False:
                if node.kind not in ("text", "toggle", "slider", "save", "note") or node.asks:
                    raise ValueError(f"form: {node.id!r} cannot stand on one")
            for given in node.presets.values():
                for setting, value in given.items():
                    if setting not in self.start or value not in self.nodes[setting].values:
                        raise ValueError(f"presets: {node.id!r} cannot set {setting!r} to {value!r}")


def _walk(spec: Spec) -> Iterator[Spec]:
    yield spec
    if spec.asks:
        yield Spec("confirm", CONFIRM)
        yield Spec("cancel", CANCEL)
    for child in spec.children:
        yield from _walk(child)
