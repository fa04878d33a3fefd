"""Pages: the page of each code, read from the data files under `codes/`.

Invariants:
    * one file per code, named for it; the files are the registry, there is no second list;
    * a page has a title line `# LT601: asymmetric-adjacency` and the four sections of `SECTIONS`, in that order;
    * no file is read before the first call.

This module does not know who raises a code: the check is a function in the package responsible, and a meta test
compares the two.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Literal

from msgspec import Struct

from ludotome.diagnostics.near_names import nearest

SECTIONS = ("What it finds", "Why it matters", "Example", "Instead")

_Role = Literal["text", "fence", "inside"]

_TITLE = re.compile(r"# (LT\d{3}): ([a-z0-9]+(?:-[a-z0-9]+)*)")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})(.*)")


class UnknownCodeError(KeyError):
    """No page has this code; `near` holds the codes that may have been meant, nearest first."""

    def __init__(self, code: str, near: tuple[str, ...]) -> None:
        self.code = code
        self.near = near
        meant = f"; did you mean {' or '.join(f'`{other}`' for other in near)}?" if near else ""
        super().__init__(f"unknown code `{code}`{meant}")

    def __str__(self) -> str:
        return str(self.args[0])


class CodePage(Struct, frozen=True):
    """One code's page: its readable name and its four sections as Markdown."""

    code: str
    name: str
    what_it_finds: str
    why_it_matters: str
    example: str
    instead: str

    @property
    def title(self) -> str:
        """The first paragraph of *What it finds*, on one line."""
        return " ".join(self.what_it_finds.split("\n\n")[0].split())

    @property
    def markdown(self) -> str:
        """The page as its file has it, with one blank line between the parts."""
        bodies = (self.what_it_finds, self.why_it_matters, self.example, self.instead)
        parts = [f"# {self.code}: {self.name}"]
        parts += [f"## {heading}\n\n{body}" for heading, body in zip(SECTIONS, bodies, strict=True)]
        return "\n\n".join(parts) + "\n"


def explain(code: str) -> str:
    """Return the page of *code* as Markdown; case and surrounding blanks do not matter.

    Raises `UnknownCodeError` with near codes when there is no such page.
    """
    return code_page(code).markdown


def code_page(code: str) -> CodePage:
    """Return the page of *code*; raises `UnknownCodeError` when there is none."""
    given = str(code).strip()  # *code* may be any value, not only text
    wanted = given.upper()
    page = _pages().get(wanted)
    if page is None:
        raise UnknownCodeError(given, nearest(wanted, _pages())[:3])
    return page


def find_code_page(code: str) -> CodePage | None:
    """Return the page of *code*, or None when no page has it."""
    return _pages().get(code)


def code_pages() -> tuple[CodePage, ...]:
    """Return every page, in the order of the codes."""
    return tuple(_pages().values())


def parse_code_page(text: str) -> CodePage:
    """Return the page written in *text*; raises `ValueError` that names the first fault."""
    lines = text.split("\n")
    title = _TITLE.fullmatch(lines[0])
    if title is None:
        raise ValueError(f"the first line is {lines[0]!r}, not `# LTnnn: kebab-case-name`")
    headings: list[str] = []
    bodies: list[list[str]] = [[]]
    for line, role in _with_roles(lines[1:]):
        if role == "text" and line.startswith("## "):
            headings.append(line[3:].strip())
            bodies.append([])
        else:
            bodies[-1].append(line)
    if tuple(headings) != SECTIONS:
        raise ValueError(f"`{title[1]}` has the sections {headings}, not {list(SECTIONS)}")
    texts = ["\n".join(body).strip("\n") for body in bodies]
    if texts[0]:
        raise ValueError(f"`{title[1]}` has text before its first section: {texts[0]!r}")
    for heading, body in zip(SECTIONS, texts[1:], strict=True):
        if not body.strip():
            raise ValueError(f"`{title[1]}` has nothing under `{heading}`")
    return CodePage(title[1], title[2], *texts[1:])


def fenced_blocks(markdown: str) -> tuple[str, ...]:
    """Return the text inside each fenced block of *markdown*, in order, each line with its line break.

    A block may hold shorter fences of its own, as an example that is a whole document does.
    """
    blocks: list[str] = []
    is_open = False
    for line, role in _with_roles(markdown.split("\n")):
        if role == "fence":
            is_open = not is_open
            if is_open:
                blocks.append("")
        elif role == "inside":
            blocks[-1] += f"{line}\n"
    return tuple(blocks)


def _with_roles(lines: list[str]) -> list[tuple[str, _Role]]:
    """Return each line with its role in the fenced blocks."""
    told: list[tuple[str, _Role]] = []
    fence = ""
    for line in lines:
        mark = _FENCE.fullmatch(line)
        if not fence and mark:
            fence = mark[1]
            told.append((line, "fence"))
        elif fence and mark and mark[1].startswith(fence) and not mark[2].strip():
            fence = ""
            told.append((line, "fence"))
        else:
            told.append((line, "inside" if fence else "text"))
    return told


@cache
def _pages() -> dict[str, CodePage]:
    from importlib import resources  # takes as long to import as the rest of this package, and is rarely needed

    folder = resources.files("ludotome.diagnostics") / "codes"
    pages = {}
    for file in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if file.name.endswith(".md"):
            page = parse_code_page(file.read_text(encoding="utf-8"))
            assert file.name == f"{page.code}.md", f"{file.name} holds the page of {page.code}"
            pages[page.code] = page
    return pages
