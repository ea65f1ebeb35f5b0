"""A person's page, driven in a real browser: click, choose, do, look, give up, go on; the episodes are a policy's."""

from __future__ import annotations

import http.client
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from envs.devices.tasks import sample_task
from envs.episode import load_episodes
from envs.images import ImageStore
from envs.metrics import task_result
from tests.loading import ROOT, script

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
needs_browser = pytest.mark.skipif(not (CHROMIUM and DRIVER), reason="no chromium and chromedriver on this machine")


@pytest.fixture
def page(tmp_path: Path) -> Iterator[tuple[str, Path, subprocess.Popen[str]]]:
    """The address of a served page of two tasks, where it keeps episodes, and its process."""
    tasks = tmp_path / "two.yaml"
    tasks.write_text("world: devices\nsplit: validation\ncount: 2\ngoals: [1, 1]\n")
    words = ["--tasks", str(tasks), "--web", "--record", str(tmp_path / "human"), "--size", "128"]
    command = [sys.executable, "scripts/play.py", "devices", *words]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line.startswith("open http://127.0.0.1:"), process.stderr and process.stderr.read()
    yield line.split()[1], tmp_path / "human", process
    process.kill()
    process.communicate()


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Any]:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM or ""
    for word in ("headless=new", "no-sandbox", "disable-gpu", "disable-dev-shm-usage", "disable-background-networking"):
        options.add_argument(f"--{word}")
    for word in ("no-first-run", "disable-component-update", "disable-sync", "window-size=1200,900"):
        options.add_argument(f"--{word}")
    options.add_argument(f"--user-data-dir={tmp_path / 'profile'}")
    with webdriver.Chrome(options, Service(DRIVER)) as driver:
        yield driver


@pytest.mark.long
@needs_browser
def test_a_person_plays_two_tasks(page: tuple[str, Path, subprocess.Popen[str]], browser: Any) -> None:
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.by import By
    from selenium.webdriver.support.ui import Select, WebDriverWait

    address, folder, process = page

    def find(name: str) -> Any:
        return browser.find_element(By.ID, name)

    def until(condition: Any) -> None:
        WebDriverWait(browser, 30).until(lambda _: condition())

    def step() -> str:
        return browser.execute_script("return document.body.dataset.step ?? ''")

    browser.get(address)
    until(lambda: step() == "0")
    until(lambda: browser.execute_script("return document.getElementById('picture').naturalWidth") == 128)
    assert find("instruction").text and "Task 1 of 2" in find("numbers").text and "steps left" in find("numbers").text
    assert not find("do").is_enabled() and not find("give_up").is_enabled()

    frame = find("frame")
    ActionChains(browser).move_to_element_with_offset(frame, -frame.size["width"] // 2 + 3, 0).click().perform()
    until(lambda: find("do").is_enabled())
    Select(find("action")).select_by_value("rotate")
    Select(find("parameter")).select_by_value("0")
    find("do").click()
    until(lambda: step() == "1")
    assert find("feedback").text and not find("do").is_enabled()  # a new picture wants a new point
    browser.find_element(By.CSS_SELECTOR, "#views button[data-view=back]").click()
    until(lambda: step() == "2")
    assert "back" in find("feedback").text
    find("give_up").click()
    until(lambda: find("next").is_displayed())
    assert find("ending").text == "Given up."

    find("next").click()
    until(lambda: "Task 2 of 2" in find("numbers").text)
    budget = 0
    while not find("ending").text:  # waits until no step is left
        budget += 1
        find("wait").click()
        until(lambda n=budget: step() == str(n))
    assert find("ending").text in ("No steps are left.", "Done. Thank you!")
    assert not find("next").is_displayed()
    errors = [entry for entry in browser.get_log("browser") if entry["level"] == "SEVERE"]
    assert not errors
    find("done").click()
    until(lambda: browser.execute_script("return document.body.dataset.finished") == "yes")
    assert process.wait(30) == 0

    first, second = load_episodes(folder / "episodes.jsonl")
    assert [turn.call and turn.call.name for turn in first.turns] == ["rotate", "switch_view"]
    touch = first.turns[0].call
    assert touch is not None
    x, y = touch.arguments["coordinate"]
    assert x < 20 and abs(y - 500) < 10 and touch.arguments["parameter"] == ["0"]
    assert (first.policy, first.outcome, len(second.turns)) == ("human", "failure", budget)
    assert task_result(second).ratios
    store = ImageStore(folder / "images")
    assert all(store.get(name).size == (128, 128) for name in first.images | second.images)


def ask(address: str, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
    """One request of one's own making."""
    connection = http.client.HTTPConnection(address.removeprefix("http://").rstrip("/"), timeout=30)
    sent = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
    given = {"Content-Type": "application/json", **{name.replace("_", "-"): value for name, value in headers.items()}}
    connection.request(method, path, sent, given)
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    return answer.status, json.loads(content) if content[:1] == b"{" else content


def test_only_well_formed_requests_of_this_machine_are_answered(page: tuple[str, Path, subprocess.Popen[str]]) -> None:
    address, folder, process = page
    call = {"name": "timed_wait", "arguments": {}}
    assert ask(address, "GET", "/view", Host="evil.example:80")[0] == 403
    assert ask(address, "POST", "/call", call, Host="evil.example")[0] == 403
    assert ask(address, "POST", "/call", call, Content_Type="text/plain")[0] == 415
    assert ask(address, "POST", "/call", b"{")[0] == 400
    assert ask(address, "POST", "/call", b" " * 20_000)[0] == 413
    assert ask(address, "POST", "/call", [1]) == (404, {"error": "no such call"})
    assert ask(address, "GET", "/picture/../../secret")[0] == 404
    assert ask(address, "GET", "/nowhere")[0] == 404
    status, told = ask(address, "POST", "/call", {"name": "push", "arguments": {"coordinate": "12"}})
    assert status == 400 and "coordinate" in told["error"]
    assert ask(address, "POST", "/call", {"name": "fly", "arguments": {}})[0] == 400
    assert ask(address, "POST", "/next", {})[1]["error"] == "the task has not ended"
    assert ask(address, "POST", "/give_up", {})[1]["error"] == "there is nothing to give up"
    assert ask(address, "GET", "/view")[1]["step"] == 0  # none of it did anything
    assert ask(address, "POST", "/call", call)[1]["step"] == 1
    assert ask(address, "POST", "/done", {})[0] == 200
    assert process.wait(30) == 0
    assert not (folder / "episodes.jsonl").exists()  # an episode that never ended is not kept


def test_what_the_page_shows_tells_no_more_than_a_policy_is_told(tmp_path: Path) -> None:
    from envs.devices.human import Game

    task = sample_task("Microwave", 300_000, 0)
    game = Game([task], tmp_path, 64)
    try:
        told = json.dumps(game.view())
        machine = game.world.distances.dynamics.machine
        hidden = {*game.world.objective.goals, game.world.state.state, *machine.components()}
        assert not [word for word in hidden if word in told]
    finally:
        game.close()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--tasks", "x.yaml"], "--tasks: a task list is played with --web alone"),
        (["--category", "Lamp", "--web", "--port", "70000"], "--port: 70000"),
        (["--category", "Lamp", "--web", "--no-render"], "--web: goes with neither"),
        (["--device", "x.json", "--web"], "--web: goes with neither"),
        (["--category", "Toaster", "--web"], "'Toaster'"),
        (["--tasks", "x.yaml", "--web"], "x.yaml: cannot be read"),
    ],
)
def test_bad_options_are_one_line(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert script("play").main(["devices", *words]) == 2
    told = capsys.readouterr().err
    assert message in told and told.count("\n") == 1


def test_saved_episodes_are_scored(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from envs.devices.human import Game

    game = Game([sample_task("Lamp", 300_000, 0)], tmp_path, 64)
    game.act("timed_wait", {})
    game.give_up()
    game.close()
    benchmark = script("benchmark")
    words = ["--episodes", str(tmp_path / "episodes.jsonl"), "--output", str(tmp_path / "report.json")]
    assert benchmark.main(words) == 0
    report = json.loads((tmp_path / "report.json").read_text())
    assert report["policy"]["name"] == "human" and report["summary"]["outcomes"]["failure"] == 1
    assert report["summary"]["ratios"]["error_waiting"]["value"] == 1
    (tmp_path / "empty.jsonl").write_text("")
    assert benchmark.main(["--episodes", str(tmp_path / "empty.jsonl")]) == 2
    assert "no ended episode" in capsys.readouterr().err
