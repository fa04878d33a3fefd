"""The definitions of documents: one with every feature, and a grid of three by three."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludotome.gamedef import to_json
from ludotome.spec import compile_text
from ludotome.spec.sections import SECTIONS
from tests.conftest import Golden
from tests.support.documents import MARKING, whole_document

HERE = Path(__file__).parent
FULL = (HERE / "full-feature.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["full-feature", "grid"])
def test_a_document_becomes_this_definition(name: str, golden: Golden) -> None:
    result = compile_text(FULL if name == "full-feature" else whole_document("", MARKING))
    assert [found.message for found in result.diagnostics] == []
    assert result.game_def is not None
    golden(to_json(result.game_def, indent=1) + "\n", HERE / f"{name}.json")


def test_the_full_document_has_every_section() -> None:
    """Except `remove`, which only a variant of another document can have."""
    assert [section for section in SECTIONS if f"{section}:" not in FULL] == ["remove"]
