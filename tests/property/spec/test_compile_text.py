"""Laws of the front end: any change to a document gives an answer, soon, with existing places."""

from __future__ import annotations

import random
import re
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotome.diagnostics import has_errors
from ludotome.gamedef import to_json, validate_game_def
from ludotome.spec import compile_text
from tests.support.documents import MARKING, whole_document

DOCUMENTS = [
    file.read_text(encoding="utf-8") for file in sorted((Path(__file__).parents[2] / "documents").glob("*.md"))
]
SOUP = """none it $x actor [ ] { } : " ' 0 -1 99999999999999999999 where and in true null ~ board players &a *a | >- #
grid op ref query {op:and} [[]] {} [] 1.5 $ .. ( ) , each hand:each endTurn effects when expr"""
PIECES = [*SOUP.split(), "\x00", "\u202e", "\ufffd"]
BOARDS = ["grid: { rows: 3, cols: 3", "hex: { radius: 2", "graph: { zones: [a, b]", "mission: { file: m.txt"]


def broken(text: str, chance: random.Random) -> str:
    """Return *text* with one part removed, inserted, moved, copied, indented or replaced."""
    at = chance.randrange(len(text))
    lines = text.split("\n")
    line = chance.randrange(len(lines))
    match chance.randrange(7):
        case 0:
            return text[:at] + text[at + chance.choice([1, 1, 2, 5, 20]) :]
        case 1:
            return text[:at] + chance.choice([*PIECES, "\t", "\n", "  "]) + text[at:]
        case 2:
            lines.insert(chance.randrange(len(lines)), lines.pop(line))
        case 3:
            lines[line] = " " * chance.randrange(9) + lines[line].lstrip()
        case 4:
            to = chance.randrange(len(text))
            return text[:to] + text[at : at + chance.choice([5, 20, 200])] + text[to:]
        case 5:
            words = list(re.finditer(r"[\w$]+", text))
            word = chance.choice(words)
            return text[: word.start()] + chance.choice([*PIECES, chance.choice(words).group()]) + text[word.end() :]
        case _:
            values = list(re.finditer(r": ([^\n,{}\[\]]+)", text))
            value = chance.choice(values)
            return text[: value.start(1)] + chance.choice(PIECES) + text[value.end(1) :]
    return "\n".join(lines)


def check_answer(text: str) -> None:
    started = time.perf_counter()
    result = compile_text(text)
    assert time.perf_counter() - started < 10
    assert (result.game_def is None) == any(found.severity == "error" for found in result.diagnostics)
    if result.game_def is not None:
        assert not has_errors(validate_game_def(result.game_def))
    for found in result.diagnostics:
        assert found.path
        assert found.message
        assert found.severity != "error" or found.suggestion
        assert found.span is not None
        for span in (found.span, *(label.span for label in found.labels)):
            assert 0 <= span.start <= span.end <= len(text)


@settings(max_examples=200)
@given(st.integers(min_value=0), st.sampled_from(DOCUMENTS), st.integers(min_value=1, max_value=4))
def test_a_broken_document_is_answered(seed: int, text: str, times: int) -> None:
    chance = random.Random(seed)
    for _ in range(times):
        text = broken(text, chance) or " "
    check_answer(text)


@pytest.mark.parametrize(
    "piece", ["x: \u201c", "x: \u201ca\u201d, ", 'x: "', "[", "{ ", "a: b: ", "- ", "&a ", "| ", "where "]
)
def test_a_long_line_of_the_same_is_answered(piece: str) -> None:
    check_answer(whole_document("", MARKING) + "\n```yaml\n" + piece * 40_000 + "\n```\n")


@pytest.mark.parametrize("board", BOARDS)
def test_a_field_whose_name_cannot_be_read_is_left_out_of_its_board(board: str) -> None:
    """One error, that of the character: the unknown field at the same place is no error of its own."""
    result = compile_text(whole_document(f"zones:\n  - {board}, x\x00: 1 }}\n", MARKING))
    assert [found.code for found in result.diagnostics] == ["LT004"]


@given(st.binary(max_size=200))
def test_random_bytes_are_answered(data: bytes) -> None:
    check_answer("```yaml\n" + data.decode("utf-8", "surrogateescape") + "\n```\n")


@given(st.sampled_from(DOCUMENTS))
def test_compiling_twice_gives_the_same_bytes(text: str) -> None:
    first, second = compile_text(text).game_def, compile_text(text).game_def
    assert first is not None
    assert second is not None
    assert to_json(first) == to_json(second)


@pytest.mark.long
def test_many_broken_documents_are_answered() -> None:
    for seed in range(20_000):
        chance = random.Random(seed)
        text = chance.choice(DOCUMENTS)
        for _ in range(chance.choice([1, 1, 2, 3, 6])):
            text = broken(text, chance) or " "
        check_answer(text)
