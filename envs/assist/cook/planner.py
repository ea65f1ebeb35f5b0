"""What to do next in the kitchen: from any state to the served dish, by rules, fast enough to be asked at every tick.

In this order: food that is done is saved from burning and food in a cold vessel is set to cook; what is in the hands is
brought where it belongs; portions are prepared, what cooks longest first; the dish is plated in order and served; side
tasks fill the waiting. Mistakes need no rules of their own: what is wrong on the plate is taken off or thrown away,
what is in the way is cleared, and what is missing is made again.
"""

from __future__ import annotations

from collections.abc import Iterable

from envs.assist.action import WAIT, Action
from envs.assist.cook.foods import TICKS
from envs.assist.cook.goal import Goal, Need
from envs.assist.cook.heat import next_turn
from envs.assist.cook.kitchen import PASS_ROOM, Kitchen
from envs.assist.cook.moves import Moves
from envs.assist.cook.outline import PLATE, SERVE, Steps, outline
from envs.assist.cook.outlook import Outlook
from envs.assist.cook.recipe import Carry, Side
from envs.assist.cook.state import CookState, Plate, Portion
from envs.assist.cook.words import PLATES
from envs.assist.domain import PlanStep

SLOWEST = 1.25
"""Pace of the slowest person."""
MARGIN = 4
"""Ticks to spare before food burns."""
HANDS_FREE = frozenset({"", *PLATES})
"""What is in the hands of a person who can attend to the heat at once."""
KEPT = 32
"""States of which plans and outlooks are kept: the person and the assistant ask about one state again and again."""


class Planner(Moves):
    """Plans for one goal in one kitchen. side_foods: foods that side tasks are about."""

    def __init__(self, kitchen: Kitchen, goal: Goal) -> None:
        super().__init__(kitchen)
        self.goal = goal
        self._sides = goal.recipe.sides
        self.side_foods = frozenset(side.food for side in self._sides if isinstance(side, Carry))
        # By the state's identity, which holds while the state is kept here; its equality would cost as much as a plan.
        self._plans: dict[tuple[int, int, frozenset[str]], tuple[CookState, tuple[PlanStep, ...]]] = {}
        self._views: dict[tuple[int, frozenset[str]], Outlook] = {}

    def plan(self, state: CookState, tick: int, regarded: frozenset[str]) -> tuple[PlanStep, ...]:
        """The job that comes next in all its steps, then the main step of each that is left; () when all is done."""
        key = id(state), tick if _hurried(state) else 0, regarded
        known = self._plans.get(key)
        if known is None:
            if len(self._plans) >= KEPT:
                self._plans.clear()
            known = self._plans[key] = state, self._plan(state, tick, regarded)
        return known[1]

    def _plan(self, state: CookState, tick: int, regarded: frozenset[str]) -> tuple[PlanStep, ...]:
        view = self.outlook(state, regarded)
        if view.served and not any(True for _ in self._open_sides(view)):
            return ()
        job = self._attend(view, tick) or self._by_hands(view)
        return (*job, *outline(self.goal, view, job, self.vessels)) if job else ()

    def outlook(self, state: CookState, regarded: frozenset[str] = frozenset()) -> Outlook:
        """How the state looks to a person with these beliefs; with none, how it is."""
        key = id(state), regarded
        view = self._views.get(key)
        if view is None:
            if len(self._views) >= KEPT:
                self._views.clear()
            view = self._views[key] = Outlook(self.kitchen, self.goal, state, regarded)
        return view

    # what cannot wait

    def _attend(self, view: Outlook, tick: int) -> Steps:
        """Save what is done, light what is cold. Food in the hands is laid down first where time allows."""
        state = view.state
        hot: list[tuple[Portion, Need]] = []
        for id, need in view.owner.items():
            portion = view.portions[id]
            unminded = portion.food == need.food and need.cooked_condition in view.regarded
            if not need.cooked or portion.at not in self.kitchen.cookers or unminded:
                continue
            if portion.since is None and portion.state == "raw":
                return self._at(state, portion.at, Action("turn_on", portion.at), part=need.item)
            if portion.since is not None and portion.state == "done":
                hot.append((portion, need))
        if not hot:
            return []
        if state.hand == view.dish.id and not view.junk and self.next_line(view) in [need for _, need in hot]:
            return []  # it is about to be plated
        portion, need = hot[0]
        if state.hand and state.hand not in PLATES and self._can_wait(view, portion, tick):
            return []
        return self._at(state, portion.at, Action("turn_off", portion.at), part=need.item)

    def _can_wait(self, view: Outlook, hot: Portion, tick: int) -> bool:
        """Whether even a slow person can lay down what they hold before the food burns."""
        job = self._food_in_hand(view, view.portions[view.state.hand])
        place = job[0].action.target if job[0].action.verb == "go_to" else view.state.at
        way = self._distance(view.state, place) + self.kitchen.distance[place, hot.at]
        burns = next_turn(hot, self.kitchen.times)
        return burns is None or burns - tick > SLOWEST * (way + TICKS["put_down"] + TICKS["turn_off"]) + MARGIN

    def _by_hands(self, view: Outlook) -> Steps:
        hand = view.state.hand
        if not hand:
            return self._hands_free(view)
        if hand in PLATES:
            return self._plate_in_hand(view)
        return self._food_in_hand(view, view.portions[hand])

    # hands full

    def _food_in_hand(self, view: Outlook, held: Portion) -> Steps:
        state, need = view.state, view.owner.get(held.id)
        if need is not None:
            if need.item in view.ready:
                dish = view.dish
                if not view.junk and self.next_line(view) is need and dish.at in self.kitchen.surfaces:
                    return self._at(state, dish.at, Action("put_down", held.id, dish.id), part=PLATE)
                return self.stash(view, held.id, need.item)
            if self._to_chop(view, need, held):
                board = self.nearest(state, filter(view.lies_free, self.boards))
                if board is None:
                    return self.stash(view, held.id, need.item)
                put, chop = Action("put_down", held.id, board), Action("chop", held.id)
                return self._at(state, board, put, chop, part=need.item)
            vessel = self.nearest(state, filter(view.lies_free, self.vessels[held.food]))
            if vessel is None:
                return self.stash(view, held.id, need.item)
            return self._at(state, vessel, *self._onto_heat(state, held.id, vessel), part=need.item)
        side = next(
            (side for side in self._open_sides(view) if isinstance(side, Carry) and side.food == held.food), None
        )
        if side is not None and self._room(view, side.place):
            return self._at(state, side.place, Action("put_down", held.id, side.place), part=side.condition)
        source = self.kitchen.source[held.food]
        if held.pristine and self._distance(state, source) <= self._distance(state, self.kitchen.bin):
            return self._at(state, source, Action("put_down", held.id, source), part=PLATE)
        return self._at(state, self.kitchen.bin, Action("trash", held.id), part=PLATE)

    def _plate_in_hand(self, view: Outlook) -> Steps:
        state, kitchen = view.state, self.kitchen
        held = state.plate(state.hand)
        assert held is not None
        useful = any(id in view.owner for id in held.holds)
        if held.id != view.dish.id or view.served:
            if not held.holds:
                return self._at(state, kitchen.stack, Action("put_down", held.id, kitchen.stack), part=PLATE)
            if not useful:
                return self._at(state, kitchen.bin, Action("trash", held.id), part=PLATE)
            return self.stash(view, held.id, PLATE)
        if view.complete:
            if len(state.on_station(kitchen.hatch)) < PASS_ROOM:
                return self._at(state, kitchen.hatch, Action("serve", held.id), part=SERVE)
            return self.stash(view, held.id, SERVE)
        if view.junk:
            if view.plated or useful:
                return self.stash(view, held.id, PLATE)
            return self._at(state, kitchen.bin, Action("trash", held.id), part=PLATE)
        if (need := self.next_line(view)) is not None:
            return self._scoop(view, need, held)
        if self._prepare(view) or self._unbury(view):
            return self.stash(view, held.id, PLATE)
        return self._wait(view) or self.stash(view, held.id, PLATE)

    def _hands_free(self, view: Outlook) -> Steps:
        if view.served:
            return self._side(view)
        job = self._prepare(view)
        if job:
            return job
        state, dish = view.state, view.dish
        if view.complete:
            if len(state.on_station(self.kitchen.hatch)) >= PASS_ROOM:
                return self._lift(state, state.on_station(self.kitchen.hatch)[0], SERVE)
            steps = self._at(state, dish.at, Action("pick_up", dish.id), part=SERVE)
            serve = Action("serve", dish.id)
            return steps + self._at(state, self.kitchen.hatch, serve, part=SERVE, start=dish.at)
        if view.junk:
            return self._at(state, dish.at, Action("pick_up", dish.holds[-1]), part=PLATE)
        need = self.next_line(view)
        if need is not None:
            return self._at(state, dish.at, Action("pick_up", dish.id), part=PLATE) + self._scoop(view, need, dish)
        return self._unbury(view) or self._side(view) or self._wait(view) or self._tidy(view)

    def _prepare(self, view: Outlook) -> Steps:
        """Take the next portion a step on; [] when all are ready, under way, or blocked."""
        blocked: list[Need] = []
        for need in self.goal.by_work:
            if need.item in view.ready or need not in view.remaining:
                continue
            portion = view.portion[need.item]
            if portion is None:
                if not need.chopped and not need.cooked:
                    continue  # goes straight from its source onto the plate
                job = self._fetch(view, need)
            elif portion.at in self.kitchen.cookers and portion.state in ("raw", "cooking"):
                continue
            elif portion.at in PLATES:
                plate = view.state.plate(portion.at)
                assert plate is not None
                if plate.at not in self.kitchen.kinds:
                    continue
                job = self._at(view.state, plate.at, Action("pick_up", plate.holds[-1]), part=need.item)
            else:
                job = self._process(view, need, portion)
            if job:
                return job
            blocked.append(need)
        return next((job for need in blocked if (job := self._make_room(view, need))), [])

    def _fetch(self, view: Outlook, need: Need) -> Steps:
        state, source = view.state, self.kitchen.source[need.food]
        id = self.kitchen.next_id(state, need.food)
        if id is None:
            return self._discard(view, need.food)
        chop = need.chopped and need.chopped_condition not in view.regarded
        places = self.boards if chop else self.vessels.get(need.food, ())
        if chop or need.cooked:
            place = self.nearest(state, filter(view.lies_free, places), source)
            if place is None:
                return []
        else:
            place = self.nearest(state, filter(view.lies_free, (*self.counters, *self.boards)), source)
            if place is None:
                return []
        steps = self._at(state, source, Action("pick_up", id), part=need.item)
        if chop:
            put = (Action("put_down", id, place), Action("chop", id))
            steps += self._at(state, place, *put, part=need.item, start=source)
            return steps + (self._cook(view, need, id, place) if need.cooked else [])
        put = self._onto_heat(state, id, place) if need.cooked else (Action("put_down", id, place),)
        return steps + self._at(state, place, *put, part=need.item, start=source)

    def _process(self, view: Outlook, need: Need, portion: Portion) -> Steps:
        """Chop or cook a portion that lies loose."""
        state = view.state
        if not self._to_chop(view, need, portion):
            return self._cook(view, need, portion.id, portion.at)
        chop = Action("chop", portion.id)
        if portion.at in self.boards:
            return self._at(state, portion.at, chop, part=need.item)
        board = self.nearest(state, filter(view.lies_free, self.boards), portion.at)
        if board is None:
            return []
        steps = self._at(state, portion.at, Action("pick_up", portion.id), part=need.item)
        put = Action("put_down", portion.id, board)
        return steps + self._at(state, board, put, chop, part=need.item, start=portion.at)

    def _cook(self, view: Outlook, need: Need, id: str, place: str) -> Steps:
        """Bring a portion from a place onto the heat."""
        state = view.state
        vessel = self.nearest(
            state,
            filter(view.lies_free, self.vessels.get(view.portions[id].food if id in view.portions else need.food, ())),
            place,
        )
        if vessel is None:
            return []
        steps = self._at(state, place, Action("pick_up", id), part=need.item)
        return steps + self._at(state, vessel, *self._onto_heat(state, id, vessel), part=need.item, start=place)

    def _make_room(self, view: Outlook, need: Need) -> Steps:
        """Clear a board or a vessel that the line waits for: of what nobody needs, or of what is ready."""
        portion = view.portion[need.item]
        to_chop = need.chopped and not (portion and portion.chopped) and need.chopped_condition not in view.regarded
        places = self.boards if to_chop else self.vessels.get(portion.food if portion else need.food, ())
        room = any(map(view.lies_free, self.counters))
        found: list[tuple[bool, str]] = []
        for place in places:
            for id in view.state.on_station(place):
                owner = view.owner.get(id)
                dear = owner is not None or (id in PLATES and id == view.dish.id)
                if not dear or (room and (owner is None or owner.item in view.ready)):
                    found.append((dear, id))
        return self._lift(view.state, min(found)[1], need.item) if found else []

    def _discard(self, view: Outlook, food: str) -> Steps:
        """Get rid of a portion of which there are too many and none is of use."""
        for portion in view.state.portions:
            if portion.food == food and portion.id not in view.owner:
                plate = view.state.plate(portion.at)
                if plate is None:
                    return self._lift(view.state, portion.id, PLATE)
                if plate.id != view.dish.id:
                    return self._lift(view.state, plate.id, PLATE)
        return []

    def _unbury(self, view: Outlook) -> Steps:
        """Take the topmost off a plate that bears what is needed, where it is not needed yet."""
        for need in view.remaining:
            portion = view.portion[need.item]
            plate = view.state.plate(portion.at) if portion else None
            if plate is not None and plate.at in self.kitchen.kinds and plate.id != view.dish.id:
                return self._at(view.state, plate.at, Action("pick_up", plate.holds[-1]), part=PLATE)
        return []

    def _side(self, view: Outlook) -> Steps:
        """The next side task that can be furthered."""
        state = view.state
        for side in self._open_sides(view):
            lying = state.on_station(side.place)
            if not isinstance(side, Carry):
                if not view.served:
                    continue
                return self._lift(state, lying[0], side.condition)
            if not self._room(view, side.place):
                useless = next((id for id in lying if id not in view.owner and id != view.dish.id), None)
                if useless is None:
                    continue
                return self._lift(state, useless, side.condition)
            loose = next((p for p in state.portions if p.food == side.food and p.at in self.kitchen.kinds), None)
            source = loose.at if loose else self.kitchen.source[side.food]
            id = loose.id if loose else self.kitchen.next_id(state, side.food)
            if id is None:
                return self._discard(view, side.food)
            steps = self._at(state, source, Action("pick_up", id), part=side.condition)
            put = Action("put_down", id, side.place)
            return steps + self._at(state, side.place, put, part=side.condition, start=source)
        return []

    def _open_sides(self, view: Outlook) -> Iterable[Side]:
        """Side tasks that are left to do."""
        for side in self._sides:
            if side.condition in view.regarded:
                continue
            if isinstance(side, Carry):
                if not any(self._carried(side, portion) for portion in view.state.portions):
                    yield side
            elif not view.lies_free(side.place):
                yield side

    def _wait(self, view: Outlook) -> Steps:
        """Wait for what is on the heat."""
        for id, need in view.owner.items():
            if view.portions[id].since is not None and view.portions[id].state == "cooking":
                return [PlanStep(Action(WAIT), need.item)]
        return []

    def _tidy(self, view: Outlook) -> Steps:
        """Clear a surface when everything is blocked: what nobody needs first, then what is needed last."""
        state = view.state
        kept = {view.dish.id, *(p.id for p in state.portions for side in self._sides if self._carried(side, p))}
        lying = [id for place in self.kitchen.surfaces for id in state.on_station(place) if id not in kept]
        useless = [id for id in lying if id not in view.owner and not self._bears(view, id)]
        if useless:
            return self._lift(state, useless[0], PLATE)
        last = [id for need in reversed(view.remaining) for id in lying if view.owner.get(id) is need]
        if last and not any(map(view.lies_free, self.kitchen.surfaces)):
            return [*self._lift(state, last[0], PLATE), PlanStep(Action("trash", last[0]), PLATE)]
        return [PlanStep(Action(WAIT), PLATE)]

    # small things

    def next_line(self, view: Outlook) -> Need | None:
        """The line that can be plated now: the first that is left, without an order the nearest."""
        choice = view.remaining[:1] if self.goal.ordered else view.remaining
        able = [need for need in choice if self._within_reach(view, need)]
        if len(able) < 2:
            return able[0] if able else None
        return min(able, key=lambda need: (self._cool(view, need), self._distance(view.state, self._where(view, need))))

    def _cool(self, view: Outlook, need: Need) -> bool:
        portion = view.portion[need.item]
        return portion is None or portion.since is None

    def _within_reach(self, view: Outlook, need: Need) -> bool:
        portion = view.portion[need.item]
        if portion is None:
            free = view.state.hand in ("", view.dish.id) and self.kitchen.next_id(view.state, need.food) is not None
            return free and not need.chopped and not need.cooked
        if need.item not in view.ready:
            return False
        plate = view.state.plate(portion.at)
        if plate is None or plate.id == view.dish.id:
            return plate is None
        return plate.holds[-1] == portion.id and plate.at in self.kitchen.kinds

    def _where(self, view: Outlook, need: Need) -> str:
        """The station at which the line's portion can be got."""
        portion = view.portion[need.item]
        if portion is None:
            return self.kitchen.source[need.food]
        plate = view.state.plate(portion.at)
        place = plate.at if plate is not None else portion.at
        return place if place in self.kitchen.kinds else view.state.at

    def _scoop(self, view: Outlook, need: Need, plate: Plate) -> Steps:
        """Bring a plate that is held, or has just been picked up, to the line's portion, and scoop."""
        portion, place = view.portion[need.item], self._where(view, need)
        id = portion.id if portion else self.kitchen.next_id(view.state, need.food) or need.food
        start = view.state.at if plate.id == view.state.hand else plate.at
        return self._at(view.state, place, Action("scoop", id, plate.id), part=PLATE, start=start)

    def _to_chop(self, view: Outlook, need: Need, portion: Portion) -> bool:
        return need.chopped and not portion.chopped and need.chopped_condition not in view.regarded

    def _room(self, view: Outlook, place: str) -> bool:
        if place == self.kitchen.hatch:
            return len(view.state.on_station(place)) < PASS_ROOM
        return view.lies_free(place)

    def _bears(self, view: Outlook, plate: str) -> bool:
        found = view.state.plate(plate)
        return found is not None and any(id in view.owner for id in found.holds)

    def _carried(self, side: Side, portion: Portion) -> bool:
        return isinstance(side, Carry) and (portion.food, portion.at) == (side.food, side.place)


def _hurried(state: CookState) -> bool:
    """Whether the time itself can matter to a plan: food in the hands, and food on the heat that may burn."""
    return state.hand not in HANDS_FREE and any(p.since is not None and p.state == "done" for p in state.portions)
