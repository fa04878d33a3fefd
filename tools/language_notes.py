"""Language notes: the first lines of the language pages by the word they explain, for hover texts.

A heading with words in backticks explains these words; its note is the text up to the first example or table.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

PAGES = Path(__file__).resolve().parents[1] / "docs" / "language"
_HEADING = re.compile(r"^(#{1,2}) (.*)$", re.MULTILINE)
_WORD = re.compile(r"`([A-Za-z:]+)`")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_NOT_PAGES = ("all.md", "index.md", "example-game.md")


def language_notes() -> str:
    """Return the notes as JSON: word → the heading, the text, and the page."""
    notes: dict[str, dict[str, str]] = {}
    for page in sorted(PAGES.glob("*.md")):
        if page.name in _NOT_PAGES:
            continue
        text = page.read_text(encoding="utf-8")
        heads = list(_HEADING.finditer(re.sub(r"(?ms)^(`{3,}).*?^\1", lambda fence: " " * len(fence[0]), text)))
        for head, after in zip(heads, [*heads[1:], None], strict=True):
            body = text[head.end() : after.start() if after is not None else len(text)]
            note = {"title": head[2].strip(), "text": _first_lines(body), "page": page.name}
            for word in _WORD.findall(head[2]):
                known = notes.get(word.lstrip(":"))
                if known is None or not known["text"]:
                    notes[word.lstrip(":")] = note
    return json.dumps(notes, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def _first_lines(body: str) -> str:
    before = re.split(r"(?m)^(?:```|\||#)", body.strip(), maxsplit=1)[0]
    paragraphs = [_LINK.sub(r"\1", " ".join(one.split())) for one in before.strip().split("\n\n")]
    return "\n\n".join(paragraphs[:2]).strip()
