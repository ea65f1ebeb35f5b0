"""Questions about a picture's parts and their answers, as token ids with a loss weight for each token.

Promises: a conversation is in the chat layout of the tokenizer's template, one picture and a few questions; the
weight is 0 wherever a token is not an answer's. Nothing here knows tools, replies or tasks. What surrounds a
question changes all the time (project text before it, words between a name and its point), so that pointing
does not hang on one prompt.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from transformers import PreTrainedTokenizerFast

from train.pointing_scenes import COLOUR_WORDS, SIZE, UNKNOWN, WORDS

POINT = (
    "Point to {n}.",
    "Where is {n}?",
    "Find {n}.",
    "Show me {n}.",
    "Touch {n}.",
    "Give the point of {n}.",
    "{n}",
)
REVERSE = ("What is at {p}?", "What do you see at {p}?", "Name the part at {p}.")
EXISTS = ("Is there {a}?", "Do you see {a}?", "Can you see {a} here?")
STANDS = ("How does {n} stand?", "Is {n} up or down?")
LIST = ("List the parts.", "What do you see?", "Name all parts and where they are.")
STAND_WORDS = ("down", "in the middle", "up")
BRACKETS = (
    ("[", "]"),
    ("[", "]"),
    ("[", "]"),
    ("[", "]."),
    ("(", ")"),
    ("at [", "]"),
    ("at ", "."),
    ("x, y: ", ""),
    ('{"point": [', "]}"),
)
KINDS = ("point", "said", "list", "reverse", "exists", "stands")
SHARES = (0.34, 0.26, 0.08, 0.12, 0.1, 0.1)
UNITS_WEIGHT = 0.15
"""Loss weight of a coordinate's last digit: a thousandth of the picture is less than a pixel."""


def name_of(row: np.ndarray) -> str:
    """A part's visual name, "red button"."""
    return f"{COLOUR_WORDS[int(row[0])]} {WORDS[int(row[1])]}"


def centre_of(row: np.ndarray) -> tuple[int, int]:
    """The middle of a part's box, integers 0 to 1000."""
    x, y, w, h = (float(v) for v in row[2:6])
    return round((x + w / 2) / SIZE * 1000), round((y + h / 2) / SIZE * 1000)


def inside(row: np.ndarray, x: float, y: float) -> bool:
    """Whether the point (0 to 1000) lies in a part's box, edges included."""
    left, top, w, h = (float(v) for v in row[2:6])
    px, py = x * SIZE / 1000, y * SIZE / 1000
    return left <= px <= left + w and top <= py <= top + h


@dataclass
class Conversation:
    """Token ids, a loss weight for each, and where the picture's block of tokens begins."""

    ids: list[int]
    weights: list[float]
    picture: int


class Questioner:
    """Writes conversations. `texts`: project text to put around questions."""

    def __init__(
        self, tokenizer: PreTrainedTokenizerFast, texts: Sequence[str], picture_tokens: int, seed: int
    ) -> None:
        self.tokenizer = tokenizer
        self.rng = np.random.default_rng(seed)
        self.picture_tokens = picture_tokens
        self.texts = [list(self._encode(text)) for text in texts]
        self._known: dict[str, tuple[int, ...]] = {}
        ids = tokenizer.convert_tokens_to_ids
        self.start, self.end = ids("<|im_start|>"), ids("<|im_end|>")
        self.picture_block = [
            ids("<|vision_start|>"),
            *[ids("<|image_pad|>")] * picture_tokens,
            ids("<|vision_end|>"),
        ]
        self.digits = {ids(str(d)) for d in range(10)}

    def conversation(self, parts: np.ndarray, questions: int) -> Conversation:
        """A picture with `parts` (rows as in Scenes) and so many questions about it."""
        rows = parts[parts[:, 0] != UNKNOWN]
        talk = Conversation([], [], 0)
        if self.rng.random() < 0.5:
            self._add(talk, [self.start, *self._text("system\n"), *self._words(24), self.end, *self._text("\n")])
        self._add(talk, [self.start, *self._text("user\n")])
        if self.rng.random() < 0.2:
            self._add(talk, self._words(12))
        talk.picture = len(talk.ids) + 1
        self._add(talk, self.picture_block)
        # Parts that can be operated in this view come first.
        order = np.argsort(self.rng.random(len(rows)) - 0.5 * rows[:, 7])
        for i in range(questions):
            if i:
                self._add(talk, [*self._text("\n"), self.start, *self._text("user\n")])
            if self.rng.random() < 0.5:
                self._add(talk, [*self._words(16), *self._text("\n")])
            row = rows[order[i % len(rows)]] if len(rows) else None
            self._question(talk, rows, row)
        return talk

    def prompt(self, name: str) -> str:
        """The plain question that accuracy is measured with."""
        return POINT[0].format(n=f"the {name}")

    def _question(self, talk: Conversation, rows: np.ndarray, row: np.ndarray | None) -> None:
        kind = str(self.rng.choice(KINDS, p=SHARES))
        if row is None or (kind == "stands" and row[6] == UNKNOWN):
            kind = "exists" if row is None else "point"
        if kind == "exists":
            there = row is not None and self.rng.random() < 0.5
            name = name_of(row) if there and row is not None else self._absent(rows, row)
            article = "an" if name[0] in "aeiou" else "a"
            self._ask(talk, self._pick(EXISTS).format(a=f"{article} {name}"))
            self._add(talk, self._text("yes" if there else "no"), 1.0)
        elif kind == "point":
            assert row is not None
            self._ask(talk, self._pick(POINT).format(n=f"the {name_of(row)}"))
            if self.rng.random() < 0.2:
                self._add(talk, self._text(f"The {name_of(row)} is "), 0.3)
            self._point(talk, row)
        elif kind == "said":
            assert row is not None
            self._ask(talk, "")
            self._add(talk, [*self._words(8), *self._text(f" the {name_of(row)}"), *self._words(24)])
            self._point(talk, row)
        elif kind == "reverse":
            assert row is not None
            x, y = self._spot(row)
            self._ask(talk, self._pick(REVERSE).format(p=f"[{x}, {y}]"))
            self._add(talk, self._text(f"the {name_of(row)}"), 1.0)
        elif kind == "stands":
            assert row is not None
            self._ask(talk, self._pick(STANDS).format(n=f"the {name_of(row)}"))
            self._add(talk, self._text(STAND_WORDS[int(row[6])]), 1.0)
        else:
            self._ask(talk, self._pick(LIST))
            for i in self.rng.permutation(len(rows))[:4]:
                self._add(talk, self._text(f"the {name_of(rows[i])}: "), 0.3)
                self._point(talk, rows[i])
                self._add(talk, self._text("\n"))
        self._add(talk, [self.end], 0.3)

    def _ask(self, talk: Conversation, text: str) -> None:
        self._add(talk, [*self._text(text), self.end, *self._text("\n"), self.start, *self._text("assistant\n")])

    def _point(self, talk: Conversation, row: np.ndarray) -> None:
        before, after = BRACKETS[int(self.rng.integers(len(BRACKETS)))]
        x, y = centre_of(row)
        self._add(talk, self._text(before), 0.3)
        for i, ids in enumerate((self._text(str(x)), self._text(", "), self._text(str(y)))):
            number = i != 1
            self._add(talk, ids[:-1], 1.0)
            self._add(talk, ids[-1:], UNITS_WEIGHT if number and len(ids) > 1 else 0.3)
        self._add(talk, self._text(after), 0.3)

    def _spot(self, row: np.ndarray) -> tuple[int, int]:
        left, top, w, h = (float(v) for v in row[2:6])
        u, v = self.rng.uniform(0.25, 0.75, 2)
        return round((left + u * w) / SIZE * 1000), round((top + v * h) / SIZE * 1000)

    def _absent(self, rows: np.ndarray, row: np.ndarray | None) -> str:
        """A name that is not in the picture, often one that shares a colour or a word with one that is."""
        present = {(int(r[0]), int(r[1])) for r in rows}
        while True:
            colour, word = int(self.rng.integers(len(COLOUR_WORDS))), int(self.rng.integers(len(WORDS)))
            if row is not None and self.rng.random() < 0.7:
                colour, word = (int(row[0]), word) if self.rng.random() < 0.5 else (colour, int(row[1]))
            if (colour, word) not in present:
                return f"{COLOUR_WORDS[colour]} {WORDS[word]}"

    def _words(self, most: int) -> list[int]:
        """A stretch of project text, up to `most` tokens."""
        text = self.texts[int(self.rng.integers(len(self.texts)))]
        length = int(self.rng.integers(1, most + 1))
        at = int(self.rng.integers(max(1, len(text) - length)))
        return text[at : at + length]

    def _add(self, talk: Conversation, ids: Sequence[int], weight: float = 0.0) -> None:
        talk.ids += ids
        talk.weights += [weight] * len(ids)

    def _pick(self, choices: Sequence[str]) -> str:
        return choices[int(self.rng.integers(len(choices)))]

    def _text(self, text: str) -> tuple[int, ...]:
        known = self._known.get(text)
        if known is None:
            known = self._known[text] = tuple(self._encode(text))
        return known

    def _encode(self, text: str) -> list[int]:
        return self.tokenizer(text, add_special_tokens=False)["input_ids"]
