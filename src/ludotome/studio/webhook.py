"""Webhook: notify another program when it is the turn of a player who is not connected.

    POST URL    {table, address, game, seat, side, name, ply}

Invariants:
    * the URL comes from the command line only; requests cannot change it;
    * no secret of a seat is sent;
    * sending never delays a table: at most `MOST_WAITING` messages wait; others are dropped with a line in the log;
    * a message is tried `TRIES` times, then dropped; redirects are not followed.

This module does not know tables.
"""

from __future__ import annotations

import queue
import threading
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any
from urllib.parse import urlsplit

import msgspec

from ludotome.studio.logs import LOGGER
from ludotome.toolchain import start_thread

MOST_WAITING = 1000
TRIES = 3
SECONDS = 5.0
PAUSE = 2.0  # seconds before the second try; twice as long before the third


class Webhook:
    """Sends messages to *address* in a separate thread."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._waiting: queue.Queue[dict[str, Any] | None] = queue.Queue(MOST_WAITING)
        self._is_closed = threading.Event()
        start_thread(self._send)

    def tell(self, message: dict[str, Any]) -> None:
        """Send *message* soon."""
        try:
            self._waiting.put_nowait(message)
        except queue.Full:
            LOGGER.warning("webhook: too many messages are waiting; one was dropped")

    def close(self) -> None:
        """Stop; waiting messages are dropped."""
        self._is_closed.set()
        with suppress(queue.Full):  # then the thread does not wait for a message
            self._waiting.put_nowait(None)

    def _send(self) -> None:
        while not self._is_closed.is_set() and (message := self._waiting.get()) is not None:
            pause = PAUSE
            for attempt in range(1, TRIES + 1):
                if self._is_sent(message) or self._is_closed.is_set():
                    break
                if attempt == TRIES:
                    LOGGER.warning("webhook: no answer after %d tries; a message was dropped", TRIES)
                elif self._is_closed.wait(pause):
                    return
                pause *= 2

    def _is_sent(self, message: dict[str, Any]) -> bool:
        parts = urlsplit(self._address)
        kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        connection = kind(parts.hostname or "", parts.port, timeout=SECONDS)
        target = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
        try:
            connection.request("POST", target, msgspec.json.encode(message), {"Content-Type": "application/json"})
            return 200 <= connection.getresponse().status < 300
        except (HTTPException, OSError, ValueError):
            return False
        finally:
            connection.close()
