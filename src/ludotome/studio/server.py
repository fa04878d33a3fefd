"""Server: the application on a socket of this machine.

Invariants:
    * the socket is bound before the address is printed, so the address works;
    * SIGTERM and Ctrl-C stop new requests, let running ones finish for `GRACE` seconds and close sockets; the process
      then ends normally. A second signal ends it at once.
"""

from __future__ import annotations

import gc
import logging
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn

from ludotome.studio.app import make_app
from ludotome.studio.gate import MOST_BODY
from ludotome.studio.logs import LOGGER, start_logs
from ludotome.studio.settings import Settings
from ludotome.studio.table_socket import MOST_MESSAGE_BYTES

GRACE = 5  # seconds for running requests when the studio stops
# How long a thread computes before another gets its turn. The one that keeps events gives up its turn with each
# statement to the database; by Python's default, 5 ms, it would get it back so late that moves wait for each other.
TURN_SECONDS = 0.0005


class StudioServer(uvicorn.Server):
    """A studio that has not been started; *ready* is called when it accepts requests."""

    def __init__(self, settings: Settings, ready: Callable[[], None]) -> None:
        config = uvicorn.Config(
            make_app(settings),
            host=settings.host,
            port=settings.port,
            ws="websockets-sansio",
            # The workshop sends documents, and strangers have no workshop.
            ws_max_size=MOST_BODY if settings.public is None else MOST_MESSAGE_BYTES,
            # Compression takes longer than making a message, and compressed sizes reveal content.
            ws_per_message_deflate=False,
            log_config=None,
            access_log=False,
            proxy_headers=False,
            server_header=False,
            timeout_graceful_shutdown=GRACE,
            lifespan="on",
        )
        super().__init__(config)
        self._settings = settings
        self._ready = ready
        self._sockets: list[Any] = []

    def bind(self) -> bool:
        """Bind the port and put it into the settings; return False if it is in use."""
        # The library would log the reason and exit.
        logger = logging.getLogger("uvicorn.error")
        was_disabled, logger.disabled = logger.disabled, True
        try:
            bound = self.config.bind_socket()
        except SystemExit:
            return False
        finally:
            logger.disabled = was_disabled
        bound.set_inheritable(False)
        self._settings.port = bound.getsockname()[1]
        self._sockets = [bound]
        return True

    def run_until_stopped(self) -> None:
        """Serve until a signal comes."""
        start_logs(as_json=self._settings.log_json)
        sys.setswitchinterval(TURN_SECONDS)
        self.run(self._sockets)
        LOGGER.info("stopped")

    async def startup(self, sockets: list[Any] | None = None) -> None:
        """Start to accept requests, and call *ready*."""
        await super().startup(sockets)
        gc.collect()
        gc.freeze()  # loaded modules stay; scanning them would delay answers
        LOGGER.info("serving %s", self._settings.address, extra={"data": {"folder": self._settings.folder}})
        self._ready()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Let signals stop the server; unlike the library, do not raise them again afterwards."""
        before = {each: signal.signal(each, self.handle_exit) for each in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)
