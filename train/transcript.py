"""What a chat template writes between two replies, read from the template itself.

A transcript prompt grows by ids: the prompt before, the reply as it was sampled, and this text as tokens. Rendering the
whole chat anew would not do: templates strip the think blocks of earlier replies (prime-rl#1334), and a reply that was
decoded and encoded again may have other ids (trl#5224). No form of template is assumed beyond two things, which are
checked: a reply is closed by the end token at once, and a turn is written alike whatever stands before it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from envs.context import IMAGE
from envs.settings import SettingsError

Message = dict[str, Any]
REPLY = "<<reply>>"
"""Stands for a reply while its surroundings are read. It comes first in what is rendered, so a later one is no harm."""


def _message(role: str, *content: dict[str, str]) -> Message:
    return {"role": role, "content": list(content)}


_WORD = {"type": "text", "text": "."}
_START = [_message("system", _WORD), _message("user", IMAGE, _WORD)]
_REPLY = _message("assistant", {"type": "text", "text": REPLY})
_PROBE = _message("user", IMAGE, _WORD)


class TranscriptTemplate:
    """A chat template as a writer of transcripts.

    render: (messages, whether to add a generation prompt) -> text. end: text of the token that ends a reply.
    SettingsError when the template rewrites or numbers earlier turns, or writes something between a reply and `end`:
    then no prompt of a transcript begins with the one before it.
    """

    def __init__(self, render: Callable[[Sequence[Message], bool], str], end: str) -> None:
        self.render = render
        once = self._around([_PROBE], True)
        open_ended = self._around([_PROBE], False)
        twice = self._around([_PROBE, _REPLY, _PROBE], True)
        self._before = once[0]
        self._require(once[0].startswith(render(_START, False)), "changes what stands before a reply")
        self._require(once[1].startswith(end), f"writes something between a reply and its {end}")
        self._require(
            len(twice) == 3
            and twice[0] == once[0]
            and twice[1].startswith(open_ended[1])
            and twice[2] == once[1]
            and once[1].startswith(open_ended[1]),
            "writes a turn differently when others stand beside it",
        )

    def after_reply(self, message: Message) -> str:
        """The text from a reply's end token, which it begins with, over the next user message to the generation prompt
        after it.
        """
        before, *after = self._around([message], True)
        self._require(before == self._before, "changes what stands before a reply")
        return REPLY.join(after)

    def _around(self, messages: Sequence[Message], generation_prompt: bool) -> list[str]:
        parts = self.render([*_START, _REPLY, *messages], generation_prompt).split(REPLY)
        self._require(len(parts) > 1, "drops a reply")
        return parts

    @staticmethod
    def _require(holds: bool, what: str) -> None:
        if not holds:
            raise SettingsError(f"model: its chat template {what}, so transcripts cannot be built from sampled tokens")
