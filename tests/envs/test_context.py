"""What the policy sees: bounded in Markov mode, whole turns in transcript mode, no control tokens, no privileged
words.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from envs.context import (
    COORDINATES,
    MARKOV_FORMAT,
    PLACEHOLDERS,
    ContextSettings,
    Prompt,
    build_prompt,
    last_history,
    safe,
    system_text,
)
from envs.devices.tools import TOOLS
from envs.episode import Episode, Observation, Turn
from envs.images import ImageStore
from envs.reply import format_reply
from tests.demonstrations import demonstration

MARKOV = ContextSettings()
TRANSCRIPT = ContextSettings(mode="transcript")


@pytest.fixture(scope="module")
def episode() -> Episode:
    return demonstration(ImageStore(None), seed=3, turns=6, wrong=-1)


def prompt(episode: Episode, turn: int, context: ContextSettings) -> Prompt:
    return build_prompt(TOOLS, episode.turns[:turn], episode.turns[turn].observation, context)


def text(of: Prompt) -> str:
    return "\n".join(item.get("text", "") for message in of.messages for item in message["content"])


@pytest.mark.parametrize("context", [MARKOV, TRANSCRIPT, replace(TRANSCRIPT, last_turns=2)])
def test_every_picture_has_its_place(episode: Episode, context: ContextSettings) -> None:
    for turn in range(6):
        made = prompt(episode, turn, context)
        places = sum(item["type"] == "image" for message in made.messages for item in message["content"])
        assert places == len(made.images)
        assert made.images[-1] == episode.turns[turn].observation.images[0]


def test_markov_depends_on_nothing_but_the_last_turn_and_the_last_valid_history(episode: Episode) -> None:
    whole = prompt(episode, 5, MARKOV)
    assert build_prompt(TOOLS, episode.turns[4:5], episode.turns[5].observation, MARKOV) == whole
    assert len(whole.images) == 2
    assert len(prompt(episode, 5, replace(MARKOV, previous_image=False)).images) == 1


def test_an_invalid_reply_does_not_move_the_history(episode: Episode) -> None:
    broken = replace(episode.turns[2], reply="nonsense", call=None, reply_error="no_think: ...")
    turns = (*episode.turns[:2], broken)
    assert last_history(TOOLS, turns) == last_history(TOOLS, episode.turns[:2])
    assert "Previous action: none" in text(build_prompt(TOOLS, turns, episode.turns[3].observation, MARKOV))


def test_transcript_drops_whole_turns_never_part_of_one(episode: Episode) -> None:
    whole = prompt(episode, 5, TRANSCRIPT)
    for kept in range(6):
        cut = prompt(episode, 5, replace(TRANSCRIPT, last_turns=kept))
        assert cut.messages == [whole.messages[0], *whole.messages[len(whole.messages) - 1 - 2 * kept :]]
        assert cut.images == whole.images[5 - kept :]


def test_what_was_said_stays_as_it_was_said(episode: Episode) -> None:
    assistant = [m["content"][0]["text"] for m in prompt(episode, 5, TRANSCRIPT).messages if m["role"] == "assistant"]
    assert assistant == [turn.reply for turn in episode.turns[:5]]


@settings(deadline=None, max_examples=30)
@given(st.lists(st.sampled_from([*PLACEHOLDERS, "a", "<", "|", ">", "im_end"]), max_size=8).map("".join))
def test_no_text_can_pose_as_a_control_token(words: str) -> None:
    observation = Observation(words, words, ((words, words),), ("0" * 64,))
    call = demonstration(ImageStore(None), 0, 1).turns[0]
    turn: Turn = replace(call, observation=observation, reply=words)
    for context in (MARKOV, TRANSCRIPT):
        made = text(build_prompt(TOOLS, (turn,), observation, context))
        assert not any(token in made for token in PLACEHOLDERS)
    assert safe(safe(words)) == safe(words)


def test_tools_stand_as_schemas_or_as_names() -> None:
    schemas, names = system_text(TOOLS, MARKOV), system_text(TOOLS, replace(MARKOV, tools="names"))
    for tool in TOOLS:
        assert tool.description.split(";")[0].split('"')[0] in schemas
        assert tool.name in names
    assert len(names) < 100


def test_coordinates_are_explained_where_a_tool_takes_one() -> None:
    waiting = [tool for tool in TOOLS if "coordinate" not in tool.arguments.model_fields]
    assert waiting and COORDINATES in system_text(TOOLS, MARKOV)
    without = system_text(waiting, MARKOV)
    assert "oordinate" not in without and without.endswith(MARKOV_FORMAT)


def test_settings_that_mean_nothing_are_refused() -> None:
    with pytest.raises(ValueError, match=r"context\.mode: 'chat'"):
        ContextSettings(mode="chat")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"context\.tools"):
        ContextSettings(tools="none")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"context\.last_turns: -1"):
        ContextSettings(last_turns=-1)


def test_a_reply_of_the_planner_is_the_reply_that_is_asked_for(episode: Episode) -> None:
    turn = episode.turns[0]
    assert turn.call is not None
    history = last_history(TOOLS, episode.turns[:1])
    assert format_reply("I look for the lid, try 0.", history, turn.call) == turn.reply
