"""The six kinds of execution error as this kitchen's person makes them (IVG Table 1A), bound to the state.

    misstep        repeat: a second portion of something that is on the plate is prepared and plated as well
                   forget: something is not chopped and goes on whole; skip: a line of the recipe is left out
    wrong_order    something is plated before what belongs under it
    wrong_thing    a food that looks alike is taken and prepared in place of the right one
    unwanted_thing a food that the recipe lacks is put on the plate
    unfinished     food that is not done is plated
    unattended     food on the heat is left for slow work until it burns

Which thing it is about comes from `about` ("item": a line's item, or for unwanted_thing a food; "how": repeat, forget
or skip; "instead": the food that is taken); else it is the first that the state allows, in the plan's order. All of it
is tried out at the person's pace first: an error of less than LEAD ticks, or one that would spoil nothing, is not made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from envs.assist.action import Action
from envs.assist.condition import Condition, FactIs
from envs.assist.cook.foods import DRINKS, FOODS
from envs.assist.cook.goal import Need
from envs.assist.cook.heat import next_turn
from envs.assist.cook.kitchen import Kitchen
from envs.assist.cook.outlook import Outlook
from envs.assist.cook.planner import Planner
from envs.assist.cook.rehearsal import Impossible, Rehearsal
from envs.assist.cook.state import CookState
from envs.assist.cook.words import COOK
from envs.assist.domain import LEAD, Deviation
from envs.assist.event_check import check_fields, check_name
from envs.assist.schedule import ErrorKind, ScheduledError

HOWS = ("repeat", "forget", "skip")
"""The three forms of a misstep."""
LONGEST = 60
"""Ticks that a person stays away from the heat at most."""
REHEARSED = 80
"""Actions of the plan that are looked ahead for an omission's commit."""


def check(kitchen: Kitchen, error: ScheduledError) -> None:
    """TaskError for an `about` that no state of this kitchen fits."""
    extra = {"misstep": ("how",), "wrong_thing": ("instead",)}
    check_fields(error, ("item", *extra.get(error.kind, ())))
    check_name(error, "how", HOWS, f"form of a misstep: {', '.join(HOWS)}")
    check_name(error, "item", kitchen.portions, "food of this kitchen, nor a portion of one")
    check_name(error, "instead", kitchen.source, "food of this kitchen")


def deviate(planner: Planner, state: CookState, tick: int, error: ScheduledError, pace: float) -> Deviation | None:
    """How the error is made now; None when it cannot be."""
    view = planner.outlook(state)
    if view.served:
        return None
    makers: dict[ErrorKind, Callable[[_Scene], Iterator[Deviation]]] = {
        "misstep": _misstep,
        "wrong_order": _wrong_order,
        "wrong_thing": _wrong_thing,
        "unwanted_thing": _unwanted_thing,
        "unfinished": _unfinished,
        "unattended": _unattended,
    }
    return next(makers[error.kind](_Scene(planner, state, tick, error.about, pace, view)), None)


class _Scene:
    """What an error is made from: the state as it is, and tries from it."""

    def __init__(self, planner: Planner, state: CookState, tick: int, about: Any, pace: float, view: Outlook) -> None:
        self.planner, self.state, self.tick, self.about, self.pace, self.view = planner, state, tick, about, pace, view
        self.kitchen, self.goal = planner.kitchen, planner.goal
        self.dish = view.dish

    def trial(self) -> Rehearsal:
        """A try from here."""
        return Rehearsal(self.planner, self.state, self.tick, self.pace)

    def wanted(self, item: str) -> bool:
        """Whether the error may be about this item."""
        return self.about.get("item", item) == item

    def id(self, need: Need) -> str:
        """Id of the line's portion, or that which it would get. Impossible when there can be none."""
        portion = self.view.portion.get(need.item)
        id = portion.id if portion else self.kitchen.next_id(self.state, need.food)
        if id is None:
            raise Impossible("no more of it")
        return id

    def spoils(self, trial: Rehearsal, blind: frozenset[str]) -> bool:
        """Whether the try takes its time and makes a condition false that the person takes for met."""
        return trial.took >= LEAD and not blind <= self.goal.met(trial.state)

    def omission(
        self, kind: ErrorKind, commit: FactIs, blind: frozenset[str], wrong: tuple[str, ...], remedy: tuple[Action, ...]
    ) -> Deviation | None:
        """An error of doing without: the person goes on by a plan in which the blind conditions are met."""
        trial = self.trial()
        for _ in range(REHEARSED):
            plan = self.planner.plan(trial.state, trial.tick, blind)
            if not plan:
                return None
            trial.do(plan[0].action)
            thing = trial.state.plate(commit.thing) or trial.state.portion(commit.thing)
            if thing is not None and thing.at == commit.value:
                break
        else:
            return None
        return Deviation(kind, (), commit, blind, wrong, remedy) if self.spoils(trial, blind) else None


def _tries(found: Iterator[Callable[[], Deviation | None]]) -> Iterator[Deviation]:
    """Those of the tries that work."""
    for attempt in found:
        try:
            deviation = attempt()
        except Impossible:
            continue
        if deviation is not None:
            yield deviation


def _misstep(scene: _Scene) -> Iterator[Deviation]:
    forms = {"repeat": _repeat, "forget": _forget, "skip": _skip}
    for how in (scene.about["how"],) if "how" in scene.about else HOWS:
        yield from forms[how](scene)


def _repeat(scene: _Scene) -> Iterator[Deviation]:
    matched = scene.goal.matched(scene.dish, scene.view.portions) or []

    def attempt(need: Need) -> Deviation | None:
        id = scene.kitchen.next_id(scene.state, need.food)
        if id is None:
            return None
        trial = scene.trial()
        if need.chopped:
            board = _prepared(trial, id)
            trial.get(scene.dish.id)
            trial.go(board)
            trial.do(Action("scoop", id, scene.dish.id))
        else:
            trial.scoop(id, scene.dish.id)
        blind = frozenset({matched[-1].plate_condition})
        remedy = _next_steps(scene, matched[-1])
        return _made(scene, "misstep", trial, blind, (id, need.item), remedy)

    cold = [need for need in reversed(matched) if not need.cooked and scene.wanted(need.item)]
    yield from _tries((lambda need=need: attempt(need)) for need in cold)


def _prepared(trial: Rehearsal, id: str) -> str:
    """Take a portion to a board and chop it; the board."""
    trial.get(id)
    board = trial.free(trial.planner.boards)
    trial.go(board)
    trial.do(Action("put_down", id, board), Action("chop", id))
    return board


def _forget(scene: _Scene) -> Iterator[Deviation]:
    def attempt(need: Need) -> Deviation | None:
        id = scene.id(need)
        commit = FactIs(thing=id, property="at", value=scene.dish.id)
        blind = frozenset({need.chopped_condition})
        return scene.omission("misstep", commit, blind, (id,), (Action("chop", id),))

    for portions in (True, False):  # what is in work before what is not begun
        whole = [
            need
            for need in scene.goal.by_work
            if need in scene.view.remaining and need.chopped and scene.wanted(need.item)
            if ((portion := scene.view.portion[need.item]) is not None) == portions
            if portion is None or not portion.chopped
        ]
        yield from _tries((lambda need=need: attempt(need)) for need in whole)


def _skip(scene: _Scene) -> Iterator[Deviation]:
    def attempt(need: Need) -> Deviation | None:
        id = scene.id(need)
        later = [other for other in scene.goal.needs if other.place > need.place and other.food != need.food]
        commit = FactIs(thing=scene.dish.id, property="at", value=scene.kitchen.hatch)
        if scene.goal.ordered and later:
            commit = FactIs(thing=scene.id(later[0]), property="at", value=scene.dish.id)
        names = (need.chopped_condition, need.cooked_condition, need.plate_condition)
        remedy = (Action("pick_up", id), Action("chop", id), Action("scoop", id), *_heated(need, id))
        return scene.omission("misstep", commit, frozenset(filter(None, names)), (id,), remedy)

    absent = [
        need
        for need in reversed(scene.goal.by_work)
        if need in scene.view.remaining and scene.view.portion[need.item] is None and scene.wanted(need.item)
    ]
    if len(scene.goal.needs) > 1:
        yield from _tries((lambda need=need: attempt(need)) for need in absent)


def _wrong_order(scene: _Scene) -> Iterator[Deviation]:
    if not scene.goal.ordered or scene.view.junk or len(scene.view.remaining) < 2:
        return
    first = scene.view.remaining[0]

    def attempt(need: Need) -> Deviation | None:
        early, due = scene.id(need), scene.id(first)
        trial = scene.trial()
        trial.scoop(early, scene.dish.id)
        blind = {need.plate_condition}
        if trial.took < LEAD and first.item in scene.view.ready:
            trial.scoop(due, scene.dish.id)
            blind.add(first.plate_condition)
        remedy = (Action("scoop", due, scene.dish.id), Action("pick_up", due))
        return _made(scene, "wrong_order", trial, frozenset(blind), (early,), remedy)

    able = [
        need
        for need in scene.view.remaining[1:]
        if need.food != first.food and scene.wanted(need.item)
        if need.item in scene.view.ready or not (need.chopped or need.cooked)
    ]
    yield from _tries((lambda need=need: attempt(need)) for need in able)


def _wrong_thing(scene: _Scene) -> Iterator[Deviation]:
    def attempt(need: Need, other: str) -> Deviation | None:
        id, due = scene.kitchen.next_id(scene.state, other), scene.id(need)
        if id is None:
            return None
        trial = scene.trial()
        if need.chopped:
            _prepared(trial, id)
        else:
            trial.get(id)
            trial.onto_heat(id, trial.free(scene.planner.vessels[other]))
        blind = frozenset({need.chopped_condition or need.cooked_condition})
        remedy = (Action("pick_up", due), Action("chop", due), *_heated(need, due))
        return _made(scene, "wrong_thing", trial, blind, (id,), remedy)

    absent = [
        (need, other)
        for need in scene.goal.by_work
        if need in scene.view.remaining and scene.view.portion[need.item] is None and scene.wanted(need.item)
        if need.chopped or need.cooked
        for other in FOODS[need.food].like
        if other in scene.kitchen.source and other not in scene.goal.foods
        if scene.about.get("instead", other) == other
    ]
    yield from _tries((lambda need=need, other=other: attempt(need, other)) for need, other in absent)


def _unwanted_thing(scene: _Scene) -> Iterator[Deviation]:
    matched = scene.goal.matched(scene.dish, scene.view.portions) or []
    if not matched:
        return

    def attempt(food: str) -> Deviation | None:
        id = scene.kitchen.next_id(scene.state, food)
        if id is None:
            return None
        trial = scene.trial()
        if trial.state.hand == scene.dish.id or trial.where(scene.dish.id) not in scene.kitchen.surfaces:
            trial.get(scene.dish.id)
            trial.free_hands()
        trial.get(id)
        trial.go(trial.where(scene.dish.id))
        trial.do(Action("put_down", id, scene.dish.id))
        source = scene.kitchen.source[food]
        remedy = (Action("put_down", id, source), Action("trash", id), *_next_steps(scene, matched[-1]))
        return _made(scene, "unwanted_thing", trial, frozenset({matched[-1].plate_condition}), (id,), remedy)

    plain = (food for food in unwanted(scene.planner) if scene.wanted(food))
    yield from _tries((lambda food=food: attempt(food)) for food in plain)


def unwanted(planner: Planner) -> tuple[str, ...]:
    """Foods of the kitchen that are used as they are and that neither the dish nor a side task wants."""
    return tuple(food for food in _plain(planner) if food not in DRINKS)


def _plain(planner: Planner) -> Iterator[str]:
    wanted = planner.goal.foods | planner.side_foods
    return (f for f in planner.kitchen.source if not (FOODS[f].chop or FOODS[f].cook or f in wanted))


def _unfinished(scene: _Scene) -> Iterator[Deviation]:
    def attempt(need: Need) -> Deviation | None:
        id = scene.id(need)
        trial = scene.trial()
        before = scene.view.remaining[: scene.view.remaining.index(need)] if scene.goal.ordered else []
        for other in before:
            trial.scoop(scene.id(other), scene.dish.id)
        trial.scoop(id, scene.dish.id)
        portion = trial.state.portion(id)
        if portion is None or portion.state != "raw":
            return None
        vessel = next(iter(scene.planner.vessels[need.food]))
        place = scene.view.portions[id].at
        stove = place if place in scene.kitchen.cookers else vessel
        lit = () if stove in scene.state.on else (Action("turn_on", stove),)
        remedy = (Action("wait"), Action("put_down", id, stove), *lit, *_heated(need, id))
        return _made(scene, "unfinished", trial, frozenset({need.cooked_condition}), (id,), remedy)

    if scene.view.junk:
        return
    raw: list[Need] = []
    for need in scene.view.remaining:
        portion = scene.view.portion[need.item]
        loose = portion is not None and portion.at in scene.kitchen.kinds and portion.chopped == need.chopped
        if portion is not None and loose and need.cooked and portion.state in ("raw", "cooking"):
            raw += [need] if scene.wanted(need.item) else []
        if need.item not in scene.view.ready and (need.chopped or need.cooked) and scene.goal.ordered:
            break  # what comes after has to wait for this one
    yield from _tries((lambda need=need: attempt(need)) for need in raw)


def _unattended(scene: _Scene) -> Iterator[Deviation]:
    def attempt(need: Need) -> Deviation | None:
        portion = scene.view.portion[need.item]
        assert portion is not None
        burns = next_turn(replace(portion, state="done"), scene.kitchen.times)
        if burns is None or not LEAD <= burns - scene.tick <= LONGEST:
            return None
        trial = scene.trial()
        trial.free_hands()
        _slow_work(trial, burns)
        commit = FactIs(thing=portion.id, property="state", value="burnt")
        station = portion.at
        remedy = (Action("turn_off", station), Action("scoop", portion.id), Action("pick_up", portion.id))
        blind = frozenset({need.cooked_condition})
        return _made(scene, "unattended", trial, blind, (portion.id, station), remedy, commit)

    hot = [
        need
        for need in scene.view.remaining
        if (portion := scene.view.portion[need.item]) is not None and portion.since is not None
        if need.cooked and scene.wanted(need.item)
    ]
    yield from _tries((lambda need=need: attempt(need)) for need in hot)


def _heated(need: Need, id: str) -> tuple[Action, ...]:
    """In people's words what is right for a line that is cooked."""
    return (Action(COOK, id),) if need.cooked else ()


def _slow_work(trial: Rehearsal, until: int) -> None:
    """Unneeded work away from the heat: a big vegetable is chopped for later, then bottles are moved about."""
    goal, kitchen = trial.planner.goal, trial.kitchen
    big = sorted(
        (f for f in kitchen.source if FOODS[f].chop >= 10 and f not in goal.foods), key=lambda f: -FOODS[f].chop
    )
    for food in big:
        id = kitchen.next_id(trial.state, food)
        view = trial.planner.outlook(trial.state)
        if trial.tick <= until and id is not None and any(map(view.lies_free, trial.planner.boards)):
            _prepared(trial, id)
    bottle = max(_plain(trial.planner), key=lambda food: food in DRINKS)
    while trial.tick <= until:
        id = kitchen.next_id(trial.state, bottle)
        if id is None:
            raise Impossible("no more of it")
        source = kitchen.source[bottle]
        trial.get(id)
        trial.go(kitchen.hatch)
        trial.go(source)
        trial.do(Action("put_down", id, source))


def _next_steps(scene: _Scene, last: Need) -> tuple[Action, ...]:
    """What is right instead of adding more: to plate the next line, or to serve."""
    rest = scene.view.remaining
    if not rest:
        return (Action("serve", scene.dish.id),)
    return (Action("scoop", scene.id(rest[0]), scene.dish.id),)


def _made(
    scene: _Scene,
    kind: ErrorKind,
    trial: Rehearsal,
    blind: frozenset[str],
    wrong: tuple[str, ...],
    remedy: tuple[Action, ...],
    commit: Condition | None = None,
) -> Deviation | None:
    """The deviation of a try, if it spoils anything."""
    if not scene.spoils(trial, blind):
        return None
    return Deviation(kind, tuple(trial.actions), commit, blind, tuple(dict.fromkeys(wrong)), remedy)
