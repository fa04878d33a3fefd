"""The webhook: a program on this machine is notified, failures are retried, and redirects are not followed."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from ludotome.studio import Settings, webhook
from ludotome.studio.webhook import Webhook


class Heard(HTTPServer):
    """A server that stores what it receives and answers with given statuses."""

    def __init__(self, statuses: list[int]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.statuses = statuses
        self.messages: list[object] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/turns"

    def wait(self, count: int) -> None:
        limit = time.monotonic() + 30
        while len(self.messages) < count:
            assert time.monotonic() < limit, self.messages
            time.sleep(0.01)  # the thread of the webhook sends


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        assert isinstance(self.server, Heard)
        body = self.rfile.read(int(self.headers["Content-Length"]))
        status = self.server.statuses.pop(0) if self.server.statuses else 200
        self.send_response(status)
        if status == 302:
            self.send_header("Location", self.server.address)
        self.end_headers()
        self.server.messages.append(json.loads(body))

    def log_message(self, *given: object) -> None:
        del given


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> Iterator[Heard]:
    monkeypatch.setattr(webhook, "PAUSE", 0.01)
    server = Heard([500, 302])
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_message_is_tried_three_times_and_then_the_next_comes(heard: Heard) -> None:
    sender = Webhook(heard.address)
    sender.tell({"ply": 1})
    heard.wait(3)
    assert heard.messages == [{"ply": 1}] * 3, "an error, a redirect that is not followed, and an answer"
    heard.statuses[:] = [500, 500, 500]
    sender.tell({"ply": 2})
    sender.tell({"ply": 3})
    heard.wait(7)
    assert heard.messages[3:] == [{"ply": 2}] * 3 + [{"ply": 3}]
    sender.close()


def test_what_is_not_an_address_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="is not a URL"):
        Settings(folder=str(tmp_path), webhook="file:///etc/passwd")
