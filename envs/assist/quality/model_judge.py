"""The judge by a model: any OpenAI-compatible server, one message at a time, strict JSON, temperature 0.

The model is told the rubric and, in words, what the log says around the message (`envs.assist.quality.prompt`). A reply
that breaks the form is asked for once more with what was wrong; after a second one every item is undecided. Valid
replies are kept by content hash of prompt, model and briefing. A server that fails raises InfraError: a judge that
guesses is worse than none.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StrictStr, ValidationError, create_model

from envs.assist.log import Log
from envs.assist.quality.prompt import PROMPT_HASH, PROMPT_VERSION, SYSTEM, briefings
from envs.assist.quality.rubric import Item, Judgement, MessageVerdict, Verdict, undecided
from envs.assist.quality.situation import Sent
from envs.assist.quality.verdict_cache import VerdictCache
from envs.chat_endpoint import ServerSettings
from envs.environment import InfraError
from envs.strict_json import JsonError, loads

REPLIES = 2
"""Replies that are asked for before a message is left undecided."""


class JudgeSettings(ServerSettings):
    """A server that judges messages."""

    temperature: Annotated[float, Field(ge=0, le=2)] = 0.0
    """Of the model's replies."""
    seconds: Annotated[float, Field(gt=0)] = 120.0
    """Time-out of one try."""
    cache: str | None = None
    """Folder in which replies are kept; none are kept without it."""
    most_tokens: Annotated[int, Field(ge=100)] = 2000
    """Of one reply, thinking included where the server counts it."""
    at_once: Annotated[int, Field(ge=1, le=64)] = 4
    """Messages that are judged at the same time."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class ItemReply(_Strict):
    """What the model says of one item."""

    verdict: Verdict
    reason: Annotated[StrictStr, Field(max_length=1000)]


Reply = create_model("Reply", __base__=_Strict, **{item.value: (ItemReply, ...) for item in Item})  # pyright: ignore
"""What the model must reply: every item, and nothing else."""


@dataclass(frozen=True)
class _Judged:
    """One message judged. asked: requests that it took. refused: replies that broke the form."""

    items: Mapping[Item, Judgement]
    asked: int
    refused: int


class ModelJudge:
    """A model as judge. asked: requests sent so far. refused: replies that broke the form. kept: messages whose verdict
    came from the cache.
    """

    def __init__(self, settings: JudgeSettings) -> None:
        self.settings = settings
        self.asked = self.refused = self.kept = 0
        self._cache = VerdictCache(settings.cache)
        self._endpoint = settings.connect()

    def judge(self, log: Log) -> list[MessageVerdict]:
        """A verdict for every message, in the order in which they were sent. InfraError when the server fails; what had
        been judged by then is kept in the cache.
        """
        told = briefings(log)
        with ThreadPoolExecutor(self.settings.at_once) as pool:
            waiting = [pool.submit(self._judge, text) for _, text in told]
            try:
                found = [each.result() for each in waiting]
            except BaseException:
                for each in waiting:
                    each.cancel()
                raise
        self.asked += sum(each.asked for each in found)
        self.refused += sum(each.refused for each in found)
        self.kept += sum(each.asked == 0 for each in found)
        return [_verdict(sent, each) for (sent, _), each in zip(told, found, strict=True)]

    def _judge(self, briefing: str) -> _Judged:
        settings = self.settings
        key = VerdictCache.key(
            version=PROMPT_VERSION,
            prompt=PROMPT_HASH,
            model=settings.model,
            temperature=settings.temperature,
            briefing=briefing,
        )
        kept = self._cache.get(key)
        if kept is not None:
            try:
                return _Judged(_items(kept), 0, 0)
            except ValidationError:
                pass  # written by another hand: ask anew
        messages = [{"role": "system", "content": SYSTEM}, {"role": "user", "content": briefing}]
        wrong = ""
        for attempt in range(REPLIES):
            try:
                choice = self._endpoint.choice(messages, settings.temperature, settings.most_tokens, attempt)
            except InfraError as error:
                raise InfraError(f"the judge {settings.model!r} cannot be asked: {error}") from error
            try:
                reply = parsed(choice.text)
            except ValueError as error:
                wrong = str(error) if choice.finished else f"it was cut off at {settings.most_tokens} tokens"
                again = f"That is not the form asked for: {wrong}. Reply once more, with the JSON object alone."
                messages += [{"role": "assistant", "content": choice.text}, {"role": "user", "content": again}]
                continue
            self._cache.put(key, reply)
            return _Judged(_items(reply), attempt + 1, attempt)
        return _Judged({item: undecided(f"no valid reply: {wrong}") for item in Item}, REPLIES, REPLIES)


def parsed(text: str) -> dict[str, Any]:
    """A reply as plain data, checked; a code fence around it is allowed. ValueError says in one line what is wrong."""
    fenced = re.fullmatch(r"\s*```(?:json)?\s*(.*?)\s*```\s*", text, re.DOTALL)
    try:
        return Reply.model_validate(loads(fenced[1] if fenced else text)).model_dump(mode="json")
    except JsonError as error:
        raise ValueError(f"not JSON: {error}") from error
    except ValidationError as error:
        item = error.errors()[0]
        raise ValueError(f"{'.'.join(map(str, item['loc'])) or 'reply'}: {item['msg']}") from error


def _items(reply: Any) -> dict[Item, Judgement]:
    checked = Reply.model_validate(reply)
    replies: dict[Item, ItemReply] = {item: getattr(checked, item.value) for item in Item}
    return {item: Judgement(each.verdict, each.reason) for item, each in replies.items()}


def _verdict(sent: Sent, judged: _Judged) -> MessageVerdict:
    return MessageVerdict(sent.number, sent.tick, sent.text, judged.items)
