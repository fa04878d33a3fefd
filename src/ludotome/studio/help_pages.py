"""Help pages: the pages of the docs, as HTML and for searching.

A wheel contains copies of the pages next to this module (`pyproject.toml` lists them); a checkout has them in `docs`.

Invariants:
    * HTML in a page is shown as text; a link to another page of the help stays in the help;
    * headings have the anchors that links between the pages use.

This module does not know HTTP.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

from markdown_it import MarkdownIt
from markdown_it.token import Token
from msgspec import Struct

# The pages other than those of the language, in the order of the list.
PAGES = (
    "tutorial", "studio", "play", "simulate", "report", "export", "command-line", "language-server", "mcp", "glossary",
    "security",
)  # fmt: skip
LANGUAGE = "language"
MOST_FOUND = 30
_AROUND = 90  # characters shown on either side of a match


class Section(Struct, frozen=True):
    """A part of a page under one heading; the first has the heading of the page and no anchor."""

    page: str
    title: str
    heading: str
    anchor: str
    text: str


class Found(Struct, frozen=True):
    """A section that contains the words, with the text around the first match."""

    page: str
    title: str
    heading: str
    anchor: str
    excerpt: str


@cache
def help_names() -> tuple[str, ...]:
    """Return the names of the pages, those of the language last, its index first."""
    inner = sorted(file.name[:-3] for file in (_folder() / LANGUAGE).iterdir() if file.name.endswith(".md"))
    language = sorted(inner, key=lambda name: (name != "index", name))
    return (*PAGES, *(f"{LANGUAGE}/{name}" for name in language if name != "all"))


@cache
def help_title(name: str) -> str:
    """Return the first heading of a page."""
    return sections(name)[0].heading


@cache
def help_html(name: str) -> str:
    """Return a page as HTML."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
    tokens = reader.parse(_text(name))
    used: set[str] = set()
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            token.attrSet("id", _anchor(tokens[place + 1].content, used))
        for inner in token.children or ():
            if inner.type == "link_open":
                _lead(inner, name)
    return str(reader.renderer.render(tokens, reader.options, {}))


@cache
def sections(name: str) -> tuple[Section, ...]:
    """Return the parts of a page, in order."""
    found: list[Section] = []
    title, heading, anchor, lines = "", "", "", list[str]()
    used: set[str] = set()
    fence = ""
    for line in [*_text(name).splitlines(), "# "]:
        mark = line.lstrip()[:3]
        if mark in ("```", "~~~"):
            fence = "" if mark == fence else fence or mark
        if fence or re.match(r"#{1,6} ", line) is None:
            lines.append(line)
            continue
        if heading:
            found.append(Section(name, title, heading, anchor, "\n".join(lines)))
        written = line.lstrip("#").strip()
        anchor = _anchor(written, used) if title else ""
        heading = written.replace("`", "")
        title, lines = title or heading, []
    return tuple(found)


def search(words: str) -> tuple[Found, ...]:
    """Return the sections that contain every word, best first: words in the heading count most, then in the title."""
    wanted = words.lower().split()
    if not wanted:
        return ()
    found = []
    for order, section in enumerate(section for name in help_names() for section in sections(name)):
        heading, title = section.heading.lower(), section.title.lower()
        text = section.text.lower()
        if all(word in heading or word in title or word in text for word in wanted):
            score = sum(4 * (word in heading) + 2 * (word in title) for word in wanted)
            found.append((-score, order, section))
    found.sort(key=lambda one: one[:2])
    return tuple(_found_in(section, wanted) for _, _, section in found[:MOST_FOUND])


def _found_in(section: Section, wanted: list[str]) -> Found:
    text = re.sub(r"\s+", " ", section.text).strip()
    lower = text.lower()
    at = min((place for word in wanted if (place := lower.find(word)) >= 0), default=0)
    start, end = max(0, at - _AROUND), min(len(text), at + _AROUND)
    excerpt = ("…" if start else "") + text[start:end] + ("…" if end < len(text) else "")
    return Found(section.page, section.title, section.heading, section.anchor, excerpt)


def _lead(link: Token, name: str) -> None:
    """Keep links between pages inside the help; a link to a file that is not shown has no target."""
    target = str(link.attrGet("href") or "")
    if re.match(r"https?://", target):
        link.attrSet("rel", "noopener noreferrer")
        return
    path, _, anchor = target.partition("#")
    folder = name.rpartition("/")[0]
    parts = f"{folder}/{path}".split("/") if path and folder else path.split("/")
    while ".." in parts[1:]:
        place = parts.index("..", 1)
        del parts[place - 1 : place + 1]
    meant = "/".join(parts).removesuffix(".md") if path else name
    if meant in help_names():
        link.attrSet("href", f"/help/{meant}" + (f"#{anchor}" if anchor else ""))
    else:
        link.attrs = {"class": "elsewhere"}


def _anchor(heading: str, used: set[str]) -> str:
    """Return the anchor of a heading as GitHub makes it: lower case, spaces as `-`, only letters, digits, `-`, `_`."""
    plain = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
    anchor, number = plain, 1
    while anchor in used:
        anchor, number = f"{plain}-{number}", number + 1
    used.add(anchor)
    return anchor


def _text(name: str) -> str:
    file = _folder()
    for part in f"{name}.md".split("/"):
        file = file / part
    return re.sub(r"<!--.*?-->\n*", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)


@cache
def _folder() -> Traversable:
    package = resources.files("ludotome")
    shipped = package / "studio" / "help"
    return shipped if shipped.is_dir() else package / ".." / ".." / "docs"
