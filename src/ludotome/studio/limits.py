"""Limits: how much one address may ask of a public site, before anything is computed for it.

An address gets requests at a rate, and some at once (a token bucket). Opening a table may compile a document, so it has
a bucket of its own. Sockets are counted while they are open, and a message on one counts as a request.

Invariants:
    * what is refused costs no more than looking up a number; the answer is 429 and says when to try again;
    * a message on a socket that comes too soon waits, so nothing that somebody said is lost;
    * at most `MOST_ADDRESSES` addresses are remembered; those not seen for longest are forgotten first.

Behind a proxy on this machine, an address is the last one that the proxy names in `X-Forwarded-For`; a proxy elsewhere
is not believed. Addresses of version 6 count by their network of 64 bits, which one household has.

This module does not know the routes, but for the one that opens tables.
"""

from __future__ import annotations

import asyncio
import ipaddress
import math
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludotome.studio.counting import Metrics
from ludotome.studio.settings import is_loopback

REQUESTS = 20.0, 200.0  # a second, and at once
OPENINGS = 10 / 60, 10.0
MOST_SOCKETS = 50  # of one address
MOST_SOCKETS_IN_ALL = 6000
MOST_ADDRESSES = 20_000
SHORTEST_WAIT = 0.01  # seconds, of a message that came too soon
OPENING_PATH = "/api/tables"


@dataclass(slots=True)
class _Address:
    requests: float = REQUESTS[1]
    openings: float = OPENINGS[1]
    since: float = 0.0
    sockets: int = 0


class Limits:
    """The application *app*, asked only as often as the limits allow."""

    def __init__(self, app: ASGIApp, metrics: Metrics, now: Callable[[], float] = time.monotonic) -> None:
        self._app = app
        self._metrics = metrics
        self._now = now
        self._known: OrderedDict[str, _Address] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request or socket, or refuse it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        found = self._address(scope)
        wait = self._taken(found, scope)
        if wait > 0:
            self._metrics.refused()
            await _refuse(scope, receive, send, wait)
        elif scope["type"] == "websocket":
            await self._socket(found, scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _socket(self, found: _Address, scope: Scope, receive: Receive, send: Send) -> None:
        if found.sockets >= MOST_SOCKETS or self._metrics.sockets >= MOST_SOCKETS_IN_ALL:
            self._metrics.refused()
            await send({"type": "websocket.close", "code": 1013, "reason": "too many connections; close some"})
            return

        async def paced() -> Message:
            message = await receive()
            while message["type"] == "websocket.receive" and (wait := self._taken(found, scope)) > 0:
                await asyncio.sleep(max(wait, SHORTEST_WAIT))
            return message

        found.sockets += 1
        try:
            await self._app(scope, paced, send)
        finally:
            found.sockets -= 1

    def _address(self, scope: Scope) -> _Address:
        name = address_of(scope)
        found = self._known.get(name)
        if found is None:
            found = self._known[name] = _Address(since=self._now())
            self._forget()
        self._known.move_to_end(name)
        return found

    def _forget(self) -> None:
        """Forget the address that was not seen for longest and has no socket, if there are too many."""
        if len(self._known) > MOST_ADDRESSES:
            old = next((name for name, kept in self._known.items() if not kept.sockets), None)
            if old is not None:
                del self._known[old]

    def _taken(self, found: _Address, scope: Scope) -> float:
        """Take a request from the buckets of an address; return after how many seconds to try again, 0 if it may."""
        now = self._now()
        passed, found.since = now - found.since, now
        found.requests = min(REQUESTS[1], found.requests + passed * REQUESTS[0])
        found.openings = min(OPENINGS[1], found.openings + passed * OPENINGS[0])
        if found.requests < 1:
            return (1 - found.requests) / REQUESTS[0]
        found.requests -= 1
        if scope.get("method") == "POST" and scope["path"] == OPENING_PATH:
            if found.openings < 1:
                return (1 - found.openings) / OPENINGS[0]
            found.openings -= 1
        return 0.0


def address_of(scope: Scope) -> str:
    """Return the address that a request counts for."""
    peer = (scope.get("client") or ("", 0))[0]
    named = Headers(scope=scope).getlist("x-forwarded-for")
    if named and is_loopback(peer):
        peer = named[-1].rpartition(",")[2].strip()
    try:
        found = ipaddress.ip_address(peer)
    except ValueError:
        return "unknown"
    if found.version == 6 and found.ipv4_mapped is None:
        return str(ipaddress.ip_network(f"{found}/64", strict=False).network_address)
    return str(found)


async def _refuse(scope: Scope, receive: Receive, send: Send, wait: float) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1013, "reason": "too many requests; try again later"})
        return
    seconds = math.ceil(wait)
    message = f"too many requests from your address; try again in {seconds} s"
    answer = JSONResponse({"error": {"code": "too-many", "message": message}}, 429, {"Retry-After": str(seconds)})
    await answer(scope, receive, send)
