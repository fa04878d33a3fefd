"""Laws of the renderers over any text and any spans."""

from __future__ import annotations

import json
import re

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from ludotome.diagnostics import FORMATS, Diagnostic, Edit, Fix, Format, Label, SourceText, Span, near_names, render
from ludotome.diagnostics.fixes import apply_edits, apply_fixes
from ludotome.diagnostics.renderers.columns import text_width

NASTY = "ab \t\r\n\x1b\x07\u0301\u200d\ufe0f山札🎲\u202e\ufeff\x85\u2028\ud800`%:,"
TEXTS = st.text(alphabet=st.one_of(st.sampled_from(NASTY), st.characters()), max_size=60)
PLACES = st.integers(0, 70)
ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


@st.composite
def cases(draw: st.DrawFn) -> tuple[SourceText, Diagnostic]:
    """Return a text and a diagnostic with any spans in it, or stale spans outside it."""
    source = SourceText(draw(TEXTS))

    def span() -> Span:
        if draw(st.booleans()):
            return source.span(draw(PLACES), draw(PLACES))
        start, end = sorted([(draw(PLACES) + 1, draw(PLACES) + 1), (draw(PLACES) + 1, draw(PLACES) + 1)])
        return Span(start=0, end=1, line=start[0], column=start[1], end_line=end[0], end_column=end[1])

    return source, Diagnostic(
        code="LT990",
        severity=draw(st.sampled_from(["error", "warning", "info"])),
        path="x",
        message=draw(TEXTS),
        suggestion=draw(st.none() | TEXTS),
        span=draw(st.none()) if draw(st.integers(0, 9)) == 0 else span(),
        alternatives=tuple(draw(st.lists(TEXTS, max_size=3))),
        notes=tuple(draw(st.lists(TEXTS, max_size=2))),
        labels=tuple(Label(span=span(), text=draw(TEXTS)) for _ in range(draw(st.integers(0, 4)))),
        fix=Fix(title=draw(TEXTS), edits=(Edit(span=span(), replacement=draw(TEXTS)),))
        if draw(st.booleans())
        else None,
    )


@given(cases(), st.sampled_from(FORMATS), st.integers(-5, 120), st.booleans())
def test_every_rendering_can_be_printed(
    case: tuple[SourceText, Diagnostic], form: Format, width: int, color: bool
) -> None:
    """Nothing in a document or a message makes a renderer fail or disturb the terminal."""
    source, diagnostic = case
    text = render([diagnostic], source, form, filename="g.md", width=width, color=color)
    text.encode("utf-8")
    if form in {"json", "sarif"}:
        assert json.loads(text)
    else:
        plain = ESCAPES.sub("", text) if color else text
        assert all(char == "\n" or char.isprintable() or char == "\u200d" or not char.isascii() for char in plain)
        assert not set(plain) & set("\x1b\r\x85\u2028\u202e")


@given(cases(), st.integers(20, 120), st.lists(st.text(st.sampled_from("ab c"), max_size=60), min_size=4, max_size=4))
def test_no_row_of_an_excerpt_is_wider_than_the_terminal(
    case: tuple[SourceText, Diagnostic], width: int, texts: list[str]
) -> None:
    """Down to 20 columns, whatever is marked, with any label."""
    source, diagnostic = case
    labels = tuple(Label(span=label.span, text=text) for label, text in zip(diagnostic.labels, texts, strict=False))
    # Without labels, which may look like a row of an excerpt and are not broken where there is no space.
    marked = msgspec.structs.replace(diagnostic, labels=labels, message="", suggestion=None, alternatives=(), notes=())
    shown = render([marked], source, width=width, filename="g.md")
    excerpt = [row for row in shown.splitlines() if re.match(r" *\d* \|| *\d+ [-+] ", row)]
    assert [row for row in excerpt if text_width(row) > width] == []


@given(cases(), st.integers(20, 120))
def test_colour_changes_nothing_but_the_colour(case: tuple[SourceText, Diagnostic], width: int) -> None:
    source, diagnostic = case
    for form in ("full", "concise"):
        plain = render([diagnostic], source, form, width=width)
        assert ESCAPES.sub("", render([diagnostic], source, form, width=width, color=True)) == plain


@given(cases())
def test_the_formats_of_one_line_have_one_line_each(case: tuple[SourceText, Diagnostic]) -> None:
    source, diagnostic = case
    for form in ("concise", "github"):
        assert render([diagnostic] * 3, source, form).count("\n") == 3


@given(st.text(alphabet="abc 山🎲\u0301é", min_size=1, max_size=30), st.integers(0, 30), st.integers(1, 30))
def test_what_stands_above_the_carets_is_what_is_meant(line: str, start: int, length: int) -> None:
    """On a terminal where wide characters take two columns, the underline covers exactly the span's characters."""
    source = SourceText(line)
    span = source.span(start, start + length)
    shown = render([Diagnostic(code="LT990", severity="error", path="x", message="m", span=span)], source).split("\n")
    assert shown[3].rstrip() == f"1 | {line}".rstrip()
    meant = source.text_of(span)
    carets = shown[4]
    width = text_width(meant)
    if width and text_width(meant[0]):
        assert carets == "  | " + " " * text_width(line[:start]) + "^" * width
    else:
        assert carets.count("^") == max(1, width)


@given(TEXTS, st.lists(st.tuples(PLACES, PLACES, TEXTS), max_size=5))
def test_fixes_are_taken_whole_or_not_at_all(text: str, places: list[tuple[int, int, str]]) -> None:
    """The text after the fixes is the text with exactly the edits of the applied fixes."""
    source = SourceText(text)
    wrong = [
        Diagnostic(
            code="LT990",
            severity="error",
            path="x",
            message=str(number),
            fix=Fix(title="t", edits=(Edit(span=source.span(*sorted(place[:2])), replacement=place[2]),)),
        )
        for number, place in enumerate(places)
    ]
    result = apply_fixes(text, wrong)
    assert sorted([*result.taken, *result.left], key=lambda d: d.message) == wrong
    edits = [edit for diagnostic in result.taken if diagnostic.fix for edit in diagnostic.fix.edits]
    assert result.text == apply_edits(text, edits)
    assert len(result.text) == len(text) + sum(len(e.replacement) - (e.span.end - e.span.start) for e in edits)


@given(TEXTS, st.lists(TEXTS, max_size=8), st.integers(1, 4))
def test_near_names_are_candidates_once_each_and_never_the_name(name: str, candidates: list[str], limit: int) -> None:
    near = near_names(name, candidates, limit)
    assert set(near) <= set(candidates) - {name}
    assert len(set(near)) == len(near)
    assert near or set(candidates) <= {name}
    others = tuple(dict.fromkeys(c for c in candidates if c != name))
    assert len(near) <= limit or near == others[:5]  # if none is near, the first few in their order
