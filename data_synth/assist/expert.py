"""The expert assistant at work: it warns, mends, answers, notifies and guides, and is silent otherwise.

It knows the world, the schedule and the person, so it is an upper bound, and the teacher of SFT. It says one thing a
turn, the most urgent one: a warning of an error under way, the mending of one that is done, the answer to a doubt, the
answer to a question, a notification, and guidance to those who wait for it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from data_synth.assist import speech
from data_synth.assist.config import AssistManner
from data_synth.assist.evidence import shows
from data_synth.assist.memory import Memory, parts_done
from data_synth.play import Move
from data_synth.wrong_turns import WrongTurns, slips
from envs.assist.action import WAIT, Action
from envs.assist.domain import PlanStep
from envs.assist.errors import ErrorFacts
from envs.assist.log import Entry, EntryKind, Response, UserAct
from envs.assist.questions import truth
from envs.assist.schedule import FactIs
from envs.assist.tools import SAY, STAY_SILENT
from envs.assist.world import AssistWorld
from envs.context import ContextSettings
from envs.episode import Step, Task, ToolCall
from envs.reply import History

PATIENCE = 6
"""Ticks after a message has arrived until the expert says the same thing again."""


@dataclass(frozen=True)
class Speech:
    """What is to be said: thought and message, and what it is about, by which repetitions are told."""

    thought: str
    message: str
    about: str


@dataclass
class _Request:
    """A proactive request. told: whether the person was told that it is so."""

    until: FactIs
    told: bool = False


@dataclass
class _Ear:
    """What the person has said and done that waits for words."""

    acts: list[tuple[UserAct, str | None, int]] = field(default_factory=list)
    """Act, event and tick of utterances that nothing was said to."""
    questions: dict[str, Entry] = field(default_factory=dict)
    requests: dict[str, _Request] = field(default_factory=dict)


class Expert:
    """Plays one task, an `Actor`. Wording and slips depend on (task id, seed) alone.

    wrong_turns: how often it overlooks an error at first, a slip that the loss leaves out; None: never.
    """

    def __init__(
        self,
        task: Task,
        world: AssistWorld,
        seed: int,
        context: ContextSettings,
        manner: AssistManner,
        wrong_turns: WrongTurns | None,
    ) -> None:
        self.world, self.context, self.manner = world, context, manner
        rng = random.Random(f"{task.id}:{seed}")
        self._rng = rng if manner.wordings == "all" else None
        self._memory = Memory(world.harness.domain.lexicon)
        self._ear = _Ear()
        self._read = 0
        self._said: dict[str, int] = {}
        self._reasons: set[str] = set()
        errors = [event.id for event in world.harness.asked.schedule if event.type == "error"]
        self._slips: set[str] = set()
        if wrong_turns is not None and errors:
            missed = slips(rng, len(errors), wrong_turns.probability, wrong_turns.most)
            self._slips = {errors[number] for number in missed}

    def move(self) -> Move:
        """The next turn."""
        harness = self.world.harness
        fresh = harness.log.entries[self._read :]
        self._read = len(harness.log.entries)
        self._memory.add(fresh)
        self._hear(fresh)
        plan = harness.domain.plan(harness.state, harness.tick)
        overlooked = any(error.event in self._slips for error in self._under_way())
        found = self._most_urgent(plan)
        if found is None:
            waiting = any(entry.kind == EntryKind.SENT for entry in fresh)
            thought = speech.pick(self._rng, speech.THOUGHTS, "waiting" if waiting else "silent")
            return Move(thought, self._history(plan), ToolCall(STAY_SILENT), not overlooked)
        self._said[found.about] = harness.tick
        return Move(found.thought, self._history(plan), ToolCall(SAY, {"message": found.message}), True)

    def learn(self, move: Move, step: Step) -> None:
        """All that came of it stands in the log."""

    def _under_way(self) -> Sequence[ErrorFacts]:
        return [error for error in self.world.harness.errors]

    def _hear(self, fresh: Sequence[Entry]) -> None:
        for entry in fresh:
            data = entry.data
            if entry.kind == EntryKind.ASKED:
                self._ear.questions[data["event"]] = entry
            elif entry.kind == EntryKind.REQUESTED:
                self._ear.requests[data["event"]] = _Request(FactIs(**data["until"]))
            elif entry.kind == EntryKind.SAID:
                self._ear.acts.append((UserAct(data["act"]), data.get("event"), entry.tick))
            elif entry.kind == EntryKind.COMMITTED:
                self._slips.discard(data["event"])  # overlooked until it was done; now it shows
            elif entry.kind == EntryKind.HEARD and data["response"] in (Response.DOUBT, Response.OBJECT):
                self._reasons.add("*")

    def _most_urgent(self, plan: Sequence[PlanStep]) -> Speech | None:
        for source in (self._warn, self._answer, self._notify, self._agree, self._guide):
            found = source(plan)
            if found is not None:
                return found
        return None

    def _may_say(self, about: str) -> bool:
        """Whether it was not said, or so long ago that it was not taken."""
        said = self._said.get(about)
        return said is None or self.world.harness.tick - said >= PATIENCE

    def _warn(self, plan: Sequence[PlanStep]) -> Speech | None:
        """Of an error that the person does not see; once more with a reason where the person did not believe it."""
        harness = self.world.harness
        for error in self._under_way():
            if error.event in self._slips or not self._may_say(error.event):
                continue
            if not (self.manner.foresight or shows(error, harness.log, harness.domain.lexicon)):
                continue
            again = error.event in self._said
            lexicon = harness.domain.lexicon
            done = error is not harness.error
            wrong = error.actions[-1] if error.actions and not done else None
            right = next((action for action in error.remedy if action.verb in lexicon.verbs), None)
            if right is None and wrong is None:
                right = self._next_action(plan)[0]
            message = speech.warning(self._rng, lexicon, wrong, right)
            things = (*error.wrong, *(action.target for action in error.remedy))
            because = speech.reason(lexicon, harness.log.facts, things)
            doubted = again or self._reasons or harness.asked.persona.trust != "high"
            if because and doubted:
                message = f"{because} {message}"
            kind = "insist" if again else "correct" if done else "warn"
            return Speech(speech.pick(self._rng, speech.THOUGHTS, kind), message, error.event)
        return None

    def _answer(self, plan: Sequence[PlanStep]) -> Speech | None:
        harness = self.world.harness
        for event, entry in tuple(self._ear.questions.items()):
            del self._ear.questions[event]
            self._take_up(UserAct.QUESTION)
            right = truth(entry.data["kind"], entry.data["about"], harness.log)
            words = right.words(harness.domain.lexicon, self._rng)
            return Speech(speech.pick(self._rng, speech.THOUGHTS, "answer"), words, event)
        return None

    def _notify(self, plan: Sequence[PlanStep]) -> Speech | None:
        harness, lexicon = self.world.harness, self.world.harness.domain.lexicon
        for event, request in self._ear.requests.items():
            words = {
                "thing": lexicon.name(request.until.thing),
                "value": lexicon.value(request.until.property, request.until.value),
            }
            if not request.told and request.until.holds(harness.log):
                request.told = True
                message = speech.pick(self._rng, speech.MESSAGES, "ready", **words)
                return Speech(speech.pick(self._rng, speech.THOUGHTS, "notify"), message, f"{event} is so")
            if self._take_up(UserAct.REQUEST):
                message = speech.pick(self._rng, speech.MESSAGES, "promise", **words)
                return Speech(speech.pick(self._rng, speech.THOUGHTS, "promise"), message, event)
        return None

    def _agree(self, plan: Sequence[PlanStep]) -> Speech | None:
        if not self._take_up(UserAct.PLAN_CHANGE):
            return None
        self._memory = self._memory.renamed(self.world.harness.domain.lexicon)
        return Speech(
            speech.pick(self._rng, speech.THOUGHTS, "agree"),
            f"{speech.pick(self._rng, speech.MESSAGES, 'agreed')} {self._words_for(plan)}".strip(),
            "plan_change",
        )

    def _guide(self, plan: Sequence[PlanStep]) -> Speech | None:
        """The next step, to a person who asks for it, doubts, does not understand, or thinks that all is done; and
        beforehand to one who likes to be led.
        """
        harness = self.world.harness
        asked = [act for act, _, _ in self._ear.acts if act in GUIDED]
        self._ear.acts = [item for item in self._ear.acts if item[0] not in GUIDED]
        if not plan:
            return None
        if asked:
            words = self._words_for(plan)
            if not words:
                return None
            if UserAct.DONE in asked:
                words = f"{speech.pick(self._rng, speech.MESSAGES, 'missing')} {words}"
            return Speech(speech.pick(self._rng, speech.THOUGHTS, "guide"), words, "guidance")
        persona = harness.asked.persona
        if persona.interruption != "step_by_step" or not persona.hesitates or harness.errors:
            return None
        ahead = self._part_ahead(plan)
        if ahead is None or f"part {ahead[0].part}" in self._said:
            return None
        words = self._words_for(ahead)
        return (
            Speech(speech.pick(self._rng, speech.THOUGHTS, "guide"), words, f"part {ahead[0].part}") if words else None
        )

    def _part_ahead(self, plan: Sequence[PlanStep]) -> Sequence[PlanStep] | None:
        """The rest of the plan from the part that begins next: now if the person is idle, or while the last action of
        a part is being done.
        """
        doing = self.world.harness.doing
        if doing is None:
            return plan
        if plan[0].action == doing and len(plan) > 1 and plan[1].part != plan[0].part:
            return plan[1:]
        return None

    def _next_action(self, plan: Sequence[PlanStep]) -> tuple[Action | None, Action | None]:
        """What to do first, and what the same part of the task comes down to; walks go without saying."""
        lexicon = self.world.harness.domain.lexicon
        deeds = [step for step in plan if step.action.verb != WAIT]
        deeds = [step for step in deeds if lexicon.verbs[step.action.verb].takes != "place"] or deeds
        if not deeds:
            return None, None
        first = deeds[0]
        part = [step.action for step in deeds if step.part == first.part]
        return first.action, part[1] if len(part) > 1 and part[1] != first.action else None

    def _words_for(self, plan: Sequence[PlanStep]) -> str:
        first, second = self._next_action(plan)
        return speech.guidance(self._rng, self.world.harness.domain.lexicon, first, second) if first else ""

    def _take_up(self, wanted: UserAct) -> bool:
        """Whether the person has said such a thing and was not answered; it counts as answered from now on."""
        kept = [item for item in self._ear.acts if item[0] != wanted]
        found = len(kept) < len(self._ear.acts)
        self._ear.acts = kept
        return found

    def _history(self, plan: Sequence[PlanStep]) -> History | None:
        if not self.context.history_required:
            return None
        parts = self.world.harness.domain.sheet.parts
        left = [step.part for step in plan]
        now = parts.get(left[0], "") if left else "see that all is done"
        summary = self._memory.events() if self.manner.memory == "events" else parts_done(parts, left)
        return History(summary=summary, task=now or "watch")


GUIDED = frozenset({UserAct.ASK_NEXT, UserAct.OBJECT, UserAct.DOUBT, UserAct.ASK_BACK, UserAct.DONE})
"""Acts that the next step answers."""
