"""How advice is carried out: from anywhere, by what is on the screen."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from envs.assist.action import Action
from envs.assist.phone.words import OPEN, SET, TURN_OFF, TURN_ON
from tests.envs.assist.phone.phone_play import CHOICES, DOMAIN, DOMAINS, carried_out, reached

PRIVACY = DOMAINS["app_privacy"]
CARD = DOMAINS["emergency_card"]


def value(domain, state, setting):
    return domain.facts(state)[setting, "value"]


@settings(deadline=None)
@given(DOMAIN, CHOICES, st.data())
def test_whatever_is_advised_can_be_done_or_is_declined(domain, choices, data):
    state = reached(domain, choices)
    names = st.sampled_from(["", *sorted(domain.lexicon.things)])
    verbs = st.sampled_from(sorted(domain.lexicon.verbs))
    action = Action(data.draw(verbs), data.draw(names), data.draw(names))
    carried_out(domain, state, domain.towards(state, 0, action))


@settings(deadline=None)
@given(DOMAIN, CHOICES, st.data())
def test_advice_to_set_a_value_sets_it_from_anywhere(domain, choices, data):
    state = reached(domain, choices)
    nodes = domain.phone.nodes
    setting = data.draw(st.sampled_from([one for one in domain.phone.settings if nodes[one].values]))
    wanted = data.draw(st.sampled_from(nodes[setting].values))
    after = carried_out(domain, state, domain.towards(state, 0, Action(SET, setting, wanted)))
    assert value(domain, after, setting) == wanted


@settings(deadline=None)
@given(DOMAIN, CHOICES, st.data())
def test_advice_to_open_a_page_shows_it(domain, choices, data):
    state = reached(domain, choices)
    pages = sorted(page for page in domain.phone.path if domain.phone.nodes[page].kind != "dialog")
    page = data.draw(st.sampled_from(pages))
    assert carried_out(domain, state, domain.towards(state, 0, Action(OPEN, page))).page == page


@settings(deadline=None)
@given(DOMAIN, CHOICES, st.data())
def test_the_last_action_of_advice_to_touch_is_the_touch(domain, choices, data):
    state = reached(domain, choices)
    nodes = domain.phone.nodes
    touched = st.sampled_from(sorted(name for name, node in nodes.items() if node.kind in ("toggle", "option", "text")))
    action = Action("tap", data.draw(touched))
    assert domain.towards(state, 0, action)[-1] == action


def test_to_turn_off_what_is_off_takes_nothing():
    state = PRIVACY.start()
    assert PRIVACY.towards(state, 0, Action(TURN_OFF, "airplane_mode")) == ()
    on = carried_out(PRIVACY, state, PRIVACY.towards(state, 0, Action(TURN_ON, "airplane_mode")))
    assert value(PRIVACY, on, "airplane_mode") == "on"


def test_a_bare_label_means_what_the_task_wants_unless_the_page_shown_has_one():
    start = PRIVACY.start()
    after = carried_out(PRIVACY, start, PRIVACY.towards(start, 0, Action(TURN_OFF, "tracking")))
    assert value(PRIVACY, after, "apps_trailmap_tracking") == "off"
    chatter = carried_out(PRIVACY, start, PRIVACY.towards(start, 0, Action(OPEN, "apps_chatter")))
    after = carried_out(PRIVACY, chatter, PRIVACY.towards(chatter, 0, Action(TURN_OFF, "tracking")))
    assert value(PRIVACY, after, "apps_chatter_tracking") == "off"
    assert value(PRIVACY, after, "apps_trailmap_tracking") == "on"


def test_to_turn_a_choice_off_picks_the_option_that_means_it():
    start = PRIVACY.start()
    after = carried_out(PRIVACY, start, PRIVACY.towards(start, 0, Action(TURN_OFF, "apps_trailmap_location")))
    assert value(PRIVACY, after, "apps_trailmap_location") == "not_allowed"


def test_a_text_goes_into_the_field_that_wants_it_and_is_not_saved_by_typing():
    start = CARD.start()
    after = carried_out(CARD, start, CARD.towards(start, 0, Action("type", "Nora Lind")))
    assert CARD.facts(after)["contact_name", "draft"] == "Nora Lind"
    assert value(CARD, after, "contact_name") == ""
    after = carried_out(CARD, start, CARD.towards(start, 0, Action(SET, "contact_name")))
    assert value(CARD, after, "contact_name") == "Nora Lind"


def test_what_makes_no_sense_is_declined():
    start = PRIVACY.start()
    for action in (
        Action("tap", "brightness"),  # a slider
        Action("swipe_left", "wi_fi"),  # no slider
        Action(SET, "brightness", "extra_large"),
        Action(SET, "settings", "on"),
        Action(OPEN, "wi_fi"),
        Action("tap", "emergency_contact_save"),  # nothing to save
        Action("tap", "no such thing"),
        Action("press_back"),
        Action("swipe_up"),
    ):
        assert PRIVACY.towards(start, 0, action) == (), action
