"""The rule-based user: answers by rules, from what the robot has found so far; the same for the same arguments.

Of things that the robot has not found it neither names nor describes any, and what it says of the wish does not depend
on which of them is wanted. Furniture it describes when it remembers it or the robot has been there. Where it last saw a
thing it tells from memory, which clears up nothing. (REAL 3.1.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from envs.home.user import wording
from envs.home.user.names import Names
from envs.home.user.profile import CLOSED, OPEN, Ambiguity, UserProfile
from envs.home.user.questions import Inquiry, Kind, Reference, understand
from envs.home.user.shared import Answer, SharedContext
from envs.home.user.wording import word

REMEMBERED_QUESTIONS = 256
"""Questions whose reading is kept; an episode asks far fewer."""


@dataclass(frozen=True)
class _Turn:
    """One question in its context. found: what may be spoken of. named: receptacles that the question names by id."""

    context: SharedContext
    found: frozenset[str]
    named: frozenset[str]

    @property
    def number(self) -> int:
        return len(self.context.questions)


class RuleBasedUser:
    """The user of one task. names: of its objects and receptacles. seed: chooses among wordings."""

    def __init__(self, profile: UserProfile, names: Names, seed: int) -> None:
        self.profile, self.names, self.seed = profile, names, seed
        self._ambiguities = profile.ambiguities
        self._read: dict[str, tuple[Inquiry, ...]] = {}

    def answer(self, question: str, context: SharedContext) -> Answer:
        """What the person says, and what that clears up."""
        inquiries = self._understand(question)
        turn = self._turn(inquiries, context)
        texts: dict[str, None] = {}
        settles: dict[str, None] = {}
        for inquiry in inquiries:
            for about, text, clear in self._reply(inquiry, turn):
                texts[text] = None
                if clear and about is not None and about.id not in context.settled:
                    settles[about.id] = None
        if not texts:
            return Answer(self._word(wording.NOT_UNDERSTOOD, turn))
        return Answer(" ".join(texts), tuple(settles))

    def asked(self, question: str, context: SharedContext) -> tuple[str, ...]:
        """Ids of the ambiguities that a question is about; none for one that is not understood."""
        inquiries = self._understand(question)
        turn = self._turn(inquiries, context)
        replies = [reply for inquiry in inquiries for reply in self._reply(inquiry, turn)]
        return tuple(dict.fromkeys(about.id for about, _, _ in replies if about is not None))

    def may_speak_of(self, name: str, context: SharedContext) -> bool:
        """Whether the person may name or describe an object or receptacle."""
        return name in self._found(context)

    def _understand(self, question: str) -> tuple[Inquiry, ...]:
        if question not in self._read:
            if len(self._read) >= REMEMBERED_QUESTIONS:
                self._read.clear()
            self._read[question] = understand(question, self.names)
        return self._read[question]

    def _found(self, context: SharedContext) -> frozenset[str]:
        return frozenset((*(name.partition(".")[0] for name in context.seen), *self.profile.known, OPEN, CLOSED))

    def _turn(self, inquiries: Iterable[Inquiry], context: SharedContext) -> _Turn:
        named = {ref.receptacle for inquiry in inquiries for ref in inquiry.places if ref.receptacle is not None}
        return _Turn(context, self._found(context), frozenset(named))

    # -- what is asked of which ambiguity -------------------------------------------------------------------------

    def _reply(self, inquiry: Inquiry, turn: _Turn) -> list[tuple[Ambiguity | None, str, bool]]:
        """(ambiguity, sentence, whether it tells the truth of the ambiguity) for each part of the answer."""
        if inquiry.kind is Kind.CONFIRM:
            return self._confirm(inquiry, turn)
        if inquiry.kind is Kind.LOCATION:
            return self._locate(inquiry, turn)
        if inquiry.kind is Kind.WHERE_TO:
            about = self._first(turn, lambda a: a.role == "destination")
        elif inquiry.kind is Kind.STATE:
            about = self._first(turn, lambda a: a.is_state) or self._first(turn, lambda a: a.role == "state")
            if about is not None and about.is_state:
                return [self._state(about, inquiry.turned, turn)]
        else:
            about = self._meant(inquiry, turn)
        if about is None:
            return [(None, self._word(wording.NOTHING_TO_ADD, turn), False)]
        return [(about, *self._tell(about, turn))]

    def _meant(self, inquiry: Inquiry, turn: _Turn) -> Ambiguity | None:
        """The ambiguity that a which-question is about."""

        def fits(ambiguity: Ambiguity) -> bool:
            if ambiguity.is_state or inquiry.furniture not in (None, self._is_furniture(ambiguity)):
                return False
            if inquiry.turned is not None and ambiguity.role == "destination":
                return False
            return not inquiry.words or bool(self.names.matching(inquiry.words, ambiguity.candidates))

        if inquiry.furniture and inquiry.turned is None:
            return self._first(turn, lambda a: fits(a) and a.role == "destination") or self._first(turn, fits)
        return self._first(turn, fits)

    def _first(self, turn: _Turn, fits: Callable[[Ambiguity], bool]) -> Ambiguity | None:
        """The first ambiguity that fits and is not settled, else the first that fits."""
        fitting = [ambiguity for ambiguity in self._ambiguities if fits(ambiguity)]
        open_ones = [ambiguity for ambiguity in fitting if ambiguity.id not in turn.context.settled]
        return next(iter((*open_ones, *fitting)), None)

    def _is_furniture(self, ambiguity: Ambiguity) -> bool:
        return ambiguity.truth in self.names.receptacles

    # -- telling ---------------------------------------------------------------------------------------------------

    def _tell(self, about: Ambiguity, turn: _Turn) -> tuple[str, bool]:
        """The answer to "which one", and whether it tells."""
        if about.is_state:
            return self._word(wording.OPEN_STATE if about.truth == OPEN else wording.CLOSED_STATE, turn), True
        if about.truth not in turn.found:
            some = any(name in turn.found for name in about.candidates)
            return self._word(wording.NONE_FOUND if some else wording.CANNOT_TELL, turn), False
        if about.id in turn.context.settled:
            return self._say(wording.AGAIN, about, turn)
        if self._is_furniture(about):
            going = about.role == "destination"
            return self._say(wording.TELL_PLACE if going else wording.TELL_FURNITURE, about, turn)
        marked = self._marks(about.truth, turn) and turn.number % 2 == 0
        text, clear = self._say(wording.TELL_MARKED if marked else wording.TELL, about, turn)
        if clear and self.profile.prefers is not None and about is self._first_of_things():
            reason = self.profile.prefers.rstrip(".! ")
            text = f"{text} {reason[:1].upper()}{reason[1:]}."
        return text, clear

    def _say(self, templates: tuple[str, ...], about: Ambiguity, turn: _Turn) -> tuple[str, bool]:
        """The templates' sentence about the truth, which must be found; False when no words can single it out."""
        name = about.truth
        if self._is_furniture(about):
            it = self.names.looks(name)
            may_name = name in turn.named or name in {seen.partition(".")[0] for seen in turn.context.seen}
            if may_name and (turn.number + self.seed) % 2 == 0:
                it = f"{name}, {it}"
            return self._word(templates, turn, it=it, at=f"{self.names.preposition(name)} {it}"), True
        marks = self._marks(name, turn)
        described = self.names.describe(name, about.candidates)
        if described is None:
            if not marks:
                return self._word(wording.LOOK_ALIKE, turn), False
            return self._word(templates, turn, it=f"the one at mark {marks[0]}", n=marks[0]), True
        by_mark = templates is wording.TELL_MARKED
        return self._word(
            templates, turn, it=described.short if by_mark else described.full, n=marks[0] if marks else ""
        ), True

    def _marks(self, name: str, turn: _Turn) -> list[int]:
        return sorted(number for number, target in turn.context.marks.items() if target == name and name in turn.found)

    def _first_of_things(self) -> Ambiguity | None:
        return next((a for a in self._ambiguities if not a.is_state and not self._is_furniture(a)), None)

    def _state(self, about: Ambiguity, offered: str | None, turn: _Turn) -> tuple[Ambiguity, str, bool]:
        text, clear = self._tell(about, turn)
        if offered is not None:
            text = f"{'Yes' if offered == about.truth else 'No'}. {text}"
        return about, text, clear

    # -- yes or no -------------------------------------------------------------------------------------------------

    def _confirm(self, inquiry: Inquiry, turn: _Turn) -> list[tuple[Ambiguity | None, str, bool]]:
        things, places = self._sorted(inquiry, turn)
        replies: list[tuple[Ambiguity | None, str, bool]] = []
        if things:
            replies.append(self._confirm_one(things, False, inquiry, turn))
        if places:
            replies.append(self._confirm_one(places, True, inquiry, turn))
        return replies

    def _sorted(self, inquiry: Inquiry, turn: _Turn) -> tuple[list[Reference], list[Reference]]:
        """The references to things and to places, now that one sees what the marks stand on."""
        things, places = [], list(inquiry.places)
        for ref in inquiry.things:
            owner = self._owner(ref.mark, turn) if ref.mark is not None else None
            (places if owner in self.names.receptacles else things).append(ref)
        return things, places

    def _owner(self, mark: int, turn: _Turn) -> str | None:
        """What bears a mark, as far as the person may know of it."""
        owner = turn.context.marks.get(mark, "").partition(".")[0]
        return owner if owner in turn.found or owner in self.names.receptacles else None

    def _confirm_one(
        self, refs: list[Reference], furniture: bool, inquiry: Inquiry, turn: _Turn
    ) -> tuple[Ambiguity | None, str, bool]:
        offered: set[str] = set()
        for ref in refs:
            named = self._pointed_at(ref, furniture, turn)
            if isinstance(named, str):
                return None, named, False
            offered |= named
        about = self._offered_for(offered, furniture, inquiry, turn)
        if about is None:
            return None, self._word(wording.NOTHING_TO_ADD, turn), False
        known = about.truth in turn.found
        if not known:
            if not offered & turn.found:
                unseen = wording.PLACE_UNKNOWN if furniture else wording.CANNOT_TELL
                return about, self._word(unseen, turn), False
            if not offered <= turn.found:
                return about, self._word(wording.NONE_FOUND, turn), False
            return about, self._word(wording.NO if len(offered) == 1 else wording.NONE_FOUND, turn), False
        if about.truth in offered:
            if len(refs) == 1 and offered.issuperset(name for name in about.candidates if name in turn.found):
                if refs[0].words and len(offered) > 1:  # "do you mean the mug" says no more than "which mug"
                    return about, *self._tell(about, turn)
            is_choice = len(refs) > 1
            return about, *(self._tell(about, turn) if is_choice else self._say(wording.YES, about, turn))
        left = set(about.candidates) - offered - self._ruled_out(about, turn)
        if left == {about.truth}:
            return about, *self._say(wording.NO_BUT, about, turn)
        return about, self._word(wording.NO, turn), False

    def _offered_for(self, offered: set[str], furniture: bool, inquiry: Inquiry, turn: _Turn) -> Ambiguity | None:
        """The ambiguity for which names are offered: one of whose candidates they are, else any of the kind."""

        def fits(ambiguity: Ambiguity) -> bool:
            if ambiguity.is_state or self._is_furniture(ambiguity) != furniture:
                return False
            return inquiry.turned is None or ambiguity.role != "destination"

        return self._first(turn, lambda a: fits(a) and not offered.isdisjoint(a.candidates)) or self._first(turn, fits)

    def _pointed_at(self, ref: Reference, furniture: bool, turn: _Turn) -> frozenset[str] | str:
        """The names that a reference fits, of those that may be spoken of; or what to say when it points at nothing."""
        context = turn.context
        if ref.unknown:
            return self._word(wording.NO_SUCH_NAME, turn)
        if ref.receptacle is not None:
            return frozenset((ref.receptacle,))
        if ref.mark is not None:
            owner = self._owner(ref.mark, turn)
            if owner is None:
                return self._word(wording.NO_SUCH_MARK, turn)
            if furniture and owner not in self.names.receptacles:
                return self._word(wording.WHICH_DO_YOU_MEAN, turn)
            return frozenset((owner,))
        if ref.this:
            shown = {
                target for target in context.marks.values() if target in self.names.objects and target in turn.found
            }
            if context.holding is not None and context.holding in turn.found:
                return frozenset((context.holding,))
            return frozenset(shown) if len(shown) == 1 else self._word(wording.WHICH_DO_YOU_MEAN, turn)
        pool = self.names.receptacles if furniture else self.names.objects
        return self.names.matching(ref.words, [name for name in pool if name in turn.found])

    def _ruled_out(self, about: Ambiguity, turn: _Turn) -> set[str]:
        """Candidates to which the person has said no before, by id or description; old marks are not known any more."""
        out: set[str] = set()
        for question in turn.context.questions:
            for inquiry in self._understand(question):
                refs = inquiry.places if self._is_furniture(about) else inquiry.things
                if inquiry.kind is not Kind.CONFIRM or any(not ref.words and ref.receptacle is None for ref in refs):
                    continue
                named = [self._pointed_at(ref, self._is_furniture(about), turn) for ref in refs]
                out.update(*(names for names in named if not isinstance(names, str)))
        return out - {about.truth}

    # -- memory ----------------------------------------------------------------------------------------------------

    def _locate(self, inquiry: Inquiry, turn: _Turn) -> list[tuple[Ambiguity | None, str, bool]]:
        if inquiry.furniture:
            about = self._meant(inquiry, turn)
            if about is not None:
                return [(about, *self._tell(about, turn))]
            known = self.names.matching(inquiry.words, [n for n in self.names.receptacles if n in turn.found])
            if len(known) == 1:
                return [(None, self._word(wording.STANDS, turn, at=self.names.within(next(iter(known)))), False)]
            return [(None, self._word(wording.FORGOTTEN, turn), False)]
        wished = [a.truth for a in self._ambiguities if a.truth in self.names.objects]
        remembered = sorted(self.profile.remembers)
        fitting = self.names.matching(inquiry.words, self.names.objects) if inquiry.words else {*wished, *remembered}
        name = next((name for name in (*wished, *remembered) if name in fitting), None)
        place = self.profile.remembers.get(name) if name is not None else None
        if place is None:
            return [(None, self._word(wording.FORGOTTEN, turn), False)]
        at = f"{self.names.preposition(place)} {self.names.kept(place)}"
        return [(None, self._word(wording.REMEMBER, turn, at=at), False)]

    def _word(self, templates: tuple[str, ...], turn: _Turn, **words: object) -> str:
        return word(templates, self.seed, turn.number, **words)
