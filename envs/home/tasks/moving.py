"""FDP and FODP: a thing, or two, from a source to a destination (REAL 5.1).

FDP has furniture distractors: the source's or the destination's category comes again. No other thing is like the
target, so its label names it. FODP has object distractors too: other things of the target's category lie about, one of
them in the source itself where there is room, and clutter may look like it. So the target is told by its traits.
"""

from __future__ import annotations

from envs.home.objects import ObjectModel
from envs.home.tasks import wording
from envs.home.tasks.draft import Draft, Way, confusable, draw_way, spots_of
from envs.home.tasks.layout import DraftError, Layout
from envs.home.tasks.options import TaskOptions
from envs.home.tasks.refer import Referring


def make_moving(layout: Layout, options: TaskOptions, family: str) -> Draft:
    """A task of FDP or FODP. DraftError when the draw leads to none."""
    rng = layout.rng
    crowded = family == "FODP"
    many = options.object_distractors
    others = rng.randint(many[0], many[1]) if crowded else 0
    way = draw_way(layout, options.furniture_distractors, least=others + 1)
    models = [way.model]
    if crowded:
        models = layout.several_of(way.model.category, others + 1, options.by_colour)
        way = Way(models[0], way.source, way.destination)
    moves = {_start(layout, way): way}
    if rng.random() < options.twofold:
        second = _second_way(layout, options, way)
        moves[_start(layout, second)] = second
    _put_distractors(layout, models[1:], way)
    fewest, most = options.clutter_of(family)
    needed = [end for w in moves.values() for end in (w.source, w.destination)]
    barred = [w.model.category for w in moves.values()]
    if not crowded:
        barred = [category for w in moves.values() for category in confusable(w.model.category)]
    layout.scatter(rng.randint(fewest, most), spots_of(layout, needed, options.cluttered), barred)
    return Draft(_told(layout, moves), {name: w.destination for name, w in moves.items()})


def _start(layout: Layout, way: Way) -> str:
    """Put the thing at its source, and keep room for it where it goes."""
    if not (layout.takes(way.source, way.model) and layout.takes(way.destination, way.model)):
        raise DraftError(f"no room for {way.model.label}")
    layout.reserve(way.destination, way.model)
    return layout.put(way.model, way.source)


def _second_way(layout: Layout, options: TaskOptions, first: Way) -> Way:
    """Another thing's way: together with the first from end to end, or apart from it at both ends."""
    barred = confusable(first.model.category)
    if layout.rng.random() < 0.4:
        return draw_way(layout, options.furniture_distractors, [first.source], [first.destination], barred)
    ends = (first.source, first.destination)
    free = [name for name in layout.scene.ids if name not in ends]
    return draw_way(layout, options.furniture_distractors, free, free, barred)


def _put_distractors(layout: Layout, models: list[ObjectModel], way: Way) -> None:
    """The first beside the target, the others anywhere but where the target is to go. DraftError without room."""
    for number, model in enumerate(models):
        haunts = layout.haunts_of(model.category)
        possible = [name for name in haunts if name != way.destination and layout.takes(name, model)]
        if number == 0 and way.source in possible:
            possible = [way.source]
        if not possible:
            raise DraftError(f"no room for another {model.label}")
        layout.put(model, layout.rng.choice(possible))


def _told(layout: Layout, moves: dict[str, Way]) -> str:
    refer, rng = Referring(layout.scene, layout.models), layout.rng
    names = {end: refer.furniture(end, rng) for way in moves.values() for end in (way.source, way.destination)}
    (thing, way), *more = moves.items()
    words = {"thing": refer.thing(thing), **refer.way(way.source, way.destination, names)}
    if not more:
        return wording.say(wording.MOVE, rng, **words)
    other, second = more[0]
    words["other"] = refer.thing(other)
    if (second.source, second.destination) == (way.source, way.destination):
        return wording.say(wording.TOGETHER, rng, **words)
    words |= {f"other_{name}": value for name, value in refer.way(second.source, second.destination, names).items()}
    return wording.say(wording.APART, rng, **words)
