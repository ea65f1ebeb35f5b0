"""What a phone shows and what its settings are: the state of the phone's world."""

from __future__ import annotations

from dataclasses import dataclass

from envs.assist.phone.tree import HOME

Values = tuple[tuple[str, str], ...]
"""(setting, value), sorted by setting."""


@dataclass(frozen=True, slots=True)
class PhoneState:
    """pages: from the home screen to the one that is shown. scrolls: of each of them, in rows (on the home screen in
    screens). focus: the text field that is being typed into, "" for none. draft: what is entered and not yet saved on
    the page shown. changed: settings that differ from the task's start.
    """

    pages: tuple[str, ...] = (HOME,)
    scrolls: tuple[int, ...] = (0,)
    focus: str = ""
    draft: Values = ()
    changed: Values = ()

    @property
    def key(self) -> str:
        """Equal for equal states, and only for them."""
        return repr((self.pages, self.scrolls, self.focus, self.draft, self.changed))

    @property
    def page(self) -> str:
        """The page that is shown."""
        return self.pages[-1]

    @property
    def scroll(self) -> int:
        """Of the page that is shown."""
        return self.scrolls[-1]


def with_value(values: Values, setting: str, value: str | None) -> Values:
    """The values with one set, or left out (None)."""
    kept = [item for item in values if item[0] != setting]
    return tuple(sorted([*kept, (setting, value)] if value is not None else kept))
