"""Hostile task files, and the sheet's own words: what a home refuses at the start, and what it understands."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from envs.assist.action import Action
from envs.assist.grounding import Grammar
from envs.assist.grounding.act import ActKind
from envs.assist.household import HouseholdDomain
from envs.assist.household.world import HouseholdWorld
from envs.assist.persona import PROFILES
from envs.assist.schedule import ERROR_KINDS, ScheduledError, ScheduledEvent
from envs.environment import TaskError
from envs.episode import Task
from tests.envs.assist.household.household_plays import domain_of

FROZEN = Path(__file__).parents[4] / "configs/benchmarks/ivg_household.jsonl"
NOW = {"type": "since", "tick": 0}
DISHES = domain_of("post_meal_cleanup/standard_2/0")
ODD = [None, 7, True, [], ["x"], {}, "", "nope", "\u202e", "plate_1", "dishwasher_1", "fridge_1", "skip", "forget"]


def frozen() -> list[dict[str, Any]]:
    """The domains of the benchmark's cases, each once."""
    cases = map(json.loads, FROZEN.read_text(encoding="utf-8").splitlines())
    return list({json.dumps(case["parameters"]["domain"]): case["parameters"]["domain"] for case in cases}.values())


def event(**fields: Any) -> Any:
    return TypeAdapter(ScheduledEvent).validate_python({"id": "odd one", "when": NOW, **fields})


@pytest.mark.parametrize(
    ("fields", "field", "value"),
    [
        ({"type": "error", "kind": "misstep", "about": {"how": "nope"}}, "about.how", "'nope'"),
        ({"type": "error", "kind": "misstep", "about": {"how": 7}}, "about.how", "7"),
        ({"type": "error", "kind": "unattended", "about": {"thing": ["x"]}}, "about.thing", "['x']"),
        ({"type": "error", "kind": "unfinished", "about": {"place": "moon"}}, "about.place", "'moon'"),
        ({"type": "error", "kind": "wrong_thing", "about": {"order": 1}}, "about", "'order'"),
        ({"type": "plan_change", "kind": "modify", "about": {"thing": "unicorn"}}, "about.thing", "'unicorn'"),
        ({"type": "plan_change", "kind": "side_task", "about": {"place": None}}, "about.place", "None"),
        ({"type": "question", "kind": "recall", "about": {"thing": None}}, "about.thing", "None"),
        (
            {"type": "request", "until": {"type": "fact", "thing": "person", "property": "hand", "value": "nothing"}},
            "until.thing",
            "'person'",
        ),
    ],
)
def test_an_event_that_cannot_be_is_refused_at_the_start_by_id_field_and_value(fields, field, value) -> None:
    parameters: dict[str, Any] = {
        "domain": DISHES.parameters.model_dump(),
        "persona": PROFILES["novice"].model_dump(),
        "schedule": [{"id": "odd one", "when": NOW, **fields}],
        "deadline": 300,
        "last": 300,
    }
    asked = Task("household", "t", 1, parameters)
    for refuses in (HouseholdWorld.check, HouseholdWorld(render=False).reset):
        with pytest.raises(TaskError) as refused:
            refuses(asked)
        assert all(part in str(refused.value) for part in ("odd one", field, value))


@settings(max_examples=150, deadline=None)
@given(
    about=st.dictionaries(st.sampled_from(["how", "thing", "place", "zz"]), st.sampled_from(ODD), max_size=3),
    kind=st.sampled_from([*ERROR_KINDS, "modify", "side_task"]),
)
def test_what_the_check_lets_pass_never_fails_later(about: dict[str, Any], kind: str) -> None:
    odd = event(type="error" if kind in ERROR_KINDS else "plan_change", kind=kind, about=about)
    try:
        DISHES.check(odd)
    except TaskError as refused:
        assert "odd one" in str(refused)
        return
    if isinstance(odd, ScheduledError):
        DISHES.deviate(DISHES.start(), 0, odd, 1.0)
        return
    try:
        DISHES.revise(DISHES.start(), odd)
    except TaskError:  # it depends on the state
        return


@pytest.mark.parametrize(("field", "most"), [("text", 2000), ("task", 120)])
def test_signs_that_cannot_be_seen_and_endless_texts_are_refused(field: str, most: int) -> None:
    sound = DISHES.parameters.model_dump()
    for text in ("a\u202eb", "a\nb", "a\x00b", "x" * (most + 1)):
        with pytest.raises(TaskError, match=f"domain.{field}"):
            HouseholdDomain({**sound, field: text})
    part = {**sound["parts"][0], "text": "load\u2066 the dishes"}
    with pytest.raises(TaskError, match="domain.parts.0.text"):
        HouseholdDomain({**sound, "parts": (part,)})


def test_every_part_of_the_benchmarks_sheets_is_advice_about_its_own_goals() -> None:
    for parameters in frozen():
        domain = HouseholdDomain.shared(parameters)
        grammar = Grammar.of(domain.lexicon)
        for part in domain.parameters.parts:
            heard = grammar.ground(f"Now {part.text}, please.")
            advice = [one for one in heard.acts if one.kind == ActKind.ADVISE]
            assert len(advice) == len(part.goals) and not heard.unknown, part.text
            things = [domain.setting.goals[text].thing for text in domain.setting.goals if text in part.goals]
            assert set(things) - {"person"} <= {one.target for one in advice}
            assert {one.kind for one in grammar.ground(f"Do not {part.text}.").acts} == {ActKind.WARN}


def test_to_leave_the_rest_alone_asks_for_nothing() -> None:
    heard = Grammar.of(DISHES.lexicon).ground("Leave everything else as it was.")
    assert [one.kind for one in heard.acts] == [ActKind.ACKNOWLEDGE] and not heard.unknown


@pytest.mark.parametrize(
    "words", ["Load the {n} {noun}s.", "Put the {n} {noun}s in the dishwasher.", "Load the {noun}s."]
)
def test_a_plural_means_the_things_that_the_task_is_about(words: str) -> None:
    found = 0
    for parameters in frozen():
        domain = HouseholdDomain.shared(parameters)
        for noun in ("plate", "glass"):
            meant = sorted(name for name in domain.lexicon.meant if name.startswith(f"{noun}_"))
            named = domain.lexicon.things.get("dishwasher_1")
            if len(meant) < 2 or named is None:
                continue
            number = {2: "two", 3: "three", 4: "four"}[len(meant)]
            said = words.format(n=number, noun=noun).replace("glasss", "glasses")
            acts = Grammar.of(domain.lexicon).ground(said).acts
            assert sorted(act.target for act in acts) == meant and {act.verb for act in acts} == {"put"}, said
            found += 1
    assert found


def test_what_is_where_it_belongs_is_not_put_there_again() -> None:
    thing, (place, _) = next(iter(DISHES.setting.destination.items()))
    state = DISHES.start()
    for action in DISHES.towards(state, 0, Action("put", thing, place)):
        state = DISHES.apply(state, action, 0).state
    assert DISHES.facts(state)[thing, "at"] == place
    assert DISHES.towards(state, 0, Action("put", thing, place)) == ()
