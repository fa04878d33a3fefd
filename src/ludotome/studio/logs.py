"""Logs: the studio's log on standard error, as lines of text or as one JSON object per line.

Invariant: no line contains a token, a cookie, the query of a URL or the content of a document.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from datetime import UTC, datetime
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludotome.studio.counting import Metrics

LOGGER = logging.getLogger("ludotome.studio")


class JsonLines(logging.Formatter):
    """A record as one JSON object: time, level, message, and what was passed as `extra={"data": {…}}`."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        told: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "message": record.getMessage(),
            **getattr(record, "data", {}),
        }
        if record.exc_info:
            told["traceback"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


def start_logs(*, as_json: bool) -> None:
    """Write the log of the studio and errors of the server to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if as_json else logging.Formatter("%(asctime)s %(message)s", "%H:%M:%S"))
    for name, level in (("ludotome.studio", logging.INFO), ("uvicorn.error", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.setLevel(level)
        logger.propagate = False


class Logged:
    """The ASGI application *app* with a log line for each request and socket, counted by *metrics*."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request or socket."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        began, status = time.perf_counter(), 0
        is_socket = scope["type"] == "websocket"
        self._metrics.sockets += is_socket

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                status = message["status"]
            elif message["type"] == "websocket.accept":
                status = 101
            elif message["type"] == "websocket.close" and not status:
                status = 403
            await send(message)

        try:
            await self._app(scope, receive, noted)
        except Exception:  # logged below as the server's response to it, and raised again
            status = status or 500
            raise
        finally:
            took = round((time.perf_counter() - began) * 1000, 1)
            self._metrics.sockets -= is_socket
            if not is_socket:
                self._metrics.answered(status, took / 1000)
            # A path may contain any character; `ascii` keeps each request on one line.
            path = ascii(scope["path"])[1:-1][:200]
            method = scope.get("method", "SOCKET")
            told = {"method": method, "path": path, "status": status, "milliseconds": took}
            LOGGER.info("%s %s %s %.1f ms", method, path, status, took, extra={"data": told})
