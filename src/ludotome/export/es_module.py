"""ES module: a game as one JavaScript module, for node, deno, workers and pages, with types for TypeScript.

Invariant: the module imports nothing, makes no network requests, and starts nothing until `createGame` is called.
"""

from __future__ import annotations

import json

from ludotome.export.bundle import bundled, web_text
from ludotome.export.packing import packed


def es_module(title: str, wasm: bytes, data: str) -> str:
    """Return the text of a module that exports `createGame` and `PlayError`."""
    name = json.dumps(title).replace("*/", "* /")
    return (
        f"/* {name}, a game of Ludotome. */\n"
        f"{bundled('game_module.js', ('createGameFrom', 'GameError'))}"
        f"const WASM = {json.dumps(packed(wasm))};\nconst DATA = {json.dumps(packed(data.encode()))};\n"
        f"/** Return a new engine of this game, at the start of a game. */\n"
        f"export const createGame = () => createGameFrom(WASM, DATA);\nexport {{ GameError as PlayError }};\n"
    )


def module_types() -> str:
    """Return the type declarations that belong beside every such module."""
    return web_text("game_module.d.ts")
