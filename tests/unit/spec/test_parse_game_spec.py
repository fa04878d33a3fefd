"""parse_game_spec: fences, YAML, sections, limits; typical errors in YAML."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from ludotome.spec import parse_game_spec
from tests.support.documents import whole_document

FENCE = "```"


def codes(text: str) -> list[str]:
    return [found.code for found in parse_game_spec(text).diagnostics]


def under(text: str) -> list[tuple[str, str]]:
    """Return the code of every diagnostic with the text under its span."""
    parsed = parse_game_spec(text)
    return [
        (found.code, parsed.source_map.source.text_of(found.span))
        for found in parsed.diagnostics
        if found.span is not None
    ]


@pytest.mark.parametrize(
    "info", ["yaml", "yml", "YAML", 'yaml title="setup"', "yaml {.numberLines}", "yaml,linenos", " yaml "]
)
def test_a_fence_counts_by_the_first_word_of_its_info_string(info: str) -> None:
    assert parse_game_spec(f"{FENCE}{info}\nconstants: {{ a: 1 }}\n{FENCE}\n").doc.get("constants") == {"a": 1}


@pytest.mark.parametrize("info", ["", "json", "yamlish", "python yaml"])
def test_other_fences_are_prose(info: str) -> None:
    assert codes(f"{FENCE}{info}\nconstants: [\n{FENCE}\n") == ["LT002"]


def test_fences_in_lists_and_quotes_have_exact_places() -> None:
    text = f"1. first\n\n   {FENCE}yaml\n   constants:\n     a: 1\n   {FENCE}\n\n"
    text += f"> {FENCE}yaml\n> metadata:\n>   id: game\n> {FENCE}\n"
    parsed = parse_game_spec(text)
    assert parsed.diagnostics == ()
    source = parsed.source_map.source
    assert source.text_of(parsed.source_map.key_span("constants.a")) == "a"
    assert source.text_of(parsed.source_map.value_span("metadata.id")) == "game"
    assert parsed.source_map.value_span("metadata.id").line == 10


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_every_kind_of_line_end_is_read(line_end: str) -> None:
    text = f"# x\n\n{FENCE}yaml\nconstants:\n  a: >-\n    one\n    two\n{FENCE}\n".replace("\n", line_end)
    parsed = parse_game_spec(text)
    assert parsed.doc.get("constants") == {"a": "one two"}
    assert parsed.source_map.source.text_of(parsed.source_map.text_span("constants.a", 4, 7)) == "two"


@pytest.mark.parametrize("name", ["off", "n", "no", "on", "yes", "y", "Off"])
def test_only_true_and_false_are_more_than_names(name: str) -> None:
    assert parse_game_spec(f"{FENCE}yaml\nconstants: {{ a: {name}, b: true }}\n{FENCE}\n").doc.get("constants") == {
        "a": name,
        "b": True,
    }


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("7", 7),
        ("-3", -3),
        ("0x10", 16),
        ("0o10", 8),
        ("010", 10),
        ("1.5", 1.5),
        ("~", None),
        ("1_000", "1_000"),
        ("1:30", "1:30"),
    ],
)
def test_numbers_are_those_of_the_core_schema(written: str, meant: object) -> None:
    assert parse_game_spec(f"{FENCE}yaml\nconstants: {{ a: {written} }}\n{FENCE}\n").doc.get("constants") == {
        "a": meant
    }


def test_sections_are_merged_over_blocks_and_stand_in_canonical_order() -> None:
    text = f"{FENCE}yaml\nzones: [ {{ id: a }} ]\nconstants: {{ x: 1 }}\n{FENCE}\n\n"
    text += f"{FENCE}yaml\nconstants: {{ y: 2 }}\nzones: [ {{ id: b }} ]\n{FENCE}\n"
    parsed = parse_game_spec(text)
    assert list(parsed.doc.sections.items()) == [("constants", {"x": 1, "y": 2}), ("zones", [{"id": "a"}, {"id": "b"}])]
    assert parsed.source_map.source.text_of(parsed.source_map.value_span("zones[1].id")) == "b"


def test_a_section_may_be_named_explicitly() -> None:
    parsed = parse_game_spec(f"{FENCE}yaml\nsection: zones\nitems:\n  - id: a\n{FENCE}\n")
    assert parsed.doc.get("zones") == [{"id": "a"}]
    assert parsed.diagnostics == ()


def test_an_unknown_section_names_what_is_near_and_fixes_it() -> None:
    (found,) = parse_game_spec(f"{FENCE}yaml\nend_conditions: []\n{FENCE}\n").diagnostics
    assert found.code == "LT101"
    assert found.alternatives == ("endConditions",)
    assert found.fix is not None
    assert found.fix.edits[0].replacement == "endConditions"


def test_a_broken_block_hides_neither_the_others_nor_its_own_other_mistakes() -> None:
    text = whole_document(
        "actions:\n  - id: a\n    notation: {$a}{$b}\n  - id: b\n    pre: x: y\n  - id: c\n\n"
        "triggers: [\nscoring: 'it's'\n"
    )
    assert codes(text) == ["LT017", "LT010", "LT030", "LT027"]
    assert parse_game_spec(text).doc.get("metadata") == {"id": "base", "players": {"min": 2, "max": 2}}


MISTAKES = {
    "unquoted colon": ("tests:\n  - name: a: b\n", "LT010", ":"),
    "unquoted colon in brackets": ("tests: [ { name: a : b } ]\n", "LT010", ":"),
    "indentation": ("metadata:\n    id: x\n  players: 1\n", "LT011", "players: 1"),
    "a tab": ("metadata:\n\tid: x\n", "LT012", "\t"),
    "blanks inside quotes": ('metadata: { id: "x " }\n', "LT014", '"x "'),
    "a no-break space": ("metadata: { id: x\u00a0y }\n", "LT014", "\u00a0"),
    "duplicate key": ("metadata:\n  id: x\n  id: y\n", "LT015", "id"),
    "duplicate section in one block": ("tests: []\ntests: []\n", "LT015", "tests"),
    "colon without a blank": ("metadata:\n  id:x\n  a: 1\n", "LT016", "id:x"),
    "an opening brace": ("metadata: { id: x }\nscoring: {$a}{$b}\n", "LT017", "{$a}{$b}"),
    "an opening bracket": ("scoring: [a, b] where c\n", "LT017", "[a, b] where c"),
    "an anchor": ("scoring: && x\n", "LT017", "&& x"),
    "a tag": ("scoring: !x y\n", "LT017", "!x y"),
    "a text mark": ("scoring: > 3\n", "LT017", "> 3"),
    "a percent sign": ("scoring: % 3\n", "LT017", "% 3"),
    "an at sign": ("scoring: @x\n", "LT017", "@x"),
    "a hash sign": ("metadata: { a: 1 }\nscoring: #x\n", "LT017", "#x"),
    "a key that is a list": ("? [a]\n: b\n", "LT018", "[a]"),
    "bare text over lines": ("scoring: a\n  + b\n", "LT019", "a"),
    "a dash without a blank": ("tests:\n  -name: x\n   perft: [1]\n", "LT020", "-"),
    "dashes without blanks": ("tests:\n  -a\n  -b\n", "LT020", "-"),
    "undefined alias": ("scoring: *x\n", "LT022", "*x"),
    "recursive alias": ("tests: &x [*x]\n", "LT022", "*x"),
    "empty value": ("metadata: { id: }\n", "LT023", "id"),
    "empty entry": ("tests:\n  -\n  - name: x\n", "LT023", "-"),
    "empty section": ("tests:\n", "LT023", "tests"),
    "a comment that cuts": ("tests:\n  - name: card #3\n", "LT024", "#3"),
    "a comment that cuts brackets": ("tests:\n  - { name: card #3 }\n", "LT024", "#3 }"),
    "a second document": ("tests: []\n---\nsetup: []\n", "LT025", "---"),
    "dashes in brackets": ("tests: [ - a ]\n", "LT026", "-"),
    "lines under a value": ("tests: []\n  - a\n", "LT026", "- a"),
    "a value above a list": ("tests:\n  - name: x\n    moves: a\n      - b\n", "LT026", "a"),
    "double quotes in double quotes": ('scoring: "a "b" c"\n', "LT027", '"a "b" c"'),
    "an apostrophe in single quotes": ("scoring: 'it's'\n", "LT027", "'it's'"),
    "text after quotes": ("scoring: \"a\" + b\n", "LT027", '"a" + b'),
    "indent under a text mark": ("metadata:\n  id: >-\n    a\n   b\n  x: 1\n", "LT028", "b"),
    "no indent under a text mark": ("metadata:\n  id: >-\n  a == b\n", "LT028", "a == b"),
    "an unclosed bracket": ("metadata: { id: x\ntests: []\n", "LT030", "{"),
    "an unclosed quote": ('scoring: "a\n', "LT030", '"'),
    "a quote closed by the next line's": ('tests:\n  - name: "a\n    moves: ["b"]\n', "LT030", '"'),
    "a quote in brackets closed by the next line's": ('tests:\n  - name: [ "a ]\n    moves: [ "b" ]\n', "LT030", '"'),
    "a missing comma": ("metadata: { id: x a: 1 }\n", "LT031", "a"),
    "a stray bracket": ("tests: ]\n", "LT032", "]"),
    "an unknown escape": ('scoring: "\\d"\n', "LT033", "\\d"),
    "a line without a colon": ("metadata:\n  id: x\n  players\n", "LT034", "players"),
}  # fmt: skip


@pytest.mark.parametrize("snippet", MISTAKES.values(), ids=MISTAKES)
def test_each_mistake_has_its_code_and_its_place(snippet: tuple[str, str, str]) -> None:
    yaml_text, code, token = snippet
    assert under(f"# x\n\n{FENCE}yaml\n{yaml_text}{FENCE}\n") == [(code, token)]


CLEAN = [
    "metadata: { id: x } # a comment",
    "metadata:   # a comment\n  id: x",
    "tests:\n- name: a\n- name: b",
    "tests:\n    - name: a\n      moves: [a, b, -1, {x: y}]",
    "scoring: \"a # b: c\"",
    "scoring: 'it''s'",
    "scoring: |\n  a\n\n  b",
    "scoring: >-\n  a\n  b   # no comment",
    "tests: [ { name: a, legal: [\n   x,\n   y ] } ]",
    "metadata: { a: true, b: ~, c: null }",
    "---\nmetadata: { id: x }",
    "metadata: { id: &name x, other: *name }",
    "setup: [ endTurn, shuffle: deck ]",
    "constants: { a: -3, b: -x }",
    "scoring: -$card.cost",
    "tokenTypes: [ { id: a, draw: { X: \" x\" } } ]",
    "",
    "# only a comment",
]  # fmt: skip


@pytest.mark.parametrize("yaml_text", CLEAN)
def test_ordinary_yaml_is_never_complained_of(yaml_text: str) -> None:
    assert codes(f"{FENCE}yaml\n{yaml_text}\n{FENCE}\n") == []


def test_characters_that_are_not_text_are_found_and_a_byte_order_mark_is_fixed() -> None:
    found = parse_game_spec(
        f"\ufeff{FENCE}yaml\nconstants: {{ a: 'x\x01' }}\n{FENCE}\n\nlone \ud800, nul \x00\n"
    ).diagnostics
    assert [(one.code, one.severity) for one in found] == [("LT004", "warning"), *[("LT004", "error")] * 3]
    assert found[0].fix is not None


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("x" * 1_000_001, "LT001"),
        (f"{FENCE}yaml\n{FENCE}\n\n" * 501, "LT001"),
        (f"{FENCE}yaml\nconstants: {'[' * 5000}\n{FENCE}\n", "LT005"),
        (f"{FENCE}yaml\nconstants: {'[' * 40_000}{']' * 40_000}\n{FENCE}\n", "LT005"),
        (f"{FENCE}yaml\nconstants: {{ a: &a 1, b: [{'*a,' * 1001}] }}\n{FENCE}\n", "LT005"),
        (f"{FENCE}yaml\nconstants: [{'1,' * 100_001}]\n{FENCE}\n", "LT005"),
        ("\x00" * 600, "LT006"),
    ],
)
def test_bad_input_is_bounded(text: str, code: str) -> None:
    started = time.perf_counter()
    assert code in codes(text)
    assert time.perf_counter() - started < 10  # a time limit: bounded, not fast


def test_ten_megabytes_are_refused_at_once() -> None:
    assert codes(f"{FENCE}yaml\n" + "constants: { a: 1 }\n" * 500_000 + FENCE) == ["LT001"]


def test_this_file_is_not_a_document() -> None:
    assert codes(Path(__file__).read_text(encoding="utf-8")) != []


def test_an_empty_section_of_fields_names_the_first_of_them():
    result = parse_game_spec("```yaml\nturnStructure:\n```\n")
    (found,) = [one for one in result.diagnostics if one.code == "LT023"]
    assert "phases" in (found.suggestion or "")
