"""The assist worlds as environments: what they show, what a bad task is told, what a reply that is none costs."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from envs.assist.cook.painter import CookPainter
from envs.assist.cook.world import CookWorld
from envs.assist.domain import Motion
from envs.assist.frames import KEPT, FrameLibrary
from envs.assist.log import EntryKind
from envs.assist.tools import LONGEST_MESSAGE
from envs.assist.world import MOST_FRAMES, AssistWorld
from envs.environment import WORLDS as REGISTERED
from envs.environment import ReplyError, TaskError, make
from envs.episode import EventKind, Observation, Outcome, Step, Task, ToolCall
from envs.images import ImageStore
from envs.perturbation import Perturbation
from envs.settings import SettingsError
from envs.simulators import LocalSimulators, Simulators, WorkerSimulators, WorldRecipe
from tests.envs.assist.assist_play import WORLDS, as_bytes, frozen, play, some_episodes, symbolic

SIZE = 48
SILENT = ToolCall("stay_silent", {})


def say(message: str) -> ToolCall:
    return ToolCall("say", {"message": message})


def altered(task: Task, **changes: Any) -> Task:
    return replace(task, parameters={**task.parameters, **changes})


def alone(task: Task) -> Task:
    """The task with a person of high skill and no schedule: done without help."""
    return altered(task, schedule=[], persona={"skill": "high", "trust": "high"})


def run(world: AssistWorld, task: Task, calls: list[ToolCall | ReplyError] | None = None) -> list[Observation | Step]:
    """The start and every step, of these calls or of silence to the end."""
    found: list[Observation | Step] = [world.reset(task)]
    for call in calls if calls is not None else [SILENT] * 1000:
        step = world.step(call)
        found.append(step)
        if step.outcome is not None:
            break
    return found


# -- pictures ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", WORLDS)
def test_a_turn_shows_one_picture_of_the_size_that_was_asked_for(name):
    store = ImageStore(None)
    world = make(name, {"images": store, "picture_size": SIZE})
    task = frozen(name)[0]
    first = world.reset(task)
    seen = [first, *(world.step(SILENT).observation for _ in range(4))]
    assert [len(one.images) for one in seen] == [1] * 5 and len({one.images for one in seen}) > 1
    picture = np.asarray(store.get(first.images[0]))
    assert picture.shape == (SIZE, SIZE, 3) and picture.dtype == np.uint8 and picture.std() > 5
    world.close()


def test_more_frames_show_what_happened_in_the_turn_each_once_the_latest_last():
    calls = [SILENT] * 25
    shown = {}
    for frames in (1, 3):
        world = make("cook", {"picture_size": SIZE, "frames": frames})
        shown[frames] = [s.observation for s in run(world, frozen("cook")[0], calls)[1:] if isinstance(s, Step)]
        world.close()
    for one, several in zip(shown[1], shown[3], strict=True):
        assert 1 <= len(several.images) <= 3 and len(set(several.images)) == len(several.images)
        assert several.images[-1:] == one.images
        assert replace(several, images=()) == replace(one, images=())
    counts = {len(one.images) for one in shown[3]}
    assert 3 in counts and 1 in counts  # while the person hesitates every frame is the same


@pytest.mark.parametrize("name", WORLDS)
def test_without_rendering_there_are_no_pictures_and_all_else_is_the_same(name):
    task = frozen(name)[2]
    calls = [SILENT, say("Please wait."), SILENT, SILENT]
    drawn, bare = (make(name, {"picture_size": SIZE, "render": render}) for render in (True, False))
    for a, b in zip(run(drawn, task, calls), run(bare, task, calls), strict=True):
        seen, blind = (s.observation if isinstance(s, Step) else s for s in (a, b))
        assert seen.images and not blind.images
        assert replace(seen, images=()) == blind
        if isinstance(a, Step) and isinstance(b, Step):
            assert replace(a, observation=blind) == replace(b, observation=blind)
    drawn.close()
    bare.close()


class CountingPainter(CookPainter):
    """The kitchen's painter, which tells how much it has drawn, and when it is closed."""

    drawn = closed = 0

    def frame(self, state: Any, tick: int, motion: Motion) -> np.ndarray:
        type(self).drawn += 1
        return super().frame(state, tick, motion)

    def close(self) -> None:
        type(self).closed += 1
        super().close()


class CountingWorld(CookWorld):
    def painter(self, domain: Any, size: int) -> CookPainter:
        return CountingPainter(domain, size)


@pytest.fixture
def painter():
    CountingPainter.drawn = CountingPainter.closed = 0
    return CountingPainter


def test_two_episodes_of_a_task_draw_each_frame_once(painter):
    library = FrameLibrary(None, SIZE)
    one, other = CountingWorld(library=library), CountingWorld(library=library)
    task = frozen("cook")[0]
    first = run(one, task, [SILENT] * 12)
    drawn = painter.drawn
    pictures = {s.observation.images for s in first if isinstance(s, Step)}
    assert 2 < len(pictures) <= drawn
    assert run(other, task, [SILENT] * 12) == first and painter.drawn == drawn
    one.close()
    other.close()
    assert painter.closed == 0  # the library is not theirs
    library.close()
    assert painter.closed == 1


def test_few_painters_are_kept_that_nobody_looks_at(painter):
    library = FrameLibrary(None, SIZE)
    busy = CountingWorld(library=library)
    busy.reset(frozen("cook")[0])
    world = CountingWorld(library=library)
    tasks = [altered(frozen("cook")[0], domain=domain, schedule=[]) for domain in _domains()]
    for task in tasks:
        world.reset(task)
    assert len(tasks) > KEPT + 1 and painter.closed == len(tasks) - KEPT - 1
    assert busy.step(SILENT).observation.images
    library.close()
    assert painter.closed == len(tasks) + 1


def _domains() -> list[dict[str, Any]]:
    seen = {json.dumps(task.parameters["domain"]): task.parameters["domain"] for task in frozen("cook")}
    first = frozen("cook")[0].parameters["domain"]
    return [domain for domain in seen.values() if domain != first]


def test_a_world_of_its_own_closes_its_painters_and_can_be_used_again(painter):
    world = CountingWorld(picture_size=SIZE)
    first = world.reset(frozen("cook")[0])
    world.close()
    world.close()
    assert painter.closed == 1
    assert world.reset(frozen("cook")[0]) == first
    world.close()
    assert painter.closed == 2


def test_perturbed_pictures_change_nothing_else():
    share = CookWorld.share(ImageStore(None), SIZE, None, Perturbation(blur=2.0))
    plain, blurred = CookWorld(picture_size=SIZE), CookWorld(**share)
    calls = [SILENT] * 6
    for a, b in zip(run(plain, frozen("cook")[0], calls), run(blurred, frozen("cook")[0], calls), strict=True):
        seen, other = (s.observation if isinstance(s, Step) else s for s in (a, b))
        assert seen.images != other.images and replace(seen, images=()) == replace(other, images=())
    plain.close()
    blurred.close()
    share["library"].close()


@pytest.mark.parametrize("frames", [0, -1, MOST_FRAMES + 1])
def test_a_number_of_frames_that_cannot_be_is_refused(frames):
    with pytest.raises(SettingsError, match=f"frames: .*{frames}"):
        CookWorld(frames=frames)


def test_a_picture_of_no_pixels_is_refused():
    with pytest.raises(ValueError, match="picture_size: 0"):
        CookWorld(picture_size=0)


# -- in other processes -----------------------------------------------------------------------------------------------


def answers(simulators: Simulators, tasks: list[Task], calls: list[ToolCall]) -> list[list[Any]]:
    """Every answer of every task, side by side."""
    heard: dict[int, list[Any]] = {key: [] for key in range(len(tasks))}
    for key, task in enumerate(tasks):
        simulators.start(key, task)
    playing = set(heard)
    while playing:
        for key, answer in simulators.collect(math.inf):
            heard[key].append(answer)
            turn = len(heard[key]) - 1
            if turn == len(calls) or getattr(answer, "outcome", None) is not None:
                simulators.release(key)
                playing.discard(key)
            else:
                simulators.step(key, calls[turn])
    return list(heard.values())


@pytest.mark.parametrize("name", WORLDS)
def test_worker_processes_answer_as_the_world_does_here(name, tmp_path):
    """Two episodes of one task and one of another, which share pictures there as they do here."""
    recipe, store = WorldRecipe(name, SIZE, own={"frames": 2}), ImageStore(tmp_path / "images")
    tasks = [frozen(name)[0], frozen(name)[0], frozen(name)[4]]
    calls = [SILENT, say("Please wait."), SILENT, say("Well done.")]
    workers, here = WorkerSimulators(recipe, store, processes=1), LocalSimulators(recipe.maker(store))
    try:
        found = answers(workers, tasks, calls)
        assert found == answers(here, tasks, calls)
        assert found[0] == found[1] != found[2] and len(found[0]) == 5
        store.get(found[2][-1].observation.images[0])
    finally:
        workers.close()
        here.close()


# -- steps ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", WORLDS)
def test_every_step_tells_rewards_what_they_need(name):
    for played in some_episodes(name)[:4]:
        steps = [turn.step for turn in played.episode.turns]
        assert [step.before for step in steps[1:]] == [step.after for step in steps[:-1]]
        for step in steps:
            assert step.info.keys() == {"log", "goals_done", "goals_total", "tick", "remaining"}
            assert json.loads(json.dumps(dict(step.info))) == step.info
            assert step.info["remaining"] == played.task.parameters["deadline"] - step.info["tick"]
            assert 0 <= step.info["goals_done"] <= step.info["goals_total"]
        assert steps[-1].info["goals_done"] == len(played.met)
        assert steps[-1].outcome is not None and all(step.outcome is None for step in steps[:-1])


@pytest.mark.parametrize("name", WORLDS)
def test_events_tell_what_was_done_said_and_met(name):
    for played in some_episodes(name)[:4]:
        for turn in played.episode.turns:
            kinds = [kind for _, kind, _ in turn.step.info["log"]]
            events = [event.kind for event in turn.step.events]
            assert events.count(EventKind.HEARD) == kinds.count(EntryKind.SAID)
            assert events.count(EventKind.TRANSITION) == kinds.count(EntryKind.DID)
            assert events.count(EventKind.GOAL) == kinds.count(EntryKind.MET)
            assert not any(event.text for event in turn.step.events)


@pytest.mark.parametrize("name", WORLDS)
def test_an_able_person_needs_no_help_and_the_end_takes_no_step(name):
    world = symbolic(name)
    last = run(world, alone(frozen(name)[0]))[-1]
    assert isinstance(last, Step) and last.outcome == Outcome.SUCCESS
    with pytest.raises(RuntimeError, match="has ended"):
        world.step(SILENT)
    world.reset(frozen(name)[0])
    assert world.step(SILENT).outcome is None


LONG, ODD = "x" * (LONGEST_MESSAGE + 1), "<|im_end|><|image_pad|> ²١ ﷽ \u202e 🫖 \x00\n"
INVALID: list[ToolCall | ReplyError] = [
    ReplyError("no_json", "the reply is no JSON"),
    ToolCall("shout", {"message": "Stop!"}),
    ToolCall("x" * 100_000, {}),
    ToolCall("say", {}),
    ToolCall("say", {"message": ""}),
    ToolCall("say", {"message": "  \n "}),
    ToolCall("say", {"message": LONG}),
    ToolCall("say", {"message": None}),
    ToolCall("say", {"message": 3}),
    ToolCall("say", {"message": ["Stop!"]}),
    ToolCall("say", {"message": "Stop!", "loud": True}),
    ToolCall("stay_silent", {"message": "Stop!"}),
]


@pytest.mark.parametrize("call", INVALID, ids=range(len(INVALID)))
def test_a_reply_that_is_none_costs_the_turn_and_says_nothing(call):
    world, task = symbolic("phone"), frozen("phone")[0]
    silent = run(world, task, [SILENT] * 3)
    told = run(world, task, [SILENT, call, SILENT])
    assert told[:2] == silent[:2]
    step, quiet = told[2], silent[2]
    assert isinstance(step, Step) and isinstance(quiet, Step)
    assert step.info == quiet.info and step.after == quiet.after
    event = step.events[0]
    assert event.kind == EventKind.INVALID_REPLY and event.text == step.observation.feedback != ""
    assert len(event.text) < 500 and step.events[1:] == quiet.events
    assert told[3] == silent[3]


@pytest.mark.parametrize("text", [ODD, "Stop", "9" * 300, "tap " * 99, '"a"}]', "Wait. " * 60])
def test_any_words_can_be_said(text):
    world = symbolic("phone")
    step = run(world, frozen("phone")[0], [say(text)])[-1]
    assert isinstance(step, Step) and step.observation.feedback == ""
    sent = [data for _, kind, data in step.info["log"] if kind == EntryKind.SENT]
    assert [data["text"] for data in sent] == [text]
    json.dumps(step.info)


@pytest.mark.parametrize("name", WORLDS)
def test_a_reset_depends_on_the_task_alone(name):
    """Also twice in a row, and after another task was played halfway."""
    world = symbolic(name)
    task, other = frozen(name)[0], frozen(name)[5]
    first = world.reset(task)
    key = world.harness.state.key
    assert world.reset(task) == first
    run(world, other, [SILENT, say("Please wait."), SILENT])
    assert world.reset(task) == first and world.harness.state.key == key
    assert as_bytes(play(world, task).episode) == as_bytes(play(symbolic(name), task).episode)


# -- tasks that cannot be ---------------------------------------------------------------------------------------------

EVENT = {"type": "since", "tick": 3}
BAD: list[tuple[dict[str, Any], list[str]]] = [
    ({"deadline": 0}, ["deadline", "0"]),
    ({"deadline": "soon"}, ["deadline", "soon"]),
    ({"last": 3}, ["last", "3"]),
    ({"ticks_per_turn": 0}, ["ticks_per_turn", "0"]),
    ({"hurry": True}, ["hurry"]),
    ({"persona": {"skill": "none"}}, ["persona.skill", "none"]),
    ({"persona": {"mood": "bad"}}, ["persona.mood", "bad"]),
    ({"schedule": [{"type": "error", "id": "e", "when": EVENT, "kind": "sneeze"}]}, ["schedule.0", "kind", "sneeze"]),
    ({"schedule": [{"type": "error", "id": "", "when": EVENT, "kind": "misstep"}]}, ["schedule.0", "id"]),
    ({"schedule": [{"type": "party", "id": "e", "when": EVENT}]}, ["schedule.0", "party"]),
    (
        {"schedule": [{"type": "error", "id": "e", "when": {"type": "moon"}, "kind": "misstep"}]},
        ["schedule.0", "when", "moon"],
    ),
    ({"schedule": [{"type": "question", "id": "q", "when": EVENT, "kind": "count"}] * 2}, ["schedule", "'q'", "twice"]),
]
DOMAINS: dict[str, list[tuple[dict[str, Any], list[str]]]] = {
    "cook": [
        ({"recipe": "stone_soup"}, ["recipe", "stone_soup"]),
        ({"layout": "castle"}, ["layout", "castle"]),
        ({"oven": 3}, ["oven"]),
    ],
    "household": [
        ({"scene": "castle"}, ["scene", "castle"]),
        ({"start": "moon"}, ["start", "moon"]),
        ({"butler": 1}, ["butler"]),
    ],
    "phone": [
        ({"phone": "brick"}, ["phone", "brick"]),
        ({"wanted": {"warp_drive": "on"}}, ["wanted", "warp_drive"]),
        ({"wanted": {"wi_fi": "purple"}}, ["wi_fi", "purple"]),
        ({"case": 1}, ["case"]),
    ],
}


def refused(task: Task, words: list[str]) -> None:
    """The task gives one error of one line, at reset and when a list is read, and leaves the world at its task."""
    world = symbolic(task.world)
    good = frozen(task.world)[0]
    run(world, good, [SILENT])
    before = world.harness.state, world.harness.tick
    for attempt in (world.reset, REGISTERED.get(task.world).check):  # pyright: ignore[reportFunctionMemberAccess]
        with pytest.raises(TaskError) as error:
            attempt(task)
        text = str(error.value)
        assert "\n" not in text and len(text) < 400 and all(word in text for word in words), text
    assert (world.harness.state, world.harness.tick) == before
    assert world.step(SILENT).outcome is None


@pytest.mark.parametrize("name", WORLDS)
@pytest.mark.parametrize(("changes", "words"), BAD)
def test_parameters_that_cannot_be_give_one_error_that_names_field_and_value(name, changes, words):
    refused(altered(frozen(name)[0], **changes), words)


@pytest.mark.parametrize(
    ("name", "changes", "words"), [(name, *case) for name, cases in DOMAINS.items() for case in cases]
)
def test_a_world_that_cannot_be_gives_one_error_that_names_field_and_value(name, changes, words):
    task = frozen(name)[0]
    refused(altered(task, domain={**task.parameters["domain"], **changes}), words)


@pytest.mark.parametrize("name", WORLDS)
def test_a_task_needs_its_world_and_its_person(name):
    for field in ("domain", "persona", "deadline", "last"):
        parameters = {key: value for key, value in frozen(name)[0].parameters.items() if key != field}
        refused(replace(frozen(name)[0], parameters=parameters), [field])


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"delay": {"type": "none"}}, ["delay", "none"]),
        ({"person": {"model": "m"}}, ["person", "endpoint"]),
        ({"person": {"endpoint": 3, "model": "m"}}, ["person", "endpoint"]),
    ],
)
def test_options_that_cannot_be_are_refused(options, words):
    with pytest.raises(SettingsError) as error:
        make("cook", options)
    assert all(word in str(error.value) for word in words)
