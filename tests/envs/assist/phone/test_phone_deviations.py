"""Scheduled errors: seen coming, spoiling, repairable, and the ones that are offered can be made."""

from __future__ import annotations

from random import Random

import pytest

from envs.assist.action import Action
from envs.assist.condition import Since, ticks_named
from envs.assist.domain import LEAD, Deviation
from envs.assist.errors import ErrorFacts, addresses
from envs.assist.grounding import ground
from envs.assist.phone import CONFIGURATIONS, event_options, generate_task, phone_domain
from envs.assist.phone.events import PACES, undisturbed
from envs.assist.phone.words import SET
from envs.assist.schedule import ErrorKind, ScheduledError
from envs.environment import TaskError
from tests.envs.assist.phone.phone_play import DOMAINS, carried_out, followed

ALL = {**DOMAINS, **{f"generated_{seed}": phone_domain(generate_task(Random(seed))) for seed in range(4)}}
OPTIONS = {name: event_options(domain) for name, domain in ALL.items()}
PRIVACY = DOMAINS["app_privacy"]


def made(name: str, pace: float = 1.0):
    """(option, state at its tick, the deviation) of every option of a task."""
    domain = ALL[name]
    states = {tick: state for state, tick in undisturbed(domain)}
    for option in OPTIONS[name]:
        state = states[option.tick]
        deviation = domain.deviate(state, option.tick, option.event, pace)
        assert deviation is not None
        yield option, state, deviation


def error(kind: ErrorKind, **about: str) -> ScheduledError:
    return ScheduledError(id="e1", when=Since(tick=0), kind=kind, about=about)


def outcome(domain, state, deviation: Deviation):
    """The state once the error is made and the person has done all that they believe is left."""
    return followed(domain, carried_out(domain, state, deviation.actions), deviation.blind)


@pytest.mark.parametrize("name", ALL)
def test_every_error_spoils_the_goal_and_is_mended_by_the_plan(name):
    domain = ALL[name]
    for option, state, deviation in made(name):
        spoilt = outcome(domain, state, deviation)
        missing = set(domain.conditions) - domain.met(spoilt)
        assert missing, option.event
        assert missing <= deviation.blind
        assert domain.met(followed(domain, spoilt)) == set(domain.conditions)


@pytest.mark.parametrize("name", ALL)
def test_what_an_error_spoils_is_what_its_option_says(name):
    for option, _, deviation in made(name):
        assert deviation.blind <= option.touches


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("pace", PACES)
def test_a_warning_has_time_at_any_pace(name, pace):
    domain = ALL[name]
    for option, state, deviation in made(name, pace):
        if deviation.commit is not None:
            assert not deviation.actions
            assert min(ticks_named(deviation.commit)) >= option.tick + LEAD
            continue
        ticks = 0
        for action in deviation.actions:
            ticks += max(1, round(domain.duration(state, action) * pace))
            state = domain.apply(state, action, 0).state
        assert ticks >= LEAD


@pytest.mark.parametrize("name", ALL)
def test_the_wrong_page_is_open_long_before_anything_wrong_is_done(name):
    domain = ALL[name]
    for option, state, deviation in made(name):
        if option.event.kind not in ("wrong_thing", "unwanted_thing"):
            continue
        wrong = domain.phone.holder(deviation.wrong[0])
        seen = 0
        for action in deviation.actions:
            # The page of a choice is opened from the wrong page and looks no better.
            seen += domain.duration(state, action) if wrong in state.pages else 0
            state = domain.apply(state, action, 0).state
        assert seen >= LEAD
        assert wrong not in {domain.phone.holder(setting) for setting in domain.goal.wanted}


@pytest.mark.parametrize("name", ALL)
def test_warnings_and_the_remedies_in_words_address_the_error(name):
    domain = ALL[name]
    for option, _, deviation in made(name):
        facts = ErrorFacts.of("e1", deviation)
        last = deviation.actions[-1:]
        said = [f"Do not {domain.lexicon.say(action)}." for action in last]
        # To "set" a thing without a value is never said; it stands for what is said of a value in other words.
        right = [action for action in deviation.remedy if action.verb != SET or action.place]
        said += [f"{domain.lexicon.say(action)}." for action in right]
        for text in said:
            acts = ground(text, domain.lexicon).acts
            assert any(addresses(act, facts) for act in acts), (option.event, text)


@pytest.mark.parametrize("name", ALL)
def test_going_on_as_planned_is_no_remedy_against_a_wrong_thing(name):
    domain = ALL[name]
    for option, state, deviation in made(name):
        if option.event.kind == "unwanted_thing":
            advice = {step.action for step in domain.plan(state, 0)}
            assert not advice & set(deviation.remedy)


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_what_is_said_first_mends_the_error_before_and_after_it_is_done(name):
    domain = ALL[name]
    for option, state, deviation in made(name):
        first = deviation.remedy[0]
        setting = option.event.about.get("setting") or option.event.about["instead"]
        carried_out(domain, state, domain.towards(state, 0, first))
        done = carried_out(domain, state, deviation.actions)
        mended = carried_out(domain, done, domain.towards(done, 0, first))
        assert domain.facts(mended)[setting, "value"] == domain.goal.target(setting), option.event


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_two_errors_that_touch_nothing_in_common_can_be_scheduled(name):
    options = OPTIONS[name]
    kinds = {option.event.kind for option in options}
    assert {"misstep", "wrong_thing", "unwanted_thing"} <= kinds
    assert any(not one.touches & other.touches for one in options for other in options)
    assert len({option.event.id for option in options}) == len(options)


def test_all_kinds_but_unattended_occur():
    found = {option.event.kind for options in OPTIONS.values() for option in options}
    assert found == {"misstep", "wrong_order", "wrong_thing", "unwanted_thing", "unfinished"}
    hows = {option.event.about.get("how") for options in OPTIONS.values() for option in options}
    assert hows >= {"skip", "forget", "repeat"}


@pytest.mark.parametrize("kind", ["misstep", "wrong_thing", "unwanted_thing", "unfinished"])
def test_the_domain_chooses_what_an_error_leaves_open(kind):
    assert PRIVACY.deviate(PRIVACY.start(), 0, error(kind), 1.0) is not None


def test_what_cannot_be_done_on_a_phone_is_none():
    start = PRIVACY.start()
    assert PRIVACY.deviate(start, 0, error("unattended"), 1.0) is None
    assert PRIVACY.deviate(start, 0, error("wrong_order"), 1.0) is None
    assert PRIVACY.deviate(start, 0, error("misstep", how="repeat"), 1.0) is None
    done = followed(PRIVACY, start)
    assert PRIVACY.deviate(done, 0, error("misstep"), 1.0) is None
    assert PRIVACY.deviate(done, 0, error("unfinished"), 1.0) is None


def test_the_neighbour_app_is_taken_for_the_wanted_one():
    about = {"setting": "apps_trailmap_tracking", "instead": "apps_chatter_tracking"}
    deviation = PRIVACY.deviate(PRIVACY.start(), 0, error("wrong_thing", **about), 1.0)
    assert deviation is not None
    assert deviation.actions[-1] == Action("tap", "apps_chatter_tracking")
    assert deviation.blind == {"apps_trailmap_tracking", "only_near"}
    assert "apps_chatter" in deviation.wrong


def test_a_form_is_left_unsaved():
    domain = DOMAINS["emergency_card"]
    deviation = domain.deviate(domain.start(), 0, error("unfinished", setting="contact_name"), 1.0)
    assert deviation is not None
    after = carried_out(domain, domain.start(), deviation.actions)
    assert domain.facts(after)["contact_name", "value"] == ""
    assert Action("tap", "emergency_contact_save") in deviation.remedy


@pytest.mark.parametrize(
    ("kind", "about", "named"),
    [
        ("misstep", {"how": "sing"}, "about.how: 'sing'"),
        ("misstep", {"setting": "wi_fi"}, "about.setting: 'wi_fi'"),
        ("wrong_thing", {"instead": "nothing"}, "about.instead: 'nothing'"),
    ],
)
def test_what_there_is_not_is_refused_by_name(kind, about, named):
    with pytest.raises(TaskError, match=named):
        PRIVACY.check(error(kind, **about))
