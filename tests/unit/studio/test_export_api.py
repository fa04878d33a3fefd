"""Export from the studio: the same file as `ludotome export` writes, as a download."""

from __future__ import annotations

from pathlib import Path

from ludotome.export import export_html
from ludotome.play import load
from tests.support.studio import studio_client


def test_a_game_is_exported_as_a_file_to_save(tmp_path: Path) -> None:
    with studio_client(tmp_path) as client:
        answer = client.post("/api/export", json={"name": "tic-tac-toe", "opponent": "hard"})
        assert answer.status_code == 200
        assert answer.text == export_html(load("tic-tac-toe"), opponent="hard")
        assert answer.headers["content-disposition"] == 'attachment; filename="tic-tac-toe.html"'
        assert answer.headers["content-security-policy"].startswith("sandbox")
        wrong = client.post("/api/export", json={"name": "tic-tac-toe", "opponent": "divine"})
        assert wrong.status_code == 400
        assert "divine" in wrong.json()["error"]["message"]
        broken = client.post("/api/export", json={"name": "x.md", "text": "# nothing"})
        assert broken.status_code == 422
