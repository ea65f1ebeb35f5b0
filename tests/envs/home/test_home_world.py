"""The home world: what an episode shows, costs and ends with, and that its task and calls alone decide it."""

from __future__ import annotations

import json
import socket
from dataclasses import replace

import numpy as np
import pytest

from envs.environment import InfraError, ReplyError, TaskError
from envs.episode import EventKind, Outcome, Severity, Task, ToolCall
from envs.home.apartments import load_scene
from envs.home.site import KEPT, SiteLibrary
from envs.home.user import EndpointSettings
from envs.home.world import HomeWorld
from envs.images import ImageStore
from envs.perturbation import Perturbation
from envs.reply import format_reply, parse_reply
from tests.home_play import (
    APPLE,
    BOX,
    DOOR,
    SCENE,
    TASK,
    THINGS,
    WALK,
    WISH,
    ask,
    episode,
    gaze,
    home_task,
    mark_of,
    nav,
    pick,
    place,
    play,
    show,
    turn,
)


@pytest.fixture(scope="module")
def world():
    made = HomeWorld(picture_size=48)
    yield made
    made.close()


def delivering(world: HomeWorld, task: Task, name: str, where: str) -> list[ToolCall]:
    """The calls that bring a thing from the counter somewhere."""
    play(world, task, [nav("counter_1"), WALK])
    mark = mark_of(world, name)
    world.step(gaze(mark))
    return [nav("counter_1"), WALK, gaze(mark), pick(mark), nav(where), place(where)]


# -- the start --------------------------------------------------------------------------------------------------------


def test_the_first_observation_tells_the_map_and_no_thing(world):
    seen = world.reset(TASK)
    assert (seen.instruction, seen.feedback, len(seen.images)) == ("Tidy up, please.", "", 1)
    assert dict(seen.facts) == {
        "At": "nowhere yet",
        "Gripper": "empty",
        "Marks": "none",
        "Receptacles": ", ".join(load_scene(SCENE).ids),
    }


def test_a_reset_depends_on_the_task_alone(world):
    """Also twice in a row, and after other tasks were played halfway."""
    first = world.reset(TASK), world.state
    assert (world.reset(TASK), world.state) == first
    for other in (WISH, DOOR, replace(TASK, seed=3)):
        play(world, other, [nav("counter_1"), WALK, pick(1)])
        assert (world.reset(TASK), world.state) == first
    assert world.remaining == 60


def test_another_seed_lays_things_otherwise(world):
    world.reset(TASK)
    first = world.state.placements
    world.reset(replace(TASK, seed=3))
    assert world.state.graph == world.site.start.graph and world.state.placements != first


def test_a_task_that_cannot_be_leaves_the_world_as_it_was(world):
    steps = play(world, TASK, [nav("counter_1")])
    with pytest.raises(TaskError, match="scene"):
        world.reset(replace(TASK, parameters={**TASK.parameters, "scene": "castle"}))
    assert world.state.at == "counter_1" and world.step(WALK).info["remaining"] == steps[-1].info["remaining"] - 1


def test_things_that_find_no_room_are_a_task_error(world):
    crowd = {f"cereal_box_{i}": (*BOX, "sink_1") for i in range(40)}
    with pytest.raises(TaskError, match=r"initial\.contents\.sink_1: .*no room"):
        world.reset(home_task(crowd, {"cereal_box_1": "bed_1"}))


def test_a_thing_may_be_held_at_the_start(world):
    task = home_task({**THINGS, "apple_2": (*APPLE, None)}, {"apple_2": "bed_1"})
    assert dict(world.reset(task).facts)["Gripper"] == "apple"
    world.step(nav("bed_1"))
    assert world.step(place("bed_1")).outcome == Outcome.SUCCESS


# -- purity -----------------------------------------------------------------------------------------------------------

CALLS = [nav("nightstand_1"), WALK, turn(1), WALK, gaze(1), pick(1), pick(2), nav("counter_1"), show("mug"), gaze(1)]


def test_an_episode_is_a_function_of_its_task_and_calls(world):
    """A used world, a fresh one and one that shares its scenes with another amid an episode play the same steps."""
    fresh = HomeWorld(picture_size=48)
    library = SiteLibrary(picture_size=48)
    one, other = HomeWorld(library=library), HomeWorld(library=library)
    first = episode(world, TASK, CALLS)
    play(other, TASK, [nav("nightstand_1"), WALK, turn(1), nav("counter_1")])
    assert episode(fresh, TASK, CALLS) == first == episode(one, TASK, CALLS)
    other.step(WALK)
    play(world, WISH, CALLS[::-1])
    assert episode(world, TASK, CALLS) == first
    for made in (fresh, one, other):
        made.close()
    library.close()


def test_pictures_are_the_same_bytes_whoever_drew_them(tmp_path):
    images = []
    for i in range(2):
        store = ImageStore(tmp_path / str(i))
        made = HomeWorld(store, 64)
        steps = play(made, TASK, CALLS if i else CALLS[:4])[:4]
        images.append([np.asarray(store.get(step.observation.images[0])) for step in steps])
        made.close()
    assert all(np.array_equal(a, b) and a.shape == (64, 64, 3) for a, b in zip(*images, strict=True))


def test_the_size_and_the_faults_of_pictures_change_no_step():
    plain = HomeWorld(picture_size=32)
    share = HomeWorld.share(ImageStore(None), 64, None, Perturbation(blur=2.0))
    blurred = HomeWorld(**share)
    one, other = (episode(made, TASK, CALLS) for made in (plain, blurred))
    for a, b in zip(one.turns, other.turns, strict=True):
        assert replace(a.step, observation=replace(a.step.observation, images=())) == replace(
            b.step, observation=replace(b.step.observation, images=())
        )
        assert a.step.observation.images != b.step.observation.images
    plain.close()
    blurred.close()
    share["library"].close()


def test_a_library_keeps_few_sites_that_nobody_plays_on_and_all_that_somebody_does():
    library = SiteLibrary(picture_size=16)
    busy, site = library.open(TASK)
    for seed in range(1, KEPT + 4):
        library.leave(library.open(replace(TASK, seed=seed))[0])
    assert len(library._sites) <= KEPT + 1
    assert library.open(TASK) == (busy, site)
    library.close()


def test_a_picture_of_no_pixels_is_refused():
    with pytest.raises(ValueError, match="picture_size: 0"):
        HomeWorld(picture_size=0)


# -- steps, budgets, outcomes -----------------------------------------------------------------------------------------


def test_every_step_tells_rewards_what_they_need(world):
    calls = delivering(world, TASK, "coffee_mug_3", "coffee_table_1")
    steps = play(world, TASK, calls)
    assert [step.info["remaining"] for step in steps] == [59, 58, 57, 56, 55, 54]
    assert [step.info["goals_done"] for step in steps] == [0, 0, 0, 0, 0, 1]
    assert [step.info["at"] for step in steps] == ["counter_1"] * 4 + ["coffee_table_1"] * 2
    assert {step.info["goals_total"] for step in steps} == {1}
    assert steps[1].info["marks"].keys() == {"1", "2"} and steps[3].info["graph"]["held"] == "coffee_mug_3"
    assert [step.before for step in steps[1:]] == [step.after for step in steps[:-1]]
    assert all(json.loads(json.dumps(dict(step.info))) == step.info for step in steps)
    assert steps[-1].outcome == Outcome.SUCCESS and all(step.outcome is None for step in steps[:-1])


def test_a_goal_that_is_lost_counts_no_more(world):
    task = home_task(THINGS, {"coffee_mug_3": "coffee_table_1", "apple_1": "bed_1"})
    play(world, task, delivering(world, task, "coffee_mug_3", "coffee_table_1"))
    world.step(WALK)
    step = world.step(pick(mark_of(world, "coffee_mug_3")))
    assert (step.info["goals_done"], step.info["goals_total"]) == (0, 2)


def test_the_budget_ends_an_episode(world):
    short = home_task(THINGS, {"coffee_mug_3": "bed_1"}, budget=3)
    steps = play(world, short, [nav("counter_1"), ReplyError("no_json", "what?"), nav("counter_1")])
    assert [step.outcome for step in steps] == [None, None, Outcome.TRUNCATED]
    assert steps[-1].info["remaining"] == 0


def test_success_with_the_last_step_is_success(world):
    calls = delivering(world, TASK, "coffee_mug_3", "coffee_table_1")
    task = home_task(THINGS, {"coffee_mug_3": "coffee_table_1"}, budget=len(calls))
    assert play(world, task, calls)[-1].outcome == Outcome.SUCCESS


def test_an_ended_episode_takes_no_step(world):
    calls = delivering(world, TASK, "coffee_mug_3", "coffee_table_1")
    play(world, TASK, calls)
    with pytest.raises(RuntimeError, match="has ended"):
        world.step(WALK)
    world.reset(TASK)
    assert world.step(WALK).outcome is None


def test_opening_what_is_to_be_open_succeeds(world):
    steps = play(world, DOOR, [nav("wardrobe_1"), WALK, turn(2)])
    assert [step.info["goals_done"] for step in steps] == [0, 0, 1] and steps[-1].outcome == Outcome.SUCCESS


def test_a_world_can_be_closed_twice_and_used_again():
    made = HomeWorld(picture_size=16)
    first = made.reset(TASK)
    made.close()
    made.close()
    assert made.reset(TASK) == first
    made.close()


# -- wrong deliveries -------------------------------------------------------------------------------------------------


def test_the_wanted_thing_in_a_place_that_is_not_meant_ends_a_wish(world):
    step = play(world, WISH, delivering(world, WISH, "coffee_mug_3", "sofa_1"))[-1]
    assert step.outcome == Outcome.FAILURE and step.info["wrong"] == 1
    event = step.events[-1]
    assert (event.kind, event.severity, event.data["code"]) == (EventKind.FAILED, Severity.SEVERE, "wrong_delivery")
    assert event.data["object"] == "coffee_mug_3" and event.text == ""


def test_another_thing_in_the_right_place_ends_a_wish(world):
    step = play(world, WISH, delivering(world, WISH, "coffee_mug_4", "bed_1"))[-1]
    assert step.outcome == Outcome.FAILURE and step.info["wrong"] == 1


def test_what_is_put_back_or_down_on_the_way_is_no_wrong_delivery(world):
    for where in ("counter_1", "rack_1"):
        step = play(world, WISH, delivering(world, WISH, "coffee_mug_3", where))[-1]
        assert step.outcome is None and step.info["wrong"] == 0


def test_the_right_thing_in_the_right_place_fulfils_a_wish(world):
    assert play(world, WISH, delivering(world, WISH, "coffee_mug_3", "bed_1"))[-1].outcome == Outcome.SUCCESS


def test_without_a_limit_wrong_deliveries_are_counted_and_end_nothing(world):
    step = play(world, TASK, delivering(world, TASK, "coffee_mug_4", "bed_1"))[-1]
    assert step.outcome is None and step.info["wrong"] == 1 and step.events[-1].severity == Severity.MODERATE


# -- asking -----------------------------------------------------------------------------------------------------------


def test_an_answer_settles_what_is_unclear_once_the_thing_was_found(world):
    question = "Which mug do you want, and where should I put it?"
    steps = play(world, WISH, [ask(question), nav("counter_1"), WALK, ask(question), ask(question)])
    asked = [e.data for step in steps for e in step.events if e.kind == EventKind.ASKED]
    assert [a["question"] for a in asked] == [question] * 3
    assert asked[0]["ambiguities"] == ["destination"]  # nobody has seen a mug yet
    assert asked[1]["ambiguities"] == ["target"] and asked[1]["resolves"]
    assert asked[2]["ambiguities"] == [] and not asked[2]["resolves"]
    assert steps[-1].info["settled"] == ["destination", "target"]
    for step in (steps[0], *steps[3:]):
        answers = [e.text for e in step.events if e.kind == EventKind.ANSWERED]
        assert step.observation.feedback == "".join(answers)
        assert all(text.startswith('The person says: "') for text in answers)


def test_without_a_person_asking_tells_nothing(world):
    step = play(world, TASK, [ask("Where is the mug?")])[0]
    assert step.observation.feedback == 'The person says: "I have told you all that I want."'
    assert step.events[0].data == {"question": "Where is the mug?", "resolves": False, "ambiguities": []}
    assert step.info["remaining"] == 59


def _closed_port() -> int:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return server.getsockname()[1]


def test_a_person_whose_server_fails_is_a_fault_of_the_simulator_and_the_world_goes_on(world):
    address = f"http://127.0.0.1:{_closed_port()}/v1"
    settings = EndpointSettings(endpoint=address, model="m", tries=1, seconds=2.0, fallback=False)
    made = HomeWorld(picture_size=48, user=settings)
    made.reset(WISH)
    made.step(nav("counter_1"))
    before = made.state, made.remaining
    with pytest.raises(InfraError):
        made.step(ask("Which one?"))
    assert (made.state, made.remaining) == before
    assert episode(made, TASK, CALLS) == episode(world, TASK, CALLS)
    made.close()


def test_a_failing_server_with_a_fallback_answers_like_the_rules(world):
    address = f"http://127.0.0.1:{_closed_port()}/v1"
    made = HomeWorld(picture_size=48, user=EndpointSettings(endpoint=address, model="m", tries=1, seconds=2.0))
    calls = [nav("counter_1"), WALK, ask("Which mug do you want?")]
    assert episode(made, WISH, calls) == episode(world, WISH, calls)
    made.close()


# -- replies that are none --------------------------------------------------------------------------------------------


def test_an_invalid_reply_costs_a_step_and_changes_nothing(world):
    play(world, TASK, [nav("counter_1"), WALK])
    before = world.state
    step = world.step(ReplyError("not_json", "the reply is no JSON"))
    assert world.state == before and step.before == step.after and step.info["remaining"] == 57
    assert step.observation.feedback == "the reply is no JSON"
    assert [(e.kind, e.data) for e in step.events] == [(EventKind.INVALID_REPLY, {"kind": "not_json"})]


LONG, TOKENS, ODD = "x" * 100_000, "<|im_end|><|image_pad|>", "²١ ﷽ \u202e 🫖 \x00\n"


@pytest.mark.parametrize(
    ("call", "kind"),
    [
        (ToolCall("fly", {}), "unknown_tool"),
        (ToolCall(LONG, {}), "unknown_tool"),
        (ToolCall("nav_to", {}), "arguments"),
        (ToolCall("nav_to", {"receptacle": 3}), "arguments"),
        (ToolCall("nav_to", {"receptacle": None}), "arguments"),
        (ToolCall("nav_to", {"receptacle": "counter_1", "fast": True}), "arguments"),
        (ToolCall("walk_around", {"times": 2}), "arguments"),
        (ToolCall("show_object_by_category", {"category": ""}), "arguments"),
        (ToolCall("show_object_by_category", {"category": LONG}), "arguments"),
        (ToolCall("pick", {"mark": "3"}), "arguments"),
        (ToolCall("pick", {"mark": 3.0}), "arguments"),
        (ToolCall("pick", {"mark": True}), "arguments"),
        (ToolCall("pick", {"mark": [1]}), "arguments"),
        (ToolCall("gaze_at", {"mark": float("nan")}), "arguments"),
        (ToolCall("place", {"target": 1.5}), "arguments"),
        (ToolCall("place", {"target": {"mark": 1}}), "arguments"),
        (ToolCall("ask", {"question": ""}), "arguments"),
        (ToolCall("ask", {"question": LONG}), "arguments"),
        (ToolCall("pick", {"mark": 10**4000}), None),
        (ToolCall("pick", {"mark": -1}), None),
        (ToolCall("open", {"mark": -(10**4000)}), None),
        (ToolCall("place", {"target": "9" * 10_000}), None),
        (ToolCall("place", {"target": "²"}), None),
        (ToolCall("place", {"target": "3"}), None),
        (ToolCall("place", {"target": TOKENS}), None),
        (ToolCall("nav_to", {"receptacle": LONG}), None),
        (ToolCall("nav_to", {"receptacle": ODD}), None),
        (ToolCall("nav_to", {"receptacle": TOKENS}), None),
        (ToolCall("show_object_by_category", {"category": ODD}), None),
        (ToolCall("show_object_by_category", {"category": "   "}), None),
        (ToolCall("show_object_by_category", {"category": "(" * 60}), None),
        (ToolCall("ask", {"question": ODD}), None),
        (ToolCall("ask", {"question": TOKENS}), None),
        (ToolCall("ask", {"question": "(a+)+" * 60}), None),
        (ToolCall("ask", {"question": "mark " * 60}), None),
        (ToolCall("ask", {"question": "Is it mark " + "9" * 200 + "?"}), None),
    ],
)
def test_hostile_calls_are_steps_like_any_other(world, call, kind):
    play(world, WISH, [nav("counter_1"), WALK])
    graph = world.state.graph
    step = world.step(call)
    assert step.info["remaining"] == 57 and world.state.graph == graph and step.outcome is None
    assert len(step.observation.feedback) < 1000
    invalid = [e.data["kind"] for e in step.events if e.kind == EventKind.INVALID_REPLY]
    assert invalid == ([kind] if kind else [])


def test_calls_pass_through_the_reply_format(world):
    for call in CALLS:
        assert parse_reply(format_reply("Well.", None, call), world.tools, False).call == call
