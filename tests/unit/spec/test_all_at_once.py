"""Structural errors and errors in names and types are reported together, without errors that only follow from them."""

from __future__ import annotations

import random
import re

import pytest

from ludotome.diagnostics import Diagnostic
from ludotome.spec import compile_game_spec_to_game_def, compile_text, parse_game_spec
from tests.unit.spec.test_one_cause import DOCUMENT

# Each breaks the document in one place: the text, its replacement, the only code, the underlined text.
STRUCTURAL = [
    ("- id: move\n", "- name: move\n", {"LT105", "LT106"}, "name"),
    ("    params:\n", "    parms:\n", {"LT105"}, "parms"),
    ("type: int, min: 0, max: 900", "typ: int, min: 0, max: 900", {"LT105"}, "typ"),
    ("players: { min: 2, max: 2 }", "players: 2", {"LT107"}, "2"),
    ("rows: 5", "rows: five", {"LT107"}, "five"),
    ("- grid: {", "- squares: {", {"LT113"}, "squares"),
    ("orientation:", "orientaton:", {"LT101"}, "orientaton"),
    ('expr: "turn > 40"', 'expr: "turn > "', {"LT055"}, ""),
    ('expr: "turn > 40"', 'exp: "turn > 40"', {"LT105"}, "exp"),
    ("type: win, player: lastActor", "type: won, player: lastActor", {"LT109"}, "won"),
    ("result: { type: draw }", "reslt: { type: draw }", {"LT105"}, "reslt"),
    ("- capture: $to\n", "- capture: $to\n        endTurn: {}\n", {"LT112"}, "endTurn"),
    ("- id: chief\n    movement: [ { step: directions } ]", "- id: chief\n    movement: king", {"LT107"}, "king"),
    ("tests:\n", "tests:\n  - 5\n", {"LT107"}, "5"),
]
NAMES = [
    ("top(a2).owner", "top(a9).owner", "LT220"),
    ("turn >= 120", "trun >= 120", "LT202"),
    ("var: scored, delta", "var: scord, delta", "LT202"),
    ("lastActor.scored > 99", "lastActor.scored > true", "LT301"),
]


def _told(text: str) -> list[Diagnostic]:
    return [found for found in compile_text(text).diagnostics if found.severity == "error"]


def _with(text: str, right: str, wrong: str) -> str:
    assert text.count(right) >= 1
    return text.replace(right, wrong, 1)


@pytest.mark.parametrize(("right", "wrong", "codes", "shown"), STRUCTURAL)
def test_a_structural_error_brings_no_others(right: str, wrong: str, codes: set[str], shown: str) -> None:
    text = _with(DOCUMENT, right, wrong)
    found = _told(text)
    assert {one.code for one in found} <= codes
    assert shown in {text[one.span.start : one.span.end] for one in found if one.span is not None}


@pytest.mark.parametrize(("right", "wrong", "codes", "shown"), STRUCTURAL)
def test_errors_in_names_and_types_are_reported_with_it(
    right: str,
    wrong: str,
    codes: set[str],
    shown: str,
) -> None:
    broken = _with(DOCUMENT, right, wrong)
    alone = len(_told(broken))
    for correct, misspelt, code in NAMES:
        if correct not in broken:
            continue
        text = _with(broken, correct, misspelt)
        assert code in {one.code for one in _told(_with(DOCUMENT, correct, misspelt))}
        lost = "rows: five" in text or "squares" in text  # the names of a missing board's cells are unknown
        if (code in ("LT220", "LT202") and lost) or ("typ:" in text and "scor" in misspelt):
            continue
        assert len(_told(text)) == alone + 1, (wrong, misspelt)


def test_three_errors_of_three_kinds_are_three_diagnostics() -> None:
    text = _with(DOCUMENT, "    params:\n", "    limits: 3\n    params:\n")
    text = _with(text, "turn >= 120", "trun >= 120")
    text = _with(text, "lastActor.scored > 99", "lastActor.scored and true")
    assert [one.code for one in _told(text)] == ["LT107", "LT202", "LT301"]


def test_paths_lead_to_what_is_written_although_an_entry_before_it_was_left_out() -> None:
    text = _with(DOCUMENT, "perPlayerVars: [ {", "perPlayerVars: [ { nme: x }, {").replace("max: 900", "max: nine")
    assert {one.path for one in _told(text)} == {"perPlayerVars[0]", "perPlayerVars[0].nme", "perPlayerVars[1].max"}
    text = _with(DOCUMENT, "macros:\n", "macros:\n  - 5\n").replace("turn > 40", "trun > 40")
    assert [(one.path, one.span.line if one.span else 0) for one in _told(text)] == [
        ("macros[0]", 19),
        ("macros[1].expr", 20),
    ]


def test_the_two_ways_to_compile_say_the_same() -> None:
    text = _with(_with(DOCUMENT, "rows: 5", "rows: five"), "    params:\n", "    parms:\n")
    text = _with(text, "lastActor.scored > 99", "lastActor.scored and true")
    parsed = parse_game_spec(text)
    found = compile_game_spec_to_game_def(parsed.doc, parsed.source_map).diagnostics
    assert [(one.code, one.path) for one in found] == [(one.code, one.path) for one in _told(text)]
    assert len(found) == 3


def test_a_key_broken_anywhere_is_reported_at_its_line_alone() -> None:
    """The law: with one key misspelt beyond recognition, every error is at the entry with this key."""
    chance = random.Random(7)
    keys = [
        key for key in re.finditer(r"^( *(?:- )?)(\w+)(?=:)", DOCUMENT, re.MULTILINE) if key[2] not in ("Red", "Grey")
    ]
    assert len(keys) > 25
    for key in keys:
        broken = DOCUMENT[: key.start(2)] + "".join(chance.sample("qxzjkv", 6)) + DOCUMENT[key.end(2) :]
        line = DOCUMENT.count("\n", 0, key.start()) + 1
        lines = {one.span.line for one in _told(broken) if one.span is not None}
        assert lines, key[2]
        assert all(found == 1 or abs(found - line) <= 4 for found in lines), (key[2], line, lines)
