"""Episodes -> one self-contained HTML page. No script, no network; every text is escaped, every picture inlined once.

A picture is a CSS class with a data URI as background, so that a picture that several turns show is written once.
"""

from __future__ import annotations

import base64
import html
import json
from collections.abc import Sequence
from importlib.resources import files

from envs.episode import Episode, EventKind, Observation, Turn
from envs.images import ImageStore
from envs.reply import CLOSE, OPEN

TONE = {
    "transition": "good",
    "goal": "good",
    "unlock": "good",
    "view": "calm",
    "null": "dull",
    "system": "warn",
    "operational_error": "warn",
    "failed": "warn",
    "invalid_reply": "bad",
}


def render_page(episodes: Sequence[Episode], images: ImageStore, title: str = "Episodes") -> str:
    """The page. ImageError when a picture is missing."""
    shown: dict[str, str] = {}
    body = "\n".join(_episode(number, episode, images, shown) for number, episode in enumerate(episodes, 1))
    style = files("envs").joinpath("page.css").read_text(encoding="utf-8")
    index = "".join(
        f'<li><a href="#e{i}"><span class="dot {_tone(e)}"></span>{_text(_instruction(e))}</a></li>'
        for i, e in enumerate(episodes, 1)
    )
    success = sum(_tone(e) == "success" for e in episodes)
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{_text(title)}</title>'
        f"<style>{style}\n{''.join(shown.values())}</style></head><body><main>"
        f"<h1>{_text(title)}</h1><p class=lead>{len(episodes)} episodes, {success} of them successful.</p>"
        f"<ol class=index>{index}</ol>{body}</main></body></html>\n"
    )


def _episode(number: int, episode: Episode, images: ImageStore, shown: dict[str, str]) -> str:
    outcome = episode.outcome.value if episode.outcome else "unfinished"
    task = episode.task
    best = f", best plan {task.optimal_steps}" if task.optimal_steps is not None else ""
    turns, before = "", _instruction(episode)
    for i, turn in enumerate(episode.turns, 1):
        now = turn.observation.instruction
        turns += _turn(i, turn, images, shown, now if now != before else "")
        before = now
    last = episode.turns[-1].step.observation if episode.turns else episode.initial
    end = ""
    if last is not None and last.images:
        pictures = "".join(_picture(name, images, shown, None) for name in last.images)
        end = f"<section class=turn><div class=see>{pictures}{_facts(last)}</div><p class=fb>The end.</p></section>"
    error = f'<p class="bad note">{_text(episode.error)}</p>' if episode.error else ""
    return (
        f'<article id="e{number}"><header><span class="badge {outcome}">{_text(outcome.replace("_", " "))}</span>'
        f"<h2>{_text(_instruction(episode))}</h2>"
        f"<p class=meta>{_text(task.id)} · turns {len(episode.turns)}{best} · return {episode.trajectory_return:.2f}"
        f"{' · ' + _text(episode.policy) if episode.policy else ''}</p>{error}</header>{turns}{end}</article>"
    )


def _turn(number: int, turn: Turn, images: ImageStore, shown: dict[str, str], instruction: str) -> str:
    """One turn; `instruction` is shown where it is a new one."""
    point = _point(turn)
    last = len(turn.observation.images) - 1
    pictures = "".join(
        _picture(name, images, shown, point if i == last else None) for i, name in enumerate(turn.observation.images)
    )
    thought, rest = _parts(turn.reply)
    mistake = "" if turn.trainable else '<span class="tag">deliberate mistake, not trained on</span>'
    said = f"<p class=think>{_text(thought)}</p>" if thought else ""
    history = rest.get("history") if isinstance(rest, dict) else None
    if isinstance(history, dict):
        said += "<dl class=mem>" + "".join(f"<dt>{_text(k)}<dd>{_text(v)}" for k, v in history.items() if v) + "</dl>"
    if turn.call is not None:
        arguments = ", ".join(f"{k}={json.dumps(v, ensure_ascii=False)}" for k, v in turn.call.arguments.items())
        said += f"<p class=call><b>{_text(turn.call.name)}</b>({_text(arguments)})</p>"
    else:
        said += f"<pre>{_text(turn.reply)}</pre>"
        if turn.reply_error and not turn.step.has(EventKind.INVALID_REPLY):
            said += f'<p class="fb bad">{_text(turn.reply_error)}</p>'
    for event in turn.step.events:
        text = event.text or event.data.get("state", "")
        kind = event.kind.value
        said += f'<p class="fb {TONE.get(kind, "calm")}"><i>{_text(kind.replace("_", " "))}</i>{_text(text)}</p>'
    rewards = "".join(
        f'<span class="{"plus" if value > 0 else "minus" if value < 0 else "zero"}">{_text(name)} {value:+.3f}</span>'
        for name, value in turn.rewards.items()
    )
    said += f"<p class=rewards>{rewards}</p>" if rewards else ""
    changed = f"<h3>Now: {_text(instruction)}</h3>" if instruction else ""
    return (
        f"<section class=turn><div class=see>{pictures}{_facts(turn.observation)}</div>"
        f"<div class=say><p class=num>turn {number}{mistake}</p>{changed}{said}</div></section>"
    )


def _picture(name: str, images: ImageStore, shown: dict[str, str], point: tuple[float, float] | None) -> str:
    """A picture of class p-NAME, with a mark at `point`, (across, down) in thousandths."""
    kind = f"p-{name[:16]}"
    if name not in shown:
        data = base64.b64encode(images.read(name)).decode()
        width, height = images.get(name).size
        shown[name] = f".{kind}{{background-image:url(data:image/png;base64,{data});aspect-ratio:{width}/{height}}}\n"
    mark = ""
    if point is not None:
        x, y = (min(max(value / 10, 0.0), 100.0) for value in point)
        mark = f'<span class=mark style="left:{x:.1f}%;top:{y:.1f}%"></span>'
    return f'<div class="pic {kind}" role=img>{mark}</div>'


def _facts(observation: Observation) -> str:
    lines = "".join(f"<dt>{_text(label)}<dd>{_text(value)}" for label, value in observation.facts)
    return f"<dl class=facts>{lines}</dl>" if lines else ""


def _point(turn: Turn) -> tuple[float, float] | None:
    where = turn.call.arguments.get("coordinate") if turn.call else None
    if isinstance(where, (list, tuple)) and len(where) == 2 and all(isinstance(v, (int, float)) for v in where):
        return (float(where[0]), float(where[1]))
    return None


def _parts(reply: str) -> tuple[str, object]:
    """Thought and JSON of a reply, as far as it holds; a reply may be anything."""
    text = reply.strip()
    if not text.startswith(OPEN) or CLOSE not in text:
        return "", None
    thought, _, rest = text[len(OPEN) :].partition(CLOSE)
    try:
        return thought.strip(), json.loads(rest)
    except (ValueError, RecursionError):
        return thought.strip(), None


def _instruction(episode: Episode) -> str:
    return episode.initial.instruction if episode.initial else episode.task.id


def _tone(episode: Episode) -> str:
    return episode.outcome.value if episode.outcome else "unfinished"


def _text(value: object) -> str:
    return html.escape(str(value))
