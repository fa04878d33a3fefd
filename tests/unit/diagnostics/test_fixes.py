from __future__ import annotations

from ludotome.diagnostics import Diagnostic, Edit, Fix, SourceText, Span, apply_fixes

TEXT = SourceText("abcdef")


def wrong(*edits: tuple[int, int, str], source: str = "") -> Diagnostic:
    def span(start: int, end: int) -> Span:
        return Span(start=start, end=end, line=1, column=start + 1, end_line=1, end_column=end + 1, source=source)

    made = tuple(Edit(span=span(start, end), replacement=text) for start, end, text in edits)
    return Diagnostic(code="LT990", severity="error", path="x", message="m", fix=Fix(title="t", edits=made))


def test_fixes_apart_are_all_taken() -> None:
    result = apply_fixes(TEXT.text, [wrong((4, 6, "")), wrong((0, 1, "XYZ"), (2, 2, "-"))])
    assert (result.text, len(result.taken), result.left) == ("XYZb-cd", 2, ())


def test_the_first_of_two_fixes_that_touch_is_applied_and_the_other_waits() -> None:
    first, second = wrong((0, 3, "X")), wrong((2, 4, "Y"), (5, 6, "Z"))
    result = apply_fixes(TEXT.text, [first, second])
    assert (result.text, result.taken, result.left) == ("Xdef", (first,), (second,))


def test_two_insertions_at_one_place_are_not_both_taken() -> None:
    assert apply_fixes(TEXT.text, [wrong((1, 1, "X")), wrong((1, 1, "Y"))]).text == "aXbcdef"


def test_a_fix_outside_the_text_or_of_another_source_is_left() -> None:
    result = apply_fixes(TEXT.text, [wrong((5, 7, "")), wrong((0, 1, ""), source="mission.txt")])
    assert (result.text, len(result.left)) == (TEXT.text, 2)


def test_a_diagnostic_without_a_fix_is_in_neither_list() -> None:
    result = apply_fixes(TEXT.text, [Diagnostic(code="LT990", severity="error", path="x", message="m")])
    assert (result.text, result.taken, result.left) == (TEXT.text, (), ())
