"""An Episode so far -> the messages and pictures that the policy sees. SFT, RL, benchmark and export all call this.

Two kinds. **Markov** (REAL 4.1): tools, instruction, current observation, previous observation and action, and the
compact history that the policy wrote itself; its length stays bounded however long the episode is. **Transcript**
(VGEBench appendix H): the ReAct chat, whole or its last K turns; whole turns are dropped, never part of one.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from envs.environment import ReplyError, ToolSpec
from envs.episode import Observation, Turn
from envs.reply import History, parse_reply

IMAGE: dict[str, str] = {"type": "image"}
PLACEHOLDERS = ("<|image_pad|>", "<|video_pad|>", "<|vision_start|>", "<|vision_end|>", "<|im_start|>", "<|im_end|>")
"""Control tokens of the Qwen family: no text that reaches a prompt may hold one, or tokens and pictures disagree."""

MOST_PICTURES = 64
"""Pictures that an engine makes room for when a transcript keeps every turn."""

OPENING = "You carry out an instruction in a world that is new to you, by looking and trying."
"""True of every world, since a prompt knows the world by its tools alone."""
MARKOV_FORMAT = (
    "Answer with <think>your thought</think> and then one JSON object: "
    '{"history": {"summary": "what is done so far", "task": "what you do now"}, '
    '"tool": {"name": "...", "arguments": {...}}}.'
)
TRANSCRIPT_FORMAT = (
    'Answer with <think>your thought</think> and then one JSON object: {"tool": {"name": "...", "arguments": {...}}}.'
)
COORDINATES = (
    "Coordinates are integers from 0 to 1000: [across from the left, down from the top] of the current picture."
)
"""Said where a tool takes an argument `coordinate`."""


@dataclass(frozen=True)
class ContextSettings:
    """How a prompt is built. An exported model carries its own settings in its manifest."""

    mode: Literal["markov", "transcript"] = "markov"
    """markov: bounded prompt with self-written history. transcript: the chat itself."""
    tools: Literal["schemas", "names"] = "schemas"
    """schemas: every tool with description and JSON schema. names: one line of names, for tiny models."""
    previous_image: bool = True
    """Markov only: show the previous picture too."""
    last_turns: int | None = None
    """Transcript only: keep the last so many turns; None keeps all, 0 keeps none."""

    def __post_init__(self) -> None:
        if self.mode not in ("markov", "transcript"):
            raise ValueError(f"context.mode: {self.mode!r} is neither 'markov' nor 'transcript'")
        if self.tools not in ("schemas", "names"):
            raise ValueError(f"context.tools: {self.tools!r} is neither 'schemas' nor 'names'")
        if self.last_turns is not None and self.last_turns < 0:
            raise ValueError(f"context.last_turns: {self.last_turns} is negative")

    @property
    def history_required(self) -> bool:
        """Whether a reply must carry its history."""
        return self.mode == "markov"

    @property
    def whole_transcript(self) -> bool:
        """Whether every prompt of an episode begins with the one before it, so that the last one shows all."""
        return self.mode == "transcript" and self.last_turns is None

    def kept(self, turns: Sequence[Turn]) -> Sequence[Turn]:
        """The turns that a transcript shows: the last `last_turns` of them, or all."""
        return turns if self.last_turns is None else turns[max(0, len(turns) - self.last_turns) :]

    @property
    def pictures_per_prompt(self) -> int:
        """The most pictures one prompt can hold, one a turn; an unbounded transcript is counted as MOST_PICTURES."""
        if self.mode == "markov":
            return 2 if self.previous_image else 1
        return MOST_PICTURES if self.last_turns is None else self.last_turns + 1


@dataclass(frozen=True)
class Prompt:
    """Chat messages in the transformers form, and the hashes of the pictures at their `image` items, in order."""

    messages: list[dict[str, Any]]
    images: tuple[str, ...] = field(default=())


def build_prompt(
    tools: Sequence[ToolSpec], turns: Sequence[Turn], observation: Observation, settings: ContextSettings
) -> Prompt:
    """The prompt for the next reply, from the turns so far and the current observation.

    A transcript's earlier replies stand here as text; where a policy speaks tokens, `Encoder.encode_turns` puts the
    very ids that it sampled in their place.
    """
    system = _message("system", [_text(system_text(tools, settings))])
    if settings.mode == "markov":
        content, images = _markov_user(tools, turns, observation, settings)
        return Prompt([system, _message("user", content)], images)
    messages, images = [system], ()
    for turn in settings.kept(turns):
        messages.append(user_message(turn.observation))
        messages.append(_message("assistant", [_text(safe(turn.reply))]))
        images += turn.observation.images
    messages.append(user_message(observation))
    return Prompt(messages, images + observation.images)


def user_message(observation: Observation) -> dict[str, Any]:
    """An observation as a transcript shows it: its pictures, then its text."""
    lines = [f"Instruction: {observation.instruction}"]
    lines += [f"{label}: {value}" for label, value in observation.facts]
    if observation.feedback:
        lines.append(f"Feedback: {observation.feedback}")
    return _message("user", [*([IMAGE] * len(observation.images)), _text(safe("\n".join(lines)))])


def system_text(tools: Sequence[ToolSpec], settings: ContextSettings) -> str:
    """What stands before every episode: role, tools, reply format."""
    form = MARKOV_FORMAT if settings.history_required else TRANSCRIPT_FORMAT
    if settings.tools == "names":
        return "Tools: " + ", ".join(tool.name for tool in tools) + "."
    schemas = "\n".join(json.dumps(tool.schema(), ensure_ascii=False) for tool in tools)
    if any("coordinate" in tool.arguments.model_fields for tool in tools):
        form = f"{COORDINATES}\n{form}"
    return f"{OPENING}\n\nTools, one JSON schema a line:\n{schemas}\n\n{form}"


def last_history(tools: Sequence[ToolSpec], turns: Sequence[Turn]) -> History | None:
    """The history of the latest reply that was valid: an invalid one cannot move it."""
    for turn in reversed(turns):
        if turn.call is None:
            continue
        try:
            return parse_reply(turn.reply, tools, history_required=True).history
        except ReplyError:
            return None
    return None


def safe(text: str) -> str:
    """Text with control tokens taken apart, so that a reply or a user's words can never pose as a picture."""
    for token in PLACEHOLDERS:
        text = text.replace(token, token.replace("|", " "))
    return text


def _markov_user(
    tools: Sequence[ToolSpec], turns: Sequence[Turn], observation: Observation, settings: ContextSettings
) -> tuple[list[dict[str, str]], tuple[str, ...]]:
    history = last_history(tools, turns)
    lines = [f"Instruction: {observation.instruction}"]
    if history is not None:
        lines += [f"Done: {history.summary}", f"Task: {history.task}"]
    before: list[dict[str, str]] = []
    images: tuple[str, ...] = ()
    if turns:
        previous = turns[-1]
        if previous.call is None:
            lines.append("Previous action: none")
        else:
            lines.append(f"Previous action: {previous.call.name} {json.dumps(dict(previous.call.arguments))}")
        if settings.previous_image and previous.observation.images:
            before = [_text("Previous picture: "), *([IMAGE] * len(previous.observation.images))]
            images = previous.observation.images
            before += [_text("\n"), *_labels(previous.observation), _text("Current picture: ")]
    lines += [f"{label}: {value}" for label, value in observation.facts]
    if observation.feedback:
        lines.append(f"Feedback: {observation.feedback}")
    content = [*before, *([IMAGE] * len(observation.images)), _text(safe("\n".join(lines)))]
    return content, images + observation.images


def _labels(observation: Observation) -> list[dict[str, str]]:
    """The first fact (where one looked from) beside a previous picture."""
    return [_text(safe(f"{label} then: {value}\n")) for label, value in observation.facts[:1]]


def _message(role: str, content: list[dict[str, str]]) -> dict[str, Any]:
    return {"role": role, "content": content}


def _text(text: str) -> dict[str, str]:
    return {"type": "text", "text": text}
