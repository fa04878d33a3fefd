"""Documents in the style of other languages are repaired by the diagnostics to the intended game."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.repair_study import FOLDERS, PAGE_FILE, is_enough, study, summary


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_most_documents_are_repaired_by_suggestions_and_half_by_fixes_alone(folder: Path) -> None:
    rows = study(folder)
    assert len(rows) >= 40
    assert is_enough(rows)
    assert summary(rows) in PAGE_FILE.read_text(encoding="utf-8"), "run `python tools/repair_study.py --write`"
