"""Changes of plan in the middle of a household task: a thing goes elsewhere, or one more thing is to be done.

`about` may name `thing` and `place`; what it leaves open is chosen: for "modify" the last thing that is still to be
brought somewhere, for "side_task" a switch in the apartment or else one more thing to bring.
"""

from __future__ import annotations

from collections.abc import Iterator

from envs.assist.event_check import check_fields, check_name, refuse
from envs.assist.household.goals import Goal, GoalKind, joint, parse
from envs.assist.household.parameters import HouseholdParameters, Part, condition
from envs.assist.household.planner import Planner
from envs.assist.household.setting import Setting
from envs.assist.household.state import HouseholdState
from envs.assist.schedule import ScheduledChange


def check(setting: Setting, change: ScheduledChange) -> None:
    """TaskError for an `about` that no state of this home fits."""
    check_fields(change, ("thing", "place"))
    check_name(change, "thing", setting.index, "thing here")
    check_name(change, "place", setting.scene.receptacles, "furniture here")


def revised(
    setting: Setting, planner: Planner, state: HouseholdState, met: frozenset[str], change: ScheduledChange
) -> tuple[HouseholdParameters, str]:
    """The parameters under the new plan, and the new wish in full. TaskError where nothing can be changed."""
    ways = _modified(setting, planner, state, met, change) if change.kind == "modify" else iter(())
    found = next(ways, None) or next(_added(setting, planner, state, met, change), None)
    if found is None:
        refuse(change, "about", dict(change.about), "changes nothing that is still to be done here")
    parts, words = found
    asked = setting.parameters
    return asked.model_copy(update={"parts": parts, "text": f"{asked.text} {words}"}), words


def _modified(
    setting: Setting, planner: Planner, state: HouseholdState, met: frozenset[str], change: ScheduledChange
) -> Iterator[tuple[tuple[Part, ...], str]]:
    """A thing that is still to be brought goes to another place."""
    scene = setting.scene
    for thing, (place, text) in reversed(setting.destination.items()):
        if text in met or change.about.get("thing", thing) != thing:
            continue
        others = [change.about["place"]] if "place" in change.about else planner.surfaces(state, thing)
        for other in others:
            if other in (place, setting.place_of(state, thing)):
                continue
            new = condition(scene, Goal(GoalKind.IN, thing, other))
            parts = tuple(
                part.model_copy(
                    update={"goals": tuple(new if _is(setting, goal, text) else goal for goal in part.goals)}
                )
                for part in setting.parameters.parts
            )
            where = f"{setting.joint(other)} {setting.name(other)}"
            instead = f"{setting.joint(place)} {setting.name(place)}"
            yield parts, f"I have changed my mind: put {setting.name(thing)} {where} and not {instead}."


def _added(
    setting: Setting, planner: Planner, state: HouseholdState, met: frozenset[str], change: ScheduledChange
) -> Iterator[tuple[tuple[Part, ...], str]]:
    """One more part, at the end."""
    asked, scene = setting.parameters, setting.scene
    taken = {part.id for part in asked.parts}
    ident = next(f"side_{i}" for i in range(1, len(taken) + 2) if f"side_{i}" not in taken)
    for name in (n for n in setting.things if n in setting.switches and n not in setting.switching):
        if change.about.get("thing", name) == name and "place" not in change.about:
            kind = GoalKind.OFF if name in state.on else GoalKind.ON
            words = f"switch {kind.value} {setting.name(name)}"
            yield (*asked.parts, Part(id=ident, text=words, goals=(f"{name} {kind.value}",))), _also(words)
    for i in setting.others:
        name = setting.things[i]
        if change.about.get("thing", name) != name or not setting.place_of(state, name):
            continue
        others = [change.about["place"]] if "place" in change.about else planner.surfaces(state, name)
        for other in others:
            if other != setting.place_of(state, name):
                piece = scene.receptacles[other]
                where = f"{joint(piece.category, piece.articulation is not None)} {setting.name(other)}"
                words = f"put {setting.name(name)} {where}"
                goal = condition(scene, Goal(GoalKind.IN, name, other))
                yield (*asked.parts, Part(id=ident, text=words, goals=(goal,))), _also(words)


def _also(words: str) -> str:
    return f"One more thing: please also {words}."


def _is(setting: Setting, goal: str, text: str) -> bool:
    """Whether a part's sentence is the condition."""
    return condition(setting.scene, parse(goal)) == text
