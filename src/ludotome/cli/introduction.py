"""Introduction: the title of a document and the first sentence of its prose.

Markdown markup is removed, so both are plain text in one line. This module does not know what a game is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it.token import Token

# up to a full stop before a space or the end; the one in `Harold W. Kuhn` does not end a sentence
_SENTENCE = re.compile(r".*?(?<!\b[A-Z])[.!?](?=\s|$)")

_BREAKS = ("softbreak", "hardbreak")


@dataclass(frozen=True, slots=True)
class Introduction:
    """A title and a sentence; empty if the document has none."""

    title: str
    about: str


def introduction_of(markdown: str) -> Introduction:
    """Return the first heading of *markdown* and the first sentence of its first paragraph outside lists."""
    from markdown_it import MarkdownIt

    tokens = MarkdownIt().parse(markdown)
    prose = _first(tokens, "paragraph_open")
    sentence = _SENTENCE.match(prose)
    return Introduction(_first(tokens, "heading_open"), sentence[0] if sentence else prose)


def _first(tokens: Sequence[Token], kind: str) -> str:
    """Return the text of the first top-level block of a *kind*, empty if there is none."""
    blocks = (inline for begin, inline in pairwise(tokens) if begin.type == kind and begin.level == 0)
    parts = next((inline.children or () for inline in blocks), ())
    # markup tokens have no content, and a line break becomes a space
    return " ".join("".join(" " if part.type in _BREAKS else part.content for part in parts).split())
