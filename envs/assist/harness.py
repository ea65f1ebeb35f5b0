"""World, person and schedule in ticks: what happens between two turns of the assistant.

The harness jumps from event to event: the end of an action, a change that time brings, the arrival of a message, a
trigger that the clock alone sets off. All that happens becomes an entry of the log. Nothing here depends on wall time
or on earlier episodes, so the same task and the same messages at the same ticks give the same log.

Scheduled errors are carried out here, whoever plays the person: the person goes by what they believe, and `regarded`
holds what they believe wrongly. What they hear can change it, before the error is done or after.
"""

from __future__ import annotations

import random
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from envs.assist.action import WAIT, Action
from envs.assist.condition import ticks_named
from envs.assist.domain import Change, Deviation, Domain
from envs.assist.errors import ErrorFacts, addressed
from envs.assist.grading.wording import is_plural
from envs.assist.grounding.act import Understood
from envs.assist.log import PENDING, Entry, EntryKind, Log, UserAct
from envs.assist.questions import bind
from envs.assist.schedule import ScheduledChange, ScheduledError, ScheduledEvent, ScheduledQuestion, ScheduledRequest
from envs.assist.segment import Segment
from envs.assist.task import AssistTask
from envs.assist.user.protocol import Message, User, Utterance, View
from envs.environment import TaskError

QUIET = 10
"""Ticks between two things that the schedule has the person say: each can be answered before the next."""
GIVES_UP = 30
"""Ticks after which a person who is done, and hears nothing, goes away."""
LONGEST_WAIT = 5
"""Ticks that a person waits at most before looking again what there is to do."""
NOTHING_REGARDED: frozenset[str] = frozenset()
NO_BELIEFS: tuple[frozenset[str], None, tuple[()]] = (NOTHING_REGARDED, None, ())
"""What a view says of errors where there are none: regarded, deviation, errors."""


@dataclass
class _Error:
    """A scheduled error that has begun. queue: actions still to be done. tick: of the commit."""

    facts: ErrorFacts
    deviation: Deviation
    queue: deque[Action] = field(default_factory=deque)
    committed: int | None = None


class Harness:
    """One episode without its pictures. `domain`, `state` and `log` are public to planners; all of it is privileged."""

    def __init__(self, world: str, asked: AssistTask, domain: Domain[Any], person: User, seed: int, delay: str) -> None:
        self.asked, self.domain, self.person, self.seed = asked, domain, person, seed
        self.state = domain.start()
        self.log = Log()
        self.tick = 0
        self._begun = self.over = False
        self.in_time: bool | None = None
        """Whether the goal was reached by the deadline; None while it is not reached."""
        self.segments: list[Segment] = []
        """Stretches since the last `advance` began; the last one is now."""
        self._doing: tuple[Action, int, int] | None = None
        self._idle_until = 0
        self._inbox: deque[tuple[int, Message]] = deque()
        self._sent = self._spoken = 0
        self._waiting: list[ScheduledEvent] = list(asked.schedule)
        self._alarms = sorted({tick for event in asked.schedule for tick in ticks_named(event.when)})
        self._errors: list[_Error] = []
        """Begun and not understood by the person."""
        self._repairing: dict[str, frozenset[str]] = {}
        self._speaks_after = 0
        self._done_since: int | None = None
        self._pause = False
        self._met = domain.met(self.state)
        self._turns = domain.next_change(self.state)
        """Tick at which time alone changes the state next."""
        self._pace, self._notices = asked.persona.pace, asked.persona.notices_after
        self._fresh: list[Entry] = []
        facts = [[thing, prop, value] for (thing, prop), value in sorted(domain.facts(self.state).items())]
        lexicon = domain.lexicon
        start = {
            "world": world,
            "deadline": asked.deadline,
            "last": asked.last,
            "ticks_per_turn": asked.ticks_per_turn,
            "delay": delay,
            "persona": asked.persona.model_dump(),
            "conditions": list(domain.conditions),
            "met": sorted(self._met),
            "facts": facts,
            "sheet": {"text": domain.sheet.text, "parts": dict(domain.sheet.parts)},
            "places": sorted(lexicon.places),
            "things": {thing: list(names) for thing, names in lexicon.things.items()},
            "events": [[event.id, event.type] for event in asked.schedule],
        }
        self._note(EntryKind.START, **start)
        self._keep_segment()

    @property
    def error(self) -> ErrorFacts | None:
        """The error that the person is making now, not yet done."""
        return next((error.facts for error in self._errors if error.committed is None), None)

    @property
    def errors(self) -> tuple[ErrorFacts, ...]:
        """Errors under way or done that the person has not understood."""
        return tuple(error.facts for error in self._errors)

    @property
    def regarded(self) -> frozenset[str]:
        """Goal conditions that the person wrongly takes for met."""
        if not self._errors:
            return NOTHING_REGARDED
        return frozenset().union(*(error.deviation.blind for error in self._errors)) & frozenset(self.domain.conditions)

    @property
    def doing(self) -> Action | None:
        """The action under way."""
        return self._doing[0] if self._doing else None

    def view(self) -> View:
        """What the person decides by."""
        asked = self.asked
        beliefs = (self.regarded, self.error, self.errors) if self._errors else NO_BELIEFS
        return View(self.domain, self.state, self.tick, self.log, asked.persona, asked.deadline, *beliefs, self.doing)

    def send(self, text: str, heard_as: Understood, delay: int) -> None:
        """The assistant says something; it arrives `delay` ticks from now, never before what was said earlier."""
        arrives = self.tick + delay
        if self._inbox:
            arrives = max(arrives, self._inbox[-1][0])
        self._inbox.append((arrives, Message(self._sent, text, heard_as, self.tick)))
        data = {"message": self._sent, "text": text, "arrives": arrives, "heard_as": heard_as.to_json()}
        self._note(EntryKind.SENT, **data)
        self._sent += 1

    def advance(self, ticks: int) -> None:
        """Go on by `ticks`, or less: when the person says what wants an answer, or the episode is over."""
        end = min(self.tick + ticks, self.asked.last)
        self.segments, self._pause = [], False
        if not self._begun:
            self._begun = True
            self._act()
        self._keep_segment()
        while self.tick < end and not self.over and not self._pause:
            due = self._next_tick()
            self.tick = self.log.tick = min(due, end)
            if due > end:
                break  # a turn's end is no event: how often the assistant is asked changes nothing
            self._elapse()
            self._finish()
            self._receive()
            self._watch()
            self._act()
            self._keep_segment()
        if self.tick >= self.asked.last and not self.over:
            self._end()

    def take_entries(self) -> list[Entry]:
        """Entries since the last call."""
        fresh, self._fresh = self._fresh, []
        return fresh

    # -- time ----------------------------------------------------------------------------------------------------------

    def _next_tick(self) -> int:
        """When something can happen next."""
        stops = [self._doing[2] if self._doing else max(self._idle_until, self.tick + 1)]
        if self._turns is not None:
            stops.append(self._turns)
        if self._inbox:
            stops.append(self._inbox[0][0])
        while self._alarms and self._alarms[0] <= self.tick:
            self._alarms.pop(0)
        stops += self._alarms[:1]
        if self._notices is not None:
            stops += [error.committed + self._notices for error in self._errors if error.committed is not None]
        current = self._current
        if current is not None and current.deviation.commit is not None:
            stops += [tick for tick in ticks_named(current.deviation.commit) if tick > self.tick]
        if self._waiting and self._speaks_after > self.tick:
            stops.append(self._speaks_after)
        if self._done_since is not None:
            stops.append(self._done_since + GIVES_UP)
        return max(self.tick + 1, min(stops))

    def _elapse(self) -> None:
        if self._turns is not None and self._turns <= self.tick:
            self._take(self.domain.elapse(self.state, self.tick))
            self._idle_until = self.tick  # the world changed: the person looks again

    def _finish(self) -> None:
        if self._doing is None or self._doing[2] > self.tick:
            return
        action = self._doing[0]
        self._doing = None
        self._note(EntryKind.DID, action=action.to_json())
        self._take(self.domain.apply(self.state, action, self.tick))
        error = self._current
        if error is not None and error.queue and error.queue[0] == action:
            error.queue.popleft()
            if not error.queue and error.deviation.commit is None:
                self._commit(error)

    def _take(self, change: Change[Any]) -> None:
        self.state = change.state
        self._turns = self.domain.next_change(self.state)
        if change.facts:
            self._note(EntryKind.CHANGED, facts=[[thing, prop, value] for (thing, prop), value in change.facts.items()])
        met = self.domain.met(self.state)
        if met != self._met:
            for condition in self.domain.conditions:
                if (condition in met) != (condition in self._met):
                    self._note(EntryKind.MET if condition in met else EntryKind.UNMET, condition=condition)
            self._met = met

    # -- the person ----------------------------------------------------------------------------------------------------

    def _act(self) -> None:
        if self._doing is not None or self.over:
            return
        self._trigger()
        error = self._current
        if error is not None and error.queue:
            action = error.queue[0]
            if self.domain.refusal(self.state, action) is None:
                self._begin(action)
            else:
                self._errors.remove(error)  # the world has moved on: it cannot be made any more
                self._note(EntryKind.VOID, event=error.facts.event)
            return
        if self.tick < self._idle_until:
            return
        decision = self.person.decide(self.view())
        for words in decision.words:
            self._say(words)
        if decision.action is None:
            self._idle_until = self.tick + max(1, decision.ticks)
        elif decision.action.verb == WAIT:
            self._idle_until = self.tick + LONGEST_WAIT
        else:
            self._done_since = None
            self._begin(decision.action)

    def _begin(self, action: Action) -> None:
        why = self.domain.refusal(self.state, action)
        if why is not None:
            self._note(EntryKind.REFUSED, action=action.to_json(), why=why)
            self._idle_until = self.tick + 1
            return
        ticks = max(1, round(self.domain.duration(self.state, action) * self._pace))
        self._doing = (action, self.tick, self.tick + ticks)
        self._note(EntryKind.BEGAN, action=action.to_json(), until=self.tick + ticks)

    def _drop(self) -> None:
        """Abandon what is being done, unless it is a walk: nobody stops between two places."""
        if self._doing is None:
            return
        action = self._doing[0]
        forms = self.domain.lexicon.verbs.get(action.verb)
        if forms is not None and forms.takes == "place":
            return
        self._doing = None
        self._note(EntryKind.DROPPED, action=action.to_json())

    def _say(self, words: Utterance, event: str | None = None) -> None:
        data: dict[str, Any] = {"utterance": self._spoken, "text": words.text, "act": words.act.value}
        if event is not None:
            data["event"] = event
        if words.reply_to is not None:
            data["reply_to"] = words.reply_to
        self._spoken += 1
        self._note(EntryKind.SAID, **data)
        self._pause |= words.act in PENDING
        if words.act == UserAct.DONE:
            self._done_since = self.tick

    def _receive(self) -> None:
        while self._inbox and self._inbox[0][0] <= self.tick and not self.over:
            _, message = self._inbox.popleft()
            reaction = self.person.hear(message, self.view())
            self._note(EntryKind.HEARD, message=message.number, response=reaction.response.value)
            for words in reaction.words:
                self._say(words)
            if reaction.accepted and self._errors:
                for facts in addressed(reaction.accepted, self.errors):
                    self._give_up(facts, message.number)
            if reaction.interrupts:
                self._drop()
            self._idle_until = self.tick
            if self._done_since is not None and reaction.accepted:
                self._done_since = self.tick  # somebody who goes by what they hear stays; chatter keeps nobody

    # -- the schedule --------------------------------------------------------------------------------------------------

    @property
    def _current(self) -> _Error | None:
        return next((error for error in self._errors if error.committed is None), None)

    def _trigger(self) -> None:
        """Set off the events whose time has come; one at a time of those that are said, one error at a time."""
        if not self._waiting:
            return
        for event in tuple(self._waiting):
            if isinstance(event, ScheduledError):
                if self._current is not None or not event.when.holds(self.log):
                    continue
                deviation = self.domain.deviate(self.state, self.tick, event, self._pace)
                if deviation is None:
                    continue
                self._waiting.remove(event)
                error = _Error(ErrorFacts.of(event.id, deviation), deviation, deque(deviation.actions))
                self._errors.append(error)
                self._note(EntryKind.DEVIATING, **error.facts.to_json())
            elif self.tick >= self._speaks_after and event.when.holds(self.log):
                self._speak_up(event)

    def _speak_up(self, event: ScheduledQuestion | ScheduledRequest | ScheduledChange) -> None:
        lexicon = self.domain.lexicon
        if isinstance(event, ScheduledQuestion):
            bound = bind(event, self.log, lexicon, random.Random(f"{self.seed}:{event.id}"))
            if bound is None:
                return
            act, text = UserAct.QUESTION, bound.text
            data = {"kind": event.kind, "about": dict(bound.about), "false_premise": event.false_premise}
            self._note(EntryKind.ASKED, event=event.id, **data)
        elif isinstance(event, ScheduledRequest):
            until = event.until
            if until.holds(self.log):
                self._waiting.remove(event)
                self._note(EntryKind.VOID, event=event.id)
                return
            thing, value = lexicon.name(until.thing), lexicon.value(until.property, until.value)
            act, text = UserAct.REQUEST, f"Tell me when {thing} {'are' if is_plural(thing) else 'is'} {value}, please."
            self._note(EntryKind.REQUESTED, event=event.id, until=until.model_dump(exclude={"type"}))
        else:
            try:
                self.domain, self.state, text = self.domain.revise(self.state, event)
            except TaskError:  # as things stand by now the plan cannot be changed so
                self._waiting.remove(event)
                self._note(EntryKind.VOID, event=event.id)
                return
            act = UserAct.PLAN_CHANGE
            self._met &= frozenset(self.domain.conditions)
            sheet = {"text": self.domain.sheet.text, "parts": dict(self.domain.sheet.parts)}
            data = {"kind": event.kind, "conditions": list(self.domain.conditions), "sheet": sheet}
            self._note(EntryKind.CHANGED_PLAN, event=event.id, **data)
            self._take(Change(self.state, _differences(self.domain.facts(self.state), self.log.facts)))
        self._waiting.remove(event)
        self._speaks_after = self.tick + QUIET
        self._say(self.person.phrase(act, text, self.view()), event.id)

    def _commit(self, error: _Error) -> None:
        error.committed = self.tick
        self._note(EntryKind.COMMITTED, event=error.facts.event)

    def _give_up(self, facts: ErrorFacts, message: int) -> None:
        """The person has understood an error because of a message."""
        error = next(error for error in self._errors if error.facts is facts)
        self._errors.remove(error)
        if error.committed is None:
            self._note(EntryKind.AVERTED, event=facts.event, message=message)
            if error.queue and self._doing is not None and self._doing[0] == error.queue[0]:
                self._drop()
        else:
            self._note(EntryKind.CORRECTED, event=facts.event, message=message)
            self._repairing[facts.event] = error.deviation.blind
        self._done_since = None

    def _watch(self) -> None:
        """Commits by condition, mistakes noticed alone, repairs, the goal, a person who goes away."""
        notices = self._notices
        for error in tuple(self._errors):
            if error.committed is None:
                if error.deviation.commit is not None and error.deviation.commit.holds(self.log):
                    error.queue.clear()
                    self._commit(error)
            elif notices is not None and self.tick >= error.committed + notices:
                self._errors.remove(error)
                self._note(EntryKind.NOTICED, event=error.facts.event)
                self._repairing[error.facts.event] = error.deviation.blind
                self._idle_until, self._done_since = self.tick, None
        for event, blind in tuple(self._repairing.items()):
            if blind & frozenset(self.domain.conditions) <= self._met:
                del self._repairing[event]
                self._note(EntryKind.REPAIRED, event=event)
        if self._met.issuperset(self.domain.conditions):
            self.in_time = self.tick <= self.asked.deadline
            self._note(EntryKind.FULFILLED, in_time=self.in_time)
            self._end()
        elif self._done_since is not None and self.tick - self._done_since >= GIVES_UP and not self._inbox:
            self._end()

    def _end(self) -> None:
        self.over = True
        for event in self._waiting:
            self._note(EntryKind.VOID, event=event.id)
        self._note(EntryKind.ENDED, fulfilled=self.in_time is not None, in_time=bool(self.in_time))

    # -- the log -------------------------------------------------------------------------------------------------------

    def _note(self, kind: EntryKind, /, **data: Any) -> None:
        entry = Entry(self.tick, kind, data)
        self.log.add(entry)
        self._fresh.append(entry)

    def _keep_segment(self) -> None:
        self.segments.append(Segment(self.tick, self.state, self._doing))


def _differences(
    now: dict[tuple[str, str], str], before: dict[tuple[str, str], str]
) -> dict[tuple[str, str], str | None]:
    gone: dict[tuple[str, str], str | None] = {key: None for key in before if key not in now}
    return gone | {key: value for key, value in now.items() if before.get(key) != value}
