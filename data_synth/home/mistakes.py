"""Deliberate mistakes in the home world, each of which leaves the task solvable: the loss leaves them out, and what is
learnt is the turn after one.

Kinds: `mark` (a number that there is not), `name` (a receptacle that there is not), `reach` (putting down too early),
`thing` (taking hold of furniture, or of another thing of the same kind), `elsewhere` (going to a receptacle that is not
meant), `absent` (searching a view for what is not in it).
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from envs.episode import ToolCall
from envs.home import tools
from envs.home.shortest_plan import PlanStep
from envs.home.world import HomeWorld


@dataclass(frozen=True)
class Mistake:
    """A wrong call, and the code by which the next thought tells of it (None: the code of what failed)."""

    call: ToolCall
    code: str | None = None


def choose_mistake(world: HomeWorld, right: PlanStep, rng: random.Random) -> Mistake | None:
    """A mistake in place of the right step, or None where none fits: it may cost six steps, and must not end the
    episode.
    """
    if world.remaining < 12:
        return None
    kinds: dict[str, list[Mistake]] = {}
    for kind, mistake in _mistakes(world, right, rng):
        kinds.setdefault(kind, []).append(mistake)
    return rng.choice(kinds[rng.choice(sorted(kinds))]) if kinds else None


def _mistakes(world: HomeWorld, right: PlanStep, rng: random.Random) -> Iterator[tuple[str, Mistake]]:
    state, site, call = world.state, world.site, right.call
    places = state.graph.places
    if call.name in (tools.PICK, tools.OPEN, tools.CLOSE):
        above = max((mark.number for mark in state.marks), default=0)
        yield "mark", Mistake(ToolCall(call.name, {"mark": above + rng.randint(1, 3)}))
    if call.name == tools.NAV_TO:
        category = str(call.arguments["receptacle"]).rpartition("_")[0]
        numbers = [int(o.rpartition("_")[2]) for o in site.dynamics.scene.ids if o.rpartition("_")[0] == category]
        missing = f"{category}_{max(numbers) + rng.randint(1, 3)}"
        yield "name", Mistake(ToolCall(tools.NAV_TO, {"receptacle": missing}))
        if state.graph.held is not None:
            yield "reach", Mistake(ToolCall(tools.PLACE, {"target": call.arguments["receptacle"]}))
        for other in site.dynamics.scene.ids:
            if other not in (state.at, call.arguments["receptacle"]):
                yield "elsewhere", Mistake(ToolCall(tools.NAV_TO, {"receptacle": other}), "elsewhere")
    if call.name == tools.PICK:
        for mark in state.marks:
            wanted = places.get(mark.target) != site.goal.places.get(mark.target)
            if mark.target not in places:
                yield "thing", Mistake(ToolCall(tools.PICK, {"mark": mark.number}))
            elif not wanted and mark.label == site.eyes.labels.get(right.aim.name):
                yield "thing", Mistake(ToolCall(tools.PICK, {"mark": mark.number}), "wrong_thing")
    if call.name == tools.WALK_AROUND and state.at is not None:
        here = {model.label for name, model in site.dynamics.objects.items() if places[name] == state.at}
        for label in sorted({model.label for model in site.dynamics.objects.values()} - here):
            absent = ToolCall(tools.SHOW, {"category": label})
            if not site.dynamics.act(state, absent).to.marks:  # the detector takes nothing there for one
                yield "absent", Mistake(absent, "absent")
