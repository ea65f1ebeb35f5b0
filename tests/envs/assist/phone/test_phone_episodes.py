"""The phone under the harness: errors come about, cost the goal, and are mended with help."""

from __future__ import annotations

import pytest

from envs.assist.cases.rehearsal import rehearse
from envs.assist.harness import Harness
from envs.assist.log import EntryKind
from envs.assist.persona import Persona
from envs.assist.phone import CONFIGURATIONS, event_options
from envs.assist.task import AssistTask
from envs.assist.user import make_person
from tests.envs.assist.phone.phone_play import DOMAINS

SOMEBODY = Persona(skill="medium")


def asked(name: str, *events) -> AssistTask:
    plain = CONFIGURATIONS[name].model_dump(mode="json")
    return AssistTask(domain=plain, persona=SOMEBODY, schedule=events, deadline=300, last=300)


def alone(name: str, *events) -> Harness:
    harness = Harness("phone", asked(name, *events), DOMAINS[name], make_person(SOMEBODY, 1), 1, "fixed")
    while not harness.over:
        harness.advance(3)
    return harness


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_a_person_alone_is_done_in_time_when_nothing_goes_wrong(name):
    assert alone(name).in_time


@pytest.mark.parametrize("name", ["app_privacy", "quiet_night", "emergency_card"])
def test_every_error_is_done_and_costs_the_goal_without_help(name):
    for option in event_options(DOMAINS[name]):
        harness = alone(name, option.event)
        assert harness.log.of_kind(EntryKind.COMMITTED), option.event
        assert harness.in_time is None, option.event


@pytest.mark.parametrize("name", ["app_privacy", "quiet_night", "emergency_card"])
def test_every_error_comes_about_and_is_mended_with_right_help(name):
    for option in event_options(DOMAINS[name]):
        found = rehearse("phone", DOMAINS[name], asked(name, option.event), 1)
        assert found.ticks is not None, option.event
        assert found.happened == {option.event.id}
