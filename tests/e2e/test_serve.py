"""`ludotome serve` as a process: its first line, refused requests, logs, and what survives when it is killed."""

from __future__ import annotations

import contextlib
import json
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path

import httpx2
import pytest

from tests.support.studio import served

PORT = 8642  # of `ludotome serve`, unless `--port` is given


def serve(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "ludotome", "serve", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_it_tells_its_address_answers_and_stops_when_asked(tmp_path: Path) -> None:
    with served(tmp_path) as studio:
        with urllib.request.urlopen(f"{studio.address}healthz", timeout=20) as answer:
            assert json.load(answer) == {"status": "ok"}
        client = studio.client()
        assert client.get("/").status_code == 200
        assert client.get("/", headers={"Cookie": ""}).status_code == 403
        studio.process.send_signal(signal.SIGTERM)
        out, log = studio.process.communicate(timeout=30)
        assert studio.process.returncode == 0
        assert out == "", "the address is all there is on standard output"
        assert "token" not in log
        assert studio.start_address.partition("=")[2] not in log
        assert "GET / 200" in log
    assert list(tmp_path.iterdir()) == [], "looking leaves nothing behind"


def test_ctrl_c_ends_it_without_a_traceback(tmp_path: Path) -> None:
    with served(tmp_path, "--log-json") as studio:
        studio.client().get("/api/documents")
        studio.process.send_signal(signal.SIGINT)
        _, log = studio.process.communicate(timeout=30)
        assert studio.process.returncode == 0
    lines = [json.loads(line) for line in log.splitlines()]
    assert [line["message"] for line in lines][-1] == "stopped"
    told = next(line for line in lines if line.get("path") == "/api/documents")
    assert (told["method"], told["status"], told["level"]) == ("GET", 200, "info")
    assert told["milliseconds"] >= 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--host", "0.0.0.0"), "can be reached from other machines"),
        (("--host", "example.org"), "can be reached from other machines"),
        (("--public",), "needs `--address`"),
        (("--public", "--address", "games.example"), "https://games.example"),
        (("--public", "--address", "https://u@games.example/x"), "https://games.example"),
        (("--address", "https://games.example"), "write `--public` too"),
        (("--port", "99999"), "99999"),
        (("nowhere",), "nowhere"),
    ],
)
def test_what_it_cannot_do_safely_is_refused(arguments: tuple[str, ...], said: str) -> None:
    ran = serve(*arguments, "--no-browser")
    assert ran.returncode == 2
    assert said in ran.stderr
    assert ran.stdout == ""


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    with served(tmp_path) as studio:
        port = studio.address.rstrip("/").rpartition(":")[2]
        ran = serve(str(tmp_path), "--no-browser", "--port", port)
    assert ran.returncode == 1
    assert f"cannot listen on port {port}" in ran.stderr


def test_a_public_site_is_not_moved_to_another_port(tmp_path: Path) -> None:
    address = f"http://127.0.0.1:{PORT}"
    with socket.socket() as taken:
        with contextlib.suppress(OSError):  # taken by another program, which is as good
            taken.bind(("127.0.0.1", PORT))
            taken.listen()
        ran = serve(str(tmp_path), "--public", "--address", address)
    assert ran.returncode == 1
    assert f"cannot listen on port {PORT} of 127.0.0.1; write another `--port`" in ran.stderr
    assert ran.stdout == ""


def test_a_killed_studio_loses_no_saved_version(tmp_path: Path) -> None:
    """Two threads save as fast as possible until the process is killed; every save that was confirmed is on disk."""
    saved: dict[str, list[str]] = {"a.md": [], "b.md": []}

    def save(name: str, client: httpx2.Client) -> None:
        version = None
        for number in range(10_000):
            text = f"# {name} {number}\n"
            try:
                answer = client.put(f"/api/documents/{name}", json={"text": text, "version": version})
            except httpx2.HTTPError:
                return  # the process has ended
            assert answer.status_code == 200, answer.text
            version = answer.json()["version"]
            saved[name].append(text)

    with served(tmp_path) as studio:
        savers = [threading.Thread(target=save, args=(name, studio.client())) for name in saved]
        for saver in savers:
            saver.start()
        until = time.monotonic() + 30
        while min(map(len, saved.values())) < 5 and time.monotonic() < until:
            time.sleep(0.01)  # the threads are saving
        studio.process.kill()
        for saver in savers:
            saver.join(30)
    with served(tmp_path) as studio:
        client = studio.client()
        for name, texts in saved.items():
            assert len(texts) >= 5
            rows = client.get(f"/api/documents/{name}/versions").json()["versions"][::-1]
            kept = [client.get(f"/api/documents/{name}/versions/{row['id']}").json()["text"] for row in rows]
            assert kept[: len(texts)] == texts
            now = client.get(f"/api/documents/{name}").json()["text"]
            assert now in (texts[-1], f"# {name} {len(texts)}\n"), "the last one saved, or the one on its way"
