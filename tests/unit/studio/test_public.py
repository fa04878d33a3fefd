"""A public site: what strangers can reach, their limits, and what happens to the documents they send."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from ludotome.studio import Settings
from ludotome.studio.app import all_routes
from ludotome.studio.counting import Metrics
from ludotome.studio.gate import MOST_BODY
from ludotome.studio.limits import OPENINGS, REPLAYS, REQUESTS, Limits, address_of
from ludotome.studio.server import TURN_SECONDS, StudioServer
from ludotome.studio.services import Services
from ludotome.studio.table_socket import MOST_MESSAGE_BYTES
from tests.support.renaming import shipped
from tests.support.studio import studio_client
from tests.unit.studio.test_table_api import at_table, count_of, sit

SITE = "https://games.example"
WRITES = "```yaml\nmetadata: { id: x, players: { min: 2, max: 2 } }\n```\n"


@pytest.fixture
def site(tmp_path: Path) -> Iterator[TestClient]:
    with studio_client(tmp_path, has_cookie=False, public=SITE) as client:
        yield client


def test_strangers_reach_library_tables_and_help_and_nothing_that_writes(site: TestClient) -> None:
    for path in ("/", "/tables", "/help", "/api/library", "/healthz"):
        assert site.get(path).status_code == 200, path
    assert "/workshop" not in site.get("/").text
    for method, path in (
        ("GET", "/workshop"),
        ("GET", "/api/documents"),
        ("GET", "/api/documents/chess"),
        ("PUT", "/api/documents/x.md"),
        ("POST", "/api/new"),
        ("POST", "/api/play/state"),
        ("GET", "/play/chess"),
    ):
        assert site.request(method, path, json={} if method != "GET" else None).status_code in (404, 405), path
    writing = [route.path for route in all_routes(Services.for_settings(Settings(public=SITE))) if _writes(route)]
    assert writing == ["/api/tables", "/api/tables/{id}/seats"]


def test_notes_of_players_are_for_after_the_game(site: TestClient) -> None:
    table = site.post("/api/tables", json={"document": "kuhn-poker"}).json()["table"]
    assert site.get(f"/api/tables/{table}/notes").status_code == 403


def _writes(route: Any) -> bool:
    return bool(set(getattr(route, "methods", None) or ()) - {"GET", "HEAD"})


def test_other_names_and_pages_are_refused(site: TestClient) -> None:
    assert site.get("/", headers={"Host": "evil.example"}).status_code == 403
    assert site.get("/", headers={"Host": "127.0.0.1:8642"}).status_code == 403
    assert site.get("/", headers={"Origin": "https://evil.example"}).status_code == 403
    refused = site.post("/api/tables", json={"document": "pig"}, headers={"Origin": "https://evil.example"})
    assert refused.status_code == 403
    with (
        pytest.raises(WebSocketDisconnect),
        site.websocket_connect("/api/tables/x/socket", headers={"Origin": "https://evil.example"}),
    ):
        pass
    sent = site.get("/").headers
    assert sent["strict-transport-security"].startswith("max-age=")
    assert "default-src 'none'" in sent["content-security-policy"]
    assert "set-cookie" not in sent


def test_figures_are_for_the_machine_of_the_site(tmp_path: Path) -> None:
    with studio_client(tmp_path, public=SITE) as site:
        assert site.get("/metrics").status_code == 403  # the client of the test is not this machine
    near = {"type": "http", "client": ("127.0.0.1", 5), "headers": []}
    assert address_of(near) == "127.0.0.1"
    with studio_client(tmp_path) as own:
        own.get("/healthz")
        text = own.get("/metrics").text
    assert 'ludotome_requests_total{status="2xx"} 1' in text
    assert "ludotome_request_seconds_count 1" in text


def test_a_document_of_a_stranger_is_played_in_the_sandbox(site: TestClient) -> None:
    answer = site.post("/api/tables", json={"text": shipped("pig")})
    assert answer.status_code == 200, answer.text
    table = answer.json()["table"]
    seats = [sit(site, table, name) for name in ("Ann", "Bob")]
    with at_table(site, table, seats[0][1]) as ann, at_table(site, table, seats[1][1]) as bob:
        for _ in range(6):
            person = (ann, bob)[ann.table["current"]]
            person.see(ann.table["ply"])
            assert count_of(person.table["view"]["legal"]) > 0
            assert person.do("decide", ply=ann.table["ply"], choice=0).get("done"), person.table
            ann.see(person.table["ply"])
    assert site.get(f"/t/{table}").status_code == 200


@pytest.mark.parametrize(
    ("text", "status", "said"),
    [
        (WRITES, 422, "the document has errors"),
        ("x" * 300_000, 413, "takes up to 200,000"),
        (shipped("pig").replace("players: {", "extends: ../secret.md, players: {", 1), 422, "the document has errors"),
    ],
)
def test_a_document_that_cannot_be_played_is_refused(site: TestClient, text: str, status: int, said: str) -> None:
    answer = site.post("/api/tables", json={"text": text})
    assert answer.status_code == status, answer.text
    assert said in answer.json()["error"]["message"]


def test_only_a_public_site_takes_texts(tmp_path: Path) -> None:
    with studio_client(tmp_path) as own:
        assert own.post("/api/tables", json={"text": shipped("pig")}).status_code == 400


def test_an_address_above_its_rate_gets_the_time_to_retry() -> None:
    clock = [0.0]
    limits = Limits(_fine, Metrics(), now=lambda: clock[0])
    client = TestClient(limits, client=("192.0.2.1", 1))
    assert {client.get("/").status_code for _ in range(int(REQUESTS[1]))} == {200}
    refused = client.get("/")
    assert refused.status_code == 429
    assert int(refused.headers["retry-after"]) >= 1
    assert TestClient(limits, client=("192.0.2.2", 1)).get("/").status_code == 200, "others are not refused"
    clock[0] += 1.0
    assert client.get("/").status_code == 200
    other = TestClient(limits, client=("192.0.2.3", 1))
    assert {other.post("/api/tables").status_code for _ in range(int(OPENINGS[1]))} == {200}
    assert other.post("/api/tables").status_code == 429
    assert other.get("/").status_code == 200
    replays = TestClient(limits, client=("192.0.2.4", 1))
    assert {replays.get("/api/tables/a/replay?from=40").status_code for _ in range(int(REPLAYS[1]))} == {200}
    assert replays.get("/api/tables/b/replay").status_code == replays.head("/api/tables/b/replay").status_code == 429
    assert replays.get("/t/b/replay").status_code == replays.get("/api/tables/b/notes").status_code == 200
    clock[0] += 1 / REPLAYS[0]
    assert replays.get("/api/tables/b/replay").status_code == 200


def test_bodies_that_come_slowly_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotome.studio.limits.MOST_POSTS", 2)
    statuses: list[int] = []
    comes = asyncio.Event()

    async def slow(scope: Any, receive: Any, send: Any) -> None:
        await comes.wait()
        await _fine(scope, receive, send)

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    async def post() -> None:
        limits = Limits(slow, Metrics())
        scope = {"type": "http", "method": "POST", "client": ("192.0.2.1", 1), "headers": [], "path": "/"}
        first = [asyncio.create_task(limits(scope, _unsent, send)) for _ in range(2)]
        await asyncio.sleep(0)  # both tasks begin
        await limits(scope, _unsent, send)
        assert statuses == [429]
        comes.set()
        await asyncio.gather(*first)
        await limits(scope, _unsent, send)
        await limits({**scope, "method": "GET"}, _unsent, send)
        assert statuses == [429, 200, 200, 200, 200]

    asyncio.run(post())


def test_a_socket_of_a_stranger_takes_no_documents(tmp_path: Path) -> None:
    """A browser could hold as much in unfinished messages as a socket accepts."""
    sizes = [
        StudioServer(Settings(folder=str(tmp_path), public=public), lambda: None).config.ws_max_size
        for public in (None, SITE)
    ]
    assert sizes == [MOST_BODY, MOST_MESSAGE_BYTES]
    assert MOST_MESSAGE_BYTES < MOST_BODY / 50


def test_threads_of_a_server_take_short_turns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    turns: list[float] = []
    monkeypatch.setattr(StudioServer, "run", lambda *_: turns.append(sys.getswitchinterval()))
    monkeypatch.setattr("ludotome.studio.server.start_logs", lambda **_: None)
    before = sys.getswitchinterval()
    try:
        StudioServer(Settings(folder=str(tmp_path)), lambda: None).run_until_stopped()
    finally:
        sys.setswitchinterval(before)
    assert turns == [pytest.approx(TURN_SECONDS)]
    assert before > TURN_SECONDS


async def _fine(scope: Any, receive: Any, send: Any) -> None:
    del scope, receive
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b""})


@pytest.mark.parametrize(
    ("peer", "named", "found"),
    [
        ("192.0.2.1", [], "192.0.2.1"),
        ("192.0.2.1", ["203.0.113.9"], "192.0.2.1"),  # a client that is not the proxy may send anything
        ("127.0.0.1", ["198.51.100.7, 203.0.113.9"], "203.0.113.9"),
        ("::1", ["2001:db8:1:2:3:4:5:6"], "2001:db8:1:2::"),
        ("127.0.0.1", ["nonsense"], "unknown"),
    ],
)
def test_the_address_is_the_last_one_that_the_own_proxy_names(peer: str, named: list[str], found: str) -> None:
    headers = [(b"x-forwarded-for", one.encode()) for one in named]
    assert address_of({"type": "http", "client": (peer, 1), "headers": headers}) == found


@pytest.mark.parametrize("sent", ["[" * 10_000, '{"do":' + "[" * 8_000 + "]" * 8_000 + "}", b"\x00\xff"])
def test_a_message_that_breaks_readers_is_refused(site: TestClient, sent: str | bytes) -> None:
    table = site.post("/api/tables", json={"document": "breakthrough"}).json()["table"]
    with at_table(site, table) as watcher:
        send = watcher.socket.send_text if isinstance(sent, str) else watcher.socket.send_bytes
        send(sent)
        assert watcher.next()["error"]["code"] == "bad-message"
    if isinstance(sent, str):
        assert site.post("/api/tables", content=sent).status_code == 400


def test_messages_on_sockets_count_as_requests_and_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """An address may have many sockets; together they may send no more than requests."""
    clock, waited, heard = [0.0], list[float](), list[str]()

    async def sleep(seconds: float) -> None:
        waited.append(seconds)
        clock[0] += seconds

    async def listening(scope: Any, receive: Any, send: Any) -> None:
        del scope, send
        while (message := await receive())["type"] != "websocket.disconnect":
            heard.append(message.get("text", ""))

    async def talk() -> None:
        said = [{"type": "websocket.receive", "text": str(n)} for n in range(int(REQUESTS[1]) + 40)]
        left = iter([*said, {"type": "websocket.disconnect"}])

        async def receive() -> Any:
            return next(left)

        limits = Limits(listening, Metrics(), now=lambda: clock[0])
        scope = {"type": "websocket", "client": ("192.0.2.1", 1), "headers": [], "path": "/"}
        await limits(scope, receive, _unsent)

    monkeypatch.setattr("ludotome.studio.limits.asyncio.sleep", sleep)
    asyncio.run(talk())
    assert len(heard) == REQUESTS[1] + 40, "nothing is lost"
    assert sum(waited) == pytest.approx(41 / REQUESTS[0], rel=0.01)


async def _unsent(message: Any) -> None:
    raise AssertionError(message)
