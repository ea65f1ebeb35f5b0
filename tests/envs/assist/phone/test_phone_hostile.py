"""Hostile task files, the sheet's own words and small pictures: what a phone refuses, understands and draws."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from envs.assist.domain import Motion
from envs.assist.grounding import Grammar
from envs.assist.grounding.act import ActKind
from envs.assist.persona import PROFILES
from envs.assist.phone import CONFIGURATIONS, PhoneDomain, PhonePainter
from envs.assist.phone.domain import phone_domain
from envs.assist.phone.goal import REST
from envs.assist.phone.world import PhoneWorld
from envs.assist.schedule import ERROR_KINDS, ScheduledError, ScheduledEvent
from envs.environment import TaskError
from envs.episode import Task
from tests.envs.assist.phone.phone_play import DOMAINS

FROZEN = Path(__file__).parents[4] / "configs/benchmarks/ivg_phone.jsonl"
NOW = {"type": "since", "tick": 0}
PRIVACY = DOMAINS["app_privacy"]
TRACKING, TEXT = "apps_trailmap_tracking", "contact_name"
ODD = [None, 7, True, [], ["x"], {}, "", "nope", "\u202e", "on", "off", "skip", "repeat", TRACKING, TEXT, "wi_fi"]


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
        ({"type": "error", "kind": "unfinished", "about": {"setting": ["x"]}}, "about.setting", "['x']"),
        ({"type": "error", "kind": "wrong_thing", "about": {"instead": TEXT}}, "about.instead", f"'{TEXT}'"),
        ({"type": "error", "kind": "wrong_thing", "about": {"zz": 1}}, "about", "'zz'"),
        ({"type": "plan_change", "kind": "modify", "about": {"setting": None}}, "about.setting", "None"),
        (
            {"type": "plan_change", "kind": "side_task", "about": {"setting": "wi_fi", "value": "blue"}},
            "about.value",
            "'blue'",
        ),
        ({"type": "question", "kind": "recall", "about": {"thing": None}}, "about.thing", "None"),
        (
            {"type": "request", "until": {"type": "fact", "thing": "unicorn", "property": "value", "value": "on"}},
            "until.thing",
            "'unicorn'",
        ),
    ],
)
def test_an_event_that_cannot_be_is_refused_at_the_start_by_id_field_and_value(fields, field, value) -> None:
    parameters: dict[str, Any] = {
        "domain": CONFIGURATIONS["app_privacy"],
        "persona": PROFILES["novice"].model_dump(),
        "schedule": [{"id": "odd one", "when": NOW, **fields}],
        "deadline": 300,
        "last": 300,
    }
    if not isinstance(parameters["domain"], dict):
        parameters["domain"] = PRIVACY.parameters.model_dump()
    asked = Task("phone", "t", 1, parameters)
    for refuses in (PhoneWorld.check, PhoneWorld(render=False).reset):
        with pytest.raises(TaskError) as refused:
            refuses(asked)
        assert all(part in str(refused.value) for part in ("odd one", field, value))


@settings(max_examples=200, deadline=None)
@given(
    about=st.dictionaries(st.sampled_from(["how", "setting", "instead", "value", "zz"]), st.sampled_from(ODD)),
    kind=st.sampled_from([*ERROR_KINDS, "modify", "side_task"]),
)
def test_what_the_check_lets_pass_never_fails_later(about: dict[str, Any], kind: str) -> None:
    odd = event(type="error" if kind in ERROR_KINDS else "plan_change", kind=kind, about=about)
    try:
        PRIVACY.check(odd)
    except TaskError as refused:
        assert "odd one" in str(refused)
        return
    if isinstance(odd, ScheduledError):
        PRIVACY.deviate(PRIVACY.start(), 0, odd, 1.0)
        return
    try:
        PRIVACY.revise(PRIVACY.start(), odd)
    except TaskError:  # it depends on what is wanted
        return


def test_an_error_about_what_a_change_of_plan_has_dropped_is_not_made() -> None:
    error = event(type="error", kind="misstep", about={"how": "skip", "setting": TRACKING})
    PRIVACY.check(error)
    start = PRIVACY.dynamics.start[TRACKING]
    change = event(type="plan_change", kind="modify", about={"setting": TRACKING, "value": start})
    domain, state, _ = PRIVACY.revise(PRIVACY.start(), change)
    assert domain.deviate(state, 0, error, 1.0) is None


def test_signs_that_cannot_be_seen_are_refused_in_what_is_to_be_typed() -> None:
    card = DOMAINS["emergency_card"].parameters
    with pytest.raises(TaskError, match=f"domain.wanted.{TEXT}"):
        PhoneDomain({**card.model_dump(), "wanted": {**card.wanted, TEXT: "Nora\u202e"}})
    with pytest.raises(TaskError, match="domain.name"):
        PhoneDomain({**card.model_dump(), "name": "x" * 500})


def test_every_part_of_the_benchmarks_sheets_is_advice_that_can_be_carried_out() -> None:
    for parameters in frozen():
        domain = phone_domain(parameters)
        for part, words in domain.sheet.parts.items():
            heard = Grammar.of(domain.lexicon).ground(f"{words[0].upper()}{words[1:]}.")
            assert not heard.unknown, words
            advice = [one for one in heard.acts if one.kind == ActKind.ADVISE]
            assert bool(advice) == (part != REST), words
            assert all(domain.towards(domain.start(), 0, one.action) for one in advice), words


@pytest.mark.parametrize("size", [32, 35, 40, 47, 55, 56])
@pytest.mark.parametrize("name", ["app_privacy", "emergency_card"])
def test_small_pictures_are_drawn_all_the_way_through_a_task(name: str, size: int) -> None:
    domain = DOMAINS[name]
    painter, state = PhonePainter(domain, size), domain.start()
    for step in domain.plan(state, 0):
        for done in (0.2, 0.9):
            assert painter.frame(state, 0, Motion(step.action, done)).shape == (size, size, 3)
        state = domain.apply(state, step.action, 0).state
    painter.close()
