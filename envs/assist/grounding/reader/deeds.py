"""Verbs of the world: advised, warned of, done, under way."""

from __future__ import annotations

from envs.assist.action import WAIT
from envs.assist.grounding import vocabulary as voc
from envs.assist.grounding.act import Act, ActKind
from envs.assist.grounding.arguments import VerbGroup, read_verb
from envs.assist.grounding.reader.clause import CONDITIONAL, Clause
from envs.assist.grounding.reader.mentions import Mentions

_BY_ITSELF = frozenset("cook boil fry sear open close".split())
"""What a thing can be said to do itself: "the rice cooked for ten ticks"."""


class Deeds(Mentions):
    """Verbs of the world: advised, warned of, done, under way."""

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
        if end + 1 < self.stop and self.words[end] == "," and self.words[end + 1] not in ("then", "and"):
            return True
        return end >= self.stop and self.mark in ("!", ";", ":")

    def _mood(self, forms: set[str], at: int) -> tuple[str, tuple[str, ...]] | None:
        """What a verb in one of these forms does here, and in which forms it may be."""
        clause = self.clause
        frame = clause.frame
        if clause.kind == ActKind.CLAIM and clause.claimed and clause.settled:
            return None
        if frame in ("ask", "promise", "unsure", "told", *(CONDITIONAL - {"before"})):
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
            if "base" in forms and self.words[at - 1] == "to":
                return self._wish(), ("base",)  # "it is time to put"
            if clause.to and not clause.modal and clause.kind == ActKind.CLAIM:
                return None  # "ready to be scooped"
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
            if not past_only and clause.claimed and not clause.aux and not clause.subject:
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
            lemmas = {sense.lemma for sense in self.grammar.verbs[self.words[at]] if sense.form == "past"}
            return ("did_subject", ("past",)) if lemmas & _BY_ITSELF else None
        if "s" in forms and clause.subject == "":
            return "doing", ("s",)
        return None

    def _wish(self) -> str:
        """What a base form is by itself."""
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
            clause.settled = clause.settled or clause.frame in CONDITIONAL
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

    def _claim_group(self, mood: str, group: VerbGroup, text: str) -> None:
        """did, undone or doing, of the person."""
        clause, record = self.clause, self.record
        prop = "doing" if mood == "doing" else "did"
        negated = clause.neg or mood == "undone"
        if clause.never and mood == "did":
            clause.numbers.append((0.0, "time", ""))
        clause.kind = ActKind.CLAIM
        clause.group = group
        record.of_group(ActKind.CLAIM, group, text, prop=prop, negated=negated)

    def _passive(self, mood: str, group: VerbGroup, text: str) -> None:
        """ "the tomato was put on plate 1", "the tomato needs to be chopped"."""
        clause = self.clause
        name = clause.name
        if name is None:
            return
        takes_place = group.sense.takes == "both"
        where = group.place or (group.others[0] if takes_place and group.others else None)
        moved = VerbGroup(group.sense, group.end, (name,), where if takes_place else None)
        if mood.startswith("did"):
            clause.kind = ActKind.CLAIM
            self.record.of_group(ActKind.CLAIM, moved, text, prop="did", negated=clause.neg or clause.soon)
        elif mood.startswith("doing"):
            clause.kind = ActKind.CLAIM
            self.record.of_group(ActKind.CLAIM, moved, text, prop="doing", negated=clause.neg)
        elif mood.startswith("warn"):
            clause.kind = ActKind.WARN
            self.record.of_group(ActKind.WARN, moved, text)
        else:
            clause.kind = ActKind.ADVISE
            self.record.of_group(ActKind.ADVISE, moved, text)
        clause.group = moved

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
        placed = placed or (clause.subject == "you" and clause.aux in ("", "have"))
        if not placed or clause.subject in ("name", "i", "that", "recipe") or not self.names.starts(at + 1, self.stop):
            return False
        self.record.miss(words[at])
        clause.settled = True
        clause.frame = "told"
        return True
