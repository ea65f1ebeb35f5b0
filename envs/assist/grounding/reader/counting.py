"""Numbers: "three times", "about twelve ticks", "once"."""

from __future__ import annotations

from envs.assist.grounding import vocabulary as voc
from envs.assist.grounding.act import Act, ActKind
from envs.assist.grounding.reader.base import Base


class Numbers(Base):
    """Numbers: "three times", "about twelve ticks", "once"."""

    def _number(self, at: int) -> int | None:
        """A number with or without a unit; None where the word is none here."""
        words, stop, clause = self.words, self.stop, self.clause
        word = words[at]
        noun = self.grammar.noun(words, at, stop)
        if noun is not None and self._is_verbal(at + len(noun.words) + (self._next(at + len(noun.words)) == "%")):
            return None
        if word == "a":
            if words[at + 1 : at + 4] == ["couple", "of", "times"]:
                clause.numbers.append((2.0, "time", ""))
                return min(at + 4, stop)
            return None
        if word in voc.FREQUENCIES:
            if word == "once" and not self._is_frequency(at):
                return None
            clause.numbers.append((float(voc.FREQUENCIES[word]), "time", ""))
            return at + 1
        value, k = self._numeral(at)
        if value is None:
            return None
        j = k
        while j < stop and words[j] in ("more", "or", "so", "full", "whole", "different", "separate", "game", "game's"):
            j += 1
        unit = voc.UNITS.get(words[j], "") if j < stop else ""
        if unit:
            target = self._counted(j + 1)
            clause.numbers.append((value, unit, target))
            return j + 1
        if at > clause.start and words[at - 1] in ("step", "number", "no", "part", "level"):
            return k
        if word == "one" and (at > clause.start or k < stop):
            return None
        if clause.group is None and (k >= stop or words[k] == ","):
            clause.numbers.append((value, "", ""))
            return k
        if clause.aux in ("have", "be", "did") or clause.kind == ActKind.CLAIM:
            name = self.names.read(k, stop, bare=False)
            if name is not None and name.ids:
                clause.numbers.append((value, "", name.ids[0]))
        return None

    def _counted(self, at: int) -> str:
        """The thing after "three times for": none is guessed."""
        if at < self.stop and self.words[at] in ("for", "of"):
            name = self.names.read(at + 1, self.stop, bare=False)
            if name is not None and name.ids:
                return name.ids[0]
        return ""

    def _numeral(self, at: int) -> tuple[float | None, int]:
        """A number in digits or words up to a few hundred."""
        words = self.words
        if words[at][0].isdigit():
            try:
                return float(words[at][:15]), at + 1
            except ValueError:
                return None, at
        total, k = 0, at
        while k < self.stop and words[k] in voc.NUMBERS and k - at < 6:
            value = voc.NUMBERS[words[k]]
            if k > at and not (value == 100 or (value < 10 and total % 10 == 0 and total)):
                break
            total = total * 100 if value == 100 and total else total + value
            k += 1
            if k + 1 < self.stop and words[k] == "and" and total >= 100 and words[k + 1] in voc.NUMBERS:
                k += 1
        return float(total), k

    def _is_frequency(self, at: int) -> bool:
        """Whether "once" is a number rather than a conjunction."""
        nxt = self._next(at + 1)
        if self.clause.fresh and at == self.clause.start and nxt:
            return nxt in (",",)
        return nxt in ("", ",", "so", "before", "already", "and", "at", "in", "on")

    def _flush_numbers(self) -> None:
        """Numbers of the clause, about what its act is about."""
        clause = self.clause
        if not clause.numbers:
            return
        made = self.record.acts[clause.acts :]
        about = next(
            (a.target or a.place for a in reversed(made) if a.kind == ActKind.CLAIM and (a.target or a.place)), ""
        )
        if not about and clause.name is not None and clause.name.ids and clause.kind != ActKind.ADVISE:
            about = clause.name.ids[0]
        if clause.frame in ("main", "unsure", "told", "until"):
            for number, unit, target in clause.numbers:
                text = self._text(clause.start, min(self.stop, clause.start + 40))
                self.record.add(Act(ActKind.NUMBER, text, target=target or about, value=unit, number=number))
            clause.settled = True
        clause.numbers = []
