"""Properties of a rendering beyond its exact bytes, which the golden files check."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from ludotome.diagnostics import (
    Diagnostic,
    Edit,
    Fix,
    Label,
    SourceText,
    code_page,
    has_errors,
    in_reading_order,
    render,
)
from ludotome.diagnostics.renderers.columns import utf16_column
from tests.support.marked_text import marked

HERE = Path(__file__).parent
SCHEMA = HERE.parents[2] / "docs" / "diagnostics.schema.json"
SOURCE, SPANS = marked("🎲🎲 «🃏x» «y\nz»\n")
ALL_PARTS = Diagnostic(
    code="LT099",
    severity="error",
    path="zones[0].id",
    message="no such card",
    suggestion="write `y`",
    span=SPANS[0],
    alternatives=("y", "z"),
    notes=("a note",),
    labels=(Label(span=SPANS[1], text="beside this"),),
    fix=Fix(title="write `y`", edits=(Edit(span=SPANS[0], replacement="y"),)),
    context_snippet="🎲",
)
BARE = Diagnostic(code="LT990", severity="info", path="game", message="hm")


def test_the_json_report_is_valid_against_its_committed_schema() -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    for diagnostics in ([], [ALL_PARTS], [BARE, ALL_PARTS]):
        jsonschema.validate(json.loads(render(diagnostics, SOURCE, "json")), schema)


def test_the_page_of_the_json_report_names_every_key() -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    page = SCHEMA.with_name("diagnostics-json.md").read_text(encoding="utf-8")
    keys = {*schema["properties"], *schema["$defs"]["diagnostic"]["properties"]}
    assert sorted(key for key in keys if f"`{key}`" not in page) == []


def test_the_json_report_counts_code_points_and_names_the_code() -> None:
    entry = json.loads(render([ALL_PARTS], SOURCE, "json", filename="g.md"))["diagnostics"][0]
    assert (entry["span"]["column"], entry["span"]["start"], entry["span"]["end"]) == (4, 3, 5)
    assert (entry["name"], entry["file"], entry["alternatives"]) == ("not-utf-8", "g.md", ["y", "z"])


def test_the_sarif_log_has_the_structure_of_the_standard() -> None:
    schema = json.loads((HERE / "sarif_subset.schema.json").read_text(encoding="utf-8"))
    for diagnostics in ([], [ALL_PARTS], [BARE, ALL_PARTS]):
        jsonschema.validate(json.loads(render(diagnostics, SOURCE, "sarif")), schema)


def test_sarif_columns_are_utf16_units() -> None:
    run = json.loads(render([ALL_PARTS], SOURCE, "sarif"))["runs"][0]
    region = run["results"][0]["locations"][0]["physicalLocation"]["region"]
    # two dice of two units each and a space come before; the card has two units, the x one
    assert region == {"startLine": 1, "startColumn": 6, "endLine": 1, "endColumn": 9}
    assert run["columnKind"] == "utf16CodeUnits"


def test_sarif_rules_carry_the_page_of_their_code() -> None:
    rules = json.loads(render([BARE, ALL_PARTS], SOURCE, "sarif"))["runs"][0]["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["LT099", "LT990"]
    assert rules[0]["help"]["markdown"] == code_page("LT099").markdown


def test_a_sarif_uri_is_escaped() -> None:
    log = json.loads(render([BARE], "", "sarif", filename="my game#1 é\ud800.md"))
    location = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
    assert location == {"uri": "my%20game%231%20%C3%A9%3F.md"}


@pytest.mark.parametrize(("column", "expected"), [(1, 1), (2, 3), (3, 4), (4, 6), (9, 11)])
def test_utf16_columns_also_past_the_end(column: int, expected: int) -> None:
    assert utf16_column("🎲a🎲", column) == expected


def test_github_escapes_what_would_end_a_command() -> None:
    diagnostic = Diagnostic(code="LT990", severity="warning", path="x", message="100%\n::error::x", suggestion="a\r\nb")
    text = render([diagnostic], "", "github", filename="a,b:c%.md")
    assert text == ("::warning file=a%2Cb%3Ac%25.md,title=LT990::100%25%0A::error::x%0Ahelp: a%0D%0Ab\n")


def test_a_source_may_be_a_text_a_source_text_or_a_mapping() -> None:
    source, spans = marked("a: «b»\n", "g.md")
    here = Diagnostic(code="LT990", severity="error", path="a", message="m", span=spans[0])
    shown = render([here], source)
    assert "1 | a: b" in shown
    assert render([here], {"g.md": source.text}) == shown
    assert render([here], {"g.md": source.text}, filename="g.md") == shown


def test_a_mapping_without_the_main_document_finds_it_under_the_file_name() -> None:
    source, spans = marked("a: «b»\n")
    here = Diagnostic(code="LT990", severity="error", path="a", message="m", span=spans[0])
    assert "1 | a: b" in render([here], {"g.md": source.text}, filename="g.md")


def test_a_source_without_text_is_a_place_without_an_excerpt() -> None:
    _, spans = marked("a: «b»\n", "elsewhere.txt")
    here = Diagnostic(code="LT990", severity="error", path="a", message="m", span=spans[0])
    assert render([here], "") == "error[LT990]: m\n --> elsewhere.txt:1:4\n\n"


def test_nothing_wrong_renders_as_nothing_for_people() -> None:
    assert [render([], "a", form) for form in ("full", "concise", "github")] == ["", "", ""]


def test_an_unknown_format_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="unknown format `xml`: write one of full, concise, json, sarif, github"):
        render([], "", "xml")  # type: ignore[arg-type]


def test_a_line_of_many_megabytes_is_cut_before_it_is_measured() -> None:
    source = SourceText("x" * 20_000_000 + "here" + "y" * 20_000_000)
    here = Diagnostic(code="LT990", severity="error", path="a", message="m", span=source.span(20_000_000, 20_000_004))
    shown = render([here], source, width=60).splitlines()
    assert shown[3].startswith("1 | …xxx")
    assert len(shown[3]) == 60
    assert shown[3][shown[4].index("^") : shown[4].rindex("^") + 1] == "here"


def test_reading_order_is_by_source_place_and_code_and_the_placeless_come_last() -> None:
    first, second = (Diagnostic(code="LT990", severity="warning", path="a", message="m", span=span) for span in SPANS)
    assert in_reading_order([BARE, second, first]) == (first, second, BARE)


def test_only_an_error_is_an_error() -> None:
    assert not has_errors([BARE])
    assert has_errors([BARE, ALL_PARTS])


@pytest.mark.parametrize(
    ("diagnostics", "source", "said"),
    [
        (3, "", "diagnostics is of type `int`; write a list of `Diagnostic`, such as `result.diagnostics`"),
        ("LT001", "", "diagnostics is of type `str`; write a list of `Diagnostic`"),
        ((), None, "source is of type `NoneType`; write the text of the document, or texts by their names"),
        ((), 3, "source is of type `int`; write the text"),
    ],
)
def test_what_cannot_be_rendered_is_refused_by_name(diagnostics: Any, source: Any, said: str) -> None:
    with pytest.raises(TypeError, match=said):
        render(diagnostics, source)
