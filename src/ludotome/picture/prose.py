"""Prose: the rules of a game as its document tells them, without the YAML: as Markdown, and as safe HTML.

Invariants:
    * HTML in a document is shown as text; an image becomes a link to it; links lead to http and https only;
    * the section `Tests` is left out: it is for those who write the game, not for those who play it.

This module does not know what the rules mean.
"""

from __future__ import annotations

_FENCES = ("```", "~~~")


def rules_prose(document: str) -> str:
    """Return the text of a document without its fenced blocks of YAML, blank lines in a row taken together."""
    kept: list[str] = []
    fence, is_yaml = "", False
    for line in document.splitlines():
        mark = line.lstrip()[:3]
        if not fence and mark in _FENCES:
            fence, is_yaml = mark, line.lstrip()[3:].strip().lower().startswith(("yaml", "yml"))
        elif fence and mark == fence and not line.strip().strip(fence[0]):
            if not is_yaml:
                kept.append(line)
            fence, is_yaml = "", False
            continue
        if not is_yaml and (line.strip() or (kept and kept[-1])):
            kept.append(line.rstrip())
    return "\n".join(_without_empty_headings(_without_tests(kept))).strip() + "\n"


def _without_tests(lines: list[str]) -> list[str]:
    """Return *lines* without the section that is called Tests and all that is below it."""
    kept: list[str] = []
    left_out = 0  # the level of the heading `Tests` while its section lasts
    for line in lines:
        level = len(line) - len(line.lstrip("#")) if line.startswith("#") else 0
        if level and (not left_out or level <= left_out):
            left_out = level if line.strip("# ").lower() == "tests" else 0
        if not left_out:
            kept.append(line)
    return kept


def _without_empty_headings(lines: list[str]) -> list[str]:
    """Return *lines* without headings that nothing is written under: what they were for was YAML."""
    kept: list[str] = []
    level_below = 0  # of the heading that follows; 0 at the end, 7 where text follows
    for line in reversed(lines):
        level = len(line) - len(line.lstrip("#")) if line.startswith("#") else 0
        if level and level_below <= level:
            continue
        if level or line:
            level_below = level or 7
        if line or (kept and kept[-1]):
            kept.append(line)
    return kept[::-1]


def rules_html(document: str) -> str:
    """Return the prose of *document* as HTML."""
    from markdown_it import MarkdownIt  # only those who print need it

    reader = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
    reader.validateLink = lambda url: url.lower().startswith(("http://", "https://"))  # type: ignore[method-assign]
    tokens = reader.parse(rules_prose(document))
    for token in tokens:
        for inner in token.children or ():
            if inner.type == "link_open":
                inner.attrSet("rel", "noopener noreferrer")
    return str(reader.renderer.render(tokens, reader.options, {}))
