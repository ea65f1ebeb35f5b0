"""What is wanted of a phone, and whether it is so.

A wanted setting is a condition by its id. Two more hold while nothing else has been changed: "only_near" for settings
in the sections of the wanted ones (the pages under the first page below an app), "only_far" for all the rest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from envs.assist.phone.dynamics import Dynamics
from envs.assist.phone.spec import ON
from envs.assist.phone.state import Values
from envs.assist.phone.words import KEEP_REST_WORDS

NEAR, FAR = "only_near", "only_far"
REST = "nothing_else"
"""The sheet's part that repairs belong to."""


class Goal:
    """Wanted values and what must stay as it was. order: of the wanted settings, the one in which they are best set."""

    def __init__(self, dynamics: Dynamics, wanted: Mapping[str, str], order: Sequence[str] = ()) -> None:
        self.dynamics, phone = dynamics, dynamics.phone
        choosers = [name for name in wanted if phone.nodes[name].presets]
        members = {setting for name in choosers for preset in phone.nodes[name].presets.values() for setting in preset}
        self.order = {name: number for number, name in enumerate(phone.settings)}
        """Setting -> place in the tree."""
        self.wanted = {name: wanted[name] for name in order or sorted(wanted, key=lambda name: self.order[name])}
        """Setting -> value, in the order given, by default the tree's."""
        self.exempt = frozenset(members - set(wanted))
        """Settings that a wanted choice sets as it likes."""
        sections = {phone.path[phone.holder(name)][1:3] for name in wanted}
        self.near = frozenset(name for name in phone.settings if phone.path[phone.holder(name)][1:3] in sections)
        self.conditions = (*self.wanted, NEAR, FAR)
        self._met: dict[Values, frozenset[str]] = {}

    def target(self, setting: str) -> str | None:
        """The value that a setting should have; None where any is right."""
        return None if setting in self.exempt else self.wanted.get(setting, self.dynamics.start[setting])

    def condition(self, setting: str) -> str | None:
        """The condition that a setting counts for."""
        if setting in self.wanted:
            return setting
        return None if setting in self.exempt else NEAR if setting in self.near else FAR

    def met(self, changed: Values) -> frozenset[str]:
        """Conditions that hold."""
        found = self._met.get(changed)
        if found is None:
            if len(self._met) > 5000:
                self._met.clear()
            values = self.dynamics.values(changed)
            held = {name for name, value in self.wanted.items() if values[name] == value}
            spoilt = {self.condition(setting) for setting, _ in changed if setting not in self.wanted}
            found = self._met[changed] = frozenset(held | ({NEAR, FAR} - spoilt))
        return found

    def unmet(self, changed: Values, regarded: frozenset[str]) -> list[tuple[str, str]]:
        """Settings that are not as they should be, and how they should be; what counts as met is left out."""
        missing = self.met(changed)
        todo = [(name, value) for name, value in self.wanted.items() if name not in missing and name not in regarded]
        for setting, _ in changed:
            condition = self.condition(setting)
            if condition is not None and setting not in self.wanted and condition not in regarded:
                todo.append((setting, self.dynamics.start[setting]))
        return todo

    def text(self) -> str:
        """The task in full sentences: what to set, where it is found, and the rules."""
        phone = self.dynamics.phone
        places: dict[tuple[str, ...], list[str]] = {}
        for setting, value in self.wanted.items():
            places.setdefault(phone.path[phone.holder(setting)][1:], []).append(self.wish(setting, value))
        sentences = []
        for path, wishes in places.items():
            listed = wishes[0] if len(wishes) == 1 else f"{', '.join(wishes[:-1])} and {wishes[-1]}"
            sentences.append(f"In {' > '.join(phone.nodes[page].label for page in path)}, {listed}.")
            sentences += ["Save it."] if phone.nodes[path[-1]].kind == "form" else []
        for setting in self.wanted:
            if phone.nodes[setting].presets and any(
                name in self.wanted for preset in phone.nodes[setting].presets.values() for name in preset
            ):
                sentences.append(f"Begin with {phone.nodes[setting].label}: it sets other settings anew.")
        return " ".join(["Set up this phone.", *sentences, "Change nothing else."])

    def wish(self, setting: str, value: str) -> str:
        """A wanted value in words."""
        node = self.dynamics.phone.nodes[setting]
        if node.kind == "toggle":
            return f"turn {'on' if value == ON else 'off'} {node.label}"
        if node.kind == "text":
            return f'type "{value}" into {node.label}'
        return f"set {node.label} to {self.dynamics.phone.words.get(value, value)}"

    def parts(self) -> dict[str, str]:
        """Part of the sheet -> a few words for it."""
        parts = {}
        for setting, value in self.wanted.items():
            holder = self.dynamics.phone.nodes[self.dynamics.phone.holder(setting)]
            parts[setting] = f"{self.wish(setting, value)} in {holder.label}"
        return parts | {REST: KEEP_REST_WORDS}
