"""The assist worlds: the policy watches a person at a task and helps by speaking (Interactive Visual Gym).

The policy sees the latest frames, the clock, what the person has said and the task sheet. `Step.info` holds what
rewards and metrics need and no prompt may show:

    log                    entries that this step added to the event log, see `envs.assist.log`; the first step's begin
                           with the start
    goals_done, goals_total    goal conditions that hold, and all
    tick, remaining        now, and ticks left to the deadline (negative when it has passed)

Options of all three: `frames`, how many a turn shows at most; `delay`, see `envs.assist.delay`; `person`, a server that
plays the person; `render`, False for play without pictures.
"""

from __future__ import annotations

import json
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, ClassVar

from pydantic import Field

from envs.assist.delay import Delay
from envs.assist.domain import Domain, Painter
from envs.assist.frames import FrameLibrary
from envs.assist.grounding import Grammar
from envs.assist.harness import Harness
from envs.assist.log import Entry, EntryKind
from envs.assist.segment import moments
from envs.assist.task import AssistTask, checked
from envs.assist.tools import SAY, TOOLS
from envs.assist.user import PersonSettings, make_person
from envs.environment import ReplyError, ToolSpec
from envs.episode import Event, EventKind, Observation, Outcome, Step, Task, ToolCall
from envs.images import ImageStore
from envs.perturbation import Perturbation
from envs.reply import check_arguments
from envs.settings import Settings, check_settings

MOST_FRAMES = 8


class _Shown(Settings):
    """What of the frames a turn shows."""

    frames: Annotated[int, Field(ge=1, le=MOST_FRAMES)]
    render: bool


class AssistWorld(ABC):
    """Environment over one kind of domain; subclasses say how a domain and its painter are made.

    library: painters and pictures to share with other worlds; without one, images and picture_size make one. frames: at
    most so many pictures a turn, the latest last. delay, person: also as plain data (SettingsError).
    """

    name: ClassVar[str]
    """Under which the world is registered."""

    def __init__(
        self,
        images: ImageStore | None = None,
        picture_size: int = 512,
        library: FrameLibrary | None = None,
        frames: int = 1,
        delay: Delay | Mapping[str, Any] | None = None,
        person: PersonSettings | Mapping[str, Any] | None = None,
        render: bool = True,
    ) -> None:
        shown = check_settings({"frames": frames, "render": render}, _Shown, "world_options")
        self._own = library is None
        self.library = library if library is not None else FrameLibrary(images, picture_size)
        self._frames, self._render = shown.frames, shown.render
        self._delay = check_settings(delay or {}, Delay, "world_options: delay")
        self._endpoint = person if person is None else check_settings(person, PersonSettings, "world_options: person")
        self._drawing: str | None = None
        self._harness: Harness | None = None
        self._outcome: Outcome | None = None

    @classmethod
    @abstractmethod
    def domain(cls, parameters: Mapping[str, Any]) -> Domain[Any]:
        """The domain of a task's own parameters. TaskError names field and value."""

    @abstractmethod
    def painter(self, domain: Domain[Any], size: int) -> Painter[Any]:
        """What draws a domain's frames."""

    @classmethod
    def share(
        cls, images: ImageStore, picture_size: int, cache: str | Path | None, perturbation: Perturbation | None
    ) -> dict[str, Any]:
        """Options under which the worlds of one process share painters and pictures. Nothing is kept in `cache`."""
        return {"library": FrameLibrary(images, picture_size, perturbation)}

    @classmethod
    def check(cls, task: Task) -> None:
        """TaskError for a task that cannot be."""
        asked = checked(task)
        cls._checked_domain(asked)

    @classmethod
    def _checked_domain(cls, asked: AssistTask) -> Domain[Any]:
        domain = cls.domain(asked.domain)
        for event in asked.schedule:
            domain.check(event)
        return domain

    @property
    def tools(self) -> Sequence[ToolSpec]:
        """Saying something, and staying silent."""
        return TOOLS

    @property
    def harness(self) -> Harness:
        """The present episode, for planners; privileged."""
        assert self._harness is not None, "reset first"
        return self._harness

    def reset(self, task: Task) -> Observation:
        """Start a task. TaskError names the field and its value."""
        asked = checked(task)
        domain = self._checked_domain(asked)
        person = make_person(asked.persona, task.seed, self._endpoint)
        self._leave()
        self._harness = Harness(self.name, asked, domain, person, task.seed, self._delay.type)
        self._outcome = None
        self._changes = 0
        self._heard: tuple[int, str] | None = None
        self._paint(asked)
        return self._observe("", ())

    def step(self, call: ToolCall | ReplyError) -> Step:
        """Let a turn pass, after saying what is to be said. An invalid reply says nothing; time passes all the same.

        Raises InfraError when the server that plays the person fails.
        """
        harness = self.harness
        if self._outcome is not None:
            raise RuntimeError(f"the episode has ended ({self._outcome}); reset first")
        seconds = time.monotonic() - self._asked
        before = self._key()
        events = self._speak(call, seconds)
        harness.advance(harness.asked.ticks_per_turn)
        entries = harness.take_entries()
        if harness.over:
            self._outcome = Outcome.SUCCESS if harness.in_time else Outcome.FAILURE
        if any(entry.kind == EntryKind.CHANGED_PLAN for entry in entries):
            self._changes += 1
            self._paint(harness.asked)
        events += tuple(event for entry in entries for event in _shown(entry))
        feedback = " ".join(event.text for event in events if event.kind == EventKind.INVALID_REPLY)
        info = {
            "log": [entry.to_json() for entry in entries],
            "goals_done": len(harness.log.met),
            "goals_total": len(harness.log.conditions),
            "tick": harness.tick,
            "remaining": harness.asked.deadline - harness.tick,
        }
        observation = self._observe(feedback, entries)
        return Step(observation, before, self._key(), events, outcome=self._outcome, info=info)

    def close(self) -> None:
        """Leave the task, and free everything unless the library is shared; the world can be reset again."""
        self._leave()
        self._harness = None
        if self._own:
            self.library.close()

    def _speak(self, call: ToolCall | ReplyError, seconds: float) -> tuple[Event, ...]:
        if isinstance(call, ReplyError):
            return (Event(EventKind.INVALID_REPLY, str(call), data={"kind": call.kind}),)
        try:
            arguments = check_arguments(call.name, call.arguments, TOOLS)
        except ReplyError as error:
            return self._speak(error, seconds)
        if call.name != SAY:
            return ()
        harness, text = self.harness, str(arguments["message"])
        harness.send(text, Grammar.of(harness.domain.lexicon).ground(text), self._delay.of(seconds))
        return ()

    def _key(self) -> str:
        harness = self.harness
        doing = harness.doing
        return f"{harness.tick}|{harness.state.key}|{doing.to_json() if doing else ''}|{len(harness.log.conditions)}"

    def _paint(self, asked: AssistTask) -> None:
        """Have the present domain drawn; a change of plan can bring new things."""
        if not self._render:
            return
        self._leave()
        harness = self.harness
        name = json.dumps([self.name, dict(asked.domain)], sort_keys=True, default=str)
        changes = [event.id for event in asked.schedule if event.type == "plan_change"][: self._changes]
        name += "|".join(changes)
        self.library.open(name, lambda: self.painter(harness.domain, self.library.picture_size))
        self._drawing = name

    def _leave(self) -> None:
        if self._drawing is not None:
            self.library.leave(self._drawing)
            self._drawing = None

    def _observe(self, feedback: str, entries: Sequence[Entry]) -> Observation:
        harness = self.harness
        said = [(entry.tick, str(entry.data["text"])) for entry in entries if entry.kind == EntryKind.SAID]
        if said:
            words = " ".join(f'"{text}"' for _, text in said)
            self._heard = said[-1]
        elif self._heard is not None:
            words = f'nothing since {self._heard[0]}, then "{self._heard[1]}"'
        else:
            words = "nothing yet"
        facts = (("Clock", f"{harness.tick} of {harness.asked.deadline}"), ("Person says", words))
        images: tuple[str, ...] = ()
        if self._drawing is not None:
            drawn = moments(harness.segments, harness.tick, self._frames)
            pictures = (
                self.library.picture(self._drawing, segment.state, tick, segment.motion(tick))
                for segment, tick in drawn
            )
            images = tuple(dict.fromkeys(pictures))
        self._asked = time.monotonic()
        return Observation(harness.domain.sheet.text, feedback, facts, images)


def _shown(entry: Entry) -> list[Event]:
    """What of the log a reader of episodes sees as events; the policy is told nothing by them."""
    data = dict(entry.data)
    if entry.kind == EntryKind.SAID:
        return [Event(EventKind.HEARD, data={"text": data["text"], "act": data["act"]})]
    if entry.kind == EntryKind.DID:
        return [Event(EventKind.TRANSITION, data={"action": data["action"]})]
    if entry.kind == EntryKind.MET:
        return [Event(EventKind.GOAL, data=data)]
    return []
