"""What passes between a served world and its client beside text and pictures: a small record, checked on both sides."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, StrictStr

from envs.episode import Observation, Outcome
from envs.serving.play import View

TASK = "task"
"""The prompt that begins a task."""
NUMBER = "number"
"""Its only argument, as digits."""
ANSWER_KEY = "apprentice/answer"
"""Under which `_meta` of a prompt holds the Answer that a tool's result holds as structured content."""
INVALID_KEY = "apprentice/invalid_reply"
"""Under which `_meta` of a call tells of a reply that held none, so that it costs its turn."""


class Fact(BaseModel):
    """One further line of an observation."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    label: StrictStr
    value: StrictStr


class Answer(BaseModel):
    """An observation without its pictures, and how the task stands. It holds nothing that a policy may not see."""

    model_config = ConfigDict(extra="ignore", frozen=True)
    task: int
    outcome: Outcome | None = None
    instruction: StrictStr
    feedback: StrictStr = ""
    facts: tuple[Fact, ...] = ()

    def observation(self, images: tuple[str, ...]) -> Observation:
        """As the policy sees it, with the hashes of the pictures that came along."""
        facts = tuple((fact.label, fact.value) for fact in self.facts)
        return Observation(self.instruction, self.feedback, facts, images)


class InvalidReply(BaseModel):
    """A reply that held no valid call, as `ReplyError` has it."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    kind: Literal["no_think", "no_json", "not_json", "schema", "unknown_tool", "arguments"]
    message: StrictStr


def answer_of(view: View) -> Answer:
    """The record of a view."""
    seen = view.observation
    facts = tuple(Fact(label=label, value=value) for label, value in seen.facts)
    return Answer(
        task=view.number, outcome=view.outcome, instruction=seen.instruction, feedback=seen.feedback, facts=facts
    )


def text_of(view: View) -> str:
    """What a model reads: what happened, what is to be known, what is wanted, whether it is over."""
    seen = view.observation
    lines = [view.note] if view.note else []
    if seen.feedback:
        lines.append(f"Feedback: {seen.feedback}")
    lines += [f"{label}: {value}" for label, value in seen.facts]
    if seen.instruction:
        lines.append(f"Instruction: {seen.instruction}")
    if view.outcome is not None:
        lines.append(f"The task has ended: {view.outcome}.")
    return "\n".join(lines)
