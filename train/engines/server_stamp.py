"""An ASGI middleware for vLLM's server: every answer says which process gave it.

A server that a supervisor has started anew serves the weights of its model folder, not the trainer's. The stamp is
how `ServerEngine` sees that: it takes completions only from the very process that its weights were pushed into.
"""

from __future__ import annotations

import uuid
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

STAMP_HEADER = "x-policy-server"

Message = MutableMapping[str, Any]
App = Callable[[Message, Any, Callable[[Message], Awaitable[None]]], Awaitable[None]]


class ServerStamp:
    """Puts a header with a random word, the same for the life of the process, on every HTTP answer.

    One process must answer at an address: vLLM is started with one API server.
    """

    def __init__(self, app: App) -> None:
        self.app = app
        self.header = (STAMP_HEADER.encode(), uuid.uuid4().hex.encode())

    async def __call__(self, scope: Message, receive: Any, send: Callable[[Message], Awaitable[None]]) -> None:
        """One request."""

        async def stamped(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), self.header]
            await send(message)

        await self.app(scope, receive, stamped)
