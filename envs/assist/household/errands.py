"""Training tasks of drawn chores: things to where they belong, a switch, a drink, a seat at the end."""

from __future__ import annotations

from envs.assist.household.drafting import OPEN_TOPS, Draft, UnfitError, listed
from envs.assist.household.parameters import DRINKS, LAMPS, SEATS, SWITCHED, HouseholdParameters
from envs.home.objects import CATEGORIES, alike, homes, make_object

FEWEST, MOST = 3, 5
"""Things that are to be brought somewhere."""
LARGEST = 0.2
"""Metres: half of the longest side of what a person carries here."""


def errands(draft: Draft) -> HouseholdParameters:
    """Some errands; UnfitError where the drawn ones do not fit the apartment."""
    rng, scene = draft.rng, draft.scene
    carried = [name for name in CATEGORIES if max(make_object(name, 0).half) < LARGEST and name not in SWITCHED]
    rng.shuffle(carried)
    places = draft.all_of(*OPEN_TOPS)
    targets: dict[str, list[str]] = {}
    asked = rng.randint(FEWEST, MOST)
    for category in carried:
        if sum(map(len, targets.values())) == asked:
            break
        fit = [name for name, piece in scene.receptacles.items() if piece.category in homes(category)]
        known = [name for name in fit if name in targets]
        if fit and places:
            place = rng.choice(known or fit)
            if len(targets) < 3 or known:
                thing = draft.add(category, *(p for p in rng.sample(places, len(places)) if p != place))
                targets.setdefault(place, []).append(thing)
                _double(draft, category, place)
    if not targets:
        raise UnfitError("things: nothing is kept here")
    said: list[str] = []
    for number, (place, things) in enumerate(targets.items(), 1):
        opens = scene.receptacles[place].surfaces[0].inside
        goals = [draft.goal_in(thing, place) for thing in things]
        words = f"put {listed(f'{{{thing}}}' for thing in things)} {'in' if opens else 'on'} {{{place}}}"
        words += ", and close that when all is in" if opens else ""
        draft.part(f"bring_{number}", words, *goals, *([f"{place} closed"] if opens else []))
        said.append(words)
    if rng.random() < 0.6:
        said.append(_switch(draft, places))
    if rng.random() < 0.4:
        said.append(_drink(draft, places))
    seats = draft.all_of(*SEATS)
    if seats and rng.random() < 0.4:
        draft.part("sit", "sit down", f"person on {seats[0]}")
        said.append(f"sit down on {{{seats[0]}}} when all is done")
    sentences = " ".join(f"{words[0].upper()}{words[1:]}." for words in said)
    return draft.done("errands", f"Some errands at home. {sentences}")


def _double(draft: Draft, category: str, place: str) -> None:
    """A thing that may be taken for one of these, at times; it is to stay."""
    rng = draft.rng
    if rng.random() < 0.7:
        likely = [name for name in (category, *alike(category)[:2]) if max(make_object(name, 0).half) < LARGEST]
        spots = [name for name in draft.all_of(*OPEN_TOPS) if name != place]
        try:
            draft.add(rng.choice(likely or [category]), *spots)
        except UnfitError:
            return


def _switch(draft: Draft, places: list[str]) -> str:
    category = draft.rng.choice(sorted(LAMPS | {"radio"}))
    thing = draft.add(category, *draft.rng.sample(places, len(places)))
    on = draft.rng.random() < 0.5
    if not on:
        draft.on.append(thing)
    draft.part("switch", f"switch {'on' if on else 'off'} {{{thing}}}", f"{thing} {'on' if on else 'off'}")
    return f"switch {'on' if on else 'off'} {{{thing}}}"


def _drink(draft: Draft, places: list[str]) -> str:
    drink = draft.add(draft.rng.choice(sorted(DRINKS)), *draft.rng.sample(places, len(places)))
    draft.part(
        "drink",
        f"drink what is in {{{drink}}} and put that back",
        f"{drink} drunk",
        draft.goal_in(drink, draft.things[drink].at),
    )
    return f"drink what is in {{{drink}}} and put that back on {{{draft.things[drink].at}}}"
