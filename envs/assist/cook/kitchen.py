"""The kitchen's rules: what each verb needs, how long it takes, what it does, and what the heat does.

One function per verb gives the state after it, or the reason in words why it cannot be done; so what is refused and
what is applied can never differ. Food cooks only in the kind of vessel that is its own, one portion each; a surface
bears one thing; a plate bears portions in order, of which only the topmost can be taken off.

Canonical actions: `go_to` has a station as target; `pick_up`, `chop` and `trash` a thing; `put_down` and `scoop` a
thing, and a station or a plate as place; `turn_on` and `turn_off` a station as target; `serve` a plate. What is left
out is completed where there is one natural way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from envs.assist.action import WAIT, Action
from envs.assist.cook.foods import FOODS, MOST, TICKS, portion_id
from envs.assist.cook.heat import moved_to
from envs.assist.cook.layout import COOKERS, SOURCES, SURFACES, Layout
from envs.assist.cook.state import PERSON, CookState, Plate, Portion
from envs.assist.cook.words import COOK, PLATES
from envs.assist.lexicon import Lexicon

LARGEST_DISH = 8
"""Portions that fit on a plate."""
PASS_ROOM = 4
"""Things that fit on the pass."""


class Kitchen:
    """The rules over one layout. stock: source -> foods. times: food -> (ticks until done, from then until burnt)."""

    def __init__(
        self,
        layout: Layout,
        stock: Mapping[str, tuple[str, ...]],
        times: Mapping[str, tuple[int, int]],
        lexicon: Lexicon,
    ) -> None:
        self.layout, self.lexicon = layout, lexicon
        self.stock = {source: tuple(foods) for source, foods in stock.items()}
        self.times = dict(times)
        self.source = {food: source for source, foods in stock.items() for food in foods}
        """food -> the station that holds it."""
        self.portions = {portion_id(food, n): food for food in self.source for n in range(1, MOST + 1)}
        """Id of every portion that can be taken -> its food."""
        self.kinds = {id: station.kind for id, station in layout.stations.items()}
        self.distance = layout.distances
        self.cookers = layout.of_kind(*COOKERS)
        self.sources = layout.of_kind(*SOURCES)
        self.surfaces = layout.of_kind(*SURFACES)
        self.stack, self.hatch, self.bin = (layout.of_kind(kind)[0] for kind in ("plates", "pass", "trash"))
        self._verbs: dict[str, Callable[[CookState, Action, int], CookState | str]] = {
            WAIT: lambda state, action, tick: state,
            "go_to": self._go_to,
            "pick_up": self._pick_up,
            "put_down": self._put_down,
            "scoop": self._scoop,
            "chop": self._chop,
            "turn_on": self._turn_on,
            "turn_off": self._turn_off,
            "trash": self._trash,
            "serve": self._serve,
            COOK: self._cook,
        }

    def start(self) -> CookState:
        """Everything in its source, all plates in their stack, all heat off."""
        return CookState(self.layout.start, "", (), tuple(Plate(id, self.stack) for id in PLATES))

    def do(self, state: CookState, action: Action, tick: int) -> CookState | str:
        """The state after the action, which ends at `tick`; or, as a text, why it cannot be done."""
        verb = self._verbs.get(action.verb)
        return verb(state, action, tick) if verb else f"I do not know how to {action.verb.replace('_', ' ')}."

    def duration(self, state: CookState, action: Action) -> int:
        """Ticks at balanced pace."""
        if action.verb == "go_to":
            return max(1, self.distance.get((state.at, action.target or action.place), 1))
        if action.verb == "chop":
            portion = self._here(state, action.target, "board")
            return max(1, FOODS[portion.food].chop) if portion else 1
        return TICKS.get(action.verb, 1)

    def name(self, id: str) -> str:
        """The thing's spoken name; the id itself of what is not there."""
        return self.lexicon.name(id) if id in self.lexicon.things else f"the {id.replace('_', ' ')}"

    def next_id(self, state: CookState, food: str) -> str | None:
        """The id that the next portion of a food gets when it is taken; None when no more may be taken."""
        out = {portion.id for portion in state.portions}
        if food not in out:
            return food
        return next((id for n in range(2, MOST + 1) if (id := portion_id(food, n)) not in out), None)

    # the verbs

    def _go_to(self, state: CookState, action: Action, tick: int) -> CookState | str:
        place = action.target or action.place
        if place not in self.kinds:
            return f"There is no {place.replace('_', ' ') or 'such place'} to go to."
        return _changed(state, at=place)

    def _pick_up(self, state: CookState, action: Action, tick: int) -> CookState | str:
        target = action.target
        if state.hand:
            return f"My hands are full with {self.name(state.hand)}."
        plate = state.plate(target)
        if plate is not None:
            if plate.at != state.at:
                return f"{self.name(target).capitalize()} is not here."
            return _changed(state, hand=target, plates=_with(state.plates, replace(plate, at=PERSON)))
        portion = state.portion(target)
        if portion is None:
            fresh = self._fresh(state, target)
            if isinstance(fresh, str):
                return fresh
            return _changed(state, hand=target, portions=_with(state.portions, replace(fresh, at=PERSON)))
        if portion.at == state.at:
            return _changed(state, hand=target, portions=_with(state.portions, moved_to(portion, PERSON, tick, ())))
        under = state.plate(portion.at)
        if under is None or under.at != state.at:
            return f"{self.name(target).capitalize()} is not here."
        if under.holds[-1] != target:
            return f"{self.name(target).capitalize()} is under other food."
        return _changed(
            state,
            hand=target,
            portions=_with(state.portions, replace(portion, at=PERSON)),
            plates=_with(state.plates, replace(under, holds=under.holds[:-1])),
        )

    def _put_down(self, state: CookState, action: Action, tick: int) -> CookState | str:
        held, place = state.hand, action.place or state.at
        if not held or action.target not in ("", held):
            return f"I am not holding {self.name(action.target) if action.target else 'anything'}."
        onto = state.plate(place)
        if onto is None and place != state.at:
            return f"I am not at {self.name(place)}."
        kind, lies = self.kinds[state.at], state.on_station(state.at)
        plate = state.plate(held)
        if plate is not None:
            if onto is not None:
                return "A plate does not go onto a plate."
            if kind == "plates" and not plate.holds:
                return _changed(state, hand="", plates=_with(state.plates, replace(plate, at=state.at)))
            if kind not in SURFACES:
                return f"A plate is not put down on {self.name(state.at)}."
            if lies:
                return f"There is no room on {self.name(state.at)}."
            return _changed(state, hand="", plates=_with(state.plates, replace(plate, at=state.at)))
        portion = state.portion(held)
        assert portion is not None
        if onto is None and kind in SURFACES and lies and lies[0] in PLATES:
            onto = state.plate(lies[0])
        if onto is not None:
            if onto.at != state.at or kind == "plates":
                return f"{self.name(onto.id).capitalize()} is not here."
            return self._plated(state, portion, onto, tick)
        if kind in SOURCES:
            if self.source.get(portion.food) != state.at or not portion.pristine:
                return f"{self.name(held).capitalize()} does not belong into {self.name(state.at)}."
            return _changed(state, hand="", portions=tuple(p for p in state.portions if p.id != held))
        if kind in COOKERS and FOODS[portion.food].cook != kind:
            return f"{self.name(held).capitalize()} is not cooked in {self.name(state.at)}."
        if kind not in (*COOKERS, *SURFACES, "pass"):
            return f"{self.name(held).capitalize()} is not put down on {self.name(state.at)}."
        if len(lies) >= (PASS_ROOM if kind == "pass" else 1):
            return f"There is no room on {self.name(state.at)}."
        moved = moved_to(portion, state.at, tick, state.on)
        return _changed(state, hand="", portions=_with(state.portions, moved))

    def _scoop(self, state: CookState, action: Action, tick: int) -> CookState | str:
        onto = self._plate_at_hand(state, action.place)
        if isinstance(onto, str):
            return onto
        portion = state.portion(action.target) or self._fresh(state, action.target)
        if isinstance(portion, str):
            return portion
        under = state.plate(portion.at)
        if under is not None and under.at == state.at and under.id != onto.id and under.holds[-1] == portion.id:
            state = _changed(state, plates=_with(state.plates, replace(under, holds=under.holds[:-1])))
        elif portion.at != state.at:
            return f"{self.name(action.target).capitalize()} is not here."
        return self._plated(state, portion, onto, tick)

    def _chop(self, state: CookState, action: Action, tick: int) -> CookState | str:
        portion = self._here(state, action.target, "board")
        if portion is None:
            what = self.name(action.target).capitalize() if action.target else "What is to be chopped"
            return f"{what} is not on a board here."
        if state.hand:
            return f"My hands are full with {self.name(state.hand)}."
        if not FOODS[portion.food].chop or portion.chopped or portion.state == "burnt":
            return f"{self.name(portion.id).capitalize()} cannot be chopped{' again' if portion.chopped else ''}."
        return _changed(state, portions=_with(state.portions, replace(portion, chopped=True)))

    def _turn_on(self, state: CookState, action: Action, tick: int) -> CookState | str:
        return self._switch(state, action, tick, on=True)

    def _turn_off(self, state: CookState, action: Action, tick: int) -> CookState | str:
        return self._switch(state, action, tick, on=False)

    def _switch(self, state: CookState, action: Action, tick: int, *, on: bool) -> CookState | str:
        station = action.target or action.place or state.at
        if station != state.at:
            return f"I am not at {self.name(station)}."
        if station not in self.cookers:
            return f"{self.name(station).capitalize()} has no switch."
        if (station in state.on) == on:
            return f"{self.name(station).capitalize()} is already {'on' if on else 'off'}."
        powered = tuple(sorted({*state.on, station} if on else {*state.on} - {station}))
        portions = tuple(
            moved_to(portion, station, tick, powered) if portion.at == station else portion
            for portion in state.portions
        )
        return _changed(state, on=powered, portions=portions)

    def _trash(self, state: CookState, action: Action, tick: int) -> CookState | str:
        if state.at != self.bin:
            return f"I am not at {self.name(self.bin)}."
        if not state.hand or action.target not in ("", state.hand):
            return f"I am not holding {self.name(action.target) if action.target else 'anything'}."
        plate = state.plate(state.hand)
        if plate is None:
            return _changed(state, hand="", portions=tuple(p for p in state.portions if p.id != state.hand))
        if not plate.holds:
            return f"{self.name(plate.id).capitalize()} is empty."
        kept = tuple(portion for portion in state.portions if portion.at != plate.id)
        return _changed(state, portions=kept, plates=_with(state.plates, replace(plate, holds=())))

    def _serve(self, state: CookState, action: Action, tick: int) -> CookState | str:
        if state.at != self.hatch:
            return f"I am not at {self.name(self.hatch)}."
        plate = state.plate(state.hand)
        if plate is None or action.target not in ("", plate.id):
            return f"I am not holding {self.name(action.target) if action.target in PLATES else 'a plate'}."
        if not plate.holds:
            return "There is nothing on the plate."
        if len(state.on_station(self.hatch)) >= PASS_ROOM:
            return f"There is no room on {self.name(self.hatch)}."
        return _changed(state, hand="", plates=_with(state.plates, replace(plate, at=self.hatch)))

    def _cook(self, state: CookState, action: Action, tick: int) -> str:
        """No action of its own: why it cannot be done at once."""
        portion = state.portion(action.target)
        if portion is not None and portion.since is not None:
            return f"{self.name(portion.id).capitalize()} is on the heat already."
        food = portion.food if portion else self.food_of(action.target)
        if action.target and not (food and FOODS[food].cook):
            return f"{self.name(action.target).capitalize()} is not cooked."
        if portion is not None and portion.state != "raw":
            return f"{self.name(portion.id).capitalize()} has been cooked already."
        return "Cooking takes more than one step."

    # helpers

    def food_of(self, id: str) -> str:
        """The food of a portion that is or could be taken here; "" for anything else."""
        return self.portions.get(id, "")

    def _fresh(self, state: CookState, id: str) -> Portion | str:
        """A new portion out of the source at which the person stands."""
        for food in self.stock.get(state.at, ()):
            if id == food or id.startswith(food) and id in (portion_id(food, n) for n in range(2, MOST + 1)):
                following = self.next_id(state, food)
                if following is None:
                    return f"There is no more {FOODS[food].names[0]}."
                if following != id:
                    return f"The next one here is {self.name(following)}."
                return Portion(id, food, state.at)
        return f"{self.name(id).capitalize()} is not here." if id else "I do not know what to take."

    def _here(self, state: CookState, target: str, kind: str) -> Portion | None:
        """The portion that lies at the person's station, if that is of this kind; any one for an empty target."""
        if self.kinds[state.at] != kind:
            return None
        return next((p for p in state.portions if p.at == state.at and target in ("", p.id)), None)

    def _plate_at_hand(self, state: CookState, place: str) -> Plate | str:
        """The plate that is held; else one that lies within reach, not in the stack."""
        if state.hand:
            plate = state.plate(state.hand)
            if plate is None:
                return f"My hands are full with {self.name(state.hand)}."
            return plate if place in ("", plate.id) else f"I am not holding {self.name(place)}."
        reach = self.layout.beside[state.at] | {state.at}
        for plate in state.plates:
            if plate.at in reach and plate.at != self.stack and place in ("", plate.id):
                return plate
        return "I have no plate at hand."

    def _plated(self, state: CookState, portion: Portion, onto: Plate, tick: int) -> CookState | str:
        if len(onto.holds) >= LARGEST_DISH:
            return f"There is no room on {self.name(onto.id)}."
        return _changed(
            state,
            hand="" if state.hand == portion.id else state.hand,
            portions=_with(state.portions, moved_to(portion, onto.id, tick, ())),
            plates=_with(state.plates, replace(onto, holds=(*onto.holds, portion.id))),
        )


def _changed(
    state: CookState,
    *,
    at: str | None = None,
    hand: str | None = None,
    portions: tuple[Portion, ...] | None = None,
    plates: tuple[Plate, ...] | None = None,
    on: tuple[str, ...] | None = None,
) -> CookState:
    """The state with what is given in it; several times as fast as `dataclasses.replace`."""
    return CookState(
        state.at if at is None else at,
        state.hand if hand is None else hand,
        state.portions if portions is None else portions,
        state.plates if plates is None else plates,
        state.on if on is None else on,
    )


def _with(things: tuple, new: Portion | Plate) -> tuple:
    """The things, in order of ids, with the new one in place of the one of its id."""
    for i, thing in enumerate(things):
        if thing.id == new.id:
            return (*things[:i], new, *things[i + 1 :])
    return tuple(sorted((*things, new), key=lambda thing: thing.id))
