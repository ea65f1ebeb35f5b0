"""A server that plays the person: its words become actions, and the rules step in where they do not."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar

import pytest
from pydantic import ValidationError

from envs.assist.action import Action
from envs.assist.errors import ErrorFacts
from envs.assist.grounding.act import Act, ActKind, Understood
from envs.assist.log import EntryKind, Response, UserAct
from envs.assist.persona import PROFILES, Persona
from envs.assist.user import EndpointUser, Message, PersonSettings, RuleBasedUser, View, briefing, make_person
from envs.environment import InfraError
from tests.envs.assist.errand import play_errand, scheduled_error

WHO = Persona(skill="high", trust="medium")
PROMPT_DIGEST = "2af796ac296e2a7a"
JUICE = ErrorFacts(
    "juice_event", "wrong_thing", (Action("go", "fridge"), Action("add", "juice", "cup")), ("juice",),
    (Action("pick", "milk"),), ("milk_in",),
)  # fmt: skip
WARNING = Understood((Act(ActKind.WARN, verb="add", target="juice", place="cup"),))


class Actor(BaseHTTPRequestHandler):
    """Answers with `replies` in turn, the last one again and again, with `status`."""

    replies: ClassVar[list[str]] = []
    asked: ClassVar[list[list[dict[str, str]]]] = []
    status: ClassVar[int] = 200

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        Actor.asked.append(body["messages"])
        reply = Actor.replies[min(len(Actor.asked), len(Actor.replies)) - 1]
        data = json.dumps({"choices": [{"message": {"content": reply}, "finish_reason": "stop"}]}).encode()
        self.send_response(Actor.status)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *args) -> None: ...


@pytest.fixture
def server() -> Iterator[str]:
    Actor.replies, Actor.asked, Actor.status = [""], [], 200
    made = ThreadingHTTPServer(("127.0.0.1", 0), Actor)
    threading.Thread(target=made.serve_forever, args=(0.02,), daemon=True).start()
    yield f"http://127.0.0.1:{made.server_port}/v1"
    made.shutdown()
    made.server_close()


def person(url: str, who: Persona = WHO) -> EndpointUser:
    made = make_person(who, 7, PersonSettings(endpoint=url, model="m", tries=1, seconds=5.0))
    assert isinstance(made, EndpointUser)
    return made


def scene(who: Persona = WHO, until: int = 1) -> View:
    """What the person sees after so many ticks, with nothing under way."""
    return replace(play_errand(RuleBasedUser(who, 7), who, until=until).view(), doing=None)


def deed(do: str, say: str = "") -> str:
    return json.dumps({"do": do, "say": say})


def taking(response: str, accept: bool, say: str = "") -> str:
    return json.dumps({"response": response, "accept": accept, "say": say})


def heard(who: EndpointUser, view: View):
    return who.hear(Message(3, "Don't pour the juice!", WARNING, view.tick), view)


def test_words_become_the_actions_that_lead_there(server):
    Actor.replies = [deed("add the tea bag to the cup", "Tea first."), deed("wait"), deed("done", "Ready.")]
    who, view = person(server), scene()
    actions, state = [], view.state
    for _ in range(4):
        decision = who.decide(replace(view, state=state))
        assert decision.action is not None
        assert [(w.act, w.text) for w in decision.words] == ([(UserAct.ANNOUNCE, "Tea first.")] if not actions else [])
        actions.append(decision.action)
        state = view.domain.apply(state, decision.action, 5).state
    assert actions == list(view.domain.towards(view.state, 1, Action("add", "bag", "cup")))
    assert len(Actor.asked) == 1
    assert who.decide(replace(view, state=state)).action is None
    assert [w.act for w in who.decide(replace(view, state=state)).words] == [UserAct.DONE]
    assert (len(Actor.asked), who.refused, who.misunderstood) == (3, 0, 0)


BAD_DEEDS = {
    "not json": "switch on the kettle",
    "no key": '{"say": "Hm."}',
    "another key": '{"do": "wait", "say": "", "why": "x"}',
    "not grounded": deed("frobnicate the zork"),
    "impossible": deed("switch on the milk"),
    "too long": deed("wait", "so " * 60),
}


@pytest.mark.parametrize("text", BAD_DEEDS.values(), ids=BAD_DEEDS)
def test_what_will_not_do_is_told_back_once(server, text):
    Actor.replies = [text, deed("switch on the kettle")]
    who = person(server)
    assert who.decide(scene()).action == Action("switch_on", "kettle")
    assert (who.refused, who.misunderstood, len(Actor.asked)) == (1, 0, 2)
    assert Actor.asked[1][-2] == {"role": "assistant", "content": text}


@pytest.mark.parametrize("text", BAD_DEEDS.values(), ids=BAD_DEEDS)
def test_the_second_time_the_rules_choose(server, text):
    Actor.replies = [text]
    who, view = person(server), scene()
    assert who.decide(view) == RuleBasedUser(WHO, 7).decide(view)
    assert (who.refused, who.misunderstood, len(Actor.asked)) == (2, 1, 2)


TAKINGS = [
    (taking("follow", True, "Oh, thanks."), Response.FOLLOW, True, UserAct.ACKNOWLEDGE),
    (taking("note", True), Response.NOTE, True, None),
    (taking("note", False), Response.NOTE, False, None),
    (taking("doubt", False, "Are you sure?"), Response.DOUBT, False, UserAct.DOUBT),
    (taking("object", False, "But that is milk."), Response.OBJECT, False, UserAct.OBJECT),
    ("```json\n" + taking("ask_back", False, "What?") + "\n```", Response.ASK_BACK, False, UserAct.ASK_BACK),
    (taking("ignore", False), Response.IGNORE, False, None),
    (taking("annoyed", False, "Quiet, please."), Response.ANNOYED, False, UserAct.COMPLAIN),
]


@pytest.mark.parametrize(("text", "response", "accepts", "act"), TAKINGS)
def test_the_model_decides_how_a_message_is_taken(server, text, response, accepts, act):
    Actor.replies = [text]
    who = person(server)
    view = replace(scene(), doing=JUICE.actions[-1], deviation=JUICE, errors=(JUICE,))
    reaction = heard(who, view)
    assert (reaction.response, reaction.interrupts) == (response, accepts)
    assert reaction.accepted == (WARNING.acts if accepts else ())
    assert [(w.act, w.reply_to) for w in reaction.words] == ([(act, 3)] if act else [])
    assert who.misunderstood == 0


@pytest.mark.parametrize(
    "text",
    [
        "hm",
        taking("agree", True),
        taking("doubt", True),
        taking("follow", False),
        taking("ignore", False, "Hm."),
        '{"response": "note"}',
    ],
)
def test_a_reaction_that_cannot_be_is_replaced_by_the_rules(server, text):
    Actor.replies = [text]
    who = person(server)
    view = replace(scene(), deviation=JUICE, errors=(JUICE,))
    assert heard(who, view) == RuleBasedUser(WHO, 7).hear(Message(3, "Don't pour the juice!", WARNING, view.tick), view)
    assert (who.refused, who.misunderstood) == (2, 1)


def test_accepted_advice_is_thought_over_before_what_was_begun(server):
    Actor.replies = [deed("add the tea bag to the cup"), taking("follow", True), deed("switch on the kettle")]
    who, view = person(server), scene()
    assert who.decide(view).action == Action("go", "shelf")
    heard(who, view)
    assert who.decide(view).action == Action("switch_on", "kettle")


def test_what_the_person_takes_for_done_is_not_done_by_the_model(server):
    Actor.replies = [deed("add the tea bag to the cup")]
    who, view = person(server), replace(scene(), regarded=frozenset(("bag_in",)))
    assert who.decide(view).action == Action("switch_on", "kettle")
    assert who.misunderstood == 1


def test_a_server_that_fails_ends_the_episode(server):
    Actor.status = 500
    with pytest.raises(InfraError):
        person(server).decide(scene())
    with pytest.raises(InfraError):
        heard(person(server), scene())


def test_the_model_is_told_who_it_is_what_it_sees_and_what_happened(server):
    Actor.replies = [deed("wait")]
    harness = play_errand(RuleBasedUser(WHO, 7), WHO, until=12)
    person(server).decide(harness.view())
    system, user = (message["content"] for message in Actor.asked[0])
    assert briefing.DISPOSITIONS["skill"]["high"] in system and briefing.DISPOSITIONS["trust"]["medium"] in system
    for words in ("Make a cup of tea", "You: at the shelf", "The tea bag: at you", "2: you switched on the kettle"):
        assert words in user
    assert "juice" not in user  # which is in the closed fridge


def test_the_model_never_learns_that_an_error_is_one():
    for who in PROFILES.values():
        for about in ("juice", "bag", "fridge"):
            harness = play_errand(RuleBasedUser(who, 7), who, (scheduled_error(about),))
            assert harness.log.of_kind(EntryKind.COMMITTED)
            text = briefing.persona_text(who) + briefing.situation(harness.view())
            for word in ("deviat", "error", "wrong_thing", "misstep", "schedule", "milk_in", "bag_in", "blind"):
                assert word not in text


def test_the_prompt_is_the_version_that_it_says():
    texts = [briefing.ROLE, briefing.DISPOSITIONS, briefing.ON_DECIDE, briefing.ON_HEAR]
    digest = hashlib.sha256(json.dumps(texts).encode()).hexdigest()[:16]
    assert (briefing.VERSION, digest) == (1, PROMPT_DIGEST), "a changed prompt is a new version"


@pytest.mark.parametrize("change", [{"seconds": 0}, {"tries": 0}, {"temperature": 3}, {"url": "x"}])
def test_settings_that_cannot_be_are_refused(change):
    with pytest.raises(ValidationError, match=next(iter(change))):
        PersonSettings.model_validate({"endpoint": "http://x/v1", "model": "m", **change})


def test_without_an_endpoint_the_rules_play():
    assert isinstance(make_person(WHO, 7), RuleBasedUser)
