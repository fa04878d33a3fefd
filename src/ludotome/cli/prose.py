"""Prose: Markdown wrapped for a terminal.

This module does not know what the text says.
"""

from __future__ import annotations

import textwrap

_FENCES = ("```", "~~~")


def wrapped_markdown(text: str, width: int) -> str:
    """Return *text* with paragraphs and list items wrapped to *width*; code, tables and headings are unchanged."""
    out: list[str] = []
    paragraph: list[str] = []
    fenced = False

    def flush() -> None:
        if not paragraph:
            return
        first = paragraph[0]
        body = first.lstrip()
        indent = " " * (len(first) - len(body))
        hanging = indent + ("  " if body[:2] in ("- ", "* ") else "")
        joined = " ".join(line.strip() for line in paragraph)
        out.extend(
            textwrap.wrap(
                joined, width, initial_indent=indent, subsequent_indent=hanging, break_long_words=False,
                break_on_hyphens=False,
            )
        )  # fmt: skip
        paragraph.clear()

    for line in text.splitlines():
        if line.lstrip()[:3] in _FENCES:
            fenced = not fenced
        if fenced or not line.strip() or line.lstrip()[:1] in ("#", "|", ">") or line.lstrip()[:3] in _FENCES:
            flush()
            out.append(line)
            continue
        if line.lstrip()[:2] in ("- ", "* "):
            flush()
        paragraph.append(line)
    flush()
    return "\n".join(out) + "\n"
