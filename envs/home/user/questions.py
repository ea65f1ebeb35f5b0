"""What a short English question asks for: which one, where to, where it was, yes or no, open or closed.

A question may ask several things at once. What is not understood is left out, so a question may ask for nothing.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum

from envs.home.user.names import Names, stem, stems
from envs.home.user.profile import CLOSED, OPEN


class Kind(StrEnum):
    """What is asked."""

    WHICH = "which"
    WHERE_TO = "where to"
    LOCATION = "location"
    CONFIRM = "confirm"
    STATE = "state"


@dataclass(frozen=True)
class Reference:
    """What a question points at: one of a mark's number, a receptacle's id, stems of a description, `this` one, or a
    name that nobody gave it.
    """

    mark: int | None = None
    receptacle: str | None = None
    words: frozenset[str] = frozenset()
    this: bool = False
    unknown: bool = False


@dataclass(frozen=True)
class Inquiry:
    """One thing that is asked.

    words: stems of the noun, "which coffee mug". furniture: whether it is about receptacles, None when it does not say.
    things, places: what it offers for a yes or no; a mark among `things` may bear a receptacle. turned: "open" or
    "closed" when it speaks of opening or closing.
    """

    kind: Kind
    words: frozenset[str] = frozenset()
    furniture: bool | None = None
    things: tuple[Reference, ...] = ()
    places: tuple[Reference, ...] = ()
    turned: str | None = None


AUXILIARY = r"(?:should|shall|do|does|did|is|isn't|are|was|can|could|would|will|may|have)"
WH = r"(?:which|what|where)"
STARTS = rf"(?=(?:to |on |in |into )?(?:{WH}|{AUXILIARY})\b)"
BREAK = re.compile(rf"[?!;]|\.(?!\d)|,?\s*\b(?:and|but|then|also)\b[,\s]*(?:also\s+|then\s+)?{STARTS}|,\s*{STARTS}")
"""Between the parts of a question that asks several things."""
OPENER = re.compile(
    r"^(?:so|and|or|ok|okay|well|then|sorry|please|hi|hello|hey|excuse me|just to be sure|to confirm)\b[,\s]*"
)
YES_NO = re.compile(
    r"^(?:is|isn't|are|was|do you (?:mean|want|need|prefer|like)|don't you (?:mean|want)|did you (?:mean|want)|"
    r"do i|am i|does it|should|shouldn't|shall|may i|can i|could i|will i|would you (?:like|prefer|want)|"
    r"can it|would it|could it|you (?:mean|want)|are you (?:talking|referring|thinking)|how about|what about|must i)\b"
)
TASK = re.compile(
    r"\b(?:want|need|prefer|you like|mean|meant|bring|fetch|take|pick|get|grab|move|carry|deliver|choose|looking for|"
    r"search for|go for|hand|put|place|open|close|shut|turn|find|after)\b"
)
LOOKS = re.compile(r"\b(?:colou?r|kind|type|sort|size|shape|pattern|look|looks|brand|describe|material)\b")
GENERIC = frozenset(
    stem(word) for word in ("target", "goal", "wish", "kind", "difference", "right", "correct", "exact")
)
PLACE_NOUNS = frozenset(
    stem(word) for word in "receptacle furniture destination spot location room surface container place".split()
)
PUT = re.compile(
    r"\b(?:put|place|placed|go|goes|going|bring|deliver|drop|leave|move|store|return|belong|belongs|keep|carry|"
    r"set|lay|stand|stow|destination|stay|end up|delivered|be placed)\b"
)
LAST_SEEN = re.compile(r"\b(?:find|search|seen|see|last|lost|did you|hidden|kept|do you keep|look for|looking)\b")
WISHED = re.compile(r"\b(?:should|shall|want|need|like|prefer|leave|keep|stay|must|supposed|after|afterwards|again)\b")
TURNED = re.compile(r"\b(?:(open|opened|opening)|(close|closed|closing|shut))\b(?!-)")
STATEMENT = re.compile(r"^(?:how|who|whose|when|why|i|we|he|she|there|they)\b")
"""What begins so is no alternative to say yes or no to."""
MARK = re.compile(
    r"(?:\b(?:marks?|numbers?|no|objects?|items?|things?|label|mug|one)[ _]*|#\s*)?[#(\[]?\b(\d{1,3})\b[)\]]?"
)
ANY_ID = re.compile(r"\b[a-z]+(?:_[a-z]+)*_\d+\b")
THIS = re.compile(
    r"\b(?:this|that|the one (?:that )?(?:i am|i'm|i have|in my)|in my (?:gripper|hand)|i am holding|i hold)\b"
)
PREPOSITION = re.compile(r"\b(?:on|in|into|to|onto|at|inside|upon|under|beside|next to|near|by|from)\b")
DIGITS = {w: str(i) for i, w in enumerate("one two three four five six seven eight nine ten".split(), 1)}
SPELT = re.compile(rf"\b(mark|number) ({'|'.join(DIGITS)})\b")


def understand(question: str, names: Names) -> tuple[Inquiry, ...]:
    """What a question asks, in its order, each thing once; nothing when it is not understood."""
    text = " ".join(question.lower().replace("’", "'").replace('"', " ").split())
    text = re.sub(r"\b(what|where|which|that|it)'s\b", r"\1 is", text)
    text = SPELT.sub(lambda match: f"{match[1]} {DIGITS[match[2]]}", text)
    for looks in names.open_looks:
        text = text.replace(looks, looks.replace(" ", "-"))  # a look, and no wish to open or close
    found: dict[Inquiry, None] = {}
    for sentence in re.findall(r"(?:[^.?!;]|\.(?=\d))+[.?!;]*", text):
        clauses = [clause for part in BREAK.split(sentence) if (clause := part.strip(" ,:-"))]
        asks = sentence.endswith("?") and len(clauses) == 1
        for clause in clauses:
            while OPENER.match(clause):
                clause = OPENER.sub("", clause, count=1)
            inquiry = _read(clause, asks, names)
            if inquiry is not None:
                found[inquiry] = None
    return tuple(found)


def _read(clause: str, asks: bool, names: Names) -> Inquiry | None:
    """One clause. asks: whether it is a question by its mark alone, so that "the blue one?" asks for a yes or no."""
    if YES_NO.match(clause):
        return _yes_no(YES_NO.sub(" ", clause, count=1), clause, names)
    if re.search(r"\b(?:have|did) you (?:\w+ )?(?:seen|see|leave|put|lose)\b", clause) and " where " not in clause:
        return Inquiry(Kind.LOCATION, stems(re.sub(r"\b(?:seen|see|lose|recently|before|anywhere)\b", " ", clause)))
    wh = re.search(rf"\b{WH}\b", clause)
    if wh is not None:
        rest = clause[wh.end() :].strip()
        before = clause[: wh.start()]
        return _where(rest, names) if wh[0] == "where" else _which(wh[0], before, rest, names)
    if LOOKS.search(clause) and re.search(r"\b(?:describe|tell me)\b", clause):
        return _which("what", "", clause, names)
    return _yes_no(clause, clause, names) if asks and not STATEMENT.match(clause) else None


# -- wh questions ------------------------------------------------------------------------------------------------


def _where(rest: str, names: Names) -> Inquiry | None:
    is_seen = LAST_SEEN.search(rest) and not re.search(r"\b(?:supposed|meant)\b", rest)
    starts = re.match(r"(?:is|are|was|were)\b", rest) and not re.search(r"\b(?:supposed|meant|to go|to be)\b", rest)
    ends = re.search(r"\b(?:is|are|was|were)(?: now| right now)?$", rest)
    if is_seen or starts or ends:
        words = stems(re.sub(rf"{LAST_SEEN.pattern}|\b(?:now|right|usually|before|located|kept)\b", " ", rest))
        if words and names.is_furniture(words) is None:
            return None
        return Inquiry(Kind.LOCATION, words, names.is_furniture(words) if words else None)
    if PUT.search(rest) or TASK.search(rest) or re.match(r"(?:to|should|shall)\b", rest):
        return Inquiry(Kind.WHERE_TO)
    return None


def _which(word: str, before: str, rest: str, names: Names) -> Inquiry | None:
    verb = re.search(rf"\b(?:{AUXILIARY}|you|i|to|it|must|goes|am|has|needs|that|we)\b", rest)
    noun, tail = (rest[: verb.start()], rest[verb.start() :]) if verb else (rest, "")
    words = stems(noun) - GENERIC - {"mark", "number"}
    turn = TURNED.search(tail)
    turned = _turned(turn) if turn else None
    if word == "what" and re.match(r"\s*(?:state|way)\b", noun):
        return Inquiry(Kind.STATE)
    if re.search(r"\bplace\b", noun) or words & PLACE_NOUNS:
        about = words - PLACE_NOUNS
        if PUT.search(tail) or not words - PLACE_NOUNS:
            return Inquiry(Kind.WHICH, about & names.furniture_words, True, turned=turned)
    ends_open = re.search(r"\b(?:on|in|into|to|onto|at)(?: it)?$", tail) or re.search(
        r"\b(?:on|in|into|to)\s*$", before
    )
    if not words:
        if PUT.search(tail) and ends_open:
            return Inquiry(Kind.WHERE_TO)
        subject = stems(tail) - GENERIC
        if subject & PLACE_NOUNS:
            return Inquiry(Kind.WHERE_TO)
        if turned is not None:
            return Inquiry(Kind.WHICH, furniture=True, turned=turned)
        if LOOKS.search(rest):
            about = frozenset(subject & (names.thing_words | names.furniture_words))
            return Inquiry(Kind.WHICH, about, names.is_furniture(about))
        if TASK.search(tail) or (not subject and (word == "which" or tail) and not re.search(r"\d", tail)):
            return Inquiry(Kind.WHICH)
        return None
    furniture = names.is_furniture(words)
    if furniture is None and word == "what" and LOOKS.search(noun):
        about = frozenset(stems(tail) & (names.thing_words | names.furniture_words))
        return Inquiry(Kind.WHICH, about, names.is_furniture(about))
    if furniture is None:  # a noun that the person used and the labels do not: "which cup do you want"
        return Inquiry(Kind.WHICH, furniture=False) if TASK.search(tail) or (word == "which" and not tail) else None
    return Inquiry(Kind.WHICH, words, furniture, turned=turned)


# -- yes or no ----------------------------------------------------------------------------------------------------


def _yes_no(body: str, clause: str, names: Names) -> Inquiry | None:
    puts = PUT.search(body) is not None or clause.startswith("does it")
    if not puts and re.match(r"(?:is|are|was)\b", clause) and (about := _said_to_be(body, names)) is not None:
        return Inquiry(Kind.LOCATION, about, False if about else None)
    turns = [_turned(match) for match in TURNED.finditer(body)]
    things: list[Reference] = []
    places: list[Reference] = []
    choice = re.search(r"\bor\b", body)
    for piece in re.split(r"\s*,\s*(?:or\s+)?|\s+or\s+", body) if choice else (body,):
        _refer(piece, puts, names, things, places)
    if turns:
        wished = WISHED.search(clause) or clause.startswith(("do i", "must"))
        if things or places:
            return (
                Inquiry(Kind.CONFIRM, things=tuple(things), places=tuple(places), turned=turns[0]) if wished else None
            )
        if wished or len(set(turns)) > 1:
            return Inquiry(Kind.STATE, turned=turns[0] if len(set(turns)) == 1 else None)
        return None
    if not things and not places:
        return None
    return Inquiry(Kind.CONFIRM, things=tuple(dict.fromkeys(things)), places=tuple(dict.fromkeys(places)))


def _said_to_be(body: str, names: Names) -> frozenset[str] | None:
    """Stems of the thing of which "is the mug in the kitchen" asks; None for a question of another form."""
    for match in re.finditer(r"\b(?:on|in|inside|at)\b", body):
        ahead, behind = stems(body[match.end() :]), stems(body[: match.start()])
        if names.matching(ahead, names.receptacles) and not (behind and names.is_furniture(behind)):
            return behind
    return None


def _refer(piece: str, puts: bool, names: Names, things: list[Reference], places: list[Reference]) -> None:
    """Add what one alternative of a yes-or-no question points at."""
    ids, rest = names.take_ids(piece)
    places += [Reference(receptacle=name) for name in ids]
    invented = [
        token for token in ANY_ID.findall(rest) if not re.match(r"(?:mark|number|object|item|thing)_\d+$", token)
    ]
    things += [Reference(unknown=True) for _ in invented]
    rest = ANY_ID.sub(lambda m: " " if m[0] in invented else m[0], rest)
    for match in MARK.finditer(rest):
        at_place = puts and PREPOSITION.search(rest[max(0, match.start() - 14) : match.start()])
        (places if at_place else things).append(Reference(mark=int(match[1])))
    numbered = MARK.search(rest) is not None
    rest = TURNED.sub(" ", MARK.sub(" ", rest)).replace("_", " ")
    described = False
    for words, is_place in _parts(rest, puts, names):
        described = True
        (places if is_place else things).append(Reference(words=words))
    if not described and not numbered and not ids and not invented and THIS.search(rest):
        things.append(Reference(this=True))


def _parts(text: str, puts: bool, names: Names) -> list[tuple[frozenset[str], bool]]:
    """The descriptions in a piece of text: (stems, whether of furniture). What follows a preposition is a place when a
    receptacle is called so; beside a thing it counts only where something is to be put there.
    """
    for match in PREPOSITION.finditer(text):
        ahead = stems(text[match.end() :])
        if not ahead or not names.matching(ahead, names.receptacles):
            continue
        behind = stems(text[: match.start()])
        if behind and names.is_furniture(behind):
            return [(behind | ahead, True)]  # "the shelf in the kitchen"
        first = [(behind, False)] if behind and names.is_furniture(behind) is False else []
        return [*first, (ahead, True)] if puts or not first else first
    words = stems(text)
    furniture = names.is_furniture(words)
    if furniture is None:
        return []
    return [(words, furniture)]


def _turned(match: re.Match[str]) -> str:
    return OPEN if match[1] else CLOSED


def normalised(question: str) -> str:
    """The question's letters and digits, in one case and with nothing between: what a repetition has in common."""
    text = unicodedata.normalize("NFKD", question).casefold()
    return unicodedata.normalize("NFKC", "".join(c for c in text if unicodedata.category(c)[0] in "LNM"))
