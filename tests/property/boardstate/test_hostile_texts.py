"""Any text gives a board, or a `BoardError` without changing the board."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from ludotome.boardstate import (
    BoardError,
    BoardState,
    export_mission,
    export_save,
    import_mission,
    import_save,
    new_board,
    replace_segment_library,
    replace_token_library,
)
from ludotome.diagnostics import has_errors
from tests.support.boards import SEGMENTS, TOKENS, furnished

SCRAPS = [
    *(
        "\x00",
        "\r",
        "\n",
        "\r\n",
        "\ufeff",
        "\t",
        " ",
        '"',
        "#",
        "(",
        ")",
        ",",
        "=",
        ":",
        "{",
        "}",
        "[",
        "]",
        "-",
        "\\",
    ),
    *("0", "1", "9" * 12, "4097", "-1", "1e999", "NaN", "null", "true", "é", "\ud800", "\u2028", "٣", "x" * 300),
    *("segment", "endsegment", "legend:", "instances:", "tokens:", "attrs=", "cells=(0,0)", "rot=45", "board: 3x3"),
    *('{"a":' * 80, "version: 2", '"version": 2', "type=", "notes=", "name="),
]


@st.composite
def mutated(draw: st.DrawFn, text: str) -> str:
    """Return *text* with parts removed, doubled, swapped or inserted."""
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 12)))
        piece = draw(st.sampled_from([*SCRAPS, text[start:end] * 2, "", text[end : end + 20]]) | st.text(max_size=4))
        text = text[:start] + piece + text[end:]
    return text


def attempt(state: BoardState, call: Callable[[], object]) -> bool:
    """Return whether *call* succeeds; otherwise it must raise `BoardError`, with places if there is a text."""
    before = export_save(state)
    caught = None
    try:
        call()
    except BoardError as error:
        caught = error
    if caught:
        assert has_errors(caught.diagnostics)
        assert str(caught)
        assert export_save(state) == before
    return caught is None


@settings(max_examples=300)
@given(mutated(SEGMENTS))
def test_segment_libraries(text: str) -> None:
    state = furnished()
    if attempt(state, lambda: replace_segment_library(state, text)):
        assert export_save(import_save(export_save(state))) == export_save(state)


@settings(max_examples=300)
@given(mutated(TOKENS))
def test_token_libraries(text: str) -> None:
    state = furnished()
    if attempt(state, lambda: replace_token_library(state, text)):
        assert export_save(import_save(export_save(state))) == export_save(state)


@settings(max_examples=500)
@given(mutated(export_mission(furnished())))
def test_missions(text: str) -> None:
    state = furnished()
    if attempt(state, lambda: import_mission(state, text)):
        written = export_mission(state)
        import_mission(state, written)
        assert export_mission(state) == written


@settings(max_examples=500)
@given(mutated(export_save(furnished())))
def test_saves(text: str) -> None:
    state = furnished()
    if attempt(state, lambda: import_save(text)):
        written = export_save(import_save(text))
        assert export_save(import_save(written)) == written


@settings(max_examples=200)
@given(st.text(max_size=60), st.text(max_size=60), st.text(max_size=60), st.binary(max_size=60))
def test_any_text_at_all(segments: str, tokens: str, mission: str, save: bytes) -> None:
    state = furnished()
    attempt(state, lambda: new_board(5, segments, tokens))
    attempt(state, lambda: import_mission(state, mission))
    attempt(state, lambda: import_save(save))
    assert export_save(import_save(export_save(state))) == export_save(state)
