"""A task that cannot be gives one TaskError that names the task, the field and its value."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from envs.environment import TaskError
from envs.home.perception import Noise
from envs.home.task import FAMILIES, CheckedTask
from tests.home_play import APPLE, MUG, home_task

GOOD = home_task(
    {"coffee_mug_1": (*MUG, "counter_1"), "apple_1": (*APPLE, None)}, {"coffee_mug_1": "bed_1", "apple_1": "bed_1"}
)
USER = {"ambiguities": [{"id": "target", "candidates": ["coffee_mug_1", "apple_1"], "truth": "coffee_mug_1"}]}
CONTENTS = {"counter_1": ["coffee_mug_1"]}


def graph(contents: Any = CONTENTS, opened: Any = (), held: Any = "apple_1") -> dict[str, Any]:
    return {"contents": contents, "open": dict(opened), "held": held}


def changed(**fields: Any):
    parameters = {key: value for key, value in {**GOOD.parameters, **fields}.items() if value is not ...}
    return replace(GOOD, id="t-7", parameters=parameters)


def test_a_good_task_is_taken_as_it_is():
    checked = CheckedTask(GOOD)
    assert checked.initial.held == "apple_1" and checked.goal.where("apple_1") == "bed_1"
    assert checked.asked.budget == 60 and checked.asked.user is None


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_is_known(family):
    assert CheckedTask(changed(family=family)).asked.family == family


def test_what_is_left_out_has_a_default():
    checked = CheckedTask(changed(noise=..., ask_budget=..., budget=...))
    assert checked.asked.noise == Noise() and checked.asked.ask_budget == 0


MANY = {f"apple_{i}": {"category": "apple", "instance": 0} for i in range(2)}
TWO = {"coffee_mug_1": {"category": "coffee_mug", "instance": 0}, "apple_1": {"category": "apple", "instance": 0}}


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"scene": "castle_1"}, ["scene", "castle_1"]),
        ({"scene": "apartment_-1"}, ["scene", "apartment_-1"]),
        ({"scene": "../../etc/passwd"}, ["scene", "../../etc/passwd"]),
        ({"scene": 3}, ["scene", "3"]),
        ({"scene": ...}, ["scene", "required"]),
        ({"family": "FUN"}, ["family", "FUN"]),
        ({"instruction": ""}, ["instruction"]),
        ({"instruction": None}, ["instruction", "None"]),
        ({"budget": 0}, ["budget", "0"]),
        ({"budget": 2.5}, ["budget", "2.5"]),
        ({"budget": True}, ["budget", "True"]),
        ({"budget": "60"}, ["budget", "60"]),
        ({"ask_budget": -1}, ["ask_budget", "-1"]),
        ({"most_wrong": 0}, ["most_wrong", "0"]),
        ({"colour": "red"}, ["colour", "red"]),
        ({"noise": {"missed": float("nan")}}, ["noise.missed", "nan"]),
        ({"noise": {"missed": 1.5}}, ["noise.missed", "1.5"]),
        ({"noise": {"least_share": -0.1}}, ["noise.least_share", "-0.1"]),
        ({"noise": {"fog": 0.1}}, ["noise.fog", "0.1"]),
        ({"noise": None}, ["noise", "None"]),
        (
            {"objects": {**TWO, "apple_1": {"category": "dragon", "instance": 0}}},
            ["objects.apple_1.category", "dragon"],
        ),
        ({"objects": {**TWO, "apple_1": {"category": "apple", "instance": 999}}}, ["objects.apple_1.instance", "999"]),
        ({"objects": {**TWO, "apple_1": {"category": "apple", "instance": -1}}}, ["objects.apple_1.instance", "-1"]),
        ({"objects": {**TWO, "apple_1": {"category": "apple"}}}, ["objects.apple_1.instance", "required"]),
        ({"objects": {**TWO, "bed_1": {"category": "apple", "instance": 0}}}, ["objects.bed_1", "receptacle"]),
        ({"objects": []}, ["objects"]),
        ({"objects": {"apple_1": TWO["apple_1"]}}, ["initial", "coffee_mug_1"]),
        ({"objects": {**TWO, "apple_2": TWO["apple_1"]}}, ["initial", "apple_2"]),
        ({"initial": graph({"counter_1": ["coffee_mug_1"], "bed_1": ["coffee_mug_1"]})}, ["initial", "coffee_mug_1"]),
        ({"initial": graph({"counter_1": ["coffee_mug_1", "apple_1"]})}, ["initial", "apple_1"]),
        ({"initial": graph({"counter_7": ["coffee_mug_1"]})}, ["initial.contents.counter_7", "standard_1"]),
        ({"initial": graph(opened={"counter_1": True})}, ["initial.open.counter_1", "opens"]),
        ({"initial": graph(opened={"wardrobe_1": "yes"})}, ["initial", "wardrobe_1", "yes"]),
        ({"initial": graph({"counter_1": "coffee_mug_1"})}, ["initial", "counter_1"]),
        ({"initial": {}}, ["initial", "contents"]),
        ({"initial": []}, ["initial"]),
        ({"goal": graph({"counter_1": ["coffee_mug_1", "book_1"]})}, ["goal", "book_1"]),
        ({"goal": graph(held=None)}, ["goal", "apple_1"]),
        ({"goal": graph({"moon_1": ["coffee_mug_1"]})}, ["goal.contents.moon_1"]),
        ({"goal": graph(opened={"bed_1": True})}, ["goal.open.bed_1"]),
        ({"user": {"ambiguities": [{**USER["ambiguities"][0], "truth": "book_1"}]}}, ["user.ambiguities.0", "book_1"]),
        (
            {"user": {"ambiguities": [{**USER["ambiguities"][0], "candidates": ["coffee_mug_1", "book_1"]}]}},
            ["user.ambiguities.0.candidates", "book_1"],
        ),
        ({"user": {"known": ["moon_1"]}}, ["user.known", "moon_1"]),
        ({"user": {"remembers": {"book_1": "bed_1"}}}, ["user.remembers", "book_1"]),
        ({"user": {"remembers": {"apple_1": "moon_1"}}}, ["user.remembers.apple_1", "moon_1"]),
        ({"user": {"mood": "bad"}}, ["user.mood", "bad"]),
    ],
)
def test_a_task_that_cannot_be_says_which_field_is_wrong(fields, words):
    with pytest.raises(TaskError) as caught:
        CheckedTask(changed(**fields))
    text = str(caught.value)
    assert text.startswith("task t-7: ") and "\n" not in text and len(text) < 400
    assert all(word in text for word in words), text


@pytest.mark.parametrize(
    "name",
    ["apple", "apple.1", "apple_1.door", "counter_1.door", "apple/0", 'apple"_1', "<geom/>_1", "", "Apple_1", "äpfel_1",
     "apple_1\n", "a b_1"],
)  # fmt: skip
def test_an_object_that_no_body_can_be_named_after_is_refused(name):
    objects = {"coffee_mug_1": TWO["coffee_mug_1"], name: TWO["apple_1"]}
    fields = {"objects": objects, "initial": graph(held=name), "goal": graph(held=name)}
    with pytest.raises(TaskError, match="task t-7: objects"):
        CheckedTask(changed(**fields))
