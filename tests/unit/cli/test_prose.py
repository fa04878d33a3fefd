"""Markdown that fits a terminal."""

from __future__ import annotations

from ludotome.cli.prose import wrapped_markdown


def test_paragraphs_are_wrapped_and_code_is_not() -> None:
    text = "one two three four five\nsix\n\n- item with words\n\n```\na line that is very long indeed\n```\n"
    wrapped = wrapped_markdown(text, 14)
    assert wrapped.splitlines() == [
        "one two three", "four five six", "", "- item with", "  words", "", "```",
        "a line that is very long indeed", "```",
    ]  # fmt: skip
