"""Three loops of rollouts on one engine: equal turns, prompts and replies, so that time alone tells them apart."""

from __future__ import annotations

import argparse
import io
from pathlib import Path

import pytest
from rich.console import Console

from envs.devices.mix import TaskMix
from envs.devices.tasks import task_at
from envs.environment import ReplyError
from envs.episode import Outcome, Task
from envs.images import ImageStore
from scripts.measurements.engine_meter import Reading
from scripts.measurements.planned_world import PlannedWorld, plan
from tests.loading import script
from train.engines.vllm_engine import VllmEngine

speed = script("speed")
SHORT = TaskMix(categories=("Lamp",), tasks_per_device=1, goals=(1, 1), most_steps=2)
"""The session's engine takes two pictures a prompt: episodes of one turn and of two."""


@pytest.fixture(scope="module")
def tasks() -> list[Task]:
    drawn = [task_at("rl", number, SHORT) for number in range(6)]
    assert {task.optimal_steps for task in drawn} == {1, 2}
    return drawn


def test_a_planned_episode_is_as_long_as_its_best_plan_whatever_is_said(tasks: list[Task]) -> None:
    world = PlannedWorld(ImageStore(None), 32, plan(tasks))
    for task in tasks[:3]:
        world.reset(task)
        steps = [world.step(ReplyError("not_json", "nonsense")) for _ in range(task.optimal_steps or 0)]
        assert [step.outcome for step in steps] == [None] * (len(steps) - 1) + [Outcome.SUCCESS]
        assert all(len(step.observation.images) == 1 for step in steps)
    world.close()


@pytest.mark.vllm
@pytest.mark.training
def test_all_loops_ask_for_the_same_replies_with_the_same_prompts(
    vllm_engine: VllmEngine, tiny: Path, tasks: list[Task]
) -> None:
    """Greedy, so that a transcript is the same in every loop, counted in tokens. Its replies are all cut here: before
    the next turn we close them with an end token, and TRL does not.
    """
    from scripts.measurements.rollout import make_loops, measure
    from scripts.measurements.rollout_loops import Bench
    from train.engines import Sampling
    from train.rollout import Job

    *played, spare = tasks
    jobs = [Job(task, seed) for seed, task in enumerate(task for task in played for _ in range(2))]
    bench = Bench(jobs, spare, plan(tasks), vllm_engine, vllm_engine.encoder, Sampling(0.0, 8), 4, 64, 4096)
    loops = make_loops(argparse.Namespace(model=str(tiny), dtype="float32"), bench)
    readings = {name: line for name, (line,) in measure(bench, loops, 1, lambda _: None).items()}
    steps = sum(bench.turns)
    assert {line.replies for line in readings.values()} == {steps}
    ours, stepwise, trl = (readings[name] for name in ("driver", "barrier", "TRL"))
    assert ours.tokens == stepwise.tokens == trl.tokens == 8 * steps
    assert ours.prompt_tokens == stepwise.prompt_tokens == trl.prompt_tokens + steps - len(jobs)
    assert all(0 < line.idle < 1 and 1 <= line.batch <= len(jobs) for line in readings.values())
    assert ours.batch <= bench.slots


def test_the_table_compares_loops_of_one_kind_of_prompt() -> None:
    from scripts.measurements.rollout import table

    def reading(seconds: float) -> list[Reading]:
        return [Reading(seconds, busy=seconds / 2, steps=10, replies=10, tokens=40, prompt_tokens=100)] * 2

    readings = {"driver": reading(1), "TRL": reading(3), "driver, Markov": reading(2), "barrier, Markov": reading(3)}
    console = Console(width=160, record=True, file=io.StringIO())
    console.print(table(readings, 8))
    rows = {line.split("│")[1].strip(): line.split("│") for line in console.export_text().splitlines() if "│" in line}
    assert rows["TRL"][4].strip() == "3.00x"
    assert rows["barrier, Markov"][4].strip() == "1.50x"
    assert rows["driver"][2].strip() == "480"
    assert rows["driver"][6].strip() == "50%"


@pytest.mark.parametrize("wrong", [["--slots", "0"], ["--episodes", "6", "--group", "4"]])
def test_a_bad_option_is_named(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        speed.main(["rollout", *wrong])
    assert ended.value.code == 2
    assert f"{wrong[0]}: {wrong[1]} is" in capsys.readouterr().err


def test_a_model_that_is_not_there_gets_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert speed.main(["rollout", "--model", "nowhere", "--episodes", "2", "--group", "2"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("speed.py rollout: model: nowhere")
    assert said.count("\n") == 1
