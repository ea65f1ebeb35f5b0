"""The expert of the home world at work: it follows a shortest plan, looks before it touches, and asks what is unclear.

After a mistake, and whenever something turned out otherwise, it plans anew.
"""

from __future__ import annotations

import random
from collections import deque
from dataclasses import dataclass, replace

from data_synth.demonstrator import NoDemonstrationError
from data_synth.home import thoughts
from data_synth.home.config import HomeManner
from data_synth.home.mistakes import Mistake, choose_mistake
from data_synth.play import Move, play
from data_synth.wrong_turns import WrongTurns, slips
from envs.context import ContextSettings
from envs.episode import FAILURES, Episode, EventKind, Step, Task, ToolCall
from envs.home import tools
from envs.home.graph import WorldGraph
from envs.home.shortest_plan import Deed, NoPlanError, PlanStep, plan_steps
from envs.home.site import Site
from envs.home.user import candidates
from envs.home.world import HomeWorld
from rewards import RewardSet

GUESSES = 20
"""Guesses of the baseline that never asks, until one can be carried out."""


class PlanFailedError(NoDemonstrationError):
    """The expert found no way on."""

    reason = "plan failed"


@dataclass(frozen=True)
class Style:
    """Who the expert is in an episode. asks: False for the baseline that never asks and guesses what is unclear."""

    manner: HomeManner = HomeManner()
    wrong_turns: WrongTurns | None = None
    asks: bool = True


@dataclass(frozen=True)
class HomeMove(Move):
    """A turn, the step of the plan that it serves, and the mistake that it is."""

    planned: PlanStep
    mistake: Mistake | None


class Expert:
    """Plays one task, an `Actor`. Wording, search and mistakes depend on (task id, seed) alone."""

    def __init__(self, task: Task, world: HomeWorld, seed: int, context: ContextSettings, style: Style) -> None:
        self.task, self.world, self.context, self.style = task, world, context, style
        self._rng = random.Random(f"{task.id}:{seed}")
        self._words = self._rng if style.manner.wordings == "all" else None
        self._done: list[str] = []
        self._told: list[str] = []
        self._plan: deque[PlanStep] = deque()
        self._been: set[str] = set()
        self._guess: WorldGraph | None = None
        self._searches = self._rng.random() < style.manner.searching
        self._opening, self._right = "", 0
        self._mistaken = set[int]()
        if style.wrong_turns is not None:
            chance, most = style.wrong_turns.probability, style.wrong_turns.most
            self._mistaken = slips(self._rng, task.optimal_steps or 1, chance, most)

    def move(self) -> HomeMove:
        """The next turn. PlanFailedError is the expert's own fault."""
        planned = self._next()
        mistake = choose_mistake(self.world, planned, self._rng) if self._right in self._mistaken else None
        self._mistaken.discard(self._right)
        call = mistake.call if mistake else planned.call
        aim = self._aim(planned)
        thought = f"{self._opening} {self._thought(planned, call, aim)}".strip()
        memory = thoughts.history(self._done, self._told, aim) if self.context.history_required else None
        return HomeMove(thought, memory, call, mistake is None, planned, mistake)

    def learn(self, move: HomeMove, step: Step) -> None:
        """Keep what came of it; it opens the next thought."""
        self._opening = self._learn(move.planned, move.call, step, move.mistake)
        self._right += move.mistake is None

    def _next(self) -> PlanStep:
        """The next step of the plan, or of the search that hides that the expert knows."""
        if not self._plan:
            self._plan.extend(self._planned())
            if not self._plan:
                raise PlanFailedError(f"task {self.task.id}: all was done as guessed, and the episode goes on")
        step = self._plan[0]
        if step.call.name == tools.NAV_TO and self._searches:
            other = self._like(str(step.call.arguments["receptacle"]))
            if other is not None and self.world.remaining > len(self._plan) + 4:
                return PlanStep(ToolCall(tools.NAV_TO, {"receptacle": other}), Deed("check", other))
        self._plan.popleft()
        if step.call.name == tools.ASK:
            question = thoughts.question(self._words, step.aim.name.split())
            return replace(step, call=ToolCall(tools.ASK, {"question": question}))
        return step

    def _planned(self) -> list[PlanStep]:
        """The plan from here. Who guesses something that cannot be done, as to put a thing where no room is, guesses
        again.
        """
        for left in reversed(range(GUESSES)):
            try:
                return plan_steps(self._meant(), self.world.state, asks=self.style.asks)
            except NoPlanError as error:
                if self._guess is None or not left:
                    raise PlanFailedError(f"task {self.task.id}: {error}") from error
                self._guess = None
        raise AssertionError("the last guess returns or raises")

    def _meant(self) -> Site:
        """The task as the expert takes it: one that does not ask guesses among what is in question."""
        site, user = self.world.site, self.world.site.asked.user
        if self.style.asks or user is None:
            return site
        if self._guess is None:
            self._guess = guessed_goal(site, self._rng)
        return replace(site, goal=self._guess)

    def _like(self, name: str) -> str | None:
        """A receptacle of the same category that comes before it and was not looked at."""
        ids = self.world.site.dynamics.scene.ids
        if name in self._been:
            return None
        category = name.rpartition("_")[0]
        return next(
            (o for o in ids[: ids.index(name)] if o.rpartition("_")[0] == category and o not in self._been), None
        )

    def _learn(self, planned: PlanStep, call: ToolCall, step: Step, mistake: Mistake | None) -> str:
        """Keep what was confirmed, drop a plan that no longer holds; what opens the next thought."""
        state = self.world.state
        failed = any(event.kind in FAILURES for event in step.events)
        if state.at is not None:
            self._been.add(state.at)
        if mistake is not None:
            self._plan.clear()
            return thoughts.recovery(step, mistake.code)
        if failed:
            self._plan.clear()
            return thoughts.recovery(step)
        self._confirm(planned, call, step)
        return ""

    def _confirm(self, planned: PlanStep, call: ToolCall, step: Step) -> None:
        """What a call that worked adds to the summary. Where a mistake was put right again, that is nothing."""
        state, deed = self.world.state, planned.aim
        if deed.kind == "check":
            self._done.append(f"looked at {deed.name}")
        elif call.name in (tools.WALK_AROUND, tools.SHOW):
            self._done.append(f"looked around {state.at}")
        elif call.name == tools.PICK:
            self._done.append(f"took the {self._called(deed.name)}")
        elif call.name == tools.PLACE:
            thing = str(step.events[0].data["object"])
            if deed.name != self.world.site.start.graph.where(thing):
                taken = f"took the {self._called(thing)}"
                self._done = [phrase for phrase in self._done if phrase != taken]
                self._done.append(f"put the {self._called(thing)} at {deed.name}")
        elif call.name in (tools.OPEN, tools.CLOSE):
            self._done.append(f"{'opened' if call.name == tools.OPEN else 'closed'} {deed.name}")
        elif call.name == tools.ASK and any(event.data.get("resolves") for event in step.events):
            answer = next(event.text for event in step.events if event.kind == EventKind.ANSWERED)
            self._told.append(answer.removeprefix("The person says: ").strip('"').rstrip("."))

    def _aim(self, step: PlanStep) -> str:
        """The current sub-task in a few words: the next deed that changes the world, or the question."""
        if step.call.name == tools.ASK:
            return "ask what is meant"
        held = self.world.state.graph.held
        if held is not None:
            return f"bring the {self._called(held)} to its place"
        deeds = [step.aim, *(later.aim for later in self._plan)]
        deed = next(d for d in deeds if d.kind in ("pick", "open", "close"))
        if deed.kind == "pick":
            return f"take the {self._called(deed.name)}"
        return f"{deed.kind} {deed.name if deed.name in self._been else 'the ' + _category(deed.name)}"

    def _called(self, name: str) -> str:
        """A thing as the policy may know it: by its kind, and by its looks once it was found and is clearly meant."""
        objects = self.world.site.dynamics.objects
        doubtful = self._doubtful()
        if name in doubtful:
            return objects[name].label if len({objects[other].label for other in doubtful}) == 1 else thoughts.WANTED
        return objects[name].phrase if name in self.world.state.seen else objects[name].label

    def _doubtful(self) -> tuple[str, ...]:
        """The things of which any may be meant as far as the person has said; nothing for one that does not ask."""
        user = self.world.site.asked.user
        unclear = user.ambiguities if user is not None and self.style.asks else ()
        return candidates((a for a in unclear if a.id not in self.world.state.settled), "target")

    def _thought(self, planned: PlanStep, call: ToolCall, aim: str) -> str:
        state, words = self.world.state, self._words
        if call.name == tools.NAV_TO:
            kind = "check" if planned.aim.kind == "check" else "go"
            return thoughts.say(words, kind, aim=aim, name=call.arguments["receptacle"])
        if call.name == tools.WALK_AROUND:
            return thoughts.say(words, "walk", aim=aim, at=state.at)
        if call.name == tools.SHOW:
            return thoughts.say(words, "show", aim=aim, what=call.arguments["category"])
        if call.name == tools.ASK:
            return thoughts.say(words, "ask", unclear=thoughts.unclear_words(planned.aim.name.split()))
        if call.name == tools.PLACE:
            held = state.graph.held
            return thoughts.say(words, "place", what=self._called(held) if held else "thing", name=planned.aim.name)
        kind = {tools.GAZE_AT: "gaze", tools.PICK: "pick", tools.OPEN: "open", tools.CLOSE: "close"}[call.name]
        name = planned.aim.name
        what = self._called(name) if name in self.world.site.dynamics.objects else name
        return thoughts.say(words, kind, mark=call.arguments["mark"], what=what, name=name)


def _category(receptacle: str) -> str:
    """What an id tells everybody: "coffee table" of "coffee_table_2"."""
    return receptacle.rpartition("_")[0].replace("_", " ")


def demonstrate(
    task: Task, world: HomeWorld, seed: int, context: ContextSettings, rewards: RewardSet | None, style: Style
) -> Episode:
    """Play `task` to its end."""
    initial = world.reset(task)
    return play(Expert(task, world, seed, context, style), task, world, initial, rewards)


def guessed_goal(site: Site, rng: random.Random) -> WorldGraph:
    """The goal if what is in question were what `rng` draws: each candidate is as likely as the others."""
    user = site.asked.user
    drawn = {a.role: rng.choice(a.candidates) for a in user.ambiguities} if user is not None else {}
    places = {**site.goal.places}
    truth = {a.role: a.truth for a in user.ambiguities} if user is not None else {}
    started = site.start.graph.places
    moved = [name for name, place in places.items() if place != started[name]]
    target = drawn.get("target")
    if target is not None and target != truth["target"]:
        places[target], places[truth["target"]] = places[truth["target"]], started[truth["target"]]
        moved = [target]
    if "destination" in drawn:
        for name in moved:
            places[name] = drawn["destination"]
    contents: dict[str, list[str]] = {receptacle: [] for receptacle, _ in site.start.graph.contents}
    held = None
    for name, place in places.items():
        if place is None:
            held = name
        else:
            contents[place].append(name)
    return WorldGraph.of(contents, dict(site.goal.opened), held)
