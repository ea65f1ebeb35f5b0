"""Text to words: case, typography, markdown and contractions are levelled, and every word keeps its place in the text.

Nothing here knows a lexicon. Names in a lexicon and sentences that are read go through the same levelling, so that
"Wi-Fi", "wi-fi" and "Wi Fi" are the same two words.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

STOPS = frozenset(".!?;:")
"""Marks that end a clause. A line's end and a dash count as ";", an arrow between names as ">"."""
_TYPOGRAPHY = str.maketrans(
    {
        "‘": "'",
        "’": "'",
        "ʼ": "'",
        "′": "'",
        "´": "'",
        "“": '"',
        "”": '"',
        "–": " - ",
        "—": " - ",
        "―": " - ",
        "−": " - ",
        "…": "; ",
        "→": " > ",
        "➜": " > ",
        "➡": " > ",
        "›": " > ",
        "•": "\n",
        "·": " ",
        "½": ".5",
        "×": " times ",
        "\u20e3": ".",  # the box of a keycap: "1." in a list
    }
)
_LIST_MARK = re.compile(
    r"(?m)^[ \t]*(?:[-*+]|\(?\d{1,2}[.)]|(?:\*\*|__)?step \d{1,2}(?:\*\*|__)?[:.)-]+)[ \t*_]+", re.I
)
_INNER_MARK = re.compile(r"(?<=[.!?;:]) \(?\d{1,2}[.)] +(?=[A-Z*])")
_DASH = re.compile(r"--+|(?<=\s)-(?=\s)|\.\.\.+")
_ARROW = re.compile(r"[-=]+>")
_TOKEN = re.compile(r"[a-z]+(?:'[a-z]+)?|\d+(?:\.\d+)?|[.!?;:,>&%\n]")
_CONTRACTED = {
    "can't": ("can", "not"),
    "cannot": ("can", "not"),
    "won't": ("will", "not"),
    "shan't": ("shall", "not"),
    "ain't": ("is", "not"),
    "let's": ("let", "us"),
    "dont": ("do", "not"),
    "doesnt": ("does", "not"),
    "didnt": ("did", "not"),
    "isnt": ("is", "not"),
    "cant": ("can", "not"),
    "havent": ("have", "not"),
    "youve": ("you", "have"),
    "youre": ("you", "are"),
    "thats": ("that", "is"),
    "gonna": ("going", "to"),
    "wanna": ("want", "to"),
    "gotta": ("have", "to"),
    "gimme": ("give", "me"),
    "lemme": ("let", "me"),
    "ya": ("you",),
    "pls": ("please",),
    "thru": ("through",),
    "onto": ("on",),
    "toward": ("to",),
    "towards": ("to",),
    "into": ("in",),
    "secs": ("seconds",),
    "mins": ("minutes",),
}
_TAILS = {
    "n't": ("not",),
    "'re": ("are",),
    "'ve": ("have",),
    "'ll": ("will",),
    "'m": ("am",),
    "'s": ("is",),
    "'d": ("would",),
}
_POSSESSIVE_FREE = frozenset("it that this there here what who where how he she let everything all one next".split())


@dataclass(frozen=True, slots=True)
class Words:
    """A text's words, lower-case, marks among them. starts, ends: where in `text` each stands, end excluded."""

    text: str
    words: list[str]
    starts: list[int]
    ends: list[int]

    def between(self, first: int, last: int) -> str:
        """The text from word `first` up to but without word `last`."""
        return self.text[self.starts[first] : self.ends[last - 1]] if first < last else ""


def levelled(text: str) -> str:
    """Plain ASCII with the same words: typographic marks replaced, accents off, pictographs and markdown blank."""
    if not text.isascii():
        text = unicodedata.normalize("NFKD", text.translate(_TYPOGRAPHY))
        text = "".join(c if c < "\x80" else "" if unicodedata.combining(c) else " " for c in text)
    if "\n" in text or text[:1] in "-*+(0123456789sS":
        text = _LIST_MARK.sub(lambda mark: " " * len(mark[0]), text)
    if "2" in text:
        text = _INNER_MARK.sub(lambda mark: " " * len(mark[0]), text)
    if "-" in text or ".." in text:
        text = _DASH.sub(";", _ARROW.sub(">", text))
    return text


def split(text: str) -> Words:
    """The words of a text, contractions spelt out, hyphens gone."""
    text = levelled(text)
    words: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for found in _TOKEN.finditer(text.lower()):
        word = found[0]
        parts = (word,)
        if word == "\n":
            parts = (";",)
        elif word in _CONTRACTED:
            parts = _CONTRACTED[word]
        elif "'" in word:
            parts = _opened(word)
        elif word == "&":
            parts = ("and",)
        start, end = found.span()
        for part in parts:
            words.append(part)
            starts.append(start)
            ends.append(end)
    return Words(text, words, starts, ends)


def _opened(word: str) -> tuple[str, ...]:
    """A word with an apostrophe, as its parts."""
    stem, tail = word.split("'", 1)
    if tail == "t" and stem.endswith("n"):
        return stem[:-1], "not"
    ending = _TAILS.get(f"'{tail}")
    if ending is None:
        return stem, tail
    if tail == "s" and stem not in _POSSESSIVE_FREE:
        return stem, "'s"  # "the steak's done" or "the steak's plate": the reader decides
    return stem, *ending
