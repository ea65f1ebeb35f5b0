"""The longer sections of a model card: how the model was trained, is prompted, is served, and what it scored.

Each takes the manifest of an exported folder and gives Markdown without its heading.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from data_synth.provenance import ROOT
from envs.context import COORDINATES, MARKOV_FORMAT, TRANSCRIPT_FORMAT
from train.card_text import command, flags, percent, public, short, table
from train.manifest import FILE, Manifest, Stage

TRAINING = (
    *("max_steps", "num_train_epochs", "per_device_train_batch_size", "gradient_accumulation_steps"),
    *("steps_per_generation", "num_iterations", "num_generations", "scale_rewards", "epsilon", "epsilon_high", "delta"),
    *("beta", "use_bias_correction_kl", "temperature", "max_completion_length", "max_length"),
    *("learning_rate", "lr_scheduler_type", "warmup_steps", "weight_decay", "max_grad_norm", "seed"),
)
"""Of TRL's and transformers' hundred arguments, those that decide what is learnt."""
LEFT_OUT = (
    *("model", "data", "tasks", "rewards", "dtype", "picture_size", "lora_rank", "lora_alpha", "lora_dropout"),
    *("dry_run", "device_cache", "concurrency", "picture_memory_mb", "pages_every", "save_episodes", "rails"),
    *("engine_options", "server_seconds", "simulator_processes", "simulator_seconds", "simulator_memory_mb"),
)
"""Of our own arguments, those that the card tells elsewhere, and those that change nothing about the weights."""
MAX_TURNS = 64
"""Of scripts/benchmark.py, unless told otherwise."""


def method(stage: Stage) -> str:
    """sft, or the algorithm of RL, such as gspo."""
    return stage.record["arguments"].get("algorithm", stage.kind)


def training(manifest: Manifest) -> str:
    """Every stage with its data or tasks, its rewards and its settings."""
    return "\n\n".join(_stage(number, stage, manifest) for number, stage in enumerate(manifest.stages, 1))


def prompting(manifest: Manifest) -> str:
    """Context, pictures, bounds, tools and the form of a reply."""
    context = manifest.context.settings()
    if context.mode == "markov":
        previous = "the previous picture, " if context.previous_image else ""
        shown = f"instruction, current picture, {previous}previous action, and the `history` of the last reply"
    else:
        kept = "all turns" if context.last_turns is None else f"the last {context.last_turns} turns"
        shown = f"the chat, with {kept} before the current one"
    side = manifest.picture_size
    bounds = f"At most {manifest.max_prompt_tokens} tokens of prompt and {manifest.max_tokens} of reply"
    lines = [
        f"`{FILE}` holds all of this for programs, and Apprentice's commands read it. `envs.context.build_prompt`",
        "makes the very prompts that the model was trained on; scores depend on them as much as on the weights.",
        "",
        f"- Context `{context.mode}`: {shown}. Tools stand in the system prompt as {context.tools}.",
        f"- Pictures of {side} x {side} pixels, at most {context.pictures_per_prompt} in a prompt.",
        f"- {bounds}, drawn at temperature {manifest.temperature:g}.",
        *(f"- Tools of the world `{world}`: {_names(specs)}." for world, specs in sorted(manifest.tools.items())),
        "",
        "The reply, as the system prompt asks for it:",
        "",
        f"```text\n{MARKOV_FORMAT if context.history_required else TRANSCRIPT_FORMAT}\n{COORDINATES}\n```",
    ]
    return "\n".join(lines)


def serving(manifest: Manifest, name: str) -> str:
    """vLLM's command, and how a benchmark asks that server."""
    pictures = json.dumps({"image": manifest.context.settings().pictures_per_prompt})
    length = manifest.max_prompt_tokens + manifest.max_tokens
    serve = {"dtype": manifest.dtype, "max-model-len": length, "limit-mm-per-prompt": pictures}
    who = {"endpoint": "http://localhost:8000/v1", "served-model": name, "tasks": _task_list(manifest)}
    return "\n\n".join(
        (
            command("vllm", "serve", name, *flags(serve)),
            f"A server does not read `{FILE}`; whoever asks it says how the model is prompted:",
            command("python", "scripts/benchmark.py", *flags(who | _asked(manifest.model_dump()))),
        )
    )


def results(manifest: Manifest, name: str) -> str:
    """A row for every task list that was played, and the command that plays it again."""
    if not manifest.scores:
        words = flags({"model": name, "tasks": _task_list(manifest)})
        once = command("python", "scripts/benchmark.py", *words, "--scores-into-manifest")
        return f"Not measured yet. This measures, and enters the scores here:\n\n{once}"
    rows, commands = [], []
    for tasks, score in sorted(manifest.scores.items()):
        total = score["summary"]
        rate = total["sr"]
        between = f"{percent(rate['low'])} to {percent(rate['high'])}"
        spl = "-" if total["spl"] is None else f"{total['spl']:.3f}"
        shares = (percent(total["ssr"]), spl, percent(total["valid_replies"]))
        rows.append((tasks, rate["count"], percent(rate["value"]), between, *shares, short(score["revision"])))
        commands.append(command("python", "scripts/benchmark.py", *flags(_benchmark(manifest, name, score))))
    head = ("tasks", "episodes", "success", "95%", "sub-goals", "SPL", "valid replies", "revision")
    return "\n\n".join((table(head, rows), "The intervals are Wilson's. Measured by", *commands))


def _stage(number: int, stage: Stage, manifest: Manifest) -> str:
    record = stage.record
    ours, theirs = record["arguments"], record["training"]
    parts = [f"### {number}. {method(stage).upper()}"]
    if stage.kind == "rl":
        parts.append(
            f"The policy's own episodes on {record.get('tasks', '?')} tasks of the world "
            f"`{record.get('world', '?')}` (`{public(ours.get('tasks', '?'))}`), scored by"
        )
        terms = (record.get("rewards") or {}).get("terms", {})
        parts.append(table(("reward", "settings"), [(name, public(values)) for name, values in terms.items()]))
    else:
        data = record.get("data") or {}
        parts.append(
            f"A planner's demonstrations in the world `{data.get('config', {}).get('world', 'devices')}`: "
            f"{data.get('episodes', '?')} episodes, {record.get('rows', '?')} rows, loss on the replies alone."
        )
    rank = ours.get("lora_rank")
    trained = f"a LoRA of rank {rank}, alpha {ours.get('lora_alpha')}, on" if rank else "the whole of"
    step = f" Taken at step {manifest.step}." if manifest.step is not None and stage is manifest.stages[-1] else ""
    parts.append(f"Trained was {trained} the language layers, at revision `{short(record['revision'])}`.{step}")
    steps = theirs.get("max_steps") or 0
    dropped = "num_train_epochs" if steps > 0 else "max_steps"
    shown = {key: value for key, value in ours.items() if key not in LEFT_OUT and not key.startswith("context_")}
    shown |= {key: theirs.get(key) for key in TRAINING if key != dropped}
    told = {key: public(value) for key, value in shown.items() if value is not None and value not in ({}, [])}
    rows = [
        (f"`{key}`", value) for key, value in told.items() if "://" not in value
    ]  # servers are of this machine, too
    parts.append(table(("setting", "value"), rows))
    return "\n\n".join(part for part in parts if part)


def _asked(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Options of scripts/benchmark.py that prompt as a manifest, or a report's settings, say."""
    context = settings["context"]
    own: dict[str, Any] = {"context-mode": context["mode"], "context-tools": context["tools"]}
    if context["mode"] == "markov":
        own["context-previous-image"] = context["previous_image"]
    else:
        own["context-last-turns"] = "all" if context["last_turns"] is None else context["last_turns"]
    names = ("picture_size", "temperature", "max_tokens", "max_prompt_tokens")
    return own | {name.replace("_", "-"): settings[name] for name in names}


def _benchmark(manifest: Manifest, name: str, score: Mapping[str, Any]) -> dict[str, Any]:
    """Options that measure a score again: what was drawn, and whatever differed from the manifest or the usual."""
    tasks, settings = score["tasks"], score["settings"]
    words: dict[str, Any] = {"model": name, "tasks": public(tasks.get("file", "?"))}
    listed = (tasks.get("list") or {}).get("count")
    if listed is not None and listed != tasks["count"]:
        words["limit"] = tasks["count"]
    asked, usual = _asked(settings), _asked(manifest.model_dump())
    kept = ("temperature", "max-tokens")
    words |= {key: value for key, value in asked.items() if key in kept or value != usual.get(key)}
    words["seed"] = settings["seed"]
    if settings["max_turns"] != MAX_TURNS:
        words["max-turns"] = settings["max_turns"]
    changed = dict(score.get("conditions") or {})
    pictures = changed.pop("pictures", None) or {}
    return words | {key.replace("_", "-"): value for key, value in {**changed, **pictures}.items() if value}


def _task_list(manifest: Manifest) -> str:
    """A benchmark of the first world that has one here."""
    lists = (path for world in sorted(manifest.tools) for path in (ROOT / "configs/benchmarks").glob(f"{world}*.yaml"))
    first = min(lists, default=None)
    return "TASKS.yaml" if first is None else public(first)


def _names(specs: list[dict[str, Any]]) -> str:
    return ", ".join(f"`{spec.get('function', spec)['name']}`" for spec in specs)
