"""Documents in the habits of other languages are repaired by what the diagnostics say, to the game that was meant."""

from __future__ import annotations

from tools.repair_study import BY_FIXES, BY_SUGGESTIONS, study


def test_most_documents_are_repaired_by_suggestions_and_half_by_fixes_alone() -> None:
    rows = study()
    assert len(rows) >= 40
    assert sum(row.by_suggestions for row in rows) >= BY_SUGGESTIONS * len(rows)
    assert sum(row.by_fixes for row in rows) >= BY_FIXES * len(rows)
