"""Socket: one connection of the workshop: it receives requests and sends answers and partial answers.

    → {"id": 1, "do": "draw", "text": …}
    ← {"id": 1, "part": {"picture": …}}             whenever there is something new
    ← {"id": 1, "answer": …}  or  {"id": 1, "error": {"code", "message"}}
    → {"do": "stop", "id": 1}                       ends request 1; its answer is its last message

Requests wait in lanes: checks and drawings, of which a newer text replaces the older ones; quick questions in order;
long work. Each lane has one thread, so a long simulation does not delay a question.

Invariants:
    * every request has exactly one answer or error, unless the connection ends;
    * at most `MOST_WAITING` requests wait in a lane, and `MOST_SOCKETS` connections are open;
    * nothing more is read while `MOST_UNREAD` messages wait to be sent.

This module does not know what requests do.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.websockets import WebSocket, WebSocketDisconnect

from ludotome.gamedef import PlayError
from ludotome.studio.workshop.desk import ACTIONS, Desk, Request, failure, new_request

MOST_WAITING = 16
MOST_SOCKETS = 32
MOST_UNREAD = 256
TOO_MANY = 1013  # the code of a connection that may be tried again later

_open: set[WebSocket] = set()


async def serve(socket: WebSocket, desk: Desk) -> None:
    """Answer the requests of one connection until it ends."""
    if len(_open) >= MOST_SOCKETS:
        await socket.close(TOO_MANY, f"more than {MOST_SOCKETS} workshops are open")
        return
    await socket.accept()
    _open.add(socket)
    connection = _Connection(socket, desk)
    try:
        await connection.run()
    finally:
        _open.discard(socket)


class _Connection:
    def __init__(self, socket: WebSocket, desk: Desk) -> None:
        self._socket, self._desk = socket, desk
        self._outgoing: asyncio.Queue[str] = asyncio.Queue()
        self._reader_is_fast = asyncio.Event()
        self._reader_is_fast.set()
        self._requests: dict[int, Request] = {}
        self._lanes = {lane: _Lane(self) for lane, _ in ACTIONS.values()}

    async def run(self) -> None:
        tasks = [asyncio.create_task(lane.run()) for lane in self._lanes.values()]
        tasks.append(asyncio.create_task(self._send_all()))
        try:
            while True:
                await self._reader_is_fast.wait()
                self._take(await self._text())
        except WebSocketDisconnect:
            return
        finally:
            for request in self._requests.values():
                request.is_stopped = True
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _text(self) -> str:
        """Return the next message as text; empty for a binary message, which cannot be a request."""
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
        return message.get("text") or ""

    def _take(self, message: str) -> None:
        """Put a request into its lane."""
        number = None
        try:
            data = json.loads(message)
            number = data.get("id") if isinstance(data, dict) and isinstance(data.get("id"), int) else None
            if isinstance(data, dict) and data.get("do") == "stop":
                self._stop(number)
                return
            request = new_request(data, self._desk.text)
        except (ValueError, RecursionError):
            self.tell(number, error={"code": "bad-request", "message": "the message is not JSON"})
        except PlayError as problem:
            self.tell(number, error=failure(problem))
        else:
            self._desk.text = request.text
            lane, _ = ACTIONS[request.do]
            if lane == "check":
                self._lanes["draw"].drop()
            if lane in ("check", "draw"):
                self._lanes[lane].drop()
            self._lanes[lane].add(request)

    def _stop(self, number: object) -> None:
        if isinstance(number, int) and number in self._requests:
            self._requests[number].is_stopped = True

    def tell(self, number: int | None, **what: Any) -> None:
        """Send a message about a request."""
        self._outgoing.put_nowait(json.dumps({"id": number, **what}))
        if self._outgoing.qsize() >= MOST_UNREAD:
            self._reader_is_fast.clear()

    async def _send_all(self) -> None:
        while True:
            message = await self._outgoing.get()
            if self._outgoing.empty():
                self._reader_is_fast.set()
            await self._socket.send_text(message)

    async def answer(self, request: Request) -> None:
        """Answer one request in a thread."""
        loop = asyncio.get_running_loop()

        def emit(part: dict[str, Any]) -> None:
            if not request.is_stopped:
                loop.call_soon_threadsafe(lambda: self.tell(request.id, part=part))

        def work() -> dict[str, Any]:
            try:
                return {"answer": self._desk.answer(request, emit)}
            except (Exception, KeyboardInterrupt) as error:  # an interrupt: a late time limit
                return {"error": failure(error)}

        self.tell(request.id, **await run_in_threadpool(work))

    def begin(self, request: Request) -> None:
        """Register a request by its id."""
        self._requests[request.id] = request

    def end(self, request: Request) -> None:
        """Forget a request."""
        if self._requests.get(request.id) is request:
            del self._requests[request.id]


class _Lane:
    """Requests that are answered one after the other."""

    def __init__(self, connection: _Connection) -> None:
        self._connection = connection
        self._waiting: deque[Request] = deque()
        self._current: Request | None = None
        self._is_filled = asyncio.Event()

    def drop(self) -> None:
        """Answer waiting requests with `replaced`, and ask the running one to stop."""
        for old in self._waiting:
            self._connection.tell(old.id, error={"code": "replaced", "message": "replaced by a newer text"})
            self._connection.end(old)
        self._waiting.clear()
        if self._current is not None:
            self._current.is_stopped = True

    def add(self, request: Request) -> None:
        if len(self._waiting) >= MOST_WAITING:
            message = "too many requests are waiting; try again in a moment"
            self._connection.tell(request.id, error={"code": "busy", "message": message})
            return
        self._connection.begin(request)
        self._waiting.append(request)
        self._is_filled.set()

    async def run(self) -> None:
        while True:
            await self._is_filled.wait()
            if not self._waiting:
                self._is_filled.clear()
                continue
            request = self._current = self._waiting.popleft()
            await self._connection.answer(request)
            self._current = None
            self._connection.end(request)
