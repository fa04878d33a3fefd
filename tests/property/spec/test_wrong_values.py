"""Laws over documents with wrong values: each gives an answer, and each that compiles is a playable game.

The documents are made from the tables of nodes and of shapes (`tests.support.wrong_values`), so new nodes and fields
are covered without a change here.
"""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator

import pytest

from ludotome.diagnostics import Diagnostic, has_errors
from ludotome.gamedef import NODES, GameDef, NodeInfo, from_json, to_json, validate_game_def
from ludotome.spec import CompileResult, GameSpecDoc, compile_game_spec_to_game_def, compile_text, expand_macros
from ludotome.spec.shapes import BOARD_MACROS, EFFECT_MACROS, SECTION_FIELDS, ZONE, Field, Shape
from tests.support.wrong_values import (
    SAMPLE,
    Sections,
    as_text,
    node_document,
    node_mutants,
    places,
    section_mutants,
    shaken,
    shown_path,
)

# Values in Python's notation, which no message may show.
PYTHON = re.compile(r"\b(?:None|True|False|NoneType|Traceback|nan|inf)\b|<class|\{'|\['")
STEP = 97  # the share in `make test`: a prime, so that every field and every wrong value occurs


def errors(diagnostics: tuple[Diagnostic, ...]) -> list[tuple[str, str, str]]:
    return sorted((found.code, found.path, found.message) for found in diagnostics if found.severity == "error")


def check_document(sections: Sections) -> GameDef | None:
    """Check the front end on one document and return the game, if it is one."""
    result = compile_game_spec_to_game_def(GameSpecDoc(sections))
    check_diagnostics(sections, result)
    check_stages(sections, result)
    if not is_beyond_64_bits(sections):  # YAML reads such a number as text
        assert compile_text(as_text(sections)).game_def == result.game_def
    if result.game_def is not None:
        assert from_json(to_json(result.game_def)) == result.game_def
        assert not has_errors(validate_game_def(result.game_def))
    return result.game_def


def is_beyond_64_bits(sections: Sections) -> bool:
    return any(isinstance(value, int) and abs(value) >= 2**63 for _, value in places(sections))


def check_diagnostics(sections: Sections, result: CompileResult) -> None:
    assert (result.game_def is None) == has_errors(result.diagnostics)
    paths = {"document", *(shown_path(path) for path, _ in places(sections))}
    for found in result.diagnostics:
        assert found.path in paths, found
        assert found.severity != "error" or found.suggestion, found
        assert PYTHON.search(f"{found.message} {found.suggestion}") is None, found


def check_stages(sections: Sections, result: CompileResult) -> None:
    """Expanding first and then compiling is exactly as strict as compiling at once."""
    expanded = expand_macros(GameSpecDoc(sections))
    compiled = compile_game_spec_to_game_def(expanded.doc)
    assert compiled.game_def == result.game_def
    assert errors(compiled.diagnostics) == errors(result.diagnostics)
    if has_errors(expanded.diagnostics):
        assert result.game_def is None


def check_all(mutants: Iterator[tuple[str, Sections]]) -> int:
    number = 0
    for name, sections in mutants:
        number += 1
        try:
            check_document(sections)
        except Exception as problem:
            problem.add_note(f"document: {name}")
            raise
    return number


@pytest.mark.parametrize("info", NODES.values(), ids=lambda info: f"{info.family} {info.name}")
def test_every_node_can_be_written_as_a_tree(info: NodeInfo) -> None:
    sections, _ = node_document(info)
    assert errors(compile_game_spec_to_game_def(GameSpecDoc(sections)).diagnostics) == []


def test_the_sample_writes_every_field_of_the_table_of_shapes() -> None:
    written = {str(step) for path, _ in places(SAMPLE) for step in path}
    missing = {key for shape in all_shapes() for key in shape.fields if key not in written}
    others = {"extends", "file", "segments", "tokens", "walkable"}
    assert missing == others, "those of variants and missions, which need other files"


def all_shapes() -> list[Shape]:
    found: list[Shape] = [*BOARD_MACROS.values(), *EFFECT_MACROS.values(), ZONE]
    waiting: list[Field] = [*SECTION_FIELDS.values(), *(field for shape in found for field in shape.fields.values())]
    while waiting:
        field = waiting.pop()
        waiting.extend((*field.options, *([field.of] if field.of is not None else [])))
        if field.shape is not None and field.shape not in found:
            found.append(field.shape)
            waiting.extend(field.shape.fields.values())
    return found


def test_a_share_of_wrong_values_in_nodes_is_answered() -> None:
    assert check_all(itertools.islice(node_mutants(), 0, None, STEP)) > 150


def test_a_share_of_wrong_values_in_sections_is_answered() -> None:
    assert check_all(itertools.islice(section_mutants(), 0, None, STEP)) > 150


@pytest.mark.long
def test_every_wrong_value_in_every_field_of_every_node_is_answered() -> None:
    assert check_all(node_mutants()) > 15_000


@pytest.mark.long
def test_every_wrong_value_at_every_place_of_a_document_is_answered() -> None:
    assert check_all(section_mutants()) > 15_000


def test_shaken_documents_are_answered() -> None:
    for seed in range(120):
        check_document(shaken(random.Random(seed)))


@pytest.mark.long
def test_many_shaken_documents_are_answered() -> None:
    for seed in range(10_000):
        check_document(shaken(random.Random(seed)))
