"""Every page of this package's codes is correct: its example has that fault and no other, its `Instead` has none."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import ludotome.boardstate as package
from ludotome.boardstate import BoardError, Coord, SegmentInstance, add_segment, import_mission, new_board
from ludotome.diagnostics import Diagnostic, code_pages

EXAMPLES = Path(__file__).parents[3] / "examples" / "missions"
SEGMENTS = (EXAMPLES / "ship.segments.txt").read_text(encoding="utf-8")
TOKENS = (EXAMPLES / "crew.tokens.txt").read_text(encoding="utf-8")
PAGES = [page for page in code_pages() if "LT650" <= page.code <= "LT699"]
BLOCK = re.compile(r"```(\w+)\n(.*?)```", re.DOTALL)


def ship() -> package.BoardState:
    return new_board(10, SEGMENTS, TOKENS)


def filled(library: str, size: int) -> package.BoardState:
    """Return a board with the one segment of *library* on it."""
    state = new_board(size, library, "")
    add_segment(state, SegmentInstance("all", state.segment_defs[0].segment_id, Coord(0, 0), 0))
    return state


def faults(section: str) -> tuple[Diagnostic, ...]:
    """Return the faults in the one block of a page's *section*, read according to its language."""
    ((language, block),) = BLOCK.findall(section)
    try:
        match language:
            case "segments":
                return new_board(10, block, "").warnings
            case "tokens":
                return new_board(10, "", block).warnings
            case "mission":
                state = ship()
                import_mission(state, block)
                return state.warnings
            case "python":
                names: dict[str, Any] = {name: getattr(package, name) for name in package.__all__}
                exec(block, {**names, "state": ship(), "new_board_with": filled})
                return ()
    except BoardError as error:
        return error.diagnostics
    raise AssertionError(f"a block of {language}")


def test_there_are_pages() -> None:
    assert len(PAGES) > 40


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.code)
def test_the_example_yields_exactly_this_code(page: Any) -> None:
    found = [fault.code for fault in faults(page.example)]
    if page.code == "LT659":
        found = found[500:]  # it follows the five hundred errors that it is about
    assert found == [page.code]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.code)
def test_what_to_write_instead_is_clean(page: Any) -> None:
    assert faults(page.instead) == ()
