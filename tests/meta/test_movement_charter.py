"""Every clause of the movement specification, and every ruling on it, is cited by the name of at least one test."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
CLAUSES = (
    *(f"sliding_rule_{number}" for number in range(1, 6)),
    *(f"edge_case_{number}" for number in range(1, 16)),
    *(f"ruling_{letter}" for letter in "abcdefghijklm"),
)


def cited_clauses() -> set[str]:
    found = set()
    for file in sorted(TESTS.glob("*/movement/test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                cited = re.match(r"test_((?:sliding_rule|edge_case)_\d+|ruling_[a-z])__", node.name)
                found |= {cited[1]} if cited else set()
    return found


@pytest.mark.parametrize("clause", CLAUSES)
def test_each_clause_has_a_test(clause: str) -> None:
    assert clause in cited_clauses(), f"no test under tests/*/movement is called `test_{clause}__…`"


def test_no_test_cites_a_clause_that_does_not_exist() -> None:
    assert cited_clauses() <= set(CLAUSES)
