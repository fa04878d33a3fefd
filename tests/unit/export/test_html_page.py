"""The file allows exactly its own scripts and style, and texts of a document cannot become markup."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
from html.parser import HTMLParser

import ludotome as lt
from ludotome.export import title_of
from ludotome.export.html_page import PageParts, html_page, json_for_script
from ludotome.play import shipped_path

HOSTILE = "</script><script>alert(1)</script>\u2028\"'&<!--"


class _Elements(HTMLParser):
    """The elements of a page with their attributes, and the text in each script."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, str] = {}
        self._inside = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        self._inside = str(dict(attrs).get("id") or tag)

    def handle_data(self, data: str) -> None:
        self.texts[self._inside] = self.texts.get(self._inside, "") + data

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002 - the parser hands it over
        self._inside = ""


def page(title: str = "A game", settings: dict[str, object] | None = None) -> _Elements:
    parts = PageParts(title, b"\0asm" * 40, json.dumps({"name": HOSTILE}), "<p>Rules</p>", settings or {})
    return _Elements(html_page(parts))


def policy_of(elements: _Elements) -> dict[str, list[str]]:
    metas = [attributes for tag, attributes in elements.found if tag == "meta" and "http-equiv" in attributes]
    assert [meta["http-equiv"] for meta in metas] == ["Content-Security-Policy"]
    return {words[0]: words[1:] for part in str(metas[0]["content"]).split(";") if (words := part.split())}


def unpacked(text: str) -> bytes:
    """Decode base 94: digits are the printable characters without `<`, and 11 of them are 9 bytes."""
    digits = [ord(char) - (33 if char > "<" else 32) for char in text]
    data = b""
    for at in range(0, len(digits), 11):
        group = digits[at : at + 11]
        value = sum(digit * 94**place for place, digit in enumerate(reversed(group)))
        data += value.to_bytes(len(group) * 9 // 11, "big")
    return gzip.decompress(data)


def digest(text: bytes) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text).digest()).decode()}'"


def test_the_policy_allows_nothing_but_what_is_in_the_file() -> None:
    elements = page()
    policy = policy_of(elements)
    scripts = [digest(elements.texts["script"].encode()), digest(unpacked(elements.texts["player"]))]
    assert policy == {
        "default-src": ["'none'"],
        "script-src": [*scripts, "'wasm-unsafe-eval'"],
        "worker-src": ["blob:"],
        "style-src": [digest(unpacked(elements.texts["style"]))],
        "img-src": ["data:"],
        "base-uri": ["'none'"],
        "form-action": ["'none'"],
    }


def test_the_parts_come_out_as_they_went_in() -> None:
    elements = page(settings={"opponent": "easy"})
    assert unpacked(elements.texts["module"]) == b"\0asm" * 40
    assert json.loads(unpacked(elements.texts["data"])) == {"name": HOSTILE}
    assert json.loads(elements.texts["settings"]) == {"opponent": "easy"}


def test_hostile_texts_stay_texts() -> None:
    plain, hostile = page(), page(HOSTILE, {"title": HOSTILE})
    assert [tag for tag, _ in hostile.found] == [tag for tag, _ in plain.found]
    assert json.loads(hostile.texts["settings"]) == {"title": HOSTILE}
    assert hostile.texts["title"] == HOSTILE


def test_json_in_a_script_cannot_end_it() -> None:
    text = json_for_script({"a": HOSTILE})
    assert re.search("[<\u2028\u2029]", text) is None
    assert json.loads(text) == {"a": HOSTILE}


def test_there_are_no_handlers_and_no_style_attributes() -> None:
    names = {name for _, attributes in page().found for name in attributes}
    assert not [name for name in names if name == "style" or name.startswith("on")]


def test_a_title_cannot_reverse_what_stands_beside_it() -> None:
    text = shipped_path("tic-tac-toe").read_text(encoding="utf-8").replace("# Tic-tac-toe", "# Ox\u202eand", 1)
    assert title_of(lt.load_text(text)) == "Ox\ufffdand"
