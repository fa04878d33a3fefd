"""The title of a document and the first sentence of its prose, as plain text."""

from __future__ import annotations

import pytest

from ludotome.cli.introduction import Introduction, introduction_of


@pytest.mark.parametrize(
    ("markdown", "title", "about"),
    [
        ("# Go\n\nTwo, **Black** and\n*White*, surround area. More.\n", "Go", "Two, Black and White, surround area."),
        ("# A `b`\n\nBy Harold W. Kuhn, on a 9.5 [board](b.md)! Yes.", "A b", "By Harold W. Kuhn, on a 9.5 board!"),
        ("# Bare\n\n- in a list.\n\n> in a quotation.\n\nno stop", "Bare", "no stop"),
        ("Prose. Only.", "", "Prose."),
        ("# Title\n\n```yaml\nmetadata: {}\n```\n", "Title", ""),
        ("", "", ""),
    ],
)
def test_what_a_document_says_first(markdown: str, title: str, about: str) -> None:
    assert introduction_of(markdown) == Introduction(title, about)
