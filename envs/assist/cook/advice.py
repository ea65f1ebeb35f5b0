"""How a person carries out advice: what has to be done first, and what it leaves open completed."""

from __future__ import annotations

from envs.assist.action import WAIT, Action
from envs.assist.cook.foods import FOODS
from envs.assist.cook.layout import COOKERS
from envs.assist.cook.planner import Planner
from envs.assist.cook.rehearsal import Impossible, Rehearsal
from envs.assist.cook.state import CookState
from envs.assist.cook.words import COOK, PLATES


def towards(planner: Planner, state: CookState, tick: int, action: Action) -> tuple[Action, ...]:
    """The actions that lead to the advised one, that one last; () when it cannot be carried out, or is done already.

    What the action leaves open is taken from the plan, if a step of it agrees; else from what is in the hands or on the
    stations. A plate that is to be put on the pass is served; food that is to be put on a plate which does not stand on
    a surface is scooped.
    """
    trial = Rehearsal(planner, state, tick)
    try:
        _carry_out(trial, _completed(planner, state, tick, action))
    except Impossible:
        return ()
    return tuple(trial.actions)


def _completed(planner: Planner, state: CookState, tick: int, action: Action) -> Action:
    """The action with its target and place as the plan has them, where it has no own."""
    if action.verb == "scoop" and action.target in ("", *PLATES):
        # "Plate the dish": what comes next, once it is as it should be.
        need = planner.next_line(planner.outlook(state))
        if need is None:
            return Action("scoop")
        action = Action("scoop", "", action.place)
    if action.target and (action.place or action.verb not in ("put_down", "scoop")):
        return action
    for step in planner.plan(state, tick, frozenset()):
        planned = step.action
        agrees = action.target in ("", planned.target) and action.place in ("", planned.place)
        if planned.verb == action.verb and agrees:
            return planned
    return action


def _carry_out(trial: Rehearsal, action: Action) -> None:
    verb, target, place = action.verb, action.target, action.place
    if verb == WAIT:
        trial.do(action)
    elif verb == "go_to":
        goal = place or target
        goal = goal if goal in trial.kitchen.kinds else trial.where(goal)
        trial.do(Action("go_to", goal))
    elif verb == "pick_up":
        if trial.state.hand == target:
            raise Impossible("held already")
        trial.get(target)
    elif verb == "put_down":
        _put_down(trial, target or trial.state.hand, place)
    elif verb == "scoop":
        _scoop(trial, target, place)
    elif verb == "chop":
        _chop(trial, target)
    elif verb == COOK:
        _cook(trial, target)
    elif verb in ("turn_on", "turn_off"):
        station = _cooker(trial, target or place, on=verb == "turn_on")
        trial.go(station)
        trial.do(Action(verb, station))
    elif verb == "trash":
        thing = target or trial.state.hand
        trial.get(thing)
        trial.go(trial.kitchen.bin)
        trial.do(Action("trash", thing))
    elif verb == "serve":
        plate = target if target in PLATES else _dish(trial)
        trial.get(plate)
        trial.go(trial.kitchen.hatch)
        trial.do(Action("serve", plate))
    else:
        raise Impossible(f"no verb {verb}")


def _dish(trial: Rehearsal) -> str:
    """The plate that is held, else the one that is to be the dish."""
    hand = trial.state.hand
    return hand if hand in PLATES else trial.planner.outlook(trial.state).dish.id


def _put_down(trial: Rehearsal, thing: str, place: str) -> None:
    kitchen = trial.kitchen
    if place in PLATES:
        plate = trial.state.plate(place)
        if plate is None or plate.at not in kitchen.surfaces:
            _scoop(trial, thing, place)
            return
    if not place:
        trial.get(thing)
        place = trial.free(kitchen.surfaces)
    if place == kitchen.hatch and thing in PLATES:
        _carry_out(trial, Action("serve", thing))
        return
    portion = trial.state.portion(thing)
    if portion is not None and portion.at == place and trial.state.hand != thing:
        raise Impossible("there already")
    trial.get(thing)
    trial.go(trial.where(place) if place in PLATES else place)
    trial.do(Action("put_down", thing, place))


def _scoop(trial: Rehearsal, food: str, plate: str) -> None:
    plate = plate if plate in PLATES else _dish(trial)
    portion = trial.state.portion(food)
    if not food or (portion is not None and portion.at == plate):
        raise Impossible("on the plate already")
    trial.scoop(food, plate)


def _chop(trial: Rehearsal, food: str) -> None:
    boards = trial.kitchen.layout.of_kind("board")
    portion = trial.state.portion(food)
    kind = trial.kitchen.food_of(food)
    if not kind or not FOODS[kind].chop or (portion is not None and portion.chopped):
        raise Impossible("not to be chopped")
    if portion is None or portion.at not in boards:
        trial.get(food)
        board = trial.free(boards)
        trial.go(board)
        trial.do(Action("put_down", food, board))
    else:
        trial.free_hands()
        trial.go(portion.at)
    trial.do(Action("chop", food))


def _cook(trial: Rehearsal, named: str) -> None:
    """Onto the heat, chopped first where the recipe has it so; without a name what comes next."""
    kitchen, goal = trial.kitchen, trial.planner.goal
    id = named or trial.state.hand or _next_to_cook(trial)
    food = kitchen.food_of(id)
    portion = trial.state.portion(id)
    if portion is None and food:
        id = kitchen.next_id(trial.state, food) or ""
    if not food or not id or not FOODS[food].cook or (portion is not None and portion.state != "raw"):
        raise Impossible("not to be cooked")
    if portion is not None and portion.at in kitchen.cookers:
        trial.go(portion.at)
        trial.do(Action("turn_on", portion.at))
        return
    chopped = any(need.food == food and need.chopped for need in goal.needs)
    if chopped and not (portion is not None and portion.chopped):
        _chop(trial, id)
    trial.get(id)
    trial.onto_heat(id, trial.free(trial.planner.vessels[food]))


def _next_to_cook(trial: Rehearsal) -> str:
    """The first food that the plan puts on the heat; "" where it puts none."""
    for step in trial.planner.plan(trial.state, trial.tick, frozenset()):
        if step.action.verb == "put_down" and step.action.place in trial.kitchen.cookers:
            return step.action.target
    return ""


def _cooker(trial: Rehearsal, named: str, *, on: bool) -> str:
    """The cook station that is named, or that holds the named food, or the only one that bears food and could be."""
    kitchen, state = trial.kitchen, trial.state
    if named in kitchen.kinds:
        return named
    portion = state.portion(named)
    if portion is not None and kitchen.kinds.get(portion.at) in COOKERS:
        return portion.at
    choice = [p.at for p in state.portions if p.at in kitchen.cookers and (p.at in state.on) != on]
    if named or len(choice) != 1:
        raise Impossible("which one?")
    return choice[0]
