"""Every shipped document has a test that compares it with an independent source."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from tests.support.house import HOUSE

PROOFS = Path("tests/oracle/games")


def unproven(documents: Iterable[Path], proofs: Path) -> list[str]:
    """Return the documents without such a test, and the tests that name no such document."""
    return [
        document.stem
        for document in documents
        if not (proof := proofs / f"test_{document.stem.replace('-', '_')}.py").exists()
        or f'"{document.stem}"' not in proof.read_text(encoding="utf-8")
    ]


def test_every_shipped_document_has_a_proof() -> None:
    documents = sorted((HOUSE.root / "src/ludotome/games").glob("*.md"))
    assert documents
    assert unproven(documents, HOUSE.root / PROOFS) == []


def test_a_document_without_a_proof_is_seen(tmp_path: Path) -> None:
    (tmp_path / "test_go.py").write_text('check("go")', encoding="utf-8")
    # a test file that does not name its game proves nothing about it
    (tmp_path / "test_pig.py").write_text("assert True", encoding="utf-8")
    games = [Path("go.md"), Path("pig.md"), Path("tag.md")]
    assert unproven(games, tmp_path) == ["pig", "tag"]
