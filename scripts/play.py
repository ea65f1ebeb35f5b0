"""Play a world by hand or from a file of calls; one JSON object a line says what every step did.

    python scripts/play.py devices --device FILE.json --actions FILE.jsonl [--goals A,B] [--start-view front]
        [--budget-factor 5] --no-render
    python scripts/play.py devices --category Microwave --seed 7 [--save FOLDER] [--pictures FOLDER]
    python scripts/play.py devices --category Microwave --seed 7 --web [--port 8000] [--record FOLDER]
    python scripts/play.py devices --tasks configs/benchmarks/devices_validation.yaml --limit 10 --web

The action file (or `-`, standard input) is checked whole before the first step. A broken line, file or option gives one
line on standard error that names it, and exit status 2. Without --actions it asks for them, one line each.

--web serves a page to this machine alone: look, click, and work the device; without --goals it asks a task of the
device. Ended episodes go to FOLDER/episodes.jsonl, which `scripts/benchmark.py --episodes` scores: a human baseline.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

from envs import strict_json
from envs.devices.sources import cached_file, load_generated, save_machine
from envs.devices.tools import TOOLS
from envs.devices.views import VIEWS
from envs.devices.world import DeviceWorld
from envs.environment import ReplyError, TaskError
from envs.episode import Observation, Step, Task, ToolCall
from envs.images import ImageStore
from envs.reply import check_arguments
from envs.settings import SettingsError
from envs.task_list import load_task_list
from rewards import RewardSet, load_rewards

REWARDS = Path(__file__).resolve().parent.parent / "configs" / "rewards" / "devices.yaml"


class BadInput(ValueError):
    """Input that cannot be played; the message is the one line that the person sees."""


def read_calls(text: str, source: str) -> list[ToolCall]:
    """Every call of an action file; BadInput names `source`, line and field. Blank lines are passed over."""
    calls = []
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                calls.append(read_call(line))
            except BadInput as error:
                raise BadInput(f"{source}: line {number}: {error}") from error
    return calls


def read_call(line: str) -> ToolCall:
    """One JSON object with `name` and `arguments`, checked against the tool's schema; BadInput names the field."""
    try:
        raw = strict_json.loads(line)
    except strict_json.JsonError as error:
        raise BadInput(f"not JSON: {error}") from error
    if not isinstance(raw, dict):
        raise BadInput('expected an object {"name": ..., "arguments": {...}}')
    for key, kind in (("name", str), ("arguments", dict)):
        if key not in raw:
            raise BadInput(f"{key}: missing")
        if not isinstance(raw[key], kind):
            what = "a string" if kind is str else "an object"
            raise BadInput(f"{key}: expected {what} (got {json.dumps(raw[key])[:80]})")
    for key in raw:
        if key not in ("name", "arguments"):
            raise BadInput(f"{key}: unknown key; known: name, arguments")
    try:
        return ToolCall(raw["name"], check_arguments(raw["name"], raw["arguments"], TOOLS))
    except ReplyError as error:
        where = "name" if error.kind == "unknown_tool" else "arguments"
        raise BadInput(f"{where}: {error}") from error


def record(number: int, call: ToolCall, step: Step, rewards: dict[str, float]) -> dict[str, Any]:
    """What is printed about one step."""
    info = step.info
    remaining = None if info["global"] is None else {"global": info["global"], "local": info["local"]}
    return {
        "step": number,
        "tool": call.name,
        "view": info["view"],
        "state": info["state"],
        "visited": list(step.visited),
        "event": str(step.events[0].kind),
        "feedback": step.observation.feedback,
        "goals_done": info["goals_done"],
        "remaining": remaining,
        "outcome": None if step.outcome is None else str(step.outcome),
        "rewards": rewards,
        "reward": sum(rewards.values()),
    }


def ask(first: Observation, shown: list[Observation]) -> Iterator[ToolCall]:
    """Calls typed by a person: `push 781 725 1`, `switch_view back`, `switch_view dashboard 500 400`, `timed_wait`."""
    print(
        "Tools:",
        ", ".join(tool.name for tool in TOOLS),
        "- as in `push 781 725 1`, `switch_view back`; `quit` ends.",
    )
    shown.append(first)
    while True:
        seen = shown[-1]
        print(f"\n{seen.instruction or 'free play'}\n" + "\n".join(f"{label}: {value}" for label, value in seen.facts))
        try:
            words = input("> ").split()
        except EOFError:
            return
        if words in (["quit"], ["exit"]):
            return
        if words:
            try:
                yield typed_call(words)
            except ReplyError as error:
                print(error)


def typed_call(words: list[str]) -> ToolCall:
    """A typed line as a call; ReplyError says what was wrong."""
    name, rest = words[0], words[1:]
    arguments: dict[str, Any] = {}
    if name == "switch_view" and rest:
        arguments["view"], rest = rest[0], rest[1:]
    numbers = []
    while rest and len(numbers) < 2 and re.fullmatch(r"-?\d+", rest[0], re.ASCII):
        numbers.append(int(rest.pop(0)))
    if numbers:
        arguments["coordinate"] = numbers
    if rest:
        arguments["parameter"] = rest
    return ToolCall(name, check_arguments(name, arguments, TOOLS))


def play(args: argparse.Namespace) -> None:
    """Run one episode of the device world as the options say."""
    calls = None
    if args.actions is not None:
        calls = read_calls(_read(args.actions), "standard input" if args.actions == "-" else args.actions)
    rewards = load_rewards(args.rewards)
    store = ImageStore(args.pictures) if args.pictures else None
    world = DeviceWorld(store, args.size, render=store is not None, cache=args.cache)
    try:
        task = make_task(args)
        first = world.reset(task)
        if store is not None:
            print(f"step 0: {store.folder}/{first.images[0][:2]}/{first.images[0]}.png", file=sys.stderr)
        _steps(world, task, rewards, calls, first, args.actions, store)
    finally:
        world.close()


def _steps(
    world: DeviceWorld,
    task: Task,
    rewards: RewardSet,
    calls: list[ToolCall] | None,
    first: Observation,
    source: str | None,
    store: ImageStore | None,
) -> None:
    rewards.start(task)
    shown: list[Observation] = []
    for number, call in enumerate(calls if calls is not None else ask(first, shown), 1):
        step = world.step(call)
        shown.append(step.observation)
        print(json.dumps(record(number, call, step, rewards.score(step)), ensure_ascii=False), flush=True)
        if store is not None:
            picture = step.observation.images[0]
            print(f"step {number}: {store.folder}/{picture[:2]}/{picture}.png", file=sys.stderr)
        if step.outcome is not None:
            if calls is not None and number < len(calls):
                left = len(calls) - number
                print(
                    f"{source}: the episode ended at step {number}; {left} further calls ignored",
                    file=sys.stderr,
                )
            return


def make_task(args: argparse.Namespace) -> Task:
    """The task that the options describe."""
    goals = [goal.strip() for goal in args.goals.split(",") if goal.strip()]
    if args.device is not None:
        device: dict[str, Any] = {"file": args.device}
    else:
        device = {"category": args.category, "seed": args.seed}
        if args.no_render and not (args.cache and cached_file(args.category, args.seed, args.cache).exists()):
            raise BadInput(
                "--no-render: a generated device needs drawing, since its boxes are measured on its pictures; "
                "leave --no-render out, or give a --cache that has the device"
            )
    parameters = {
        "device": device,
        "goals": goals,
        "instructions": [f"Reach goal {i} of {len(goals)}." for i in range(1, len(goals) + 1)],
        "start_view": args.start_view,
        "budget_factor": args.budget_factor,
    }
    return Task("devices", "play", args.seed, parameters)


def play_in_browser(args: argparse.Namespace) -> None:
    """Let a person play one task, or those of a list, on a page of this machine."""
    from envs.devices.human import Game, serve

    if args.tasks is not None:
        world, tasks = load_task_list(args.tasks, args.limit)
        if world != "devices":
            raise BadInput(f"{args.tasks}: world: {world!r} is not 'devices'")
    elif args.goals:
        tasks = [make_task(args)]
    else:
        from envs.devices.tasks import sample_task

        tasks = [sample_task(args.category, args.seed, 0)]
    folder = Path(args.record)
    game = Game(tasks, folder, args.size)
    try:
        serve(game, args.port, lambda address: print(f"open {address} and end with the page's Finish", flush=True))
    finally:
        game.close()
    kept = folder / "episodes.jsonl"
    print(f"episodes: {kept}" if kept.exists() else "no episode ended, none is kept")


def save(args: argparse.Namespace) -> None:
    """Write a generated device's state machine and nine pictures: six orthographic, two axonometric, the close-up."""
    device = load_generated(args.category, args.seed, body=True)
    folder = Path(args.save)
    save_machine(device.machine, folder / f"{device.machine.name}.json")
    from PIL import Image

    try:
        for view in VIEWS:  # the close-up too where it is not offered in play: people who check devices want it
            pixels = device.pictures(args.size).picture(device.dynamics.rest, view)
            Image.fromarray(pixels).save(folder / f"{view}.png")
    finally:
        device.close()
    print(f"saved {device.machine.name} (seed {args.seed}) to {folder}", file=sys.stderr)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


def parser() -> argparse.ArgumentParser:
    """The command line."""
    top = _Parser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    devices = top.add_subparsers(dest="world", required=True, parser_class=_Parser).add_parser("devices")
    source = devices.add_mutually_exclusive_group(required=True)
    source.add_argument("--device", metavar="FILE.json", help="an SSM file")
    source.add_argument("--category", help="generate a device of this category")
    source.add_argument("--tasks", metavar="FILE.yaml", help="with --web: a task list")
    devices.add_argument("--seed", type=int, default=0, help="seed of the generated device")
    devices.add_argument("--actions", metavar="FILE.jsonl", help="one call a line; - reads standard input")
    devices.add_argument(
        "--goals", default="", help="states to enter, in order, with commas between; none is free play"
    )
    devices.add_argument("--start-view", default="front")
    devices.add_argument("--budget-factor", type=float, default=5)
    devices.add_argument("--rewards", default=REWARDS, help="YAML of the reward terms")
    devices.add_argument("--no-render", action="store_true", help="never import MuJoCo")
    devices.add_argument("--pictures", metavar="FOLDER", help="keep what the camera sees at every step")
    devices.add_argument("--save", metavar="FOLDER", help="write the generated device's SSM and its views, then play")
    devices.add_argument("--cache", type=Path, metavar="FOLDER", help="where generated state machines are kept")
    devices.add_argument("--web", action="store_true", help="play on a page in a browser on this machine")
    devices.add_argument("--port", type=int, default=0, help="of the page; a free one by default")
    devices.add_argument("--record", default="runs/human", metavar="FOLDER", help="where --web keeps episodes")
    devices.add_argument("--limit", type=int, help="only the first so many of --tasks")
    devices.add_argument("--size", type=int, default=512, help="pixels a side")
    return top


def main(argv: list[str] | None = None) -> int:
    """Returns the exit status."""
    args = parser().parse_args(argv)
    try:
        if args.size < 1:
            raise BadInput(f"--size: {args.size} is less than 1 pixel")
        if args.no_render and (args.save or args.pictures):
            raise BadInput("--no-render goes with neither --save nor --pictures, which draw")
        if args.device is not None and (args.save or args.pictures):
            raise BadInput("--device: a file holds no body to draw for --save or --pictures")
        if args.tasks is not None and not args.web:
            raise BadInput("--tasks: a task list is played with --web alone")
        if args.web and (args.device is not None or args.actions is not None or args.no_render or args.pictures):
            raise BadInput(
                "--web: goes with neither --device (a file has no pictures), --actions, --no-render nor --pictures"
            )
        if not 0 <= args.port < 65536:
            raise BadInput(f"--port: {args.port} is not from 0 to 65535")
        if args.limit is not None and args.limit < 1:
            raise BadInput(f"--limit: {args.limit} is less than 1")
        if args.save:
            save(args)
        if args.web:
            play_in_browser(args)
        elif args.actions is not None or not args.save:
            play(args)
    except (BadInput, TaskError, SettingsError, ValueError, OSError) as error:
        print(f"play: {error}", file=sys.stderr)
        return 2
    return 0


def _read(path: str) -> str:
    try:
        return sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path}: cannot be read: {error}") from error


if __name__ == "__main__":
    sys.exit(main())
