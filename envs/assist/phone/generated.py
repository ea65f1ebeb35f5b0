"""Phones and tasks for training: other apps and other settings than the benchmark's, drawn by a random generator."""

from __future__ import annotations

from random import Random
from typing import Any

from envs.assist.phone.parameters import PhoneParameters, phone_of
from envs.assist.phone.spec import Spec, home, note, page, search
from envs.assist.phone.training_catalog import APP_ROWS, APPS, OTHER_APPS, SECTIONS, TEXTS
from envs.assist.phone.tree import Phone

SEEDS = 2**31
LEAST_ACTIONS, MOST_ACTIONS = 12, 34
"""Length of a generated task's plan, as the benchmark's are."""


def generate_phone(rng: Random) -> Spec:
    """A phone: its sections, what stands in them, its apps and where all is found."""
    sections = [
        page(label, *_rows(rng, SECTIONS[label][1], 4, 7), icon=SECTIONS[label][0])
        for label in rng.sample(sorted(SECTIONS), rng.randint(7, len(SECTIONS)))
    ]
    apps = sorted(rng.sample(sorted(APPS), rng.randint(5, 9)))
    rows = rng.sample(APP_ROWS, rng.randint(4, 6))
    sections.append(page("App settings", *(page(app, *(row(rng) for row in rows)) for app in apps), icon="apps"))
    settings = page("Settings", search("Search settings"), *sections, icon="cog")
    others = [
        page(label, *_rows(rng, makers, 2, 4), icon=icon)
        for label, icon, makers in rng.sample(OTHER_APPS, rng.randint(2, len(OTHER_APPS)))
    ]
    icons = [page(app, note("Nothing new today"), icon=APPS[app]) for app in apps]
    first = [settings, *others, *icons]
    rng.shuffle(first)
    return home(*first)


def generate_task(rng: Random) -> dict[str, Any]:
    """`PhoneParameters` as plain data: three to five settings on one to three pages of a new phone."""
    from envs.assist.phone.domain import phone_domain  # it draws phones itself

    while True:
        seed = rng.randrange(SEEDS)
        phone = phone_of(seed)
        wanted = _wanted(rng, phone)
        if len(wanted) < 3:
            continue
        parameters = PhoneParameters(phone=seed, wanted=wanted, name="generated").model_dump(mode="json")
        domain = phone_domain(parameters)
        if LEAST_ACTIONS <= len(domain.plan(domain.start(), 0)) <= MOST_ACTIONS:
            return parameters


def _rows(rng: Random, makers: tuple[Any, ...], least: int, most: int) -> list[Spec]:
    """Some of the rows, in their order; with a choice that sets others anew, all."""
    rows = [make(rng) for make in makers]
    if any(row.presets for row in rows):
        return rows
    kept = sorted(rng.sample(range(len(rows)), min(len(rows), rng.randint(least, most))))
    return [rows[number] for number in kept]


def _wanted(rng: Random, phone: Phone) -> dict[str, str]:
    """What a task wants: all about one app, or settings of a few pages."""
    places: dict[str, list[str]] = {}
    for setting in phone.settings:
        places.setdefault(phone.holder(setting), []).append(setting)
    wanted: dict[str, str] = {}
    for place in rng.sample(sorted(places), rng.randint(1, 3)):
        for setting in rng.sample(places[place], min(len(places[place]), rng.randint(1, 4))):
            wanted[setting] = _value(rng, phone, setting)
    chosen = sorted(wanted)
    return {setting: wanted[setting] for setting in rng.sample(chosen, min(5, len(chosen)))}


def _value(rng: Random, phone: Phone, setting: str) -> str:
    node = phone.nodes[setting]
    return rng.choice([value for value in node.values or TEXTS if value != node.start])
