"""FDO: opening and closing among like furniture, alone or round a pick and place (REAL 5.1).

Where nothing is to be moved, the goal also keeps the like ones as they are: opening all of them is not what was asked.
"""

from __future__ import annotations

from envs.home.tasks import wording
from envs.home.tasks.draft import Draft, confusable, draw_way, spots_of
from envs.home.tasks.layout import DraftError, Layout
from envs.home.tasks.options import TaskOptions
from envs.home.tasks.refer import Referring
from envs.home.user.names import plain


def make_turning(layout: Layout, options: TaskOptions, family: str) -> Draft:
    """A task of FDO. DraftError when the draw leads to none."""
    if layout.rng.random() < 0.5:
        return _turn_only(layout, options, family)
    return _turn_and_move(layout, options, family)


def _turn_only(layout: Layout, options: TaskOptions, family: str) -> Draft:
    rng, opened = layout.rng, layout.opened
    with_doors = layout.scene.opening
    first = [name for name in with_doors if bool(_like(layout, name)) == options.furniture_distractors]
    if not first:
        raise DraftError(f"{layout.scene.name} has nothing with doors that would do")
    chosen = [rng.choice(first)]
    second = with_doors if options.furniture_distractors else first
    others = [name for name in second if layout.category(name) != layout.category(chosen[0])]
    if others and rng.random() < options.twofold:
        chosen.append(rng.choice(others))
    goal: dict[str, bool] = {}
    for name in chosen:
        like = _like(layout, name)
        opened |= {other: rng.random() < 0.5 for other in (name, *like)}
        if like:  # one of them is as the target is at first, so that its state does not give the target away
            opened[rng.choice(like)] = opened[name]
        goal |= {other: opened[other] for other in like} | {name: not opened[name]}
    fewest, most = options.clutter_of(family)
    layout.scatter(rng.randint(fewest, most), spots_of(layout, [], options.cluttered), [])
    refer = Referring(layout.scene, layout.models)
    words: dict[str, str] = {}
    for prefix, name in zip(("", "other_"), chosen, strict=False):
        called = refer.furniture(name, rng)
        words |= {"other" if prefix else "which": called}
        words |= {f"{prefix}do": "open" if goal[name] else "close", f"{prefix}so": "open" if goal[name] else "closed"}
    return Draft(wording.say(wording.TURN_TWO if len(chosen) == 2 else wording.TURN, rng, **words), {}, goal)


def _turn_and_move(layout: Layout, options: TaskOptions, family: str) -> Draft:
    """Something goes out of what has doors, or into it, and that is to be closed in the end."""
    rng, doors = layout.rng, layout.scene.opening
    fetching = rng.random() < 0.5
    way = draw_way(
        layout,
        options.furniture_distractors,
        sources=doors if fetching else None,
        destinations=None if fetching else doors,
    )
    which, end = (way.source, way.destination) if fetching else (way.destination, way.source)
    thing = layout.put(way.model, way.source)
    layout.reserve(way.destination, way.model)
    layout.opened[which] = rng.random() < options.open_share
    fewest, most = options.clutter_of(family)
    spots = spots_of(layout, [way.source, way.destination], options.cluttered)
    layout.scatter(rng.randint(fewest, most), spots, confusable(way.model.category))
    refer = Referring(layout.scene, layout.models)
    called = {name: refer.furniture(name, rng) for name in (which, end)}
    same = layout.category(which) == layout.category(end)
    words = {
        "thing": refer.thing(thing),
        "which": called[which],
        "which_short": called[which] if same else f"the {plain(layout.category(which))}",
        **refer.way(way.source, way.destination, called),
    }
    told = wording.say(wording.FETCH if fetching else wording.STORE, rng, **words)
    return Draft(told, {thing: way.destination}, {which: False})


def _like(layout: Layout, name: str) -> list[str]:
    """The others of its category that open."""
    return [other for other in layout.alike(name) if other in layout.opened]
