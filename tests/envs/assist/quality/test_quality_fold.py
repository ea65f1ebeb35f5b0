"""The fold step by step against the whole log, uptake, gating, and the ratios of an episode."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from envs.assist.action import Action
from envs.assist.grounding.act import Act, ActKind
from envs.assist.log import EntryKind, UserAct
from envs.assist.quality import (
    QUALITY_RATES,
    Category,
    Item,
    Judgement,
    MessageVerdict,
    QualityFold,
    RuleJudge,
    Verdict,
    quality_ratios,
)
from tests.envs.assist.quality.kitchen_logs import (
    CHOP,
    PLATE_STEAK,
    PLATE_TOMATO,
    Kitchen,
    advise,
    claim,
    did,
    number,
    plain,
    warn,
)

PASS, FAIL, NOT_APPLICABLE, UNDECIDED = Verdict.PASS, Verdict.FAIL, Verdict.NOT_APPLICABLE, Verdict.UNDECIDED
ACTIONS = [CHOP, PLATE_TOMATO, PLATE_STEAK, Action("go_to", "prep"), Action("set", "timer"), Action("chop", "onion")]
ACTS = [
    *map(advise, ACTIONS),
    *map(warn, [*ACTIONS, Action("")]),
    *map(did, ACTIONS),
    claim("steak", "state", "done"),
    claim("tomato", "at", "plate_1", negated=True),
    claim("steak", "colour", "brown"),
    number(2),
    *(plain(kind) for kind in (ActKind.YES, ActKind.NO, ActKind.PROMISE, ActKind.PRAISE, ActKind.GREET)),
]
CHANGES = [("steak", "state", "done"), ("steak", "state", "raw"), ("tomato", "at", "plate_1"), ("onion", "at", None)]


@st.composite
def kitchens(draw) -> Kitchen:
    """Any sequence of entries that the form allows, sense or none."""
    kitchen, tick, strayed = Kitchen(), 0, 0
    for what in draw(st.lists(st.sampled_from("bdcrseaqm" + "m" * 4), max_size=30)):
        tick += draw(st.integers(0, 8))
        action = draw(st.sampled_from(ACTIONS))
        if what == "b":
            kitchen.begins(tick, action)
        elif what == "d":
            kitchen.does(tick, action, meets=draw(st.sampled_from(["", "steak_plated", "tomato_plated"])))
        elif what == "c":
            kitchen.changes(tick, draw(st.sampled_from(CHANGES)))
        elif what == "r":
            kitchen.refused(tick, action)
        elif what == "e" and strayed < 1:
            kitchen.strays(tick)
            strayed += 1
        elif what == "s":
            act = draw(st.sampled_from(list(UserAct)))
            kitchen.says(tick, act, draw(st.sampled_from(["What?", "The tomato?", "Is the steak done?"])))
        elif what == "q":
            kitchen.asks(tick, "recall", {"action": action.to_json()}, "Did I?", event=f"q{len(kitchen.entries)}")
        elif what == "a" and kitchen.sent:
            response = draw(st.sampled_from(["follow", "ignore", "doubt"]))
            kitchen.note(tick, EntryKind.HEARD, message=kitchen.sent - 1, response=response)
        elif what == "m":
            acts = draw(st.lists(st.sampled_from(ACTS), max_size=3))
            unknown = draw(st.sampled_from([(), ("saffron",), ("whatever it was that you did there",)]))
            kitchen.hears(tick, draw(st.sampled_from(["Well.", "So.", "word " * 30])), *acts, unknown=unknown)
    return kitchen.ends(tick)


@given(kitchens())
@settings(max_examples=150, deadline=None)
def test_what_the_fold_decides_stands_in_the_whole_log_and_hindsight_only_adds(kitchen):
    fold = QualityFold()
    live = [verdict for entry in kitchen.entries for verdict in fold.add(entry)]
    whole = RuleJudge().judge(kitchen.log)
    assert [verdict.message for verdict in live] == [verdict.message for verdict in whole] == list(range(kitchen.sent))
    for early, late in zip(live, whole, strict=True):
        for item in Item:
            if early.items[item].verdict != UNDECIDED:
                assert late.items[item] == early.items[item]
            assert (late.items[item].verdict == NOT_APPLICABLE) == (early.items[item].verdict == NOT_APPLICABLE)


@given(kitchens(), st.data())
@settings(max_examples=60, deadline=None)
def test_a_live_verdict_depends_on_nothing_that_follows(kitchen, data):
    cut = data.draw(st.integers(1, len(kitchen.entries)))
    short, full = QualityFold(), QualityFold()
    early = [verdict for entry in kitchen.entries[:cut] for verdict in short.add(entry)]
    assert [verdict for entry in kitchen.entries for verdict in full.add(entry)][: len(early)] == early


@given(kitchens())
@settings(max_examples=60, deadline=None)
def test_ratios_are_shares_and_judging_twice_gives_the_same(kitchen):
    episode = kitchen.episode()
    ratios = quality_ratios(episode)
    assert list(ratios) == list(QUALITY_RATES) and ratios == quality_ratios(episode)
    assert all(0 <= above <= below for above, below in ratios.values())


def test_an_entry_that_sends_nothing_gives_no_verdict():
    fold = QualityFold()
    counts = [len(fold.add(entry)) for entry in Kitchen().begins(1, CHOP).hears(2, "Hi.", plain(ActKind.GREET)).entries]
    assert counts == [0, 0, 1]


# -- uptake --------------------------------------------------------------------------------------------------------


def asked(reply_tick: int, *acts: Act, unknown: tuple[str, ...] = (), end: int = 60, delay: int = 2) -> Verdict:
    """The person asks at tick 4 what to do; the assistant replies once."""
    kitchen = Kitchen().says(4, UserAct.ASK_NEXT, "What next?")
    (intent,) = (
        kitchen.hears(reply_tick, "Well.", *acts, unknown=unknown, delay=delay).ends(max(end, reply_tick)).intents
    )
    return intent.judgement.verdict


def test_an_intent_is_taken_up_in_time_or_not_at_all():
    assert asked(4, advise(CHOP)) == PASS
    assert asked(17, advise(CHOP)) == PASS
    assert asked(18, advise(CHOP)) == FAIL  # it arrives 16 ticks after
    assert asked(14, advise(CHOP), delay=6) == FAIL
    assert asked(5, plain(ActKind.PRAISE)) == FAIL
    assert asked(5, plain(ActKind.PRAISE), end=18) == NOT_APPLICABLE
    assert asked(5, unknown=("as one does in the old country",)) == UNDECIDED


def test_one_message_may_take_up_several_intents_and_comments_are_none():
    kitchen = Kitchen().says(3, UserAct.ASK_NEXT, "What next?").says(4, UserAct.ASK_BACK, "Which?")
    kitchen.says(4, UserAct.COMMENT, "Nice.").says(4, UserAct.DONE, "Done.").hears(5, "Chop it.", advise(CHOP)).ends(60)
    assert [intent.judgement.verdict for intent in kitchen.intents] == [PASS, PASS]


def test_a_wrong_answer_takes_the_question_up_and_fails_the_facts():
    kitchen = Kitchen().asks(4, "recall", {"action": CHOP.to_json()}, "Did I chop it?")
    kitchen.hears(4, "Yes.", plain(ActKind.YES)).ends(60)
    assert kitchen.last(Item.T1) == FAIL and kitchen.last(Item.S2) == PASS
    assert kitchen.intents[0].judgement.verdict == PASS


# -- categories, gate and score ------------------------------------------------------------------------------------


def verdict_of(**items: Verdict) -> MessageVerdict:
    """A message whose items are named, the others not applicable."""
    found = {item: Judgement(items.get(item.value, NOT_APPLICABLE)) for item in Item}
    return MessageVerdict(0, 0, "Well.", found)


@pytest.mark.parametrize(
    ("first", "second", "whole"),
    [
        (PASS, PASS, PASS),
        (PASS, NOT_APPLICABLE, PASS),
        (NOT_APPLICABLE, NOT_APPLICABLE, NOT_APPLICABLE),
        (PASS, FAIL, FAIL),
        (UNDECIDED, FAIL, FAIL),
        (PASS, UNDECIDED, UNDECIDED),
        (UNDECIDED, NOT_APPLICABLE, UNDECIDED),
    ],
)
def test_a_category_passes_when_all_its_applicable_items_pass(first, second, whole):
    assert verdict_of(S1=first, S2=second).category(Category.SITUATIONAL) == whole
    assert verdict_of(S1=second, S2=first).category(Category.SITUATIONAL) == whole


@pytest.mark.parametrize("item", ["T1", "T2"])
def test_a_false_message_scores_nothing_whatever_else_it_does(item):
    good = {"S1": PASS, "S2": PASS, "H1": PASS, "H2": PASS, "C1": PASS}
    assert verdict_of(**good, **{item: FAIL}).overall == 0 and verdict_of(**good, **{item: FAIL}).gated
    assert verdict_of(**good, **{item: PASS}).overall == 1 and not verdict_of(**good, **{item: PASS}).gated
    assert verdict_of(**good, **{item: UNDECIDED}).overall is None
    assert verdict_of(**good).overall == 1


def test_overall_is_the_share_of_passed_categories_among_those_decided():
    assert verdict_of(T1=PASS, S1=FAIL, H1=PASS, C1=PASS).overall == 3 / 4
    assert verdict_of(T1=PASS, S1=FAIL, H1=UNDECIDED, C1=FAIL).overall == 1 / 3
    assert verdict_of(H1=PASS, H2=FAIL, C1=PASS).overall == 1 / 2
    assert verdict_of().overall is None


def test_the_ratios_of_a_hand_worked_episode():
    kitchen = Kitchen().says(3, UserAct.ASK_NEXT, "What next?")
    kitchen.hears(3, "Chop the tomato.", advise(CHOP))  # T2, S1, S2, H1, H2, C1 pass; T1 does not apply: 1
    kitchen.begins(6, CHOP).does(9, CHOP, ("tomato", "form", "chopped"))
    kitchen.hears(12, "The steak is done.", claim("steak", "state", "done"))  # T1 fails: gated, 0
    kitchen.does(20, PLATE_TOMATO, ("tomato", "at", "plate_1"), meets="tomato_plated")
    kitchen.says(30, UserAct.QUESTION, "Is the steak hot?")
    kitchen.hears(31, "word " * 26, claim("tomato", "at", "plate_1"))  # T1, T2, S1 pass; S2, C1 fail: 1 of 3
    kitchen.hears(50, "Hm.", unknown=("never mind what I said just now",)).ends(60)  # C1 alone is decided: no score
    assert quality_ratios(kitchen.episode()) == {
        "quality_factual": (2, 3),
        "quality_situational": (2, 3),
        "quality_actionable": (1, 1),
        "quality_intent": (1, 2),
        "quality_concise": (3, 4),
        "quality_overall": (pytest.approx(1 + 0 + 1 / 3), 3),
        "quality_undecided": (4, 6 + 4 + 5 + 5),
    }


def test_an_episode_without_messages_says_nothing():
    assert set(quality_ratios(Kitchen().ends(9).episode()).values()) == {(0.0, 0.0)}
