"""A game in play over HTTP: the server's results equal those of `play`, and invalid requests change nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from ludotome.play import Record, load
from tests.support.studio import studio_client


def ask(client: TestClient, name: str, kind: str, status: int = 200, **more: Any) -> Any:
    body = {"seed": "7", "players": None, "history": [], **more}
    answer = client.post(f"/api/play/{name}/{kind}", json=body)
    assert answer.status_code == status, answer.text
    return answer.json()


@pytest.mark.parametrize("name", ["tic-tac-toe", "leduc-poker", "pig"])
def test_a_game_is_played_to_its_end_and_its_record_replays(name: str, tmp_path: Path) -> None:
    game = load(name)
    state = game.new_initial_state(seed=7, backend="reference")
    history: list[int] = []
    with studio_client(tmp_path) as client:
        now = ask(client, name, "positions")["positions"][0]
        while not now["over"] and len(history) < 40:
            for seat in (None, *range(state.num_players)):
                key = "null" if seat is None else str(seat)
                assert now["views"][key] == json.loads(msgspec.json.encode(state.view(seat))), "a seat's own view"
            player = state.current_player()
            shown = state.seat(player).legal_actions()
            decide = len(history) % len(shown)
            state.apply_action(state.decision_shown_as(player, shown[decide]))
            told = ask(client, name, "positions", history=history, decide=decide, **{"from": len(history) + 1})
            history, (now,) = told["history"], told["positions"]
        assert now["current"] == state.current_player()
        again = ask(client, name, "positions", history=history)["positions"]
        assert len(again) == len(history) + 1
        assert again[-1] == now
        if now["over"]:
            record = Record.from_json(json.dumps(ask(client, name, "record", history=history)))
            record.verify(game)
            assert record.replay(game).state_hash() == state.state_hash()


def test_taking_back_and_going_on_elsewhere_needs_no_memory(tmp_path: Path) -> None:
    with studio_client(tmp_path) as client:
        line = ask(client, "tic-tac-toe", "positions", history=[0, 1, 2])
        other = ask(client, "tic-tac-toe", "positions", history=[0, 3])
        assert other["positions"][1] == line["positions"][1]
        assert other["positions"][2] != line["positions"][2]
        again = ask(client, "tic-tac-toe", "positions", history=[0, 1, 2])
        assert again["positions"] == line["positions"], "also if machine code was built meanwhile"


def test_a_search_finds_the_winning_move(tmp_path: Path) -> None:
    with studio_client(tmp_path) as client:
        # X has two in a row: cells 0 and 1, O has 3 and 4
        history = [0, 2, 0, 1]
        views = ask(client, "tic-tac-toe", "positions", history=history)["positions"][-1]["views"]
        found = ask(client, "tic-tac-toe", "search", history=history, level="hard")
        assert (found["value"], found["best"]) == (1.0, 1.0)
        assert found["notation"] in json.dumps(views["0"]["legal"])
        told = ask(client, "tic-tac-toe", "positions", history=[*history, found["index"]])["positions"][-1]
        assert told["over"]


def test_why_names_the_condition_that_refuses(tmp_path: Path) -> None:
    with studio_client(tmp_path) as client:
        cell = {"action": "put", "params": {"$cell": "cell_0_0"}}
        refused = ask(client, "othello", "why", decision=cell)
        assert not refused["legal"]
        assert "cannot be a1: `" in refused["why"]
        assert "does not hold" in refused["why"]
        legal = ask(client, "othello", "positions")["positions"][0]["views"]["0"]["legal"][0]["choices"][0]
        cell["params"] = {"$cell": legal["zone"]}  # type: ignore[dict-item]
        assert ask(client, "othello", "why", decision=cell) == {"legal": True, "why": None}


def test_a_record_that_would_tell_what_is_hidden_is_refused(tmp_path: Path) -> None:
    with studio_client(tmp_path) as client:
        assert ask(client, "leduc-poker", "record", status=400)["error"]["code"] == "not-over"
        assert ask(client, "chess", "record")["seed"] == "7"


@pytest.mark.parametrize(
    "wrong",
    [
        {"history": [99]},
        {"history": ["0"]},
        {"history": [True]},
        {"history": None},
        {"seed": "-1"},
        {"seed": "x"},
        {"seed": str(2**64)},
        {"seed": "²"},
        {"players": 99},
        {"decide": 99},
        {"decide": "a"},
        {"from": 5},
        {"text": 1},
    ],
)
def test_a_wrong_request_is_refused(wrong: dict[str, Any], tmp_path: Path) -> None:
    with studio_client(tmp_path) as client:
        assert "message" in ask(client, "tic-tac-toe", "positions", status=400, **wrong)["error"]


def test_unknown_things_are_named(tmp_path: Path) -> None:
    (tmp_path / "bad.md").write_text("# Bad\n\n```yaml\nmetadata: { id: bad }\n```\n", encoding="utf-8")
    with studio_client(tmp_path) as client:
        assert ask(client, "ches.md", "positions", status=404)["error"]["code"] == "no-document"
        assert ask(client, "chess", "search", status=400, level="divine")["error"]["code"] == "bad-request"
        assert ask(client, "chess", "why", status=400)["error"]["code"] == "bad-request"
        broken = ask(client, "bad.md", "positions", status=422)["error"]
        assert broken["code"] == "document"
        assert broken["diagnostics"]


def test_a_text_that_is_not_saved_can_be_played(tmp_path: Path) -> None:
    text = load("tic-tac-toe").document
    assert text is not None
    with studio_client(tmp_path) as client:
        told = ask(client, "draft.md", "positions", text=text)
        assert told["positions"][0]["views"]["0"]["game"] == "tic-tac-toe"
    assert list(tmp_path.iterdir()) == []


def test_pages_show_games_and_what_is_wrong_with_documents(tmp_path: Path) -> None:
    hostile = "# <img src=x onerror=alert(1)>\n\n<script>alert(1)</script>\n\n"
    (tmp_path / "bad.md").write_text(f"{hostile}```yaml\nmetadata: {{ id: '<b>' }}\n```\n", encoding="utf-8")
    document = load("tic-tac-toe").document
    assert document is not None
    (tmp_path / "mine.md").write_text(document.replace("# ", hostile, 1), encoding="utf-8")
    with studio_client(tmp_path) as client:
        for name, script in (("mine.md", "studio/play.js"), ("bad.md", "studio/broken.js")):
            text = client.get(f"/play/{name}").text
            assert script in text
            assert "<img" not in text
            assert "<script>alert" not in text
        missing = client.get("/play/nothing.md")
        assert (missing.status_code, missing.headers["content-type"]) == (404, "text/plain; charset=utf-8")


def test_a_page_is_for_as_many_players_as_the_address_says(tmp_path: Path) -> None:
    with studio_client(tmp_path) as client:
        assert '"players":2,"mostPlayers":4' in client.get("/play/market").text
        assert '"players":3,"mostPlayers":4' in client.get("/play/market?players=3").text
        for wrong in ("9", "x", "-1", "²", "1" * 50):
            assert client.get("/play/market", params={"players": wrong}).status_code == 400
