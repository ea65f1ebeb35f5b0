"""How the rule-based person takes what it hears: by what it is to them, and by trust."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import get_args

import pytest

from envs.assist.action import Action
from envs.assist.errors import ErrorFacts, addressed
from envs.assist.grounding.act import Act, ActKind, Understood
from envs.assist.grounding.parser import ground
from envs.assist.harness import Harness
from envs.assist.log import Entry, EntryKind, Response, UserAct
from envs.assist.persona import Level, Persona
from envs.assist.user import Message, Reaction, RuleBasedUser, Utterance, View
from tests.envs.assist.errand import play_errand, scheduled_error

SEEDS = range(60)
TRUSTS = get_args(Level)
JUICE = ErrorFacts(
    "juice", "wrong_thing", (Action("pick", "juice"), Action("go", "counter"), Action("add", "juice", "cup")),
    ("juice",), (Action("pick", "milk"),), ("milk_in",),
)  # fmt: skip
DONT = Act(ActKind.WARN, verb="add", target="juice", place="cup")
IT_IS_COLD = Act(ActKind.CLAIM, target="juice", prop="state", value="cold")
IT_IS_HERE = Act(ActKind.CLAIM, target="juice", prop="at", value="person")
IT_IS_AWAY = Act(ActKind.CLAIM, target="juice", prop="at", value="shelf")
YES, NO, PRAISE = Act(ActKind.YES), Act(ActKind.NO), Act(ActKind.PRAISE)
BAG = Act(ActKind.ADVISE, verb="add", target="bag", place="cup")


def person(seed: int = 0, **axes: str) -> RuleBasedUser:
    return RuleBasedUser(Persona.model_validate(axes), seed)


def scene(who: RuleBasedUser, until: int) -> View:
    """What the person sees after so many ticks of the task."""
    return play_errand(who, who.persona, until=until).view()


def carrying_juice(who: RuleBasedUser, seen: bool = True) -> View:
    """The person is about to pour juice instead of milk; it is in the hand, or out of view."""
    view = scene(who, 1)
    hand = "juice" if seen else ""
    place = "fridge" if seen else "counter"
    state = replace(view.state, person=place, hand=hand)
    view.log.facts.update(view.domain.facts(state))
    doing = Action("go", "counter") if seen else Action("go", "fridge")
    believed = frozenset(("milk_in",))
    return replace(view, state=state, doing=doing, deviation=JUICE, errors=(JUICE,), regarded=believed, tick=40)


def tell(who: RuleBasedUser, view: View, acts: Iterable[Act], number: int = 0, sent: int | None = None) -> Reaction:
    """The reaction to a message that was sent just now, or then; the log gains what the harness would write."""
    heard_as, sent = Understood(tuple(acts)), view.tick if sent is None else sent
    reaction = who.hear(Message(number, "...", heard_as, sent), view)
    view.log.add(Entry(sent, EntryKind.SENT, {"message": number, "heard_as": heard_as.to_json()}))
    view.log.add(Entry(view.tick, EntryKind.HEARD, {"message": number, "response": reaction.response.value}))
    for words in reaction.words:
        view.log.add(Entry(view.tick, EntryKind.SAID, {"text": words.text, "act": words.act.value}))
    return reaction


def convinced(acts: list[list[Act]], seen: bool = True, **axes: str) -> int:
    """Over seeds: how many have understood the error after these messages."""
    count = 0
    for seed in SEEDS:
        who = person(seed, **axes)
        view = carrying_juice(who, seen)
        reactions = [tell(who, replace(view, tick=40 + 3 * n), part, n) for n, part in enumerate(acts)]
        count += any(addressed(reaction.accepted, (JUICE,)) for reaction in reactions)
    return count


def test_the_more_trust_the_sooner_a_warning_is_heeded():
    everyone = len(SEEDS)
    assert [convinced([[DONT]], trust=trust) for trust in TRUSTS] == [0, everyone, everyone]
    out_of_view = [convinced([[DONT]], seen=False, trust=trust) for trust in TRUSTS]
    assert out_of_view[0] == 0 < out_of_view[1] < out_of_view[2] == everyone


def test_a_plain_truth_convinces_the_distrustful_at_once_and_a_reason_the_second_time():
    everyone = len(SEEDS)
    assert convinced([[DONT, IT_IS_HERE]], trust="low") == everyone
    assert convinced([[DONT, IT_IS_COLD]], trust="low") == 0
    assert convinced([[DONT], [DONT, IT_IS_COLD]], trust="low") == everyone
    assert convinced([[DONT], [YES, IT_IS_COLD]], trust="low") == everyone
    assert 0 < convinced([[DONT], [DONT]], trust="low") < everyone


def test_middling_trust_takes_what_is_said_again_or_explained():
    everyone = len(SEEDS)
    for insisting in ([DONT], [YES], [DONT, IT_IS_COLD], [IT_IS_COLD]):
        assert convinced([[DONT], insisting], seen=False, trust="medium") == everyone
    assert convinced([[DONT], [NO]], seen=False, trust="medium") < everyone
    assert convinced([[DONT, IT_IS_COLD]], seen=False, trust="medium") == everyone


def test_whoever_is_not_convinced_says_so_and_waits_for_an_answer():
    for seed in SEEDS:
        for trust, acts in {"low": {UserAct.OBJECT}, "medium": {UserAct.DOUBT}}.items():
            who = person(seed, trust=trust)
            reaction = tell(who, carrying_juice(who, seen=trust == "low"), [DONT], 7)
            if not reaction.accepted:
                assert {word.act for word in reaction.words} == acts
                assert [word.reply_to for word in reaction.words] == [7]


@pytest.mark.parametrize("trust", TRUSTS)
def test_a_false_claim_about_what_is_in_view_costs_trust(trust):
    who = person(trust=trust)
    reaction = tell(who, carrying_juice(who), [DONT, IT_IS_AWAY])
    assert (reaction.response == Response.OBJECT) == (trust != "high")
    assert bool(reaction.accepted) == (trust == "high")
    assert TRUSTS.index(who.trust) == max(0, TRUSTS.index(trust) - 1)
    second = tell(who, replace(carrying_juice(who), tick=60), [IT_IS_AWAY], 1)
    assert second.response == Response.OBJECT


def test_a_claim_that_was_true_when_it_was_sent_is_not_held_against_the_assistant():
    who = person(trust="medium", skill="high")
    claim = Act(ActKind.CLAIM, target="kettle", prop="power", value="off")
    view = scene(who, 4)
    assert view.log.fact("kettle", "power") == "on"
    view = replace(view, state=replace(view.state, person="counter"))
    assert tell(who, view, [claim], sent=1).response != Response.OBJECT
    assert tell(who, view, [claim], sent=3).response == Response.OBJECT


def test_a_warning_of_nothing_wrong_is_seen_through_except_by_who_trusts():
    warning = Act(ActKind.WARN, verb="switch_on", target="kettle")
    for trust in TRUSTS:
        who = person(skill="high", trust=trust)
        reaction = tell(who, scene(who, 1), [warning])
        assert reaction.interrupts == (trust == "high")
        assert reaction.response == (Response.FOLLOW if trust == "high" else Response.OBJECT)


def test_who_goes_by_a_needless_warning_holds_back_for_a_while_and_asks():
    who = person(skill="high", trust="high")
    said = [[Act(ActKind.WARN, verb="add", target="bag")]]
    warned = play_errand(who, who.persona, talk=lambda harness: said.pop() if said and harness.tick >= 14 else [])
    alone = play_errand(person(skill="high", trust="high"), who.persona)
    assert warned.in_time and warned.log.times("add", "bag")[0] > alone.log.times("add", "bag")[0]
    questions = [e for e in warned.log.of_kind(EntryKind.SAID) if e.data["act"] == "ask_next"]
    assert len(questions) == 1


def test_a_warning_is_heeded_though_the_advice_beside_it_cannot_be_followed():
    for trust in ("medium", "high"):
        who = person(trust=trust)
        impossible = Act(ActKind.ADVISE, verb="switch_on", target="cup")
        reaction = tell(who, carrying_juice(who), [DONT, impossible])
        assert (reaction.response, reaction.accepted) == (Response.FOLLOW, (DONT,))


def test_a_bare_stop_is_asked_about():
    who = person(trust="high")
    reaction = tell(who, carrying_juice(who), [Act(ActKind.WARN)])
    assert (reaction.response, reaction.interrupts) == (Response.ASK_BACK, True)
    assert not addressed(reaction.accepted, (JUICE,))


def test_what_is_not_understood_is_asked_about():
    for seed in SEEDS:
        who = person(seed)
        reaction = tell(who, scene(who, 3), [])
        assert reaction.response == Response.ASK_BACK and [w.act for w in reaction.words] == [UserAct.ASK_BACK]


def test_yes_to_a_question_is_no_yes_to_what_was_doubted():
    for seed in SEEDS:
        who = person(seed, trust="medium")
        view = carrying_juice(who, seen=False)
        if tell(who, view, [DONT]).response == Response.DOUBT:
            view.log.add(Entry(42, EntryKind.SAID, {"text": "Did I add the bag?", "act": "question"}))
            assert not addressed(tell(who, replace(view, tick=43), [YES], 1).accepted, (JUICE,))
            return
    raise AssertionError("nobody doubted")


@pytest.mark.parametrize("acts", [[PRAISE], [Act(ActKind.GREET)], [Act(ActKind.ACKNOWLEDGE)]])
def test_praise_and_greetings_are_just_noted(acts):
    who = person()
    assert tell(who, scene(who, 3), acts).response == Response.NOTE


def test_advice_for_what_is_being_done_is_noted():
    who = person(skill="high")
    view = scene(who, 5)
    assert view.doing == Action("go", "shelf")
    assert tell(who, view, [BAG]).response == Response.NOTE
    assert tell(who, view, [Act(ActKind.ADVISE, verb="go", target="shelf")], 1).response == Response.NOTE


def test_advice_that_comes_late_is_not_taken_for_a_repetition():
    who = person(skill="high", trust="high")
    view = scene(who, 4)
    advice = Act(ActKind.ADVISE, verb="switch_on", target="kettle")
    assert tell(who, view, [advice], sent=1).response == Response.NOTE


def test_advice_to_do_again_what_was_done_is_objected_to_from_memory():
    who = person(skill="high", trust="low")
    harness = play_errand(who, who.persona, until=45)
    assert harness.log.times("add", "bag")
    reaction = tell(who, harness.view(), [BAG], sent=45)
    assert reaction.response == Response.OBJECT
    assert "added the tea bag" in reaction.words[0].text and "already" in reaction.words[0].text


def test_an_answer_to_a_question_is_not_weighed_as_a_claim():
    who = person(trust="low")
    harness = play_errand(who, who.persona, until=12)
    question = who.phrase(UserAct.QUESTION, "Have I picked up the milk?", harness.view())
    harness._say(Utterance(UserAct.QUESTION, question.text))
    wrong = Act(ActKind.CLAIM, verb="pick", target="milk", prop="did", value="yes")
    assert tell(who, harness.view(), [YES, wrong]).response == Response.NOTE
    assert tell(who, replace(harness.view(), tick=20), [wrong], 1).response == Response.OBJECT


def test_over_whole_episodes_trust_raises_uptake_and_lowers_objections():
    """The assistant warns of the juice, without a reason, whenever it is carried about."""

    def warns(harness) -> list[Act]:
        return [DONT] if harness.error is not None and harness.log.fact("person", "hand") == "juice" else []

    averted, objections = {}, {}
    for trust in TRUSTS:
        runs = []
        for seed in SEEDS:
            who = person(seed, skill="high", trust=trust)
            runs.append(play_errand(who, who.persona, (scheduled_error("juice"),), warns, seed))
        averted[trust] = sum(bool(run.log.of_kind(EntryKind.AVERTED)) for run in runs)
        objections[trust] = sum(e.data["act"] == "object" for run in runs for e in run.log.of_kind(EntryKind.SAID))
    assert averted["low"] < averted["medium"] <= averted["high"] == len(SEEDS)
    assert objections["low"] > objections["medium"] >= objections["high"] == 0


@pytest.mark.parametrize("trust", TRUSTS)
@pytest.mark.parametrize(
    ("about", "text"),
    [
        ("juice", "Wait, that is not right. You are holding the juice. Don't pour the juice, take the milk."),
        ("bag", "You forgot the tea bag. Please add the tea bag to the cup."),
        ("fridge", "The fridge is still open. Please close the fridge."),
    ],
)
def test_plain_words_with_a_true_reason_prevent_an_error_whoever_hears_them(about, text, trust):
    def warns(harness: Harness) -> list[Act]:
        seen = {"juice": harness.log.fact("person", "hand") == "juice", "fridge": harness.state.person == "fridge"}
        now = harness.error is not None and seen.get(about, True)
        return list(ground(text, harness.domain.lexicon).acts) if now else []

    for seed in range(8):
        who = person(seed, skill="high", trust=trust)
        harness = play_errand(who, who.persona, (scheduled_error(about),), warns, seed)
        assert harness.log.of_kind(EntryKind.AVERTED) and harness.in_time
