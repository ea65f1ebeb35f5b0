"""What holds for any text and any lexicon: round trips, forms that planners use, determinism, no error ever."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from envs.assist.action import WAIT, Action
from envs.assist.errors import ErrorFacts, addressed
from envs.assist.grounding import ActKind, Grammar, command, ground
from envs.assist.grounding.reader import Reader
from envs.assist.grounding.vocabulary import CUES
from envs.assist.grounding.words import split
from envs.assist.lexicon import Lexicon
from tests.envs.assist.grounding.lexicons import HOME, KITCHEN, LEXICONS, PHONE
from tests.envs.assist.grounding.sentences import SENTENCES

WORDS = sorted({word for _, sentence, _ in SENTENCES for word in split(sentence).words})
TEXTS = st.one_of(
    st.text(max_size=200),
    st.text(alphabet=st.characters(), max_size=60),
    st.lists(st.sampled_from(WORDS), max_size=40).map(" ".join),
    st.lists(st.sampled_from([sentence for _, sentence, _ in SENTENCES]), max_size=3).map(", and ".join),
)


def actions(lexicon: Lexicon, most: int = 60) -> Iterator[Action]:
    """Actions of every verb on things and places that it takes, at most so many of each."""
    things, places = list(lexicon.things), sorted(lexicon.places)
    for verb, forms in lexicon.verbs.items():
        if forms.takes == "nothing":
            found = [Action(verb)]
        elif forms.takes == "place":
            found = [Action(verb, place) for place in places]
        elif forms.takes == "thing":
            found = [Action(verb, thing) for thing in things]
        else:
            found = [Action(verb, thing, place) for thing in things for place in places if thing != place]
        yield from Random(verb).sample(found, min(most, len(found)))
    yield Action(WAIT)


SAID = [
    pytest.param(lexicon, action, id=f"{world}: {lexicon.say(action)}")
    for world, lexicon in LEXICONS.items()
    for action in actions(lexicon, 12)
]


def heard(text: str, lexicon: Lexicon) -> list[tuple[ActKind, str, Action]]:
    understood = ground(text, lexicon)
    assert not understood.unknown, text
    return [(act.kind, act.prop, act.action) for act in understood.acts]


@pytest.mark.parametrize(("lexicon", "action"), SAID)
def test_what_a_lexicon_says_is_understood_in_every_form(lexicon: Lexicon, action: Action) -> None:
    base, past, ing = (lexicon.say(action, form) for form in ("base", "past", "ing"))
    assert heard(base, lexicon) == [(ActKind.ADVISE, "", action)]
    assert heard(f"you have {past}", lexicon) == [(ActKind.CLAIM, "did", action)]
    assert heard(f"you are {ing}", lexicon) == [(ActKind.CLAIM, "doing", action)]
    assert heard(f"Don't {base}.", lexicon) == [(ActKind.WARN, "", action)]
    assert heard(f"You did not {base} yet.", lexicon) == [(ActKind.CLAIM, "did", action)]
    assert command(base, lexicon) == (action,)


@pytest.mark.parametrize(
    "form",
    [
        *("{A}.", "Please {a}.", "Now {a}.", "Next, {a}.", "You should {a}.", "You need to {a}.", "You can now {a}."),
        *("Let's {a}.", "It is time to {a}.", "{A} instead.", "Could you {a}?", "You have to {a}.", "Okay, {a}."),
    ],
)
def test_advice_in_a_usual_form_is_advice_for_now(form: str) -> None:
    for lexicon in LEXICONS.values():
        for action in actions(lexicon, 8):
            text = form.format(a=lexicon.say(action), A=lexicon.say(action).capitalize())
            acts = [act for act in ground(text, lexicon).acts if act.kind != ActKind.ACKNOWLEDGE]
            assert [(act.kind, act.action, act.later) for act in acts] == [(ActKind.ADVISE, action, False)], text


@pytest.mark.parametrize(
    "form", ["{a}, then {b}.", "{a}, and then {b}.", "Next, {a}. Then {b}.", "Now {a}. After that, {b}."]
)
def test_what_follows_is_for_later(form: str) -> None:
    for lexicon in LEXICONS.values():
        found = list(actions(lexicon, 4))
        for first, second in zip(found, reversed(found), strict=True):
            acts = ground(form.format(a=lexicon.say(first), b=lexicon.say(second)), lexicon).acts
            assert [(act.action, act.later) for act in acts] == [(first, False), (second, True)]


@pytest.mark.parametrize(
    "form", ["Stop, don't {w}. {r} instead.", "Wait, do not {w}. You should {r}.", "Before you {w}, {r}."]
)
def test_a_warning_with_its_remedy_addresses_the_error_by_both(form: str) -> None:
    for lexicon in LEXICONS.values():
        found = list(actions(lexicon, 4))[:-1]
        for wrong, right in zip(found, reversed(found), strict=True):
            acts = ground(form.format(w=lexicon.say(wrong), r=lexicon.say(right)), lexicon).acts
            assert [(act.kind, act.action) for act in acts] == [(ActKind.WARN, wrong), (ActKind.ADVISE, right)]
            error = ErrorFacts("e", "misstep", (wrong,), (), (right,))
            assert addressed(acts, [error]) == [error]


def test_every_value_is_claimed_and_denied_and_promised() -> None:
    for lexicon in LEXICONS.values():
        for (prop, value), _ in lexicon.values.items():
            for thing in lexicon.things:
                said = f"{lexicon.name(thing)} is {lexicon.value(prop, value)}"
                claims = ground(said, lexicon).acts
                assert [(a.target, a.prop, a.value, a.negated) for a in claims] == [(thing, prop, value, False)], said
                denied = ground(said.replace(" is ", " is not ") + " yet.", lexicon).acts
                assert [(a.target, a.value, a.negated) for a in denied] == [(thing, value, True)], said
                promised = ground(f"I will tell you when {said}.", lexicon).acts
                assert [(a.kind, a.target, a.value) for a in promised] == [(ActKind.PROMISE, thing, value)], said


def test_values_without_words_of_their_own_are_understood_by_themselves() -> None:
    bare = replace(KITCHEN, values={})
    for prop, value in KITCHEN.values:
        acts = ground(f"The steak is {bare.value(prop, value)}.", bare).acts
        assert [(act.prop, act.value) for act in acts] == [(prop, value)]


@settings(max_examples=300, deadline=None)
@given(TEXTS)
def test_no_text_raises_and_the_same_text_is_read_alike(text: str) -> None:
    for lexicon in (KITCHEN, HOME, PHONE):
        understood = ground(text, lexicon)
        assert Grammar(lexicon).ground(text) == understood
        assert set(understood.things) <= lexicon.things.keys()
        assert all(not act.verb or act.verb in lexicon.verbs or act.verb == WAIT for act in understood.acts)
        assert all(action.verb for action in command(text, lexicon))


@pytest.mark.parametrize(
    "unit",
    [
        "the ",
        "\ud800",
        "\x00",
        "a",
        "7",
        "not ",
        "one hundred and ",
        "you ",
        "chop the tomato, ",
        "it? ",
        "'s ",
        "\n- ",
    ],
)
def test_ten_thousand_characters_are_read(unit: str) -> None:
    ground((unit * 10000)[:10000], KITCHEN)
    command((unit * 10000)[:10000], KITCHEN)


def test_what_is_said_of_a_thing_does_not_depend_on_how_the_lexicon_lists_its_things() -> None:
    for world, sentence, _ in SENTENCES:
        lexicon = LEXICONS[world]
        turned = replace(lexicon, things=dict(reversed(list(lexicon.things.items()))))
        one, other = (ground(sentence, each) for each in (lexicon, turned))
        assert sorted(map(repr, one.acts)) == sorted(map(repr, other.acts)), sentence
        assert (set(one.things), one.unknown) == (set(other.things), other.unknown), sentence


def test_acts_stand_in_the_order_of_the_words() -> None:
    for world, sentence, _ in SENTENCES:
        plain = " ".join(sentence.split())
        starts = [plain.find(act.text) for act in ground(plain, LEXICONS[world]).acts if act.kind == ActKind.ADVISE]
        found = [start for start in starts if start >= 0]
        assert found == sorted(found), sentence


def test_equal_lexicons_share_a_grammar_and_different_ones_do_not() -> None:
    same = replace(KITCHEN)
    assert same is not KITCHEN and Grammar.of(same) is Grammar.of(KITCHEN)
    assert Grammar.of(replace(KITCHEN, unreal=())) is not Grammar.of(KITCHEN)


def test_every_cue_of_the_vocabulary_has_a_meaning_and_one_only() -> None:
    phrases = [phrase for spoken in CUES.values() for phrase in spoken]
    assert len(set(phrases)) == len(phrases)
    whole = {"yes", "no", "ack", "praise", "greet", "stop", "careful", "fulfilled", "ask"}
    joining = {"when", "once", "if", "until", "while", "before", "after", "because"}
    assert all(hasattr(Reader, f"_on_{code}") for code in CUES.keys() - whole - joining)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("go to the fridge", (Action("go", "fridge"),)),
        ("I'll chop the tomato", (Action("chop", "tomato"),)),
        (
            "I'm going to pick up the rice and put it in the pot.",
            (Action("pick_up", "rice"), Action("put", "rice", "pot")),
        ),
        ("Okay, now I will turn on stove 1.", (Action("turn_on", "stove_1"),)),
        ("go to the fridge, then open it", (Action("go", "fridge"),)),
        ("let me chop the lettuce first", (Action("chop", "lettuce"),)),
        ("put the apple on the moon", ()),
        ("pick up the plate", ()),
        ("I think I'm done.", ()),
        ("Where is the pan?", ()),
        ("Don't chop the onion.", ()),
    ],
)
def test_a_persons_own_words_become_actions_or_nothing(words: str, expected: tuple[Action, ...]) -> None:
    assert command(words, KITCHEN) == expected


def test_a_pronoun_in_a_command_means_what_was_named_before() -> None:
    assert command("put it in the fridge", HOME, recent=("apple_1",)) == (Action("put_in", "apple_1", "fridge_1"),)
