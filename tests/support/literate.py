"""Pages with tested blocks: the fenced blocks of a Markdown page, and the game that completes its YAML blocks."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from tests.support.documents import whole_document
from tests.support.house import ROOT

LANGUAGE = ROOT / "docs" / "language"
FRAME_PAGE = "example-game.md"
_LINE = re.compile(r"^(?P<fence>`{3,})(?P<info>[^`]*)$|^(?P<level>#{1,4}) (?P<title>.+)$")


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: its place, its info string, its text, and the heading above it."""

    page: str
    line: int
    info: str
    text: str
    heading: str

    @property
    def language(self) -> str:
        """The first word after the fence."""
        return self.info.partition(" ")[0]

    def __str__(self) -> str:
        """Return the place of the block."""
        return f"{self.page}:{self.line}"


def blocks_of(page: Path) -> list[Block]:
    """Return the fenced blocks of *page*, in order."""
    found, heading = [], ""
    lines = iter(enumerate(page.read_text(encoding="utf-8").splitlines(), start=1))
    for number, line in lines:
        match = _LINE.match(line)
        if match is None:
            continue
        if match["title"] is not None:
            heading = match["title"]
            continue
        inside = []
        for _, below in lines:
            if below == match["fence"]:
                break
            inside.append(below)
        found.append(Block(page.name, number, match["info"].strip(), "".join(f"{x}\n" for x in inside), heading))
    return found


def headings_of(page: Path) -> list[str]:
    """Return the headings of *page* below its title, in order."""
    outside = re.sub(r"^(`{3,}).*?^\1$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    return re.findall(r"^#{2,4} (.+)$", outside, re.MULTILINE)


def sections_of(document: str) -> dict[str, str]:
    """Return the sections of a YAML text by name, each as written."""
    parts = re.split(r"^(?=\w+:)", document, flags=re.MULTILINE)
    return {part.partition(":")[0]: part for part in parts if part.strip() and not part.startswith("#")}


def frame_of(blocks: list[Block]) -> dict[str, str]:
    """Return the sections that complete the blocks of a page: its own `frame` block, else the example game's."""
    own = [block for block in blocks if block.info == "yaml frame"]
    if not own:
        own = [block for block in blocks_of(LANGUAGE / FRAME_PAGE) if block.info == "yaml frame"]
    return sections_of(own[0].text)


def document_of(block: Block, frame: dict[str, str]) -> str:
    """Return the complete document for a YAML block of a page."""
    return whole_document(block.text, frame)
