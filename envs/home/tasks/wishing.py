"""SUL: a wish that leaves open which thing is meant, where it is to go, or both; only asking clears it up (REAL 5.1).

Everything that the words fit is a candidate, and the first wrong delivery ends the episode: somebody who does not ask
is right by chance alone, one time in so many as there are candidates (`chance`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from envs.episode import Task
from envs.home.objects import ObjectModel
from envs.home.tasks import wording
from envs.home.tasks.draft import TRIES, Draft, confusable, spots_of
from envs.home.tasks.layout import DraftError, Layout
from envs.home.tasks.options import TaskOptions
from envs.home.tasks.refer import Referring, is_plural
from envs.home.tasks.vague import KINDS, PLACES
from envs.home.user import Ambiguity, UserProfile
from envs.home.user.names import plain

PLACES_IN_QUESTION = (3, 4)
"""Fewest and most receptacles that a vague place may mean."""
BY_KIND = 0.3
"""Share of wishes for a kind of thing ("something to read") among those in which the target is unclear."""
REMEMBERED, WRONGLY = 0.7, 0.1
"""Shares of people who remember where they last saw the thing, and of those who are wrong about it."""
WITH_REASON = 0.4
"""Share of people who may give a reason for their choice."""
MORE_ASKS = 1
"""Asks in the budget beside one for each thing that is unclear: the difficulty-conditioned budget of REAL 4.3."""


def chance(task: Task) -> float:
    """How often somebody is right who guesses among the candidates of everything that is unclear; 1 if nothing is."""
    user = task.parameters.get("user") or {}
    product = 1.0
    for ambiguity in user.get("ambiguities", ()):
        product /= len(ambiguity["candidates"])
    return product


@dataclass(frozen=True)
class _Wanted:
    """Things that the words fit, the one that is meant first, and the words."""

    models: list[ObjectModel]
    words: str


def make_wish(layout: Layout, options: TaskOptions, family: str) -> Draft:
    """A task of SUL. DraftError when the draw leads to none."""
    rng = layout.rng
    unclear = options.unclear[int(layout.kind * len(options.unclear))]
    what, where = unclear != "destination", unclear != "target"
    wanted = _wanted(layout, options, what, PLACES_IN_QUESTION[0] if where else 1)
    model = wanted.models[0]
    ends = [name for name in layout.scene.ids if options.furniture_distractors or not layout.alike(name)]
    places, place_words = _places(layout, ends, wanted, where)
    told = not what or rng.random() < options.told
    taken = {*places, *_fitting(layout, place_words)}
    sources = _sources(layout, [name for name in ends if name not in taken], wanted, 1 if told else 3)
    layout.reserve(places[0], model)
    names = _put(layout, wanted.models, sources)
    for name in sources:  # the asking is hard enough
        if name in layout.opened:
            layout.opened[name] = True
    fewest, most = options.clutter_of(family)
    spots = spots_of(layout, [*sources, *places], options.cluttered)
    layout.scatter(rng.randint(fewest, most), spots, _barred(wanted))

    refer = Referring(layout.scene, layout.models)
    words = _sentence_words(layout, refer, wanted.words if what else None, names[0], places[0], where, place_words)
    if told:
        called = refer.furniture(sources[0], rng)
        words |= {"out_of": refer.out_of(sources[0], called), "at": refer.at(sources[0], called)}
    instruction = wording.say(wording.WISH_FROM if told else wording.WISH, rng, **words)
    target = _ambiguity(layout, "target", names) if what else None
    destination = _ambiguity(layout, "destination", places) if where else None
    user = UserProfile(
        ambiguities=tuple(ambiguity for ambiguity in (target, destination) if ambiguity is not None),
        known=_known(layout, places, place_words) if where else (),
        remembers=_remembers(layout, names[0], told),
        prefers=_reason(layout, model) if what else None,
    )
    return Draft(
        instruction,
        {names[0]: places[0]},
        user=user,
        ask_budget=len(user.ambiguities) + MORE_ASKS,
        most_wrong=1,
        search=0 if told else 2 * len(layout.haunts_of(model.category)),
    )


# -- what ----------------------------------------------------------------------------------------------------------


def _wanted(layout: Layout, options: TaskOptions, unclear: bool, places: int) -> _Wanted:
    """The candidates, the one that is meant first; one alone for a clear target. places: how many are wanted where all
    of them are kept. The words of a clear target are made once all lies about.
    """
    rng = layout.rng
    fewest, most = options.candidates
    if places == 1:  # nothing else is unclear, so that a guess is right more often
        fewest = min(fewest + 1, most)
    count = rng.randint(fewest, most) if unclear else 1
    by_kind = unclear and not options.by_colour and options.things is None and rng.random() < BY_KIND
    for _ in range(TRIES):
        if by_kind:
            words, kind = rng.choice(sorted(KINDS.items()))
            categories = rng.sample(kind.fits, min(count, len(kind.fits)))
        else:
            categories = [rng.choice(layout.things)]
            label = categories[0].replace("_", " ")
            words = rng.choice((f"my {label}", f"the {label}"))
        if len(_common(layout.homes_of, categories)) < places:
            continue
        try:
            if by_kind:
                return _Wanted([layout.any_of(category) for category in categories], words)
            return _Wanted(layout.several_of(categories[0], count, options.by_colour), words)
        except DraftError:
            continue
    raise DraftError("no such things have a place here")


def _common(places_of: Callable[[str], list[str]], categories: Iterable[str]) -> set[str]:
    """The receptacles that all of the categories have in common."""
    return set.intersection(*(set(places_of(category)) for category in categories))


def _barred(wanted: _Wanted) -> list[str]:
    """Categories that must not lie about: they would fit the words, too."""
    kind = KINDS.get(wanted.words)
    barred = [*kind.fits, *kind.nearly] if kind is not None else []
    for model in wanted.models:
        barred += confusable(model.category)
    return barred


def _sources(layout: Layout, ends: Sequence[str], wanted: _Wanted, most: int) -> list[str]:
    """Where the candidates lie: up to `most` of these receptacles."""
    haunts = _common(layout.haunts_of, (model.category for model in wanted.models))
    possible = [name for name in ends if name in haunts]
    if not possible:
        raise DraftError("the candidates have no place to be at")
    return layout.rng.sample(possible, min(len(possible), layout.rng.randint(1, most)))


def _put(layout: Layout, models: Sequence[ObjectModel], sources: Sequence[str]) -> list[str]:
    names = []
    for number, model in enumerate(models):
        free = [name for name in sources if layout.takes(name, model)]
        if not free:
            raise DraftError(f"no room for {model.label}")
        names.append(layout.put(model, free[number % len(free)]))
    return names


# -- where to ------------------------------------------------------------------------------------------------------


def _places(layout: Layout, ends: Sequence[str], wanted: _Wanted, unclear: bool) -> tuple[list[str], str | None]:
    """Where it may go, the one that is meant first, and what the person calls it; None for a plain category, and for a
    clear place.
    """
    rng = layout.rng
    homes = _common(layout.homes_of, (model.category for model in wanted.models))
    possible = [name for name in ends if name in homes and layout.takes(name, wanted.models[0])]
    if not unclear:
        if not possible:
            raise DraftError("no place for it")
        return [rng.choice(possible)], None
    choices: list[tuple[str | None, list[str]]] = []
    for words, categories in PLACES.items():
        fitting = [name for name in possible if not categories or layout.category(name) in categories]
        if len(fitting) >= PLACES_IN_QUESTION[0]:
            choices.append((words, fitting))
    for category in sorted({layout.category(name) for name in possible}):
        fitting = [name for name in possible if layout.category(name) == category]
        if len(fitting) == len(layout.alike(fitting[0])) + 1 >= PLACES_IN_QUESTION[0]:
            choices.append((None, fitting))
    if not choices:
        raise DraftError("fewer than three places for it")
    words, fitting = rng.choice(choices)
    most = min(len(fitting), PLACES_IN_QUESTION[1])
    return rng.sample(fitting, rng.randint(PLACES_IN_QUESTION[0], most)), words


def _fitting(layout: Layout, words: str | None) -> list[str]:
    """Receptacles of the categories that words for a place name; none for words that name none."""
    categories = PLACES[words] if words is not None else ()
    return [name for name in layout.scene.ids if layout.category(name) in categories]


def _sentence_words(
    layout: Layout,
    refer: Referring,
    vague: str | None,
    target: str,
    place: str,
    where_unclear: bool,
    place_words: str | None,
) -> dict[str, str]:
    """A template's words. vague: what the person calls what they want; None for a clear target."""
    what = vague or refer.thing(target)
    if place_words is not None:
        one, many = {"it": "it", "belongs": "it belongs"}, {"it": "them", "belongs": "they belong"}
        said = place_words.format(**(many if is_plural(what) else one))
        return {"what": what, "place": said, "rest": said}
    called = f"the {plain(layout.category(place))}" if where_unclear else refer.furniture(place, layout.rng)
    return {"what": what, "place": refer.into(place, called), "rest": refer.at(place, called)}


# -- the person ----------------------------------------------------------------------------------------------------


def _ambiguity(layout: Layout, name: str, candidates: Sequence[str]) -> Ambiguity:
    """Which of the candidates, the first of which is meant; they are told in an order that does not show it."""
    shuffled = sorted(candidates, key=lambda _: layout.rng.random())
    return Ambiguity(id=name, candidates=tuple(shuffled), truth=candidates[0])


def _known(layout: Layout, places: Sequence[str], place_words: str | None) -> tuple[str, ...]:
    """Places that the person describes unseen. Where the words name a category, it can be left to the robot to go and
    show those.
    """
    return tuple(sorted(places)) if place_words is not None or layout.rng.random() < 0.5 else ()


def _remembers(layout: Layout, target: str, told: bool) -> dict[str, str]:
    """Where the person last saw the thing, if they know; it may have been moved since."""
    rng = layout.rng
    if told or rng.random() >= REMEMBERED:
        return {}
    wrong = rng.random() < WRONGLY
    others = [name for name in layout.haunts_of(layout.models[target].category) if name != layout.where[target]]
    return {target: rng.choice(others) if wrong and others else layout.where[target]}


def _reason(layout: Layout, model: ObjectModel) -> str | None:
    colour = dict(model.traits).get("colour")
    if colour is None or layout.rng.random() >= WITH_REASON:
        return None
    return f"I like {colour} things"
