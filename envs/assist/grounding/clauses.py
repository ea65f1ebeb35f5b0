"""A text read from left to right, clause by clause: who is spoken of, in which mood, and the acts that come of it.

The reader keeps little about a clause: its subject, the auxiliaries and negations seen, and a frame, which says whether
what stands in it is said as a fact or wish at all ("main"), or only as a condition, a question, a promise or a doubt.
Verbs, states, names and numbers become acts by that. There is no grammar of whole sentences, so that hedges, asides and
unfinished sentences do no harm; what is not understood is kept as unknown.
"""

from __future__ import annotations

from collections.abc import Sequence

from envs.assist.action import WAIT
from envs.assist.grounding import vocabulary as voc
from envs.assist.grounding.act import Act, ActKind
from envs.assist.grounding.arguments import VerbGroup, read_verb, with_rest
from envs.assist.grounding.compiled import CUES, Compiled, cue
from envs.assist.grounding.names import Name, Names
from envs.assist.grounding.record import UNTOLD, Reading, Record
from envs.assist.grounding.statements import Statements
from envs.assist.grounding.words import STOPS, Words

_INTERJECTIONS = frozenset(("yes", "no", "ack", "praise", "greet", "stop", "careful", "fulfilled", "ask"))
_CAUTIOUS = frozenset(("right", "correct", "true", "false", "wrong", "incorrect", "negative", "fine", "sure", "mind"))
"""Interjections only where nothing follows them."""
_ADJECTIVAL = frozenset(
    "great good nice perfect excellent awesome fantastic amazing wonderful brilliant lovely".split()
)
_REQUESTS = (
    *(("can", "you"), ("could", "you"), ("would", "you"), ("will", "you"), ("why", "do", "not"), ("how", "about")),
    *(("shall", "we"), ("can", "we"), ("could", "we"), ("what", "about"), ("do", "you", "mind"), ("want", "to")),
)
_INVERTED = frozenset("have has had did do does are is was were should can could would will may shall am".split())
_QUESTIONING = frozenset("what where which who why how when whose".split())
_SUBJECTS = frozenset("you the it i we there any your they that this these those a an he she".split())
_SHORT = frozenset("you we it that this they did do does have has are is was not yet already indeed so now still just".split())
"""A clause of nothing else answers yes or no: "you did", "it is not"."""
_CONDITIONAL = ("until", "while", "when", "if", "before", "ensure")
_OPENS = frozenset((",", "and", "but", "so", "or", "because", "then"))


class Clause:
    """What is known of the clause that is being read."""

    __slots__ = (
        "start", "frame", "subject", "name", "aux", "neg", "modal", "to", "soon", "exist", "hold", "need", "forgot",
        "recipe", "remember", "gerund", "first", "instead", "left", "passive", "acts", "group", "kind", "numbers",
        "content", "settled", "never", "quiet", "use", "promised", "expects",
    )  # fmt: skip

    def __init__(self, start: int, acts: int, frame: str = "main") -> None:
        self.start = start
        self.frame = frame
        self.subject = ""
        """you, i, name, recipe, that, or none."""
        self.name: Name | None = None
        self.aux = ""
        self.neg = self.modal = self.to = self.soon = self.exist = self.hold = self.need = self.forgot = False
        self.recipe = self.remember = self.first = self.instead = self.left = self.settled = self.never = False
        self.quiet = False
        self.gerund = ""
        """What an -ing verb next is: "do", "stop" or "did"."""
        self.passive = False
        self.use = ""
        self.expects = -1
        """The word at which a name is what the cue before it speaks of, though a preposition stands between."""
        self.acts = acts
        """How many acts there were before it."""
        self.group: VerbGroup | None = None
        self.kind: ActKind | None = None
        self.numbers: list[tuple[float, str, str]] = []
        self.content = 0
        self.promised: tuple[str, str, str] = ("", "", "")

    @property
    def fresh(self) -> bool:
        """Nothing but fillers so far."""
        return not (self.subject or self.aux or self.content or self.neg or self.group or self.settled or self.to)


class Reader(Statements):
    """Reads one text. own: it is a person's own, so that "I will chop the tomato" announces an action."""

    def __init__(self, grammar: Compiled, text: Words, recent: Sequence[str] = (), own: bool = False) -> None:
        self.grammar = grammar
        self.text = text
        self.words = text.words
        self.names = Names(grammar, text.words, recent)
        self.record = Record()
        self.own = own
        self.clause = Clause(0, 0)
        self.stop = 0
        self.mark = ""
        self.sentence_acts = 0
        self.contrast: tuple[ActKind, VerbGroup | None] | None = None
        self.asks_from = -1

    def read(self) -> Reading:
        """The whole text."""
        words, first = self.words, 0
        for at, word in enumerate(words):
            if word in STOPS:
                self._sentence(first, at, word)
                first = at + 1
        self._sentence(first, len(words), "")
        record = self.record
        things = tuple(self.names.things)
        return Reading(tuple(record.acts), things, tuple(record.unknown), frozenset(record.lacking))

    def _sentence(self, first: int, stop: int, mark: str) -> None:
        if first >= stop:
            return
        self.stop, self.mark = stop, mark
        self.sentence_acts = len(self.record.acts)
        self.contrast = None
        self.clause = Clause(first, self.sentence_acts)
        self.asks_from = self._question(first, stop)
        at = first
        while at < stop:
            if at == self.asks_from and at > first:
                self._close(at)
            if at == self.asks_from:
                self.clause.frame = "ask"
            at = max(at + 1, self._step(at))
        self._close(stop)
        if mark not in (":", ";"):
            self.record.after = False
        self._merge_warnings()

    def _merge_warnings(self) -> None:
        """A bare "stop" beside a warning that says of what adds nothing."""
        acts = self.record.acts
        new = acts[self.sentence_acts :]
        if sum(act.kind == ActKind.WARN for act in new) < 2:
            return
        kept = [a for a in new if a.kind != ActKind.WARN or a.verb or a.target or a.place]
        if any(a.kind == ActKind.WARN for a in kept) and len(kept) < len(new) and not self.record.lacking:
            acts[self.sentence_acts :] = kept

    # Questions.

    def _question(self, first: int, stop: int) -> int:
        """The word from which on a sentence asks, -1 when it does not."""
        words = self.words
        while first < stop and (words[first] in (",", "and", "so", "now", "ok", "okay", "also", "wait", "but")):
            first += 1
        asking = self.mark == "?"
        for request in _REQUESTS:
            if tuple(words[first : first + len(request)]) == request:
                if request[-1] == "about" and not asking:
                    return -1
                if request == ("what", "about"):
                    return first
                return -1
        if not asking:
            inverted = first + 1 < stop and words[first] in (
                "have",
                "has",
                "did",
                "do",
                "does",
                "are",
                "is",
                "was",
                "were",
            )
            return first if inverted and words[first + 1] in _SUBJECTS else -1
        if stop - first > 1 and words[stop - 1] in ("ok", "okay", "please") and words[stop - 2] == ",":
            return -1
        found = -1
        for at in range(first, stop):
            opens = at == first or words[at - 1] in _OPENS
            if not opens or at + 1 >= stop:
                continue
            inverted = words[at] in _INVERTED and (words[at + 1] in _SUBJECTS or self.grammar.noun(words, at + 1))
            if inverted or (words[at] in _QUESTIONING and (at == first or words[at] != "when")):
                found = at
        return found if found >= 0 else first

    # Clauses.

    def _open(self, at: int, frame: str | None = None) -> Clause:
        """Close the clause and begin another."""
        old = self.clause
        self._close(at)
        keeps = old.frame in ("ask", "promise", "unsure", "self") and self.words[at] not in _OPENS
        self.clause = Clause(at, len(self.record.acts), frame or (old.frame if keeps else "main"))
        return self.clause

    def _close(self, at: int) -> None:
        """Settle what is left of the clause that ends before a word."""
        clause, record = self.clause, self.record
        self._flush_numbers()
        made = len(record.acts) > clause.acts or clause.settled
        if clause.frame == "promise":
            if not clause.settled:
                target, prop, value = clause.promised
                record.add(Act(ActKind.PROMISE, self._text(clause.start, at), target=target, prop=prop, value=value))
                clause.settled = True
        elif clause.frame == "ask":
            if not clause.settled and (clause.subject or clause.content or clause.group or clause.aux):
                group = clause.group
                target = group.targets[0] if group is not None and group.targets else clause.name
                record.add(
                    Act(
                        ActKind.ASK,
                        self._text(clause.start, at),
                        verb=group.sense.verb if group is not None else "",
                        target=target.ids[0] if target is not None and target.ids else "",
                    )
                )
                clause.settled = True
        elif clause.frame in ("main", "unsure", "self") and not made:
            self._leftover(clause, at)
        if clause.kind is not None:
            self.contrast = (clause.kind, clause.group)

    def _leftover(self, clause: Clause, at: int) -> None:
        """A clause that has made no act: a short answer, a fragment, or something not understood."""
        record, name = self.record, clause.name
        text = self._text(clause.start, at)
        rest = self.words[clause.start : at]
        plain = clause.subject in ("you", "that", "name") and clause.aux and _SHORT.issuperset(rest)
        if plain and clause.frame == "main":
            record.add(Act(ActKind.NO if clause.neg else ActKind.YES, text))
        elif name is not None and name.kind == "things" and not clause.aux and not clause.content:
            if self.contrast is not None and self.contrast[0] == ActKind.WARN or clause.first or clause.instead:
                said = clause.first and any(a.kind in (ActKind.YES, ActKind.NO) for a in record.acts)
                if said:
                    record.add(Act(ActKind.CLAIM, text, target=name.ids[0], prop="before"))
                else:
                    for thing in name.ids:
                        record.advise(thing, text)
            elif record.then and record.acts and record.acts[-1].prop == "before" and not record.acts[-1].value:
                record.acts[-1] = self._with_value(record.acts[-1], name.ids[0])
            elif record.then and record.acts and record.acts[-1].kind == ActKind.ADVISE:
                for thing in name.ids:
                    record.add(Act(ActKind.ADVISE, text, record.acts[-1].verb, thing, record.acts[-1].place, later=True))
            elif at - clause.start > len(name.label.split()) + 3:
                record.miss(text)
        elif clause.subject or clause.content or clause.aux == "have":
            said = clause.content or clause.name is not None or clause.group is not None or clause.frame != "main"
            if said or (clause.aux and clause.subject != "i" and at - clause.start > 3):
                record.miss(text)

    def _text(self, start: int, end: int) -> str:
        return self.text.between(start, end).strip()

    # One step.

    def _step(self, at: int) -> int:
        """Read what begins at a word; the word after it."""
        words, grammar, clause = self.words, self.grammar, self.clause
        word = words[at]
        if word == "," or word == ">":
            return self._comma(at)
        if clause.frame == "self" and word in voc.PROMISES and not clause.settled:
            clause.frame = "promise"
            return at + 1
        steer = cue(words, at) if word in CUES else None
        if steer is not None and at + len(steer.words) > self.stop:
            steer = None
        if word in ("once", "twice", "thrice") or word[0].isdigit() or word in voc.NUMBERS or word == "a":
            end = self._number(at)
            if end is not None:
                return end
        value = grammar.value(words, at) if word in grammar.values else None
        if value is not None and (steer is None or len(value.words) >= len(steer.words)):
            end = self._value(at, value)
            if end is not None:
                return end
        senses = grammar.verbs.get(word)
        noun = grammar.noun(words, at)
        if noun is not None and not self._longer(noun.words, steer, senses, at):
            noun = None
        if senses and noun is None and (steer is None or self._verb_wins(at, steer.words)):
            end = self._verb(at)
            if end is not None:
                return end
        if steer is not None and noun is None:
            return self._steer(at, steer.code, at + len(steer.words))
        return self._other(at)

    def _longer(self, noun: tuple[str, ...], steer, senses, at: int) -> bool:
        """Whether a name is the better reading than a cue or a verb at its first word."""
        if steer is not None and len(steer.words) >= len(noun):
            return False
        if not senses or not any(s.form == "base" for s in senses):
            return True
        after = at + len(noun)
        if self.clause.to or self.clause.modal or self.clause.neg:
            return False
        if len(noun) > 1:
            return True
        return after < self.stop and any(
            c.code in ("be", "have", "modal", "will") for c in CUES.get(self.words[after], ())
        )

    def _verb_wins(self, at: int, steer: tuple[str, ...]) -> bool:
        """Whether a verb with the words that belong to it is longer than the cue."""
        words = self.words
        for sense in self.grammar.verbs[words[at]]:
            size = 1 + len(sense.rest)
            end = with_rest(words, at + 1, self.stop, sense)
            if end is not None and end - at > len(steer):
                return True
            if size == len(steer) == 1 and (sense.spoken or self.names.starts(at + 1, self.stop)):
                return True
            if steer[-1:] == ("to",) and sense.rest == ("to",) and self.names.starts(at + 2, self.stop):
                return sense.form != "base" or not self.clause.modal
        return False

    def _comma(self, at: int) -> int:
        clause = self.clause
        if clause.frame in _CONDITIONAL and clause.fresh:
            return at + 1
        if clause.frame == "promise" and at + 1 < self.stop and self.words[at + 1] in ("and", "as", "when", "once"):
            return at + 1
        if clause.first and clause.fresh:
            return at + 1
        claimed = clause.subject == "you" and clause.kind == ActKind.CLAIM
        self._open(at + 1 if at + 1 < self.stop else at, None)
        self.clause.frame = "main" if self.clause.frame not in ("ask",) else "ask"
        self.clause.quiet = claimed
        return at + 1

    # Cues.

    def _steer(self, at: int, code: str, end: int) -> int:
        """Act on a cue that ends before word `end`."""
        clause = self.clause
        if code in _INTERJECTIONS:
            taken = self._interjection(at, code, end)
            return taken if taken is not None else self._plain(at, end)
        if code in ("when", "once", "if", "until", "while", "before", "after", "because"):
            return self._subordinate(at, code, end)
        return (
            getattr(self, f"_on_{code}", self._plain)(at, end) or end if code != "you" else self._on_you(at, end) or end
        )

    def _plain(self, at: int, end: int) -> int:
        """A cue that does nothing here; its words may still be a name's."""
        if end == at + 1:
            return self._other(at)
        return end

    def _interjection(self, at: int, code: str, end: int) -> int | None:
        words, clause, record = self.words, self.clause, self.record
        boundary = end >= self.stop or words[end] in (",", "and", "but", "so", "then", "now")
        text = self._text(at, end)
        if code == "ask":
            if clause.frame == "promise" or clause.subject == "i":
                return None
            record.add(Act(ActKind.ASK, self._text(at, self.stop)))
            clause.frame, clause.settled = "told", True
            return end
        if not clause.fresh and not (code == "praise" and clause.aux == "be"):
            return None
        if code == "fulfilled":
            if clause.frame != "main":
                return None
            after = words[end] if end < self.stop else ""
            if any(s.form == "ing" for s in self.grammar.verbs.get(after, ())):
                clause.subject, clause.gerund = "you", "did"
                return end
            if after in ("with", "on", "in"):
                return None
            record.add(Act(ActKind.CLAIM, text, prop="fulfilled", value="yes"))
            return self._after_word(end)
        if clause.frame not in ("main",):
            return None
        first = words[at]
        if code == "careful":
            k = end + (end < self.stop and words[end] in ("with", "of", "for", "about", "the"))
            if first == "mind" and not self.names.starts(end, self.stop):
                return None
            name = self.names.read(end if words[end : end + 1] == ["the"] else k, self.stop, bare=False)
            record.of_name(name)
            target = name.ids[0] if name is not None and name.ids and not name.pronoun else ""
            if target and name is not None and not self._is_verbal(name.end):
                self.names.note(name)
                record.add(Act(ActKind.WARN, self._text(at, name.end), target=target))
                return self._after_word(name.end)
            record.add(Act(ActKind.WARN, text))
            return self._after_word(end)
        if code == "stop":
            if any(s.form == "ing" for s in self.grammar.verbs.get(words[end] if end < self.stop else "", ())):
                clause.gerund = "stop"
                return end
            name = self.names.read(end, self.stop, bare=False)
            if name is not None and name.firm and not name.pronoun and not self._is_verbal(name.end):
                self.names.note(name)
                record.add(Act(ActKind.WARN, self._text(at, name.end), target=name.ids[0]))
                return self._after_word(name.end)
            record.add(Act(ActKind.WARN, text))
            return self._after_word(end)
        if end == at + 1 and first in _CAUTIOUS and not boundary:
            return None
        if code == "praise":
            return self._praise(at, end, boundary)
        if code == "no" and end == at + 1 and not boundary and words[end] not in (*_SUBJECTS, "not", "do", "need"):
            return None
        kinds = {"yes": ActKind.YES, "no": ActKind.NO, "ack": ActKind.ACKNOWLEDGE, "greet": ActKind.GREET}
        if not (record.acts[self.sentence_acts :] and record.acts[-1].kind == kinds[code]):
            record.add(Act(kinds[code], text))
        return self._after_word(end)

    def _praise(self, at: int, end: int, boundary: bool) -> int | None:
        words, clause = self.words, self.clause
        lone = end == at + 1 and words[at] in _ADJECTIVAL
        if clause.aux == "be":
            if (
                clause.exist
                or clause.neg
                or clause.modal
                or not (boundary or words[end] in ("to", "so", "for", "on", "there"))
            ):
                return None
            if clause.subject not in ("that", "name", "you"):
                return None
        elif lone and not boundary:
            return None
        self.record.add(Act(ActKind.PRAISE, self._text(at, end)))
        clause.settled = True
        if end < self.stop and any(s.form == "ing" for s in self.grammar.verbs.get(words[end], ())):
            self._after_word(end)
            self.clause.subject, self.clause.gerund = "you", "did"
            return end
        if end + 1 < self.stop and words[end] in ("on", "with"):
            self._after_word(end + 1)
            self.clause.subject, self.clause.gerund = "you", "did"
            self.clause.frame = "told"
            if any(s.form == "ing" for s in self.grammar.verbs.get(words[end + 1], ())):
                self.clause.frame = "main"
            return end + 1
        return self._after_word(end)

    def _after_word(self, end: int) -> int:
        """Begin anew behind a whole act, its comma left out."""
        if end < self.stop and self.words[end] == ",":
            end += 1
        self._close_quietly(end)
        return end

    def _close_quietly(self, at: int) -> None:
        self.clause = Clause(min(at, self.stop - 1), len(self.record.acts))

    def _is_verbal(self, at: int) -> bool:
        """Whether a name that ends there is a clause's subject."""
        if at >= self.stop:
            return False
        return any(c.code in ("be", "have", "modal", "will", "did", "do") for c in CUES.get(self.words[at], ()))

    def _subordinate(self, at: int, code: str, end: int) -> int | None:
        clause, record = self.clause, self.record
        following = self.words[end] if end < self.stop else ""
        if code == "because":
            if self.words[at] == "as" and following not in _SUBJECTS:
                return end
            self._open(at)
            return end
        if clause.frame == "promise":
            return end
        if code == "before" and clause.kind == ActKind.CLAIM:
            return end
        if code in ("when", "once", "after", "if"):
            advised = [a for a in record.acts[self.sentence_acts :] if a.kind == ActKind.ADVISE]
            possible = (
                code == "if"
                and following in ("you", "needed", "possible", "necessary", "it", "that")
                and not (self.words[end + 1 : end + 2] in (["are"], ["is"], ["have"]))
            )
            if not possible and clause.frame != "ask":
                if advised and not clause.fresh:
                    record.postpone(clause.acts)
                else:
                    record.after = record.after or not (code == "if" and "not" in self.words[end : end + 4])
        frame = {"once": "when", "after": "when"}.get(code, code)
        if clause.frame == "ask" and code != "before":
            return end
        self._open(at, frame)
        return end

    def _on_you(self, at: int, end: int) -> int | None:
        clause = self.clause
        before = self.words[at - 1] if at > clause.start else ""
        if clause.frame == "ask":
            clause.subject = "you"
            return end
        if clause.frame == "promise" or before in (
            "for",
            "with",
            "to",
            "of",
            "near",
            "around",
            "let",
            "tell",
            "help",
            "beside",
        ):
            return end
        if clause.subject or clause.group or clause.settled or clause.numbers:
            if clause.frame in _CONDITIONAL and not clause.settled:
                frame = clause.frame
            elif clause.frame in ("ask", "told"):
                frame = clause.frame
            else:
                frame = "main"
            neg = clause.neg and clause.subject == "i"
            self._open(at, frame).neg = neg
        self.clause.modal = self.clause.modal or before in ("recommend", "suggest", "advise", "need", "want", "ask")
        self.clause.subject = "you"
        if self.clause.aux in ("modal", "do"):
            self.clause.aux = ""
        return end

    def _on_i(self, at: int, end: int) -> None:
        if self.clause.subject or self.clause.group or self.clause.settled:
            self._open(at)
        self.clause.subject = "i"

    def _on_be(self, at: int, end: int) -> None:
        clause = self.clause
        if clause.frame == "self":
            return
        if not clause.subject and not clause.aux and self.words[at] in ("look", "stay", "gets", "remain"):
            return
        clause.passive = clause.passive or clause.aux in ("modal", "to") or clause.to
        clause.soon = clause.soon or self.words[end - 1] == "gets"
        if not clause.subject and clause.name is None and clause.frame != "ask" and clause.content and not clause.neg:
            clause.subject = "other"
        clause.aux = "be"

    def _on_have(self, at: int, end: int) -> None:
        if self.clause.aux != "did":
            self.clause.aux = "have"

    def _on_do(self, at: int, end: int) -> None:
        if self.clause.subject or self.clause.frame == "ask" or self.words[end : end + 1] == ["not"]:
            self.clause.aux = self.clause.aux or "do"

    def _on_did(self, at: int, end: int) -> None:
        self.clause.aux = "did"

    def _on_will(self, at: int, end: int) -> int | None:
        clause = self.clause
        if self.words[end - 1] == "to" and self.names.starts(end, self.stop):
            clause.aux = "be"
            return end - 2
        if self.words[end - 1] == "be":
            clause.aux, clause.soon = "be", True
            return None
        clause.aux = "will"
        if clause.subject == "i":
            clause.frame = "self"
        elif clause.subject != "you":
            clause.soon = True
        return None

    def _on_modal(self, at: int, end: int) -> None:
        clause = self.clause
        clause.aux, clause.modal = "modal", True
        clause.to = False

    def _on_to(self, at: int, end: int) -> None:
        if self.clause.fresh and at == self.clause.start and "," in self.words[at : self.stop]:
            self.clause.frame = "until"  # "to cook the rice, put it in the pot" says what for
        self.clause.to = True

    def _on_not(self, at: int, end: int) -> int | None:
        clause = self.clause
        self_standing = not clause.aux and not clause.to and clause.subject not in ("i", "that")
        if self_standing and self.words[at] != "never" and clause.frame != "ask" and (clause.group is not None or clause.fresh):
            name = self.names.read(end, self.stop, bare=False)
            if name is not None and not name.pronoun and not self._is_verbal(name.end):
                return self._contrast(at, end, name)
            if end < self.stop and self.words[end] in voc.PLACE_PREPOSITIONS and clause.group is None:
                place = self.names.read(end + 1, self.stop, "place", bare=False)
                if place is not None and place.firm and not place.pronoun:
                    self.names.note(place)
                    group = self.contrast[1] if self.contrast is not None else None
                    verb = group.sense.verb if group is not None else ""
                    target = next((thing for name in group.targets for thing in name.ids), "") if group else ""
                    self.record.add(Act(ActKind.WARN, self._text(at, place.end), verb, target, place.ids[0]))
                    return self._after_word(place.end)
        clause.never = clause.never or self.words[at] == "never"
        clause.neg = True
        return None

    def _on_unneeded(self, at: int, end: int) -> int | None:
        clause = self.clause
        clause.neg, clause.aux, clause.exist = True, "modal", False
        if self.words[end - 1] == "for":
            clause.need = True
        elif end < self.stop and self.words[end] in ("do", "repeat", "worry", "rush", "hurry"):
            self.record.add(Act(ActKind.WARN, self._text(clause.start, min(end + 3, self.stop))))
            clause.frame, clause.settled = "told", True
        return None

    def _on_remember(self, at: int, end: int) -> int | None:
        clause = self.clause
        if not clause.fresh and clause.subject != "you":
            return None
        clause.aux, clause.modal, clause.remember, clause.neg = "modal", True, True, False
        return None

    def _on_need(self, at: int, end: int) -> None:
        clause = self.clause
        if self.words[at] in ("uses", "includes", "include") and clause.subject != "recipe":
            return
        clause.need, clause.expects = True, end
        if clause.name is not None and clause.name.firm and self._more_time(end):
            self._claim_state(clause.name, "state", "done", True, at)

    def _on_needed(self, at: int, end: int) -> None:
        clause = self.clause
        if clause.name is not None and clause.aux == "be":
            self._claim_needed(clause.name, not clause.neg, end)

    def _on_recipe(self, at: int, end: int) -> None:
        clause = self.clause
        clause.recipe = True
        if clause.name is not None and clause.aux in ("be", "do") and not clause.settled:
            self._claim_needed(clause.name, not (clause.neg or clause.name.denied), end)
        elif not clause.subject and not clause.exist:
            clause.subject = "recipe"

    def _on_forgot(self, at: int, end: int) -> None:
        if self.clause.subject in ("you", "") and self.clause.aux != "modal":
            self.clause.forgot, self.clause.expects = True, end

    def _on_there(self, at: int, end: int) -> None:
        clause = self.clause
        if clause.subject or clause.group:
            clause = self._open(at)
        clause.exist, clause.aux = True, "be"
        clause.neg = clause.neg or self.words[end - 1] == "no"

    def _on_see(self, at: int, end: int) -> None:
        if end < self.stop and self.words[end] in ("the", "your", "it", "that", "them"):
            self.clause.frame = "unsure"
            return
        self.clause.exist = self.clause.neg = True

    def _on_idiom(self, at: int, end: int) -> None:
        """Says nothing."""

    def _on_ensure(self, at: int, end: int) -> int | None:
        clause = self.clause
        if clause.frame in ("main", "self") and (clause.fresh or clause.subject == "you" or clause.modal):
            if end < self.stop and self.words[end] != "to":
                self._open(at, "ensure")
        return None

    def _on_hold(self, at: int, end: int) -> None:
        clause = self.clause
        if clause.subject or clause.group or clause.settled:
            clause = self._open(at)
        clause.subject = "you"
        if end < self.stop and self.words[end] == "to":
            clause.aux, clause.modal = "modal", True
        elif self.words[end - 1] == "have" and end < self.stop and not self.names.starts(end, self.stop):
            clause.aux = "have"
        else:
            clause.hold, clause.aux = True, "have"

    def _on_almost(self, at: int, end: int) -> int | None:
        clause = self.clause
        if self.words[end - 1] == "to" and end < self.stop and clause.subject == "you":
            clause.frame = "before"
            return None
        clause.soon = True
        return None

    def _on_burn(self, at: int, end: int) -> int | None:
        clause = self.clause
        name = clause.name
        clause.settled = True
        if clause.frame == "main" and not clause.neg and name is not None and name.ids:
            self.record.add(Act(ActKind.WARN, self._text(clause.start, end), target=name.ids[0]))
        return None

    def _on_unsure(self, at: int, end: int) -> None:
        self.clause.frame = "unsure"
        self.clause.content += 1

    def _on_think(self, at: int, end: int) -> int | None:
        clause = self.clause
        words = self.words[at:end]
        if words[0] in ("looks", "seems") and (clause.subject in ("that", "you") or clause.name is not None):
            clause.aux = "be"
            return None
        if end >= self.stop or self.words[end] == ",":
            if words == ["i", "see"]:
                self.record.add(Act(ActKind.ACKNOWLEDGE, self._text(at, end)))
                return self._after_word(end)
        if clause.subject or clause.group or clause.settled:
            self._open(at)
        if "not" in words:
            self.clause.neg = True
        if self.clause.frame == "self":
            self.clause.frame = "main"
        self.clause.start = min(end, self.stop - 1)
        return None

    def _on_self(self, at: int, end: int) -> int | None:
        if not self.clause.fresh:
            self._open(at)
        if self.words[end - 1] == "to" and self.names.starts(end, self.stop) and "going" in self.words[at:end]:
            self.clause.frame, self.clause.subject = "self", "i"
            return end - 2
        self.clause.frame, self.clause.subject = "self", "i"
        return None

    def _on_then(self, at: int, end: int) -> int | None:
        clause = self.clause
        if self.words[at - 1 : at] in (["the"], ["your"], ["my"]) and self.words[at] == "next":
            return None
        if clause.subject or clause.group or clause.settled or clause.content:
            self._open(at)
        if self.clause.frame in _CONDITIONAL:
            self.clause.frame = "main"
        self.record.then = True
        return None

    def _on_afterwards(self, at: int, end: int) -> int | None:
        clause = self.clause
        if clause.kind == ActKind.ADVISE and len(self.record.acts) > clause.acts:
            self.record.postpone(clause.acts)
        elif clause.fresh:
            self.record.after = True
        return None

    def _on_now(self, at: int, end: int) -> int | None:
        clause = self.clause
        if clause.fresh or clause.frame != "main":
            self.record.then = self.record.after = False
            if clause.frame in ("when", "if", "while") and clause.settled:
                self._open(at, "main")
        return None

    def _on_first(self, at: int, end: int) -> int | None:
        clause = self.clause
        if clause.aux == "be" and clause.name is not None and clause.name.firm and not clause.settled:
            return self._claim_first(clause.name, at, end)
        if self.names.starts(at - 1, self.stop) and self.words[at - 1] in ("the", "your"):
            return self._other(at)
        clause.first = True
        return None

    def _on_instead(self, at: int, end: int) -> None:
        self.clause.instead = True

    def _on_rather(self, at: int, end: int) -> int | None:
        clause = self.clause
        k = end
        if k < self.stop and any(s.form == "ing" for s in self.grammar.verbs.get(self.words[k], ())):
            clause.gerund = "stop"
            return None
        name = self.names.read(k, self.stop)
        if name is None:
            return None
        return self._contrast(at, end, name)

    def _on_and(self, at: int, end: int) -> int | None:
        clause = self.clause
        if self.words[end - 1] == "also":
            return None
        if clause.frame == "promise" and not clause.settled:
            self._open(at, "main")
        return None

    def _on_but(self, at: int, end: int) -> int | None:
        clause = self.clause
        warned = self.contrast is None and clause.kind == ActKind.WARN
        self._open(at, "main")
        self.clause.start = min(end, self.stop - 1)
        self.clause.instead = warned or (self.contrast is not None and self.contrast[0] == ActKind.WARN)
        return None

    def _on_so(self, at: int, end: int) -> int | None:
        if self.clause.fresh:
            return None
        self._open(at, "main")
        self.clause.start = min(end, self.stop - 1)
        return None

    def _on_use(self, at: int, end: int) -> int | None:
        clause = self.clause
        if clause.subject == "name" or (clause.frame not in ("main",) and not self.own):
            return None
        clause.use, clause.expects = self.words[at], end
        if end < self.stop and any(s.form == "ing" for s in self.grammar.verbs.get(self.words[end], ())):
            clause.gerund = "stop" if clause.neg else "do"
        return None

    def _on_skip(self, at: int, end: int) -> int | None:
        clause = self.clause
        if clause.subject not in ("", "you"):
            return None
        if end < self.stop and any(s.form == "ing" for s in self.grammar.verbs.get(self.words[end], ())):
            clause.gerund = "stop"
            return None
        name = self.names.read(end, self.stop)
        if name is None:
            return None
        self.names.note(name)
        self.record.of_name(name)
        for thing in name.ids:
            if clause.frame == "main":
                self.record.add(Act(ActKind.WARN, self._text(clause.start, name.end), target=thing))
        clause.settled, clause.kind = True, ActKind.WARN
        return name.end

    def _on_leave(self, at: int, end: int) -> int | None:
        """ "leave the onion out", "leave it alone"; "keep the lid closed" says nothing to do."""
        clause = self.clause
        if any(s.form == "ing" for s in self.grammar.verbs.get(self.words[end] if end < self.stop else "", ())):
            clause.gerund = "stop" if clause.neg else "do"
            return None
        name = self.names.read(end, self.stop, bare=False)
        if name is None:
            return None
        self.names.note(name)
        after = self.words[name.end] if name.end < self.stop else ""
        if after in ("out", "alone", "off", "aside", "be", "untouched", "behind") and clause.frame == "main":
            if not (after == "off" and self.words[at] == "keep"):
                for thing in name.ids:
                    self.record.add(Act(ActKind.WARN, self._text(clause.start, name.end + 1), target=thing))
                clause.settled, clause.kind = True, ActKind.WARN
                return name.end + 1
        clause.content += 1
        clause.quiet = True
        clause.name = clause.name or name
        return name.end

    def _on_begin(self, at: int, end: int) -> int | None:
        clause = self.clause
        if end < self.stop and any(s.form == "ing" for s in self.grammar.verbs.get(self.words[end], ())):
            clause.gerund = "stop" if clause.neg else "do"
            return None
        if self.words[at] == "get" and self.names.starts(end, self.stop):
            clause.gerund = "do"
        return None

    def _on_quit(self, at: int, end: int) -> int | None:
        clause = self.clause
        if end < self.stop and any(s.form == "ing" for s in self.grammar.verbs.get(self.words[end], ())):
            clause.gerund = "stop"
            return None
        if self.words[at] in ("avoid",):
            return self._on_skip(at, end)
        if self.words[at:end] == ["no", "more"]:
            return self._other(at)
        return None

    def _on_goes(self, at: int, end: int) -> int | None:
        return self._belongs(at, end)

    def _on_left(self, at: int, end: int) -> int | None:
        clause = self.clause
        if clause.subject != "you":
            return self._other(at)
        name = self.names.read(end, self.stop, bare=False)
        if name is None or not name.firm:
            return None
        self.names.note(name)
        clause.name, clause.aux = name, "be"
        if name.end < self.stop and self.words[name.end] in ("out", "behind"):
            self.record.add(
                Act(ActKind.CLAIM, self._text(clause.start, name.end + 1), target=name.ids[0], prop="did", negated=True)
            )
            clause.settled = True
        return name.end

    # Verbs.

    def _verb(self, at: int) -> int | None:
        """A verb of the world, by its form and what stands before it."""
        words, clause = self.words, self.clause
        forms = {sense.form for sense in self.grammar.verbs[words[at]]}
        before = words[at - 1] if at > clause.start else ""
        if before in ("the", "a", "an", "your", "my"):
            return None
        mood = self._mood(forms, at)
        if mood is None:
            return None
        kind, allowed = mood
        group = read_verb(self.names, at, self.stop, allowed)
        if group is None:
            return None
        if words[at] == "wait" and self._startled(group.end, clause):
            self.record.add(Act(ActKind.WARN, self._text(at, group.end)))
            return self._after_word(group.end)
        return self._apply(at, kind, group)

    def _startled(self, end: int, clause: Clause) -> bool:
        """Whether "wait" is a cry."""
        if not clause.fresh or clause.frame != "main":
            return False
        return (end < self.stop and self.words[end] == ",") or (end >= self.stop and self.mark in ("!", ";", ":"))

    def _mood(self, forms: set[str], at: int) -> tuple[str, tuple[str, ...]] | None:
        """What a verb in one of these forms does here, and in which forms it may be."""
        clause = self.clause
        frame = clause.frame
        if clause.kind == ActKind.CLAIM and clause.quiet and clause.settled:
            return None
        if frame in ("ask", "promise", "unsure", "told", "until", "while", "when", "if", "ensure"):
            if frame not in ("ask", "promise", "unsure", "told") and "base" in forms and self._begins_main(at):
                self._open(at, "main")
                return self._mood(forms, at)
            return "mention", tuple(forms)
        if frame == "self" and not (self.own and forms & {"base", "ing"}):
            return "mention", tuple(forms)
        if frame == "before":
            return ("warn", tuple(forms)) if clause.subject in ("", "you") else ("mention", tuple(forms))
        if clause.forgot and "base" in forms and clause.to:
            return "undone", ("base",)
        if clause.forgot and "ing" in forms:
            return "undone", ("ing",)
        if clause.gerund and "ing" in forms:
            kind = {"do": "advise", "stop": "warn", "did": "did"}[clause.gerund]
            clause.gerund = ""
            if kind == "warn" and clause.kind == ActKind.CLAIM:
                kind = "undone"
            return kind, ("ing",)
        if clause.need and "ing" in forms and clause.name is not None:
            return "advise_subject", ("ing",)
        if clause.gerund == "do" and "past" in forms and clause.name is not None:
            return "advise_subject", ("past",)
        if clause.aux == "be":
            if "past" in forms and clause.passive and clause.modal and clause.name is not None:
                return ("warn_subject" if clause.neg else "advise_subject"), ("past",)
            if "past" in forms and clause.name is not None and clause.subject == "name":
                return "did_subject", ("past",)
            if "ing" in forms and clause.subject in ("you", "i"):
                if clause.subject == "i":
                    return ("advise" if self.own else "mention"), ("ing",)
                return "doing", ("ing",)
            if "ing" in forms and clause.name is not None:
                return "doing_subject", ("ing",)
            if "base" in forms and (clause.to or not clause.subject or clause.subject in ("other", "recipe")):
                return self._wish(), ("base",)
            if "ing" in forms and clause.subject in ("", "other"):
                return self._wish(), ("ing",)
            return None
        if clause.aux == "have" and "past" in forms:
            if clause.modal:
                return "undone", ("past",)
            if clause.subject == "name":
                return "did_subject", ("past",)
            return "did", ("past",)
        if clause.aux == "did" and "base" in forms:
            return "did", ("base",)
        if clause.subject in ("you", "i", "") and "past" in forms:
            past_only = "base" not in forms
            free = (
                clause.subject == "you"
                and not clause.aux
                and not clause.to
                and not self.record.then
                and not clause.modal
            )
            if (past_only and not clause.modal and clause.aux != "do") or (free and not clause.neg):
                if clause.gerund != "do":
                    return "did", ("past",)
            if not past_only and clause.quiet and not clause.aux and not clause.subject:
                return "did", ("past",)
        if "base" in forms:
            if clause.subject == "i" and clause.aux != "modal" and not clause.to and not self.own:
                return "mention", ("base",)
            if clause.subject == "name" and not clause.to and not clause.modal:
                if clause.aux in ("will", "do", "did") or not clause.settled:
                    return None
            return self._wish(), ("base",)
        if "ing" in forms:
            if clause.neg:
                return "warn", ("ing",)
            return ("doing" if clause.fresh or clause.subject == "you" else "mention"), ("ing",)
        if "past" in forms and clause.subject == "name" and not clause.aux:
            return "did_subject", ("past",)
        if "s" in forms and clause.subject == "":
            return "doing", ("s",)
        return None

    def _wish(self) -> str:
        return "warn" if self.clause.neg else "advise"

    def _begins_main(self, at: int) -> bool:
        """Whether a base form after a condition opens the main clause, though no comma stands before it."""
        clause = self.clause
        return clause.settled and not clause.to and not clause.modal and self.words[at - 1] not in ("and", "to", "or")

    def _apply(self, at: int, mood: str, group: VerbGroup) -> int:
        """Turn a verb with its arguments into acts."""
        clause, record = self.clause, self.record
        start = clause.start if len(record.acts) == clause.acts else at
        text = self._text(start, group.end)
        clause.group = clause.group if mood == "mention" and clause.group is not None else group
        if mood == "mention":
            clause.settled = clause.settled or clause.frame in _CONDITIONAL
            clause.content += 1
            if clause.frame == "promise" and group.targets and group.targets[0].ids:
                clause.promised = (group.targets[0].ids[0], "did", group.sense.verb)
            return group.end
        if group.targets and clause.settled and clause.name is group.targets[0]:
            return group.end
        if mood == "advise":
            bare_purpose = clause.to and clause.kind == ActKind.CLAIM and not group.targets
            if bare_purpose:
                return group.end
            record.of_group(ActKind.ADVISE, group, text)
            clause.kind = ActKind.ADVISE
            if group.sense.verb == WAIT:
                clause.frame = "until"
        elif mood == "warn":
            record.of_group(ActKind.WARN, group, text)
            clause.kind = ActKind.WARN
        elif mood.endswith("_subject"):
            self._passive(mood, group, text)
        else:
            self._claim_group(mood, group, text)
        clause.settled, clause.to = True, False
        return self._tail(group)

    def _tail(self, group: VerbGroup) -> int:
        """What may follow a verb's arguments at once: "before the lettuce", ", then the lettuce"."""
        if self.clause.kind == ActKind.CLAIM:
            return self._order_of(group)
        end = group.end
        if self.clause.kind == ActKind.ADVISE and self.words[end : end + 1] == ["before"]:
            name = self.names.read(end + 1, self.stop, bare=False)
            if name is not None and name.firm and not name.pronoun and not self._is_verbal(name.end):
                self.names.note(name)
                for thing in name.ids:
                    self.record.add(Act(ActKind.ADVISE, self._text(end, name.end), group.sense.verb, thing, later=True))
                return name.end
        return end

    # Names and the rest.

    def _other(self, at: int) -> int:
        """A name, a strange word, or a filler."""
        words, clause = self.words, self.clause
        word = words[at]
        if clause.aux == "be" and clause.frame not in ("ask",) and word in voc.PLACE_PREPOSITIONS:
            end = self._location(at)
            if end is not None:
                return end
        if word == "not" or word in ("you", "i"):
            return at + 1
        name = self.names.read(at, self.stop, subject=not clause.aux and not clause.group, bare=False)
        if name is not None:
            end = self._name(at, name)
            if end is not None:
                return end
        if self.names.strange(at):
            if self._unknown_verb(at):
                return at + 1
            clause.content += 1
        return at + 1

    def _unknown_verb(self, at: int) -> bool:
        """Whether a strange word stands where an action would: then it is noted as unknown."""
        clause, words = self.clause, self.words
        if clause.frame not in ("main", "before", "self") or words[at].endswith("ing"):
            return False
        placed = clause.fresh or clause.to or clause.modal or clause.neg or words[at - 1] in ("and", "then", "please")
        placed = (
            placed or (clause.subject == "you" and not clause.aux) or (clause.subject == "you" and clause.aux == "have")
        )
        if not placed or clause.subject in ("name", "i", "that", "recipe") or not self.names.starts(at + 1, self.stop):
            return False
        self.record.miss(words[at])
        clause.settled = True
        clause.frame = "told"
        return True
