"""How `check` uses the results of the language; the language itself is replaced."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

import ludotome.spec
from ludotome.cli import main
from ludotome.diagnostics import Diagnostic, Edit, Fix, SourceText

Found = tuple[Diagnostic, ...]
Language = Callable[[str, Callable[[str], str]], Found]


def saying(monkeypatch: pytest.MonkeyPatch, language: Language) -> None:
    """Let *language* return the errors of every document."""

    def check_text(markdown: str, read: Callable[[str], str]) -> SimpleNamespace:
        return SimpleNamespace(diagnostics=language(markdown, read), stopped_early=False)

    monkeypatch.setattr(ludotome.spec, "check_text", check_text)


def wrong(text: str, word: str, replacement: str | None = None, **more: str) -> Found:
    """Return a diagnostic at the first *word* of *text*, which its fix replaces; nothing without that word."""
    if word not in text:
        return ()
    source = SourceText(text, more.get("source", ""))
    span = source.span(text.index(word), text.index(word) + len(word))
    fix = None if replacement is None else Fix(title="mend it", edits=(Edit(span=span, replacement=replacement),))
    severity = more.get("severity", "error")
    return (Diagnostic(code="LT990", severity=severity, path="x", message=f"`{word}`", span=span, fix=fix),)  # type: ignore[arg-type]


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "g.md"
    path.write_text("one two\n", encoding="utf-8")
    return path


@pytest.mark.parametrize(("severity", "status"), [("error", 1), ("warning", 0), ("info", 0)])
def test_only_errors_fail(severity: str, status: int, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saying(monkeypatch, lambda text, _: wrong(text, "two", severity=severity))
    assert main(["check", "g.md"]) == status


def test_fixing_continues_until_nothing_is_left_to_fix(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    saying(monkeypatch, lambda text, _: wrong(text, "two", "three") or wrong(text, "three", "four"))
    assert main(["check", "g.md", "--fix"]) == 0
    assert file.read_text(encoding="utf-8") == "one four\n"
    assert capsys.readouterr().err == "g.md: fixed\ng.md: fine\n"


def test_a_fix_that_leaves_another_error_is_not_written_and_nothing_is_called_fixed(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    saying(monkeypatch, lambda text, _: wrong(text, "two", "three") or wrong(text, "three"))
    assert main(["check", "g.md", "--fix"]) == 1
    assert file.read_text(encoding="utf-8") == "one two\n"
    assert "fixed" not in capsys.readouterr().err


def test_a_document_with_errors_left_is_fixed_in_part(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    saying(monkeypatch, lambda text, _: (*wrong(text, "one"), *wrong(text, "two", "three")))
    assert main(["check", "g.md", "--fix"]) == 1
    assert file.read_text(encoding="utf-8") == "one three\n"
    assert capsys.readouterr().err.splitlines()[:2] == ["g.md: partly fixed", "g.md: 1 error"]


def test_fixes_that_call_for_each_other_end(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saying(monkeypatch, lambda text, _: wrong(text, "two", "three") or wrong(text, "three", "two"))
    assert main(["check", "g.md", "--fix"]) == 1
    assert file.read_text(encoding="utf-8") == "one two\n"


def test_a_text_beside_the_document_is_shown_with_its_mistake(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (file.parent / "maps").mkdir()
    (file.parent / "maps" / "m.txt").write_text("segment: none\n", encoding="utf-8")
    (file.parent / "maps" / "g.md").write_text("x", encoding="utf-8")
    saying(monkeypatch, lambda _, read: wrong(read("m.txt"), "none", source="m.txt"))
    assert main(["check", "maps/g.md"]) == 1
    shown = capsys.readouterr().out
    assert " --> maps/m.txt:1:10\n" in shown
    assert "1 | segment: none\n" in shown


def test_a_text_beside_that_is_missing_can_be_told_by_the_language(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def language(text: str, read: Callable[[str], str]) -> Found:
        with pytest.raises(OSError, match="there is no such file"):
            read("nothing.txt")
        return wrong(text, "one")

    saying(monkeypatch, language)
    assert main(["check", "g.md"]) == 1


def test_a_diagnostic_without_a_place_stands_at_the_start_of_its_document(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    placeless = Diagnostic(code="LT990", severity="error", path="end", message="no end")
    saying(monkeypatch, lambda _, __: (placeless,))
    main(["check", "g.md", "--format", "json"])
    entry = json.loads(capsys.readouterr().out)["diagnostics"][0]
    assert (entry["file"], entry["span"]["line"], entry["span"]["column"]) == ("g.md", 1, 1)


def test_a_document_that_cannot_be_written_back_is_reported_and_stays(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(self: Path, target: Path) -> Path:
        raise PermissionError(13, "Permission denied")

    saying(monkeypatch, lambda text, _: wrong(text, "two", "three"))
    monkeypatch.setattr(Path, "replace", refuse)
    assert main(["check", "g.md", "--fix"]) == 1
    assert capsys.readouterr().err == "error: cannot write `g.md`: permission denied\n"
    assert [path.name for path in file.parent.iterdir()] == ["g.md"]
    assert file.read_text(encoding="utf-8") == "one two\n"


def test_a_document_named_twice_is_checked_once(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    saying(monkeypatch, lambda text, _: wrong(text, "two"))
    main(["check", "g.md", "g.md", "--format", "concise"])
    assert capsys.readouterr().out.count("\n") == 1


MISSPELT = """# A game

```yaml
metadata: { id: base, players: { min: 2, max: 2 } }
zones: [ grid: { rows: 3, cols: 3 }, { id: deck FIELD } ]
tokenTypes: [ { id: mark } ]
actions:
  - id: place
    params: [ { name: $cell, domain: "board where emtpy(it)" } ]
    effects: [ createToken: { type: mark, zone: $cell, owner: actor } ]
endConditions: [ { when: noLegalMoves, result: { type: draw } } ]
```
"""
MORE = "; parts with structural errors will be checked for names and types once these errors are fixed"


@pytest.mark.parametrize(
    ("field", "codes", "summary"),
    [(", visiblity: hidden", ["LT105", "LT229"], f"2 errors{MORE}"), ("", ["LT229"], "1 error")],
)
def test_people_are_told_when_structural_errors_may_hide_others(
    file: Path, capsys: pytest.CaptureFixture[str], field: str, codes: list[str], summary: str
) -> None:
    file.write_text(MISSPELT.replace(" FIELD", field), encoding="utf-8")
    for form in ("full", "concise"):
        assert main(["check", "g.md", "--format", form]) == 1
        assert capsys.readouterr().err.splitlines()[0] == f"g.md: {summary}"
    main(["check", "g.md", "--format", "json"])
    told = capsys.readouterr()
    assert [entry["code"] for entry in json.loads(told.out)["diagnostics"] if entry["severity"] == "error"] == codes
    assert told.err == ""
