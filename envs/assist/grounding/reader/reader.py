"""A text read from left to right, clause by clause: who is spoken of, in which mood, and the acts that come of it.

The reader keeps little about a clause: its subject, the auxiliaries and negations seen, and a frame, which says whether
what stands in it is said as a fact or wish at all ("main"), or only as a condition, a question, a promise or a doubt.
Verbs, states, names and numbers become acts by that. There is no grammar of whole sentences, so that hedges, asides and
unfinished sentences do no harm; what is not understood is kept as unknown.
"""

from __future__ import annotations

from dataclasses import replace

from envs.assist.grounding import vocabulary as voc
from envs.assist.grounding.act import Act, ActKind
from envs.assist.grounding.arguments import with_rest
from envs.assist.grounding.compiled import CUES, cue
from envs.assist.grounding.reader.clause import Clause
from envs.assist.grounding.reader.questions import asks_from
from envs.assist.grounding.reader.steering import Steering
from envs.assist.grounding.record import Reading
from envs.assist.grounding.words import STOPS

_INTERJECTIONS = frozenset(("yes", "no", "ack", "praise", "greet", "stop", "careful", "fulfilled", "ask"))
_FRAME_WORDS = frozenset("have has had having do did does be stop need let keep will can".split())
"""Words that are rarely verbs of a world, though one may claim them ("have" for to drink)."""
_SUBORDINATE = frozenset(("when", "once", "if", "until", "while", "before", "after", "because"))


class Reader(Steering):
    """A text read from left to right, clause by clause."""

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
        """Words first to stop, which a mark ends."""
        if first >= stop:
            return
        self.stop, self.mark = stop, mark
        self.sentence_acts = len(self.record.acts)
        self.contrast = None
        self.clause = Clause(first, self.sentence_acts)
        asks = asks_from(self.grammar, self.words, first, stop, mark)
        at = first
        while at < stop:
            if at == asks and at > first:
                self._close(at)
            if at == asks:
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

    def _step(self, at: int) -> int:
        """Read what begins at a word; the word after it."""
        words, grammar, clause = self.words, self.grammar, self.clause
        word = words[at]
        if word in grammar.sentences and clause.frame == "main" and not clause.settled:
            end = self._sheet(at)
            if end is not None:
                return end
        if word == "," or word == ">":
            return self._comma(at)
        if clause.frame == "self" and word in voc.PROMISES and not clause.settled:
            clause.frame = "promise"
            return at + 1
        steer = cue(words, at) if word in CUES else None
        if steer is not None and at + len(steer.words) > self.stop:
            steer = None
        value = grammar.value(words, at) if word in grammar.values else None
        if value is not None and (steer is None or len(value.words) >= len(steer.words)):
            end = self._value(at, value)
            if end is not None:
                return end
        if word in ("once", "twice", "thrice") or word[0].isdigit() or word in voc.NUMBERS or word == "a":
            end = self._number(at)
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

    def _sheet(self, at: int) -> int | None:
        """A sentence of the task sheet, said as a wish; where it ends, None where none is."""
        clause, record = self.clause, self.record
        wished = clause.fresh or clause.to or clause.modal or clause.neg
        sentence = self.grammar.sentence(self.words, at, self.stop) if wished else None
        if sentence is None or clause.subject not in ("", "you"):
            return None
        end = at + len(sentence.words)
        kind = ActKind.WARN if clause.neg else ActKind.ADVISE
        text = self._text(clause.start, end)
        for n, action in enumerate(sentence.actions, 1):
            act = Act(kind, text, action.verb, action.target, action.place)
            if kind == ActKind.WARN:
                record.add(act)
            else:
                record.wish(replace(act, later=sentence.last_later and n == len(sentence.actions)))
        if not sentence.actions:
            record.add(Act(ActKind.ACKNOWLEDGE, text))
        named = (name for action in sentence.actions for name in (action.target, action.place) if name)
        self.names.mention(tuple(dict.fromkeys(named)))
        clause.settled, clause.kind, clause.to = True, kind if sentence.actions else None, False
        return end

    def _longer(self, noun: tuple[str, ...], steer, senses, at: int) -> bool:
        """Whether a name is the better reading than a cue or a verb at its first word."""
        if at == self.clause.expects:
            return True
        if steer is not None and len(steer.words) >= len(noun):
            return len(steer.words) == len(noun) and self._is_copula(at + len(noun))
        if senses and self.clause.aux == "be" and self.clause.subject in ("you", "i") and self._is_gerund(at):
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

    def _is_copula(self, at: int) -> bool:
        """Whether "is" or "are" stands there."""
        return self._next(at) in ("is", "are", "'s")

    def _verb_wins(self, at: int, steer: tuple[str, ...]) -> bool:
        """Whether a verb with the words that belong to it is longer than the cue."""
        words = self.words
        if len(steer) == 1 and words[at] in _FRAME_WORDS:
            wishes = self.clause.fresh or self.clause.to or self.clause.modal
            if not wishes or not self.names.starts(at + 1, self.stop):
                return False
        if len(steer) == 1 and self._is_gerund(at + 1):
            return False  # "start chopping"
        if steer == ("go",) and self.clause.subject == "name" and self.clause.modal:
            return False  # "both glasses need to go in the dishwasher"
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
        """A comma that stands in no list of names."""
        clause = self.clause
        if clause.frame == "promise" and at + 1 < self.stop and self.words[at + 1] in ("and", "as", "when", "once"):
            return at + 1
        if clause.first and clause.fresh:
            return at + 1
        made = self.record.acts[clause.acts :]
        claimed = clause.subject == "you" and bool(made) and made[-1].prop == "did"
        self._open(at + 1 if at + 1 < self.stop else at, None)
        self.clause.frame = "main" if self.clause.frame not in ("ask",) else "ask"
        self.clause.claimed = claimed
        return at + 1

    def _steer(self, at: int, code: str, end: int) -> int:
        """Act on a cue that ends before word `end`; the word to go on with."""
        if code in _INTERJECTIONS:
            after = self._interjection(at, code, end)
            return self._plain(at, end) if after is None else after
        after = self._subordinate(at, code, end) if code in _SUBORDINATE else getattr(self, f"_on_{code}")(at, end)
        return end if after is None else after
