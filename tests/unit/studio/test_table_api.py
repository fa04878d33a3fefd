"""Tables over HTTP and sockets: seats by secret, each decision once, and no hidden information in messages."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from starlette.testclient import TestClient

import ludotome as lt
from ludotome.studio import table_socket
from tests.support.studio import studio_client


class Person:
    """A person with a socket to a table."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.table: dict[str, Any] = {}
        self.count = 0

    def hello(self, secret: str | None) -> dict[str, Any]:
        self.socket.send_json({"do": "hello", "secret": secret})
        return self.next()

    def next(self) -> dict[str, Any]:
        message: dict[str, Any] = self.socket.receive_json()
        self.table = message.get("table", self.table)
        return message

    def do(self, what: str, **more: Any) -> dict[str, Any]:
        """Send a message and return its answer; earlier messages are read."""
        self.count += 1
        self.socket.send_json({"id": self.count, "do": what, **more})
        while (message := self.next()).get("id") != self.count:
            pass
        return message

    def see(self, ply: int) -> None:
        while self.table.get("ply", -1) < ply:
            self.next()


def socket_address(client: TestClient, table: str) -> str:
    return f"{client.base_url}/api/tables/{table}/socket".replace("http", "ws", 1).replace("//api", "/api")


@contextmanager
def at_table(client: TestClient, table: str, secret: str | None = None) -> Iterator[Person]:
    with client.websocket_connect(socket_address(client, table)) as socket:
        person = Person(socket)
        person.hello(secret)
        yield person


def count_of(legal: list[dict[str, Any]]) -> int:
    return sum(count_of(choice["choices"]) if "choices" in choice else 1 for choice in legal)


def open_table(client: TestClient, document: str, **more: Any) -> str:
    answer = client.post("/api/tables", json={"document": document, **more})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["table"])


def sit(client: TestClient, table: str, name: str, seat: int | None = None) -> tuple[int, str]:
    answer = client.post(f"/api/tables/{table}/seats", json={"name": name, "seat": seat})
    assert answer.status_code == 200, answer.text
    return answer.json()["seat"], answer.json()["secret"]


@pytest.mark.parametrize("name", ["breakthrough", "market", "pig"])
def test_two_people_and_somebody_who_watches_see_a_whole_game(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_socket, "PER_SECOND", 1e9)  # nobody clicks this fast
    draw = random.Random(3)
    with studio_client(tmp_path) as client:
        table = open_table(client, name)
        seats = [sit(client, table, person) for person in ("Ann", "Bob")]
        assert [seat for seat, _ in seats] == [0, 1]
        with (
            at_table(client, table, seats[0][1]) as ann,
            at_table(client, table, seats[1][1]) as bob,
            at_table(client, table) as other,
        ):
            people = [ann, bob]
            while not ann.table["isOver"]:
                person = people[ann.table["current"]]
                person.see(ann.table["ply"])
                choice = draw.randrange(count_of(person.table["view"]["legal"]))
                assert person.do("decide", ply=ann.table["ply"], choice=choice).get("done"), person.table
                ann.see(person.table["ply"])
            bob.see(ann.table["ply"])
            other.see(ann.table["ply"])
            assert [one.table["you"] for one in (ann, bob, other)] == [0, 1, None]
            assert other.table["view"]["ended"] == ann.table["view"]["ended"]
        text = client.get(f"/api/tables/{table}/record").text
    record = lt.Record.from_json(text)
    assert record.replay(lt.load(name)).is_terminal()


def test_a_get_takes_no_seat_and_a_guess_opens_none(tmp_path: Path) -> None:
    with studio_client(tmp_path) as client:
        table = open_table(client, "breakthrough")
        for address in (
            f"/t/{table}",
            f"/t/{table}/replay",
            f"/api/tables/{table}/seats",
            f"/api/tables/{table}/notes",
        ):
            client.get(address)
        with at_table(client, table) as other:
            assert [seat["isFree"] for seat in other.table["seats"]] == [True, True]
            assert other.do("decide", ply=0, choice=0)["error"]["code"] == "watching"
        with client.websocket_connect(socket_address(client, table)) as socket:
            assert Person(socket).hello("guess")["error"]["code"] == "secret"
        with client.websocket_connect(socket_address(client, "none")) as socket:
            assert Person(socket).hello(None)["error"]["code"] == "no-table"


def test_the_record_waits_for_the_end(tmp_path: Path) -> None:
    with studio_client(tmp_path) as client:
        table = open_table(client, "kuhn-poker")
        answer = client.get(f"/api/tables/{table}/record")
    assert answer.status_code == 403
    assert "when the game is over" in answer.json()["error"]["message"]


def test_a_finished_game_is_replayed_as_each_seat_saw_it_and_no_other_is(tmp_path: Path) -> None:
    with studio_client(tmp_path) as client:
        table = open_table(client, "kuhn-poker")
        assert client.get(f"/api/tables/{table}/replay").status_code == 403
        assert client.get(f"/t/{table}/replay").headers["location"] == f"/t/{table}"
        seats = [sit(client, table, person) for person in ("Ann", "Bob")]
        with at_table(client, table, seats[0][1]) as ann, at_table(client, table, seats[1][1]) as bob:
            seen = {ann.table["ply"]: ann.table["view"]}
            while not ann.table["isOver"]:
                person = (ann, bob)[ann.table["current"]]
                person.see(ann.table["ply"])
                assert person.do("decide", ply=ann.table["ply"], choice=0)["done"]
                ann.see(person.table["ply"])
                seen[ann.table["ply"]] = ann.table["view"]
            assert ann.do("note", text="That was short.")["done"]
        found = client.get(f"/api/tables/{table}/replay?seat=0").json()
        last = len(found["moves"])
        assert len(found["views"]) == last + 1
        for ply, view in seen.items():
            assert found["views"][ply] | {"legal": []} == view | {"legal": []}
        assert found["notes"] == [{"by": 0, "ply": last, "text": "That was short."}]
        rest = client.get(f"/api/tables/{table}/replay?seat=0&from={last}").json()
        assert rest["views"] == found["views"][last:]
        other = client.get(f"/api/tables/{table}/replay").json()
        assert other["views"][last]["ended"] == found["views"][last]["ended"]
        assert other["views"][2] != found["views"][2]
        assert client.get(f"/t/{table}/replay").status_code == 200
        for wrong in ("seat=2", "seat=x", "from=-1", "from=9999999"):
            assert client.get(f"/api/tables/{table}/replay?{wrong}").status_code in (400, 409), wrong


def test_somebody_who_comes_back_sees_the_game_as_it_is(tmp_path: Path) -> None:
    with studio_client(tmp_path) as client:
        table = open_table(client, "breakthrough")
        _, secret = sit(client, table, "Ann")
        with at_table(client, table, secret) as ann:
            ann.do("decide", ply=0, choice=3)
        with at_table(client, table, secret) as ann:
            assert (ann.table["ply"], ann.table["you"], len(ann.table["moves"])) == (1, 0, 1)
            assert ann.do("decide", ply=0, choice=3)["error"]["code"] == "late"
    with studio_client(tmp_path) as client, at_table(client, table, secret) as ann:  # the studio was restarted
        assert ann.table["ply"] == 1


def test_notes_agents_and_phrases(tmp_path: Path) -> None:
    with studio_client(tmp_path) as client:
        table = open_table(client, "breakthrough")
        _, secret = sit(client, table, "Ann")
        with at_table(client, table, secret) as ann, at_table(client, table) as other:
            assert other.do("note", text="Nobody knows what to do here.")["done"]
            assert ann.do("say", phrase=0)["done"]
            assert ann.do("agent", seat=1, agent="random")["done"]
            assert ann.do("decide", ply=0, choice=0)["done"]
            ann.see(2)
            assert ann.table["said"][0]["text"] == "Hello!"
            assert ann.do("back")["done"]
            while ann.table["ply"]:
                ann.next()
        notes = client.get(f"/api/tables/{table}/notes").json()["notes"]
    assert notes == [{"by": -1, "ply": 0, "text": "Nobody knows what to do here."}]


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"do": "fly"}, "bad-message"),
        ({"do": ["decide"]}, "bad-message"),
        ({"do": "decide", "ply": True, "choice": 0}, "bad-message"),
        ({"do": "decide", "ply": 0}, "bad-message"),
        ({"do": "decide", "ply": 0, "choice": 10**30}, "illegal-decision"),
        ({"do": "agent", "seat": -1, "agent": "easy"}, "no-seat"),
        ({"do": "agent", "seat": 1, "agent": "mcts:1000000"}, "no-agent"),
        ({"do": "note", "text": ""}, "note"),
        ({"do": "answer", "agreed": 1}, "bad-message"),
    ],
)
def test_a_message_that_is_not_understood_is_answered_and_changes_nothing(
    message: dict[str, Any], code: str, tmp_path: Path
) -> None:
    with studio_client(tmp_path) as client:
        table = open_table(client, "breakthrough")
        _, secret = sit(client, table, "Ann")
        with at_table(client, table, secret) as ann:
            what = message.pop("do")
            assert ann.do(what, **message)["error"]["code"] == code
            assert ann.do("decide", ply=0, choice=0)["done"]


@pytest.mark.parametrize("text", ["x" * 20_000, "[1]", "{", '"hello"'])
def test_what_is_not_a_message_ends_the_talk(text: str, tmp_path: Path) -> None:
    with studio_client(tmp_path) as client:
        table = open_table(client, "breakthrough")
        with at_table(client, table) as other:
            other.socket.send_text(text)
            assert other.next()["closed"]


def test_a_reader_that_is_too_slow_is_dropped() -> None:
    async def tell(sizes: list[int]) -> list[int | None]:
        socket = table_socket.TableSocket(cast("Any", None), cast("Any", SimpleNamespace(path_params={"id": "x"})))
        for size in sizes:
            socket._put_bytes(b"x" * size)
        return [None if one is None else len(one) for one in socket._out._queue]  # type: ignore[attr-defined]

    half = table_socket.MOST_UNREAD // 2
    assert asyncio.run(tell([half, half])) == [half, half]
    assert asyncio.run(tell([half, half, 1])) == [None]
    assert asyncio.run(tell([5 * half])) == [5 * half], "one message is told, however large"
    assert asyncio.run(tell([1] * 64)) == [1] * 64
    assert asyncio.run(tell([1] * 65)) == [None]


def test_rules_are_worked_out_once_for_all_tables_of_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    worked: list[str] = []
    monkeypatch.setattr("ludotome.studio.table_api.rules_html", lambda text: worked.append(text) or "<p>Rules</p>")
    with studio_client(tmp_path) as client:
        for table in [open_table(client, "tic-tac-toe") for _ in range(2)]:
            for _ in range(2):
                assert "<p>Rules</p>" in client.get(f"/t/{table}").text
    assert len(worked) == 1


def test_too_many_messages_end_the_talk(tmp_path: Path) -> None:
    with studio_client(tmp_path) as client:
        table = open_table(client, "breakthrough")
        with at_table(client, table) as other:
            for _ in range(80):
                other.socket.send_json({"do": "fly"})
            while not (message := other.next()).get("closed"):
                pass
    assert message["error"]["code"] == "too-many"


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"document": "breakthrough", "players": 7}, 409),
        ({"document": "breakthrough", "agents": {"x": "easy"}}, 409),
        ({"document": "breakthrough", "agents": {"0": "mcts:99999"}}, 409),
        ({"document": "breakthrough", "minutes": -1}, 409),
        ({"document": "none.md"}, 404),
        ({"document": "../x.md"}, 404),
        ({}, 400),
    ],
)
def test_a_table_that_cannot_be_is_refused(body: dict[str, Any], status: int, tmp_path: Path) -> None:
    with studio_client(tmp_path) as client:
        answer = client.post("/api/tables", json=body)
    assert answer.status_code == status, answer.text
    assert answer.json()["error"]["message"]


def test_a_document_that_extends_another_is_kept_with_it(tmp_path: Path) -> None:
    (tmp_path / "base.md").write_text(lt.load("breakthrough").document or "", encoding="utf-8")
    (tmp_path / "mine.md").write_text("```yaml\nmetadata: { id: mine, extends: base.md }\n```\n", encoding="utf-8")
    with studio_client(tmp_path) as client:
        table = open_table(client, "mine.md")
    (tmp_path / "base.md").unlink()
    with studio_client(tmp_path) as client, at_table(client, table) as other:
        assert other.table["view"]["game"] == "mine"
