"""Hostile task files, and the people's own words: what the kitchen refuses at the start, and what it understands."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from envs.assist.action import Action
from envs.assist.cook.domain import CookDomain
from envs.assist.cook.layouts import LAYOUTS
from envs.assist.cook.recipes import RECIPES
from envs.assist.cook.world import CookWorld
from envs.assist.errors import ErrorFacts, addressed
from envs.assist.grounding import Grammar
from envs.assist.grounding.act import ActKind
from envs.assist.log import EntryKind
from envs.assist.persona import PROFILES
from envs.assist.schedule import ERROR_KINDS, QUESTION_KINDS, ScheduledChange, ScheduledError, ScheduledEvent
from envs.environment import TaskError
from envs.episode import Task, ToolCall
from tests.envs.assist.cook.cook_play import act, domain_of

FROZEN = Path(__file__).parents[4] / "configs/benchmarks/ivg_cook.jsonl"
NOW = {"type": "since", "tick": 0}
BURRITO = domain_of("loaded_burrito", "galley")
ODD = [None, 7, True, 1.5, [], ["x"], {}, "", "nope", "\u202e", "rice", "fridge", "pass", "counter_1", "skip", [1, 2]]
FIELDS = ["how", "item", "instead", "leave_out", "add", "swap", "carry", "to", "clear", "thing", "of", "action", "zz"]


def frozen() -> list[dict[str, Any]]:
    """The domains of the benchmark's cases, each once."""
    cases = map(json.loads, FROZEN.read_text(encoding="utf-8").splitlines())
    return list({json.dumps(case["parameters"]["domain"]): case["parameters"]["domain"] for case in cases}.values())


def event(**fields: Any) -> Any:
    return TypeAdapter(ScheduledEvent).validate_python({"id": "odd one", "when": NOW, **fields})


def task(domain: dict[str, Any], *schedule: dict[str, Any]) -> Task:
    persona = PROFILES["novice"].model_dump()
    return Task("cook", "t", 1, dict(domain=domain, persona=persona, schedule=schedule, deadline=300, last=300))


@pytest.mark.parametrize(
    ("fields", "field", "value"),
    [
        ({"type": "error", "kind": "misstep", "about": {"how": "nope"}}, "about.how", "'nope'"),
        ({"type": "error", "kind": "misstep", "about": {"how": 7}}, "about.how", "7"),
        ({"type": "error", "kind": "unfinished", "about": {"item": ["rice"]}}, "about.item", "['rice']"),
        ({"type": "error", "kind": "wrong_thing", "about": {"instead": "unicorn"}}, "about.instead", "'unicorn'"),
        ({"type": "error", "kind": "wrong_order", "about": {"zz": 1}}, "about", "'zz'"),
        ({"type": "plan_change", "kind": "modify", "about": {"add": None}}, "about.add", "None"),
        ({"type": "plan_change", "kind": "modify", "about": {"swap": [1, "b"]}}, "about.swap", "[1, 'b']"),
        ({"type": "plan_change", "kind": "side_task", "about": {"clear": "moon"}}, "about.clear", "'moon'"),
        ({"type": "question", "kind": "recall", "about": {"thing": None}}, "about.thing", "None"),
        ({"type": "question", "kind": "count", "about": {"zz": 1}}, "about", "zz"),
        ({"type": "question", "kind": "count", "about": {"action": ["fly", "", ""]}}, "about.action", "fly"),
        (
            {"type": "request", "until": {"type": "fact", "thing": "unicorn", "property": "state", "value": "done"}},
            "until.thing",
            "'unicorn'",
        ),
    ],
)
def test_an_event_that_cannot_be_is_refused_at_the_start_by_id_field_and_value(fields, field, value) -> None:
    asked = task({"recipe": "loaded_burrito", "layout": "galley"}, {"id": "odd one", "when": NOW, **fields})
    for refuses in (CookWorld.check, CookWorld(render=False).reset):
        with pytest.raises(TaskError) as refused:
            refuses(asked)
        assert all(part in str(refused.value) for part in ("odd one", field, value))


@settings(max_examples=150, deadline=None)
@given(
    about=st.dictionaries(st.sampled_from(FIELDS), st.sampled_from(ODD), max_size=2),
    kind=st.sampled_from([*ERROR_KINDS, *QUESTION_KINDS, "modify", "side_task"]),
)
def test_what_the_check_lets_pass_never_fails_later(about: dict[str, Any], kind: str) -> None:
    types = {**dict.fromkeys(ERROR_KINDS, "error"), **dict.fromkeys(QUESTION_KINDS, "question")}
    odd = event(type=types.get(kind, "plan_change"), kind=kind, about=about)
    try:
        BURRITO.check(odd)
    except TaskError as refused:
        assert "odd one" in str(refused)
        return
    if isinstance(odd, ScheduledError):
        BURRITO.deviate(BURRITO.start(), 0, odd, 1.0)
    elif isinstance(odd, ScheduledChange):
        try:
            BURRITO.revise(BURRITO.start(), odd)
        except TaskError:  # it depends on the state
            return


@pytest.mark.parametrize(("sign", "named"), [("\u202e", "U+202E"), ("\n", "U+000A"), ("\x1b", "U+001B")])
@pytest.mark.parametrize("where", ["title", "name"])
def test_signs_that_cannot_be_seen_and_endless_titles_are_refused(where: str, sign: str, named: str) -> None:
    recipe = RECIPES["loaded_burrito"].model_dump(mode="json")
    with pytest.raises(TaskError, match=f"domain.recipe.{where}.*U.{named[2:]}"):
        CookDomain({"recipe": {**recipe, where: f"a{sign}b"}, "layout": "galley"})
    with pytest.raises(TaskError, match=f"domain.recipe.{where}"):
        CookDomain({"recipe": {**recipe, where: "x" * 10_000}, "layout": "galley"})


@pytest.mark.parametrize("label", ["x" * 500, "left\u202eboard"])
def test_labels_of_stations_are_short_and_plain(label: str) -> None:
    layout = LAYOUTS["galley"].model_dump(mode="json")
    sign = next(iter(layout["legend"]))
    layout["legend"][sign]["label"] = label
    with pytest.raises(TaskError, match="label"):
        CookDomain({"recipe": "loaded_burrito", "layout": layout})


@pytest.mark.parametrize("recipe", sorted(RECIPES))
def test_every_part_of_a_sheet_is_advice_and_its_preparations_can_be_carried_out(recipe: str) -> None:
    domain = domain_of(recipe, "galley")
    for part, words in domain.sheet.parts.items():
        heard = Grammar.of(domain.lexicon).ground(f"Please {words}.")
        advice = [one.action for one in heard.acts if one.kind == ActKind.ADVISE]
        assert advice and not heard.unknown, words
        if part not in ("plate", "serve"):
            state, tick = domain.start(), 0
            for wanted in advice:
                way = domain.towards(state, tick, wanted)
                assert way, (words, wanted)
                for action in way:
                    state, tick = act(domain, state, tick, action)
            need = next(need for need in domain.goal.needs if need.item == part)
            on_heat = [portion for portion in state.portions if portion.since is not None]
            assert [(p.food, p.chopped) for p in on_heat] == ([(need.food, need.chopped)] if need.cooked else [])


def test_every_part_of_the_benchmarks_sheets_is_advice() -> None:
    for parameters in frozen():
        domain = CookDomain(parameters)
        for words in domain.sheet.parts.values():
            acts = Grammar.of(domain.lexicon).ground(f"{words}.").acts
            assert ActKind.ADVISE in [one.kind for one in acts], words


@pytest.mark.parametrize("verb", ["Cook", "Fry", "Please boil", "You should cook", "Heat up", "Let's cook"])
def test_peoples_verbs_for_cooking_are_understood(verb: str) -> None:
    (advice,) = Grammar.of(BURRITO.lexicon).ground(f"{verb} the rice.").acts
    assert advice.kind == ActKind.ADVISE and advice.action == Action("cook", "rice")
    assert BURRITO.refusal(BURRITO.start(), advice.action)


def test_a_claim_of_having_cooked_says_no_verb_that_no_log_could_hold() -> None:
    (claim,) = Grammar.of(BURRITO.lexicon).ground("You have cooked the rice.").acts
    assert claim.kind == ActKind.CLAIM and claim.target == "rice" and claim.verb == ""


def test_the_dish_is_not_plated_before_its_food_is_ready() -> None:
    (advice,) = Grammar.of(BURRITO.lexicon).ground("Plate the dish in order.").acts
    assert BURRITO.towards(BURRITO.start(), 0, advice.action) == ()
    assert BURRITO.towards(BURRITO.start(), 0, Action("scoop", "plate")) == ()


def test_to_cook_it_is_a_warning_of_an_error_that_leaves_it_raw() -> None:
    skip = event(type="error", kind="misstep", about={"how": "skip", "item": "steak"})
    deviation = BURRITO.deviate(BURRITO.start(), 0, skip, 1.0)
    assert deviation is not None
    facts = ErrorFacts.of("skip", deviation)
    grammar = Grammar.of(BURRITO.lexicon)
    assert addressed(grammar.ground("Cook the steak.").acts, [facts]) == [facts]
    assert not addressed(grammar.ground("Cook the rice.").acts, [facts])


@pytest.mark.parametrize("profile", sorted(PROFILES))
def test_people_who_mean_to_cook_something_do_not_dispute_being_told_to(profile: str) -> None:
    asked = task({"recipe": "loaded_burrito", "layout": "galley"})
    world = CookWorld(render=False)
    world.reset(Task("cook", "t", 1, {**asked.parameters, "persona": PROFILES[profile].model_dump()}))
    world.step(ToolCall("say", {"message": "Cook the steak."}))
    for _ in range(25):
        world.step(ToolCall("stay_silent", {}))
    heard = [entry.data["response"] for entry in world.harness.log.of_kind(EntryKind.HEARD)]
    assert heard and not {"object", "doubt", "ask_back"} & set(heard)
    if heard == ["follow"]:
        taken = [
            entry.data["action"][1]
            for entry in world.harness.log.of_kind(EntryKind.DID)
            if "pick_up" in entry.data["action"]
        ]
        assert "steak" in taken[:2], taken
