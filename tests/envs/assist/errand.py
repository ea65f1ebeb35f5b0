"""A small world for tests: a person makes tea with milk. It keeps the whole `Domain` protocol, three errors among it.

Places: counter (kettle and cup), shelf (tea bag), fridge (milk and juice; to be closed in the end). The kettle takes
BOILING ticks from the switch to hot water. Juice in the cup spoils it: the cup is emptied, and everything put in anew
(bag, milk and water never run out).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from envs.assist.action import WAIT, Action
from envs.assist.condition import Did
from envs.assist.domain import Change, Deviation, FactTable, PlanStep, TaskSheet
from envs.assist.event_check import check_fields, check_said, refuse
from envs.assist.grounding.act import Act, Understood
from envs.assist.harness import Harness
from envs.assist.lexicon import Lexicon, VerbForms
from envs.assist.persona import Persona
from envs.assist.schedule import (
    ErrorKind,
    ScheduledChange,
    ScheduledError,
    ScheduledEvent,
    ScheduledQuestion,
    ScheduledRequest,
)
from envs.assist.task import AssistTask
from envs.assist.user.protocol import User

BOILING = 20
COUNTER, SHELF, FRIDGE = "counter", "shelf", "fridge"
HOME = {"kettle": COUNTER, "cup": COUNTER, "bag": SHELF, "milk": FRIDGE, "juice": FRIDGE}
POURED = ("bag", "kettle", "milk", "juice")
LEXICON = Lexicon(
    things={
        "kettle": ("kettle", "water"),
        "cup": ("cup", "mug"),
        "bag": ("tea bag", "tea"),
        "milk": ("milk",),
        "juice": ("juice",),
        COUNTER: ("counter",),
        SHELF: ("shelf",),
        FRIDGE: ("fridge",),
    },
    places=frozenset((COUNTER, SHELF, FRIDGE)),
    verbs={
        "go": VerbForms(("go to", "walk to"), ("went to",), ("going to",), "place"),
        "pick": VerbForms(("pick up", "take", "get"), ("picked up", "took"), ("picking up", "taking")),
        "put": VerbForms(("put down", "put"), ("put down",), ("putting down",), "both", "on"),
        "add": VerbForms(("add", "pour"), ("added", "poured"), ("adding", "pouring"), "both", "to"),
        "empty": VerbForms(("empty",), ("emptied",), ("emptying",)),
        "switch_on": VerbForms(("switch on", "turn on"), ("switched on",), ("switching on",)),
        "open": VerbForms(("open",), ("opened",), ("opening",)),
        "close": VerbForms(("close", "shut"), ("closed", "shut"), ("closing",)),
    },
    values={("power", "on"): ("on",), ("power", "off"): ("off",), ("open", "open"): ("open",),
            ("open", "closed"): ("closed",), ("state", "hot"): ("hot", "boiling"), ("state", "cold"): ("cold",)},
    unreal=("sugar", "lemon"),
)  # fmt: skip
PARTS = {"water": "heat the water", "bag": "put the tea bag into the cup", "pour": "pour the water", "milk": "add milk"}
SHEET = TaskSheet("Make a cup of tea with milk: heat the water, put in the tea bag, pour the water, add milk.", PARTS)
ERRORS: dict[str, ErrorKind] = {"bag": "misstep", "juice": "wrong_thing", "fridge": "unattended"}
"""What each error is about -> its kind."""


@dataclass(frozen=True)
class Tea:
    """The state. heats_since: tick at which the kettle was switched on. at: things away from HOME."""

    person: str = COUNTER
    hand: str = ""
    at: tuple[tuple[str, str], ...] = ()
    cup: frozenset[str] = frozenset()
    heats_since: int | None = None
    hot: bool = False
    open: bool = False

    @property
    def key(self) -> str:
        return repr((self.person, self.hand, sorted(self.at), sorted(self.cup), self.heats_since, self.hot, self.open))

    def where(self, thing: str) -> str:
        return "person" if self.hand == thing else dict(self.at).get(thing, HOME[thing])


@dataclass(frozen=True)
class Errand:
    """The domain."""

    conditions: tuple[str, ...] = ("bag_in", "water_in", "milk_in", "closed")
    sheet: TaskSheet = SHEET
    lexicon: Lexicon = field(default=LEXICON, compare=False)

    def check(self, event: ScheduledEvent) -> None:
        if isinstance(event, ScheduledQuestion | ScheduledRequest):
            check_said(event, self.lexicon)
        else:
            check_fields(event, ())
            if event.type == "error" and event.kind not in ERRORS.values():
                refuse(event, "kind", event.kind, f"is none of {', '.join(ERRORS.values())}")

    def start(self) -> Tea:
        return Tea()

    def facts(self, state: Tea) -> FactTable:
        table = {("person", "at"): state.person, ("person", "hand"): state.hand or "nothing"}
        table |= {(thing, "at"): state.where(thing) for thing in HOME}
        table |= {("kettle", "power"): "off" if state.heats_since is None else "on"}
        table |= {("kettle", "state"): "hot" if state.hot else "cold", (FRIDGE, "open"): _open(state)}
        return table | {("cup", thing): "in" for thing in state.cup}

    def met(self, state: Tea) -> frozenset[str]:
        holds = {"bag_in": "bag" in state.cup, "water_in": "kettle" in state.cup, "closed": not state.open}
        holds["milk_in"] = "milk" in state.cup and "juice" not in state.cup
        return frozenset(name for name in self.conditions if holds[name])

    def refusal(self, state: Tea, action: Action) -> str | None:
        verb, target, place = action.verb, action.target, action.place
        if verb == WAIT:
            return None
        if verb == "go":
            return None if target in self.lexicon.places else "there is no such place"
        if verb in ("open", "close"):
            if target != FRIDGE or state.person != FRIDGE:
                return "I am not at the fridge"
            return f"it is {_open(state)} already" if state.open == (verb == "open") else None
        if target not in HOME:
            return "there is no such thing"
        if verb == "pick":
            if state.hand:
                return "my hands are full"
            if target == "cup" or state.where(target) != state.person:
                return "it is not here" if target != "cup" else "the cup stays where it is"
            return "the fridge is closed" if state.person == FRIDGE and not state.open else None
        if verb == "put":
            return None if state.hand == target and place == state.person else "I do not have it here"
        if verb == "switch_on":
            ready = target == "kettle" and state.person == COUNTER and state.heats_since is None and not state.hot
            return None if ready and state.where("kettle") == COUNTER else "that does not go on"
        if verb == "empty":
            return None if target == "cup" and state.person == COUNTER and state.cup else "there is nothing in it"
        if verb == "add" and target in POURED and place == "cup" and state.person == COUNTER:
            if target == "kettle" and not state.hot:
                return "the water is cold"
            return None if state.hand == target else "I do not have it"
        return "that does not work"

    def duration(self, state: Tea, action: Action) -> int:
        return 8 if action.verb == "go" else 2

    def apply(self, state: Tea, action: Action, tick: int) -> Change[Tea]:
        return self._change(state, self._after(state, action, tick))

    def next_change(self, state: Tea) -> int | None:
        return None if state.heats_since is None or state.hot else state.heats_since + BOILING

    def elapse(self, state: Tea, tick: int) -> Change[Tea]:
        due = self.next_change(state)
        return Change(state) if due is None or due > tick else self._change(state, replace(state, hot=True))

    def plan(self, state: Tea, tick: int, regarded: frozenset[str] = frozenset()) -> tuple[PlanStep, ...]:
        """By the parts in order; what the bag needs is done while the water heats."""
        steps: list[PlanStep] = []
        now = state
        left = [name for name in self.conditions if name not in self.met(state) | regarded]
        if "juice" in now.cup and "milk_in" in left:
            now = self._do(now, Action("empty", "cup"), "milk", steps, tick)
            left = [name for name in self.conditions if name not in self.met(now) | regarded]
        if "water_in" in left and not now.hot and now.heats_since is None:
            now = self._do(now, Action("switch_on", "kettle"), "water", steps, tick)
        wanted = {"bag_in": ("bag", "bag"), "water_in": ("kettle", "pour"), "milk_in": ("milk", "milk")}
        for name, (thing, part) in wanted.items():
            if name in left:
                if thing == "kettle" and not now.hot:
                    steps.append(PlanStep(Action(WAIT), "water"))
                    now = replace(now, hot=True)
                now = self._do(now, Action("add", thing, "cup"), part, steps, tick)
        if now.open and "closed" not in regarded:
            self._do(now, Action("close", FRIDGE), "milk", steps, tick)
        return tuple(steps)

    def towards(self, state: Tea, tick: int, action: Action) -> tuple[Action, ...]:
        if action.verb in ("add", "put") and action.target and not action.place:
            action = replace(action, place="cup" if action.verb == "add" else state.person)
        if action.verb == "go" and not action.target:
            action = replace(action, target=action.place, place="")
        steps: list[Action] = []
        for _ in range(12):
            if self.refusal(state, action) is None:
                return (*steps, action)
            need = self._need(state, action)
            if need is None or self.refusal(state, need) is not None:
                return ()
            steps.append(need)
            state = self._after(state, need, tick)
        return ()

    def deviate(self, state: Tea, tick: int, error: ScheduledError, pace: float) -> Deviation | None:
        about = next(about for about, kind in ERRORS.items() if kind == error.kind)
        if about == "juice":
            actions, remedy = self.towards(state, tick, Action("add", "juice", "cup")), (Action("pick", "milk"),)
            return Deviation(error.kind, actions, None, frozenset(("milk_in",)), ("juice",), remedy)
        if about == "bag":
            blind, remedy, commit = "bag_in", Action("add", "bag", "cup"), Did(verb="add", target="kettle")
        else:
            blind, remedy, commit = "closed", Action("close", FRIDGE), Did(verb="add", target="milk")
        possible = blind not in self.met(state) if about == "bag" else state.open and state.hand == "milk"
        return Deviation(error.kind, (), commit, frozenset((blind,)), (about,), (remedy,)) if possible else None

    def revise(self, state: Tea, change: ScheduledChange) -> tuple[Errand, Tea, str]:
        parts = {part: words for part, words in PARTS.items() if part != "milk"}
        sheet = TaskSheet("Make a cup of black tea.", parts)
        plain = Errand(tuple(name for name in self.conditions if name != "milk_in"), sheet)
        return plain, state, "I would rather have my tea without milk."

    def visible(self, state: Tea) -> frozenset[str]:
        here = {thing for thing in HOME if state.where(thing) == state.person}
        if state.person == FRIDGE and not state.open:
            here.clear()
        return frozenset((state.person, *here, *((state.hand,) if state.hand else ())))

    def _after(self, state: Tea, action: Action, tick: int) -> Tea:
        if self.refusal(state, action) is not None:
            return state
        verb, target = action.verb, action.target
        if verb == "go":
            return replace(state, person=target)
        if verb == "pick":
            return replace(state, hand=target)
        if verb == "put":
            return replace(state, hand="", at=_placed(state, target, action.place))
        if verb == "switch_on":
            return replace(state, heats_since=tick)
        if verb == "add":
            return replace(state, cup=state.cup | {target})
        if verb == "empty":
            return replace(state, cup=frozenset())
        if verb in ("open", "close"):
            return replace(state, open=verb == "open")
        return state

    def _do(self, state: Tea, action: Action, part: str, steps: list[PlanStep], tick: int) -> Tea:
        for step in self.towards(state, tick, action):
            steps.append(PlanStep(step, part))
            state = self._after(state, step, tick)
        return state

    def _need(self, state: Tea, action: Action) -> Action | None:
        """What has to be done first, one thing at a time."""
        verb, target = action.verb, action.target
        if verb == "add" and state.hand != target:
            return self._need(state, Action("pick", target)) or Action("pick", target)
        if verb == "switch_on" and target == "kettle" and state.where("kettle") != COUNTER:
            if state.hand != "kettle":
                return self._need(state, Action("pick", "kettle")) or Action("pick", "kettle")
            return Action("go", COUNTER) if state.person != COUNTER else Action("put", "kettle", COUNTER)
        if verb == "pick" and target in HOME and target != "cup":
            if state.hand:
                return Action("put", state.hand, state.person)
            if state.where(target) != state.person:
                return Action("go", state.where(target))
            return Action("open", FRIDGE) if state.person == FRIDGE and not state.open else None
        if verb in ("open", "close") and target == FRIDGE and state.person != FRIDGE:
            return Action("go", FRIDGE)
        if verb in ("add", "switch_on", "empty") and state.person != COUNTER:
            return Action("go", COUNTER)
        return None

    def _change(self, state: Tea, new: Tea) -> Change[Tea]:
        if new == state:
            return Change(state)
        before, after = self.facts(state), self.facts(new)
        changed: dict[tuple[str, str], str | None] = {key: None for key in before if key not in after}
        changed |= {key: value for key, value in after.items() if before.get(key) != value}
        return Change(new, changed)


def errand_task(persona: Persona, schedule: tuple[Mapping[str, object], ...] = (), deadline: int = 200) -> AssistTask:
    """The task's parameters as the harness takes them."""
    data = {"domain": {}, "persona": persona.model_dump(), "schedule": schedule, "deadline": deadline, "last": 400}
    return AssistTask.model_validate(data)


def scheduled_error(about: str, when: Mapping[str, object] | None = None) -> dict[str, object]:
    """An error of this world: "bag" is forgotten, "juice" gets in, the "fridge" is left open."""
    usual = {
        "bag": {"type": "did", "verb": "switch_on"},
        "juice": {"type": "did", "verb": "add", "target": "kettle"},
        "fridge": {"type": "did", "verb": "pick", "target": "milk"},
    }
    return {"type": "error", "id": about, "kind": ERRORS[about], "when": when or usual[about]}


def play_errand(
    person: User,
    persona: Persona,
    schedule: tuple[Mapping[str, object], ...] = (),
    talk: Callable[[Harness], Iterable[Act]] | None = None,
    seed: int = 0,
    until: int = 10_000,
) -> Harness:
    """An episode, or its first ticks. talk: what the assistant says in a turn, of acts; none for silence."""
    harness = Harness("errand", errand_task(persona, schedule), Errand(), person, seed, "fixed")
    while not harness.over and harness.tick < until:
        acts = tuple(talk(harness)) if talk is not None else ()
        if acts:
            harness.send("...", Understood(acts), 2)
        harness.advance(min(3, until - harness.tick))
    return harness


def _open(state: Tea) -> str:
    return "open" if state.open else "closed"


def _placed(state: Tea, thing: str, place: str) -> tuple[tuple[str, str], ...]:
    return tuple(sorted({**dict(state.at), thing: place}.items()))
