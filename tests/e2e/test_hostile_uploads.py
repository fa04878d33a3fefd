"""Hostile documents sent to a public site while others play: each stops at a limit, and other games continue.

The times of the others' moves are saved in `build/bench/hostile-uploads.json`.
"""

from __future__ import annotations

import json
import socket
import threading
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx2
import pytest
from websockets.sync.client import ClientConnection, connect

from tests.support.bombs import bomb
from tests.support.house import ROOT
from tests.support.studio import Served, served

FIGURES = ROOT / "build" / "bench" / "hostile-uploads.json"
INJECTIONS = (
    '```yaml\nmetadata: { id: \'"; } #include "/etc/passwd"\', players: { min: 2, max: 2 } }\n```\n',
    "```yaml\nmetadata: { id: x, extends: /etc/passwd, players: { min: 2, max: 2 } }\n```\n",
    "```yaml\nmetadata: { id: x, players: { min: 2, max: 2 } }\nzones: [ mission: { file: ../../etc/passwd } ]\n```\n",
    "```yaml\nmetadata: !!python/object/apply:os.system [true]\n```\n",
    "```yaml\na: &a [x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a]\nc: [*b, *b, *b, *b, *b, *b, *b, *b]\n```\n",
)


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def client_of(studio: Served, address: str) -> httpx2.Client:
    """Return a client that acts as the site's proxy for a client at *address*."""
    headers = {"Origin": studio.address.rstrip("/"), "X-Forwarded-For": address}
    return httpx2.Client(base_url=studio.address, timeout=120, headers=headers)


def document(number: int) -> str:
    return INJECTIONS[number] if number < len(INJECTIONS) else bomb(number)[0]


def upload(studio: Served, numbers: list[int], answers: list[tuple[int, int, str]]) -> None:
    """Open tables for hostile documents, with agents at every seat."""
    for number in numbers:
        with client_of(studio, f"10.0.{number // 250}.{number % 250 + 1}") as client:
            body = {"text": document(number), "agents": {"0": "easy", "1": "easy"}}
            try:
                answer = client.post("/api/tables", json=body)
            except httpx2.HTTPError as problem:
                answers.append((number, 0, str(problem)))
            else:
                answers.append((number, answer.status_code, answer.text))


def play(studio: Served, is_done: threading.Event) -> list[float]:
    """Play games of two people until *is_done*; return for each move the seconds until both were notified."""
    times: list[float] = []
    games = 0
    while not is_done.is_set():
        games += 1
        address = f"198.51.{games // 250}.{games % 250 + 1}"  # one address may not open this many tables
        with client_of(studio, address) as client:
            table = client.post("/api/tables", json={"document": "breakthrough"}).json()["table"]
            seats = [client.post(f"/api/tables/{table}/seats", json={"name": name}).json() for name in ("Ann", "Bob")]
            place = f"{studio.address.replace('http', 'ws')}api/tables/{table}/socket"
            with ExitStack() as stack:
                people = []
                for seat in seats:
                    own: Any = {"X-Forwarded-For": address}
                    made = connect(place, origin=studio.address.rstrip("/"), additional_headers=own)  # type: ignore[arg-type]
                    people.append(stack.enter_context(made))
                    people[-1].send(json.dumps({"do": "hello", "secret": seat["secret"]}))
                for ply in range(12):  # with these choices it is not over yet
                    _wait_for(people[ply % 2], ply)
                    began = time.perf_counter()
                    people[ply % 2].send(json.dumps({"id": ply, "do": "decide", "ply": ply, "choice": ply % 3}))
                    for person in (people[ply % 2], people[(ply + 1) % 2]):
                        _wait_for(person, ply + 1)
                    times.append(time.perf_counter() - began)
                    if is_done.wait(0.05):  # a person thinks
                        break
    return times


def _wait_for(person: ClientConnection, ply: int) -> None:
    if getattr(person, "ply", -1) >= ply:
        return
    while (found := json.loads(person.recv(timeout=60))).get("table", {}).get("ply", -1) < ply:
        assert "error" not in found, found
    person.ply = found["table"]["ply"]  # type: ignore[attr-defined]


@pytest.mark.parametrize("count", [7, pytest.param(200, marks=[pytest.mark.long, pytest.mark.timeout(7200)])])
def test_hostile_documents_stop_at_a_limit_and_others_continue_to_play(count: int, tmp_path: Path) -> None:
    port = free_port()
    options = ("--public", "--address", f"http://127.0.0.1:{port}", "--port", str(port))
    answers: list[tuple[int, int, str]] = []
    is_done = threading.Event()
    with served(tmp_path, *options, keeps_log=False) as studio:
        parts = [list(range(count))[part::2] for part in range(2)]
        uploading = [threading.Thread(target=upload, args=(studio, part, answers)) for part in parts]
        for one in uploading:
            one.start()
        watch = threading.Thread(target=lambda: ([one.join() for one in uploading], is_done.set()))
        watch.start()
        times = sorted(play(studio, is_done))
        watch.join()
        with client_of(studio, "192.0.2.9") as client:
            assert client.get("/healthz").json() == {"status": "ok"}
        assert studio.process.poll() is None
    assert sorted(number for number, _, _ in answers) == list(range(count))
    wrong = [
        (number, status, text[:300]) for number, status, text in answers if status not in (200, 400, 409, 413, 422)
    ]
    assert wrong == []
    assert all("message" in text for _, status, text in answers if status != 200)
    assert [text for number, _, text in answers if number < len(INJECTIONS) and "root:" in text] == []
    assert {status for number, status, _ in answers if number < len(INJECTIONS)} == {422}
    assert len(times) > 3
    FIGURES.parent.mkdir(parents=True, exist_ok=True)
    p95 = times[int(0.95 * len(times))]
    statuses = Counter(status for _, status, _ in answers)
    FIGURES.write_text(json.dumps({"documents": count, "moves": len(times), "p95": p95, "answers": statuses}))
