from __future__ import annotations

from ludotome.diagnostics import SourceText


def test_an_empty_text_has_one_empty_line() -> None:
    source = SourceText("")
    assert (source.line_count, source.lines, source.position(0)) == (1, ("",), (1, 1))


def test_lines_end_at_every_kind_of_line_break() -> None:
    assert SourceText("a\nb\r\nc\rd").lines == ("a", "b", "c", "d")


def test_a_form_feed_or_a_line_separator_ends_no_line() -> None:
    assert SourceText("a\x0cb\u2028c\x85d").line_count == 1


def test_a_span_at_the_end_is_empty_and_on_the_last_line() -> None:
    span = SourceText("a\n").span(9, 12)
    assert (span.start, span.end, span.line, span.column, span.end_line, span.end_column) == (2, 2, 2, 1, 2, 1)


def test_the_snippet_is_the_line_with_its_two_neighbours() -> None:
    source = SourceText("a\nb\nc\nd\n")
    assert source.snippet(source.span(2, 3)) == "a\nb\nc"
    assert source.snippet(source.span(0, 1)) == "a\nb"


def test_a_snippet_of_a_long_line_shows_what_is_near() -> None:
    """A document on one line with many errors does not repeat its whole text for each of them."""
    source = SourceText(f"short\n{'a' * 5000}X{'b' * 5000}\nend")
    before, line, after = source.snippet(source.span(5006, 5007)).split("\n")
    assert (before, after) == ("short", "end")
    assert line == f"…{'a' * 200}X{'b' * 199}…"
    first = source.snippet(source.span(6, 7)).split("\n")[1]
    assert first == f"{'a' * 400}…"
