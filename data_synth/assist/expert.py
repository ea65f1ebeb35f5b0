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
from data_synth.assist.warning import warning
from data_synth.play import Move
from data_synth.wrong_turns import WrongTurns, slips
from envs.assist.action import WAIT, Action
from envs.assist.domain import PlanStep
from envs.assist.errors import ErrorFacts
from envs.assist.grading.wording import answer_words
from envs.assist.grounding import Grammar
from envs.assist.log import Entry, EntryKind, Response, UserAct
from envs.assist.questions import Truth, answers, truth
from envs.assist.schedule import FactIs
from envs.assist.tools import SAY, STAY_SILENT
from envs.assist.world import AssistWorld
from envs.context import ContextSettings
from envs.episode import Step, Task, ToolCall
from envs.reply import History

PATIENCE = 6
"""Ticks after a message was heard, and not disputed, until the expert says the same thing again."""
DISPUTES = frozenset({Response.DOUBT, Response.OBJECT, Response.ASK_BACK})
"""After these it is said again at once, with another reason."""
WALKS = frozenset({"turn_to", "turn_left", "turn_right", "go_straight", "look_up", "look_down"})
"""Verbs that go without saying, besides those of places."""


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
class _Topic:
    """What the expert has spoken of. message: number of the latest message about it, None before it is sent. heard:
    when it was; response: how it was taken.
    """

    times: int = 0
    message: int | None = None
    heard: int | None = None
    response: str = ""


@dataclass
class _Ear:
    """What the person has said and done that waits for words."""

    acts: list[UserAct] = field(default_factory=list)
    """Utterances that nothing was said to."""
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
        self._read = self._until = 0
        self._topics: dict[str, _Topic] = {}
        self._latest: _Topic | None = None
        self._doubted = False
        errors = [event.id for event in world.harness.asked.schedule if event.type == "error"]
        self._slips: set[str] = set()
        if wrong_turns is not None and errors:
            apart = random.Random(f"{task.id}:{seed}:slips")  # so that they change no other word
            missed = slips(apart, len(errors), wrong_turns.probability, wrong_turns.most)
            self._slips = {errors[number] for number in missed}

    def move(self) -> Move:
        """The next turn."""
        harness = self.world.harness
        fresh = harness.log.entries[self._read :]
        self._read = len(harness.log.entries)
        self._memory.add(fresh)
        self._hear(fresh)
        missed = [error for error in harness.errors if error.event in self._slips]
        believed = frozenset(name for error in missed for name in error.blind)  # who overlooks it takes it for right
        plan = harness.domain.plan(harness.state, harness.tick, believed & frozenset(harness.domain.conditions))
        overlooked = any(map(self._shows, missed))
        found = self._most_urgent(plan)
        if found is None:
            waiting = any(entry.kind == EntryKind.SENT for entry in fresh)
            thought = speech.pick(self._rng, speech.THOUGHTS, "waiting" if waiting else "silent")
            return Move(thought, self._history(plan), ToolCall(STAY_SILENT), not overlooked)
        self._latest = self._topics.setdefault(found.about, _Topic())
        self._latest.times += 1
        self._latest.message = self._latest.heard = None
        return Move(found.thought, self._history(plan), ToolCall(SAY, {"message": found.message}), not overlooked)

    def learn(self, move: Move, step: Step) -> None:
        """All that came of it stands in the log."""

    def _shows(self, error: ErrorFacts) -> bool:
        """Whether an error can be spoken of."""
        harness = self.world.harness
        return self.manner.foresight or shows(error, harness)

    def _hear(self, fresh: Sequence[Entry]) -> None:
        for entry in fresh:
            data = entry.data
            if entry.kind == EntryKind.ASKED:
                self._ear.questions[data["event"]] = entry
            elif entry.kind == EntryKind.REQUESTED:
                self._ear.requests[data["event"]] = _Request(FactIs(**data["until"]))
            elif entry.kind == EntryKind.SAID:
                self._ear.acts.append(UserAct(data["act"]))
            elif entry.kind == EntryKind.BEGAN:
                self._until = data["until"]
            elif entry.kind == EntryKind.COMMITTED:
                self._slips.discard(data["event"])  # overlooked until it was done; now it shows
            elif entry.kind == EntryKind.SENT and self._latest is not None:
                self._latest.message = data["message"]
            elif entry.kind == EntryKind.HEARD:
                for topic in self._topics.values():
                    if topic.message == data["message"]:
                        topic.heard, topic.response = entry.tick, data["response"]
                self._doubted |= data["response"] in (Response.DOUBT, Response.OBJECT)

    def _most_urgent(self, plan: Sequence[PlanStep]) -> Speech | None:
        for source in (self._warn, self._answer, self._notify, self._agree, self._guide):
            found = source(plan)
            if found is not None:
                return found
        return None

    def _may_say(self, about: str) -> bool:
        """Whether it was not said, or has arrived and was not taken."""
        topic = self._topics.get(about)
        if topic is None:
            return True
        if topic.heard is None:
            return False
        return topic.response in DISPUTES or self.world.harness.tick - topic.heard >= PATIENCE

    def _warn(self, plan: Sequence[PlanStep]) -> Speech | None:
        """Of an error that the person does not see; with another reason where the person did not believe it."""
        harness = self.world.harness
        for error in harness.errors:
            if error.event in self._slips or not self._shows(error) or not self._may_say(error.event):
                continue
            before = self._topics[error.event].times if error.event in self._topics else 0
            reasoned = before > 0 or self._doubted or harness.asked.persona.trust != "high"
            message = warning(self._rng, harness, error, plan, reasoned, before)
            for act in DISPUTING:
                self._take_up(act)
            kind = "insist" if before else "warn" if error is harness.error else "correct"
            return Speech(speech.pick(self._rng, speech.THOUGHTS, kind), message, error.event)
        return None

    def _answer(self, plan: Sequence[PlanStep]) -> Speech | None:
        harness = self.world.harness
        for event, entry in tuple(self._ear.questions.items()):
            del self._ear.questions[event]
            self._take_up(UserAct.QUESTION)
            right = truth(entry.data["kind"], entry.data["about"], harness.log)
            words = self._answering(right)
            return Speech(speech.pick(self._rng, speech.THOUGHTS, "answer"), words, event)
        return None

    def _answering(self, right: Truth) -> str:
        """A wording of the answer that is understood as it."""
        lexicon = self.world.harness.domain.lexicon
        found = answer_words(right, lexicon)
        found = found if self._rng is None else self._rng.sample(found, len(found))
        heard = {text: Grammar.of(lexicon).ground(text) for text in found}
        return next((text for text, said in heard.items() if not said.unknown and answers(said, right)), found[0])

    def _notify(self, plan: Sequence[PlanStep]) -> Speech | None:
        harness, lexicon = self.world.harness, self.world.harness.domain.lexicon
        for event, request in self._ear.requests.items():
            until = request.until
            words = speech.being(lexicon, until.thing, lexicon.value(until.property, until.value))
            if not request.told and until.holds(harness.log):
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
        if any(error.event not in self._slips and self._shows(error) for error in harness.errors):
            for act in DISPUTING:
                self._take_up(act)  # it is about what the warning said
            return None
        asked = [act for act in self._ear.acts if act in GUIDED]
        self._ear.acts = [act for act in self._ear.acts if act not in GUIDED]
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
        if persona.interruption != "step_by_step" or not persona.hesitates:
            return None
        ahead = self._part_ahead(plan)
        about = f"part {ahead[0].part}" if ahead else ""
        words = self._words_for(ahead) if ahead and about not in self._topics else ""
        return Speech(speech.pick(self._rng, speech.THOUGHTS, "guide"), words, about) if words else None

    def _part_ahead(self, plan: Sequence[PlanStep]) -> Sequence[PlanStep]:
        """The plan from the part that begins next, while the last action of a part is being done; () otherwise.

        It is planned anew from where that action leads: what a plan holds further on is not certain. While time alone
        changes things, as on the heat, the next step is not certain either before it is due.
        """
        harness = self.world.harness
        doing = harness.doing
        if doing is None or plan[0].action != doing or harness.domain.next_change(harness.state) is not None:
            return ()
        state = harness.domain.apply(harness.state, doing, self._until).state
        ahead = harness.domain.plan(state, self._until)
        return ahead if ahead and ahead[0].part != plan[0].part else ()

    def _next_action(self, plan: Sequence[PlanStep]) -> tuple[Action | None, Action | None]:
        """What to do first, and what the same part of the task comes down to; walks go without saying."""
        deeds = [step for step in plan if step.action.verb != WAIT]
        deeds = [step for step in deeds if not self._walks(step.action)] or deeds
        if not deeds:
            return None, None
        first = deeds[0]
        part = [step.action for step in deeds if step.part == first.part]
        return first.action, part[1] if len(part) > 1 and part[1] != first.action else None

    def _walks(self, action: Action) -> bool:
        return action.verb in WALKS or self.world.harness.domain.lexicon.verbs[action.verb].takes == "place"

    def _words_for(self, plan: Sequence[PlanStep]) -> str:
        first, second = self._next_action(plan)
        return speech.guidance(self._rng, self.world.harness.domain.lexicon, first, second) if first else ""

    def _take_up(self, wanted: UserAct) -> bool:
        """Whether the person has said such a thing and was not answered; it counts as answered from now on."""
        kept = [act for act in self._ear.acts if act != wanted]
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


DISPUTING = (UserAct.OBJECT, UserAct.DOUBT, UserAct.ASK_BACK)
"""Acts that another reason answers."""
GUIDED = frozenset({UserAct.ASK_NEXT, *DISPUTING, UserAct.DONE})
"""Acts that the next step answers."""
