"""Every expression evaluates to what `docs/kernel.md` says, including `none`."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ludotome.gamedef import NODES, walk
from tests.support.kernel_world import ask, expr, state_with
from tests.unit.kernel.expression_cases import CASES


@pytest.mark.parametrize(("made", "data", "value"), CASES, ids=[json.dumps(case[1])[:70] for case in CASES])
def test_an_expression_evaluates_to_what_it_means(made: tuple[Any, ...], data: Any, value: Any) -> None:
    found = ask(data, state_with(*made))
    assert found == value
    assert isinstance(found, bool) == isinstance(value, bool) or value in (0, 1)


def test_every_expression_has_a_case() -> None:
    met = {type(node) for _, data, _ in CASES for node in walk(expr(data))}
    expected = {cls for cls, info in NODES.items() if info.family != "effect"}
    # `seen` needs recorded positions; it has its own tests
    missing = {cls.__name__ for cls in expected - met} - {"Seen"}
    assert not missing, f"add a case to tests/unit/kernel/expression_cases.py for {sorted(missing)}"
