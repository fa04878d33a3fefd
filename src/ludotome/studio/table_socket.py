"""Table socket: one connection of one browser to a table.

Incoming messages are `{id, do, …}`; outgoing ones `{id, done}`, `{id, error}` and `{table}`. The first message is
`{"do": "hello", "secret": …}`, null for a spectator. Then come `decide` {ply, choice}, `back`, `answer`
{agreed}, `say` {phrase}, `agent` {seat, agent}, `note` {text}, `leave` and `again`.

Invariants:
    * a socket receives only `seen` of its own seat, and answers to its own messages;
    * messages are limited in size and number; a reader that is too slow is disconnected, and starts again when it
      reconnects.

This module does not know what the commands do.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from ludotome.tables import WATCHER, Host, Table, TableError

MOST_MESSAGE = 16_384  # characters
MOST_MESSAGE_BYTES = 4 * MOST_MESSAGE
MOST_WAITING = 64  # unread messages of a slow reader
MOST_UNREAD = 2**20  # their total size in bytes; a single larger message is allowed
PER_SECOND, BURST = 20.0, 60.0  # messages that one socket may send
HELLO_SECONDS = 20
Given = Callable[[Table, int, float], Any]


class TableSocket:
    """One socket at a table."""

    def __init__(self, host: Host, connection: WebSocket) -> None:
        self._host = host
        self._connection = connection
        self._table: str = connection.path_params["id"]
        self._seat = WATCHER
        self._out: asyncio.Queue[bytes | None] = asyncio.Queue(MOST_WAITING)
        self._unread = 0  # bytes
        self._credit, self._since = BURST, 0.0

    async def run(self) -> None:
        """Exchange messages until either side closes the connection."""
        await self._connection.accept()
        watcher = None
        sending = asyncio.create_task(self._send())
        try:
            hello = await asyncio.wait_for(self._message(), HELLO_SECONDS)
            self._seat = await self._host.seat_of(self._table, _secret(hello))
            watcher = await self._host.watch(self._table, self._seat, self._put_table)
            while True:
                await self._answer(await self._message())
        except TableError as problem:
            self._put({"error": {"code": problem.code, "message": str(problem)}, "closed": True})
        except (WebSocketDisconnect, TimeoutError):
            pass
        finally:
            if watcher is not None:
                await self._host.unwatch(self._table, watcher)
            with suppress(asyncio.QueueFull):
                self._out.put_nowait(None)
            await asyncio.wait([sending], timeout=5)
            sending.cancel()

    def _put_table(self, message: bytes) -> None:
        self._put_bytes(b'{"table":' + message + b"}")

    def _put(self, message: dict[str, Any]) -> None:
        self._put_bytes(msgspec.json.encode(message))

    def _put_bytes(self, data: bytes) -> None:
        if not self._out.full() and (self._out.empty() or self._unread + len(data) <= MOST_UNREAD):
            self._unread += len(data)
            self._out.put_nowait(data)
            return
        while not self._out.empty():  # a reader that was too slow starts again from a full message when it reconnects
            self._out.get_nowait()
        self._out.put_nowait(None)

    async def _send(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            while (data := await self._out.get()) is not None:
                self._unread -= len(data)
                await self._connection.send_text(data.decode())
            await self._connection.close(1000)

    async def _message(self) -> dict[str, Any]:
        """Return the next message; raise `TableError`, which closes the connection, if it is invalid."""
        text = await self._text()
        now = asyncio.get_running_loop().time()
        self._credit = min(BURST, self._credit + (now - self._since) * PER_SECOND) - 1
        self._since = now
        if self._credit < 0:
            raise TableError("too-many", f"more than {PER_SECOND:g} messages a second; open the page again")
        if len(text) > MOST_MESSAGE:
            message = f"a message has at most {MOST_MESSAGE:,} characters; this one has {len(text):,}"
            raise TableError("too-large", message)
        try:
            found = msgspec.json.decode(text)
        except (msgspec.DecodeError, RecursionError):
            raise TableError("bad-message", "a message is a JSON object") from None
        if not isinstance(found, dict):
            raise TableError("bad-message", "a message is a JSON object")
        return found

    async def _text(self) -> str:
        try:
            return await self._connection.receive_text()
        except KeyError:
            raise TableError("bad-message", "a message is text, not bytes") from None

    async def _answer(self, message: dict[str, Any]) -> None:
        number = message.get("id")
        number = number if isinstance(number, int) else None
        try:
            done = await self._do(message)
        except TableError as problem:
            self._put({"id": number, "error": {"code": problem.code, "message": str(problem)}})
        else:
            self._put({"id": number, "done": done})

    async def _do(self, message: dict[str, Any]) -> object:
        seat, host = self._seat, self._host
        what = message.get("do")
        if what == "note":
            text = _value(message, "text", str)
            await host.act(self._table, lambda table, at: table.note(seat, text, at))
            return True
        if seat == WATCHER:
            raise TableError("watching", "take a seat first; spectators can only write notes")
        if what == "again":
            return await host.play_again(self._table)
        command = _COMMANDS.get(what) if isinstance(what, str) else None
        if command is None:
            raise TableError("bad-message", f"there is no action `{str(what)[:40]}`; write {_CHOICES}")
        given = command(message)
        await host.act(self._table, lambda table, at: given(table, seat, at))
        return True


def _decide(message: dict[str, Any]) -> Given:
    ply, choice = _value(message, "ply", int), _value(message, "choice", int)
    return lambda table, seat, at: table.decide(seat, ply, choice, at)


def _back(_: dict[str, Any]) -> Given:
    return lambda table, seat, at: table.ask_back(seat, at)


def _answer_back(message: dict[str, Any]) -> Given:
    agreed = _value(message, "agreed", bool)
    return lambda table, seat, at: table.answer_back(seat, agreed, at)


def _say(message: dict[str, Any]) -> Given:
    phrase = _value(message, "phrase", int)
    return lambda table, seat, at: table.say(seat, phrase, at)


def _agent(message: dict[str, Any]) -> Given:
    at_seat, agent = _value(message, "seat", int), _value(message, "agent", str)
    return lambda table, _, at: table.seat_agent(at_seat, agent, at)


def _leave(_: dict[str, Any]) -> Given:
    return lambda table, seat, at: table.leave(seat, at)


_COMMANDS: dict[str, Callable[[dict[str, Any]], Given]] = {
    "decide": _decide,
    "back": _back,
    "answer": _answer_back,
    "say": _say,
    "agent": _agent,
    "leave": _leave,
}
_CHOICES = ", ".join(f"`{name}`" for name in (*_COMMANDS, "note", "again"))


def _value(message: dict[str, Any], name: str, kind: type[Any]) -> Any:
    value = message.get(name)
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise TableError("bad-message", f"`{name}` is {value!r:.60}; write a value of type {kind.__name__}")
    return value


def _secret(hello: dict[str, Any]) -> str | None:
    if hello.get("do") != "hello" or not isinstance(hello.get("secret"), str | None):
        raise TableError("bad-message", 'begin with {"do": "hello", "secret": …}')
    return hello.get("secret")
