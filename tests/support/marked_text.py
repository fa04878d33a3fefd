"""Marked text: write a source with marked spans, as in `from: «shop»`, and separate text and spans.

Spans may nest; they are numbered by where they open.
"""

from __future__ import annotations

from ludotome.diagnostics import SourceText, Span


def marked(text: str, name: str = "") -> tuple[SourceText, list[Span]]:
    """Return *text* without its marks, and the span of each pair of marks."""
    plain: list[str] = []
    bounds: list[list[int]] = []
    opened: list[int] = []
    for char in text:
        if char == "«":
            opened.append(len(bounds))
            bounds.append([len(plain), -1])
        elif char == "»":
            bounds[opened.pop()][1] = len(plain)
        else:
            plain.append(char)
    assert not opened, f"a mark is not closed in {text!r}"
    source = SourceText("".join(plain), name)
    return source, [source.span(start, end) for start, end in bounds]
