"""The rule-based user says what is true, what was asked and what may be known, and nothing else."""

from __future__ import annotations

import re
import time
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from envs.home.user import Ambiguity, RuleBasedUser, SharedContext, UserProfile
from envs.home.user.names import stems
from envs.home.user.questions import Kind, understand
from tests.envs.home.user.people import (
    ALL_SEEN,
    KNOWN,
    MUGS,
    NAMES,
    OBJECTS,
    RECEPTACLES,
    SHELVES,
    destination,
    profile_of,
    target,
)
from tests.envs.home.user.test_user_questions import TABLE

QUESTIONS = [
    *TABLE,
    *(f"Is it mark {n}?" for n in range(1, 5)),
    *(f"Should it go to {name}?" for name in RECEPTACLES),
    *(f"Do you mean the {thing.phrase}?" for thing in OBJECTS.values()),
    *(f"Do you mean {name}?" for name in OBJECTS),
]
CABINETS = Ambiguity(id="target", candidates=("cabinet_1", "cabinet_2"), truth="cabinet_2")
CLOSED = Ambiguity(id="state", candidates=("open", "closed"), truth="closed")


def user(*ambiguities: Ambiguity, seed: int = 0, known: tuple[str, ...] = KNOWN, prefers: str | None = None):
    return RuleBasedUser(profile_of(*ambiguities, known=known, prefers=prefers), NAMES, seed)


@st.composite
def contexts(draw) -> SharedContext:
    """Anything found, anything visited; marks of what was found; questions before."""
    seen = draw(st.sets(st.sampled_from(tuple(OBJECTS)))) | draw(
        st.sets(st.sampled_from(tuple(RECEPTACLES)), max_size=4)
    )
    things = [*sorted(seen), "cabinet_1.door"]
    marks = dict(enumerate(draw(st.lists(st.sampled_from(things), unique=True, max_size=6)), 1))
    held = draw(st.sampled_from([None, *(name for name in sorted(seen) if name in OBJECTS)]))
    settled = draw(st.sets(st.sampled_from(("target", "destination"))))
    before = draw(st.lists(st.sampled_from(QUESTIONS), max_size=4))
    return SharedContext(tuple(sorted(seen)), marks, held, tuple(sorted(settled)), tuple(before))


questions = st.lists(st.sampled_from(QUESTIONS), min_size=1, max_size=2).map(" ".join)
truths = st.builds(lambda a, b: (target(a), destination(b)), st.sampled_from(MUGS), st.sampled_from(SHELVES))


@settings(max_examples=120, deadline=None)
@given(truths, contexts(), questions, st.integers(0, 99))
def test_no_answer_tells_what_it_may_not(ambiguities, context, question, seed):
    answer = user(*ambiguities, seed=seed, prefers="I like them so much").answer(question, context)
    named = re.findall(r"\w+_\d+", answer.text)
    assert not set(named) & set(OBJECTS)
    assert all(name in context.seen or name in NAMES.take_ids(question.lower())[0] for name in named)
    found = frozenset().union(*(NAMES.words[name] for name in context.seen))
    labels = stems(" ".join(thing.label for thing in OBJECTS.values()))
    assert not stems(answer.text) & (NAMES.thing_words - found - labels - NAMES.furniture_words)
    assert not any(OBJECTS[name].phrase in answer.text for name in set(OBJECTS) - set(context.seen))
    assert all(int(n) in context.marks for n in re.findall(r"mark (\d+)", answer.text.lower()))
    assert answer.text and answer.text == answer.text.strip() and "{" not in answer.text


@settings(max_examples=120, deadline=None)
@given(truths, contexts(), questions, st.integers(0, 99))
def test_what_is_settled_was_open_was_asked_and_is_told(ambiguities, context, question, seed):
    asked = user(*ambiguities, seed=seed)
    answer = asked.answer(question, context)
    assert set(answer.settles) <= set(asked.asked(question, context)) - set(context.settled)
    assert len(answer.settles) == len(set(answer.settles))
    goal, place = ambiguities
    if "target" in answer.settles:
        assert goal.truth in context.seen
        words = stems(answer.text) & NAMES.thing_words
        told = [name for name in MUGS if NAMES.words[name] >= words - NAMES.furniture_words]
        assert told == [goal.truth]
    if "destination" in answer.settles:
        assert place.truth in (*context.seen, *KNOWN)
        assert RECEPTACLES[place.truth].looks in answer.text


@settings(max_examples=80, deadline=None)
@given(contexts(), st.sampled_from(QUESTIONS))
def test_answers_do_not_depend_on_which_unseen_thing_is_meant(context, question):
    if any(inquiry.kind is Kind.LOCATION for inquiry in understand(question, NAMES)):
        return  # memory is told as memory
    unseen = [name for name in MUGS if name not in context.seen]
    assert len({user(target(name), destination()).answer(question, context) for name in unseen}) <= 1
    strange = [name for name in SHELVES if name not in context.seen]
    assert len({user(target(), destination(name), known=()).answer(question, context) for name in strange}) <= 1


@settings(max_examples=60, deadline=None)
@given(truths, contexts(), questions, st.integers(0, 99))
def test_the_same_arguments_give_the_same_answer(ambiguities, context, question, seed):
    one, other = user(*ambiguities, seed=seed), user(*ambiguities, seed=seed)
    one.answer("Which mug do you want?", ALL_SEEN)
    assert one.answer(question, context) == other.answer(question, context)


SETTLING = [
    ("Which mug do you want?", ("target",)),
    ("Is it mark 3?", ("target",)),
    ("Do you mean the small blue mug with stripes?", ("target",)),
    ("Do you mean the blue mug?", ("target",)),
    ("Do you want the red or the small striped one?", ("target",)),
    ("Where should I put it?", ("destination",)),
    ("Should it go to shelf_2?", ("destination",)),
    ("Do you want it on the tall white shelf?", ("destination",)),
    ("Should it go to shelf_1 or to shelf_2?", ("destination",)),
    ("Which mug do you want, and where should it go?", ("target", "destination")),
    ("Should I put the small striped mug on the white shelf?", ("target", "destination")),
    ("Is it mark 1?", ()),
    ("Do you mean the red mug?", ()),
    ("Do you mean the purple mug?", ()),
    ("Is it mark 9?", ()),
    ("Is it this one?", ()),
    ("Should it go to shelf_1?", ()),
    ("Should it go to the fridge?", ()),
    ("Do you mean coffee_mug_2?", ()),
    ("Where is the mug?", ()),
    ("Which book do you want?", ()),
    ("Should I leave it open?", ()),
    ("Nice weather!", ()),
]


@pytest.mark.parametrize(("question", "settles"), SETTLING, ids=[question for question, _ in SETTLING])
@pytest.mark.parametrize("seed", range(4))
def test_a_question_settles_what_its_answer_tells(question, settles, seed):
    assert user(target(), destination(), seed=seed).answer(question, ALL_SEEN).settles == settles


@pytest.mark.parametrize("question", [question for question, settles in SETTLING if settles])
def test_asking_again_gives_other_words_and_settles_nothing(question):
    asked = user(target(), destination(), prefers="I like stripes")
    context, said = ALL_SEEN, []
    for _ in range(3):
        answer = asked.answer(question, context)
        assert bool(answer.settles) == (not said)
        said.append(answer.text)
        context = replace(
            context, settled=tuple({*context.settled, *answer.settles}), questions=(*context.questions, question)
        )
    assert len(set(said)) == 3


def test_seeds_vary_the_wording():
    assert len({user(target(), seed=seed).answer("Which mug?", ALL_SEEN).text for seed in range(20)}) >= 3


def test_nothing_found_is_another_answer_than_the_wrong_things_found():
    asked = user(target())
    nothing, wrong = SharedContext(), SharedContext(seen=("coffee_mug_1",))
    assert "around" in asked.answer("Which mug?", nothing).text or "Show" in asked.answer("Which mug?", nothing).text
    assert asked.answer("Which mug?", nothing).text != asked.answer("Which mug?", wrong).text
    assert asked.answer("Do you mean the red mug?", wrong).settles == ()


def test_the_last_one_left_is_told_with_the_no():
    pair = target("coffee_mug_2", ("coffee_mug_1", "coffee_mug_2"))
    answer = user(pair).answer("Is it mark 1?", ALL_SEEN)
    assert answer.settles == ("target",) and "small striped" in answer.text and answer.text.startswith("No")
    assert user(pair).answer("Is it mark 1?", replace(ALL_SEEN, seen=("coffee_mug_1",))).settles == ()


def test_a_no_said_before_counts():
    before = replace(ALL_SEEN, questions=("Should it go to shelf_1?",))
    assert user(destination()).answer("Should it go to shelf_3?", ALL_SEEN).settles == ()
    assert user(destination()).answer("Should it go to shelf_3?", before).settles == ("destination",)


@pytest.mark.parametrize("name", SHELVES)
def test_furniture_is_spoken_of_when_it_is_remembered_or_was_visited(name):
    place, nowhere = destination(name), SharedContext()
    for known, context, told in [
        ((name,), nowhere, True),
        ((), SharedContext(seen=(name,)), True),
        ((), nowhere, False),
    ]:
        answer = user(place, known=known).answer("Where should it go?", context)
        assert (RECEPTACLES[name].looks in answer.text, bool(answer.settles)) == (told, told)


@pytest.mark.parametrize("seed", range(4))
def test_memory_is_told_as_memory(seed):
    answer = user(target(), seed=seed).answer("Where is the mug?", SharedContext())
    assert "on the table in the kitchen" in answer.text and answer.settles == ()
    assert "table" not in user(target("coffee_mug_1"), seed=seed).answer("Where is the red mug?", SharedContext()).text
    assert "in the cabinet in the kitchen" in user(target()).answer("Where's the book?", SharedContext()).text


def test_a_state_is_told():
    asked = user(CABINETS, CLOSED)
    assert asked.answer("Should I leave it open or closed?", ALL_SEEN).settles == ("state",)
    answer = asked.answer("Should it stay open?", ALL_SEEN)
    assert answer.text.startswith("No") and "closed" in answer.text.lower() and answer.settles == ("state",)


def test_furniture_to_open_is_told():
    asked = user(CABINETS)
    for question in (
        "Which cabinet should I open?",
        "Should I open cabinet_2?",
        "Should I open the low white cabinet?",
    ):
        assert asked.answer(question, ALL_SEEN).settles == ("target",)
    answer = asked.answer("Should I open mark 1?", replace(ALL_SEEN, marks={1: "cabinet_1.door"}))
    assert answer.text.lower().startswith("no") and "low white cabinet" in answer.text


def test_what_is_held_is_this_one():
    holding = replace(ALL_SEEN, holding="coffee_mug_2")
    assert user(target()).answer("Is this the right one?", holding).settles == ("target",)


def test_a_reason_is_given_with_the_target_alone():
    asked = user(target(), destination(), prefers="i like stripes")
    assert "I like stripes." in asked.answer("Which mug?", ALL_SEEN).text
    assert "stripes" not in asked.answer("Where should it go?", ALL_SEEN).text
    assert "stripes" not in asked.answer("Which mug?", SharedContext()).text


def test_twins_are_told_apart_by_marks_alone():
    names = replace(NAMES, objects={**OBJECTS, "coffee_mug_5": OBJECTS["coffee_mug_1"]})
    profile = UserProfile(ambiguities=(target("coffee_mug_5", ("coffee_mug_1", "coffee_mug_5")),))
    seen = SharedContext(seen=tuple(names.objects))
    asked = RuleBasedUser(profile, names, 0)
    assert asked.answer("Which mug?", seen).settles == ()
    answer = asked.answer("Which mug?", replace(seen, marks={1: "coffee_mug_1", 2: "coffee_mug_5"}))
    assert answer.settles == ("target",) and "mark 2" in answer.text.lower()


def test_without_a_wish_left_open_nothing_is_settled():
    for question in QUESTIONS:
        assert RuleBasedUser(UserProfile(), NAMES, 0).answer(question, ALL_SEEN).settles == ()


def test_an_answer_takes_less_than_a_millisecond():
    context = replace(ALL_SEEN, questions=tuple(QUESTIONS[:6]))
    user(target(), destination()).answer(QUESTIONS[0], context)
    asked = user(target(), destination())
    start = time.process_time()
    for question in QUESTIONS:
        asked.answer(question, context)
    assert (time.process_time() - start) / len(QUESTIONS) < 1e-3
