"""Quality control: why a demonstration is left out of the data, or None when it is kept."""

from __future__ import annotations

from collections.abc import Sequence

from envs.context import ContextSettings
from envs.environment import ReplyError, ToolSpec
from envs.episode import Episode, Outcome, episode_from_json, episode_to_json
from envs.reply import format_reply, parse_reply


def reject_reason(episode: Episode, tools: Sequence[ToolSpec], settings: ContextSettings) -> str | None:
    """One word or two on the first thing that is wrong, to be counted by.

    Kept are episodes that succeed, whose replies all parse to the calls that were made and are written back
    to the same text, and that survive being saved and read.
    """
    if episode.outcome != Outcome.SUCCESS:
        return episode.outcome.value if episode.outcome else "unfinished"
    for turn in episode.turns:
        try:
            reply = parse_reply(turn.reply, tools, settings.history_required)
        except ReplyError as error:
            return f"reply {error.kind}"
        if turn.call is None or reply.call != turn.call:
            return "reply is not the call"
        if format_reply(reply.thought, reply.history, reply.call) != turn.reply:
            return "reply changes when rewritten"
    if episode_from_json(episode_to_json(episode)) != episode:
        return "episode changes when saved"
    return None
