"""The home world: search an apartment, tell things apart, move them, and ask when the wish is unclear (REAL 3 and 4).

The policy sees a picture with numbered marks, the ids of the receptacles, what its tools told, and the user's words.
`Step.info` holds what rewards and metrics need and no prompt may show:

    graph                       the world graph after the step, as JSON
    at, view                    where the robot stands, what it looks at
    actions, actions_before     calls that a best plan still takes, after and before the step; at most actions_bound
    actions_bound               twice those at the start: what is farther, or has no way left, counts as equally far
    goals_done, goals_total     conditions of the goal that hold: wanted things in place, and openings as wished
    marks                       number -> the thing or body that bears it
    wrong                       wrong deliveries so far
    remaining                   steps that are left
    settled                     ambiguities of the wish that the user has cleared up
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from envs.environment import ReplyError, ToolSpec
from envs.episode import Event, EventKind, Observation, Outcome, Severity, Step, Task, ToolCall
from envs.home.dynamics import Change
from envs.home.graph import WorldGraph
from envs.home.required_changes import fulfils
from envs.home.shortest_plan import distance
from envs.home.site import Site, SiteLibrary
from envs.home.state import HomeState
from envs.home.task import CheckedTask
from envs.home.tools import ASK, PLACE, TOOLS
from envs.home.user import EndpointSettings, SharedContext, SimulatedUser, candidates, make_user
from envs.images import ImageStore
from envs.perturbation import Perturbation
from envs.reply import check_arguments
from envs.settings import check_settings


class HomeWorld:
    """Environment over apartments.

    library: scenes and pictures to share with other worlds; without one, images and picture_size make one. user: an
    OpenAI-compatible server that plays the person, also as plain data (SettingsError); None for the rule-based one.
    """

    def __init__(
        self,
        images: ImageStore | None = None,
        picture_size: int = 512,
        library: SiteLibrary | None = None,
        user: EndpointSettings | Mapping[str, Any] | None = None,
    ) -> None:
        self._own = library is None
        self.library = library if library is not None else SiteLibrary(images, picture_size)
        self._endpoint = user if user is None else check_settings(user, EndpointSettings, "world_options: user")
        self._name: str | None = None
        self._site: Site | None = None
        self._outcome: Outcome | None = None

    @classmethod
    def share(
        cls, images: ImageStore, picture_size: int, cache: str | Path | None, perturbation: Perturbation | None
    ) -> dict[str, Any]:
        """Options under which the worlds of one process share scenes and pictures. Nothing is kept in `cache`."""
        return {"library": SiteLibrary(images, picture_size, perturbation)}

    @staticmethod
    def check(task: Task) -> None:
        """TaskError for a task whose parameters cannot be, as far as that shows without laying it out."""
        CheckedTask(task)

    @property
    def tools(self) -> Sequence[ToolSpec]:
        """The nine tools; the same in every apartment."""
        return TOOLS

    @property
    def state(self) -> HomeState:
        """The present state; privileged."""
        return self._now

    @property
    def site(self) -> Site:
        """The present task's scene, things and dynamics, for planners; privileged."""
        assert self._site is not None, "reset first"
        return self._site

    @property
    def remaining(self) -> int:
        """Steps that are left."""
        return self._remaining

    def reset(self, task: Task) -> Observation:
        """Start a task. TaskError names the field and its value."""
        name, site = self.library.open(task)
        self._leave()
        self._name, self._site = name, site
        self._now, self._outcome = site.start, None
        self._remaining = site.asked.budget
        self._questions: tuple[str, ...] = ()
        self._user: SimulatedUser | None = None
        if site.asked.user is not None:
            self._user = make_user(
                site.asked.user, site.dynamics.objects, site.dynamics.scene.receptacles, task.seed, self._endpoint
            )
        return self._observe("")

    def step(self, call: ToolCall | ReplyError) -> Step:
        """Advance by one action. A call that its tool's schema refuses is answered like an invalid reply.

        Raises InfraError when the server that plays the person fails.
        """
        site = self.site
        if self._outcome is not None:
            raise RuntimeError(f"the episode has ended ({self._outcome}); reset first")
        before = self._now
        change = self._apply(call)
        after, events = change.to, change.events
        self._remaining -= 1
        wrong = self._wrong_delivery(before, after, call)
        if wrong is not None:
            after, events = replace(after, wrong=after.wrong + 1), (*events, wrong)
        outcome = self._judge(after)
        graph = after.graph
        done, total = conditions(graph, site.start.graph, site.goal)
        far = 2 * distance(site, site.start, site.asked.budget + 1)
        info = {
            "graph": graph.to_json(),
            "at": after.at,
            "view": after.view.name,
            "actions": distance(site, after, far),
            "actions_before": distance(site, before, far),
            "actions_bound": far,
            "goals_done": done,
            "goals_total": total,
            "marks": {str(mark.number): mark.target for mark in after.marks},
            "wrong": after.wrong,
            "remaining": self._remaining,
            "settled": list(after.settled),
        }
        self._now, self._outcome = after, outcome
        observation = self._observe(" ".join(event.text for event in events if event.text))
        return Step(observation, before.key, after.key, events, outcome=outcome, info=info)

    def close(self) -> None:
        """Leave the scene, and free everything unless the library is shared; the world can be reset again."""
        self._leave()
        self._site = None
        if self._own:
            self.library.close()

    def _leave(self) -> None:
        if self._name is not None:
            self.library.leave(self._name)
            self._name = None

    def _apply(self, call: ToolCall | ReplyError) -> Change:
        if isinstance(call, ReplyError):
            return Change(self._now, (Event(EventKind.INVALID_REPLY, str(call), data={"kind": call.kind}),))
        try:
            arguments = check_arguments(call.name, call.arguments, TOOLS)
        except ReplyError as error:
            return self._apply(error)
        if call.name == ASK:
            return self._ask(str(arguments["question"]))
        return self.site.dynamics.act(self._now, ToolCall(call.name, arguments))

    def _ask(self, question: str) -> Change:
        now = self._now
        if self._user is None:
            told, settles = "I have told you all that I want.", ()
        else:
            marks = {mark.number: mark.target for mark in self.site.eyes.visible(now)}
            shared = SharedContext(now.seen, marks, now.graph.held, now.settled, self._questions)
            answer = self._user.answer(question, shared)
            told, settles = answer.text, answer.settles
        self._questions = (*self._questions, question)
        asked = {"question": question, "resolves": bool(settles), "ambiguities": list(settles)}
        after = replace(now, settled=tuple(sorted({*now.settled, *settles})))
        events = (Event(EventKind.ASKED, data=asked), Event(EventKind.ANSWERED, f'The person says: "{told}"'))
        return Change(after, events)

    def _wrong_delivery(self, before: HomeState, after: HomeState, call: ToolCall | ReplyError) -> Event | None:
        """Something put where nobody wants it, as the person would say: a thing that was to stay, carried to another
        receptacle, or the wanted thing in a place that was in question and is not meant.
        """
        moved = before.graph.held
        if not isinstance(call, ToolCall) or call.name != PLACE or moved is None or after.graph.held is not None:
            return None
        site, now = self.site, after.graph.where(moved)
        origin, wanted = site.start.graph.where(moved), site.goal.where(moved)
        if now in (origin, wanted):
            return None
        user = site.asked.user
        doubtful = candidates(user.ambiguities, "destination") if user is not None else ()
        if wanted != origin and now not in doubtful:
            return None  # laid down on the way
        severity = Severity.SEVERE if site.asked.most_wrong is not None else Severity.MODERATE
        data = {"code": "wrong_delivery", "tool": PLACE, "object": moved, "receptacle": now}
        return Event(EventKind.FAILED, "", severity, data)

    def _judge(self, after: HomeState) -> Outcome | None:
        site = self.site
        if fulfils(after.graph, site.goal):
            return Outcome.SUCCESS
        if site.asked.most_wrong is not None and after.wrong >= site.asked.most_wrong:
            return Outcome.FAILURE
        return Outcome.TRUNCATED if self._remaining <= 0 else None

    def _observe(self, text: str) -> Observation:
        now, site = self._now, self.site
        marks = ", ".join(f"{mark.number} {mark.label}" for mark in now.marks)
        if now.marks and now.marks[0].receptacle != now.at:
            marks += f" (at {now.marks[0].receptacle})"
        room = site.dynamics.scene.receptacles[now.at].room.replace("_", " ") if now.at else ""
        facts = (
            ("At", f"{now.at} ({room})" if now.at else "nowhere yet"),
            ("Gripper", now.held_label or "empty"),
            ("Marks", marks or "none"),
            ("Receptacles", ", ".join(site.dynamics.scene.ids)),
        )
        picture = self.library.picture(site, now)
        return Observation(site.asked.instruction, text, facts, (picture,))


def conditions(graph: WorldGraph, initial: WorldGraph, goal: WorldGraph) -> tuple[int, int]:
    """(how many hold, how many there are): things that the goal wants elsewhere than they were, and receptacles that it
    wants open or closed and that were not so.
    """
    places, started = graph.places, initial.places
    moves = [places[name] == place for name, place in goal.places.items() if place != started[name]]
    was, opened = dict(initial.opened), dict(graph.opened)
    openings = [opened[name] == is_open for name, is_open in goal.opened if was[name] != is_open]
    return sum(moves) + sum(openings), len(moves) + len(openings)
