"""The page of episodes needs nothing else, shows what happened, and can be harmed by no text."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from data_synth.dataset import DatasetFolder
from envs.episode import Episode, EventKind, Observation, Outcome, Step, Task, Turn, save_episodes
from envs.images import ImageError, ImageStore
from envs.page import render_page
from tests.demonstrations import demonstration
from tests.loading import script

view = script("view")


@pytest.fixture
def store(tmp_path: Path) -> ImageStore:
    return ImageStore(tmp_path / "images")


@pytest.fixture
def page(store: ImageStore) -> str:
    return render_page([demonstration(store, 1), demonstration(store, 2)], store)


def test_the_page_needs_nothing_else(page: str) -> None:
    assert not re.findall(r"(?:src|href)=\"?[^\"#]", page)
    assert not re.findall(r"url\((?!data:)", page)
    assert "<script" not in page
    assert "@import" not in page
    assert "http" not in page


def test_every_picture_stands_in_the_page_once(store: ImageStore) -> None:
    episode = demonstration(store, 1)
    page = render_page([episode, episode], store)
    assert page.count("data:image/png;base64,") == len(episode.images) == 4
    assert page.count('class="pic p-') == 2 * (len(episode.turns) + 1)


def test_the_click_is_where_it_was(store: ImageStore, page: str) -> None:
    calls = [turn.call for seed in (1, 2) for turn in demonstration(store, seed).turns]
    points = [call.arguments["coordinate"] for call in calls if call and "coordinate" in call.arguments]
    marks = re.findall(r"left:([\d.]+)%;top:([\d.]+)%", page)
    assert [(float(x), float(y)) for x, y in marks] == [(round(x / 10, 1), round(y / 10, 1)) for x, y in points]


def test_what_was_said_and_earned_is_there(page: str) -> None:
    for words in (
        "I look for the lid, try 0.",
        "switch_view",
        "deliberate mistake",
        "Done.",
        "goal +1.000",
        "1 steps are done",
    ):
        assert words in page, words


def test_no_text_can_harm_the_page(store: ImageStore) -> None:
    evil = '</style><script>alert("x")</script><img src=http://x onerror=y>'
    seen = Observation(evil, evil, ((evil, evil),))
    step = Step(seen, "a", "b", (), (), Outcome.FAILURE)
    turns = (Turn(seen, evil, step, None, evil, {evil: 1.0}), Turn(seen, f"<think>{evil}</think>{{}}", step))
    episode = Episode(Task(evil, evil, 0, {}), turns, Outcome.FAILURE, seen, evil, evil)
    page = render_page([episode], store, evil)
    assert "<script" not in page
    assert "<img" not in page
    assert page.count("</style>") == 1


def test_two_episodes_stand_side_by_side_and_the_others_below(store: ImageStore) -> None:
    made = [demonstration(store, seed) for seed in range(3)]
    page = render_page(made, store, lead="Three <of> them.", beside=("Left", "Right"))
    assert "Three &lt;of&gt; them." in page
    rest = page.split("<div class=pair>")[1]
    assert rest.index("<h3>Left</h3>") < rest.index('id="e1"') < rest.index("<h3>Right</h3>") < rest.index('id="e2"')
    assert rest.index('id="e2"') < rest.index("</article></div></div>") < rest.index('id="e3"')
    alone = render_page(made[:1], store, beside=("Left", "Right"))
    assert "Left" in alone and "Right" not in alone


def test_a_page_beside_the_store_links_to_its_pictures(store: ImageStore) -> None:
    episode = demonstration(store, 1)
    page = render_page([episode, episode], store, link=lambda name: f"../images/{name}.png")
    assert sorted(re.findall(r"url\(\.\./images/(\w+)\.png\)", page)) == sorted(episode.images)
    assert "data:" not in page


def test_a_damaged_picture_is_named(store: ImageStore, tmp_path: Path) -> None:
    episode = demonstration(store, 1)
    name = sorted(episode.images)[0]
    (tmp_path / "images" / name[:2] / f"{name}.png").write_bytes(b"no picture")
    with pytest.raises(ImageError, match=f"images: picture {name[:12]}: damaged"):
        render_page([episode], store)


def test_the_head_of_an_episode_tells_every_term(store: ImageStore) -> None:
    episode = demonstration(store, 1)
    turns = tuple(replace(turn, rewards={"goal": 0.5, "step_cost": -0.25}) for turn in episode.turns)
    head = render_page([replace(episode, turns=turns)], store).split("<header>")[1].split("</header>")[0]
    assert '<span class="plus">goal +1.500</span><span class="minus">step_cost -0.750</span>' in head


def test_half_a_surrogate_pair_harms_no_file(store: ImageStore, tmp_path: Path) -> None:
    turn = replace(demonstration(store, 1).turns[0], reply="\ud83d", call=None)
    page = render_page([Episode(Task("w", "t", 0, {}), (turn,))], store)
    (tmp_path / "page.html").write_text(page, encoding="utf-8")
    assert "<pre>?</pre>" in page


def test_replies_of_every_kind_are_shown(store: ImageStore) -> None:
    turn = demonstration(store, 1).turns[0]
    replies = [
        "",
        "<think>",
        "<think>a</think>[1, 2]",
        "<think>a</think>" + "[" * 5000,
        '{"tool": 1}',
        "\udcff".encode("utf-8", "replace").decode(),
    ]
    turns = tuple(replace(turn, reply=reply, call=None, reply_error="no_json: x") for reply in replies)
    page = render_page([Episode(Task("w", "t", 0, {}), turns), Episode(Task("w", "empty", 0, {}))], store)
    assert page.count("no_json: x") == len(replies)
    assert EventKind.TRANSITION.value in page


def test_the_command_chooses_episodes_and_names_what_is_missing(tmp_path: Path, store: ImageStore, capsys) -> None:
    made = [demonstration(store, seed) for seed in range(3)]
    made[1] = replace(made[1], outcome=Outcome.TRUNCATED)
    save_episodes(tmp_path / "episodes.jsonl", made)
    words = [str(tmp_path / "episodes.jsonl"), "--output", str(tmp_path / "page.html")]
    assert view.main([*words, "--outcome", "truncated"]) == 0
    assert "1 episodes" in capsys.readouterr().out
    assert "made/1" in (tmp_path / "page.html").read_text()
    assert view.main([*words, "--images", str(tmp_path / "none")]) == 2
    assert "no such folder of pictures" in capsys.readouterr().err
    (tmp_path / "episodes.jsonl").write_text('{"format": 1}\n')
    assert view.main(words) == 2
    assert "line 1" in capsys.readouterr().err


def test_a_dataset_folder_can_be_looked_at(demonstrated: DatasetFolder, tmp_path: Path) -> None:
    assert view.main([str(demonstrated.folder), "--output", str(tmp_path / "page.html"), "--count", "2"]) == 0
    assert (tmp_path / "page.html").read_text().count("<article") == 2
