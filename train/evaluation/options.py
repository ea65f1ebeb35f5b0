"""The command line that benchmark and ablation share: who plays, what is played, how it is prompted and drawn."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from tqdm import tqdm

from data_synth.provenance import ROOT
from envs.episode import Episode, Outcome, Task
from envs.settings import read_yaml
from envs.simulators import WorldRecipe
from rewards import load_rewards
from train.evaluation.conditions import Conditions
from train.evaluation.player import Player, PolicyChoice, Round
from train.evaluation.policy_folder import PromptSettings, prompt_settings

_PROMPT = ("temperature", "max_tokens", "max_prompt_tokens", "dtype", "picture_size")
_CONTEXT = ("context_mode", "context_tools", "context_previous_image", "context_last_turns")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add them to a parser."""
    who = parser.add_argument_group("who plays")
    who.add_argument("--model", help="folder: exported, or the output of SFT or RL")
    who.add_argument("--engine", choices=("vllm", "transformers"), default="vllm", help="what runs the folder")
    who.add_argument("--endpoint", help="OpenAI-compatible server, ending in /v1")
    who.add_argument("--served-model", help="name of the model on that server")
    who.add_argument(
        "--policy", type=_baseline, help="a baseline without a model: random, planner, or planner:VARIANT of the world"
    )
    who.add_argument("--name", help="how the report calls the policy")
    what = parser.add_argument_group("what is played")
    what.add_argument("--tasks", help="task list, a YAML file (configs/benchmarks)")
    what.add_argument("--limit", type=int, help="only the first so many tasks")
    what.add_argument("--seed", type=int, default=0, help="of the replies that are drawn")
    what.add_argument("--world-options", help="YAML of further options of the world, such as `user` of the home world")
    what.add_argument("--rewards", help="reward composition; '' for none; default: configs/rewards/WORLD.yaml, if any")
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
    how.add_argument("--context-last-turns", type=_turns, help="of a transcript: how many, or all")
    how.add_argument("--concurrency", type=int, default=64, help="episodes at once")
    how.add_argument("--timeout", type=float, default=120.0, help="seconds for one request to an endpoint")


def check_options(parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    """End with the parser's own error when nobody, or more than one, is to play, or nothing is to be played."""
    if sum(map(bool, (options.model, options.endpoint, options.policy))) != 1:
        parser.error("choose one of --model, --endpoint and --policy")
    if not options.tasks:
        parser.error("--tasks is needed")
    if options.limit is not None and options.limit < 1:
        parser.error(f"--limit: {options.limit} is less than 1")
    if options.picture_size is not None and not 32 <= options.picture_size <= 2048:
        parser.error(f"--picture-size: {options.picture_size} is not from 32 to 2048")
    if options.endpoint and not options.served_model:
        parser.error("--endpoint needs --served-model")


def policy_choice(options: argparse.Namespace) -> PolicyChoice:
    """Who plays."""
    return PolicyChoice(
        model=options.model,
        engine=options.engine,
        endpoint=options.endpoint,
        served_model=options.served_model,
        baseline=options.policy,
        name=options.name,
        timeout=options.timeout,
    )


def prompt_of(options: argparse.Namespace) -> PromptSettings:
    """How it is prompted; SettingsError for what cannot be."""
    return prompt_settings(options.model, {name: getattr(options, name) for name in (*_PROMPT, *_CONTEXT)})


def play(
    player: Player, world: str, tasks: Sequence[Task], options: argparse.Namespace, conditions: Conditions
) -> list[Episode]:
    """Every task's episode under these conditions, with a progress bar."""
    own = read_yaml(options.world_options) if options.world_options else {}
    recipe = WorldRecipe(world, player.settings.picture_size, perturbation=conditions.pictures, own=own)
    make_world = recipe.maker(player.store)
    bar = tqdm(total=len(tasks), desc=player.choice.called, unit=" episodes", delay=1e-9)
    successes = 0

    def ended(episode: Episode) -> None:
        nonlocal successes
        successes += episode.outcome == Outcome.SUCCESS
        bar.set_postfix(success=successes, refresh=False)
        bar.update()

    usual = ROOT / "configs" / "rewards" / f"{world}.yaml"
    chosen = str(usual) * usual.exists() if options.rewards is None else options.rewards
    rewards = load_rewards(chosen) if chosen else None
    if rewards is not None and tasks:
        rewards.copy().start(tasks[0])  # a term that cannot score this world says so now, not once for every episode
    with bar:
        return player.play(Round(conditions.apply(tasks), make_world, rewards, options.seed, options.max_turns, ended))


def _baseline(text: str) -> str:
    if text not in ("random", "planner") and not text.startswith("planner:"):
        raise argparse.ArgumentTypeError(f"{text!r} is none of random, planner and planner:VARIANT")
    return text


def _turns(text: str) -> int | str:
    return "all" if text == "all" else int(text)
