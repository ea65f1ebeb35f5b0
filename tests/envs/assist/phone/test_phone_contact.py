"""The contact sheet tells a whole episode, with a mistake that is set right."""

from __future__ import annotations

from envs.assist.phone.contact import contact_sheet
from tests.envs.assist.phone.phone_play import DOMAINS


def test_a_contact_sheet_shows_an_error_its_repair_and_the_end():
    frames = contact_sheet(DOMAINS["app_privacy"], 100, 64)
    captions = [caption for _, caption in frames]
    wrong = [number for number, caption in enumerate(captions) if caption.endswith("(wrong)")]
    ticks = [int(caption.split(":")[0]) for caption in captions]
    assert wrong and wrong[-1] < len(frames) - 1
    assert captions[-1].endswith("done")
    assert ticks == sorted(ticks)
    assert len(contact_sheet(DOMAINS["app_privacy"], 6, 64)) == 6
    assert frames[0][0].shape == (64, 64, 3)
