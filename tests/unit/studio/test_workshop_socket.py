"""The socket of the workshop: answers to requests, refused requests, and that an invalid text affects nobody else."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from starlette.websockets import WebSocketDisconnect

from ludotome.files import shipped_path
from ludotome.spec import starter
from ludotome.studio.workshop.socket import _Connection
from tests.support.studio import studio_client

GAME = starter("three")
HOSTILE = {
    "empty": "",
    "half a pair": "\ud800",
    "a zero": "```yaml\n\x00",
    "deep": "```yaml\n" + "[" * 5000,
    "line ends": "\u2028" * 99,
    "an alias in itself": "```yaml\na: &a [*a]\n",
}


def _address(client: Any, query: str) -> str:
    return f"{client.settings.address.replace('http', 'ws')}api/workshop{query}"


class Talk:
    """A connection that sends requests and waits for the answers."""

    def __init__(self, socket: Any) -> None:
        self.socket, self.last = socket, 0

    def send(self, what: str, **fields: Any) -> int:
        self.last += 1
        self.socket.send_text(json.dumps({"id": self.last, "do": what, **fields}))
        return self.last

    def ask(self, what: str, **fields: Any) -> tuple[Any, list[Any]]:
        """Return the answer (or the error) to a request and the parts before it."""
        return self.answer(self.send(what, **fields))

    def answer(self, number: int | None) -> tuple[Any, list[Any]]:
        parts = []
        while True:
            message = json.loads(self.socket.receive_text())
            if message["id"] == number and "part" in message:
                parts.append(message["part"])
            elif message["id"] == number:
                return message.get("error") or message["answer"], parts


@pytest.fixture
def talk(tmp_path: Path) -> Iterator[Talk]:
    with studio_client(tmp_path) as client, client.websocket_connect(_address(client, "?name=three.md")) as socket:
        yield Talk(socket)


def test_a_text_is_checked_then_drawn(talk: Talk) -> None:
    found, parts = talk.ask("check", text=GAME)
    assert found["diagnostics"] == []
    assert found["isPlayable"]
    assert parts == []
    _, parts = talk.ask("draw", text=GAME)
    assert [next(iter(part)) for part in parts] == ["picture", "outline"]
    (action,) = parts[0]["picture"]["view"]["legal"]
    assert [choice["text"] for choice in action["choices"]] == [f"{col}{row}" for row in (3, 2, 1) for col in "abc"]
    assert [entry["name"] for entry in parts[1]["outline"]][:2] == ["metadata", "zones"]


def test_places_count_utf16_units(talk: Talk) -> None:
    text = "# \U0001f600\U0001f600\n" + GAME.replace("directions:", "directons:")
    answer, _ = talk.ask("check", text=text)
    (found,) = answer["diagnostics"]
    units = text.encode("utf-16-le")
    assert units[2 * found["from"] : 2 * found["to"]].decode("utf-16-le") == "directons"
    (edit,) = found["fix"]["edits"]
    fixed = units[: 2 * edit["from"]] + edit["insert"].encode("utf-16-le") + units[2 * edit["to"] :]
    answer, _ = talk.ask("check", text=fixed.decode("utf-16-le"))
    assert answer["diagnostics"] == []


def test_questions_at_a_place(talk: Talk) -> None:
    at = GAME.index("lastActor)") + 2
    offers, _ = talk.ask("complete", at=at, text=GAME)
    assert "lastActor" in [offer["label"] for offer in offers]
    hover, _ = talk.ask("hover", at=GAME.index("endConditions:\n") + 2)
    assert "end" in hover["text"].lower()
    name, _ = talk.ask("canRename", at=GAME.index("id: put") + 5)
    assert name["name"] == "put"
    edits, _ = talk.ask("rename", at=GAME.index("id: put") + 5, new="lay")
    assert {edit["insert"] for edit in edits} == {"lay"}
    refused, _ = talk.ask("rename", at=GAME.index("id: put") + 5, new="not a name")
    assert refused["code"] == "cannot-rename"
    lines, _ = talk.ask("compare", before=GAME.replace("directions: 8", "directions: 4"))
    assert [line["kind"] for line in lines] == ["kept", "removed", "added", "kept"]


def test_a_game_is_tried_taken_back_and_ended(talk: Talk) -> None:
    none, _ = talk.ask("decide", decision=0)
    assert none["code"] == "no-game"
    begun, _ = talk.ask("begin", text=GAME)
    assert begun["scene"]["game"] == "three"
    wrong, _ = talk.ask("decide", decision=99)
    assert wrong["code"] == "no-decision"
    for place in (0, 0, 0, 0):
        position, _ = talk.ask("decide", decision=place)
    assert [move["text"] for move in position["moves"]] == ["a3", "b3", "c3", "a2"]
    why, _ = talk.ask("why", action="put", values={"$cell": "a3"})
    assert "a3" in why or "empty" in why
    assert talk.ask("why", action="put", values={"$cell": "a1"}) == (None, [])
    assert talk.ask("why", action="no such", values={})[0] is not None
    position, _ = talk.ask("undo")
    assert len(position["moves"]) == 3
    while not position["view"].get("ended"):
        position, _ = talk.ask("decide", decision=0)
    over, _ = talk.ask("decide", decision=0)
    assert over["code"] == "no-decision"


def test_tests_and_simulation_come_in_parts(talk: Talk) -> None:
    done, parts = talk.ask("tests", text=GAME)
    assert done == {"passed": 2, "failed": 0, "isStopped": False}
    assert all(part["test"]["failures"] == [] for part in parts)
    figures, parts = talk.ask("simulate", games=500, text=GAME)
    assert figures["played"] == 500
    assert [part["figures"]["played"] for part in parts] == sorted(part["figures"]["played"] for part in parts)
    assert sum(share["share"] for share in figures["shares"]) == pytest.approx(1)
    assert sum(figures["length"]["bars"]) == 500


def test_a_stopped_simulation_ends_with_what_it_has(talk: Talk) -> None:
    number = talk.send("simulate", games=100_000, text=GAME)
    talk.socket.send_text(json.dumps({"do": "stop", "id": number}))
    figures, _ = talk.answer(number)
    assert figures["isStopped"]
    assert figures["played"] < 100_000


def test_the_games_of_two_versions_are_compared(talk: Talk) -> None:
    harder = GAME.replace(">= 3", ">= 4")
    assert harder != GAME
    found, parts = talk.ask("compareGames", before=harder, text=GAME, seconds=100)  # it ends when everything is settled
    assert found["verdict"] == "different"  # four in a row are impossible on three by three cells
    draws = next(one for one in found["each"] if "draws" in one["sentence"])
    assert draws["values"][0] == 1.0
    assert draws["told"][0].startswith("100")
    assert draws["verdict"] == "different"
    assert parts[0]["doing"] == "random players, 0 pairs"
    found, _ = talk.ask("compareGames", before=GAME + "\nMore prose.\n", text=GAME, seconds=1)
    assert (found["verdict"], found["each"]) == ("equivalent", [])
    refused, _ = talk.ask("compareGames", before="no game", text=GAME, seconds=1)
    assert "other version has errors" in refused["message"]
    refused, _ = talk.ask("compareGames", before=GAME, text=GAME, seconds=1000)
    assert refused["code"] == "bad-request"


def test_a_stopped_comparison_says_what_it_has(talk: Talk) -> None:
    number = talk.send("compareGames", before=GAME.replace(">= 3", ">= 4"), text=GAME, seconds=100)
    talk.socket.send_text(json.dumps({"do": "stop", "id": number}))
    found, _ = talk.answer(number)
    assert found["verdict"] in ("different", "undecided")


def test_only_the_newest_of_many_checks_is_made(talk: Talk) -> None:
    """How many are replaced depends on the machine: those that arrive during an earlier one."""
    text = shipped_path("chess").read_text(encoding="utf-8")  # long enough for others to arrive meanwhile
    numbers = [talk.send("check", text=text + "\n" * count) for count in range(12)]
    answers = {}
    while len(answers) < len(numbers):
        message = json.loads(talk.socket.receive_text())
        if "part" not in message:
            answers[message["id"]] = (message.get("error") or {}).get("code")
    assert answers[numbers[-1]] is None
    assert set(answers.values()) == {None, "replaced"}


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ("{", "bad-request"),
        ("[" * 100_000, "bad-request"),
        ("[]", "bad-request"),
        ('{"id": 1}', "bad-request"),
        ('{"id": 1, "do": "__init__"}', "bad-request"),
        ('{"id": 1, "do": "hover", "at": "x"}', "bad-request"),
        ('{"id": 1, "do": "check", "text": 3}', "bad-request"),
        ('{"id": 1, "do": "simulate", "games": 0}', "bad-request"),
        ('{"id": 1, "do": "simulate", "games": 5, "text": "no game"}', "document"),
    ],
)
def test_a_wrong_message_is_refused_and_the_next_is_answered(talk: Talk, message: str, code: str) -> None:
    talk.socket.send_text(message)
    assert json.loads(talk.socket.receive_text())["error"]["code"] == code
    assert talk.ask("hover", at=0, text=GAME) == (None, [])


@pytest.mark.parametrize("number", ["NaN", "1e400", "{}", '"1"', "null"])
def test_a_number_that_json_does_not_have_is_not_repeated(talk: Talk, number: str) -> None:
    talk.socket.send_text(f'{{"id": {number}, "do": "check"}}')
    assert talk.answer(None)[0]["code"] == "bad-request"


def test_bytes_are_not_a_request(talk: Talk) -> None:
    talk.socket.send_bytes(b"\x00\xff")
    assert talk.answer(None)[0]["code"] == "bad-request"
    found, _ = talk.ask("check", text=GAME)
    assert found["isPlayable"]


def test_a_client_that_does_not_read_is_not_heard_until_it_has_read_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """So the answers to a flood of requests need no more memory than the first few."""
    monkeypatch.setattr("ludotome.studio.workshop.socket.MOST_UNREAD", 4)
    heard, sent, reads = list[int](), list[str](), asyncio.Event()

    class Silent:
        async def receive(self) -> dict[str, Any]:
            if len(heard) == 20:
                return {"type": "websocket.disconnect"}
            heard.append(len(sent))
            return {"type": "websocket.receive", "text": "{"}

        async def send_text(self, text: str) -> None:
            await reads.wait()
            sent.append(text)

    async def flood() -> None:
        connection = _Connection(cast("Any", Silent()), cast("Any", None))
        running = asyncio.create_task(connection.run())
        for _ in range(20):
            await asyncio.sleep(0)  # the connection continues until it waits
        assert 4 <= len(heard) <= 6
        reads.set()
        await running
        assert len(heard) == 20

    asyncio.run(flood())


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_any_text_gets_an_answer(talk: Talk, text: str) -> None:
    found, _ = talk.ask("check", text=text)
    assert found["diagnostics"]
    talk.ask("draw", text=text)
    for what in ("complete", "hover", "definition", "references", "canRename"):
        answer, _ = talk.ask(what, at=len(text) // 2)
        assert not isinstance(answer, dict) or answer.get("code") != "internal"


def test_files_outside_the_folder_are_not_read(tmp_path: Path) -> None:
    (tmp_path / "secret.md").write_text(GAME, encoding="utf-8")
    (tmp_path / "games").mkdir()
    text = "```yaml\nmetadata: { id: x, extends: ../secret.md }\n```\n"
    with (
        studio_client(tmp_path / "games") as client,
        client.websocket_connect(_address(client, "?name=../games/x.md")) as socket,
    ):
        found, _ = Talk(socket).ask("check", text=text)
    assert not found["isPlayable"]
    assert "secret" not in json.dumps(found).replace("../secret.md", "")


def test_a_socket_needs_the_cookie_and_the_own_origin(tmp_path: Path) -> None:
    with (
        studio_client(tmp_path, has_cookie=False) as client,
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(_address(client, "")),
    ):
        pass
    with (
        studio_client(tmp_path) as client,
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(_address(client, ""), headers={"Origin": "http://evil.example"}),
    ):
        pass


def test_what_is_wrong_with_other_settings_is_asked_for_by_itself(talk: Talk) -> None:
    text = GAME.replace("directions: 8", "directions: paths").replace(
        "zones:\n", "parameters:\n  paths: { values: [8, 3], default: 8 }\nzones:\n", 1
    )
    found, _ = talk.ask("check", text=text)
    assert found["diagnostics"] == [], found
    more, _ = talk.ask("checkMore", text=text)
    assert [one["code"] for one in more["diagnostics"]] == ["LT611"]
    assert talk.ask("checkMore", text=GAME) == (None, [])
