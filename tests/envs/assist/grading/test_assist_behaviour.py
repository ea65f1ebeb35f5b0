"""The person's behaviour by hand (IVG Table 13), and the similarities of Tables 14 and 15 to the printed digits."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from envs.assist.behaviour import (
    MEASURES,
    behaviour,
    distribution_similarity,
    episode_means,
    similarity,
    speech_acts,
)
from envs.assist.log import Response, UserAct
from tests.envs.assist.grading.logs import Story, advise, claim


def talk() -> Story:
    """Three messages in 200 ticks: the tomato (done at 20), the rice (ignored), a place (answered too late)."""
    story = Story().at(5).said(UserAct.ASK_NEXT, "What comes next?")  # spontaneous, 3 words
    story.at(8).sent(advise("chop", "tomato")).at(10).heard(response=Response.FOLLOW)
    story.said(UserAct.ACKNOWLEDGE, "Okay.", reply_to=0)  # 1 word, at once
    story.at(20).did("chop", "tomato")
    story.at(30).sent(claim("rice", "state", "done")).at(32).heard(response=Response.IGNORE)
    story.at(60).sent(advise("go_to", "fridge")).at(62).heard(response=Response.NOTE)
    story.at(73).said(UserAct.OBJECT, "No, I am there.", reply_to=2)  # 4 words, eleven ticks later
    story.at(80).said(UserAct.COMPLAIN, "Please talk less.")  # spontaneous, 3 words
    story.at(90).said(UserAct.COMMENT, "  ")  # empty: no utterance
    return story.at(200).ended()


def test_every_measure_of_an_episode() -> None:
    assert behaviour(talk().log) == {
        "utterance_words": (11, 4),
        "speech_rate": (200, 200),  # two spontaneous ones in 200 ticks
        "replies": (1, 3),
        "uptake": (1, 2),  # of the tomato and the rice; the fridge is a place
        "disagreement": (1, 4),
        "guidance_requests": (1, 4),
        "ignoring": (2, 3),  # one ignored, one complaint
    }


@pytest.mark.parametrize(("later", "replies"), [(10, 1), (11, 0)])
def test_a_reply_comes_within_ten_ticks(later: int, replies: int) -> None:
    story = Story().at(8).told(advise("chop", "rice")).at(10 + later).said(UserAct.DOUBT, "Sure?", reply_to=0)
    assert behaviour(story.log)["replies"] == (replies, 1)


@pytest.mark.parametrize(("later", "taken"), [(15, 1), (16, 0)])
def test_uptake_comes_within_fifteen_ticks_and_after_the_message(later: int, taken: int) -> None:
    story = Story().at(2).did("pick_up", "rice").at(8).told(advise("pick_up", "rice")).at(10 + later)
    assert behaviour(story.did("pick_up", "rice").log)["uptake"] == (taken, 1)


def test_what_was_not_heard_is_not_counted() -> None:
    found = behaviour(Story().at(8).sent(advise("chop", "rice")).at(9).ended().log)
    assert found["replies"] == found["uptake"] == (0, 0)


def test_means_leave_out_episodes_without_an_eligible_observation() -> None:
    quiet = Story().at(100).ended()
    means = episode_means([talk().log, quiet.log])
    assert means["utterance_words"] == 11 / 4
    assert means["speech_rate"] == (1.0 + 0.0) / 2
    assert episode_means([quiet.log])["replies"] is None
    assert list(means) == list(MEASURES)


def test_speech_acts_are_counted_once_an_utterance() -> None:
    assert sum(speech_acts([talk().log, talk().log]).values()) == 8


# -- similarity --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("human", "simulated", "printed"),
    [
        (5.87, 7.38, 0.89),  # words per utterance
        (0.39, 16.10, 0.05),  # utterances per 100 ticks
        (2.0, 79.0, 0.05),  # replies within ten ticks
        (79.3 - 50.0, 100.0 - 25.0, 0.56),  # skill: task success
        (24.3 - 32.3, 20.1 - 32.9, 0.77),  # trust: suggestion uptake
        (30.1 - 8.7, 36.7 - 9.3, 0.88),  # trust: disagreement
    ],
)
def test_similarity_gives_every_row_of_table_14(human: float, simulated: float, printed: float) -> None:
    assert round(similarity(human, simulated), 2) == printed


numbers = st.floats(-1e6, 1e6)


@given(numbers, numbers, st.floats(0.01, 100))
def test_similarity_is_symmetric_without_scale_and_between_0_and_1(a: float, b: float, scale: float) -> None:
    assert 0 <= similarity(a, b) <= 1
    assert similarity(a, b) == similarity(b, a)
    assert similarity(a, a) == 1
    if abs(a) + abs(b) > 1e-6:
        assert similarity(a * scale, b * scale) == pytest.approx(similarity(a, b))


def test_opposite_values_have_nothing_in_common() -> None:
    assert similarity(3.0, -3.0) == similarity(3.0, 0.0) == 0
    assert similarity(0.0, 0.0) == 1


counts = st.dictionaries(st.sampled_from("abcde"), st.integers(0, 50), min_size=1).filter(lambda d: sum(d.values()) > 0)


@given(counts, counts)
def test_similarity_of_distributions_is_their_overlap(a: dict[str, int], b: dict[str, int]) -> None:
    found = distribution_similarity(a, b)
    shares = [{name: n / sum(d.values()) for name, n in d.items()} for d in (a, b)]
    gaps = [abs(shares[0].get(name, 0) - shares[1].get(name, 0)) for name in {**a, **b}]
    assert found == pytest.approx(1 - sum(gaps) / 2), "1 - sum |a - b| / sum (a + b), shares adding up to 2"
    assert found == pytest.approx(distribution_similarity(b, a))
    assert distribution_similarity(a, {name: 3 * n for name, n in a.items()}) == pytest.approx(1)


def test_a_distribution_without_a_count_is_refused() -> None:
    with pytest.raises(ValueError, match="without a count"):
        distribution_similarity({"a": 1}, {"a": 0})
