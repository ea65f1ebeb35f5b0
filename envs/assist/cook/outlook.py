"""How a state looks to a person who takes some goal conditions for met: which plate is the dish, what is left to do.

With nothing regarded it is the truth. A regarded X_chopped or X_cooked excuses the form or the state of X's portions,
and lets a food that looks alike pass for X where there is no X. A regarded plate_K excuses its line altogether, and
whatever is on the plate besides the other lines.
"""

from __future__ import annotations

from collections.abc import Sequence

from envs.assist.cook.foods import FOODS
from envs.assist.cook.goal import SERVED, Goal, Need
from envs.assist.cook.kitchen import Kitchen
from envs.assist.cook.state import CookState, Plate, Portion


class Outlook:
    """One state as one person sees it.

    dish: the plate that is, or is to be, the dish. junk: whether it bears what does not belong. plated: whether a line
    is on it. remaining: lines to be plated, in order. portion: item -> the portion meant for the line, if any is out.
    ready: items whose portion is as it should be. owner: portion id -> its line, of remaining ones. complete: whether
    the dish has all; served: and is on the pass.
    """

    def __init__(self, kitchen: Kitchen, goal: Goal, state: CookState, regarded: frozenset[str]) -> None:
        self.kitchen, self.state, self.regarded = kitchen, state, regarded
        self.portions = {portion.id: portion for portion in state.portions}
        self.taken = {portion.at for portion in state.portions}
        """Stations on which something lies."""
        self.taken.update(plate.at for plate in state.plates)
        needs: Sequence[Need] = goal.needs
        self.excused = False
        if regarded:
            needs = [need for need in needs if need.plate_condition not in regarded]
            self.excused = len(needs) < len(goal.needs)
        best: tuple[tuple[int, ...], Plate, list[Need], int, list[str]] | None = None
        for plate in state.plates:
            left, used = self._match(goal, plate, needs)
            junk = 0 if self.excused else len(plate.holds) - len(used)
            plated = len(needs) - len(left)
            done = not left and not junk and plate.at == kitchen.hatch
            rank = (done, plated, len(plate.holds) if self.excused else -junk, self._handy(plate))
            if best is None or rank > best[0]:
                best = (rank, plate, left, junk, used)
        assert best is not None
        _, self.dish, self.remaining, junk, used = best
        self.junk, self.plated = junk > 0, bool(used)
        self.complete = not self.remaining and not junk
        self.served = SERVED in regarded or (self.complete and self.dish.at == kitchen.hatch)
        if not needs and not self.dish.holds:
            self.served = True  # all is taken for plated, but there is nothing to serve: nothing to do
        self.portion: dict[str, Portion | None] = {}
        self.owner: dict[str, Need] = {}
        self.ready: set[str] = set()
        if self.remaining and not self.served:
            settled = self.dish.holds if self.excused else used
            self._assign(goal, [portion for portion in state.portions if portion.id not in settled])

    def _handy(self, plate: Plate) -> int:
        if plate.id == self.state.hand:
            return 2
        return 1 if plate.at in self.kitchen.surfaces else 0

    def _match(self, goal: Goal, plate: Plate, needs: Sequence[Need]) -> tuple[list[Need], list[str]]:
        """The lines that the plate lacks, and its portions that are right."""
        left, used = list(needs), []
        for id in plate.holds:
            portion = self.portions[id]
            choice = left[:1] if goal.ordered else left
            able = [need for need in choice if self.fits(need, portion)]
            if able:
                need = next((need for need in able if not self._muddled(need)), able[0])
                left.remove(need)
                used.append(id)
            elif not self.excused:
                break
        return left, used

    def _assign(self, goal: Goal, pool: list[Portion]) -> None:
        """Give every remaining line the portion that is furthest on its way."""
        for need in self.remaining:
            best, most = None, 0.0
            for portion in pool:
                if portion.food == need.food:
                    worth = self._worth(need, portion)
                    if worth > most:
                        best, most = portion, worth
            if best is None and self.regarded and self._muddled(need):
                alike = (portion for portion in pool if self._alike(goal, need, portion))
                best = next((portion for portion in alike if self._possible(need, portion)), None)
            self.portion[need.item] = best
            if best is not None:
                pool = [portion for portion in pool if portion is not best]
                self.owner[best.id] = need
                if self.fits(need, best):
                    self.ready.add(need.item)

    def _worth(self, need: Need, portion: Portion) -> float:
        """Of a portion of the line's own food; 0 for one that can never be this line's."""
        if not self._possible(need, portion):
            return 0.0
        loose = 0.1 if portion.at in self.kitchen.kinds else 0.0
        if self.fits(need, portion):  # what fits by a mistake alone is the portion that the mistake is about
            return (4.0 if not self.regarded or need.right(portion) else 5.0) + loose
        if portion.since is not None:
            return 3.0
        return (2.0 if portion.chopped == need.chopped else 1.0) + loose

    def fits(self, need: Need, portion: Portion) -> bool:
        """Whether the person takes the portion for rightly prepared for this line."""
        if not self.regarded:
            return need.right(portion)
        own = portion.food == need.food
        if not own and not (self._muddled(need) and alike(need.food, portion.food)):
            return False
        if portion.chopped != need.chopped and need.chopped_condition not in self.regarded:
            return False
        return portion.state == ("done" if need.cooked else "raw") or (own and need.cooked_condition in self.regarded)

    def _possible(self, need: Need, portion: Portion) -> bool:
        """Whether the portion can still become right."""
        if portion.chopped and not need.chopped and need.chopped_condition not in self.regarded:
            return False
        if portion.state != "burnt" if need.cooked else portion.state == "raw":
            return True
        return need.cooked_condition in self.regarded

    def _muddled(self, need: Need) -> bool:
        return need.chopped_condition in self.regarded or need.cooked_condition in self.regarded

    def _alike(self, goal: Goal, need: Need, portion: Portion) -> bool:
        return portion.food not in goal.foods and alike(need.food, portion.food)

    def lies_free(self, station: str) -> bool:
        """Whether nothing lies there."""
        return station not in self.taken


def alike(food: str, other: str) -> bool:
    """Whether one food can be taken for another: it is prepared in the same way."""
    one, two = FOODS[food], FOODS[other]
    return food != other and one.cook == two.cook and bool(one.chop) == bool(two.chop)
