"""Limits: rate limits per address for a public site, checked before anything is computed.

An address gets requests at a rate, and some at once (a token bucket). Requests that take longer also take from a second
bucket: opening a table may compile a document, a replay plays a game from its beginning, and a page may be large.
Sockets, and requests with a body, are counted while they are open; a message on a socket counts as a request.

Invariants:
    * a refusal costs no more than a lookup; the status is 429 with the time to wait;
    * a message on a socket above the rate waits, so no message is lost;
    * at most `MOST_ADDRESSES` addresses are remembered; the least recently seen are forgotten first.

Behind a proxy on this machine, the address is the last one in `X-Forwarded-For`; other proxies are not trusted. IPv6
addresses are grouped by their first 64 bits, the network of one household.

This module does not know the routes, except those in `COSTLY`.
"""

from __future__ import annotations

import asyncio
import ipaddress
import math
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludotome.studio.counting import Metrics
from ludotome.studio.settings import is_loopback

REQUESTS = 20.0, 200.0  # requests per second, and burst
OPENINGS = 10 / 60, 10.0
REPLAYS = 1.0, 20.0
PAGES = 2.0, 60.0  # of tables, with the picture and rules of their games; and records and notes
COSTLY = (
    (re.compile(r"/api/tables"), OPENINGS),
    (re.compile(r"/api/tables/[^/]*/replay"), REPLAYS),
    (re.compile(r"/t/.*|/api/tables/[^/]*/(record|notes)"), PAGES),
)
_BUCKETS = (REQUESTS, *(bucket for _, bucket in COSTLY))
MOST_SOCKETS = 50  # sockets of one address
MOST_POSTS = 8  # at once of one address; each may hold a body of `gate.MOST_BODY` bytes
MOST_SOCKETS_IN_ALL = 6000
MOST_ADDRESSES = 20_000
SHORTEST_WAIT = 0.01  # seconds that a message above the rate waits


@dataclass(slots=True)
class _Address:
    since: float
    sockets: int = 0
    posts: int = 0
    # What is left in each bucket; that of all requests is the first.
    left: list[float] = field(default_factory=lambda: [most for _, most in _BUCKETS])


class Limits:
    """The ASGI application *app* behind the limits."""

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
        is_post = scope["type"] == "http" and scope["method"] not in ("GET", "HEAD")
        wait = 1.0 if is_post and found.posts >= MOST_POSTS else self._taken(found, scope)
        if wait > 0:
            self._metrics.refused()
            await _refuse(scope, receive, send, wait)
        elif scope["type"] == "websocket":
            await self._socket(found, scope, receive, send)
        elif is_post:
            found.posts += 1
            try:
                await self._app(scope, receive, send)
            finally:
                found.posts -= 1
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
        """Forget the address that was not seen for longest and has nothing open, if there are too many."""
        if len(self._known) > MOST_ADDRESSES:
            old = next((name for name, kept in self._known.items() if not kept.sockets and not kept.posts), None)
            if old is not None:
                del self._known[old]

    def _taken(self, found: _Address, scope: Scope) -> float:
        """Take a request from the buckets of an address; return the seconds to wait, 0 if it is allowed."""
        now = self._now()
        passed, found.since = now - found.since, now
        found.left = [min(most, left + passed * rate) for left, (rate, most) in zip(found.left, _BUCKETS, strict=True)]
        for place in _places(scope):
            if found.left[place] < 1:
                return (1 - found.left[place]) / _BUCKETS[place][0]
            found.left[place] -= 1
        return 0.0


def _places(scope: Scope) -> Iterator[int]:
    """Yield the indices of the buckets that a request takes from."""
    yield 0
    for place, (path, _) in enumerate(COSTLY, start=1):
        if path.fullmatch(scope["path"]):
            yield place


def address_of(scope: Scope) -> str:
    """Return the address to which a request is counted."""
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
