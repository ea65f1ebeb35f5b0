"""The rule-based person: goes by a plan in the manner of a persona, and takes what is said by trust and patience.

Deterministic by its seed and what it is asked. Of a scheduled error it knows nothing: it only learns from
`errors.addresses` that a message contradicts what it believes. No word of it names a level of the persona or anything
that is out of view. Chances and ticks that stand neither in the paper nor in `persona` are ours, and are named below.
"""

from __future__ import annotations

import random
from dataclasses import replace

from envs.assist.action import WAIT, Action
from envs.assist.domain import Domain, PlanStep
from envs.assist.grounding.act import Act, ActKind
from envs.assist.log import Response, UserAct
from envs.assist.persona import Level, Persona
from envs.assist.user import wording
from envs.assist.user.evidence import Intentions, covers, done_since
from envs.assist.user.memory import MOST_STEPS, Advice, Memory
from envs.assist.user.patience import Patience
from envs.assist.user.persuasion import Heard, Reason, Standing, Verdict, bare, hear_out, take_up, weigh
from envs.assist.user.protocol import Decision, Message, Reaction, Utterance, View
from envs.assist.user.replies import Replies

IDLE = 5
"""Ticks of waiting for the world, or because of advice to wait."""
RESTS = 2
"""Ticks for which a person stops after a bare "stop"."""
AVOIDS = 10
"""Ticks for which a person keeps from what they were warned of, when nothing was wrong with it."""
DONE_AGAIN = 20
"""Ticks after which a person who thinks they are done asks once more."""
ASKS = {"low": 1.0, "medium": 0.3, "high": 0.0}
"""Chance that who hesitates asks what to do next, per skill."""
ANNOUNCES = 0.3
"""Chance that a highly skilled person says which part comes now."""
CHECKS = {"cautious": 0.1, "balanced": 0.0, "quick": 0.0}
"""Chance of a tick's look before something is handled, per speed."""
LOWER: dict[Level, Level] = {"high": "medium", "medium": "low", "low": "low"}


class RuleBasedUser:
    """One person for one episode."""

    def __init__(self, persona: Persona, seed: int) -> None:
        self.persona = persona
        self._rng = random.Random(seed)
        self._replies = Replies(persona, self._rng)
        self._patience = Patience(persona)
        self._memory = Memory()
        self._believer = persona
        """The persona with its trust as it is by now."""
        self._part = ""
        self._hesitates_until = self._rests_until = 0
        self._done: list[int] = []
        """Ticks at which the person said that they are done, since something was last done."""
        self._planned: tuple[Domain, object, frozenset[str], tuple[PlanStep, ...]] | None = None

    @property
    def trust(self) -> Level:
        """How far the assistant is trusted by now; it only falls."""
        return self._believer.trust

    # -- doing ---------------------------------------------------------------------------------------------------------

    def decide(self, view: View) -> Decision:
        """The next action: accepted advice first, then the plan, with hesitation and care as the persona has them."""
        if view.tick < self._rests_until:
            return Decision(None, self._rests_until - view.tick)
        if self._memory.todo:
            advised = self._advised(view)
            if advised is not None:
                return advised
        plan = self._plan(view)
        if not plan:
            return self._finish(view)
        step = plan[0]
        if step.action.verb == WAIT:
            return Decision(None, IDLE)
        words = self._begin_part(step.part, view) if step.part != self._part else ()
        if self._memory.todo:  # advice that was kept for the start of this part
            advised = self._advised(view)
            if advised is not None:
                return Decision(advised.action, advised.ticks, (*words, *advised.words))
        if view.tick < self._hesitates_until:
            return Decision(None, self._hesitates_until - view.tick, words)
        if self._memory.avoided:
            held_back = self._hold_back(step.action, view)
            if held_back is not None:
                return Decision(None, held_back.ticks, (*words, *held_back.words))
        if self._looks(step.action, view):
            return Decision(None, 1, words)
        self._done.clear()
        return Decision(step.action, words=words)

    def _plan(self, view: View) -> tuple[PlanStep, ...]:
        kept = self._planned
        if kept is not None and kept[0] is view.domain and kept[1] is view.state and kept[2] == view.regarded:
            return kept[3]
        plan = view.domain.plan(view.state, view.tick, view.regarded)
        self._planned = (view.domain, view.state, view.regarded, plan)
        return plan

    def _advised(self, view: View) -> Decision | None:
        """The next action towards accepted advice; None when none is left that can be carried out."""
        todo = self._memory.todo
        while todo:
            advice = todo[0]
            action = advice.action
            if done_since(action, view.log, advice.since + 1) or advice.steps >= MOST_STEPS:
                todo.pop(0)
                continue
            path = view.domain.towards(view.state, view.tick, action)
            if not path:
                todo.pop(0)
                if action in self._memory.impossible:
                    continue
                self._memory.impossible.add(action)
                return Decision(None, 1, (Utterance(UserAct.OBJECT, self._replies.cannot(action, view)),))
            advice.steps += 1
            if len(path) == 1:
                todo.pop(0)
            self._done.clear()
            return Decision(path[0])
        return None

    def _begin_part(self, part: str, view: View) -> tuple[Utterance, ...]:
        """Turn to a part of the task; the first time the person may hesitate, ask, or say so."""
        memory, persona = self._memory, self.persona
        self._part = part
        self._hesitates_until = view.tick
        if part in memory.begun:
            return ()
        memory.begun.add(part)
        memory.todo += [Advice(action, view.tick) for action in memory.later]
        memory.later.clear()
        if persona.hesitates and part not in memory.advised:
            self._hesitates_until = view.tick + persona.hesitates
            if self._rng.random() < ASKS[persona.skill]:
                return (Utterance(UserAct.ASK_NEXT, self._replies.say(wording.NEXT)),)
        elif persona.skill == "high" and part in view.domain.sheet.parts and self._rng.random() < ANNOUNCES:
            text = self._replies.say(wording.ANNOUNCE, part=view.domain.sheet.parts[part])
            return (Utterance(UserAct.ANNOUNCE, text),)
        return ()

    def _hold_back(self, action: Action, view: View) -> Decision | None:
        """Idle while the next action is one that the person was warned of."""
        memory = self._memory
        memory.avoided = [(act, until) for act, until in memory.avoided if until > view.tick]
        until = max((until for act, until in memory.avoided if covers(act, action)), default=view.tick)
        if until <= view.tick:
            return None
        if action in memory.held_back:
            return Decision(None, until - view.tick)
        memory.held_back.add(action)
        return Decision(None, until - view.tick, (Utterance(UserAct.ASK_NEXT, self._replies.say(wording.INSTEAD)),))

    def _looks(self, action: Action, view: View) -> bool:
        chance = CHECKS[self.persona.speed]
        if not chance:
            return False
        forms = view.domain.lexicon.verbs.get(action.verb)
        return forms is not None and forms.takes in ("thing", "both") and self._rng.random() < chance

    def _finish(self, view: View) -> Decision:
        """Nothing is left to do: say so, and once more later."""
        said = self._done
        if len(said) >= 2 or (said and view.tick < said[-1] + DONE_AGAIN):
            left = DONE_AGAIN if len(said) >= 2 else said[-1] + DONE_AGAIN - view.tick
            return Decision(None, left)
        text = self._replies.say(wording.DONE_AGAIN if said else wording.DONE)
        said.append(view.tick)
        return Decision(None, DONE_AGAIN, (Utterance(UserAct.DONE, text),))

    # -- hearing -------------------------------------------------------------------------------------------------------

    def hear(self, message: Message, view: View) -> Reaction:
        """Take in a message: by patience whether, by trust how; what is accepted changes what is done next."""
        memory = self._memory
        memory.read(view.log)
        said = message.heard_as.acts
        acts = take_up(said, message.sent, memory)
        plans = any(act.kind in (ActKind.ADVISE, ActKind.WARN) for act in acts)
        intentions = Intentions.of(view, self._plan(view) if plans else ())
        heard = hear_out(acts, message, view, intentions, memory)
        hesitating = view.tick < self._hesitates_until
        plain = tuple(map(bare, said))
        again = plain == memory.last_acts and Standing.DISPUTED not in heard.standings
        wanted = hesitating and any(act.kind == ActKind.ADVISE for act in heard.having(Standing.KNOWN))
        if again or not (heard.needed or wanted):
            impatience = self._patience.spend(view.tick)
            if impatience is not None:
                return self._turn_away(impatience, message)
        elif self._patience.misses(view.tick, self._rng):
            return Reaction(Response.IGNORE)
        if not said:
            return self._reaction(Verdict(Response.ASK_BACK, reason=Reason.WHICH), heard, message, view)
        if any(act.kind == ActKind.NO for act in said) and memory.in_question and acts == said:
            memory.in_question = ()  # the assistant takes it back
        verdict = weigh(heard, view, self.trust, self._believer.doubts, memory, self._rng)
        memory.last_acts = plain
        if verdict.wary:
            self._believer = self._believer.model_copy(update={"trust": LOWER[self.trust]})
        if verdict.response in (Response.OBJECT, Response.DOUBT):
            memory.in_question = tuple(bare(act) for act in acts if act.kind != ActKind.YES)
        elif verdict.accepted:
            memory.in_question = ()
            verdict = self._go_by(verdict, heard, view, intentions)
        return self._reaction(verdict, heard, message, view)

    def _turn_away(self, response: Response, message: Message) -> Reaction:
        if response != Response.ANNOYED or self._memory.complained:
            return Reaction(response)
        self._memory.complained = True
        text = self._replies.say(wording.COMPLAIN)
        return Reaction(response, words=(Utterance(UserAct.COMPLAIN, text, message.number),))

    def _go_by(self, verdict: Verdict, heard: Heard, view: View, intentions: Intentions) -> Verdict:
        """Make what was accepted part of what is done next. FOLLOW stands only where that changes something."""
        memory = self._memory
        follows = verdict.reason == Reason.PERSUADED
        for act, standing in zip(heard.acts, heard.standings, strict=True):
            if act not in verdict.accepted:
                continue
            if act.kind == ActKind.CLAIM:
                memory.believed.add(bare(act))
            elif act.kind == ActKind.WARN and standing == Standing.DISPUTED and not heard.errors:
                memory.avoided += [(one, view.tick + AVOIDS) for one in intentions.meant(bare(act))]
            elif act.kind == ActKind.ADVISE:
                memory.advised |= intentions.parts_ahead(act)
                if intentions.covers_now(act):
                    memory.advised.add(intentions.part)
                    follows |= view.tick < self._hesitates_until
                    self._hesitates_until = view.tick
                if standing in (Standing.AHEAD, Standing.UNPLANNED, Standing.DISPUTED):
                    follows |= self._take_on(act, standing, view)
        if Standing.STOP in heard.standings:
            self._rests_until = view.tick + RESTS
        if verdict.response == Response.ASK_BACK:
            return verdict
        return replace(verdict, response=Response.FOLLOW if follows else Response.NOTE)

    def _take_on(self, act: Act, standing: Standing, view: View) -> bool:
        """Keep advice to be carried out; whether anything is to be done about it now."""
        memory = self._memory
        if act.later:
            if standing == Standing.UNPLANNED:
                memory.later.append(act.action)
            return False
        if act.verb == WAIT:
            self._rests_until = view.tick + IDLE
            return True
        if not view.domain.towards(view.state, view.tick, act.action):
            return False
        memory.todo = [advice for advice in memory.todo if advice.action != act.action]
        memory.todo.append(Advice(act.action, view.tick))
        self._hesitates_until = self._rests_until = view.tick
        return True

    def _reaction(self, verdict: Verdict, heard: Heard, message: Message, view: View) -> Reaction:
        reply = self._replies.to(verdict, heard, view)
        words = (Utterance(*reply, message.number),) if reply is not None else ()
        doing = view.doing
        interrupts = False
        if doing is not None and verdict.accepted:
            warnings = [act for act in verdict.accepted if act.kind == ActKind.WARN]
            stops = any(act.verb or act.target for act in warnings) or self.trust == "high"
            interrupts = stops and any(covers(act, doing) for act in warnings)
        return Reaction(verdict.response, verdict.accepted, words, interrupts)

    def phrase(self, act: UserAct, text: str, view: View) -> Utterance:
        """Scheduled words, begun in this person's manner; the words themselves stay as they are."""
        return Utterance(act, self._replies.opened(act, text))
