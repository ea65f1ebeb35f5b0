"""Agreement of two judges against numbers worked out by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from envs.assist.quality import Item, Judgement, MessageVerdict, Verdict
from envs.assist.quality.agreement import Agreement, agreement, cohens_kappa

PASS, FAIL, NOT_APPLICABLE, UNDECIDED = Verdict.PASS, Verdict.FAIL, Verdict.NOT_APPLICABLE, Verdict.UNDECIDED


def message(number: int, **items: Verdict) -> MessageVerdict:
    found = {item: Judgement(items.get(item.value, NOT_APPLICABLE)) for item in Item}
    return MessageVerdict(number, 10 * number, "Well.", found)


def rows(*pairs: tuple[Verdict, Verdict], item: str = "T1") -> dict[str, Agreement]:
    made = [(message(n, **{item: a}), message(n, **{item: b})) for n, (a, b) in enumerate(pairs)]
    return {row.name: row for row in agreement(made)}


def test_kappa_is_cohens():
    # 20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no: observed 0.7, expected 0.5 * 0.6 + 0.5 * 0.4 = 0.5
    pairs = [(PASS, PASS)] * 20 + [(PASS, FAIL)] * 5 + [(FAIL, PASS)] * 10 + [(FAIL, FAIL)] * 15
    assert cohens_kappa(pairs) == pytest.approx(0.4)
    # 45-15-25-15: observed 0.6, expected 0.6 * 0.7 + 0.4 * 0.3 = 0.54
    pairs = [(PASS, PASS)] * 45 + [(PASS, FAIL)] * 15 + [(FAIL, PASS)] * 25 + [(FAIL, FAIL)] * 15
    assert cohens_kappa(pairs) == pytest.approx((0.6 - 0.54) / 0.46)


def test_kappa_at_its_ends():
    assert cohens_kappa([(PASS, PASS), (FAIL, FAIL)]) == 1
    assert cohens_kappa([(PASS, FAIL), (FAIL, PASS)]) == -1
    assert cohens_kappa([(PASS, PASS), (PASS, FAIL)]) == 0
    assert cohens_kappa([(PASS, PASS)] * 3) is None
    assert cohens_kappa([]) is None


def test_only_pairs_that_both_decided_are_compared_and_the_rest_is_counted():
    row = rows(
        (PASS, PASS),
        (PASS, FAIL),
        (FAIL, FAIL),
        (UNDECIDED, PASS),
        (UNDECIDED, UNDECIDED),
        (NOT_APPLICABLE, FAIL),
        (NOT_APPLICABLE, NOT_APPLICABLE),
    )["T1"]
    assert (row.applies, row.both, row.equal, row.undecided) == (6, 3, 2, (2, 1))
    assert row.share == pytest.approx(2 / 3)
    assert row.kappa == pytest.approx((2 / 3 - 4 / 9) / (1 - 4 / 9))
    assert row.to_json()["share"] == row.share


def test_every_item_and_category_has_a_row_and_what_nobody_judged_has_no_number():
    found = rows((PASS, PASS))
    assert list(found) == ["T1", "T2", "S1", "S2", "H1", "H2", "C1", "factual", "situational", "actionable", "concise"]
    assert found["factual"].both == 1 and found["S1"] == Agreement("S1", 0, 0, 0, (0, 0), None)
    assert found["S1"].share is None


def test_verdicts_on_different_messages_are_not_compared():
    with pytest.raises(ValueError, match="message 0 is paired with message 1"):
        agreement([(message(0), message(1))])


@given(st.lists(st.tuples(st.sampled_from([PASS, FAIL]), st.sampled_from([PASS, FAIL])), max_size=30))
def test_kappa_does_not_care_who_is_first_nor_what_a_verdict_is_called(pairs):
    kappa = cohens_kappa(pairs)
    assert cohens_kappa([(b, a) for a, b in pairs]) == kappa
    other = {PASS: FAIL, FAIL: PASS}
    assert cohens_kappa([(other[a], other[b]) for a, b in pairs]) == kappa
    assert kappa is None or -1 <= kappa <= 1
