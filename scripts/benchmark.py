"""Play a task list with a policy and report success, path efficiency and valid replies, with intervals.

    python scripts/benchmark.py --model exported/demo --tasks configs/benchmarks/devices_demo.yaml --output report.json
    python scripts/benchmark.py --endpoint http://host:8000/v1 --served-model NAME --tasks ... --output report.json
    python scripts/benchmark.py --policy planner --tasks ... --output report.json
    python scripts/benchmark.py --compare A.json B.json

A model folder brings its own prompt settings (apprentice.json, or the run.json of a training run); options overrule
them. The temperature is recorded, and 1.0 unless told otherwise: a policy that may repeat itself forever is worst
when greedy.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")

from rich.console import Console
from tqdm import tqdm

from data_synth.provenance import ROOT, revision, versions
from envs.episode import Episode, Outcome, Task, save_episodes
from envs.images import ImageStore
from envs.metrics import task_result
from envs.settings import SettingsError, read_yaml
from envs.task_list import load_task_list
from rewards import RewardSet, load_rewards
from train.command_line import report_and_exit
from train.engines import Sampling
from train.evaluation.policy_folder import PromptSettings, prompt_settings
from train.evaluation.report import build_report, load_report, print_comparison, print_report, save_report
from train.manifest import read_manifest, write_manifest
from train.run_record import PACKAGES
from train.worlds import world_maker

REWARDS = ROOT / "configs" / "rewards" / "devices.yaml"


def arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    who = parser.add_argument_group("who plays")
    who.add_argument("--model", help="folder: exported, or the output of SFT or RL")
    who.add_argument("--engine", choices=("vllm", "transformers"), default="vllm", help="what runs the folder")
    who.add_argument("--endpoint", help="OpenAI-compatible server, ending in /v1")
    who.add_argument("--served-model", help="name of the model on that server")
    who.add_argument("--policy", choices=("planner", "random"), help="a baseline that needs no model")
    who.add_argument("--name", help="how the report calls the policy")
    what = parser.add_argument_group("what is played")
    what.add_argument("--tasks", help="task list, a YAML file (configs/benchmarks)")
    what.add_argument("--limit", type=int, help="only the first so many tasks")
    what.add_argument("--seed", type=int, default=0, help="of the replies that are drawn")
    what.add_argument("--rewards", default=str(REWARDS), help="reward composition; '' for none")
    how = parser.add_argument_group("how it is prompted and drawn (default: what the folder says)")
    how.add_argument("--temperature", type=float)
    how.add_argument("--max-tokens", type=int, help="longest reply")
    how.add_argument("--max-prompt-tokens", type=int, help="longest prompt, pictures included")
    how.add_argument("--max-turns", type=int, default=64, help="bound in worlds without a budget")
    how.add_argument("--dtype", choices=("float32", "bfloat16", "float16"))
    how.add_argument("--picture-size", type=int)
    how.add_argument("--context-mode", choices=("markov", "transcript"))
    how.add_argument("--context-tools", choices=("schemas", "names"))
    how.add_argument("--context-previous-image", action=argparse.BooleanOptionalAction, default=None)
    how.add_argument("--context-last-turns", type=int)
    how.add_argument("--concurrency", type=int, default=64, help="episodes at once")
    how.add_argument("--timeout", type=float, default=120.0, help="seconds for one request to an endpoint")
    out = parser.add_argument_group("what is written")
    out.add_argument("--output", help="the report, JSON")
    out.add_argument("--save-episodes", help="folder for episodes.jsonl and their pictures")
    out.add_argument(
        "--scores-into-manifest", action="store_true", help="enter the summary in the folder's apprentice.json"
    )
    out.add_argument(
        "--compare", nargs=2, metavar=("A.json", "B.json"), help="difference of two reports, and nothing else"
    )
    options = parser.parse_args(argv)
    if not options.compare:
        if sum(map(bool, (options.model, options.endpoint, options.policy))) != 1:
            parser.error("choose one of --model, --endpoint and --policy")
        if not options.tasks:
            parser.error("--tasks is needed")
        if options.endpoint and not options.served_model:
            parser.error("--endpoint needs --served-model")
    return options


def play(
    options: argparse.Namespace, world: str, tasks: Sequence[Task], settings: PromptSettings, store: ImageStore
) -> list[Episode]:
    """Every task's episode, with a progress bar; a failing one is an infra_error and the others go on."""
    make_world = world_maker(world, store, settings.picture_size)
    rewards = load_rewards(options.rewards) if options.rewards else None
    bar = tqdm(total=len(tasks), desc=policy_name(options), unit=" episodes", delay=1e-9)
    successes = 0

    def ended(episode: Episode) -> None:
        nonlocal successes
        successes += episode.outcome == Outcome.SUCCESS
        bar.set_postfix(success=successes, refresh=False)
        bar.update()

    if options.policy == "planner":
        from train.evaluation.baselines import planner_episodes

        with bar:
            return planner_episodes(tasks, make_world, settings.context, rewards, options.seed, ended)
    from train.rollout import Job

    rollouts = _rollouts(options, settings, store, make_world, rewards, ended)
    bar.reset()  # the clock starts when the engine is up
    try:
        with bar:
            return rollouts.run([Job(task, _seed(options.seed, number)) for number, task in enumerate(tasks)])
    finally:
        rollouts.engine.close()
        rollouts.close()


def _rollouts(
    options: argparse.Namespace,
    settings: PromptSettings,
    store: ImageStore,
    make_world: Any,
    rewards: RewardSet | None,
    ended: Any,
) -> Any:
    from train.rollout import Rollouts

    common: dict[str, Any] = {
        "make_world": make_world,
        "context": settings.context,
        "sampling": Sampling(settings.temperature, settings.max_tokens),
        "make_rewards": rewards.copy if rewards else None,
        "max_turns": options.max_turns,
        "concurrency": options.concurrency,
        "on_end": ended,
        "policy": policy_name(options),
    }
    if options.model is None:
        from train.evaluation.baselines import RandomPolicy
        from train.evaluation.endpoint import EndpointPolicy
        from train.evaluation.text_engine import ByteEncoder, TextEngine, TextPolicy

        policy: TextPolicy
        if options.policy == "random":
            world = make_world()
            policy = RandomPolicy(world.tools, settings.context)
            world.close()
        else:
            policy = EndpointPolicy(options.endpoint, options.served_model, store, options.timeout)
        common |= {"encoder": ByteEncoder(store), "engine": TextEngine(policy, options.concurrency)}
        return Rollouts(**common)
    from train.encoding import Encoder
    from train.model import load_model, load_processor

    encoder = Encoder(load_processor(options.model), store)
    engine: Any
    if options.engine == "transformers":
        import torch

        from train.engines.transformers_engine import TransformersEngine

        model = load_model(options.model, settings.dtype).to("cuda" if torch.cuda.is_available() else "cpu")
        engine = TransformersEngine(model, encoder, options.concurrency)
    else:
        from train.engines.vllm_engine import VllmEngine

        engine = VllmEngine(
            options.model,
            encoder,
            settings.dtype,
            max_model_len=settings.max_prompt_tokens + settings.max_tokens,
            max_num_seqs=options.concurrency,
            images_per_prompt=settings.context.pictures_per_prompt,
        )
    return Rollouts(encoder=encoder, engine=engine, max_prompt_tokens=settings.max_prompt_tokens, **common)


def policy_name(options: argparse.Namespace) -> str:
    """What the policy is called."""
    return options.name or options.policy or options.served_model or Path(options.model).name


def _seed(seed: int, number: int) -> int:
    return seed * 1_000_003 + number


def benchmark(options: argparse.Namespace, console: Console) -> dict[str, Any]:
    """Play, print, write; returns the report."""
    world, tasks = load_task_list(options.tasks, options.limit)
    names = ("temperature", "max_tokens", "max_prompt_tokens", "dtype", "picture_size")
    names += ("context_mode", "context_tools", "context_previous_image", "context_last_turns")
    settings = prompt_settings(options.model, {name: getattr(options, name) for name in names})
    store = ImageStore(Path(options.save_episodes) / "images" if options.save_episodes else None)
    start = time.monotonic()
    episodes = play(options, world, tasks, settings, store)
    seconds = time.monotonic() - start
    results = [task_result(episode) for episode in episodes]
    kind = "folder" if options.model else "endpoint" if options.endpoint else "baseline"
    report = build_report(
        results,
        policy={
            "name": policy_name(options),
            "kind": kind,
            "path": options.model,
            "engine": options.engine if options.model else None,
            "endpoint": options.endpoint,
        },
        tasks={
            "name": Path(options.tasks).stem,
            "file": options.tasks,
            "list": read_yaml(options.tasks),
            "count": len(tasks),
        },
        settings={**asdict(settings), "seed": options.seed, "max_turns": options.max_turns},
        versions=versions(*PACKAGES),
        revision=revision(),
        time=datetime.now(UTC).isoformat(timespec="seconds"),
        seconds=round(seconds, 1),
    )
    print_report(report, console)
    if options.output:
        save_report(report, options.output)
        console.print(f"report: {options.output} ({seconds:.0f} s)")
    if options.save_episodes:
        path = Path(options.save_episodes) / "episodes.jsonl"
        path.unlink(missing_ok=True)
        from train.rollout import without_tokens

        save_episodes(path, map(without_tokens, episodes))
        console.print(f"episodes: {path}")
    if options.scores_into_manifest:
        enter_scores(options.model, report)
    return report


def enter_scores(folder: str | None, report: dict[str, Any]) -> None:
    """Put a report's summary into an exported folder's manifest, under the task list's name."""
    manifest = read_manifest(folder) if folder else None
    if folder is None or manifest is None:
        raise SettingsError(f"{folder}: no apprentice.json to enter scores in; export the model first")
    kept = {key: report[key] for key in ("summary", "settings", "tasks", "versions", "revision", "time")}
    write_manifest(folder, manifest.model_copy(update={"scores": {**manifest.scores, report["tasks"]["name"]: kept}}))


def main(argv: Sequence[str] | None = None) -> int:
    """The command; returns its exit status: 0, or 2 for bad input."""
    options = arguments(argv)
    console = Console(width=None if sys.stdout.isatty() else 140)
    logging.getLogger("train.rollout").setLevel(logging.ERROR)  # the report tells; a line for each would tear the bar
    try:
        if options.compare:
            first, second = (load_report(path) for path in options.compare)
            differences = print_comparison(first, second, console)
            if options.output:
                plain = {name: asdict(difference) for name, difference in differences.items()}
                Path(options.output).write_text(json.dumps(plain, indent=1) + "\n")
            return 0
        benchmark(options, console)
    except (SettingsError, OSError) as error:
        return report_and_exit(error)
    return 0


if __name__ == "__main__":
    sys.exit(main())
