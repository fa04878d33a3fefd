"""Documents broken in mechanical ways get an error at the broken line that proposes the original."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.mutation_study import NEEDED, study

FOLDER = Path(__file__).parents[2] / "documents"
# One of them has a mission board, whose cells are read from files.
DOCUMENTS = [*sorted(FOLDER.glob("*.md")), FOLDER / "more" / "heist.md"]


def share(per_document: int) -> float:
    rows = study(DOCUMENTS, per_document, show=0).values()
    made, valid, told = (sum(row[place] for row in rows) for place in range(3))
    assert made >= min(per_document, 50) * len(DOCUMENTS) * 0.9
    return told / (made - valid)


def test_a_sample_of_mutants_is_reported() -> None:
    assert share(12) >= NEEDED


@pytest.mark.long
def test_five_hundred_mutants_of_each_document_are_reported() -> None:
    assert share(500) >= NEEDED
