"""The model judge against a real server, its cache, and the command that reports both judges."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar

import pytest
from pydantic import ValidationError

from envs.assist.log import UserAct
from envs.assist.quality import Item, Judgement, RuleJudge, Verdict
from envs.assist.quality.model_judge import JudgeSettings, ModelJudge, parsed
from envs.assist.quality.prompt import PROMPT_HASH, SYSTEM, briefings
from envs.assist.quality.rubric import TEXTS
from envs.assist.quality.verdict_cache import VerdictCache
from envs.environment import InfraError
from envs.episode import Outcome, save_episodes
from tests.envs.assist.quality.kitchen_logs import CHOP, PLATE_TOMATO, Kitchen, advise, claim
from tests.loading import script

judge_script = script("judge")


def reply(**verdicts: str) -> str:
    """A reply in which items that are not named pass."""
    return json.dumps({i.value: {"verdict": verdicts.get(i.value, "pass"), "reason": f"so is {i.value}"} for i in Item})


class Server(BaseHTTPRequestHandler):
    """Answers with `replies` in turn, the last one again and again, with `status`."""

    replies: ClassVar[list[str]] = []
    asked: ClassVar[list[dict[str, Any]]] = []
    status: ClassVar[int] = 200
    ending: ClassVar[str] = "stop"

    def do_POST(self) -> None:
        Server.asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        text = Server.replies[min(len(Server.asked), len(Server.replies)) - 1]
        data = json.dumps({"choices": [{"message": {"content": text}, "finish_reason": Server.ending}]}).encode()
        self.send_response(Server.status)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *args) -> None: ...


@pytest.fixture
def server() -> Iterator[str]:
    Server.replies, Server.asked, Server.status, Server.ending = [reply()], [], 200, "stop"
    made = ThreadingHTTPServer(("127.0.0.1", 0), Server)
    threading.Thread(target=made.serve_forever, args=(0.02,), daemon=True).start()
    yield f"http://127.0.0.1:{made.server_port}/v1"
    made.shutdown()
    made.server_close()


def judge(url: str, **changes: Any) -> ModelJudge:
    plain = {"endpoint": url, "model": "m", "tries": 1, "seconds": 5.0, "at_once": 1}
    return ModelJudge(JudgeSettings.model_validate({**plain, **changes}))


def kitchen() -> Kitchen:
    """A kitchen with two messages, a question between them, and an error after."""
    made = Kitchen().hears(2, "Chop the tomato, please.", advise(CHOP)).begins(5, CHOP).does(9, CHOP)
    made.asks(10, "count", {"action": CHOP.to_json()}, "How often did I chop?")
    made.strays(11).hears(12, "The steak is still raw.", claim("steak", "state", "raw"))
    return made.refused(20, PLATE_TOMATO, "the plate is full").ends(30)


def test_the_verdict_is_the_models_item_by_item(server):
    Server.replies = [reply(T1="fail", S2="not_applicable"), reply(H1="undecided")]
    first, second = judge(server).judge(kitchen().log)
    assert first.items[Item.T1] == Judgement(Verdict.FAIL, "so is T1") and first.gated
    assert first.items[Item.S2].verdict == Verdict.NOT_APPLICABLE
    assert second.items[Item.H1].verdict == Verdict.UNDECIDED
    assert [(v.message, v.tick, v.text) for v in (first, second)] == [
        (v.message, v.tick, v.text) for v in RuleJudge().judge(kitchen().log)
    ]


def test_each_message_is_asked_about_alone_at_temperature_zero(server):
    judge(server).judge(kitchen().log)
    assert [body["temperature"] for body in Server.asked] == [0, 0]
    assert [[message["role"] for message in body["messages"]] for body in Server.asked] == [["system", "user"]] * 2
    assert all(body["messages"][0]["content"] == SYSTEM for body in Server.asked)


def test_many_at_once_keep_their_order(server):
    made = Kitchen()
    for tick in range(20):
        made.hears(tick, f"Message {tick}.")
    assert [verdict.text for verdict in judge(server, at_once=4).judge(made.log)] == [
        f"Message {n}." for n in range(20)
    ]
    assert len(Server.asked) == 20


def test_the_rubric_stands_in_the_prompt_and_its_hash_follows_its_text():
    assert all(text in SYSTEM for text in TEXTS.values())
    assert len(PROMPT_HASH) == 16


def test_a_briefing_tells_what_the_log_says_around_the_message():
    (_, first), (_, second) = briefings(kitchen().log)
    for words in ("tick 2 of 200", "Sear the steak", "steak: state = raw", "Chop the tomato, please.", "moderate"):
        assert words in first
    before, _, after = second.partition("THE MESSAGE:\n- The steak is still raw.\n")
    for words in ("How often did I chop?", "right answer: 1", "wrong_order", "chop tomato (tick 9)"):
        assert words in before
    assert "the plate is full" in after and "the plate is full" not in before
    before, _, after = first.partition("THE MESSAGE:")
    assert "How often" in after and "How often" not in before


def test_what_came_long_after_is_no_part_of_a_briefing():
    made = Kitchen().hears(3, "Chop.", advise(CHOP)).refused(35, CHOP, "too blunt").refused(36, CHOP, "too late")
    ((_, told),) = briefings(made.log)
    assert "too blunt" in told and "too late" not in told


def test_what_was_taken_up_before_is_not_open_in_the_briefing():
    made = Kitchen().says(3, UserAct.ASK_NEXT, "What next?").hears(4, "Chop.", advise(CHOP)).hears(8, "Good.")
    (_, first), (_, second) = briefings(made.log)
    words = 'tick 3, ask_next: "What next?"'
    assert words in first and words not in second


# -- the cache -----------------------------------------------------------------------------------------------------


def test_judging_again_sends_nothing(server, tmp_path):
    Server.replies = [reply(T1="fail"), reply()]
    cache = str(tmp_path / "cache")
    first = judge(server, cache=cache)
    verdicts = first.judge(kitchen().log)
    again = judge(server, cache=cache)
    assert again.judge(kitchen().log) == verdicts
    assert len(Server.asked) == 2
    assert (first.asked, first.kept, again.asked, again.kept) == (2, 0, 0, 2)
    assert judge("http://127.0.0.1:9/v1", cache=cache).judge(kitchen().log) == verdicts  # even without a server
    assert not list((tmp_path / "cache").rglob("*.part"))


def test_another_model_message_or_past_is_asked_about_anew(server, tmp_path):
    cache = str(tmp_path)
    one = Kitchen().hears(2, "Chop.", advise(CHOP)).ends(9)
    judge(server, cache=cache).judge(one.log)
    judge(server, cache=cache, model="n").judge(one.log)
    judge(server, cache=cache).judge(Kitchen().hears(2, "Chop!", advise(CHOP)).ends(9).log)
    judge(server, cache=cache).judge(Kitchen().changes(1, ("steak", "state", "done")).hears(2, "Chop.").ends(9).log)
    assert len(Server.asked) == 4


@pytest.mark.parametrize("damage", ["", "{", "{}", "[1]", '{"T1": 3}', "\x00", reply(T1="perhaps")])
def test_a_damaged_file_counts_as_absent_and_is_written_anew(server, tmp_path, damage):
    one = Kitchen().hears(2, "Chop.", advise(CHOP)).ends(9)
    judge(server, cache=str(tmp_path)).judge(one.log)
    (kept,) = tmp_path.rglob("*.json")
    whole = kept.read_text()
    kept.write_text(damage)
    judge(server, cache=str(tmp_path)).judge(one.log)
    assert len(Server.asked) == 2 and kept.read_text() == whole


def test_without_a_folder_nothing_is_kept(server):
    cache = VerdictCache(None)
    cache.put("ab" * 32, {"a": 1})
    assert cache.get("ab" * 32) is None


# -- bad replies and servers ---------------------------------------------------------------------------------------

BAD = {
    "The message is fine.": "not JSON",
    "": "not JSON",
    "[]": "reply",
    "{}": "T1: Field required",
    reply()[:-1] + ', "T1": {"verdict": "pass", "reason": ""}}': "twice",
    reply()[:-1] + ', "T3": {"verdict": "pass", "reason": ""}}': "T3: Extra inputs",
    reply(T1="perhaps"): "T1.verdict",
    reply(S1="PASS"): "S1.verdict",
    reply().replace('"so is H1"', "4"): "H1.reason",
    reply().replace('"reason": "so is H1"', '"why": "x"'): "H1.reason",
}


@pytest.mark.parametrize(("text", "wrong"), BAD.items(), ids=BAD.values())
def test_a_bad_reply_is_asked_for_once_more_then_everything_is_undecided(server, tmp_path, text, wrong):
    Server.replies = [text]
    one = Kitchen().hears(2, "Chop.", advise(CHOP)).ends(9)
    asked = judge(server, cache=str(tmp_path))
    (verdict,) = asked.judge(one.log)
    assert {judged.verdict for judged in verdict.items.values()} == {Verdict.UNDECIDED}
    assert all(wrong in judged.reason for judged in verdict.items.values())
    assert (asked.asked, asked.refused) == (2, 2) and not list(tmp_path.rglob("*.json"))
    told = Server.asked[1]["messages"]
    assert [message["role"] for message in told] == ["system", "user", "assistant", "user"]
    assert told[2]["content"] == text and wrong in told[3]["content"]


def test_a_second_reply_may_be_better_and_is_kept(server, tmp_path):
    Server.replies = ["Fine.", "```json\n" + reply(T2="fail") + "\n```"]
    one = Kitchen().hears(2, "Chop.", advise(CHOP)).ends(9)
    asked = judge(server, cache=str(tmp_path))
    assert asked.judge(one.log)[0].items[Item.T2].verdict == Verdict.FAIL
    assert (asked.asked, asked.refused, len(list(tmp_path.rglob("*.json")))) == (2, 1, 1)
    assert parsed(reply())["T1"] == {"verdict": "pass", "reason": "so is T1"}


def test_a_reply_that_was_cut_off_is_called_so(server):
    Server.replies, Server.ending = [reply()[:50]], "length"
    (verdict,) = judge(server).judge(Kitchen().hears(2, "Chop.").ends(9).log)
    assert "cut off at 2000 tokens" in verdict.items[Item.T1].reason


@pytest.mark.parametrize("trouble", [400, 503, None])
def test_a_server_that_fails_is_no_verdict(server, trouble):
    Server.status = trouble or 200
    url = server if trouble else "http://127.0.0.1:9/v1"
    with pytest.raises(InfraError, match=r"the judge 'm' cannot be asked: http://127\.0\.0\.1"):
        judge(url, at_once=2).judge(kitchen().log)


@pytest.mark.parametrize(
    "change", [{"endpoint": "x"}, {"temperature": 3.0}, {"at_once": 0}, {"most_tokens": 5}, {"folder": "x"}]
)
def test_settings_that_cannot_be_are_refused(change):
    with pytest.raises(ValidationError, match=next(iter(change))):
        JudgeSettings.model_validate({"endpoint": "http://x/v1", "model": "m", **change})


# -- the command ---------------------------------------------------------------------------------------------------


@pytest.fixture
def saved(tmp_path):
    path = tmp_path / "episodes.jsonl"
    save_episodes(path, [kitchen().episode("case-1"), kitchen().episode("case-2", Outcome.SUCCESS)])
    save_episodes(path, [kitchen().episode("case-3", Outcome.INFRA_ERROR), kitchen().episode("case-4", None)])
    return path


def test_the_command_scores_by_rules(saved, tmp_path, capsys):
    output = tmp_path / "out" / "quality.json"
    assert judge_script.main([str(saved), "--output", str(output)]) == 0
    printed = capsys.readouterr().out
    assert "4 messages of 2 episodes" in printed and "2 that never ended" in printed
    assert "factual grounding" in printed and "agreement" not in printed
    report = json.loads(output.read_text())
    assert (report["episodes"], report["left_out"], report["agreement"]) == (2, 2, [])
    assert [each["task"] for each in report["verdicts"]] == ["case-1", "case-2"]
    assert report["verdicts"][0]["rules"][1]["items"]["T1"][0] == "pass"
    assert report["rules"]["quality_factual"]["value"] == 1


def test_the_command_reports_how_far_the_judges_agree(server, saved, tmp_path, capsys):
    Server.replies = [reply(T2="fail")]
    output = tmp_path / "quality.json"
    command = [str(saved), "--endpoint", server, "--served-model", "m", "--cache", str(tmp_path / "cache")]
    assert judge_script.main([*command, "--output", str(output)]) == 0
    assert "agreement of rules and model" in capsys.readouterr().out
    report = json.loads(output.read_text())
    rows = {row["name"]: row for row in report["agreement"]}
    assert (rows["T2"]["both"], rows["T2"]["equal"], rows["T2"]["share"]) == (4, 0, 0)
    assert (rows["C1"]["both"], rows["C1"]["equal"], rows["C1"]["kappa"]) == (4, 4, None)
    assert report["model"]["quality_overall"]["value"] == 0 and report["model"]["quality_intent"]["count"] == 0
    assert report["requests"]["sent"] + report["requests"]["from_cache"] == 4
    sent = len(Server.asked)
    assert judge_script.main(command) == 0
    assert len(Server.asked) == sent and "0 requests" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "cannot be read"),
        ("nonsense\n", "line 1: not JSON"),
        ("", "no ended episode of an assist world"),
        ("no log", "no ended episode of an assist world"),
        ("no kind", "task case-1: not an event log"),
        ("no data", "task case-1: not an event log"),
    ],
)
def test_bad_input_gives_one_error_line(tmp_path, capsys, content, words):
    path = tmp_path / "episodes.jsonl"
    if content in ("no log", "no kind", "no data"):
        bad = {"no log": [], "no kind": [[0, "sung", {}]], "no data": [[0, "start", {}]]}[content]
        save_episodes(path, [kitchen().episode(turns=1)])
        line = json.loads(path.read_text())
        line["turns"][0]["step"]["info"]["log"] = bad
        path.write_text(json.dumps(line) + "\n")
    elif content is not None:
        path.write_text(content)
    assert judge_script.main([str(path)]) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.startswith("error: ") and captured.err.count("\n") == 1
    assert words in captured.err


def test_a_dead_server_gives_one_error_line(saved, capsys, monkeypatch):
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    assert judge_script.main([str(saved), "--endpoint", "http://127.0.0.1:9/v1", "--served-model", "m"]) == 2
    captured = capsys.readouterr()
    assert "the judge 'm' cannot be asked" in captured.err and captured.err.count("\n") == 1


@pytest.mark.parametrize(
    "more", [["--endpoint", "http://x/v1"], ["--served-model", "m"], ["--cache", "x"]], ids=lambda more: more[0]
)
def test_options_that_need_each_other_are_said_to(saved, capsys, more):
    with pytest.raises(SystemExit, match="2"):
        judge_script.main([str(saved), *more])
    assert more[0] in capsys.readouterr().err


def test_an_address_that_is_none_is_bad_input(saved, capsys):
    assert judge_script.main([str(saved), "--endpoint", "x", "--served-model", "m"]) == 2
    assert "endpoint" in capsys.readouterr().err
