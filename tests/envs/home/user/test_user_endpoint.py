"""A server in the user's place: kept to the rules, and rules answer where it fails."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar

import pytest
from pydantic import ValidationError

from envs.environment import InfraError
from envs.home.user import EndpointSettings, EndpointUser, RuleBasedUser, SharedContext, make_user
from tests.envs.home.user.people import ALL_SEEN, NAMES, OBJECTS, RECEPTACLES, destination, profile_of, target

PROFILE = profile_of(target(), destination(), prefers="I like small things")
WHICH, WHERE, BOTH = "Which mug do you want?", "Where should it go?", "Which mug do you want, and where should it go?"


class Person(BaseHTTPRequestHandler):
    """Answers with `replies` in turn, the last one again and again, after `wait` seconds, with `status`."""

    replies: ClassVar[list[str]] = []
    asked: ClassVar[list[list[dict[str, str]]]] = []
    wait: ClassVar[float] = 0.0
    status: ClassVar[int] = 200

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        Person.asked.append(body["messages"])
        time.sleep(Person.wait)
        reply = Person.replies[min(len(Person.asked), len(Person.replies)) - 1]
        data = json.dumps({"choices": [{"message": {"content": reply}, "finish_reason": "stop"}]}).encode()
        self.send_response(Person.status)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *args) -> None: ...


@pytest.fixture
def server() -> Iterator[str]:
    Person.replies, Person.asked, Person.wait, Person.status = [""], [], 0.0, 200
    made = ThreadingHTTPServer(("127.0.0.1", 0), Person)
    made.handle_error = lambda *args: None  # a client that timed out has hung up
    threading.Thread(target=made.serve_forever, args=(0.02,), daemon=True).start()
    yield f"http://127.0.0.1:{made.server_port}/v1"
    made.shutdown()
    made.server_close()


def user(url: str, **changes) -> EndpointUser:
    settings = EndpointSettings(endpoint=url, model="m", **{"tries": 1, "seconds": 5.0, **changes})
    made = make_user(PROFILE, OBJECTS, RECEPTACLES, 7, settings)
    assert isinstance(made, EndpointUser)
    return made


def reply(answer: str, *settles: str) -> str:
    return json.dumps({"answer": answer, "settles": settles})


GOOD = [
    (WHICH, reply("The small striped one, dear.", "target")),
    (WHICH, reply("Mark 3, please.", "target")),
    (WHICH, reply("Hm, let me think about that.")),
    (WHERE, reply("On the tall white shelf in the kitchen.", "destination")),
    (BOTH, reply("The small striped mug. It goes on the tall white shelf.", "target", "destination")),
    ("Is it mark 3?", reply("Yes, that is it.", "target")),
    ("Should it go to shelf_2?", reply("Yes, shelf_2.", "destination")),
    (WHICH, "```json\n" + reply("The small one.", "target") + "\n```"),
]


@pytest.mark.parametrize(("question", "text"), GOOD, ids=[text for _, text in GOOD])
def test_a_reply_that_keeps_the_rules_is_the_answer(server, question, text):
    Person.replies = [text]
    asked = user(server)
    answer = asked.answer(question, ALL_SEEN)
    said = json.loads(text.strip("`json\n"))
    assert (answer.text, answer.settles) == (said["answer"], tuple(said["settles"]))
    assert (asked.faults, asked.refused, asked.fallbacks, len(Person.asked)) == (0, 0, 0, 1)


BAD = [
    (WHICH, "The small striped one."),
    (WHICH, ""),
    (WHICH, '{"answer": "The small striped one."}'),
    (WHICH, '{"answer": 3, "settles": []}'),
    (WHICH, '{"answer": "a", "answer": "b", "settles": []}'),
    (WHICH, '{"answer": "Hm.", "settles": [], "thought": "x"}'),
    (WHICH, reply("")),
    (WHICH, reply("One. Two. Three.")),
    (WHICH, reply("so " * 100)),
    (WHICH, reply("It is coffee_mug_2.", "target")),
    (WHICH, reply("The small striped one.", "goal")),
    (WHICH, reply("The small striped one.", "target", "target")),
    (WHICH, reply("The small striped one, on the tall white shelf.", "target", "destination")),
    (WHICH, reply("Sure!", "target")),
    (WHICH, reply("The blue one.", "target")),
    (WHICH, reply("The red one.", "target")),
    (WHICH, reply("The red one, please.")),
    (WHICH, reply("Mark 1.", "target")),
    (WHICH, reply("Mark 8.")),
    (WHERE, reply("To shelf_2.", "destination")),
    (WHERE, reply("On the low brown shelf.", "destination")),
    ("Is it mark 1?", reply("Yes.", "target")),
]


@pytest.mark.parametrize(("question", "text"), BAD, ids=[text[:60] for _, text in BAD])
def test_a_reply_that_breaks_a_rule_is_asked_for_once_more_then_the_rules_answer(server, question, text):
    Person.replies = [text]
    asked = user(server, fallback=False)
    assert asked.answer(question, ALL_SEEN) == RuleBasedUser(PROFILE, NAMES, 7).answer(question, ALL_SEEN)
    assert (asked.faults, asked.refused, asked.fallbacks, len(Person.asked)) == (0, 2, 1, 2)


def test_a_second_reply_may_be_better(server):
    Person.replies = ["The small one", reply("The small one.", "target")]
    asked = user(server)
    assert asked.answer(WHICH, ALL_SEEN).text == "The small one."
    assert (asked.refused, asked.fallbacks) == (1, 0)
    assert "not JSON" in Person.asked[1][-1]["content"] and Person.asked[1][-2]["content"] == "The small one"


NOTHING = SharedContext()
UNSEEN = [
    (NOTHING, reply("The small striped one.", "target")),
    (NOTHING, reply("The striped one.")),
    (SharedContext(seen=("coffee_mug_1",)), reply("Look for one with dots.")),
    (SharedContext(settled=("target",), seen=ALL_SEEN.seen), reply("The small striped one.", "target")),
]


@pytest.mark.parametrize(("context", "text"), UNSEEN, ids=[text for _, text in UNSEEN])
def test_what_was_not_found_is_neither_described_nor_settled_and_nothing_settles_twice(server, context, text):
    Person.replies = [text]
    asked = user(server)
    answer = asked.answer(WHICH, context)
    assert answer.settles == () and asked.fallbacks == 1


def test_the_model_is_not_told_what_it_may_not_say(server):
    Person.replies = [reply("I can't tell yet.")]
    user(server).answer(WHICH, SharedContext(seen=("coffee_mug_1",)))
    told = Person.asked[0][0]["content"]
    assert "large red coffee mug" in told and "tall white shelf" in told
    assert not any(word in told for word in ("striped", "dotted", "star", "small things", *OBJECTS, "steel", "shelf_2"))


def test_the_model_is_told_the_shared_context(server):
    Person.replies = [reply("Hm.")]
    context = SharedContext(ALL_SEEN.seen, ALL_SEEN.marks, "coffee_mug_1", ("destination",), ("Where should it go?",))
    user(server).answer(WHICH, context)
    told = Person.asked[0][0]["content"]
    for line in ("mark 3: small blue striped coffee mug", "holds: large red", "clear already", "- Where should it go?"):
        assert line in told
    assert "I like small things" in told and "table_1 (you may say this name)" in told


@pytest.mark.parametrize("trouble", ["refuses", "fails", "is slow", "is gone"])
@pytest.mark.parametrize("fallback", [True, False])
def test_a_server_that_fails_is_counted_and_the_rules_answer_only_where_they_may(server, trouble, fallback):
    Person.replies = [reply("The small striped one.", "target")]
    Person.status = {"refuses": 400, "fails": 503}.get(trouble, 200)
    Person.wait = 0.5 if trouble == "is slow" else 0.0
    url = "http://127.0.0.1:9/v1" if trouble == "is gone" else server
    asked = user(url, seconds=0.1 if trouble == "is slow" else 5.0, fallback=fallback)
    if fallback:
        assert asked.answer(WHICH, ALL_SEEN) == RuleBasedUser(PROFILE, NAMES, 7).answer(WHICH, ALL_SEEN)
    else:
        with pytest.raises(InfraError):
            asked.answer(WHICH, ALL_SEEN)
    assert (asked.faults, asked.refused, asked.fallbacks) == (1, 0, int(fallback))


@pytest.mark.parametrize(
    "change", [{"seconds": 0}, {"tries": 0}, {"temperature": 3}, {"url": "x"}, {"fallback": "yes"}]
)
def test_settings_that_cannot_be_are_refused(change):
    with pytest.raises(ValidationError, match=next(iter(change))):
        EndpointSettings.model_validate({"endpoint": "http://x/v1", "model": "m", **change})


def test_without_an_endpoint_the_rules_answer():
    assert isinstance(make_user(PROFILE, OBJECTS, RECEPTACLES, 7), RuleBasedUser)
