"""What a finger does: rules over random play."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from envs.assist.action import WAIT, Action
from envs.assist.phone import PhoneDomain
from envs.assist.phone.dynamics import LEFT, RIGHT, ROWS, TAP, TYPE, UP, VERBS
from envs.assist.phone.words import SPOKEN
from tests.envs.assist.phone.phone_play import CHOICES, DOMAIN, DOMAINS, carried_out, play, possible, reached

PRIVACY = DOMAINS["app_privacy"]
NIGHT = DOMAINS["quiet_night"]


def at(domain: PhoneDomain, *taps: str):
    """The state after advice to tap these, one after the other."""
    state = domain.start()
    for tap in taps:
        state = carried_out(domain, state, domain.towards(state, 0, Action(TAP, tap)))
    return state


@settings(deadline=None)
@given(DOMAIN, CHOICES)
def test_the_facts_of_every_change_add_up_to_all_facts(domain, choices):
    facts: dict = domain.facts(domain.start())
    for state, action in play(domain, choices):
        assert facts == domain.facts(state)
        for key, value in domain.apply(state, action, 0).facts.items():
            assert facts.get(key) != value  # only what is new or different
            if value is None:
                del facts[key]
            else:
                facts[key] = value


@settings(deadline=None)
@given(DOMAIN, CHOICES, st.sampled_from([*VERBS, *SPOKEN]), st.integers(0, 10_000))
def test_what_is_refused_changes_nothing(domain, choices, verb, number):
    state = reached(domain, choices)
    things = sorted(domain.lexicon.things)
    action = Action(verb, things[number % len(things)])
    if domain.refusal(state, action) is not None:
        change = domain.apply(state, action, 0)
        assert change.state == state
        assert not change.facts
    else:
        assert domain.duration(state, action) >= 1


@settings(deadline=None)
@given(DOMAIN, CHOICES)
def test_only_what_is_on_the_screen_can_be_touched(domain, choices):
    state = reached(domain, choices)
    for name in domain.phone.nodes:
        if name not in domain.visible(state):
            assert all(domain.refusal(state, Action(verb, name)) for verb in (TAP, LEFT, RIGHT))


@settings(deadline=None)
@given(DOMAIN, CHOICES, CHOICES)
def test_states_are_equal_exactly_when_their_keys_are(domain, one, other):
    first, second = reached(domain, one), reached(domain, other)
    assert (first == second) == (first.key == second.key)


@settings(deadline=None)
@given(DOMAIN, CHOICES)
def test_everything_visible_has_a_name(domain, choices):
    assert domain.visible(reached(domain, choices)) <= set(domain.lexicon.things)


def test_a_page_shows_a_few_rows_and_scrolling_brings_others():
    state = at(PRIVACY, "settings")
    seen = first = PRIVACY.visible(state) & set(PRIVACY.phone.rows["settings"])
    assert len(seen) == ROWS
    while PRIVACY.refusal(state, Action(UP)) is None:
        state = carried_out(PRIVACY, state, [Action(UP)])
        seen = seen | PRIVACY.visible(state)
    assert first < seen
    assert seen >= set(PRIVACY.phone.rows["settings"])


def test_a_wrong_tap_spoils_the_goal_and_touching_again_mends_it():
    state = at(PRIVACY, "apps_chatter")
    wrong = Action(TAP, "apps_chatter_tracking")
    spoilt = carried_out(PRIVACY, state, [wrong])
    assert "only_near" not in PRIVACY.met(spoilt)
    assert "only_far" in PRIVACY.met(spoilt)
    assert "only_near" in PRIVACY.met(carried_out(PRIVACY, spoilt, [wrong]))


def test_a_form_counts_once_it_is_saved_and_is_lost_otherwise():
    domain = DOMAINS["emergency_card"]
    state = at(domain, "contact_name")
    typed = carried_out(domain, state, [Action(TYPE, "Nora Lind")])
    assert domain.facts(typed)["contact_name", "draft"] == "Nora Lind"
    assert "contact_name" not in domain.met(typed)
    lost = carried_out(domain, typed, [Action("press_back")])
    assert domain.facts(lost)["contact_name", "value"] == ""
    saved = carried_out(domain, typed, [Action(TAP, "emergency_contact_save")])
    assert "contact_name" in domain.met(saved)


def test_a_toggle_that_asks_is_flipped_by_the_answer_alone():
    name = "apps_trailmap_background_refresh"
    state = at(PRIVACY, "apps_trailmap", name)
    assert PRIVACY.facts(state)[name, "value"] == "on"
    assert PRIVACY.facts(carried_out(PRIVACY, state, [Action(TAP, f"{name}_cancel")]))[name, "value"] == "on"
    assert PRIVACY.facts(carried_out(PRIVACY, state, [Action(TAP, f"{name}_confirm")]))[name, "value"] == "off"


def test_a_choice_with_presets_sets_others_anew():
    state = at(NIGHT, "sound")
    state = carried_out(NIGHT, state, NIGHT.towards(state, 0, Action("set", "alarm_volume", "100")))
    assert NIGHT.facts(state)["alarm_volume", "value"] == "100"
    state = carried_out(NIGHT, state, NIGHT.towards(state, 0, Action("set", "sound_profile", "quiet")))
    assert NIGHT.facts(state)["alarm_volume", "value"] == "20"


def test_a_shared_label_tells_of_the_page_shown():
    assert ("tracking", "value") not in PRIVACY.facts(PRIVACY.start())
    assert PRIVACY.facts(at(PRIVACY, "apps_bookworm"))["tracking", "value"] == "off"
    assert PRIVACY.facts(at(PRIVACY, "apps_chatter"))["tracking", "value"] == "on"


def test_the_search_leads_to_a_page_by_a_word():
    state = at(PRIVACY, "settings", "search_settings", "search_field")
    state = carried_out(PRIVACY, state, [Action(TYPE, "motion")])
    assert "motion" in PRIVACY.visible(state)
    assert carried_out(PRIVACY, state, [Action(TAP, "motion")]).page == "motion"


def test_the_home_screen_turns_sideways():
    state = carried_out(PRIVACY, PRIVACY.start(), [Action(LEFT, "home_screen")])
    assert not PRIVACY.visible(state) & PRIVACY.visible(PRIVACY.start()) - {"home_screen"} - set(PRIVACY.phone.shared)
    assert carried_out(PRIVACY, state, [Action(RIGHT, "home_screen")]) == PRIVACY.start()


@pytest.mark.parametrize("verb", SPOKEN)
def test_verbs_of_advice_are_no_actions(verb):
    assert PRIVACY.refusal(PRIVACY.start(), Action(verb, "settings")) is not None


def test_waiting_changes_nothing_and_is_always_possible():
    assert Action(WAIT) in possible(PRIVACY, PRIVACY.start())
    assert PRIVACY.next_change(PRIVACY.start()) is None
    assert PRIVACY.elapse(PRIVACY.start(), 99).state == PRIVACY.start()
