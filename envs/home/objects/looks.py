"""How the instances of a category differ in sight, and the words that single each out.

Instances differ in colour first, then in pattern, size and print. A phrase holds the colour, a pattern and a print
where there is one, and beyond these just what it takes to be true of one instance alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from envs.home.objects.catalogue import Category

Traits = tuple[tuple[str, str], ...]

SAID: dict[str, str] = {
    "@arrow_up_bold": "arrow",
    "@coffee": "steaming cup",
    "@lightning_bolt": "flash",
    "@moon_waning_crescent": "moon",
    "@puzzle": "puzzle piece",
    "@water": "drop",
}
"""Icon -> what people call it, where that is not its name."""


@dataclass(frozen=True)
class Look:
    """What one sees of an instance. size: small, large or "" where the category has one size; mark: "" for no print."""

    colour: str
    pattern: str = "plain"
    size: str = ""
    mark: str = ""

    @property
    def word(self) -> str:
        """What is printed on it, as one says it: `moon` for the icon `@moon_waning_crescent`."""
        return SAID.get(self.mark, self.mark.lstrip("@").replace("_", " "))

    @property
    def traits(self) -> Traits:
        """(name, value) of all that is seen; size only where instances differ in it, label only where there is one."""
        size = (("size", self.size),) if self.size else ()
        label = (("label", self.word),) if self.mark else ()
        return (("colour", self.colour), ("pattern", self.pattern), *size, *label)


def looks(category: Category) -> tuple[Look, ...]:
    """The looks of a category's instances, all different."""
    sizes = ("small", "large") if category.sizes else ("",)
    patterns, colours = category.patterns, category.colours
    options = [
        (pattern, sizes[(i + turn) % len(sizes)], "")
        for turn in range(len(sizes))
        for i, pattern in enumerate(patterns)
    ]
    for i, mark in enumerate(category.marks):
        options.insert(len(patterns) + 2 * i, ("plain", sizes[i % len(sizes)], mark))
    found = []
    for i in range(category.instances):
        start, turn = i % len(colours), i // len(colours)
        found.append(Look(colours[start], *options[(start + turn) % len(options)]))
    return tuple(found)


def phrase(label: str, which: int, among: Sequence[Look]) -> str:
    """Words that are true of look number `which` alone: "small blue striped coffee mug with a star on it"."""
    own = among[which]
    others = [look for i, look in enumerate(among) if i != which]
    always = ["colour"] if len({look.colour for look in among}) > 1 else []
    always += [name for name, shown in (("pattern", own.pattern != "plain"), ("mark", bool(own.mark))) if shown]
    free = [name for name in ("size", "pattern", "mark") if name not in always]
    for count in range(len(free) + 1):
        for more in combinations(free, count):
            names = [*always, *more]
            if not any(all(getattr(look, n) == getattr(own, n) for n in names) for look in others):
                return _say(label, own, set(names))
    raise ValueError(f"{label}: look {which} is not the only one of its kind: {own}")


def _say(label: str, look: Look, names: set[str]) -> str:
    words = [getattr(look, name) for name in ("size", "colour", "pattern") if name in names]
    said = " ".join([*words, label])
    if "mark" not in names:
        return said
    if not look.mark:
        return f"{said} without print"
    if look.mark.startswith("@"):
        return f"{said} with {'an' if look.word[0] in 'aeiou' else 'a'} {look.word} on it"
    return f'{said} with "{look.mark}" on it'
