"""Ablations: a shorter budget equals playing under it, tasks keep their ids, and one command tells everything."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from envs.devices.instructions import LATER_STYLES, STYLES
from envs.devices.tasks import list_tasks
from envs.devices.world import DeviceWorld
from envs.episode import Episode, Outcome, Task, ToolCall, Turn
from envs.images import ImageStore
from envs.perturbation import Perturbation
from envs.settings import SettingsError
from envs.simulators import WorldRecipe
from tests.loading import script
from tests.machines import KETTLE
from train.evaluation.ablation import BASE, FACTORS, cases
from train.evaluation.conditions import Conditions
from train.evaluation.shorter_budget import under_budget

ablate = script("ablate")

CALLS = (
    ToolCall("push", {"coordinate": [780, 725], "parameter": ["1"]}),
    ToolCall("push", {"coordinate": [780, 725], "parameter": ["0"]}),
    ToolCall("push", {"coordinate": [777, 72], "parameter": ["1"]}),
    ToolCall("push", {"coordinate": [777, 72], "parameter": ["0"]}),
    ToolCall("press", {"coordinate": [5, 5]}),
    ToolCall("timed_wait", {}),
    ToolCall("switch_view", {"view": "top"}),
    ToolCall("switch_view", {"view": "front"}),
)


def played(world: DeviceWorld, seed: int, factor: float) -> Episode:
    """A walk that the seed alone decides, to its end."""
    parameters = {"device": {"file": str(KETTLE)}, "instructions": ["a", "b"], "budget_factor": factor}
    task = Task("devices", "t", 0, {**parameters, "goals": ["LidOpen", "BoilingComplete"]})
    rng, turns, outcome, seen = random.Random(seed), [], None, world.reset(task)
    while outcome is None:
        call = rng.choice(CALLS)
        step = world.step(call)
        turns.append(Turn(seen, "", step, call))
        seen, outcome = step.observation, step.outcome
    return Episode(task, tuple(turns), outcome)


def test_an_episode_under_a_shorter_budget_is_the_one_played_under_it():
    world = DeviceWorld(render=False)
    ended = set()
    for seed in range(60):
        long = played(world, seed, 9)
        for factor in (1, 2, 3.3, 5, 9):
            short, cut = played(world, seed, factor), under_budget(long, factor)
            assert (cut.outcome, len(cut.turns), cut.task) == (short.outcome, len(short.turns), short.task)
            assert [t.call for t in cut.turns] == [t.call for t in short.turns]
            assert cut.turns[-1].step.outcome == short.outcome
            ended.add((factor, cut.outcome))
    assert {(1, Outcome.TRUNCATED), (9, Outcome.SUCCESS), (5, Outcome.TRUNCATED), (5, Outcome.SUCCESS)} <= ended


def test_a_longer_budget_cannot_be_known():
    episode = Episode(Task("devices", "t", 0, {"budget_factor": 3}), outcome=Outcome.TRUNCATED)
    with pytest.raises(ValueError, match="task t: played under the factor 3, not under 5"):
        under_budget(episode, 5)
    broken = replace(episode, outcome=Outcome.INFRA_ERROR)
    assert under_budget(broken, 2) is broken


@pytest.mark.parametrize("style", STYLES)
def test_instructions_keep_their_words_in_another_style(style):
    tasks = list_tasks("validation", 12)
    changed = Conditions(instruction_style=style, budget_factor=2).apply(tasks)
    assert [task.id for task in changed] == [task.id for task in tasks]
    template = STYLES[style].split("{")[0]
    for before, after in zip(tasks, changed, strict=True):
        assert after.parameters["budget_factor"] == 2
        assert all(told.startswith(template) for told in after.parameters["instructions"])
        assert before.parameters["goals"] == after.parameters["goals"]
        again = Conditions(instruction_style=style, budget_factor=2).apply([after])[0]
        assert again == after
    told = {told for task in changed for told in task.parameters["instructions"]}
    assert len(told) > 8 and not any(told_one.startswith(("Now", "Then")) for told_one in told)
    assert set(STYLES) < set(LATER_STYLES)


def test_what_cannot_be_changed_is_refused():
    task = list_tasks("validation", 1)[0]
    with pytest.raises(SettingsError, match=r"instruction_style: 'rude' is not one of order, polite"):
        Conditions(instruction_style="rude").apply([task])
    own = replace(task, parameters={**task.parameters, "instructions": ["Make it so."] * len(task.parameters["goals"])})
    with pytest.raises(SettingsError, match=r"'Make it so\.' holds none of the phrases"):
        Conditions(instruction_style="wish").apply([own])
    with pytest.raises(SettingsError, match="belong to the world 'devices', not 'spots'"):
        Conditions(budget_factor=2).apply([replace(task, world="spots")])
    with pytest.raises(SettingsError, match="perturbation: the world 'spots' has none"):
        WorldRecipe("spots", 64, perturbation=Perturbation(blur=1.0)).maker(ImageStore(None))


def test_perturbed_pictures_reach_the_policy():
    task = list_tasks("validation", 1)[0]
    stores = [ImageStore(None), ImageStore(None)]
    hashes = []
    for store, worse in zip(stores, (None, Perturbation(dropout=0.4)), strict=True):
        world = WorldRecipe("devices", 64, perturbation=worse).maker(store)()
        hashes.append(world.reset(task).images[0])
        world.close()
    pictures = [np.asarray(store.get(name)) for store, name in zip(stores, hashes, strict=True)]
    dark = [(picture == 0).all(axis=2).mean() for picture in pictures]
    assert dark[0] < 0.05 < 0.3 < dark[1]


def test_history_is_varied_for_transcripts_alone():
    assert [case.name for case in cases(["history"], transcript=False)] == [BASE]
    assert [case.last_turns for case in cases(["history"], transcript=True)[1:]] == [0, 1, 3, 10]
    assert cases(["budget"], transcript=False)[0].conditions.budget_factor == max(FACTORS)


def test_one_command_plays_all_cases_and_draws_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    tasks = tmp_path / "three.yaml"
    tasks.write_text("world: devices\nsplit: validation\ncount: 3\n")
    words = ["--policy", "planner", "--tasks", str(tasks), "--picture-size", "64", "--output", str(tmp_path / "out")]
    assert ablate.main(words) == 0
    told = capsys.readouterr().out
    assert "history is left out" in told
    content = json.loads((tmp_path / "out" / "ablation.json").read_text())
    assert [name for name in content["cases"] if name.startswith("budget")] == [f"budget {f}" for f in FACTORS]
    assert all(case["sr"]["value"] == 1 for case in content["cases"].values())
    assert {"base", "JPEG 20", "blur 3", "dropout 0.4", "style wish"} < set(content["cases"])
    assert (tmp_path / "out" / "ablation.png").stat().st_size > 10_000
    with pytest.raises(SystemExit):
        ablate.main([*words, "--limit", "0"])
    assert "--limit: 0 is less than 1" in capsys.readouterr().err
