"""A world's MCP server over Streamable HTTP at /mcp: on this machine alone, or elsewhere behind a token.

Every request must name an allowed host, and an allowed origin if it names one (a page elsewhere cannot reach through a
rebound name); with a token, every request must bear it. There is no TLS here: across a network that others read, put a
reverse proxy or a tunnel in front.
"""

from __future__ import annotations

import hmac
import ipaddress
import socket
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import anyio
import uvicorn
from mcp.server.auth.middleware.bearer_auth import BearerAuthBackend, RequireAuthMiddleware
from mcp.server.auth.provider import AccessToken
from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.authentication import AuthenticationMiddleware
from starlette.routing import Route
from starlette.types import Message, Receive, Scope, Send

from envs.serving.sessions import Sessions

PATH = "/mcp"
LARGEST_BODY = 256 * 1024
"""Bytes of a request's body; more is refused before it is read."""
SHORTEST_TOKEN = 16
LISTENERS = 64
"""Sessions beyond those that play: they may list tools, and wait."""


@dataclass(frozen=True)
class Address:
    """Where to listen. port 0: a free one. token: None asks for none. names: by what clients may call this machine."""

    host: str = "127.0.0.1"
    port: int = 0
    token: str | None = None
    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not 0 <= self.port < 65536:
            raise ValueError(f"port: {self.port} is not from 0 to 65535")
        if self.token is not None and len(self.token) < SHORTEST_TOKEN:
            raise ValueError(f"token: {len(self.token)} characters are fewer than {SHORTEST_TOKEN}")
        if self.loopback:
            return
        if self.token is None:
            raise ValueError(f"host: {self.host!r} can be reached from elsewhere, which needs a token")
        if self.anywhere and not self.names:
            raise ValueError(f"host: {self.host!r} is every address; name those that clients use")

    @property
    def loopback(self) -> bool:
        """Whether this machine alone can reach it."""
        ip = self._ip()
        return self.host == "localhost" if ip is None else ip.is_loopback

    @property
    def anywhere(self) -> bool:
        """Whether it is every address of the machine."""
        ip = self._ip()
        return self.host == "" if ip is None else ip.is_unspecified

    @property
    def security(self) -> TransportSecuritySettings:
        """Allowed hosts and origins, at any port."""
        names = [*self.names] if self.anywhere else [_bracketed(self.host), *self.names]
        if self.loopback:
            names += ["127.0.0.1", "localhost", "[::1]"]
        hosts = [form for name in dict.fromkeys(names) for form in (name, f"{name}:*")]
        origins = [f"{scheme}://{host}" for host in hosts for scheme in ("http", "https")]
        return TransportSecuritySettings(allowed_hosts=hosts, allowed_origins=origins)

    def _ip(self) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
        try:
            return ipaddress.ip_address(self.host)
        except ValueError:
            return None


class _Token:
    """Knows one token, and compares it in constant time."""

    def __init__(self, token: str) -> None:
        self._token = token.encode()

    async def verify_token(self, token: str) -> AccessToken | None:
        if not hmac.compare_digest(token.encode(), self._token):
            return None
        return AccessToken(token=token, client_id="token", scopes=[])


class _Endpoint:
    """Hands requests to the SDK's sessions, and ends the play of a session that its client has deleted."""

    def __init__(self, manager: StreamableHTTPSessionManager, sessions: Sessions) -> None:
        self._manager, self._sessions = manager, sessions

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        status = 0

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        await self._manager.handle_request(scope, receive, watched)
        if scope["method"] == "DELETE" and status == 200:
            key = dict(scope["headers"]).get(b"mcp-session-id", b"").decode("latin-1")
            await self._sessions.end(key)


def build_app(server: Server[None], sessions: Sessions, address: Address) -> Starlette:
    """The ASGI application."""
    manager = StreamableHTTPSessionManager(
        app=server,
        json_response=True,
        security_settings=address.security,
        session_idle_timeout=sessions.idle,
        max_request_body_size=LARGEST_BODY,
        max_sessions=sessions.most + LISTENERS,
    )
    endpoint: Any = _Endpoint(manager, sessions)
    middleware: Sequence[Middleware] = ()
    if address.token is not None:
        endpoint = RequireAuthMiddleware(endpoint, [])
        middleware = (Middleware(AuthenticationMiddleware, backend=BearerAuthBackend(_Token(address.token))),)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with manager.run(), anyio.create_task_group() as group:
            group.start_soon(sessions.watch)
            yield
            group.cancel_scope.cancel()

    return Starlette(routes=[Route(PATH, endpoint=endpoint)], middleware=list(middleware), lifespan=lifespan)


async def serve_http(
    server: Server[None], sessions: Sessions, address: Address, on_start: Callable[[str], Any] = print
) -> None:
    """Serve until an interrupt. `on_start` gets the URL. OSError where the address cannot be listened to."""
    with _listen(address) as listening:
        host, port = listening.getsockname()[:2]
        config = uvicorn.Config(
            build_app(server, sessions, address), log_level="warning", timeout_graceful_shutdown=3, lifespan="on"
        )
        on_start(f"http://{_bracketed(host)}:{port}{PATH}")
        await uvicorn.Server(config).serve(sockets=[listening])


def _listen(address: Address) -> socket.socket:
    found = socket.getaddrinfo(address.host or None, address.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, _, _, _, where = found[0]
    return socket.create_server(where[:2], family=family)


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
