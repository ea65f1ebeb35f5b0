"""Frames: functions of what is given, legible differences, and keys that tell them apart."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from envs.assist.action import WAIT, Action
from envs.assist.domain import Motion
from envs.assist.phone import PhoneDomain, PhonePainter
from envs.assist.phone.state import PhoneState
from tests.envs.assist.phone.phone_play import CHOICES, DOMAIN, DOMAINS, carried_out, play, reached

IDLE = Motion()
SIZE = 96
PAINTERS = {id(domain): PhonePainter(domain, SIZE) for domain in DOMAINS.values()}


def shown(domain: PhoneDomain, page: str) -> PhoneState:
    return carried_out(domain, domain.start(), domain.towards(domain.start(), 0, Action("open", page)))


def picture(domain: PhoneDomain, state: PhoneState, motion: Motion = IDLE, size: int = 128) -> np.ndarray:
    painter = PhonePainter(domain, size)
    try:
        return painter.frame(state, 0, motion)
    finally:
        painter.close()
        painter.close()


def changed(one: np.ndarray, other: np.ndarray) -> int:
    """Pixels that differ clearly."""
    return int((np.abs(one.astype(int) - other.astype(int)).max(axis=2) > 60).sum())


@pytest.mark.parametrize("size", [32, 33, 64, 128, 256, 512])
def test_a_frame_is_a_square_of_the_size_asked_for(size):
    domain = DOMAINS["app_privacy"]
    frame = picture(domain, domain.start(), size=size)
    assert frame.shape == (size, size, 3)
    assert frame.dtype == np.uint8


@settings(deadline=None)
@given(DOMAIN, CHOICES, st.floats(0, 1))
def test_a_frame_depends_on_its_arguments_alone(domain, choices, done):
    *_, (before, action), (state, _) = [(domain.start(), Action(WAIT)), *play(domain, choices)]
    painter = PAINTERS[id(domain)]
    for now, motion in ((state, IDLE), (before, Motion(action, done))):
        fresh = picture(domain, now, motion, SIZE)
        assert np.array_equal(painter.frame(now, 5, motion), fresh)
        assert np.array_equal(painter.frame(now, 70, motion), fresh)


@settings(deadline=None)
@given(DOMAIN, CHOICES)
def test_frames_look_equal_where_keys_are_equal_and_differ_where_they_are_not(domain, choices):
    painter = PAINTERS[id(domain)]
    frames: dict = {}
    for state, action in play(domain, choices):
        for motion in (IDLE, Motion(action, 0.2), Motion(action, 0.7)):
            frame = painter.frame(state, 0, motion).tobytes()
            assert frames.setdefault(painter.key(state, 0, motion), frame) == frame


@settings(deadline=None)
@given(DOMAIN, CHOICES)
def test_whatever_is_done_can_be_seen(domain, choices):
    for (before, action), (after, _) in pairwise(play(domain, choices)):
        if before != after and (before.page, before.scroll) != (after.page, after.scroll):
            one, other = (PAINTERS[id(domain)].frame(state, 0, IDLE) for state in (before, after))
            assert not np.array_equal(one, other), action


def test_a_caller_may_write_into_a_frame():
    domain = DOMAINS["app_privacy"]
    painter = PhonePainter(domain, 64)
    first = painter.frame(domain.start(), 0, IDLE)
    kept = first.copy()
    first[:] = 0
    assert np.array_equal(painter.frame(domain.start(), 0, IDLE), kept)


@pytest.mark.parametrize("name", sorted(DOMAINS))
def test_every_wanted_value_looks_different_on_its_page(name):
    domain = DOMAINS[name]
    for setting, value in domain.goal.wanted.items():
        page = domain.phone.holder(setting)
        before = shown(domain, page)
        after = PhoneState(before.pages, before.scrolls, changed=((setting, value),))
        row = domain.phone.rows[page].index(setting)
        scroll = min(row, domain.dynamics.furthest(before))
        one, other = (PhoneState(s.pages, (*s.scrolls[:-1], scroll), changed=s.changed) for s in (before, after))
        assert changed(picture(domain, one), picture(domain, other)) >= 10


def test_all_values_of_a_setting_look_different():
    domain = DOMAINS["long_battery"]
    for setting, page in (("brightness", "display"), ("screen_off_after", "screen_off_after")):
        state = shown(domain, page)
        frames = []
        for value in domain.phone.nodes[setting].values:
            own = () if value == domain.dynamics.start[setting] else ((setting, value),)
            frames.append(picture(domain, PhoneState(state.pages, state.scrolls, changed=own)))
        assert all(changed(one, other) >= 10 for n, one in enumerate(frames) for other in frames[:n])


def test_the_finger_is_seen_where_it_touches():
    domain = DOMAINS["app_privacy"]
    state = shown(domain, "apps_trailmap")
    still = picture(domain, state)
    touches = ("apps_trailmap_tracking", "apps_trailmap_app_notifications")
    frames = [picture(domain, state, Motion(Action("tap", touch), 0.8)) for touch in touches]
    rows = [np.abs(frame.astype(int) - still).sum(axis=(1, 2)).nonzero()[0].min() for frame in frames]
    assert rows[0] < rows[1]  # the upper row is touched further up
    assert changed(frames[0], picture(domain, state, Motion(Action("tap", touches[0]), 0.1))) > 50


def test_letters_appear_as_they_are_typed_and_the_keyboard_covers_the_page():
    domain = DOMAINS["emergency_card"]
    form = shown(domain, "emergency_contact")
    typing = carried_out(domain, form, [Action("tap", "contact_name")])
    assert changed(picture(domain, form), picture(domain, typing)) > 300
    action = Action("type", "Nora Lind")
    frames = [picture(domain, typing, Motion(action, done)).tobytes() for done in (0.0, 0.3, 0.6, 0.95)]
    assert len(set(frames)) == 4


def test_a_sliders_knob_follows_the_finger():
    domain = DOMAINS["long_battery"]
    state = shown(domain, "display")
    action = Action("swipe_left", "brightness")
    frames = [picture(domain, state, Motion(action, done)).tobytes() for done in (0.1, 0.4, 0.6, 0.9)]
    assert len(set(frames)) == 4


@pytest.mark.parametrize("setting", ["bold_text", "text_size", "button_shapes", "increase_contrast", "dark_colors"])
def test_settings_of_the_look_change_the_look(setting):
    domain = DOMAINS["readability"]
    state = shown(domain, "notifications")
    value = "extra_large" if setting == "text_size" else "on"
    other = PhoneState(state.pages, state.scrolls, changed=((setting, value),))
    assert changed(picture(domain, state), picture(domain, other)) > 30


def test_waiting_looks_like_standing_still():
    domain = DOMAINS["app_privacy"]
    state = reached(domain, [3, 5])
    painter = PhonePainter(domain, 64)
    assert painter.key(state, 1, Motion(Action(WAIT), 0.5)) == painter.key(state, 9, IDLE)


def test_too_small_a_picture_is_refused():
    with pytest.raises(ValueError, match="16"):
        PhonePainter(DOMAINS["app_privacy"], 16)
