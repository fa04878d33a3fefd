"""Documents over HTTP: only those of the folder, saved without losing any text."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ludotome.play import load_text
from tests.support.studio import studio_client

SECRET = "the content of a file outside the folder"


def test_documents_are_listed_read_and_saved(tmp_path: Path) -> None:
    (tmp_path / "mine.md").write_text("# Mine\r\n", encoding="utf-8", newline="")
    with studio_client(tmp_path) as client:
        listed = client.get("/api/documents").json()["documents"]
        assert listed[0] == {"name": "mine.md", "shipped": False}
        assert {"name": "chess", "shipped": True} in listed
        assert client.get("/api/documents/chess").json()["shipped"]
        mine = client.get("/api/documents/mine.md").json()
        assert mine["text"] == "# Mine\r\n"
        assert not (tmp_path / ".ludotome").exists(), "looking leaves nothing behind"
        saved = client.put("/api/documents/mine.md", json={"text": "# Ours\n", "version": mine["version"]})
        assert saved.status_code == 200
        assert saved.json()["version"] == client.get("/api/documents/mine.md").json()["version"]
        assert (tmp_path / "mine.md").read_bytes() == b"# Ours\n"
        versions = client.get("/api/documents/mine.md/versions").json()["versions"]
        assert [version["origin"] for version in versions] == ["saved", "found"]
        first = client.get(f"/api/documents/mine.md/versions/{versions[1]['id']}").json()
        assert first == {"text": "# Mine\r\n"}
        assert client.get("/api/documents/mine.md/versions/99").status_code == 404
        assert client.get("/api/documents/other.md/versions").json() == {"versions": []}


def test_the_later_of_two_savers_is_reported_and_nothing_is_lost(tmp_path: Path) -> None:
    with studio_client(tmp_path) as client:
        begun = client.put("/api/documents/a.md", json={"text": "begun", "version": None}).json()
        first = client.put("/api/documents/a.md", json={"text": "first", "version": begun["version"]})
        assert first.status_code == 200
        second = client.put("/api/documents/a.md", json={"text": "second", "version": begun["version"]})
        assert second.status_code == 409
        told = second.json()["error"]
        assert (told["code"], told["theirs"]["text"], told["yours"]) == ("conflict", "first", "second")
        assert (tmp_path / "a.md").read_text(encoding="utf-8") == "first"
        kept = [
            client.get(f"/api/documents/a.md/versions/{version['id']}").json()["text"]
            for version in client.get("/api/documents/a.md/versions").json()["versions"]
        ]
        assert kept == ["second", "first", "begun"]
        merged = client.put("/api/documents/a.md", json={"text": "both", "version": told["theirs"]["version"]})
        assert merged.status_code == 200


def test_a_change_by_another_program_is_a_conflict_too(tmp_path: Path) -> None:
    with studio_client(tmp_path) as client:
        begun = client.put("/api/documents/a.md", json={"text": "begun", "version": None}).json()
        (tmp_path / "a.md").write_text("by an editor", encoding="utf-8")
        assert client.put("/api/documents/a.md", json={"text": "x", "version": begun["version"]}).status_code == 409
        assert client.put("/api/documents/a.md", json={"text": "new", "version": None}).status_code == 409
        assert (tmp_path / "a.md").read_text(encoding="utf-8") == "by an editor"


@pytest.mark.parametrize("body", ["", "[]", "{", '{"text": 1, "version": null}', '{"version": null}', '{"text": ""}x'])
def test_a_body_that_is_not_understood_is_refused(body: str, tmp_path: Path) -> None:
    with studio_client(tmp_path) as client:
        answer = client.put("/api/documents/a.md", content=body)
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == "bad-request"
    assert list(tmp_path.iterdir()) == []


def test_shipped_games_are_read_only(tmp_path: Path) -> None:
    with studio_client(tmp_path) as client:
        text = client.get("/api/documents/chess").json()
        answer = client.put("/api/documents/chess", json={"text": "x", "version": text["version"]})
    assert answer.status_code == 400
    assert "comes with Ludotome" in answer.json()["error"]["message"]


def test_nothing_outside_the_folder_is_read_or_written(tmp_path: Path) -> None:
    outside, folder = tmp_path / "outside", tmp_path / "folder"
    outside.mkdir()
    (folder / "inner.md").mkdir(parents=True)
    (outside / "secret.md").write_text(SECRET, encoding="utf-8")
    (folder / "notes.txt").write_text(SECRET, encoding="utf-8")
    (folder / "link.md").symlink_to(outside / "secret.md")
    (folder / "linked").symlink_to(outside)
    os.mkfifo(folder / "pipe.md")
    names = [
        "../outside/secret.md", "%2e%2e/outside/secret.md", "..%2foutside%2fsecret.md", str(outside / "secret.md"),
        "link.md", "linked/secret.md", "pipe.md", "inner.md", "x/../../outside/secret.md", "/etc/passwd", "notes.txt",
        ".ludotome/versions.sqlite", ".hidden.md", "a%00b.md", "..%5coutside%5csecret.md", "con:x.md", "a//b.md",
    ]  # fmt: skip
    with studio_client(folder) as client:
        for name in names:
            for address in (f"/api/documents/{name}", f"/api/documents/{name}/versions/1", f"/web/{name}"):
                answer = client.get(address)
                assert answer.status_code in (400, 404), (address, answer.status_code)
                assert SECRET not in answer.text
            answer = client.put(f"/api/documents/{name}", json={"text": "x", "version": None})
            assert answer.status_code in (400, 404), (name, answer.text)
    assert [file.name for file in outside.iterdir()] == ["secret.md"]
    assert (outside / "secret.md").read_text(encoding="utf-8") == SECRET
    assert (folder / "notes.txt").read_text(encoding="utf-8") == SECRET


def test_a_private_folder_that_leads_elsewhere_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / ".ludotome").symlink_to(tmp_path / "outside")
    with studio_client(tmp_path / "folder") as client:
        assert client.put("/api/documents/a.md", json={"text": "x", "version": None}).status_code == 400
    assert list((tmp_path / "outside").iterdir()) == []


def test_hostile_names_are_data_in_the_page(tmp_path: Path) -> None:
    name = "<img src=x onerror=alert(1)></script><script>alert(1).md"
    (tmp_path / name.replace("/", "∕")).write_text("# x", encoding="utf-8")
    with studio_client(tmp_path) as client:
        text = client.get("/").text
    assert "<img" not in text
    assert text.count("</script>") == 3, "only the scripts of the frame"


def test_a_new_document_plays(tmp_path: Path) -> None:
    with studio_client(tmp_path) as client:
        text = client.post("/api/new", json={"name": "my-game"}).json()["text"]
        assert load_text(text).new_initial_state().legal_actions()
        wrong = client.post("/api/new", json={"name": "my game"})
    assert wrong.status_code == 400
    assert "`my game` is not a name" in wrong.json()["error"]["message"]
