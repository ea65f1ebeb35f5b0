"""Episodes -> one HTML page. No script, no network; every text is escaped, every picture stands in it once.

A picture is a CSS class with a background: a data URI, so that the page needs nothing else, or the address of its file
for pages that lie beside the image store. So a picture that several turns show is written once.
"""

from __future__ import annotations

import base64
import html
import io
import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files

from PIL import Image

from envs.episode import Episode, EventKind, Observation, Turn
from envs.images import ImageError, ImageStore
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


def render_page(
    episodes: Sequence[Episode],
    images: ImageStore,
    title: str = "Episodes",
    lead: str = "",
    beside: tuple[str, str] | None = None,
    link: Callable[[str], str] | None = None,
) -> str:
    """The page. ImageError when a picture is missing or damaged.

    lead: what is said under the title; by default how many episodes there are. beside: headings of the first two
    episodes, which then stand side by side. link: picture's hash -> its address as seen from the page; None inlines.
    """
    pictures = _Pictures(images, link)
    shown = [_episode(number, episode, pictures) for number, episode in enumerate(episodes, 1)]
    if beside is not None:
        pair = "".join(
            f"<div><h3>{escaped(heading)}</h3>{page}</div>" for heading, page in zip(beside, shown, strict=False)
        )
        shown[:2] = [f"<div class=pair>{pair}</div>"]
    alike = len(episodes) > 1 and len({_instruction(e) for e in episodes}) == 1  # then that says nothing in a list
    index = "".join(
        f'<li><a href="#e{i}"><span class="dot {_tone(e)}"></span>'
        f"{escaped(_numbers(e) if alike else _instruction(e))}</a></li>"
        for i, e in enumerate(episodes, 1)
    )
    success = sum(_tone(e) == "success" for e in episodes)
    lead = lead or f"{len(episodes)} episodes, {success} of them successful."
    body = f"<p class=lead>{escaped(lead)}</p><ol class=index>{index}</ol>" + "\n".join(shown)
    return html_page(title, body, pictures.style, wide=beside is not None)


def html_page(title: str, body: str, style: str = "", wide: bool = False) -> str:
    """A whole page around a body that is HTML already. style: CSS beside the one that all pages share."""
    shared = files("envs").joinpath("page.css").read_text(encoding="utf-8")
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{escaped(title)}</title>'
        f"<style>{shared}\n{style}</style></head><body><main{' class=wide' if wide else ''}>"
        f"<h1>{escaped(title)}</h1>{body}</main></body></html>\n"
    )


def escaped(value: object) -> str:
    """A value as text that can do no harm in a page, nor to the file: half of a surrogate pair becomes a "?"."""
    return html.escape(str(value).encode("utf-8", "replace").decode())


class _Pictures:
    """The pictures of one page: the style that holds each of them once, and the places that show them."""

    def __init__(self, images: ImageStore, link: Callable[[str], str] | None) -> None:
        self._images, self._link = images, link
        self._rules: dict[str, str] = {}

    @property
    def style(self) -> str:
        """CSS of every picture shown so far."""
        return "".join(self._rules.values())

    def show(self, name: str, point: tuple[float, float] | None = None) -> str:
        """A picture of class p-NAME, with a mark at `point`, (across, down) in thousandths."""
        kind = f"p-{name[:16]}"
        if name not in self._rules:
            data = self._images.read(name)
            try:
                width, height = Image.open(io.BytesIO(data)).size  # reads the head alone
            except OSError as error:
                where = self._images.folder or "memory"
                raise ImageError(f"{where}: picture {name[:12]}: damaged: {error}") from error
            inlined = f"data:image/png;base64,{base64.b64encode(data).decode()}"
            address = inlined if self._link is None else self._link(name)
            self._rules[name] = f".{kind}{{background-image:url({address});aspect-ratio:{width}/{height}}}\n"
        mark = ""
        if point is not None:
            x, y = (min(max(value / 10, 0.0), 100.0) for value in point)
            mark = f'<span class=mark style="left:{x:.1f}%;top:{y:.1f}%"></span>'
        return f'<div class="pic {kind}" role=img>{mark}</div>'


def _episode(number: int, episode: Episode, pictures: _Pictures) -> str:
    outcome = _tone(episode)
    task = episode.task
    turns, before = "", _instruction(episode)
    for i, turn in enumerate(episode.turns, 1):
        now = turn.observation.instruction
        turns += _turn(i, turn, pictures, now if now != before else "")
        before = now
    last = episode.turns[-1].step.observation if episode.turns else episode.initial
    end = ""
    if last is not None and last.images:
        seen = "".join(map(pictures.show, last.images))
        end = f"<section class=turn><div class=see>{seen}{_facts(last)}</div><p class=fb>The end.</p></section>"
    error = f'<p class="bad note">{escaped(episode.error)}</p>' if episode.error else ""
    totals: Counter[str] = Counter()
    for turn in episode.turns:
        totals.update(turn.rewards)
    return (
        f'<article id="e{number}"><header><span class="badge {outcome}">{escaped(outcome.replace("_", " "))}</span>'
        f"<h2>{escaped(_instruction(episode))}</h2>"
        f"<p class=meta>{escaped(task.id)} · {_numbers(episode)}"
        f"{' · ' + escaped(episode.policy) if episode.policy else ''}</p>{_rewards(totals)}{error}</header>"
        f"{turns}{end}</article>"
    )


def _turn(number: int, turn: Turn, pictures: _Pictures, instruction: str) -> str:
    """One turn; `instruction` is shown where it is a new one."""
    point = _point(turn)
    last = len(turn.observation.images) - 1
    seen = "".join(pictures.show(name, point if i == last else None) for i, name in enumerate(turn.observation.images))
    thought, rest = _parts(turn.reply)
    mistake = "" if turn.trainable else '<span class="tag">deliberate mistake, not trained on</span>'
    said = f"<p class=think>{escaped(thought)}</p>" if thought else ""
    history = rest.get("history") if isinstance(rest, dict) else None
    if isinstance(history, dict):
        said += (
            "<dl class=mem>" + "".join(f"<dt>{escaped(k)}<dd>{escaped(v)}" for k, v in history.items() if v) + "</dl>"
        )
    if turn.call is not None:
        arguments = ", ".join(f"{k}={json.dumps(v, ensure_ascii=False)}" for k, v in turn.call.arguments.items())
        said += f"<p class=call><b>{escaped(turn.call.name)}</b>({escaped(arguments)})</p>"
    else:
        said += f"<pre>{escaped(turn.reply)}</pre>"
        if turn.reply_error and not turn.step.has(EventKind.INVALID_REPLY):
            said += f'<p class="fb bad">{escaped(turn.reply_error)}</p>'
    for event in turn.step.events:
        text = event.text or event.data.get("state", "")
        kind = event.kind.value
        said += f'<p class="fb {TONE.get(kind, "calm")}"><i>{escaped(kind.replace("_", " "))}</i>{escaped(text)}</p>'
    said += _rewards(turn.rewards)
    changed = f"<h3>Now: {escaped(instruction)}</h3>" if instruction else ""
    return (
        f"<section class=turn><div class=see>{seen}{_facts(turn.observation)}</div>"
        f"<div class=say><p class=num>turn {number}{mistake}</p>{changed}{said}</div></section>"
    )


def _rewards(rewards: Mapping[str, float]) -> str:
    """Every term with its value."""
    values = "".join(
        f'<span class="{"plus" if value > 0 else "minus" if value < 0 else "zero"}">{escaped(name)} {value:+.3f}</span>'
        for name, value in rewards.items()
    )
    return f"<p class=rewards>{values}</p>" if values else ""


def _facts(observation: Observation) -> str:
    lines = "".join(f"<dt>{escaped(label)}<dd>{escaped(value)}" for label, value in observation.facts)
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


def _numbers(episode: Episode) -> str:
    best = f", best plan {episode.task.optimal_steps}" if episode.task.optimal_steps is not None else ""
    return f"turns {len(episode.turns)}{best} · return {episode.trajectory_return:.2f}"


def _instruction(episode: Episode) -> str:
    return episode.initial.instruction if episode.initial else episode.task.id


def _tone(episode: Episode) -> str:
    return episode.outcome.value if episode.outcome else "unfinished"
