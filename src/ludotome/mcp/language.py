"""Language: the page of the documentation that teaches a model to write documents.

The page is generated (`docs/language/all.md`). A wheel carries a copy beside this module; a checkout has only the page.
"""

from __future__ import annotations

from importlib import resources

ASK = """\
Write a tabletop game as a Ludotome document: Markdown prose with the rules, and one `yaml` block that defines the game.
The idea: {idea}

Work in steps: write the document, `check` it until it has no errors, `test` it, `simulate` 1,000 games and read the
flags of the report, then play a game against an opponent. The language on one page follows."""


def language_page() -> str:
    """Return the language of documents on one page."""
    package = resources.files("ludotome")
    try:
        return (package / "mcp" / "language.md").read_text(encoding="utf-8")
    except FileNotFoundError:
        return (package / ".." / ".." / "docs" / "language" / "all.md").read_text(encoding="utf-8")
