"""HTML page: one file with everything a game needs: module, data, player, styles and rules.

Invariants:
    * the Content-Security-Policy allows the scripts and the style of the file by their SHA-256, WebAssembly, and
      workers made by the script; nothing from a network, no inline handlers, no other frames or forms;
    * every text of the document is escaped, and JSON in a script cannot end it.

This module does not know games or rules.
"""

from __future__ import annotations

import base64
import hashlib
import json
from typing import Any

from msgspec import Struct

from ludotome.export.bundle import bundled, joined_style
from ludotome.export.packing import packed

_ESCAPES = {"<": "\\u003c", "\u2028": "\\u2028", "\u2029": "\\u2029"}


class PageParts(Struct, frozen=True):
    """The parts of a page: its title, WebAssembly and its data, the rules as safe HTML, the player's settings."""

    title: str
    wasm: bytes
    data: str
    rules: str
    settings: dict[str, Any]


def html_page(parts: PageParts) -> str:
    """Return the file."""
    player = bundled("player/page.js")
    loader = bundled("player/loader.js")
    style = joined_style("tokens.css", "player/player.css")
    policy = (
        f"default-src 'none'; script-src {_digest(loader)} {_digest(player)} 'wasm-unsafe-eval'; worker-src blob:; "
        f"style-src {_digest(style)}; img-src data:; base-uri 'none'; form-action 'none'"
    )
    title = escaped(parts.title)
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\n'
        f'<meta name="color-scheme" content="light dark">\n'
        f'<link rel="icon" href="data:,">\n<title>{title}</title>\n</head>\n<body>\n'
        f'<div id="game"><noscript><p>This game needs JavaScript. Its rules are below.</p></noscript></div>\n'
        f'<article id="rules" class="prose">{parts.rules}</article>\n'
        f'<script type="application/json" id="settings">{json_for_script(parts.settings)}</script>\n'
        f'<script type="text/plain" id="module">{packed(parts.wasm)}</script>\n'
        f'<script type="text/plain" id="data">{packed(parts.data.encode())}</script>\n'
        f'<script type="text/plain" id="style">{packed(style.encode())}</script>\n'
        f'<script type="text/plain" id="player">{packed(player.encode())}</script>\n'
        f"<script>{loader}</script>\n</body>\n</html>\n"
    )


def escaped(text: str) -> str:
    """Return *text* escaped for an element or an attribute of HTML."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def json_for_script(value: object) -> str:
    """Return *value* as JSON that is safe inside a script element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for char, escape in _ESCAPES.items():
        text = text.replace(char, escape)
    return text


def _digest(text: str) -> str:
    """Return the source expression that allows an inline script or style with exactly this text."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
