"""Prose: the rules of a game from its document, without the YAML, as Markdown and as safe HTML.

Many documents first describe the rules and then explain their YAML. Sections with YAML are left out if the text above
them has at least as many words; otherwise these sections contain the rules, and they are kept.

Invariants:
    * HTML in a document is shown as text; an image becomes a link to it; links lead to http and https only;
    * the section `Tests` is left out: it is for authors, not for players.

This module does not know what the rules mean.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

_FENCES = ("```", "~~~")


@dataclass
class _Section:
    """A heading and the text up to the next heading, without YAML; the first may have no heading."""

    heading: str = ""
    lines: list[str] = field(default_factory=list)
    has_yaml: bool = False

    @property
    def level(self) -> int:
        return len(self.heading) - len(self.heading.lstrip("#"))

    @property
    def words(self) -> int:
        return sum(len(line.split()) for line in self.lines)

    @property
    def is_tests(self) -> bool:
        return self.heading.strip("# ").lower() == "tests"


def rules_prose(document: str) -> str:
    """Return the rules of a document as Markdown, with consecutive blank lines merged."""
    sections = _without_empty(_without_notes(_without_tests(_sections(document))))
    kept: list[str] = []
    for section in sections:
        for line in (*([section.heading] if section.heading else ()), *section.lines):
            if line or (kept and kept[-1]):
                kept.append(line)
    return "\n".join(kept).strip() + "\n"


def _sections(document: str) -> list[_Section]:
    """Return the parts of a document; its blocks of YAML are left out, other fenced blocks stay."""
    found = [_Section()]
    fence, is_yaml = "", False
    for line in document.splitlines():
        mark = line.lstrip()[:3]
        if not fence and mark in _FENCES:
            fence, is_yaml = mark, line.lstrip()[3:].strip().lower().startswith(("yaml", "yml"))
            found[-1].has_yaml |= is_yaml
        elif fence and mark == fence and not line.strip().strip(fence[0]):
            if not is_yaml:
                found[-1].lines.append(line)
            fence, is_yaml = "", False
            continue
        elif not fence and line.startswith("#"):
            found.append(_Section(line.rstrip()))
            continue
        if not is_yaml:
            found[-1].lines.append(line.rstrip())
    return found


def _without_tests(sections: Iterable[_Section]) -> list[_Section]:
    """Return *sections* without the one called Tests and those below it."""
    kept: list[_Section] = []
    left_out = 0  # the level of the heading `Tests` within its section
    for section in sections:
        if not left_out or section.level <= left_out:
            left_out = section.level if section.is_tests else 0
        if not left_out:
            kept.append(section)
    return kept


def _without_notes(sections: Sequence[_Section]) -> list[_Section]:
    """Return *sections* without those that explain YAML, if the text above them describes the rules."""
    first = next((place for place, one in enumerate(sections) if one.level > 1 and one.has_yaml), len(sections))
    notes = [one for one in sections[first:] if one.has_yaml]
    if sum(one.words for one in sections[:first]) < sum(one.words for one in notes):
        return list(sections)
    return [one for one in sections if one not in notes]


def _without_empty(sections: Sequence[_Section]) -> list[_Section]:
    """Return *sections* without headings whose content was only YAML."""
    kept: list[_Section] = []
    level_below = 0  # level of the following heading; 0 at the end, 7 if text follows
    for section in reversed(sections):
        level_below = 7 if section.words else level_below
        if section.heading and level_below <= section.level:
            continue
        level_below = section.level or level_below
        kept.append(section)
    return kept[::-1]


def rules_html(document: str) -> str:
    """Return the prose of *document* as HTML."""
    from markdown_it import MarkdownIt  # imported only here, because only printing needs it

    reader = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
    reader.validateLink = lambda url: url.lower().startswith(("http://", "https://"))  # type: ignore[method-assign]
    tokens = reader.parse(rules_prose(document))
    for token in tokens:
        for inner in token.children or ():
            if inner.type == "link_open":
                inner.attrSet("rel", "noopener noreferrer")
    return str(reader.renderer.render(tokens, reader.options, {}))
