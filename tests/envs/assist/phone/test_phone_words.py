"""Names and verbs: what is said of a phone is understood as what it is."""

from __future__ import annotations

from random import Random

import pytest

from envs.assist.action import Action
from envs.assist.grounding import ActKind, ground
from envs.assist.phone import generate_task, phone_domain
from envs.assist.phone.spec import ON
from envs.assist.phone.words import OPEN, SET, TURN_OFF, TURN_ON, UNREAL
from tests.envs.assist.phone.phone_play import DOMAINS

ALL = {**DOMAINS, **{f"generated_{seed}": phone_domain(generate_task(Random(seed))) for seed in range(6)}}
PRIVACY = DOMAINS["app_privacy"]


@pytest.mark.parametrize("name", ALL)
def test_first_names_are_unique(name):
    first = [names[0].lower() for names in ALL[name].lexicon.things.values()]
    assert len(set(first)) == len(first)


@pytest.mark.parametrize("name", ALL)
def test_places_and_bare_ids_are_things_and_unreal_names_are_not(name):
    lexicon = ALL[name].lexicon
    assert lexicon.places <= set(lexicon.things)
    assert lexicon.bare <= set(lexicon.things)
    known = {word.lower() for names in lexicon.things.values() for word in names}
    assert not known & {word.lower() for word in UNREAL}


@pytest.mark.parametrize("name", ALL)
def test_what_the_lexicon_says_of_a_plan_is_understood(name):
    domain = ALL[name]
    actions = [step.action for step in domain.plan(domain.start(), 0)]
    for setting, value in domain.goal.wanted.items():
        if domain.phone.nodes[setting].kind == "toggle":
            actions.append(Action(TURN_ON if value == ON else TURN_OFF, setting))
        else:
            actions.append(Action(SET, setting, value))
        actions.append(Action(OPEN, domain.phone.workplace(setting)))
    for action in actions:
        said = domain.lexicon.say(action)
        understood = ground(f"{said[0].upper()}{said[1:]}.", domain.lexicon)
        assert [act.action for act in understood.acts] == [action], said


def test_every_element_of_the_benchmarks_phone_can_be_named():
    for name, node in PRIVACY.phone.nodes.items():
        if node.kind in ("note", "dialog", "home"):
            continue
        action = Action("tap", name)
        acts = ground(PRIVACY.lexicon.say(action), PRIVACY.lexicon).acts
        assert [act.action for act in acts] == [action], name


@pytest.mark.parametrize(
    ("text", "verb", "target"),
    [
        ("Scroll down.", "swipe_up", ""),
        ("Swipe down please.", "swipe_down", ""),
        ("Go back.", "press_back", ""),
        ("Go to the home screen.", "press_home", ""),
        ("Open Settings.", "open", "settings"),
        ("Turn off tracking.", "turn_off", "tracking"),
        ("Disable tracking in Trailmap.", "turn_off", "apps_trailmap_tracking"),
        ("Switch on Wi-Fi.", "turn_on", "wi_fi"),
    ],
)
def test_usual_advice_is_understood(text, verb, target):
    acts = ground(text, PRIVACY.lexicon).acts
    assert [(act.kind, act.verb, act.target) for act in acts] == [(ActKind.ADVISE, verb, target)]


def test_a_claim_about_a_setting_bears_its_value():
    (act,) = ground("Tracking in Trailmap is off.", PRIVACY.lexicon).acts
    assert (act.kind, act.target, act.prop, act.value) == (ActKind.CLAIM, "apps_trailmap_tracking", "value", "off")
