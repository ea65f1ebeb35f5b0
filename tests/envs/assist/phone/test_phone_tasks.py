"""Parameters, generated tasks and changes of plan."""

from __future__ import annotations

from random import Random

import pytest

from envs.assist.condition import Since
from envs.assist.phone import CONFIGURATIONS, PhoneDomain, generate_phone, generate_task, phone_domain
from envs.assist.phone.benchmark_phone import BENCHMARK_PHONE
from envs.assist.phone.events import undisturbed
from envs.assist.phone.parameters import phone_of
from envs.assist.phone.tree import Phone
from envs.assist.schedule import ScheduledChange
from envs.environment import TaskError
from tests.envs.assist.phone.phone_play import DOMAINS, followed

SEEDS = range(12)
BENCHMARK = Phone(BENCHMARK_PHONE)
PRIVACY = DOMAINS["app_privacy"]
WANTED = {"wi_fi": "off"}


def change(kind: str, **about: str) -> ScheduledChange:
    return ScheduledChange(id="c1", when=Since(tick=0), kind=kind, about=about)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_generated_task_is_solved_by_its_plan_in_usual_time(seed):
    domain = phone_domain(generate_task(Random(seed)))
    state, ticks = list(undisturbed(domain))[-1]
    assert domain.met(state) == set(domain.conditions)
    assert 30 <= ticks <= 130


@pytest.mark.parametrize("seed", SEEDS)
def test_a_generated_task_depends_on_its_generator_alone(seed):
    assert generate_task(Random(seed)) == generate_task(Random(seed))
    assert generate_phone(Random(seed)) == generate_phone(Random(seed))


def test_generated_tasks_differ():
    assert len({str(generate_task(Random(seed))) for seed in SEEDS}) == len(SEEDS)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_benchmarks_apps_and_wanted_settings_are_never_drawn(seed):
    phone = phone_of(generate_task(Random(seed))["phone"])
    labels = {node.label for node in phone.nodes.values()}
    wanted = {BENCHMARK.nodes[name].label for given in CONFIGURATIONS.values() for name in given.wanted}
    own_apps = {BENCHMARK.nodes[name].label for name in BENCHMARK.rows["apps"]}
    assert not labels & wanted
    assert not labels & own_apps


def test_parameters_survive_json():
    plain = CONFIGURATIONS["readability"].model_dump(mode="json")
    assert phone_domain(plain).conditions == DOMAINS["readability"].conditions
    assert phone_domain(plain) is phone_domain(dict(plain))


def test_the_start_can_be_set():
    domain = PhoneDomain({"phone": "benchmark", "wanted": {"wi_fi": "on"}, "start": {"wi_fi": "off"}})
    assert domain.facts(domain.start())["wi_fi", "value"] == "off"
    assert domain.met(followed(domain, domain.start())) == set(domain.conditions)


@pytest.mark.parametrize(
    ("parameters", "named"),
    [
        ({"phone": "mine", "wanted": WANTED}, "phone"),
        ({"phone": -1, "wanted": WANTED}, "phone"),
        ({"phone": "benchmark", "wanted": {}}, "wanted"),
        ({"phone": "benchmark", "wanted": {"wi_fi": "blue"}}, "wanted.wi_fi: 'blue'"),
        ({"phone": "benchmark", "wanted": {"wi_fi": "on"}}, "wanted.wi_fi: 'on'"),
        ({"phone": "benchmark", "wanted": {"moon": "on"}}, "wanted.moon"),
        ({"phone": "benchmark", "wanted": {"contact_name": "x" * 41}}, "wanted.contact_name"),
        ({"phone": "benchmark", "wanted": WANTED, "start": {"moon": "on"}}, "start.moon"),
        ({"phone": "benchmark", "wanted": WANTED, "size": 3}, "size"),
    ],
)
def test_bad_parameters_are_refused_by_field_and_value(parameters, named):
    with pytest.raises(TaskError, match=named):
        PhoneDomain(parameters)


def test_a_modified_plan_wants_another_value():
    state = followed(PRIVACY, PRIVACY.start())
    domain, same, text = PRIVACY.revise(state, change("modify", setting="apps_trailmap_location", value="while_using"))
    assert same == state
    assert "While using" in text and "While using" in domain.sheet.text
    assert domain.met(state) == set(domain.conditions) - {"apps_trailmap_location"}
    assert domain.met(followed(domain, state)) == set(domain.conditions)


def test_a_side_task_adds_a_setting():
    state = PRIVACY.start()
    domain, same, text = PRIVACY.revise(state, change("side_task"))
    (added,) = set(domain.goal.wanted) - set(PRIVACY.goal.wanted)
    assert same == state
    assert PRIVACY.phone.nodes[added].label in text
    assert domain.met(followed(domain, state)) == set(domain.conditions)


def test_a_setting_that_is_dropped_has_to_be_as_it_was():
    done = followed(PRIVACY, PRIVACY.start())
    domain, _, text = PRIVACY.revise(done, change("modify", setting="apps_trailmap_tracking", value="on"))
    assert "as it was" in text
    assert domain.met(done) == set(domain.conditions) - {"only_near"}


@pytest.mark.parametrize("name", CONFIGURATIONS)
@pytest.mark.parametrize("kind", ["modify", "side_task"])
def test_every_configuration_can_be_changed_when_nothing_is_said(name, kind):
    domain, state, _ = DOMAINS[name].revise(DOMAINS[name].start(), change(kind))
    assert domain.goal.wanted != DOMAINS[name].goal.wanted
    assert domain.met(followed(domain, state)) == set(domain.conditions)


@pytest.mark.parametrize(
    ("kind", "about", "named"),
    [
        ("modify", {"setting": "wi_fi"}, "about.setting: 'wi_fi'"),
        ("side_task", {"setting": "moon"}, "'moon'"),
        ("side_task", {"setting": "apps_trailmap_tracking"}, "about.setting"),
        ("modify", {"setting": "apps_trailmap_location", "value": "blue"}, "'blue'"),
    ],
)
def test_a_change_that_does_not_fit_is_refused_by_name(kind, about, named):
    with pytest.raises(TaskError, match=named):
        PRIVACY.revise(PRIVACY.start(), change(kind, **about))
