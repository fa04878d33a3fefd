"""The library: known parts of a card are shown at once, the rest as soon as it is computed."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import ludotome.studio.library as library
from ludotome.play import load
from tests.support.studio import studio_client


@pytest.fixture(autouse=True)
def _no_shipped_games(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Only the folder's documents, and an empty cache: the cards of all shipped games take a while."""
    monkeypatch.setattr(library, "shipped_games", lambda: ())
    monkeypatch.setenv("LUDOTOME_CACHE", str(tmp_path / "cache"))


def folder(tmp_path: Path) -> Path:
    made = tmp_path / "folder"
    made.mkdir()
    text = load("tic-tac-toe").document
    assert text is not None
    (made / "mine.md").write_text(text.replace("# ", "# <b>My</b> ", 1), encoding="utf-8")
    (made / "bad.md").write_text("# Bad\n\n```yaml\nmetadata: { id: bad }\n```\n", encoding="utf-8")
    return made


def cards_once(client: TestClient) -> dict[str, Any]:
    found = client.get("/api/library").json()
    return {card["name"]: card for card in found["cards"]} | {"more": found["more"]}


def cards_when_made(client: TestClient) -> dict[str, Any]:
    for _ in range(600):
        found = cards_once(client)
        if not found["more"]:
            return found
        time.sleep(0.1)  # the cards are computed in another thread
    raise AssertionError("the cards are not made within a minute")


def test_cards_are_made_meanwhile_and_then_known_at_once(tmp_path: Path) -> None:
    made = folder(tmp_path)
    with studio_client(made) as client:
        first = cards_once(client)
        assert first["mine.md"]["pending"]
        assert first["mine.md"]["title"].startswith("<b>My</b>"), "a title is text, whatever is in it"
        assert client.get("/api/pictures/mine.md").status_code in (200, 404)
        known = cards_when_made(client)
        mine = known["mine.md"]
        assert (mine["fewest"], mine["most"], mine["kinds"], mine["picture"]) == (2, 2, ["board"], True)
        assert 5 <= mine["decisions"] <= 9
        assert known["bad.md"]["faults"] > 0
        assert "line" in known["bad.md"]["fault"]
        light = client.get("/api/pictures/mine.md")
        assert light.headers["content-type"].startswith("image/svg+xml")
        assert "script-src" not in light.headers["content-security-policy"]
        assert light.text.startswith("<svg")
        assert light.text != client.get("/api/pictures/mine.md?theme=dark").text
        assert client.get("/api/pictures/bad.md").status_code == 404
    with studio_client(made) as client:
        again = cards_once(client)
        assert again["mine.md"] == mine, "another start finds it in the cache"


def test_a_change_on_disk_makes_another_card(tmp_path: Path) -> None:
    made = folder(tmp_path)
    with studio_client(made) as client:
        cards_when_made(client)
        text = (made / "mine.md").read_text(encoding="utf-8")
        (made / "bad.md").write_text(text.replace("<b>My</b>", "Mended"), encoding="utf-8")
        now = cards_when_made(client)["bad.md"]
        assert now["title"].startswith("Mended")
        assert not now["faults"]


def test_the_page_is_text_and_data_only(tmp_path: Path) -> None:
    with studio_client(folder(tmp_path)) as client:
        page = client.get("/").text
    assert "<b>My" not in page
    assert "\\u003cb>My\\u003c/b>" in page
